"""Printed numbers: the exact numbers that a rounded, truncated, double or small-denominator number may stand for."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import TypeAlias

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, is_float
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.shown import Shown

DIGITS_OF_A_DOUBLE = 16
"""A decimal with at least this many significant digits is read as a printed double."""

TOLERANCES = range(15, 4, -1)
"""The powers of 1/10 that are tried, in order, as the tolerance of a solver in double precision."""

DIGITS_OF_A_SOLVER = 8
"""With at least this many significant digits, a solver's tolerance may exceed the unit of the last digit."""

ULPS = 16
"""The units in the last place allowed for doubles of a formula, tried before a solver's tolerance."""

PERCENT = "0.667 for 66.7%"
"""The advice for percent: write a decimal, because its places show how it was rounded."""

LEAST_DOUBLE = Fraction(1, 2**1074)
"""The least positive double."""

_DECIMAL = re.compile(r"[+-]?(?P<whole>[0-9]*)(?P<point>\.?)(?P<places>[0-9]*)(?:[eE](?P<exponent>[+-]?[0-9]+))?")


class Form(Enum):
    """The form of a printed number."""

    FRACTION = "fraction"
    WHOLE = "whole number"
    DECIMAL = "decimal"


@dataclass(frozen=True)
class PrintedNumber(Shown):
    """A number as printed: its value, text and form, and for a decimal its places and significant digits.

    `places` counts from the point: 1.5e-3 has 4 places and 2 significant digits.
    """

    value: Fraction
    text: str
    form: Form
    places: int = 0
    digits: int = 0


def printed_number(value: object) -> PrintedNumber:
    """Return a number as printed.

    A float is read as Python, JSON and NumPy print it: the shortest decimal that rounds to it, in its own precision.
    Domain: text such as "0.25", "2.5e-01" or "1/9"; an exact number; a float.
    Raises: as `exact`; `InputError` for a float that is not finite.

    >>> printed_number("2.50e-01")
    PrintedNumber(value=1/4, text='2.50e-01', form=<Form.DECIMAL: 'decimal'>, places=3, digits=3)
    >>> printed_number(0.1).value, printed_number(0.1 + 0.2).digits
    (Fraction(1, 10), 17)
    """
    if is_float(value):
        if not isfinite(value):
            raise InputError(f"{value} is not a probability: write numbers from 0 to 1")
        # NumPy's repr is not a number, and its text is one.
        value = str(value)
    number = exact(value)
    written = value.strip() if isinstance(value, str) else text(number)
    match = _DECIMAL.fullmatch(written)
    if match is not None and (match["point"] or match["exponent"]):
        places = len(match["places"]) - int(match["exponent"] or 0)
        return PrintedNumber(number, written, Form.DECIMAL, places, len((match["whole"] + match["places"]).lstrip("0")))
    return PrintedNumber(number, written, Form.WHOLE if number.denominator == 1 else Form.FRACTION)


@dataclass(frozen=True)
class Rounding(Shown):
    """One rounding rule for a whole matrix, and the exact numbers that each entry may stand for under it.

    The intervals are closed, because a printed number does not show how a tie was rounded. A float just below the end
    of a truncated decimal is cut off like smaller ones. `says` completes "each entry is". `tolerance` is the error
    bound, if it is the same for all entries and both directions.
    """

    says: str
    intervals: tuple[tuple[Enclosure, ...], ...] = field(repr=False)
    tolerance: Fraction | None = None

    def __str__(self) -> str:
        return self.says

    def outside(self, rows: Sequence[Sequence[Fraction]]) -> Iterator[tuple[int, int]]:
        """Yield the places of entries outside the interval of their printed number."""
        for i, (row, intervals) in enumerate(zip(rows, self.intervals, strict=True)):
            for r, (value, interval) in enumerate(zip(row, intervals, strict=True)):
                if value not in interval:
                    yield i, r


Printed: TypeAlias = Sequence[Sequence[PrintedNumber]]


def of_percent(total: Fraction) -> bool:
    """Return whether a row with this sum looks like a distribution in percent, rounded or not.

    >>> of_percent(Fraction("99.9")), of_percent(Fraction("0.999"))
    (True, False)
    """
    return abs(total - 100) <= 5


