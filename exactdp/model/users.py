"""Users, their priors and side information, and the loss of a mechanism: Bayes risk and minimax loss."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from math import comb
from typing import TypeAlias

from exactdp.arithmetic.arguments import as_written, is_list, listed, whole
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.arithmetic.suggestions import meant
from exactdp.model import losses
from exactdp.model.given import TableLike
from exactdp.model.losses import Loss, LossValue, total
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.sizes import by_name, input_count
from exactdp.shown import Shown


@dataclass(frozen=True)
class BayesianUser(Shown):
    """A user with a loss and a prior on the inputs 0..n, who minimises the expected loss.

    Domain: exact probabilities that sum to exactly 1. Raises: `InputError` for any other prior.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.2.

    >>> from exactdp.model.losses import absolute
    >>> BayesianUser(absolute(), ["1/2", 0, "1/2"])
    BayesianUser(|i-r|, prior 1/2, 0, 1/2)
    >>> BayesianUser(absolute(), ["1/2", "1/3"])
    Traceback (most recent call last):
    exactdp.InputError: the prior sums to 5/6, which is not 1: write probabilities that sum to exactly 1
    """

    loss: Loss
    prior: tuple[Fraction, ...]

    def __init__(self, loss: Loss, prior: Iterable[Exact]) -> None:
        _check_loss(loss)
        self.__dict__.update(loss=loss, prior=distribution(prior))

    @property
    def size(self) -> int:
        """The number of inputs."""
        return len(self.prior)

    def __repr__(self) -> str:
        return f"BayesianUser({self.loss}, prior {elided(', '.join(map(text, self.prior)))})"

    def __str__(self) -> str:
        return repr(self)


@dataclass(frozen=True)
class MinimaxConsumer(Shown):
    """A consumer with a loss and side information S, who minimises the worst-case expected loss over the inputs in S.

    Write `inputs=range(4)` or `n=3` for the inputs 0..3. The side information is the set of inputs that the consumer
    considers possible; None means all inputs.
    Domain: at least one input in the side information. Raises: `InputError` otherwise; as `input_count`.
    Source: Gupte & Sundararajan 2010, section 2.3.

    >>> from exactdp.model.losses import absolute
    >>> MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 1])
    MinimaxConsumer(|i-r|, side information {0, 1} of 4 inputs)
    """

    loss: Loss
    size: int
    side_information: tuple[int, ...]

    @by_name
    def __init__(
        self,
        loss: Loss,
        *,
        inputs: Iterable[object] | None = None,
        n: int | None = None,
        side_information: Iterable[int] | None = None,
    ) -> None:
        _check_loss(loss)
        size = input_count(n, inputs)
        chosen = tuple(range(size)) if side_information is None else _known(side_information, size)
        if not chosen:
            raise InputError("the side information is empty: write at least one input, such as 0..3")
        self.__dict__.update(loss=loss, size=size, side_information=chosen)

    def __repr__(self) -> str:
        listed = elided(", ".join(map(str, self.side_information)))
        return f"MinimaxConsumer({self.loss}, side information {{{listed}}} of {self.size} inputs)"

    def __str__(self) -> str:
        return repr(self)


def check_user(user: object) -> None:
    """Check that the argument is a user. Raises: TypeError.

    >>> check_user("me")
    Traceback (most recent call last):
    TypeError: the user is 'me': write a MinimaxConsumer or a BayesianUser
    >>> check_user(Matrix([[1]]))
    Traceback (most recent call last):
    TypeError: the user is a matrix: write a MinimaxConsumer or a BayesianUser, before the mechanism
    """
    if isinstance(user, Matrix):
        raise TypeError("the user is a matrix: write a MinimaxConsumer or a BayesianUser, before the mechanism")
    if not isinstance(user, BayesianUser | MinimaxConsumer):
        raise TypeError(f"the user is {as_written(user)}: write a MinimaxConsumer or a BayesianUser")


def _check_loss(loss: object) -> None:
    """Check that the argument is a loss. Raises: TypeError."""
    if not isinstance(loss, Loss):
        name = getattr(loss, "__name__", "")
        advice = "a loss such as absolute(), squared() or table([[0, 1], [1, 0]])"
        maker = getattr(losses, name, None) if name else None
        if maker is loss and callable(maker):
            advice = f"{name}(…)" if signature(maker).parameters else f"{name}()"
        raise TypeError(f"the loss is {as_written(loss)}: write {advice}")


def _known(side_information: Iterable[int], size: int) -> tuple[int, ...]:
    found = set()
    for each in listed(side_information, "side_information", "[0, 1]"):
        try:
            known = whole(each, "an input")
        except TypeError:
            raise TypeError(
                f"the side information contains {as_written(each)}: write inputs from 0 to {size - 1}"
            ) from None
        if not 0 <= known < size:
            raise InputError(f"the side information contains {known}: write inputs from 0 to {size - 1}")
        found.add(known)
    return tuple(sorted(found))


User: TypeAlias = BayesianUser | MinimaxConsumer
"""A user of either kind."""


@dataclass(frozen=True)
class ExpectedLoss(Shown):
    """The loss of a user by a mechanism, without a remap.

    `losses` has the expected loss on each input. For a Bayesian user `value` is their mean over the prior. For a
    minimax consumer it is the largest over the side information, and `worst` lists the inputs that attain it.
    """

    _facts = ("value", "worst", "user", "mechanism")

    user: User
    mechanism: Matrix
    losses: tuple[LossValue, ...]
    value: LossValue
    worst: tuple[int, ...]


def expected_loss(user: User, mechanism: TableLike) -> ExpectedLoss:
    """Return the loss of a mechanism: a Bayesian user's expected loss, or a consumer's worst-case loss over S.

    Domain: any argument of `Mechanism`, with as many inputs as the user; also a `Matrix` whose rows do not sum to 1,
    such as a rounded table. Raises: `InputError` otherwise; TypeError for the user; as `Mechanism`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (1) and (10); Gupte & Sundararajan 2010, (1).

    >>> from exactdp.model.losses import absolute
    >>> coin = [["3/4", "1/4"], ["1/2", "1/2"]]
    >>> expected_loss(BayesianUser(absolute(), ["1/3", "2/3"]), coin).value
    Fraction(5, 12)
    >>> found = expected_loss(MinimaxConsumer(absolute(), inputs=range(2)), coin)
    >>> found.value, found.worst, found.losses
    (Fraction(1, 2), (1,), (Fraction(1, 4), Fraction(1, 2)))
    """
    check_user(user)
    table = mechanism if isinstance(mechanism, Matrix) else Mechanism(mechanism)
    if len(table) != user.size:
        raise InputError(f"the user has {user.size} inputs and the matrix {len(table)} rows: give both the same number")
    scale, costs = user.loss.scaled(*table.shape)
    losses = tuple(
        sum(cost * x for cost, x in zip(row, entries, strict=True)) * Fraction(1, scale * denominator)
        for row, entries, denominator in zip(costs, table.numerators, table.denominators, strict=True)
    )
    if isinstance(user, BayesianUser):
        mean = total(loss * p for loss, p in zip(losses, user.prior, strict=True))
        return ExpectedLoss(user, table, losses, mean, ())
    largest = max(losses[i] for i in user.side_information)
    return ExpectedLoss(user, table, losses, largest, tuple(i for i in user.side_information if losses[i] == largest))


MOST_WEIGHTS = 12
"""The most whole numbers that an error shows as probabilities."""


def distribution(values: Iterable[Exact], name: str = "the prior", place: str = "input") -> tuple[Fraction, ...]:
    """Return probabilities as exact numbers; errors use `name` and `place`.

    Domain: nonnegative numbers that sum to exactly 1. Raises: `InputError` for others.

    >>> distribution(["0.25", "3/4"])
    (Fraction(1, 4), Fraction(3, 4))
    >>> distribution(["0.33", "0.33", "0.33"], "the row", "response")
    Traceback (most recent call last):
    exactdp.InputError: the row sums to 99/100, which is not 1: write probabilities that sum to exactly 1
    """
    if not is_list(values):
        named = ", or uniform(n=3)" if place == "input" else ""
        raise TypeError(f"{name} is {as_written(values)}: write a list with a probability for each {place}{named}")
    found = tuple(exact(value) for value in values)
    if not found:
        raise InputError(f"{name} is empty: write a probability for each {place}")
    for i, probability in enumerate(found):
        if probability < 0:
            raise InputError(f"{name} has {elided(text(probability))} for {place} {i}: write a probability from 0 to 1")
    total = sum(found, Fraction(0))
    if total != 1:
        weights = total > 0 and len(found) <= MOST_WEIGHTS and all(each.denominator == 1 for each in found)
        shares = ",".join(text(each / total) for each in found) if weights else ""
        raise InputError(
            f"{name} sums to {elided(text(total))}, which is not 1: write probabilities that sum to exactly 1",
            hint=f"for these weights, {elided(shares, 200)}" if weights else "",
        )
    return found


@by_name
def uniform(*, n: int | None = None, inputs: Iterable[object] | None = None) -> tuple[Fraction, ...]:
    """Return the uniform prior on {0..n}, or on as many inputs. Raises: as `input_count`.

    >>> uniform(n=1) == uniform(inputs=range(2)) == (Fraction(1, 2), Fraction(1, 2))
    True
    """
    size = input_count(n, inputs)
    return (Fraction(1, size),) * size


@by_name
def point_mass(*, n: int | None = None, inputs: Iterable[object] | None = None, i: int) -> tuple[Fraction, ...]:
    """Return the prior with probability 1 on i. Raises: `InputError` for i outside 0..n; as `input_count`.

    >>> point_mass(n=1, i=0)
    (Fraction(1, 1), Fraction(0, 1))
    """
    n, i = input_count(n, inputs) - 1, whole(i, "the point")
    if not 0 <= i <= n:
        raise InputError(f"the point {i} is outside 0..{n}: write an input from 0 to {n}")
    return tuple(Fraction(int(k == i)) for k in range(n + 1))


LARGEST_PRIOR = 2**33
"""The most bits of a binomial or geometric prior, if every number is as long as the longest."""


@by_name
def binomial(
    *, n: int | None = None, inputs: Iterable[object] | None = None, probability: Exact
) -> tuple[Fraction, ...]:
    """Return the binomial prior on {0..n}: each of n people independently has the attribute with this probability.

    Raises: `InputError` for a number outside [0, 1]; as `input_count` and `exact`.

    >>> binomial(n=2, probability="1/2")
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    n = input_count(n, inputs) - 1
    p = exact(probability)
    if not 0 <= p <= 1:
        raise InputError(f"{elided(text(p))} is not a probability: write a number from 0 to 1")
    _check_prior(n, p)
    return tuple(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))


