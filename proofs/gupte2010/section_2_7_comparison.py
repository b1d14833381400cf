"""Section 2.7: the smallest cases in which a consumer needs a randomised interaction.

A minimax consumer has to balance its losses on several inputs; a Bayesian user does not. Let n = 1, and let an error on
input 1 cost c > 1 times as much as one on input 0. Then the consumer reads the response 0 as 1 with probability t =
α(c-1)/(1+cα). For |i-r| one needs n = 2.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-7.comparison",
    "the smallest need for randomised interactions",
    section="2.7",
    position=20,
    kept=KEPT | {"1 < c": "the weights of the example"},
)

i, r, z = indices("i r z")
a, b, c = numbers("α b c")
T = matrix("T")
G = geometric_mechanism(1, a)
given = (0 < a, a < 1, 1 < c)
value = c * a / (1 + c * a)


def errors(remap):
    """Return the loss on input 0, and on input 1, where an error costs c."""
    x = product(G, remap, 1)
    return x[0, 1], c * x[1, 0]


@claim.clause("no-less", *given, stochastic(T, 1, 1), *(each <= b for each in errors(T)), value <= b)
def no_less(proof):
    deployed = proof.cite("gupte2010.definition-4#private", n=1)
    induced = proof.cite("gupte2010.section-2-5.direct#private", deployed, n=1, s=1, m=1, y=G)
    return proof.cite("gupte2010.section-2-6.knowledge#no-less", induced, x=product(G, T, 1))


t = a * (c - 1) / (1 + c * a)
to_1 = function(z, r, If(z == 1, If(r == 1, as_number(1), 0), If(r == 1, t, 1 - t)))
balanced = Definition("T_({0},{1})", (a, c), to_1)(a, c)

claim.clause("balanced", *given, stochastic(balanced, 1, 1) & both(*(each == value for each in errors(balanced))))(
    lambda proof: proof.qed(0 < 1 + c * a, 0 < 1 + a, factors=3)
)

readings = {
    "as-they-are": ([[1, 0], [0, 1]], 1),
    "exchanged": ([[0, 1], [1, 0]], 1),
    "always-1": ([[0, 1], [0, 1]], 0),
    "always-0": ([[1, 0], [1, 0]], 1),
}


def loses_more(proof):
    # As they are, the difference has the numerator c·α²·(c-1).
    return proof.qed(0 < 1 + c * a, 0 < 1 + a, factors=4)


for name, (rows, at) in readings.items():
    claim.clause(name, *given, value < errors(table(rows))[at])(loses_more)

# n = 2 and |i-r|: the responses 0 and 2 are read as 1 with a probability u.
G_3 = geometric_mechanism(2, a)
three = 2 * a / (1 + 2 * a - a**2)
u = a * (1 - a) / (1 + 2 * a - a**2)
both_to_1 = function(z, r, If(z == 1, If(r == 1, as_number(1), 0), If(r == 1, u, If(r == z, 1 - u, 0))))
middle = Definition("U_{0}", (a,), both_to_1)(a)


@claim.clause(
    "three-inputs",
    0 < a,
    a < 1,
    All(i, between(0, i, 2), expected_loss(absolute_loss, product(G_3, middle, 2), 2, i) == three),
)
def three_inputs(proof):
    scale = proof.have(0 < 1 + 2 * a - a**2)

    return proof.for_all(proof.goal, lambda inner: inner.have(inner.goal, scale, 0 < 1 + a, cases=[i == 0, i == 1]))


claim.clause("not-alone", 0 < a, a < b, b < 1, (a / (1 + a) < 1 / (1 + b)) & (1 / (1 + b) < 1 / (1 + a)))(
    lambda proof: proof.qed(0 < 1 + a, 0 < 1 + b)
)
