"""Linear programs, exactly: floating point proposes a basis; rational numbers solve it, and pivot where it is wrong."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import accumulate, count
from math import inf, lcm
from time import monotonic
from typing import Any, TypeAlias

from flint import fmpq, fmpz_mat, nmod_mat

from exactdp.arithmetic.exact import InputError, exact, to_fmpq, to_fraction
from exactdp.linear_programs.searching import Progress, Unsolved, silent

Coefficients: TypeAlias = Mapping[int, Fraction]
"""The coefficients of some of the variables."""

PRIME = 2**61 - 1
"""The modulus of the test for independence."""

OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "presolve": "off",
    "threads": 1,
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
    "small_matrix_value": 1e-12,
}
"""How HiGHS is called."""

CORRECTIONS = 12
"""How often floating point may correct its basis from the exact residuals before exact pivots take over."""

FEW_PLACES = 100
"""Exact pivots alone solve a program with at most so many places for coefficients before floating point has begun."""


@dataclass(frozen=True)
class LinearProgram:
    """Minimise objective·x over all x with rows[k]·x = right[k] for k in `equalities` and ≥ right[k] for the other k.

    Every variable is at least 0, but for the free ones. What is given is copied, so that no answer changes later.
    Domain: variables 0, 1, …, `variables` - 1; any exact numbers. Raises: `InputError` for another variable, and for
    lists that don't fit together; as `exact` for a number.

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
        object.__setattr__(self, "objective", _exactly(self.objective))
        object.__setattr__(self, "rows", tuple(map(_exactly, self.rows)))
        object.__setattr__(self, "right", tuple(map(exact, self.right)))


def _exactly(row: Coefficients) -> Coefficients:
    return {j: exact(v) for j, v in row.items()}


@dataclass(frozen=True)
class OptimalPoint:
    """An optimal vertex and its proof: the multipliers y are at least 0 on inequalities, and right·y = objective·x.

    objective - y·rows is at least 0, and 0 for the free variables. The `basis` has as many independent columns as
    there are rows: variables j and, as `variables` + k, slacks rows[k]·x - right[k]. All others are 0 at the point.

    >>> one, two = Fraction(1), Fraction(2)
    >>> found = solve(LinearProgram(2, {0: one, 1: one}, ({0: two, 1: one}, {0: one, 1: two}), (one, one)))
    >>> found.point, found.value, found.basis
    ((Fraction(1, 3), Fraction(1, 3)), Fraction(2, 3), (0, 1))
    >>> found.multipliers, holds(found)
    ((Fraction(1, 3), Fraction(1, 3)), True)
    """

    program: LinearProgram = field(repr=False)
    point: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]
    value: Fraction
    basis: tuple[int, ...]


@dataclass(frozen=True)
class Infeasible:
    """No point keeps all rows (Farkas): y is at least 0 on inequalities, y·rows ≤ 0 (= 0 if free), and right·y > 0.

    >>> one = Fraction(1)
    >>> found = solve(LinearProgram(1, {}, ({0: one}, {0: -one}), (2 * one, -one), free=frozenset({0})))
    >>> found.multipliers, sum(b * y for b, y in zip(found.program.right, found.multipliers, strict=True))
    ((Fraction(1, 1), Fraction(1, 1)), Fraction(1, 1))
    """

    program: LinearProgram = field(repr=False)
    multipliers: tuple[Fraction, ...]


@dataclass(frozen=True)
class Unbounded:
    """The objective falls for ever along the ray from the point, and the rows and signs hold all along it.

    >>> one = Fraction(1)
    >>> found = solve(LinearProgram(2, {0: one, 1: -2 * one}, ({0: one, 1: -one},), (-one,)))
    >>> found.point, found.ray
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(1, 1)))
    >>> holds(found), sum(v * found.ray[j] for j, v in found.program.objective.items())
    (True, Fraction(-1, 1))
    """

    program: LinearProgram = field(repr=False)
    point: tuple[Fraction, ...]
    ray: tuple[Fraction, ...]


Solution: TypeAlias = OptimalPoint | Infeasible | Unbounded | Unsolved


