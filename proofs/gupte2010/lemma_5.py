"""Lemma 5: adjacent rows of a mechanism that is least in (L, L') have the pattern; so some optimal mechanism has it.

Let x be least in (L, L'). If it broke the pattern in rows i and i+1, there would be columns j < k with α·x_ij <
x_(i+1)j and α·x_(i+1)k < x_ik. For i ≤ (j+k)/2 the step moves δ·x_sk from column k to column j in all rows s ≤ i.
Otherwise it moves δ·x_sj from column j to column k in all rows s > i. For a small δ > 0 the result is private, L does
not grow, and L' falls. Each part is a claim of its own; so are the levels α = 0 and α = 1.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import (
    best_lexicographic,
    breaks_pattern,
    first_step,
    improves,
    lexicographically_optimal,
    loses_no_more,
    minimax_optimal,
    second_step,
)

claim = Claim("gupte2010.lemma-5", "the row pattern of a lexicographic optimum", section="4.2", position=10, kept=KEPT)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, d = number("α"), number("δ")
x, l = matrices("x l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
step_1, step_2 = first_step(x, d, i, j, k), second_step(x, d, i, j, k)
gap_j, gap_k = x[i + 1, j] - a * x[i, j], x[i, k] - a * x[i + 1, k]
broken = breaks_pattern(x, a, i, j, k, n, m)
given = (monotone(l, n, m), broken)


def better(y):
    return Some(d, 0 < d, d <= 1, improves(y, x, l, S, a, n, m))


def smaller(t, u):
    return If(t <= u, t, u)


def small(proof, step, **entries):
    """Return the goal, which the step shows for a δ that is small enough for these entries."""
    inner = proof.opening(broken)
    bound = inner.cite(
        "gupte2010.lemma-5.privacy-of-step#small-enough", entry(inner, i, j), entry(inner, i + 1, k), **entries
    )

    return proof.fact(inner.obtain(bound, d, lambda p, bounds: p.witness(proof.goal, d, *step(p, bounds))))


def entry(proof, row, column):
    return proof.parts(private(x, a, n, m))[-3](row, column)


def rows(p, y, of):
    """Return that y loses no more, from the claim of that name about one row."""

    each = All(
        s,
        between(0, s, n) & S[s],
        Some(r, between(0, r, n) & S[r], expected_loss(l, y, m, s) <= expected_loss(l, x, m, r)),
    )
    q = p.inside(each)
    return q.closed(q.witness(q.goal, s, q.cite(f"gupte2010.lemma-5.{of}#no-more")))


@claim.clause(
    "first-case", *given, 2 * i <= j + k, better(step_1), witnesses={"δ": smaller(gap_j / a, gap_k) / x[i, k]}
)
def first_case(proof):
    def step(p, bounds):
        p.remember(p.cite("gupte2010.lemma-5.privacy-of-step#positive"))
        others = p.cite("gupte2010.lemma-5.privacy-of-step#other-two")
        stays = p.cite("gupte2010.lemma-5.changed-elements#private", others)
        return stays, rows(p, step_1, "loss"), p.cite("gupte2010.lemma-5.loss#strictly")

    return small(proof, step, p=x[i, j], q=x[i, k], u=x[i + 1, j], v=x[i + 1, k])


@claim.clause(
    "second-case", *given, j + k < 2 * i, better(step_2), witnesses={"δ": smaller(gap_k / a, gap_j) / x[i + 1, j]}
)
def second_case(proof):
    def step(p, bounds):
        p.remember(p.cite("gupte2010.lemma-5.second-case#positive"))
        stays = p.cite("gupte2010.lemma-5.second-case#private")
        return stays, rows(p, step_2, "second-case"), p.cite("gupte2010.lemma-5.second-case#strictly")

    return small(proof, step, p=x[i + 1, k], q=x[i + 1, j], u=x[i, k], v=x[i, j])


least = lexicographically_optimal(x, l, S, a, n, n)


@claim.clause("pattern", 0 < a, a < 1, monotone(l, n, n), least, 0 <= i, i < n, lemma_5_pattern(x, a, i, n))
def pattern(proof):
    goal, best = proof.goal, proof.parts(least)[-1]

    def impossible(p, case, y):
        """Return the goal, since the step of the case would be better than x."""
        p.let(p.cite(f"gupte2010.lemma-5#{case}", m=n), d)
        stays, no_more = p.know(private(y, a, n, n)), p.know(loses_no_more(y, x, l, S, n, n))
        p.remember(stays, no_more)
        return p.contradiction(goal, p.detach(best(y).parts()[-1]))

    def columns(p, _):
        return p.cases(
            goal,
            (2 * i <= j + k, lambda q: impossible(q, "first-case", step_1)),
            (TRUE, lambda q: impossible(q, "second-case", step_2)),
        )

    def pair(p, found):
        return p.obtain(found.parts()[-1], k, columns)

    pairs = Some(j, between(0, j, n), Some(k, j < k, k <= n, (a * x[i, j] < x[i + 1, j]) & (a * x[i + 1, k] < x[i, k])))
    return proof.cases(
        goal,
        (pairs, lambda p: p.obtain(p.know(pairs), j, pair)),
        (TRUE, lambda p: p.cite("gupte2010.lemma-5.contradiction-hypothesis#otherwise", m=n)),
    )


(e,) = vectors("e")
weights = function(i, If(S[i], as_number(1), 0))
levels = (0 <= n, 0 <= a, a <= 1)


def least_by(inputs):
    return lexicographically_optimal(x, l, inputs, a, n, n)


def member(p, at):
    """Return that an input of positive weight is in S."""

    def outside(case):
        known = case.have(weights[at] == 0), case.know(0 < weights[at])
        return case.fact(core.absurd(case.opaque(term(0) < as_number(0), *known).theorem, S[at]))

    return p.cases(S[at], (S[at], lambda case: case.know(S[at])), (TRUE, outside))


def weighed(p, at):
    """Return that an input in S has a positive weight."""
    return p.have(0 < weights[at])


def carried(p, fact, goal, there, back):
    """Return that a mechanism loses no more, on S or by weights, from the other one of the two."""
    q = p.inside(unfold(goal))
    q.remember(there(q, i))
    return q.closed(q.obtain(q.fact(fact(i)), k, lambda inner, found: inner.witness(q.goal, k, back(inner, k))))


@claim.clause("exists", *levels, Some(x, least), witnesses={"x": best_lexicographic(l, S, a, n, n)})
def exists(proof):
    """Let the inputs of positive weight be those in S."""
    y = matrix("y")
    positive = function(i, 0 < weights[i])
    found = core.in_coq(
        "Lexicographic", "lexicographic_optimum_exists", Some(x, least_by(function(i, 0 < e[i]))), *levels
    )
    order = proof.let(proof.use(found, e=weights), x).parts()[-1]
    q = proof.inside(unfold(least).args[1])
    here = order(y).parts()
    less = carried(q, here[0], loses_no_more(x, y, l, S, n, n), weighed, member)
    r = q.inside(q.goal.args[1])
    back = r.know(loses_no_more(y, x, l, S, n, n))
    return proof.witness(
        proof.goal,
        x,
        q.closed(
            q.both(
                less,
                r.closed(r.detach(here[-1], carried(r, back, loses_no_more(y, x, l, positive, n, n), member, weighed))),
            )
        ),
    )


every_row = explained(
    "all adjacent rows of {0} have the pattern of Lemma 5 for {1} on {{0..{2}}}",
    (x, a, n),
    All(i, 0 <= i, i < n, lemma_5_pattern(x, a, i, n)),
)
optimal = minimax_optimal(x, l, S, a, n, n)


@claim.clause(
    "lemma",
    *(0 <= n, 0 < a, a < 1, monotone(l, n, n), Some(x, optimal & every_row(x, a, n))),
    witnesses={"x": best_lexicographic(l, S, a, n, n)},
)
def lemma(proof):
    y = matrix("y")
    best = proof.let(proof.cite("gupte2010.lemma-5#exists"), x).parts()[-1]
    no_more = proof.all(proof.fact(core.part(best(y).theorem, 0)), y, private(y, a, n, n))
    rows = proof.for_all(unfold(every_row(x, a, n)), lambda q: q.cite("gupte2010.lemma-5#pattern"))
    return proof.witness(proof.goal, x, proof.have(optimal, no_more), rows)
