"""Exact linear programs and their answers, each with the numbers that prove it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from math import lcm
from typing import TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact
from exactdp.linear_programs.contracted_basis import IntegerRow
from exactdp.linear_programs.searching import Unsolved

Coefficients: TypeAlias = Mapping[int, Fraction]
"""The nonzero coefficients of a row."""


@dataclass(frozen=True)
class LinearProgram:
    """Minimise objective·x over all x with rows[k]·x = right[k] for k in `equalities` and ≥ right[k] for the other k.

    Every variable except the free ones is at least 0. The arguments are copied, so later changes do not affect answers.
    Domain: variables 0, 1, …, `variables` - 1; any exact numbers. Raises: `InputError` for another variable, and for
    lists of inconsistent lengths; as `exact` for a number.

    >>> LinearProgram(1, {1: Fraction(1)}, (), ())
    Traceback (most recent call last):
    exactdp.InputError: a row of the linear program names variable 1, and there is 1: number them from 0
    """

    variables: int
    objective: Coefficients
    rows: tuple[Coefficients, ...]
    right: tuple[Fraction, ...]
    equalities: frozenset[int] = frozenset()
    free: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.rows) != len(self.right):
            raise InputError(
                f"{len(self.rows)} rows and {len(self.right)} right sides: write one right side for each row"
            )
        for k in self.equalities:
            if not 0 <= k < len(self.rows):
                raise InputError(f"row {k} is called an equality, and there are {len(self.rows)}: number them from 0")
        for row in (self.objective, *self.rows, dict.fromkeys(self.free, 0)):
            for j in row:
                if not 0 <= j < self.variables:
                    there = "there is 1" if self.variables == 1 else f"there are {self.variables}"
                    raise InputError(f"a row of the linear program names variable {j}, and {there}: number them from 0")
        self.__dict__.update(
            objective=_exactly(self.objective),
            rows=tuple(map(_exactly, self.rows)),
            right=tuple(map(exact, self.right)),
        )

    def with_rows(self, rows: Iterable[tuple[Coefficients, Fraction]], *, exactly: bool = False) -> "LinearProgram":
        """Return the program with more rows, each with its right side; with `exactly` they are equalities."""
        added, first = list(rows), len(self.rows)
        return replace(
            self,
            rows=(*self.rows, *(row for row, _ in added)),
            right=(*self.right, *(right for _, right in added)),
            equalities=self.equalities | frozenset(range(first, first + len(added)) if exactly else ()),
        )

    @cached_property
    def in_integers(self) -> tuple[list[int], list[IntegerRow], list[int], int]:
        """The factor that makes each row integral, the integral rows without zeros, and their right sides over a unit.

        The unit makes right sides integral that have longer denominators than the rows.
        """
        scales = [lcm(*(v.denominator for v in row.values())) for row in self.rows]
        pairs = list(zip(self.rows, scales, strict=True))
        rows: list[IntegerRow] = [
            {j: v.numerator * (scale // v.denominator) for j, v in row.items() if v} for row, scale in pairs
        ]
        right, unit = over_one_denominator([b * scale for b, scale in zip(self.right, scales, strict=True)])
        return scales, rows, right, unit


def _exactly(row: Coefficients) -> Coefficients:
    return {j: exact(v) for j, v in row.items()}


@dataclass(frozen=True)
class OptimalPoint:
    """An optimal vertex and its proof: the multipliers y are at least 0 on inequalities, and right·y = objective·x.

    objective - y·rows is at least 0, and 0 for the free variables. The `basis` has as many independent columns as rows:
    variables j and, as `variables` + k, slacks rows[k]·x - right[k]. All other columns are 0 at the point.
    """

    program: LinearProgram = field(repr=False)
    point: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]
    value: Fraction
    basis: tuple[int, ...]


@dataclass(frozen=True)
class Infeasible:
    """No point satisfies all rows (Farkas): y ≥ 0 on inequalities, y·rows ≤ 0 (= 0 if free), and right·y > 0."""

    program: LinearProgram = field(repr=False)
    multipliers: tuple[Fraction, ...]


@dataclass(frozen=True)
class Unbounded:
    """The objective is unbounded along the ray from the point, which is feasible everywhere.

    >>> one = Fraction(1)
    >>> program = LinearProgram(2, {0: one, 1: -2 * one}, ({0: one, 1: -one},), (-one,))
    >>> found = Unbounded(program, (Fraction(0), one), (one, one))
    >>> holds(found), sum(v * found.ray[j] for j, v in found.program.objective.items())
    (True, Fraction(-1, 1))
    """

    program: LinearProgram = field(repr=False)
    point: tuple[Fraction, ...]
    ray: tuple[Fraction, ...]


Solution: TypeAlias = OptimalPoint | Infeasible | Unbounded | Unsolved


def holds(found: OptimalPoint | Infeasible | Unbounded) -> bool:
    """Return whether the numbers of an answer prove it, by the definitions alone.

    >>> holds(Infeasible(LinearProgram(1, {}, ({0: Fraction(-1)},), (Fraction(1),)), (Fraction(0),)))
    False
    """
    program = found.program
    scales, rows, right, unit = program.in_integers
    if isinstance(found, Unbounded):
        ray, _ = over_one_denominator(found.ray)
        return (
            _keeps(program, _slacks(program, found.point, right), found.point)
            and _keeps(program, _slacks(program, found.ray, [0] * len(right)), found.ray)
            and sum(v * ray[j] for j, v in program.objective.items()) < 0
        )
    if len(found.multipliers) != len(rows):
        return False
    y, common = over_one_denominator(found.multipliers, scales)
    if any(v < 0 for k, v in enumerate(y) if k not in program.equalities):
        return False
    objective = program.objective if isinstance(found, OptimalPoint) else {}
    paid = [0] * program.variables
    for row, multiplier in zip(rows, y, strict=True):
        if multiplier:
            for j, v in row.items():
                paid[j] += multiplier * v
    costs = (objective.get(j, Fraction(0)) for j in range(program.variables))
    left = [cost.numerator * common - v * cost.denominator for cost, v in zip(costs, paid, strict=True)]
    if any(v < 0 or (v and j in program.free) for j, v in enumerate(left)):
        return False
    bound = sum(a * b for a, b in zip(right, y, strict=True))
    if isinstance(found, Infeasible):
        return bound > 0
    slacks = _slacks(program, found.point, right)
    if not _keeps(program, slacks, found.point) or not _basic(found, slacks):
        return False
    point, below = over_one_denominator(found.point)
    value = sum((v * point[j] for j, v in objective.items()), Fraction(0))
    return value == found.value * below and bound * found.value.denominator == found.value.numerator * common * unit


def _basic(found: OptimalPoint, slacks: Sequence[int]) -> bool:
    """Return whether the basis has the right size, and every column outside it is 0 at the point."""
    program, basis = found.program, set(found.basis)
    if not len(found.basis) == len(basis) == len(program.rows):
        return False
    if basis and not 0 <= min(basis) <= max(basis) < program.variables + len(program.rows):
        return False
    return all(not v or j in basis for j, v in enumerate((*found.point, *slacks)))


def over_one_denominator(values: Sequence[Fraction], scales: Sequence[int] = ()) -> tuple[list[int], int]:
    """Return the values, each divided by its scale if given, as integers over a common denominator.

    >>> over_one_denominator([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    below = [v.denominator * s for v, s in zip(values, scales or repeat(1), strict=False)]
    common = 1
    for each in below:
        if common % each:
            common = lcm(common, each)
    return [v.numerator * (common // each) for v, each in zip(values, below, strict=True)], common


def _slacks(program: LinearProgram, point: Sequence[Fraction], right: Sequence[int]) -> list[int]:
    """Return the slack of each row, times a positive number; empty for a point of the wrong length."""
    if len(point) != program.variables:
        return []
    entries, common = over_one_denominator(point)
    _, rows, _, unit = program.in_integers
    entries = [v * unit for v in entries]
    return [sum(v * entries[j] for j, v in row.items()) - b * common for row, b in zip(rows, right, strict=True)]


def _keeps(program: LinearProgram, slacks: Sequence[int], point: Sequence[Fraction]) -> bool:
    """Return whether a point satisfies all rows and signs, given the slacks of the rows."""
    if len(point) != program.variables or any(v < 0 for j, v in enumerate(point) if j not in program.free):
        return False
    return not any(v < 0 or (v and k in program.equalities) for k, v in enumerate(slacks))
