"""Losses: the cost of each response on each input, and whether a loss is monotone in |i-r| or unimodal."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, TypeAlias

from exactdp.arithmetic.arguments import whole
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.radicals import LARGEST_DEGREE, RadicalSum, power
from exactdp.arithmetic.spelling import elided, text
from exactdp.arithmetic.suggestions import meant
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.shown import Shown

LossValue: TypeAlias = Fraction | RadicalSum
"""An exact value of a loss: rational, or a sum of radicals for a loss such as |i-r|^(3/2)."""

ScaledLoss: TypeAlias = int | RadicalSum
"""A value of a loss times a common denominator."""


def total(values: Iterable[LossValue]) -> LossValue:
    """Return the sum of values of a loss. Raises: as adding sums of radicals.

    >>> total([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    found: LossValue = Fraction(0)
    for value in values:
        found = found + value
    return found


def rational(value: LossValue) -> Fraction:
    """Return a rational value as a Fraction. Raises: `InputError` for a sum of radicals.

    >>> rational(Fraction(1, 2))
    Fraction(1, 2)
    """
    if isinstance(value, Fraction):
        return value
    raise InputError(f"{elided(str(value))} is irrational: write a rational loss, such as power:2")


class Shape(Enum):
    """The shape of a loss, row by row, as the response moves away from the true result."""

    MONOTONE = "monotone in |i-r|"
    """The papers' hypothesis: l(i, r) depends only on i and |i-r|, and is nondecreasing in |i-r|."""

    UNIMODAL = "unimodal"
    """l(i, ·) is nonincreasing up to r = i and nondecreasing from there on, but may differ on the two sides."""

    NEITHER = "not unimodal"
    """Some l(i, ·) is smaller at a response further away on the same side."""


@dataclass(frozen=True)
class Loss(Shown):
    """A loss function l(i, r): the loss of a user by the response r if the true result is i.

    Make one with `absolute`, `squared`, `zero_one`, `power_loss`, `threshold`, `asymmetric` or `table`. All except
    `table` give functions of r - i, for inputs and responses 0, 1, 2, …

    >>> squared()(1, 3), threshold(1)(0, 1), threshold(1)(0, 2)
    (Fraction(4, 1), Fraction(0, 1), Fraction(1, 1))
    """

    name: str
    kind: str
    parameters: tuple[Fraction, ...] = ()
    rows: Matrix | None = None
    _of: Callable[[int, int], LossValue] = field(repr=False, compare=False, default=lambda i, r: Fraction(0))
    file: str = field(repr=False, compare=False, default="")

    def __call__(self, i: int, r: int) -> LossValue:
        """Return l(i, r). Domain: i, r ≥ 0; for a table, places inside it. Raises: `InputError` outside."""
        if self.rows is not None and not (0 <= i < self.rows.shape[0] and 0 <= r < self.rows.shape[1]):
            raise InputError(f"the loss of response {r} on input {i} is not in the table, which is {_size(self.rows)}")
        return self._of(i, r)

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        # Functions cannot be pickled, so unpickling calls the constructor again.
        if self.rows is not None:
            return table, (self.rows, self.file)
        if self.kind == "threshold":
            return threshold, (int(self.parameters[0]),)
        return {"power": power_loss, "asymmetric": asymmetric}[self.kind], self.parameters

    @property
    def rational(self) -> bool:
        """Whether every value is rational, whatever the number of inputs."""
        return self.kind != "power" or self.parameters[0].denominator == 1

    def scaled(self, inputs: int, responses: int) -> tuple[int, list[list[Any]]]:
        """Return a denominator and the table of losses times it: integers if the loss is rational.

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
        # Include every slope, used here or not, so that the denominator depends only on the loss.
        values = [*offsets.values(), *(self.parameters if self.kind == "asymmetric" else ())]
        common = lcm(*(rational(value).denominator for value in values))
        scaled = {d: int(rational(value) * common) for d, value in offsets.items()}
        return common, [[scaled[r - i] for r in range(responses)] for i in range(inputs)]

    def check_size(self, inputs: int, responses: int) -> None:
        """Check that the loss is defined for this size. Raises: `InputError` if it is not."""
        if self.rows is not None and self.rows.shape != (inputs, responses):
            place = f"{elided(self.file)}: " if self.file else ""
            raise InputError(
                f"{place}the table of losses is {_size(self.rows)} for {inputs} inputs and {responses} responses: "
                f"write {inputs} rows of {responses} losses; this table fits n = {len(self.rows) - 1}"
            )

    def shape(self, inputs: int, responses: int) -> Shape:
        """Return whether the loss at this size is monotone in |i-r|, only unimodal, or neither.

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


def _by_distance(i: int, row: Sequence[LossValue]) -> bool:
    ordered = sorted(range(len(row)), key=lambda r: abs(i - r))
    return all(row[a] <= row[b] for a, b in pairwise(ordered))


def _size(rows: Matrix) -> str:
    return "{} × {}".format(*rows.shape)


def absolute() -> Loss:
    """Return the loss |i-r|, the mean error.

    >>> absolute()(3, 1)
    Fraction(2, 1)
    """
    return power_loss(1)


def squared() -> Loss:
    """Return the loss (i-r)², whose mean is the variance of an unbiased response.

    >>> squared()(3, 1)
    Fraction(4, 1)
    """
    return power_loss(2)


def power_loss(exponent: Exact) -> Loss:
    """Return the loss |i-r|^(p/q), which is irrational unless q = 1.

    Domain: an exact exponent p/q above 0, p and q at most `exactdp.arithmetic.radicals.LARGEST_DEGREE`.
    Raises: `InputError` for any other.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.2; the user of Figure 2 has |i-r|^1.5.

    >>> print(power_loss("1.5")(0, 2))
    2*2^(1/2)
    """
    value = exact(exponent)
    if value <= 0:
        raise InputError(f"the exponent {elided(text(value))} is not above 0: write one such as 3/2")
    if max(value.as_integer_ratio()) > LARGEST_DEGREE:
        raise InputError(
            f"the exponent {elided(text(value))} is not a fraction of numbers up to {LARGEST_DEGREE}: "
            "write one such as 3/2"
        )
    sign = "" if value == 1 else f"^{text(value)}" if value.denominator == 1 else f"^({text(value)})"
    if value.denominator == 1:
        return Loss(f"|i-r|{sign}", "power", (value,), None, lambda i, r: Fraction(abs(i - r) ** int(value)))
    return Loss(f"|i-r|{sign}", "power", (value,), None, lambda i, r: power(abs(i - r), value))


def zero_one() -> Loss:
    """Return the loss 0 for the true result and 1 for every other; its mean is the probability of an error.

    >>> zero_one()(3, 3), zero_one()(3, 1)
    (Fraction(0, 1), Fraction(1, 1))
    """
    return threshold(0)


def threshold(k: int) -> Loss:
    """Return the loss 0 for |i-r| ≤ k and 1 for |i-r| > k.

    Domain: k ≥ 0. Raises: `InputError` below.

    >>> [int(threshold(1)(1, r)) for r in range(4)]
    [0, 0, 0, 1]
    """
    k = whole(k, "the threshold")
    if k < 0:
        raise InputError(f"the threshold {k} is below 0: write a distance")
    name = f"[|i-r| > {k}]" if k else "[i ≠ r]"
    return Loss(name, "threshold", (Fraction(k),), None, lambda i, r: Fraction(int(abs(i - r) > k)))


def asymmetric(over: Exact, under: Exact) -> Loss:
    """Return the loss over·(r-i) for a response above the true result and under·(i-r) for one below it.

    Domain: exact slopes of at least 0. Raises: `InputError` below.

    >>> asymmetric(2, "1/2")(1, 3), asymmetric(2, "1/2")(3, 1)
    (Fraction(4, 1), Fraction(1, 1))
    """
    up, down = exact(over), exact(under)
    for slope in (up, down):
        if slope < 0:
            raise InputError(f"the slope {elided(text(slope))} is below 0: write how much a unit of error costs")
    name = f"{elided(text(up))}·(r-i) above, {elided(text(down))}·(i-r) below"
    return Loss(name, "asymmetric", (up, down), None, lambda i, r: (up if r > i else down) * abs(r - i))


def table(rows: TableLike, file: str = "") -> Loss:
    """Return the loss given by a table: one row for each input, one column for each response.

    Errors about its size begin with the name of its `file`. Domain and errors: as `exactdp.model.matrix.Matrix`.

    >>> table([[0, "1/2"], [3, 0]])(0, 1)
    Fraction(1, 2)
    """
    matrix = rows if isinstance(rows, Matrix) else Matrix(rows)
    return Loss("a table", "table", (), matrix, lambda i, r: matrix[i, r], file)


NAMED_LOSSES: dict[str, Callable[[], Loss]] = {"abs": absolute, "squared": squared, "zero-one": zero_one}
"""The losses without parameters, by name."""


LOSSES = (*NAMED_LOSSES, "power:3/2", "threshold:2", "asymmetric:2,1", "table:FILE")
"""The spellings of losses; the numbers are examples."""


def read_loss(written: str, read_table: Callable[[str], Matrix]) -> Loss:
    """Read a loss: `abs`, `squared`, `zero-one`, `power:3/2`, `threshold:2`, `asymmetric:2,1` or `table:FILE`.

    Raises: `InputError` for any other text, and as `read_table` for the file.

    >>> read_loss("power:3", Matrix).name
    '|i-r|^3'
    """
    name, colon, rest = written.partition(":")
    if name in NAMED_LOSSES and not colon:
        return NAMED_LOSSES[name]()
    if name == "power" and colon:
        return power_loss(rest)
    if name == "threshold" and rest.strip().isascii() and rest.strip().isdigit() and len(rest) < 10:
        return threshold(int(rest))
    if name == "asymmetric" and rest.count(",") == 1:
        return asymmetric(*rest.split(","))
    if name == "table" and rest:
        return table(read_table(rest), rest)
    raise InputError(
        f"unknown loss {elided(written)!r}: {meant(written, LOSSES)}write abs, squared, zero-one, power:3/2, "
        "threshold:2, asymmetric:2,1 (above, below) or table:FILE"
    )
