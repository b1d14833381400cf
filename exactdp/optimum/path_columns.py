"""The optimum on the path by column generation: each column of a mechanism is a sum of extreme α-private columns.

In an extreme column each entry is α times, or 1/α times, the entry before it. Of these 2^n columns, one pass from
either end finds the cheapest for given prices.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, TypeAlias

from exactdp.arithmetic.exact import to_fmpq
from exactdp.linear_programs.column_generation import Column, solve_by_columns
from exactdp.linear_programs.linear_program import Coefficients, LinearProgram
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import rational
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.problem import Dual, Optimum, Problem

Ray: TypeAlias = tuple[int, tuple[int, ...]]
"""A response, and the power of α that each entry of its column is; the least power is 0."""

PEAKS = 3
"""The number of columns of one response added in one round."""


def solve_by_rays(problem: Problem, progress: Progress = silent) -> Optimum | Unsolved:
    """Return an optimal mechanism on the path.

    The search starts from the columns of G, each assigned to its own response or an adjacent one. It is quick if the
    loss is unimodal in r around each i.
    Domain: neighbours on the path, 0 < α < 1, a rational loss, no constraints. `Unsolved` as `solve_by_columns`.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> solve_by_rays(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2")).value
    Fraction(4, 7)
    """
    user, inputs, width = problem.user, problem.inputs, problem.responses
    losses = [[rational(user.loss(i, r)) for r in range(width)] for i in range(inputs)]
    # The rows that bound the loss on an input follow the row sums, and variable 0 is the worst loss.
    bounded: dict[int, int] = {}
    worst: Coefficients = {}
    if isinstance(user, BayesianUser):
        prior = user.prior
    else:
        bounded = {i: inputs + at for at, i in enumerate(user.side_information)}
        prior, worst = (Fraction(0),) * inputs, {0: Fraction(1)}
    powers = [problem.alpha**h for h in range(inputs)]
    # The costs of an entry 1, and the powers, as integers over one denominator each.
    unit = lcm(*(p.denominator for p in prior)) * lcm(*(v.denominator for row in losses for v in row))
    charges = [[int(p * v * unit) if p else 0 for v in row] for p, row in zip(prior, losses, strict=True)]
    whole = [int(power * powers[-1].denominator) for power in powers]

    def column(ray: Ray) -> Column:
        r, exponents = ray
        entries = {i: powers[h] for i, h in enumerate(exponents)}
        cost = Fraction(sum(charges[i][r] * whole[h] for i, h in enumerate(exponents)), unit * powers[-1].denominator)
        return cost, entries | {k: -losses[i][r] * entries[i] for i, k in bounded.items() if losses[i][r]}

    @cache
    def table(number: Callable[[Fraction], Any], kind: type) -> Any:
        import numpy as np  # noqa: PLC0415

        return np.array([[number(v) for v in row] for row in losses], dtype=kind)

    def pricing(prices: Sequence[Any], tolerance: float) -> Iterator[Ray]:
        import numpy as np  # noqa: PLC0415

        number, kind = (float, float) if isinstance(prices[0], float) else (to_fmpq, object)
        weight = [number(p) + (prices[bounded[i]] if i in bounded else 0) for i, p in enumerate(prior)]
        charged = table(number, kind) * np.array(weight, dtype=kind)[:, None]
        paid = np.array(prices[:inputs], dtype=kind)[:, None]
        yield from _cheap(charged - paid, number(problem.alpha), tolerance * (abs(charged) + abs(paid)))

    rows: list[Coefficients] = [{}] * inputs + [worst] * len(bounded)
    right = [Fraction(1)] * inputs + [Fraction(0)] * len(bounded)
    free = frozenset(worst)
    program = LinearProgram(len(worst), worst, tuple(rows), tuple(right), frozenset(range(inputs)), free)
    found = solve_by_columns(program, _of_geometric(inputs, width), column, pricing, progress)
    if isinstance(found, Unsolved):
        return Unsolved(found.reason, problem)
    rays, best = found
    entries = [[Fraction(0)] * width for _ in range(inputs)]
    for (r, exponents), times in zip(rays, best.point[len(worst) :], strict=True):
        if times:
            for row, h in zip(entries, exponents, strict=True):
                row[r] += times * powers[h]
    y = best.multipliers
    if bounded:
        prior = tuple(y[bounded[i]] if i in bounded else Fraction(0) for i in range(inputs))
    return Optimum(problem, best.value, Dual(prior, y[:inputs]), None, Mechanism(entries))


def _of_geometric(inputs: int, width: int) -> Iterator[Ray]:
    for k in range(inputs):
        exponents = tuple(abs(i - k) for i in range(inputs))
        for r in {min(max(near, 0), width - 1) for near in (k - 1, k, k + 1)}:
            yield r, exponents


def _cheap(costs: Any, alpha: Any, tolerance: Any) -> Iterator[Ray]:
    """Yield, for each response, extreme columns that cost less than minus the tolerance of their largest entry.

    `costs` and `tolerance` have a row for each input. In a column with entry 1 at i, the entries from i on cost at
    least right[i].
    """
    import numpy as np  # noqa: PLC0415

    inputs, width = costs.shape
    right, left = costs.copy(), costs.copy()
    for i in range(inputs - 2, -1, -1):
        right[i] += np.minimum(right[i + 1] * alpha, right[i + 1] / alpha)
    for i in range(1, inputs):
        left[i] += np.minimum(left[i - 1] * alpha, left[i - 1] / alpha)
    total = left + right - costs
    is_cheap = total < -tolerance
    for r in range(width):
        cheap = np.flatnonzero(is_cheap[:, r]).tolist()
        # The possible places of a largest entry 1: from there, decreasing on both sides costs least.
        peaks = [
            i for i in cheap if (i == 0 or left[i - 1, r] >= 0) and (i == inputs - 1 or right[i + 1, r] >= 0)
        ] or cheap
        for i in sorted(peaks, key=lambda i, r=r: total[i, r])[:PEAKS]:  # type: ignore[misc]
            yield r, _exponents(i, left[:, r], right[:, r])


def _exponents(root: int, left: Sequence[Any], right: Sequence[Any]) -> tuple[int, ...]:
    """Return the powers of α of the cheapest column through an entry."""
    found = [0] * len(left)
    for i in range(root + 1, len(left)):
        found[i] = found[i - 1] + (-1 if right[i] < 0 else 1)
    for i in range(root - 1, -1, -1):
        found[i] = found[i + 1] + (-1 if left[i] < 0 else 1)
    least = min(found)
    return tuple(h - least for h in found)