def solve(
    program: LinearProgram,
    *,
    seconds: float = 600,
    pivots: float = inf,
    small: int = 0,
    progress: Progress = silent,
) -> Solution:
    """Solve a linear program. Every answer but `Unsolved` has passed `holds` before it is returned.

    `progress` is called with each stage and each exact pivot. There are at most `pivots` exact pivots. The time is
    looked at between exact solutions, so that a long one is not cut short. A program with at most `small` places for
    coefficients is solved by exact pivots alone, however many: floating point would take longer to begin.
    Raises: never, within the domain of `LinearProgram`.
    Source: Gleixner, Steffy & Wolter 2016, Iterative refinement for linear programming, up to the pivots.

    >>> one = Fraction(1)
    >>> solve(LinearProgram(2, {0: one, 1: 2 * one}, ({0: one, 1: one},), (one,))).point
    (Fraction(1, 1), Fraction(0, 1))
    >>> solve(LinearProgram(1, {}, ({0: -one},), (one,))).multipliers
    (Fraction(1, 1),)
    """
    search = _Search(program, monotonic() + seconds, progress, pivots)
    found = search.pivoted_alone() if 0 < search.n * search.m <= small else search.run()
    if not isinstance(found, Unsolved) and not holds(found):
        return Unsolved("the search ended in an answer that its numbers don't prove", program)
    return found


