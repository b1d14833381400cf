"""The canvas of all pictures: axes of a known size, measured words, and colours distinct in greyscale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import count
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import decimal, text
from exactdp.processes.limits import loaded
from exactdp.report.wording import LABEL, scientific

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""

WHITE: Colour = (1.0, 1.0, 1.0)

POINTS = 72
"""The number of points in an inch."""

SIZE = 9
"""The size of text, in points."""

TITLE = SIZE + 10
"""The height of the space for a title, in points."""

SHADES = ("#e7f2fc", "#ccd7e9", "#b1bcd6", "#97a2c3", "#7e89b0", "#64719e", "#4a598c", "#2e437a", "#042e69")
"""Blue of uniformly decreasing lightness, from CIELAB (95, -2, -6) to (20, 12, -38), also ordered in greyscale."""

BELOW_ZERO = ("#faefe5", "#e6d3c5", "#d2b7a6", "#be9c88", "#a9826b", "#946850", "#7f5035", "#6a381c", "#542100")
"""Brown of the same lightness, from (95, 2, 6) to (20, 22, 30), for negative numbers."""

COLOURS = ("#042e69", "#c04a00", "#2f7d6b", "#6b6b6b")
"""The colours of lines; dashes and marks also distinguish them."""

DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))

MARKS = ("o", "s", "^", "D")


@dataclass(frozen=True)
class Margins:
    """The room around the axes, in points."""

    left: float
    right: float
    bottom: float
    top: float


def beside(marks: Iterable[tuple[Fraction, str]]) -> float:
    """Return the width of a vertical axis's labels and name, in points. Raises: as `prepared`.

    >>> wide, narrow = ([(Fraction(0), label)] for label in ("1/100", "1"))
    >>> beside(wide) - beside(narrow) == width_of("1/100") - width_of("1")
    True
    """
    return max(width_of(label) for _, label in marks) + SIZE + 20


@dataclass(frozen=True)
class Box:
    """Axes of this size, in points, with room around them."""

    width: float
    height: float
    margins: Margins


@contextmanager
def prepared(
    box: Box, ax: Axes | None = None, title: str | None = None, facts: str = "", above: float = 6
) -> Iterator[Axes]:
    """Yield the given axes, or new ones in a new figure, with a title, or if it is None with the facts of the picture.

    The title is `above` points above the axes; a new figure has room for it. Facts do not replace an existing title,
    and are removed when another picture is drawn on the same axes.
    Raises: `InputError` if matplotlib is not installed.

    >>> with prepared(Box(72, 36, Margins(36, 36, 18, 18))) as axes:
    ...     figure_of(axes).get_size_inches().tolist()
    [2.0, 1.0]
    >>> with prepared(Box(72, 36, Margins(36, 36, 18, 18)), axes, None, "α = 1/2"):
    ...     axes.get_title("left")
    'α = 1/2'
    >>> with prepared(Box(72, 36, Margins(36, 36, 18, 18)), axes, "Figure 3", "α = 1/2"):
    ...     axes.get_title("left"), axes.get_title()
    ('', 'Figure 3')
    """
    if ax is None:
        with sheet([_with_title(box, facts if title is None else title)]) as (new,):
            _entitle(new, title, facts, above)
            yield new
        return
    picture = drawing_library()
    ours = isinstance(figure_of(ax), picture.Picture)
    with picture.styled() if ours else drawing_library("matplotlib").rc_context({"text.parse_math": False}):
        _entitle(ax, title, facts, above)
        yield ax


@contextmanager
def sheet(boxes: Sequence[Box]) -> Iterator[list[Axes]]:
    """Yield new axes, side by side in one figure, with aligned upper edges. Raises: as `prepared`.

    >>> box = Box(72, 36, Margins(18, 18, 18, 18))
    >>> with sheet([box, box]) as axes:
    ...     len(axes), figure_of(axes[0]).get_size_inches().tolist()
    (2, [3.0, 1.0])
    """
    picture = drawing_library()
    across = sum(box.margins.left + box.width + box.margins.right for box in boxes)
    top = max(box.margins.top for box in boxes)
    down = top + max(box.height + box.margins.bottom for box in boxes)
    with picture.styled():
        figure = picture.Picture(figsize=(across / POINTS, down / POINTS))
        axes, left = [], 0.0
        for box in boxes:
            left += box.margins.left
            bottom = down - top - box.height
            axes.append(figure.add_axes((left / across, bottom / down, box.width / across, box.height / down)))
            left += box.width + box.margins.right
        yield axes


def figure_of(ax: Axes) -> Figure:
    """Return the figure of axes. Raises: ValueError for axes removed from their figure.

    >>> with prepared(Box(72, 36, Margins(36, 36, 18, 18))) as axes:
    ...     figure_of(axes).axes == [axes]
    True
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("these axes belong to no figure")
    return figure


