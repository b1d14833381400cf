"""Section 2.5: it is enough to search all α-private mechanisms; their optimum needs no interaction.

The least L(y·T) over all private y and all T is the least L(x) over all private x: each y·T is one of the x, and each x
is x·1. So the optimum x* loses no more than x*·T, for x*·T is private too.
"""

from fractions import Fraction

from exactdp.claims.language import *

identity = unit_matrix()
claim = Claim(
    "gupte2010.section-2-5.no-reinterpretation",
    "the optimum needs no interaction",
    section="2.5",
    position=4,
    kept={"x is α-private on {0..n} with responses {0..m}": "the claim is about private mechanisms"},
)

n, m = indices("n m")
a, b = numbers("α b")
x, y, T, loss = matrices("x y T l")
S = variable("S", SET)


def bounds(mechanism):
    return bounds_loss(b, loss, mechanism, S, n, m)


claim.clause(
    "pair-is-mechanism",
    private(y, a, n, m),
    stochastic(T, m, m),
    bounds(product(y, T, m)),
    Some(x, private(x, a, n, m), bounds(x)),
    witnesses={"x": product(y, T, m)},
)(lambda proof: proof.witness(proof.goal, product(y, T, m), proof.cite("gupte2010.section-2-5.direct#private", s=m)))


@claim.clause(
    "mechanism-is-pair",
    private(x, a, n, m),
    bounds(x),
    Some(T, stochastic(T, m, m), bounds(product(x, T, m))),
    witnesses={"T": identity},
)
def mechanism_is_pair(proof):
    face_value = proof.cite("gupte2010.section-2-5.direct#face-value")
    return proof.witness(proof.goal, identity, face_value, proof.use(lemmas.identity_stochastic(), n=m))


# Table 1: face value loses more than 168/415.
claim.clause(
    "another-gains", expected_loss(absolute_loss, geometric_mechanism(3, Fraction(1, 4)), 3, 1) > Fraction(168, 415)
)(by_evaluation)
always_0 = table([[1, 0], [1, 0]])


# For S = {0} the mechanism that always answers 0 is optimal, and the response 1 may be read as anything.
claim.clause("not-the-only", expected_loss(absolute_loss, product(always_0, T, 1), 1, 0) == T[0, 1])(by_arithmetic)
