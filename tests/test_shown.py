"""What every result can do for its reader."""

import pytest

from exactdp.model.geometric import geometric
from exactdp.privacy.composition import promise
from exactdp.report.pictures.drawing import plot
from exactdp.shown import Shown


def test_a_result_is_drawn_as_the_writers_draw_it() -> None:
    found = geometric(n=2, alpha="1/2")
    drawn, again = (each.axes[0].texts for each in (found.plot(title="G"), plot(found, title="G")))
    assert [each.get_text() for each in drawn] == [each.get_text() for each in again]


def test_what_has_no_picture_says_so() -> None:
    class Other(Shown):
        pass

    for result in (Other(), promise("1/2")):
        with pytest.raises(TypeError, match="has no picture: plot a mechanism"):
            plot(result)
