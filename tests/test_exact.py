"""Numbers in and out."""

from decimal import Decimal
from fractions import Fraction

import pytest
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactdp.exact import DIGITS, InputError, decimal, elided, exact, privacy_level, text, to_fmpq, to_fraction

RATIONALS = st.fractions()


@given(RATIONALS)
def test_text_reads_back(value: Fraction) -> None:
    assert exact(text(value)) == exact(f"  {text(value)} ") == exact(value) == value


@given(RATIONALS)
def test_flint_and_back(value: Fraction) -> None:
    assert to_fraction(to_fmpq(value)) == exact(to_fmpq(value)) == value


@given(st.integers(0, 10**6), st.integers(0, 8), st.integers(-9, 9))
def test_decimals_are_read_as_written(digits: int, places: int, exponent: int) -> None:
    written = f"{digits // 10**places}.{digits % 10**places:0>{max(places, 1)}}e{exponent}"
    assert exact(written) == Fraction(written)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0), (-3, -3), (fmpz(4), 4), (fmpq(2, 6), Fraction(1, 3)), (".5", Fraction(1, 2)), ("-2/4", Fraction(-1, 2))],
)
def test_reads(value: object, expected: Fraction) -> None:
    assert exact(value) == expected


@pytest.mark.parametrize("value", [0.1, True, None, Decimal("0.1"), 1j, b"1", [1]])
def test_what_is_not_exact_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError):
        exact(value)


HOSTILE = [
    "",
    " ",
    ".",
    "e3",
    "/",
    "1/",
    "1/0",
    "0/0",
    "nan",
    "inf",
    "1e999999999",
    "-1e-99999999",
    "１/２",
    "1_000",
    "0x10",
]
HOSTILE += ["--1", "1/-2", "1.5/2", "1 2", "1e", "1e1.5", "½", "1,5", "1\n2", "__import__('os')"]


@pytest.mark.parametrize("written", HOSTILE)
def test_what_is_no_number_is_refused_in_one_line(written: str) -> None:
    with pytest.raises(InputError) as found:
        exact(written)
    assert "\n" not in str(found.value)


def test_long_numbers() -> None:
    assert exact("9" * 5000) == 10**5000 - 1
    assert text(Fraction(1, 10**5000 - 1)) == "1/" + "9" * 5000
    assert exact("1" + "0" * (DIGITS - 1)) == 10 ** (DIGITS - 1)
    with pytest.raises(InputError, match="is too long: numbers of up to 1,000,000 digits are read"):
        exact("1" * (DIGITS + 21))


@given(RATIONALS, st.integers(0, 6))
def test_decimal_is_the_nearest(value: Fraction, places: int) -> None:
    shown = decimal(value, places)
    assert abs(Fraction(shown) - value) <= Fraction(1, 2 * 10**places)
    assert len(shown.partition(".")[2]) == places


def test_elided_says_how_much_is_left_out() -> None:
    assert elided("x" * 60) == "x" * 60
    assert elided("ab" * 31).endswith("(62 characters)")


@pytest.mark.parametrize("alpha", ["-1/9", "10/9", "2"])
def test_levels_lie_between_0_and_1(alpha: str) -> None:
    assert (privacy_level(0), privacy_level("1")) == (0, 1)
    with pytest.raises(InputError, match=r"is outside \[0, 1\]"):
        privacy_level(alpha)
