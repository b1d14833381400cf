"""The game of a minimax consumer against nature, and the exact solution of a basis of its linear program.

The consumer chooses a remap T of G_{n,α}, nature a prior on the side information. Input i loses
Σ_k α^|i-k|·s_k·Σ_r T_kr·l(i, r), where G = A·diag(s) and A = (α^|i-k|). The inverse of A is tridiagonal. So the
equations are multiplied by it: once, or more often for a loss that grows faster than |i-r|. Sending k to r instead of f
then has the effect 0 except near k, r, f and the ends. So each row has a few short numbers.

>>> from exactdp.model.losses import absolute
>>> game = minimax_game(MinimaxConsumer(absolute(), inputs=range(4)), Fraction(1, 4))
>>> game.column(0, 1, 0)
(64, {0: 17, 1: -8})
>>> vertex = vertex_of(game, Basis(((0, 1), (1,), (2,), (3, 2)), (0, 1, 2)))
>>> vertex.is_optimal, vertex.weights[0]
(False, {0: 272/83, 1: 60/83})
>>> best = vertex_of(game, Basis(((0, 1), (1,), (1, 2), (2, 3)), (0, 1, 2, 3)))
>>> best.is_optimal, best.value / game.unit, Fraction(best.prior[0], best.common)
(True, 168/415, Fraction(68, 415))
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, lcm
from typing import Any, TypeAlias

from flint import fmpq, fmpz_mat

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.bayesian import PosteriorLosses

PRICED_WITHIN = 2
"""The distance from a basic response within which prices of others are computed."""

RemapEntry: TypeAlias = tuple[int, int]
"""The index (k, r) of T_kr, the probability of sending k to r."""


@dataclass(frozen=True)
class Basis:
    """A basis of the linear program: the basic responses of each row of T, at least one, and the tight inputs.

    The number of tight inputs is one more than the number of second, third, … responses. So the losses of the tight
    inputs determine the value and the T_kr of those responses. Each row sum determines the first T_kr of its row. All
    other T_kr are 0.
    """

    responses: tuple[tuple[int, ...], ...]
    tight: tuple[int, ...]

    @property
    def others(self) -> list[RemapEntry]:
        """The second, third, … responses."""
        return [(k, r) for k, chosen in enumerate(self.responses) for r in chosen[1:]]


@dataclass(frozen=True)
class MinimaxGame:
    """The numbers of the game as integers, where α = p/q, and `losses` are the losses times `scale`."""

    p: int
    q: int
    losses: list[list[int]]
    scale: int
    inputs: tuple[int, ...]
    columns: dict[tuple[int, int, int], tuple[int, dict[int, int]]] = field(default_factory=dict, repr=False)
    bends: dict[RemapEntry, set[int]] = field(default_factory=dict, repr=False)

    @property
    def n(self) -> int:
        """The largest input."""
        return len(self.losses) - 1

    @property
    def responses(self) -> range:
        """All responses."""
        return range(len(self.losses[0]))

    @property
    def level(self) -> str:
        """The text of α."""
        return elided(text(Fraction(self.p, self.q)))

    @cached_property
    def power(self) -> list[int]:
        """α^d·q^n for d = 0..n."""
        return [self.p**d * self.q ** (self.n - d) for d in range(self.n + 1)]

    @cached_property
    def weights(self) -> list[int]:
        """s_k·(q + p) for k = 0..n."""
        return [self.q, *[self.q - self.p] * (self.n - 1), self.q]

    @property
    def unit(self) -> int:
        """The unit of a loss computed from `losses`, `power` and `weights`."""
        return self.power[0] * (self.q + self.p) * self.scale

    def losses_of(self, chosen: Sequence[int]) -> list[int]:
        """Return the loss on each input of the side information if k is sent to chosen[k]."""
        found, weighted = [], list(zip(self.weights, chosen, strict=True))
        for i in self.inputs:
            row, far = self.losses[i], [*self.power[i:0:-1], *self.power[: self.n + 1 - i]]
            found.append(sum(power * (weight * row[r]) for power, (weight, r) in zip(far, weighted, strict=True)))
        return found

    def posterior(self, prior: Sequence[int]) -> Callable[[int], list[int]]:
        """Return the function that maps a response r to Σ_i prior_i·l(i, r)·α^|i-k|·q^n for all k."""
        sums = PosteriorLosses(Fraction(self.p, self.q), prior)
        return lambda r: sums.of([row[r] for row in self.losses])

    @cached_property
    def degree(self) -> int:
        """The power of the inverse of A by which the equations are multiplied: 1 for most losses.

        The differences of this order of l(i, r + 1) - l(i, r) are almost all 0. The degree is kept low because the rows
        of the product sum to about (1 - α)^(2·degree), which limits the precision in floating point.
        """
        middle, gaps = len(self.responses) // 2, {after - before for before, after in pairwise(self.inputs)}
        for times in range(1, 4 if len(gaps) == 1 else 1):
            if self.q ** (2 * times) > 10**6 * (self.q - self.p) ** (2 * times):
                break
            if 4 * len(self._differences(middle - 1, middle, times)) <= len(self.inputs):
                return times
        return 1

    def _differences(self, f: int, r: int, times: int) -> list[int]:
        """Return the places of nonzero differences of this order of l(i, r) - l(i, f)."""
        change = [self.losses[i][r] - self.losses[i][f] for i in self.inputs]
        for _ in range(times):
            change = [after - before for before, after in pairwise(change)]
        return [at for at, value in enumerate(change) if value]

    @cached_property
    def inverse(self) -> tuple[list[int], list[int]]:
        """The inverse of A on the side information, times one number: its diagonal and its off-diagonal."""
        gaps = [after - before for before, after in pairwise(self.inputs)]
        whole = lcm(*(self.q ** (2 * gap) - self.p ** (2 * gap) for gap in gaps))
        shares = [whole // (self.q ** (2 * gap) - self.p ** (2 * gap)) for gap in gaps]
        squares = [share * self.q ** (2 * gap) - whole for share, gap in zip(shares, gaps, strict=True)]
        diagonal = [before + after + whole for before, after in pairwise([0, *squares, 0])]
        return diagonal, [0, *(-share * (self.p * self.q) ** gap for share, gap in zip(shares, gaps, strict=True)), 0]

    def multiplied(self, values: Mapping[int, Any]) -> dict[int, Any]:
        """Return `inverse` to the power of `degree` times a vector; correct if the adjacent entries are given."""
        diagonal, beside = self.inverse
        for _ in range(self.degree):
            values = {
                at: diagonal[at] * value + beside[at] * values.get(at - 1, 0) + beside[at + 1] * values.get(at + 1, 0)
                for at, value in values.items()
            }
        return dict(values)

    @cached_property
    def units(self) -> list[dict[int, int]]:
        """The columns of the slacks, as `multiplied`."""
        places, d = range(len(self.inputs)), self.degree
        return [self.multiplied({b: int(b == at) for b in places[max(at - d, 0) : at + d + 1]}) for at in places]

    def column(self, k: int, r: int, f: int) -> tuple[int, dict[int, int]]:
        """Return the additional losses if k goes to r instead of f, `multiplied`: a factor, and numbers."""
        if (k, r, f) not in self.columns:
            d, height, at = self.degree, len(self.inputs), bisect_left(self.inputs, k)
            if (f, r) not in self.bends:
                bent = (b + near for b in self._differences(f, r, d) for near in range(d + 1))
                self.bends[f, r] = {*range(d), *bent, *range(height - d, height)}
            places = {b for b in self.bends[f, r].union(range(at - d, at + d + 1)) if 0 <= b < height}
            around = {b for place in places for b in range(max(place - d, 0), min(place + d + 1, height))}
            inputs = ((b, self.inputs[b]) for b in around)
            change = {b: (self.losses[i][r] - self.losses[i][f]) * self.power[abs(i - k)] for b, i in inputs}
            found = self.multiplied(change)
            content = gcd(*(found[b] for b in places)) or 1
            self.columns[k, r, f] = content, {b: found[b] // content for b in sorted(places) if found[b]}
        return self.columns[k, r, f]


def minimax_game(user: MinimaxConsumer, alpha: Fraction, responses: int | None = None) -> MinimaxGame:
    """Return the game of a minimax consumer of G_{n,α}, by default with the responses 0..n.

    Domain: 0 < α < 1, n ≥ 1, a rational loss. Raises: `InputError` outside.
    """
    if user.size < 2 or not 0 < alpha < 1 or not user.loss.rational:
        raise InputError("the game is for n ≥ 1, a level strictly between 0 and 1, and a rational loss")
    scale, losses = user.loss.scaled(user.size, user.size if responses is None else responses)
    return MinimaxGame(alpha.numerator, alpha.denominator, losses, scale, tuple(user.side_information))


@dataclass(frozen=True)
class GameVertex:
    """The exact solution of a basis.

    `weights[k][r]` is s_k·T_kr·(q + p), and `value` is the loss in the game's unit. `slack` is the value minus the
    losses of the inputs that are not tight. `prior`, over `common`, has the prices of the inputs. `first[k]`, over
    `common`, is the cost of sending k to its first basic response. `prices[k, r]` is the cost of sending it to r
    instead, for r near the basic ones and for the cheapest r.

    >>> from exactdp.model.losses import zero_one
    >>> game = minimax_game(MinimaxConsumer(zero_one(), inputs=range(2)), Fraction(1, 2))
    >>> vertex = vertex_of(game, Basis(((0,), (1, 0)), (0, 1)))
    >>> vertex.prior, vertex.common, vertex.is_optimal
    ([2, 1], 3, True)
    """

    basis: Basis
    weights: tuple[dict[int, fmpq], ...]
    value: fmpq
    slack: dict[int, fmpq]
    prior: list[int]
    common: int
    first: list[int]
    prices: dict[RemapEntry, int]

    @cached_property
    def is_feasible(self) -> bool:
        """Whether T is stochastic, and no input loses more than the tight ones."""
        return all(value >= 0 for row in (*self.weights, self.slack) for value in row.values())

    @cached_property
    def is_bayesian(self) -> bool:
        """Whether the prices are a prior, and the basic responses are best against it."""
        return min(self.prior) >= 0 and min(self.prices.values()) >= 0

    @property
    def is_optimal(self) -> bool:
        """Whether it is a saddle point: T is best against the prior, and no input is worse against T."""
        return self.is_feasible and self.is_bayesian


def vertex_of(game: MinimaxGame, basis: Basis, priced: Iterable[RemapEntry] = ()) -> GameVertex | None:
    """Solve a basis, and also price these entries of the remap; None if the basis is singular."""
    others, first = basis.others, [chosen[0] for chosen in basis.responses]
    loose = set(game.inputs) - set(basis.tight)
    matrix, content = equations(game, basis)
    right = game.multiplied(dict(enumerate(game.losses_of(first))))
    solution = solved(matrix, content, right)
    if solution is None:
        return None
    value, *rest = solution
    weights = [{r: fmpq(weight)} for r, weight in zip(first, game.weights, strict=True)]
    for (k, r), weight in zip(others, rest, strict=False):
        weights[k][r] = weight
        weights[k][first[k]] -= weight
    slack = dict(zip(sorted(loose), rest[len(others) :], strict=True))
    prior, common = _prior(game, matrix)
    costs, prices = _prices(game, basis, prior, priced)
    return GameVertex(basis, tuple(weights), value, slack, prior, common, costs, prices)


def equations(game: MinimaxGame, basis: Basis) -> tuple[fmpz_mat, list[int]]:
    """Return the matrix of a vertex's equations, and the numbers by which its columns are divided.

    It has a row for each input of the side information. Its columns are the unknowns: the value, the second, third, …
    responses, and the slacks of the inputs that are not tight.

    >>> from exactdp.model.losses import zero_one
    >>> game = minimax_game(MinimaxConsumer(zero_one(), inputs=range(2)), Fraction(1, 2))
    >>> matrix, content = equations(game, Basis(((0,), (1, 0)), (0, 1)))
    >>> matrix.tolist(), content
    ([[4, 13], [4, -14]], [1, 4])
    """
    size, tight = len(game.inputs), set(basis.tight)
    loose = [at for at, i in enumerate(game.inputs) if i not in tight]
    changes = [game.column(k, r, basis.responses[k][0]) for k, r in basis.others]
    ones, entries = game.multiplied(dict.fromkeys(range(size), -1)), [0] * (size * size)
    for column, numbers in enumerate([ones, *(each for _, each in changes), *(game.units[at] for at in loose)]):
        for at, value in numbers.items():
            entries[at * size + column] = -value
    return fmpz_mat(size, size, entries), [1, *(factor for factor, _ in changes), *[1] * len(loose)]


def solved(matrix: fmpz_mat, content: Sequence[int], right: Mapping[int, int]) -> list[fmpq] | None:
    """Return the unknowns of a vertex's equations for this right side, and None if the matrix is singular.

    >>> solved(fmpz_mat([[2, 0], [0, 1]]), [1, 3], {0: 1})
    [1/2, 0]
    """
    try:
        found: Any = matrix.solve(fmpz_mat(len(content), 1, [right.get(at, 0) for at in range(len(content))]))
    except ZeroDivisionError:
        return None
    numerators, common = found.numer_denom()
    return [fmpq(x, common * factor) for x, factor in zip(numerators.entries(), content, strict=True)]


def _prior(game: MinimaxGame, matrix: fmpz_mat) -> tuple[list[int], int]:
    """Return the prices of the inputs 0..n, over a denominator, that sum to 1 and pay for all other unknowns."""
    height = len(game.inputs)
    solution: Any = matrix.transpose().solve(fmpz_mat(height, 1, [1] + [0] * (height - 1)))
    numerators, common = solution.numer_denom()
    found = game.multiplied(dict(enumerate(map(int, numerators.entries()))))
    shared, full = gcd(int(common), *found.values()), [0] * (game.n + 1)
    for at, value in found.items():
        full[game.inputs[at]] = value // shared
    return full, int(common) // shared


def _prices(
    game: MinimaxGame, basis: Basis, prior: list[int], priced: Iterable[RemapEntry]
) -> tuple[list[int], dict[RemapEntry, int]]:
    near = [
        {each for r in chosen for each in range(r - PRICED_WITHIN, r + PRICED_WITHIN + 1)} for chosen in basis.responses
    ]
    for k, r in priced:
        near[k].add(r)
    costs: dict[RemapEntry, int] = {}
    cheapest: list[tuple[int, int]] = []
    posterior = game.posterior(prior)
    for r in game.responses:
        found = posterior(r)
        costs.update({(k, r): cost for k, cost in enumerate(found) if r in near[k]})
        here = [(cost, r) for cost in found]
        cheapest = list(map(min, cheapest, here)) if cheapest else here
    costs.update({(k, r): cost for k, (cost, r) in enumerate(cheapest)})
    first = [costs[k, chosen[0]] for k, chosen in enumerate(basis.responses)]
    return first, {(k, r): cost - first[k] for (k, r), cost in costs.items()}
