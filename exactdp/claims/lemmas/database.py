"""Theorems about databases, given by the values of their rows, and about the results of count queries."""

from collections.abc import Callable
from functools import cache

from exactdp.claims.lemmas.number import equal_values, index_order_strictly
from exactdp.claims.lemmas.summation import one_term, scaled_sum, sum_of_two
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.count_query import changed, count
from exactdp.claims.vocabulary.database import databases, distances, multiples, sizes

d_, i, j, k, m, n, v = indices("δ i j k m n v")
a = number("α")
d, e, h = (variable(name, INDEX_MAP) for name in ("d", "e", "h"))
f, g = vectors("f g")
S = variable("S", SET)


def _bit(value: Term) -> Term:
    return If(S[value], as_number(1), 0)


@cache
def result_changes() -> Theorem:
    """If row j gets the value v, the result changes by the count of v minus the count of the old value."""
    proof = Proof([between(0, j, n - 1)], count(changed(d, j, v), S, n) == count(d, S, n) + _bit(v) - _bit(d[j]))
    before, after = function(k, _bit(d[k])), function(k, If(k == j, _bit(v) - _bit(d[k]), 0))
    inner = proof.assuming(between(0, k, n - 1))
    goal = _bit(changed(d, j, v)[k]) == before[k] + 1 * after[k]

    def becomes(value: Term) -> Callable[[Proof], Fact]:
        def found(case: Proof) -> Fact:
            same = case.have(changed(d, j, v)[k] == value)
            return case.have(goal, case.use(equal_values(), same, i=changed(d, j, v)[k], j=value))

        return found

    each = inner.cases(goal, (k == j, becomes(v)), (TRUE, becomes(d[k])))
    total = proof.termwise(k, 0, n - 1, goal, each)
    apart = proof.use(sum_of_two(), low=0, high=n - 1, t=1, f=before, g=after)
    one = proof.use(one_term(), low=0, high=n - 1, f=function(k, _bit(v) - _bit(d[k])))
    return proof.qed(total, apart, one)


@cache
def equal_indices() -> Theorem:
    """Two indices that are equal as numbers are equal."""
    proof = Proof([as_number(i) == as_number(j)], i == j)

    def apart(low: Term, high: Term) -> Callable[[Proof], Fact]:
        return lambda case: case.contradiction(proof.goal, case.use(index_order_strictly(), j=low, k=high))

    return proof.cases(
        proof.goal, (i < j, apart(i, j)), (j < i, apart(j, i)), (TRUE, lambda case: case.have(i == j))
    ).theorem


@cache
def exact_levels_multiply() -> Theorem:
    """If f(k) = α^d(k)·g(k) for 1 ≤ k ≤ n: the product of f is α^Σd times the product of g.

    h(k) is the sum of d up to k.
    """
    steps = All(k, between(1, k, n), both(f[k] == a ** e[k] * g[k], h[k - 1] + e[k] == h[k], 0 <= e[k]))

    def left(last: Term | int) -> Term:
        return Product(k, 1, last, f[k])

    def right(last: Term | int) -> Term:
        return Product(k, 1, last, g[k])

    proof = Proof([0 <= a, 0 <= n, h[0] == 0, steps])

    def step(later: Proof, before: Fact) -> Fact:
        total, known = before.parts()
        here, sum_, exponent = later.know(steps)(m + 1).parts()
        ends = [later.split(whole(m + 1), m) for whole in (left, right)]
        more = later.assuming(total.says, exponent.says)
        last = more.have(left(m) * f[m + 1] == left(m) * (a ** e[m + 1] * g[m + 1]), here)
        first = more.have(
            left(m) * (a ** e[m + 1] * g[m + 1]) == a ** h[m] * right(m) * (a ** e[m + 1] * g[m + 1]), known
        )
        found = more.have(left(m + 1) == a ** (h[m] + e[m + 1]) * right(m + 1), last, first, *ends)
        found = more.replace(sum_, lambda v: left(m + 1) == a**v * right(m + 1), found)
        result = more.both(more.have(0 <= h[m + 1], sum_), found)
        return later.fact(result, total, exponent)

    zero = proof.have(as_index(0) == h[0])
    begun = proof.replace(zero, lambda v: left(0) == a**v * right(0))
    goal = both(0 <= h[m], left(m) == a ** h[m] * right(m))
    return proof.induction(goal, m, 0, [proof.have(0 <= h[0]), begun], step, up_to=n).parts()[-1].theorem


