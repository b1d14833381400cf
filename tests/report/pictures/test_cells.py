"""Heat maps and tables of signs: the papers' figures, and the size and colour of the text in cells."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from matplotlib.figure import Figure

from exactdp import Matrix, MinimaxConsumer, absolute, exact, geometric
from exactdp.arithmetic.spelling import text
from exactdp.model.mechanism import Mechanism, deterministic, identity
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.derivability import derive, derive_from
from exactdp.report.pictures.canvas import SHADES, WHITE, ink, luminance, rgb
from exactdp.report.pictures.cells import Panel, equation
from tests.report.pictures.reading import boxes, cell_words, faces, misplaced, outside, overlapping, words
from tests.strategies import mechanisms, share_of

# The papers


def test_a_derivation_has_one_scale_for_its_three_matrices() -> None:
    mechanism = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4")).mechanism
    picture = derive(mechanism, "1/4").plot()
    induced, _, remap = picture.axes
    assert [each.get_title() for each in picture.axes] == ["mechanism", "G, α = 1/4", "remap"]
    assert (remap.get_ylabel(), remap.get_xlabel()) == ("response of G", "response")
    assert faces(remap)[5] == pytest.approx(rgb(SHADES[-1])), "one scale for all three, up to the remap's 1"
    assert faces(induced)[0] != pytest.approx(rgb(SHADES[-1]))


def test_a_derivation_from_a_mechanism_that_is_not_geometric() -> None:
    source = Mechanism([["1/2", "1/2"], [0, 1]], ["no", "yes"])
    picture = derive_from(source, identity(inputs=range(2))).plot()
    assert [each.get_title() for each in picture.axes] == ["mechanism", "source", "remap"]
    assert not outside(picture)
    titled = derive_from(source, identity(inputs=range(2))).plot(title="Figure 1")
    assert words(titled).count("Figure 1") == 1
    assert not misplaced(titled)


def test_a_long_level_is_rounded_with_a_mark() -> None:
    alpha = Fraction(10**30 + 1, 3 * 10**30)
    (_, source, _) = derive(geometric(n=1, alpha=alpha), alpha).plot().axes
    assert source.get_title() == "G, α ≈ 0.3333"
    tight = constraint_matrix(geometric(n=1, alpha=alpha), alpha).plot()
    assert tight.axes[0].get_title("left") == "α ≈ 0.3333"
    assert not outside(tight)


# What is written


@given(mechanisms())
@share_of(12)
def test_the_fractions_are_in_the_cells(mechanism: Mechanism) -> None:
    found = cell_words(mechanism.plot(), mechanism.shape[1])
    for said, row in zip(found, mechanism, strict=True):
        for each, x in zip(said, row, strict=True):
            assert each == text(x) or (each.startswith("≈") and abs(exact(each[1:]) - x) < Fraction(1, 100))


def test_long_fractions_are_rounded_and_short_ones_are_not() -> None:
    long = Fraction(10**40 + 1, 3 * 10**40)
    picture = Matrix([[long, "1/3"], [0, Fraction(1, 10**40)]]).plot()
    assert cell_words(picture, 2) == [["≈0.3333", "1/3"], ["0", "≈1.0e-40"]]


@pytest.mark.parametrize("n", [1, 3, 5, 10])
def test_text_stays_inside_its_cell(n: int) -> None:
    for mechanism in (geometric(n=n, alpha="1/2"), geometric(n=n, alpha="7/10")):
        picture = mechanism.plot()
        axes = picture.axes[0]
        assert len(axes.texts) == (n + 1) ** 2
        places = dict(boxes(picture))
        for each in axes.texts:
            (x, y), box = each.get_position(), places[each.get_text()]
            left, upper = axes.transData.transform((x - 0.5, y - 0.5))
            right, lower = axes.transData.transform((x + 0.5, y + 0.5))
            assert box.width <= right - left
            assert box.height <= upper - lower
        assert not misplaced(picture)


def test_where_nothing_fits_a_bar_says_what_is_how_dark() -> None:
    picture = geometric(n=30, alpha="1/2").plot()
    said = words(picture)
    assert not picture.axes[0].texts
    assert said[-5:] == ["0", "0.2", "0.4", "0.6", "2/3"]
    assert {"0", "30", "response", "input"} <= set(said)
    assert not misplaced(picture)


def test_a_bar_goes_below_zero_too() -> None:
    inverse = Matrix.from_flint(geometric(n=60, alpha="9/10").flint.inv())
    picture = inverse.plot()
    assert words(picture)[-8:] == ["-150", "-100", "-50", "0", "50", "100", "150", "181"]
    assert not overlapping(picture)
    _, struck = picture.axes[0].collections
    assert len(struck.get_offsets()) == sum(x < 0 for row in inverse for x in row)


def test_large_matrices_become_an_image() -> None:
    picture = geometric(n=99, alpha="1/2").plot()
    assert "<image" in picture._repr_svg_()
    assert len(picture._repr_svg_()) < 200_000
    assert not overlapping(picture)
    assert len(faces(picture.axes[0])) == 100**2


def test_long_and_odd_labels() -> None:
    labels = ["yes, $x$ and $y", "two\nlines", "a patient younger than eighteen years", "half \ud800 <&>"]
    picture = Mechanism([["1/4"] * 4] * 4, labels, labels).plot(title="$a <b>")
    assert words(picture).count("a patie…ighteen") == 0
    for each in ("yes, $x$ and $y", "two lines", "a patie…n years", "half ? <&>", "$a <b>"):
        assert each in words(picture), words(picture)
    assert not misplaced(picture)


def test_a_thousand_labels_are_thinned_out() -> None:
    tall = Mechanism([["1/2", "1/2"]] * 300).plot()
    wide = Mechanism([[Fraction(1, 300)] * 300]).plot()
    for picture in (tall, wide):
        assert not misplaced(picture)


def test_small_axes_of_ones_own() -> None:
    axes = Figure(figsize=(1, 1)).add_subplot()
    geometric(n=5, alpha="1/2").plot(ax=axes)
    assert not axes.texts
    axes = Figure(figsize=(6, 6)).add_subplot()
    geometric(n=5, alpha="1/2").plot(ax=axes)
    assert len(axes.texts) == 36


def test_odd_labels_on_axes_of_ones_own() -> None:
    axes = Figure().add_subplot()
    Mechanism([["1/2", "1/2"]], ["$\\frac{"], ["$x$", "y"]).plot(ax=axes, title="$\\sqrt")
    assert {"$\\frac{", "$x$", "y", "$\\sqrt"} <= set(words(axes.figure))


# Colours


@given(mechanisms())
@share_of(12)
def test_only_zero_is_white_and_larger_is_darker(mechanism: Mechanism) -> None:
    found = list(zip([x for row in mechanism for x in row], faces(mechanism.plot().axes[0]), strict=True))
    assert all((x == 0) == (colour == pytest.approx(WHITE)) for x, colour in found)
    found.sort(key=lambda pair: pair[0])
    lights = [luminance(colour) for _, colour in found]
    assert lights == sorted(lights, reverse=True)


def test_a_tiny_probability_is_not_white() -> None:
    picture = Matrix([[1, Fraction(1, 10**9999), 0]]).plot()
    assert faces(picture.axes[0])[1] == pytest.approx(rgb(SHADES[0]))
    assert faces(picture.axes[0])[2] == pytest.approx(WHITE)


def test_numbers_beyond_floats_are_drawn_all_the_same() -> None:
    assert cell_words(Matrix([[10**400, -(10**399)]]).plot(), 2) == [["≈1.0e400", "≈-1.0e399"]]


def test_all_zeros() -> None:
    assert faces(Matrix([[0, 0]]).plot().axes[0]) == [WHITE, WHITE]


def test_text_is_legible_on_its_cell() -> None:
    picture = geometric(n=5, alpha="1/2").plot()
    for each, colour in zip(picture.axes[0].texts, faces(picture.axes[0]), strict=True):
        assert each.get_color() == ink(colour)


def test_signs_are_told_apart_in_grey() -> None:
    figure_2 = geometric(n=5, alpha="1/2") @ deterministic([0, 2, 2, 3, 4, 5], responses=range(6))
    picture = constraint_matrix(figure_2, "1/2").plot()
    lights = sorted(map(luminance, set(faces(picture.axes[0]))))
    assert len(lights) == 4
    # A ratio of 1.2 is seen between areas; 1.1 is the least step of a scale of ten greys.
    assert all((b + 0.05) / (a + 0.05) > 1.2 for a, b in pairwise(lights))


def test_signs_too_small_for_their_cells_have_a_key() -> None:
    said = words(constraint_matrix(geometric(n=55, alpha="1/2"), "1/2").plot())
    assert said[-4:] == ["↓  α·x(i, r) = x(i+1, r)", "↑  x(i, r) = α·x(i+1, r)", "S  neither is tight", "Z  both are 0"]
    assert "↓" not in said
    assert words(constraint_matrix(geometric(n=30, alpha="1/2"), "1/2").plot()).count("↓") == 30 * 31 // 2


# Equations


def test_an_equation_has_one_scale_and_one_bar() -> None:
    big, small = (Matrix([[x] * 60] * 60) for x in (4, 1))
    picture = equation([Panel(big, "A"), Panel(small, "B")], ["+"])
    assert words(picture)[-6:] == ["0", "1", "2", "3", "4", "4"]
    assert luminance(faces(picture.axes[1])[0]) > luminance(faces(picture.axes[0])[0])
    assert not overlapping(picture)
