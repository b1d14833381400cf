"""Two bounds on a number, and the digits that they determine."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.privacy.level import epsilon


@given(st.fractions(-3, 3, max_denominator=10**8), st.integers(1, 10**8), st.fractions(0, 1))
def test_the_digits_that_are_shown_are_those_of_every_number_between_the_bounds(
    lower: Fraction, parts: int, at: Fraction
) -> None:
    bounds = Enclosure(lower, lower + Fraction(1, parts))
    number = bounds.lower + at * (bounds.upper - bounds.lower)
    if "between" in str(bounds):
        _, low, _, high = str(bounds).split()
        assert Fraction(low) <= number <= Fraction(high)
        return
    digits = str(bounds).removesuffix("…")
    rest = abs(number) - abs(Fraction(digits))
    assert 0 <= rest < Fraction(1, 10 ** len(digits.partition(".")[2]))
    assert not number or (number < 0) == digits.startswith("-")


def test_no_digit_that_is_shown_is_rounded() -> None:
    assert str(epsilon("1/5")) == "1.609437…"
    assert str(Enclosure(Fraction(0), Fraction(1))) == "between 0.000000 and 1.000000"
    assert str(Enclosure(Fraction(-1, 10**9), Fraction(1, 10**9))) == "between -0.000001 and 0.000001"