def transposed(printed: Printed, tolerance: Fraction | None = None) -> bool:
    """Return whether each column, but not each row, is a rounded distribution: the columns are the inputs.

    A sum may be off by one unit in the last place for each of its entries, or by the tolerance. If all entries have few
    places or significant digits, the unit is large. The last digits of a solver are not trusted.
    Domain: rows of one length.

    >>> rows = [[printed_number(text) for text in row] for row in (["0.667", "0.25"], ["0.333", "0.75"])]
    >>> transposed(rows), transposed(list(zip(*rows))), transposed(rows, Fraction(1, 10))
    (True, False, False)
    """
    most = _last_place(printed) if tolerance is None else tolerance

    def sum_to_1(lines: Iterable[Sequence[PrintedNumber]]) -> bool:
        return all(abs(sum((number.value for number in line), Fraction(-1))) <= len(line) * most for line in lines)

    return len(printed) > 1 and sum_to_1(zip(*printed, strict=True)) and not sum_to_1(printed)


def _last_place(printed: Printed) -> Fraction:
    decimals = [number for row in printed for number in row if number.form is Form.DECIMAL]
    if not decimals:
        return Fraction(0)
    digits = max(number.digits for number in decimals)
    unit = _power(-min(digits, max(0, *(number.places for number in decimals))))
    return unit if digits < DIGITS_OF_A_SOLVER else max(unit, _power(-min(TOLERANCES)))


def within(values: Iterable[Iterable[Fraction]], tolerance: Exact) -> Rounding:
    """Return the rounding with at most this error in every entry.

    Domain: an exact tolerance of at least 0. Raises: as `exact`, and `InputError` below 0.

    >>> within([[Fraction(1, 2)]], "0.1").intervals
    ((Enclosure(lower=2/5, upper=3/5),),)
    """
    most = exact(tolerance)
    if most < 0:
        raise InputError(f"the tolerance {elided(text(most))} is below 0: write one such as 1e-9")
    rows = tuple(tuple(Enclosure(v - most, v + most) for v in row) for row in values)
    return Rounding(f"within {_tolerance(most)} of the exact entry", rows, most)


def _tolerance(most: Fraction) -> str:
    return f"10^-{len(text(1 / most)) - 1}" if re.fullmatch("1/10+", text(most)) else elided(text(most))


def roundings(printed: Printed) -> tuple[Rounding, ...]:
    """Return the rounding rules that may explain a matrix, in the order in which they are tried.

    Doubles are tried as exact, then with errors of arithmetic and of a solver. Shorter decimals are tried as rounded,
    and as truncated, in three ways: to the places of the longest decimal (the others have lost trailing zeros); to its
    significant digits; and each to its own digits. Decimals with many digits are also tried within a solver's
    tolerance. Fractions are tried as best approximations. The bound on the denominators is the largest that occurs, or
    for each fraction its own denominator, as in a truncated continued fraction. Whole numbers follow the rule of the
    other entries. Fractions among decimals are exact, and so are matrices of whole numbers.
    Domain: rows of at least one number.

    >>> rounded, truncated = roundings([[printed_number("0.67"), printed_number("0.33")]])
    >>> str(rounded), str(rounded.tolerance), str(truncated), truncated.tolerance
    ('rounded to 2 decimals', '1/200', 'truncated to 2 decimals', None)
    >>> thirds = [[Fraction(2, 3), Fraction(1, 3)]]
    >>> list(rounded.outside(thirds)), list(truncated.outside(thirds))
    ([], [(0, 0)])
    """
    numbers = [number for row in printed for number in row]
    decimals = [number for number in numbers if number.form is Form.DECIMAL]
    found: list[Rounding] = []
    if any(number.digits >= DIGITS_OF_A_DOUBLE for number in numbers):
        found += _doubles(printed)
    elif decimals:
        found += _decimals(printed, decimals)
    elif any(number.form is Form.FRACTION for number in numbers):
        found += _fractions(printed, max(number.value.denominator for number in numbers))
    return tuple(
        rounding for k, rounding in enumerate(found) if all(rounding.intervals != each.intervals for each in found[:k])
    )


def _rounding(says: str, printed: Printed, interval: Callable[[PrintedNumber], Enclosure]) -> Rounding:
    return Rounding(says, tuple(tuple(map(interval, row)) for row in printed))


# Doubles


def _doubles(printed: Printed) -> Iterator[Rounding]:
    yield _rounding("the double nearest to the exact entry", printed, lambda number: double_interval(number.value))
    yield _rounding(
        f"a double within {ULPS} units in the last place of the exact entry",
        printed,
        lambda number: Enclosure(
            number.value - ULPS * _unit_in_the_last_place(number.value),
            number.value + ULPS * _unit_in_the_last_place(number.value),
        ),
    )
    yield from _tolerances(printed, TOLERANCES.start)


def _tolerances(printed: Printed, most: int) -> Iterator[Rounding]:
    for power in TOLERANCES:
        if power <= most:
            yield within([[number.value for number in row] for row in printed], Fraction(1, 10**power))


