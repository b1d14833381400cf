"""Equation (6): the signs of the LP follow from its other constraints, except at α = 1.

With x and y for an entry and its neighbour in the column, (3) and (4) say x ≥ α·y and y ≥ α·x. The first plus α times
the second is (1-α²)·x ≥ 0. At α = 1 this says nothing: then (3) and (4) only say that all rows are equal.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import privacy_constraints

claim = Claim("ghosh2009.section-5.equation-6", "the signs follow from privacy", section="5", position=11)

n, m, i, r = indices("n m i r")
a, t = numbers("α t")
x = matrix("x")


def sums(x):
    """(5)."""
    return All(i, between(0, i, n), Sum(r, 0, n, x[i, r]) == 1)


@claim.clause(
    "signs", 1 <= n, 0 <= a, a < 1, privacy_constraints(x, a, n, m), between(0, i, n), between(0, r, m), 0 <= x[i, r]
)
def signs(proof):
    near, goal = proof.know(privacy_constraints(x, a, n, m)), proof.goal

    def step(row):
        # (1-α²)·x_ir is both differences with the neighbour, one of them times α.
        return lambda p: p.indirect(goal, near(row, r), factors=3)

    return proof.cases(goal, (i < n, step(i)), (i == n, step(n - 1)))


claim.clause("n-0", Sum(r, 0, 0, x[0, r]) == 1, x[0, 0] == 1)(by_arithmetic)

low = function(i, r, as_number(If(r == 0, 1 + t, If(r == 1, -t, 0))))


@claim.clause(
    "unbounded-at-1",
    1 <= n,
    Some(x, privacy_constraints(x, 1, n, n) & sums(x), Sum(r, 0, n, x[0, r] * r) == -t),
    witnesses={"x": low},
)
def unbounded_at_one(proof):
    one = proof.telescope(r, 0, n, low[i, r], lambda v: If(v == 0, 0, If(v == 1, 1 + t, 1)))
    least = proof.telescope(r, 0, n, low[0, r] * r, lambda v: If(v <= 1, 0, -t))
    rows = proof.all(proof.have(Sum(r, 0, n, low[i, r]) == 1, one), i, between(0, i, n))
    return proof.witness(proof.goal, low, rows, proof.have(Sum(r, 0, n, low[0, r] * r) == -t, least))
