"""Equations (3) and (4): which rows and columns the privacy constraints of the LP run over.

As printed, i runs over all of {0..n} and r stops at n-1. For i = n the row below does not exist. And even for i < n,
column n has no constraint: a first row 1, 0, …, 0 above rows α, 0, …, 0, 1-α satisfies all printed constraints. With
i < n and every r, (3) and (4) say of two neighbouring rows what privacy says.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import privacy_constraints

claim = Claim(
    "ghosh2009.section-5.equations-3-4",
    "the privacy constraints of the LP",
    section="5",
    position=8,
    printed="in both (3) and (4) i runs over N, and r over N without n",
    slip="print",
)

n, m, i, r = indices("n m i r")
a, x = number("α"), matrix("x")

claim.clause("sufficient", stochastic(x, n, m), privacy_constraints(x, a, n, m), private(x, a, n, m))(
    lambda proof: proof.qed(*proof.parts(stochastic(x, n, m)), proof.know(privacy_constraints(x, a, n, m))(i, r))
)
claim.clause("necessary", private(x, a, n, m), privacy_constraints(x, a, n, m))(
    lambda proof: proof.qed(proof.parts(private(x, a, n, m))[-1](i, r))
)


# Where x_(i+1)r > 0, they bound the ratio of the two entries by α and 1/α; where it is 0, (4) makes the other 0 too.
above, below = x[i, r], x[i + 1, r]
claim.clause("three-by-ratio", 0 < below, a <= above / below, 0 <= above - a * below)(by_arithmetic)
claim.clause("ratio-by-three", 0 < below, 0 <= above - a * below, a <= above / below)(by_arithmetic)
claim.clause("four-by-ratio", 0 < below, a * (above / below) <= 1, a * above - below <= 0)(by_arithmetic)
claim.clause("ratio-by-four", 0 < below, a * above - below <= 0, a * (above / below) <= 1)(by_arithmetic)
claim.clause("not-over-zero", 0 < a, 0 < above, a * above - below <= 0, 0 < below)(by_arithmetic)


# One row 1, 0, …, 0, and n rows α, 0, …, 0, 1-α.
y = function(i, r, If(r == 0, If(i == 0, 1, a), If(r == n, If(i == 0, 0, 1 - a), 0)))


@claim.clause(
    "without-column-n",
    1 <= n,
    0 < a,
    a < 1,
    Some(x, stochastic(x, n, n), privacy_constraints(x, a, n, n - 1) & (x[0, n] < a * x[1, n])),
    witnesses={"x": y},
)
def without_column_n(proof):
    goal = proof.goal
    inner = proof.assuming(between(0, i, n))
    row = inner.telescope(r, 0, n, y[i, r], lambda r: If(r == 0, 0, If(r == n + 1, 1, If(i == 0, 1, a))))
    one = inner.have(Sum(r, 0, n, y[i, r]) == 1, row)
    return proof.witness(goal, y, proof.all(one, i, between(0, i, n)))


claim.printed_as(
    "column-n-follows",
    1 <= n,
    0 < a,
    a < 1,
    stochastic(x, n, n),
    privacy_constraints(x, a, n, n - 1),
    private(x, a, n, n),
    at={"n": 1, "α": "1/2", "x": ((1, 0), ("1/2", "1/2"))},
    instead=("sufficient", "necessary"),
)