def _check_prior(n: int, number: Fraction) -> None:
    """Reject a prior whose powers up to the n-th would fill a gigabyte."""
    if (n + 1) ** 2 * max(number.as_integer_ratio()).bit_length() > LARGEST_PRIOR:
        raise InputError(f"n = {elided(text(n))}: the powers of this number would fill a gigabyte: write a smaller n")


def proportional(weights: Iterable[Exact]) -> tuple[Fraction, ...]:
    """Return the prior proportional to the weights.

    Domain: exact weights of at least 0, not all 0. Raises: `InputError` otherwise.

    >>> proportional([1, 2, 1])
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    if not is_list(weights):
        raise TypeError(f"the weights are {as_written(weights)}: write a list, such as [1, 2, 1]")
    values = [exact(value) for value in weights]
    total = sum(values, Fraction(0))
    if total <= 0:
        raise InputError(f"the weights sum to {elided(text(total))}: write weights of at least 0, not all 0")
    return distribution(value / total for value in values)


@by_name
def geometric_prior(
    *, n: int | None = None, inputs: Iterable[object] | None = None, ratio: Exact
) -> tuple[Fraction, ...]:
    """Return the prior on {0..n} in which each probability is `ratio` times the one before.

    Raises: `InputError` for a ratio below 0; as `input_count` and `exact`.

    >>> geometric_prior(n=2, ratio=2)
    (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))
    """
    n = input_count(n, inputs) - 1
    factor = exact(ratio)
    if factor < 0:
        raise InputError(f"the ratio {elided(text(factor))} is below 0: write one such as 1/2")
    _check_prior(n, factor)
    return proportional(factor**k for k in range(n + 1))


WRITTEN_PRIORS = ("uniform", "increasing", "point:2", "binomial:1/3", "geometric:1/2")
"""The spellings of named priors; the numbers are examples."""

PRIORS = tuple(each.partition(":")[0] for each in WRITTEN_PRIORS)
"""The names of priors; they take precedence over files of the same name."""


def read_prior(written: str, n: int) -> tuple[Fraction, ...]:
    """Read a prior on {0..n}: `uniform`, `point:2`, `binomial:1/3`, `geometric:1/2`, `increasing`, or n + 1 fractions.

    `increasing` is p_i proportional to i + 1. Raises: `InputError` for any other text.

    >>> read_prior("1/4, 0, 3/4", 2)
    (Fraction(1, 4), Fraction(0, 1), Fraction(3, 4))
    """
    name, _, rest = written.strip().partition(":")
    if name == "uniform" and not rest:
        return uniform(n=n)
    if name == "increasing" and not rest:
        return proportional(range(1, n + 2))
    if name == "point" and rest.isascii() and rest.isdigit() and len(rest) < 10:
        return point_mass(n=n, i=int(rest))
    if name == "binomial" and rest:
        return binomial(n=n, probability=rest)
    if name == "geometric" and rest:
        return geometric_prior(n=n, ratio=rest)
    if rest or name.isalpha() or not name:
        raise InputError(
            f"{elided(written)!r} is not a prior: {meant(written, WRITTEN_PRIORS)}write uniform, increasing, point:2, "
            f"binomial:1/3, geometric:1/2, or {n + 1} fractions that sum to 1"
        )
    prior = distribution(written.split(","))
    if len(prior) != n + 1:
        many = counted(len(prior), "probability", "probabilities")
        raise InputError(f"the prior has {many}: write {n + 1}, one for each of 0..{n}")
    return prior


def read_numbers(written: str, n: int, what: str = "side information") -> tuple[int, ...]:
    """Read a set of numbers in 0..n, such as side information: `all`, `2`, `0..3`, or several with commas.

    Raises: `InputError`, which uses the name `what`, for any other text or numbers outside.

    >>> read_numbers("0..1,3", 3)
    (0, 1, 3)
    """
    if written.strip() == "all":
        return tuple(range(n + 1))
    chosen: set[int] = set()
    for part in written.split(","):
        first, dots, last = part.strip().partition("..")
        ends = [first, last if dots else first]
        if not all(end.isascii() and end.isdigit() and len(end) < 10 for end in ends) or int(ends[0]) > int(ends[1]):
            raise InputError(f"the {what} cannot be {elided(written)!r}: write numbers such as 0..3 or 0,2,5")
        if int(ends[1]) > n:
            raise InputError(f"the {what} contains {ends[1]}: write numbers from 0 to {n}")
        chosen.update(range(int(ends[0]), int(ends[1]) + 1))
    return tuple(sorted(chosen))
