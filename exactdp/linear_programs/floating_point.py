"""Linear programs in floating point: the final basis of the solver. Nothing here is trusted."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from flint import fmpz

from exactdp.linear_programs.contracted_basis import BasicColumns, IntegerRow

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "Sequence[float] | NDArray[Any]"
"""A list or an array."""

OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "presolve": "off",
    "threads": 1,
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
    "small_matrix_value": 1e-12,
    "factor_pivot_threshold": 0.1,
    "simplex_scale_strategy": 2,
    "simplex_iteration_limit": 2**31 - 1,
}
"""The options of HiGHS."""

LONGEST = 1200
"""The number of binary digits of a denominator from which a float is made."""

FEW_ROWS = 2000
"""Up to this number of rows all slacks start as columns; the choice among optimal vertices depends on it."""

Method: TypeAlias = Literal["steepest edge", "devex", "careful devex", "either", "primal", "interior"]
"""The dual simplex method with one of two rules, the dual or the primal one, the primal one, or an interior point.

Devex needs more steps of less work. The careful one does not divide by a number below half of its column's largest.
From an interior point, which suits programs with many optima, HiGHS goes to a vertex. The primal method does not move
the bounds a little, as HiGHS would: the way back to them loses a vertex that is almost optimal, if many of its values
are 0.
"""

METHODS: dict[Method, dict[str, int | float | str]] = {
    "steepest edge": {"solver": "simplex", "simplex_strategy": 1, "simplex_dual_edge_weight_strategy": 2},
    "devex": {"solver": "simplex", "simplex_strategy": 1, "simplex_dual_edge_weight_strategy": 1},
    "careful devex": {
        "solver": "simplex",
        "simplex_strategy": 1,
        "simplex_dual_edge_weight_strategy": 1,
        "factor_pivot_threshold": 0.5,
    },
    "either": {"solver": "simplex", "simplex_strategy": 0, "simplex_dual_edge_weight_strategy": 1},
    "primal": {"solver": "simplex", "simplex_strategy": 4, "primal_simplex_bound_perturbation_multiplier": 0.0},
    "interior": {"solver": "ipm"},
}
"""The options of HiGHS for each method."""

RETRIES: tuple[dict[str, int | float], ...] = (
    {},
    {"simplex_scale_strategy": 0},
    {"simplex_scale_strategy": 0, "factor_pivot_threshold": 0.5},
)
"""More options of HiGHS, tried in order: in units of its own, or by small pivots, it may run into too large numbers."""

LARGEST_COST = 1e10
"""Larger costs are lowered to this in corrections: such columns are far from the basis."""

LARGEST_BOUND = 1e12
"""Bounds farther below are left out in corrections."""

LEAST_UNIT = 1e-150
"""The smallest unit of a variable; the largest is its reciprocal."""


class FloatProgram:
    """The rows of a linear program in floating point, each divided by its largest coefficient.

    >>> program = FloatProgram([{0: 1, 1: 1}, {0: -2}], 2, free=[], equalities=[])
    >>> program.basis(None, {2: 1.0, 3: -0.5}, {0: 1.0, 1: 2.0})
    (0, 1)
    """

    def __init__(
        self, rows: Sequence[IntegerRow], variables: int, free: Iterable[int], equalities: Collection[int]
    ) -> None:
        # Import here: most commands solve no program, and loading NumPy would take most of their time.
        import numpy as np  # noqa: PLC0415

        self.sizes = [max(map(abs, row.values()), default=1) for row in rows]
        """Each row's largest coefficient."""
        self.variables, self.free = variables, list(free)
        self.columns = variables + len(rows)
        self.fixed = np.zeros(self.columns, bool)
        self.fixed[[variables + k for k in equalities]] = True
        entries = sorted((j, k, v / self.sizes[k]) for k, row in enumerate(rows) for j, v in row.items())
        self.at_column = np.array([j for j, _, _ in entries], dtype=np.int32)
        self.at_row = np.array([k for _, k, _ in entries], dtype=np.int32)
        self.entries = np.array([v for _, _, v in entries])

    def basis(
        self,
        start: BasicColumns | None,
        lower: Mapping[int, float],
        costs: Mapping[int, float],
        units: Mapping[int, float] | None = None,
        seconds: float = inf,
        *,
        method: Method = "steepest edge",
        wrong: Collection[int] = (),
        power: float = 1.0,
    ) -> BasicColumns | None:
        """Return the final basis of HiGHS, from a starting basis if given; None if it fails.

        Every column has a lower bound and a cost, by default 0. Those of a slack are for its row divided by `sizes`.
        Variables are scaled by their units, by default 1, and each row by its largest coefficient then. The bounds, or
        the costs in the primal method, are divided by this power of the largest one among the columns `wrong`.
        """
        import highspy  # noqa: PLC0415
        import numpy as np  # noqa: PLC0415

        n, size = self.variables, np.ones(self.columns)
        size[list(units or ())] = np.clip(list((units or {}).values()), LEAST_UNIT, 1 / LEAST_UNIT)
        entries = self.entries * size[self.at_column]
        size[n:] = 0.0
        np.maximum.at(size, n + self.at_row, abs(entries))
        size[size == 0] = 1.0
        bound, cost = np.zeros(self.columns), np.zeros(self.columns)
        bound[list(lower)], cost[list(costs)] = list(lower.values()), list(costs.values())
        with np.errstate(all="ignore"):
            bound, cost = bound / size, cost * size
            enlarged = cost if method == "primal" else bound
            enlarged /= abs(enlarged[list(wrong)]).max(initial=0.0) ** power or 1.0
            if wrong:
                cost = np.minimum(cost, LARGEST_COST)
                bound[bound < -LARGEST_BOUND] = -inf
        bound[self.free] = -inf
        # A slack with a cost is a column; any other slack is the bound of its row. A nonzero basic slack of an equality
        # is the residual of its row. If the rows are few, all slacks start as columns, each in its own unit.
        is_first = start is None and len(self.sizes) <= FEW_ROWS
        priced = n + np.flatnonzero(((cost[n:] != 0) | is_first) & ~self.fixed[n:])
        slack = np.array([1 / self.sizes[j - n] if is_first else 1.0 for j in priced.tolist()])
        columns = np.concatenate([np.arange(n), priced])
        least, closed = bound[columns], self.fixed.copy()
        closed[priced] = True
        if is_first:
            least[n:] = 0.0
        else:
            bound[priced] = 0.0
        starts = np.searchsorted(self.at_column, np.arange(n + 1))
        matrix = (
            np.concatenate([starts, starts[-1] + 1 + np.arange(len(priced))]),
            np.concatenate([self.at_row, priced - n]),
            np.concatenate([entries / size[n + self.at_row], -slack]),
        )
        bounds = bound[n:], np.where(closed, bound, inf)[n:]
        inside, slacks, basic = columns.tolist(), range(n, self.columns), set(start or ())
        loose = basic.difference(inside)
        first = None if start is None else [j in basic for j in inside] + [j in loose for j in slacks]
        model, found = highspy.HighsModelStatus, None
        for more in RETRIES:
            options = METHODS[method] | more
            solver = run(cost[columns], least, matrix, bounds, first, options=options, seconds=seconds)
            status = model.kNotset if solver is None else solver.getModelStatus()
            if status not in (model.kNotset, model.kSolveError):
                found = tuple(sorted(compress((*inside, *slacks), basic_columns(solver))))
                if status != model.kUnknown:
                    break
        return found


