"""The two most common questions: which mechanism is optimal for a user, and which properties a mechanism has.

Each function converts its arguments, a loss or a table in any form, once.
"""

from collections.abc import Iterable
from typing import Any

from exactdp.answers.examination import Examination, examine
from exactdp.answers.optimality import ExactOptimum, Impossible, Optimality, decide, decide_near
from exactdp.arithmetic.exact import Exact
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
    alpha: Exact | Exponential,
    neighbours: Neighbours | str | None = None,
    responses: Iterable[Any] | None = None,
    constraints: Iterable[Constraint] = (),
    progress: Progress = silent,
) -> ExactOptimum | Optimality | Impossible | Unsolved:
    """Find a user's optimal α-private mechanism, prove that it is optimal, and decide whether it is unique.

    `neighbours` is a graph, its name or edges such as "0-1,1-2"; None means the path of a count query. `responses` are
    the responses, such as range(3); None means one for each input. `alpha` may be `exponential_level(1)`, the number
    e^-1. For a rational loss, the answer is then an `ExactOptimum`: its value and its mechanism, or best remap of G,
    are functions of α, and `mechanism` has a rational level just above e^-1. For an irrational loss, or a large
    problem, all of the answer is about such a rational level, and `below` bounds the least loss at e^-1 from below.
    `progress` is called with the name of each stage.

    The answer is true and has `value`, `mechanism`, `unique` and `certificate`. If no mechanism satisfies the
    constraints, it is `Impossible`, and false. If a limit stopped the search, it is `Unsolved`, and bool() raises: the
    question is undecided.
    Raises: `InputError` and TypeError for a wrong argument; the message says what to write.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> best = optimal(MinimaxConsumer(absolute(), inputs=range(4)), alpha="1/4")
    >>> best.value, best.unique, best.certificate.kind
    (Fraction(168, 415), True, 'only-optimal')
    >>> found = optimal(MinimaxConsumer(absolute(), inputs=range(4)), alpha=Exponential(1))
    >>> print(found.value, found.function, found.unique, found.problem.alpha)
    0.556307… (2*a + 2*a^2 + 2*a^3)/(1 + 2*a + 2*a^2 - a^4) True 63812/173459
    """
    level = alpha.above() if isinstance(alpha, Exponential) else alpha
    asked = Problem(user, level, neighbours, responses=responses, constraints=constraints)
    if not isinstance(alpha, Exponential):
        return decide(asked, progress)
    return decide_near(asked.at, alpha, progress)


@by_name
def check(
    mechanism: Any,
    *,
    alpha: Exact | Exponential | None = None,
    neighbours: Neighbours | str | None = None,
    progress: Progress = silent,
) -> Examination:
    """Examine a mechanism: its level, its constraints, whether it is a vertex, and whether it is derivable.

    The answer is false if the mechanism is not α-private at the given `alpha`, and true otherwise. Its verdicts have
    certificates.
    Domain: any argument of `Mechanism`; `neighbours` as for `optimal`.
    Raises: `InputError` and TypeError for a wrong argument; the message says what to write.

    >>> found = check([["3/4", "1/4"], ["1/4", "3/4"]], alpha="1/2")
    >>> bool(found), found.level.alpha
    (False, Fraction(1, 3))
    """
    return examine(mechanism, alpha, neighbours, progress)
