"""Lemma 5.1: among the optima of a user's LP there is a vertex of the polytope.

The paper says bounded and feasible, and cites a book. Here is a proof for this polytope and any objective. Where x is
no vertex, it is halfway between two others, and one of them loses no more. Along the line to it some slack constraint
falls. The first that becomes tight ends the line at a mechanism that loses no more than x and has more tight
constraints. So among the mechanisms that lose no more than x, one with the most tight constraints is a vertex.

Observation 5.3 makes the vertices finitely many: one for each set of tight constraints at most. The best vertex among
those that agree with a vertex y from some constraint on is found by induction: one constraint less to agree on leaves
the better of two vertices.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims import Claim, core
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import (
    TRUE,
    All,
    Definition,
    Function,
    If,
    Largest,
    Some,
    Sum,
    as_number,
    between,
    both,
    conjuncts,
    expand,
    function,
    indices,
    key,
    matrices,
    negation,
    numbers,
    substitute,
    term,
    unfold,
    variable,
    vectors,
)
from exactdp.claims.lemmas import constant_is_private, one_term, sum_of_two, terms_of_zero_sum
from exactdp.claims.polytope_words import a_vertex, privacy_constraints
from exactdp.claims.vocabulary import bayesian_loss, optimal, private
from exactdp.commands.cli import main

claim = Claim("ghosh2009.lemma-5.1", "an optimal vertex", section="5", position=12)

n, m, i, r, c, j, k, q = indices("n m i r c j k q")
a, t, u, w, D, S = numbers("α t u w D S")
x, y, z, v, l = matrices("x y z v l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")

level = (1 <= n, 0 <= m, 0 <= a, a < 1)
cells = between(0, i, n - 1), between(0, c, 2 * m + 1)


def constraint(x, i, c):
    """What (4) says is ≥ 0 for c ≤ m, and what (3) says is ≥ 0 for column c-m-1."""
    up = c - m - 1
    return If(c <= m, x[i + 1, c] - a * x[i, c], x[i, up] - a * x[i + 1, up])


def loss(x):
    return bayesian_loss(p, l, x, n, m)


def mine(x):
    return private(x, a, n, m)


def tight(x):
    return constraint(x, i, c) == 0


stays_tight = Definition(
    "each constraint (3) or (4) that is tight at {0} is tight at {1}",
    (x, y, a, n, m),
    All(i, cells[0], All(c, cells[1], tight(x) >> tight(y))),
    latex=r"\text{{each constraint (3) or (4) that is tight at }} {0} \text{{ is tight at }} {1}",
)

one_more = Definition(
    "some constraint (3) or (4) is tight at {1} and not at {0}",
    (x, y, a, n, m),
    Some(i, cells[0], Some(c, cells[1], (0 < constraint(x, i, c)) & tight(y))),
    latex=r"\text{{some constraint (3) or (4) is tight at }} {1} \text{{ and not at }} {0}",
)

some_falls = Definition(
    "the left side of (3), or of (4) with its sign turned, falls somewhere from {0} to {1}",
    (x, y, a, n, m),
    Some(i, cells[0], Some(c, cells[1], constraint(y, i, c) < constraint(x, i, c))),
    latex=r"\text{{the left side of (3), or of (4) with its sign turned, falls somewhere from }} {0} \text{{ to }} {1}",
)


def of_two(definition, x, y):
    return definition(x, y, a, n, m)


def signs(proof, x):
    """The constraints of a private mechanism are ≥ 0."""
    near = proof.parts(mine(x))[-1]
    cell = proof.assuming(*cells)
    goal = 0 <= constraint(x, i, c)
    each = cell.cases(
        goal, (c <= m, lambda p: p.have(goal, near(i, c))), (TRUE, lambda p: p.have(goal, near(i, c - m - 1)))
    )
    return proof.all(proof.all(each, c, cells[1]), i, cells[0])


@cache
def largest_entry():
    """A table has a largest entry."""
    F = variable("F", Function(2, "number"))
    goal = Some(
        j,
        between(0, j, n),
        Some(k, between(0, k, m), All(i, between(0, i, n), All(c, between(0, c, m), F[i, c] <= F[j, k]))),
    )
    proof = Proof([0 <= n, 0 <= m], goal)
    whole = Largest(i, 0, n, Largest(c, 0, m, F[i, c]))

    def row(inner, first):
        of_row = Largest(c, 0, m, F[j, c])

        def entry(deep, second):
            cell = deep.assuming(between(0, i, n), between(0, c, m))
            outer = core.bounds(whole, i)
            below = cell.have(
                F[i, c] <= F[j, k],
                first.parts()[-1],
                second.parts()[-1],
                cell.fact(outer),
                cell.fact(core.bounds(outer.says.args[0], c)),
            )
            each = deep.all(deep.all(below, c, between(0, c, m)), i, between(0, i, n))
            return deep.witness(goal, j, deep.witness(Some(k, between(0, k, m), each.says), k, each))

        return inner.obtain(inner.fact(core.attained(of_row)), k, entry)

    return proof.obtain(proof.fact(core.attained(whole)), j, row).theorem


d, e, g, h = indices("d e g h")
along = function(i, r, x[i, r] + t * (y[i, r] - x[i, r]))


better = (loss(v) <= loss(x)) & of_two(stays_tight, x, v) & of_two(one_more, x, v)
no_worse = Some(v, mine(v), better)
F, U, W = (variable(name, Function(2, "number")) for name in "FUW")
box = between(0, i, n), between(0, c, m)


def in_box(*f):
    return All(i, box[0], All(c, box[1], both(*f)))


@cache
def longest_step():
    """A table U > 0 that falls somewhere on its way to W ≥ 0 is ≥ 0 for some steps t > 0, and 0 somewhere at the last.

    F has the part of U that is lost on a step of 1, and t is 1/F at its largest entry.
    """
    parts = in_box(
        0 <= U[i, c],
        0 <= W[i, c],
        (U[i, c] == 0) >> (W[i, c] == 0),
        F[i, c] * U[i, c] == U[i, c] - W[i, c],
        (U[i, c] == 0) >> (F[i, c] == 0),
    )
    last = Some(
        g, between(0, g, n), Some(h, between(0, h, m), (0 < U[g, h]) & (U[g, h] + t * (W[g, h] - U[g, h]) == 0))
    )
    stays = in_box(0 <= U[i, c] + t * (W[i, c] - U[i, c]))
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
            return no.contradiction(0 < U[d, e], positive, no.detach(none, no.equal(U[d, e] == 0, signs)))

        slack = inner.by_contradiction(0 < U[d, e], zero)
        step = 1 / most
        one = inner.have(step * most == 1, positive)
        length = inner.have(0 < step, positive)
        ends = inner.use(becomes_tight(), one, whole, t=step, D=most, u=U[d, e], w=W[d, e])
        at_last = substitute(last, {"t": step})
        last_here = inner.witness(at_last, d, inner.witness(substitute(at_last.args[2], {"g": d}), e, slack, ends))
        cell = inner.assuming(*box)
        u_sign, _, u_tight, u_whole, _ = known(i, c).parts()
        goal_here = 0 <= U[i, c] + step * (W[i, c] - U[i, c])

        def tight_cell(p):
            zero = p.equal(U[i, c] == 0, u_sign)
            return p.have(
                goal_here,
                zero,
                p.detach(u_tight, zero),
                p.have(step * (W[i, c] - U[i, c]) == 0, zero, p.detach(u_tight, zero)),
            )

        def slack_cell(p):
            return p.use(
                stays_positive(), one, length, u_whole, largest(i, c), t=step, D=most, u=U[i, c], w=W[i, c], S=F[i, c]
            )

        each = cell.cases(goal_here, (0 < U[i, c], slack_cell), (TRUE, tight_cell))
        every = inner.all(inner.all(each, c, box[1]), i, box[0])
        return inner.witness(goal, step, length, every, last_here)

    def in_row(inner, first):
        return inner.obtain(first.parts()[-1], e, at_largest)

    return proof.obtain(proof.use(largest_entry()), d, in_row).theorem


@cache
def stays_positive():
    """Where u falls by the part S of it on a step of 1, and S ≤ D, it is ≥ 0 after a step of t = 1/D."""
    return Proof([0 < u, 0 < t, t * D == 1, u * S == u - w, S <= D], 0 <= u + t * (w - u)).qed(factors=3)


@cache
def becomes_tight():
    """Where u falls by the part D of it on a step of 1, it is 0 after a step of t = 1/D."""
    return Proof([t * D == 1, u * D == u - w], u + t * (w - u) == 0).qed()


part = If(0 < u, (u - w) / u, 0)


@cache
def part_lost():
    """The part of u that is lost on the way to w."""
    proof = Proof([0 <= u, (u == 0) >> (w == 0)], (part * u == u - w) & ((u == 0) >> (part == 0)))

    def zero(p):
        nothing = p.equal(u == 0, p.know(0 <= u))
        return (
            p.qed_(nothing) if False else p.have(proof.goal, nothing, p.detach(p.know((u == 0) >> (w == 0)), nothing))
        )

    return proof.cases(proof.goal, (0 < u, lambda p: p.have(proof.goal)), (TRUE, zero)).theorem


closer = (loss(y) <= loss(x), of_two(stays_tight, x, y), of_two(some_falls, x, y))


@claim.clause("end-of-line", *level, mine(x), mine(y), *closer, no_worse)
def end_of_line(proof):
    """x + t·(y-x) is private, loses no more and has one more tight constraint, for the largest t that is private."""
    at_x, at_y, stays = signs(proof, x), signs(proof, y), proof.know(of_two(stays_tight, x, y))
    before, after = constraint(x, i, c), constraint(y, i, c)
    share = substitute(part, {"u": before, "w": after})
    cell = proof.assuming(*cells)
    known = [cell.fact(fact(i, c).theorem) for fact in (at_x, at_y, stays)]
    every = cell.both(*known, cell.use(part_lost(), known[0], known[2], u=before, w=after))
    every = proof.all(proof.all(every, c, cells[1]), i, cells[0])

    def at_fall(inner, fall):
        terms = {"U": function(i, c, before), "W": function(i, c, after), "F": function(i, c, share)}
        found = inner.use(longest_step(), every, fall.parts()[-1], n=n - 1, m=2 * m + 1, **terms)
        return inner.obtain(found, t, at_step)

    def at_step(inner, facts):
        positive, signs_there, last = facts.parts()
        moved = before + t * (after - before)

        def at(p, f, i, c, *by):
            """Return a relation of the constraint at the end, from that of its value."""
            return p.have(f, p.have(constraint(along, i, c) == substitute(moved, {"i": i, "c": c})), *by)

        pair = inner.assuming(between(0, i, n - 1), between(0, r, m))
        down, up = (
            at(pair, 0 <= constraint(along, i, where), i, where, signs_there(i, where)) for where in (r, r + m + 1)
        )
        near = unfold(private(along, a, n, m)).args[1]
        whole = privacy_constraints(along, a, n, m)
        equations = inner.have(
            whole, inner.for_all(whole, lambda p: p.have(p.goal, p.fact(down.theorem), p.fact(up.theorem)))
        )
        pairs = inner.for_all(near, lambda p: p.have(p.goal, p.fact(down.theorem), p.fact(up.theorem)))
        sign = inner.assuming(between(0, i, n), between(0, r, m))
        sign = sign.cite("ghosh2009.section-5.equation-6#signs", equations, x=along)
        sums = [inner.parts(mine(each))[-2](i) for each in (x, y)]
        row = inner.assuming(between(0, i, n)).have(Sum(r, 0, m, along[i, r]) == 1, *sums)
        entries = inner.all(inner.all(sign, r, between(0, r, m)), i, between(0, i, n))
        inner.remember(inner.have(mine(along), entries, inner.all(row, i, between(0, i, n)), pairs))
        change = inner.have(loss(along) == loss(x) + t * (loss(y) - loss(x)))
        less = inner.opaque(
            loss(along) <= loss(x),
            change,
            positive,
            inner.know(loss(y) <= loss(x)),
            terms=[loss(each) for each in (along, x, y)],
        )
        zero = inner.assuming(*cells, tight(x))
        kept = at(zero, tight(along), i, c, zero.know(tight(x)), zero.detach(stays(i, c)))
        kept = inner.all(inner.all(inner.assuming(*cells).imply(tight(x), kept), c, cells[1]), i, cells[0])
        new = unfold(of_two(one_more, x, along))

        def at_last(p, found):
            slack, ends = found.parts()[-2:]
            inside = p.witness(
                substitute(new.args[2], {"i": d}), e, slack, at(p, constraint(along, d, e) == 0, d, e, ends)
            )
            return p.witness(new, d, inside)

        new_one = inner.obtain(last, d, lambda p, found: p.obtain(found.parts()[-1], e, at_last))
        return inner.witness(no_worse, along, less, kept, new_one)

    def row_of_fall(inner, fall):
        return inner.obtain(fall.parts()[-1], k, at_fall)

    return proof.obtain(proof.know(closer[-1]), j, row_of_fall)


@claim.clause(
    "falls", *level, mine(x), mine(y), between(0, j, n), between(0, r, m), x[j, r] != y[j, r], of_two(some_falls, x, y)
)
def falls(proof):
    """Some entry of the row falls, since its sum does not, and is made of two constraints."""
    goal = unfold(proof.goal)
    lower = Some(q, between(0, q, m), y[j, q] < x[j, q])
    sums = [proof.parts(mine(each))[-2](j) for each in (x, y)]

    def at(row, first, second):
        """Return the step that finds the one constraint of two that falls: the other alone does not make the fall."""

        def less(where):
            return constraint(y, row, where) < constraint(x, row, where)

        def witness(case, where, *by):
            return case.witness(goal, row, case.witness(substitute(goal.args[2], {"i": row}), where, *by))

        def other(case):
            weighed = case.product(case.have(0 < (1 - a) * (1 + a)), case.know(y[j, q] < x[j, q]))
            kept = case.have(constraint(x, row, first) <= constraint(y, row, first))
            return witness(case, second, case.have(less(second), weighed, kept))

        return lambda p: p.cases(goal, (less(first), lambda case: witness(case, first)), (TRUE, other))

    def found(p, _):
        return p.cases(goal, (j < n, at(j, q, q + m + 1)), (j == n, at(n - 1, q + m + 1, q)))

    def none(p):
        known = p.know(negation(lower))
        each = p.assuming(between(0, q, m)).have(0 <= y[j, q] - x[j, q], known(q))
        nothing = p.have(Sum(q, 0, m, y[j, q] - x[j, q]) == 0, *sums)
        zero = p.use(
            terms_of_zero_sum(),
            p.all(each, q, between(0, q, m)),
            nothing,
            low=0,
            high=m,
            j=r,
            f=function(q, y[j, q] - x[j, q]),
        )
        sides = [lambda case: case.contradiction(goal, zero)] * 2
        return p.either(p.know(x[j, r] != y[j, r]), *sides)

    somewhere = proof.cases(goal, (lower, lambda p: p.obtain(p.know(lower), q, found)), (TRUE, none))
    return core.restate(somewhere.theorem, proof.goal)


halfway = All(i, between(0, i, n), All(r, between(0, r, m), 2 * x[i, r] == y[i, r] + z[i, r]))


@claim.clause(
    "halfway",
    *level,
    *map(mine, (x, y, z)),
    halfway,
    between(0, j, n),
    between(0, k, m),
    x[j, k] != y[j, k],
    no_worse,
)
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
        cell = proof.assuming(*cells, tight(x))
        goal = tight(of)
        signs_here = [cell.fact(fact(i, c).theorem) for fact in (signs(proof, y), signs(proof, z))]

        def column(at):
            def step(q):
                pair = [q.know(halfway)(row)(at) for row in (i, i + 1)]
                whole = q.have(2 * constraint(x, i, c) == constraint(y, i, c) + constraint(z, i, c), *pair)
                return q.equal(goal, *signs_here, whole)

            return step

        each = cell.cases(goal, (c <= m, column(c)), (TRUE, column(c - m - 1)))
        each = proof.assuming(*cells).imply(tight(x), each)
        return proof.have(of_two(stays_tight, x, of), proof.all(proof.all(each, c, cells[1]), i, cells[0]))

    def toward(case, of, less, differs):
        fall = case.cite("ghosh2009.lemma-5.1#falls", differs, y=of, r=k)
        return case.cite("ghosh2009.lemma-5.1#end-of-line", less, stay(of), fall, y=of)

    def first(case):
        return toward(case, y, case.know(loss(y) <= loss(x)), case.know(x[j, k] != y[j, k]))

    def second(case):
        less = case.opaque(loss(z) <= loss(x), total, case.know(loss(x) < loss(y)), terms=[*map(loss, (x, y, z))])
        apart, middle = x[j, k] != z[j, k], case.know(halfway)(j)(k)
        sides = [lambda q, side=side: q.have(apart, q.have(side, middle)) for side in reversed(apart.args)]
        return toward(case, z, less, case.either(case.know(x[j, k] != y[j, k]), *sides))

    return proof.cases(proof.goal, (loss(y) <= loss(x), first), (TRUE, second))


def bit(table, i, c):
    return If(0 < table[i, c], as_number(1), 0)


def number_of_slack(table, n, m):
    return Sum(i, 0, n, Sum(c, 0, m, bit(table, i, c)))


@cache
def slack_counts():
    """The number of entries > 0 is ≥ 0, and at most some index."""
    bits = Sum(c, 0, m, bit(U, i, c))
    proof = Proof([0 <= n, 0 <= m])
    row = proof.assuming(between(0, i, n))
    lower = row.have(0 <= bits, row.termwise(c, 0, m, 0 <= bit(U, i, c)))
    lower = proof.have(0 <= number_of_slack(U, n, m), proof.termwise(i, 0, n, lower.says, lower))

    def one_row_more(inner, before):
        def more(p, found):
            ones = p.telescope(c, 0, m, as_number(1), lambda v: v)
            last = p.termwise(c, 0, m, bit(U, n + 1, c) <= 1)
            rows = p.split(number_of_slack(U, n + 1, m), n)
            return p.witness(substitute(before.says, {"n": n + 1}), k + m + 1, ones, last, rows, found)

        return inner.obtain(before, k, more)

    some = Some(k, 0 <= k, number_of_slack(U, n, m) <= k)
    rest = Proof([0 <= m])
    upper = rest.induction(some, n, -1, [rest.witness(substitute(some, {"n": term(-1)}), 0)], one_row_more)
    return proof.both(lower, proof.fact(upper.theorem)).theorem


@cache
def fewer_slack():
    """Where what is 0 stays 0, and one entry > 0 becomes 0, the number of entries > 0 falls."""
    stays = in_box(0 <= U[i, c], (U[i, c] == 0) >> (W[i, c] == 0))
    given = [0 <= n, 0 <= m, stays, between(0, j, n), between(0, k, m), 0 < U[j, k], W[j, k] == 0]
    proof = Proof(given, number_of_slack(W, n, m) + 1 <= number_of_slack(U, n, m))
    mark = If(i == j, If(c == k, as_number(1), 0), 0)
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, c, m))
    sign, zero = cell.know(stays)(i, c).parts()
    goal = bit(W, i, c) + Fraction(1) * mark <= bit(U, i, c)

    here = (i == j) & (c == k)

    def slack(p):
        def new(q):
            return q.decided(goal, q.have(W[i, c] <= 0, q.know(W[j, k] == 0)))

        return p.cases(goal, (here, new), (TRUE, lambda q: q.have(goal)))

    def tight_cell(p):
        nothing = p.equal(U[i, c] == 0, sign)
        still = p.have(W[i, c] <= 0, p.detach(zero, nothing))

        def new(q):
            return q.contradiction(goal, nothing, q.know(0 < U[j, k]))

        return p.cases(goal, (here, new), (TRUE, lambda q: q.decided(goal, still)))

    each = cell.cases(goal, (0 < U[i, c], slack), (TRUE, tight_cell))
    in_row = row.termwise(c, 0, m, goal, each)
    after, before = (Sum(c, 0, m, bit(each, i, c)) for each in (W, U))
    here = If(i == j, as_number(1), 0)
    ones = row.telescope(c, 0, m, mark, lambda v: If(v <= k, 0, here))
    split = row.use(sum_of_two(), low=0, high=m, f=function(c, bit(W, i, c)), g=function(c, mark), t=1)
    of_row = row.have(after + Fraction(1) * here <= before, in_row, ones, split)
    rows = proof.termwise(i, 0, n, of_row.says, of_row)
    split = proof.use(sum_of_two(), low=0, high=n, f=function(i, after), g=function(i, here), t=1)
    return proof.qed(rows, split, proof.use(one_term(), low=0, high=n, j=j, f=function(i, as_number(1))))


def table(x):
    return function(i, c, constraint(x, i, c))


def slack_constraints(x):
    return number_of_slack(table(x), n - 1, 2 * m + 1)


f, o = matrices("f o")
vertex_below = Some(v, a_vertex(v, a, n, m), loss(v) <= loss(x))


def counts(proof, x):
    return proof.use(slack_counts(), n=n - 1, m=2 * m + 1, U=table(x)).parts()


@claim.clause("vertex-below", *level, mine(x), vertex_below)
def some_vertex_below(proof):
    """Of those that lose no more than x, one with the fewest slack constraints is a vertex."""
    few = Some(y, mine(y), (loss(y) <= loss(x)) & (slack_constraints(y) <= k))
    some = Some(k, 0 <= k, few)
    own = Proof([mine(x)])

    def at_first(p, found):
        same = p.have(loss(x) <= loss(x))
        return p.witness(some, k, p.witness(few, x, same, found))

    first = proof.obtain(counts(proof, x)[1], k, at_first)
    least = proof.fact(core.least_index(first.theorem))

    def at_least(p, found):
        *_, here, none = found.parts()
        return p.obtain(here, y, lambda q, each: at_mechanism(q, each, none))

    def at_mechanism(p, found, none):
        mechanism, less, number = found.parts()[0], *found.parts()[-2:]
        only = unfold(a_vertex(y, a, n, m)).args[1]

        def vertex(q):
            return q.witness(vertex_below, y, q.have(a_vertex(y, a, n, m), q.know(mine(y)), q.know(only)), less)

        def otherwise(q):
            return q.obtain(q.know(negation(only)), f, one)

        def one(q, found):
            return q.obtain(found.parts()[-1], o, two)

        def two(q, found):
            return q.obtain(found.parts()[-1], g, entry)

        def entry(q, found):
            return q.obtain(found.parts()[-1], h, differs)

        def differs(q, _):
            middle = substitute(halfway, {"x": y, "y": f, "z": o})
            apart = q.know(y[g, h] != f[g, h])
            step = q.cite("ghosh2009.lemma-5.1#halfway", apart, q.know(middle), x=y, y=f, z=o, j=g, k=h)
            return q.obtain(step, v, lower)

        def lower(q, found):
            return q.obtain(q.know(of_two(one_more, y, v)), d, lambda deep, row: deep.obtain(row.parts()[-1], e, fewer))

        def fewer(q, found):
            cell = q.assuming(*cells)
            stays = q.know(of_two(stays_tight, y, v))
            each = cell.both(cell.fact(signs(q, y)(i, c).theorem), cell.fact(stays(i, c).theorem))
            each = q.all(q.all(each, c, cells[1]), i, cells[0])
            count = q.use(fewer_slack(), each, *found.parts()[-2:], n=n - 1, m=2 * m + 1, U=table(y), W=table(v), j=d, k=e)
            terms = [slack_constraints(v), slack_constraints(y), *map(loss, (v, y, x))]

            below = q.opaque(slack_constraints(v) <= as_number(k) - 1, count, number, terms=terms[:2])
            zero = counts(q, v)[0]
            last = q.cases(
                vertex_below,
                (k <= 0, lambda case: case.contradiction(vertex_below, case.opaque(as_number(0) <= as_number(k) - 1, below, zero, terms=terms[:1]))),
                (TRUE, lambda case: more(case, below)),
            )
            return last

        def more(q, below):
            terms = [*map(loss, (v, y, x))]
            loses = q.opaque(loss(v) <= loss(x), q.know(loss(v) <= loss(y)), less, terms=terms)
            sides = [lambda case: case.contradiction(vertex_below, loses, below)] * 2
            return q.either(none(k - 1)(v), *sides)

        return p.cases(vertex_below, (only, vertex), (TRUE, otherwise))

    return proof.obtain(least, k, at_least)


# One best vertex: by induction on the constraints that a vertex is to have as another one has them

state = Definition(
    "1 if constraint {2}, {3} of {0} is slack, and 0 if it is tight",
    (x, a, i, c, m),
    If(0 < constraint(x, i, c), as_number(1), 0),
    latex=r"[\text{{constraint }} {2}, {3} \text{{ of }} {0} \text{{ is slack}}]",
)


def state_of(x, i, c):
    return state(x, a, i, c, m)


def alike(x, y, i, c):
    return state_of(x, i, c) == state_of(y, i, c)


def agree(x, y, g, h):
    """All constraints of the rows after g, and of row g from number h on, are slack at both or at none."""
    rows = All(i, between(g + 1, i, n - 1), All(c, cells[1], alike(x, y, i, c)))
    return rows & All(c, between(h, c, 2 * m + 1) & (g < n), alike(x, y, g, c))


def vertex_of(x):
    return a_vertex(x, a, n, m)


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


@cache
def not_both():
    """A number is 1, or it is not."""
    proof = Proof([u == 1, negation(u == 1)], t == w)
    return proof.either(proof.know(negation(u == 1)), *[lambda p: p.contradiction(proof.goal)] * 2).theorem


def sum_of_states(x, y):
    return state_of(x, g, h) + state_of(y, g, h)


def of_states(p, goal, *facts):
    """Return a relation of states, in which the core does not look into the mechanisms."""
    sides = [side for each in (goal, *(fact.says for fact in facts)) for side in each.args]
    states = [each for side in sides for each in (side.args if side.op == "+" else [side]) if each.op == "defined"]
    return p.opaque(goal, *facts, terms=[*{key(each): each for each in states}.values()])


here, after = (g, h), (g, h + 1)


def agreement(p, x, y, place, row, entry):
    """Return that x and y agree, from what the steps show of a row after g, and of row g."""
    rows, entries = conjuncts(agree(x, y, *place))
    found = p.both(p.for_all(rows, row), p.for_all(entries, entry))
    p.remember(found)
    return found


def weaker(p, x, y, known):
    """Return that x and y agree from h+1 on, since they do from h on."""
    rows, entries = known.parts()
    return agreement(p, x, y, after, lambda q: q.fact(rows(i)(c).theorem), lambda q: q.fact(entries(c).theorem))


def stronger(p, x, y, known, same):
    """Return that x and y agree from h on, since they do from h+1 on, and at h."""
    rows, entries = known.parts()

    def at_h(q):
        return q.replace(q.have(h == c), lambda v: alike(x, y, g, v), same)

    def entry(q):
        return q.cases(q.goal, (c == h, at_h), (TRUE, lambda case: case.fact(entries(c).theorem)))

    return agreement(p, x, y, here, lambda q: q.fact(rows(i)(c).theorem), entry)


def through(p, x, z, *known):
    """Return that x and z agree from h+1 on, since both agree with another one."""
    parts = [each.parts() for each in known]

    def row(q):
        return of_states(q, q.goal, *(q.fact(rows(i)(c).theorem) for rows, _ in parts))

    def entry(q):
        return of_states(q, q.goal, *(q.fact(entries(c).theorem) for _, entries in parts))

    return agreement(p, x, z, after, row, entry)


def one_less(proof):
    """From the best vertex of those that agree from number h of row g on, that of those that agree from h+1 on."""
    hypothesis = proof.know(some_best(*here))
    other = Some(f, vertex_of(f) & agree(f, y, *after), sum_of_states(f, y) == 1)

    def best(p, goal, of, near, less):
        """Return that `of` is best: the step shows that it loses no more than any z that agrees."""
        rest = All(z, vertex_of(z), agree(z, y, *after), loss(of) <= loss(z))
        return p.witness(goal, of, near, p.for_all(rest, less))

    def no_more(p, of, of_class, center, same, order=None):
        """Return that `of` loses no more than z, which agrees with the center, whose class has a best one."""
        near = through(p, z, center, p.know(agree(z, y, *after)), *([] if center is y else [p.know(agree(f, y, *after))]))
        p.remember(stronger(p, z, center, near, same))
        least = of_class(z)
        losses = [*map(loss, (x, o, z))]
        return p.opaque(loss(of) <= loss(z), p.fact(least.theorem), *([order] if order else []), terms=losses)

    def for_vertex(p):
        goal = p.goal
        return p.obtain(hypothesis(y), x, lambda q, first: with_first(q, goal, first))

    def with_first(p, goal, first):
        in_y = first.parts()[-1]

        def one_class(q):
            none = q.know(negation(other))

            def less(e):
                differ = e.fact(none(z).theorem)
                states = e.use(two_states(), u=constraint(z, g, h), w=constraint(y, g, h))
                states = e.fact(core.restate(states.theorem, alike(z, y, g, h) | (sum_of_states(z, y) == 1)))

                def impossible(case):
                    sums = {"u": sum_of_states(z, y), "t": state_of(z, g, h), "w": state_of(y, g, h)}
                    return case.use(not_both(), differ, case.know(sum_of_states(z, y) == 1), **sums)

                same = e.either(states, lambda case: case.know(alike(z, y, g, h)), impossible)
                return no_more(e, x, in_y, y, same)

            return best(q, goal, x, weaker(q, x, y, q.know(agree(x, y, *here))), less)

        def two_classes(q, _):
            return q.obtain(hypothesis(f), o, lambda deep, second: with_second(deep, second.parts()[-1]))

        def with_second(q, in_f):
            def less(of, order):
                def shown(e):
                    states = e.use(two_states(), u=constraint(z, g, h), w=constraint(y, g, h))
                    states = e.fact(core.restate(states.theorem, alike(z, y, g, h) | (sum_of_states(z, y) == 1)))

                    def same_as_f(case):
                        sums = [case.know(sum_of_states(each, y) == 1) for each in (z, f)]
                        return no_more(case, of, in_f, f, of_states(case, alike(z, f, g, h), *sums), case.know(order))

                    def same_as_y(case):
                        return no_more(case, of, in_y, y, case.know(alike(z, y, g, h)), case.know(order))

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
    """Where only rows after g are to agree, row g+1 from number 0 on and the rows after it are."""
    hypothesis = proof.know(some_best(g, 2 * m + 2))
    end, start = (g, 2 * m + 2), (g + 1, 0)

    def for_vertex(p):
        goal = p.goal

        def with_first(q, first):
            rows, _ = q.know(agree(x, y, *end)).parts()
            near = agreement(
                q, x, y, start, lambda e: e.fact(rows(i)(c).theorem), lambda e: e.fact(rows(g + 1)(c).theorem)
            )
            rest = All(z, vertex_of(z), agree(z, y, *start), loss(x) <= loss(z))
            return q.witness(goal, x, near, q.for_all(rest, lambda e: no_more(e, first.parts()[-1])))

        return p.obtain(hypothesis(y), x, with_first)

    def no_more(e, least):
        rows, entries = e.know(agree(z, y, *start)).parts()

        def row(q):
            def at_next(case):
                return case.replace(
                    case.have(g + 1 == i), lambda v: alike(z, y, v, c), case.fact(entries(c).theorem)
                )

            return q.cases(q.goal, (i == g + 1, at_next), (TRUE, lambda case: case.fact(rows(i)(c).theorem)))

        agreement(e, z, y, end, row, lambda q: q.have(q.goal))
        return e.fact(least(z).theorem)

    return proof.for_all(some_best(*start), for_vertex)


@cache
def tight_as_well():
    """Where w is tight and u has its state, u is tight."""
    states = If(0 < u, as_number(1), 0) == If(0 < w, as_number(1), 0)
    proof = Proof([states, w == 0, 0 <= u], u == 0)

    def slack(p):
        return p.knowing(p.have(w <= 0), lambda q: q.contradiction(proof.goal, q.know(states)))

    return proof.cases(proof.goal, (0 < u, slack), (TRUE, lambda p: p.equal(proof.goal))).theorem


def all_constraints(proof):
    """A vertex is the best of those that have its constraint matrix: it is the only one."""

    def for_vertex(p):
        near = agreement(p, y, y, (0, 0), lambda q: of_states(q, q.goal), lambda q: of_states(q, q.goal))
        rest = All(z, vertex_of(z), agree(z, y, 0, 0), loss(y) <= loss(z))
        return p.witness(p.goal, y, near, p.for_all(rest, equal_loss))

    def equal_loss(e):
        rows, entries = e.know(agree(z, y, 0, 0)).parts()
        sides = [y[i + 1, r] - a * y[i, r] == 0, y[i, r] - a * y[i + 1, r] == 0]

        def same_zero(side, where):
            q = e.assuming(between(0, i, n - 1), between(0, r, m), side)
            goal = alike(z, y, i, where)

            def first(case):
                return case.replace(case.have(term(0) == i), lambda v: alike(z, y, v, where), case.fact(entries(where).theorem))

            same = q.cases(goal, (i == 0, first), (TRUE, lambda case: case.fact(rows(i)(where).theorem)))
            same = q.fact(core.restate(same.theorem, expand(goal)))
            zero = q.have(constraint(y, i, where) == 0, q.know(side))
            terms = {"u": constraint(z, i, where), "w": constraint(y, i, where)}
            found = q.use(tight_as_well(), same, zero, q.fact(signs(e, z)(i, where).theorem), **terms)
            other = substitute(side, {"y": z})
            each = e.assuming(between(0, i, n - 1), between(0, r, m)).imply(side, q.have(other, found))
            return e.all(e.all(each, r, between(0, r, m)), i, between(0, i, n - 1))

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


best = Some(x, vertex_of(x), All(z, vertex_of(z), loss(x) <= loss(z)))


@claim.clause("best-vertex", *level, best)
def best_vertex(proof):
    def in_row(inner, before):
        row = inner.assuming(g + 1 <= n)
        start = row.detach(before)

        def number(q, known):
            more = q.assuming(h + 1 <= 2 * m + 2)
            shown = more.knowing(more.detach(known), one_less)
            return q.imply(h + 1 <= 2 * m + 2, shown)

        numbers = row.induction((h <= 2 * m + 2) >> some_best(g, h), h, 0, [start], number)
        end = row.detach(row.fact(core.instance(numbers.theorem, {"h": 2 * m + 2})))
        return inner.imply(g + 1 <= n, row.knowing(end, next_row))

    rows = proof.induction((g <= n) >> some_best(g, 0), g, 0, [all_constraints(proof)], in_row)
    found = proof.detach(proof.fact(core.instance(rows.theorem, {"g": n})))
    constant = proof.use(constant_is_private(), j=0)
    vertex = proof.cite("ghosh2009.lemma-5.1#vertex-below", constant, x=constant.says.args[1])

    def is_best(p, first):
        least = first.parts()[-1]

        def of_all(q):
            rows, entries = conjuncts(agree(z, y, n, 0))
            q.remember(q.for_all(rows, lambda e: e.have(e.goal)), q.for_all(entries, lambda e: e.have(e.goal)))
            return q.fact(least(z).theorem)

        return p.witness(best, x, p.for_all(All(z, vertex_of(z), loss(x) <= loss(z)), of_all))

    def with_vertex(p, _):
        return p.obtain(found(y), x, is_best)

    return proof.obtain(vertex, y, with_vertex)


@claim.clause("exists", *level, Some(x, vertex_of(x), All(z, mine(z), loss(x) <= loss(z))))
def exists(proof):
    def least(p, first):
        def no_more(q):
            below = q.cite("ghosh2009.lemma-5.1#vertex-below", x=z)

            def transitive(e, found):
                terms = [*map(loss, (x, y, z))]
                return e.opaque(loss(x) <= loss(z), e.fact(first.parts()[-1](y).theorem), found.parts()[-1], terms=terms)

            return q.obtain(below, y, transitive)

        return p.witness(proof.goal, x, p.for_all(All(z, mine(z), loss(x) <= loss(z)), no_more))

    return proof.obtain(proof.cite("ghosh2009.lemma-5.1#best-vertex"), x, least)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
