"""The mechanism: an exact row-stochastic matrix, rows the true results, columns the responses."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.printed_numbers import PERCENT, of_percent
from exactdp.arithmetic.spelling import decimal, elided, text
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.model.sizes import by_name, input_count, response_count

LONG_DIFFERENCE = 32
"""The most characters of the difference of a row's sum from 1; a longer one is shown by decimals."""


class Mechanism(Matrix):
    """A row-stochastic matrix: entry (i, r) is the probability of response r when the true result is i.

    A remap is also a mechanism. Its inputs are the responses of another mechanism, and `mechanism @ remap` is the
    induced mechanism.

    Domain: as `Matrix`; every entry at least 0, every row summing to exactly 1.
    Raises: as `Matrix`, and `InputError` for a negative entry or a row with another sum.
    Source: Ghosh, Roughgarden & Sundararajan 2009, sections 2.1 and 2.3; Gupte & Sundararajan 2010, section 2.2.

    >>> response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> response @ response
    Mechanism 2 × 2
         0    1
    0  5/8  3/8
    1  3/8  5/8
    >>> Mechanism([["1/2", "1/3"]])
    Traceback (most recent call last):
    exactdp.InputError: row 1 sums to 5/6, which is 1/6 short of 1: write probabilities that sum to exactly 1
    """

    _of_floats = "; audit and repair accept tables of floats"

    def _check(self) -> None:
        for row, (entries, denominator) in enumerate(zip(self.numerators, self.denominators, strict=True), start=1):
            if min(entries) < 0:
                column = next(k for k, entry in enumerate(entries) if entry < 0)
                entry = self[row - 1, column]
                raise InputError(
                    f"{elided(text(entry))} is negative",
                    advice="write probabilities from 0 to 1",
                    row=row,
                    column=column + 1,
                    value=entry,
                )
            if sum(entries) != denominator:
                raise self._wrong_sum(Fraction(sum(entries), denominator)).at(row=row)

    def _product_class(self, other: Matrix) -> type[Matrix]:
        # Post-processing a mechanism gives a mechanism.
        return Mechanism if isinstance(other, Mechanism) else Matrix

    def _wrong_sum(self, total: Fraction) -> InputError:
        missing = 1 - total
        off = f"{elided(text(abs(missing)))} {'short of' if missing > 0 else 'more than'} 1"
        reason = f"sums to {elided(text(total))}, which is {off}"
        if len(off) > LONG_DIFFERENCE:
            # Decimals of a solver: the first wrong digits say more than fractions.
            places = (1 // abs(missing)).bit_length() * 302 // 1000 + 3
            reason = f"sums to about {elided(decimal(total, places))}, not to 1"
        if len(self) > 1 and all(sum(self.column(r)) == 1 for r in range(self.shape[1])):
            reason, advice = f"{reason}, but every column sums to 1", "write the columns as rows"
        else:
            percent = f", such as {PERCENT}" if of_percent(total) else ""
            advice = f"write probabilities that sum to exactly 1{percent}"
        return InputError(reason, advice=advice, value=total)


def as_mechanism(value: TableLike) -> Mechanism:
    """Convert any argument of `Mechanism` to a mechanism; return a mechanism unchanged. Raises: as `Mechanism`.

    >>> as_mechanism([["1/2", "1/2"]]).shape
    (1, 2)
    """
    return value if isinstance(value, Mechanism) else Mechanism(value)


@by_name
def identity(*, n: int | None = None, inputs: Iterable[object] | None = None) -> Mechanism:
    """Return the identity: the mechanism that answers truthfully, or the remap that changes nothing.

    Raises: as `input_count`.

    >>> identity(inputs=range(2)).rows
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    size = range(input_count(n, inputs))
    return deterministic(size, responses=size)


@by_name
def deterministic(images: Sequence[int], *, responses: Iterable[object]) -> Mechanism:
    """Return the deterministic remap that sends row k to the response `images[k]`.

    Domain: images among the responses 0, 1, … Raises: `InputError` for another image, or without an image.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.3.

    >>> deterministic([0, 0, 1], responses=range(2)).rows[1]
    (Fraction(1, 1), Fraction(0, 1))
    """
    size = response_count(responses, len(images))
    for k, image in enumerate(images):
        if not 0 <= image < size:
            raise InputError(f"response {k} is sent to {image}: write a response from 0 to {size - 1}")
    rows = [tuple(int(r == image) for r in range(size)) for image in images]
    return Mechanism.from_integers(rows, [1] * len(rows))
