"""Axes, words and colours that every picture shares."""

import sys
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from exactdp import InputError, geometric
from exactdp.arithmetic.spelling import text
from exactdp.report.pictures.canvas import (
    BELOW_ZERO,
    COLOURS,
    DASHES,
    MARKS,
    SHADES,
    WHITE,
    Box,
    Colour,
    Margins,
    figure_of,
    fitted,
    ink,
    luminance,
    prepared,
    ratio,
    rgb,
    shade,
    sheet,
    size_of,
    steps,
    stride,
    width_of,
)

POSITIVE = st.fractions(min_value=Fraction(1, 10**30), max_value=10**9)


# Axes


def test_axes_have_the_size_that_is_asked_for() -> None:
    with prepared(Box(100, 50, Margins(10, 20, 30, 40))) as axes:
        assert size_of(axes) == pytest.approx((100, 50))
        assert (figure_of(axes).get_size_inches() * 72).tolist() == pytest.approx([130, 120])


def test_axes_side_by_side_hang_from_one_line() -> None:
    with sheet([Box(100, 50, Margins(10, 20, 30, 40)), Box(30, 90, Margins(5, 5, 5, 5))]) as (left, right):
        assert size_of(left) == pytest.approx((100, 50))
        assert size_of(right) == pytest.approx((30, 90))
        assert left.get_position().y1 == pytest.approx(right.get_position().y1)
        assert left.get_position().x1 < right.get_position().x0


def test_axes_that_are_given_are_drawn_on() -> None:
    figure = Figure(figsize=(4, 4))
    first, second = figure.subplots(1, 2)
    assert geometric(n=2, alpha="1/2").plot(ax=second) is figure
    assert (len(first.texts), len(second.texts)) == (0, 9)


def test_axes_of_no_figure_are_refused() -> None:
    axes = Figure().add_subplot()
    axes.remove()
    with pytest.raises(ValueError, match="belong to no figure"):
        figure_of(axes)


def test_without_matplotlib_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    width_of.cache_clear()
    for name in [
        name for name in sys.modules if name.split(".")[0] == "matplotlib" or name == "exactdp.report.pictures.picture"
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"^pictures need matplotlib: run pip install '\.\[plot\]'$"):
        geometric(n=2, alpha="1/2").plot()


# Words


@given(st.fractions(), st.floats(10, 90), st.integers(6, 9))
@example(Fraction(489, 1660), 40.0, 9)
@example(Fraction(1, 3**40), 45.0, 9)
@example(Fraction(99996, 10**5 + 1), 39.0, 9)
@example(Fraction(10**999 + 1, 10**999), 80.0, 9)
@example(Fraction(-1, 10**7 + 1), 60.0, 9)
def test_what_fits_is_the_fraction_or_nearly_so(value: Fraction, width: float, size: int) -> None:
    found = fitted(value, width, size)
    if found is None:
        assert width_of(text(value), size) > width
        return
    assert width_of(found, size) <= width
    if not found.startswith("≈"):
        assert found == text(value)
        return
    assert width_of(text(value), size) > width
    mantissa, _, power = found[1:].partition("e")
    unit = Fraction(10) ** (int(power or 0) - len(mantissa.partition(".")[2]))
    assert abs(Fraction(found[1:]) - value) <= unit / 2
    assert len(mantissa.lstrip("-0.").replace(".", "")) >= 2, "two digits that say something"


# Numbers


@given(POSITIVE)
def test_steps_are_spelled_exactly_and_evenly_apart(upper: Fraction) -> None:
    found = steps(upper)
    values = [value for value, _ in found]
    assert all(Fraction(label) == value for value, label in found)
    assert len({after - before for before, after in pairwise(values)}) == 1
    assert values[0] == 0
    assert 2 <= len(values) <= 6
    assert values[-1] <= upper < values[-1] + values[1]
    assert text(values[1]).lstrip("1/").rstrip("0") in ("", "2", "5")


@given(POSITIVE, POSITIVE)
def test_ratios_are_those_of_the_numbers(value: Fraction, unit: Fraction) -> None:
    assert ratio(value, unit) == (value / unit).numerator / (value / unit).denominator


def test_ratios_of_numbers_that_no_float_holds() -> None:
    assert ratio(Fraction(3 * 10**5000), Fraction(4 * 10**5000)) == 0.75


@given(st.floats(0.1, 500), st.floats(0.1, 500))
def test_strides_leave_room_and_no_more_than_needed(room: float, place: float) -> None:
    found = stride(room, place)
    assert found * place >= room
    assert str(found).rstrip("0") in ("1", "2", "5")
    assert found == 1 or found * place < 2.5 * room


def test_an_axis_goes_up() -> None:
    with pytest.raises(InputError, match="an axis up to 0: write a number above 0"):
        steps(Fraction(0))


# Colours


def lightness(colour: Colour) -> float:
    """CIE L*, by its definition."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > (6 / 29) ** 3 else y * (29 / 3) ** 3


@pytest.mark.parametrize("stops", [SHADES, BELOW_ZERO])
def test_shades_darken_evenly(stops: tuple[str, ...]) -> None:
    found = [lightness(rgb(each)) for each in stops]
    for before, after in pairwise(found):
        assert before - after == pytest.approx((found[0] - found[-1]) / 8, abs=1)
    assert found[0] == pytest.approx(95, abs=1)
    assert found[-1] == pytest.approx(20, abs=2)


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_the_larger_the_darker_in_grey(one: float, other: float, below: bool) -> None:
    small, large = sorted((one, other))
    assert luminance(shade(small, below)) >= luminance(shade(large, below))
    assert luminance(shade(small, below)) < luminance(WHITE), "only 0 is white"


@given(st.tuples(*[st.floats(0, 1)] * 3))
@example((0.1791, 0.1791, 0.1791))
def test_ink_can_be_read_on_every_colour(colour: Colour) -> None:
    # White on a luminance Y has the contrast 1.05/(Y + 0.05), black (Y + 0.05)/0.05; one of the two is at least 4.5.
    y = luminance(colour)
    assert (1.05 / (y + 0.05) if ink(colour) == "white" else (y + 0.05) / 0.05) >= 4.5


def test_lines_differ_without_colour() -> None:
    assert len(set(DASHES)) == len(set(MARKS)) == len(COLOURS) == 4
    assert all(1.05 / (luminance(rgb(each)) + 0.05) > 4.5 for each in COLOURS), "dark enough on white"
