"""The lexicographic optimum (L, L'): a minimax-optimal mechanism with the least total error."""

from exactdp.arithmetic.errors import InputError
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import absolute, rational
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import NoMechanism, Optimum, loss_at_most


def lexicographic(optimum: Optimum, progress: Progress = silent) -> Optimum | NoMechanism | Unsolved:
    """Return a mechanism that minimises L'(x) = Σ_i Σ_r |i-r|·x_ir among those whose worst loss L is the optimum's.

    It solves the problem of a Bayesian user with the loss |i-r| and the uniform prior, which divides L' by n + 1. The
    problem has one additional constraint for each input in the side information. The optimum is a vertex.
    Domain: a minimax consumer's optimum. Raises: `InputError` for a Bayesian user's.
    Source: Gupte & Sundararajan 2010, Lemma 5.

    >>> from exactdp.optimum.search import optimal
    >>> from exactdp.optimum.problem import Problem
    >>> best = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(3), side_information=[0]), "1/2"))
    >>> best.value, lexicographic(best).value
    (Fraction(0, 1), Fraction(1, 1))
    """
    problem = optimum.problem
    if not isinstance(problem.user, MinimaxConsumer):
        raise InputError("the lexicographic optimum is a minimax consumer's: write side information, not a prior")
    kept = (
        loss_at_most(problem.user.loss, i, rational(optimum.value), responses=range(problem.responses))
        for i in problem.user.side_information
    )
    second = BayesianUser(absolute(), uniform(n=problem.n))
    return solve_polytope(problem.but(user=second, constraints=(*problem.constraints, *kept)), progress)
