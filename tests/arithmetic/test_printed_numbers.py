import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.printed_numbers import (
    Form,
    best_approximated,
    double_interval,
    printed_number,
    roundings,
    transposed,
    within,
)
from tests.strategies import mechanisms, share_of

FRACTIONS = st.fractions(min_value=0, max_value=1, max_denominator=10**6)


def read(rows):
    return roundings([[printed_number(value) for value in row] for row in rows])


def way(rows, says):
    return next(rounding for rounding in read(rows) if rounding.says == says)


def test_the_form_of_a_number_is_how_it_is_written():
    assert printed_number("0.250").form is Form.DECIMAL
    assert (printed_number("0.250").places, printed_number("0.250").digits) == (3, 3)
    assert (printed_number("1.25E+1").places, printed_number("1.25E+1").digits) == (1, 3)
    assert (printed_number(" 2e-3 ").text, printed_number("2e-3").places) == ("2e-3", 3)
    assert printed_number("-.5").value == Fraction(-1, 2)
    assert printed_number("1/3").form is Form.FRACTION
    assert printed_number("4/2").form is printed_number(1).form is printed_number("0").form is Form.WHOLE


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_floats_that_are_not_finite_are_refused(value):
    with pytest.raises(InputError, match="is not a probability"):
        printed_number(value)


@pytest.mark.parametrize("value", ["", "x", "1/0", "nan", "0x1p-2", True, None])
def test_what_is_no_number_is_refused(value):
    with pytest.raises((InputError, TypeError)):
        printed_number(value)


@given(st.floats(0, 1))
def test_a_float_is_the_decimal_that_it_is_printed_as(value):
    assert printed_number(value) == printed_number(repr(value)) == printed_number(numpy.float64(value))
    assert float(printed_number(value).value) == value


# Rows that stand as columns

STYLES = {
    "decimals": lambda value, k: f"{float(value):.{k}f}",
    "decimals without zeros at the end": lambda value, k: f"{float(value):.{k}f}".rstrip("0"),
    "cut decimals": lambda value, k: f"{math.floor(value * 10**k) / 10**k:.{k}f}",
    "significant digits": lambda value, k: f"{float(value):.{k}g}",
    "doubles": lambda value, k: float(value),
    "a solver's": lambda value, k: float(value) + k * 1e-8,
    "fractions": lambda value, k: value,
}


@st.composite
def doubly_stochastic(draw):
    permutations = draw(st.lists(st.permutations(range(draw(st.integers(2, 4)))), min_size=1, max_size=4))
    weights = draw(st.lists(st.integers(1, 9), min_size=len(permutations), max_size=len(permutations)))
    size = range(len(permutations[0]))
    mixed = zip(permutations, weights, strict=True)
    found = [[Fraction(0)] * len(size) for _ in size]
    for permutation, weight in mixed:
        for i in size:
            found[i][permutation[i]] += Fraction(weight, sum(weights))
    return found


def printed(rows, style, k):
    return [[printed_number(STYLES[style](value, k)) for value in row] for row in rows]


@share_of(200)
@given(
    mechanisms().map(lambda found: found.rows) | doubly_stochastic(), st.sampled_from(list(STYLES)), st.integers(1, 6)
)
def test_no_print_of_a_mechanism_is_taken_for_a_transposed_one(rows, style, k):
    assert not transposed(printed(rows, style, k))


@share_of(50)
@given(mechanisms(), st.sampled_from(["decimals", "fractions"]), st.integers(5, 6))
def test_every_print_of_a_transposed_mechanism_is_told(found, style, k):
    rows = list(zip(*found.rows, strict=True))
    assume(len(rows) > 1 and any(abs(sum(row) - 1) > Fraction(1, 1000) for row in rows))
    assert transposed(printed(rows, style, k))


def test_a_row_alone_stands_as_no_column():
    assert not transposed(printed([[1, 1]], "fractions", 1))


# Each way of printing, against the printing itself


@given(FRACTIONS, st.integers(1, 12))
@example(Fraction(1, 8), 2)
def test_a_rounded_decimal_stands_for_what_was_rounded(exact, places):
    scaled = round(exact * 10**places)
    printed = f"{scaled // 10**places}.{scaled % 10**places:0{places}}"
    assert exact in way([[printed]], f"rounded to {places} decimal{'s' * (places != 1)}").intervals[0][0]


@given(FRACTIONS, st.integers(1, 12), st.sampled_from([1, -1]))
def test_a_truncated_decimal_stands_for_what_was_cut(exact, places, sign):
    cut = math.floor(exact * 10**places)
    printed = f"{'-' * (sign < 0)}{cut // 10**places}.{cut % 10**places:0{places}}"
    interval = way([[printed]], f"truncated to {places} decimal{'s' * (places != 1)}").intervals[0][0]
    assert sign * exact in interval
    # Just beyond either end another decimal would stand there.
    beyond = Fraction(1, 10 ** (places + 3))
    assert interval.upper - interval.lower == Fraction(1 if cut else 2, 10**places)
    assert sign * (Fraction(cut + 1, 10**places) + beyond) not in interval


