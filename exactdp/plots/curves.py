"""Curves through exact points: δ against ε, and losses against α."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, inf, log
from typing import TYPE_CHECKING

from exactdp.exact import InputError, printable, shortened, text
from exactdp.plots.canvas import (
    COLOURS,
    DASHES,
    MARKS,
    SIZE,
    Box,
    Margins,
    beside,
    canvas,
    figure_of,
    ratio,
    size_of,
    steps,
    width_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 340, 220
"""The size of the axes, in points."""

MARKED = 30
"""Up to how many points of a curve are marked."""

NAME = 40
"""Up to how many characters of a curve's name are shown."""

_ONE = Fraction(1)
_SAMPLES = 24
_NEAR_ONE = tuple(map(Fraction, ("1", "3/4", "1/2", "1/4")))


def privacy(
    points: Sequence[tuple[Fraction, Fraction]], name: str = "", *, coordinates: bool = True, ax: Axes | None = None
) -> Figure:
    """Draw δ against ε = ln t, through points (t, δ) between which δ is linear in t; after the last it is constant.

    Levels α = 1/t are written above, and with `coordinates` (α, δ) beside each point that has room for it. On axes that
    hold curves already, this one has dashes and marks of its own.
    Domain: t from 1 on, rising; at least one point. Fails: `InputError` where matplotlib is not installed.

    >>> picture = privacy([(Fraction(1), Fraction(1, 2)), (Fraction(3), Fraction(0))])
    >>> [each.get_text() for each in picture.axes[0].texts]
    ['(1, 1/2)', '(1/3, 0)']
    """
    largest = max(delta for _, delta in points) or _ONE
    with canvas(Box(WIDTH, HEIGHT, Margins(beside(steps(largest)), 24, 36, 36)), ax) as axes:
        before = len(axes.lines)
        places = [_log(t) for t, _ in points]
        end = max(1.2 * places[-1], axes.get_xlim()[1] if before else 0) or 1.0
        heights = [ratio(delta, _ONE) for _, delta in points]
        marked, xs, ys = [0], [places[0]], [heights[0]]
        for (start, above), (stop, below) in pairwise(zip(places, heights, strict=True)):
            for x, way in _between(start, stop):
                xs.append(x)
                ys.append(above + (below - above) * way)
            ys[-1] = below  # above + (below - above) may be rounded
            marked.append(len(xs) - 1)
        # The level end goes on to the right, also where a later curve makes the axes longer.
        axes.plot(
            [*xs, places[-1] + 100 * end],
            [*ys, heights[-1]],
            color=COLOURS[before % 4],
            linestyle=DASHES[before % 4],
            linewidth=1.4,
            marker=MARKS[before % 4] if len(points) <= MARKED else "",
            markersize=4,
            markerfacecolor=COLOURS[before % 4] if before % 2 == 0 else "white",
            markevery=marked,
            label=shortened(printable(name), NAME),
        )
        axes.set_xlim(0, end)
        if not before or ratio(largest, _ONE) > axes.get_ylim()[1] / 1.06:
            _scale_up(axes, largest)
        _ticks_across(axes, end)
        axes.set_xlabel("ε = -ln α")
        axes.set_ylabel("least δ")
        if len(axes.lines) > 1:
            axes.legend(loc="upper right")
        if coordinates:
            _coordinates(axes, points, places, largest, end)
        return figure_of(axes)


