"""Lemma 5.5, the start of its proof: the negation of the row pattern.

In the pattern, some column j has (4) tight before it and (3) tight after it. Of any two columns l < m, l is before j or
m is after j. Conversely, let j be the first column in which (4) is not tight: then (3) is tight in all later columns.
Two neighbouring columns are enough. Go from a column where (4) is not tight to a column where (3) is not tight. Some
step goes from the first kind to the second.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import falls, ordered, rises, row_pattern

claim = Claim("ghosh2009.lemma-5.5.negation", "when a row lacks the pattern of Lemma 5.5", section="5", position=71)

i, j, k, l, m, w = indices("i j k l m w")  # noqa: E741 (l and m are the paper's two columns)
a, x = number("α"), matrix("x")
pairs = ordered(x, a, i, w)
pattern = row_pattern(x, a, i, w)


@claim.clause("necessary", pattern, pairs)
def necessary(proof):
    def at(p, tight):
        pair = p.assuming(0 <= l, l < m, m <= w)
        goal = falls(x, a, i, l) | rises(x, a, i, m)
        side = pair.have(goal, cases=[l < j, j <= l])
        return p.all(p.all(side, m, l < m, m <= w), l, between(0, l, w))

    return proof.qed(proof.obtain(proof.know(pattern), j, at))


@claim.clause("sufficient", 0 <= w, pairs, pattern)
def sufficient(proof):
    some = Some(j, between(0, j, w), x[i + 1, j] != a * x[i, j])

    def first(p, found):
        here, earlier = found.parts()[-2:]
        before = p.assuming(between(0, k, j - 1))
        below = before.have(falls(x, a, i, k), before.indirect(x[i + 1, k] == a * x[i, k], earlier(k)))
        after = p.assuming(between(j + 1, k, w))
        side = after.fact(p.know(pairs)(j, k))
        above = after.either(side, lambda q: q.have(rises(x, a, i, k), here), lambda q: q.have(rises(x, a, i, k)))
        return p.witness(pattern, j, below, above)

    def exists(p):
        return p.obtain(p.fact(core.least_index(p.know(some).theorem)), j, first)

    def none(p):
        each = p.assuming(between(0, k, w - 1))
        tight = each.have(falls(x, a, i, k), each.indirect(x[i + 1, k] == a * x[i, k], p.know(~some)(k)))
        return p.witness(pattern, w, tight)

    return proof.cases(pattern, (some, exists), (TRUE, none))


positive = All(k, between(0, k, w), 0 < x[i, k])


def breaks(before, after):
    """(4) is not tight in the first column, and (3) is not tight in the second."""
    return (x[i + 1, before] != a * x[i, before]) & (x[i, after] != a * x[i + 1, after])


@claim.clause(
    "side-by-side",
    0 < a,
    a < 1,
    positive,
    0 <= l,
    l < m,
    m <= w,
    breaks(l, m),
    Some(j, between(l, j, m - 1), breaks(j, j + 1)),
    kept={
        "0 < α": KEPT["0 < α"],
        text(positive): "a Z between l and m is a counterexample",
        "m ≤ w": "x is positive up to w",
    },
)
def side_by_side(proof):
    def found(m):
        return Some(j, between(l, j, m - 1), breaks(j, j + 1))

    def goal(m):
        return (m <= w) >> ((x[i, m] != a * x[i + 1, m]) >> found(m))

    def here(p, at):
        return p.witness(found(at + 1), at)

    base = proof.assuming(l + 1 <= w, x[i, l + 1] != a * x[i + 1, l + 1])
    first = base.imply(l + 1 <= w, base.imply(x[i, l + 1] != a * x[i + 1, l + 1], here(base, l)))

    def step(p, before):
        q = p.assuming(k + 1 <= w, x[i, k + 1] != a * x[i + 1, k + 1])

        def falling(c):
            # Then (3) is not tight here, since α·α < 1.
            above = c.have(x[i, k] != a * x[i + 1, k], factors=3)
            there = c.detach(c.detach(before), above)
            return c.obtain(there, j, lambda w, got: w.witness(found(k + 1), j))

        shown = q.cases(found(k + 1), (x[i + 1, k] == a * x[i, k], falling), (TRUE, lambda c: here(c, k)))
        return p.imply(k + 1 <= w, q.imply(x[i, k + 1] != a * x[i + 1, k + 1], shown))

    return proof.detach(proof.detach(proof.induction(goal(k), k, l + 1, [first], step).with_(k=m)))