def size_of(ax: Axes) -> tuple[float, float]:
    """Return the width and the height of axes, in points. Raises: as `figure_of`.

    >>> with prepared(Box(72, 36, Margins(36, 36, 18, 18))) as axes:
    ...     [round(each) for each in size_of(axes)]
    [72, 36]
    """
    box, scale = ax.get_window_extent(), POINTS / figure_of(ax).dpi
    return box.width * scale, box.height * scale


# Titles


def _with_title(box: Box, words: str) -> Box:
    """Return the box with space above for a title, and beside it for a wide one."""
    if not words:
        return box
    margins, over = box.margins, width_of(words, SIZE + 1) - box.width
    left, right = max(margins.left, over / 2), max(margins.right, over + 2)
    return replace(box, margins=Margins(left, right, margins.bottom, margins.top + TITLE))


def _entitle(axes: Axes, title: str | None, facts: str, above: float) -> None:
    written = _FACTS.get(axes)
    if title is None and written is None and not axes.lines:
        if facts and not any(axes.get_title(each) for each in ("left", "center", "right")):
            axes.set_title(facts, loc="left", fontsize=SIZE + 1, pad=above, parse_math=False)
            _FACTS[axes] = facts
        return
    if written is not None and (title is not None or written != facts):
        axes.set_title("", loc="left")
        del _FACTS[axes]
    if title is not None:
        axes.set_title(title, fontsize=SIZE + 1, pad=above, parse_math=False)


_FACTS: WeakKeyDictionary[Axes, str] = WeakKeyDictionary()
"""The facts above axes, to distinguish them from a user's title."""


def drawing_library(module: str = "exactdp.report.pictures.picture") -> ModuleType:
    """Return a module that needs matplotlib. Raises: `InputError` if matplotlib is not installed.

    >>> drawing_library().FONT
    'DejaVu Sans'
    """
    try:
        return loaded(module)
    except ImportError as error:
        if error.name is None or error.name.split(".")[0] != "matplotlib":
            raise
        raise InputError("pictures need matplotlib: run pip install '.[plot]'") from None


# Words


@cache
def width_of(words: str, size: float = SIZE) -> float:
    """Return the width of words, in points. Raises: as `prepared`.

    >>> 4 * width_of("0") == width_of("0000")
    True
    """
    found: float = drawing_library().width_of(words, size)
    return found


def level(alpha: Fraction) -> str:
    """Return the text of a level in a picture; of a long one, the first digits.

    >>> level(Fraction(1, 2)), level(Fraction(10**30 + 1, 3 * 10**30))
    ('α = 1/2', 'α ≈ 0.3333')
    """
    spelled = text(alpha)
    if len(spelled) <= LABEL:
        return f"α = {spelled}"
    return next(each for each in _spellings(alpha) if each[0] == "≈").replace("≈", "α ≈ ")


def fitted(value: Fraction, width: float, size: float = SIZE) -> str | None:
    """Return the fraction if it fits, else its first digits after ≈; None if two digits do not fit.

    Raises: as `prepared`.

    >>> fitted(Fraction(489, 1660), 60), fitted(Fraction(489, 1660), 39), fitted(Fraction(1, 3**40), 45)
    ('489/1660', '≈0.295', '≈8.2e-20')
    """
    return next((words for words in _spellings(value) if width_of(words, size) <= width), None)


