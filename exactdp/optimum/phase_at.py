"""The phase of a user's optimum that contains a level e^-ε, found without the rest of the diagram."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.diagram_kernel import LARGEST
from exactdp.model.losses import Shape, rational
from exactdp.model.symbolic_mechanism import ALPHA, SymbolicMechanism, symbolic_geometric
from exactdp.model.users import BayesianUser, MinimaxConsumer, User
from exactdp.optimum.bayesian import bayes_remap, closed_form, rises_strictly
from exactdp.optimum.least_favourable import optimal_basis
from exactdp.optimum.minimax_game import Basis
from exactdp.optimum.minimax_phases import piece_of
from exactdp.optimum.phase_diagram import ONE, ZERO, Piece, only
from exactdp.optimum.problem import Dual, Optimum, Problem
from exactdp.shown import Shown

START_BITS, MOST_BITS = 32, 1 << 15
"""The bits of the bounds on e^-ε that are tried first, and last."""

VALUE_BITS = 64
"""The bits of the bounds on the least loss."""

LARGEST_MINIMAX = 24
"""The largest n for a minimax consumer: the equations of an optimal basis are solved for every α at once."""


@dataclass(frozen=True)
class PhaseAt(Shown):
    """A proof of optimality at e^-ε: a remap of G_{n,α} for every α from `piece.lower` to `piece.upper`.

    `level` is strictly between these two rational bounds. `only` says whether no other remap is optimal there; None if
    undecided.
    """

    user: User
    level: Exponential
    piece: Piece

    @property
    def function(self) -> RationalFunction:
        """The least loss as a function of α."""
        return self.piece.loss

    @property
    def upper(self) -> Fraction:
        """The upper bound on e^-ε."""
        return Fraction(self.piece.upper.lower)

    @cached_property
    def loss(self) -> Enclosure:
        """Bounds on the least loss."""
        return self.loss_within(VALUE_BITS)

    def loss_within(self, bits: int) -> Enclosure:
        """Return bounds on the least loss from bounds of this many bits on e^-ε. It never falls as α grows."""
        # Beyond the phase its function is not the least loss.
        low, high = (Fraction(end.lower) for end in (self.piece.lower, self.piece.upper))
        ends = max(self.level.below(bits), low), min(self.level.above(bits), high)
        return Enclosure(*(self.piece.loss.at(end) for end in ends))

    @property
    def mechanism(self) -> SymbolicMechanism:
        """G_{n,α} and then the remap, as a function of α."""
        rows = []
        for probabilities in symbolic_geometric(n=self.user.size - 1).rows:
            row = [ZERO] * self.user.size
            for p, remap in zip(probabilities, self.piece.remap, strict=True):
                for r, t in remap:
                    row[r] += p * t
            rows.append(row)
        return SymbolicMechanism(rows)

    @cached_property
    def only(self) -> bool | None:
        """Whether no other remap of G is optimal at the level. Exceptions are algebraic; e^-ε is not."""
        return only(self.user, self.piece)

    @property
    def is_strict(self) -> bool:
        """Whether a remap that is the only optimal one makes the only optimal mechanism.

        It is true if the inputs 0 and n have positive probabilities, and losses that strictly rise away from them.
        """
        return rises_strictly(self.user.loss, self.user.size) and ZERO not in (
            self.piece.prior[0],
            self.piece.prior[-1],
        )

    def optimum(self, problem: Problem) -> Optimum:
        """Return the optimum at a rational level of the phase, with the dual that proves it. Domain: this user.

        >>> from exactdp.model.losses import absolute
        >>> user = BayesianUser(absolute(), ["1/6", "5/6"])
        >>> next(phases_at(user, Exponential(2))).optimum(Problem(user, "27577/203768")).value
        Fraction(27577, 231345)
        """
        prior = tuple(p.at(problem.alpha) for p in self.piece.prior)
        against = closed_form(Problem(BayesianUser(self.user.loss, prior), problem.alpha))
        dual = Dual(prior, against.dual.weights)
        return Optimum(problem, self.piece.loss.at(problem.alpha), dual, self.piece.sparse_remap_at(problem.alpha))


def is_covered(problem: Problem) -> bool:
    """Return whether `phases_at` finds the optimum: no constraints, the path, and a unimodal rational loss.

    >>> from exactdp.model.losses import absolute
    >>> is_covered(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/2"))
    True
    """
    user, size = problem.user, problem.inputs
    if problem.constraints or problem.neighbours.name != "path" or problem.responses != size or size < 2:
        return False
    largest = LARGEST if isinstance(user, BayesianUser) else LARGEST_MINIMAX
    return size <= largest + 1 and user.loss.rational and user.loss.shape(size, size) is not Shape.NEITHER


def phases_at(user: User, level: Exponential) -> Iterator[PhaseAt]:
    """Yield a candidate for each of ever closer bounds on e^-ε; the kernel decides whether it is a proof.

    Domain: a rational loss, and n ≥ 1. Raises: `Undecided` as `optimal_basis`.

    >>> from exactdp.model.losses import squared
    >>> found = phases_at(MinimaxConsumer(squared(), inputs=range(3)), Exponential(1))
    >>> first, closer = next(found), next(found)
    >>> print(first.piece.loss, closer.piece.loss == first.piece.loss, closer.piece.lower > first.piece.lower)
    (a + 3*a^2)/(1 + a) True True
    """
    bits, known = START_BITS, dict[Basis, Piece]()
    while bits <= MOST_BITS:
        low, high = bounds_near(level, bits)
        at = (low + high) / 2 if low == 0 or high == 1 else level.above(2 * bits)
        piece = _bayesian(user, at) if isinstance(user, BayesianUser) else _minimax(user, at, known)
        if piece is not None:
            yield PhaseAt(user, level, replace(piece, lower=algebraic(low), upper=algebraic(high)))
        bits *= 2


def bounds_near(level: Exponential, bits: int) -> tuple[Fraction, Fraction]:
    """Return rational bounds, the lower one 0 if e^-ε is close to 0, or the upper one 1 if it is close to 1.

    >>> bounds_near(Exponential(1), 8), bounds_near(Exponential(100), 8)
    ((Fraction(11, 30), Fraction(7, 19)), (Fraction(0, 1), Fraction(1, 256)))
    """
    unit = Fraction(1, 2**bits)
    if level < unit:
        return Fraction(0), unit
    if level > 1 - unit:
        return 1 - unit, Fraction(1)
    return level.below(bits), level.above(bits)


def _bayesian(user: BayesianUser, at: Fraction) -> Piece | None:
    """Return Bayes' rule around a rational level; None if some responses are equally good only at this level."""
    n = user.size - 1
    choices = bayes_remap(Problem(user, at)).choices
    costs = [[_cost(user, k, r) for r in chosen] for k, chosen in enumerate(choices)]
    if any(cost != row[0] for row in costs for cost in row):
        return None
    least = [row[0] for row in costs]
    inner = sum(least[1:n], ZERO)
    loss = (least[0] + least[n] + (1 - ALPHA) * inner) / (1 + ALPHA)
    prior = tuple(map(rational_function, user.prior))
    remap = tuple(((chosen[0], ONE),) for chosen in choices)
    return Piece(algebraic(0), algebraic(1), loss, remap, prior, choices)


def _cost(user: BayesianUser, k: int, r: int) -> RationalFunction:
    """Return Σ_i p_i·l(i, r)·α^|i-k|."""
    terms = [Fraction(0)] * user.size
    for i, p in enumerate(user.prior):
        terms[abs(i - k)] += p * rational(user.loss(i, r))
    common = lcm(*(term.denominator for term in terms))
    return RationalFunction(tuple(int(term * common) for term in terms), (common,))


def _minimax(user: MinimaxConsumer, at: Fraction, known: dict[Basis, Piece]) -> Piece:
    basis = optimal_basis(user, at)
    if basis not in known:
        known[basis], _ = piece_of(user, basis)
    return known[basis]
