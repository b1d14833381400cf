"""For every objective, some vertex has at most the loss of every α-private mechanism.

By Observation 5.3 there are finitely many vertices: at most one for each constraint matrix. Fix a vertex y and an order
of the constraints. Two mechanisms agree on a constraint if it is slack at both or tight at both. By induction, some
vertex is the best of all vertices that agree with y from a given constraint on. With one constraint less to agree on,
the best vertex is the better of two; with none, it is the best of all vertices.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.vertex import cells, level, loss, mine, signs, slack, vertex_of

claim = Claim(
    "exactdp.best-vertex",
    "some vertex loses no more than any private mechanism",
    section="1",
    position=40,
    kept=dict.fromkeys(("1 ≤ n", "0 ≤ m", "0 ≤ α", "α < 1"), "instances do not try all vertices"),
)

n, m, i, r, s, g, h = indices("n m i r s g h")
a, t, u, w = numbers("α t u w")
x, y, z, f, o, l = matrices("x y z f o l")  # noqa: E741 (the papers' name of a loss)
(p,) = vectors("p")


# One best vertex: by induction on the constraints on which two vertices must agree

state = Definition(
    "1 if constraint {2}, {3} of {0} at {1} with responses {{0..{4}}} is slack, and 0 if it is tight",
    (x, a, i, s, m),
    If(0 < slack(x)[i, s], as_number(1), 0),
)


def state_of(x, i, s):
    return state(x, a, i, s, m)


def alike(x, y, i, s):
    return state_of(x, i, s) == state_of(y, i, s)


def agree(x, y, g, h):
    """All constraints of the rows after g, and of row g from number h on, are slack at both or at none."""
    rows = All(i, between(g + 1, i, n - 1), All(s, cells[1], alike(x, y, i, s)))
    return rows & All(s, between(h, s, 2 * m + 1) & (g < n), alike(x, y, g, s))


def some_best(g, h):
    """Among the vertices that agree with y there is a best one."""
    best = All(z, vertex_of(z), agree(z, y, g, h), loss(x) <= loss(z))
    return All(y, vertex_of(y), Some(x, vertex_of(x), agree(x, y, g, h), best))


@cache
def two_states():
    """Two states are the same, or their sum is 1."""
    first, second = (If(0 < each, as_number(1), 0) for each in (u, w))
    proof = Proof([], (first == second) | (first + second == 1))

    def by_second(*sides):
        steps = [lambda p, side=side: p.alternative(proof.goal, p.have(proof.goal.args[side])) for side in sides]
        return lambda p: p.cases(proof.goal, (0 < w, steps[0]), (TRUE, steps[1]))

    return proof.cases(proof.goal, (0 < u, by_second(0, 1)), (TRUE, by_second(1, 0))).theorem


@lemma([u == 1, negation(u == 1)], t == w)
def not_both(proof):
    """A number is 1 or not 1."""
    return proof.either(proof.know(negation(u == 1)), *[lambda p: p.contradiction(proof.goal)] * 2)


def sum_of_states(x, y):
    return state_of(x, g, h) + state_of(y, g, h)


def of_states(p, goal, *facts):
    """Return a relation of states, in which the core does not look into the mechanisms."""
    return p.opaque(goal, *facts)


here, after = (g, h), (g, h + 1)


def agreement(p, pair, place, row, entry):
    """Return that two mechanisms agree, from what the steps show of a row after g, and of row g."""
    rows, entries = conjuncts(agree(*pair, *place))
    found = p.both(p.for_all(rows, row), p.for_all(entries, entry))
    p.remember(found)
    return found


def weaker(p, x, y, known):
    """Return that x and y agree from h+1 on, since they do from h on."""
    rows, entries = known.parts()
    return agreement(p, (x, y), after, lambda q: q.fact(rows(i)(s)), lambda q: q.fact(entries(s)))


def stronger(p, x, y, known, same):
    """Return that x and y agree from h on, since they do from h+1 on, and at h."""
    rows, entries = known.parts()

    def at_h(q):
        return q.replace(q.have(h == s), lambda v: alike(x, y, g, v), same)

    def entry(q):
        return q.cases(q.goal, (s == h, at_h), (TRUE, lambda case: case.fact(entries(s))))

    return agreement(p, (x, y), here, lambda q: q.fact(rows(i)(s)), entry)


def through(p, x, z, *known):
    """Return that x and z agree from h+1 on, since both agree with another one."""
    parts = [each.parts() for each in known]

    def row(q):
        return of_states(q, q.goal, *(q.fact(rows(i)(s)) for rows, _ in parts))

    def entry(q):
        return of_states(q, q.goal, *(q.fact(entries(s)) for _, entries in parts))

    return agreement(p, (x, z), after, row, entry)


def one_less(proof):
    """From a best vertex that agrees from number h of row g on, get a best one that agrees from h+1 on."""
    hypothesis = proof.know(some_best(*here))
    other = Some(f, vertex_of(f) & agree(f, y, *after), sum_of_states(f, y) == 1)

    def best(p, goal, of, near, less):
        """Return that `of` is best: the step shows that it loses no more than any z that agrees."""
        rest = All(z, vertex_of(z), agree(z, y, *after), loss(of) <= loss(z))
        return p.witness(goal, of, p.for_all(rest, less))

    def no_more(p, of, best_of, same, order=None):
        """Return that `of` loses no more than z, which is in the class of the center: it has a best one."""
        of_class, center = best_of
        near = through(
            p, z, center, p.know(agree(z, y, *after)), *([] if center is y else [p.know(agree(f, y, *after))])
        )
        p.remember(stronger(p, z, center, near, same))
        least = of_class(z)
        return p.opaque(loss(of) <= loss(z), p.fact(least), *([order] if order else []))

    def for_vertex(p):
        goal = p.goal
        return p.obtain(hypothesis(y), x, lambda q, first: with_first(q, goal, first))

    def with_first(p, goal, first):
        in_y = first.parts()[-1]

        def one_class(q):
            none = q.know(negation(other))

            def less(e):
                differ = e.fact(none(z))
                states = e.use(two_states(), u=slack(z)[g, h], w=slack(y)[g, h])
                states = e.restated(states, alike(z, y, g, h) | (sum_of_states(z, y) == 1))

                def impossible(case):
                    sums = {"u": sum_of_states(z, y), "t": state_of(z, g, h), "w": state_of(y, g, h)}
                    return case.use(not_both(), differ, **sums)

                same = e.either(states, lambda case: case.know(alike(z, y, g, h)), impossible)
                return no_more(e, x, (in_y, y), same)

            return best(q, goal, x, weaker(q, x, y, q.know(agree(x, y, *here))), less)

        def two_classes(q, _):
            return q.obtain(hypothesis(f), o, lambda deep, second: with_second(deep, second.parts()[-1]))

        def with_second(q, in_f):
            def less(of, order):
                def shown(e):
                    states = e.use(two_states(), u=slack(z)[g, h], w=slack(y)[g, h])
                    states = e.restated(states, alike(z, y, g, h) | (sum_of_states(z, y) == 1))

                    def same_as_f(case):
                        sums = [case.know(sum_of_states(each, y) == 1) for each in (z, f)]
                        return no_more(case, of, (in_f, f), of_states(case, alike(z, f, g, h), *sums), case.know(order))

                    def same_as_y(case):
                        return no_more(case, of, (in_y, y), case.know(alike(z, y, g, h)), case.know(order))

                    return e.either(states, same_as_y, same_as_f)

                return shown

            def first_better(case):
                near = weaker(case, x, y, case.know(agree(x, y, *here)))
                return best(case, goal, x, near, less(x, loss(x) <= loss(o)))

            def second_better(case):
                near = weaker(case, o, f, case.know(agree(o, f, *here)))
                near = through(case, o, y, near, case.know(agree(f, y, *after)))
                return best(case, goal, o, near, less(o, loss(o) < loss(x)))

            return q.cases(goal, (loss(x) <= loss(o), first_better), (TRUE, second_better))

        return p.cases(goal, (other, lambda q: q.obtain(q.know(other), f, two_classes)), (TRUE, one_class))

    return proof.for_all(some_best(*after), for_vertex)


def next_row(proof):
    """Agreement in the rows after g is agreement in row g+1 from number 0 on, and in the rows after it."""
    hypothesis = proof.know(some_best(g, 2 * m + 2))
    end, start = (g, 2 * m + 2), (g + 1, 0)

    def no_more(e, least):
        rows, entries = e.know(agree(z, y, *start)).parts()

        def row(q):
            def at_next(case):
                return case.replace(case.have(g + 1 == i), lambda v: alike(z, y, v, s), case.fact(entries(s)))

            return q.cases(q.goal, (i == g + 1, at_next), (TRUE, lambda case: case.fact(rows(i)(s))))

        agreement(e, (z, y), end, row, lambda q: q.have(q.goal))
        return e.fact(least(z))

    p = proof.inside(some_best(*start))
    goal = p.goal
    first = p.let(hypothesis(y), x)
    rest = All(z, vertex_of(z), agree(z, y, *start), loss(x) <= loss(z))
    return p.closed(p.witness(goal, x, p.for_all(rest, lambda e: no_more(e, first.parts()[-1]))))


@cache
def tight_as_well():
    """If w is tight and u has the same state, u is tight."""
    states = If(0 < u, as_number(1), 0) == If(0 < w, as_number(1), 0)
    proof = Proof([states, w == 0, 0 <= u], u == 0)

    def slack(p):
        return p.knowing(p.have(w <= 0), lambda q: q.contradiction(proof.goal))

    return proof.cases(proof.goal, (0 < u, slack), (TRUE, lambda p: p.indirect(proof.goal))).theorem


def all_constraints(proof):
    """A vertex is the best of those that have its constraint matrix: it is the only one."""

    def for_vertex(p):
        rest = All(z, vertex_of(z), agree(z, y, 0, 0), loss(y) <= loss(z))
        return p.witness(p.goal, y, p.for_all(rest, equal_loss))

    def equal_loss(e):
        rows, entries = e.know(agree(z, y, 0, 0)).parts()
        sides = [y[i + 1, r] - a * y[i, r] == 0, y[i, r] - a * y[i + 1, r] == 0]

        def same_zero(side, where):
            q = e.assuming(between(0, i, n - 1), between(0, r, m), side)
            goal = alike(z, y, i, where)

            def first(case):
                return case.replace(case.have(term(0) == i), lambda v: alike(z, y, v, where), case.fact(entries(where)))

            same = q.cases(goal, (i == 0, first), (TRUE, lambda case: case.fact(rows(i)(where))))
            same = q.restated(same, unfold(goal.args[0]) == unfold(goal.args[1]))
            zero = q.have(slack(y)[i, where] == 0)
            terms = {"u": slack(z)[i, where], "w": slack(y)[i, where]}
            found = q.use(tight_as_well(), same, zero, q.fact(signs(e, z)(i, where)), **terms)
            other = substitute(side, {"y": z})
            each = e.assuming(between(0, i, n - 1), between(0, r, m)).imply(side, q.have(other, found))
            return e.every((i, 0, n - 1), (r, 0, m), each)

        matrices_same = [same_zero(side, where) for side, where in zip(sides, (r, r + m + 1), strict=True)]
        row = e.assuming(between(0, i, n))
        cell = row.assuming(between(0, r, m))
        entry = cell.cite("ghosh2009.observation-5.3#unique", *matrices_same, x=y, y=z)
        cost = [each[i, r] * l[i, r] for each in (y, z)]
        of_row = row.termwise(r, 0, m, cost[0] == cost[1], cell.have(cost[0] == cost[1], entry))
        weighed = [p[i] * each for each in of_row.says.args]
        of_rows = e.termwise(i, 0, n, weighed[0] == weighed[1], row.have(weighed[0] == weighed[1], of_row))
        return e.have(loss(y) <= loss(z), of_rows)

    return proof.for_all(some_best(0, 0), for_vertex)


no_better = explained(
    "no vertex loses less than {0} for {1}, {2} and {3} on {{0..{4}}} × {{0..{5}}}",
    (x, p, l, a, n, m),
    All(z, vertex_of(z), loss(x) <= loss(z)),
)
best = Some(x, vertex_of(x), no_better(x, p, l, a, n, m))


@claim.clause("of-vertices", *level, best)
def best_vertex(proof):
    inner, before = proof.inductive((g <= n) >> some_best(g, 0), g, 0, [all_constraints(proof)])
    row = inner.assuming(g + 1 <= n)
    start = row.detach(before)

    def number(q, known):
        more = q.assuming(h + 1 <= 2 * m + 2)
        return q.imply(h + 1 <= 2 * m + 2, more.knowing(more.detach(known), one_less))

    numbers = row.induction((h <= 2 * m + 2) >> some_best(g, h), h, 0, [start], number)
    end = row.detach(row.fact(core.instance(numbers.theorem, {"h": 2 * m + 2})))
    rows = inner.closed(inner.imply(g + 1 <= n, row.knowing(end, next_row)))
    found = proof.detach(proof.fact(core.instance(rows.theorem, {"g": n})))
    constant = proof.use(lemmas.constant_is_private(), j=0)
    vertex = proof.cite("exactdp.vertex-below#vertex-below", constant, x=constant.says.args[1])

    def is_best(p, first):
        least = first.parts()[-1]
        q = p.inside(best.args[2])
        rows, entries = conjuncts(agree(z, y, n, 0))
        q.remember(q.for_all(rows, lambda e: e.have(e.goal)), q.for_all(entries, lambda e: e.have(e.goal)))
        return p.witness(best, x, q.closed(q.fact(least(z))))

    return proof.obtain(vertex, y, lambda p, _: p.obtain(found(y), x, is_best))


@claim.clause("of-all", *level, Some(x, vertex_of(x), All(z, mine(z), loss(x) <= loss(z))))
def exists(proof):
    first = proof.let(proof.cite("exactdp.best-vertex#of-vertices"), x)
    q = proof.inside(All(z, mine(z), loss(x) <= loss(z)))
    below = q.cite("exactdp.vertex-below#vertex-below", x=z)
    found = q.let(below, y)
    return proof.witness(
        proof.goal, x, q.closed(q.opaque(loss(x) <= loss(z), q.fact(first.parts()[-1](y)), found.parts()[-1]))
    )
