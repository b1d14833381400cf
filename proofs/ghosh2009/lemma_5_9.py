"""Lemma 5.9: the columns of the constraint matrix of an optimal vertex.

Let the rows have the pattern of Lemma 5.5, and let s = z. Let r be a column that is not a Z-column, with i such columns
before it. Column r begins with i + S_(i-1) times ↑, goes on with s_i times S and ends with ↓. By `lemma_5_9_count`, row
k has ↑ there if and only if k < i + S_(i-1), and ↓ if and only if i + S_i ≤ k; the rows between have S.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import a_vertex, balanced, down, first_down, first_slack, slack, strict_user, up

claim = Claim(
    "ghosh2009.lemma-5.9",
    "the columns of an optimal vertex's constraint matrix",
    section="5",
    position=110,
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "Lemma 5.5 needs it"),
        **dict.fromkeys((f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "Lemma 5.5 needs it"),
    },
)

n, i, r = indices("n i r")
a = number("α")
x, loss = matrices("x loss")
(p,) = vectors("p")
conditions = balanced(x, a, n)
column = (between(0, r, n), 0 < x[0, r], 0 <= i, i < n)
whole = (1 <= n, 0 < a, a < 1, conditions, *column)
start, end = first_slack(x, a, n, r), first_down(x, a, n, r)
tight_up, tight_down = x[i, r] == a * x[i + 1, r], x[i + 1, r] == a * x[i, r]


def positive(proof):
    """Both entries are, because the column is not a Z-column."""
    return [
        proof.cite("ghosh2009.section-5.z-columns#all-positive", private(x, a, n, n), m=n, i=row, k=0)
        for row in (i, i + 1)
    ]


def counted(name):
    return lambda proof: proof.cite(f"ghosh2009.lemma-5.9.count#{name}")


@claim.clause("up", *whole, i < start, up(x, a, i, r))
def first_rows(proof):
    p = proof.otherwise(tight_up)
    return proof.qed(*positive(proof), p.absurd(counted("not-up-row")(p)))


@claim.clause("down", *whole, end <= i, down(x, a, i, r))
def last_rows(proof):
    p = proof.otherwise(tight_down)
    return proof.qed(*positive(proof), p.absurd(counted("not-down-row")(p)))


@claim.clause("slack", *whole, start <= i, i < end, slack(x, a, i, r))
def rows_between(proof):
    near = proof.know(private(x, a, n, n)).parts()[-1](i, r)
    sides = []
    for less, tight, name in (
        (a * x[i, r] < x[i + 1, r], tight_down, "down-row"),
        (a * x[i + 1, r] < x[i, r], tight_up, "up-row"),
    ):

        def otherwise(p, less=less, tight=tight, name=name):
            return p.contradiction(less, p.cite(f"ghosh2009.lemma-5.9.count#{name}", p.indirect(tight, near)))

        sides.append(proof.by_contradiction(less, otherwise))
    return proof.qed(*sides)


level = (1 <= n, 0 < a, a < 1)
vertex = (optimal(x, p, loss, a, n, n), a_vertex(x, a, n, n))


@claim.clause("optimal", *level, strict_user(p, loss, n), *vertex, conditions)
def of_optimal(proof):
    patterns = proof.cite("ghosh2009.corollary-5.7#optimal-patterns")
    return proof.qed(patterns, proof.cite("ghosh2009.lemma-5.8#optimal"))


claim.printed_as(
    "every-user",
    *level,
    prior(p, n),
    monotone(loss, n, n),
    *vertex,
    *column,
    end <= i,
    down(x, a, i, r),
    at={
        "n": 2,
        "i": 1,
        "r": 0,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
    instead=("up", "slack", "down", "optimal"),
)
