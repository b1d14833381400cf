"""Losses, priors and side information: the Bayesian user and the minimax consumer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm
from typing import Any, TypeAlias

from exactdp.exact import InputError, database_size, elided, exact, text
from exactdp.matrix import Matrix
from exactdp.radicals import LARGEST, RadicalSum, power
from exactdp.suggestions import meant

Number: TypeAlias = Fraction | RadicalSum
"""The value of a loss, exact: rational, or a sum of radicals for a loss such as |i-r|^(3/2)."""


def total(values: Iterable[Number]) -> Number:
    """Return the sum of values of a loss. Fails: as the sum of irrational ones.

    >>> total([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    found: Number = Fraction(0)
    for value in values:
        found = found + value
    return found


def rational(value: Number) -> Fraction:
    """Return a value that is no sum of radicals as it is. Fails: `InputError` for a sum of radicals.

    >>> rational(Fraction(1, 2))
    Fraction(1, 2)
    """
    if isinstance(value, Fraction):
        return value
    raise InputError(f"{elided(str(value))} is irrational: write a rational loss, such as power:2")


class Shape(Enum):
    """What a loss does, row by row, as the response moves away from the true result.

    >>> asymmetric(1, 1).shape(3, 3) is Shape.MONOTONE, asymmetric(1, 2).shape(3, 3).value
    (True, 'unimodal')
    """

    MONOTONE = "monotone in |i-r|"
    """The papers' hypothesis: l(i, r) depends on i and |i-r| alone, and does not fall as |i-r| grows."""

    UNIMODAL = "unimodal"
    """l(i, ·) does not rise up to r = i and does not fall from there on, but depends on the side."""

    NEITHER = "not unimodal"
    """Some l(i, ·) is lower at a response that is further away on the same side."""


@dataclass(frozen=True)
class Loss:
    """A loss function l(i, r): what a user loses by the response r where the true result is i.

    It is made by `absolute`, `squared`, `zero_one`, `power_loss`, `threshold`, `asymmetric` or `table`. Those but the
    last are functions of r - i, for inputs and responses 0, 1, 2, …

    >>> squared()(1, 3), threshold(1)(0, 1), threshold(1)(0, 2)
    (Fraction(4, 1), Fraction(0, 1), Fraction(1, 1))
    """

    name: str
    kind: str
    parameters: tuple[Fraction, ...] = ()
    rows: Matrix | None = None
    _of: Callable[[int, int], Number] = field(repr=False, compare=False, default=lambda i, r: Fraction(0))

    def __call__(self, i: int, r: int) -> Number:
        """Return l(i, r). Domain: i, r ≥ 0, inside the table where it is one. Fails: `InputError` outside."""
        if self.rows is not None and not (0 <= i < self.rows.shape[0] and 0 <= r < self.rows.shape[1]):
            raise InputError(f"the loss of response {r} on input {i} is not in the table, which is {_size(self.rows)}")
        return self._of(i, r)

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        # Functions do not travel between processes, so what made the loss makes it again.
        if self.rows is not None:
            return table, (self.rows,)
        if self.kind == "threshold":
            return threshold, (int(self.parameters[0]),)
        return {"power": power_loss, "asymmetric": asymmetric}[self.kind], self.parameters

    @property
    def rational(self) -> bool:
        """Whether every value is rational, whatever the number of inputs."""
        return self.kind != "power" or self.parameters[0].denominator == 1

    def scaled(self, inputs: int, responses: int) -> tuple[int, list[list[Any]]]:
        """Return a denominator and the table of losses times it: integers where the loss is rational.

        >>> asymmetric("1/2", 1).scaled(1, 2)
        (2, [[0, 1]])
        """
        self.check_size(inputs, responses)
        if self.rows is not None:
            common = lcm(*self.rows.denominators)
            scales = [common // denominator for denominator in self.rows.denominators]
            return common, [[v * k for v in row] for k, row in zip(scales, self.rows.numerators, strict=True)]
        # The others are functions of r - i.
        offsets = {d: self(max(-d, 0), max(d, 0)) for d in range(1 - inputs, responses)}
        if not self.rational:
            return 1, [[offsets[r - i] for r in range(responses)] for i in range(inputs)]
        # Of all slopes, also one that no offset here has, so that the denominator is the loss's own.
        values = [*offsets.values(), *(self.parameters if self.kind == "asymmetric" else ())]
        common = lcm(*(rational(value).denominator for value in values))
        scaled = {d: int(rational(value) * common) for d, value in offsets.items()}
        return common, [[scaled[r - i] for r in range(responses)] for i in range(inputs)]

    def check_size(self, inputs: int, responses: int) -> None:
        """Check that the loss is defined on so many inputs and responses. Fails: `InputError` where it is not."""
        if self.rows is not None and self.rows.shape != (inputs, responses):
            raise InputError(
                f"the table of losses is {_size(self.rows)} for {inputs} inputs and {responses} responses: "
                f"write {inputs} rows of {responses} losses"
            )

    def shape(self, inputs: int, responses: int) -> Shape:
        """Say whether the loss is monotone in |i-r| on so many inputs and responses, merely unimodal, or neither.

        Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.2; Gupte & Sundararajan 2010, section 2.3.

        >>> absolute().shape(4, 4), asymmetric(2, 1).shape(4, 4), table([[0, 2, 1]]).shape(1, 3)
        (<Shape.MONOTONE: 'monotone in |i-r|'>, <Shape.UNIMODAL: 'unimodal'>, <Shape.NEITHER: 'not unimodal'>)
        """
        self.check_size(inputs, responses)
        if self.kind in ("power", "threshold"):
            return Shape.MONOTONE
        found = Shape.MONOTONE
        for i in range(inputs):
            row = [self(i, r) for r in range(responses)]
            left, right = row[min(i, responses - 1) :: -1], row[i:]
            if any(a > b for side in (left, right) for a, b in pairwise(side)):
                return Shape.NEITHER
            if any(a != b for a, b in zip(left, right, strict=False)) or not _by_distance(i, row):
                found = Shape.UNIMODAL
        return found


def _by_distance(i: int, row: Sequence[Number]) -> bool:
    ordered = sorted(range(len(row)), key=lambda r: abs(i - r))
    return all(row[a] <= row[b] for a, b in pairwise(ordered))


def _size(rows: Matrix) -> str:
    return "{} × {}".format(*rows.shape)


def absolute() -> Loss:
    """Return the loss |i-r|, the mean error. Fails: never.

    >>> absolute()(3, 1)
    Fraction(2, 1)
    """
    return power_loss(1)


def squared() -> Loss:
    """Return the loss (i-r)², whose mean is the variance of an unbiased response. Fails: never.

    >>> squared()(3, 1)
    Fraction(4, 1)
    """
    return power_loss(2)


def power_loss(exponent: Any) -> Loss:
    """Return the loss |i-r|^(p/q), which is irrational unless q = 1.

    Domain: an exact exponent above 0, of numbers up to `exactdp.radicals.LARGEST`. Fails: `InputError` for any other.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.2; the user of Figure 2 has |i-r|^1.5.

    >>> print(power_loss("1.5")(0, 2))
    2*2^(1/2)
    """
    value = exact(exponent)
    if value <= 0 or max(value.as_integer_ratio()) > LARGEST:
        raise InputError(
            f"the exponent {elided(text(value))} is not above 0, of numbers up to {LARGEST}: write one such as 3/2"
        )
    sign = "" if value == 1 else f"^{text(value)}" if value.denominator == 1 else f"^({text(value)})"
    if value.denominator == 1:
        return Loss(f"|i-r|{sign}", "power", (value,), None, lambda i, r: Fraction(abs(i - r) ** int(value)))
    return Loss(f"|i-r|{sign}", "power", (value,), None, lambda i, r: power(abs(i - r), value))


def zero_one() -> Loss:
    """Return the loss that is 0 for the true result and 1 for every other, whose mean is the probability of an error.

    Fails: never.

    >>> zero_one()(3, 3), zero_one()(3, 1)
    (Fraction(0, 1), Fraction(1, 1))
    """
    return threshold(0)


def threshold(k: int) -> Loss:
    """Return the loss that is 0 up to distance k and 1 beyond it.

    Domain: k ≥ 0. Fails: `InputError` below.

    >>> [int(threshold(1)(1, r)) for r in range(4)]
    [0, 0, 0, 1]
    """
    if k < 0:
        raise InputError(f"the threshold {k} is below 0: write a distance")
    name = f"[|i-r| > {k}]" if k else "[i ≠ r]"
    return Loss(name, "threshold", (Fraction(k),), None, lambda i, r: Fraction(int(abs(i - r) > k)))


def asymmetric(over: Any, under: Any) -> Loss:
    """Return the loss of over·(r-i) for a response above the true result and under·(i-r) for one below it.

    Domain: exact slopes of at least 0. Fails: `InputError` below.

    >>> asymmetric(2, "1/2")(1, 3), asymmetric(2, "1/2")(3, 1)
    (Fraction(4, 1), Fraction(1, 1))
    """
    up, down = exact(over), exact(under)
    for slope in (up, down):
        if slope < 0:
            raise InputError(f"the slope {elided(text(slope))} is below 0: write how much a unit of error costs")
    name = f"{elided(text(up))}·(r-i) above, {elided(text(down))}·(i-r) below"
    return Loss(name, "asymmetric", (up, down), None, lambda i, r: (up if r > i else down) * abs(r - i))


def table(rows: Iterable[Iterable[Any]] | Matrix) -> Loss:
    """Return the loss given by a table: one row for each input, one column for each response.

    Domain and Fails: as `exactdp.matrix.Matrix`.

    >>> table([[0, "1/2"], [3, 0]])(0, 1)
    Fraction(1, 2)
    """
    matrix = rows if isinstance(rows, Matrix) else Matrix(rows)
    return Loss("a table", "table", (), matrix, lambda i, r: matrix[i, r])


NAMED: dict[str, Callable[[], Loss]] = {"abs": absolute, "squared": squared, "zero-one": zero_one}
"""The losses that need no parameter, by the name that is read."""

LOSSES = (*NAMED, "power:3/2", "threshold:2", "asymmetric:2,1", "table:FILE")
"""How losses are written; their numbers are examples."""


def read_loss(written: str, read_table: Callable[[str], Matrix]) -> Loss:
    """Read a loss: `abs`, `squared`, `zero-one`, `power:3/2`, `threshold:2`, `asymmetric:2,1` or `table:FILE`.

    Fails: `InputError` for any other text, and as `read_table` for the file.

    >>> read_loss("power:3", Matrix).name
    '|i-r|^3'
    """
    name, colon, rest = written.partition(":")
    if name in NAMED and not colon:
        return NAMED[name]()
    if name == "power" and colon:
        return power_loss(rest)
    if name == "threshold" and rest.strip().isascii() and rest.strip().isdigit() and len(rest) < 10:
        return threshold(int(rest))
    if name == "asymmetric" and rest.count(",") == 1:
        return asymmetric(*rest.split(","))
    if name == "table" and rest:
        return table(read_table(rest))
    raise InputError(
        f"{elided(written)!r} is no loss: {meant(written, LOSSES)}write abs, squared, zero-one, power:3/2, "
        "threshold:2, asymmetric:2,1 (above, below) or table:FILE"
    )


@dataclass(frozen=True)
class BayesianUser:
    """A user with a loss and a prior on the inputs 0..n, who minimises the expected loss.

    Domain: exact probabilities that sum to exactly 1. Fails: `InputError` for any other prior.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.2.

    >>> BayesianUser(absolute(), ["1/2", 0, "1/2"])
    BayesianUser(|i-r|, prior 1/2, 0, 1/2)
    >>> BayesianUser(absolute(), ["1/2", "1/3"])
    Traceback (most recent call last):
    exactdp.exact.InputError: the prior sums to 5/6, which is not 1: write probabilities that sum to exactly 1
    """

    loss: Loss
    prior: tuple[Fraction, ...]

    def __init__(self, loss: Loss, prior: Iterable[Any]) -> None:
        object.__setattr__(self, "loss", loss)
        object.__setattr__(self, "prior", distribution(prior))

    @property
    def inputs(self) -> int:
        """How many inputs the prior is about."""
        return len(self.prior)

    def __repr__(self) -> str:
        return f"BayesianUser({self.loss}, prior {elided(', '.join(map(text, self.prior)))})"


@dataclass(frozen=True)
class MinimaxConsumer:
    """A consumer with a loss and side information S, who minimises the worst expected loss over the inputs in S.

    Domain: a nonempty set of inputs from 0 to inputs - 1; None stands for all of them. Fails: `InputError` otherwise.
    Source: Gupte & Sundararajan 2010, section 2.3.

    >>> MinimaxConsumer(absolute(), 4, [0, 1])
    MinimaxConsumer(|i-r|, side information {0, 1} of 4 inputs)
    """

    loss: Loss
    inputs: int
    side_information: tuple[int, ...]

    def __init__(self, loss: Loss, inputs: int, side_information: Iterable[int] | None = None) -> None:
        if inputs < 1:
            raise InputError(f"{inputs} inputs: write at least 1")
        chosen = tuple(sorted(set(range(inputs) if side_information is None else side_information)))
        if not chosen:
            raise InputError("the side information is empty: write at least one input, such as 0..3")
        if chosen[0] < 0 or chosen[-1] >= inputs:
            outside = chosen[0] if chosen[0] < 0 else chosen[-1]
            raise InputError(f"the side information holds {outside}: write inputs from 0 to {inputs - 1}")
        object.__setattr__(self, "loss", loss)
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "side_information", chosen)

    def __repr__(self) -> str:
        listed = elided(", ".join(map(str, self.side_information)))
        return f"MinimaxConsumer({self.loss}, side information {{{listed}}} of {self.inputs} inputs)"


User: TypeAlias = BayesianUser | MinimaxConsumer
"""Whoever a mechanism is to serve."""


def distribution(values: Iterable[Any], name: str = "the prior", place: str = "input") -> tuple[Fraction, ...]:
    """Return probabilities as exact numbers; an error calls them by this name, and the place of each so.

    Domain: numbers that are nowhere negative and sum to exactly 1. Fails: `InputError` for others.

    >>> distribution(["0.25", "3/4"])
    (Fraction(1, 4), Fraction(3, 4))
    >>> distribution(["0.33", "0.33", "0.33"], "the row", "response")
    Traceback (most recent call last):
    exactdp.exact.InputError: the row sums to 99/100, which is not 1: write probabilities that sum to exactly 1
    """
    found = tuple(exact(value) for value in values)
    if not found:
        raise InputError(f"{name} is empty: write a probability for each {place}")
    for i, probability in enumerate(found):
        if probability < 0:
            raise InputError(f"{name} has {elided(text(probability))} for {place} {i}: write a probability from 0 to 1")
    total = sum(found, Fraction(0))
    if total != 1:
        raise InputError(
            f"{name} sums to {elided(text(total))}, which is not 1: write probabilities that sum to exactly 1"
        )
    return found


def uniform(n: int) -> tuple[Fraction, ...]:
    """Return the uniform prior on {0..n}. Fails: `InputError` for n < 0.

    >>> uniform(1)
    (Fraction(1, 2), Fraction(1, 2))
    """
    database_size(n)
    return (Fraction(1, n + 1),) * (n + 1)


def point_mass(n: int, i: int) -> tuple[Fraction, ...]:
    """Return the prior on {0..n} that is certain of i. Fails: `InputError` for n < 0 and i outside 0..n.

    >>> point_mass(1, 0)
    (Fraction(1, 1), Fraction(0, 1))
    """
    database_size(n)
    if not 0 <= i <= n:
        raise InputError(f"the point {i} is outside 0..{n}: write an input")
    return tuple(Fraction(int(k == i)) for k in range(n + 1))


def binomial(n: int, probability: Any) -> tuple[Fraction, ...]:
    """Return the binomial prior on {0..n}: of n people, each has the attribute with this probability, independently.

    Fails: `InputError` for n < 0 and a number outside [0, 1]; as `exact`.

    >>> binomial(2, "1/2")
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    database_size(n)
    p = exact(probability)
    if not 0 <= p <= 1:
        raise InputError(f"{elided(text(p))} is no probability: write a number from 0 to 1")
    return tuple(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))


def proportional(weights: Iterable[Any]) -> tuple[Fraction, ...]:
    """Return the prior proportional to the weights.

    Domain: exact weights of at least 0, not all 0. Fails: `InputError` otherwise.

    >>> proportional([1, 2, 1])
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    values = [exact(value) for value in weights]
    total = sum(values, Fraction(0))
    if total <= 0:
        raise InputError(f"the weights sum to {elided(text(total))}: write weights of at least 0, not all 0")
    return distribution(value / total for value in values)


def geometric_prior(n: int, ratio: Any) -> tuple[Fraction, ...]:
    """Return the prior on {0..n} in which each probability is `ratio` times the one before.

    Fails: `InputError` for n < 0 and a ratio below 0; as `exact`.

    >>> geometric_prior(2, 2)
    (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))
    """
    database_size(n)
    factor = exact(ratio)
    if factor < 0:
        raise InputError(f"the ratio {elided(text(factor))} is below 0: write one such as 1/2")
    return proportional(factor**k for k in range(n + 1))


WRITTEN_PRIORS = ("uniform", "increasing", "point:2", "binomial:1/3", "geometric:1/2")
"""How priors are written that have a name; their numbers are examples."""

PRIORS = tuple(each.partition(":")[0] for each in WRITTEN_PRIORS)
"""The names of priors that are read; a file of such a name is not."""


def read_prior(written: str, n: int) -> tuple[Fraction, ...]:
    """Read a prior on {0..n}: `uniform`, `point:2`, `binomial:1/3`, `geometric:1/2`, `increasing`, or n + 1 fractions.

    `increasing` is p_i proportional to i + 1. Fails: `InputError` for any other text.

    >>> read_prior("1/4, 0, 3/4", 2)
    (Fraction(1, 4), Fraction(0, 1), Fraction(3, 4))
    """
    name, _, rest = written.strip().partition(":")
    if name == "uniform" and not rest:
        return uniform(n)
    if name == "increasing" and not rest:
        return proportional(range(1, n + 2))
    if name == "point" and rest.isascii() and rest.isdigit() and len(rest) < 10:
        return point_mass(n, int(rest))
    if name == "binomial" and rest:
        return binomial(n, rest)
    if name == "geometric" and rest:
        return geometric_prior(n, rest)
    if rest or name.isalpha():
        raise InputError(
            f"{elided(written)!r} is no prior: {meant(written, WRITTEN_PRIORS)}write uniform, increasing, point:2, "
            f"binomial:1/3, geometric:1/2, or {n + 1} fractions that sum to 1"
        )
    prior = distribution(written.split(","))
    if len(prior) != n + 1:
        raise InputError(f"the prior has {len(prior)} probabilities: write {n + 1}, one for each of 0..{n}")
    return prior


def read_numbers(written: str, n: int, what: str = "side information") -> tuple[int, ...]:
    """Read some of the numbers 0..n, such as side information: `all`, `2`, `0..3`, or several of these with commas.

    Fails: `InputError`, which names what they are, for any other text or numbers outside.

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
            raise InputError(f"{elided(written)!r} is no {what}: write numbers such as 0..3 or 0,2,5")
        if int(ends[1]) > n:
            raise InputError(f"the {what} holds {ends[1]}: write numbers from 0 to {n}")
        chosen.update(range(int(ends[0]), int(ends[1]) + 1))
    return tuple(sorted(chosen))
