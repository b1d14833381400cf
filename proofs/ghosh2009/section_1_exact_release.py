"""Section 1: releasing the truth gives no privacy; how often a mechanism of a given level can answer truthfully.

Suppose that two neighbouring inputs i and i+1 are both answered truthfully with probability at least t. Then on input i
the responses i and i+1 have probabilities of at least t and α·t, and their sum is at most 1. So t ≤ 1/(1+α). A
mechanism that answers 0 or 1 attains it on the inputs 0 and 1.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-1.exact-release", "the truth has no privacy", section="1", position=30, kept=KEPT)

n, m, i, r = indices("n m i r")
a, t = numbers("α t")
x = matrix("x")
truth = unit_matrix()
two = randomized_response(a)

claim.clause("level-0", 0 <= n, private(truth, 0, n, n))(
    lambda proof: proof.qed(proof.use(lemmas.identity_stochastic()))
)
claim.clause("no-other-level", 1 <= n, private(truth, a, n, n), a <= 0)(
    lambda proof: proof.qed(proof.parts(private(truth, a, n, n))[-1](0, 0))
)
claim.clause("one-input", private(truth, a, 0, 0))(by_arithmetic)


@claim.clause(
    "bound", *(0 <= a, private(x, a, n, m), 0 <= i, i < n, i < m, t <= x[i, i], t <= x[i + 1, i + 1]), t <= 1 / (1 + a)
)
def bound(proof):
    rows, near = proof.parts(private(x, a, n, m))[-2:]
    row = rows(i)
    parts = [proof.split(Sum(r, 0, m, x[i, r]), i - 1), proof.split(Sum(r, i, m, x[i, r]), i + 1)]
    rest = [
        proof.have(0 <= Sum(r, low, high, x[i, r]), proof.termwise(r, low, high, 0 <= x[i, r]))
        for low, high in ((0, i - 1), (i + 2, m))
    ]
    return proof.qed(row, *parts, *rest, near(i, i + 1))


@claim.clause("attained", 0 <= a, a <= 1, 1 <= n, private(two, a, n, n))
def attained(proof):
    row = proof.assuming(between(0, i, n))
    one = row.telescope(r, 0, n, two[i, r], lambda v: If(v <= 0, 0, If(v <= 1, two[i, 0], 1)))
    return proof.qed(row.have(Sum(r, 0, n, two[i, r]) == 1, one))


claim.clause("attained-value", 0 <= a, (two[0, 0] == 1 / (1 + a)) & (two[1, 1] == 1 / (1 + a)))(by_arithmetic)
