"""The two questions that a user asks most: what is optimal for me, and what is this mechanism?

Each takes what the user has, a loss or a table in any form, and converts it once.
"""

from collections.abc import Iterable
from typing import Any

from exactdp.answers.examination import Examination, examine
from exactdp.answers.optimality import Impossible, Optimality, decide, decide_near
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.neighbours import Neighbours
from exactdp.model.sizes import by_name
from exactdp.model.users import User
from exactdp.optimum.problem import Constraint, Problem


@by_name
def optimal(
    user: User,
    *,
    alpha: Any,
    neighbours: Neighbours | str | None = None,
    responses: Iterable[Any] | None = None,
    constraints: Iterable[Constraint] = (),
    progress: Progress = silent,
) -> Optimality | Impossible | Unsolved:
    """Find a user's optimal mechanism among all α-private ones, prove it, and decide whether it is the only one.

    `neighbours` is a graph, its name or edges such as "0-1,1-2"; it is the path of a count query if it is None.
    `responses` are the responses themselves, such as range(3); there is one for each input if it is None.
    `alpha` may be `exponential_level(1)`, which is e^-1: the mechanism then has a rational level just above it.
    `progress` is called with the name of each stage.

    The answer is true and has `value`, `mechanism`, `unique` and `certificate`. It is `Impossible`, and false, if no
    mechanism keeps the constraints. It is `Unsolved`, and bool() raises, if a limit was met: that is no answer.
    Raises: `InputError` and TypeError for a wrong argument, with a line that says what to write.

    >>> from fractions import Fraction
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> best = optimal(MinimaxConsumer(absolute(), inputs=range(4)), alpha="1/4")
    >>> best.value, best.unique, best.certificate.kind
    (Fraction(168, 415), True, 'only-optimal')
    >>> found = optimal(MinimaxConsumer(absolute(), inputs=range(4)), alpha=Exponential(1))
    >>> found.optimum.problem.alpha, found.below.width(found.value) < Fraction(1, 10**9)
    (Fraction(63812, 173459), True)
    """
    level = alpha.above() if isinstance(alpha, Exponential) else alpha
    asked = Problem(user, level, neighbours, responses=responses, constraints=constraints)
    if not isinstance(alpha, Exponential):
        return decide(asked, progress)
    given, kept = range(asked.responses), asked.constraints
    return decide_near(
        lambda near: Problem(user, near, asked.neighbours, responses=given, constraints=kept), alpha, progress
    )


@by_name
def check(
    mechanism: Any,
    *,
    alpha: Any = None,
    neighbours: Neighbours | str | None = None,
    progress: Progress = silent,
) -> Examination:
    """Decide everything about a mechanism: its level, its constraints, whether it is a vertex and derivable.

    The answer is true unless the mechanism is not α-private at the `alpha` you ask for. Its verdicts have certificates.
    Domain: a mechanism in any form that `Mechanism` takes; `neighbours` as for `optimal`.
    Raises: `InputError` and TypeError for a wrong argument, with a line that says what to write.

    >>> found = check([["3/4", "1/4"], ["1/4", "3/4"]], alpha="1/2")
    >>> bool(found), found.level.alpha
    (False, Fraction(1, 3))
    """
    return examine(mechanism, alpha, neighbours, progress)
