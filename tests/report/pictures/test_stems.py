"""Distributions: the minimax paper's Figure 1, and stems as high as their probabilities."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.model.geometric import UnboundedGeometric
from exactdp.report.pictures.stems import stems
from tests.report.pictures.reading import misplaced, outside, words


def test_figure_1_of_the_minimax_paper() -> None:
    picture = UnboundedGeometric("0.2").plot(5)
    said = words(picture)
    assert said[:10] == [*map(str, range(1, 10)), "response"]
    assert said[10:15] == ["0", "0.2", "0.4", "0.6", "probability"]
    assert said[15:-1] == ["2/1875", "2/375", "2/75", "2/15", "2/3", "2/15", "2/75", "2/375", "2/1875"]
    assert said[-1] == "α = 1/5, input 5"
    assert not misplaced(picture)


def test_stems_are_as_high_as_their_probabilities() -> None:
    mechanism = UnboundedGeometric("9/10")
    axes = mechanism.plot(0, -4, 7).axes[0]
    marks = axes.lines[0].get_xydata().tolist()
    unit = mechanism.mass(0, 0)
    assert [x for x, _ in marks] == list(range(12))
    assert [y for _, y in marks] == pytest.approx([float(mechanism.mass(0, int(x) - 4) / unit) for x, _ in marks])
    assert [path.vertices.tolist()[1] for path in axes.collections[0].get_paths()] == marks
    assert dict(zip(axes.get_yticks(), [each.get_text() for each in axes.get_yticklabels()], strict=True))[0] == "0"


@pytest.mark.parametrize("alpha", ["0", "1/100", "1/2", "9/10", "999/1000"])
@pytest.mark.parametrize("i", [0, -(10**9)])
def test_nothing_is_in_the_way(alpha: str, i: int) -> None:
    picture = UnboundedGeometric(alpha).plot(i)
    assert not misplaced(picture)
    assert len(picture.axes[0].texts) in (0, len(picture.axes[0].lines[0].get_xdata()))


@pytest.mark.parametrize("i", [2**53 + 1, 10**28])
def test_integers_that_are_no_floats_stay_apart(i: int) -> None:
    picture = UnboundedGeometric("1/2").plot(i, i - 1, i + 1)
    axes = picture.axes[0]
    assert [x for x, _ in axes.lines[0].get_xydata().tolist()] == [0, 1, 2]
    places = [int(place) for place in axes.get_xticks()]
    assert places[0] == 0
    assert [each.get_text() for each in axes.get_xticklabels()] == [str(i - 1 + place) for place in places]
    assert not outside(picture)


def test_probabilities_too_long_are_rounded_or_left_out() -> None:
    third = Fraction(10**30 + 1, 3 * 10**30)
    assert [each.get_text() for each in stems([third, third]).axes[0].texts] == ["≈0.3333", "≈0.3333"]
    assert not stems([Fraction(1, 100)] * 100).axes[0].texts


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="responses 3 to 2: name at least 1 and at most 1000, in order"):
        UnboundedGeometric("1/2").plot(0, 3, 2)
    with pytest.raises(InputError, match="name at least 1 and at most 1000"):
        UnboundedGeometric("1/2").plot(0, 0, 1000)
    with pytest.raises(InputError, match="there is nothing to draw"):
        stems([])
