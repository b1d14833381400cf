"""Section 2.5: the linear program whose solutions are the optimal α-private mechanisms.

Its points are the pairs (x, d) of an α-private mechanism x and a d that is at least every e_i, i in S. The least d for
a given x is L(x). Equal rows are feasible. No sign constraint may be strict: for S = {0} and the loss |i-r| the value 0
is approached by positive entries, and attained with a column of zeros alone.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import minimax_optimal

claim = Claim(
    "gupte2010.section-2-5.linear-program",
    "the LP of the optimal mechanism",
    section="2.5",
    position=6,
    printed="n² variables, all of them positive",
    slip="statement",
    weight="value",
    kept=KEPT | {"b bounds the loss l of x on S within {0..n} × {0..m}": "the definition of the worst loss"},
)

n, m, i, j, r, z = indices("n m i j r z")
a, b, d, t = numbers("α b d t")
x, loss = matrices("x l")
S = variable("S", SET)
N = as_number(n)
entries = Sum(z, 0, n, Sum(r, 0, n, 1))
inequalities = Sum(z, 0, n - 1, Sum(r, 0, n, 2))
worst = worst_loss(b, loss, x, S, n, m)
on_zero = expected_loss(absolute_loss, x, m, 0)

claim.printed_as("entries", 0 <= n, entries == N**2, at={"n": 3})
only_0 = (S[0], ~S[1], monotone(loss, 1, 1), loss[0, 0] < loss[0, 1], minimax_optimal(x, loss, S, "1/2", 1, 1))
claim.printed_as("positive", *only_0, between(0, i, 1), between(0, r, 1), 0 < x[i, r], instead="positive-costs")
claim.clause("entries", 0 <= n, entries == (N + 1) ** 2)(by_arithmetic)
claim.clause("inequalities", 1 <= n, inequalities == 2 * N * (N + 1))(by_arithmetic)


@claim.clause("feasible", bounds_loss(b, loss, x, S, n, m), b <= d, bounds_loss(d, loss, x, S, n, m))
def feasible(proof):
    return proof.for_all(proof.goal, lambda inner: inner.have(inner.goal))


@claim.clause("value", worst, bounds_loss(d, loss, x, S, n, m), b <= d)
def value(proof):
    return proof.obtain(
        proof.parts(worst)[-1], j, lambda inner, _: inner.have(b <= d, inner.know(bounds_loss(d, loss, x, S, n, m))(j))
    )


equal_rows = function(i, r, 1 / (as_number(m) + 1))


@claim.clause("equal-rows", 0 <= n, 0 <= m, 0 <= a, a <= 1, private(equal_rows, a, n, m))
def of_equal_rows(proof):
    size = proof.have(0 < as_number(m) + 1, 0 <= m)
    return proof.qed(size, 0 < 1 / (as_number(m) + 1))


@claim.clause("positive-costs", 1 <= m, 0 <= n, stochastic(x, n, m), 0 < x[0, 1], 0 < on_zero)
def no_zero(proof):
    entry = proof.assuming(between(0, r, m))
    term = entry.have(0 <= x[0, r] * absolute_loss[0, r], 0 <= abs(0 - r))
    terms = proof.all(term, r, between(0, r, m))
    return proof.qed(
        proof.use(lemmas.positive_sum(), terms, low=0, high=m, j=1, f=function(r, x[0, r] * absolute_loss[0, r]))
    )


# Always 0, for t = 0, and something of every response for t > 0
nearly_0 = function(i, r, If(r == 0, 1 - t, 0) + t / (as_number(m) + 1))
nearly = Definition("y_({0},{1})", (t, m), nearly_0)(t, m)


@claim.clause("nearly", 0 <= m, 0 <= a, a <= 1, 0 <= t, t <= 1, private(nearly, a, n, m))
def of_nearly(proof):
    size = proof.have(0 < as_number(m) + 1, 0 <= m)
    row = proof.telescope(r, 0, m, nearly[i, r], lambda v: If(v == 0, 0, 1 - t + t * v / (as_number(m) + 1)))
    return proof.qed(row, 0 <= t / (as_number(m) + 1), size, factors=3)


@claim.clause("nearly-loss", 0 <= m, expected_loss(absolute_loss, nearly, m, 0) == t * m / 2)
def nearly_loss(proof):
    size = proof.have(0 < as_number(m) + 1, 0 <= m)
    return proof.qed(
        proof.telescope(
            r, 0, m, nearly[0, r] * absolute_loss[0, r], lambda v: t * v * (as_number(v) - 1) / 2 / (as_number(m) + 1)
        ),
        size,
    )
