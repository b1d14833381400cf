"""The phases of a minimax consumer: bases of the linear program of section 2.4.3, each solved for every α at once."""

from collections.abc import Sequence
from dataclasses import replace

from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.sign_changes import cell
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.losses import rational
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.least_favourable import optimal_basis
from exactdp.optimum.minimax_game import Basis
from exactdp.optimum.phase_diagram import (
    ONE,
    ZERO,
    Breakpoint,
    Piece,
    Prices,
    conditions,
    power_of_alpha,
    prices,
    weight,
)


def minimax(user: MinimaxConsumer, progress: Progress = silent) -> tuple[tuple[Piece, ...], tuple[Breakpoint, ...]]:
    """Return intervals of α with one proof of optimality each, and the breakpoints between them.

    At a rational α in an interval not yet covered, it solves the linear program for a basis, and then the basis for
    every α. The basis is optimal around that α until a probability, slack or price changes its sign.
    Domain: n ≥ 1 and a rational loss. Raises: `InputError` for an irrational loss; as `optimal_basis`.
    Source: Gupte & Sundararajan 2010, section 2.4.3, for every α at once.

    >>> from exactdp.model.losses import absolute
    >>> pieces, _ = minimax(MinimaxConsumer(absolute(), inputs=range(2)))
    >>> for piece in pieces:
    ...     print(piece.lower, piece.upper, piece.loss)
    0 1 a/(1 + a)
    """
    waiting, found = [(algebraic(0), algebraic(1))], list[Piece]()
    while waiting:
        lower, upper = waiting.pop()
        at = between(lower, upper)
        while True:
            progress(f"{len(found)} intervals are covered; a basis that is optimal at α = {at}")
            basis = optimal_basis(user, at.lower)
            piece, costs = piece_of(user, basis)
            signs = [value for _, value in conditions(user, piece, costs)]
            # At a level where a value vanishes, the interval of this basis may end.
            if all(value.at(at.lower) for value in signs):
                break
            at = between(lower, at)
        polynomials = {part for value in signs for part in (value.numerator, value.denominator)}
        start, end = cell(polynomials, at, lower, upper)
        found.append(Piece(start, end, piece.loss, piece.remap, piece.prior, piece.choices))
        waiting += [gap for gap in ((end, upper), (lower, start)) if gap[0] < gap[1]]
    pieces = _joined(sorted(found, key=lambda piece: piece.lower))
    return pieces, tuple(Breakpoint(piece.upper) for piece in pieces[:-1])


def piece_of(user: MinimaxConsumer, basis: Basis) -> tuple[Piece, Prices]:
    """Return the solution of a basis for every α, as if it were optimal from 0 to 1, and the prices of its prior.

    Domain: a basis of the user's linear program that determines a solution at some α.

    >>> from exactdp.model.losses import absolute
    >>> piece, _ = piece_of(MinimaxConsumer(absolute(), inputs=range(2)), Basis(((0,), (1,)), (0,)))
    >>> print(piece.loss, piece.prior[0])
    a/(1 + a) 1
    """
    n, inputs = user.size - 1, user.size
    first = [chosen[0] for chosen in basis.responses]
    others = [(k, r) for k, chosen in enumerate(basis.responses) for r in chosen[1:]]

    def loss(i: int, k: int, r: int) -> RationalFunction:
        return rational(user.loss(i, r)) * power_of_alpha(abs(i - k))

    more = [[loss(i, k, r) - loss(i, k, first[k]) for k, r in others] for i in basis.tight]
    # The value is a tight input's loss by the first basic responses, plus the changes by the others.
    matrix = [[ONE, *(-weight(n, k) * v for (k, _), v in zip(others, row, strict=True))] for row in more]
    right = [[sum((weight(n, k) * loss(i, k, first[k]) for k in range(inputs)), ZERO)] for i in basis.tight]
    [value], *probabilities = solved(matrix, right)
    # The other basic responses cost as much as the first ones.
    tight = solved([[ONE] * len(more), *map(list, zip(*more, strict=True))], [[ONE], *[[ZERO]] * len(others)])
    prior = [ZERO] * inputs
    for i, [p] in zip(basis.tight, tight, strict=True):
        prior[i] = p
    remap = [{r: ONE} for r in first]
    for (k, r), [t] in zip(others, probabilities, strict=True):
        remap[k][r] = t
        remap[k][first[k]] -= t
    costs = prices(user, prior)
    choices = tuple(
        tuple(r for r, cost in enumerate(row) if cost == row[chosen]) for row, chosen in zip(costs, first, strict=True)
    )
    rows = tuple(tuple((r, t) for r, t in sorted(row.items()) if t != ZERO) for row in remap)
    return Piece(algebraic(0), algebraic(1), value, rows, tuple(prior), choices), costs


def solved(
    matrix: Sequence[Sequence[RationalFunction]], right: Sequence[Sequence[RationalFunction]]
) -> list[list[RationalFunction]]:
    """Return the rows of the X with matrix·X = right, by elimination.

    Domain: a square matrix whose determinant is not the function 0. Raises: ZeroDivisionError for another.

    >>> from exactdp.model.symbolic_mechanism import ALPHA
    >>> print(*solved([[ALPHA, ONE], [ONE, ALPHA]], [[ONE], [ONE]])[0])
    1/(1 + a)
    """
    rows = [[*row, *values] for row, values in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((j for j in range(k, len(rows)) if rows[j][k] != ZERO), None)
        if pivot is None:
            raise ZeroDivisionError("the determinant is 0")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for j, row in enumerate(rows):
            if j != k and row[k] != ZERO:
                rows[j] = [v - row[k] * w for v, w in zip(row, rows[k], strict=True)]
    return [row[len(rows) :] for row in rows]


def _joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Merge adjacent pieces with the same proof."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and replace(piece, lower=joined[-1].lower, upper=joined[-1].upper) == joined[-1]:
            joined[-1] = replace(joined[-1], upper=piece.upper)
        else:
            joined.append(piece)
    return tuple(joined)
