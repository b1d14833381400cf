"""A user's least loss at many levels, each value accepted by the kernel, and the loss of the geometric mechanism."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exactdp.arithmetic.arguments import database_size, listed, privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import text
from exactdp.certificates.certificate import Verified, certify
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.geometric import geometric
from exactdp.model.losses import LossValue
from exactdp.model.users import User, check_user, expected_loss
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.shown import Shown


@dataclass(frozen=True)
class LevelLoss(Shown):
    """The least loss of an α-private mechanism, with its proof, and the loss of G_{n,α} without a remap."""

    alpha: Fraction
    least: LossValue
    unread: LossValue
    verified: Verified


@dataclass(frozen=True)
class LossCurve(Shown):
    """A user's losses at several levels, in increasing order of the level."""

    user: User
    points: tuple[LevelLoss, ...]


def loss_curve(user: User, levels: Iterable[Exact], *, progress: Progress = silent) -> LossCurve:
    """Return a user's least loss, for a count query, at each of these levels. `progress` is called with each α.

    Domain: n ≥ 1; levels from 0 to 1. Raises: `InputError` outside, and if an optimum is not found; as `Problem`.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> [found] = loss_curve(MinimaxConsumer(absolute(), inputs=range(3)), ["1/2"]).points
    >>> found.alpha, found.least, found.unread, found.verified.kind
    (Fraction(1, 2), Fraction(4, 7), Fraction(2, 3), 'optimal')
    >>> expected_loss(MinimaxConsumer(absolute(), inputs=range(3)), found.verified.mechanism).value
    Fraction(4, 7)
    """
    check_user(user)
    database_size(user.size - 1, least=1)
    points = []
    for alpha in sorted(set(map(privacy_level, listed(levels, "levels", "['1/4', '1/2']")))):
        progress(f"α = {text(alpha)}")
        found = optimal(Problem(user, alpha))
        if not isinstance(found, Optimum):
            raise InputError(f"at α = {text(alpha)} no optimum was found: {getattr(found, 'reason', '')}")
        unread = expected_loss(user, geometric(n=user.size - 1, alpha=alpha)).value
        points.append(LevelLoss(alpha, found.value, unread, certify(found)))
    return LossCurve(user, tuple(points))
