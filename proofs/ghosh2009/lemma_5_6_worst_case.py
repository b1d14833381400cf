"""Lemma 5.6, the reduction in its proof: the least sum of row i+2, if the rows i and i+1 break the lemma.

Let j be the first column of row i that is not ↓. The lemma fails exactly if column j of row i+1 is ↑. Then all later
columns of row i+1 are ↑ as well, and determine row i+2 there. In the columns k < j, row i+2 is at least α times row
i+1; the proof uses no other inequality there. The sum of the least values depends on a alone: it is 1/α - (1-α²)·a.
From the other rows the proof needs a ≤ 1/(1+α), which follows from b ≥ α·b'. With k from 1 on, as printed, column 0 of
row i+2 may be 0.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import falls, ordered, pattern_at, rises

claim = Claim(
    "ghosh2009.lemma-5.6.worst-case",
    "the worst case in the proof of Lemma 5.6",
    section="5",
    position=82,
    printed="x_(i+2)k is as small as possible for each k from 1 to j-1",
    slip="print",
)

m, i, j, k = indices("m i j k")
alpha, x = number("α"), matrix("x")
a = Sum(k, 0, j - 1, x[i, k])
total = Sum(k, 0, m, x[i + 2, k])
LEVEL = {"0 < α": "the paper's levels"}
PRIVACY = {"∀k with j+1 ≤ k ≤ m: x[i,k] = α·x[i+1,k]": "it stands for privacy in these columns"}
rises_from = explained(
    "row {2} of C_({0},{1}) is ↑ or zero from column {3} to {4}",
    (x, alpha, i, j, m),
    All(k, between(j, k, m), rises(x, alpha, i, k)),
)
falls_then_rises = explained(
    "row {2} of C_({0},{1}) is ↓ or zero before column {3}, and row {2}+1 is ↑ or zero from it to {4}",
    (x, alpha, i, j, m),
    All(k, between(0, k, j - 1), falls(x, alpha, i, k)) & rises_from(x, alpha, i + 1, j, m),
)
up_from_j = rises_from(x, alpha, i + 1, j, m)
sums = [Sum(k, 0, m, x[q, k]) == 1 for q in (i, i + 1)]
turns = (*sums, pattern_at(x, alpha, i, j, m), alpha * x[i + 1, j] <= x[i, j])


def private_from(first):
    return All(k, between(first, k, j - 1), alpha * x[i + 1, k] <= x[i + 2, k])


breaks = explained(
    "{0} breaks Lemma 5.6 for {1} from row {2} on, at column {3} of {{0..{4}}}",
    (x, alpha, i, j, m),
    both(between(0, j, m), *turns, up_from_j, private_from(0)),
)
"""The facts used about the three rows; the sum 1 of row i+2 is not one of them."""


@claim.clause(
    "later-columns",
    0 < alpha,
    alpha < 1,
    0 <= j,
    0 < x[i + 1, j],
    x[i + 1, j] == alpha * x[i + 2, j],
    ordered(x, alpha, i + 1, m),
    up_from_j,
    kept={**LEVEL, "α < 1": LEVEL["0 < α"], "x[i+1,j] > 0": "after a Z, other entries may follow"},
)
def later_columns(proof):
    pairs = proof.know(ordered(x, alpha, i + 1, m))
    positive = proof.indirect(0 < x[i + 2, j])
    below = proof.have(alpha * x[i + 1, j] < x[i + 2, j], positive)
    later = proof.assuming(between(j, k, m))

    shown = later.have(rises(x, alpha, i + 1, k), later.fact(pairs(j, k)), below, cases=[j < k, k == j])
    return proof.restated(proof.all(shown, k, between(j, k, m)))


@claim.clause(
    "row-sum",
    0 < alpha,
    *(0 <= j, j <= m),
    sums[1],
    falls_then_rises(x, alpha, i, j, m),
    private_from(0),
    1 / alpha - (1 - alpha * alpha) * a <= total,
    kept={**LEVEL, "0 ≤ j": "the columns are numbered from 0"},
)
def row_sum(proof):
    first = proof.termwise(k, 0, j - 1, x[i + 1, k] == alpha * x[i, k])
    least = proof.termwise(k, 0, j - 1, alpha * x[i + 1, k] <= x[i + 2, k])
    last = proof.termwise(k, j, m, x[i + 1, k] == alpha * x[i + 2, k])
    parts = [proof.split(Sum(k, 0, m, x[q, k]), j - 1) for q in (i + 1, i + 2)]
    later = proof.have(Sum(k, j, m, x[i + 2, k]) == (1 - alpha * a) / alpha, last, first, *parts)
    return proof.qed(least, first, later, *parts)


@claim.clause("most-before", alpha < 1, between(0, j, m), *turns, (1 + alpha) * a <= 1, kept=PRIVACY)
def most_before(proof):
    first = proof.termwise(k, 0, j - 1, x[i + 1, k] == alpha * x[i, k])
    last = proof.termwise(k, j + 1, m, x[i, k] == alpha * x[i + 1, k])
    sums = []
    for q in (i, i + 1):
        parts = proof.split(Sum(k, 0, m, x[q, k]), j - 1), proof.split(Sum(k, j, m, x[q, k]), j)
        after = Sum(k, j + 1, m, x[q, k])
        sums.append(proof.have(Sum(k, 0, j - 1, x[q, k]) + x[q, j] + after == 1, *parts))
    eight = proof.have(alpha * a + x[i + 1, j] + Sum(k, j + 1, m, x[i + 1, k]) == 1, sums[1], first)
    column_j = x[i, j] - alpha * x[i + 1, j] == (1 - alpha) * (1 - (1 + alpha) * a)
    return proof.indirect(proof.goal, proof.have(column_j, sums[0], eight, last))


@claim.clause(
    "above-one",
    *(0 < alpha, alpha < 1),
    breaks(x, alpha, i, j, m),
    1 + (1 - alpha) * (1 - alpha) / alpha <= total,
    kept={**LEVEL, "α < 1": LEVEL["0 < α"], **PRIVACY},
)
def above_one(proof):
    least, most = (proof.cite(f"ghosh2009.lemma-5.6.worst-case#{name}") for name in ("row-sum", "most-before"))
    return proof.qed(least, proof.have(0 <= (1 - alpha) * (1 - (1 + alpha) * a), most))


# It is attained, with two columns and j = 1; for j = 0, where a = 0, all of row i+2 is known.
entries = If(i == 0, If(k == 0, 1, alpha), If(i == 1, If(k == 0, alpha, 1), If(k == 0, alpha * alpha, 1 / alpha)))
worst = Definition("worst_{0}", (alpha,), function(i, k, entries / (1 + alpha)))(alpha)

claim.clause(
    "attained",
    0 < alpha,
    breaks(worst, alpha, 0, 1, 1) & (Sum(k, 0, 1, worst[2, k]) == 1 + (1 - alpha) * (1 - alpha) / alpha),
)(by_arithmetic)

every_column = rises_from(x, alpha, i + 1, 0, m)

claim.clause("no-column-before", 0 < alpha, sums[1], every_column, total == 1 / alpha, kept=LEVEL)(
    lambda proof: proof.qed(proof.termwise(k, 0, m, x[i + 1, k] == alpha * x[i + 2, k]))
)

nine_tenths = (("10/19", "9/19"), ("9/19", "10/19"), (0, "100/171"))
claim.printed_as(
    "from-column-1",
    *(0 < alpha, alpha < 1, between(0, j, m), *turns, up_from_j, private_from(1)),
    All(k, between(0, k, m), 0 <= x[i + 2, k]),
    1 < total,
    at={"α": "9/10", "i": 0, "j": 1, "m": 1, "x": nine_tenths},
    instead="above-one",
)
