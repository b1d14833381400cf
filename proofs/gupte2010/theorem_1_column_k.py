"""Theorem 1, the column k: its definition, why k ≥ j, and why it is not a column of zeros.

Call column j of row i ↓ if α·x_ij = x_(i+1)j, and ↑ if x_ij = α·x_(i+1)j. By the pattern, of two columns the first is ↓
or the second is ↑. The pivot is not ↑, so all columns before it are ↓. If the pivot is not ↓, all columns after it are
↑. If it is ↓, a later column that is ↓ is 0, and hence ↑ too. A pivot exists: otherwise all columns would be ↑, and the
sums of both rows would give 1 = α. For the pivot, α·a + b' + c/α = 1: that is a clause of theorem-1.equation-4.
"""

from exactdp.claims.language import *
from exactdp.claims.logic.core import least_index
from exactdp.claims.vocabulary import falls, rises

claim = Claim(
    "gupte2010.theorem-1.column-k",
    "the pivot column k",
    section="4.2",
    position=32,
    printed=(
        "if no column has both strict inequalities, k is the last column with α·x_ij = x_(i+1)j: that may be a column "
        "of zeros that comes after columns with x_ij = α·x_(i+1)j, and then α·a + b' + c/α is not 1"
    ),
    slip="proof",
    kept={"0 < α": "α is a level", "α < 1": "α is a level"},
)

n, m, i, j, k, r, c, d, t = indices("n m i j k r c d t")
a, x = number("α"), matrix("x")
level = (0 < a, a < 1)
given = (0 <= i, i < n, *level, private(x, a, n, m))
at_pivot = pattern_and_pivot(x, a, i, k, m)


either_pivot = unfold(pivot(x, a, i, k, m))


def down(r):
    return falls(x, a, i, r)


def up(r):
    return rises(x, a, i, r)


def near(proof):
    return proof.parts(private(x, a, n, m))[-1]


def entries(proof):
    return proof.parts(private(x, a, n, m))[-3]


claim.printed_as(
    "the-last-that-falls",
    *given,
    lemma_5_pattern(x, a, i, m),
    between(0, k, m),
    All(j, between(0, j, m), down(j) | up(j)),
    down(k),
    All(j, (k < j) & (j <= m), ~down(j)),
    a * Sum(r, 0, k - 1, x[i, r]) + x[i + 1, k] + Sum(r, k + 1, m, x[i, r]) / a == 1,
    instead=("exists", "before", "after"),
)


@claim.clause("two-columns", lemma_5_pattern(x, a, i, m), 0 <= j, j < k, k <= m, down(j) | up(k))
def two_columns(proof):
    found = proof.let(proof.parts(lemma_5_pattern(x, a, i, m))[-1], c)

    def columns(inner, found):
        falling, rising = found.parts()[-2:]
        return inner.cases(
            proof.goal,
            (j <= c, lambda case: case.alternative(proof.goal, falling(j))),
            (TRUE, lambda case: case.alternative(proof.goal, rising(k))),
        )

    return proof.obtain(found.parts()[-1], d, columns)


@claim.clause(
    "one-slack",
    lemma_5_pattern(x, a, i, m),
    between(0, j, m),
    has_slack(x, a, i, j),
    between(0, k, m),
    has_slack(x, a, i, k),
    j == k,
)
def one_slack(proof):
    def no(first, second):
        def step(inner):
            pair = inner.cite("gupte2010.theorem-1.column-k#two-columns", j=first, k=second)
            return inner.either(
                pair, lambda case: case.contradiction(proof.goal), lambda case: case.contradiction(proof.goal)
            )

        return step

    return proof.cases(proof.goal, (j < k, no(j, k)), (k < j, no(k, j)), (TRUE, lambda case: case.have(proof.goal)))


def rises_too(case, r, nothing):
    """Return that a column that is ↓ is ↑ too, from x_ir = 0."""
    return case.have(up(r), nothing)


def zero(case, no):
    """Return x_ij = 0 for a column that is ↓, from: it is not ↓, or x_ij is not > 0."""
    goal = x[i, j] == 0
    return case.either(
        no,
        lambda side: side.either(
            side.know(no.says.args[0]), lambda one: one.contradiction(goal), lambda other: other.contradiction(goal)
        ),
        lambda side: side.indirect(goal, entries(side)(i, j)),
    )


