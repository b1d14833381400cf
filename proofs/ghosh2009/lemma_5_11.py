"""Lemma 5.11: a deterministic remap of G that induces an optimal vertex, read off its constraint matrix.

Let r be a column that is not a Z-column, with i such columns before it and s_i entries S. The remap sends the responses
i + S_(i-1) to i + S_i of G to r. To prove this, let T = G⁻¹·x. Above and below these rows of T, column r of x has two
consecutive ↑ or two consecutive ↓, and so T is 0 there. The intervals of two columns share no row. So every row of T,
whose sum is 1, has at most one entry that is
not 0, which is 1, and x = G·T. An optimal vertex without the columns of Lemma 5.9 does not contradict Theorem 3.1: its
user has another optimal vertex with these columns.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import (
    a_vertex,
    balanced,
    first_down,
    first_slack,
    induced_remap,
    row_slacks_before,
    slack,
    slacks,
    strict_user,
)

claim = Claim(
    "ghosh2009.lemma-5.11",
    "the remap of G that induces an optimal vertex",
    section="5",
    position=130,
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "Lemma 5.5 needs it"),
        **dict.fromkeys((f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "Lemma 5.5 needs it"),
        "x[0,r] > 0": "#empty is the other case",
    },
)

n, i, k, q, r = indices("n i k q r")
a = number("α")
x, loss = matrices("x loss")
(p,) = vectors("p")
ME = "ghosh2009.lemma-5.11#"
conditions = balanced(x, a, n)
given = (1 <= n, 0 < a, a < 1, conditions)
W = geometric_preimage(x, a, n)


def start(r):
    return first_slack(x, a, n, r)


def end(r):
    return first_down(x, a, n, r)


remap = induced_remap(x, a, n)


column = (*given, between(0, r, n), between(0, k, n))
nonzero = 0 < x[0, r]


def tight(proof, name, row):
    return proof.cite(f"ghosh2009.lemma-5.9#{name}", i=row).parts()[-1]


def bit(f):
    return as_number(If(f, 1, 0))


def least(proof, low, high):
    """S entries of a row in some columns are ≥ 0 in number."""
    return proof.termwise(k, low, high, 0 <= bit(slack(x, a, q, k)))


def row_before(r):
    return row_slacks_before(x, a, q, r)


@claim.clause("ends", *given, between(0, r, n), nonzero, (0 <= start(r)) & (start(r) <= end(r)) & (end(r) <= n))
def ends(proof):
    other, none = bit(0 < x[0, k]), bit(x[0, k] == 0)
    entries = proof.know(private(x, a, n, n)).parts()[-3]
    each = proof.assuming(between(0, k, n))
    term = other + Fraction(1) * none == 1

    def other_column(p):
        return p.decided(term, p.have(x[0, k] != 0))

    def z_column(p):
        return p.decided(term, p.indirect(x[0, k] == 0, entries(0, k)))

    all_columns = proof.termwise(k, 0, n, term, each.cases(term, (0 < x[0, k], other_column), (TRUE, z_column)))
    whole = proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(k, other), g=function(k, none), t=1)
    columns = [
        proof.split(Sum(k, 0, n, other), r - 1),
        proof.split(Sum(k, r, n, other), r),
        proof.termwise(k, r + 1, n, 0 <= other),
        proof.termwise(k, 0, r - 1, 0 <= other),
    ]
    row = proof.assuming(between(0, q, n - 1))
    first = row.have(0 <= row_before(r), least(row, 0, r - 1))
    second = row.have(row_before(r) <= row_before(r + 1), row.split(Sum(k, 0, r, bit(slack(x, a, q, k))), r - 1))
    third = row.have(
        row_before(r + 1) <= slacks(x, a, q, n),
        least(row, r + 1, n),
        row.split(Sum(k, 0, n, bit(slack(x, a, q, k))), r),
    )
    rows = [proof.termwise(q, 0, n - 1, f) for f in (first, second, third)]
    return proof.qed(all_columns, whole, *columns, *rows)


@claim.clause("apart", between(0, r, n), between(0, i, n), nonzero, r < i, end(r) + 1 <= start(i))
def apart(proof):
    other = bit(0 < x[0, k])
    columns = [
        proof.split(Sum(k, 0, i - 1, other), r - 1),
        proof.split(Sum(k, r, i - 1, other), r),
        proof.termwise(k, r + 1, i - 1, 0 <= other),
    ]
    row = proof.assuming(between(0, q, n - 1))
    split = row.split(Sum(k, 0, i - 1, bit(slack(x, a, q, k))), r)
    more = row.have(row_before(r + 1) <= row_before(i), least(row, r + 1, i - 1), split)
    return proof.qed(*columns, proof.termwise(q, 0, n - 1, more))


def none_inside(proof, *facts):
    """Row k of G⁻¹·x has a 0 in column r, for 0 < k < n, by its three entries of x."""
    three = proof.have(three_entries(x, a, k, r) == 0, *facts)
    square = (1 - a) * (1 - a)
    return proof.have(W[k, r] == 0, proof.use(lemmas.scaled_equation(), three, t=1 / square, α=three.says.args[0], β=0))


@claim.clause("above", *column, nonzero, k < start(r), W[k, r] == 0)
def above(proof):
    def last(p):
        return p.contradiction(proof.goal, p.cite(ME + "ends"))

    def first(p):
        return p.have(proof.goal, tight(p, "up", 0))

    def inner(p):
        return none_inside(p, tight(p, "up", k), tight(p, "up", k - 1))

    return proof.cases(proof.goal, (k == n, last), (k == 0, first), (TRUE, inner))


@claim.clause("below", *column, nonzero, end(r) + 1 <= k, W[k, r] == 0)
def below(proof):
    def first(p):
        return p.contradiction(proof.goal, p.cite(ME + "ends"))

    def last(p):
        return p.have(proof.goal, tight(p, "down", n - 1))

    def inner(p):
        return none_inside(p, tight(p, "down", k), tight(p, "down", k - 1))

    return proof.cases(proof.goal, (k == 0, first), (k == n, last), (TRUE, inner))


@claim.clause("empty", *column, x[0, r] <= 0, W[k, r] == 0)
def empty(proof):
    entries = proof.know(private(x, a, n, n)).parts()[-3]

    def zero(p, row):
        c = p.otherwise(x[row, r] <= 0)
        return p.indirect(
            x[row, r] == 0,
            entries(row, r),
            c.absurd(c.cite("ghosh2009.section-5.z-columns#all-positive", m=n, i=0, k=row)),
        )

    def inner(p):
        return none_inside(p, *(zero(p, row) for row in (k - 1, k, k + 1)))

    def end_row(row, other):
        return lambda p: p.have(proof.goal, p.have(x[row, r] - a * x[other, r] == 0, zero(p, row), zero(p, other)))

    return proof.cases(proof.goal, (k == 0, end_row(0, 1)), (k == n, end_row(n, n - 1)), (TRUE, inner))


map_entry = remap[k, r]


@claim.clause("preimage", *column, W[k, r] == map_entry)
def preimage(proof):
    def sent(p):
        each = p.assuming(between(0, q, n))
        alone = W[k, q] == If(q == r, W[k, q], 0)

        shown = each.cases(
            alone,
            (x[0, q] <= 0, lambda c: c.have(alone, c.cite(ME + "empty", r=q))),
            (q < r, lambda c: c.have(alone, c.cite(ME + "below", c.cite(ME + "apart", r=q, i=r), r=q))),
            (r < q, lambda c: c.have(alone, c.cite(ME + "above", c.cite(ME + "apart", i=q), r=q))),
            (TRUE, lambda c: c.have(alone)),
        )
        sums = p.termwise(q, 0, n, alone, shown)
        one = p.use(lemmas.one_term(), low=0, high=n, j=r, f=function(q, W[k, q]))
        rows = p.use(lemmas.preimage_rows(), m=n)
        return p.have(proof.goal, p.have(W[k, r] == 1, one, sums, rows))

    return proof.cases(
        proof.goal,
        (x[0, r] <= 0, lambda p: p.have(proof.goal, p.cite(ME + "empty"))),
        (expand(k < start(r)), lambda p: p.have(proof.goal, p.cite(ME + "above"))),
        (expand(end(r) + 1 <= k), lambda p: p.have(proof.goal, p.cite(ME + "below"))),
        (TRUE, sent),
    )


@claim.clause(
    "induced",
    *given,
    between(0, i, n),
    between(0, r, n),
    Sum(k, 0, n, geometric_mechanism(n, a)[i, k] * map_entry) == x[i, r],
)
def induced(proof):
    G = geometric_mechanism(n, a)
    inverse = proof.use(lemmas.geometric_inverse())
    each = proof.assuming(between(0, k, n))
    related = G[i, k] * W[k, r] == G[i, k] * map_entry
    entry = each.cite(ME + "preimage")
    terms = proof.termwise(
        k, 0, n, related, each.use(lemmas.scaled_equation(), entry, t=G[i, k], α=W[k, r], β=map_entry)
    )
    return proof.have(terms.says.args[1] == x[i, r], terms, inverse)


@claim.clause("remap", *given, stochastic(remap, n, n))
def is_remap(proof):
    row = proof.assuming(between(0, k, n))
    cell = row.assuming(between(0, r, n))
    terms = row.termwise(r, 0, n, W[k, r] == map_entry, cell.cite(ME + "preimage"))
    rows = row.use(lemmas.preimage_rows(), m=n)
    return proof.qed(proof.all(row.have(terms.says.args[1] == 1, terms, rows), k, between(0, k, n)))


level = (1 <= n, 0 < a, a < 1)
vertex = (optimal(x, p, loss, a, n, n), a_vertex(x, a, n, n))


@claim.clause("derivable", *given, derivable(x, a, n, n))
def is_derivable(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, n)).cite(ME + "induced")
    every = proof.every((i, 0, n), (r, 0, n), cell)
    return proof.witness(proof.goal, remap, proof.cite(ME + "remap"), every)


claim.clause("optimal", *level, strict_user(p, loss, n), *vertex, derivable(x, a, n, n))(
    lambda proof: proof.cite(ME + "derivable", proof.cite("ghosh2009.lemma-5.9#optimal"))
)

claim.printed_as(
    "every-user",
    *level,
    prior(p, n),
    monotone(loss, n, n),
    *vertex,
    derivable(x, a, n, n),
    at={
        "n": 2,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
    instead="optimal",
)
