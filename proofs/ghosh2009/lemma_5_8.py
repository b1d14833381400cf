"""Lemma 5.8: the constraint matrix of an optimal vertex has as many S entries as Z-columns.

s ≤ z holds at every vertex, since it has at most n+1 blocks (`lemma_5_8_blocks`): each S begins one, and so does each
of the n+1-z columns that are not Z-columns. So there are at least (n+1)(n-z) arrows; the paper's proof needs them to be
independent. (It overlooks that the privacy constraints in Z-columns are tight as well; they follow from the entries 0
and don't count.)
s ≥ z is Corollary 5.7, and fails with it.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import (
    a_vertex,
    downs,
    patterned,
    slack,
    slacks_down_to,
    strict_user,
    ups,
    zero_columns,
)

claim = Claim(
    "ghosh2009.lemma-5.8",
    "as many S entries as Z-columns",
    section="5",
    position=100,
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "Lemma 5.5 needs it"),
        **dict.fromkeys((f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "Lemma 5.5 needs it"),
    },
)

n, h, i, k = indices("n h i k")
a = number("α")
x, loss = matrices("x loss")
(p,) = vectors("p")
s, z = slacks_down_to(x, a, n - 1, n), zero_columns(x, n)
vertex = (1 <= n, 0 < a, a < 1, a_vertex(x, a, n, n))
arrows = Sum(i, 0, n - 1, downs(x, a, i, n) + ups(x, a, i, n))


@claim.clause("vertex", *vertex, s <= z)
def at_vertices(proof):
    """The blocks are z fewer than the n+1 columns and s more, and at most n+1."""
    proof.remember(proof.have(private(x, a, n, n)))
    few = proof.cite("ghosh2009.lemma-5.8.blocks#few", m=n)
    entry = as_number(If(slack(x, a, h, k), 1, 0))
    begins, empty = (as_number(If(f, 1, 0)) for f in (0 < x[0, k], x[0, k] == 0))
    each = proof.assuming(between(0, k, n))
    nonnegative = each.parts(private(x, a, n, n))[-3](0, k)
    ones = each.cases(
        begins + Fraction(1) * empty == 1,
        (0 < x[0, k], lambda p: p.decided(begins + Fraction(1) * empty == 1, p.have(x[0, k] != 0))),
        (TRUE, lambda p: p.decided(begins + Fraction(1) * empty == 1, p.indirect(x[0, k] == 0, nonnegative))),
    )
    inside = Sum(h, 0, n - 1, entry)
    return proof.qed(
        few,
        proof.termwise(k, 0, n, begins + inside == begins + Fraction(1) * inside),
        proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(k, begins), g=function(k, inside), t=1),
        proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(k, begins), g=function(k, empty), t=1),
        proof.termwise(k, 0, n, ones),
        proof.exchange(Sum(h, 0, n - 1, Sum(k, 0, n, entry))),
    )


@claim.clause("arrows-needed", *vertex, (n + 1) * (n - z) <= arrows)
def arrows_needed(proof):
    count = proof.cite("ghosh2009.lemma-5.8.counting#arrows", private(x, a, n, n))
    return proof.qed(proof.cite("ghosh2009.lemma-5.8#vertex"), count)


@claim.clause("patterns", *vertex, patterned(x, a, n, n), s == z)
def patterns(proof):
    bounds = proof.cite("ghosh2009.lemma-5.8#vertex"), proof.cite("ghosh2009.corollary-5.7#patterns")
    return proof.indirect(proof.goal, *bounds)


level, best = (1 <= n, 0 < a, a < 1), optimal(x, p, loss, a, n, n)

claim.clause("optimal", *level, strict_user(p, loss, n), best, a_vertex(x, a, n, n), s == z)(
    lambda proof: proof.cite("ghosh2009.lemma-5.8#patterns", proof.cite("ghosh2009.corollary-5.7#optimal-patterns"))
)

claim.printed_as(
    "every-user",
    *level,
    prior(p, n),
    monotone(loss, n, n),
    best,
    a_vertex(x, a, n, n),
    s == z,
    at={
        "n": 2,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
    instead="optimal",
)
