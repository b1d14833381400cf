"""Lemma 5.9, its count: which rows of a column are ↑, which are S, and which are ↓.

Take a row with the pattern of Lemma 5.5, and a column r that is not a Z-column. The entry is ↓ if and only if the row
has more ↓ than there are non-Z columns before r. It is ↑ if and only if the row has at most as many ↓ and S as that. If
s = z, the inequalities of Corollary 5.7 are equations: row k has k+1-T_k entries ↓, where T_k counts the S in the rows
0 to k. It follows that all entries below a ↓ are ↓, and that no entry below an S is ↑.

A row in which column r is ↑ has all its S before r, and every other row has none there. So the S before column r are
those of the rows that begin the column with ↑. If r is the ith non-Z column, start(r) is i+S_(i-1) and end(r) is i+S_i:
the column is ↑ in the rows before start(r), and ↓ from row end(r) on.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import (
    balanced,
    columns_before,
    down,
    downs,
    falls,
    first_down,
    first_slack,
    patterned,
    rises,
    row_slacks_before,
    slack,
    slacks,
    slacks_before,
    slacks_down_to,
)

claim = Claim(
    "ghosh2009.lemma-5.9.count",
    "the induction in the proof of Lemma 5.9",
    section="5",
    position=112,
    printed="row n for the last row of C, Lemma 5.5 for the ↓ that each row adds, Corollary 5.8 for Lemma 5.8, rows to "
    "n, s_i zeros for s_i entries S, and C(i+S_(i-1), i), which is an entry of row n if column i has no S and no ↓",
    slip="proof",
    weight="misprint",
    kept={
        **KEPT,
        "x is α-private on {0..n} with responses {0..m}": "it makes a column all 0 or nowhere 0",
    },
)

n, m, i, k, q, r = indices("n m i k q r")
a, x = number("α"), matrix("x")
ME = "ghosh2009.lemma-5.9.count#"
above, below = x[i, k], x[i + 1, k]
entry = (0 < a, a < 1, private(x, a, n, m), 0 <= i, i < n, between(0, k, m))


def bit(f):
    return as_number(If(f, 1, 0))


is_down, is_slack, is_other = bit(down(x, a, i, k)), bit(slack(x, a, i, k)), bit(0 < x[0, k])

# One entry


def positive(proof, row, other):
    return proof.cite("ghosh2009.section-5.z-columns#all-positive", i=other, k=row, r=k)


@claim.clause("entry-zero", *entry, x[0, k] <= 0, (is_down == 0) & (is_slack == 0))
def entry_zero(proof):
    nonneg = proof.parts(private(x, a, n, m))[-3]
    both = []
    for row in (i, i + 1):
        goal = x[row, k] <= 0
        both.append(
            proof.by_contradiction(goal, lambda p, row=row, goal=goal: p.contradiction(goal, positive(p, row, 0)))
        )
    both = [*both, proof.have(below <= a * above, both[1], nonneg(i, k))]
    return proof.decided(proof.goal, *both)


def nothing(goal):
    """In a Z-column."""
    return lambda proof: proof.have(goal, proof.cite(ME + "entry-zero"))


def ends(proof):
    return positive(proof, 0, i), positive(proof, 0, i + 1)


@claim.clause("entry-falls", *entry, falls(x, a, i, k), (is_down == is_other) & (is_slack == 0))
def entry_falls(proof):
    def here(p):
        return p.decided(proof.goal, *ends(p), p.have(below == a * above), p.have(below <= a * above))

    return proof.cases(proof.goal, (0 < x[0, k], here), (TRUE, nothing(proof.goal)))


@claim.clause(
    "entry-rises",
    *(*entry, rises(x, a, i, k)),
    (is_down == 0) & (is_slack == 0),
    kept={text(private(x, a, n, m)): "an entry of a mechanism; it also holds for others"},
)
def entry_rises(proof):
    def here(p):
        two = ends(p)
        less = p.have(a * above < below, two[1], factors=3)
        return p.decided(proof.goal, p.have(below != a * above, less), p.have(above <= a * below))

    return proof.cases(proof.goal, (0 < x[0, k], here), (TRUE, nothing(proof.goal)))


@claim.clause("entry-most", *entry, is_down + is_slack <= is_other)
def entry_most(proof):

    def here(p):
        def tight(c):
            return c.decided(proof.goal, c.have(below <= a * above))

        def loose(c):
            less = c.have(a * above < below)
            return c.decided(proof.goal, *ends(c), less, c.have(below != a * above))

        return p.cases(proof.goal, (below == a * above, tight), (TRUE, loose))

    return proof.cases(proof.goal, (0 < x[0, k], here), (TRUE, nothing(proof.goal)))


@claim.clause("entry-not-up", *entry, 0 < x[0, k], above != a * below, is_down + is_slack == 1)
def entry_not_up(proof):
    near = proof.parts(private(x, a, n, m))[-1](i, k)
    less = proof.either(
        proof.know(above != a * below),
        lambda p: p.contradiction(a * below < above, near),
        lambda p: p.have(a * below < above),
    )

    def tight(p):
        return p.decided(proof.goal, *ends(p), p.have(below <= a * above))

    def loose(p):
        return p.decided(proof.goal, less, p.have(a * above < below), p.have(below != a * above))

    return proof.cases(proof.goal, (below == a * above, tight), (TRUE, loose))


# A row with the pattern, and a column r that is not a Z-column

row = (0 < a, a < 1, patterned(x, a, n, m), 0 <= i, i < n, between(0, r, m), 0 < x[0, r])
down_here, up_here = falls(x, a, i, r), rises(x, a, i, r)
not_down, not_up = x[i + 1, r] != a * x[i, r], x[i, r] != a * x[i + 1, r]
first = columns_before(x, r)


class Row:
    """The entries of a row before column r, in it, and after it."""

    def __init__(self, proof):
        self.proof = proof
        self.pairs = proof.cite(
            "ghosh2009.lemma-5.5.negation#necessary", proof.parts(patterned(x, a, n, m))[-1](i), w=m
        )
        self.splits = []
        for body in (is_down, is_slack):
            self.splits += [proof.split(Sum(k, 0, m, body), r - 1), proof.split(Sum(k, r, m, body), r)]
        self.mechanism = proof.have(private(x, a, n, m))

    def sums(self, low, high, name, related, tight=None):
        """A relation of sums, from the relation of the terms, which a clause states for one entry."""
        each = self.proof.assuming(between(low, k, high))
        facts = [tight(each)] if tight else []
        return self.proof.termwise(k, low, high, related, each.cite(ME + name, *facts))

    def earlier(self, each):
        """(4) is tight in the columns before r, if (3) is not in column r."""
        return each.either(
            each.fact(self.pairs(k, r)),
            lambda p: p.have(falls(x, a, i, k)),
            lambda p: p.either(p.know(not_up), *[lambda c: c.contradiction(falls(x, a, i, k))] * 2),
        )

    def later(self, each):
        """(3) is tight in the columns after r, if (4) is not in column r."""
        return each.either(
            each.fact(self.pairs(r, k)),
            lambda p: p.either(p.know(not_down), *[lambda c: c.contradiction(rises(x, a, i, k))] * 2),
            lambda p: p.have(rises(x, a, i, k)),
        )


all_downs, all_slacks = downs(x, a, i, m), slacks(x, a, i, m)


def slacks_to(r):
    return row_slacks_before(x, a, i, r)


def positive_in(proof, row):
    return proof.cite("ghosh2009.section-5.z-columns#all-positive", i=row, k=0)


def not_up_facts(proof):
    here = Row(proof)
    before = [here.sums(0, r - 1, "entry-falls", f, here.earlier) for f in (is_down == is_other, is_slack == 0)]
    after = [proof.termwise(k, r + 1, m, 0 <= f) for f in (is_down, is_slack)]
    return [*before, *after, *here.splits, proof.split(Sum(k, 0, r, is_slack), r - 1)]


def not_down_facts(proof):
    here = Row(proof)
    after = [here.sums(r + 1, m, "entry-rises", f == 0, here.later) for f in (is_down, is_slack)]
    whole = proof.use(lemmas.sum_of_two(), low=0, high=r - 1, f=function(k, is_down), g=function(k, is_slack), t=1)
    most = here.sums(0, r - 1, "entry-most", is_down + Fraction(1) * is_slack <= is_other)
    least = proof.termwise(k, 0, r - 1, 0 <= is_slack)
    return [*after, whole, most, least, *here.splits, proof.split(Sum(k, 0, m, is_slack), r)]


@claim.clause("not-up", *row, not_up, first + 1 <= all_downs + all_slacks)
@claim.clause("not-up-slacks", *row, not_up, slacks_to(r) == 0)
def not_up_row(proof):
    return proof.qed(proof.cite(ME + "entry-not-up", k=r), *not_up_facts(proof))


@claim.clause("down", *row, down_here, first + 1 <= all_downs)
@claim.clause("down-slacks", *row, down_here, slacks_to(r + 1) == 0)
def down_row(proof):
    less = proof.have(a * x[i + 1, r] < x[i, r], positive_in(proof, i), factors=3)
    at = proof.cite(ME + "entry-falls", k=r)
    return proof.knowing(proof.have(not_up, less), lambda p: p.have(proof.goal, at, *not_up_facts(p)))


@claim.clause(
    "not-down",
    *(*row, not_down),
    all_downs <= first,
    kept={text(patterned(x, a, n, m)): "without the pattern, a ↓ may come later"},
)
@claim.clause("not-down-slacks", *row, not_down, slacks_to(r + 1) == all_slacks)
def not_down_row(proof):
    return proof.qed(*not_down_facts(proof))


@claim.clause("up", *row, up_here, all_downs + all_slacks <= first)
@claim.clause("up-slacks", *row, up_here, slacks_to(r) == all_slacks)
def up_row(proof):
    less = proof.have(a * x[i, r] < x[i + 1, r], positive_in(proof, i + 1), factors=3)
    at = proof.cite(ME + "entry-rises", k=r)
    return proof.knowing(proof.have(not_down, less), lambda p: p.have(proof.goal, at, *not_down_facts(p)))


# All rows, where s = z

matrix_with = (0 < a, a < 1, balanced(x, a, n))
whole = (*matrix_with, between(0, r, n), 0 < x[0, r], 0 <= i, i < n)


def so_far(k):
    return slacks_down_to(x, a, k, n)


@claim.clause("few", patterned(x, a, n, n), 0 <= i, i <= q + 1, q < n, so_far(q) <= so_far(i - 1) + (q - i + 1))
def few(proof):
    pattern = proof.parts(patterned(x, a, n, n))[-1]
    each = proof.assuming(between(i, k, q))
    one = each.cite("ghosh2009.lemma-5.6#one-slack", pattern(k), i=k, m=n)
    return proof.qed(proof.termwise(k, i, q, one), proof.split(unfold(so_far(q)), i - 1))


def counts(proof, name, *by, **terms):
    """The statements of the two clauses of this name about a row."""
    return proof.both(*(proof.cite(ME + each, *by, **terms) for each in (name, f"{name}-slacks")))


def row_counts(proof, *rows):
    """The number of ↓ in each of the rows, and T_k as a sum."""
    tight = [proof.cite("ghosh2009.corollary-5.7.chain#tight", k=row) for row in rows]
    return [*tight, *(proof.split(unfold(so_far(row)), row - 1) for row in rows)]


def is_up(row):
    return x[row, r] == a * x[row + 1, r]


def is_not_up(row):
    return x[row, r] != a * x[row + 1, r]


def falls_in(row):
    return x[row + 1, r] == a * x[row, r]


def falls_not_in(row):
    return x[row + 1, r] != a * x[row, r]


@claim.clause(
    "no-up-below",
    *(*whole, is_not_up(i), i <= q, q < n),
    is_not_up(q),
    kept={text(balanced(x, a, n)): "otherwise a ↑ may be below a ↓"},
)
def no_up_below(proof):
    above = counts(proof, "not-up", m=n)
    p = proof.otherwise()
    below = counts(p, "up", p.indirect(is_up(q)), i=q, m=n)
    return p.absurd(above, below, *row_counts(p, i, q), p.cite(ME + "few", q=q - 1))


@claim.clause(
    "down-below",
    *(*whole, falls_in(i), i <= q, q < n),
    falls_in(q),
    kept={"x[0,r] > 0": "not a Z-column; it also holds there"},
)
def down_below(proof):
    above = counts(proof, "down", m=n)
    p = proof.otherwise()
    below = counts(p, "not-down", i=q, m=n)
    return p.absurd(above, below, *row_counts(p, i, q), p.cite(ME + "few", i=i + 1))


def both_sides(proof, alternative, goal, fact):
    """The goal, from an inequality and the equation that it contradicts."""
    return proof.either(alternative, *[lambda p: p.contradiction(goal, fact)] * 2)


def slacks_until(q, r):
    return row_slacks_before(x, a, q, r)


def least(proof, r):
    """The S entries of the rows after i are ≥ 0 in number."""
    each = proof.assuming(between(i + 1, q, n - 1))
    term = each.have(0 <= slacks_until(q, r), each.termwise(k, 0, r - 1, 0 <= bit(slack(x, a, q, k))))
    return proof.termwise(q, i + 1, n - 1, term)


def most(proof):
    """A row has at most as many of them before a column as in all."""
    each = proof.assuming(between(0, q, i - 1))
    facts = []
    for column in (r, r + 1):
        rest = each.termwise(k, column, n, 0 <= bit(slack(x, a, q, k)))
        split = each.split(Sum(k, 0, n, bit(slack(x, a, q, k))), column - 1)
        term = each.have(slacks_until(q, column) <= slacks(x, a, q, n), rest, split)
        facts.append(proof.termwise(q, 0, i - 1, term))
    return facts


def split_at(proof, column, row):
    return proof.split(unfold(slacks_before(x, a, n, column)), row)


@claim.clause("up-row", *whole, is_up(i), i + 1 <= first_slack(x, a, n, r))
def up_rows(proof):
    each = proof.assuming(between(0, q, i))
    up = each.by_contradiction(
        is_up(q), lambda p: both_sides(p, p.cite(ME + "no-up-below", i=q, q=i), is_up(q), p.know(is_up(i)))
    )
    equal = counts(each, "up", up, i=q, m=n).parts()[-1]
    sums = proof.termwise(q, 0, i, equal)
    return proof.qed(
        counts(proof, "up", m=n),
        sums,
        least(proof, r),
        split_at(proof, r, i),
        *row_counts(proof, i),
        *slack_here(proof),
    )


def slack_here(proof):
    return [proof.have(0 <= slacks(x, a, i, n), proof.termwise(k, 0, n, 0 <= is_slack))]


@claim.clause("not-up-row", *whole, is_not_up(i), first_slack(x, a, n, r) <= i)
def not_up_rows(proof):
    each = proof.assuming(between(i, q, n - 1))
    none = counts(each, "not-up", each.cite(ME + "no-up-below"), i=q, m=n).parts()[-1]
    sums = proof.termwise(q, i, n - 1, none)
    return proof.qed(counts(proof, "not-up", m=n), sums, *most(proof), split_at(proof, r, i - 1), *row_counts(proof, i))


@claim.clause("down-row", *whole, falls_in(i), first_down(x, a, n, r) <= i)
def down_rows(proof):
    each = proof.assuming(between(i, q, n - 1))
    none = counts(each, "down", each.cite(ME + "down-below"), i=q, m=n).parts()[-1]
    sums = proof.termwise(q, i, n - 1, none)
    return proof.qed(
        counts(proof, "down", m=n),
        sums,
        *most(proof),
        split_at(proof, r + 1, i - 1),
        *row_counts(proof, i),
        *slack_here(proof),
    )


@claim.clause("not-down-row", *whole, falls_not_in(i), i + 1 <= first_down(x, a, n, r))
def not_down_rows(proof):
    each = proof.assuming(between(0, q, i))
    p = each.otherwise(falls_not_in(q))
    below = p.cite(ME + "down-below", p.indirect(falls_in(q)), i=q, q=i)
    equal = counts(
        each, "not-down", p.closed(both_sides(p, p.know(falls_not_in(i)), falls_not_in(q), below)), i=q, m=n
    ).parts()[-1]
    sums = proof.termwise(q, 0, i, equal)
    return proof.qed(
        counts(proof, "not-down", m=n), sums, least(proof, r + 1), split_at(proof, r + 1, i), *row_counts(proof, i)
    )


# The printed proof says zeros for entries S.
claim.printed_as(
    "zeros",
    *matrix_with,
    between(0, r, n),
    0 <= i,
    i < n,
    slack(x, a, i, r),
    x[i, r] == 0,
    at={"n": 1, "α": "1/2", "x": ((1, 0), (1, 0)), "i": 0, "r": 0},
    instead=("not-up-row", "not-down-row"),
)

# The step from row i-1+S_(i-1) to the next one supposes that C has a next one. A last column without S and ↓ has none.
claim.printed_as(
    "next-row",
    1 <= n,
    *matrix_with,
    between(0, r, n),
    0 < x[0, r],
    first_slack(x, a, n, r) < n,
    at={"n": 1, "α": "1/2", "x": (("2/3", "1/3"), ("1/3", "2/3")), "r": 1},
    instead="not-up-row",
)
