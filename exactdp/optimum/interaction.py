"""A user's optimal remap of a deployed mechanism (an interaction), with a proof."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.given import TableLike
from exactdp.model.losses import LossValue, rational
from exactdp.model.mechanism import Mechanism, as_mechanism, deterministic
from exactdp.model.sizes import by_name, response_count
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, check_user, expected_loss
from exactdp.shown import Shown


@dataclass(frozen=True)
class Interaction(Shown):
    """An optimal remap of a deployed mechanism for a user; unverified until `certify`.

    `remap` has a row for each response of the mechanism, and a column for each response of the user. For a Bayesian
    user, `choices` has all responses of least posterior loss, for each response of the mechanism. `prior` is the user's
    or, for a minimax consumer, the least favourable one; it proves the value.
    """

    _facts = ("value", "user", "mechanism", "remap")

    user: User
    mechanism: Mechanism
    remap: Mechanism
    value: LossValue
    prior: tuple[Fraction, ...]
    choices: tuple[tuple[int, ...], ...] | None = None

    @property
    def induced(self) -> Mechanism:
        """The induced mechanism."""
        return Mechanism(self.mechanism @ self.remap)

    @property
    def loss(self) -> LossValue | None:
        """The user's loss without a remap; None if the mechanism has another number of responses than the user.

        >>> from exactdp.model.losses import zero_one
        >>> interact(BayesianUser(zero_one(), ["1/10", "9/10"]), [["3/4", "1/4"], ["1/4", "3/4"]]).loss
        Fraction(1, 4)
        """
        sources, width = self.remap.shape
        return expected_loss(self.user, self.mechanism).value if sources == width else None


@by_name
def interact(
    user: User,
    deployed: UnboundedGeometric | TableLike,
    *,
    responses: Iterable[object] | None = None,
    progress: Progress = silent,
) -> Interaction:
    """Return a user's optimal interaction with a deployed mechanism, in responses 0, 1, … (as many as its inputs).

    For a Bayesian user this is Bayes' rule: it sends each response to the smallest response of least posterior loss.
    For a minimax consumer it solves the linear program over all stochastic remaps. x^G is first clamped to {0..n}. This
    costs no user anything. On the inputs 0..n, the column of a response below 0 is proportional to column 0. The column
    of a response above n is proportional to column n.
    Domain: a user on the same number of inputs; for a minimax consumer a rational loss. Raises: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.3; Gupte & Sundararajan 2010, section 2.4.3.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.geometric import geometric
    >>> found = interact(MinimaxConsumer(absolute(), inputs=range(4)), geometric(n=3, alpha="1/4"))
    >>> found.value, [str(p) for p in found.prior]
    (Fraction(168, 415), ['68/415', '51/83', '12/83', '32/415'])
    >>> [str(t) for t in found.remap.rows[0]], [str(x) for x in found.induced.rows[0]]
    (['68/83', '15/83', '0', '0'], ['272/415', '489/1660', '33/830', '17/1660'])
    >>> interact(BayesianUser(absolute(), ["1/2", 0, "1/2"]), geometric(n=2, alpha="1/2")).choices
    ((0,), (0, 1, 2), (2,))
    """
    check_user(user)
    mechanism = (
        deployed.clamped(n=user.size - 1) if isinstance(deployed, UnboundedGeometric) else as_mechanism(deployed)
    )
    inputs, width = mechanism.shape[0], response_count(responses, mechanism.shape[0])
    if user.size != inputs:
        raise InputError(f"the user knows {user.size} inputs and the mechanism has {inputs}: give both the same number")
    user.loss.check_size(inputs, width)
    if isinstance(user, BayesianUser):
        return _bayesian(user, mechanism, width)
    if not user.loss.rational:
        raise InputError(
            f"the loss {user.loss} is irrational: with side information write a rational one, such as power:2"
        )
    progress("the linear program of the interaction")
    sources = mechanism.shape[1]
    found = solve(_program(user, mechanism, width), progress=progress)
    if not isinstance(found, OptimalPoint):
        raise Undecided(f"the interaction was not found: {getattr(found, 'reason', 'no solution')}")
    prices = dict(zip(user.side_information, found.multipliers[sources:], strict=True))
    remap = Mechanism([found.point[k * width : (k + 1) * width] for k in range(sources)], mechanism.responses)
    return Interaction(user, mechanism, remap, found.value, tuple(prices.get(i, Fraction(0)) for i in range(inputs)))


def _program(user: MinimaxConsumer, mechanism: Mechanism, width: int) -> LinearProgram:
    """Return the linear program of the entries of the remap, row by row, and then the worst loss."""
    sources, one = mechanism.shape[1], Fraction(1)
    entries = [(k, r) for k in range(sources) for r in range(width)]
    worst, right = len(entries), [one] * sources
    rows = [{k * width + r: one for r in range(width)} for k in range(sources)]
    for i in user.side_information:
        losses = {at: mechanism[i, k] * rational(user.loss(i, r)) for at, (k, r) in enumerate(entries)}
        rows.append({worst: one, **{at: -loss for at, loss in losses.items() if loss}})
        right.append(Fraction(0))
    return LinearProgram(
        worst + 1, {worst: one}, tuple(rows), tuple(right), frozenset(range(sources)), frozenset({worst})
    )


def _bayesian(user: BayesianUser, mechanism: Mechanism, width: int) -> Interaction:
    scale, losses = user.loss.scaled(mechanism.shape[0], width)
    total: LossValue = Fraction(0)
    choices = []
    for k in range(mechanism.shape[1]):
        weights = [p * mechanism[i, k] for i, p in enumerate(user.prior)]
        costs = [
            sum((loss[r] * weight for loss, weight in zip(losses, weights, strict=True) if weight), Fraction(0))
            for r in range(width)
        ]
        least = min(costs)
        choices.append(tuple(r for r, cost in enumerate(costs) if cost == least))
        total += least
    remap = deterministic([chosen[0] for chosen in choices], responses=range(width))
    remap = remap.relabelled(inputs=mechanism.responses)
    return Interaction(user, mechanism, remap, total * Fraction(1, scale), user.prior, tuple(choices))
