"""Sums of radicals: canonical, ordered as real numbers, zero only without terms."""

from fractions import Fraction
from math import isqrt
from typing import Any

import pytest
import sympy
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.radicals import LARGEST_DEGREE, RadicalSum, power, root
from tests.strategies import fractions_within

COEFFICIENTS = fractions_within(-3, 3, 6)
DEGREES = st.integers(1, 4)


@st.composite
def sums(draw: st.DrawFn, degree: int = 2) -> RadicalSum:
    total = power(1, Fraction(1, degree)) * draw(COEFFICIENTS)
    for base, coefficient in draw(st.lists(st.tuples(st.integers(0, 30), COEFFICIENTS), max_size=4)):
        total = total + power(base, Fraction(1, degree)) * coefficient
    return total


def ball(value: RadicalSum) -> arb:
    return sum((arb(c.numerator) / c.denominator * arb(e).root(value.degree) for e, c in value.terms), arb(0))


@given(st.integers(0, 60), st.integers(1, 9), DEGREES)
def test_a_power_is_its_root(base: int, p: int, q: int) -> None:
    value = power(base, Fraction(p, q))
    degree = Fraction(p, q).denominator
    for e, coefficient in value.terms:
        assert coefficient**degree * e == base ** Fraction(p, q).numerator
        assert all(e % f**degree for f in range(2, 61))
    assert bool(value.terms) == (base > 0)


@given(sums(), sums(), sums(), COEFFICIENTS)
def test_laws(a: RadicalSum, b: RadicalSum, c: RadicalSum, factor: Fraction) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a - a == 0
    assert (a + b) * factor == factor * a + b * factor
    assert -a == 0 - a == Fraction(0) - a
    assert hash(a + b) == hash(b + a)
    assert a + factor - factor == a


@given(COEFFICIENTS, sums())
def test_a_rational_sum_is_that_number(value: Fraction, other: RadicalSum) -> None:
    alone = power(1, Fraction(1, 2)) * value
    assert alone == value
    assert hash(alone) == hash(value)
    assert {alone: 1}[value] == 1
    assert (other < value) == (other - value < 0)
    assert str(alone) == str(value)


@given(st.integers(1, 3).flatmap(lambda q: st.tuples(sums(q), sums(q))))
def test_order_is_that_of_the_real_numbers(pair: tuple[RadicalSum, RadicalSum]) -> None:
    a, b = pair
    difference = ball(a) - ball(b)
    if a == b:
        assert difference.contains(0)
    else:
        assert (a < b) == bool(difference < 0) == (b > a) == (not a >= b)
        assert (a - b).sign() == (1 if difference > 0 else -1)


@pytest.mark.parametrize("k", [5, 20, 50])
def test_near_ties_are_decided(k: int) -> None:
    # √(m²+1) is above m by about 1/(2m).
    m = 10**k
    above = power(m * m + 1, Fraction(1, 2)) - m
    assert above.sign() == 1
    assert 0 < above < Fraction(1, 2 * m)
    assert above > Fraction(1, 2 * m + 1)


def test_zero_made_of_several_terms() -> None:
    half = Fraction(1, 2)
    total = power(8, half) + power(18, half) - power(50, half)
    assert (total.terms, total.sign(), total == 0, str(total)) == ((), 0, True, "0")
    assert power(2, Fraction(3, 2)) == power(8, half)


@given(sums(), st.integers(0, 80))
def test_enclosures(value: RadicalSum, bits: int) -> None:
    low, high = value.enclosure(bits)
    assert (value - low).sign() >= 0 >= (value - high).sign()
    assert high - low <= Fraction(sum(abs(c) for _, c in value.terms)) / 2**bits


@given(sums(), st.integers(0, 6))
def test_decimal_is_the_nearest(value: RadicalSum, places: int) -> None:
    shown = Fraction(value.decimal(places))
    off = value - shown
    assert (off if off >= 0 else -off) <= Fraction(1, 2 * 10**places)


@given(st.integers(0, 10**40), st.integers(1, 5))
def test_integer_roots(value: int, degree: int) -> None:
    found = root(value, degree)
    assert found**degree <= value < (found + 1) ** degree
    if degree == 2:
        assert found == isqrt(value)


@given(sums())
def test_text_and_latex_say_the_same_number(value: RadicalSum) -> None:
    said = sympy.sympify(str(value).replace("^", "**"), rational=True)
    expected = sum(
        (sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(e) for e, c in value.terms), sympy.Integer(0)
    )
    assert sympy.expand(said - expected) == 0


def test_latex() -> None:
    assert (power(2, "1/2") - Fraction(1, 2)).latex() == r"-\frac{1}{2} + \sqrt{2}"
    assert (power(5, "2/3") * -2).latex() == r"-2\sqrt[3]{25}"
    assert (power(5, "2/3") * 0).latex() == "0"


@pytest.mark.parametrize(
    ("base", "exponent"), [(-1, "1/2"), (2, 0), (2, -1), (2, f"{LARGEST_DEGREE + 1}/2"), (2, f"1/{LARGEST_DEGREE + 1}")]
)
def test_powers_outside_the_domain(base: int, exponent: object) -> None:
    with pytest.raises(InputError, match="write a base of at least 0"):
        power(base, exponent)


def test_what_does_not_go_together() -> None:
    a = power(2, "1/2")
    for other in (0.5, True, "1", None):
        for operation in (lambda x: a + x, lambda x: a - x, lambda x: a * x, lambda x: a < x):
            with pytest.raises(TypeError):
                operation(other)
        assert a != other
    for of_roots in (lambda: a * a, lambda: 1 / a, lambda: a / 2, lambda: a**2):
        with pytest.raises(InputError, match="is a sum of roots: only add it"):
            of_roots()
    with pytest.raises(InputError, match="roots of degree 2 and 3 do not go into one sum"):
        a + power(2, "1/3")
    assert a + power(8, "1/3") == a + 2


@pytest.mark.parametrize(
    "terms",
    [
        ((2, Fraction(1)), (2, Fraction(1))),
        ((3, Fraction(1)), (2, Fraction(1))),
        ((2, Fraction(0)),),
        ((4, Fraction(1)),),
        ((-2, Fraction(1)),),
        ((2, 0.5),),
        ([2, Fraction(1)],),
        [(2, Fraction(1))],
    ],
)
def test_terms_that_could_stand_for_two_numbers_are_refused(terms: Any) -> None:
    """The first sum was not equal to itself."""
    with pytest.raises(InputError, match=r"sum of radicals|not divisible"):
        RadicalSum(2, terms)