def multipliers_at(program: LinearProgram, basis: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the y at which objective - y·rows is 0 in every column of a basis of the program's rows.

    It depends linearly on the objective. Raises: `ZeroDivisionError` where the columns are no basis.

    >>> one = Fraction(1)
    >>> multipliers_at(LinearProgram(1, {0: 3 * one}, ({0: 2 * one},), (one,)), (0,))
    (Fraction(3, 2),)
    """
    search = _Search(program, inf, lambda stage: None)
    return search.unscaled(search.backward(basis, lambda j: search.costs[j]))


def holds(found: OptimalPoint | Infeasible | Unbounded) -> bool:
    """Say whether an answer is proved by its numbers, from the definitions alone.

    >>> holds(Infeasible(LinearProgram(1, {}, ({0: Fraction(-1)},), (Fraction(1),)), (Fraction(0),)))
    False
    """
    program = found.program
    if isinstance(found, Unbounded):
        forward = {j: v for j, v in enumerate(found.ray) if v}
        return (
            _feasible(program, found.point, program.right)
            and _feasible(program, found.ray, [Fraction(0)] * len(program.rows))
            and sum((v * forward.get(j, 0) for j, v in program.objective.items()), Fraction(0)) < 0
        )
    y = found.multipliers
    if len(y) != len(program.rows) or any(v < 0 for k, v in enumerate(y) if k not in program.equalities):
        return False
    objective = program.objective if isinstance(found, OptimalPoint) else {}
    left = [objective.get(j, Fraction(0)) for j in range(program.variables)]
    for row, multiplier in zip(program.rows, y, strict=True):
        if multiplier:
            for j, v in row.items():
                left[j] -= multiplier * v
    if any(v < 0 or (v and j in program.free) for j, v in enumerate(left)):
        return False
    bound = sum((a * b for a, b in zip(program.right, y, strict=True) if a and b), Fraction(0))
    if isinstance(found, Infeasible):
        return bound > 0
    if not _feasible(program, found.point, program.right) or not _basic(found):
        return False
    return _at(found.point, objective) == found.value == bound


def _basic(found: OptimalPoint) -> bool:
    """Say whether the basis is as large as it should be, and everything outside it 0 at the point."""
    program, basis = found.program, set(found.basis)
    if not len(found.basis) == len(basis) == len(program.rows):
        return False
    if basis and not 0 <= min(basis) <= max(basis) < program.variables + len(program.rows):
        return False
    return all(not v or j in basis for j, v in enumerate(found.point)) and all(
        program.variables + k in basis or _at(found.point, row) == bound
        for k, (row, bound) in enumerate(zip(program.rows, program.right, strict=True))
    )


def _at(point: tuple[Fraction, ...], row: Coefficients) -> Fraction:
    return sum((v * point[j] for j, v in row.items() if point[j]), Fraction(0))


def _feasible(program: LinearProgram, point: tuple[Fraction, ...], right: Iterable[Fraction]) -> bool:
    if len(point) != program.variables or any(v < 0 for j, v in enumerate(point) if j not in program.free):
        return False
    for k, (row, bound) in enumerate(zip(program.rows, right, strict=True)):
        value = _at(point, row)
        if value < bound or (k in program.equalities and value != bound):
            return False
    return True


BasicColumns: TypeAlias = tuple[int, ...]
"""The basic columns, in order, as many as there are rows, and independent."""


class _Late(Exception):  # noqa: N818
    """A limit is met; the message says which."""


class _Search:
    """The search for a basis: the columns are the variables and then, for row k, column variables + k: row·x - slack.

    The slack of an equality may not be positive, so it is left out of every proposal and of every pivot.
    """

    def __init__(self, program: LinearProgram, deadline: float, progress: Progress, most: float = inf) -> None:
        self.program, self.deadline, self.progress = program, deadline, progress
        self.most, self.pivots = most, 0
        self.last: tuple[BasicColumns, fmpz_mat] | None = None
        self.n, self.m = program.variables, len(program.rows)
        scales = [
            lcm(b.denominator, *(v.denominator for v in row.values()))
            for row, b in zip(program.rows, program.right, strict=True)
        ]
        self.scales = scales
        # Rows in integers; the slack of row k then counts in units of 1/scale.
        self.rows = [
            {j: v.numerator * (s // v.denominator) for j, v in row.items() if v}
            for row, s in zip(program.rows, scales, strict=True)
        ]
        self.right = [int(b * s) for b, s in zip(program.right, scales, strict=True)]
        self.right_of = dict(enumerate(self.right))
        self.columns: list[dict[int, int]] = [{} for _ in range(self.n)]
        for k, row in enumerate(self.rows):
            for j, v in row.items():
                self.columns[j][k] = v
        self.costs = [to_fmpq(program.objective.get(j, 0)) for j in range(self.n)] + [fmpq(0)] * self.m

    def column(self, j: int) -> dict[int, int]:
        return self.columns[j] if j < self.n else {j - self.n: -1}

    def is_free(self, j: int) -> bool:
        return j in self.program.free

    def is_fixed(self, j: int) -> bool:
        return j >= self.n and j - self.n in self.program.equalities

    # The way through

    def run(self) -> Solution:
        try:
            basis = self.proposed()
            for _ in range(CORRECTIONS):
                values = self.forward(basis, self.right_of)
                prices = self.backward(basis, lambda j: self.costs[j])
                reduced = self.reduced(prices, self.costs)
                if not self.wrong_values(values) and not self.wrong_costs(basis, reduced):
                    return self.optimum(basis, values, prices)
                self.progress("floating point corrects its basis")
                again = self.corrected(basis, values, reduced)
                if again == basis:
                    break
                basis = again
            return self.pivoted(basis)
        except _Late as late:
            return Unsolved(str(late), self.program)

    def pivoted_alone(self) -> Solution:
        """Return the solution by exact pivots alone, from the basis of all slacks."""
        self.most = inf
        try:
            return self.pivoted(tuple(range(self.n, self.n + self.m)))
        except _Late as late:
            return Unsolved(str(late), self.program)

    # Exact numbers of a basis

    def core(self, basis: BasicColumns) -> tuple[list[int], list[int]]:
        """Return the rows without a basic slack and the basic variables, as many of each."""
        slack = {j - self.n for j in basis if j >= self.n}
        return [k for k in range(self.m) if k not in slack], [j for j in basis if j < self.n]

    def matrix(self, basis: BasicColumns) -> fmpz_mat:
        # Of one basis it is asked for two or three times on end.
        if self.last is None or self.last[0] != basis:
            rows, variables = self.core(basis)
            self.last = basis, fmpz_mat(len(rows), len(rows), [self.rows[k].get(j, 0) for k in rows for j in variables])
        return self.last[1]

    def forward(self, basis: BasicColumns, right: dict[int, int]) -> dict[int, fmpq]:
        """Return the z with Σ z_j·column_j = right, over the basic columns j."""
        self.check_time()
        rows, variables = self.core(basis)
        z: dict[int, fmpq] = {}
        if variables:
            solved = self.matrix(basis).solve(fmpz_mat(len(rows), 1, [right.get(k, 0) for k in rows]))
            z = {j: solved[at, 0] for at, j in enumerate(variables)}
        for j in basis:
            if j >= self.n:
                k = j - self.n
                z[j] = sum((z[i] * v for i, v in self.rows[k].items() if i in z), fmpq(0)) - right.get(k, 0)
        return z

    def backward(self, basis: BasicColumns, costs: Callable[[int], fmpq]) -> list[fmpq]:
        """Return the y with y·column_j = costs(j) for every basic column j."""
        self.check_time()
        rows, variables = self.core(basis)
        y = [fmpq(0)] * self.m
        for j in basis:
            if j >= self.n:
                y[j - self.n] = -costs(j)
        if variables:
            left = [costs(j) - sum((y[k] * v for k, v in self.columns[j].items()), fmpq(0)) for j in variables]
            common = lcm(*(int(v.q) for v in left))
            right = fmpz_mat(len(rows), 1, [int((v * common).p) for v in left])
            solved = self.matrix(basis).transpose().solve(right)
            for at, k in enumerate(rows):
                y[k] = solved[at, 0] / common
        return y

    def reduced(self, y: list[fmpq], costs: list[fmpq]) -> list[fmpq]:
        """Return costs - y·columns."""
        return [
            *(costs[j] - sum((y[k] * v for k, v in self.columns[j].items()), fmpq(0)) for j in range(self.n)),
            *(costs[self.n + k] + y[k] for k in range(self.m)),
        ]

    def wrong_values(self, values: dict[int, fmpq]) -> dict[int, fmpq]:
        return {j: v for j, v in values.items() if (v != 0 if self.is_fixed(j) else v < 0 and not self.is_free(j))}

    def wrong_costs(self, basis: BasicColumns, reduced: list[fmpq]) -> dict[int, fmpq]:
        inside = set(basis)
        return {
            j: v
            for j, v in enumerate(reduced)
            if j not in inside and not self.is_fixed(j) and (v < 0 or (v != 0 and self.is_free(j)))
        }

    def check_time(self) -> None:
        if monotonic() > self.deadline:
            raise _Late("not solved within the time that was given")

    def count_pivot(self) -> None:
        if self.pivots >= self.most:
            raise _Late(f"not solved within {self.most:,} exact pivots")
        self.pivots += 1
        self.progress(f"exact pivots: {self.pivots:,}")

    # Exact pivots

    def pivoted(self, basis: BasicColumns) -> Solution:
        if self.wrong_values(self.forward(basis, self.right_of)):
            # Costs that make this basis dual feasible, for the way to a feasible point.
            reduced = self.reduced(self.backward(basis, lambda j: self.costs[j]), self.costs)
            costs = list(self.costs)
            for j, v in self.wrong_costs(basis, reduced).items():
                costs[j] -= v
            found = self.dual_pivots(basis, costs)
            if isinstance(found, Infeasible):
                return found
            basis = found
        return self.primal_pivots(basis)

    def dual_pivots(self, basis: BasicColumns, costs: list[fmpq]) -> BasicColumns | Infeasible:
        for step in count():
            wrong = self.wrong_values(self.forward(basis, self.right_of))
            if not wrong:
                return basis
            # The largest violation at first; the least index, with which no basis comes twice, when that takes long.
            leaving = max(wrong, key=lambda j: abs(wrong[j])) if step < 2 * self.m else min(wrong)
            sign = 1 if wrong[leaving] < 0 else -1
            row = self.backward(basis, lambda j, leaving=leaving: fmpq(int(j == leaving)))  # type: ignore[misc]
            reduced = self.reduced(self.backward(basis, lambda j: costs[j]), costs)
            along = [-v * sign for v in self.reduced(row, [fmpq(0)] * (self.n + self.m))]
            inside = set(basis)
            ratios = {
                j: abs(reduced[j] / v)
                for j, v in enumerate(along)
                if j not in inside and not self.is_fixed(j) and (v < 0 or (v != 0 and self.is_free(j)))
            }
            if not ratios:
                return Infeasible(self.program, self.unscaled([-sign * v for v in row]))
            self.count_pivot()
            basis = exchanged(basis, leaving, min(ratios, key=lambda j: (ratios[j], j)))
        raise AssertionError

    def primal_pivots(self, basis: BasicColumns) -> OptimalPoint | Unbounded:
        for step in count():
            values = self.forward(basis, self.right_of)
            prices = self.backward(basis, lambda j: self.costs[j])
            wrong = self.wrong_costs(basis, self.reduced(prices, self.costs))
            if not wrong:
                return self.optimum(basis, values, prices)
            entering = max(wrong, key=lambda j: abs(wrong[j])) if step < 2 * self.m else min(wrong)
            sign = 1 if wrong[entering] < 0 else -1
            fall = {j: v * sign for j, v in self.forward(basis, self.column(entering)).items()}
            ratios = {
                j: values[j] / v
                for j, v in fall.items()
                if (v > 0 and not self.is_free(j)) or (v != 0 and self.is_fixed(j))
            }
            if not ratios:
                ray = {j: -v for j, v in fall.items()} | {entering: fmpq(sign)}
                return Unbounded(self.program, self.point(values), self.point(ray))
            self.count_pivot()
            basis = exchanged(basis, min(ratios, key=lambda j: (ratios[j], j)), entering)
        raise AssertionError

    def optimum(self, basis: BasicColumns, values: dict[int, fmpq], prices: list[fmpq]) -> OptimalPoint:
        point = self.point(values)
        return OptimalPoint(self.program, point, self.unscaled(prices), _at(point, self.program.objective), basis)

    def point(self, values: dict[int, fmpq]) -> tuple[Fraction, ...]:
        return tuple(to_fraction(values[j]) if j in values else Fraction(0) for j in range(self.n))

    def unscaled(self, y: list[fmpq]) -> tuple[Fraction, ...]:
        return tuple(to_fraction(v) * scale for v, scale in zip(y, self.scales, strict=True))

    # What floating point proposes

    def proposed(self) -> BasicColumns:
        """Return the basis at which floating point ends, on the program as it is."""
        zero = [fmpq(0)] * (self.n + self.m)
        largest = max((abs(v) for v in self.costs), default=fmpq(0)) or fmpq(1)
        return self.completed(self.float_basis(None, zero, [v / largest for v in self.costs], [*map(fmpq, self.right)]))

    def corrected(self, basis: BasicColumns, values: dict[int, fmpq], reduced: list[fmpq]) -> BasicColumns:
        """Return the basis at which floating point ends on what is left of the program around an exact basic solution.

        Errors and violations are magnified to about 1 (Gleixner, Steffy & Wolter 2016).
        """
        below, short = (
            max(map(abs, wrong.values()), default=fmpq(0))
            for wrong in (self.wrong_values(values), self.wrong_costs(basis, reduced))
        )
        up, scale = (1 / v if v else fmpq(1) for v in (below, short))
        lower = [-values[j] * up if j in values else fmpq(0) for j in range(self.n + self.m)]
        # A basic slack of an equality that isn't 0 is what its row still lacks.
        right = [lower[self.n + k] if self.is_fixed(self.n + k) else fmpq(0) for k in range(self.m)]
        found = self.float_basis(basis, lower, [v * scale for v in reduced], right)
        return self.completed(found)

    def float_basis(
        self, basis: BasicColumns | None, lower: list[fmpq], costs: list[fmpq], right: list[fmpq]
    ) -> BasicColumns:
        # Here alone, as most commands solve no program and loading the solver would take most of their time.
        import highspy  # noqa: PLC0415
        import numpy as np  # noqa: PLC0415

        slacks = [k for k in range(self.m) if k not in self.program.equalities]
        columns = [*range(self.n), *(self.n + k for k in slacks)]
        solver = _highs()
        # Its clock counts all that it has solved.
        solver.setOptionValue("time_limit", solver.getRunTime() + max(1.0, self.deadline - monotonic()))
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(columns), self.m
        lp.col_cost_ = np.array([rounded(costs[j]) for j in columns])
        lp.col_lower_ = np.array([-inf if self.is_free(j) else rounded(lower[j]) for j in columns])
        lp.col_upper_ = np.array([inf] * len(columns))
        # Each row over its largest coefficient.
        sizes = [max(map(abs, row.values()), default=1) for row in self.rows]
        lp.row_lower_ = lp.row_upper_ = np.array([rounded(b / s) for b, s in zip(right, sizes, strict=True)])
        entries = [self.column(j) for j in columns]
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.array([0, *accumulate(map(len, entries))])
        lp.a_matrix_.index_ = np.array([k for entry in entries for k in entry], dtype=np.int32)
        lp.a_matrix_.value_ = np.array([v / sizes[k] for entry in entries for k, v in entry.items()])
        solver.passModel(lp)
        status = highspy.HighsBasisStatus
        if basis is not None:
            start, inside = highspy.HighsBasis(), set(basis)
            start.col_status = [
                status.kBasic if j in inside else status.kZero if self.is_free(j) else status.kLower for j in columns
            ]
            start.row_status = [
                status.kBasic if self.n + k in inside and k in self.program.equalities else status.kLower
                for k in range(self.m)
            ]
            start.valid = True
            solver.setBasis(start)
        solver.run()
        end = solver.getBasis()
        if not end.valid:
            return tuple(range(self.n, self.n + self.m))
        found = {j for j, at in zip(columns, end.col_status, strict=True) if at == status.kBasic}
        return tuple(sorted(found | {self.n + k for k, at in enumerate(end.row_status) if at == status.kBasic}))

    def completed(self, proposal: BasicColumns) -> BasicColumns:
        """Return a basis with as many of the proposed columns as are independent."""
        if len(set(proposal)) == self.m and int(nmod_mat(self.matrix(proposal), PRIME).det()):
            return proposal
        kept = set(proposal)
        variables = [j for j in proposal if j < self.n]
        # Modulo a prime, columns that are independent are so over Q.
        columns = nmod_mat(self.m, len(variables), [row.get(j, 0) for row in self.rows for j in variables], PRIME)
        independent = [variables[at] for at in pivots(columns)]
        # Rows whose slack is proposed come last, so that they stay without a pivot where possible.
        order = sorted(range(self.m), key=lambda k: self.n + k in kept)
        across = nmod_mat(len(independent), self.m, [self.rows[k].get(j, 0) for j in independent for k in order], PRIME)
        taken = {order[at] for at in pivots(across)}
        return tuple(sorted([*independent, *(self.n + k for k in range(self.m) if k not in taken)]))


@cache
def _highs() -> Any:
    """Return the solver in floating point: to make one takes longer than it takes to solve a small program."""
    import highspy  # noqa: PLC0415

    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, setting in OPTIONS.items():
        solver.setOptionValue(option, setting)
    return solver


def pivots(matrix: nmod_mat) -> list[int]:
    """Return the columns in which the reduced row echelon form has its leading ones.

    >>> pivots(nmod_mat(2, 3, [1, 2, 0, 2, 4, 1], 7))
    [0, 2]
    """
    if not matrix.nrows() or not matrix.ncols():
        return []
    reduced, rank = matrix.rref()
    found: list[int] = []
    for row in range(rank):
        at = found[-1] + 1 if found else 0
        while int(reduced[row, at]) == 0:
            at += 1
        found.append(at)
    return found


def exchanged(basis: BasicColumns, leaving: int, entering: int) -> BasicColumns:
    """Return a basis in which one column has taken the place of another.

    >>> exchanged((0, 3), 0, 5)
    (3, 5)
    """
    return tuple(sorted({*basis, entering} - {leaving}))


def rounded(value: fmpq) -> float:
    """Return a float for floating point to propose with; what is beyond 10^30 counts as infinite.

    >>> rounded(fmpq(1, 4)), rounded(fmpq(-(10**40)))
    (0.25, -inf)
    """
    if abs(value) >= 10**30:
        return inf if value > 0 else -inf
    return int(value.p) / int(value.q)
