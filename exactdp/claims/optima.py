"""Optima as evidence: the least losses with and without what is deployed, as the kernel accepts them."""

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
