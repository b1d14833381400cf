"""Sums and products: they equal those of the operators, also for other types of numbers."""

import pickle
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq

from exactdp.arithmetic.sums_and_products import added, multiplied, quotient

NUMBERS = [Fraction(a, b) for a in (-4, -3, -1, 0, 1, 2, 6) for b in (1, 2, 3)]


@pytest.mark.parametrize(("x", "y"), [*product(NUMBERS, repeat=2)])
def test_the_result_is_that_of_the_operator_in_lowest_terms(x: Fraction, y: Fraction) -> None:
    for found, expected in ((added(x, y), x + y), (multiplied(x, y), x * y)):
        assert type(found) is Fraction
        assert found.as_integer_ratio() == expected.as_integer_ratio()


@pytest.mark.parametrize(("above", "below"), [*product((-6, -1, 0, 1, 4, 10**30), (-10, -1, 1, 2, 6, 10**20))])
def test_a_quotient_is_that_of_the_constructor(above: int, below: int) -> None:
    found, expected = quotient(above, below), Fraction(above, below)
    assert type(found) is Fraction
    assert found.as_integer_ratio() == expected.as_integer_ratio()
    # Python reads these in comparisons, hashes and copies.
    assert found == expected
    assert hash(found) == hash(expected)
    assert pickle.loads(pickle.dumps(found)) == expected
    assert str(found) == str(expected)


def test_nothing_is_divided_by_0() -> None:
    with pytest.raises(ZeroDivisionError):
        quotient(1, 0)


def test_other_numbers_have_their_own_operators() -> None:
    assert added(1, 2) == 3
    assert multiplied(fmpq(1, 2), 2) == 1
    assert type(added(1, 2)) is int
    assert type(multiplied(fmpq(1, 2), 2)) is fmpq
