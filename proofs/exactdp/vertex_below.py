"""For every objective, each α-private mechanism loses at least as much as some vertex.

If x is not a vertex, it is halfway between two other mechanisms, and one of them, y, loses no more than x. Every
constraint that is tight at x is tight at y, because its slack at x is the mean of two slacks ≥ 0. On the line from x to
y the slack of some constraint falls (`falls`): some entry falls, because the row sums stay the same, and an entry is a
sum of two slacks with positive weights. Follow the line until the first constraint becomes tight (`end-of-line`): that
mechanism loses no more than x and has more tight constraints. So x can be tightened, or is a vertex (`no-vertex`).
Among the mechanisms that lose no more than x, one with the fewest slack constraints cannot be tightened, so it is a
vertex.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.vertex import cells, level, loss, mine, of_constraints, of_signs, signs, slack, vertex_of

claim = Claim(
    "exactdp.vertex-below",
    "some vertex loses no more than a mechanism",
    section="1",
    position=30,
    kept={
        "0 ≤ α": "the papers' levels",
        **dict.fromkeys(
            ("1 ≤ n", "α < 1", "x is α-private on {0..n} with responses {0..m}"),
            "instances do not search for the other mechanism",
        ),
    },
)

n, m, i, r, s, j, k, q = indices("n m i r s j k q")
a, t, u, w, D, S = numbers("α t u w D S")
x, y, z, v, l = matrices("x y z v l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")


def tight(x):
    return slack(x)[i, s] == 0


def stays_tight(x, y):
    return All(i, cells[0], All(s, cells[1], tight(x) >> tight(y)))


def one_more(x, y):
    return Some(i, cells[0], Some(s, cells[1], (0 < slack(x)[i, s]) & tight(y)))


def some_falls(x, y):
    return Some(i, cells[0], Some(s, cells[1], slack(y)[i, s] < slack(x)[i, s]))


is_tighter = explained(
    "{0} is tighter than {1} for {2} on {{0..{3}}} × {{0..{4}}}", (v, x, a, n, m), stays_tight(x, v) & one_more(x, v)
)
is_ahead = explained(
    "{0} lies ahead of {1} for {2}, {3} and {4} on {{0..{5}}} × {{0..{6}}}",
    (y, x, p, l, a, n, m),
    both(loss(y) <= loss(x), stays_tight(x, y), some_falls(x, y)),
)
can_be_tightened = explained(
    "{0} can be tightened without loss for {1}, {2} and {3} on {{0..{4}}} × {{0..{5}}}",
    (x, p, l, a, n, m),
    Some(v, mine(v), (loss(v) <= loss(x)) & is_tighter(v, x, a, n, m)),
)
ahead = is_ahead(y, x, p, l, a, n, m)


def improvable(x):
    return can_be_tightened(x, p, l, a, n, m)


claim.clause("signs", mine(x), *cells, 0 <= slack(x)[i, s])(lambda proof: signs(proof, x)(i, s))


@cache
def largest_entry():
    """A table has a largest entry."""
    F = variable("F", Function(2, "number"))
    goal = Some(
        j,
        between(0, j, n),
        Some(k, between(0, k, m), Every((i, 0, n), (s, 0, m), F[i, s] <= F[j, k])),
    )
    proof = Proof([0 <= n, 0 <= m], goal)
    whole = Largest(i, 0, n, Largest(s, 0, m, F[i, s]))

    def row(inner, first):
        of_row = Largest(s, 0, m, F[j, s])
        inner.let(inner.fact(core.attained(of_row)), k)
        cell = inner.assuming(between(0, i, n), between(0, s, m))
        outer = core.bounds(whole, i)
        below = cell.have(F[i, s] <= F[j, k], cell.fact(outer), cell.fact(core.bounds(outer.says.args[0], s)))
        each = inner.every((i, 0, n), (s, 0, m), below)
        return inner.witness(goal, j, inner.witness(Some(k, between(0, k, m), each.says), k, each))

    return proof.obtain(proof.fact(core.attained(whole)), j, row).theorem


d, e, g, h = indices("d e g h")
along = function(i, r, x[i, r] + t * (y[i, r] - x[i, r]))

F, U, W = (variable(name, Function(2, "number")) for name in "FUW")
box = between(0, i, n), between(0, s, m)


def in_box(*f):
    return All(i, box[0], All(s, box[1], both(*f)))


@cache
def longest_step():
    """If a table U > 0 falls on its way to W ≥ 0, it is ≥ 0 up to some step t > 0, and 0 somewhere at t.

    F has the part of U that is lost on a step of 1, and t is 1/F at its largest entry.
    """
    parts = in_box(
        0 <= U[i, s],
        0 <= W[i, s],
        (U[i, s] == 0) >> (W[i, s] == 0),
        F[i, s] * U[i, s] == U[i, s] - W[i, s],
        (U[i, s] == 0) >> (F[i, s] == 0),
    )
    last = Some(
        g, between(0, g, n), Some(h, between(0, h, m), (0 < U[g, h]) & (U[g, h] + t * (W[g, h] - U[g, h]) == 0))
    )
    stays = in_box(0 <= U[i, s] + t * (W[i, s] - U[i, s]))
    goal = Some(t, 0 < t, stays & last)
    proof = Proof([0 <= n, 0 <= m, parts, between(0, j, n), between(0, k, m), W[j, k] < U[j, k]], goal)
    known = proof.know(parts)
    start = known(j, k).parts()
    falls = proof.by_contradiction(0 < F[j, k], lambda no: no.contradiction(0 < F[j, k], *start))

    def at_largest(inner, found):
        largest, most = found.parts()[-1], F[d, e]
        positive = inner.have(0 < most, falls, largest(j, k))
        signs, _, _, whole, none = known(d, e).parts()

        def zero(no):
            return no.contradiction(0 < U[d, e], positive, no.detach(none, no.indirect(U[d, e] == 0, signs)))

        slack = inner.by_contradiction(0 < U[d, e], zero)
        step = 1 / most
        one = inner.have(step * most == 1, positive)
        length = inner.have(0 < step, positive)
        ends = inner.use(becomes_tight(), one, whole, t=step, D=most, u=U[d, e], w=W[d, e])
        at_last = substitute(last, {"t": step})
        last_here = inner.witness(at_last, d, inner.witness(substitute(at_last.args[2], {"g": d}), e, slack, ends))
        cell = inner.assuming(*box)
        u_sign, _, u_tight, _u_whole, _ = known(i, s).parts()
        goal_here = 0 <= U[i, s] + step * (W[i, s] - U[i, s])

        def tight_cell(p):
            zero = p.indirect(U[i, s] == 0, u_sign)
            return p.have(goal_here, zero, p.have(step * (W[i, s] - U[i, s]) == 0, zero, p.detach(u_tight, zero)))

        def slack_cell(p):
            return p.use(stays_positive(), one, length, largest(i, s), t=step, D=most, u=U[i, s], w=W[i, s], S=F[i, s])

        each = cell.cases(goal_here, (0 < U[i, s], slack_cell), (TRUE, tight_cell))
        every = inner.all(inner.all(each, s, box[1]), i, box[0])
        return inner.witness(goal, step, length, every, last_here)

    def in_row(inner, first):
        return inner.obtain(first.parts()[-1], e, at_largest)

    return proof.obtain(proof.use(largest_entry()), d, in_row).theorem


@cache
def stays_positive():
    """If u falls by the fraction S of u on a step of 1, and S ≤ D, it is ≥ 0 after a step of t = 1/D."""
    return Proof([0 < u, 0 < t, t * D == 1, u * S == u - w, S <= D], 0 <= u + t * (w - u)).qed(factors=3)


@cache
def becomes_tight():
    """If u falls by the fraction D of u on a step of 1, it is 0 after a step of t = 1/D."""
    return Proof([t * D == 1, u * D == u - w], u + t * (w - u) == 0).qed()


part = If(0 < u, (u - w) / u, 0)


@lemma([0 <= u, (u == 0) >> (w == 0)], (part * u == u - w) & ((u == 0) >> (part == 0)))
def part_lost(proof):
    """The part of u that is lost on the way to w."""

    def zero(p):
        nothing = p.indirect(u == 0)
        return p.have(proof.goal, nothing, p.detach(p.know((u == 0) >> (w == 0)), nothing))

    return proof.cases(proof.goal, (0 < u, lambda p: p.have(proof.goal)), (TRUE, zero))


at_end = Largest(i, 0, n - 1, Largest(s, 0, 2 * m + 1, substitute(part, {"u": slack(x)[i, s], "w": slack(y)[i, s]})))


@claim.clause(
    "end-of-line",
    *(*level, mine(x), mine(y), ahead),
    improvable(x),
    witnesses={"v": function(i, r, x[i, r] + (y[i, r] - x[i, r]) / at_end)},
)
def end_of_line(proof):
    """x + t·(y-x) is private, loses no more and has one more tight constraint, for the largest t that is private."""
    at_x, at_y, stays = signs(proof, x), signs(proof, y), proof.know(stays_tight(x, y))
    before, after = slack(x)[i, s], slack(y)[i, s]
    share = substitute(part, {"u": before, "w": after})
    cell = proof.assuming(*cells)
    known = [cell.fact(fact(i, s)) for fact in (at_x, at_y, stays)]
    every = cell.both(*known, cell.use(part_lost(), known[0], known[2], u=before, w=after))
    every = of_constraints(every, proof)

    def at_fall(inner, fall):
        tables = {"U": slack(x), "W": slack(y), "F": function(i, s, share)}
        found = inner.use(longest_step(), every, n=n - 1, m=2 * m + 1, **tables)
        return inner.obtain(found, t, at_step)

    def at_step(inner, facts):
        """`along` is x + t·(y-x): its slacks are ≥ 0, it loses no more, what was tight stays so, and one is new."""
        _positive, signs_there, last = facts.parts()

        sums = [inner.parts(mine(each))[-2](i) for each in (x, y)]
        inner.remember(of_signs(inner, along, lambda p, k: p.have(0 <= slack(along)[i, k], signs_there(i, k)), *sums))
        zero = inner.assuming(*cells, tight(x))
        kept = zero.have(tight(along), zero.detach(stays(i, s)))
        kept = of_constraints(inner.assuming(*cells).imply(tight(x), kept), inner)
        new = one_more(x, along)

        def at_last(p, found):
            return p.witness(new, d, p.witness(substitute(new.args[2], {"i": d}), e))

        new_one = inner.obtain(last, d, lambda p, found: p.obtain(found.parts()[-1], e, at_last))
        return inner.witness(improvable(x), along, kept, new_one)

    return proof.obtain(proof.let(proof.know(some_falls(x, y)), j).parts()[-1], k, at_fall)


@claim.clause(
    "falls", *(*level, mine(x), mine(y), between(0, j, n), between(0, r, m), x[j, r] != y[j, r]), some_falls(x, y)
)
def falls(proof):
    """Some entry x_jq falls, because the row sum does not change. Then one of two slacks falls.

    Let x' be the other entry in the rows j and j+1, or j-1 and j for the last row. Column q has the slacks u = x_jq -
    α·x' and v = x' - α·x_jq. So u + α·v = (1-α²)·x_jq, and not both u and v can stay or rise.
    """
    goal = proof.goal
    lower = Some(q, between(0, q, m), y[j, q] < x[j, q])

    def at(row, first, second):
        """Return the step that finds the one constraint of two that falls: the other alone does not make the fall."""

        def less(where):
            return slack(y)[row, where] < slack(x)[row, where]

        def witness(case, where, *by):
            return case.witness(goal, row, case.witness(substitute(goal.args[2], {"i": row}), where, *by))

        def other(case):
            weighed = case.product(0 < (1 - a) * (1 + a), y[j, q] < x[j, q])
            return witness(case, second, case.have(less(second), weighed))

        return lambda p: p.cases(goal, (less(first), lambda case: witness(case, first)), (TRUE, other))

    def found(p, _):
        return p.cases(goal, (j < n, at(j, q, q + m + 1)), (j == n, at(n - 1, q + m + 1, q)))

    def none(p):
        """If no entry of the row fell, none could rise, as the sum is 1 before and after."""
        each = p.assuming(between(0, q, m)).have(0 <= y[j, q] - x[j, q])
        zero = p.use(
            lemmas.terms_of_zero_sum(),
            p.all(each, q, between(0, q, m)),
            low=0,
            high=m,
            j=r,
            f=function(q, y[j, q] - x[j, q]),
        )
        sides = [lambda case: case.contradiction(goal, zero)] * 2
        return p.either(p.know(x[j, r] != y[j, r]), *sides)

    return proof.cases(goal, (lower, lambda p: p.obtain(p.know(lower), q, found)), (TRUE, none))


halfway = Every((i, 0, n), (r, 0, m), 2 * x[i, r] == y[i, r] + z[i, r])


def toward_one_of_two(proof):
    """One of the two that x is halfway between loses no more, and what is tight at x is tight at both."""
    middle = proof.know(halfway)
    row = proof.assuming(between(0, i, n))
    terms = [2 * x[i, r] * l[i, r], (y[i, r] + z[i, r]) * l[i, r]]
    cell = row.assuming(between(0, r, m))
    of_row = row.termwise(r, 0, m, terms[0] == terms[1], cell.have(terms[0] == terms[1], middle(i)(r)))
    weighed = [p[i] * each for each in of_row.says.args]
    rows = proof.termwise(i, 0, n, weighed[0] == weighed[1], row.have(weighed[0] == weighed[1], of_row))
    total = proof.have(2 * loss(x) == loss(y) + loss(z), rows)

    def stay(of):
        """A slack that is 0 at x is the mean of two slacks ≥ 0: both are 0."""
        cell = proof.assuming(*cells, tight(x))
        signs_here = [cell.fact(signs(proof, each)(i, s)) for each in (y, z)]

        def column(at):
            def step(q):
                pair = [q.know(halfway)(row)(at) for row in (i, i + 1)]
                whole = q.have(2 * slack(x)[i, s] == slack(y)[i, s] + slack(z)[i, s], *pair)
                return q.indirect(tight(of), *signs_here, whole)

            return step

        each = cell.cases(tight(of), (s <= m, column(s)), (TRUE, column(s - m - 1)))
        return of_constraints(proof.assuming(*cells).imply(tight(x), each), proof)

    def toward(case, of, less, differs):
        """One of the two, `of`, loses no more and differs from x: it is ahead of x."""
        fall = case.cite("exactdp.vertex-below#falls", differs, y=of, r=k)
        return case.cite("exactdp.vertex-below#end-of-line", less, stay(of), fall, y=of)

    def first(case):
        return toward(case, y, case.know(loss(y) <= loss(x)), case.know(x[j, k] != y[j, k]))

    def second(case):
        less = case.opaque(loss(z) <= loss(x), total, loss(x) < loss(y))
        apart, middle = x[j, k] != z[j, k], case.know(halfway)(j)(k)
        sides = [lambda q, side=side: q.have(apart, q.have(side, middle)) for side in reversed(apart.args)]
        return toward(case, z, less, case.either(case.know(x[j, k] != y[j, k]), *sides))

    return proof.cases(improvable(x), (loss(y) <= loss(x), first), (TRUE, second))


@claim.clause("no-vertex", *level, mine(x), vertex_of(x) | improvable(x))
def no_vertex(proof):
    only = unfold(vertex_of(x)).args[1]

    def opened(p, some, *names):
        """Return the goal: give names to the objects that exist, one after another."""
        if not names:
            return p.alternative(proof.goal, toward_one_of_two(p))
        return p.obtain(some, names[0], lambda q, found: opened(q, found.parts()[-1], *names[1:]))

    return proof.cases(
        proof.goal,
        (only, lambda case: case.alternative(proof.goal, case.have(vertex_of(x)))),
        (TRUE, lambda case: opened(case, case.know(negation(only)), y, z, j, k)),
    )


def bit(table, i, s):
    return If(0 < table[i, s], as_number(1), 0)


def number_of_slack(table, n, m):
    return Sum(i, 0, n, Sum(s, 0, m, bit(table, i, s)))


@cache
def slack_counts():
    """The number of entries > 0 is ≥ 0, and at most some index."""
    bits = Sum(s, 0, m, bit(U, i, s))
    proof = Proof([0 <= n, 0 <= m])
    row = proof.assuming(between(0, i, n))
    lower = row.have(0 <= bits, row.termwise(s, 0, m, 0 <= bit(U, i, s)))
    lower = proof.have(0 <= number_of_slack(U, n, m), proof.termwise(i, 0, n, lower))

    some = Some(k, 0 <= k, number_of_slack(U, n, m) <= k)
    rest = Proof([0 <= m])
    inner, before = rest.inductive(some, n, -1, [rest.witness(substitute(some, {"n": term(-1)}), 0)])
    inner.let(before, k)
    last = inner.termwise(s, 0, m, bit(U, n + 1, s) <= 1)
    rows = inner.split(number_of_slack(U, n + 1, m), n)
    upper = inner.closed(inner.witness(substitute(before.says, {"n": n + 1}), k + m + 1, last, rows))
    return proof.both(lower, proof.fact(upper)).theorem


@cache
def fewer_slack():
    """If all zeros stay 0, and one entry > 0 becomes 0, the number of entries > 0 falls.

    For each entry, the bit of W is at most the bit of U, and at (j,k) it is less by 1, which `mark` counts.
    """
    stays = in_box(0 <= U[i, s], (U[i, s] == 0) >> (W[i, s] == 0))
    given = [0 <= n, 0 <= m, stays, between(0, j, n), between(0, k, m), 0 < U[j, k], W[j, k] == 0]
    proof = Proof(given, number_of_slack(W, n, m) + 1 <= number_of_slack(U, n, m))
    mark = If(i == j, If(s == k, as_number(1), 0), 0)
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, s, m))
    sign, zero = cell.know(stays)(i, s).parts()
    goal = bit(W, i, s) + Fraction(1) * mark <= bit(U, i, s)

    here = (i == j) & (s == k)

    def slack(p):
        def new(q):
            return q.decided(goal, q.have(W[i, s] <= 0))

        return p.cases(goal, (here, new), (TRUE, lambda q: q.have(goal)))

    def tight_cell(p):
        nothing = p.indirect(U[i, s] == 0, sign)
        still = p.have(W[i, s] <= 0, p.detach(zero, nothing))

        def new(q):
            return q.contradiction(goal)

        return p.cases(goal, (here, new), (TRUE, lambda q: q.decided(goal, still)))

    each = cell.cases(goal, (0 < U[i, s], slack), (TRUE, tight_cell))
    in_row = row.termwise(s, 0, m, goal, each)
    after, before = (Sum(s, 0, m, bit(each, i, s)) for each in (W, U))
    here = If(i == j, as_number(1), 0)
    ones = row.telescope(s, 0, m, mark, lambda v: If(v <= k, 0, here))
    split = row.use(lemmas.sum_of_two(), low=0, high=m, f=function(s, bit(W, i, s)), g=function(s, mark), t=1)
    of_row = row.have(after + Fraction(1) * here <= before, in_row, ones, split)
    rows = proof.termwise(i, 0, n, of_row)
    split = proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(i, after), g=function(i, here), t=1)
    return proof.qed(rows, split, proof.use(lemmas.one_term(), low=0, high=n, f=function(i, as_number(1))))


def slack_constraints(x):
    return number_of_slack(slack(x), n - 1, 2 * m + 1)


vertex_below = Some(v, vertex_of(v), loss(v) <= loss(x))


def counts(proof, x):
    return proof.use(slack_counts(), n=n - 1, m=2 * m + 1, U=slack(x)).parts()


@claim.clause("vertex-below", *level, mine(x), vertex_below)
def some_vertex_below(proof):
    """Of those that lose no more than x, one with the fewest slack constraints is a vertex."""
    few = Some(y, mine(y), (loss(y) <= loss(x)) & (slack_constraints(y) <= k))
    some = Some(k, 0 <= k, few)

    first = proof.obtain(counts(proof, x)[1], k, lambda p, found: p.witness(some, k, p.witness(few, x)))
    least = proof.fact(core.least_index(first.theorem))

    def at_least(p, found):
        *_, here, none = found.parts()
        return p.obtain(here, y, lambda q, each: at_mechanism(q, each, none))

    def at_mechanism(p, found, none):
        number = found.parts()[-1]

        def vertex(q):
            return q.witness(vertex_below, y)

        def otherwise(q):
            return q.obtain(q.know(improvable(y)), v, lower)

        def lower(q, found):
            return q.obtain(q.know(one_more(y, v)), d, lambda deep, row: deep.obtain(row.parts()[-1], e, fewer))

        def fewer(q, found):
            """v is y after it was tightened: it has fewer slack constraints than k, which is the least number."""
            cell = q.assuming(*cells)
            stays = q.know(stays_tight(y, v))
            each = cell.both(cell.fact(signs(q, y)(i, s)), cell.fact(stays(i, s)))
            each = of_constraints(each, q)
            count = q.use(fewer_slack(), each, n=n - 1, m=2 * m + 1, U=slack(y), W=slack(v), j=d, k=e)

            below = q.opaque(slack_constraints(v) <= as_number(k) - 1, count, number)
            zero = counts(q, v)[0]
            return q.cases(
                vertex_below,
                (
                    k <= 0,
                    lambda case: case.contradiction(
                        vertex_below, case.opaque(as_number(0) <= as_number(k) - 1, below, zero)
                    ),
                ),
                (TRUE, lambda case: more(case, below)),
            )

        def more(q, below):
            sides = [lambda case: case.contradiction(vertex_below, below)] * 2
            return q.either(none(k - 1)(v), *sides)

        return p.either(p.cite("exactdp.vertex-below#no-vertex", x=y), vertex, otherwise)

    return proof.obtain(least, k, at_least)