# Databases as numbers

N, B = (variable(name, INDEX_MAP) for name in "NB")
D = variable("D", Function(3, INDEX))
low, s, w = indices("low s w")
b, t = numbers("β t")
_given = databases(D, N, B, n, m, s)


@cache
def moved_range() -> Theorem:
    """For k ≥ -1: the sum of f over low ≤ i ≤ low+k is that of f_(low+v) over 0 ≤ v ≤ k."""
    goal = Sum(i, low, low + k, f[i]) == Sum(v, 0, k, f[low + v])

    def step(inner: Proof, before: Fact) -> Fact:
        ends = inner.split(Sum(i, low, low + k + 1, f[i]), low + k), inner.split(Sum(v, 0, k + 1, f[low + v]), k)
        return inner.have(substitute(goal, {"k": k + 1}), before, *ends)

    return Proof([]).induction(goal, k, -1, [], step).theorem


@cache
def multiples_rise() -> Theorem:
    """For m ≥ 0 and 0 ≤ i ≤ s: B[i] ≥ 0."""
    proof = Proof([0 <= m, multiples(B, m, s), 0 <= i, i <= s])
    start, steps = proof.parts(multiples(B, m, s))[-2:]
    later, before = proof.inductive(0 <= B[k], k, 0, [start], up_to=i)
    return later.closed(later.have(0 <= B[k + 1], steps(k), before)).theorem


@cache
def sum_in_blocks() -> Theorem:
    """For m ≥ 0 and 0 ≤ k ≤ s: a sum over all B[k] databases with one more row, grouped by the earlier rows."""
    blocks = Sum(i, 0, k - 1, Sum(v, 0, m - 1, f[B[i] + v]))
    goal = (k <= s) >> (Sum(d_, 0, B[k] - 1, f[d_]) == blocks)
    proof = Proof([0 <= m, multiples(B, m, s)])
    start, steps = proof.parts(multiples(B, m, s))[-2:]

    zero = proof.have(as_index(0) == B[0], start)
    begun = proof.replace(zero, lambda end: Sum(d_, 0, end - 1, f[d_]) == 0)
    inner, before = proof.inductive(goal, k, 0, [begun])
    later = inner.assuming(k + 1 <= s)
    next_, size = steps(k), later.use(multiples_rise(), i=k)
    case = later.assuming(B[k + 1] == B[k] + m, 0 <= B[k])
    ends = (
        case.split(Sum(d_, 0, B[k + 1] - 1, f[d_]), B[k] - 1),
        case.split(substitute(blocks, {"k": k + 1}), k - 1),
    )
    moved = case.use(moved_range(), low=B[k], k=m - 1)
    last = case.replace(
        case.have(B[k] + m == B[k + 1]), lambda end: Sum(i, B[k], end - 1, f[i]) == moved.says.args[1], moved
    )
    found = case.have(substitute(goal.args[1], {"k": k + 1}), *ends, last, case.detach(before))
    return (
        proof.assuming(0 <= k, k <= s)
        .detach(inner.closed(inner.imply(k + 1 <= s, later.fact(found, next_, size))))
        .theorem
    )


