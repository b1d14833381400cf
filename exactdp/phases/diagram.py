"""The phase diagram of a user: on which intervals of α which remap of G_{n,α} is optimal, and why.

What proves a remap T(α) optimal is the same for both kinds of user: a prior π(α) against which no response of G is read
better than by T, while no input of the side information loses more than the value. The value, T and π are rational
functions of α, so all of it is identities, and signs of polynomials on an interval.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from exactdp.algebraic_numbers import AlgebraicNumber, algebraic
from exactdp.consumers import BayesianUser, Shape, User, rational
from exactdp.exact import InputError, elided, exact, text, to_fmpq_mat
from exactdp.mechanism import Mechanism
from exactdp.optimality import hypotheses
from exactdp.optimum.problem import Problem, written_out
from exactdp.rational_functions import RationalFunction, rational_function
from exactdp.real_sets import between
from exactdp.sign_changes import is_nonnegative, vanishes, zeros
from exactdp.symbolic_mechanism import ALPHA

SymbolicRemap: TypeAlias = tuple[tuple[tuple[int, RationalFunction], ...], ...]
"""The rows of a remap: for each, the responses that it sends to and their probabilities, not 0 as functions of α."""

Choices: TypeAlias = tuple[tuple[int, ...], ...]
"""For each response of G, every response of least posterior loss, in order."""

Prices: TypeAlias = tuple[tuple[RationalFunction, ...], ...]
"""prices[k][r] = Σ_i π_i·l(i, r)·α^|i-k|: what it costs, up to a factor of k's, to read the response k of G as r."""

ZERO, ONE = rational_function(0), rational_function(1)
@dataclass(frozen=True)
class Piece:
    """One proof of optimality, for all α from `lower` to `upper`: a remap, and a prior against which it is best.

    `prior` is a Bayesian user's own, or a least favourable one. `choices` are, for each response of G, the responses of
    least expected loss under that prior throughout the piece; a remap that uses others is not optimal, except where α
    is one of finitely many numbers.
    """

    lower: AlgebraicNumber
    upper: AlgebraicNumber
    loss: RationalFunction
    remap: SymbolicRemap
    prior: tuple[RationalFunction, ...]
    choices: Choices

    def remap_at(self, alpha: Any) -> Mechanism:
        """Return the remap at a level. Fails: `InputError` outside of the piece; as `exact`."""
        level = exact(alpha)
        if not self.lower <= level <= self.upper:
            raise InputError(f"α = {elided(text(level))} is not between {self.lower} and {self.upper}: write another")
        return written_out(tuple(tuple((r, t.at(level)) for r, t in row) for row in self.remap), len(self.remap))

    @property
    def is_deterministic(self) -> bool:
        """Whether each response of G is read as one response only."""
        return all(len(row) == 1 for row in self.remap)


@dataclass(frozen=True)
class Phase:
    """A largest interval of α on which the loss is one rational function, with the proofs that it is, in order.

    There are several pieces where the remap or the prior, but not the loss, is another from some α on.
    """

    pieces: tuple[Piece, ...]

    @property
    def lower(self) -> AlgebraicNumber:
        """Where the phase begins."""
        return self.pieces[0].lower

    @property
    def upper(self) -> AlgebraicNumber:
        """Where the phase ends."""
        return self.pieces[-1].upper

    @property
    def loss(self) -> RationalFunction:
        """The least expected loss, or the least worst expected loss, as a function of α."""
        return self.pieces[0].loss


@dataclass(frozen=True)
class Breakpoint:
    """An α at which one piece ends and the next begins.

    For a Bayesian user, `choices` are all responses of least posterior loss at this very α: those of the pieces on both
    sides, and any that is as good here alone.
    """

    at: AlgebraicNumber
    choices: Choices | None = None


@dataclass(frozen=True)
class PhaseDiagram:
    """What is optimal for a user at every α from 0 to 1, of all remaps of G_{n,α}.

    Where `is_universal`, that is also the optimum of all α-private mechanisms, as `theorem` says. `pieces` follow one
    another from 0 to 1, with a breakpoint between each two; the values at 0 and 1 are limits, and values.
    """

    user: User
    pieces: tuple[Piece, ...]
    breakpoints: tuple[Breakpoint, ...]

    @property
    def n(self) -> int:
        """The database size: the largest input."""
        return self.user.inputs - 1

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases, in order: the longest runs of pieces with one loss."""
        runs: list[list[Piece]] = []
        for piece in self.pieces:
            if runs and runs[-1][0].loss == piece.loss:
                runs[-1].append(piece)
            else:
                runs.append([piece])
        return tuple(Phase(tuple(run)) for run in runs)

    @property
    def theorem(self) -> str:
        """Which theorem's hypotheses the loss has, and so what the diagram is about."""
        return hypotheses(Problem(self.user, "1/2"))

    @property
    def is_universal(self) -> bool:
        """Whether the loss is unimodal: then no α-private mechanism at all is better than the best remap of G."""
        return self.user.loss.shape(self.user.inputs, self.user.inputs) is not Shape.NEITHER

    def piece_at(self, alpha: Any) -> Piece:
        """Return a piece that an α belongs to; at a breakpoint, the one that ends there.

        Domain: exact or algebraic numbers from 0 to 1. Fails: `InputError` outside; as `exact`.
        """
        level = algebraic(alpha)
        if not 0 <= level <= 1:
            raise InputError(f"α = {elided(str(level))} is no level: write a number from 0 to 1")
        return self.pieces[bisect_left(self.pieces, level, hi=len(self.pieces) - 1, key=lambda piece: piece.upper)]

    def loss_at(self, alpha: Any) -> Fraction:
        """Return the least loss at a level, the limits at 0 and 1 included. Fails: as `piece_at`; for irrational α."""
        level = exact(alpha)
        return self.piece_at(level).loss.at(level)


