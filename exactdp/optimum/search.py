"""The optimal mechanism of a problem, by the quickest available method."""

from fractions import Fraction

from exactdp.arithmetic.errors import Undecided
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import Shape, total
from exactdp.model.users import BayesianUser
from exactdp.optimum.bayesian import closed_form
from exactdp.optimum.dual_cone import faces
from exactdp.optimum.least_favourable import least_favourable
from exactdp.optimum.linear_program import solve_polytope, too_large
from exactdp.optimum.problem import Dual, NoMechanism, Optimum, Problem


def optimal(problem: Problem, progress: Progress = silent) -> Optimum | NoMechanism | Unsolved:
    """Return an optimal mechanism with its dual, or the proof that none satisfies the constraints.

    `certify` checks either. For a count query and a unimodal loss, the optimum is a remap of the geometric mechanism:
    the Bayes remap or, for a minimax consumer, the best remap against the least favourable prior. Other problems, and
    those that these remaps do not solve, are one linear program. Raises: as `linear_program`; `Unsolved` if the program
    is too large or a limit stopped it.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Theorem 3.1; Gupte & Sundararajan 2010, Theorem 1.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> optimal(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2")).value
    Fraction(4, 7)
    """
    if problem.is_count_query and problem.n >= 1:
        found = _remap_of_geometric(problem, progress)
        covered = problem.responses == problem.inputs and problem.shape is not Shape.NEITHER
        if found is not None and (covered or faces(problem, found.dual)):
            return found
    limit = too_large(problem, shortened=True)
    return solve_polytope(problem, progress) if limit is None else limit


def _remap_of_geometric(problem: Problem, progress: Progress) -> Optimum | None:
    user, alpha = problem.user, problem.alpha
    if alpha == 0:
        return _without_privacy(problem)
    if isinstance(user, BayesianUser):
        return _absolutely_private(problem, user) if alpha == 1 else closed_form(problem, progress)
    if alpha == 1:
        return None
    try:
        return least_favourable(problem, progress)
    except Undecided:
        return None


def _without_privacy(problem: Problem) -> Optimum:
    """Return the optimum at α = 0: each input has its cheapest response, and the prior is on the worst input."""
    user, responses = problem.user, range(problem.responses)
    cheapest = [min(responses, key=lambda r, i=i: user.loss(i, r)) for i in range(problem.inputs)]  # type: ignore[misc]
    losses = [user.loss(i, r) for i, r in enumerate(cheapest)]
    if isinstance(user, BayesianUser):
        prior = user.prior
    else:
        worst = max(user.side_information, key=lambda i: losses[i])
        prior = tuple(Fraction(int(i == worst)) for i in range(problem.inputs))
    weights = tuple(loss * p for loss, p in zip(losses, prior, strict=True))
    return Optimum(problem, total(weights), Dual(prior, weights), tuple(((r, Fraction(1)),) for r in cheapest))


def _absolutely_private(problem: Problem, user: BayesianUser) -> Optimum:
    """Return a Bayesian user's optimum at α = 1: all rows answer with the response of least expected loss."""
    costs = [[user.loss(i, r) * p for i, p in enumerate(user.prior)] for r in range(problem.responses)]
    totals = [total(column) for column in costs]
    best = min(range(problem.responses), key=lambda r: totals[r])
    dual = Dual(user.prior, tuple(costs[best]))
    return Optimum(problem, totals[best], dual, (((best, Fraction(1)),),) * problem.inputs)
