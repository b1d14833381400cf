"""Linear programs with more columns than can be written down: those that cost too little for the prices are added.

Source: Dantzig & Wolfe 1960, Decomposition principle for linear programs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias, TypeVar

from exactdp.arithmetic.exact import to_fmpq
from exactdp.linear_programs.contracted_basis import BasicColumns
from exactdp.linear_programs.floating_point import new_solver, rounded
from exactdp.linear_programs.linear_program import Coefficients, LinearProgram, OptimalPoint, solve
from exactdp.linear_programs.searching import Progress, Unsolved, silent

Name = TypeVar("Name")

Column: TypeAlias = tuple[Fraction, Coefficients]
"""A variable's cost, and its coefficient in each row."""

Pricing: TypeAlias = Callable[[Sequence[Any], float], Iterable[Name]]
"""Given prices of the rows and a tolerance, names columns whose cost less their prices is below -tolerance, if any is.

The prices are floats first, and then `fmpq` with the tolerance 0.
"""

TOLERANCE = 1e-9
"""By how much a column costs too little that floating point adds."""

COLUMN_ROUNDS = 400
"""After how many rounds the search for columns is given up."""

PRIMAL_SIMPLEX = 4
"""What HiGHS calls its primal simplex method."""

NEARLY_BASIC = 1e-9
"""Up to what reduced cost a column is kept for the exact solution."""

LEAST = 1e-14
"""Entries that are smaller are 0 to floating point."""


def solve_by_columns(
    program: LinearProgram,
    columns: Iterable[Name],
    column: Callable[[Name], Column],
    pricing: Pricing[Name],
    progress: Progress = silent,
) -> tuple[tuple[Name, ...], OptimalPoint] | Unsolved:
    """Solve a linear program that has more variables than its own: one for each name, with its cost and its entries.

    The answer has the names of the columns that were kept, and the point at which they follow the program's own.

    Domain: the program with the first `columns` is feasible, and bounded with all of them.
    `Unsolved` as `solve`, and after too many rounds.

    >>> one = Fraction(1)
    >>> sums = LinearProgram(0, {}, ({}, {}), (one, one), frozenset({0, 1}))
    >>> entries = {"first": {0: one}, "second": {1: one}, "both": {0: one, 1: one}}
    >>> def cheaper(prices, tolerance):
    ...     return [name for name, at in entries.items() if 1 - sum(prices[k] for k in at) < -tolerance]
    >>> names, best = solve_by_columns(sums, ["first", "second"], lambda name: (one, entries[name]), cheaper)
    >>> [name for name, times in zip(names, best.point) if times], best.value
    (['both'], Fraction(1, 1))
    """
    made = {name: column(name) for name in dict.fromkeys(columns)}
    master = _Master(program)
    master.add(made.values())
    for _ in range(COLUMN_ROUNDS):
        new = [name for name in dict.fromkeys(pricing(master.prices(), TOLERANCE)) if name not in made]
        if not new:
            break
        progress("columns that cost too little are added")
        made.update((name, column(name)) for name in new)
        master.add(made[name] for name in new)
    kept, start = master.kept()
    names = [name for at, name in enumerate(made) if at in kept]
    for _ in range(COLUMN_ROUNDS):
        progress("the exact solution over the columns that were found")
        whole = _extended(program, [made[name] for name in names])
        found = solve(whole, start=start, progress=progress)
        if not isinstance(found, OptimalPoint):
            return Unsolved(getattr(found, "reason", "the columns that were found have no optimum"), program)
        new = list(dict.fromkeys(pricing([*map(to_fmpq, found.multipliers)], 0)))
        if not new:
            return tuple(names), found
        made.update((name, column(name)) for name in new if name not in made)
        names += new
        start = tuple(j if j < whole.variables else j + len(new) for j in found.basis)
    return Unsolved(f"not solved within {COLUMN_ROUNDS} rounds of new columns", program)


def _extended(program: LinearProgram, columns: Sequence[Column]) -> LinearProgram:
    """Return the program with more variables: each column's cost and its entries."""
    rows, objective = [dict(row) for row in program.rows], dict(program.objective)
    for j, (cost, entries) in enumerate(columns, start=program.variables):
        objective[j] = cost
        for k, value in entries.items():
            rows[k][j] = value
    variables = program.variables + len(columns)
    return replace(program, variables=variables, objective=objective, rows=tuple(rows))


class _Master:
    """The program over the columns so far, in floating point, which goes on where it ended before they were added."""

    def __init__(self, program: LinearProgram) -> None:
        self.program, self.solver = program, new_solver()
        # New columns leave the basis feasible.
        self.solver.setOptionValue("simplex_strategy", PRIMAL_SIMPLEX)
        for k, b in enumerate(program.right):
            bound = rounded(b.numerator, b.denominator)
            self.solver.addRow(bound, bound if k in program.equalities else inf, 0, [], [])
        for j in range(program.variables):
            entries = {k: row[j] for k, row in enumerate(program.rows) if row.get(j)}
            self._add(program.objective.get(j, Fraction(0)), entries, -inf if j in program.free else 0.0)

    def add(self, columns: Iterable[Column]) -> None:
        for cost, entries in columns:
            self._add(cost, entries, 0.0)

    def _add(self, cost: Fraction, entries: Coefficients, least: float) -> None:
        import numpy as np  # noqa: PLC0415

        values = {k: rounded(v.numerator, v.denominator) for k, v in entries.items()}
        kept = {k: v for k, v in values.items() if abs(v) > LEAST}
        at, value = np.array([*kept], dtype=np.int32), np.array([*kept.values()])
        self.solver.addCol(rounded(cost.numerator, cost.denominator), least, inf, len(kept), at, value)

    def prices(self) -> list[float]:
        self.solver.run()
        return list(self.solver.getSolution().row_dual)

    def kept(self) -> tuple[set[int], BasicColumns]:
        """Return which added columns are basic or nearly, and the basis, in which only they are counted."""
        import highspy  # noqa: PLC0415

        basic = highspy.HighsBasisStatus.kBasic
        basis, own = self.solver.getBasis(), self.program.variables
        status, costs = list(basis.col_status), list(self.solver.getSolution().col_dual)
        kept = [j for j in range(own, len(status)) if status[j] == basic or costs[j] < NEARLY_BASIC]
        variables = [*range(own), *kept]
        found = [at for at, j in enumerate(variables) if status[j] == basic]
        found += [len(variables) + k for k, at in enumerate(basis.row_status) if at == basic]
        return {j - own for j in kept}, tuple(found)
