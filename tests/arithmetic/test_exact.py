"""Numbers in and out."""

import pickle
import re
from copy import copy
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq, fmpz
from hypothesis import example, given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import (
    MOST_DIGITS,
    MOST_EXPONENT,
    InputError,
    counted,
    decimal,
    elided,
    exact,
    latex,
    printable,
    privacy_level,
    shortened,
    text,
    to_fmpq,
    to_fmpq_mat,
    to_fraction,
)

RATIONALS = st.fractions() | st.fractions(-2, 2, max_denominator=9)


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
    *(
        "１/２",
        "٣",
        "1½",
        "1/2%",
        "²",
        "1_000",
        "0x10",
        "0b1",
        "1e_3",
        "--1",
        "+-1",
        "- 1",
        "1/-2",
        "1.5/2",
        "1/2.0",
        "1e2/3",
    ),
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


@given(RATIONALS, st.integers(0, 6))
def test_decimal_is_the_nearest_and_in_a_tie_the_even_one(value: Fraction, places: int) -> None:
    shown = decimal(value, places)
    off = abs(Fraction(shown) - value) * 10**places
    assert off < Fraction(1, 2) or (off == Fraction(1, 2) and int(shown[-1]) % 2 == 0)
    assert re.fullmatch(r"-?[0-9]+" + (rf"\.[0-9]{{{places}}}" if places else ""), shown)
    assert shown.startswith("-") == (Fraction(shown) < 0)


def test_decimal() -> None:
    assert [decimal(Fraction(k, 2), 0) for k in (-3, -1, 0, 1, 3)] == ["-2", "0", "0", "0", "2"]
    assert (decimal(0), decimal(Fraction(-1, 10**9))) == ("0.0000", "0.0000")
    assert decimal(Fraction(-1, 100), 2) == "-0.01"


@given(RATIONALS)
def test_text_is_in_lowest_terms(value: Fraction) -> None:
    assert text(value) == str(value)
    assert text(value.numerator) == str(value.numerator)


NO_FRACTIONS = st.text(st.characters(exclude_characters="/"))


@given(NO_FRACTIONS, st.integers(5, 80))
def test_elided_keeps_both_ends(written: str, width: int) -> None:
    found = elided(written, width)
    if len(written) <= width:
        assert found == written
    else:
        kept = 2 * width // 5
        assert found == f"{written[:kept]}…{written[-kept:]} ({len(written)} characters)"


def test_elided_says_how_much_is_left_out() -> None:
    assert elided("x" * 60) == "x" * 60
    assert elided("ab" * 31) == f"{'ab' * 12}…{'ab' * 12} (62 characters)"


@given(st.text())
@example("a\nb\tc\r\n\x1b[31m \u202e \x85 \u2028")
def test_printable_text_steers_no_terminal(words: str) -> None:
    shown = printable(words)
    assert shown.isprintable()
    assert not re.fullmatch("[ -~]*", words) or shown == " ".join(words.split())


@given(NO_FRACTIONS, st.integers(3, 30))
def test_shortened_words_fit_and_keep_both_ends(words: str, width: int) -> None:
    shown = shortened(words, width)
    assert len(shown) <= width
    before, mark, after = shown.partition("…") if len(words) > width else (words, "", "")
    assert words.startswith(before) and words.endswith(after) and (shown == words or mark)


@given(st.integers(10**40, 10**90), st.integers(10**40, 10**90), st.sampled_from(["", "-"]), st.integers(7, 30))
def test_a_fraction_whose_middle_is_left_out_reads_as_one(above: int, below: int, sign: str, width: int) -> None:
    written = f"{sign}{above}/{below}"
    assert len(shortened(written, width)) <= width
    for shown in (shortened(written, width), elided(written, 2 * width).partition(" ")[0]):
        numerator, slash, denominator = shown.partition("/")
        assert slash
        for part, whole in ((numerator, f"{sign}{above}"), (denominator, str(below))):
            before, mark, after = part.partition("…")
            assert before and mark and after and whole.startswith(before) and whole.endswith(after)


def test_counted() -> None:
    assert [counted(k, "entry", "entries") for k in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert [counted(k, "row") for k in (0, 1, 1000)] == ["0 rows", "1 row", "1,000 rows"]


@pytest.mark.parametrize(
    ("value", "written"), [("-2/3", r"-\frac{2}{3}"), ("1/9", r"\frac{1}{9}"), ("-5", "-5"), ("0", "0")]
)
def test_a_number_in_latex(value: str, written: str) -> None:
    assert latex(exact(value)) == written


# Levels


@given(RATIONALS)
def test_levels_lie_between_0_and_1(value: Fraction) -> None:
    if 0 <= value <= 1:
        assert privacy_level(text(value)) == privacy_level(value) == value
    else:
        with pytest.raises(InputError) as found:
            privacy_level(value)
        assert str(found.value) == (
            f"α = {elided(text(value))} is outside [0, 1]: write a level such as 1/2 "
            "(1 means absolute privacy, 0 means none)"
        )


def test_a_long_level_outside_is_refused_in_one_short_line() -> None:
    with pytest.raises(InputError, match=r"^α = 1{24}…1{24} \(5000 characters\) is outside \[0, 1\]"):
        privacy_level("1" * 5000)
    with pytest.raises(TypeError, match=r"0\.5 is a float"):
        privacy_level(0.5)


# Errors


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "is wrong"),
        ({"advice": "write 1"}, "is wrong: write 1"),
        ({"advice": "write 1", "hint": "or 2"}, "is wrong: write 1; or 2"),
        ({"row": 2, "value": 7}, "row 2 is wrong"),
        ({"row": 2, "column": 3}, "row 2, column 3: is wrong"),
        ({"line": 1}, "line 1: is wrong"),
        ({"line": 1, "row": 2}, "line 1, row 2 is wrong"),
        ({"line": 1, "row": 2, "column": 3, "advice": "write 1"}, "line 1, row 2, column 3: is wrong: write 1"),
    ],
)
def test_the_message_of_an_error_is_made_from_its_fields(fields: dict[str, Any], message: str) -> None:
    error = InputError("is wrong", **fields)
    assert str(error) == message
    assert str(error.at(file="x.csv")) == f"x.csv: {message}"
    assert {name: getattr(error, name) for name in fields} == fields
    assert error.reason == "is wrong"


def test_an_error_moves_and_stays_what_it_is() -> None:
    class OtherError(InputError):
        pass

    first = OtherError("sums to 2", value=2, advice="write 1")
    placed = first.at(row=1).at(line=3, file="x.csv").at()
    assert type(placed) is OtherError
    assert (placed.row, placed.line, placed.file, placed.value) == (1, 3, "x.csv", 2)
    assert str(first) == "sums to 2: write 1" and first.row is None
    error = InputError("sums to 2", row=1, value=2).at(line=3)
    for copied in (pickle.loads(pickle.dumps(error)), copy(error)):
        assert str(copied) == str(error) == "line 3, row 1 sums to 2"
        assert (copied.row, copied.line, copied.value) == (1, 3, 2)
