"""Curves: exact points, lines between them, distinct without colour, labels that do not overlap."""

from fractions import Fraction
from itertools import pairwise
from math import exp, log

import pytest
from hypothesis import example, given
from matplotlib.figure import Figure

from exactdp import InputError, Mechanism, complete, geometric, privacy_curve
from exactdp.report.pictures.curves import losses, privacy
from tests.report.pictures.reading import misplaced, overlapping, words
from tests.strategies import mechanisms, share_of

TABLE = Mechanism([["1/10", "3/5", "3/10", 0], [0, "3/10", "3/5", "1/10"]])


# The height of this one's second point is another where it is added up in floating point.
STEEP = [["1883/4500", "2617/4500"], ["83/900", "817/900"], ["11/180", "169/180"], ["203/900", "697/900"]]


@given(mechanisms())
@example(Mechanism([*STEEP, ["203/4500", "4297/4500"]]))
@share_of(15)
def test_the_line_is_the_curve(mechanism: Mechanism) -> None:
    curve = privacy_curve(mechanism)
    (line,) = curve.plot().axes[0].lines
    points = line.get_xydata().tolist()
    for x, y in points[:-1]:
        t = max(Fraction(exp(x)), Fraction(1))
        assert y == pytest.approx(float(curve.at(t)), abs=1e-9)
    marked = [points[k] for k in line.get_markevery()]
    assert [y for _, y in marked] == [float(delta) for _, delta in curve.breakpoints]
    assert [x for x, _ in marked] == pytest.approx([log(t) for t, _ in curve.breakpoints])
    assert points[-1][1] == marked[-1][1]


@pytest.mark.parametrize("alpha", [Fraction(1, 10**9), pytest.param(Fraction(1, 10**4000), marks=pytest.mark.long)])
def test_a_steep_curve_stays_smooth_and_finite(alpha: Fraction) -> None:
    picture = privacy_curve(geometric(n=1, alpha=alpha)).plot()
    ys = [y for _, y in picture.axes[0].lines[0].get_xydata().tolist()]
    assert all(0 <= y <= 1 for y in ys)
    assert max(abs(a - b) for a, b in pairwise(ys)) < 0.06
    assert not misplaced(picture)


def test_levels_and_coordinates_are_written() -> None:
    said = words(privacy_curve(TABLE).plot())
    assert said == [
        *["1", "3/4", "1/2", "α", "0", "0.2", "0.4", "0.6", "0.8", "ε = -ln α"],
        *["0", "0.1", "0.2", "0.3", "0.4", "least δ", "(1, 2/5)", "(1/2, 1/10)", "neighbours: path"],
    ]
    assert "(1/2, 1/10)" not in words(privacy_curve(TABLE).plot(coordinates=False))


@given(mechanisms())
@share_of(8)
def test_nothing_is_in_the_way(mechanism: Mechanism) -> None:
    picture = privacy_curve(mechanism).plot()
    assert not misplaced(picture)


def test_several_curves_on_one_pair_of_axes() -> None:
    found = [geometric(n=3, alpha="1/4"), geometric(n=5, alpha="1/2"), TABLE, geometric(n=2, alpha="1/10")]
    picture = privacy_curve(found[0]).plot("first $x$", coordinates=False)
    for k, each in enumerate(found[1:], start=2):
        assert privacy_curve(each).plot(f"number {k}", coordinates=False, ax=picture.axes[0]) is picture
    lines = picture.axes[0].lines
    assert len({line.get_linestyle() + str(line._dash_pattern) for line in lines}) == 4
    assert len({line.get_marker() for line in lines}) == len({line.get_color() for line in lines}) == 4
    assert picture.axes[0].get_xlim()[1] == pytest.approx(1.2 * log(10))
    assert picture.axes[0].get_ylim()[1] == pytest.approx(1.06 * 9 / 11)
    assert words(picture)[-4:] == ["first $x$", "number 2", "number 3", "number 4"]
    assert all(line.get_xdata()[-1] > picture.axes[0].get_xlim()[1] for line in lines)
    assert not overlapping(picture)


def test_a_mechanism_that_tells_nothing() -> None:
    picture = privacy([(Fraction(1), Fraction(0))])
    assert picture.axes[0].get_xlim() == (0, 1)
    assert "(1, 0)" in words(picture)


# Losses


def test_losses_are_at_the_points() -> None:
    points = [(Fraction(k, 4), Fraction(k * k, 3)) for k in range(5)]
    picture = losses([("one", points), ("another", points[1:])], name="expected loss")
    one, another = picture.axes[0].lines
    assert one.get_xydata().tolist() == [[float(a), float(b)] for a, b in points]
    assert len(another.get_xdata()) == 4
    assert (one.get_marker(), one.get_linestyle()) != (another.get_marker(), another.get_linestyle())
    assert another.get_markerfacecolor() == "white", "so that what lies under it is seen"
    said = words(picture)
    assert said[:7] == ["0", "0.2", "0.4", "0.6", "0.8", "1.0", "α"]
    assert {"expected loss", "one", "another", "0", "4"} <= set(said)
    assert not overlapping(picture)


