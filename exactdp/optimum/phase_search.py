"""The phase diagram of any user, found and verified."""

from dataclasses import replace

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.sizes import check_answer
from exactdp.model.users import BayesianUser, User, check_user
from exactdp.optimum.bayesian_phases import bayesian
from exactdp.optimum.minimax_phases import minimax
from exactdp.optimum.phase_diagram import Flaw, PhaseDiagram, verify


def phase_diagram(user: User, *, progress: Progress = silent) -> PhaseDiagram | Unsolved:
    """Return a user's optimal remap of G_{n,α} as a function of α, the loss on each phase, and the proofs.

    The diagram has passed `verify`. `progress` is called with the name of each stage.
    Domain: n ≥ 1 and a rational loss. Raises: `InputError` outside; `Unsolved` if a limit stopped the search.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Theorem 3.1; Gupte & Sundararajan 2010, Theorem 1.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> diagram = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4)))
    >>> print(*(phase.loss for phase in diagram.phases), diagram.loss_at("1/4"))
    (2*a + 2*a^2 + 2*a^3)/(1 + 2*a + 2*a^2 - a^4) 168/415
    """
    check_user(user)
    if user.size < 2:
        raise InputError("with one input every mechanism has the same loss at each α: write n of at least 1")
    check_answer(user.size, user.size)
    user.loss.check_size(user.size, user.size)
    if not user.loss.rational:
        raise InputError(
            f"the loss {user.loss} is irrational, and phases need rational coefficients: write a rational loss, such "
            "as power:2"
        )
    try:
        pieces, breakpoints = bayesian(user, progress) if isinstance(user, BayesianUser) else minimax(user, progress)
    except Undecided as error:
        return Unsolved(str(error), user)
    diagram = PhaseDiagram(user, pieces, breakpoints)
    progress("the diagram is verified")
    found = verify(diagram)
    if isinstance(found, Flaw):
        return Unsolved(f"the diagram that was found did not pass its check: {found.says}", user)
    return replace(diagram, confirmed=found)