def run(
    costs: Floats,
    lower: Floats,
    matrix: tuple[Floats, Floats, Floats],
    bounds: Sequence[Floats],
    start: Sequence[bool] | None,
    *,
    options: Mapping[str, int | float | str],
    seconds: float = inf,
) -> Any:
    """Return HiGHS after its run on a program, from a starting basis if given; None if it has no basis then.

    It minimises costs·x for x ≥ lower with the rows between two `bounds`. The matrix has the start of each column, and
    the row and value of each entry. `start` says which columns and then which rows are basic.

    >>> found = run([1.0], [0.0], ([0, 1], [0], [2.0]), ([1.0], [1.0]), None, options=METHODS["devex"])
    >>> found.getSolution().col_value, basic_columns(found)
    ([0.5], [True, False])
    """
    import highspy  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    lp, solver, status = highspy.HighsLp(), _highs(), highspy.HighsBasisStatus
    lp.num_col_, lp.num_row_ = len(costs), len(bounds[0])
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = np.array(costs), np.array(lower), np.full(len(costs), inf)
    lp.row_lower_, lp.row_upper_ = map(np.array, bounds)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    starts, rows, values = matrix
    lp.a_matrix_.start_, lp.a_matrix_.index_ = np.array(starts), np.array(rows, dtype=np.int32)
    lp.a_matrix_.value_ = np.array(values)
    # The solver's clock counts all its solutions.
    limit = {"time_limit": solver.getRunTime() + max(1.0, seconds)}
    for option, setting in (OPTIONS | limit | dict(options)).items():
        solver.setOptionValue(option, setting)
    if solver.passModel(lp) == highspy.HighsStatus.kError:
        return None
    if start is not None:
        given = highspy.HighsBasis()
        loose = [status.kZero if least == -inf else status.kLower for least in np.array(lower).tolist()] + [
            status.kLower
        ] * lp.num_row_
        at = [status.kBasic if basic else other for basic, other in zip(start, loose, strict=True)]
        given.col_status, given.row_status, given.valid = at[: len(costs)], at[len(costs) :], True
        solver.setBasis(given)
    solver.run()
    return solver if solver.getBasis().valid else None


def basic_columns(solver: Any) -> list[bool]:
    """Return which columns and then which rows are basic in the final basis of HiGHS.

    >>> basic_columns(new_solver())
    []
    """
    import highspy  # noqa: PLC0415

    basis = solver.getBasis()
    return [at == highspy.HighsBasisStatus.kBasic for at in (*basis.col_status, *basis.row_status)]


@cache
def _highs() -> Any:
    # Creating a solver takes longer than solving a small program.
    return new_solver()


def new_solver() -> Any:
    """Return a floating-point solver without a program.

    >>> new_solver().getNumCol()
    0
    """
    import highspy  # noqa: PLC0415

    class Silent(highspy.Highs):
        # From 1.16 on the constructor would print HiGHS's name.
        def enableCallbacks(self) -> None:  # noqa: N802
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    solver = Silent()  # type: ignore[no-untyped-call]
    for option, setting in (OPTIONS | METHODS["steepest edge"]).items():
        solver.setOptionValue(option, setting)
    return solver


def rounded(above: fmpz | int, below: fmpz | int = 1) -> float:
    """Return a quotient as a float; values beyond 10^30 become infinite.

    >>> rounded(1, 4), rounded(-(10**40), 3)
    (0.25, -inf)
    """
    # Smaller quotients than these bits can show are 0 as floats, too.
    spare = max(0, below.bit_length() - LONGEST)
    p, q = int(above >> spare), int(below >> spare)
    if abs(p) >= 10**30 * abs(q):
        return inf if (p > 0) == (q > 0) else -inf
    return p / q