@dataclass(frozen=True)
class Unsolved:
    """No diagram was found; `reason` says which limit was met. That is no answer."""

    user: User
    reason: str

    def __bool__(self) -> bool:
        return False


# What the numbers of a piece are


def weight(n: int, k: int) -> RationalFunction:
    """Return s_k, where G_ik = s_k·α^|i-k|: 1/(1+α) for k = 0 and n, (1-α)/(1+α) for the others. Fails: never.

    >>> print(weight(2, 0), weight(2, 1))
    1/(1 + a) (1 - a)/(1 + a)
    """
    return (ONE if k in (0, n) else 1 - ALPHA) / (1 + ALPHA)


def power(d: int) -> RationalFunction:
    """Return α^d. Domain: d ≥ 0. Fails: never within it.

    >>> print(power(3))
    a^3
    """
    return RationalFunction((*(0,) * d, 1))


def prices(user: User, prior: Sequence[RationalFunction]) -> Prices:
    """Return what each reading of each response of G costs under a prior, which may depend on α.

    Domain: as many probabilities as inputs, a rational loss. Fails: `InputError` for an irrational loss.

    >>> from exactdp.consumers import absolute
    >>> user = BayesianUser(absolute(), ["1/2", "1/2"])
    >>> print(*prices(user, [rational_function(p) for p in user.prior])[0])
    a/2 1/2
    """
    size = range(user.inputs)
    table = []
    for k in size:
        posterior = [(i, prior[i] * power(abs(i - k))) for i in size if prior[i] != ZERO]
        table.append(
            tuple(sum((p * rational(user.loss(i, r)) for i, p in posterior if user.loss(i, r)), ZERO) for r in size)
        )
    return tuple(table)


def losses(user: User, remap: SymbolicRemap) -> tuple[RationalFunction, ...]:
    """Return each input's expected loss by G followed by a remap. Fails: `InputError` for an irrational loss.

    >>> from exactdp.consumers import absolute, MinimaxConsumer
    >>> print(*losses(MinimaxConsumer(absolute(), 2), (((0, ONE),), ((1, ONE),))))
    a/(1 + a) a/(1 + a)
    """
    found = []
    for i in range(user.inputs):
        total = ZERO
        for k, row in enumerate(remap):
            read = sum((t * rational(user.loss(i, r)) for r, t in row), ZERO)
            total += weight(len(remap) - 1, k) * power(abs(i - k)) * read
        found.append(total)
    return tuple(found)


def least_loss(choices: Choices, costs: Prices) -> RationalFunction:
    """Return the expected loss of the readings chosen: Σ_k s_k·prices[k][choices[k][0]]. Fails: never."""
    n = len(choices) - 1
    return sum((weight(n, k) * costs[k][chosen[0]] for k, chosen in enumerate(choices)), ZERO)


# Checking


@dataclass(frozen=True)
class Confirmed:
    """Every proof in a diagram holds: so many identities of rational functions, and signs on whole intervals."""

    identities: int
    signs: int

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class Flaw:
    """What in a diagram is not so."""

    says: str

    def __bool__(self) -> bool:
        return False


def verify(diagram: PhaseDiagram) -> Confirmed | Flaw:
    """Check all that a diagram says from the definitions, whatever way it was found.

    For each piece it shows that the remap is one and has the loss stated, and that under the prior no remap has less;
    and that pieces, breakpoints and choices are as they are described. Fails: never.
    """
    identities, signs = 0, 0
    known: dict[tuple[RationalFunction, ...], Prices] = {}
    for piece in diagram.pieces:
        where = f"from α = {piece.lower} to {piece.upper}"
        if not _is_well_formed(diagram, piece):
            return Flaw(f"{where}: the remap, the prior or the choices are not of the user's size, or not in order")
        if piece.prior not in known:
            known = {piece.prior: prices(diagram.user, piece.prior)}
        for says, left, right in _identities(diagram.user, piece, known[piece.prior]):
            identities += 1
            if left != right:
                return Flaw(f"{where}: {says} is {elided(str(left))} and not {elided(str(right))}")
        for says, value in conditions(diagram.user, piece, known[piece.prior]):
            signs += 1
            if not _is_positive(value, piece, isinstance(diagram.user, BayesianUser)):
                return Flaw(f"{where}: {says}, {elided(str(value))}, is not positive, but for single α, throughout")
    ends = [algebraic(0), *(breakpoint.at for breakpoint in diagram.breakpoints), algebraic(1)]
    if [(piece.lower, piece.upper) for piece in diagram.pieces] != list(pairwise(ends)):
        return Flaw("the pieces and the breakpoints do not follow one another from 0 to 1")
    return _ties(diagram) or Confirmed(identities, signs)


