"""Each kind of result has its picture, on new axes or on those of another."""

from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.privacy_curve import privacy_curve
from exactdp.report.pictures.drawing import plot
from tests.report.pictures.reading import words

G = geometric(n=2, alpha="1/2")


def test_each_picture_goes_on_axes_of_ones_own() -> None:
    for found in (G, constraint_matrix(G, "1/2"), privacy_curve(G), UnboundedGeometric("1/2")):
        axes = plot(found).axes[0]
        axes.clear()
        assert plot(found, ax=axes).axes[0] is axes
        assert words(axes.figure)
