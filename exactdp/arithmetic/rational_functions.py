"""Exact rational functions of one variable α over the rationals, and their text, such as (1-a)/(1+a)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, TypeAlias

from flint import fmpz_poly

from exactdp.arithmetic.algebraic_numbers import Polynomial, polynomial_text
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_fmpq, to_fraction
from exactdp.arithmetic.spelling import elided, text
from exactdp.shown import Shown

FUNCTION_CHARACTERS = 10_000
"""The longest text of a rational function."""

DEGREE = 500
"""The largest degree of a numerator or denominator, in a power and in a text."""

COEFFICIENT_BITS = 10_000
"""The longest coefficient, in bits, in a power and in a text."""

DEPTH = 50
"""The deepest nesting of parentheses."""

VARIABLE = ("a", "alpha", "α")
"""The names of the variable."""

_LIMITS = f"degrees are up to {DEGREE:,} and coefficients up to {COEFFICIENT_BITS:,} bits"
_WHOLE = "an exponent is a whole number: write a^2 or a^(-1)"
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAME = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(rf"{_NUMBER.pattern}|{_NAME.pattern}|\*\*|\S")


@dataclass(frozen=True)
class RationalFunction(Shown):
    """A quotient of two polynomials in α, each the tuple of its integer coefficients with the constant term first.

    It is in lowest terms: the two have no common divisor, neither a polynomial nor an integer. The first nonzero
    coefficient of the denominator is positive. So equal functions have equal fields. `+ - * /` also accept arguments of
    `rational_function`, and `**` accepts an int.

    Domain: integers; a denominator that is not the zero polynomial.
    Raises: `InputError` for a zero denominator; TypeError for coefficients that are not integers.

    >>> a = RationalFunction((0, 1))
    >>> print((1 - a**2) / (1 + a) ** 2, 2 / (4 * a), a - a)
    (1 - a)/(1 + a) 1/(2*a) 0
    >>> ((1 - a) / (1 + a)).at("1/3")
    Fraction(1, 2)
    """

    numerator: Polynomial
    denominator: Polynomial = (1,)

    def __post_init__(self) -> None:
        if not any(self.denominator):
            raise InputError(f"{elided(polynomial_text(self.numerator, 'a'))} over 0: write another denominator")
        self.__dict__.update(_lowest_terms(*_flint(self)))

    def at(self, value: Exact) -> Fraction:
        """Return the function's value at an exact number.

        Raises: `InputError` at a pole; as `exact`.

        >>> rational_function("1/(1-a)").at(1)
        Traceback (most recent call last):
        exactdp.InputError: 1/(1 - a) has a pole at a = 1: write another value of a
        """
        number = exact(value)
        top, bottom = (part(to_fmpq(number)) for part in _flint(self))
        if not bottom:
            raise InputError(f"{elided(str(self))} has a pole at a = {elided(text(number))}: write another value of a")
        return to_fraction(top / bottom)

    # Computing

    def __add__(self, other: ExactOrFunction) -> RationalFunction:
        return self._combined(other, lambda p, q, r, s: (p * s + r * q, q * s))

    def __sub__(self, other: ExactOrFunction) -> RationalFunction:
        return self._combined(other, lambda p, q, r, s: (p * s - r * q, q * s))

    def __rsub__(self, other: ExactOrFunction) -> RationalFunction:
        return self._combined(other, lambda p, q, r, s: (r * q - p * s, q * s))

    def __mul__(self, other: ExactOrFunction) -> RationalFunction:
        return self._combined(other, lambda p, q, r, s: (p * r, q * s))

    def __truediv__(self, other: ExactOrFunction) -> RationalFunction:
        return self._combined(other, lambda p, q, r, s: (p * s, q * r))

    def __rtruediv__(self, other: ExactOrFunction) -> RationalFunction:
        return self._combined(other, lambda p, q, r, s: (q * r, p * s))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> RationalFunction:
        return 0 - self

    def __pow__(self, exponent: int) -> RationalFunction:
        if not isinstance(exponent, int):
            return NotImplemented
        base = self if exponent >= 0 else 1 / self
        top, bottom = _flint(base)
        terms = max(top.degree(), bottom.degree()) + 1
        bits = max(top.height_bits(), bottom.height_bits()) + terms.bit_length()
        if (terms - 1) * abs(exponent) > DEGREE or bits * abs(exponent) > COEFFICIENT_BITS:
            raise InputError(f"power {elided(text(exponent))} of {elided(str(self))} is too large: {_LIMITS}")
        return _rational_function(top ** abs(exponent), bottom ** abs(exponent))

    def _combined(self, other: ExactOrFunction, rule: Callable[..., tuple[fmpz_poly, fmpz_poly]]) -> RationalFunction:
        return _rational_function(*rule(*_flint(self), *_flint(rational_function(other))))

    # Showing

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self}"

    def __str__(self) -> str:
        top, bottom = (polynomial_text(part, "a") for part in (self.numerator, self.denominator))
        if self.denominator == (1,):
            return top
        return f"{_grouped(top, ' ')}/{_grouped(bottom, ' *')}"


ExactOrFunction: TypeAlias = RationalFunction | Exact
"""What `rational_function` accepts."""


def rational_function(value: ExactOrFunction) -> RationalFunction:
    """Return a rational function from text, or an exact number as a constant.

    The variable is a, alpha or α. The text may contain + - * / and parentheses, integer powers by ^ or **, integers,
    and decimals, which are exact. Signs bind as in Python: -a^2 is -(a^2).
    Domain: text of up to `FUNCTION_CHARACTERS` characters, every intermediate result within `DEGREE` and
    `COEFFICIENT_BITS`.
    Raises: `InputError` for any other text; as `exact` for other values.

    >>> print(rational_function("(1-a^2)/(1+a)^2"), rational_function("0.5*α"), rational_function("alpha**-1"))
    (1 - a)/(1 + a) a/2 1/a
    >>> rational_function("2a")
    Traceback (most recent call last):
    exactdp.InputError: '2a', character 2: a product needs its sign: write 2*a or (1-a)*(1+a)
    """
    if isinstance(value, RationalFunction):
        return value
    if isinstance(value, str):
        return _Reader(value).result()
    number = exact(value)
    return RationalFunction((number.numerator,), (number.denominator,))


class _Reader:
    """Reads a rational function by recursive descent: a sum of products of signed powers."""

    def __init__(self, written: str) -> None:
        if len(written) > FUNCTION_CHARACTERS:
            raise InputError(
                f"{elided(written)!r} is too long: functions of up to {FUNCTION_CHARACTERS:,} characters are read"
            )
        self.written = written
        self.tokens = [(match[0], match.start()) for match in _TOKEN.finditer(written)]
        self.tokens.append(("", len(written)))
        self.position = 0
        self.depth = 0

    def result(self) -> RationalFunction:
        value = self.sum()
        if self.token == ")":
            self.fail("this parenthesis closes none: write ( before it")
        if self.token:
            self.fail(f"{self.token!r} is not expected: write numbers, a, + - * / ^ and parentheses")
        return value

    def sum(self) -> RationalFunction:
        value = self.product()
        while self.token in ("+", "-"):
            plus = self.take() == "+"
            term = self.product()
            value = self.within(value + term if plus else value - term)
        return value

    def product(self) -> RationalFunction:
        value = self.signed()
        while self.token in ("*", "/"):
            times = self.take() == "*"
            factor = self.signed()
            if not times and not factor.numerator:
                self.fail("the divisor before this is 0: write another")
            value = self.within(value * factor if times else value / factor)
        return value

    def signed(self) -> RationalFunction:
        negative = self.sign()
        value = self.power()
        return -value if negative else value

    def power(self) -> RationalFunction:
        value = self.atom()
        if self.token in ("^", "**"):
            self.take()
            value **= self.exponent()
            if self.token in ("^", "**"):
                self.fail("a power of a power needs parentheses: write (a^2)^3")
        if _NUMBER.match(self.token) or _NAME.match(self.token) or self.token == "(":
            self.fail("a product needs its sign: write 2*a or (1-a)*(1+a)")
        return value

    def exponent(self) -> int:
        grouped = self.token == "(" and self.take()
        negative = self.sign()
        if not (self.token.isascii() and self.token.isdigit()):
            self.fail(_WHOLE)
        size = exact(self.take()).numerator
        if grouped and self.token != ")":
            self.fail(_WHOLE)
        if grouped:
            self.take()
        return -size if negative else size

    def atom(self) -> RationalFunction:
        if _NUMBER.match(self.token):
            return self.within(rational_function(exact(self.take())))
        if self.token in VARIABLE:
            self.take()
            return RationalFunction((0, 1))
        if _NAME.match(self.token):
            self.fail(f"{elided(self.token)!r} is not known: the variable is a, alpha or α")
        if self.token != "(":
            self.fail("a number, the variable a or ( is expected here")
        if self.depth == DEPTH:
            self.fail(f"parentheses are read up to {DEPTH} deep: write fewer")
        self.take()
        self.depth += 1
        value = self.sum()
        self.depth -= 1
        if self.token != ")":
            self.fail("a parenthesis is still open: write )")
        self.take()
        return value

    def sign(self) -> bool:
        negative = False
        while self.token in ("+", "-"):
            negative ^= self.take() == "-"
        return negative

    def within(self, value: RationalFunction) -> RationalFunction:
        if any(part.degree() > DEGREE or part.height_bits() > COEFFICIENT_BITS for part in _flint(value)):
            self.fail(f"the result up to here is too large: {_LIMITS}")
        return value

    @property
    def token(self) -> str:
        return self.tokens[self.position][0]

    def take(self) -> str:
        self.position += 1
        return self.tokens[self.position - 1][0]

    def fail(self, reason: str) -> NoReturn:
        place = self.tokens[self.position][1] + 1
        raise InputError(f"{elided(self.written)!r}, character {place}: {reason}")


def _rational_function(top: fmpz_poly, bottom: fmpz_poly) -> RationalFunction:
    if not bottom:
        return RationalFunction(_integers(top), ())
    # Avoids a second reduction: twice as fast.
    found = object.__new__(RationalFunction)
    found.__dict__.update(_lowest_terms(top, bottom))
    return found


def _lowest_terms(top: fmpz_poly, bottom: fmpz_poly) -> dict[str, Polynomial]:
    common = top.gcd(bottom)
    top, bottom = top / common, bottom / common
    if next(coefficient for coefficient in bottom.coeffs() if coefficient) < 0:
        top, bottom = -top, -bottom
    return {"numerator": _integers(top), "denominator": _integers(bottom)}


def _flint(function: RationalFunction) -> tuple[fmpz_poly, fmpz_poly]:
    return fmpz_poly(list(function.numerator)), fmpz_poly(list(function.denominator))


def _integers(polynomial: fmpz_poly) -> Polynomial:
    return tuple(map(int, polynomial.coeffs()))


def _grouped(shown: str, separators: str) -> str:
    return f"({shown})" if any(separator in shown for separator in separators) else shown
