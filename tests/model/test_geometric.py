"""The geometric mechanism, its closed forms against FLINT's elimination."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, level
from exactdp.arithmetic.exact import to_fraction
from exactdp.model.geometric import (
    UnboundedGeometric,
    determinant,
    geometric,
    inverse,
    scaled_determinant,
    scaled_geometric,
    transition,
)
from exactdp.model.mechanism import Mechanism, identity
from tests.strategies import fractions_within

SIZES = st.integers(0, 7)
LEVELS = fractions_within(0, 1, 12)
BELOW_ONE = LEVELS.filter(lambda alpha: alpha < 1)


@given(SIZES.filter(bool), LEVELS)
def test_entries_are_those_of_definition_4(n: int, alpha: Fraction) -> None:
    found = geometric(n=n, alpha=alpha)
    for k in range(n + 1):
        for z in range(n + 1):
            outer = 1 if z in (0, n) else 1 - alpha
            assert found[k, z] == outer / (1 + alpha) * alpha ** abs(z - k)


@given(SIZES, LEVELS)
def test_rows_are_in_lowest_terms_and_sum_to_one(n: int, alpha: Fraction) -> None:
    found = geometric(n=n, alpha=alpha)
    assert Mechanism(found.rows) == found
    assert hash(Mechanism(found.rows)) == hash(found)


@given(SIZES, LEVELS)
def test_the_exact_level_is_alpha(n: int, alpha: Fraction) -> None:
    assert level(geometric(n=n, alpha=alpha)).alpha == (alpha if n else 1)


@given(SIZES, LEVELS)
def test_determinants_are_flints(n: int, alpha: Fraction) -> None:
    assert determinant(n=n, alpha=alpha) == to_fraction(geometric(n=n, alpha=alpha).flint.det())
    assert scaled_determinant(n=n, alpha=alpha) == to_fraction(scaled_geometric(n=n, alpha=alpha).flint.det())


@given(SIZES, BELOW_ONE)
def test_the_inverse_is_flints(n: int, alpha: Fraction) -> None:
    assert inverse(n=n, alpha=alpha) == Matrix.from_flint(geometric(n=n, alpha=alpha).flint.inv())


@given(SIZES, LEVELS, LEVELS, LEVELS)
def test_transitions(n: int, first: Fraction, second: Fraction, third: Fraction) -> None:
    low, middle, high = sorted((first, second, third))
    assert geometric(n=n, alpha=low) @ transition(n=n, alpha=low, beta=high) == geometric(n=n, alpha=high)
    if middle < 1 or low == middle:
        assert transition(n=n, alpha=low, beta=middle) @ transition(n=n, alpha=middle, beta=high) == transition(
            n=n, alpha=low, beta=high
        )
    assert transition(n=n, alpha=low, beta=low) == identity(n=n)


@given(BELOW_ONE, st.integers(-5, 5), st.integers(-9, 9), st.integers(0, 6))
def test_masses_sum_to_tails(alpha: Fraction, i: int, r: int, more: int) -> None:
    x = UnboundedGeometric(alpha)
    assert x.at_least(i, r) - x.at_least(i, r + more) == sum(x.mass(i, each) for each in range(r, r + more))
    assert x.at_least(i, r) == x.mass(i, r) + x.at_least(i, r + 1)
    assert x.at_least(i, r) + x.at_least(-i, 1 - r) == 1


@given(SIZES, BELOW_ONE)
def test_clamping_gives_g(n: int, alpha: Fraction) -> None:
    assert UnboundedGeometric(alpha).clamped(n=n) == geometric(n=n, alpha=alpha)


def test_the_edges() -> None:
    assert geometric(n=3, alpha=0) == identity(inputs=range(4))
    assert geometric(n=2, alpha=1).rows == ((Fraction(1, 2), Fraction(0), Fraction(1, 2)),) * 3
    assert geometric(n=0, alpha="1/2") == identity(inputs=range(1))
    assert scaled_geometric(n=2, alpha=0) == Matrix(identity(inputs=range(3)))


@pytest.mark.parametrize(
    "make",
    [
        lambda: geometric(n=-1, alpha="1/2"),
        lambda: geometric(n=2, alpha="3/2"),
        lambda: inverse(n=2, alpha=1),
        lambda: transition(n=2, alpha="1/2", beta="1/3"),
        lambda: UnboundedGeometric(1),
    ],
)
def test_outside_the_domain(make) -> None:
    with pytest.raises(InputError):
        make()
