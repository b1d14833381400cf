"""Lemma 5, the step for i > (j+k)/2: the rows from i+1 on are moved, from column j to column k.

It is the mirror image of the first case: turned round, row s is row n-s, and columns j < k are n-k < n-j. The rows
that lie nearer to k than to j are those after the middle, and the slack is between rows i and i+1, so that the moved
rows must begin with i+1.
"""

from exactdp.claims import Claim, core
from exactdp.claims.deriving import by_arithmetic
from exactdp.claims.formulas import TRUE, If, Sum, as_number, between, function, indices, matrices, numbers
from exactdp.claims.lemmas import (
    distance_monotone,
    entry_of_private,
    index_order,
    moved_row_loss,
    moved_stochastic,
    power_positive,
)
from exactdp.claims.lexicographic_words import first_step, second_part, second_step, total_error
from exactdp.claims.polytope_words import moved
from exactdp.claims.vocabulary import absolute_loss, expected_loss, monotone, nonnegative, private, table
from exactdp.commands.cli import main

claim = Claim(
    "gupte2010.lemma-5.second-case",
    "the step where i > (j+k)/2",
    section="4.2",
    position=14,
    printed="the same assignments for i ≥ i', that is in the rows up to i",
    slip="print",
)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, d = numbers("α δ")
x, l = matrices("x l")  # noqa: E741 (the paper's letter for a loss)
part = second_part(x, d, i, j)
y = second_step(x, d, i, j, k)
columns = (0 <= j, j < k, k <= m)
case = (*columns, j + k < 2 * i)


def mirrored(mechanism):
    return function(s, r, mechanism[n - s, n - r])


claim.clause("mirror", j < k, y[s, r] == first_step(mirrored(x), d, n - 1 - i, n - k, n - j)[n - s, n - r])(
    by_arithmetic
)


given = (0 < a, private(x, a, n, m), *columns, 0 <= i, i < n, 0 <= d)
in_k = a * (x[i + 1, k] + d * x[i + 1, j]) <= x[i, k]
in_j = a * x[i, j] <= (1 - d) * x[i + 1, j]


@claim.clause("private", *given, d <= 1, in_k, in_j, private(y, a, n, m))
def stays_private(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    row = proof.assuming(between(0, s, n))
    fits = row.have((0 <= part[s]) & (part[s] <= x[s, j]), nonneg(s, j))
    stochastic = proof.parts(private(x, a, n, m))[1]
    rows = proof.use(moved_stochastic(), proof.all(fits, s, between(0, s, n)), stochastic, e=part, j=k, k=j)
    pair = proof.assuming(between(0, s, n - 1), between(0, r, m))
    goal = (a * y[s + 1, r] <= y[s, r]) & (a * y[s, r] <= y[s + 1, r])
    less = proof.have(0 <= 1 - d)
    step = pair.cases(
        goal,
        (r == j, lambda p: p.have(goal, near(s, j), less, nonneg(s + 1, j), factors=3)),
        (r == k, lambda p: p.have(goal, near(s, k), near(s, j), nonneg(s + 1, j))),
        (TRUE, lambda p: p.have(goal, near(s, r))),
    )
    return proof.qed(rows, proof.all(proof.all(step, r, between(0, r, m)), s, between(0, s, n - 1)))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