def _spellings(value: Fraction) -> Iterator[str]:
    yield text(value)
    if value.denominator == 1 and abs(value) < 1000:
        return
    for places in (4, 3, 2):
        if abs(value) < 1000 and abs(value) * 10 ** (places - 1) >= 1:
            yield f"≈{decimal(value, places)}"
    yield f"≈{scientific(value, 2).replace('e+', 'e')}"


# Numbers


def ratio(value: Fraction, unit: Fraction = Fraction(1)) -> float:
    """Return value/unit as a float, used only as a coordinate.

    Domain: unit above 0. Raises: OverflowError if it is too large for a float.

    >>> ratio(Fraction(1, 10**999), Fraction(2, 10**999))
    0.5
    """
    return (value.numerator * unit.denominator) / (value.denominator * unit.numerator)


def steps(upper: Fraction, about: int = 5) -> list[tuple[Fraction, str]]:
    """Return numbers for an axis from 0 to `upper`, 1, 2 or 5 times a power of ten apart, with their exact text.

    Domain: upper above 0. Raises: `InputError` otherwise.

    >>> [label for _, label in steps(Fraction(2, 3))]
    ['0', '0.2', '0.4', '0.6']
    """
    if upper <= 0:
        raise InputError(f"an axis up to {text(upper)}: write a number above 0")
    power = Fraction(10) ** _magnitude(upper / about)
    step = next(k * power for k in (1, 2, 5, 10) if k * power * about >= upper)
    places = 0
    while step * 10**places % 1:
        places += 1
    found = [k * step for k in range(int(upper / step) + 1)]
    if places > 4 or upper >= 10**6:
        return [(value, _short_power(value)) for value in found]
    return [(value, decimal(value, places) if value else "0") for value in found]


def stride(room: float, place: float) -> int:
    """Return the number of places between two labels, 1, 2 or 5 times a power of ten, that gives them this room.

    Domain: places of positive width.

    >>> stride(10, 12), stride(10, 4), stride(100, 1)
    (1, 5, 100)
    """
    return next(step for power in count() for step in _round(power) if step * place >= room)


def _round(power: int) -> tuple[int, int, int]:
    unit = int(10**power)
    return unit, 2 * unit, 5 * unit


def _magnitude(value: Fraction) -> int:
    """Return the e with 10^e ≤ value < 10^(e+1)."""
    power = Context(prec=20).divide(Decimal(value.numerator), Decimal(value.denominator)).adjusted()
    return power if Fraction(10) ** power <= value else power - 1


def _short_power(value: Fraction) -> str:
    if not value:
        return "0"
    power = _magnitude(value)
    leading = value / Fraction(10) ** power
    return f"{decimal(leading, int(leading.denominator > 1))}e{power}"


# Colours


def ink(colour: Colour) -> str:
    """Return white or black, whichever has the larger contrast with this colour.

    Domain: red, green and blue from 0 to 1.
    Source: Web Content Accessibility Guidelines 2.2, "contrast ratio" and "relative luminance".

    >>> ink((1, 1, 1)), ink((0, 0, 0.5))
    ('black', 'white')
    """
    return "black" if luminance(colour) > 0.1791 else "white"


def shade(share: float, below_zero: bool = False) -> Colour:
    """Return the colour of a number by its share of the largest: light to dark blue, or brown if negative.

    Domain: from -1 to 1.

    >>> shade(1.0) == rgb(SHADES[-1])
    True
    """
    return _shaded(below_zero)[round(abs(share) * 255)]


@cache
def _shaded(below_zero: bool) -> list[Colour]:
    stops = [rgb(each) for each in (BELOW_ZERO if below_zero else SHADES)]
    found = []
    for k in range(256):
        place, rest = divmod(k * (len(stops) - 1), 255)
        ends = stops[place], stops[min(place + 1, len(stops) - 1)]
        red, green, blue = (a + (b - a) * rest / 255 for a, b in zip(*ends, strict=True))
        found.append((red, green, blue))
    return found


def rgb(colour: str) -> Colour:
    """Return the parts of a colour "#rrggbb". Raises: ValueError for other text.

    >>> rgb("#ff0000")
    (1.0, 0.0, 0.0)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, from 0 (black) to 1 (white).

    >>> luminance((1, 1, 1))
    1.0
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
