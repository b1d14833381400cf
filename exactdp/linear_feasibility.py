"""Linear feasibility in exact arithmetic: x ≥ 0 with A·x = b, or the proof that there is none.

The simplex method on integers alone: every entry of the tableau is a minor of the problem, over one common denominator,
so a step is two products and one division that leaves no remainder.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exactdp.exact import InputError


@dataclass(frozen=True)
class Feasible:
    """A solution: `point` ≥ 0 with A·point = b."""

    point: tuple[Fraction, ...]

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class Infeasible:
    """There is no solution (Farkas): y·A ≤ 0 and y·b > 0 for this y, one number for each row."""

    multipliers: tuple[Fraction, ...]

    def __bool__(self) -> bool:
        return False


def feasible(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> Feasible | Infeasible:
    """Decide whether some x ≥ 0 has A·x = b, where the rows of A are `rows` and b is `right`.

    Domain: at least one row, rows of one length. Fails: `InputError` outside.

    >>> one = Fraction(1)
    >>> feasible([[one, one], [one, -one]], [one, one / 2]).point
    (Fraction(3, 4), Fraction(1, 4))
    >>> feasible([[one, one], [one, one]], [one, 2 * one]).multipliers
    (Fraction(-1, 1), Fraction(1, 1))
    """
    height, width = len(rows), len(rows[0]) if rows else 0
    if not rows or len(right) != height or any(len(row) != width for row in rows):
        raise InputError("the system needs at least one row, rows of one length, and a right side for each")
    # Row i becomes integers with a right side ≥ 0, by `scales`; beside it stands an artificial unknown of its own.
    scales = [_scale(row, value) for row, value in zip(rows, right, strict=True)]
    tableau = [
        [*(int(entry * scale) for entry in row), *(int(i == k) for k in range(height)), int(value * scale)]
        for i, (row, value, scale) in enumerate(zip(rows, right, scales, strict=True))
    ]
    # The last row holds the reduced costs of the sum of the artificial unknowns.
    costs = [-sum(column) for column in zip(*tableau, strict=True)]
    costs[width:-1] = [0] * height
    tableau.append(costs)
    basis, common = list(range(width, width + height)), 1
    stalled = 0
    while (entering := _entering(tableau[-1][:width], first=stalled > height)) is not None:
        ratios = [
            (Fraction(row[-1], row[entering]), basis[i], i) for i, row in enumerate(tableau[:-1]) if row[entering] > 0
        ]
        _, _, leaving = min(ratios)
        stalled = 0 if tableau[leaving][-1] else stalled + 1
        common = _pivot(tableau, leaving, entering, common)
        basis[leaving] = entering
    if tableau[-1][-1] < 0:
        # An artificial unknown costs 1, so its multiplier is 1 less its reduced cost.
        multipliers = (1 - Fraction(cost, common) for cost in tableau[-1][width:-1])
        return Infeasible(tuple(value * scale for value, scale in zip(multipliers, scales, strict=True)))
    point = [Fraction(0)] * (width + height)
    for i, unknown in enumerate(basis):
        point[unknown] = Fraction(tableau[i][-1], common)
    return Feasible(tuple(point[:width]))


def _entering(costs: Sequence[int], first: bool) -> int | None:
    """Return the unknown of the most negative cost or, so that a stall cannot become a cycle, the first (Bland)."""
    best = min(costs, default=0)
    if best >= 0:
        return None
    return next(j for j, cost in enumerate(costs) if cost < 0) if first else costs.index(best)


def _scale(row: Sequence[Fraction], value: Fraction) -> int:
    common = lcm(*(entry.denominator for entry in (*row, value)))
    return -common if value < 0 else common


def _pivot(tableau: list[list[int]], leaving: int, entering: int, common: int) -> int:
    pivot_row = tableau[leaving]
    pivot = pivot_row[entering]
    for i, row in enumerate(tableau):
        if i != leaving:
            factor = row[entering]
            tableau[i] = [(x * pivot - factor * y) // common for x, y in zip(row, pivot_row, strict=True)]
    return pivot
