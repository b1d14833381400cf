"""The positive prices of a dual: the constraints that are tight in every optimal mechanism."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exactdp.model.losses import LossValue
from exactdp.optimum.problem import Dual, Problem


@dataclass(frozen=True)
class Face:
    """The equalities that the prices imply for the column of one response.

    `ties`: neighbours (i, k) with a positive price of x_k ≥ α·x_i, so that x_k = α·x_i in an optimal column. `zeros`:
    inputs with a positive price of x ≥ 0, so that x = 0 there.
    """

    ties: tuple[tuple[int, int], ...]
    zeros: tuple[int, ...]


@dataclass(frozen=True)
class InfeasibleDual:
    """An invalid dual: for this response, some α-private column costs less than the weights."""

    response: int

    def __bool__(self) -> bool:
        return False


def faces(problem: Problem, dual: Dual) -> tuple[Face, ...] | InfeasibleDual:
    """Return, for each response, the constraints with a positive price.

    >>> from exactdp.model.users import BayesianUser
    >>> from exactdp.model.losses import zero_one
    >>> half = (Fraction(1, 2),) * 2
    >>> problem = Problem(BayesianUser(zero_one(), half), "1/3")
    >>> faces(problem, Dual(half, (Fraction(1, 8),) * 2))
    (Face(ties=((0, 1),), zeros=()), Face(ties=((1, 0),), zeros=()))
    >>> faces(problem, Dual(half, (Fraction(1, 4),) * 2))
    InfeasibleDual(response=0)
    """
    found = []
    costs = _Costs(problem, dual)
    for r in range(problem.responses):
        face = _path_face(problem, costs, r) if costs.is_path else _graph_face(problem, dual, costs, r)
        if face is None:
            return InfeasibleDual(r)
        found.append(face)
    return tuple(found)


def columns_without_price(problem: Problem, found: Sequence[Face]) -> list[tuple[int, int]]:
    """Return the (k, r) such that column k of G satisfies the equalities of response r.

    Domain: the faces of a problem on the path with 0 < α < 1.

    >>> from exactdp.model.users import BayesianUser
    >>> from exactdp.model.losses import zero_one
    >>> half = (Fraction(1, 2),) * 2
    >>> problem = Problem(BayesianUser(zero_one(), half), "1/3")
    >>> columns_without_price(problem, faces(problem, Dual(half, (Fraction(1, 8),) * 2)))
    [(0, 0), (1, 1)]
    """
    pairs = []
    for r, face in enumerate(found):
        if not face.zeros:
            # Column k falls by the factor α from each input to the next one away from k.
            lowest = max((i for i, k in face.ties if i > k), default=0)
            highest = min((i for i, k in face.ties if i < k), default=problem.n)
            pairs += [(k, r) for k in range(lowest, highest + 1)]
    return pairs


class _Costs:
    """The reduced costs d_r[i] = p_i·l(i, r) - w_i - Σ_c y_c·a_c, times one positive number: integers if rational."""

    def __init__(self, problem: Problem, dual: Dual) -> None:
        scale, self.losses = problem.user.loss.scaled(problem.inputs, problem.responses)
        rational = [v for v in (*dual.weights, *dual.multipliers, *dual.prior) if isinstance(v, Fraction)]
        numbers = [*rational, *(v for c in problem.constraints for v in c.coefficients.values())]
        # With constraints, products of two of these numbers occur.
        self.common = common = scale * lcm(*(v.denominator for v in numbers)) ** (2 if problem.constraints else 1)
        self.prior = [_integer(p * (common // scale)) for p in dual.prior]
        self.weights = [_integer(w * common) for w in dual.weights]
        self.extra: list[dict[int, int | LossValue]] = [{} for _ in range(problem.responses)]
        for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
            for (i, r), a in constraint.coefficients.items():
                self.extra[r][i] = self.extra[r].get(i, 0) + _integer(y * a * common)
        self.is_path = problem.neighbours.name == "path" and problem.alpha > 0
        q, n = problem.alpha.denominator, problem.n
        self.powers = [q**i for i in range(n + 1)]
        self.right = [(self.prior[i] * q ** (n - i), self.weights[i] * q ** (n - i)) for i in range(n + 1)]
        self.left = [(self.prior[i] * q**i, self.weights[i] * q**i) for i in range(n + 1)]


def _integer(value: LossValue) -> int | LossValue:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _path_face(problem: Problem, costs: _Costs, r: int) -> Face | None:
    p, q, n = problem.alpha.numerator, problem.alpha.denominator, problem.n
    extra = costs.extra[r]
    ties = []
    root, here = n, 0
    for i in range(n, -1, -1):
        prior, weight = costs.right[i]
        here = p * here + prior * costs.losses[i][r] - weight
        if i in extra:
            here -= extra[i] * costs.powers[n - i]
        root = i
        if i == 0 or here < 0:
            break
        if here > 0:
            ties.append((i - 1, i))
    there, spread = 0, 1
    for i in range(root):
        prior, weight = costs.left[i]
        there += spread * (prior * costs.losses[i][r] - weight)
        if i in extra:
            there -= extra[i] * costs.powers[i] * spread
        if there < 0:
            ties.append((i, i + 1))
            spread *= p
            there *= q * q
        else:
            if there > 0:
                ties.append((i + 1, i))
            there *= p
    total = here * costs.powers[root] * spread + there * costs.powers[n - root]
    if total < 0:
        return None
    return Face(tuple(ties), (root,) if total > 0 else ())


def _graph_face(problem: Problem, dual: Dual, costs: _Costs, r: int) -> Face | None:
    left: list[int | LossValue] = [
        costs.prior[i] * costs.losses[i][r] - costs.weights[i] - costs.extra[r].get(i, 0) for i in range(problem.inputs)
    ]
    ties = []
    for (response, i, k), price in dual.flows.items():
        if response == r and price > 0:
            left[k] -= price * costs.common
            left[i] += price * problem.alpha * costs.common
            ties.append((i, k))
    if any(value < 0 for value in left):
        return None
    return Face(tuple(ties), tuple(i for i, value in enumerate(left) if value > 0))
