"""Column generation, for linear programs with too many columns to list: columns of negative reduced cost are added.

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
"""Returns columns with a reduced cost below -tolerance times its terms, given prices of the rows and the tolerance.

The prices are first floats, and then `fmpq` with the tolerance 0.
"""

TOLERANCE = 1e-9
"""Floating point adds a column if its reduced cost is below minus this share of the sum of its terms."""

RESCALINGS = 2
"""The number of times that floating point ends and is continued in units of its prices."""

SMALLEST_TERMS = 1e-12
"""If the terms of one column's reduced cost are smaller than this share of another's, they are unknown as floats."""

COLUMN_ROUNDS = 400
"""The most rounds of the search for columns."""

NEARLY_BASIC = 1e-9
"""Columns up to this reduced cost are kept for the exact solution."""

LEAST = 1e-14
"""Smaller entries count as 0 in floating point."""


def solve_by_columns(
    program: LinearProgram,
    columns: Iterable[Name],
    column: Callable[[Name], Column],
    pricing: Pricing[Name],
    progress: Progress = silent,
) -> tuple[tuple[Name, ...], OptimalPoint] | Unsolved:
    """Solve a linear program with an additional variable for each column name, by column generation.

    The result has the names of the kept columns. In its point, their variables follow the program's own.
    Domain: the program with the first `columns` is feasible, and with all columns it is bounded. `Unsolved` as `solve`,
    and after too many rounds.

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
        if new:
            progress("columns that cost too little are added")
            made.update((name, column(name)) for name in new)
            master.add(made[name] for name in new)
        elif master.rescalings < RESCALINGS:
            master.rescale()
        else:
            break
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
    """Return the program with a variable for each column, with its cost and its entries."""
    rows, objective = [dict(row) for row in program.rows], dict(program.objective)
    for j, (cost, entries) in enumerate(columns, start=program.variables):
        objective[j] = cost
        for k, value in entries.items():
            rows[k][j] = value
    variables = program.variables + len(columns)
    return replace(program, variables=variables, objective=objective, rows=tuple(rows))


class _Master:
    """The floating-point program over the columns so far; each solution starts from the last basis."""

    def __init__(self, program: LinearProgram) -> None:
        # The basis stays feasible when columns are added.
        self.program, self.solver = program, new_solver("primal")
        self.row_sizes, self.rescalings = [1.0] * len(program.rows), 0
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

        values = {k: rounded(v.numerator, v.denominator) / self.row_sizes[k] for k, v in entries.items()}
        size = max(map(abs, values.values()), default=1.0)
        kept = {k: v / size for k, v in values.items() if abs(v) > LEAST * size}
        at, value = np.array([*kept], dtype=np.int32), np.array([*kept.values()])
        self.solver.addCol(rounded(cost.numerator, cost.denominator) / size, least, inf, len(kept), at, value)

    def prices(self) -> list[float]:
        self.solver.run()
        prices = self.solver.getSolution().row_dual
        return [price / size for price, size in zip(prices, self.row_sizes, strict=True)]

    def rescale(self) -> None:
        """Divide each column by the sum of its terms in the reduced cost, then each row by its largest coefficient.

        Tolerances are then relative to these sums, even if prices fall exponentially. All bounds are multiplied so
        that the smallest is 1.
        """
        import numpy as np  # noqa: PLC0415

        self.rescalings += 1
        lp, basis = self.solver.getLp(), self.solver.getBasis()
        prices, costs = abs(np.array(self.solver.getSolution().row_dual)), np.array(lp.col_cost_)
        at_row, entries = np.array(lp.a_matrix_.index_), np.array(lp.a_matrix_.value_)
        at_column = np.repeat(np.arange(lp.num_col_), np.diff(lp.a_matrix_.start_))
        terms = np.bincount(at_column, prices[at_row] * abs(entries), lp.num_col_) + abs(costs)
        if terms.min() < SMALLEST_TERMS * terms.max():
            return
        entries /= terms[at_column]
        sizes = np.zeros(lp.num_row_)
        np.maximum.at(sizes, at_row, abs(entries))
        sizes[sizes == 0] = 1.0
        lp.col_cost_, lp.a_matrix_.value_ = costs / terms, entries / sizes[at_row]
        lower, upper = np.array(lp.row_lower_) / sizes, np.array(lp.row_upper_) / sizes
        times = 1 / abs(lower[lower != 0]).min(initial=1.0)
        lp.row_lower_, lp.row_upper_ = lower * times, upper * times
        self.row_sizes = [size * now for size, now in zip(self.row_sizes, sizes.tolist(), strict=True)]
        self.solver.passModel(lp)
        self.solver.setBasis(basis)
        # The dual simplex method with devex, unless the basis is still feasible.
        self.solver.setOptionValue("simplex_strategy", 0)
        self.solver.setOptionValue("simplex_dual_edge_weight_strategy", 1)

    def kept(self) -> tuple[set[int], BasicColumns]:
        """Return the added columns with reduced costs near 0, and the basis, which counts only these."""
        import highspy  # noqa: PLC0415

        basic = highspy.HighsBasisStatus.kBasic
        basis, own = self.solver.getBasis(), self.program.variables
        status, costs = list(basis.col_status), list(self.solver.getSolution().col_dual)
        kept = [j for j in range(own, len(status)) if status[j] == basic or costs[j] < NEARLY_BASIC]
        variables = [*range(own), *kept]
        found = [at for at, j in enumerate(variables) if status[j] == basic]
        found += [len(variables) + k for k, at in enumerate(basis.row_status) if at == basic]
        return {j - own for j in kept}, tuple(found)
