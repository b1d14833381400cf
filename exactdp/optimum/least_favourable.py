"""The least favourable prior of a minimax consumer, and the remap of the geometric mechanism that is best against it.

A zero-sum game: the consumer picks a remap T of G, nature a prior on the side information. Its linear program is solved
in floating point for a basis, no more; what is returned was solved from a basis and checked in exact arithmetic.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf, isqrt, lcm
from typing import Any, TypeAlias

from flint import fmpq, fmpz_mat

from exactdp.arithmetic.exact import Exact, InputError, Undecided, elided, exact, privacy_level, text, to_fraction
from exactdp.linear_programs.floating_point import new_solver
from exactdp.linear_programs.searching import Progress, silent

SMALL = 4
"""Up to this n the exact simplex method alone is quicker than a first guess in floating point."""

APPROXIMATIONS = 400
"""The most linear programs in floating point, each for the error that the last one left, at one level."""

MISSES = 8
"""The most of them that may lead to a basis which is no vertex, or whose prior is none: signs of lost precision."""

SIMPLEX_STEPS = 3000
"""The most steps of the exact simplex method."""


_Response: TypeAlias = tuple[int, int]
"""T_kr, the probability of reading k as r, by (k, r)."""

_Unknown: TypeAlias = tuple[int, int | None]
"""The same, or the slack of an input i by (i, None)."""

_OPTIONS: dict[str, str | int | float] = {
    "presolve": "off",
    "solver": "simplex",
    "threads": 1,
    "simplex_iteration_limit": 100_000,
    "small_matrix_value": 1e-12,
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
}


@dataclass(frozen=True)
class Saddle:
    """A saddle point: neither a better remap against the prior nor a worse input against the remap.

    `prior` has n + 1 probabilities, 0 outside the side information. `remap[k]` holds the responses that k is read as,
    in order, with their positive probabilities. `value` is the worst-case loss of G·T over the side information, and
    the least expected loss under the prior that any remap of G has.

    >>> losses = [[abs(i - r) for r in range(4)] for i in range(4)]
    >>> found = least_favourable("1/4", losses, range(4))
    >>> found.value, found.remap[:2]
    (Fraction(168, 415), (((0, Fraction(68, 83)), (1, Fraction(15, 83))), ((1, Fraction(1, 1)),)))
    >>> is_saddle_point("1/4", losses, range(4), found), sum(found.prior)
    (True, Fraction(1, 1))
    """

    prior: tuple[Fraction, ...]
    remap: tuple[tuple[tuple[int, Fraction], ...], ...]
    value: Fraction


def least_favourable(
    alpha: Exact,
    losses: Sequence[Sequence[Any]],
    side_information: Iterable[int],
    progress: Progress = silent,
) -> Saddle:
    """Return the least favourable prior of a minimax consumer of G_{n,α}, with an optimal remap and the value.

    The prior need not be the only one, nor the remap. In practice n = 200 takes seconds.
    Domain: 0 < α < 1; losses[i][r] exact, n + 1 ≥ 2 rows of one length; a nonempty set of inputs from 0 to n.
    Raises: `InputError` outside, TypeError for a float; `Undecided` where the search met a limit.
    Source: Gupte & Sundararajan 2010, section 2.4.3, whose linear program this is, with its dual.

    >>> saddle = least_favourable("1/2", [[0, 1, 2], [1, 0, 1], [2, 1, 0]], [0, 1, 2])
    >>> saddle.value, saddle.prior
    (Fraction(4, 7), (Fraction(2, 7), Fraction(3, 7), Fraction(2, 7)))
    >>> saddle.remap[0]
    ((0, Fraction(6, 7)), (1, Fraction(1, 7)))
    """
    game = _game(alpha, losses, side_information)
    saddle = _saddle(game, _search(game, progress))
    progress("the saddle point is checked")
    if not _is_saddle_point(game, saddle):
        raise Undecided("the least favourable prior that was found did not pass its check")
    return saddle


def optimal_basis(
    alpha: Exact,
    losses: Sequence[Sequence[Any]],
    side_information: Iterable[int],
    progress: Progress = silent,
) -> "Basis":
    """Return a basis that is optimal for a minimax consumer of G_{n,α}; at other levels near α it often is as well.

    Domain and errors: as `least_favourable`.

    >>> optimal_basis("1/2", [[0, 1, 2], [1, 0, 1], [2, 1, 0]], [0, 1, 2])
    Basis(responses=((0, 1), (1,), (1, 2)), tight=(0, 1, 2))
    """
    found = _search(_game(alpha, losses, side_information), progress).basis
    return Basis(tuple(tuple(sorted(chosen)) for chosen in found.responses), found.tight)


def is_saddle_point(
    alpha: Exact, losses: Sequence[Sequence[Any]], side_information: Iterable[int], saddle: Saddle
) -> bool:
    """Decide whether a prior, a remap of G_{n,α} and a value are a saddle point, in O(n²) operations on integers.

    Domain and errors: as `least_favourable`.

    >>> half, one = Fraction(1, 2), Fraction(1)
    >>> keep = (((0, one),), ((1, one),))
    >>> is_saddle_point(half, [[0, 1], [1, 0]], [0, 1], Saddle((half, half), keep, Fraction(1, 3)))
    True
    >>> is_saddle_point(half, [[0, 1], [1, 0]], [0, 1], Saddle((one, 0 * one), keep, Fraction(1, 3)))
    False
    """
    return _is_saddle_point(_game(alpha, losses, side_information), saddle)


def _is_saddle_point(game: "_Game", saddle: Saddle) -> bool:
    prior, remap, value = saddle.prior, saddle.remap, saddle.value
    if len(prior) != game.n + 1 or min(prior) < 0 or sum(prior) != 1:
        return False
    if any(p for i, p in enumerate(prior) if i not in game.inputs) or len(remap) != game.n + 1:
        return False
    for row in remap:
        responses = [r for r, _ in row]
        if responses != sorted(set(responses)) or not set(responses) <= set(game.responses):
            return False
        if any(probability <= 0 for _, probability in row) or sum(probability for _, probability in row) != 1:
            return False
    common = lcm(*(probability.denominator for row in remap for _, probability in row))
    scaled = [
        [(r, int(probability * common) * weight) for r, probability in row]
        for row, weight in zip(remap, game.weights, strict=True)
    ]
    if any(game.loss_of(i, scaled) > value * common * game.unit for i in game.inputs):
        return False
    common = lcm(*(p.denominator for p in prior))
    table = game.posterior_losses([int(p * common) for p in prior])
    least = [min(column[k] for column in table) for k in range(game.n + 1)]
    return sum(w * b for w, b in zip(game.weights, least, strict=True)) == value * common * game.unit


@dataclass(frozen=True)
class _Game:
    """The numbers of the game as integers, where α = p/q, and `losses` are the losses times `scale`."""

    p: int
    q: int
    losses: list[list[int]]
    scale: int
    inputs: tuple[int, ...]

    @property
    def level(self) -> str:
        """α, for a person to read."""
        return elided(text(Fraction(self.p, self.q)))

    @cached_property
    def power(self) -> list[int]:
        """α^d·q^n for d = 0..n."""
        return [self.p**d * self.q ** (self.n - d) for d in range(self.n + 1)]

    @cached_property
    def weights(self) -> list[int]:
        """s_k·(q + p) for k = 0..n, where G = (α^|i-k|)·diag(s)."""
        return [self.q, *[self.q - self.p] * (self.n - 1), self.q]

    @property
    def unit(self) -> int:
        """What 1 is, of a loss that comes from `losses`, `power` and `weights`."""
        return self.power[0] * (self.q + self.p) * self.scale

    @property
    def n(self) -> int:
        return len(self.losses) - 1

    @property
    def responses(self) -> range:
        return range(len(self.losses[0]))

    def loss_of(self, i: int, remap: Sequence[Iterable[tuple[int, int]]]) -> int:
        """Return the loss on input i of a remap whose row k sums to a multiple of weights[k]."""
        row, power = self.losses[i], self.power
        return sum(power[abs(i - k)] * sum(t * row[r] for r, t in weighted) for k, weighted in enumerate(remap))

    def posterior_losses(self, prior: Sequence[int]) -> list[list[int]]:
        """Return, for every response r and every k, Σ_i prior_i·l(i, r)·α^|i-k| times q^n, by two passes."""
        p, n = self.p, self.n
        powers = [self.q**k for k in range(n + 1)]
        table = []
        for r in self.responses:
            costs = [weight * row[r] for weight, row in zip(prior, self.losses, strict=True)]
            total, column = 0, []
            for k, cost in enumerate(costs):
                total = p * total + cost * powers[k]
                column.append(total * powers[n - k])
            total = 0
            for k in range(n - 1, -1, -1):
                total = p * (total + costs[k + 1] * powers[n - k - 1])
                column[k] += total * powers[k]
            table.append(column)
        return table


def _game(alpha: Exact, losses: Sequence[Sequence[Any]], side_information: Iterable[int]) -> _Game:
    level = privacy_level(alpha)
    if not 0 < level < 1:
        raise InputError(
            f"α = {elided(text(level))}: the least favourable prior is for a level strictly between 0 and 1, "
            "such as 1/2"
        )
    rows = [[exact(loss) for loss in row] for row in losses]
    if len(rows) < 2 or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise InputError("the table of losses needs one row for each of the inputs 0..n, n ≥ 1, all of one length")
    inputs = set(side_information)
    if not inputs or not all(isinstance(i, int) and 0 <= i < len(rows) for i in inputs):
        raise InputError(f"the side information must be at least one input: write whole numbers up to {len(rows) - 1}")
    scale = lcm(*(loss.denominator for row in rows for loss in row))
    whole = [[loss.numerator * (scale // loss.denominator) for loss in row] for row in rows]
    return _Game(level.numerator, level.denominator, whole, scale, tuple(sorted(inputs)))


@dataclass(frozen=True)
class Basis:
    """A basis of the linear program: the basic responses of each row of T, at least one, and the tight inputs.

    There is one tight input more than there are second, third, … responses. So the value and the T_kr of those follow
    from the losses of the tight inputs, and the first of each row from its sum; all other T_kr are 0.

    >>> losses = [[abs(i - r) for r in range(4)] for i in range(4)]
    >>> found = optimal_basis("1/4", losses, range(4))
    >>> len(found.tight), sum(len(chosen) - 1 for chosen in found.responses)
    (4, 3)
    >>> found == optimal_basis("1/5", losses, range(4))
    True
    """

    responses: tuple[tuple[int, ...], ...]
    tight: tuple[int, ...]


@dataclass(frozen=True)
class _Vertex:
    """What a basis says, exactly.

    `weights[k][r]` is s_k·T_kr·(q + p), `value` the loss in the game's unit, `slack` what the inputs that are not tight
    lose less than that, `prior` the prices of the tight ones, and `prices[r][k]` what it would cost to read k as r
    rather than as its basic responses, over `common`.
    """

    basis: Basis
    core: fmpz_mat
    weights: tuple[dict[int, fmpq], ...]
    value: fmpq
    slack: dict[int, fmpq]
    prior: dict[int, fmpq]
    prices: list[list[int]]
    common: int

    @cached_property
    def is_feasible(self) -> bool:
        """Whether T is stochastic, and no input loses more than the tight ones."""
        return all(value >= 0 for row in (*self.weights, self.slack) for value in row.values())

    @cached_property
    def has_prior(self) -> bool:
        return all(p >= 0 for p in self.prior.values())

    @cached_property
    def is_bayesian(self) -> bool:
        """Whether the prices are a prior, and the basic responses best against it."""
        return self.has_prior and all(price >= 0 for column in self.prices for price in column)

    @property
    def is_optimal(self) -> bool:
        return self.is_feasible and self.is_bayesian


def _difference(game: _Game, basis: Basis, k: int, r: int, i: int) -> int:
    """What input i loses more when k is read as r rather than as its first basic response."""
    row = game.losses[i]
    return (row[r] - row[basis.responses[k][0]]) * game.power[abs(i - k)]


def _others(basis: Basis) -> list[_Response]:
    return [(k, r) for k, chosen in enumerate(basis.responses) for r in chosen[1:]]


def _vertex(game: _Game, basis: Basis) -> _Vertex | None:
    """Return what a basis says, and None if it is singular.

    The first basic response of each row of T is eliminated by the row's sum, and the slack inputs by their own slack:
    what is left has one unknown and one equation for each tight input.
    """
    others, size = _others(basis), len(basis.tight)
    core = fmpz_mat([[1, *(-_difference(game, basis, k, r, i) for k, r in others)] for i in basis.tight])
    first = [[(chosen[0], weight)] for chosen, weight in zip(basis.responses, game.weights, strict=True)]
    try:
        found = core.solve(fmpz_mat(size, 1, [game.loss_of(i, first) for i in basis.tight])).entries()
        prices = core.transpose().solve(fmpz_mat(size, 1, [1] + [0] * (size - 1))).entries()
    except ZeroDivisionError:
        return None
    weights = [{chosen[0]: fmpq(weight)} for chosen, weight in zip(basis.responses, game.weights, strict=True)]
    for (k, r), weight in zip(others, found[1:], strict=True):
        weights[k][r] = weight
        weights[k][basis.responses[k][0]] -= weight
    prior = dict(zip(basis.tight, prices, strict=True))
    common = lcm(*(int(p.q) for p in prices))
    table = game.posterior_losses([int((prior.get(i, fmpq(0)) * common).p) for i in range(game.n + 1)])
    least = [table[chosen[0]][k] for k, chosen in enumerate(basis.responses)]
    slack = _slack(game, basis, weights, found[0])
    return _Vertex(
        basis,
        core,
        tuple(weights),
        found[0],
        slack,
        prior,
        [[cost - lowest for cost, lowest in zip(column, least, strict=True)] for column in table],
        common,
    )


def _slack(game: _Game, basis: Basis, weights: Sequence[dict[int, fmpq]], value: fmpq) -> dict[int, fmpq]:
    common = lcm(*(int(weight.q) for row in weights for weight in row.values()))
    scaled = [[(r, int((weight * common).p)) for r, weight in row.items()] for row in weights]
    loose = set(game.inputs) - set(basis.tight)
    return {i: value - fmpq(game.loss_of(i, scaled), common) for i in sorted(loose)}


def _saddle(game: _Game, vertex: _Vertex) -> Saddle:
    remap = tuple(
        tuple((r, to_fraction(t) / weight) for r, t in sorted(row.items()) if t != 0)
        for row, weight in zip(vertex.weights, game.weights, strict=True)
    )
    prior = tuple(to_fraction(vertex.prior.get(i, fmpq(0))) for i in range(game.n + 1))
    return Saddle(prior, remap, to_fraction(vertex.value) / game.unit)


def _start(game: _Game) -> _Vertex:
    """Return the vertex of the Bayes remap of the uniform prior, at which one input is tight."""
    table = game.posterior_losses([int(i in game.inputs) for i in range(game.n + 1)])
    best = [min(game.responses, key=lambda r, k=k: table[r][k]) for k in range(game.n + 1)]  # type: ignore[misc]
    remap = [[(r, weight)] for r, weight in zip(best, game.weights, strict=True)]
    worst = max(game.inputs, key=lambda i: game.loss_of(i, remap))
    vertex = _vertex(game, Basis(tuple((r,) for r in best), (worst,)))
    assert vertex is not None
    return vertex


def _simplex(game: _Game, vertex: _Vertex, progress: Progress) -> _Vertex:
    """Return an optimal vertex, by the simplex method from a feasible one, or the dual one from a Bayesian one."""
    stalled = 0
    for step in range(SIMPLEX_STEPS):
        if vertex.is_optimal:
            return vertex
        progress(f"exact pivot {step + 1} at the level {game.level}")
        pivot = _dual_pivot if vertex.is_bayesian else _pivot
        following = _vertex(game, pivot(game, vertex, stalled > 2))
        if following is None:
            raise Undecided("a step of the exact simplex method led to a singular basis")
        stalled = 0 if following.value != vertex.value else stalled + 1
        vertex = following
    raise Undecided(f"no optimal basis was found in {SIMPLEX_STEPS} exact steps")


def _pivot(game: _Game, vertex: _Vertex, first: bool) -> Basis:
    """Return the basis after the entering unknown has grown until one of the others is 0."""
    basis = vertex.basis
    at, response = entering = _entering(game, vertex, first)
    rows: list[dict[int, fmpq]] = [dict.fromkeys(chosen, fmpq(0)) for chosen in basis.responses]
    if response is None:
        right = [int(i == at) for i in basis.tight]
    else:
        right = [_difference(game, basis, at, response, i) for i in basis.tight]
        rows[at][basis.responses[at][0]] -= 1
    change = vertex.core.solve(fmpz_mat(len(right), 1, right)).entries()
    for (k, r), value in zip(_others(basis), change[1:], strict=True):
        rows[k][r] += value
        rows[k][basis.responses[k][0]] -= value
    moved = [dict(row) for row in rows]
    if response is not None:
        moved[at][response] = fmpq(1)
    slack = _slack(game, basis, moved, change[0])
    # Ties go to the first unknown: with the first of the entering ones that is Bland's rule, which never cycles.
    ratios: list[tuple[fmpq, _Unknown]] = [
        (vertex.weights[k][r] / -value, (k, r)) for k, row in enumerate(rows) for r, value in row.items() if value < 0
    ]
    ratios += [(vertex.slack[i] / -value, (i, None)) for i, value in slack.items() if value < 0]
    return _exchange(basis, entering, min(ratios, key=lambda each: (each[0], _order(each[1])))[1])


def _order(unknown: _Unknown) -> tuple[bool, _Unknown]:
    return unknown[1] is None, unknown


def _entering(game: _Game, vertex: _Vertex, first: bool) -> _Unknown:
    """Return a response of lowest price or, where that is no step, an input; the first one against cycles."""
    priced = [(price, (k, r)) for r, column in enumerate(vertex.prices) for k, price in enumerate(column) if price < 0]
    if priced:
        return min(unknown for _, unknown in priced) if first else min(priced)[1]
    negative = [(p, i) for i, p in sorted(vertex.prior.items()) if p < 0]
    return (negative[0] if first else min(negative))[1], None


def _dual_pivot(game: _Game, vertex: _Vertex, first: bool) -> Basis:
    """Return the basis after the leaving unknown, which is negative, has become 0 at the least price."""
    basis = vertex.basis
    negative: list[tuple[fmpq, _Unknown]] = [
        (value, (k, r)) for k, row in enumerate(vertex.weights) for r, value in row.items() if value < 0
    ]
    negative += [(value, (i, None)) for i, value in vertex.slack.items() if value < 0]
    at, response = leaving = min(negative, key=lambda each: _order(each[1]) if first else (each[0], _order(each[1])))[1]
    # What the leaving unknown gains by one unit of each other is the expected loss of a signed prior, as prices are of
    # the prior; and the first basic response of a row, besides, loses what another one of the row gains.
    others = _others(basis)
    if response is None:
        row = [1, *(-_difference(game, basis, k, r, at) for k, r in others)]
    elif response == basis.responses[at][0]:
        row = [0, *(-int(k == at) for k, _ in others)]
    else:
        row = [0, *(int(each == leaving) for each in others)]
    found = vertex.core.transpose().solve(fmpz_mat(len(row), 1, row)).entries()
    common = lcm(*(int(value.q) for value in found))
    signed = dict(zip(basis.tight, (int((value * common).p) for value in found), strict=True))
    if response is None:
        signed[at] = -common
    table = game.posterior_losses([signed.get(i, 0) for i in range(game.n + 1)])
    best: tuple[int, int, _Unknown] | None = None
    for price, gain, unknown in _gains(game, vertex, table, signed):
        taken = common if unknown[1] is not None and leaving == (unknown[0], basis.responses[unknown[0]][0]) else 0
        if gain > taken and (best is None or price * best[1] < best[0] * (gain - taken)):
            best = price, gain - taken, unknown
    if best is None:
        raise Undecided("a step of the exact dual simplex method found no remap, though there is one")
    return _exchange(basis, best[2], leaving)


def _gains(
    game: _Game, vertex: _Vertex, table: list[list[int]], signed: dict[int, int]
) -> Iterator[tuple[int, int, _Unknown]]:
    """Yield the price of each nonbasic unknown, and what a signed prior gains by it, in the order of `_order`."""
    for k, chosen in enumerate(vertex.basis.responses):
        lowest = table[chosen[0]][k]
        for r in game.responses:
            if r not in chosen:
                yield vertex.prices[r][k], table[r][k] - lowest, (k, r)
    for i in vertex.basis.tight:
        yield int((vertex.prior[i] * vertex.common).p), signed[i], (i, None)


def _exchange(basis: Basis, entering: _Unknown, leaving: _Unknown) -> Basis:
    chosen, tight = [list(each) for each in basis.responses], set(basis.tight)
    for (at, response), enters in ((entering, True), (leaving, False)):
        if response is None:
            tight ^= {at}
        elif enters:
            chosen[at].append(response)
        else:
            chosen[at].remove(response)
    return Basis(tuple(map(tuple, chosen)), tuple(sorted(tight)))


def _search(game: _Game, progress: Progress) -> _Vertex:
    """Return an optimal vertex: as a rule one that floating point leads to.

    It loses precision where the numbers of the optimum fall by a factor from each input to the next. But then the
    optimal basis is almost the same at a whole range of levels, and a higher one, where they fall less, shows it.
    """
    start = _start(game)
    if game.n <= SMALL or start.is_optimal:
        return _simplex(game, start, progress)
    approximation = _approximate(game, start)
    best = _guess(game, start, approximation, progress) or start
    higher = max(Fraction(1, 10), Fraction(isqrt(100 * game.p * game.q), 10 * game.q).limit_denominator(10))
    if not best.is_bayesian and game.p < higher * game.q < game.q:
        there = _search(replace(game, p=higher.numerator, q=higher.denominator), progress)
        here = _vertex(game, there.basis)
        found = here if here is None or here.is_bayesian else _guess(game, here, approximation, progress)
        if found is not None and (found.is_bayesian or found.value < best.value):
            best = found
    return _simplex(game, best, progress)


def _guess(game: _Game, vertex: _Vertex, approximation: "_Approximation", progress: Progress) -> _Vertex | None:
    """Return the best vertex on the way that floating point takes from one: Bayesian, or at least feasible, or None.

    Each round solves the linear program for the distance from the last vertex, whose own errors are exact and are
    scaled up to 1. So the rounds reach numbers that are far below the precision of a float.
    """
    columns = _wanted(game, vertex, priced=False)
    feasible = bayesian = None
    misses = 0
    precision = _Precision(fmpq(game.q - game.p), fmpq(1))
    seen = {(vertex.basis, precision)}
    for number in range(APPROXIMATIONS):
        if vertex.is_bayesian:
            bayesian = vertex
        elif vertex.is_feasible and (feasible is None or vertex.value < feasible.value):
            feasible = vertex
        misses += not (vertex.is_feasible and vertex.has_prior)
        if vertex.is_optimal or misses > MISSES:
            break
        progress(f"floating point at the level {game.level}, round {number + 1}")
        basis = _propose(game, vertex, sorted(columns), approximation, precision)
        following = None if basis is None else _vertex(game, basis)
        if basis is None or following is None:
            break
        wanted, finer = _wanted(game, following), precision.refined(following, approximation.loss)
        if wanted <= columns and (basis, finer) in seen:
            break
        columns |= wanted
        seen.add((basis, finer))
        vertex, precision = following, finer
    return bayesian or feasible


def _wanted(game: _Game, vertex: _Vertex, priced: bool = True) -> set[_Response]:
    """Return the responses near the basic ones and near the ones of lowest price, where it is negative."""
    found = set()
    for k, chosen in enumerate(vertex.basis.responses):
        found |= {(k, near) for r in chosen for near in game.responses[max(r - 2, 0) : r + 3]}
        r = min(game.responses, key=lambda r, k=k: vertex.prices[r][k])  # type: ignore[misc]
        if priced and vertex.prices[r][k] < 0:
            found |= {(k, near) for near in game.responses[max(r - 1, 0) : r + 2]}
    return found


@dataclass(frozen=True)
class _Precision:
    """What counts as 1 in floating point, of the weights of T and of the prior."""

    weight: fmpq
    prior: fmpq

    def refined(self, vertex: _Vertex, loss: fmpq) -> "_Precision":
        """Return the precision at which the largest error of a vertex is 1."""
        errors = [-t for row in vertex.weights for t in row.values() if t < 0]
        errors += [-s / loss for s in vertex.slack.values() if s < 0]
        prices = [-p for p in vertex.prior.values() if p < 0]
        lowest = min(price for column in vertex.prices for price in column)
        if lowest < 0:
            prices.append(fmpq(-lowest, vertex.common) / loss)
        return _Precision(max(errors, default=self.weight), max(prices, default=self.prior))


@dataclass(frozen=True)
class _Approximation:
    """The game in floating point.

    `loss` is what a loss is measured in, for one unit of weight; `losses` are so measured, less each input's least one;
    `power[d]` is α^d. With A = (α^|i-k|) on the rows of the side information alone, A^-1 is tridiagonal, and so are
    its rows divided by their middle entries: `outer` holds the other two. Beyond `reach`, α^d is negligible.
    """

    loss: fmpq
    losses: list[list[float]]
    power: list[float]
    outer: list[tuple[float, float]]
    reach: int

    def column(self, game: _Game, k: int, r: int, instead_of: int) -> Iterator[tuple[int, float]]:
        """Yield where each input's loss changes when k is read as r instead, and by how much, multiplied by A^-1.

        Far from k and r that is 0 for the usual losses. Without it, what is far away has tiny coefficients, which a
        solver drops, and which matter all the same: they meet a prior that may be larger by as much.
        """
        first, last = bisect_left(game.inputs, k - self.reach), bisect_right(game.inputs, k + self.reach)
        inside = game.inputs[first:last]
        change = [(self.losses[i][r] - self.losses[i][instead_of]) * self.power[abs(i - k)] for i in inside]
        for at, (left, middle, right) in enumerate(
            zip([0.0, *change], change, [*change[1:], 0.0], strict=False), first
        ):
            before, after = self.outer[at]
            value = before * left + middle + after * right
            if abs(value) > 1e-12 * (abs(left) + abs(middle) + abs(right)):
                yield at, value


def _approximate(game: _Game, start: _Vertex) -> _Approximation:
    (worst,) = start.basis.tight
    least = [min(row) for row in game.losses]
    # A start that is not optimal leaves its worst input a loss above the least one.
    loss = (start.value - least[worst] * game.power[0] * (game.q + game.p)) / (game.q - game.p)
    unit = game.power[0] / loss
    ratio = fmpq(game.p, game.q)
    outer = []
    gaps = [ratio ** (j - i) for i, j in pairwise(game.inputs)]
    for before, after in pairwise([fmpq(0), *gaps, fmpq(0)]):
        middle = 1 / (1 - before**2) + 1 / (1 - after**2) - 1
        outer.append((_near(-before / (1 - before**2) / middle), _near(-after / (1 - after**2) / middle)))
    losses = [[_near((value - low) * unit) for value in row] for row, low in zip(game.losses, least, strict=True)]
    power = [_near(fmpq(value, game.power[0])) for value in game.power]
    return _Approximation(loss, losses, power, outer, sum(value > 1e-15 for value in power))


def _near(value: fmpq, most: int = 10**300) -> float:
    """Return a float near a number, or near `most` if that is smaller."""
    return int(value.p) / int(value.q) if value < most else most / 1


def _propose(
    game: _Game,
    vertex: _Vertex,
    columns: Sequence[_Response],
    approximation: _Approximation,
    precision: _Precision,
) -> Basis | None:
    """Return the basis that floating point believes to be optimal, and None if it has none.

    The unknowns are the distances from the vertex: of the value, of the slack of each input, and of the weights in
    `columns`; the costs are the vertex's prices. In these units no coefficient depends on the precision.
    """
    loss, zero = approximation.loss, fmpq(0)
    height = len(game.inputs)
    ones = [1.0 + before + after for before, after in approximation.outer]
    lower, cost, entries = [-inf], [0.0], [list(enumerate(ones))]
    basic = [True]

    def append(value: fmpq | None, price: fmpq, column: list[tuple[int, float]]) -> None:
        bound = _near((value or zero) / precision.weight, 10**12)
        lower.append(-bound if bound < 10**12 else -inf)
        cost.append(_near(price / precision.prior, 10**8))
        entries.append(column)
        basic.append(value is not None)

    for at, i in enumerate(game.inputs):
        column = [(at, -1.0)]
        if at > 0:
            column.append((at - 1, -approximation.outer[at - 1][1]))
        if at < height - 1:
            column.append((at + 1, -approximation.outer[at + 1][0]))
        slack = vertex.slack.get(i)
        append(None if slack is None else slack / loss, vertex.prior.get(i, zero), column)
    for k, r in columns:
        weight = vertex.weights[k].get(r)
        price = zero if weight is not None else fmpq(vertex.prices[r][k], vertex.common) / loss
        changes = approximation.column(game, k, r, vertex.basis.responses[k][0])
        append(weight, price, [(height + k, 1.0), *((at, -change) for at, change in changes)])
    return _read(game, columns, _run(lower, cost, entries, basic, height + game.n + 1))


def _run(
    lower: list[float], cost: list[float], entries: list[list[tuple[int, float]]], basic: list[bool], height: int
) -> list[bool]:
    """Return which columns are basic at the end of HiGHS's simplex method, where the rows are equations to 0."""
    # Here alone, as most commands solve no program and loading the solver would take most of their time.
    import highspy  # noqa: PLC0415

    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(lower), height
    program.col_cost_, program.col_lower_, program.col_upper_ = cost, lower, [inf] * len(lower)
    program.row_lower_ = program.row_upper_ = [0.0] * height
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = list(accumulate(map(len, entries), initial=0))
    matrix.index_ = [at for column in entries for at, _ in column]
    matrix.value_ = [value for column in entries for _, value in column]
    solver = new_solver()
    for name, value in _OPTIONS.items():
        solver.setOptionValue(name, value)
    solver.passModel(program)
    status = highspy.HighsBasisStatus
    basis = highspy.HighsBasis()
    basis.col_status = [status.kBasic if each else status.kLower for each in basic]
    basis.row_status = [status.kLower] * height
    basis.valid = True
    solver.setBasis(basis)
    solver.run()
    return [each == status.kBasic for each in solver.getBasis().col_status]


def _read(game: _Game, columns: Sequence[_Response], basic: list[bool]) -> Basis | None:
    inputs = len(game.inputs)
    tight = tuple(i for i, loose in zip(game.inputs, basic[1 : 1 + inputs], strict=True) if not loose)
    chosen: list[list[int]] = [[] for _ in range(game.n + 1)]
    for (k, r), taken in zip(columns, basic[1 + inputs :], strict=True):
        if taken:
            chosen[k].append(r)
    if not all(chosen) or sum(map(len, chosen)) != game.n + len(tight):
        return None
    return Basis(tuple(map(tuple, chosen)), tight)
