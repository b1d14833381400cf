"""Linear programs with an optimum close to a known point: what is far from tight there is left out until it matters.

Floating point cannot tell a basis from another that differs by 1e-17 in numbers of about 1. Counted from the point, in
units of what is wrong with it, the same numbers are about 1 themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from flint import nmod_mat

from exactdp.linear_programs.contracted_basis import PRIME, pivots
from exactdp.linear_programs.linear_program import (
    Coefficients,
    Infeasible,
    LinearProgram,
    OptimalPoint,
    Unbounded,
    solve,
)
from exactdp.linear_programs.searching import Progress, Unsolved, silent

FAR = 10**4
"""How many units from tight a row is at first left out."""


@dataclass(frozen=True)
class NearOptimum:
    """An optimal point and its proof: as `exactdp.linear_programs.linear_program.OptimalPoint`, without a basis.

    >>> one, two = Fraction(1), Fraction(2)
    >>> program = LinearProgram(2, {0: one, 1: one}, ({0: two, 1: one}, {0: one, 1: two}), (one, one))
    >>> found = solve_near(program, [Fraction(333, 1000)] * 2)
    >>> found.point, found.value
    ((Fraction(1, 3), Fraction(1, 3)), Fraction(2, 3))
    >>> sum(b * y for b, y in zip(program.right, found.multipliers, strict=True))
    Fraction(2, 3)
    """

    program: LinearProgram = field(repr=False)
    point: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]
    value: Fraction


def solve_near(
    program: LinearProgram,
    near: Sequence[Fraction],
    progress: Progress = silent,
    *,
    seconds: float = 600,
) -> NearOptimum | Infeasible | Unbounded | Unsolved:
    """Solve a linear program, quickly if the point is close to an optimum; it need not be feasible.

    `Unsolved` as `solve`.

    >>> one = Fraction(1)
    >>> sums = LinearProgram(2, {0: one, 1: 2 * one}, ({0: one, 1: one},), (one,))
    >>> solve_near(sums, [one - Fraction(1, 10**30), Fraction(0)]).point
    (Fraction(1, 1), Fraction(0, 1))
    """
    one, size = Fraction(1), len(program.rows)
    bounded = [j for j in range(program.variables) if j not in program.free]
    rows: list[Coefficients] = [*program.rows, *({j: one} for j in bounded)]
    right = [*program.right, *[Fraction(0)] * len(bounded)]
    lacking = [b - _times(row, near) for row, b in zip(rows, right, strict=True)]
    unit = max((abs(v) for k, v in enumerate(lacking) if v > 0 or k in program.equalities), default=Fraction(0)) or one
    # Equations that follow from others are no use to a basis.
    equations = independent(program.variables, program.rows, sorted(program.equalities))
    kept = sorted({*equations, *(k for k, v in enumerate(lacking) if k not in program.equalities and v >= -FAR * unit)})
    while True:
        found = solve(
            LinearProgram(
                program.variables,
                program.objective,
                tuple(rows[k] for k in kept),
                tuple(lacking[k] / unit for k in kept),
                frozenset(at for at, k in enumerate(kept) if k in program.equalities),
                frozenset(range(program.variables)),
            ),
            seconds=seconds,
            progress=progress,
        )
        match found:
            case Unsolved():
                return Unsolved(found.reason, program)
            case Infeasible():
                return Infeasible(program, _spread(found.multipliers, kept, size))
            case Unbounded():
                if len(kept) == len(rows):
                    start = tuple(a + unit * b for a, b in zip(near, found.point, strict=True))
                    return Unbounded(program, start, found.ray)
                kept = list(range(len(rows)))
            case OptimalPoint():
                point = tuple(a + unit * b for a, b in zip(near, found.point, strict=True))
                inside = set(kept)
                broken = [
                    k
                    for k, row in enumerate(rows)
                    if k not in inside
                    and (_times(row, point) != right[k] if k in program.equalities else _times(row, point) < right[k])
                ]
                if not broken:
                    value = _times(program.objective, point)
                    return NearOptimum(program, point, _spread(found.multipliers, kept, size), value)
                kept = sorted(inside | set(broken))


def independent(variables: int, rows: Sequence[Coefficients], chosen: Sequence[int]) -> list[int]:
    """Return some of the chosen rows that are independent; all others depend on them, modulo a prime at least.

    >>> one = Fraction(1)
    >>> independent(2, [{0: one}, {0: 2 * one}, {1: one}], [0, 1, 2])
    [0, 2]
    """
    entries = [[0] * len(chosen) for _ in range(variables)]
    for at, k in enumerate(chosen):
        scale = lcm(*(v.denominator for v in rows[k].values()))
        for j, v in rows[k].items():
            entries[j][at] = int(v * scale) % PRIME
    matrix = nmod_mat(variables, len(chosen), [entry for row in entries for entry in row], PRIME)
    return [chosen[at] for at in pivots(matrix)]


def _times(row: Coefficients, point: Sequence[Fraction]) -> Fraction:
    return sum((v * point[j] for j, v in row.items()), Fraction(0))


def _spread(multipliers: Sequence[Fraction], kept: Sequence[int], size: int) -> tuple[Fraction, ...]:
    """Return the multipliers of the program's rows: 0 for those left out, and without those of the signs."""
    found = dict(zip(kept, multipliers, strict=True))
    return tuple(found.get(k, Fraction(0)) for k in range(size))
