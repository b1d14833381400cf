"""Sums of real radicals with rational coefficients, such as 1/3 + 2·√2: exact, ordered, with an exact zero test."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, total_ordering
from itertools import pairwise
from typing import NoReturn, TypeGuard

from flint import fmpz

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import decimal, elided, latex, text
from exactdp.shown import Shown

LARGEST_DEGREE = 64
"""The largest degree of a radical, and the largest numerator of an exponent."""


@total_ordering
@dataclass(frozen=True, eq=False)
class RadicalSum(Shown):
    """The sum of coefficient·e^(1/degree) over integers e ≥ 1 not divisible by a degree-th power above 1.

    The terms (e, coefficient) are in increasing order of e, without zeros; e = 1 is the rational part. The roots of
    different e are linearly independent over Q (Besicovitch 1940), so a sum is 0 only if it has no terms. Sums can be
    added, subtracted and compared with each other and with rational numbers, and multiplied by rational numbers.
    Raises: `InputError` for other terms, which could stand for a number that does not equal itself.

    >>> root = power(2, "1/2")
    >>> root + Fraction(1, 3), root * 3 == power(18, "1/2"), root < Fraction(3, 2)
    (RadicalSum(1/3 + 2^(1/2)), True, True)
    """

    degree: int
    terms: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        known = type(self.terms) is tuple and all(
            type(term) is tuple and len(term) == 2 and type(term[0]) is int and type(term[1]) is Fraction
            for term in self.terms
        )
        if (
            not known
            or type(self.degree) is not int
            or not all(value and value.denominator > 0 for _, value in self.terms)
        ):
            raise InputError("a sum of radicals has terms (e, coefficient), the coefficients Fractions other than 0")
        if any(e >= other for (e, _), (other, _) in pairwise(self.terms)):
            raise InputError("the terms of a sum of radicals are in increasing order of e")
        if not all(_is_free_of_powers(e, self.degree) for e, _ in self.terms):
            raise InputError(f"e ≥ 1 is not divisible by a power with the exponent {self.degree}: write power(e, …)")

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        if not self.terms:
            return 0
        bits = 64
        while True:
            low, high = self.enclosure(bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits *= 2

    def enclosure(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return rational bounds; each root uses lo^q ≤ e·2^(q·bits) < (lo+1)^q.

        >>> power(2, "1/2").enclosure(4)
        (Fraction(11, 8), Fraction(23, 16))
        """
        low = high = Fraction(0)
        for e, coefficient in self.terms:
            floor = root(e << bits * self.degree, self.degree)
            ends = [coefficient * floor, coefficient * (floor + (e != 1))]
            low, high = low + min(ends), high + max(ends)
        return low / 2**bits, high / 2**bits

    def decimal(self, places: int = 4) -> str:
        """Return the nearest decimal with `places` places.

        >>> power(2, "1/2").decimal()
        '1.4142'
        """
        bits = 64
        while True:
            low, high = (decimal(end, places) for end in self.enclosure(bits))
            if low == high or not self._has_roots:
                return low
            bits *= 2

    def __str__(self) -> str:
        return " + ".join(self._term(e, coefficient, f"{e}^(1/{self.degree})") for e, coefficient in self.terms) or "0"

    def latex(self) -> str:
        r"""Return the sum for a LaTeX formula.

        >>> print((power(2, "1/2") * Fraction(2, 5) - 1).latex())
        -1 + \frac{2}{5}\sqrt{2}
        """
        index = "" if self.degree == 2 else f"[{self.degree}]"
        parts: list[tuple[str, str]] = []
        for e, value in self.terms:
            size = abs(value)
            factor = latex(size) if e == 1 else ("" if size == 1 else latex(size)) + rf"\sqrt{index}{{{e}}}"
            parts.append(("-" if value < 0 else "+" if parts else "", factor))
        return (
            " ".join(f"{sign} {factor}" if sign and k else sign + factor for k, (sign, factor) in enumerate(parts))
            or "0"
        )

    @staticmethod
    def _term(e: int, coefficient: Fraction, radical: str) -> str:
        if e == 1:
            return text(coefficient)
        return radical if coefficient == 1 else f"{text(coefficient)}*{radical}"

    def __repr__(self) -> str:
        return f"RadicalSum({elided(str(self))})"

    def __add__(self, other: object) -> RadicalSum:
        if not _is_number(other):
            return NotImplemented
        total = dict(self.terms)
        second = (
            other
            if isinstance(other, RadicalSum)
            else RadicalSum(self.degree, ((1, Fraction(other)),) if other else ())
        )
        for e, coefficient in second.terms:
            total[e] = total.get(e, Fraction(0)) + coefficient
        return RadicalSum(self._common_degree(second), tuple((e, value) for e, value in sorted(total.items()) if value))

    __radd__ = __add__

    def __neg__(self) -> RadicalSum:
        return self * -1

    def __sub__(self, other: object) -> RadicalSum:
        if not _is_number(other):
            return NotImplemented
        return self + -1 * other

    def __rsub__(self, other: object) -> RadicalSum:
        if not _is_number(other):
            return NotImplemented
        return -self + other

    def __mul__(self, other: object) -> RadicalSum:
        if not _is_number(other):
            return NotImplemented
        if isinstance(other, RadicalSum):
            self._refuse()
        return RadicalSum(self.degree, tuple((e, value * other) for e, value in self.terms if other))

    __rmul__ = __mul__

    def _refuse(self, *_: object) -> NoReturn:
        raise InputError(f"{self} is a sum of roots: only add it, or multiply it by rational numbers")

    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _refuse

    def __eq__(self, other: object) -> bool:
        return not (self - other).terms if _is_number(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.terms) if self._has_roots else hash(sum((value for _, value in self.terms), Fraction(0)))

    def __lt__(self, other: object) -> bool:
        return (self - other).sign() < 0 if _is_number(other) else NotImplemented

    @property
    def _has_roots(self) -> bool:
        return any(e != 1 for e, _ in self.terms)

    def _common_degree(self, other: RadicalSum) -> int:
        if self.degree != other.degree and self._has_roots and other._has_roots:
            raise InputError(f"roots of degree {self.degree} and {other.degree} do not go into one sum: use one degree")
        return other.degree if other._has_roots else self.degree


