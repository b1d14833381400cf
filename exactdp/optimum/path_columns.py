"""The optimum on the path by column generation: each column of a mechanism is a sum of extreme α-private columns.

In an extreme column each entry is α times, or 1/α times, the entry before it. Of these 2^n columns, one pass from
either end finds the cheapest for given prices. Floating point adds cheap columns until it finds no more. Then exact
prices decide.
Source: Dantzig & Wolfe 1960, Decomposition principle for linear programs.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import inf, lcm
from typing import Any, TypeAlias

from flint import fmpq

from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.linear_programs.contracted_basis import BasicColumns
from exactdp.linear_programs.floating_point import METHODS, basic_columns, rounded, run
from exactdp.linear_programs.linear_program import Coefficients, LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.problem import Dual, Optimum, Problem

Ray: TypeAlias = tuple[int, tuple[int, ...]]
"""A response, and the power of α that each entry of its column is; the least power is 0."""

FloatsOrRationals: TypeAlias = Sequence[float] | Sequence[fmpq]
"""Floats, or exact numbers."""

PEAKS = 3
"""The most columns of one response that are added in one round."""

TOLERANCE = 1e-9
"""In floating point, a column is cheap if its reduced cost is below minus this share of the terms of its largest entry.

Columns with a reduced cost up to this are kept for the exact solution.
"""

QUIET_ROUNDS = 3
"""Floating point ends after this many rounds without a cheap column, each in the units of the last prices."""

COLUMN_ROUNDS = 400
"""The most rounds of floating point."""

SMALLEST_TERMS = 1e-12
"""If the terms of one column's reduced cost are below this share of another's, floating point doesn't know them."""

NEGLIGIBLE = 1e-14
"""Smaller shares of a column's largest entry count as 0 in floating point."""


def solve_by_rays(problem: Problem, progress: Progress = silent) -> Optimum | None:
    """Return an optimal mechanism on the path, which need not be a vertex; None if a limit stopped the search.

    The search starts from the columns of G, each for its own response or an adjacent one. It is quick if the loss is
    unimodal in r around each i. Domain: a rational loss, the path, no constraints, 0 < α < 1.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> solve_by_rays(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2")).value
    Fraction(4, 7)
    """
    user, inputs, width = problem.user, problem.inputs, problem.responses
    unit, losses = user.loss.scaled(inputs, width)
    weights, side = [0] * inputs, tuple[int, ...]()
    if isinstance(user, BayesianUser):
        common = lcm(*(p.denominator for p in user.prior))
        weights, unit = [int(p * common) for p in user.prior], unit * common
    else:
        side = user.side_information
    largest, likeliest = max(map(max, losses)) or 1, max(weights) or 1
    level, ends = to_fmpq(problem.alpha), range(inputs)
    powers = [level**h for h in ends]
    exact = _Master(level, powers, losses, weights, side=side)
    near = rounded(*problem.alpha.as_integer_ratio())
    floats = _Master(
        near,
        [near**h for h in ends],
        [[rounded(loss, largest) for loss in row] for row in losses],
        [rounded(weight, likeliest) for weight in weights],
        side=side,
    )
    proposal = _proposed(floats, _of_geometric(inputs, width), progress)
    while proposal is not None:
        rays, start = proposal
        progress("the exact solution over the columns that were found")
        found = solve(exact.program(rays), start=start, progress=progress)
        if not isinstance(found, OptimalPoint):
            break
        y = found.multipliers
        new = exact.cheap([to_fmpq(price) for price in y])
        if not new:
            rows = [[Fraction(0)] * width for _ in ends]
            for (r, exponents), times in zip(rays, found.point, strict=False):
                for row, h in zip(rows, exponents if times else (), strict=bool(times)):
                    row[r] += times * to_fraction(powers[h])
            losses_at = dict(zip(side, y[inputs:], strict=True))
            prior = user.prior if isinstance(user, BayesianUser) else [losses_at.get(i, Fraction(0)) for i in ends]
            dual = Dual(tuple(prior), tuple(price / unit for price in y[:inputs]))
            return Optimum(problem, found.value / unit, dual, None, Mechanism(rows))
        # The worst loss and the slacks follow the columns.
        proposal = [*rays, *new], tuple(j if j < len(rays) else j + len(new) for j in found.basis)
    return None


def _of_geometric(inputs: int, width: int) -> list[Ray]:
    """Return the columns of G, each for its own response and for the adjacent ones."""
    return [
        (r, tuple(abs(i - k) for i in range(inputs)))
        for k in range(inputs)
        for r in sorted({min(max(near, 0), width - 1) for near in (k - 1, k, k + 1)})
    ]


