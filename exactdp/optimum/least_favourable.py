"""The least favourable prior of a minimax consumer, and the best remap of the geometric mechanism against it.

Both solve the linear program of the game (`minimax_game`), by column generation:

1. *A first basis.* If the loss depends only on r - i, optima of all sizes have the same ends and the same middle.
   Between them a pattern repeats. So the search halves n, solves that game in these same three steps, and repeats one
   row of each half. Other games start from the Bayes remap of the uniform prior.
2. *The linear program* over the responses near the basic ones, from this basis.
3. *More responses.* Against the prior that proves the optimum of this program, each k may be sent to a response that
   costs less. These responses are added, and step 2 is repeated. If there are none, the prior is least favourable.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import to_fmpq
from exactdp.linear_programs.linear_program import OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.losses import rational
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.bayesian import row_prices
from exactdp.optimum.minimax_game import Basis, MinimaxGame, RemapEntry, minimax_game
from exactdp.optimum.problem import Dual, Optimum, Problem, SparseRemap

SMALLEST_HALVED = 24
"""Above this n the first basis comes from a game of half the size."""

NEAR_RESPONSES = 2
"""The distance of a response from a basic one up to which the first linear program has it."""


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
    saddle = _search(game, progress)
    prior = tuple(Fraction(p, saddle.common) for p in saddle.prior)
    weights = row_prices(problem.alpha, saddle.costs, saddle.common * game.power[0] * game.scale)
    return Optimum(problem, saddle.value, Dual(prior, weights), saddle.remap)


def _game(problem: Problem) -> MinimaxGame:
    if not (problem.is_count_query and isinstance(problem.user, MinimaxConsumer)):
        raise InputError("the least favourable prior is for a minimax consumer and a count query")
    return minimax_game(problem.user, problem.alpha, problem.responses)


def _remap(
    game: MinimaxGame, first: Sequence[int], others: Sequence[RemapEntry], point: Sequence[Fraction]
) -> SparseRemap:
    """Return the remap at a point of the game's linear program."""
    rows = [{f: Fraction(1)} for f in first]
    for (k, r), weight in zip(others, point[1 + len(game.inputs) :], strict=True):
        rows[k][r] = weight / game.weights[k]
        rows[k][first[k]] -= rows[k][r]
    return tuple(tuple((r, t) for r, t in sorted(row.items()) if t) for row in rows)


def another_remap(optimum: Optimum, unused: Sequence[RemapEntry], progress: Progress = silent) -> SparseRemap | None:
    """Return another optimal remap, as far away as possible, or None if the search finds no other.

    It uses these entries, and loses less on inputs that have no price and lose the value, as much as possible in sum.

    Domain: as `least_favourable`; all (k, r) that cost no more against the prior and that the remap does not use.

    >>> from exactdp.model.losses import absolute
    >>> user = MinimaxConsumer(absolute(), inputs=range(4), side_information=[1, 2, 3])
    >>> found = least_favourable(Problem(user, "1/2"))
    >>> found.remap[:2]
    (((1, Fraction(5, 7)), (2, Fraction(2, 7))), ((1, Fraction(1, 1)),))
    >>> another_remap(found, [(1, 2)])[:2]
    (((1, Fraction(1, 1)),), ((1, Fraction(5, 7)), (2, Fraction(2, 7))))
    """
    game, remap, prior = _game(optimum.problem), optimum.remap or (), optimum.dual.prior
    first = [row[0][0] for row in remap]
    used = [(k, r) for k, row in enumerate(remap) for r, _ in row[1:]]
    others = [*used, *unused]
    program = game.program(first, others)
    # Without the slacks of inputs with a positive price, all feasible points are optimal.
    priced = {1 + at for at, i in enumerate(game.inputs) if prior[i]}
    rows = tuple({j: v for j, v in row.items() if j not in priced} for row in program.rows)
    weights = [{r: to_fmpq(t) * weight for r, t in row} for row, weight in zip(remap, game.weights, strict=True)]
    value = to_fmpq(rational(optimum.value)) * game.unit * game.power[0]
    loose = {i for i in game.inputs if not prior[i] and game.loss_on(i, weights) < value}
    gain = {1 + at: Fraction(-1) for at, i in enumerate(game.inputs) if not prior[i] and i not in loose}
    gain |= dict.fromkeys(range(program.variables - len(unused), program.variables), Fraction(-1))
    basis = Basis(tuple(tuple(r for r, _ in row) for row in remap), tuple(i for i in game.inputs if i not in loose))
    progress("the linear program of all optimal remaps")
    among, start = replace(program, objective=gain, rows=rows), game.columns_of(basis, first, others)
    found = solve(among, start=start, progress=progress)
    return _remap(game, first, others, found.point) if isinstance(found, OptimalPoint) and found.value else None


