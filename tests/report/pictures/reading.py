"""Read the text and the shapes of a picture from its bytes and its artists."""

import xml.etree.ElementTree as ET

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from exactdp.report.pictures.picture import rendered, styled

SVG = "{http://www.w3.org/2000/svg}"


def words(figure: Figure) -> list[str]:
    """Return the texts of the SVG, in the order in which they are drawn."""
    return ["".join(each.itertext()) for each in ET.fromstring(rendered(figure, "svg")).iter(f"{SVG}text")]


def cell_words(figure: Figure, columns: int) -> list[list[str]]:
    """Return the text of the cells, row by row."""
    found = [each.get_text() for each in figure.axes[0].texts]
    return [found[k : k + columns] for k in range(0, len(found), columns)]


def faces(axes: Axes) -> list[tuple[float, ...]]:
    """Return the colours of the cells, row by row."""
    return [tuple(colour[:3]) for row in axes.collections[0].get_array().tolist() for colour in row]


def boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """Return every visible text with the place it takes, in pixels, less the empty line below what is raised by one."""
    with styled():
        renderer = FigureCanvasAgg(figure).get_renderer()
        figure.draw_without_rendering()
        found = []
        for each in figure.findobj(Text):
            said, box = each.get_text(), each.get_window_extent(renderer)
            if each.get_visible() and said:
                bottom = (box.y0 + box.y1) / 2 if said.endswith("\n") else box.y0
                found.append((said, Bbox([[box.x0, bottom], [box.x1, box.y1]])))
        return found


def overlapping(figure: Figure) -> list[tuple[str, str]]:
    """Return the pairs of texts that stand in each other's way."""
    return _overlapping(boxes(figure))


def outside(figure: Figure) -> list[str]:
    """Return the texts that are cut off at the edge."""
    return _outside(figure, boxes(figure))


def misplaced(figure: Figure) -> list[str | tuple[str, str]]:
    """Return the results of `outside` and `overlapping`, after one layout, which takes longest."""
    found = boxes(figure)
    return [*_outside(figure, found), *_overlapping(found)]


def _overlapping(found: list[tuple[str, Bbox]]) -> list[tuple[str, str]]:
    found = [(said, box.padded(-1)) for said, box in found]
    return [(one, other) for k, (one, box) in enumerate(found) for other, beside in found[:k] if box.overlaps(beside)]


def _outside(figure: Figure, found: list[tuple[str, Bbox]]) -> list[str]:
    width, height = figure.bbox.width, figure.bbox.height
    return [said for said, box in found if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1]
