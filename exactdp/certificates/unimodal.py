"""The evidence for Coq about a user with a unimodal loss: the modes, and the proof that a best remap of G is unique.

Nothing is verified here. Coq checks all of it by computation, and rejects the evidence of a false statement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exactdp import kernel
from exactdp.certificates.statements import integer_losses
from exactdp.kernel import Problem, Row
from exactdp.model.matrix import Matrix
from exactdp.polytope.derivability import tridiagonal_remap
from exactdp.polytope.independence import LeftInverse, independence_with_inverse

MODULI = (65521, 65519, 2**31 - 1)
"""The moduli tried first for a left inverse, in increasing order: Coq multiplies integers bit by bit."""


@dataclass(frozen=True)
class _OnlyBestRemap:
    """The proof that a best remap of G is unique.

    A best remap sends each column of G to one of at most two responses, its slot, because the others cost more. The
    losses on the inputs of `equations` determine the columns with two: their matrix has a left inverse.
    """

    slots: list[tuple[int, int]]
    equations: list[int]
    modulus: int
    inverse: LeftInverse


def remap_of_geometric(rows: Sequence[Row], alpha: Fraction) -> tuple[int, list[list[int]]] | None:
    """Return the stochastic T with G·T equal to a matrix, over one denominator; None if no such T exists.

    Domain: at least two rows that sum to 1; 0 < α < 1.
    Source: Gupte & Sundararajan 2010, Theorem 2.

    >>> remap_of_geometric([(3, [2, 1]), (3, [1, 2])], Fraction(1, 2))
    (1, [[1, 0], [0, 1]])
    >>> remap_of_geometric([(3, [2, 1]), (3, [1, 2])], Fraction(2, 3))
    """
    x = Matrix.from_integers([row for _, row in rows], [denominator for denominator, _ in rows])
    remap = tridiagonal_remap(x, alpha)
    if any(entry < 0 for row in remap.numerators for entry in row):
        return None
    return kernel.over_one_denominator(list(zip(remap.denominators, map(list, remap.numerators), strict=True)))


def modes(losses: Sequence[Sequence[int]]) -> list[int] | None:
    """Return nondecreasing modes, one per input: the loss falls up to the mode and rises from it; None if impossible.

    >>> modes([[0, 1, 1], [1, 0, 1], [2, 2, 0]])
    [0, 1, 2]
    >>> modes([[0, 1, 0]]), modes([[1, 0], [0, 1]])
    (None, None)
    """
    found: list[int] = []
    for row in losses:
        steps = list(enumerate(pairwise(row)))
        last_fall = max((r + 1 for r, (loss, after) in steps if after < loss), default=0)
        first_rise = min((r for r, (loss, after) in steps if loss < after), default=len(row) - 1)
        mode = max([last_fall, *found[-1:]])
        if mode > first_rise:
            return None
        found.append(mode)
    return found


def is_strict(row: Sequence[int], mode: int) -> bool:
    """Return whether the losses of one input strictly fall up to the mode and strictly rise from it.

    >>> is_strict([1, 0, 2], 1), is_strict([1, 0, 0], 1)
    (True, False)
    """
    steps = enumerate(pairwise(row))
    return all(loss < after if r >= mode else after < loss for r, (loss, after) in steps)


def only_best_remap(problem: Problem, prior: Row, of_modes: Sequence[int]) -> _OnlyBestRemap | None:
    """Return the proof that the user's best remap of G is unique; None if this method does not prove it.

    Domain: a rational loss, on the path, without constraints; `prior` is the user's, or a least favourable one.

    >>> from fractions import Fraction
    >>> from exactdp.kernel import Loss, Privacy
    >>> path = Privacy("path", [(0, 1)], Fraction(1, 2))
    >>> def asked(prior, inputs):
    ...     problem = Problem(2, 2, path, Loss([[0, 1], [1, 0]]), prior, inputs, [])
    ...     return only_best_remap(problem, (2, [1, 1]), [0, 1])
    >>> asked((2, [1, 1]), [])
    _OnlyBestRemap(slots=[(0, 0), (1, 1)], equations=[], modulus=65521, inverse=())
    """
    losses, weights, alpha = integer_losses(problem), prior[1], problem.privacy.alpha
    ends = all(weights[i] > 0 and is_strict(losses[i], of_modes[i]) for i in (0, -1))
    if not ends or not 0 < alpha < 1:
        return None
    columns = [
        _blurred([weight * row[r] for weight, row in zip(weights, losses, strict=True)], *alpha.as_integer_ratio())
        for r in range(problem.width)
    ]
    slots = []
    for costs in zip(*columns, strict=True):
        least = [r for r, cost in enumerate(costs) if cost == min(costs)]
        if len(least) > 2:
            return None
        slots.append((least[0], least[-1]))
    left_open = [k for k, (one, other) in enumerate(slots) if one != other]
    equations = [i for i, weight in enumerate(weights) if weight > 0] if left_open and problem.prior is None else []
    inverse = _left_inverse(losses, slots, left_open, equations, alpha.as_integer_ratio())
    return None if inverse is None else _OnlyBestRemap(slots, equations, *inverse)


def _left_inverse(
    losses: list[list[int]],
    slots: list[tuple[int, int]],
    left_open: list[int],
    equations: list[int],
    alpha: tuple[int, int],
) -> tuple[int, LeftInverse] | None:
    if not left_open:
        return MODULI[0], ()
    n, (p, q) = len(slots) - 1, alpha
    decays = [p**d * q ** (n - d) for d in range(n + 1)]
    matrix = [
        [decays[abs(i - k)] * (losses[i][slots[k][0]] - losses[i][slots[k][1]]) for k in left_open] for i in equations
    ]
    return independence_with_inverse(matrix, MODULI) if matrix else None


def _blurred(values: list[int], p: int, q: int) -> list[int]:
    """Return Σ_i p^|i-k|·q^(n-|i-k|)·values[i] for every k."""
    n = len(values) - 1

    def carried(terms: Sequence[int]) -> list[int]:
        found, total = [], 0
        for i, term in enumerate(terms):
            total = p * total + q**i * term
            found.append(total)
        return found

    left, right = carried(values), carried(values[::-1])[::-1]
    return [q ** (n - k) * left[k] + q**k * right[k] - q**n * values[k] for k in range(n + 1)]
