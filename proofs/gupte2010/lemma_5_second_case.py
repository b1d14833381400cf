"""Lemma 5, the step for i > (j+k)/2: the rows from i+1 on are moved, from column j to column k.

It is the mirror image of the first case: turned round, row s is row n-s, and columns j < k are n-k < n-j. The rows
nearer to k than to j are the rows after the middle. The slack is between rows i and i+1, so the moved rows must begin
with i+1.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.lexicographic import first_step, second_part, second_step, total_error
from exactdp.claims.vocabulary.polytope import moved

claim = Claim(
    "gupte2010.lemma-5.second-case",
    "the step where i > (j+k)/2",
    section="4.2",
    position=14,
    printed="the same assignments for i ≥ i', that is in the rows up to i",
    slip="print",
    kept=KEPT
    | {
        "0 ≤ δ": "a step",
        "j < k": "the columns of the proof",
        "k ≤ m": "the columns of the proof",
        "l is monotone on {0..n} × {0..m}": "the paper's losses",
        "x ≥ 0 on {0..n} × {0..m}": "the definition of mechanisms",
        "δ ≤ 1": "the largest possible step",
    },
)

n, m, i, j, k, r, s, t = indices("n m i j k r s t")
a, d = numbers("α δ")
x, l = matrices("x l")  # noqa: E741 (the paper's letter for a loss)
part = second_part(x, d, i, j)
y = second_step(x, d, i, j, k)
columns = (0 <= j, j < k, k <= m)
case = (*columns, j + k < 2 * i)


def mirrored(mechanism):
    return function(s, r, mechanism[n - s, n - r])


claim.clause("mirror", y[s, r] == first_step(mirrored(x), d, n - 1 - i, n - k, n - j)[n - s, n - r])(by_arithmetic)

given = (0 < a, private(x, a, n, m), *columns, 0 <= i, i < n, 0 <= d)
gap_j, gap_k = x[i + 1, j] - a * x[i, j], x[i, k] - a * x[i + 1, k]
in_j, in_k = a * x[i, j] <= (1 - d) * x[i + 1, j], a * (x[i + 1, k] + d * x[i + 1, j]) <= x[i, k]


def exactly(left, right):
    return (left >> right) & (right >> left)


claim.clause("positive", 0 <= a, private(x, a, n, m), 0 <= i, i < n, between(0, j, m), 0 < gap_j, 0 < x[i + 1, j])(
    lambda proof: proof.qed(proof.parts(private(x, a, n, m))[-3](i, j))
)
claim.clause("bound-in-j", 0 < x[i + 1, j], exactly(in_j, d <= gap_j / x[i + 1, j]))(by_arithmetic)
claim.clause("bound-in-k", 0 < a, 0 < x[i + 1, j], exactly(in_k, d <= gap_k / (a * x[i + 1, j])))(
    lambda proof: proof.qed(0 < a * x[i + 1, j])
)


@claim.clause("private", *given, d <= 1, in_j, in_k, private(y, a, n, m))
def stays_private(proof):
    nonneg, ones = proof.parts(private(x, a, n, m))[-3:-1]
    row = proof.assuming(between(0, s, n))
    fits = row.have((0 <= part[s]) & (part[s] <= x[s, j]))
    moved_rows = proof.use(lemmas.moved_stochastic(), fits, nonneg, ones, e=part, j=k, k=j)
    rows = proof.restated(moved_rows, stochastic(y, n, m))
    pair = proof.assuming(between(0, s, n - 1), between(0, r, m))
    goal = (a * y[s + 1, r] <= y[s, r]) & (a * y[s, r] <= y[s + 1, r])
    step = pair.have(goal, proof.have(0 <= 1 - d), 0 <= d * x[s + 1, j], cases=[r == j, r == k])
    return proof.qed(rows, proof.every((s, 0, n - 1), (r, 0, m), step))


claim.clause("not-beyond", *columns, 0 <= i, i < n, private(y, a, n, m), in_j & in_k)(by_arithmetic)
claim.clause("not-farther", j < k, j + k < 2 * s, abs(s - k) <= abs(s - j))(by_arithmetic)
claim.clause("nearer", j < k, j + k < 2 * s, abs(s - k) < abs(s - j))(by_arithmetic)


@claim.clause(
    "row", *columns, i < s, expected_loss(l, x, m, s) - expected_loss(l, y, m, s) == d * x[s, j] * (l[s, j] - l[s, k])
)
def row(proof):
    return proof.qed(proof.use(lemmas.moved_row_loss(), i=s, e=part, j=k, k=j))


claim.clause("other-rows", s <= i, expected_loss(l, x, m, s) == expected_loss(l, y, m, s))(
    lambda proof: proof.qed(proof.termwise(r, 0, m, x[s, r] * l[s, r] == y[s, r] * l[s, r]))
)


@claim.clause(
    "no-more",
    *case,
    0 <= d,
    nonnegative(x, n, m),
    monotone(l, n, m),
    between(0, s, n),
    expected_loss(l, y, m, s) <= expected_loss(l, x, m, s),
)
def no_more(proof):
    goal = proof.goal

    def inside(p):
        p.remember(p.cite("gupte2010.lemma-5.second-case#not-farther"))
        rises = p.know(monotone(l, n, m))(s, k)(j)
        change = p.cite("gupte2010.lemma-5.second-case#row")
        return p.have(goal, change, 0 <= d * x[s, j], rises)

    return proof.cases(
        goal, (i < s, inside), (s <= i, lambda p: p.have(goal, p.cite("gupte2010.lemma-5.second-case#other-rows")))
    )


strictly = (0 < d, private(x, a, n, m), 0 < x[i + 1, j], 0 <= i, i < n)


# In the loss |i-r|, i is the input.
@claim.clause(
    "row-strictly",
    *columns,
    j + k < 2 * t,
    0 < d,
    t < s,
    0 < x[s, j],
    expected_loss(absolute_loss, second_step(x, d, t, j, k), m, s) < expected_loss(absolute_loss, x, m, s),
)
def row_strictly(proof):
    nearer = proof.cite("gupte2010.lemma-5.second-case#nearer")
    order = proof.use(lemmas.index_order_strictly(), nearer, j=abs(s - k), k=abs(s - j))
    goal = absolute_loss[s, k] < absolute_loss[s, j]
    closer = proof.restated(order, goal)
    change = proof.cite("gupte2010.lemma-5.second-case#row", i=t, l=absolute_loss)
    return proof.qed(change, 0 < d * x[s, j], closer)


@claim.clause("strictly", *case, *strictly, total_error(y, n, m) < total_error(x, n, m))
def strictly_falls(proof):
    def each(mechanism):
        return Sum(s, 0, n, expected_loss(absolute_loss, mechanism, m, s))

    others = [
        p.cite("gupte2010.lemma-5.second-case#no-more", proof.use(lemmas.distance_monotone()), l=absolute_loss)
        for p in (proof.assuming(between(0, s, i)), proof.assuming(between(i + 2, s, n)))
    ]
    first = proof.termwise(s, 0, i, others[0])
    last = proof.termwise(s, i + 2, n, others[1])
    row = proof.cite("gupte2010.lemma-5.second-case#row-strictly", s=i + 1, t=i)
    split = [proof.split(each(mechanism), i) for mechanism in (x, y)]
    again = [proof.split(whole.says.args[1].args[1], i + 1) for whole in split]
    return proof.qed(first, last, row, *split, *again)


# Column 0 falls and rises again by 1/2, column 1 the other way round: i = 1, j = 0 and k = 1.
X = named("X", table([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/2", "1/4", "1/4"]]))
as_printed = moved(X, function(s, If(s <= 1, d * X[s, 0], 0)), 1, 0)


@claim.clause("printed-rows", 0 < d, ~private(as_printed, "1/2", 2, 2))
def printed_rows(proof):
    p = proof.otherwise()
    return p.absurd(p.parts(private(as_printed, "1/2", 2, 2))[-1](1, 1))


upper = moved(x, function(s, If(s <= i, d * x[s, j], 0)), k, j)
claim.printed_as("rows-up-to-i", *given, j + k < 2 * i, d <= 1, in_j, in_k, private(upper, a, n, m), instead="private")
