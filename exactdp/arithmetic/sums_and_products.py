"""Sums and products of exact numbers. The operators of Fraction take twice as long, and even longer with 0 or 1."""

from fractions import Fraction
from typing import Any


def added(x: Any, y: Any) -> Any:
    """Return x + y.

    >>> added(Fraction(1, 2), Fraction(1, 3))
    Fraction(5, 6)
    """
    if type(x) is not Fraction or type(y) is not Fraction:
        return x + y
    if not x or not y:
        return x or y
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    if b == d:
        return Fraction(a + c) if b == 1 else Fraction(a + c, b)
    return Fraction(a * d + c * b, b * d)


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
    return Fraction(a * c) if b == d == 1 else Fraction(a * c, b * d)
