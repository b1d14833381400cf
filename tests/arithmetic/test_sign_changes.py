from fractions import Fraction
from itertools import pairwise
from math import prod

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.algebraic_numbers import (
    AlgebraicNumber,
    Polynomial,
    algebraic,
    integer_polynomial,
    real_roots,
    sign,
)
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.sign_changes import cell, changes, is_nonnegative, is_positive, vanishes, variations, zeros
from tests.strategies import fractions_within

points = fractions_within(-2, 2, 12)
coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=9).filter(any)


@st.composite
def intervals(draw: st.DrawFn) -> tuple[Fraction, Fraction]:
    first, last = sorted(draw(st.lists(points, min_size=2, max_size=2, unique=True)))
    return first, last


@st.composite
def factored(draw: st.DrawFn) -> tuple[Polynomial, dict[Fraction, int]]:
    """A polynomial with these rational roots, so often each, and no others that are real."""
    roots = draw(st.dictionaries(points, st.integers(1, 3), max_size=4))
    parts = [fmpz_poly([-root.numerator, root.denominator]) ** power for root, power in roots.items()]
    parts += [fmpz_poly([draw(st.integers(1, 5)), 0, 1])] * draw(st.integers(0, 2))
    product = prod(parts, start=fmpz_poly([draw(st.sampled_from([-1, 1]))]))
    return tuple(int(c) for c in product.coeffs()), roots


def ends(interval: tuple[Fraction, Fraction]) -> tuple[AlgebraicNumber, AlgebraicNumber]:
    return algebraic(interval[0]), algebraic(interval[1])


@given(factored(), intervals())
def test_as_many_variations_as_roots_or_more_by_an_even_number(
    known: tuple[Polynomial, dict[Fraction, int]], interval: tuple[Fraction, Fraction]
) -> None:
    polynomial, roots = known
    count = sum(power for root, power in roots.items() if interval[0] < root < interval[1])
    found = variations(polynomial, *interval)
    assert found >= count
    assert (found - count) % 2 == 0


@given(factored(), intervals())
def test_zeros_and_changes_are_the_roots_and_those_of_odd_multiplicity(
    known: tuple[Polynomial, dict[Fraction, int]], interval: tuple[Fraction, Fraction]
) -> None:
    polynomial, roots = known
    inside = sorted(root for root in roots if interval[0] < root < interval[1])
    assert zeros(polynomial, *ends(interval)) == tuple(map(algebraic, inside))
    assert changes(polynomial, *ends(interval)) == tuple(algebraic(root) for root in inside if roots[root] % 2)
    between = [interval[0] + Fraction(k, 50) * (interval[1] - interval[0]) for k in range(1, 50)]
    signs = {sign(polynomial, x) for x in [*between, *inside]}
    assert not is_positive(polynomial, *ends(interval)) or signs == {1}
    assert not is_nonnegative(polynomial, *ends(interval)) or signs <= {0, 1}
    gaps = [interval[0], *inside, interval[1]]
    true = {sign(polynomial, (x + y) / 2) for x, y in pairwise(gaps)}
    assert is_nonnegative(polynomial, *ends(interval)) == (true == {1})
    assert is_positive(polynomial, *ends(interval)) == (true == {1} and not inside)


@given(coefficients, coefficients)
def test_between_irrational_ends(written: list[int], others: list[int]) -> None:
    polynomial = integer_polynomial(written)
    roots = real_roots(others)
    for lower, upper in pairwise(roots):
        assert zeros(polynomial, lower, upper) == tuple(x for x in real_roots(polynomial) if lower < x < upper)
        product = tuple(int(c) for c in (fmpz_poly(written) * fmpz_poly(others)).coeffs())
        assert vanishes(product, lower)
        assert vanishes(polynomial, lower) == (lower in real_roots(polynomial))


def test_ends_that_are_nearer_to_each_other_than_the_bounds_of_either() -> None:
    # √2 and a root of 10^20·x² - (2·10^20 + 1), which is above it by less than 10^-20.
    (_, lower), (_, upper) = real_roots([-2, 0, 1]), real_roots([-2 * 10**20 - 1, 0, 10**20])
    assert zeros((-4 * 10**20 - 1, 0, 2 * 10**20), lower, upper) == (real_roots([-4 * 10**20 - 1, 0, 2 * 10**20])[1],)
    assert is_positive((-2, 0, 1), lower, upper)
    assert not is_positive((2, 0, -1), lower, upper)


@given(st.lists(factored(), max_size=3), points)
def test_a_cell_ends_at_the_next_changes_of_sign(
    known: list[tuple[Polynomial, dict[Fraction, int]]], at: Fraction
) -> None:
    odd = {root for _, roots in known for root, power in roots.items() if power % 2}
    if at in odd:
        return
    below, above = (x for x in (algebraic(-3), algebraic(3)))
    found = cell([polynomial for polynomial, _ in known], algebraic(at), below, above)
    assert found == (max([-3, *(x for x in odd if x < at)]), min([3, *(x for x in odd if x > at)]))


@pytest.mark.parametrize("interval", [(1, 1), (1, 0)])
def test_no_interval(interval: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="write the smaller number first"):
        variations((1, 1), *interval)