def _is_number(value: object) -> TypeGuard[RadicalSum | Fraction | int]:
    return isinstance(value, RadicalSum | Fraction | int) and not isinstance(value, bool)


@cache
def _is_free_of_powers(e: int, degree: int) -> bool:
    return e >= 1 and degree >= 1 and all(multiplicity < degree for _, multiplicity in fmpz(e).factor())


def power(base: int, exponent: Exact) -> RadicalSum:
    """Return base^exponent.

    Domain: an integer base of at least 0; an exact exponent p/q above 0, p and q at most `LARGEST_DEGREE`.
    Raises: `InputError` outside.

    >>> print(power(8, "3/2"))
    16*2^(1/2)
    """
    value = exact(exponent)
    if base < 0 or value <= 0 or max(value.as_integer_ratio()) > LARGEST_DEGREE:
        raise InputError(
            f"{base}^{elided(text(value))}: write a base of at least 0 and an exponent such as 3/2, its numbers up to "
            f"{LARGEST_DEGREE}"
        )
    p, q = value.as_integer_ratio()
    if base == 0:
        return RadicalSum(q, ())
    outside, inside = 1, 1
    for prime, multiplicity in fmpz(base).factor():
        outside *= int(prime) ** (multiplicity * p // q)
        inside *= int(prime) ** (multiplicity * p % q)
    return RadicalSum(q, ((inside, Fraction(outside)),))


def root(value: int, degree: int) -> int:
    """Return the integer part of a real root of an integer of at least 0.

    >>> root(80, 4)
    2
    """
    return int(fmpz(value).root(degree))


def rational_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the root of a nonnegative number if it is rational, else None.

    >>> rational_root(Fraction(8, 27), 3), rational_root(Fraction(1, 2), 2)
    (Fraction(2, 3), None)
    """
    found = Fraction(root(value.numerator, degree), root(value.denominator, degree))
    return found if found**degree == value else None
