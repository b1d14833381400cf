"""Numbers are read exactly as written."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from flint import arb, fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import MOST_DIGITS, MOST_EXPONENT, exact, to_fmpq, to_fmpq_mat, to_fraction
from exactdp.arithmetic.spelling import decimal, elided, text
from tests.strategies import fractions_within

RATIONALS = st.fractions() | fractions_within(-2, 2, 9)


# Reading


@given(RATIONALS)
def test_text_reads_back(value: Fraction) -> None:
    assert exact(text(value)) == exact(f"  {text(value)} ") == exact(value) == value


@given(RATIONALS, st.integers(1, 10**30))
def test_a_fraction_need_not_be_in_lowest_terms(value: Fraction, factor: int) -> None:
    assert exact(f"{value.numerator * factor} / {value.denominator * factor}") == value


@given(RATIONALS)
def test_flint_and_back(value: Fraction) -> None:
    assert to_fraction(to_fmpq(value)) == exact(to_fmpq(value)) == value
    assert exact(fmpz(value.numerator)) == value.numerator
    found = to_fmpq_mat([[value, value + 1]])
    assert [to_fraction(found[0, 0]), to_fraction(found[0, 1])] == [value, value + 1]


@given(st.sampled_from(["", "+", "-"]), st.integers(0, 10**6), st.integers(0, 8), st.integers(-9, 9))
def test_decimals_are_read_as_written(sign: str, digits: int, places: int, exponent: int) -> None:
    written = f"{sign}{digits // 10**places}.{digits % 10**places:0>{max(places, 1)}}e{exponent}"
    assert exact(written) == Fraction(written)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0),
        (-3, -3),
        (Decimal("0.1"), Fraction(1, 10)),
        (Decimal(1), 1),
        (fmpz(4), 4),
        (fmpq(2, 6), Fraction(1, 3)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("-2/4", Fraction(-1, 2)),
        ("+007", 7),
        ("0/9", 0),
        ("-0", 0),
        ("1E+2", 100),
        ("-.25e-1", Fraction(-1, 40)),
    ],
)
def test_reads(value: object, expected: Fraction) -> None:
    found = exact(value)
    assert found == expected
    assert type(found) is Fraction


def test_other_packages_exact_numbers() -> None:
    import sympy

    assert exact(sympy.Rational(2, 6)) == Fraction(1, 3)
    with pytest.raises(TypeError):
        exact(sympy.Float("0.5"))
    with pytest.raises(TypeError):
        exact(sympy.Symbol("alpha"))


def test_numpy_scalars() -> None:
    numpy = pytest.importorskip("numpy")
    assert exact(numpy.int64(-3)) == -exact(numpy.uint8(3)) == -3
    assert type(exact(numpy.int64(3)).numerator) is int
    for value in (numpy.float64(0.5), numpy.float32(0.5), numpy.bool_(True), numpy.array(1), numpy.complex128(1)):
        with pytest.raises(TypeError):
            exact(value)


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "longdouble", "array"])
def test_what_is_to_be_written_for_a_float_of_numpy_is_read(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match=r"for that decimal$") as caught:
        exact(getattr(numpy, kind)(0.25))
    text_of_it, fraction = re.findall('"([^"]*)"', str(caught.value))
    assert exact(text_of_it) == Fraction(fraction) == Fraction(1, 4)
    with pytest.raises(TypeError, match=r"^nan is not a number"):
        exact(numpy.float64("nan"))


@pytest.mark.parametrize(
    "value",
    [
        0.1,
        0.0,
        float("nan"),
        True,
        False,
        None,
        Decimal("NaN"),
        Decimal("-Infinity"),
        1j,
        b"1",
        [1],
        (1, 2),
        arb(1),
        exact,
    ],
)
def test_what_is_not_exact_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError):
        exact(value)


HOSTILE = [
    *("", " ", "\n", ".", "-", "+", "e3", ".e3", "/", "1/", "/1", "//", "1//2", "1/2/3", "1/0", "0/0", "-1/0", "1/00"),
    *("nan", "inf", "-inf", "infinity", "NaN", "None", "True", "1e999999999", "-1e-99999999", "1e" + "9" * 5000),
    *("１/２", "٣", "1½", "1/2%", "²", "1_000", "0x10", "0b1", "1e_3", "--1", "+-1", "- 1", "1/-2", "1.5/2", "1/2.0"),
    "1e2/3",
    *("1 2", "1e", "1e1.5", "1e 3", "1.2.3", "1,5", "1\n2", "1\0", "1/3%", "∞", "(1)", "1L", "1/2 # half", "0.1f"),
    *("__import__('os')", "2**9", "1+1", "9" * 4301 + "x", "1/" + "0" * 5000),
]


@pytest.mark.parametrize("written", HOSTILE, ids=elided)
def test_what_is_no_number_is_refused_in_one_line(written: str) -> None:
    with pytest.raises(InputError) as found:
        exact(written)
    assert "\n" not in str(found.value)
    assert len(str(found.value)) < 200


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (
            0.25,
            TypeError,
            '0.25 is a float, so it is not exact: write the text "0.25" or Fraction("0.25") for that decimal',
        ),
        (
            1 / 3,
            TypeError,
            '0.3333333333333333 is a float, so it is not exact: write the text "1/3" or Fraction("1/3")',
        ),
        (
            -2 / 7,
            TypeError,
            '-0.2857142857142857 is a float, so it is not exact: write the text "-2/7" or Fraction("-2/7")',
        ),
        (
            0.3678794411714423,
            TypeError,
            "0.3678794411714423 is a float, so it is not exact: "
            'write the text "0.3678794411714423" or Fraction("0.3678794411714423") for that decimal',
        ),
        (-3.0, TypeError, "-3.0 is a float, so it is not exact: write -3"),
        (
            2.0**53,
            TypeError,
            "9007199254740992.0 is a float, so it is not exact: "
            'write the text "9007199254740992.0" or Fraction("9007199254740992.0") for that decimal',
        ),
        (
            "e/(1+e)",
            InputError,
            "'e/(1+e)' is a formula: "
            "write a fraction such as 1/9 or a decimal such as 0.25, and round an irrational number",
        ),
        (True, TypeError, "True is a truth value, not a number: write 1 or 0"),
        (None, TypeError, "NoneType is not an exact number: write an int, a Fraction or text such as '1/9' or '0.25'"),
        ("", InputError, "'' is not an exact number: write a fraction such as 1/9 or a decimal such as 0.25"),
        ("1/-2", InputError, "'1/-2' is not an exact number: write a fraction such as 1/9 or a decimal such as 0.25"),
        ("1/0", InputError, "'1/0' has a zero denominator: write a fraction such as 1/9"),
        ("1e999999999", InputError, "'1e999999999' is too long: exponents of up to 1,000 are read"),
        (
            "x" * 4000,
            InputError,
            f"'{'x' * 24}…{'x' * 24} (4000 characters)' is not an exact number: "
            "write a fraction such as 1/9 or a decimal such as 0.25",
        ),
    ],
)
def test_messages(value: object, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as found:
        exact(value)
    assert str(found.value) == message


# Size


def test_numbers_longer_than_python_converts() -> None:
    assert exact("9" * 5000) == 10**5000 - 1
    assert exact("1/" + "3" * 5000) == Fraction(3, 10**5000 - 1)
    assert exact("0." + "0" * 4999 + "1") == Fraction(1, 10**5000)
    assert text(Fraction(1, 10**5000 - 1)) == "1/" + "9" * 5000
    assert text(1 - 10**5000) == "-" + "9" * 5000
    assert decimal(Fraction(10**5000), 2) == "1" + "0" * 5000 + ".00"
    assert exact(exact("1/" + "7" * 5000)) == exact(to_fmpq(exact("1/" + "7" * 5000)))


@pytest.mark.parametrize(
    ("longest", "value"),
    [
        ("1" + "0" * (MOST_DIGITS - 1), (1, MOST_DIGITS - 1)),
        ("-." + "0" * (MOST_DIGITS - 1) + "1", (-1, -MOST_DIGITS)),
        (f"1e{MOST_EXPONENT}", (1, MOST_EXPONENT)),
        (f"1.0e-{MOST_EXPONENT}", (1, -MOST_EXPONENT)),
    ],
    ids=["digits", "places", "exponent", "negative exponent"],
)
def test_the_longest_numbers(longest: str, value: tuple[int, int]) -> None:
    sign, exponent = value
    power = 10 ** abs(exponent)
    assert exact(longest) == sign * (power if exponent > 0 else Fraction(1, power))


@pytest.mark.parametrize(
    "too_long",
    [
        "1" * (MOST_DIGITS + 1),
        "0." + "1" * MOST_DIGITS,
        "1/" + "3" * (MOST_DIGITS + 19),
        "1" * 10 * MOST_DIGITS,
    ],
    ids=elided,
)
def test_longer_numbers_are_refused(too_long: str) -> None:
    with pytest.raises(InputError, match=r"is too long: numbers of up to 1,000,000 digits are read$"):
        exact(too_long)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("exponent", [MOST_EXPONENT + 1, MOST_DIGITS, 10**50])
def test_a_few_characters_never_stand_for_a_long_number(sign: str, exponent: int) -> None:
    for written in (f"1e{sign}{exponent}", f".12e{sign}{exponent}", Decimal(f"12345e{sign}{10**5}")):
        with pytest.raises(InputError, match=r"is too long: exponents of up to 1,000 are read$"):
            exact(written)


# Writing
