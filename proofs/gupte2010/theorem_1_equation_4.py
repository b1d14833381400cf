"""Theorem 1, Equation (4): a and c from the sums of two rows.

Row i is a + b + c = 1. In row i+1 the entries before k are α times the entries of row i, and the entries after k are
1/α times them. So αa + b' + c/α = 1. The two equations in a and c, the second times α, have the determinant 1-α², which
is not 0 for α < 1.

Here k is the pivot of row i: the column with S, or else the last column with ↓ that is not 0. The paper does not leave
out the columns of zeros; that is a claim of its own. By (4), a ≥ 0 and c ≥ 0 bound b' from below and above. At α = 1
the two equations are one.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-1.equation-4",
    "a and c from the sums of rows i and i+1",
    section="4.2",
    position=36,
    kept=KEPT,
)

n, m, i, k, r = indices("n m i k r")
alpha, x = number("α"), matrix("x")
a, b, c, below, t = numbers("a b c b′ t")
level = (0 < alpha, alpha < 1)
rows = (0 <= i, i < n, private(x, alpha, n, m), between(0, k, m))
before, after = Sum(r, 0, k - 1, x[i, r]), Sum(r, k + 1, m, x[i, r])
equations = (b == 1 - a - c, below == 1 - alpha * a - c / alpha)
printed_a = (1 - b - alpha + below * alpha) / (1 - alpha**2)
printed_c = (alpha - alpha**2 + b * alpha**2 - below * alpha) / (1 - alpha**2)


@claim.clause("row", *rows, before + x[i, k] + after == 1)
def row(proof):
    ones = proof.parts(private(x, alpha, n, m))[-2]
    whole = Sum(r, 0, m, x[i, r])
    return proof.qed(ones(i), proof.split(whole, k - 1), proof.split(Sum(r, k, m, x[i, r]), k))


@claim.clause(
    "row-below", *level, *rows, pattern_and_pivot(x, alpha, i, k, m), alpha * before + x[i + 1, k] + after / alpha == 1
)
def row_below(proof):
    ones = proof.parts(private(x, alpha, n, m))[-2]
    falling = proof.assuming(between(0, r, k - 1)).cite("gupte2010.theorem-1.column-k#before")
    rising = proof.assuming(between(k + 1, r, m)).cite("gupte2010.theorem-1.column-k#after")
    whole = Sum(r, 0, m, x[i + 1, r])
    first, last = Sum(r, 0, k - 1, x[i + 1, r]), Sum(r, k + 1, m, x[i + 1, r])
    parts = proof.split(whole, k - 1), proof.split(Sum(r, k, m, x[i + 1, r]), k)
    return proof.qed(
        proof.have(first + x[i + 1, k] + last == 1, ones(i + 1), *parts),
        proof.have(alpha * before == first, proof.termwise(r, 0, k - 1, alpha * x[i, r] == x[i + 1, r], falling)),
        proof.have(after == alpha * last, proof.termwise(r, k + 1, m, x[i, r] == alpha * x[i + 1, r], rising)),
    )


claim.clause("solution", *level, *equations, (a == printed_a) & (c == printed_c))(
    lambda proof: proof.qed(0 < 1 - alpha**2)
)
claim.clause("solves", *level, a == printed_a, c == printed_c, equations[0] & equations[1])(by_arithmetic)


def times_determinant(numerator):
    return lambda proof: proof.qed(proof.have(0 <= numerator, 0 < 1 - alpha**2), 0 < 1 / alpha)


claim.clause("a-not-negative", *level, 0 <= printed_a, 1 - (1 - b) / alpha <= below)(
    times_determinant(1 - b - alpha + below * alpha)
)
claim.clause("c-not-negative", *level, 0 <= printed_c, below <= 1 - alpha + alpha * b)(
    times_determinant(alpha - alpha**2 + b * alpha**2 - below * alpha)
)
claim.clause("below-large-enough", *level, 1 - (1 - b) / alpha <= below, 0 <= printed_a)(by_arithmetic)
claim.clause("below-small-enough", *level, below <= 1 - alpha + alpha * b, 0 <= printed_c)(by_arithmetic)
claim.clause("level-one", b == 1 - a - c, below == 1 - 1 * a - c / 1, below == b)(by_arithmetic)
claim.clause("level-one-any", b == 1 - t - (1 - b - t))(by_arithmetic)
