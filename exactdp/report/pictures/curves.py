"""Curves through exact points: δ against ε, and losses against α."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, inf, log
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import printable, shortened, text
from exactdp.report.pictures import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AXES_WIDTH, AXES_HEIGHT = 340, 220
"""The size of the axes, in points."""

MARKED = 30
"""The most marked points of a curve."""

NAME = 40
"""The most characters shown of a curve's name."""

_ONE = Fraction(1)
_SAMPLES = 24
_NEAR_ONE = tuple(map(Fraction, ("1", "3/4", "1/2", "1/4")))


def privacy(
    points: Sequence[tuple[Fraction, Fraction]],
    name: str = "",
    *,
    coordinates: bool = True,
    facts: str = "",
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw δ against ε = ln t, through points (t, δ) between which δ is linear in t; after the last it is constant.

    The upper edge has the levels α = 1/t, and with `coordinates` each point has (α, δ) if it fits. On axes with other
    curves, this one has its own dashes and marks. The facts are above, unless a title is given.
    Domain: t from 1 on, increasing; at least one point. Raises: `InputError` if matplotlib is not installed.

    >>> picture = privacy([(Fraction(1), Fraction(1, 2)), (Fraction(3), Fraction(0))])
    >>> [each.get_text() for each in picture.axes[0].texts]
    ['(1, 1/2)', '(1/3, 0)']
    """
    largest = max(delta for _, delta in points) or _ONE
    box = canvas.Box(AXES_WIDTH, AXES_HEIGHT, canvas.Margins(canvas.beside(canvas.steps(largest)), 24, 36, 36))
    with canvas.prepared(box, ax, title, facts) as axes:
        before, unit = len(axes.lines), _scale_up(axes, largest)
        places = [_log(t) for t, _ in points]
        end = max(1.2 * places[-1], axes.get_xlim()[1] if before else 0) or 1.0
        heights = [canvas.ratio(delta, unit) for _, delta in points]
        marked, xs, ys = [0], [places[0]], [heights[0]]
        for (start, above), (stop, below) in pairwise(zip(places, heights, strict=True)):
            for x, way in _between(start, stop):
                xs.append(x)
                ys.append(above + (below - above) * way)
            ys[-1] = below  # above + (below - above) may be rounded
            marked.append(len(xs) - 1)
        # The constant end extends to the right, even if a later curve makes the axes longer.
        look = _look(before, name, marked=len(points) <= MARKED)
        axes.plot([*xs, places[-1] + 100 * end], [*ys, heights[-1]], markevery=marked, **look)
        axes.set_xlim(0, end)
        _ticks_across(axes, end)
        axes.set_xlabel("ε = -ln α")
        axes.set_ylabel("least δ")
        if len(axes.lines) > 1:
            axes.legend(loc="upper right")
        if coordinates:
            _coordinates(axes, points, list(zip(places, heights, strict=True)), canvas.ratio(largest, unit), end)
        return canvas.figure_of(axes)


def _between(start: float, stop: float) -> list[tuple[float, float]]:
    """Return places after `start` up to `stop`, evenly spaced in ε and in t = e^ε, each with its share in t."""
    ratio_of_ends = exp(start - stop)
    evenly = [k / _SAMPLES for k in range(1, _SAMPLES)]
    if ratio_of_ends == 1:
        # The ends are equal as floats, and the curve is straight between them.
        return [*((start + (stop - start) * way, way) for way in evenly), (stop, 1.0)]
    found = [(stop + log(ratio_of_ends + way * (1 - ratio_of_ends)), way) for way in evenly]
    for way in evenly:
        x = start + (stop - start) * way
        found.append((x, (exp(x - stop) - ratio_of_ends) / (1 - ratio_of_ends)))
    return [*sorted(found), (stop, 1.0)]


def losses(
    curves: Sequence[tuple[str, Sequence[tuple[Fraction, Fraction]]]],
    *,
    name: str = "expected loss",
    marked: bool = True,
    breaks: Sequence[tuple[Fraction, str]] = (),
    facts: str = "",
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw curves through points (α, loss), each with its name, the points marked if they are not too many.

    `breaks` are levels with a vertical line, and its label. The facts are above, unless a title is given.
    Domain: nonnegative losses. Raises: `InputError` for no points, or if matplotlib is not installed.

    >>> picture = losses([("best", [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1, 2))])])
    >>> picture.axes[0].lines[0].get_xydata().tolist()
    [[0.0, 0.0], [1.0, 0.5]]
    """
    values = [loss for _, points in curves for _, loss in points]
    if not values:
        raise InputError("there is nothing to draw: name one level or more")
    largest = max(values) or _ONE
    box = canvas.Box(
        AXES_WIDTH, AXES_HEIGHT, canvas.Margins(canvas.beside(canvas.steps(largest)), 24, 36, 36 if breaks else 12)
    )
    with canvas.prepared(box, ax, title, facts) as axes:
        before, unit = len(axes.lines), _scale_up(axes, largest)
        for k, (label, points) in enumerate(curves, start=before):
            xs, ys = (
                [canvas.ratio(alpha) for alpha, _ in points],
                [canvas.ratio(loss, unit) for _, loss in points],
            )
            axes.plot(xs, ys, **_look(k, label, marked=marked and len(points) <= MARKED))
        axes.set_xlim(-0.02, 1.02)
        places = canvas.steps(_ONE)
        axes.set_xticks([canvas.ratio(value) for value, _ in places], [label for _, label in places])
        axes.set_xlabel("α")
        axes.set_ylabel(name)
        if breaks:
            uprights = [canvas.ratio(at) for at, _ in breaks]
            axes.vlines(uprights, 0, canvas.ratio(largest, unit), "#808080", "dotted", linewidth=0.8)
            _write_above(axes, [(canvas.ratio(at), label) for at, label in breaks], lines=2)
        if len(axes.lines) > 1:
            axes.legend(loc="upper left")
        return canvas.figure_of(axes)


def _look(k: int, name: str, *, marked: bool) -> dict[str, Any]:
    """Return the colour, the dashes, the marks and the name of curve k on its axes."""
    return {
        "color": canvas.COLOURS[k % 4],
        "linestyle": canvas.DASHES[k % 4],
        "linewidth": 1.4,
        "marker": canvas.MARKS[k % 4] if marked else "",
        "markersize": 4,
        "markerfacecolor": canvas.COLOURS[k % 4] if k % 2 == 0 else "white",
        "label": shortened(printable(name), NAME),
    }


def _scale_up(axes: Axes, largest: Fraction) -> Fraction:
    """Extend the axis to this value, and return the unit of the heights: 1, unless they exceed floats."""
    before = _UNITS.get(axes, _ONE)
    lines: Sequence[Any] = axes.lines
    unit = before
    if not axes.lines or largest > _FAR * before:
        unit = _UNITS[axes] = _ONE if 1 / _FAR <= largest <= _FAR else largest
        for line in lines:
            line.set_ydata([y * canvas.ratio(before, unit) for y in line.get_ydata()])
        for note in axes.texts:
            if hasattr(note, "xy"):
                note.xy = (note.xy[0], note.xy[1] * canvas.ratio(before, unit))
    elif canvas.ratio(largest, unit) <= axes.get_ylim()[1] / 1.06:
        return unit
    top, marks = canvas.ratio(largest, unit), canvas.steps(largest)
    axes.set_ylim(-0.03 * top, 1.06 * top)
    axes.set_yticks([canvas.ratio(value, unit) for value, _ in marks], [label for _, label in marks])
    return unit


_FAR = Fraction(10**100)
"""Values between this and its inverse are drawn without scaling."""

_UNITS: WeakKeyDictionary[Axes, Fraction] = WeakKeyDictionary()


def _ticks_across(axes: Axes, end: float) -> None:
    # Use a short fraction for the end if possible.
    below = canvas.steps(Fraction(end).limit_denominator(1000) or Fraction(end))
    axes.set_xticks([canvas.ratio(value) for value, _ in below], [label for _, label in below])
    _write_above(axes, [(-_log(alpha), label) for alpha, label in _levels(end)], "α")


def _write_above(axes: Axes, marks: Iterable[tuple[float, str]], name: str = "", lines: int = 1) -> None:
    """Write labels along the upper edge, from left to right, each on the first line without an overlap, if any."""
    above = axes.child_axes[0] if axes.child_axes else axes.secondary_xaxis("top")
    start, end = axes.get_xlim()
    scale, free = canvas.size_of(axes)[0] / (end - start), [-inf] * lines
    places, labels = [], []
    for place, label in marks:
        half = canvas.width_of(label) / 2
        line = next((k for k in range(lines) if place * scale - half >= free[k]), None)
        if place <= end and line is not None:
            places.append(place)
            labels.append(label + "\n" * line)
            free[line] = place * scale + half + 8
    above.set_xticks(places, labels)
    above.set_xlabel(name)


def _levels(end: float) -> Iterator[tuple[Fraction, str]]:
    for alpha in _NEAR_ONE:
        yield alpha, text(alpha)
    for k in range(1, int(end / log(10)) + 1):
        yield Fraction(1, 10**k), f"1/{10**k}" if k < 4 else f"1e-{k}"


def _coordinates(
    axes: Axes,
    points: Sequence[tuple[Fraction, Fraction]],
    places: Sequence[tuple[float, float]],
    largest: float,
    end: float,
) -> None:
    """Write (α, δ) to the upper right of the points, where a decreasing convex curve leaves room."""
    width, height = canvas.size_of(axes)
    taken: list[tuple[float, float, float]] = []
    for (t, delta), place in zip(points, places, strict=True):
        words = f"({text(1 / t)}, {text(delta)})"
        x, y = place[0] / end * width + 4, place[1] / largest / 1.09 * height
        right = x + canvas.width_of(words, canvas.SIZE - 1)
        if right > width + 20 or any(
            abs(y - other) < 11 and x < stop and right > start for start, stop, other in taken
        ):
            continue
        taken.append((x, right, y))
        axes.annotate(words, place, (4, 4), textcoords="offset points", size=canvas.SIZE - 1)


def _log(value: Fraction) -> float:
    return log(value.numerator) - log(value.denominator)
