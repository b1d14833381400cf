"""Optimal mechanisms for a user, each with the certificate that the kernel accepted."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import LEVEL_BITS, Exponential, real_level
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.certificates.certificate import Malformed, Rejected, Verified, certify
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import LossValue
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.sizes import by_name
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.model.users import User, expected_loss
from exactdp.optimum import search
from exactdp.optimum.basis_at import BasisAt, bases_at, compared, why_not
from exactdp.optimum.phase_at import PhaseAt, is_covered, phases_at
from exactdp.optimum.problem import Constraint, NoMechanism, Optimum, Problem, remapped
from exactdp.optimum.structure import Structure, structure
from exactdp.optimum.uniqueness import AnotherOptimum, Better, OnlyOptimum, uniqueness
from exactdp.privacy.level import require_private
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


@dataclass(frozen=True)
class ExactOptimum(Shown):
    """The optimum at e^-ε itself: a mechanism and its loss as functions of α.

    If a theorem covers the problem, `phase` has a remap of G_{n,α}; otherwise it has the mechanism, in full. The kernel
    of diagrams accepted `verified`. It is about every α between two rational levels, and states that e^-ε is one of
    them. `other` is another optimal mechanism, if it states one. The level of `mechanism`, and of `problem`, is a
    rational one just above e^-ε.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.neighbours import complete
    >>> user = MinimaxConsumer(absolute(), inputs=range(4))
    >>> found = decide_near(Problem(user, "1/2", complete(inputs=range(4))), Exponential(1))
    >>> print(found.value, found.function, found.unique, found.phase.mechanism.rows[0][0])
    0.944822… 6*a/(1 + 4*a - a^2) False (1 + a)/(1 + 4*a - a^2)
    """

    _facts = ("value", "function", "unique", "certificate")

    phase: PhaseAt | BasisAt
    verified: Verified
    problem: Problem
    other: SymbolicMechanism | None = None

    @property
    def value(self) -> Enclosure:
        """Bounds on the least loss at e^-ε."""
        return self.phase.loss

    @property
    def function(self) -> RationalFunction:
        """The least loss as a function of α."""
        return self.phase.function

    @property
    def unique(self) -> bool | None:
        """Whether no other mechanism is optimal at e^-ε; None if undecided.

        Another best remap makes another optimal mechanism, as G has an inverse.
        """
        if self.verified.kind == "optimal":
            return False if isinstance(self.phase, PhaseAt) and self.phase.only is False else None
        return self.verified.kind == "only-optimal"

    @property
    def certificate(self) -> Verified:
        """The certificate of the strongest proved statement; `save` writes it to a file."""
        return self.verified

    @cached_property
    def mechanism(self) -> Mechanism:
        """The optimal mechanism at the level just above e^-ε. This level is in the same phase."""
        alpha, phase = self.problem.alpha, self.phase
        if isinstance(phase, BasisAt):
            return phase.mechanism.at(alpha)
        return remapped(phase.piece.sparse_remap_at(alpha), alpha, self.problem.responses)

    @property
    def is_short(self) -> bool:
        """Whether a report shows `above`: its fractions have up to about `SHORT_BITS` bits."""
        return self.problem.alpha.denominator.bit_length() * self.problem.inputs <= SHORT_BITS

    @cached_property
    def above(self) -> Optimality:
        """The same mechanism with a point certificate of its own, found when this is read first.

        The time grows with the digits of the level: for ε = 10,000 it has 4,343, and n = 20 takes a minute.
        """
        found = _certified(self.phase.optimum(self.problem), silent)
        if isinstance(found.uniqueness, AnotherOptimum) and isinstance(self.phase, BasisAt):
            other = found.uniqueness.other
            named = replace(other, given=other.mechanism.relabelled(self.mechanism.inputs, self.mechanism.responses))
            return replace(found, uniqueness=replace(found.uniqueness, other=named))
        return found


@dataclass(frozen=True)
class OptimumBelow(Shown):
    """An optimum at a rational level just below e^-ε, accepted by the kernel: a lower bound for the loss at e^-ε.

    `reason` says why the optimum at e^-ε itself has no certificate.

    >>> from exactdp.model.losses import power_loss
    >>> from exactdp.model.users import BayesianUser
    >>> user = BayesianUser(power_loss("1/2"), ["1/4", "1/4", "1/2"])
    >>> found = decide_near(Problem(user, "1/2"), Exponential(1))
    >>> found.optimum.problem.alpha, found.below.optimum.problem.alpha, found.below.reason
    (Fraction(63812, 173459), Fraction(18089, 49171), 'the loss is irrational')
    >>> 0 < found.below.width(found.value) < Fraction(1, 10**9)
    True
    """

    asked: Exponential
    optimum: Optimum
    verified: Verified
    reason: str

    def width(self, above: LossValue) -> Fraction:
        """Return an upper bound on the difference of the least losses at a level above e^-ε and at e^-ε."""
        found = above - self.optimum.value
        return found.enclosure(LEVEL_BITS * 8)[1] if isinstance(found, RadicalSum) else found


@dataclass(frozen=True)
class Impossible(Shown):
    """No α-private mechanism satisfies the constraints; the kernel accepted the proof.

    For a requested level e^-ε, `asked`, the proof is about the problem's level just below it.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import zero_one
    >>> from exactdp.optimum.problem import loss_at_most
    >>> mostly_right = [loss_at_most(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    >>> found = decide(Problem(MinimaxConsumer(zero_one(), inputs=range(2)), "1/2", constraints=mostly_right))
    >>> bool(found), found.verified.kind, found.problem.constraints[0]
    (False, 'infeasible', Constraint(x[0,1] ≤ 1/4))
    >>> decide(Problem(MinimaxConsumer(zero_one(), inputs=range(2)), "1/3", constraints=mostly_right)).optimum.value
    Fraction(1, 4)
    """

    _facts = ("certificate", "problem")

    problem: Problem
    verified: Verified
    asked: Exponential | None = None

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
    >>> found = decide(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4"))
    >>> found.verified.kind, bool(found.uniqueness), found.optimum.value
    ('only-optimal', True, Fraction(168, 415))
    >>> bool(found.structure.vertex), found.verified.is_about(found.optimum.mechanism)
    (False, True)
    >>> found.value, found.unique, found.certificate.kind
    (Fraction(168, 415), True, 'only-optimal')
    """
    found = search.optimal(problem, progress)
    if isinstance(found, Unsolved):
        return found
    if isinstance(found, NoMechanism):
        progress("the certificate")
        return Impossible(problem, certify(found))
    return _certified(found, progress)


def judge(mechanism: Mechanism, problem: Problem, progress: Progress = silent) -> Optimum | Better:
    """Decide whether a mechanism is optimal for the user of a problem without constraints.

    Raises: `InputError` if it has another size or is not α-private; `Undecided` if a limit stopped the search.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4")
    >>> certify(judge(geometric(n=3, alpha="1/4"), problem)).kind
    'not-optimal'
    >>> certify(judge(decide(problem).mechanism, problem)).kind
    'optimal'
    """
    size = problem.inputs, problem.responses
    if mechanism.shape != size:
        raise InputError(
            f"the mechanism is {mechanism.shape}, inputs by responses, and the problem {size}: use one size"
        )
    require_private(mechanism, problem.alpha, problem.neighbours)
    best = search.optimal(problem, progress)
    if isinstance(best, Unsolved):
        raise best.error
    assert isinstance(best, Optimum)  # without constraints a mechanism always exists
    if expected_loss(problem.user, mechanism).value == best.value:
        return Optimum(problem, best.value, best.dual, None, mechanism)
    return Better(problem, mechanism, best)


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
    problem: Problem, level: Exponential, progress: Progress = silent
) -> ExactOptimum | Optimality | Impossible | Unsolved:
    """Decide a problem at e^-ε itself, or else at rational levels on both sides of it.

    A theorem makes a remap of G_{n,α} optimal for the path and unimodal losses; for other problems with a rational loss
    an optimal basis is solved for every α. If the kernel accepts one of them, the answer is an `ExactOptimum`.
    Otherwise it has a mechanism just above e^-ε. Then `below` bounds the least loss at e^-ε from below, because the
    least loss increases with the level. If no mechanism satisfies the constraints below e^-ε, none does at e^-ε.
    The level of the problem does not matter. Raises: as `decide`.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> user = MinimaxConsumer(absolute(), inputs=range(4))
    >>> found = decide_near(Problem(user, "1/2"), Exponential(1))
    >>> print(found.value, found.function, found.unique, found.certificate.kind)
    0.556307… (2*a + 2*a^2 + 2*a^3)/(1 + 2*a + 2*a^2 - a^4) True only-optimal
    >>> found.problem.alpha, found.mechanism == found.above.mechanism, found.above.unique
    (Fraction(63812, 173459), True, True)
    """
    exact = _at_the_level(problem.but(alpha=level.above()), level, progress)
    if isinstance(exact, ExactOptimum):
        return exact
    bits = LEVEL_BITS
    while True:
        found = decide(problem.but(alpha=level.above(bits)), progress)
        if isinstance(found, Unsolved):
            return found
        below = search.optimal(problem.but(alpha=level.below(bits)), progress)
        if isinstance(below, NoMechanism):
            return Impossible(below.problem, certify(below), level)
        if isinstance(found, Optimality):
            bound = None if isinstance(below, Unsolved) else OptimumBelow(level, below, certify(below), exact)
            return replace(found, below=bound)
        if isinstance(below, Unsolved):
            return below
        bits *= 2


def _at_the_level(problem: Problem, level: Exponential, progress: Progress) -> ExactOptimum | str:
    """Return the optimum at e^-ε, or the reason why it has no certificate. The problem is at a level just above."""
    candidates: Iterator[PhaseAt | BasisAt]
    if is_covered(problem):
        progress("the phase that contains e^-ε")
        candidates = phases_at(problem.user, level)
    elif (reason := why_not(problem)) is not None:
        return reason
    else:
        candidates = bases_at(problem, level, progress)
    try:
        for phase in candidates:
            progress("the certificate")
            try:
                verified = certify(phase)
            except Rejected:
                # The phase ends within these bounds, or they do not show a sign: try closer ones.
                continue
            found = ExactOptimum(phase, verified, problem.but(alpha=min(problem.alpha, phase.upper)))
            return found if verified.kind == "only-optimal" else _compared(found, candidates, progress)
    except Undecided as undecided:
        return str(undecided)
    return "no optimal basis near e^-ε has a certificate"


def _compared(found: ExactOptimum, closer: Iterator[PhaseAt | BasisAt], progress: Progress) -> ExactOptimum:
    """Return an optimum with a certificate that it is, or is not, the only one, if the search finds one."""
    phase, problem = found.phase, found.problem
    bases = chain([phase], closer)
    if isinstance(phase, PhaseAt):
        if problem.inputs > WRITTEN_OUT_INPUTS:
            return found
        own = phase.mechanism
        bases = chain(replace(basis, mechanism=own) for basis in bases_at(problem, phase.level, progress))
    try:
        for basis in bases:
            assert isinstance(basis, BasisAt)
            better = compared(basis, progress)
            if better is None:
                continue
            progress("the certificate")
            with suppress(Rejected):
                verified = certify(better)
                if verified.kind != "optimal":
                    proved = phase if isinstance(phase, PhaseAt) else better
                    inside = problem.but(alpha=min(problem.alpha, proved.upper))
                    return ExactOptimum(proved, verified, inside, better.other)
    except Undecided:
        pass
    return found


@by_name
def optimal(
    user: User,
    *,
    alpha: Exact | Exponential | None = None,
    epsilon: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    responses: Iterable[object] | None = None,
    constraints: Iterable[Constraint] = (),
    progress: Progress = silent,
) -> ExactOptimum | Optimality | Impossible | Unsolved:
    """Find a user's optimal α-private mechanism, prove that it is optimal, and decide whether it is unique.

    `neighbours` is a graph, its name or edges such as "0-1,1-2"; None means the path of a count query. `responses` are
    the responses, such as range(3); None means one for each input. The level is `alpha`, or e^-ε for an `epsilon` such
    as 1 or "ln 2". If e^-ε is irrational and the loss rational, the answer is an `ExactOptimum`: its value and its
    mechanism, or best remap of G, are functions of α, and `mechanism` has a rational level just above e^-ε. For an
    irrational loss, or a large problem, all of the answer is about such a rational level, and `below` bounds the least
    loss at e^-ε from below. `progress` is called with the name of each stage.

    The answer is true and has `value`, `mechanism`, `unique` and `certificate`. If no mechanism satisfies the
    constraints, it is `Impossible`, and false. If a limit stopped the search, it is `Unsolved`, and bool() raises: the
    question is undecided.
    Raises: `InputError` and TypeError for a wrong argument; the message says what to write.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> best = optimal(MinimaxConsumer(absolute(), inputs=range(4)), alpha="1/4")
    >>> best.value, best.unique, best.certificate.kind
    (Fraction(168, 415), True, 'only-optimal')
    >>> found = optimal(MinimaxConsumer(absolute(), inputs=range(4)), epsilon=1)
    >>> print(found.value, found.function, found.unique, found.problem.alpha)
    0.556307… (2*a + 2*a^2 + 2*a^3)/(1 + 2*a + 2*a^2 - a^4) True 63812/173459
    """
    level = real_level(alpha, epsilon)
    near = level.above() if isinstance(level, Exponential) else level
    asked = Problem(user, near, neighbours, responses=responses, constraints=constraints)
    return decide_near(asked, level, progress) if isinstance(level, Exponential) else decide(asked, progress)