@cache
def last_row() -> Theorem:
    """For m ≥ 1 and 0 ≤ k ≤ s: each of the B[k] databases with one more row is B[i]+v for an i < k and a v < m."""
    place = Some(i, between(0, i, k - 1), Some(v, between(0, v, m - 1), d_ == B[i] + v))
    goal = (k <= s) >> All(d_, between(0, d_, B[k] - 1), place)
    proof = Proof([1 <= m, multiples(B, m, s)])
    start, steps = proof.parts(multiples(B, m, s))[-2:]

    none = proof.assuming(between(0, d_, B[0] - 1))
    first = none.knowing(start, lambda case: case.contradiction(substitute(place, {"k": as_index(0)}), as_index(0) < 0))
    begun = proof.all(first, d_, between(0, d_, B[0] - 1))
    inner, before = proof.inductive(goal, k, 0, [begun])
    later = inner.assuming(k + 1 <= s)
    after = substitute(place, {"k": k + 1})
    known, next_ = later.detach(before), steps(k)
    cell = later.assuming(between(0, d_, B[k + 1] - 1))

    def old(case: Proof) -> Fact:
        at = case.let(known(d_), i)
        row = after.args[2]
        return case.obtain(at.parts()[-1], v, lambda one, same: one.witness(after, i, one.witness(row, v, same)))

    def new(case: Proof) -> Fact:
        here = case.have(d_ == B[k] + (d_ - B[k]))
        inside = case.knowing(next_, lambda one: one.have(between(0, d_ - B[k], m - 1)))
        return case.witness(after, k, case.witness(substitute(after.args[2], {"i": k}), d_ - B[k], here, inside))

    found = cell.cases(after, (d_ <= B[k] - 1, old), (TRUE, new))
    return (
        proof.assuming(0 <= k, k <= s)
        .detach(inner.closed(inner.imply(k + 1 <= s, later.all(found, d_, between(0, d_, B[k + 1] - 1)))))
        .theorem
    )


_powers = All(j, as_index(0) <= j, g[j + 1] == b * g[j])
_rate = t == 1 + (m - 1) * b


@cache
def sum_over_last_row() -> Theorem:
    """For 0 ≤ v < m: one of m values adds nothing to a distance, and the others add 1 to it."""
    ratio = function(w, If(w == v, 1, b))
    proof = Proof([between(0, v, m - 1), 1 <= m, _rate], Sum(w, 0, m - 1, ratio[w]) == t)
    one = proof.use(one_term(), low=0, high=m - 1, j=v, f=lambda _: 1 - b)
    choice = proof.termwise(w, 0, m - 1, ratio[w] == If(w == v, 1 - b, 0) + 1 * b)
    apart = proof.use(sum_of_two(), low=0, high=m - 1, f=function(w, If(w == v, 1 - b, 0)), g=function(w, b), t=1)
    return proof.qed(choice, apart, one)


@cache
def sum_with_last_row() -> Theorem:
    """For 0 ≤ k < n and g_e = β^e: Σ_d g_D[k+1,B[i]+v,d] is t·Σ_d g_D[k,i,d], with t = 1+(m-1)·β."""
    proof = Proof([_powers, 1 <= m, _rate, _given, between(0, k, n - 1), between(0, v, m - 1), between(0, i, N[k] - 1)])
    sized = proof.parts(sizes(N, B, n, s))[-1](k).parts()
    signs, _, rule = proof.parts(distances(D, N, B, n, m))[-3:]
    old, new, ratio = D[k, i, d_], B[i] + v, function(w, If(w == v, 1, b))
    inside = proof.assuming(between(0, d_, N[k] - 1))
    pair = inside.assuming(between(0, w, m - 1))
    turned = pair.have(old + If(v == w, 0, 1) == D[k + 1, new, B[d_] + w], rule(k)(i)(d_)(v)(w))
    more = pair.fact(pair.know(_powers)(old), pair.fact(signs(k)(i)(d_)))
    grown = g[old + If(v == w, 0, 1)] == g[old] * ratio[w]
    step = pair.cases(grown, (v == w, lambda case: case.have(grown)), (TRUE, lambda case: case.have(grown, more)))
    each = pair.replace(turned, lambda e: g[e] == g[old] * ratio[w], step)
    digits = inside.termwise(w, 0, m - 1, each.says, each)
    factor = inside.use(scaled_sum(), low=0, high=m - 1, t=g[old], f=ratio)
    terms = [digits.says.args[0], factor.says.args[0], Sum(w, 0, m - 1, ratio[w]), g[old]]
    by = digits, factor, inside.use(sum_over_last_row())
    digit = inside.opaque(digits.says.args[0] == g[old] * t, *by, terms=terms)
    blocks = proof.use(sum_in_blocks(), *sized, k=N[k], f=function(d_, g[D[k + 1, new, d_]]))
    whole = proof.termwise(d_, 0, N[k] - 1, digit.says, digit)
    goal = Sum(d_, 0, B[N[k]] - 1, g[D[k + 1, new, d_]]) == t * Sum(d_, 0, N[k] - 1, g[old])
    return proof.opaque(
        goal,
        blocks,
        whole,
        whole.says.args[1] == goal.args[1],
        terms=[*blocks.says.args, *whole.says.args, goal.args[1]],
    ).theorem


