"""Equation (5): each row sums to 1 over the responses in N; the print has R, the range of a mechanism, below the sum.

The objective (2) and the constraints (3), (4) and (6) have the responses in N. If R has one more response, all of a
row's weight may lie there: it has no costs and no privacy. So the value of the program would be 0 for every user. With
N below the sum, the program's points are the α-private mechanisms on N.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import privacy_constraints

claim = Claim(
    "ghosh2009.section-5.equation-5",
    "the rows of the LP sum to 1 over N",
    section="5",
    position=9,
    printed="the sum in (5) runs over r in R, where (2), (3), (4) and (6) have r in N",
    slip="print",
    kept=KEPT,
)

n, m, i, r = indices("n m i r")
a = number("α")
x, l = matrices("x l")  # noqa: E741 (the paper's letter)
(p,) = vectors("p")


def sums(last):
    """(5), with the responses 0..last."""
    return All(i, between(0, i, n), Sum(r, 0, last, x[i, r]) == 1)


program = (nonnegative(x, n, n), privacy_constraints(x, a, n, n))

claim.printed_as(
    "sums-over-r",
    *(0 <= n, n < m, 0 < a, a < 1, nonnegative(x, n, m), privacy_constraints(x, a, n, n), sums(m)),
    stochastic(x, n, n),
    at={"n": 1, "m": 2, "α": "1/2", "x": ((0, 0, 1), (0, 0, 1))},
    instead=("sums-over-n", "points"),
)

claim.clause("sums-over-n", *program, sums(n), private(x, a, n, n))(
    lambda proof: proof.cite("ghosh2009.section-5.equations-3-4#sufficient", m=n)
)


@claim.clause("points", private(x, a, n, n), privacy_constraints(x, a, n, n) & sums(n))
def points(proof):
    near = proof.cite("ghosh2009.section-5.equations-3-4#necessary", m=n)
    return proof.both(near, proof.parts(private(x, a, n, n))[-2])


outside = function(i, r, If(r == m, as_number(1), 0))


@claim.clause(
    "no-costs",
    *(0 <= n, n < m),
    Some(x, nonnegative(x, n, m) & privacy_constraints(x, a, n, n) & sums(m), bayesian_loss(p, l, x, n, n) == 0),
    witnesses={"x": outside},
)
def no_costs(proof):
    one = proof.telescope(r, 0, m, outside[i, r], lambda v: If(v <= m, 0, 1))
    rows = proof.all(proof.have(Sum(r, 0, m, outside[i, r]) == 1, one), i, between(0, i, n))
    return proof.witness(proof.goal, outside, rows)
