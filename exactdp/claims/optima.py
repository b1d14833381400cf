"""Optima as evidence: what the kernel accepts as optimal, and the least losses with and without what is deployed."""

from collections.abc import Sequence
from fractions import Fraction

from exactdp.claims.acceptance import accepted
from exactdp.claims.evidence import Failed
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.losses import LossValue
from exactdp.model.mechanism import Mechanism
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.constraints import ConstraintMatrix, constraint_matrix
from exactdp.polytope.vertex import vertex


def accepted_optimum(problem: Problem, mechanism: Mechanism) -> Optimum:
    """Have the kernel judge that a mechanism is optimal, by the dual of an optimum that is searched for.

    Raises: `Failed` where the kernel rejects it, or no optimum is found.

    >>> from exactdp.claims.examples import in_turn
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> user = MinimaxConsumer(absolute(), n=2, side_information=(0, 1))
    >>> accepted_optimum(Problem(user, "1/2"), in_turn(n=2, alpha="1/2")).value
    Fraction(1, 3)
    """
    best = optimal(problem)
    if not isinstance(best, Optimum):
        raise Failed("no optimum was found")
    return accepted(Optimum(problem, best.value, best.dual, None, mechanism))


def optimal_vertex(problem: Problem, mechanism: Mechanism) -> ConstraintMatrix:
    """Have the kernel judge that a mechanism is an optimal vertex, and return its constraint matrix.

    Raises: `Failed` where the kernel rejects either, or no optimum is found; as `constraint_matrix`.

    >>> from exactdp.claims.examples import WITHOUT_PATTERN
    >>> from exactdp.model.users import BayesianUser
    >>> from exactdp.model.losses import absolute
    >>> optimal_vertex(Problem(BayesianUser(absolute(), ("1/2", "1/2", 0)), "1/2"), WITHOUT_PATTERN).row(1)
    '↑↓'
    """
    accepted(vertex(mechanism, problem.alpha), "vertex")
    accepted_optimum(problem, mechanism)
    return constraint_matrix(mechanism, problem.alpha)


def least_losses(problem: Problem, deployed: Mechanism | UnboundedGeometric) -> tuple[LossValue, LossValue]:
    """Return a user's least loss by remaps of what is deployed, and of all mechanisms, both judged by the kernel.

    Raises: `Failed` where the kernel rejects one, or no optimum is found.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.geometric import geometric
    >>> least_losses(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2"), geometric(n=1, alpha="3/4"))
    (Fraction(3, 7), Fraction(1, 3))
    """
    best = solve_polytope(problem)
    if not isinstance(best, Optimum):
        raise Failed("no optimum was found")
    return accepted(interact(problem.user, deployed, responses=range(problem.responses))).value, accepted(best).value


def least_on_private_columns(costs: Sequence[Fraction], alpha: Fraction) -> Fraction:
    """Return the least Σ costs_i·x_i over the α-private columns x with x_0 = 1, in one pass from the last input.

    Domain: at least one cost, 0 < α ≤ 1.

    >>> least_on_private_columns([Fraction(1), Fraction(-1)], Fraction(1, 2))
    Fraction(-1, 1)
    """
    found = costs[-1]
    for value in costs[-2::-1]:
        found = value + (alpha * found if found >= 0 else found / alpha)
    return found
