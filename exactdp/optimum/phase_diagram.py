"""The phase diagram of a user: the optimal remap of G_{n,α} on each interval of α, with proofs.

For both kinds of user, a prior π(α) proves a remap T(α) optimal by two facts. No remap is better against π than T. No
input of the side information loses more than the value. The value, T and π are rational functions of α. So the proof
consists of identities, and of signs of polynomials on an interval.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, ExactOrAlgebraic, algebraic
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_fmpq_mat
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.sign_changes import is_nonnegative, is_positive, vanishes, zeros
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.losses import Shape, rational
from exactdp.model.mechanism import Mechanism
from exactdp.model.symbolic_mechanism import ALPHA
from exactdp.model.users import BayesianUser, User
from exactdp.optimum.problem import Problem, SparseRemap, hypotheses, written_out
from exactdp.shown import Shown

SymbolicRemap: TypeAlias = tuple[tuple[tuple[int, RationalFunction], ...], ...]
"""The rows of a remap: the responses with a probability that is not the function 0, and their probabilities."""

Choices: TypeAlias = tuple[tuple[int, ...], ...]
"""For each response of G, every response of least posterior loss, in order."""

Prices: TypeAlias = tuple[tuple[RationalFunction, ...], ...]
"""prices[k][r] = Σ_i π_i·l(i, r)·α^|i-k|: the cost, up to a factor that depends on k, of sending k to r."""

ZERO, ONE = rational_function(0), rational_function(1)


@dataclass(frozen=True)
class Piece(Shown):
    """One proof of optimality, for all α from `lower` to `upper`: a remap, and a prior against which it is best.

    `remap` and `choices` have an entry for each of the n+1 responses of G, `prior` has one for each of the n+1 inputs.
    `prior` is a Bayesian user's own, or a least favourable one. For each response of G, `choices` are the responses of
    least expected loss under that prior throughout the piece. A remap that uses other responses is optimal at no more
    than finitely many α. For a Bayesian user it is optimal at no α inside the piece.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> (piece,) = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4))).pieces
    >>> piece.remap_at("1/4")  # Table 1(c) of Gupte & Sundararajan 2010
    Mechanism 4 × 4
           0      1      2      3
    0  68/83  15/83      0      0
    1      0      1      0      0
    2      0      0      1      0
    3      0      0  15/83  68/83
    >>> piece.choices
    ((0, 1), (1,), (1, 2), (2, 3))
    >>> print(*(p.at("1/4") for p in piece.prior))
    68/415 51/83 12/83 32/415
    """

    lower: AlgebraicNumber
    upper: AlgebraicNumber
    loss: RationalFunction
    remap: SymbolicRemap
    prior: tuple[RationalFunction, ...]
    choices: Choices

    def remap_at(self, alpha: Exact) -> Mechanism:
        """Return the remap at a level. Raises: `InputError` outside of the piece; as `exact`."""
        return written_out(self.sparse_remap_at(alpha), len(self.remap))

    def sparse_remap_at(self, alpha: Exact) -> SparseRemap:
        """Return the remap at a level by its positive entries. Raises: as `remap_at`."""
        level = exact(alpha)
        if not self.lower <= level <= self.upper:
            raise InputError(
                f"α = {elided(text(level))} is outside the piece: write a level from {self.lower} to {self.upper}"
            )
        rows = ([(r, entry.at(level)) for r, entry in row] for row in self.remap)
        return tuple(tuple((r, t) for r, t in row if t) for row in rows)


@dataclass(frozen=True)
class Phase(Shown):
    """A maximal interval of α on which the loss is one rational function, with its proofs in order.

    It has several pieces if the remap or the prior changes at some α, but not the loss.
    """

    pieces: tuple[Piece, ...]

    @property
    def lower(self) -> AlgebraicNumber:
        """The lower end of the phase."""
        return self.pieces[0].lower

    @property
    def upper(self) -> AlgebraicNumber:
        """The upper end of the phase."""
        return self.pieces[-1].upper

    @property
    def loss(self) -> RationalFunction:
        """The Bayes risk or the minimax loss as a function of α."""
        return self.pieces[0].loss


@dataclass(frozen=True)
class Breakpoint(Shown):
    """An α at which one piece ends and the next begins.

    For a Bayesian user, `choices` are all responses of least posterior loss at this α: the choices of both adjacent
    pieces, and any others that are equally good only here. For a minimax consumer it is empty.
    """

    at: AlgebraicNumber
    choices: Choices | None = None


@dataclass(frozen=True)
class Confirmed(Shown):
    """Every proof in a diagram holds; it counts the identities of rational functions and the signs on intervals."""

    identities: int
    signs: int

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class PhaseDiagram(Shown):
    """A user's optimal remap of G_{n,α} for every α from 0 to 1.

    If `is_universal`, it is also optimal among all α-private mechanisms, by `theorem`. `pieces` are in order from 0 to
    1, with a breakpoint between two consecutive pieces. At 0 and 1 the least loss is the limit on the adjacent phase,
    because the value of a game is continuous in its payoffs. `confirmed` is set if `verify` has passed.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Theorem 3.1; Gupte & Sundararajan 2010, Theorem 1.

    >>> from exactdp.model.users import BayesianUser
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> diagram = phase_diagram(BayesianUser(absolute(), ["1/2", "1/4", "1/4"]))
    >>> [str(phase.loss) for phase in diagram.phases], diagram.is_universal
    (['(5*a + 3*a^2)/(4 + 4*a)', '(1 + 4*a + a^2)/(4 + 4*a)'], True)
    >>> diagram.piece_at("3/4").choices, diagram.loss_at("3/4"), diagram.loss_at(1)
    (((0,), (1,), (1,)), Fraction(73, 112), Fraction(3, 4))
    """

    user: User
    pieces: tuple[Piece, ...]
    breakpoints: tuple[Breakpoint, ...]
    confirmed: Confirmed | None = field(default=None, compare=False)

    @property
    def n(self) -> int:
        """The database size: the largest input."""
        return self.user.size - 1

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
        """Which theorem covers the loss, in words."""
        return hypotheses(Problem(self.user, "1/2"))

    @property
    def is_universal(self) -> bool:
        """Whether the loss is unimodal. Then no α-private mechanism is better than the best remap of G."""
        return self.user.loss.shape(self.user.size, self.user.size) is not Shape.NEITHER

    def piece_at(self, alpha: ExactOrAlgebraic) -> Piece:
        """Return the piece that contains an α; at a breakpoint, the piece that ends there.

        Domain: exact or algebraic numbers from 0 to 1. Raises: `InputError` outside; as `exact`.
        """
        level = algebraic(alpha)
        if not 0 <= level <= 1:
            raise InputError(f"α = {elided(str(level))} is not a level: write a number from 0 to 1")
        return self.pieces[bisect_left(self.pieces, level, hi=len(self.pieces) - 1, key=lambda piece: piece.upper)]

    def loss_at(self, alpha: Exact) -> Fraction:
        """Return the least loss at a level; at 0 and 1 it is the limit.

        Raises: as `piece_at`; TypeError for an irrational level, and `around` has bounds on its least loss.
        """
        if isinstance(alpha, Exponential):
            raise TypeError(f"{alpha} is irrational, and so is the least loss: write around(…), with bounds on it")
        level = exact(alpha)
        return self.piece_at(level).loss.at(level)

    def around(self, level: RationalOrExponential) -> tuple[Piece, Enclosure]:
        """Return the piece that contains a level, and bounds on the least loss there, which never falls as α grows.

        Raises: as `piece_at`.

        >>> from exactdp.model.users import BayesianUser
        >>> from exactdp.model.losses import absolute
        >>> from exactdp.optimum.phase_search import phase_diagram
        >>> piece, loss = phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"])).around(Exponential(2))
        >>> print(piece.loss, loss)
        a/(1 + a) 0.119202…
        """
        if not isinstance(level, Exponential):
            value = self.loss_at(level)
            return self.piece_at(level), Enclosure(value, value)
        bits = 64
        while (piece := self.piece_at(low := level.below(bits))) is not self.piece_at(high := level.above(bits)):
            bits *= 2
        return piece, Enclosure(piece.loss.at(low), piece.loss.at(high))


# The numbers of a piece


@lru_cache
def weight(n: int, k: int) -> RationalFunction:
    """Return s_k, where G_ik = s_k·α^|i-k|: 1/(1+α) for k = 0 and n, (1-α)/(1+α) for the others.

    >>> print(weight(2, 0), weight(2, 1))
    1/(1 + a) (1 - a)/(1 + a)
    """
    return (ONE if k in (0, n) else 1 - ALPHA) / (1 + ALPHA)


@lru_cache
def power_of_alpha(d: int) -> RationalFunction:
    """Return α^d. Domain: d ≥ 0.

    >>> print(power_of_alpha(3))
    a^3
    """
    return RationalFunction((*(0,) * d, 1))


def prices(user: User, prior: Sequence[RationalFunction]) -> Prices:
    """Return the cost of sending each response of G to each response, under a prior that may depend on α.

    Domain: as many probabilities as inputs, a rational loss. Raises: `InputError` for an irrational loss.

    >>> from exactdp.model.losses import absolute
    >>> user = BayesianUser(absolute(), ["1/2", "1/2"])
    >>> print(*prices(user, [rational_function(p) for p in user.prior])[0])
    a/2 1/2
    """
    size = range(user.size)
    table = []
    for k in size:
        posterior = [(i, prior[i] * power_of_alpha(abs(i - k))) for i in size if prior[i] != ZERO]
        table.append(
            tuple(sum((p * rational(user.loss(i, r)) for i, p in posterior if user.loss(i, r)), ZERO) for r in size)
        )
    return tuple(table)


def losses(user: User, remap: SymbolicRemap) -> tuple[RationalFunction, ...]:
    """Return each input's expected loss by G followed by a remap. Raises: `InputError` for an irrational loss.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> print(*losses(MinimaxConsumer(absolute(), inputs=range(2)), (((0, ONE),), ((1, ONE),))))
    a/(1 + a) a/(1 + a)
    """
    found = []
    for i in range(user.size):
        total = ZERO
        for k, row in enumerate(remap):
            read = sum((t * rational(user.loss(i, r)) for r, t in row), ZERO)
            total += weight(len(remap) - 1, k) * power_of_alpha(abs(i - k)) * read
        found.append(total)
    return tuple(found)


def expected_loss(remap: SymbolicRemap, costs: Prices) -> RationalFunction:
    """Return the expected loss of a remap under the prior of the prices: Σ_k s_k·Σ_r T_kr·prices[k][r].

    >>> half = rational_function("1/2")
    >>> print(expected_loss((((0, half), (1, half)), ((1, ONE),)), ((ZERO, ONE), (ONE, ZERO))))
    1/(2 + 2*a)
    """
    n = len(remap) - 1
    read = (sum((t * cost[r] for r, t in row), ZERO) for row, cost in zip(remap, costs, strict=True))
    return sum((weight(n, k) * cost for k, cost in enumerate(read)), ZERO)


def only(user: User, piece: Piece) -> bool | None:
    """Return whether the remap is the only optimal one at all but finitely many α of a piece; None if undecided.

    An optimal remap sends each response to its choices, and each input of positive prior loses the value. If these
    equations have one solution, it is the only optimal remap.
    Raises: `InputError` for an irrational loss.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import zero_one
    >>> keep = (((0, ONE),), ((1, ONE),))
    >>> half, one = rational_function("1/2"), algebraic(1)
    >>> piece = Piece(algebraic(0), one, ALPHA / (1 + ALPHA), keep, (half, half), ((0,), (1,)))
    >>> only(MinimaxConsumer(zero_one(), inputs=range(2)), piece)
    True
    """
    cells = [(k, r) for k, chosen in enumerate(piece.choices) for r in chosen]
    if isinstance(user, BayesianUser):
        return len(cells) == user.size
    some = between(piece.lower, piece.upper).lower
    rows = [[Fraction(int(k == at)) for k, _ in cells] for at in range(user.size)]
    rows += [
        [weight(user.size - 1, k).at(some) * some ** abs(i - k) * rational(user.loss(i, r)) for k, r in cells]
        for i, p in enumerate(piece.prior)
        if p != ZERO
    ]
    # Equations that determine the remap at one α do so at all but finitely many.
    return True if to_fmpq_mat(rows).rank() == len(cells) else None


# Checking


@dataclass(frozen=True)
class Flaw(Shown):
    """A failed check of a phase diagram."""

    says: str

    def __bool__(self) -> bool:
        return False


def verify(diagram: PhaseDiagram) -> Confirmed | Flaw:
    """Check every statement of a diagram from the definitions, without trusting the search.

    For each piece it checks that the remap is stochastic and has the stated loss. It checks that no remap has a smaller
    loss under the prior. It also checks the pieces, breakpoints and choices.

    >>> from dataclasses import replace
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> diagram = phase_diagram(MinimaxConsumer(absolute(), inputs=range(2)))
    >>> verify(diagram)
    Confirmed(identities=6, signs=5)
    >>> first, *others = diagram.pieces
    >>> verify(replace(diagram, pieces=(replace(first, loss=ALPHA), *others)))
    Flaw(says='from α = 0 to 1: the expected loss of the remap is a/(1 + a) and not a')
    """
    ends = [algebraic(0), *(each.at for each in diagram.breakpoints), algebraic(1)]
    if [(piece.lower, piece.upper) for piece in diagram.pieces] != list(pairwise(ends)):
        return Flaw("the pieces and the breakpoints do not follow one another from 0 to 1")
    if any(not x < y for x, y in pairwise(ends)):
        return Flaw("the breakpoints are not in order")
    identities, signs = 0, 0
    costs: Prices = ()
    for at, piece in enumerate(diagram.pieces):
        where = f"from α = {piece.lower} to {piece.upper}"
        if not _is_well_formed(piece, diagram.user.size):
            return Flaw(f"{where}: the remap, the prior or the choices are not of the user's size, or not in order")
        if not at or piece.prior != diagram.pieces[at - 1].prior:
            costs = prices(diagram.user, piece.prior)
        for says, left, right in _identities(diagram.user, piece, costs):
            identities += 1
            if left != right:
                return Flaw(f"{where}: {says} is {elided(str(left))} and not {elided(str(right))}")
        for says, value in conditions(diagram.user, piece, costs):
            signs += 1
            if not _is_positive_almost_everywhere(value, piece):
                return Flaw(f"{where}: {says}, {elided(str(value))}, is not positive throughout but for single α")
    if isinstance(diagram.user, BayesianUser):
        if any(each.choices is None or len(each.choices) != diagram.user.size for each in diagram.breakpoints):
            return Flaw("a breakpoint has no choices, or not as many as responses")
        for k, functions in enumerate(costs):
            for flaw in _envelope_flaws(diagram, k, functions):
                signs += 1
                if flaw:
                    return Flaw(f"response {k} of G: {flaw}")
    return Confirmed(identities, signs)


def conditions(user: User, piece: Piece, costs: Prices) -> Iterator[tuple[str, RationalFunction]]:
    """Yield the functions of α, not 0, that must be nonnegative throughout a piece, each with its name in words.

    They are the probabilities of the remap and of the prior. For a minimax consumer they include the slack of each
    input of the side information. They also include the price of each response minus the price of the choice. (A
    Bayesian user's prices do not depend on the piece.)

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> diagram = phase_diagram(MinimaxConsumer(absolute(), inputs=range(2)))
    >>> piece = diagram.pieces[0]
    >>> for says, value in conditions(diagram.user, piece, prices(diagram.user, piece.prior)):
    ...     print(f"{says}: {value}")
    the probability of reading 0 as 0: 1
    the probability of reading 1 as 1: 1
    the prior of 0: 1/(1 + a)
    the prior of 1: a/(1 + a)
    what reading 0 as 1 costs more: 1 - a
    """
    for k, row in enumerate(piece.remap):
        yield from ((f"the probability of reading {k} as {r}", t) for r, t in row)
    yield from ((f"the prior of {i}", p) for i, p in enumerate(piece.prior) if p != ZERO)
    if isinstance(user, BayesianUser):
        return
    found = losses(user, piece.remap)
    loose = (i for i in user.side_information if found[i] != piece.loss)
    yield from ((f"what input {i} loses less than the worst", piece.loss - found[i]) for i in loose)
    for k, chosen in enumerate(piece.choices):
        others = (r for r in range(user.size) if r not in chosen)
        yield from ((f"what reading {k} as {r} costs more", costs[k][r] - costs[k][chosen[0]]) for r in others)


def _identities(user: User, piece: Piece, costs: Prices) -> Iterator[tuple[str, RationalFunction, RationalFunction]]:
    for k, row in enumerate(piece.remap):
        yield f"the sum of row {k} of the remap", sum((t for _, t in row), ZERO), ONE
    if isinstance(user, BayesianUser):
        own = zip(piece.prior, user.prior, strict=True)
        yield from ((f"the prior of {i}", p, rational_function(q)) for i, (p, q) in enumerate(own))
    else:
        yield "the sum of the prior", sum(piece.prior, ZERO), ONE
        outside = sorted(set(range(user.size)) - set(user.side_information))
        yield from ((f"the prior of {i}, which is not in the side information", piece.prior[i], ZERO) for i in outside)
    for k, chosen in enumerate(piece.choices):
        yield from ((f"the cost of reading {k} as {r}", costs[k][r], costs[k][chosen[0]]) for r in chosen[1:])
    yield "the expected loss of the remap", expected_loss(piece.remap, costs), piece.loss
    yield "the least expected loss", expected_loss(tuple(((row[0], ONE),) for row in piece.choices), costs), piece.loss


def _is_well_formed(piece: Piece, size: int) -> bool:
    rows = [tuple(r for r, _ in row) for row in piece.remap] + list(piece.choices)
    return len(piece.remap) == len(piece.choices) == len(piece.prior) == size and all(
        row and list(row) == sorted(set(row)) and 0 <= row[0] <= row[-1] < size for row in rows
    )


def _is_positive_almost_everywhere(value: RationalFunction, piece: Piece) -> bool:
    """Return whether a function is defined throughout a piece, and positive except at finitely many α."""
    if not value.numerator or zeros(value.denominator, piece.lower, piece.upper):
        return False
    signed = RationalFunction(value.numerator) * RationalFunction(value.denominator)
    return is_nonnegative(signed.numerator, piece.lower, piece.upper)


def _envelope_flaws(diagram: PhaseDiagram, k: int, costs: Sequence[RationalFunction]) -> Iterator[str]:
    """Yield an error or "" for each response that is not a choice for k, and for the choices at each end of a run.

    A run is a sequence of pieces with the same choices, also at the breakpoints between them.
    """
    lower, said = algebraic(0), [each.choices[k] for each in diagram.breakpoints if each.choices is not None]
    for at, piece in enumerate(diagram.pieces):
        chosen, is_last = piece.choices[k], at == len(said)
        if not is_last and said[at] == chosen == diagram.pieces[at + 1].choices[k]:
            continue
        above = {r: (cost - costs[chosen[0]]).numerator for r, cost in enumerate(costs) if r not in chosen}
        for r, difference in above.items():
            fine = difference and is_positive(difference, lower, piece.upper)
            yield "" if fine else f"reading it as {r} costs no more for some α from {lower} to {piece.upper}"
        if not is_last:
            ties = tuple(
                sorted([*chosen, *(r for r, difference in above.items() if vanishes(difference, piece.upper))])
            )
            yield "" if said[at] == ties else f"at α = {piece.upper} its best readings are {', '.join(map(str, ties))}"
        lower = piece.upper
