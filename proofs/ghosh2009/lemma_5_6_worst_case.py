"""Lemma 5.6, the reduction in its proof: what row i+2 sums to at least, if the rows i and i+1 break the lemma.

With j the first column of row i that is not ↓, the lemma fails just where column j of row i+1 is ↑. Then all later ones
are ↑ as well, and row i+2 is known there; in the columns k < j it is at least α times row i+1, and no other inequality
is used there. The sum of the least values depends on a alone: it is 1/α - (1-α²)·a. What is needed of the other rows
is that a is not above 1/(1+α), which b ≥ α·b' says. With k from 1 on, as printed, column 0 of row i+2 may be 0.
"""

from exactdp.claims import Claim
from exactdp.claims.deriving import by_arithmetic
from exactdp.claims.formulas import All, If, Sum, between, function, indices, matrix, number
from exactdp.claims.polytope_words import ordered, pattern_at, rises
from exactdp.commands.cli import main

claim = Claim(
    "ghosh2009.lemma-5.6.worst-case",
    "the worst case in the proof of Lemma 5.6",
    section="5",
    position=82,
    printed="x_(i+2)k is as small as possible for each k from 1 to j-1",
    slip="print",
)

n, m, i, j, k = indices("n m i j k")
alpha, x = number("α"), matrix("x")
a = Sum(k, 0, j - 1, x[i, k])
total = Sum(k, 0, m, x[i + 2, k])
up_from_j = All(k, between(j, k, m), rises(x, alpha, i + 1, k))


def rows(first):
    """What is used of the rows i, i+1 and i+2, the last from a first column on; not that row i+2 sums to 1."""
    return (
        0 < alpha,
        alpha < 1,
        between(0, j, m),
        Sum(k, 0, m, x[i, k]) == 1,
        Sum(k, 0, m, x[i + 1, k]) == 1,
        pattern_at(x, alpha, i, j, m),
        alpha * x[i + 1, j] <= x[i, j],
        up_from_j,
        All(k, between(first, k, j - 1), alpha * x[i + 1, k] <= x[i + 2, k]),
    )


@claim.clause(
    "later-columns",
    0 < alpha,
    alpha < 1,
    0 <= j,
    0 < x[i + 1, j],
    rises(x, alpha, i + 1, j),
    ordered(x, alpha, i + 1, m),
    up_from_j,
)
def later_columns(proof):
    pairs = proof.know(ordered(x, alpha, i + 1, m))
    positive = proof.by_contradiction(0 < x[i + 2, j], lambda no: no.contradiction(0 < x[i + 2, j]))
    below = proof.have(alpha * x[i + 1, j] < x[i + 2, j], positive, factors=3)
    later = proof.assuming(between(j, k, m))

    def other(p):
        return p.either(
            p.fact(pairs(j, k).theorem),
            lambda q: q.contradiction(rises(x, alpha, i + 1, k), below),
            lambda q: q.have(rises(x, alpha, i + 1, k)),
        )

    def same_column(p):
        return p.have(rises(x, alpha, i + 1, k))

    shown = later.cases(rises(x, alpha, i + 1, k), (j < k, other), (k == j, same_column))
    return proof.all(shown, k, between(j, k, m))


@claim.clause("row-sum", *rows(0), 1 / alpha - (1 - alpha * alpha) * a <= total)
def row_sum(proof):
    down, _ = proof.parts(pattern_at(x, alpha, i, j, m))[-2:]
    private = proof.know(proof.given[-1])
    first = proof.termwise(k, 0, j - 1, x[i + 1, k] == alpha * x[i, k], down(k))
    least = proof.termwise(k, 0, j - 1, alpha * x[i + 1, k] <= x[i + 2, k], private(k))
    last = proof.termwise(k, j, m, x[i + 1, k] == alpha * x[i + 2, k], proof.know(up_from_j)(k))
    parts = [proof.split(Sum(k, 0, m, x[q, k]), j - 1) for q in (i + 1, i + 2)]
    later = proof.have(Sum(k, j, m, x[i + 2, k]) == (1 - alpha * a) / alpha, last, first, *parts)
    return proof.qed(least, first, later, *parts)


@claim.clause("most-before", *rows(0), (1 + alpha) * a <= 1)
def most_before(proof):
    down, up = proof.parts(pattern_at(x, alpha, i, j, m))[-2:]
    first = proof.termwise(k, 0, j - 1, x[i + 1, k] == alpha * x[i, k], down(k))
    last = proof.termwise(k, j + 1, m, x[i, k] == alpha * x[i + 1, k], up(k))
    sums = []
    for q in (i, i + 1):
        parts = proof.split(Sum(k, 0, m, x[q, k]), j - 1), proof.split(Sum(k, j, m, x[q, k]), j)
        after = Sum(k, j + 1, m, x[q, k])
        sums.append(proof.have(Sum(k, 0, j - 1, x[q, k]) + x[q, j] + after == 1, *parts))
    eight = proof.have(alpha * a + x[i + 1, j] + Sum(k, j + 1, m, x[i + 1, k]) == 1, sums[1], first)
    column_j = x[i, j] - alpha * x[i + 1, j] == (1 - alpha) * (1 - (1 + alpha) * a)
    by_a = proof.have(column_j, sums[0], eight, last)
    return proof.by_contradiction(proof.goal, lambda no: no.contradiction(proof.goal, by_a))


@claim.clause("above-one", *rows(0), 1 + (1 - alpha) * (1 - alpha) / alpha <= total)
def above_one(proof):
    least, most = (proof.cite(f"ghosh2009.lemma-5.6.worst-case#{name}") for name in ("row-sum", "most-before"))
    return proof.qed(least, proof.have(0 <= (1 - alpha) * (1 - (1 + alpha) * a), most))


# It is attained, with two columns and j = 1; for j = 0, where a = 0, all of row i+2 is known.
x_0 = function(
    i,
    k,
    If(i == 0, If(k == 0, 1, alpha), If(i == 1, If(k == 0, alpha, 1), If(k == 0, alpha * alpha, 1 / alpha)))
    / (1 + alpha),
)
claim.clause("attained", 0 < alpha, alpha < 1, Sum(k, 0, 1, x_0[2, k]) == 1 + (1 - alpha) * (1 - alpha) / alpha)(
    by_arithmetic
)


@claim.clause("no-column-before", *rows(0), j == 0, total == 1 / alpha)
def no_column_before(proof):
    return proof.qed(proof.termwise(k, 0, m, x[i + 1, k] == alpha * x[i + 2, k], proof.know(up_from_j)(k)))


nine_tenths = (("10/19", "9/19"), ("9/19", "10/19"), (0, "100/171"))
claim.printed_as(
    "from-column-1",
    *rows(1),
    All(k, between(0, k, m), 0 <= x[i + 2, k]),
    1 < total,
    at={"α": "9/10", "i": 0, "j": 1, "m": 1, "x": nine_tenths},
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
