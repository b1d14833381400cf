"""Optimal mechanisms for a user, each with the certificate that the kernel accepted."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exact import Undecided
from exactdp.arithmetic.exponential_levels import LEVEL_BITS, Exponential
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.certificates.certificate import Malformed, Rejected, Verified, certify
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import LossValue
from exactdp.model.mechanism import Mechanism
from exactdp.optimum.phase_at import PhaseAt, is_covered, phases_at
from exactdp.optimum.problem import NoMechanism, Optimum, Problem, remapped
from exactdp.optimum.search import optimal
from exactdp.optimum.structure import Structure, structure
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum, uniqueness
from exactdp.shown import Shown

WRITTEN_OUT_INPUTS = 40
"""For more inputs the report omits the mechanism, its constraints and whether it is a vertex."""

SHORT_BITS = 1 << 14
"""The bits of the level above e^-ε, times the inputs, up to which a report about e^-ε also shows the optimum there."""


@dataclass(frozen=True)
class Optimality(Shown):
    """An optimal mechanism, accepted by the kernel, and whether it is unique.

    `verified` is the certificate of the strongest proved statement. The mechanism is the only optimal one, or one of
    several; if uniqueness is undecided, it is optimal. For a requested level e^-ε, all this is about a rational level
    just above it, and `below` has the least loss just below e^-ε.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> found = decide(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4"))
    >>> found.verified.kind, bool(found.uniqueness), found.optimum.value
    ('only-optimal', True, Fraction(168, 415))
    >>> bool(found.structure.vertex), found.verified.is_about(found.optimum.mechanism)
    (False, True)
    >>> found.value, found.unique, found.certificate.kind
    (Fraction(168, 415), True, 'only-optimal')
    """

    _facts = ("value", "unique", "certificate")

    optimum: Optimum
    uniqueness: OnlyOptimum | AnotherOptimum | Unsolved
    verified: Verified
    below: "OptimumBelow | None" = None

    @property
    def value(self) -> LossValue:
        """The least loss: expected for a Bayesian user, worst-case for a minimax consumer."""
        return self.optimum.value

    @property
    def mechanism(self) -> Mechanism:
        """The optimal mechanism."""
        return self.optimum.mechanism

    @property
    def unique(self) -> bool | None:
        """Whether it is the only optimal mechanism; None if undecided, and `uniqueness.reason` says why."""
        return None if isinstance(self.uniqueness, Unsolved) else bool(self.uniqueness)

    @property
    def certificate(self) -> Verified:
        """The certificate of the strongest proved statement; `save` writes it to a file."""
        return self.verified

    @cached_property
    def structure(self) -> Structure | None:
        """The mechanism's tight constraints, as `structure` finds them; None above `WRITTEN_OUT_INPUTS` inputs."""
        return structure(self.optimum) if self.optimum.problem.inputs <= WRITTEN_OUT_INPUTS else None

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class ExactOptimum(Shown):
    """The optimum at e^-ε itself: a remap of G_{n,α} and its loss as functions of α.

    The kernel of diagrams accepted `verified`. It is about every α from `phase.piece.lower` to `phase.piece.upper`, and
    states that e^-ε is one of them. The level of `mechanism`, and of `problem`, is a rational one just above e^-ε.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> user = MinimaxConsumer(absolute(), inputs=range(4))
    >>> found = decide_near(lambda alpha: Problem(user, alpha), Exponential(1))
    >>> print(found.value, found.function, found.unique, found.certificate.kind)
    0.556307… (2*a + 2*a^2 + 2*a^3)/(1 + 2*a + 2*a^2 - a^4) True only-optimal
    >>> found.problem.alpha, found.mechanism == found.above.mechanism, found.above.unique
    (Fraction(63812, 173459), True, True)
    """

    _facts = ("value", "function", "unique", "certificate")

    phase: PhaseAt
    verified: Verified
    problem: Problem

    @property
    def value(self) -> Enclosure:
        """Bounds on the least loss at e^-ε."""
        return self.phase.loss

    @property
    def function(self) -> RationalFunction:
        """The least loss as a function of α."""
        return self.phase.piece.loss

    @property
    def unique(self) -> bool | None:
        """Whether no other mechanism is optimal at e^-ε; None if undecided.

        Another best remap makes another optimal mechanism, as G has an inverse.
        """
        if self.verified.kind == "only-optimal":
            return True
        return False if self.phase.only is False else None

    @property
    def certificate(self) -> Verified:
        """The certificate of the strongest proved statement; `save` writes it to a file."""
        return self.verified

    @cached_property
    def mechanism(self) -> Mechanism:
        """The optimal mechanism at the level just above e^-ε. This level is in the same phase."""
        alpha = self.problem.alpha
        return remapped(self.phase.piece.sparse_remap_at(alpha), alpha, self.problem.responses)

    @property
    def is_short(self) -> bool:
        """Whether a report shows `above`: its fractions have up to about `SHORT_BITS` bits."""
        return self.problem.alpha.denominator.bit_length() * self.problem.inputs <= SHORT_BITS

    @cached_property
    def above(self) -> Optimality:
        """The same mechanism with a point certificate of its own, found when this is read first.

        The time grows with the digits of the level: for ε = 10,000 it has 4,343, and n = 20 takes a minute.
        """
        return _certified(self.phase.optimum(self.problem), silent)

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class OptimumBelow(Shown):
    """An optimum at a rational level just below e^-ε, accepted by the kernel: a lower bound for the loss at e^-ε.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.neighbours import complete
    >>> from exactdp.model.users import MinimaxConsumer
    >>> user, among = MinimaxConsumer(absolute(), inputs=range(4)), complete(inputs=range(4))
    >>> found = decide_near(lambda alpha: Problem(user, alpha, among), Exponential(1))
    >>> found.optimum.problem.alpha, found.below.optimum.problem.alpha
    (Fraction(63812, 173459), Fraction(18089, 49171))
    >>> 0 < found.below.width(found.value) < Fraction(1, 10**9)
    True
    """

    asked: Exponential
    optimum: Optimum
    verified: Verified

    def width(self, above: LossValue) -> Fraction:
        """Return an upper bound on the difference of the least losses at a level above e^-ε and at e^-ε."""
        found = above - self.optimum.value
        return found.enclosure(LEVEL_BITS * 8)[1] if isinstance(found, RadicalSum) else found


@dataclass(frozen=True)
class Impossible(Shown):
    """No α-private mechanism satisfies the constraints; the kernel accepted the proof.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import zero_one
    >>> from exactdp.optimum.problem import accuracy
    >>> mostly_right = [accuracy(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    >>> found = decide(Problem(MinimaxConsumer(zero_one(), inputs=range(2)), "1/2", constraints=mostly_right))
    >>> bool(found), found.verified.kind, found.problem.constraints[0]
    (False, 'infeasible', Constraint(-1·x[0,1] ≥ -1/4))
    >>> decide(Problem(MinimaxConsumer(zero_one(), inputs=range(2)), "1/3", constraints=mostly_right)).optimum.value
    Fraction(1, 4)
    """

    _facts = ("certificate", "problem")

    problem: Problem
    verified: Verified

    @property
    def certificate(self) -> Verified:
        """The certificate that no mechanism satisfies the constraints."""
        return self.verified

    def __bool__(self) -> bool:
        return False


def decide(problem: Problem, progress: Progress = silent) -> Optimality | Impossible | Unsolved:
    """Find an optimal mechanism, prove that it is optimal, and decide whether it is unique.

    Raises: as `exactdp.optimum.search.optimal`; `Unsolved` if a limit stopped the search.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> decide(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2")).optimum.value
    Fraction(4, 7)
    """
    found = optimal(problem, progress)
    if isinstance(found, Unsolved):
        return found
    if isinstance(found, NoMechanism):
        progress("the certificate")
        return Impossible(problem, certify(found))
    return _certified(found, progress)


def _certified(found: Optimum, progress: Progress) -> Optimality:
    progress("uniqueness")
    alone, problem = uniqueness(found, progress), found.problem
    progress("the certificate")
    if not isinstance(alone, Unsolved):
        try:
            return Optimality(found, alone, certify(alone))
        except Malformed:
            # The certificate would be too long; the optimum has its own, shorter certificate.
            alone = Unsolved("the certificate of an answer would be too large", problem)
    return Optimality(found, alone, certify(found))


def decide_near(
    problem_at: Callable[[Fraction], Problem],
    level: Exponential,
    progress: Progress = silent,
    *,
    enclosed: bool = True,
) -> ExactOptimum | Optimality | Impossible | Unsolved:
    """Decide a problem at e^-ε itself, or else at rational levels on both sides of it.

    A theorem makes a remap of G_{n,α} optimal for the path and unimodal losses; then the answer is an `ExactOptimum`.
    Otherwise it has a mechanism just above e^-ε. Then `below` bounds the least loss at e^-ε from below, because the
    least loss increases with the level. If no mechanism satisfies the constraints below e^-ε, none does at e^-ε. If not
    `enclosed`, `below` is omitted.
    Domain: problems that differ only in the level. Raises: as `decide`.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import zero_one
    >>> from exactdp.optimum.problem import accuracy
    >>> user = MinimaxConsumer(zero_one(), inputs=range(2))
    >>> kept = [accuracy(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    >>> found = decide_near(lambda alpha: Problem(user, alpha, constraints=kept), Exponential(1))
    >>> bool(found), found.problem.alpha  # 1/3 would do
    (False, Fraction(18089, 49171))
    """
    exact = _at_the_level(problem_at, level, progress)
    if exact is not None:
        return exact
    bits = LEVEL_BITS
    while True:
        found = decide(problem_at(level.above(bits)), progress)
        if isinstance(found, Unsolved) or (isinstance(found, Optimality) and not enclosed):
            return found
        below = optimal(problem_at(level.below(bits)), progress)
        if isinstance(below, NoMechanism):
            return Impossible(below.problem, certify(below))
        if isinstance(found, Optimality):
            bound = None if isinstance(below, Unsolved) else OptimumBelow(level, below, certify(below))
            return replace(found, below=bound)
        if isinstance(below, Unsolved):
            return below
        bits *= 2


def _at_the_level(
    problem_at: Callable[[Fraction], Problem], level: Exponential, progress: Progress
) -> ExactOptimum | None:
    problem = problem_at(level.above())
    if not is_covered(problem):
        return None
    progress("the phase that contains e^-ε")
    try:
        for phase in phases_at(problem.user, level):
            try:
                verified = certify(phase)
            except Rejected:
                # The phase ends within these bounds, or they do not show a sign: try closer ones.
                continue
            return ExactOptimum(phase, verified, problem_at(min(problem.alpha, phase.piece.upper.lower)))
    except Undecided:
        return None
    return None