def optimal_basis(user: MinimaxConsumer, alpha: Fraction, progress: Progress = silent) -> Basis:
    """Return an optimal basis for a minimax consumer of G_{n,α}; it is often optimal at nearby levels too.

    Domain and errors: as `least_favourable`.

    >>> from exactdp.model.losses import absolute
    >>> optimal_basis(MinimaxConsumer(absolute(), inputs=range(3)), Fraction(1, 2))
    Basis(responses=((0, 1), (1,), (1, 2)), tight=(0, 1, 2))
    """
    basis = _search(minimax_game(user, alpha), progress).basis
    return Basis(tuple(tuple(sorted(chosen)) for chosen in basis.responses), basis.tight)


@dataclass(frozen=True)
class _Saddle:
    """An optimal remap, its basis, and a prior against which it is best; `costs` are the least posterior losses.

    The prior and the costs are integers over a common denominator; the costs are also times q^n and the loss's scale.
    """

    basis: Basis
    value: Fraction
    remap: SparseRemap
    prior: list[int]
    common: int
    costs: list[int]


def _search(game: MinimaxGame, progress: Progress) -> _Saddle:
    basis = _first_basis(game, progress)
    first, near = [chosen[0] for chosen in basis.responses], range(-NEAR_RESPONSES, NEAR_RESPONSES + 1)
    rows = ({r + step for r in chosen for step in near}.intersection(game.responses) for chosen in basis.responses)
    others = [(k, r) for k, row in enumerate(rows) for r in sorted(row - {first[k]})]
    program = game.program(first, others)
    while True:
        progress("the linear program of the game")
        start = game.columns_of(basis, first, others)
        found = solve(program, start=start, progress=progress)
        if not isinstance(found, OptimalPoint):
            raise Undecided(getattr(found, "reason", "no optimal remap was found"))
        basis, (prior, common) = game.basis_of(found.basis, first, others), game.prior_of(found.multipliers)
        costs, cheaper = _costs(game, prior, [chosen[0] for chosen in basis.responses])
        if not cheaper:
            remap = _remap(game, first, others, found.point)
            return _Saddle(basis, found.value / game.unit, remap, prior, common, costs)
        others += cheaper
        program = game.with_responses(program, first, cheaper)


def _costs(game: MinimaxGame, prior: Sequence[int], chosen: Sequence[int]) -> tuple[list[int], list[RemapEntry]]:
    """Return the cost against a prior of sending each k to a response, and cheaper responses."""
    posterior, costs = game.posterior(prior), [0] * len(chosen)
    cheapest: list[tuple[int, int]] = []
    for r in game.responses:
        found = posterior(r)
        for k, f in enumerate(chosen):
            if f == r:
                costs[k] = found[k]
        here = [(cost, r) for cost in found]
        cheapest = list(map(min, cheapest, here)) if cheapest else here
    return costs, [(k, r) for k, (cost, r) in enumerate(cheapest) if cost < costs[k]]


def _first_basis(game: MinimaxGame, progress: Progress) -> Basis:
    halved = _halved(game)
    stretched = None if halved is None else _stretched(game, halved.n, _search(halved, progress).basis)
    return stretched or _of_uniform_prior(game)


def _of_uniform_prior(game: MinimaxGame) -> Basis:
    """Return the basis of the Bayes remap of the uniform prior; one input is tight."""
    table = list(map(game.posterior([int(i in game.inputs) for i in range(game.n + 1)]), game.responses))
    best = [min(game.responses, key=lambda r, k=k: table[r][k]) for k in range(game.n + 1)]  # type: ignore[misc]
    weights = [{r: weight} for r, weight in zip(best, game.weights, strict=True)]
    return Basis(tuple((r,) for r in best), (max(game.inputs, key=lambda i: game.loss_on(i, weights)),))


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
