"""Matrices as cells: heat maps of exact numbers, and tables of signs, such as a constraint matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from exactdp.model.matrix import Matrix
from exactdp.polytope.constraints import BOTH_ZERO, DOWN, SLACK, UP, ConstraintMatrix
from exactdp.report.pictures import canvas
from exactdp.report.wording import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST = 6
"""The smallest size of text in a cell, in points; smaller cells have no text, but a key."""

WIDEST, HIGHEST = 540, 640
"""The largest size of all cells together, in points: the text area of a page."""

SHAPES = 2500
"""The most cells drawn as shapes, with text if it fits; more are one image."""

_PAD = 3
_SMALL = 16
_KEY = 64
_SIGN = 20
_LINE = 15

Texts: TypeAlias = Sequence[Sequence[str]]

Cells: TypeAlias = Matrix | ConstraintMatrix
"""Fractions, or signs."""

SIGNS = {
    DOWN: ("α·x(i, r) = x(i+1, r)", "#dbe6f4"),
    UP: ("x(i, r) = α·x(i+1, r)", "#e8b48c"),
    SLACK: ("neither is tight", "#3b4d7f"),
    BOTH_ZERO: ("both are 0", "#ffffff"),
}
"""The meaning and the colour of each sign of a constraint matrix; the four also differ in greyscale."""

NAMES = ("input", "response")
"""The usual names of the rows and of the columns."""


def heat_map(
    found: Matrix, *, title: str | None = None, names: tuple[str, str] = NAMES, ax: Axes | None = None
) -> Figure:
    """Draw a matrix with the entries in its cells: larger entries are darker, and only exact zeros are white.

    Negative entries are brown, and struck through if the cell has no room for a minus sign. A fraction too long for its
    cell is rounded, after ≈. If cells are too small for rounded numbers, they have no text, and a colour bar shows the
    scale. `names` are those of the rows and of the columns.
    Raises: `InputError` if matplotlib is not installed.

    >>> [each.get_text() for each in heat_map(Matrix([["1/2", "1/2"], [0, 1]])).axes[0].texts]
    ['1/2', '1/2', '0', '1']
    """
    plan, largest = _plan(found, "", names, WIDEST, ax), _largest(found)
    box = plan.box if plan.written else _with_room(plan.box, right=_KEY)
    with canvas.prepared(box, ax, title) as axes:
        _paint_entries(axes, plan, found, largest)
        if not plan.written:
            _add_bar(axes, found, largest)
        return canvas.figure_of(axes)


@dataclass(frozen=True)
class Panel:
    """A matrix of an equation, with a title and the names of its rows and columns."""

    matrix: Matrix
    title: str = ""
    names: tuple[str, str] = NAMES


def equation(panels: Sequence[Panel], signs: Sequence[str], *, title: str | None = None) -> Figure:
    """Draw matrices side by side, with signs such as = and · between them, and a title above all of them.

    Domain: one sign fewer than panels. Raises: `InputError` if matplotlib is not installed.

    >>> half = Matrix([["1/2", "1/2"]])
    >>> picture = equation([Panel(half, "M"), Panel(half, "G")], ["="])
    >>> [each.get_text() for axes in picture.axes for each in axes.texts]
    ['1/2', '1/2', '=', '1/2', '1/2', '']
    """
    largest = max(_largest(panel.matrix) for panel in panels)
    plans = [_plan(panel.matrix, panel.title, panel.names, 0.6 * WIDEST, None) for panel in panels]
    bar = not all(plan.written for plan in plans)
    boxes = [_with_room(plan.box, right=_SIGN) for plan in plans[:-1]]
    boxes.append(_with_room(plans[-1].box, right=_KEY if bar else 0))
    if title:
        boxes = [replace(box, margins=replace(box.margins, top=box.margins.top + canvas.TITLE)) for box in boxes]
    with canvas.sheet(boxes) as found:
        for axes, panel, plan, sign in zip(found, panels, plans, [*signs, ""], strict=True):
            _paint_entries(axes, plan, panel.matrix, largest)
            axes.annotate(
                sign,
                (1, 0.5),
                (plan.box.margins.right + _SIGN / 2, 0),
                xycoords="axes fraction",
                textcoords="offset points",
                size=14,
                ha="center",
                va="center",
                annotation_clip=False,
            )
        if bar:
            _add_bar(found[-1], panels[-1].matrix, largest)
        figure = canvas.figure_of(found[0])
        if title:
            figure.text(0.5, 0.99, title, size=canvas.SIZE + 1, ha="center", va="top", parse_math=False)
        return figure


def sign_table(found: ConstraintMatrix, *, title: str | None = None, ax: Axes | None = None) -> Figure:
    """Draw a constraint matrix. If cells are too small for text, a key below explains the colours.

    Its level is above it, unless a title is given.
    Raises: `InputError` if matplotlib is not installed.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Figure 3.

    >>> tight = ConstraintMatrix((("↓", "↑"),), ("0", "1"), ("0", "1"))
    >>> [each.get_text() for each in sign_table(tight).axes[0].texts]
    ['↓', '↑']
    """
    plan, facts = _plan(found, "", NAMES, WIDEST, ax), "" if found.alpha is None else canvas.level(found.alpha)
    below = 0 if plan.written else _LINE * len(SIGNS) + 6
    with canvas.prepared(_with_room(plan.box, below=below), ax, title, facts) as axes:
        _paint(axes, plan, [[canvas.rgb(SIGNS[sign][1]) for sign in row] for row in found.entries])
        if not plan.written:
            for sign, (meaning, colour) in SIGNS.items():
                key = f"{sign}  {meaning}"
                axes.scatter([], [], s=60, marker="s", c=colour, edgecolors="black", linewidths=0.5, label=key)
            axes.legend(loc="upper left", bbox_to_anchor=(0, 0), borderaxespad=0.2, labelspacing=0.3, handletextpad=0.2)
        return canvas.figure_of(axes)


def _rows(found: Cells) -> Sequence[str]:
    """Return the labels of the rows; a row of signs is between its input and the next."""
    return found.inputs if isinstance(found, Matrix) else found.inputs[:-1]


def _texts(found: Cells) -> Texts:
    return list(found.spelled()) if isinstance(found, Matrix) else found.entries


def _rounded(found: Cells, width: float, size: float) -> Texts | None:
    """Return the fractions, long ones rounded, if they fit; a sign cannot be shortened."""
    if not isinstance(found, Matrix):
        return None
    rows = [[canvas.fitted(value, width, size) for value in row] for row in found]
    return None if None in chain(*rows) else [[each or "" for each in row] for row in rows]


def _largest(found: Matrix) -> Fraction:
    """Return the largest absolute value, which has the darkest shade, or 1 if all entries are 0."""
    rows = zip(found.numerators, found.denominators, strict=True)
    return max(Fraction(max(map(abs, row)), below) for row, below in rows) or Fraction(1)


def _shades(found: Matrix, largest: Fraction) -> list[list[canvas.Colour]]:
    """Return the colours: shades by the share of the largest entry, and white only for 0."""
    shades = []
    for row, below in zip(found.numerators, found.denominators, strict=True):
        over = below * largest.numerator
        shades.append([canvas.shade(x * largest.denominator / over, x < 0) if x else canvas.WHITE for x in row])
    return shades


@dataclass(frozen=True)
class _Layout:
    """The size of a cell in points, and the text of each cell with its size."""

    width: float
    height: float
    texts: Texts | None = None
    size: float = canvas.SIZE


def _layout(found: Cells, widest: float, ax: Axes | None) -> _Layout:
    rows, columns = len(_rows(found)), len(found.responses)
    small = rows * columns <= SHAPES
    texts = _texts(found) if small else []
    natural = max((canvas.width_of(each) for each in chain(*texts)), default=0.0)
    if ax is None:
        width = min(max(natural + 2 * _PAD, 28), 110, widest / columns)
        height = min(max(0.7 * width, 22), 32, HIGHEST / rows)
    else:
        width, height = canvas.size_of(ax)
        width, height = width / columns, height / rows
    sizes = [size for size in range(canvas.SIZE, LEAST - 1, -1) if small and 1.2 * size <= height]
    for size in sizes:
        if natural * size / canvas.SIZE + 2 * _PAD <= width:
            return _Layout(width, height, texts, size)
    for size in sizes:
        rounded = _rounded(found, width - 2 * _PAD, size) if size < canvas.SIZE else None
        if rounded is not None:
            return _Layout(width, height, rounded, size)
    if ax is None:
        width, height = min(_SMALL, widest / columns), min(_SMALL, HIGHEST / rows)
        if rows <= 2 * columns and columns <= 2 * rows:
            width = height = min(width, height)
    return _Layout(width, height)


@dataclass(frozen=True)
class _Plan:
    """The title and the names of cells, their layout and that of the labels, and their size."""

    title: str
    names: tuple[str, str]
    layout: _Layout
    rows: Sequence[str]
    columns: Sequence[str]
    upright: bool
    box: canvas.Box

    @property
    def written(self) -> bool:
        """Whether there is text in the cells."""
        return self.layout.texts is not None


def _with_room(box: canvas.Box, right: float = 0, below: float = 0) -> canvas.Box:
    margins = box.margins
    return replace(box, margins=replace(margins, right=margins.right + right, bottom=margins.bottom + below))


def _plan(found: Cells, title: str, names: tuple[str, str], widest: float, ax: Axes | None) -> _Plan:
    layout = _layout(found, widest, ax)
    rows, columns = list(map(label, _rows(found))), list(map(label, found.responses))
    # Names that are too wide to be side by side are vertical; numbers are left out instead.
    upright = max(map(canvas.width_of, columns)) + 4 > layout.width and max(map(len, columns)) > 4
    head = max(map(canvas.width_of, columns)) if upright else canvas.SIZE
    height = layout.height * len(rows)
    margins = canvas.Margins(
        left=max(map(canvas.width_of, rows)) + 8 + (canvas.SIZE + 6 if names[0] else 0),
        right=6,
        bottom=max(6, (canvas.width_of(names[0]) - height) / 2 + 2),
        top=head + 8 + (canvas.SIZE + 6 if names[1] else 0) + (canvas.TITLE if title else 0),
    )
    box = canvas.Box(layout.width * len(columns), height, margins)
    return _Plan(title, names, layout, rows, columns, upright, box)


def _paint_entries(axes: Axes, plan: _Plan, found: Matrix, largest: Fraction) -> None:
    colours = _shades(found, largest)
    _paint(axes, plan, colours)
    if not plan.written:
        _strike(axes, plan, found, colours)


def _paint(axes: Axes, plan: _Plan, colours: list[list[canvas.Colour]]) -> None:
    layout, rows, columns = plan.layout, plan.rows, plan.columns
    lines = 0.4 if layout.texts is not None else 0.2 if min(layout.width, layout.height) >= 8 else 0
    axes.pcolormesh(
        range(len(columns) + 1),
        range(len(rows) + 1),
        colours,
        edgecolors="#b0b0b0" if lines else "none",
        linewidth=lines,
        rasterized=len(rows) * len(columns) > SHAPES,
    )
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.spines[:].set_visible(True)
    _label(axes, plan)
    axes.set_xlabel(plan.names[1], labelpad=5)
    axes.set_ylabel(plan.names[0], labelpad=5)
    if plan.title:
        axes.set_title(plan.title, fontsize=canvas.SIZE + 1, pad=6, parse_math=False)
    for i, row in enumerate(layout.texts or []):
        for r, words in enumerate(row):
            colour = canvas.ink(colours[i][r])
            axes.text(r + 0.5, i + 0.5, words, size=layout.size, color=colour, ha="center", va="center_baseline")


def _strike(axes: Axes, plan: _Plan, found: Matrix, colours: list[list[canvas.Colour]]) -> None:
    """Strike negative entries through if no sign is written, because brown and blue are equal in greyscale."""
    places = [(r, i) for i, row in enumerate(found.numerators) for r, x in enumerate(row) if x < 0]
    if places and len(places) <= SHAPES:
        axes.scatter(
            [r + 0.5 for r, _ in places],
            [i + 0.5 for _, i in places],
            s=(0.5 * plan.layout.width) ** 2,
            marker="_",
            c=[canvas.ink(colours[i][r]) for r, i in places],
            linewidths=0.8,
        )


def _label(axes: Axes, plan: _Plan) -> None:
    rows, columns = plan.rows, plan.columns
    room = canvas.SIZE * 1.2 if plan.upright else max(map(canvas.width_of, columns)) + 4
    across, down = canvas.stride(room, plan.layout.width), canvas.stride(canvas.SIZE * 1.2, plan.layout.height)
    axes.tick_params(length=0, labeltop=True, labelbottom=False, top=False, labelsize=canvas.SIZE, pad=4)
    axes.xaxis.set_label_position("top")
    places = range(0, len(columns), across)
    axes.set_xticks(
        [r + 0.5 for r in places], [columns[r] for r in places], rotation=90 if plan.upright else 0, parse_math=False
    )
    places = range(0, len(rows), down)
    axes.set_yticks([i + 0.5 for i in places], [rows[i] for i in places], parse_math=False)


def _add_bar(axes: Axes, found: Matrix, largest: Fraction) -> None:
    """Draw a colour bar beside cells without text, up to the exact largest entry."""
    negative = any(x < 0 for row in found.numerators for x in row)
    width, height = canvas.size_of(axes)
    tall = min(height, 200)
    bar = axes.inset_axes((1 + 12 / width, (height - tall) / height, 10 / width, tall / height))
    shares = [k / 128 for k in range(-128 if negative else 0, 128)]
    edges = [*shares, 1.0]
    bar.pcolormesh([0, 1], edges, [[canvas.shade(x + 1 / 256, x < 0)] for x in shares])
    marks = canvas.steps(largest, max(min(int(tall / 16), 4), 1))
    signed = [*((-value, f"-{words}") for value, words in marks[:0:-1] if negative), *marks]
    places = [(value / largest, words) for value, words in signed]
    bar.set_xticks([])
    bar.yaxis.tick_right()
    bar.tick_params(length=2, labelsize=canvas.SIZE - 1, pad=2)
    bar.set_yticks([x.numerator / x.denominator for x, _ in places], [words for _, words in places])
    bar.set_title(canvas.fitted(largest, _KEY - 16, canvas.SIZE - 1) or "", fontsize=canvas.SIZE - 1, pad=4, loc="left")
