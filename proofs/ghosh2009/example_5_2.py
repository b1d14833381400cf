"""Example 5.2: the mechanism of Figure 2, derived from the geometric mechanism on all integers.

The remap sends every negative number to 0, every number larger than 5 to 5, 1 to 2, and the others to themselves. What
it brings together is finite but for the two tails, and the tail of x^G from distance d on is α^d/(1+α): its first k+1
masses leave α^(k+1) of it.
"""

from fractions import Fraction

from exactdp.claims import Claim, core
from exactdp.claims.examples import figure_2
from exactdp.claims.formulas import All, Sum, as_number, between, indices, number
from exactdp.claims.vocabulary import table
from exactdp.commands.cli import main

claim = Claim("ghosh2009.example-5.2", "Figure 2 derived from the geometric mechanism", section="5", position=40)

i, d, k, t = indices("i d k t")
a = number("α")
half = Fraction(1, 2)
x = table(figure_2())


def mass(a, distance):
    return (1 - as_number(a)) / (1 + as_number(a)) * as_number(a) ** distance


def tail(a, distance):
    return as_number(a) ** distance / (1 + as_number(a))


@claim.clause("tails", 0 <= a, 0 <= d, 0 <= k, Sum(t, 0, k, mass(a, d + t)) == (1 - a ** (k + 1)) * tail(a, d))
def tails(proof):
    return proof.qed(proof.telescope(t, 0, k, mass(a, d + t), lambda v: (1 - a**v) * tail(a, d)))


def evaluated(proof):
    return proof.fact(core.evaluate(proof.goal))


def column(r, value):
    return All(i, between(0, i, 5), x[i, r] == value)


claim.clause("column-0", column(0, tail(half, i)))(evaluated)
claim.clause("column-1", column(1, 0) & (Sum(i, 0, 5, x[i, 0]) < 2))(evaluated)
claim.clause("column-2", column(2, mass(half, abs(i - 1)) + mass(half, abs(i - 2))))(evaluated)
claim.clause("column-3", column(3, mass(half, abs(i - 3))))(evaluated)
claim.clause("column-4", column(4, mass(half, abs(i - 4))))(evaluated)
claim.clause("column-5", column(5, tail(half, 5 - i)))(evaluated)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
