"""Enclosures: two rational bounds on a real number, exact, from a rounded number, or from ball arithmetic."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from flint import arb

from exactdp.arithmetic.exact import to_fraction
from exactdp.arithmetic.spelling import decimal, text
from exactdp.shown import Shown

BOUND_PLACES = 6
"""The most decimal places shown of a number between two bounds."""


@dataclass(frozen=True)
class Enclosure(Shown):
    """A closed interval with rational bounds that contains a real number.

    Its text is the number, or the first digits that both bounds share, without rounding.

    >>> print(Enclosure(Fraction(5, 3), Fraction(5, 3)), Enclosure(Fraction("1.7999"), Fraction("1.79999")))
    5/3 1.7999…
    >>> Fraction(1, 3) in Enclosure(Fraction("0.325"), Fraction("0.335"))
    True
    """

    lower: Fraction
    upper: Fraction

    def __contains__(self, value: Fraction) -> bool:
        return self.lower <= value <= self.upper

    def __str__(self) -> str:
        if self.lower == self.upper:
            return text(self.lower)
        for places in range(BOUND_PLACES, 0, -1):
            first, last = (_cut_off(bound, places) for bound in (self.lower, self.upper))
            if first == last:
                return f"{first}…"
        unit = Fraction(1, 10**BOUND_PLACES)
        ends = (self.lower // unit * unit, -(-self.upper // unit) * unit)
        return "between {} and {}".format(*(decimal(end, BOUND_PLACES) for end in ends))


def _cut_off(value: Fraction, places: int) -> str:
    """Return the number truncated to `places` decimal places."""
    sign = "-" if value < 0 else ""
    return sign + decimal(Fraction(floor(abs(value) * 10**places), 10**places), places)


def enclosure(ball: arb) -> Enclosure:
    """Return the ends of a ball as rational bounds.

    >>> enclosure(arb(1) / 2)
    Enclosure(lower=1/2, upper=1/2)
    """
    return Enclosure(to_fraction(ball.lower()), to_fraction(ball.upper()))
