"""Successive answers in layers: a tree, or a chain in which equal answers share a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING

from exactdp.report.pictures import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABELLED = 40
"""The most edges between two layers with written probabilities."""

_TALLEST = 620
_EDGE = 12
_HEAD = 34
_WIDTHS = 16
_PARTING, _MEETING, _FEW = 0.6, 0.2, 3


@dataclass(frozen=True)
class Node:
    """An answer, at a line of its layer, with its probability (None if undetermined) and a note."""

    label: str
    line: Fraction
    mass: Fraction | None = None
    note: str = ""


@dataclass(frozen=True)
class Layer:
    """A heading, nodes, and the edges to them, as (node of the layer before, node, probability)."""

    heading: str
    nodes: Sequence[Node]
    edges_heading: str = ""
    edges: Sequence[tuple[int, int, Fraction]] = ()
    notes_heading: str = ""


def layered(layers: Sequence[Layer], *, title: str | None = None, ax: Axes | None = None) -> Figure:
    """Draw layers from left to right: likelier edges are thicker, and likelier nodes darker.

    If the edges are few, their probabilities are written beside them; edges of probability 0 are omitted.
    Domain: two layers or more. Raises: `InputError` if matplotlib is not installed.

    >>> root = Layer("count", [Node("0", Fraction(1, 2))])
    >>> answers = [Node("0", Fraction(0), Fraction(2, 3)), Node("1", Fraction(1), Fraction(1, 3))]
    >>> picture = layered([root, Layer("answer", answers, "G", [(0, 0, Fraction(2, 3)), (0, 1, Fraction(1, 3))])])
    >>> [each.get_text() for each in picture.axes[0].texts]
    ['count', '0', 'answer', '0', '1', 'G', '2/3', '1/3']
    """
    lines = canvas.ratio(max(node.line for layer in layers for node in layer.nodes))
    ways = [_way(layer, lines) for layer in layers[1:]]
    meeting = _MEETING in ways
    words = [each for layer in layers for each in (layer.heading, layer.edges_heading)]
    apart = max(160 if meeting else 120, *(canvas.width_of(each) + 20 for each in words))
    height = min(lines * (64 if meeting else 20), _TALLEST) + 2 * _EDGE
    notes = max(canvas.width_of(node.note) for node in layers[-1].nodes) + 20
    left, right = (canvas.width_of(layer.heading) / 2 + 4 for layer in (layers[0], layers[-1]))
    margins = canvas.Margins(max(left, 16), max(right, notes, 16), 2, _HEAD)
    with canvas.prepared(canvas.Box(apart * (len(layers) - 1), height, margins), ax, title, above=_HEAD) as axes:
        width, height = canvas.size_of(axes)
        pitch = (height - 2 * _EDGE) / lines if lines else 20
        axes.set(xlim=(0, len(layers) - 1), ylim=(-lines - _EDGE / pitch, _EDGE / pitch), xticks=[], yticks=[])
        axes.set_axis_off()
        for x, layer in enumerate(layers):
            _heading(axes, x, 20, layer.heading)
            _draw_nodes(axes, x, layer.nodes, min(pitch, 20))
        if layers[-1].notes_heading:
            _heading(axes, len(layers) - 1, 4, layers[-1].notes_heading)
        for x, (before, layer) in enumerate(pairwise(layers)):
            _heading(axes, x + 0.5, 20, layer.edges_heading)
            _draw_edges(axes, x, before.nodes, layer)
            if ways[x]:
                _write_edges(axes, (x, ways[x]), before.nodes, layer, 0.35 * width / (len(layers) - 1))
        return canvas.figure_of(axes)


def _way(layer: Layer, lines: float) -> float:
    """Return the position along the edges at which their probabilities do not overlap, or 0."""
    if len({end for _, end, _ in layer.edges}) == len(layer.edges):
        return _PARTING if len(layer.edges) <= LABELLED else 0
    return _MEETING if lines <= _FEW else 0


def _heading(axes: Axes, x: float, above: float, words: str) -> None:
    axes.annotate(
        words,
        (x, 1),
        (0, above),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="center",
        annotation_clip=False,
    )


def _draw_nodes(axes: Axes, x: float, nodes: Sequence[Node], pitch: float) -> None:
    colours = [canvas.WHITE if node.mass is None else canvas.shade(canvas.ratio(node.mass)) for node in nodes]
    ys = [-canvas.ratio(node.line) for node in nodes]
    axes.scatter(
        [x] * len(nodes),
        ys,
        s=(0.88 * pitch) ** 2,
        c=colours,
        edgecolors="black",
        linewidths=0.6,
        zorder=3,
        clip_on=False,
    )
    size = min(canvas.SIZE, 0.55 * pitch)
    for node, y, colour in zip(nodes, ys, colours, strict=True):
        axes.text(x, y, node.label, size=size, color=canvas.ink(colour), ha="center", va="center_baseline", zorder=4)
        if node.note:
            beside = 0.5 * pitch + 4, 0
            axes.annotate(
                node.note, (x, y), beside, textcoords="offset points", va="center_baseline", annotation_clip=False
            )


def _draw_edges(axes: Axes, x: float, before: Sequence[Node], layer: Layer) -> None:
    """Draw the edges of about one thickness as one broken line, thin ones first."""
    found: dict[int, tuple[list[float], list[float]]] = {}
    for start, end, probability in layer.edges:
        if probability:
            xs, ys = found.setdefault(round(canvas.ratio(probability) * _WIDTHS), ([], []))
            xs += [x, x + 1, nan]
            ys += [-canvas.ratio(before[start].line), -canvas.ratio(layer.nodes[end].line), nan]
    for thickness, (xs, ys) in sorted(found.items()):
        share = thickness / _WIDTHS
        axes.plot(xs, ys, color=f"{0.8 - 0.6 * share**0.5:.3f}", linewidth=0.25 + 3 * share, zorder=1)


def _write_edges(
    axes: Axes, place_and_way: tuple[float, float], before: Sequence[Node], layer: Layer, room: float
) -> None:
    x, way = place_and_way
    for start, end, probability in layer.edges:
        words = canvas.fitted(probability, room, canvas.SIZE - 1) if probability else None
        if words:
            here, there = canvas.ratio(before[start].line), canvas.ratio(layer.nodes[end].line)
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
            place = x + way, -(here + (there - here) * way)
            axes.text(*place, words, size=canvas.SIZE - 1, ha="center", va="center_baseline", zorder=2, bbox=box)
