"""Example 5.2: the mechanism of Figure 2, derived from the geometric mechanism on all integers.

The remap sends every negative number to 0, every number larger than 5 to 5, 1 to 2, and the others to themselves. Each
group of responses with the same image is finite, except the two tails. The tail of x^G from distance d on sums to
α^d/(1+α): after its first k+1 masses, the fraction α^(k+1) of it remains.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import figure_2_mechanism

claim = Claim("ghosh2009.example-5.2", "Figure 2 derived from the geometric mechanism", section="5", position=40)

i, d, k, t = indices("i d k t")
a = number("α")
half = Fraction(1, 2)
F = figure_2_mechanism()


def mass(a, distance):
    return (1 - as_number(a)) / (1 + as_number(a)) * as_number(a) ** distance


def tail(a, distance):
    return as_number(a) ** distance / (1 + as_number(a))


claim.clause(
    "tails",
    *(0 <= a, 0 <= d, 0 <= k),
    Sum(t, 0, k, mass(a, d + t)) == (1 - a ** (k + 1)) * tail(a, d),
    kept={"0 ≤ α": KEPT["0 ≤ α"]},
)(lambda proof: proof.qed(proof.telescope(t, 0, k, mass(a, d + t), lambda v: (1 - a**v) * tail(a, d))))

merged = [
    tail(half, i),
    as_number(0),
    mass(half, abs(i - 1)) + mass(half, abs(i - 2)),
    mass(half, abs(i - 3)),
    mass(half, abs(i - 4)),
    tail(half, 5 - i),
]

claim.clause("entries", All(i, between(0, i, 5), both(*(F[i, r] == value for r, value in enumerate(merged)))))(
    lambda proof: proof.fact(core.evaluate(proof.goal))
)