@given(st.floats(1e-5, 1).map(lambda value: f"{value:.5g}"))
def test_significant_digits_without_their_zeros(printed):
    rows = [[printed, "0.12345"]]
    found = [each for each in read(rows) if each.says in ("rounded to 5 significant digits", "rounded to 5 decimals")]
    value = Fraction(printed)
    for at in (-1, 1):
        # Numbers a little less than half a unit of the fifth digit away are printed the same.
        power = math.floor(math.log10(value)) if value != 1 else 0
        near = value + at * Fraction(10) ** (power - 4) * Fraction(49, 100)
        assume(near < 1)
        assert any(near in each.intervals[0][0] for each in found)


@given(st.floats(0, 1, allow_subnormal=True), st.booleans())
@example(1.0, True)
@example(0.5, True)
@example(2.0**-1022, True)
@example(5e-324, False)
@example(math.nextafter(0.5, 0), True)
def test_the_interval_of_a_double_reaches_half_of_the_way_to_its_neighbours(value, negative):
    below, above = Fraction(math.nextafter(value, -1)), Fraction(math.nextafter(value, 2))
    lower, upper = (below + Fraction(value)) / 2, (Fraction(value) + above) / 2
    found = double_interval(Fraction(repr(-value if negative else value)))
    assert found == (Enclosure(-upper, -lower) if negative and value else Enclosure(lower, upper))


@given(FRACTIONS)
def test_a_double_stands_for_what_it_was_computed_from(exact):
    value = exact.numerator / exact.denominator
    for printed in (repr(value), f"{value:.18e}", f"{value:.17g}"):
        assert exact in double_interval(Fraction(printed))


@given(FRACTIONS, st.integers(1, 200))
def test_a_best_approximation_stands_for_what_was_approximated(exact, largest):
    printed = exact.limit_denominator(largest)
    interval = best_approximated(printed, largest)
    assert exact in interval
    for end in (interval.lower, interval.upper):
        # An end is as close to one more fraction, and just outside that one is closer.
        outside = end + (end - printed) / 10**6
        assert outside.limit_denominator(largest) != printed


def test_no_fraction_has_a_denominator_above_the_bound():
    with pytest.raises(InputError, match="denominator above 2"):
        best_approximated(Fraction(1, 3), 2)


# Which ways are tried


def test_the_ways_in_their_order():
    assert [each.says for each in read([["0.5", "0.25"], ["1", "0"]])] == [
        "rounded to 2 decimals",
        "truncated to 2 decimals",
        "rounded to 2 significant digits",
        "truncated to 2 significant digits",
        "rounded to its own digits",
        "truncated to its own digits",
    ]
    assert read([["0.3333333333333333", "0.6666666666666667"]])[0].says == "the double nearest to the exact entry"
    assert read([[1 / 3, 2 / 3]]) == read([[repr(1 / 3), repr(2 / 3)]])
    # Where all denominators are alike there is one way, not two.
    assert [len(read([row])) for row in (["1/3", "2/3"], ["1/3", "3/5"])] == [1, 2]
    assert read([["1", "0"]]) == ()


def test_decimals_of_many_digits_may_be_a_solvers():
    assert not any(each.says.startswith("within") for each in read([["0.1234567", "0.5"]]))
    within_powers = [each.says for each in read([["0.12345678", "0.5"]]) if each.says.startswith("within")]
    assert within_powers == [f"within 10^-{power} of the exact entry" for power in (7, 6, 5)]
    assert sum(each.says.startswith("within") for each in read([[1 / 3, 2 / 3]])) == 11


def test_fractions_among_decimals_are_exact():
    intervals = read([["1/3", "0.67"]])[0].intervals
    assert intervals[0][0] == Enclosure(Fraction(1, 3), Fraction(1, 3))
    assert intervals[0][1] == Enclosure(Fraction("0.665"), Fraction("0.675"))


def test_zeros_are_rounded_like_the_rest():
    assert Fraction(4, 1000) in read([["0", "1.00"]])[0].intervals[0][0]
    assert Fraction(6, 1000) not in read([["0.0", "1.00"]])[0].intervals[0][0]
    # Zeros alone have no significant digits.
    assert {each.says.split(" to ")[1] for each in read([["0.0", "1"]])} == {"1 decimal"}


def test_the_tolerance_is_that_of_every_entry():
    values = [Fraction(1, 2), Fraction(1, 4)]
    for rounding in read([["0.5", "0.25"]]):
        off = {each.upper - value for each, value in zip(rounding.intervals[0], values, strict=True)}
        off |= {value - each.lower for each, value in zip(rounding.intervals[0], values, strict=True)}
        assert rounding.tolerance == (off.pop() if len(off) == 1 else None)
    assert read([["1/2", "0.25"]])[0].tolerance is None
    assert within([[Fraction(1, 2)]], "1e-9").says == "within 10^-9 of the exact entry"
    with pytest.raises(InputError, match="below 0"):
        within([[Fraction(1, 2)]], "-1e-9")


def test_what_lies_outside_is_named():
    rounding = within([[Fraction(1, 2), Fraction(1, 2)]], "1/10")
    assert list(rounding.outside([[Fraction(3, 5), Fraction(61, 100)]])) == [(0, 1)]
