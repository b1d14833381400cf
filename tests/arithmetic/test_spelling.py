"""Numbers and texts as they are written."""

import re
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import exact
from exactdp.arithmetic.spelling import counted, decimal, elided, latex, printable, shortened, text
from tests.strategies import fractions_within

RATIONALS = st.fractions() | fractions_within(-2, 2, 9)


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
