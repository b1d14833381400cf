"""A user's least loss at many levels, each value accepted by the kernel, and what the raw geometric mechanism costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactdp.certificates.certificate import Verified, certify
from exactdp.model.geometric import geometric
from exactdp.model.losses import Number
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, User
from exactdp.numbers.exact import InputError, database_size, privacy_level, ranges, shortened, text
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.report.pictures.canvas import LABEL
from exactdp.report.pictures.curves import losses

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LISTED = 50
"""Up to how many characters of a list stand above a picture."""

BITS = 64
"""How closely an irrational loss is enclosed before it is drawn."""


@dataclass(frozen=True)
class LevelLoss:
    """At the level α: the least loss of any α-private mechanism, with its proof, and the loss of G_{n,α} as it is.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> [found] = loss_curve(MinimaxConsumer(absolute(), 3), ["1/2"]).points
    >>> found.alpha, found.least, found.unread, found.verified.kind
    (Fraction(1, 2), Fraction(4, 7), Fraction(2, 3), 'optimal')
    >>> expected(MinimaxConsumer(absolute(), 3), found.verified.mechanism)
    Fraction(4, 7)
    """

    alpha: Fraction
    least: Number
    unread: Number
    verified: Verified


@dataclass(frozen=True)
class LossCurve:
    """A user's losses at several levels, from the lowest to the highest.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> found = loss_curve(MinimaxConsumer(absolute(), 4), ["1/2", "1/4", 0])
    >>> [(str(each.alpha), str(each.least)) for each in found.points]
    [('0', '0'), ('1/4', '168/415'), ('1/2', '28/39')]
    """

    user: User
    points: tuple[LevelLoss, ...]

    def plot(self, *, title: str | None = None, ax: Axes | None = None) -> Figure:
        """Draw the least loss and that of G taken at face value against α, on axes of one's own or in a new figure.

        The marks stand at the values; the lines between them only guide the eye. Above stand n and what the user knows,
        or the title.
        Fails: `InputError` where matplotlib is not installed.

        >>> from exactdp.model.users import MinimaxConsumer
        >>> from exactdp.model.losses import absolute
        >>> picture = loss_curve(MinimaxConsumer(absolute(), 4), ["1/4", "1/2"]).plot()
        >>> [line.get_label() for line in picture.axes[0].lines]
        ['optimal', 'G at face value']
        """
        curves = [
            ("optimal", [(each.alpha, _rational(each.least)) for each in self.points]),
            ("G at face value", [(each.alpha, _rational(each.unread)) for each in self.points]),
        ]
        worst = "expected loss" if isinstance(self.user, BayesianUser) else "worst expected loss"
        return losses(curves, name=f"{worst}, {self.user.loss}", facts=knowledge(self.user), title=title, ax=ax)


def knowledge(user: User) -> str:
    """Return n and what a user knows of the input, as it stands above a picture, the middle of a long list left out.

    Fails: never.

    >>> from exactdp.model.users import MinimaxConsumer, uniform
    >>> from exactdp.model.losses import absolute
    >>> knowledge(MinimaxConsumer(absolute(), 6, [0, 1, 2, 5])), knowledge(MinimaxConsumer(absolute(), 6))
    ('n = 5, side information {0..2, 5}', 'n = 5, side information {0..5}')
    >>> knowledge(BayesianUser(absolute(), uniform(9))), knowledge(BayesianUser(absolute(), ["1/2", "1/2", 0]))
    ('n = 9, prior uniform', 'n = 2, prior 1/2, 1/2, 0')
    """
    size = f"n = {user.inputs - 1}"
    if isinstance(user, BayesianUser):
        if len(set(user.prior)) == 1 < user.inputs:
            return f"{size}, prior uniform"
        return f"{size}, prior {_listed([shortened(text(p), LABEL) for p in user.prior])}"
    return f"{size}, side information {{{_listed(ranges(user.side_information))}}}"


def _listed(parts: list[str]) -> str:
    words = ", ".join(parts)
    kept = len(parts)
    while len(words) > LISTED:
        kept -= 1
        words = ", ".join([*parts[: (kept + 1) // 2], "…", *parts[len(parts) - kept // 2 :]])
    return words


def loss_curve(user: User, levels: Iterable[Any], tell: Callable[[str], None] = lambda stage: None) -> LossCurve:
    """Return a user's least loss, for a count query, at each of these levels. `tell` hears of each stage.

    Domain: n ≥ 1; levels from 0 to 1. Fails: `InputError` outside, and where an optimum is not found; as `Problem`.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> [(str(each.least), str(each.unread)) for each in loss_curve(MinimaxConsumer(absolute(), 4), ["1/4"]).points]
    [('168/415', '9/20')]
    """
    database_size(user.inputs - 1, least=1)
    points = []
    for alpha in sorted(set(map(privacy_level, levels))):
        tell(f"α = {text(alpha)}")
        found = optimal(Problem(user, alpha))
        if not isinstance(found, Optimum):
            raise InputError(f"at α = {text(alpha)} no optimum was found: {getattr(found, 'reason', '')}")
        unread = expected(user, geometric(user.inputs - 1, alpha))
        points.append(LevelLoss(alpha, found.value, unread, certify(found)))
    return LossCurve(user, tuple(points))


def expected(user: User, mechanism: Mechanism) -> Number:
    """Return what a mechanism costs a user who takes each response at face value.

    Domain: as many inputs as the user has, and responses that the loss knows. Fails: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (1); Gupte & Sundararajan 2010, section 2.3.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import zero_one
    >>> expected(MinimaxConsumer(zero_one(), 4), geometric(3, "1/4"))
    Fraction(2, 5)
    """
    responses = range(mechanism.shape[1])
    if len(mechanism) != user.inputs:
        raise InputError(f"the mechanism has {len(mechanism)} inputs and the user {user.inputs}: give both alike")

    def on(i: int) -> Number:
        total: Number = Fraction(0)
        for r in responses:
            total = total + user.loss(i, r) * mechanism[i, r]
        return total

    if not isinstance(user, BayesianUser):
        return max(map(on, user.side_information))
    total: Number = Fraction(0)
    for i, probability in enumerate(user.prior):
        if probability:
            total = total + on(i) * probability
    return total


def _rational(value: Number) -> Fraction:
    return value if isinstance(value, Fraction) else sum(value.enclosure(BITS), Fraction(0)) / 2
