"""The vertices of the polytope of α-private mechanisms with entries in given intervals.

A printed matrix shows which privacy constraints may be tight. Tight constraints tie the entries of a column into blocks
of one unknown each. The row sums then determine a vertex (see `exactdp.polytope.vertex`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq_mat

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, components
from exactdp.privacy.level import private
from exactdp.shown import Shown

STEPS = 20_000
"""The most ways to tie entries of a column, over all columns, and the most combinations of ways."""

SOLUTIONS = 200_000
"""The most solved patterns times the cube of the number of inputs; at least `FEWEST` patterns are solved."""

FEWEST = 8


@dataclass(frozen=True)
class VerticesWithin(Shown):
    """The vertices found; if `complete`, the intervals contain no others."""

    found: tuple[Mechanism, ...]
    complete: bool


@dataclass(frozen=True)
class _Block:
    """Inputs with entries in one column that are multiples of one unknown, and the interval of the unknown."""

    weights: dict[int, Fraction]
    lower: Fraction
    upper: Fraction


_Shape: TypeAlias = tuple[_Block, ...]
"""The positive blocks of a strip; none if it is zero."""


@dataclass(frozen=True)
class _Strip:
    """A part of a column that is either all zero or nowhere zero: a connected component of the inputs."""

    r: int
    inputs: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]


def vertices_within(
    intervals: Sequence[Sequence[Enclosure]],
    alpha: Fraction,
    neighbours: Neighbours,
) -> VerticesWithin:
    """Return the vertices with all entries in the intervals.

    The likeliest pattern is tried first: the constraints nearest to tight in the middle of the intervals. If all
    constraints that can be tight in the intervals are tight at its solution, it is the only vertex. The tight
    constraints of another vertex would determine that vertex, but they also hold at the solution. Otherwise all
    patterns with at most as many blocks as rows are tried, within limits.
    Domain: 0 ≤ α ≤ 1, neighbours on as many inputs as there are rows.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemma 5.1, on the number of tight constraints of a vertex.

    >>> from exactdp.model.neighbours import path
    >>> from exactdp.arithmetic.printed_numbers import within
    >>> printed = [[Fraction(67, 100), Fraction(33, 100)], [Fraction(33, 100), Fraction(67, 100)]]
    >>> vertices_within(within(printed, "1/200").intervals, Fraction(1, 2), path(inputs=range(2))).found
    (Mechanism 2 × 2
         0    1
    0  2/3  1/3
    1  1/3  2/3,)
    """
    search = _Search(intervals, alpha, neighbours)
    found: list[Mechanism] = []
    for shapes in search.patterns():
        vertex = search.solved(shapes)
        if vertex is not None and vertex not in found:
            found.append(vertex)
            if search.keeps_all(vertex):
                return VerticesWithin((vertex,), True)
    return VerticesWithin(tuple(found), search.complete)


class _Search:
    def __init__(self, intervals: Sequence[Sequence[Enclosure]], alpha: Fraction, neighbours: Neighbours) -> None:
        self.intervals, self.alpha, self.neighbours = intervals, alpha, neighbours
        self.inputs, self.responses = len(intervals), len(intervals[0])
        self.middle = [[max((each.lower + each.upper) / 2, Fraction(0)) for each in row] for row in intervals]
        self.peaks = [
            max(range(self.inputs), key=lambda i, r=r: self.middle[i][r])  # type: ignore[misc]
            for r in range(self.responses)
        ]
        self.complete = True
        self.strips = [
            _Strip(r, inputs, tuple(edge for edge in neighbours.pairs if alpha and edge[0] in inputs))
            for r in range(self.responses)
            for inputs in (components(self.inputs, neighbours.pairs if alpha else ()))
        ]

    # Constraints from the intervals

    def may_be_zero(self, i: int, r: int) -> bool:
        return self.intervals[i][r].lower <= 0 <= self.intervals[i][r].upper

    def may_be_tight(self, i: int, k: int, r: int) -> bool:
        """Return whether x_kr = α·x_ir for some nonnegative entries in the intervals."""
        here, there = self.intervals[i][r], self.intervals[k][r]
        lower = max(there.lower, self.alpha * max(here.lower, Fraction(0)))
        return lower <= min(there.upper, self.alpha * here.upper)

    def keeps_all(self, vertex: Mechanism) -> bool:
        """Return whether every constraint that may be tight in the intervals is tight at the vertex."""
        return all(
            vertex[i, r] == 0 or not self.may_be_zero(i, r) for i in range(self.inputs) for r in range(self.responses)
        ) and all(
            vertex[k, r] == self.alpha * vertex[i, r] or not self.may_be_tight(i, k, r)
            for i, k in self.neighbours.both_ways()
            for r in range(self.responses)
        )

    # Patterns

    def patterns(self) -> Iterator[tuple[_Shape, ...]]:
        """Yield a shape for each strip, with at most as many blocks in total as inputs."""
        least = [self.fewest_blocks(strip) for strip in self.strips]
        spare = self.inputs - sum(least)
        if spare < 0:
            return
        choices = [list(self.shapes(strip, few + spare)) for strip, few in zip(self.strips, least, strict=True)]
        after = [sum(least[k:]) for k in range(len(least) + 1)]
        waiting: list[tuple[tuple[_Shape, ...], int]] = [((), 0)]
        steps, solutions = STEPS, max(SOLUTIONS // self.inputs**3, FEWEST)
        while waiting:
            if not steps or not solutions:
                self.complete = False
                return
            steps -= 1
            chosen, blocks = waiting.pop()
            if len(chosen) == len(choices):
                solutions -= 1
                yield chosen
                continue
            at = len(chosen)
            waiting += [
                ((*chosen, shape), blocks + len(shape))
                for shape in reversed(choices[at])
                if blocks + len(shape) + after[at + 1] <= self.inputs
            ]

    def fewest_blocks(self, strip: _Strip) -> int:
        if all(self.may_be_zero(i, strip.r) for i in strip.inputs):
            return 0
        tied = [(i, k) for i, k in strip.edges if self.may_be_tight(i, k, strip.r) or self.may_be_tight(k, i, strip.r)]
        return sum(1 for part in components(self.inputs, tied) if part[0] in strip.inputs)

    def shapes(self, strip: _Strip, most: int) -> Iterator[_Shape]:
        """Yield the ways to tie a strip into at most `most` blocks, the likeliest first."""
        r = strip.r
        may_be_zero = all(self.may_be_zero(i, r) for i in strip.inputs)
        looks_zero = may_be_zero and not any(self.middle[i][r] for i in strip.inputs)
        if looks_zero:
            yield ()
        single = tuple(
            _Block({i: Fraction(1)}, max(self.intervals[i][r].lower, Fraction(0)), self.intervals[i][r].upper)
            for i in strip.inputs
        )
        if all(block.upper > 0 for block in single):
            yield from self.tied(strip, single, most)
        if may_be_zero and not looks_zero:
            yield ()

    def tied(self, strip: _Strip, single: _Shape, most: int) -> Iterator[_Shape]:
        seen: set[frozenset[tuple[tuple[int, Fraction], ...]]] = set()
        waiting = [(0, single)]
        limit = max(STEPS // len(self.strips), 2 * len(strip.edges) + 1)
        while waiting:
            if not limit:
                self.complete = False
                return
            limit -= 1
            at, shape = waiting.pop()
            if len(shape) - (len(strip.edges) - at) > most:
                continue
            if at == len(strip.edges):
                key = frozenset(
                    tuple((i, w / block.weights[min(block.weights)]) for i, w in sorted(block.weights.items()))
                    for block in shape
                )
                if key not in seen:
                    seen.add(key)
                    yield shape
                continue
            waiting += [(at + 1, each) for each in reversed(list(self.ways(strip.r, strip.edges[at], shape)))]

    def ways(self, r: int, edge: tuple[int, int], shape: _Shape) -> Iterator[_Shape]:
        """Yield the shape with the ends of an edge tied, in each possible way, and then the shape with them untied."""
        i, k = edge
        first, second = (next(block for block in shape if end in block.weights) for end in edge)
        if first is second:
            yield shape
            return
        rest = tuple(block for block in shape if block is not first and block is not second)
        ordered = sorted([(i, k), (k, i)] if self.alpha < 1 else [(i, k)], key=lambda way: self.unlikely(way, r))
        for i, k in ordered:
            here, there = (first, second) if i in first.weights else (second, first)
            # t_there·w_k = α·t_here·w_i, so that t_there = ratio·t_here.
            ratio = self.alpha * here.weights[i] / there.weights[k]
            lower, upper = max(here.lower, there.lower / ratio), min(here.upper, there.upper / ratio)
            if lower <= upper and upper > 0:
                weights = {**here.weights, **{j: w * ratio for j, w in there.weights.items()}}
                yield (*rest, _Block(weights, lower, upper))
        if self.alpha < 1:
            yield shape

    def unlikely(self, way: tuple[int, int], r: int) -> tuple[Fraction, int]:
        """Return how far x_kr = α·x_ir is from true; if both entries may be 0, how near they are to the peak."""
        i, k = way
        here, there = self.intervals[i][r], self.intervals[k][r]
        is_lost = here.lower <= 0 and there.lower <= 0
        off = Fraction(0) if is_lost else abs(self.middle[k][r] - self.alpha * self.middle[i][r])
        return off, -abs(k - self.peaks[r])

    # Solutions

    def solved(self, shapes: tuple[_Shape, ...]) -> Mechanism | None:
        """Return the vertex of this pattern, if the row sums determine one in the intervals."""
        blocks = [(strip.r, block) for strip, shape in zip(self.strips, shapes, strict=True) for block in shape]
        size = len(blocks)
        if not size:
            return None
        rows = [[block.weights.get(i, Fraction(0)) for _, block in blocks] for i in range(self.inputs)]
        beside = fmpq_mat(self.inputs, size + 1, [to_fmpq(entry) for row in rows for entry in (*row, Fraction(1))])
        reduced, rank = beside.rref()
        if rank != size or any(int(reduced[b, b] != 1) for b in range(size)):
            return None
        entries = [[Fraction(0)] * self.responses for _ in range(self.inputs)]
        for b, (r, block) in enumerate(blocks):
            unknown = to_fraction(reduced[b, size])
            if not (block.lower <= unknown <= block.upper and unknown > 0):
                return None
            for i, weight in block.weights.items():
                entries[i][r] = weight * unknown
        found = Mechanism(entries)
        return found if private(found, self.alpha, self.neighbours) else None