def test_levels_are_marked() -> None:
    points = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(2))]
    breaks = [
        (Fraction(1, 4), "1/4"),
        (Fraction(26, 100), "near"),
        (Fraction(27, 100), "too near"),
        (Fraction(3, 4), "≈0.75"),
    ]
    picture = losses([("one", points)], marked=False, breaks=breaks)
    assert picture.axes[0].lines[0].get_marker() == ""
    uprights = picture.axes[0].collections[0].get_segments()
    assert [each[0][0] for each in uprights] == pytest.approx([0.25, 0.26, 0.27, 0.75])
    assert {"1/4", "near", "≈0.75"} <= set(words(picture))
    assert "too near" not in words(picture)
    assert not misplaced(picture)


def test_more_losses_on_the_same_axes() -> None:
    picture = losses([("one", [(Fraction(1, 2), Fraction(1))])])
    losses([("two", [(Fraction(1, 2), Fraction(3))])], ax=picture.axes[0])
    assert picture.axes[0].get_ylim()[1] == pytest.approx(3.18)
    assert words(picture)[-2:] == ["one", "two"]


def test_axes_of_ones_own() -> None:
    axes = Figure().add_subplot()
    axes.set_title("mine")
    assert privacy_curve(TABLE).plot("$\\frac{", ax=axes) is axes.figure
    privacy_curve(TABLE).plot("$x$", ax=axes)
    assert axes.get_title("left") == ""
    assert {"$\\frac{", "$x$"} <= set(words(axes.figure))
    assert axes.get_title() == "mine"


def test_facts_stay_above_while_they_are_those_of_all_curves() -> None:
    mechanism = geometric(n=2, alpha="1/2")
    picture = privacy_curve(mechanism).plot("one", coordinates=False)
    axes = picture.axes[0]
    privacy_curve(mechanism).plot("two", coordinates=False, ax=axes)
    assert axes.get_title("left") == "neighbours: path"
    privacy_curve(mechanism, complete(inputs=range(3))).plot("three", coordinates=False, ax=axes)
    assert not any(each.startswith("neighbours") for each in words(picture))
    privacy_curve(mechanism).plot("four", coordinates=False, title="mine", ax=axes)
    assert axes.get_title() == "mine"


@pytest.mark.parametrize("largest", [Fraction(2, 10**400), Fraction(2 * 10**400)])
def test_values_that_no_float_holds_are_drawn_where_they_are(largest: Fraction) -> None:
    points = [(Fraction(1, 4), Fraction(0)), (Fraction(1, 2), largest / 2), (Fraction(3, 4), largest)]
    picture = losses([("one", points)], breaks=[(Fraction(1, 2), "1/2")])
    axes = picture.axes[0]
    low, high = axes.get_ylim()
    assert [(y - low) / (high - low) for y in axes.lines[0].get_ydata()] == pytest.approx(
        [3 / 109, 53 / 109, 103 / 109]
    )
    ticks = dict(zip([each.get_text() for each in axes.get_yticklabels()], axes.get_yticks(), strict=True))
    power = "e-400" if largest < 1 else "e400"
    assert ticks["0"] == 0
    assert ticks[f"1{power}"] == pytest.approx(axes.lines[0].get_ydata()[1])
    assert not misplaced(picture)
    # Beside it, a value of another size.
    losses([("two", [(Fraction(1, 2), Fraction(3))])], ax=axes)
    one, two = axes.lines
    assert two.get_ydata()[0] == (3 if largest < 3 else 0)
    assert axes.get_ylim()[1] == pytest.approx(1.06 * max(one.get_ydata()[2], two.get_ydata()[0]))
    assert one.get_ydata()[2] == (0 if largest < 3 else 1)


def test_deltas_that_no_float_holds() -> None:
    tiny = Fraction(1, 10**400)
    picture = privacy_curve(Mechanism([[tiny, 1 - tiny], [2 * tiny, 1 - 2 * tiny]])).plot("tiny")
    assert {"0", "1e-400"} <= set(words(picture))
    assert not overlapping(picture)
    privacy_curve(geometric(n=1, alpha="1/2")).plot("G", coordinates=False, ax=picture.axes[0])
    first, second = picture.axes[0].lines
    assert max(first.get_ydata()) == 0
    assert max(second.get_ydata()) == pytest.approx(1 / 3)


def test_no_points() -> None:
    with pytest.raises(InputError, match="there is nothing to draw: name one level or more"):
        losses([("none", [])])
    assert words(losses([("zero", [(Fraction(0), Fraction(0))])]))


def test_long_numbers_have_room() -> None:
    for loss in (Fraction(10**5), Fraction(1, 10**9), Fraction(10**40)):
        picture = losses([("a", [(Fraction(1, 2), loss)])])
        assert not misplaced(picture)
