"""A figure independent of windows and user settings, and its reproducible bytes."""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

FONT = "DejaVu Sans"
"""This font comes with matplotlib, and has ↓, ↑, α and ≈."""

METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Creator": None, "Date": None},
    "png": {"Software": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
}
"""The formats, and their metadata fields for the date and the program."""

_STYLE: Any = {
    "font.family": ["sans-serif"],
    "font.sans-serif": [FONT],
    "font.size": 9,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "hatch.linewidth": 0.5,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "savefig.dpi": 200,
    # A label may contain a $.
    "text.parse_math": False,
    # Text that can be searched and read aloud.
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "svg.hashsalt": "exactdp",
}


class Picture(Figure):
    """A matplotlib figure without a window that a notebook displays.

    >>> Picture(figsize=(1, 1))._repr_svg_()[:38]
    '<?xml version="1.0" encoding="utf-8" s'
    """

    def _repr_svg_(self) -> str:
        return rendered(self, "svg").decode()


@contextmanager
def styled() -> Iterator[None]:
    """Draw in one style, independent of the user's settings, which do not change.

    >>> before = mpl.rcParams["font.size"]
    >>> with styled():
    ...     mpl.rcParams["font.size"] = 40
    >>> mpl.rcParams["font.size"] == before
    True
    """
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def rendered(figure: Figure, format: str) -> bytes:  # noqa: A002
    """Return the figure as SVG, PNG or PDF: the same bytes for the same figure and the same matplotlib.

    Domain: format "svg", "png" or "pdf". Raises: KeyError for another.

    >>> rendered(Picture(figsize=(1, 1)), "png")[1:4]
    b'PNG'
    """
    data = io.BytesIO()
    with styled(), _unwarned():
        figure.savefig(data, format=format, metadata=METADATA[format])
    return data.getvalue()


def width_of(words: str, size: float) -> float:
    """Return the width of words in this font, in points.

    >>> 4 * width_of("0", 9) == width_of("0000", 9)
    True
    """
    with _unwarned():
        width: float = text_to_path.get_text_width_height_descent(words, FontProperties(family=FONT, size=size), False)[
            0
        ]
    return width


@contextmanager
def _unwarned() -> Iterator[None]:
    """Suppress warnings about characters missing in the font: a browser has them, and PNG and PDF show boxes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield
