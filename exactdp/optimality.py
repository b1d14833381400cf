"""What is optimal for a user, decided: each answer with the certificate that the kernel accepted."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from exactdp.certificates import Malformed, Verified, certify
from exactdp.constraints import ConstraintMatrix, Pattern, constraint_matrix, patterns, rebuilt_remap
from exactdp.consumers import BayesianUser, Shape
from exactdp.geometric import geometric
from exactdp.mechanism import Mechanism, deterministic
from exactdp.optimum.problem import NoMechanism, Optimum, Problem, Unsolved
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum, uniqueness
from exactdp.vertex import Midpoint, Vertex, vertex

LARGE = 40
"""Above this many inputs the mechanism is not written out, nor its constraints and whether it is a vertex."""


@dataclass(frozen=True)
class Structure:
    """An optimal mechanism for a count query, 0 < α < 1, seen through its tight constraints.

    `rebuilt` is the deterministic remap of Lemma 5.11, from the constraint matrix alone, where s = z; and
    `rebuilt_induces` whether it really gives the mechanism, multiplied out.

    >>> from exactdp.consumers import absolute
    >>> found = structure(optimal(Problem(BayesianUser(absolute(), ["1/2", 0, 0, "1/2"]), "1/2")))
    >>> print(found.constraints)
       0  1  2  3
    0  S  Z  Z  ↑
    1  ↓  Z  Z  ↑
    2  ↓  Z  Z  S
    >>> all(found.patterns), found.constraints.s == found.constraints.z, found.rebuilt, found.rebuilt_induces
    (True, True, (0, 0, 3, 3), True)
    """

    constraints: ConstraintMatrix
    patterns: tuple[Pattern, ...]
    vertex: Vertex | Midpoint
    rebuilt: tuple[int, ...] | None
    rebuilt_induces: bool


@dataclass(frozen=True)
class Optimality:
    """An optimal mechanism that the kernel has accepted as such, and whether it is the only one.

    `verified` is the certificate of the strongest statement that was proved: that the mechanism is the only optimal
    one, that it is optimal and not alone, or, where uniqueness is undecided, that it is optimal.

    >>> from exactdp.consumers import MinimaxConsumer, absolute
    >>> found = decide(Problem(MinimaxConsumer(absolute(), 4), "1/4"))
    >>> found.verified.kind, bool(found.uniqueness), found.optimum.value
    ('only-optimal', True, Fraction(168, 415))
    >>> bool(found.structure.vertex), found.verified.is_about(found.optimum.mechanism)
    (False, True)
    """

    optimum: Optimum
    uniqueness: OnlyOptimum | AnotherOptimum | Unsolved
    verified: Verified

    @cached_property
    def structure(self) -> Structure | None:
        """The mechanism's tight constraints, as `structure` finds them; None above `LARGE` inputs."""
        return structure(self.optimum) if self.optimum.problem.inputs <= LARGE else None

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class Impossible:
    """No α-private mechanism keeps the constraints, as the kernel has accepted.

    >>> from exactdp.consumers import MinimaxConsumer, zero_one
    >>> from exactdp.optimum.problem import accuracy
    >>> mostly_right = [accuracy(zero_one(), i, "1/4", 2) for i in range(2)]
    >>> found = decide(Problem(MinimaxConsumer(zero_one(), 2), "1/2", constraints=mostly_right))
    >>> bool(found), found.verified.kind, found.problem.constraints[0]
    (False, 'infeasible', Constraint(-1·x[0,1] ≥ -1/4))
    >>> decide(Problem(MinimaxConsumer(zero_one(), 2), "1/3", constraints=mostly_right)).optimum.value
    Fraction(1, 4)
    """

    problem: Problem
    verified: Verified

    def __bool__(self) -> bool:
        return False


def decide(
    problem: Problem, progress: Callable[[str], None] = lambda stage: None
) -> Optimality | Impossible | Unsolved:
    """Find an optimal mechanism, prove it, and decide whether it is the only one.

    Fails: as `exactdp.optimum.search.optimal`; `Unsolved` where a limit was met, which is not an answer.

    >>> from exactdp.consumers import MinimaxConsumer, absolute
    >>> decide(Problem(MinimaxConsumer(absolute(), 3), "1/2")).optimum.value
    Fraction(4, 7)
    """
    found = optimal(problem, progress)
    if isinstance(found, Unsolved):
        return found
    if isinstance(found, NoMechanism):
        progress("the certificate")
        return Impossible(problem, certify(found))
    progress("uniqueness")
    alone = uniqueness(found, progress)
    progress("the certificate")
    if not isinstance(alone, Unsolved):
        try:
            return Optimality(found, alone, certify(alone))
        except Malformed:
            # What cannot be written down is not claimed; the optimum has its own, shorter certificate.
            alone = Unsolved(problem, "the certificate of an answer would be too large")
    return Optimality(found, alone, certify(found))


def structure(optimum: Optimum) -> Structure | None:
    """Return the constraints of an optimal mechanism for a count query, n ≥ 1, 0 < α < 1; None for any other.

    Fails: never.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 5.

    >>> from exactdp.consumers import absolute, uniform
    >>> found = structure(optimal(Problem(BayesianUser(absolute(), uniform(3)), "1/2")))
    >>> found.rebuilt, found.rebuilt_induces, bool(found.vertex)
    ((0, 1, 2, 3), True, True)
    """
    problem = optimum.problem
    if not (problem.neighbours.name == "path" and problem.n >= 1 and 0 < problem.alpha < 1):
        return None
    mechanism = optimum.mechanism
    tight = constraint_matrix(mechanism, problem.alpha)
    rebuilt = rebuilt_remap(tight)
    induced: Mechanism | None = None
    if rebuilt is not None:
        product = geometric(problem.n, problem.alpha) @ deterministic(rebuilt, problem.responses)
        induced = Mechanism.from_integers(product.numerators, product.denominators)
    return Structure(
        tight,
        patterns(tight),
        vertex(mechanism, problem.alpha),
        rebuilt,
        induced is not None and induced.rows == mechanism.rows,
    )


def hypotheses(problem: Problem) -> str:
    """Say which theorem's hypotheses the problem has, and so what may be expected of the geometric mechanism.

    Fails: never.

    >>> from exactdp.consumers import MinimaxConsumer, absolute
    >>> hypotheses(Problem(MinimaxConsumer(absolute(), 3), "1/2"))
    'Theorem 1 of Gupte & Sundararajan 2010 applies: the loss is monotone in |i-r|'
    """
    user, shape = problem.user, problem.shape
    if isinstance(user, BayesianUser):
        theorem = "Theorem 3.1 of Ghosh, Roughgarden & Sundararajan 2009"
    else:
        theorem = "Theorem 1 of Gupte & Sundararajan 2010"
    if not problem.is_count_query:
        return f"{theorem} is about the results of a count query, as many responses and no constraints: it says nothing"
    if shape is Shape.MONOTONE:
        return f"{theorem} applies: the loss is {shape.value}"
    if shape is Shape.UNIMODAL:
        return (
            f"{theorem} asks for a loss monotone in |i-r|, and this one is merely unimodal in r around each i: then "
            "the claim exactdp.universal-optimality applies"
        )
    return f"{theorem} says nothing: the loss is {shape.value}"
