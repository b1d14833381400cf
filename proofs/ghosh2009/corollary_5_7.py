"""Corollary 5.7: the constraint matrix has at least as many S entries as Z-columns.

Let D_k be the number of ↓ in row k, and T_k the number of S in the rows 0 to k. By Lemma 5.4, row 0 has an entry that
is not ↑, so D_0 + T_0 ≥ 1. The last row has an entry that is not ↓, so D_(n-1) ≤ n - z. By Lemma 5.6, D_k + T_k grows
by at least 1 from row to row. So n ≤ D_(n-1) + s ≤ n - z + s.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import (
    a_vertex,
    down,
    downs,
    patterned,
    slack,
    slacks,
    slacks_down_to,
    strict_user,
    zero_columns,
)

claim = Claim(
    "ghosh2009.corollary-5.7",
    "at least as many S entries as Z-columns",
    section="5",
    position=90,
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "Lemma 5.5 needs it"),
        **dict.fromkeys((f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "Lemma 5.5 needs it"),
    },
)

n, m, i, k, r = indices("n m i k r")
a = number("α")
x, loss = matrices("x loss")
(p,) = vectors("p")
mechanism = (0 < a, a < 1, private(x, a, n, m))


def bit(f):
    return as_number(If(f, 1, 0))


def two(proof, first, second):
    """The sum of first + second over the columns k, in two."""
    return proof.use(lemmas.sum_of_two(), low=0, high=m, f=function(k, first), g=function(k, second), t=1)


@claim.clause("first-row", *mechanism, 0 <= i, i < n, 1 <= downs(x, a, i, m) + slacks(x, a, i, m))
def first_row(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    some = proof.cite("ghosh2009.lemma-5.4#not-all-up")
    mark, below, other = bit(k == r), bit(down(x, a, i, k)), bit(slack(x, a, i, k))
    term = mark <= below + Fraction(1) * other
    proof.let(some, r)
    each = proof.assuming(between(0, k, m))

    def here(q):
        there = q.have(a * x[i + 1, k] < x[i, k]), q.have(0 < x[i, k], nonneg(i + 1, r))

        def tight(c):
            return c.decided(term, *there, c.have(0 < x[i + 1, k], there[1]))

        def loose(c):
            return c.decided(term, there[0], c.have(a * x[i, k] < x[i + 1, k], near(i, k)))

        return q.cases(term, (x[i + 1, k] == a * x[i, k], tight), (TRUE, loose))

    shown = each.cases(term, (k == r, here), (TRUE, lambda q: q.have(term)))
    marks = proof.telescope(k, 0, m, mark, lambda v: If(v <= r, 0, 1))
    return proof.have(
        proof.goal,
        proof.termwise(k, 0, m, term, proof.all(shown, k, between(0, k, m))(k)),
        marks,
        two(proof, below, other),
    )


@claim.clause("last-row", *mechanism, 0 <= i, i < n, downs(x, a, i, m) <= m - zero_columns(x, m))
def last_row(proof):
    nonneg = proof.parts(private(x, a, n, m))[-3]
    some = proof.cite("ghosh2009.lemma-5.4#not-all-down")
    mark, below, nothing = bit(k == r), bit(down(x, a, i, k)), bit(x[0, k] == 0)
    both = below + Fraction(1) * nothing
    term = both + Fraction(1) * mark <= 1
    less = proof.have(a * x[i, r] < x[i + 1, r], proof.let(some, r))
    each = proof.assuming(between(0, k, m))

    def positive(c, row):
        return c.have(x[0, k] != 0, c.cite("ghosh2009.section-5.z-columns#all-positive", i=0, k=row, r=k))

    def here(q):
        there = q.have(x[i + 1, k] != a * x[i, k], q.have(a * x[i, k] < x[i + 1, k], less))
        q.remember(q.have(0 < x[i + 1, k], less, nonneg(i, r)))
        return q.decided(term, there, positive(q, i + 1))

    def elsewhere(q):
        return q.cases(term, (0 < x[i, k], lambda c: c.decided(term, positive(c, i))), (TRUE, lambda c: c.have(term)))

    shown = each.cases(term, (k == r, here), (TRUE, elsewhere))
    marks = proof.telescope(k, 0, m, mark, lambda v: If(v <= r, 0, 1))
    total = proof.termwise(k, 0, m, term, proof.all(shown, k, between(0, k, m))(k))
    return proof.have(proof.goal, total, marks, two(proof, both, mark), two(proof, below, nothing))


s, z = slacks_down_to(x, a, n - 1, n), zero_columns(x, n)


@claim.clause("patterns", 1 <= n, 0 < a, a < 1, patterned(x, a, n, n), z <= s)
def patterns(proof):
    return proof.qed(*(proof.cite(f"ghosh2009.corollary-5.7.chain#{name}", k=n - 1) for name in ("lower", "upper")))


level, best = (1 <= n, 0 < a, a < 1), optimal(x, p, loss, a, n, n)


@claim.clause("optimal-patterns", *level, strict_user(p, loss, n), best, patterned(x, a, n, n))
def optimal_patterns(proof):
    row = proof.assuming(between(0, i, n - 1)).cite("ghosh2009.lemma-5.5.hypotheses#pattern")
    return proof.qed(proof.all(row, i, between(0, i, n - 1)))


@claim.clause("optimal", *level, strict_user(p, loss, n), best, z <= s)
def of_optimal(proof):
    return proof.cite("ghosh2009.corollary-5.7#patterns", proof.cite("ghosh2009.corollary-5.7#optimal-patterns"))


claim.printed_as(
    "every-user",
    *level,
    prior(p, n),
    monotone(loss, n, n),
    best,
    a_vertex(x, a, n, n),
    z <= s,
    at={
        "n": 2,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
    instead="optimal",
)