def _between(start: float, stop: float) -> list[tuple[float, float]]:
    """Return places after `start` up to `stop`, evenly in ε and in t = e^ε, each with its share of the way in t."""
    ratio_of_ends = exp(start - stop)
    evenly = [k / _SAMPLES for k in range(1, _SAMPLES)]
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
    ax: Axes | None = None,
) -> Figure:
    """Draw curves through points (α, loss), each with its name, the points marked if they are not too many.

    `breaks` are levels at which to draw an upright, with what to write above it.

    Domain: losses of at least 0. Fails: `InputError` for no points, or where matplotlib is not installed.

    >>> picture = losses([("best", [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1, 2))])])
    >>> picture.axes[0].lines[0].get_xydata().tolist()
    [[0.0, 0.0], [1.0, 0.5]]
    """
    values = [loss for _, points in curves for _, loss in points]
    if not values:
        raise InputError("there is nothing to draw: name one level or more")
    largest = max(values) or _ONE
    with canvas(Box(WIDTH, HEIGHT, Margins(beside(steps(largest)), 24, 36, 36 if breaks else 12)), ax) as axes:
        before = len(axes.lines)
        for k, (label, points) in enumerate(curves, start=before):
            axes.plot(
                [ratio(alpha, _ONE) for alpha, _ in points],
                [ratio(loss, _ONE) for _, loss in points],
                color=COLOURS[k % 4],
                linestyle=DASHES[k % 4],
                linewidth=1.4,
                marker=MARKS[k % 4] if marked and len(points) <= MARKED else "",
                markersize=4,
                markerfacecolor=COLOURS[k % 4] if k % 2 == 0 else "white",
                label=shortened(printable(label), NAME),
            )
        if not before or ratio(largest, _ONE) > axes.get_ylim()[1] / 1.06:
            _scale_up(axes, largest)
        axes.set_xlim(-0.02, 1.02)
        places = steps(_ONE)
        axes.set_xticks([ratio(value, _ONE) for value, _ in places], [label for _, label in places])
        axes.set_xlabel("α")
        axes.set_ylabel(name)
        if breaks:
            axes.vlines(
                [ratio(at, _ONE) for at, _ in breaks], 0, ratio(largest, _ONE), "#808080", "dotted", linewidth=0.8
            )
            _write_above(axes, [(ratio(at, _ONE), label) for at, label in breaks], lines=2)
        if len(axes.lines) > 1:
            axes.legend(loc="upper left")
        return figure_of(axes)


def _scale_up(axes: Axes, largest: Fraction) -> None:
    top = ratio(largest, _ONE)
    marks = steps(largest)
    axes.set_ylim(-0.03 * top, 1.06 * top)
    axes.set_yticks([ratio(value, _ONE) for value, _ in marks], [label for _, label in marks])


def _ticks_across(axes: Axes, end: float) -> None:
    below = steps(Fraction(end).limit_denominator(1000))
    axes.set_xticks([ratio(value, _ONE) for value, _ in below], [label for _, label in below])
    _write_above(axes, [(-_log(alpha), label) for alpha, label in _levels(end)], "α")


def _write_above(axes: Axes, marks: Iterable[tuple[float, str]], name: str = "", lines: int = 1) -> None:
    """Write labels along the upper edge, from left to right, each on the first line where it meets no other, if any."""
    above = axes.child_axes[0] if axes.child_axes else axes.secondary_xaxis("top")
    start, end = axes.get_xlim()
    scale, free = size_of(axes)[0] / (end - start), [-inf] * lines
    places, labels = [], []
    for place, label in marks:
        half = width_of(label) / 2
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
    axes: Axes, points: Sequence[tuple[Fraction, Fraction]], places: Sequence[float], largest: Fraction, end: float
) -> None:
    """Write (α, δ) to the upper right of the points, where a falling convex curve leaves room."""
    width, height = size_of(axes)
    taken: list[tuple[float, float, float]] = []
    for (t, delta), place in zip(points, places, strict=True):
        words = f"({text(1 / t)}, {text(delta)})"
        x, y = place / end * width + 4, ratio(delta, largest) / 1.09 * height
        right = x + width_of(words, SIZE - 1)
        if right > width + 20 or any(
            abs(y - other) < 11 and x < stop and right > start for start, stop, other in taken
        ):
            continue
        taken.append((x, right, y))
        axes.annotate(words, (place, ratio(delta, _ONE)), (4, 4), textcoords="offset points", size=SIZE - 1)


def _log(value: Fraction) -> float:
    return log(value.numerator) - log(value.denominator)
