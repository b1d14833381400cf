"""The row pattern of Lemma 5.5 alone makes a mechanism derivable from G. The proof uses no vertex and no count of S.

Let D_kr = (1+α²)·x_kr - α·(x_(k-1)r + x_(k+1)r). Theorem 2 asks for D_kr ≥ 0, and Σ_r D_kr = (1-α)². Take rows k-1 and
k of the constraint matrix. Each row has a pivot: all columns before it are ↓ and all columns after it are ↑. In a
column r where C(k-1,r) = ↑ or C(k,r) = ↓, D_kr is ≥ 0. Otherwise r is not after the pivot of row k-1, so in row k-1 all
columns before r are ↓. And r is not before the pivot of row k, so in row k all columns after r are ↑. Then D is ≤ 0 in
all columns other than r, and so D_kr ≥ (1-α)². By Theorem 2 the mechanism is derivable.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import row_pattern

claim = Claim(
    "exactdp.pattern-implies-derivable",
    "the row pattern implies derivability",
    section="2",
    position=20,
    kept={
        **dict.fromkeys(("0 < α", "0 ≤ α", "α < 1"), "the papers' levels"),
        "1 ≤ n": "G is defined for n ≥ 1",
        **dict.fromkeys(
            ("x is α-private on {0..n} with responses {0..m}", "x is α-private on {0..1} with responses {0..m}"),
            "instances are decided only for mechanisms",
        ),
    },
)

n, m, i, j, k, r, p, q = indices("n m i j k r p q")
a, x = number("α"), matrix("x")
given = (1 <= n, 0 < a, a < 1, private(x, a, n, m))
pattern = All(i, between(0, i, n - 1), row_pattern(x, a, i, m))
condition = three_entries_condition(x, a, n, m)


@claim.clause("condition", *given[1:], pattern, condition)
def condition_holds(proof):
    inner = proof.assuming((1 <= k) & (k < n), between(0, r, m))
    goal = a * (x[k + 1, r] - a * x[k, r]) <= x[k, r] - a * x[k - 1, r]

    def pivots(above, first):
        return above.obtain(pivot_of(above, k), q, lambda below, second: compare(below, first, second))

    def pivot_of(inside, row):
        return inside.know(pattern)(row).parts()[-1]

    def compare(inside, first, second):
        *_, falls_above, rises_above = first.parts()
        *_, falls_below, rises_below = second.parts()

        def neither(case):
            other = case.assuming(between(0, j, m), (j < r) | (r < j))
            value = "exactdp.middle-value#{}".format
            others = other.either(
                other.know((j < r) | (r < j)),
                lambda left: left.cite(value("falls-above"), left.fact(falls_above(j)), i=k, r=j).parts()[-1],
                lambda right: right.cite(value("rises-below"), right.fact(rises_below(j)), i=k, r=j).parts()[-1],
            )
            where = between(0, j, m) & ((j < r) | (r < j))
            return case.have(goal, case.cite(value("remaining"), case.all(others, j, where), i=k))

        return inside.cases(
            goal,
            (p < r, lambda case: case.have(goal, case.cite("exactdp.middle-value#rises-above", rises_above(r), i=k))),
            (r < q, lambda case: case.have(goal, case.cite("exactdp.middle-value#falls-below", falls_below(r), i=k))),
            (TRUE, neither),
        )

    found = inner.obtain(pivot_of(inner, k - 1), p, pivots)
    return proof.qed(proof.all(proof.all(found, r, between(0, r, m)), k, (1 <= k) & (k < n)))


claim.clause("derivable", *given, pattern, derivable(x, a, n, m))(
    lambda proof: proof.cite("gupte2010.theorem-2#if", proof.cite("exactdp.pattern-implies-derivable#condition"))
)
claim.clause("two-inputs", 0 <= a, a <= 1, private(x, a, 1, m), derivable(x, a, 1, m))(
    lambda proof: proof.cite("gupte2010.theorem-2#if", n=1)
)

half = Fraction(1, 2)
coin, valley = table([["1/2", "1/2"]] * 2), table([["2/3", "1/3"], ["1/3", "2/3"], ["2/3", "1/3"]])

claim.clause("no-converse", private(coin, half, 1, 1) & ~row_pattern(coin, half, 0, 1))(
    lambda proof: core.evaluate(proof.goal)
)
claim.clause("valley", private(valley, half, 2, 1))(lambda proof: core.evaluate(proof.goal))


@claim.clause("not-derivable", ~derivable(valley, half, 2, 1))
def not_derivable(proof):
    other = proof.otherwise()
    return other.absurd(other.cite("gupte2010.theorem-2#only-if", x=valley, α=half, n=2, m=1)(1, 0))
