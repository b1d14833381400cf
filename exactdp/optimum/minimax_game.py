"""The game of a minimax consumer against nature, and its linear program.

The consumer chooses a remap T of G_{n,α}, nature a prior on the side information. Input i loses
Σ_k α^|i-k|·s_k·Σ_r T_kr·l(i, r), where G = A·diag(s) and A = (α^|i-k|). The inverse of A is tridiagonal. So the
equations are multiplied by it: once, or more often for a loss that grows faster than |i-r|. Sending k to r instead of f
then has the effect 0 except near k, r, f and the ends. So each row has a few short numbers.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, lcm
from typing import TypeAlias, TypeVar

from flint import fmpq

from exactdp.arithmetic.errors import InputError
from exactdp.linear_programs.contracted_basis import BasicColumns
from exactdp.linear_programs.linear_program import LinearProgram, over_one_denominator
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.bayesian import PosteriorLosses

Value = TypeVar("Value", int, Fraction, fmpq)

RemapEntry: TypeAlias = tuple[int, int]
"""The index (k, r) of T_kr, the probability of sending k to r."""


@dataclass(frozen=True)
class Basis:
    """A basis of the linear program: the basic responses of each row of T, at least one, and the tight inputs.

    The number of tight inputs is one more than the number of second, third, … responses. So the losses of the tight
    inputs determine the value and the T_kr of those responses. Each row sum determines the first T_kr of its row. All
    other T_kr are 0.

    >>> Basis(((0, 1), (1,)), (0, 1)).others
    [(0, 1)]
    """

    responses: tuple[tuple[int, ...], ...]
    tight: tuple[int, ...]

    @property
    def others(self) -> list[RemapEntry]:
        """The second, third, … responses."""
        return [(k, r) for k, chosen in enumerate(self.responses) for r in chosen[1:]]


@dataclass(frozen=True)
class MinimaxGame:
    """The numbers of the game as integers, where α = p/q, and `losses` are the losses times `scale`.

    >>> from exactdp.linear_programs.optimal_basis import solve
    >>> from exactdp.model.losses import absolute
    >>> game = minimax_game(MinimaxConsumer(absolute(), inputs=range(4)), Fraction(1, 4))
    >>> game.column(0, 1, 0)
    {0: 1088, 1: -512}
    >>> found = solve(game.program([0, 1, 2, 3], [(0, 1), (2, 1), (3, 2)]))
    >>> found.value / game.unit, game.prior_of(found.multipliers)
    (Fraction(168, 415), ([272, 0, 4095, 1028], 5395))
    """

    p: int
    q: int
    losses: list[list[int]]
    scale: int
    inputs: tuple[int, ...]

    @property
    def n(self) -> int:
        """The largest input."""
        return len(self.losses) - 1

    @property
    def responses(self) -> range:
        """All responses."""
        return range(len(self.losses[0]))

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
        """The unit of a loss in the linear program."""
        return (self.q + self.p) * self.scale

    def loss_on(self, i: int, weights: Sequence[Mapping[int, Value]]) -> int | Value:
        """Return the loss on an input in the program's unit, times q^n, for the weights s_k·T_kr·(q + p)."""
        row, far = self.losses[i], [*self.power[i:0:-1], *self.power[: self.n + 1 - i]]
        losses = (sum(weight * row[r] for r, weight in each.items()) for each in weights)
        return sum(power * loss for power, loss in zip(far, losses, strict=True))

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

    def multiplied(self, values: Mapping[int, Value]) -> dict[int, Value]:
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

    def column(self, k: int, r: int, f: int) -> dict[int, int]:
        """Return the additional losses if k goes to r instead of f, times q^n, `multiplied`."""
        d, height, at = self.degree, len(self.inputs), bisect_left(self.inputs, k)
        bent = (b + near for b in self._differences(f, r, d) for near in range(d + 1))
        places = {*range(d), *bent, *range(height - d, height), *range(at - d, at + d + 1)}.intersection(range(height))
        around = {b for place in places for b in range(max(place - d, 0), min(place + d + 1, height))}
        inputs = ((b, self.inputs[b]) for b in around)
        found = self.multiplied(
            {b: (self.losses[i][r] - self.losses[i][f]) * self.power[abs(i - k)] for b, i in inputs}
        )
        return {b: found[b] for b in sorted(places) if found[b]}

    def program(self, first: Sequence[int], others: Sequence[RemapEntry]) -> LinearProgram:
        """Return the linear program of the least worst loss, if each k may be sent to first[k] and to others.

        Its variables are the loss, the slack of each input, and the weight s_k·T_kr·(q + p) of each other response. It
        has an equation for each input. Then it has a row for each k, whose slack is the weight of first[k].
        """
        height, whole, one = len(self.inputs), self.power[0], Fraction(1)
        columns = [self.multiplied(dict.fromkeys(range(height), one))]
        columns += [{at: Fraction(-v) for at, v in unit.items()} for unit in self.units]
        weights = [{f: weight} for f, weight in zip(first, self.weights, strict=True)]
        least = self.multiplied({at: self.loss_on(i, weights) for at, i in enumerate(self.inputs)})
        right = *(Fraction(least[at], whole) for at in range(height)), *(Fraction(-weight) for weight in self.weights)
        rows: list[dict[int, Fraction]] = [{} for _ in right]
        for j, column in enumerate(columns):
            for at, value in column.items():
                rows[at][j] = value
        alone = LinearProgram(1 + height, {0: one}, tuple(rows), right, frozenset(range(height)), frozenset({0}))
        return self.with_responses(alone, first, others)

    def with_responses(
        self, program: LinearProgram, first: Sequence[int], others: Sequence[RemapEntry]
    ) -> LinearProgram:
        """Return the linear program with more responses."""
        rows = list(map(dict, program.rows))
        for j, (k, r) in enumerate(others, program.variables):
            for at, value in self.column(k, r, first[k]).items():
                rows[at][j] = Fraction(-value, self.power[0])
            rows[len(self.inputs) + k][j] = Fraction(-1)
        return replace(program, variables=program.variables + len(others), rows=tuple(rows))

    def columns_of(self, basis: Basis, first: Sequence[int], others: Sequence[RemapEntry]) -> BasicColumns:
        """Return the basic columns of a basis in this linear program."""
        height = len(self.inputs)
        places = {entry: j for j, entry in enumerate(others, 1 + height)}
        places |= {(k, f): 1 + 2 * height + len(others) + k for k, f in enumerate(first)}
        loose = [1 + at for at, i in enumerate(self.inputs) if i not in basis.tight]
        return (0, *loose, *sorted(places[k, r] for k, chosen in enumerate(basis.responses) for r in chosen))

    def basis_of(self, columns: BasicColumns, first: Sequence[int], others: Sequence[RemapEntry]) -> Basis:
        """Return the basis with these basic columns in this linear program."""
        height, basic = len(self.inputs), set(columns)
        chosen = [[f] if 1 + 2 * height + len(others) + k in basic else [] for k, f in enumerate(first)]
        for j, (k, r) in enumerate(others, 1 + height):
            if j in basic:
                chosen[k].append(r)
        return Basis(tuple(map(tuple, chosen)), tuple(i for at, i in enumerate(self.inputs) if 1 + at not in basic))

    def prior_of(self, multipliers: Sequence[Fraction]) -> tuple[list[int], int]:
        """Return nature's prior on 0..n, over a denominator, from the multipliers of the linear program."""
        prices, common = over_one_denominator(multipliers[: len(self.inputs)])
        prior = [0] * (self.n + 1)
        for at, probability in self.multiplied(dict(enumerate(prices))).items():
            prior[self.inputs[at]] = probability
        shared = gcd(common, *prior)
        return [probability // shared for probability in prior], common // shared


def minimax_game(user: MinimaxConsumer, alpha: Fraction, responses: int | None = None) -> MinimaxGame:
    """Return the game of a minimax consumer of G_{n,α}, by default with the responses 0..n.

    Domain: 0 < α < 1, n ≥ 1, a rational loss. Raises: `InputError` outside.

    >>> from exactdp.model.losses import squared
    >>> minimax_game(MinimaxConsumer(squared(), inputs=range(3), side_information=[0, 2]), Fraction(1, 4)).inputs
    (0, 2)
    """
    if user.size < 2 or not 0 < alpha < 1 or not user.loss.rational:
        raise InputError("the game is for n ≥ 1, a level strictly between 0 and 1, and a rational loss")
    scale, losses = user.loss.scaled(user.size, user.size if responses is None else responses)
    return MinimaxGame(alpha.numerator, alpha.denominator, losses, scale, user.side_information)
