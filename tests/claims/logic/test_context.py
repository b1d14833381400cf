"""What given formulas decide: the order of indices, choices, divisors, and the normal form of a term."""

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from exactdp.claims.logic.context import Context, Contexts, Open
from exactdp.claims.logic.polynomials import Refused, is_zero
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import INDEX_MAP
from exactdp.claims.statements.formulas import Product, Sum, indices, numbers, vectors
from exactdp.claims.statements.terms import Formula, If, Term, as_number, variable
from tests.claims.total_values import anywhere, total

i, j, k, n = indices("i j k n")
a, b = numbers("a b")
(f,) = vectors("f")


def test_what_differs_from_0_may_be_divided_by() -> None:
    here = Context([])
    here.differs_from_0(a * b)
    assert here.is_nonzero(a) and here.is_nonzero(b) and not here.is_nonzero(a + b)
    assert is_zero(here.difference(a / a == b / b))


def test_a_power_that_may_have_no_value_is_refused() -> None:
    with pytest.raises(Refused, match="may be negative"):
        Context([]).normal(a**i)
    assert Context([0 <= i]).normal(a**i)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_decided_is_so_at_every_index(seed: int) -> None:
    rng, met = Random(seed), set()

    def relation() -> Formula:
        left, right = (rng.randrange(-2, 3) * i + rng.randrange(-2, 3) * k + rng.randrange(-3, 4) for _ in range(2))
        return rng.choice((left <= right, left < right, left == right))

    for _ in range(60):
        given, goal = [relation() for _ in range(rng.randrange(3))], relation()
        at = [dict(zip("ik", each, strict=True)) for each in product(range(-12, 13), repeat=2)]
        at = [each for each in at if all(value(f, each) for f in given)]
        try:
            found = Context(given).decide(goal)
        except Open as choice:
            assert choice.condition is goal
            met.add(None)
            continue
        assert all(value(goal, each) == found for each in at)
        met.add(found)
    assert met == {True, False, None}


def test_whole_numbers_are_used() -> None:
    assert Context([2 * i <= 5]).decide(i <= 2)
    # No whole numbers have 2·i = 2·k + 1.
    assert Context([2 * i == 2 * k + 1]).at_least_0((frozenset(), -1))
    assert not Context([2 * i == 2 * k]).at_least_0((frozenset(), -1))
    with pytest.raises(Open):
        Context([2 * i <= 6]).decide(i <= 2)


def test_a_choice_that_is_not_decided_is_open() -> None:
    choice = If(i < k, a, b)
    assert is_zero(Context([i < k]).difference(choice == a)) and is_zero(Context([k <= i]).difference(choice == b))
    with pytest.raises(Open, match="i < k is not decided: split into cases"):
        Context([]).normal(choice)


def test_what_has_a_value_is_a_polynomial_in_the_bases() -> None:
    here = Context([0 <= i])
    power = here.normal(a**i)
    ((monomial, _),) = power.items()
    bases = {base for base, _ in monomial}
    inverse = {frozenset((base, (frozenset(), -1)) for base in bases): Fraction(1)}
    assert here.has_value(power, bases) and not here.has_value(power, set())
    assert not here.has_value(inverse, bases)
    here.differs_from_0(a)
    assert here.has_value(inverse, bases)


class Opaque(Exception):  # noqa: N818
    """A base is kept as it is written."""


def value_of(p: Iterable[tuple[Any, Fraction]], at: dict[Any, Any]) -> Fraction:
    """Return the value of a polynomial in bases, where 1/0 is 0."""
    return sum((c * prod(_power(_base(b, at), _index(e, at)) for b, e in m) for m, c in p), Fraction(0))


def _power(x: Fraction, exponent: int) -> Fraction:
    return Fraction(0) if x == 0 and exponent < 0 else x**exponent


def _index(e: Any, at: dict[Any, Any]) -> int:
    return int(e[1] + sum(c * _base(atom, at) for atom, c in e[0]))


def _base(b: Any, at: dict[Any, Any]) -> Fraction:
    match b[0]:
        case "variable":
            return Fraction(at[b[1]])
        case "summed":
            return Fraction(at[b])
        case "entry":
            return Fraction(at["f"](_index(b[2][0], at)))
        case "inverse":
            return _power(value_of(b[1], at), -1)
        case "polynomial" | "index product":
            return value_of(b[1], at)
        case "sum" | "product":
            inside = [{**at, ("summed", b[3][1]): v} for v in range(_index(b[1], at), _index(b[2], at) + 1)]
            if b[0] == "sum":
                return sum((value_of([(b[4], Fraction(1))], each) for each in inside), Fraction(0))
            return prod((value_of(b[4], each) for each in inside), start=Fraction(1))
    raise Opaque(b)


