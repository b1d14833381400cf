"""The least favourable prior of a minimax consumer, and the remap of the geometric mechanism that is best against it.

A zero-sum game: the consumer picks a remap T of G, nature a prior on the side information. The solver guesses a basis of
its linear program, solves the basis exactly, and corrects the guess until the exact solution is optimal.

1. *A first basis.* Where the loss depends on r - i alone, the optimum looks the same at all sizes: its ends, its middle,
   and a pattern between them that repeats. So the solver halves n, solves that game by these same steps, and repeats the
   rows of a quarter and of three quarters. Other games start from the Bayes remap of the uniform prior.
2. *An exact solution.* Input i loses Σ_k α^|i-k|·s_k·Σ_r T_kr·l(i, r), where G = (α^|i-k|)·diag(s). The inverse of
   A = (α^|i-k|) is tridiagonal. Multiplied by it once, or for a loss of degree d in each direction d times, what changes
   when k is read as r rather than as f is 0 except near k, near r and f, and at the two ends. So the equations have a
   few short numbers a row, and FLINT solves them.
3. *A better basis.* The linear program for the distance from the exact solution, whose errors are scaled up to 1, is
   solved in floating point (iterative refinement: Gleixner, Steffy & Wolter 2016). Each round reaches numbers that are
   smaller by the precision of a float. It has the responses near the basic ones, and those that exact prices ask for.
4. *Exact steps.* If floating point is of no more use, the dual simplex method goes on from the best prior so far.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import gcd, inf, isqrt, lcm
from typing import Any, TypeAlias

from flint import fmpq, fmpz_mat

from exactdp.arithmetic.exact import Exact, InputError, elided, exact, privacy_level, text, to_fraction
from exactdp.linear_programs.searching import Progress, silent
from exactdp.optimum.bayesian import PosteriorLosses

SMALL = 4
"""Up to this n the exact simplex method alone is quicker than a first guess in floating point."""

SMALLEST_HALVED = 24
"""Above this n the first basis is one of half the size."""

APPROXIMATIONS = 400
"""The most linear programs in floating point, each for the error that the last one left."""

MISSES = 8
"""The most of them that may lead to a vertex with errors on both sides: signs of lost precision."""

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


class SearchLimit(RuntimeError):  # noqa: N818
    """No saddle point was found within the limits; nothing is known about whether a value is right."""


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

    The prior need not be the only one, nor the remap.
    Domain: 0 < α < 1; losses[i][r] exact, n + 1 ≥ 2 rows of one length; a nonempty set of inputs from 0 to n.
    Raises: `InputError` outside, TypeError for a float; `SearchLimit` where the search met a limit.
    Source: Gupte & Sundararajan 2010, section 2.4.3, whose linear program this is, with its dual.

    >>> saddle = least_favourable("1/2", [[0, 1, 2], [1, 0, 1], [2, 1, 0]], [0, 1, 2])
    >>> saddle.value, saddle.prior
    (Fraction(4, 7), (Fraction(2, 7), Fraction(3, 7), Fraction(2, 7)))
    >>> saddle.remap[0]
    ((0, Fraction(6, 7)), (1, Fraction(1, 7)))
    """
    game = _game(alpha, losses, side_information)
    vertex = _search(game, progress)
    remap = tuple(
        tuple((r, to_fraction(value / whole)) for r, value in sorted(row.items()) if value)
        for row, whole in zip(vertex.weights, game.weights, strict=True)
    )
    prior = tuple(Fraction(p, vertex.common) for p in vertex.prior)
    return Saddle(prior, remap, to_fraction(vertex.value) / game.unit)


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

    @property
    def others(self) -> list[_Response]:
        """The second, third, … responses."""
        return [(k, r) for k, chosen in enumerate(self.responses) for r in chosen[1:]]