def tight(case, no):
    """Return that column j is ↓ or ↑, from: it is not S."""
    goal = down(j) | up(j)
    return case.either(
        no,
        lambda side: side.alternative(goal, side.indirect(down(j), near(side)(i, j))),
        lambda side: side.alternative(goal, side.indirect(up(j), near(side)(i, j))),
    )


@claim.clause("exists", *given, Some(k, between(0, k, m), pivot(x, a, i, k, m)))
def exists(proof):
    slack = Some(k, between(0, k, m), has_slack(x, a, i, k))
    positive = Some(t, between(0, t, m), down(m - t) & (x[i, m - t] > 0))

    def pivot_at(case, at, side):
        return case.witness(proof.goal, at, case.alternative(pivot(x, a, i, at, m), side))

    def some_slack(case):
        return case.obtain(case.know(slack), k, lambda inner, _: pivot_at(inner, k, inner.know(has_slack(x, a, i, k))))

    def all_tight(case):
        return case.for_all(
            All(j, between(0, j, m), down(j) | up(j)), lambda column: tight(column, column.know(negation(slack))(j))
        )

    def last(case):
        found = case.let(case.fact(least_index(case.know(positive).theorem)), t)
        later = found.parts()[-1]
        zeros = All(j, (m - t < j) & (j <= m) & down(j), x[i, j] == 0)
        facts = (all_tight(case), found, case.for_all(zeros, lambda column: zero(column, later(m - j))))
        goal = unfold(pivot(x, a, i, m - t, m)).args[1]
        return pivot_at(case, m - t, case.have(goal, *facts))

    def none(case):
        def rising(column):
            return column.either(
                all_tight(column)(j),
                lambda side: rises_too(side, j, zero(side, side.know(negation(positive))(m - j))),
                lambda side: side.have(up(j)),
            )

        rising = case.for_all(All(j, between(0, j, m), up(j)), rising)
        total = case.termwise(r, 0, m, up(r), rising(r))
        rows = case.parts(private(x, a, n, m))[-2]
        return case.contradiction(proof.goal, total, rows(i))

    return proof.cases(
        proof.goal, (slack, some_slack), (TRUE, lambda case: case.cases(proof.goal, (positive, last), (TRUE, none)))
    )


@claim.clause("before", *level, 0 <= r, r < k, k <= m, at_pivot, down(r))
def before(proof):
    def rises_at_k(case):
        return case.either(
            case.know(either_pivot),
            lambda side: side.contradiction(proof.goal),
            lambda side: side.contradiction(proof.goal, factors=3),
        )

    pair = proof.cite("gupte2010.theorem-1.column-k#two-columns", j=r, k=k)
    return proof.either(pair, lambda case: case.have(proof.goal), rises_at_k)


@claim.clause("after", 0 <= k, k < r, r <= m, at_pivot, up(r))
def after(proof):
    def falls_at_k(case):
        def without_slack(side):
            tight, *_, zeros = side.know(either_pivot.args[1]).parts()
            return side.either(
                tight(r), lambda falling: rises_too(falling, r, zeros(r)), lambda rising: rising.have(proof.goal)
            )

        return case.either(case.know(either_pivot), lambda side: side.contradiction(proof.goal), without_slack)

    pair = proof.cite("gupte2010.theorem-1.column-k#two-columns", j=k, k=r)
    return proof.either(pair, falls_at_k, lambda case: case.have(proof.goal))


@claim.clause("pivot-large", *level, pivot(x, a, i, k, m), a * x[i + 1, k] < x[i, k])
def pivot_large(proof):
    def falling(case):
        return case.have(proof.goal, case.have(0 < x[i, k] * (1 - a**2), factors=3))

    return proof.either(proof.know(either_pivot), lambda case: case.have(proof.goal), falling)


@claim.clause("not-before", 0 <= k, j <= m, at_pivot, a * x[i + 1, j] < x[i, j], j <= k)
def not_before(proof):
    def beyond(case):
        return case.contradiction(proof.goal, case.cite("gupte2010.theorem-1.column-k#after", r=j))

    return proof.cases(proof.goal, (k < j, beyond), (TRUE, lambda case: case.have(proof.goal)))


@claim.clause("row-below", lemma_5_pattern(x, a, i, m), 0 <= j, j < r, r <= m, a * x[i, j] < x[i + 1, j], up(r))
def row_below(proof):
    pair = proof.cite("gupte2010.theorem-1.column-k#two-columns", k=r)
    return proof.either(pair, lambda case: case.contradiction(proof.goal), lambda case: case.have(proof.goal))