@pytest.mark.parametrize("seed", range(6))
def test_a_normal_form_has_the_value_of_its_term(seed: int) -> None:
    rng, met = Random(seed), 0

    def index_(*bound: Term) -> Term:
        v = rng.choice((i, n, *bound))
        return rng.choice((v, v - 1, v + 1, v - rng.choice((i, n, *bound)), v * rng.choice((i, n))))

    def number_(depth: int, *bound: Term) -> Term:
        if not depth:
            return rng.choice(
                (a, b, as_number(1), as_number(rng.choice((i, n, *bound))), f[rng.choice((i, n, *bound))])
            )
        v = j if bound else k
        kind, less = rng.randrange(8), depth - 1
        if kind < 3:
            left, right = number_(less, *bound), number_(less, *bound)
            return (left + right, left - right, left * right)[kind]
        if kind == 3:
            return number_(less, *bound) / number_(0, *bound)
        if kind == 4:
            return number_(0, *bound) ** index_(*bound)
        if kind == 5:
            # The power of the number of terms has no value if there are none.
            w = rng.choice((i, n))
            return Sum(v, 0, w - 1, number_(0, *bound, v) * as_number(w) ** (w - 1))
        return rng.choice((Sum, Sum, Product))(v, rng.choice((0, 1, i)), index_(*bound), number_(less, *bound, v))

    for _ in range(400):
        given = rng.choice(([], [0 <= i], [0 <= i, i <= n], [i == n + 1]))
        t = number_(rng.choice((2, 3)))
        with suppress(Refused, Opaque):
            normal = Context(given).normal(t)
            for _ in range(12):
                at = anywhere([i, n, a, b, f], rng)
                if all(total(each, at) for each in given):
                    assert value_of(normal.items(), at) == total(t, at), (t, at)
                    met += 1
    assert met > 1000


def test_a_power_of_a_product_of_powers_has_its_value() -> None:
    two, met = as_number(2), 0
    here = Contexts().of([0 <= j], [0 < a])
    for base, first, second in product((two, -two, two / 3, a, 2 * a), (i, i + 1, 1 - i), (i, 2 - i, -i)):
        for factor, outer in product((as_number(1), two, base), (j, j + 1)):
            t = (base**first * base**second * factor) ** outer
            normal = here.normal(t).items()
            for at in ({"i": 0, "j": 1, "a": Fraction(3)}, {"i": 3, "j": 2, "a": Fraction(1, 2)}):
                assert value_of(normal, at) == total(t, at), (t, at)
                met += 1
    assert met == 540


def _without_value(monomials: Iterable[Any], at: dict[Any, Any]) -> list[Any]:
    """Return the powers of 0 with a negative exponent, also within a base that is a polynomial."""
    powers = [each for monomial in monomials for each in monomial]
    within = [dict(base[1]) for base, _ in powers if base[0] == "polynomial"]
    found = [(base, e) for base, e in powers if _index(e, at) < 0 and _base(base, at) == 0]
    return found + [each for p in within for each in _without_value(p, at)]


def test_every_power_of_a_normal_form_has_a_value_also_beside_a_sum_over_no_index() -> None:
    met, values = 0, list(product((-1, 0, 1, 2), (0, 1), (Fraction(0), Fraction(2))))
    ranges = product((Sum, Product), ((0, i), (0, i - 1), (i, j)))
    for (over, (low, high)), given in product(ranges, ([-1 <= i, 0 <= j], [0 <= i, 0 <= j])):
        for inner, outer in product((i, i - 1, k, i - k, k + j), (2, j, k, i - k)):
            t = over(k, low, high, (a**inner) ** outer * a**j)
            with suppress(Refused):
                normal = Context(given).normal(t)
                for each in values:
                    at = dict(zip("ija", each, strict=True))
                    if all(total(fact, at) for fact in given):
                        assert value_of(normal.items(), at) == total(t, at), (t, at)
                        assert _without_value(normal, at) == [], (t, at)
                        met += 1
    assert met > 1000


def test_equal_facts_have_the_same_context() -> None:
    contexts = Contexts()
    order = contexts.of([i < k, k < n])
    assert contexts.of([i < k, k < n, i + 0 < k]) is order
    assert contexts.of([i < k]) is not order
    positive, divided = 0 < a, a / a == 1
    divides = contexts.of([positive], [positive])
    assert divides is contexts.of([positive, positive], [positive]) is not contexts.of([positive])
    assert is_zero(divides.difference(divided))
    assert not is_zero(contexts.of([positive]).difference(divided))


def test_a_name_that_an_equation_replaces_is_replaced_in_facts_learned_before() -> None:
    # The choice in the equation is open until n ≤ 0 is learned.
    late = k == If(n <= 0, i, n)
    p = variable("p", INDEX_MAP)
    for one, other in ((i, k), (k, i)):
        assert Context([late, p[one] <= 0, n <= 0]).decide(p[other] <= 0)
