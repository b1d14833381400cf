"""Lemma 5, the step's loss: the displayed chain for one row, and why L' falls strictly.

The display calls the row r and the column i. Only columns j and k change, so all other terms cancel. No row loses more,
and so L does not rise. Row 0 is among the moved rows, is strictly nearer to j than to k, and has an entry in column k
that is not 0. So L' falls even where row i lies in the middle between j and k and its own error stays the same.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import first_part, first_step, total_error
from exactdp.claims.vocabulary.polytope import moved

claim = Claim(
    "gupte2010.lemma-5.loss",
    "the step's change of L and of L'",
    section="4.2",
    position=16,
    printed=(
        "L = max_{r∈S} Σ_{i∈N} l(i,r)·x_ir, where i is the true result and r the response, as everywhere else; in the "
        "chain itself it is l(r,i)·x_ri. And the moved rows are 1 to i, as if row 0 were called 1"
    ),
    slip="print",
    kept=KEPT
    | {
        **dict.fromkeys(("0 ≤ δ", "x ≥ 0 on {0..n} × {0..m}"), "at i = 0 both sides are equal"),
        "x is α-private on {0..n} with responses {0..m}": "without it, x[0,k] can be 0",
    },
)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, d = numbers("α δ")
x, l = matrices("x l")  # noqa: E741 (the paper's letter for a loss)
part = first_part(x, d, i, k)
y = first_step(x, d, i, j, k)
columns = (0 <= j, j < k, k <= m)
case = (*columns, 2 * i <= j + k)

claim.clause(
    "row", *columns, s <= i, expected_loss(l, x, m, s) - expected_loss(l, y, m, s) == d * x[s, k] * (l[s, k] - l[s, j])
)(lambda proof: proof.qed(proof.use(lemmas.moved_row_loss(), i=s, e=part)))
claim.clause("other-rows", i < s, expected_loss(l, x, m, s) == expected_loss(l, y, m, s))(
    lambda proof: proof.qed(proof.termwise(r, 0, m, proof.have(x[s, r] * l[s, r] == y[s, r] * l[s, r])))
)
claim.clause("not-farther", j < k, 2 * i <= j + k, s <= i, abs(s - j) <= abs(s - k))(by_arithmetic)
claim.clause("middle-row", 2 * i == j + k, abs(i - j) == abs(i - k))(by_arithmetic)
claim.clause("row-0-nearer", 0 <= j, j < k, abs(0 - k) - abs(0 - j) == k - j)(by_arithmetic)


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
        p.remember(p.cite("gupte2010.lemma-5.loss#not-farther"))
        rises = p.know(monotone(l, n, m))(s, j)(k)
        return p.have(goal, p.cite("gupte2010.lemma-5.loss#row"), 0 <= d * x[s, k], rises)

    return proof.cases(
        goal, (s <= i, inside), (i < s, lambda p: p.have(goal, p.cite("gupte2010.lemma-5.loss#other-rows")))
    )


@claim.clause("positive", 0 < a, private(x, a, n, m), 0 <= i, i < n, between(0, k, m), 0 < x[i, k], 0 < x[0, k])
def positive(proof):
    near = proof.detach(proof.use(lemmas.entry_of_private_upwards(), i=0, k=i, r=k))
    return proof.qed(near, proof.use(lemmas.power_positive(), k=i))


@claim.clause(
    "total-error",
    *case,
    0 <= d,
    nonnegative(x, n, m),
    0 <= i,
    i < n,
    total_error(y, n, m) <= total_error(x, n, m) - d * x[0, k] * (k - j),
)
def error_falls(proof):
    def each(mechanism):
        return Sum(s, 0, n, expected_loss(absolute_loss, mechanism, m, s))

    rest = proof.assuming(1 <= s, s <= n)
    rises = proof.use(lemmas.distance_monotone())
    other = rest.cite("gupte2010.lemma-5.loss#no-more", rises, l=absolute_loss)
    rows = proof.termwise(s, 1, n, other)
    first = proof.cite("gupte2010.lemma-5.loss#row", s=0, l=absolute_loss)
    return proof.qed(proof.split(each(x), 0), proof.split(each(y), 0), rows, first)


strictly = (0 < d, private(x, a, n, m), 0 < a, 0 < x[i, k], 0 <= i, i < n)


@claim.clause("strictly", *case, *strictly, total_error(y, n, m) < total_error(x, n, m))
def strictly_falls(proof):
    positive = proof.cite("gupte2010.lemma-5.loss#positive")
    falls = proof.cite("gupte2010.lemma-5.loss#total-error")
    apart = proof.have(as_number(1) <= k - j, proof.use(lemmas.index_order(), j=j + 1))
    return proof.qed(falls, proof.have(0 < d * x[0, k], positive), apart)


claim.printed_as(
    "sum-over-inputs",
    stochastic(x, n, n),
    between(0, s, n),
    expected_loss(l, x, n, s) == Sum(r, 0, n, l[r, s] * x[r, s]),
    instead="row",
)
from_row_1 = moved(x, function(s, If(between(1, s, i), d * x[s, k], 0)), j, k)
half = ("1/2", "1/2")
claim.printed_as(
    "rows-from-1",
    *(*case, *strictly),
    total_error(from_row_1, n, m) < total_error(x, n, m),
    at={"j": 0, "k": 1, "m": 1, "i": 0, "n": 1, "δ": "1/2", "α": "1/2", "x": (half, half)},
    instead="strictly",
)