def double_interval(value: Fraction) -> Enclosure:
    """Return the numbers that round to the same IEEE 754 double as this one, both ties included.

    Domain: any number that is not too large for a double; this is not checked.

    >>> double_interval(Fraction(1))
    Enclosure(lower=18014398509481983/18014398509481984, upper=9007199254740993/9007199254740992)
    """
    unit = _unit_in_the_last_place(value)
    steps = round(abs(value) / unit)
    # Below a power of two the doubles are twice as dense as above it, except at the least exponent.
    below = unit / 4 if steps == 2**52 and unit > LEAST_DOUBLE else unit / 2
    above = unit if steps == 2**53 else unit / 2
    lower, upper = steps * unit - below, steps * unit + above
    return Enclosure(lower, upper) if value >= 0 else Enclosure(-upper, -lower)


def _unit_in_the_last_place(value: Fraction) -> Fraction:
    size = abs(value)
    power = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** power > size:
        power -= 1
    return max(Fraction(2) ** (power - 52), LEAST_DOUBLE) if size else LEAST_DOUBLE


# Decimals


def _decimals(printed: Printed, decimals: Sequence[PrintedNumber]) -> Iterator[Rounding]:
    places = max(0, *(number.places for number in decimals))
    digits = max(number.digits for number in decimals)

    def fixed(number: PrintedNumber) -> Fraction:
        return _power(-places)

    def significant(number: PrintedNumber) -> Fraction:
        # A zero has no significant digits; assume the last place of the other numbers.
        return _power(_magnitude(number.value) - digits) if number.value else _power(-places)

    def own(number: PrintedNumber) -> Fraction:
        return _power(-number.places) if number.form is Form.DECIMAL else _power(-places)

    units = [(counted(places, "decimal"), fixed), ("its own digits", own)]
    if digits:
        units.insert(1, (counted(digits, "significant digit"), significant))
    for to, unit in units:
        rounded = _rounding(f"rounded to {to}", printed, _rounded(unit))
        is_even = unit is fixed and all(number.form is not Form.FRACTION for row in printed for number in row)
        yield replace(rounded, tolerance=_power(-places) / 2) if is_even else rounded
        yield _rounding(f"truncated to {to}", printed, _truncated(unit))
    if digits >= DIGITS_OF_A_SOLVER:
        yield from _tolerances(printed, places - 1)


def _power(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


def _magnitude(value: Fraction) -> int:
    """Return the k with 10^(k-1) ≤ |value| < 10^k."""
    size = abs(value)
    power = len(text(size.numerator)) - len(text(size.denominator))
    return power + 1 if _power(power) <= size else power


def _rounded(unit: Callable[[PrintedNumber], Fraction]) -> Callable[[PrintedNumber], Enclosure]:
    def interval(number: PrintedNumber) -> Enclosure:
        half = Fraction(0) if number.form is Form.FRACTION else unit(number) / 2
        return Enclosure(number.value - half, number.value + half)

    return interval


def _truncated(unit: Callable[[PrintedNumber], Fraction]) -> Callable[[PrintedNumber], Enclosure]:
    def interval(number: PrintedNumber) -> Enclosure:
        cut = Fraction(0) if number.form is Form.FRACTION else unit(number)
        value = number.value
        return Enclosure(value - cut if value <= 0 else value, value + cut if value >= 0 else value)

    return interval


# Fractions


def _fractions(printed: Printed, largest: int) -> Iterator[Rounding]:
    yield _rounding(
        f"the best approximation of the exact entry with a denominator up to {elided(text(largest))}",
        printed,
        lambda number: best_approximated(number.value, largest),
    )
    yield _rounding(
        "the best approximation of the exact entry with the same or a smaller denominator",
        printed,
        lambda number: best_approximated(number.value, number.value.denominator),
    )


def best_approximated(value: Fraction, largest: int) -> Enclosure:
    """Return the numbers with this fraction as a best approximation among denominators up to `largest`.

    They reach half way to its neighbours in the Farey sequence of that order.
    Domain: `largest` at least the denominator of the value. Raises: `InputError` otherwise.

    >>> best_approximated(Fraction(2, 3), 3)
    Enclosure(lower=7/12, upper=5/6)
    """
    p, q = value.numerator, value.denominator
    if q > largest:
        raise InputError(f"{elided(text(value))} has a denominator above {largest}: write a larger bound")
    inverse = pow(p, -1, q)
    below, above = largest - (largest - inverse) % q, largest - (largest + inverse) % q
    return Enclosure((value + Fraction(p * below - 1, q) / below) / 2, (value + Fraction(p * above + 1, q) / above) / 2)