@dataclass(frozen=True)
class _Game:
    """The numbers of the game as integers, where α = p/q, and `losses` are the losses times `scale`."""

    p: int
    q: int
    losses: list[list[int]]
    scale: int
    inputs: tuple[int, ...]
    known: dict[tuple[int, int, int], tuple[int, dict[int, int]]] = field(default_factory=dict)
    bends: dict[_Response, set[int]] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.losses) - 1

    @property
    def responses(self) -> range:
        return range(len(self.losses[0]))

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

    def loss_of(self, i: int, remap: Sequence[Iterable[tuple[int, int]]]) -> int:
        """Return the loss on input i of a remap whose row k sums to a multiple of weights[k]."""
        row, power = self.losses[i], self.power
        return sum(power[abs(i - k)] * sum(t * row[r] for r, t in weighted) for k, weighted in enumerate(remap))

    def posterior(self, prior: Sequence[int]) -> Callable[[int], list[int]]:
        """Return what gives, for each response r and all k, Σ_i prior_i·l(i, r)·α^|i-k| times q^n."""
        sums = PosteriorLosses(Fraction(self.p, self.q), prior)
        return lambda r: sums.of([row[r] for row in self.losses])

    @cached_property
    def degree(self) -> int:
        """How often to multiply by the inverse of A before the equations are short: 1 for most losses.

        The differences of that order of l(i, r + 1) - l(i, r) are nearly all 0. It is kept so low that floating point
        is exact enough for the products, whose rows sum to about (1 - α)^(2·degree).
        """
        middle, gaps = len(self.responses) // 2, {after - before for before, after in pairwise(self.inputs)}
        for times in range(1, 4 if len(gaps) == 1 else 1):
            if self.q ** (2 * times) > 10**6 * (self.q - self.p) ** (2 * times):
                break
            if 4 * len(self._differences(middle - 1, middle, times)) <= len(self.inputs):
                return times
        return 1

    def _differences(self, f: int, r: int, times: int) -> list[int]:
        """Return where the differences of this order of l(i, r) - l(i, f) are not 0."""
        change = [self.losses[i][r] - self.losses[i][f] for i in self.inputs]
        for _ in range(times):
            change = [after - before for before, after in pairwise(change)]
        return [at for at, value in enumerate(change) if value]

    @cached_property
    def inverse(self) -> tuple[list[int], list[int]]:
        """The inverse of A = (α^|i-k|) on the side information, times one number: its middle, and beside it."""
        gaps = [after - before for before, after in pairwise(self.inputs)]
        whole = lcm(*(self.q ** (2 * g) - self.p ** (2 * g) for g in gaps))
        shares = [whole // (self.q ** (2 * g) - self.p ** (2 * g)) for g in gaps]
        squares = [share * self.q ** (2 * g) - whole for share, g in zip(shares, gaps, strict=True)]
        middle = [before + after + whole for before, after in pairwise([0, *squares, 0])]
        return middle, [0, *(-share * (self.p * self.q) ** g for share, g in zip(shares, gaps, strict=True)), 0]

    def multiplied(self, values: Mapping[int, Any]) -> dict[int, Any]:
        """Return the inverse of A, `degree` times, times a vector, which is given where it, or the product, is not 0."""
        middle, beside = self.inverse
        for _ in range(self.degree):
            values = {
                at: middle[at] * value + beside[at] * values.get(at - 1, 0) + beside[at + 1] * values.get(at + 1, 0)
                for at, value in values.items()
            }
        return dict(values)

    @cached_property
    def units(self) -> list[dict[int, int]]:
        """The unit vectors, `multiplied`: the columns of slacks."""
        places, d = range(len(self.inputs)), self.degree
        return [self.multiplied({b: int(b == at) for b in places[max(at - d, 0) : at + d + 1]}) for at in places]

    def column(self, k: int, r: int, f: int) -> tuple[int, dict[int, int]]:
        """Return what each input loses more where k is read as r and not f, `multiplied`: a factor, and numbers."""
        if (k, r, f) not in self.known:
            d, height, at = self.degree, len(self.inputs), bisect_left(self.inputs, k)
            if (f, r) not in self.bends:
                bent = self._differences(f, r, d)
                self.bends[f, r] = {
                    *range(d),
                    *range(height - d, height),
                    *(b + near for b in bent for near in range(d + 1)),
                }
            places = {b for b in self.bends[f, r].union(range(at - d, at + d + 1)) if 0 <= b < height}
            window = {b for place in places for b in range(max(place - d, 0), min(place + d + 1, height))}
            inputs = ((b, self.inputs[b]) for b in window)
            found = self.multiplied(
                {b: (self.losses[i][r] - self.losses[i][f]) * self.power[abs(i - k)] for b, i in inputs}
            )
            content = gcd(*(found[b] for b in places)) or 1
            self.known[k, r, f] = content, {b: found[b] // content for b in places if found[b]}
        return self.known[k, r, f]


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
class _Vertex:
    """What a basis says, exactly.

    `matrix` has a row for each input and, for the value, the second, third, … responses and the slacks that are not 0,
    a column, over `content`. `weights[k][r]` is s_k·T_kr·(q + p), `value` the loss in the game's unit, `slack` what the
    inputs that are not tight lose less than that, `prior` over `common` the prices of the inputs. `prices[k, r]` is what
    it would cost to read k as r rather than as its basic responses, over `common`: for some r, the cheapest among them.
    """

    basis: Basis
    matrix: fmpz_mat
    content: list[int]
    weights: tuple[dict[int, fmpq], ...]
    value: fmpq
    slack: dict[int, fmpq]
    prior: list[int]
    common: int
    prices: dict[_Response, int]

    @cached_property
    def is_feasible(self) -> bool:
        """Whether T is stochastic, and no input loses more than the tight ones."""
        return all(value >= 0 for row in (*self.weights, self.slack) for value in row.values())

    @cached_property
    def is_bayesian(self) -> bool:
        """Whether the prices are a prior, and the basic responses best against it."""
        return min(self.prior) >= 0 and min(self.prices.values()) >= 0

    @property
    def is_optimal(self) -> bool:
        return self.is_feasible and self.is_bayesian


def _vertex(game: _Game, basis: Basis, columns: Iterable[_Response] = ()) -> _Vertex | None:
    """Return what a basis says, with the prices of these columns and those near it, and None if it is singular."""
    others, size, tight = basis.others, len(game.inputs), set(basis.tight)
    slack = [at for at, i in enumerate(game.inputs) if i not in tight]
    changes = [game.column(k, r, basis.responses[k][0]) for k, r in others]
    content = [1, *(factor for factor, _ in changes), *[1] * len(slack)]
    ones = game.multiplied(dict.fromkeys(range(size), -1))
    entries = [0] * (size * size)
    for column, numbers in enumerate([ones, *(each for _, each in changes), *(game.units[at] for at in slack)]):
        for at, value in numbers.items():
            entries[at * size + column] = -value
    matrix = fmpz_mat(size, size, entries)
    first = [[(chosen[0], weight)] for chosen, weight in zip(basis.responses, game.weights, strict=True)]
    right = game.multiplied({at: game.loss_of(i, first) for at, i in enumerate(game.inputs)})
    try:
        found, common = matrix.solve(fmpz_mat(size, 1, list(right.values()))).numer_denom()
    except ZeroDivisionError:
        return None
    value, *rest = (fmpq(x, common * factor) for x, factor in zip(found.entries(), content, strict=True))
    weights = [{chosen[0]: fmpq(weight)} for chosen, weight in zip(basis.responses, game.weights, strict=True)]
    for (k, r), weight in zip(others, rest, strict=False):
        weights[k][r] = weight
        weights[k][basis.responses[k][0]] -= weight
    left = {game.inputs[at]: loose for at, loose in zip(slack, rest[len(others) :], strict=True)}
    prior, total = _functional(game, matrix, content, {0: 1})
    return _Vertex(
        basis, matrix, content, tuple(weights), value, left, prior, total, _prices(game, basis, prior, columns)
    )


def _functional(game: _Game, matrix: fmpz_mat, content: list[int], row: dict[int, int]) -> tuple[list[int], int]:
    """Return numbers for the inputs, and a denominator, by which a vertex's columns sum to these, and otherwise 0."""
    scale, right = lcm(*(content[at] for at in row)), [0] * len(content)
    for at, value in row.items():
        right[at] = value * (scale // content[at])
    numbers, common = matrix.transpose().solve(fmpz_mat(len(right), 1, right)).numer_denom()
    found = game.multiplied(dict(enumerate(int(x) for x in numbers.entries())))
    shared, full = gcd(int(common) * scale, *found.values()), [0] * (game.n + 1)
    for at, value in found.items():
        full[game.inputs[at]] = value // shared
    return full, int(common) * scale // shared


def _prices(game: _Game, basis: Basis, prior: list[int], columns: Iterable[_Response]) -> dict[_Response, int]:
    """Return what it costs to read k as r rather than as its first response: for some columns, and the cheapest r."""
    around = [{near for r in chosen for near in range(r - 2, r + 3)} for chosen in basis.responses]
    wanted = [each.intersection(game.responses) for each in around]
    for k, r in columns:
        wanted[k].add(r)
    costs: dict[_Response, int] = {}
    cheapest: list[tuple[int, int]] = []
    posterior = game.posterior(prior)
    for r in game.responses:
        found = posterior(r)
        costs.update({(k, r): cost for k, cost in enumerate(found) if r in wanted[k]})
        cheapest = [min(pair) for pair in zip(cheapest or [(cost, r) for cost in found], ((cost, r) for cost in found))]
    costs.update({(k, r): cost for k, (cost, r) in enumerate(cheapest)})
    return {(k, r): cost - costs[k, basis.responses[k][0]] for (k, r), cost in costs.items()}


def _search(game: _Game, progress: Progress) -> _Vertex:
    """Return an optimal vertex: from the first of the starts that floating point gets to the end from, or exactly."""
    best = None
    for start in _starts(game, progress) if game.n > SMALL else ():
        found = _corrected(game, start, progress)
        if found.is_optimal:
            return found
        if found.is_bayesian and (best is None or found.value > best.value):
            best = found
    return _simplex(game, best or _of_one_input(game), progress)


def _starts(game: _Game, progress: Progress) -> Iterator[_Vertex]:
    """Yield vertices that may be near an optimal one: of the same game at half the size, of one prior, at a higher level.

    Where the numbers of the optimum fall by a factor from each input to the next, floating point loses them. Then the
    optimal basis is almost the same at a whole range of levels, and a higher one, where they fall less, shows it.
    """
    halved = _halved(game)
    stretched = None if halved is None else _stretched(game, halved.n, _search(halved, progress).basis)
    if stretched is not None and (vertex := _vertex(game, stretched)) is not None:
        yield vertex
    yield _of_uniform_prior(game)
    higher = Fraction(isqrt(100 * game.p * game.q), 10 * game.q).limit_denominator(max(10, isqrt(game.q // game.p)))
    if game.p < higher * game.q < game.q:
        above = replace(game, p=higher.numerator, q=higher.denominator, known={}, bends={})
        vertex = _vertex(game, _search(above, progress).basis)
        if vertex is not None:
            yield vertex


def _of_uniform_prior(game: _Game) -> _Vertex:
    """Return the vertex of the Bayes remap of the uniform prior, at which one input is tight."""
    table = list(map(game.posterior([int(i in game.inputs) for i in range(game.n + 1)]), game.responses))
    best = [min(game.responses, key=lambda r, k=k: table[r][k]) for k in range(game.n + 1)]  # type: ignore[misc]
    remap = [[(r, weight)] for r, weight in zip(best, game.weights, strict=True)]
    worst = max(game.inputs, key=lambda i: game.loss_of(i, remap))
    return _regular(_vertex(game, Basis(tuple((r,) for r in best), (worst,))))


def _of_one_input(game: _Game) -> _Vertex:
    """Return the vertex of a prior on one input, and its cheapest response."""
    i = game.inputs[len(game.inputs) // 2]
    best = min(game.responses, key=lambda r: game.losses[i][r])
    return _regular(_vertex(game, Basis(((best,),) * (game.n + 1), (i,))))


def _regular(vertex: _Vertex | None) -> _Vertex:
    assert vertex is not None, "with one tight input the value follows from its loss"
    return vertex


def _halved(game: _Game) -> _Game | None:
    """Return the same game with fewer inputs, about half as many; None where it is not the same."""
    n, lowest, highest = game.n, game.inputs[0], game.inputs[-1]
    removed = (highest - lowest) // 4 * 2
    if n <= SMALLEST_HALVED or removed < n // 4 or len(game.inputs) <= highest - lowest or len(game.responses) != n + 1:
        return None
    if any(row[:-1] != following[1:] for row, following in pairwise(game.losses)):
        return None
    size = n + 1 - removed
    losses = [row[:size] for row in game.losses[:size]]
    return _Game(game.p, game.q, losses, game.scale, tuple(range(lowest, highest - removed + 1)))


def _stretched(game: _Game, n: int, basis: Basis) -> Basis | None:
    """Return a basis of 0..n for the game, two rows of it repeated; None where it has no rows to repeat."""
    tight = set(basis.tight)
    # Only such rows bring as many unknowns as equations.
    usual = [k for k in range(n + 1) if len(basis.responses[k]) == 1 + (k in tight)]
    first, last = game.inputs[0], game.inputs[-1] - (game.n - n)
    quarters = [first + (last - first) // 4, last - (last - first) // 4]
    if not usual:
        return None
    repeated = [min(usual, key=lambda k: (abs(k - quarter), k)) for quarter in quarters]  # noqa: B023
    times = [1] * (n + 1)
    for k in repeated:
        times[k] += (game.n - n) // 2
    source = [k for k in range(n + 1) for _ in range(times[k])]
    chosen = tuple(tuple(min(max(r + j - k, 0), game.n) for r in basis.responses[k]) for j, k in enumerate(source))
    return Basis(chosen, tuple(j for j, k in enumerate(source) if k in tight))


def _corrected(game: _Game, vertex: _Vertex, progress: Progress) -> _Vertex:
    """Return the best vertex on the way that floating point takes from one: an optimal one, or the best prior's.

    Each round solves the linear program for the distance from the last vertex, whose own errors are exact and are
    scaled up to 1. So the rounds reach numbers that are far below the precision of a float.
    """
    loss = _typical(game, vertex)
    precision, best = _Precision(fmpq(game.q - game.p), fmpq(1)).refined(vertex, loss), vertex
    seen, misses = {(vertex.basis, precision, len(vertex.prices))}, 0
    for number in range(APPROXIMATIONS):
        misses += not (vertex.is_feasible or vertex.is_bayesian)
        if vertex.is_bayesian and not (best.is_bayesian and best.value >= vertex.value):
            best = vertex
        if vertex.is_optimal or misses > MISSES:
            break
        progress(f"floating point at the level {game.level}, round {number + 1}")
        basis = _propose(game, vertex, loss, precision)
        following = None if basis is None else _vertex(game, basis, vertex.prices)
        if following is None:
            break
        precision = precision.refined(following, loss)
        state = following.basis, precision, len(following.prices)
        if state in seen:
            break
        seen.add(state)
        vertex = following
    return vertex if vertex.is_optimal else best


def _typical(game: _Game, vertex: _Vertex) -> fmpq:
    """Return what a loss is measured in, for one unit of weight: about what the value exceeds the least losses by."""
    least = min(min(game.losses[i]) for i in game.inputs)
    excess = (vertex.value - least * game.power[0] * (game.q + game.p)) / (game.q - game.p)
    return excess if excess > 0 else fmpq(game.power[0])


@dataclass(frozen=True)
class _Precision:
    """What counts as 1 in floating point, of the weights of T and of the prior."""

    weight: fmpq
    prior: fmpq

    def refined(self, vertex: _Vertex, loss: fmpq) -> "_Precision":
        """Return the precision at which the largest error of a vertex is 1."""
        errors = [-t for row in vertex.weights for t in row.values() if t < 0]
        errors += [-s / loss for s in vertex.slack.values() if s < 0]
        lowest = fmpq(-min(vertex.prior), vertex.common), fmpq(-min(vertex.prices.values()), vertex.common) / loss
        return _Precision(max(errors, default=self.weight), max(lowest) if max(lowest) > 0 else self.prior)


def _near(value: fmpq, most: int) -> float:
    """Return a float near a number, or near `most` if that is smaller."""
    return int(value.p) / int(value.q) if value < most else most / 1


def _propose(game: _Game, vertex: _Vertex, loss: fmpq, precision: _Precision) -> Basis | None:
    """Return the basis that floating point believes to be optimal, and None if it has none.

    The unknowns are the distances from the vertex: of the value, of the slack of each input, and of the weights that
    have a price; the costs are the vertex's prices. In these units no coefficient depends on the precision.
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
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
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
    slacks = basic[1 : 1 + len(game.inputs)]
    tight = tuple(i for i, loose in zip(game.inputs, slacks, strict=True) if not loose)
    chosen: list[list[int]] = [[] for _ in range(game.n + 1)]
    for (k, r), taken in zip(columns, basic[1 + len(slacks) :], strict=True):
        if taken:
            chosen[k].append(r)
    if not all(chosen) or sum(map(len, chosen)) != game.n + len(tight):
        return None
    return Basis(tuple(map(tuple, chosen)), tight)


def _simplex(game: _Game, vertex: _Vertex, progress: Progress) -> _Vertex:
    """Return an optimal vertex, by the dual simplex method from a Bayesian one."""
    stalled = 0
    for step in range(SIMPLEX_STEPS):
        if vertex.is_optimal:
            return vertex
        progress(f"exact pivot {step + 1} at the level {game.level}")
        following = _vertex(game, _pivot(game, vertex, stalled > 2))
        if following is None:
            raise SearchLimit("a step of the exact simplex method led to a singular basis")
        stalled = 0 if following.value != vertex.value else stalled + 1
        vertex = following
    raise SearchLimit(f"no optimal basis was found in {SIMPLEX_STEPS} exact steps")


def _pivot(game: _Game, vertex: _Vertex, first: bool) -> Basis:
    """Return the basis after the leaving unknown, which is negative, has become 0 at the least price.

    Ties go to the first unknown: with the first of the leaving ones that is Bland's rule, which never cycles.
    """
    basis, others = vertex.basis, vertex.basis.others
    negative = [(value, (k, r)) for k, row in enumerate(vertex.weights) for r, value in row.items() if value < 0]
    negative += [(value, (i, None)) for i, value in vertex.slack.items() if value < 0]
    at, response = leaving = min(negative, key=lambda each: _order(each[1]) if first else (each[0], _order(each[1])))[1]
    # What the leaving unknown gains by one unit of each other is the expected loss of a signed prior, as prices are of
    # the prior; and the first basic response of a row, besides, loses what another one of the row gains.
    row: dict[int, int]
    is_first = response == basis.responses[at][0]
    if response is None:
        row = {1 + len(others) + list(vertex.slack).index(at): 1}
    elif is_first:
        row = {b: -1 for b, (k, _) in enumerate(others, start=1) if k == at}
    else:
        row = {1 + others.index(leaving): 1}
    signed, common = _functional(game, vertex.matrix, vertex.content, row) if row else ([0] * (game.n + 1), 1)
    best: tuple[int, int, _Unknown] | None = None
    for price, gain, unknown in _gains(game, vertex, signed):
        taken = common if is_first and unknown[0] == at and unknown[1] is not None else 0
        if gain > taken and (
            best is None or (price * best[1], _order(unknown)) < (best[0] * (gain - taken), _order(best[2]))
        ):
            best = price, gain - taken, unknown
    if best is None:
        raise SearchLimit("a step of the exact dual simplex method found no remap, though there is one")
    return _exchange(basis, best[2], leaving)


def _order(unknown: _Unknown) -> tuple[bool, _Unknown]:
    return unknown[1] is None, unknown


def _gains(game: _Game, vertex: _Vertex, signed: list[int]) -> Iterator[tuple[int, int, _Unknown]]:
    """Yield the price of each nonbasic unknown, and what a signed prior gains by it."""
    basis, posteriors = vertex.basis, (game.posterior(vertex.prior), game.posterior(signed))
    read = {chosen[0] for chosen in basis.responses}
    known = {r: [each(r) for each in posteriors] for r in read}
    lowest = [[known[chosen[0]][which][k] for k, chosen in enumerate(basis.responses)] for which in range(2)]
    for r in game.responses:
        prices, gains = known.get(r) or [each(r) for each in posteriors]
        for k, chosen in enumerate(basis.responses):
            if r not in chosen:
                yield prices[k] - lowest[0][k], gains[k] - lowest[1][k], (k, r)
    for i in basis.tight:
        yield vertex.prior[i], signed[i], (i, None)


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