def for_all_rows(proof: Proof, goal: Formula, step: Callable[[Proof], Fact]) -> Fact:
    """Return that a formula about d holds for all databases of k+1 rows, for 0 ≤ k < n: the step shows it for B[i]+v.

    >>> d = indices("δ")[0]
    >>> proof = Proof([1 <= m, databases(D, N, B, n, m, s), between(0, k, n - 1)])
    >>> for_all_rows(proof, d == d, lambda inner: inner.have(B[i] + v == B[i] + v)).says
    ∀ integer δ with 0 ≤ δ ≤ N[k+1]-1: δ = δ
    """
    sized = proof.parts(sizes(N, B, n, s))[-1](k).parts()
    cell = proof.assuming(between(0, i, N[k] - 1), between(0, v, m - 1))
    here = step(cell).theorem
    place = proof.assuming(between(0, d_, B[N[k]] - 1))

    def by_row(deep: Proof, row: Fact) -> Fact:
        same = deep.have(B[i] + v == d_, deep.let(row.parts()[-1], v).parts()[-1])
        return deep.replace(same, lambda e: substitute(goal, {"δ": e}), deep.fact(here))

    rows = proof.use(last_row(), *sized, k=N[k])(d_)
    every = proof.all(place.obtain(rows, i, by_row), d_, between(0, d_, B[N[k]] - 1))
    size = proof.have(B[N[k]] == N[k + 1], sized[-1])
    return proof.replace(size, lambda last: All(d_, between(0, d_, last - 1), goal), every)


@cache
def sum_of_distances() -> Theorem:
    """For m ≥ 1, 0 ≤ k ≤ n and g_e = β^e: the sum of g_D[k,i,d] over the databases d of k rows is (1+(m-1)·β)^k."""
    total = Sum(d_, 0, N[k] - 1, g[D[k, i, d_]]) == t**k
    goal = (k <= n) >> All(i, between(0, i, N[k] - 1), total)
    proof = Proof([g[0] == 1, _powers, 1 <= m, _rate, _given])
    one, grow = proof.parts(sizes(N, B, n, s))[-2:]
    zero = proof.parts(distances(D, N, B, n, m))[-2]

    first = proof.assuming(between(0, i, N[0] - 1))
    at_i = first.knowing(one, lambda case: case.have(as_index(0) == i))
    alone = first.replace(first.have(as_index(0) == D[0, 0, 0], zero), lambda e: g[e] == 1, g[0] == 1)
    alone = first.replace(at_i, lambda e: g[D[0, e, 0]] == 1, alone)
    whole = first.have(Sum(d_, 0, 0, g[D[0, i, d_]]) == 1, alone)
    whole = first.replace(first.have(as_index(1) == N[0], one), lambda e: Sum(d_, 0, e - 1, g[D[0, i, d_]]) == 1, whole)
    begin = first.have(substitute(total, {"k": as_index(0)}), whole)
    begun = proof.imply(as_index(0) <= n, proof.all(begin, i, between(0, i, N[0] - 1)))
    inner, before = proof.inductive(goal, k, 0, [begun])
    later = inner.assuming(k + 1 <= n)
    known, sized = later.detach(before), later.fact(grow(k)).parts()

    def sums(e: Term, last: Term) -> Formula:
        return Sum(j, 0, last - 1, g[D[k + 1, e, j]]) == t ** (k + 1)

    def row(cell: Proof) -> Fact:
        found = cell.have(sums(B[i] + v, B[N[k]]), cell.use(sum_with_last_row()), known(i))
        size = cell.have(B[N[k]] == N[k + 1], sized[-1])
        return cell.replace(size, lambda last: sums(B[i] + v, last), found)

    every = for_all_rows(later, sums(d_, N[k + 1]), row)
    found = later.assuming(between(0, i, N[k + 1] - 1)).have(substitute(total, {"k": k + 1}), every(i))
    return (
        proof.assuming(0 <= k, k <= n)
        .detach(inner.closed(inner.imply(k + 1 <= n, later.all(found, i, between(0, i, N[k + 1] - 1)))))
        .theorem
    )
