"""Numbers as polynomials and the order of indices: normal forms, what is decided, and what is left open."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.logic.polynomials import (
    ONCE,
    UNIT,
    WRITTEN_OUT,
    Context,
    Contexts,
    Open,
    Refused,
    add,
    is_zero,
    times,
)
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import (
    INDEX_MAP,
    Formula,
    If,
    Least,
    Product,
    Sum,
    Term,
    as_number,
    indices,
    numbers,
    variable,
    vectors,
)

i, j, k, n = indices("i j k n")
a, b = numbers("a b")
(f,) = vectors("f")
ONE = {UNIT: Fraction(1)}


def zero(equation: Formula, *given: Formula) -> bool:
    """Whether both sides have one normal form."""
    return is_zero(Context(given).difference(equation))


def test_polynomials_are_a_ring() -> None:
    here = Context([])
    p, q, r = (here.normal(as_number(each)) for each in (a + 2 * b, a * b - 1, 3 - b))
    assert times(p, add(q, r)) == add(times(p, q), times(p, r))
    assert times(p, times(q, r)) == times(times(p, q), r)
    assert times(p, q) == times(q, p) and times(p, ONE) == p and times(p, {}) == {}
    assert add(p, p, Fraction(-1)) == {}
    assert add(p, q, Fraction(2)) == add(add(p, q), q)


def test_a_base_once_is_a_variable() -> None:
    ((monomial, c),) = Context([]).normal(3 * a).items()
    assert c == 3 and [exponent for _, exponent in monomial] == [ONCE]


@pytest.mark.parametrize("seed", range(5))
def test_random_terms_are_equal_to_0_exactly_if_their_values_are(seed: int) -> None:
    rng, met = Random(seed), set()

    def term_(depth: int) -> Term:
        if not depth:
            return as_number(rng.choice((a, b, 1, 2, i)))
        left, right = term_(depth - 1), term_(depth - 1)
        return rng.choice((left + right, left - right, left * right))

    for _ in range(60):
        left, right = term_(2), term_(2)
        # Polynomials of degree ≤ 4 in each of three letters are determined by five values of each.
        points = [dict(zip("abi", at, strict=True)) for at in product(range(5), repeat=3)]
        equal = all(value(left, at) == value(right, at) for at in points)
        assert zero(left == right) == equal
        met.add(equal)
    assert False in met


def test_equal_numbers() -> None:
    assert zero((a + b) ** 2 == a * a + 2 * a * b + b * b)
    assert zero(a ** (i + 1) == a * a**i, 0 <= i)
    assert zero((1 - a) ** (i + 1) == (1 - a) ** i - a * (1 - a) ** i, 0 <= i)
    assert zero(Sum(k, 0, n, f[k] + 1) == Sum(j, 0, n, f[j]) + n + 1, 0 <= n)
    assert zero(Product(k, 0, 2, f[k]) == f[0] * f[1] * f[2])
    assert zero(Sum(k, i, i + WRITTEN_OUT - 1, f[k]) == sum((f[i + k] for k in range(WRITTEN_OUT)), as_number(0)))


def test_numbers_that_differ_somewhere() -> None:
    assert not zero(a * b == a * a)
    assert not zero((1 - a) ** (i + 1) == (1 - a) ** i, 0 <= i)
    # At n = -2 the sum is 0.
    assert not zero(Sum(k, 0, n, 1) == n + 1)
    assert not zero(Least(k, 0, n, f[k]) == Least(k, 1, n, f[k]))
    # a/a is 0 at a = 0.
    assert not zero(a / a == 1)


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
    assert zero(choice == a, i < k) and zero(choice == b, k <= i)
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