def conditions(user: User, piece: Piece, costs: Prices) -> Iterator[tuple[str, RationalFunction]]:
    """Yield what must be at least 0 throughout a piece, in words and as a function of α that is not 0. Fails: never.

    They are the probabilities of the remap and of the prior, what each input of a minimax consumer loses less than the
    worst one, and what each reading costs more than the one chosen. For a Bayesian user they are above 0, which says
    that the choices are all choices.
    """
    for k, row in enumerate(piece.remap):
        yield from ((f"the probability of reading {k} as {r}", t) for r, t in row)
    yield from ((f"the prior of {i}", p) for i, p in enumerate(piece.prior) if p != ZERO)
    if not isinstance(user, BayesianUser):
        found = losses(user, piece.remap)
        loose = (i for i in user.side_information if found[i] != piece.loss)
        yield from ((f"what input {i} loses less than the worst", piece.loss - found[i]) for i in loose)
    for k, chosen in enumerate(piece.choices):
        others = (r for r in range(user.inputs) if r not in chosen)
        yield from ((f"what reading {k} as {r} costs more", costs[k][r] - costs[k][chosen[0]]) for r in others)


def _identities(
    user: User, piece: Piece, costs: Prices
) -> Iterator[tuple[str, RationalFunction, RationalFunction]]:
    for k, row in enumerate(piece.remap):
        yield f"the sum of row {k} of the remap", sum((t for _, t in row), ZERO), ONE
    if isinstance(user, BayesianUser):
        own = zip(piece.prior, user.prior, strict=True)
        yield from ((f"the prior of {i}", p, rational_function(q)) for i, (p, q) in enumerate(own))
    else:
        yield "the sum of the prior", sum(piece.prior, ZERO), ONE
        outside = sorted(set(range(user.inputs)) - set(user.side_information))
        yield from ((f"the prior of {i}, of which there is other information", piece.prior[i], ZERO) for i in outside)
    found = zip(piece.prior, losses(user, piece.remap), strict=True)
    yield "the expected loss of the remap", sum((p * loss for p, loss in found), ZERO), piece.loss
    yield "the least expected loss", least_loss(piece.choices, costs), piece.loss
    for k, chosen in enumerate(piece.choices):
        yield from ((f"the cost of reading {k} as {r}", costs[k][r], costs[k][chosen[0]]) for r in chosen[1:])


def _is_well_formed(diagram: PhaseDiagram, piece: Piece) -> bool:
    size = diagram.user.inputs
    rows = [tuple(r for r, _ in row) for row in piece.remap]
    return (
        piece.lower < piece.upper
        and len(rows) == len(piece.choices) == len(piece.prior) == size
        and all(row and list(row) == sorted(set(row)) and 0 <= row[0] <= row[-1] < size for row in (*rows, *piece.choices))
    )


def _is_positive(value: RationalFunction, piece: Piece, everywhere: bool) -> bool:
    """Say whether a function is defined and positive between the ends, everywhere or but for finitely many α."""
    top, bottom = value.numerator, value.denominator
    if not top or zeros(bottom, piece.lower, piece.upper):
        return False
    if everywhere and zeros(top, piece.lower, piece.upper):
        return False
    # Neither vanishes with a change of sign, so that the quotient has one sign.
    return is_nonnegative((RationalFunction(top) * RationalFunction(bottom)).numerator, piece.lower, piece.upper)


def _ties(diagram: PhaseDiagram) -> Flaw | None:
    """Return a Bayesian user's breakpoint at which the choices are not all responses of least posterior loss."""
    if not isinstance(diagram.user, BayesianUser):
        return None
    costs = prices(diagram.user, diagram.pieces[0].prior)
    for breakpoint, piece in zip(diagram.breakpoints, diagram.pieces[:-1], strict=True):
        for k, chosen in enumerate(piece.choices):
            found = tuple(
                r
                for r, cost in enumerate(costs[k])
                if r in chosen or vanishes((cost - costs[k][chosen[0]]).numerator, breakpoint.at)
            )
            if breakpoint.choices is None or breakpoint.choices[k] != found:
                return Flaw(f"at α = {breakpoint.at}: the best readings of {k} are {', '.join(map(str, found))}")
    return None