class _Master:
    """The numbers of the linear program over extreme columns: floats or, as objects, exact numbers.

    Its rows are Σ_r x_ir = 1 for each input and, for a minimax consumer, worst loss - Σ_r l(i, r)·x_ir ≥ 0 for the
    side information.
    """

    def __init__(
        self,
        alpha: float | fmpq,
        powers: FloatsOrRationals,
        losses: Sequence[FloatsOrRationals],
        weights: FloatsOrRationals,
        *,
        side: Sequence[int],
    ) -> None:
        import numpy as np  # noqa: PLC0415

        self.alpha, self.side = alpha, np.array(side, dtype=int)
        self.kind: type = float if isinstance(alpha, float) else object
        self.powers, self.losses, self.weights = (np.array(each, dtype=self.kind) for each in (powers, losses, weights))
        self.inputs = len(self.powers)

    def column(self, ray: Ray) -> tuple[Any, Any]:
        """Return the cost of an extreme column, and its coefficient in each row."""
        import numpy as np  # noqa: PLC0415

        r, exponents = ray
        x = self.powers[list(exponents)]
        losses = self.losses[:, r] * x
        return losses @ self.weights, np.concatenate([x, -losses[self.side]])

    def program(self, rays: Sequence[Ray]) -> LinearProgram:
        """Return the program with a variable for each of these columns and, for a minimax consumer, the worst loss."""
        columns, one = list(map(self.column, rays)), Fraction(1)
        worst = range(len(rays), len(rays) + (len(self.side) > 0))
        rows: list[Coefficients] = [
            {j: to_fraction(column[k]) for j, (_, column) in enumerate(columns) if column[k]}
            | dict.fromkeys(worst if k >= self.inputs else (), one)
            for k in range(self.inputs + len(self.side))
        ]
        costs = {j: to_fraction(fmpq(cost)) for j, (cost, _) in enumerate(columns)}
        costs |= dict.fromkeys(worst, one)
        right = (one,) * self.inputs + (Fraction(0),) * len(self.side)
        return LinearProgram(worst.stop, costs, tuple(rows), right, frozenset(range(self.inputs)), frozenset(worst))

    def cheap(self, prices: FloatsOrRationals, tolerance: float = 0) -> list[Ray]:
        """Return, for each response, extreme columns with a reduced cost below 0 for these prices of the rows."""
        import numpy as np  # noqa: PLC0415

        y: Any = np.array(prices, dtype=self.kind)
        weights = self.weights.copy()
        weights[self.side] += y[self.inputs :]
        charged, paid = self.losses * weights[:, None], y[: self.inputs, None]
        costs = charged - paid
        # In a column with entry 1 at i, the entries from i on cost at least right[i].
        right, left = costs.copy(), costs.copy()
        with np.errstate(all="ignore"):
            for i in range(self.inputs - 2, -1, -1):
                right[i] += np.minimum(right[i + 1] * self.alpha, right[i + 1] / self.alpha)
            for i in range(1, self.inputs):
                left[i] += np.minimum(left[i - 1] * self.alpha, left[i - 1] / self.alpha)
            total = left + right - costs
            is_cheap = total < (-tolerance * (abs(charged) + abs(paid)) if tolerance else 0)
        # The possible places of a largest entry 1: from there, decreasing on both sides costs least.
        is_peak = is_cheap.copy()
        is_peak[1:] &= left[:-1] >= 0
        is_peak[:-1] &= right[1:] >= 0
        onward, back = (np.where(cost < 0, -1, 1) for cost in (right, left))
        found = []
        for r in np.flatnonzero(is_cheap.any(axis=0)).tolist():
            places = np.flatnonzero((is_peak if is_peak[:, r].any() else is_cheap)[:, r]).tolist()
            for i in sorted(places, key=lambda i, r=r: total[i, r])[:PEAKS]:  # type: ignore[misc]
                exponents = np.zeros(self.inputs, dtype=int)
                exponents[i + 1 :], exponents[:i] = onward[i + 1 :, r].cumsum(), back[:i, r][::-1].cumsum()[::-1]
                found.append((r, tuple((exponents - exponents.min()).tolist())))
        return list(dict.fromkeys(found))


def _proposed(master: _Master, first: Sequence[Ray], progress: Progress) -> tuple[list[Ray], BasicColumns] | None:
    """Return the columns that floating point uses, or may use, and its basis; None if it fails."""
    import numpy as np  # noqa: PLC0415

    inputs, height = master.inputs, len(master.side)
    right = np.array([1.0] * inputs + [0.0] * height)
    upper = np.where(right, right, inf)
    rays, made = list(first), list(map(master.column, first))
    worst = [(1.0, 1 - right)][:height]
    basic: list[bool] | None = None
    prices: Any = right
    quiet = 0
    for _ in range(COLUMN_ROUNDS):
        progress("floating point searches for columns that cost too little")
        costs, columns = map(np.array, zip(*made, *worst, strict=True))
        # Each column is divided by the terms of its reduced cost, then each row by its largest coefficient.
        size = abs(columns) @ abs(prices) + abs(costs)
        if not SMALLEST_TERMS * size.max() <= size[size > 0].min(initial=inf) < inf:
            size = abs(columns).max(axis=1)
        size[size == 0] = 1.0
        columns /= size[:, None]
        rows = abs(columns).max(axis=0)
        columns /= rows
        kept = abs(columns) > NEGLIGIBLE
        matrix = np.concatenate([[0], kept.sum(axis=1).cumsum()]), np.nonzero(kept)[1], columns[kept]
        lower = np.array([0.0] * len(made) + [-inf] * len(worst))
        # All bounds are multiplied so that the smallest is 1.
        bounds = [each / rows * rows[:inputs].max() for each in (right, upper)]
        solver = run(costs / size, lower, matrix, bounds, basic, options=METHODS["either"])
        if solver is None:
            return None
        basic, solution = basic_columns(solver), solver.getSolution()
        prices = np.array(solution.row_dual) / rows
        known = set(rays)
        new = [ray for ray in master.cheap(prices, TOLERANCE) if ray not in known]
        quiet += not new
        if quiet == QUIET_ROUNDS:
            chosen = [j for j in range(len(rays)) if basic[j] or solution.col_dual[j] < TOLERANCE]
            order = [*chosen, *range(len(rays), len(basic))]
            return [rays[j] for j in chosen], tuple(at for at, j in enumerate(order) if basic[j])
        basic[len(rays) : len(rays)] = [False] * len(new)
        rays += new
        made += map(master.column, new)
    return None
