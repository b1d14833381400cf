"""Theorems about databases with two values in each row; the databases of n rows are the numbers 0, …, 2^n-1."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from exactdp.claims.lemmas.binomial import pascal
from exactdp.claims.lemmas.database import last_row, sum_in_blocks
from exactdp.claims.lemmas.power import power_nonnegative
from exactdp.claims.lemmas.summation import scaled_sum, sum_of_two
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.binomial import binomial, binomial_product
from exactdp.claims.vocabulary.database import databases, distances, multiples, sizes

i, j, k, n, s, v, w, y, z = indices("i j k n s v w y z")
d_ = indices("δ")[0]
a = number("α")
S, T = indices("S T")
(f,) = vectors("f")
N, B = (variable(name, INDEX_MAP) for name in "NB")
D = variable("D", Function(3, INDEX))
ROWS, BITS = indices("i_1 i_2 i_3"), indices("v_1 v_2 v_3")

binary = databases(D, N, B, n, as_index(2), s)


def _rule(proof: Proof) -> Fact:
    return proof.parts(distances(D, N, B, n, as_index(2)))[-1]


def _sized(proof: Proof) -> list[Fact]:
    return proof.parts(sizes(N, B, n, s))[-1](k).parts()


def _by_rows(
    goal: Callable[..., Formula],
    zero: Callable[[Proof], Fact],
    step: Callable[..., Fact],
    over: Sequence[Term],
    given: Sequence[Formula] = (),
) -> Theorem:
    """Return that a formula holds for all databases of k rows, for 0 ≤ k ≤ n, by induction on the last row.

    The goal is about k and databases. `zero` shows it for k = 0, where every database is 0. `step` shows it for k+1,
    where a database is B[i]+v with the last row v.
    """
    proof = Proof([binary, *given])

    def every(rows: Term, last: Term, of: Formula) -> Formula:
        for each in reversed(over):
            of = All(each, between(0, each, last - 1), of)
        return of

    def at_place(rows: Term, at: int, before: Sequence[Term], after: Sequence[Term]) -> Callable[[Term], Formula]:
        return lambda e: goal(rows, *before[:at], e, *after[at + 1 :])

    def onwards(inner: Proof, before: Fact) -> Fact:
        later = inner.assuming(k + 1 <= n)
        known, sized = later.detach(before), later.fact(core.conjoin(*(each.theorem for each in _sized(later)))).parts()
        olds, bits = ROWS[: len(over)], BITS[: len(over)]
        cell = later.assuming(*(between(0, each, N[k] - 1) for each in olds), *(between(0, each, 1) for each in bits))
        here = step(cell, known, *(x for pair in zip(olds, bits, strict=True) for x in pair)).theorem
        place = later.assuming(*(between(0, each, B[N[k]] - 1) for each in over))
        rows = later.use(last_row(), *sized, k=N[k], m=as_index(2))

        def at(deep: Proof, t: int, same: list[Fact]) -> Fact:
            if t < len(over):

                def by_row(inside: Proof, row: Fact) -> Fact:
                    return inside.obtain(
                        row.parts()[-1],
                        bits[t],
                        lambda last, value: at(
                            last, t + 1, [*same, last.have(B[olds[t]] + bits[t] == over[t], value.parts()[-1])]
                        ),
                    )

                return deep.obtain(rows(over[t]), olds[t], by_row)
            found, ends = deep.fact(here), [B[one] + bit for one, bit in zip(olds, bits, strict=True)]
            for place_, equation in enumerate(same):
                found = deep.replace(equation, at_place(k + 1, place_, over, ends), found)
            return found

        found = at(place, 0, [])
        for each in reversed(over):
            found = later.all(found, each, between(0, each, B[N[k]] - 1))
        size = later.have(B[N[k]] == N[k + 1], sized[-1])
        found = later.replace(size, lambda last: every(k + 1, last, goal(k + 1, *over)), found)
        return inner.imply(k + 1 <= n, found)

    one = proof.parts(sizes(N, B, n, s))[-2]
    first = proof.assuming(*(between(0, each, N[0] - 1) for each in over))
    found, nothing = zero(first), as_index(0)
    for at, each in enumerate(over):
        equal = first.knowing(one, partial(Proof.have, goal=nothing == each))
        found = first.replace(equal, at_place(nothing, at, over, [nothing] * len(over)), found)
    for each in reversed(over):
        found = proof.all(found, each, between(0, each, N[0] - 1))
    begun = proof.imply(nothing <= n, found)
    whole = (k <= n) >> every(k, N[k], goal(k, *over))
    return proof.assuming(0 <= k, k <= n).detach(proof.induction(whole, k, 0, [begun], onwards)).theorem


def _start(proof: Proof) -> Fact:
    """Return D[0,0,0] = 0."""
    return proof.parts(distances(D, N, B, n, as_index(2)))[-2]


@cache
def doubled() -> Theorem:
    """For 0 ≤ i ≤ s: B[i] = 2·i."""
    proof = Proof([multiples(B, as_index(2), s), 0 <= i, i <= s])
    start, steps = proof.parts(multiples(B, as_index(2), s))[-2:]
    later, before = proof.inductive(B[k] == 2 * k, k, 0, [start], up_to=i)
    return later.closed(later.have(B[k + 1] == 2 * (k + 1), steps(k), before)).theorem


@cache
def number_of_databases() -> Theorem:
    """For 0 ≤ k ≤ n: N[k] = 2^k."""
    goal = (k <= n) >> (N[k] == as_number(2) ** k)
    proof = Proof([binary])
    one = proof.parts(sizes(N, B, n, s))[-2]

    begun = proof.replace(
        proof.have(as_index(1) == N[0], one),
        lambda e: as_number(e) == as_number(2) ** as_index(0),
        as_number(1) == as_number(2) ** as_index(0),
    )
    begun = proof.imply(as_index(0) <= n, begun)
    inner, before = proof.inductive(goal, k, 0, [begun])
    later = inner.assuming(k + 1 <= n)
    sized = later.fact(core.conjoin(*(each.theorem for each in _sized(later)))).parts()
    size = later.have(2 * N[k] == N[k + 1], later.use(doubled(), *sized, i=N[k]), *sized)
    number_ = later.have(2 * as_number(N[k]) == as_number(2) ** (k + 1), later.detach(before))
    found = later.replace(size, lambda e: as_number(e) == as_number(2) ** (k + 1), number_)
    return proof.assuming(0 <= k, k <= n).detach(inner.closed(inner.imply(k + 1 <= n, found))).theorem


@cache
def number_at_least_one() -> Theorem:
    """For 0 ≤ k ≤ n: N[k] ≥ 1."""
    goal = (k <= n) >> (1 <= N[k])
    proof = Proof([binary])
    one = proof.parts(sizes(N, B, n, s))[-2]
    inner, _ = proof.inductive(goal, k, 0, [one])
    later = inner.assuming(k + 1 <= n)
    sized = later.fact(core.conjoin(*(each.theorem for each in _sized(later)))).parts()
    return (
        proof.assuming(0 <= k, k <= n)
        .detach(
            inner.closed(
                inner.imply(k + 1 <= n, later.have(1 <= N[k + 1], later.use(doubled(), *sized, i=N[k]), *sized))
            )
        )
        .theorem
    )


@cache
def symmetric() -> Theorem:
    """For 0 ≤ k ≤ n: D[k,y,z] = D[k,z,y]."""

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        one, v, other, w = at
        rule = _rule(cell)(k)
        goal = D[k + 1, B[one] + v, B[other] + w] == D[k + 1, B[other] + w, B[one] + v]
        facts = rule(one)(other)(v)(w), rule(other)(one)(w)(v), known(one)(other)
        return cell.cases(goal, *((e, lambda case: case.have(goal, *facts)) for e in (v == w, TRUE)))

    zero = lambda proof: proof.have(D[0, 0, 0] == D[0, 0, 0])  # noqa: E731
    return _by_rows(lambda k, y, z: D[k, y, z] == D[k, z, y], zero, step, (y, z))


@cache
def at_most_all_rows() -> Theorem:
    """For 0 ≤ k ≤ n: D[k,y,z] ≤ k."""

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        one, v, other, w = at
        goal = D[k + 1, B[one] + v, B[other] + w] <= k + 1
        facts = _rule(cell)(k)(one)(other)(v)(w), known(one)(other)
        return cell.cases(goal, *((e, lambda case: case.have(goal, *facts)) for e in (v == w, TRUE)))

    return _by_rows(
        lambda k, y, z: D[k, y, z] <= k, lambda proof: proof.have(D[0, 0, 0] <= 0, _start(proof)), step, (y, z)
    )


@cache
def triangle() -> Theorem:
    """For 0 ≤ k ≤ n: D[k,y,z] ≤ D[k,y,i] + D[k,i,z]."""

    def goal(k: Term, y: Term, i: Term, z: Term) -> Formula:
        shorter: Formula = D[k, y, z] <= D[k, y, i] + D[k, i, z]
        return shorter

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        y, u, i, v, z, w = at
        rule = _rule(cell)(k)
        facts = rule(y)(z)(u)(w), rule(y)(i)(u)(v), rule(i)(z)(v)(w), known(y)(i)(z)
        says = goal(k + 1, B[y] + u, B[i] + v, B[z] + w)
        return cell.cases(
            says,
            *((e, lambda case: case.have(says, *facts)) for e in (both(u == v, v == w), u == v, v == w, u == w)),
            (TRUE, lambda case: case.have(says, *facts)),
        )

    return _by_rows(
        goal, lambda proof: proof.have(goal(as_index(0), *[as_index(0)] * 3), _start(proof)), step, (y, i, z)
    )


@cache
def opposite() -> Theorem:
    """For 0 ≤ k ≤ n: D[k,y,z] + D[k,N[k]-1-y,z] = k."""

    def goal(k: Term, y: Term, z: Term) -> Formula:
        all_rows: Formula = D[k, y, z] + D[k, N[k] - 1 - y, z] == k
        return all_rows

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        y, v, z, w = at
        rule, sized = _rule(cell)(k), _sized(cell)
        twice = [cell.use(doubled(), *sized, i=each) for each in (y, N[k], N[k] - 1 - y)]
        other = cell.have(B[N[k] - 1 - y] + (1 - v) == N[k + 1] - 1 - (B[y] + v), *twice, *sized)
        facts = rule(y)(z)(v)(w), rule(N[k] - 1 - y)(z)(1 - v)(w), known(y)(z)
        says = D[k + 1, B[y] + v, B[z] + w] + D[k + 1, B[N[k] - 1 - y] + (1 - v), B[z] + w] == k + 1
        found = cell.cases(
            says,
            *((both(v == one, w == two), lambda case: case.have(says, *facts)) for one in (0, 1) for two in (0, 1)),
        )
        return cell.replace(other, lambda e: D[k + 1, B[y] + v, B[z] + w] + D[k + 1, e, B[z] + w] == k + 1, found)

    def zero(proof: Proof) -> Fact:
        one, nothing = proof.parts(sizes(N, B, n, s))[-2], as_index(0)
        twice = proof.have(D[0, 0, 0] + D[0, 0, 0] == 0, _start(proof))
        same = proof.knowing(one, lambda case: case.have(nothing == N[0] - 1 - nothing))
        return proof.replace(same, lambda e: D[0, 0, 0] + D[0, e, 0] == 0, twice)

    return _by_rows(goal, zero, step, (y, z))


@cache
def away() -> Theorem:
    """For 0 ≤ k ≤ n and every j ≥ 0: some S is within j of z, and as far from y as j changed rows can bring it.

    The last row of S is changed if y and z agree there, as long as some of the j changes remain.
    """

    def place(k: Term, j: Term, y: Term, z: Term, at: Term) -> Formula:
        return both(D[k, at, z] <= j, (k <= D[k, at, y]) | (D[k, y, z] + j <= D[k, at, y]))

    def some(k: Term, j: Term, y: Term, z: Term) -> Formula:
        return Some(S, between(0, S, N[k] - 1), place(k, j, y, z, S))

    def goal(k: Term, y: Term, z: Term) -> Formula:
        return All(j, as_index(0) <= j, some(k, j, y, z))

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        y, v, z, w = at
        rule, inner = _rule(cell)(k), cell.assuming(as_index(0) <= j)
        sized, says = _sized(inner), some(k + 1, j, B[y] + v, B[z] + w)

        def with_last(case: Proof, bit: Term, before: Term) -> Fact:
            near, far = case.let(known(y)(z)(before), S).parts()[-2:]
            new = B[S] + bit
            facts = [rule(S)(z)(bit)(w), rule(S)(y)(bit)(v), rule(y)(z)(v)(w), near]
            facts.append(case.use(at_most_all_rows())(y)(z))
            close = case.have(D[k + 1, new, B[z] + w] <= j, *facts)
            sides = (k + 1 <= D[k + 1, new, B[y] + v], D[k + 1, B[y] + v, B[z] + w] + j <= D[k + 1, new, B[y] + v])

            def at_end(last: Proof) -> Fact:
                whole = last.know(far.says.args[0])
                for side in sides:
                    try:
                        return last.alternative(sides[0] | sides[1], last.have(side, whole, *facts))
                    except Refused:
                        continue
                raise Refused("neither")

            def beyond(last: Proof) -> Fact:
                return last.alternative(sides[0] | sides[1], last.have(sides[1], far.says.args[1], *facts))

            distant = case.either(far, at_end, beyond)
            twice = [case.use(doubled(), *sized, i=each) for each in (S, N[k])]
            inside = case.have(between(0, new, N[k + 1] - 1), *twice, *sized)
            return case.witness(says, new, inside, close, distant)

        found = inner.cases(
            says,
            *(
                (
                    both(v == one, w == two, j == 0) if last else both(v == one, w == two),
                    lambda case, at=at: with_last(case, *at),
                )
                for one, two, last, at in (
                    (0, 1, False, (as_index(1), j)),
                    (1, 0, False, (as_index(0), j)),
                    (0, 0, True, (as_index(0), as_index(0))),
                    (1, 1, True, (as_index(1), as_index(0))),
                    (0, 0, False, (as_index(1), j - 1)),
                    (1, 1, False, (as_index(0), j - 1)),
                )
            ),
        )
        return cell.all(found, j, as_index(0) <= j)

    def zero(proof: Proof) -> Fact:
        inner = proof.assuming(as_index(0) <= j)
        nothing = as_index(0)
        sides = place(nothing, j, nothing, nothing, nothing).args
        one = inner.parts(sizes(N, B, n, s))[-2]
        near = inner.have(D[0, 0, 0] <= j, _start(inner))
        far = inner.alternative(sides[1], inner.have(nothing <= D[0, 0, 0], _start(inner)))
        inside = inner.have(between(0, nothing, N[0] - 1), one)
        return proof.all(
            inner.witness(some(nothing, j, nothing, nothing), nothing, inside, near, far), j, as_index(0) <= j
        )

    return _by_rows(goal, zero, step, (y, z))


@cache
def identical() -> Theorem:
    """For 0 ≤ k ≤ n: D[k,z,z] = 0."""

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        z, w = at
        return cell.have(D[k + 1, B[z] + w, B[z] + w] == 0, _rule(cell)(k)(z)(z)(w)(w), known(z))

    return _by_rows(lambda k, z: D[k, z, z] == 0, _start, step, (z,))


@cache
def neighbours_between() -> Theorem:
    """For 0 ≤ j < k ≤ n: of two databases that differ in one row, one is at the distance j from z and one at j+1."""

    def some(k: Term, j: Term, z: Term) -> Formula:
        place = both(D[k, z, S] == j, D[k, z, T] == j + 1, D[k, S, T] == 1)
        return Some(S, between(0, S, N[k] - 1), Some(T, between(0, T, N[k] - 1), place))

    def goal(k: Term, z: Term) -> Formula:
        return All(j, between(0, j, k - 1), some(k, j, z))

    def step(cell: Proof, known: Fact, *at: Term) -> Fact:
        z, w = at
        rule, inner = _rule(cell)(k), cell.assuming(between(0, j, k))
        sized, says = _sized(inner), some(k + 1, j, B[z] + w)

        def named(case: Proof, near: tuple[Term, Term], far: tuple[Term, Term], *facts: Fact) -> Fact:
            (one, v), (other, u) = near, far
            more = *facts, rule(z)(one)(w)(v), rule(z)(other)(w)(u), rule(one)(other)(v)(u)
            twice = [case.use(doubled(), *sized, i=each) for each in (one, other, N[k])]
            ends = [B[one] + v, B[other] + u]
            inside = [case.have(between(0, each, N[k + 1] - 1), *twice, *sized) for each in ends]
            place = case.have(substitute(says.args[2].args[2], {"S": ends[0], "T": ends[1]}), *more)
            second = case.witness(substitute(says.args[2], {"S": ends[0]}), ends[1], inside[1], place)
            return case.witness(says, ends[0], inside[0], second)

        def before(case: Proof) -> Fact:
            one = case.let(known(z)(j), S)
            return case.obtain(one.parts()[-1], T, lambda last, two: named(last, (S, w), (T, w), two))

        def end(bit: int) -> Callable[[Proof], Fact]:
            def found(case: Proof) -> Fact:
                turned = N[k] - 1 - z
                facts = case.use(opposite())(z)(z), case.use(symmetric())(z)(turned), case.use(identical())(z)
                same = case.use(identical())(turned)
                return named(case, (turned, as_index(bit)), (turned, as_index(1 - bit)), *facts, same)

            return found

        cases = (j <= k - 1, before), (w == 0, end(0)), (w == 1, end(1))
        return cell.all(inner.cases(says, *cases), j, between(0, j, k))

    def zero(proof: Proof) -> Fact:
        inner, nothing = proof.assuming(between(0, j, as_index(0) - 1)), as_index(0)
        none = inner.contradiction(some(nothing, j, nothing), nothing < 0)
        return proof.all(none, j, between(0, j, nothing - 1))

    return _by_rows(goal, zero, step, (z,))


# Sums over all databases


@cache
def sum_over_one_more_row() -> Theorem:
    """For 0 ≤ k < n: Σ_y f(D[k+1,y,B[z]+w]) is Σ_y f(D[k,y,z]) + Σ_y f(D[k,y,z]+1)."""
    proof = Proof([binary, between(0, k, n - 1), between(0, z, N[k] - 1), between(0, w, 1)])
    sized, rule = _sized(proof), _rule(proof)(k)
    new = B[z] + w
    blocks = proof.use(sum_in_blocks(), *sized, m=as_index(2), k=N[k], f=function(d_, f[D[k + 1, d_, new]]))
    inside = proof.assuming(between(0, i, N[k] - 1))
    old = D[k, i, z]
    says = f[D[k + 1, B[i], new]] + f[D[k + 1, B[i] + 1, new]] == f[old] + 1 * f[old + 1]

    def same_value(case: Proof, equal: Fact, value: Term) -> Fact:
        return case.replace(equal, lambda e: f[value] == f[e], f[value] == f[value])

    def at(case: Proof) -> Fact:
        found = []
        for bit in (0, 1):
            here = D[k + 1, B[i] + bit, new]
            for value in (old, old + 1):
                try:
                    equal = case.have(value == here, rule(i)(z)(bit)(w))
                except Refused:
                    continue
                found.append(same_value(case, equal, value))
        return case.have(says, *found)

    each = inside.cases(says, (w == 0, at), (w == 1, at))
    whole = proof.termwise(i, 0, N[k] - 1, says, each)
    apart = proof.use(
        sum_of_two(), low=0, high=N[k] - 1, t=1, f=function(i, f[D[k, i, z]]), g=function(i, f[D[k, i, z] + 1])
    )
    goal = Sum(y, 0, N[k + 1] - 1, f[D[k + 1, y, new]]) == Sum(y, 0, N[k] - 1, f[D[k, y, z]]) + Sum(
        y, 0, N[k] - 1, f[D[k, y, z] + 1]
    )
    found = proof.have(Sum(y, 0, B[N[k]] - 1, f[D[k + 1, y, new]]) == goal.args[1], blocks, whole, apart)
    size = proof.have(B[N[k]] == N[k + 1], sized[-1])
    return proof.replace(size, lambda e: Sum(y, 0, e - 1, f[D[k + 1, y, new]]) == goal.args[1], found).theorem


def _one_if(e: Term, j: Term) -> Term:
    return If(e == j, as_number(1), 0)


@cache
def number_at_distance() -> Theorem:
    """For 0 ≤ k ≤ n and j ≥ 0: C(k,j) databases differ from z in j rows."""

    def at(k: Term, z: Term, j: Term) -> Formula:
        counted: Formula = Sum(y, 0, N[k] - 1, _one_if(D[k, y, z], j)) == binomial(k, j)
        return counted

    def step(cell: Proof, known: Fact, z: Term, w: Term) -> Fact:
        inner = cell.assuming(as_index(0) <= j)
        apart = inner.use(sum_over_one_more_row(), z=z, w=w, f=lambda e: _one_if(e, j))
        says, old = at(k + 1, B[z] + w, j), _one_if(D[k, y, z] + 1, j)
        signs = inner.parts(distances(D, N, B, n, as_index(2)))[-3](k)

        def none(case: Proof) -> Fact:
            row = case.assuming(between(0, y, N[k] - 1))
            more = row.knowing(row.fact(signs(y)(z)), lambda last: last.have(old == 0))
            return case.have(says, apart, case.termwise(y, 0, N[k] - 1, old == 0, more), known(z)(j))

        def some(case: Proof) -> Fact:
            moved = case.termwise(y, 0, N[k] - 1, old == _one_if(D[k, y, z], j - 1))
            return case.have(says, apart, moved, known(z)(j), known(z)(j - 1), case.use(pascal(), n=k, k=j - 1))

        return cell.all(inner.cases(says, (j == 0, none), (TRUE, some)), j, as_index(0) <= j)

    def zero(proof: Proof) -> Fact:
        inner = proof.assuming(as_index(0) <= j)
        one, nothing = inner.parts(sizes(N, B, n, s))[-2], as_index(0)
        start = inner.have(nothing == D[0, 0, 0], _start(inner))

        def none(case: Proof) -> Fact:
            return case.have(_one_if(nothing, j) == binomial(nothing, j))

        def some(case: Proof) -> Fact:
            return case.have(_one_if(nothing, j) == binomial(nothing, j), case.split(binomial_product(nothing, j), 1))

        found = inner.cases(_one_if(nothing, j) == binomial(nothing, j), (j == 0, none), (TRUE, some))
        found = inner.replace(start, lambda e: _one_if(e, j) == binomial(nothing, j), found)
        found = inner.have(Sum(y, 0, 0, _one_if(D[0, y, 0], j)) == binomial(nothing, j), found)
        size = inner.have(as_index(1) == N[0], one)
        found = inner.replace(size, lambda e: Sum(y, 0, e - 1, _one_if(D[0, y, 0], j)) == binomial(nothing, j), found)
        return proof.all(found, j, as_index(0) <= j)

    return _by_rows(lambda k, z: All(j, as_index(0) <= j, at(k, z, j)), zero, step, (z,))


def _from(e: Term, j: Term) -> Term:
    return If(j <= e, a**e, 0)


def _tail(k: Term, z: Term, j: Term) -> Term:
    """Return the sum of α^D[k,y,z] over the databases y that differ from z in j rows or more."""
    return Sum(y, 0, N[k] - 1, _from(D[k, y, z], j))


@cache
def tail_at_most() -> Theorem:
    """For 0 ≤ k ≤ n, α ≥ 0 and j ≥ 0: Σ α^D over D[k,y,z] ≥ j is at most C(k,j)·α^j·(1+α)^(k-j)."""

    def at(k: Term, z: Term, j: Term) -> Formula:
        return both(0 <= _tail(k, z, j), _tail(k, z, j) * (1 + a) ** j <= binomial(k, j) * a**j * (1 + a) ** k)

    def step(cell: Proof, known: Fact, z: Term, w: Term) -> Fact:
        inner = cell.assuming(as_index(0) <= j)
        apart = inner.use(sum_over_one_more_row(), z=z, w=w, f=lambda e: _from(e, j))
        says, old = at(k + 1, B[z] + w, j), _from(D[k, y, z] + 1, j)
        signs = inner.parts(distances(D, N, B, n, as_index(2)))[-3](k)

        def moved(case: Proof, less: Term) -> Fact:
            row = case.assuming(between(0, y, N[k] - 1))
            goal = old == a * _from(D[k, y, z], less)
            more = row.knowing(row.fact(signs(y)(z)), lambda last: last.have(goal))
            whole = case.termwise(y, 0, N[k] - 1, goal, more)
            factor = case.use(scaled_sum(), low=0, high=N[k] - 1, t=a, f=function(y, _from(D[k, y, z], less)))
            return case.have(Sum(y, 0, N[k] - 1, old) == a * _tail(k, z, less), whole, factor)

        def none(case: Proof) -> Fact:
            more, (sign, here) = moved(case, j), known(z)(j).parts()
            return case.have(says, apart, more, sign, here, case.product(0 <= 1 + a, here), case.product(0 <= a, sign))

        def some(case: Proof) -> Fact:
            more, (sign, here), (low, less) = moved(case, j - 1), known(z)(j).parts(), known(z)(j - 1).parts()
            level = case.know(0 <= a)
            up, whole = case.have(0 <= 1 + a), case.use(pascal(), n=k, k=j - 1)
            power = case.use(power_nonnegative(), up, α=1 + a, k=j)
            facts = (
                sign,
                here,
                low,
                less,
                case.product(level, up, less),
                case.product(level, here),
                case.product(level, power, sign),
                case.product(level, low),
            )
            old_goal = both(
                0 <= _tail(k, z, j) + a * _tail(k, z, j - 1),
                (_tail(k, z, j) + a * _tail(k, z, j - 1)) * (1 + a) ** j
                <= (binomial(k, j - 1) + binomial(k, j)) * a**j * (1 + a) ** (k + 1),
            )
            return case.have(says, apart, more, whole, case.have(old_goal, *facts, factors=1))

        return cell.all(inner.cases(says, (j == 0, none), (TRUE, some)), j, as_index(0) <= j)

    def zero(proof: Proof) -> Fact:
        inner = proof.assuming(as_index(0) <= j)
        one, nothing = inner.parts(sizes(N, B, n, s))[-2], as_index(0)
        start = inner.have(nothing == D[0, 0, 0], _start(inner))

        def says(e: Term) -> Formula:
            return both(
                0 <= _from(e, j), _from(e, j) * (1 + a) ** j <= binomial(nothing, j) * a**j * (1 + a) ** nothing
            )

        def some(case: Proof) -> Fact:
            return case.have(says(nothing), case.split(binomial_product(nothing, j), 1))

        found = inner.cases(says(nothing), (j == 0, lambda case: case.have(says(nothing))), (TRUE, some))
        found = inner.replace(start, says, found)

        def summed(last: Term) -> Formula:
            total = Sum(y, 0, last, _from(D[0, y, 0], j))
            return both(0 <= total, total * (1 + a) ** j <= binomial(nothing, j) * a**j * (1 + a) ** nothing)

        found = inner.have(summed(nothing), *found.parts())
        size = inner.have(as_index(1) == N[0], one)
        return proof.all(inner.replace(size, lambda e: summed(e - 1), found), j, as_index(0) <= j)

    return _by_rows(lambda k, z: All(j, as_index(0) <= j, at(k, z, j)), zero, step, (z,), [0 <= a])
