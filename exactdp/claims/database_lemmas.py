"""Theorems about databases, which are given by the values of their rows, and about the results of count queries."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from exactdp.claims import core
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Fact, Proof
from exactdp.claims.formulas import (
    INDEX_MAP,
    SET,
    TRUE,
    All,
    If,
    Product,
    Term,
    as_index,
    as_number,
    between,
    both,
    function,
    indices,
    number,
    variable,
    vectors,
)
from exactdp.claims.lemmas import equal_values, index_order_strictly, one_term, sum_of_two
from exactdp.claims.vocabulary import changed, count

i, j, k, m, n, v = indices("i j k m n v")
a = number("α")
d, e, h = (variable(name, INDEX_MAP) for name in ("d", "e", "h"))
f, g = vectors("f g")
S = variable("S", SET)


def _bit(value: Term) -> Term:
    return If(S[value], as_number(1), 0)


@cache
def result_changes() -> Theorem:
    """Where row j gets the value v, the result changes by what v counts less what the old value counts."""
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
    """Where f(k) = α^d(k)·g(k) for 1 ≤ k ≤ n: the product of f is α^Σd times that of g.

    h(k) is the sum of d up to k.
    """
    steps = All(k, between(1, k, n), both(f[k] == a ** e[k] * g[k], h[k - 1] + e[k] == h[k], 0 <= e[k]))

    def left(last: Term | int) -> Term:
        return Product(k, 1, last, f[k])

    def right(last: Term | int) -> Term:
        return Product(k, 1, last, g[k])

    proof = Proof([0 <= a, 0 <= n, h[0] == 0, steps])

    def step(inner: Proof, before: Fact) -> Fact:
        later = inner.assuming(m + 1 <= n)
        total, known = later.detach(before).parts()
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
        return inner.imply(m + 1 <= n, later.fact(core.cut(result.theorem, total.theorem, exponent.theorem)))

    zero = proof.have(as_index(0) == h[0])
    begun = proof.replace(zero, lambda v: left(0) == a**v * right(0))
    goal = (m <= n) >> both(0 <= h[m], left(m) == a ** h[m] * right(m))
    return (
        proof.detach(proof.induction(goal, m, 0, [proof.have(0 <= h[0]), begun], step).with_(m=n)).parts()[-1].theorem
    )
