"""A distribution on the integers: one stem for each integer, as long as its probability."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import text
from exactdp.report.pictures import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = 150

_WIDEST = 500
_PAD = 6


def stems(
    masses: Sequence[Fraction],
    first: int = 0,
    *,
    facts: str = "",
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw the probabilities of `first`, `first` + 1, …, each written over its stem if it fits.

    A long fraction is rounded, after ≈. The coordinates of the stems are 0, 1, …, because not every integer is a float.
    The facts are above, unless a title is given. Raises: `InputError` for none, or if matplotlib is not installed.

    >>> picture = stems([Fraction(1, 3), Fraction(2, 3)])
    >>> [each.get_text() for each in picture.axes[0].texts]
    ['1/3', '2/3']
    """
    if not masses:
        raise InputError("there is nothing to draw: name one integer or more")
    labels = [text(Fraction(first + k)) for k in range(len(masses))]
    largest = max(masses) or Fraction(1)
    natural = max(map(canvas.width_of, (*map(text, masses), *labels))) + _PAD
    room = min(max(natural, 24), 80, _WIDEST / len(masses))
    up = canvas.steps(largest)
    first_half, last_half = (canvas.width_of(labels[end]) / 2 + 4 for end in (0, -1))
    margins = canvas.Margins(max(canvas.beside(up), first_half), last_half, 36, 18)
    with canvas.prepared(canvas.Box(room * len(masses), HEIGHT, margins), ax, title, facts, above=18) as axes:
        if ax is not None:
            room = canvas.size_of(ax)[0] / len(masses)
        heights = [canvas.ratio(mass, largest) for mass in masses]
        places = range(len(masses))
        axes.vlines(places, 0, heights, colors=canvas.COLOURS[0], linewidth=2)
        axes.plot(places, heights, linestyle="none", marker="o", markersize=4, color=canvas.COLOURS[0], clip_on=False)
        axes.axhline(0, color="black", linewidth=0.6)
        axes.set(xlim=(-0.6, len(masses) - 0.4), ylim=(0, 1.0))
        every = canvas.stride(max(map(canvas.width_of, labels)) + 6, room)
        axes.set_xticks(places[::every], labels[::every])
        marks = [(canvas.ratio(value, largest), label) for value, label in up]
        axes.set_yticks([place for place, _ in marks], [label for _, label in marks])
        axes.set_xlabel("response")
        axes.set_ylabel("probability")
        for words, place, height in zip(_words(masses, room - _PAD), places, heights, strict=False):
            axes.annotate(words, (place, height), (0, 4), textcoords="offset points", size=canvas.SIZE - 1, ha="center")
        return canvas.figure_of(axes)


def _words(masses: Sequence[Fraction], room: float) -> list[str]:
    found = [canvas.fitted(mass, room, canvas.SIZE - 1) for mass in masses]
    return [] if None in found else [each or "" for each in found]
