"""The least favourable prior of a minimax consumer, and the best remap of the geometric mechanism against it.

The search guesses a basis of the game's linear program, solves it exactly (`minimax_game`), and corrects the guess
until the exact solution is optimal:

1. *A first basis.* If the loss depends only on r - i, optima of all sizes have the same ends and the same middle.
Between them a pattern repeats. So the search halves n, solves that game in these same four steps, and repeats
   one row of each half. If this fails, it starts from the Bayes remap of the uniform prior. If that fails too, it
   starts from a basis that is optimal at a higher level. There the prior falls more slowly from each input to the next.
2. *The exact solution* of the basis: the remap, the prior, and the price of every response. If no probability, slack or
   price is negative, it is a saddle point, and the search ends.
3. *A better basis.* Floating point solves the linear program for the distance from the exact solution, with its errors
   scaled up to 1. This is iterative refinement (Gleixner, Steffy & Wolter 2016). Each round reaches numbers that are
   smaller by the precision of a float. Its columns are the responses near the basic ones, and the cheapest responses so
   far.
4. *All entries.* If floating point makes no progress from any start, the linear program over all T_kr gives the basis.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from math import inf, isqrt
from typing import TypeAlias

from flint import fmpq

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.linear_programs.floating_point import METHODS, basic_columns, run
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.geometric import geometric
from exactdp.model.losses import rational, table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.bayesian import row_prices
from exactdp.optimum.interaction import remap_program
from exactdp.optimum.minimax_game import (
    Basis,
    GameVertex,
    MinimaxGame,
    RemapEntry,
    equations,
    minimax_game,
    solved,
    vertex_of,
)
from exactdp.optimum.problem import Dual, Optimum, Problem, SparseRemap

SMALL = 4
"""Up to this n exact pivots alone are quicker than floating point."""

SMALLEST_HALVED = 24
"""Above this n the first basis comes from a game of half the size."""

APPROXIMATIONS = 400
"""The most rounds of iterative refinement in floating point."""

MISSES = 8
"""The most rounds that give a vertex neither primal nor dual feasible, a sign of lost precision."""

PROPOSING = METHODS["steepest edge"] | {"simplex_iteration_limit": 100_000, "simplex_scale_strategy": 0}
"""The options of HiGHS. The units are chosen already. In others of its own it runs into numbers that are too large."""

LARGEST_EXACT = 50
"""The largest n for which the linear program over all entries of T is tried."""


_Unknown: TypeAlias = tuple[int, int | None]
"""T_kr, by (k, r), or the slack of an input i by (i, None)."""


def least_favourable(problem: Problem, progress: Progress = silent) -> Optimum:
    """Return a minimax consumer's optimal remap of G_{n,α}, proved by a least favourable prior.

    No remap has a smaller loss against the prior, and no input has a larger loss than the value. Neither the prior nor
    the remap need be unique. For a loss that is not unimodal, mechanisms other than remaps of G may be better.
    Domain: a count query of a minimax consumer, n ≥ 1, 0 < α < 1. Raises: `InputError` outside; `Undecided` if a limit
    stopped the search.
    Source: Gupte & Sundararajan 2010, section 2.4.3, the linear program and its dual.

    >>> from exactdp.model.losses import absolute
    >>> found = least_favourable(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4"))
    >>> found.value, [str(p) for p in found.dual.prior]
    (Fraction(168, 415), ['68/415', '51/83', '12/83', '32/415'])
    >>> found.remap[:2]
    (((0, Fraction(68, 83)), (1, Fraction(15, 83))), ((1, Fraction(1, 1)),))
    """
    game = _game(problem)
    vertex = _search(game, progress)
    prior = tuple(Fraction(p, vertex.common) for p in vertex.prior)
    weights = row_prices(problem.alpha, vertex.first, vertex.common * game.power[0] * game.scale)
    value = to_fraction(vertex.value) / game.unit
    return Optimum(problem, value, Dual(prior, weights), _remap(game, vertex.weights))


def _game(problem: Problem) -> MinimaxGame:
    if not (problem.is_count_query and isinstance(problem.user, MinimaxConsumer)):
        raise InputError("the least favourable prior is for a minimax consumer and a count query")
    return minimax_game(problem.user, problem.alpha, problem.responses)


def _remap(game: MinimaxGame, weights: Iterable[dict[int, fmpq]]) -> SparseRemap:
    return tuple(
        tuple((r, to_fraction(value / whole)) for r, value in sorted(row.items()) if value)
        for row, whole in zip(weights, game.weights, strict=True)
    )


def another_remap(optimum: Optimum, unused: Sequence[RemapEntry]) -> SparseRemap | None:
    """Return another optimal remap one exact step from an optimal one; None if no single step gives one.

    The step sends some k also to a response that costs no more against the prior, until another probability or slack is
    0. Domain: as `least_favourable`; all such (k, r) that the remap does not use. Errors: as there.

    >>> from exactdp.model.losses import absolute
    >>> user = MinimaxConsumer(absolute(), inputs=range(4), side_information=[1, 2, 3])
    >>> found = least_favourable(Problem(user, "1/2"))
    >>> found.remap[:2]
    (((1, Fraction(5, 7)), (2, Fraction(2, 7))), ((1, Fraction(1, 1)),))
    >>> another_remap(found, [(1, 2)])[:2]
    (((1, Fraction(1, 1)),), ((1, Fraction(5, 7)), (2, Fraction(2, 7))))
    """
    game, prior = _game(optimum.problem), optimum.dual.prior
    rows = zip(game.weights, optimum.remap or (), strict=True)
    weights = [{r: to_fmpq(t) * weight for r, t in row} for weight, row in rows]
    value = to_fmpq(rational(optimum.value)) * game.unit
    slack = {i: value - _loss_on(game, i, weights) for i in game.inputs if not prior[i]}
    tight = tuple(i for i in game.inputs if not slack.get(i))
    basis = Basis(tuple(map(tuple, weights)), tight)
    if len(basis.others) + 1 != len(tight):
        return None
    matrix, content = equations(game, basis)
    left = [slack[i] for i in game.inputs if slack.get(i)]
    entering: list[_Unknown] = [*unused, *((i, None) for i in tight if not prior[i])]
    for k, r in entering:
        rates = [dict.fromkeys(row, fmpq(0)) for row in weights]
        first = basis.responses[k][0]
        factor, change = (1, game.units[game.inputs.index(k)]) if r is None else game.column(k, r, first)
        if r is not None:
            rates[k] |= {first: fmpq(-1), r: fmpq(1)}
        found = solved(matrix, content, {at: value * factor for at, value in change.items()})
        if found is None:
            return None
        for (row, response), rate in zip(basis.others, found[1:], strict=False):
            rates[row][response] += rate
            rates[row][basis.responses[row][0]] -= rate
        pairs = [(row[each], by[each]) for row, by in zip(weights, rates, strict=True) for each in row]
        pairs += zip(left, found[1 + len(basis.others) :], strict=True)
        step = min(value / -rate for value, rate in pairs if rate < 0)
        if step:
            both = zip(weights, rates, strict=True)
            return _remap(game, ({each: row.get(each, 0) + step * by[each] for each in by} for row, by in both))
    return None


def _loss_on(game: MinimaxGame, i: int, weights: Sequence[dict[int, fmpq]]) -> fmpq:
    losses = (sum((t * game.losses[i][r] for r, t in row.items()), fmpq(0)) for row in weights)
    return sum((loss * game.power[abs(i - k)] for k, loss in enumerate(losses)), fmpq(0))


def optimal_basis(user: MinimaxConsumer, alpha: Fraction, progress: Progress = silent) -> Basis:
    """Return an optimal basis for a minimax consumer of G_{n,α}; it is often optimal at nearby levels too.

    Domain and errors: as `least_favourable`.

    >>> from exactdp.model.losses import absolute
    >>> optimal_basis(MinimaxConsumer(absolute(), inputs=range(3)), Fraction(1, 2))
    Basis(responses=((0, 1), (1,), (1, 2)), tight=(0, 1, 2))
    """
    found = _search(minimax_game(user, alpha), progress).basis
    return Basis(tuple(tuple(sorted(chosen)) for chosen in found.responses), found.tight)


def _search(game: MinimaxGame, progress: Progress) -> GameVertex:
    """Return an optimal vertex, from the first start that leads to one."""
    for start in _starts(game, progress) if game.n > SMALL else ():
        found = _corrected(game, start, progress)
        if found is not None:
            return found
    return _exactly(game, progress)


def _starts(game: MinimaxGame, progress: Progress) -> Iterator[GameVertex]:
    """Yield starting vertices: from half the size, of the uniform prior, from a higher level."""
    halved = _halved(game)
    stretched = None if halved is None else _stretched(game, halved.n, _search(halved, progress).basis)
    if stretched is not None and (vertex := vertex_of(game, stretched)) is not None:
        yield vertex
    yield _of_uniform_prior(game)
    higher = Fraction(isqrt(100 * game.p * game.q), 10 * game.q).limit_denominator(max(10, isqrt(game.q // game.p)))
    if game.p < higher * game.q < game.q:
        above = replace(game, p=higher.numerator, q=higher.denominator, columns={}, bends={})
        vertex = vertex_of(game, _search(above, progress).basis)
        if vertex is not None:
            yield vertex


def _of_uniform_prior(game: MinimaxGame) -> GameVertex:
    """Return the vertex of the Bayes remap of the uniform prior; one input is tight."""
    table = list(map(game.posterior([int(i in game.inputs) for i in range(game.n + 1)]), game.responses))
    best = [min(game.responses, key=lambda r, k=k: table[r][k]) for k in range(game.n + 1)]  # type: ignore[misc]
    losses = dict(zip(game.inputs, game.losses_of(best), strict=True))
    worst = max(losses, key=losses.__getitem__)
    vertex = vertex_of(game, Basis(tuple((r,) for r in best), (worst,)))
    assert vertex is not None, "with one tight input the value follows from its loss"
    return vertex


def _halved(game: MinimaxGame) -> MinimaxGame | None:
    """Return the same game with about half as many inputs; None if halving changes the game."""
    n, lowest, highest = game.n, game.inputs[0], game.inputs[-1]
    removed = (highest - lowest) // 4 * 2
    if n <= SMALLEST_HALVED or removed < n // 4 or len(game.inputs) <= highest - lowest or len(game.responses) != n + 1:
        return None
    if any(row[:-1] != following[1:] for row, following in pairwise(game.losses)):
        return None
    size = n + 1 - removed
    losses = [row[:size] for row in game.losses[:size]]
    return MinimaxGame(game.p, game.q, losses, game.scale, tuple(range(lowest, highest - removed + 1)))


def _stretched(game: MinimaxGame, n: int, basis: Basis) -> Basis | None:
    """Return a basis on 0..n for the larger game, with two rows repeated; None without rows to repeat."""
    tight = set(basis.tight)
    # Only these rows add as many unknowns as equations.
    usual = [k for k in range(n + 1) if len(basis.responses[k]) == 1 + (k in tight)]
    first, last = game.inputs[0], game.inputs[-1] - (game.n - n)
    quarters = [first + (last - first) // 4, last - (last - first) // 4]
    if not usual:
        return None
    repeated = [min(usual, key=lambda k: (abs(k - quarter), k)) for quarter in quarters]
    times = [1] * (n + 1)
    for k in repeated:
        times[k] += (game.n - n) // 2
    source = [k for k in range(n + 1) for _ in range(times[k])]
    chosen = tuple(tuple(min(max(r + j - k, 0), game.n) for r in basis.responses[k]) for j, k in enumerate(source))
    return Basis(chosen, tuple(j for j, k in enumerate(source) if k in tight))


def _corrected(game: MinimaxGame, vertex: GameVertex, progress: Progress) -> GameVertex | None:
    """Refine a vertex in floating point; return an optimal vertex, and None if the rounds end before one.

    Each round solves the linear program for the distance from the last vertex, with its exact errors scaled up to 1. So
    the rounds reach numbers far below the precision of a float.
    """
    loss = _typical(game, vertex)
    precision = _Precision(fmpq(game.q - game.p), fmpq(1)).refined(vertex, loss)
    seen, misses = {(vertex.basis, precision, len(vertex.prices))}, 0
    for number in range(APPROXIMATIONS):
        if vertex.is_optimal:
            return vertex
        misses += not (vertex.is_feasible or vertex.is_bayesian)
        progress(f"floating point at the level {game.level}, round {number + 1}")
        basis = _propose(game, vertex, loss, precision) if misses <= MISSES else None
        following = None if basis is None else vertex_of(game, basis, vertex.prices)
        if following is None:
            return None
        precision = precision.refined(following, loss)
        state = following.basis, precision, len(following.prices)
        if state in seen:
            return None
        seen.add(state)
        vertex = following
    return None


def _typical(game: MinimaxGame, vertex: GameVertex) -> fmpq:
    """Return the unit of losses, for one unit of weight: about the value minus the least losses."""
    least = min(min(game.losses[i]) for i in game.inputs)
    excess = (vertex.value - least * game.power[0] * (game.q + game.p)) / (game.q - game.p)
    return excess if excess > 0 else fmpq(game.power[0])


@dataclass(frozen=True)
class _Precision:
    """The units of the weights of T and of the prior in floating point."""

    weight: fmpq
    prior: fmpq

    def refined(self, vertex: GameVertex, loss: fmpq) -> "_Precision":
        """Return the precision at which the largest error of a vertex is 1."""
        errors = [-t for row in vertex.weights for t in row.values() if t < 0]
        errors += [-s / loss for s in vertex.slack.values() if s < 0]
        lowest = fmpq(-min(vertex.prior), vertex.common), fmpq(-min(vertex.prices.values()), vertex.common) / loss
        return _Precision(max(errors, default=self.weight), max(lowest) if max(lowest) > 0 else self.prior)


def _near(value: fmpq, most: int) -> float:
    """Return a float near a number, or near `most` if that is smaller."""
    return int(value.p) / int(value.q) if value < most else most / 1


def _propose(game: MinimaxGame, vertex: GameVertex, loss: fmpq, precision: _Precision) -> Basis | None:
    """Return the basis that is optimal in floating point; None if the solver fails.

    The unknowns are the distances from the vertex: of the value, of the slack of each input, and of the weights with a
    price. The costs are the vertex's prices. In these units no coefficient depends on the precision.
    """
    columns, height = sorted(vertex.prices), len(game.inputs)
    whole = game.inverse[0][0] ** game.degree
    ones = game.multiplied(dict.fromkeys(range(height), 1))
    most = max(ones.values())
    lower, cost, entries, basic = [-inf], [0.0], [[(at, value / most) for at, value in ones.items()]], [True]

    def append(value: fmpq | None, price: fmpq, column: list[tuple[int, float]]) -> None:
        bound = _near((value or fmpq(0)) / precision.weight, 10**12)
        lower.append(-bound if bound < 10**12 else -inf)
        cost.append(_near(price / precision.prior, 10**8))
        entries.append(column)
        basic.append(value is not None)

    for i, unit in zip(game.inputs, game.units, strict=True):
        loose = vertex.slack.get(i)
        column = [(at, -value / whole) for at, value in unit.items()]
        append(None if loose is None else loose / loss, fmpq(vertex.prior[i], vertex.common), column)
    for k, r in columns:
        factor, change = game.column(k, r, vertex.basis.responses[k][0])
        least, over = max(map(abs, change.values()), default=0), fmpq(factor) / (loss * whole)
        column = [(at, -_near(v * over, 10**300)) for at, v in change.items() if 10**13 * abs(v) > least]
        price = fmpq(vertex.prices[k, r], vertex.common) / loss
        append(vertex.weights[k].get(r), price, [(height + k, 1.0), *column])
    starts = list(accumulate(map(len, entries), initial=0))
    rows, values = ([each[part] for column in entries for each in column] for part in (0, 1))
    zeros = [0.0] * (height + game.n + 1)
    solver = run(cost, lower, (starts, rows, values), (zeros, zeros), basic + [False] * len(zeros), options=PROPOSING)
    return None if solver is None else _read(game, columns, basic_columns(solver)[: len(lower)])


def _read(game: MinimaxGame, columns: Sequence[RemapEntry], basic: list[bool]) -> Basis | None:
    slacks = basic[1 : 1 + len(game.inputs)]
    tight = tuple(i for i, loose in zip(game.inputs, slacks, strict=True) if not loose)
    chosen: list[list[int]] = [[] for _ in range(game.n + 1)]
    for (k, r), taken in zip(columns, basic[1 + len(slacks) :], strict=True):
        if taken:
            chosen[k].append(r)
    if not all(chosen) or sum(map(len, chosen)) != game.n + len(tight):
        return None
    return Basis(tuple(map(tuple, chosen)), tight)


def _exactly(game: MinimaxGame, progress: Progress) -> GameVertex:
    """Return an optimal vertex by the linear program over all entries of T."""
    if game.n > LARGEST_EXACT:
        raise Undecided(f"floating point found no optimal remap, and all entries are tried up to n = {LARGEST_EXACT}")
    user = MinimaxConsumer(table(game.losses), inputs=range(game.n + 1), side_information=game.inputs)
    entries = [(k, r) for k in range(game.n + 1) for r in game.responses]
    program = remap_program(user, geometric(n=game.n, alpha=Fraction(game.p, game.q)), entries)
    found = solve(program, small=(SMALL + 1) ** 4, progress=progress)
    is_basic = [j in getattr(found, "basis", ()) for j in range(program.variables + len(program.rows))]
    basis = _read(game, entries, [True, *is_basic[-len(game.inputs) :], *is_basic[: len(entries)]])
    vertex = None if basis is None else vertex_of(game, basis)
    if vertex is None or not vertex.is_optimal:
        raise Undecided("no optimal basis was found")
    return vertex
