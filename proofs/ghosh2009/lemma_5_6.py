"""Lemma 5.6: from row to row of the constraint matrix the number of ↓ grows, or the lower row has an S.

The proof does not need optimality. It needs an α-private mechanism for which rows i and i+1 of the constraint matrix
have the pattern of Lemma 5.5. Let j be the first column of row i that is not ↓. If column j of row i+1 were ↑, row i+2
would sum to more than 1. So it is ↓ or S, and by the pattern all columns before it are ↓ or Z: row i+1 has the ↓ of row
i, and one ↓ or S more.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import (
    a_vertex,
    down,
    downs,
    falls,
    ordered,
    pattern_at,
    rises,
    row_pattern,
    slack,
    slacks,
    strict_user,
)

claim = Claim(
    "ghosh2009.lemma-5.6",
    "one more ↓ from row to row",
    section="5",
    position=80,
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "Lemma 5.5 needs it"),
        **dict.fromkeys((f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "Lemma 5.5 needs it"),
    },
)

n, m, i, j, k = indices("n m i j k")
a = number("α")
x, loss = matrices("x loss")
(p,) = vectors("p")
mechanism = (0 < a, a < 1, private(x, a, n, m), 0 <= i, i < n - 1)
two_rows = explained(
    "rows {2}, {2}+1 of C_({0},{1}) turn at {3} in {{0..{4}}}",
    (x, a, i, j, m),
    pattern_at(x, a, i, j, m) & ordered(x, a, i + 1, m),
)
at_column = (two_rows(x, a, i, j, m), between(0, j, m), a * x[i, j] < x[i + 1, j])


@claim.clause(
    "column",
    *(*mechanism, *at_column),
    a * x[i + 2, j] < x[i + 1, j],
    kept={
        "∀k with j+1 ≤ k ≤ m: x[i,k] = α·x[i+1,k]": "the pattern of row i; it also holds without",
        text(ordered(x, a, i + 1, m)): "otherwise column j may be ↑",
        text(at_column[-1]): "false in a Z-column",
    },
)
def column(proof):
    nonneg, ones, near = proof.parts(private(x, a, n, m))[-3:]
    p = proof.otherwise()
    tight = p.indirect(x[i + 1, j] == a * x[i + 2, j], near(i + 1, j))
    positive = p.have(0 < x[i + 1, j], nonneg(i, j))
    later = p.cite("ghosh2009.lemma-5.6.worst-case#later-columns", tight, positive)
    columns = p.assuming(between(0, k, j - 1))
    least = p.all(columns.have(a * x[i + 1, k] <= x[i + 2, k], near(i + 1, k)), k, between(0, k, j - 1))
    facts = later, least, ones(i), ones(i + 1), near(i, j)
    above_one = p.cite("ghosh2009.lemma-5.6.worst-case#above-one", *facts)
    positive = p.have(0 < (1 - a) * (1 - a) / a)
    return p.absurd(above_one, positive, ones(i + 2))


lower = downs(x, a, i + 1, m) + slacks(x, a, i + 1, m)


@claim.clause(
    "with-column",
    *(*mechanism, *at_column),
    downs(x, a, i, m) + 1 <= lower,
    kept={
        "∀k with 0 ≤ k ≤ j-1: x[i+1,k] = α·x[i,k]": "S ↓ S above ↓ ↑ ↑ is a counterexample",
        text(at_column[-1]): "j is the first column that is not ↓; #counts is without j",
    },
)
def with_column(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    after = proof.parts(pattern_at(x, a, i, j, m))[-1]
    not_up = proof.cite("ghosh2009.lemma-5.6#column")
    pairs = proof.know(unfold(ordered(x, a, i + 1, m)))
    above, mark = If(down(x, a, i, k), 1, 0), If(k == j, 1, 0)
    below, other = If(down(x, a, i + 1, k), 1, 0), If(slack(x, a, i + 1, k), 1, 0)
    term = above + Fraction(1) * mark <= below + Fraction(1) * other
    each = proof.assuming(between(0, k, m))

    x_0, x_1, x_2 = x[i, k], x[i + 1, k], x[i + 2, k]

    def earlier(p):
        # ↓ or Z in both rows, as (3) is not tight in column j of row i+1.
        tight = p.either(
            p.fact(pairs(k, j)),
            lambda q: q.have(x_2 == a * x_1),
            lambda q: q.contradiction(x_2 == a * x_1, not_up),
        )

        def positive(q):
            second = q.have(0 < x_1)
            return q.decided(term, second, tight, q.have(0 < x_2, tight, second))

        return p.cases(term, (0 < x_0, positive), (TRUE, lambda q: q.have(term)))

    def later(p):
        # ↑ or Z in row i, and so not ↓.
        def positive(q):
            return q.decided(term, q.have(x_1 != a * x_0, q.have(a * x_0 < x_1, after(k), factors=3)))

        return p.cases(term, ((0 < x_0) & (0 < x_1), positive), (TRUE, lambda q: q.have(term)))

    def here(p):
        # Not ↓ in row i, and ↓ or S in row i+1.
        facts = p.have(x_1 != a * x_0, a * x_0 < x_1), p.have(0 < x_1, nonneg(i, k))
        less = p.have(a * x_2 < x_1, not_up)

        def slack_there(q):
            return q.decided(term, *facts, less, q.have(a * x_1 < x_2, near(i + 1, k)))

        def down_there(q):
            return q.decided(term, *facts, q.have(0 < x_2, facts[1]))

        return p.cases(term, (x_2 == a * x_1, down_there), (TRUE, slack_there))

    terms = proof.all(each.cases(term, (k < j, earlier), (j < k, later), (TRUE, here)), k, between(0, k, m))
    sums = [
        proof.use(lemmas.sum_of_two(), low=0, high=m, f=function(k, as_number(f)), g=function(k, as_number(g)), t=1)
        for f, g in ((above, mark), (below, other))
    ]
    marks = proof.telescope(k, 0, m, mark, lambda v: If(v <= j, 0, 1))
    return proof.qed(proof.termwise(k, 0, m, term, terms(k)), *sums, marks)


patterns = (row_pattern(x, a, i, m), row_pattern(x, a, i + 1, m))


@claim.clause("counts", *mechanism, *patterns, downs(x, a, i, m) + 1 <= lower)
def counts(proof):
    # The first column of row i that is not ↓: there is one, by Lemma 5.4.
    some = proof.cite("ghosh2009.lemma-5.4#not-all-down")
    pairs = proof.cite("ghosh2009.lemma-5.5.negation#necessary", w=m)
    below = proof.cite("ghosh2009.lemma-5.5.negation#necessary", i=i + 1, w=m)
    here, earlier = proof.let(proof.fact(core.least_index(some.theorem)), j).parts()[-2:]
    before, after = proof.assuming(between(0, k, j - 1)), proof.assuming(between(j + 1, k, m))
    down_before = before.have(falls(x, a, i, k), before.indirect(x[i + 1, k] == a * x[i, k], earlier(k)))
    up_after = after.either(
        after.fact(pairs(j, k)),
        lambda q: q.contradiction(rises(x, a, i, k), here),
        lambda q: q.have(rises(x, a, i, k)),
    )
    columns = proof.all(down_before, k, between(0, k, j - 1)), proof.all(up_after, k, between(j + 1, k, m))
    first = proof.have(pattern_at(x, a, i, j, m), *columns)
    return proof.cite("ghosh2009.lemma-5.6#with-column", proof.have(two_rows(x, a, i, j, m), first, below), here)


@claim.clause("one-slack", row_pattern(x, a, i, m), slacks(x, a, i, m) <= 1)
def one_slack(proof):
    x_0, x_1 = x[i, k], x[i + 1, k]
    before, after = proof.let(proof.know(row_pattern(x, a, i, m)), j).parts()[-2:]
    term = as_number(If(slack(x, a, i, k), 1, 0)) <= as_number(If(k == j, 1, 0))
    each = proof.assuming(between(0, k, m)).cases(
        term,
        (k < j, lambda q: q.decided(term, q.have(x_1 <= a * x_0, before(k)))),
        (j < k, lambda q: q.decided(term, q.have(x_0 <= a * x_1, after(k)))),
        (TRUE, lambda q: q.have(term)),
    )
    marks = proof.telescope(k, 0, m, If(k == j, 1, 0), lambda v: If(v <= j, 0, 1))
    return proof.have(proof.goal, proof.termwise(k, 0, m, term, proof.all(each, k, between(0, k, m))(k)), marks)


@claim.clause(
    "at-least-as-many",
    *(*mechanism, *patterns),
    downs(x, a, i, m) <= downs(x, a, i + 1, m),
    kept={
        text(private(x, a, n, m)): "Lemma 5.4 needs it",
        text(patterns[0]): "S ↓ ↓ S above ↓ ↑ ↑ ↑ is a counterexample",
    },
)
def at_least_as_many(proof):
    return proof.qed(proof.cite("ghosh2009.lemma-5.6#counts"), proof.cite("ghosh2009.lemma-5.6#one-slack", i=i + 1))


claim.clause(
    "one-more", *mechanism, *patterns, slacks(x, a, i + 1, m) == 0, downs(x, a, i, m) + 1 <= downs(x, a, i + 1, m)
)(lambda proof: proof.qed(proof.cite("ghosh2009.lemma-5.6#counts")))

best = (optimal(x, p, loss, a, n, n), 0 <= i, i < n - 1)
grows = downs(x, a, i, n) + 1 <= downs(x, a, i + 1, n) + slacks(x, a, i + 1, n)


@claim.clause("optimal", 0 < a, a < 1, strict_user(p, loss, n), *best, grows)
def of_optimal(proof):
    rows = (proof.cite("ghosh2009.lemma-5.5.hypotheses#pattern", i=row) for row in (i, i + 1))
    return proof.cite("ghosh2009.lemma-5.6#counts", *rows, *proof.parts(optimal(x, p, loss, a, n, n))[:1], m=n)


claim.printed_as(
    "every-user",
    0 < a,
    a < 1,
    prior(p, n),
    monotone(loss, n, n),
    *best,
    a_vertex(x, a, n, n),
    grows,
    at={
        "n": 2,
        "i": 0,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
    instead="optimal",
)
