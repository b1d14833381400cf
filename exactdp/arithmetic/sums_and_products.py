"""Sums and products of exact numbers. The operators of Fraction take three times as long, or more with 0 or 1."""

from fractions import Fraction
from math import gcd
from typing import Any

_new: Any = object.__new__


def quotient(above: int, below: int) -> Fraction:
    """Return above/below in lowest terms. Raises: ZeroDivisionError if below = 0.

    The constructor of Fraction takes three times as long, most of it to find out what it was given. Here its two slots
    are set directly, as Python's own arithmetic does from 3.12 on.

    >>> quotient(4, 6), quotient(4, -6)
    (Fraction(2, 3), Fraction(-2, 3))
    """
    if below <= 0:
        return Fraction(above, below)
    common = gcd(above, below)
    if common != 1:
        above, below = above // common, below // common
    found = _new(Fraction)
    found._numerator, found._denominator = above, below
    return found  # type: ignore[no-any-return]


def added(x: Any, y: Any) -> Any:
    """Return x + y.

    >>> added(Fraction(1, 2), Fraction(1, 3))
    Fraction(5, 6)
    """
    if type(x) is not Fraction or type(y) is not Fraction:
        return x + y
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    if not a or not c:
        return x if a else y
    return quotient(a + c, b) if b == d else quotient(a * d + c * b, b * d)


def multiplied(x: Any, y: Any) -> Any:
    """Return x·y.

    >>> multiplied(Fraction(1, 2), Fraction(2, 3))
    Fraction(1, 3)
    """
    if type(x) is not Fraction or type(y) is not Fraction:
        return x * y
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    if a == b or not c:
        return y
    if c == d or not a:
        return x
    return quotient(a * c, b * d)
