"""Each kind of result has its picture, on new axes or on those of another."""

import pytest

from exactdp.arithmetic.exact import InputError
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.privacy_curve import privacy_curve
from exactdp.release.chain import Chain
from exactdp.report.pictures.drawing import DRAWN, TALLEST, plot
from tests.report.pictures.reading import words

G = geometric(n=2, alpha="1/2")


def test_each_picture_goes_on_axes_of_ones_own() -> None:
    for found in (G, constraint_matrix(G, "1/2"), privacy_curve(G), UnboundedGeometric("1/2")):
        axes = plot(found).axes[0]
        axes.clear()
        assert plot(found, ax=axes).axes[0] is axes
        assert words(axes.figure)


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: plot(UnboundedGeometric("1/2"), 0, 0, DRAWN), f"responses 0 to {DRAWN}"),
        (lambda: plot(Chain(n=TALLEST + 1, levels=["1/4", "1/2"])), f"a release is drawn for n up to {TALLEST}"),
        (lambda: plot(Chain(n=1, levels=["1/4"])), "one level has no remap to draw"),
        (lambda: plot(Chain(n=1, levels=["1/4"]), 2), "the count: write a whole number from 0 to n = 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        draw()
