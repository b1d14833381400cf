"""Real algebraic numbers: exact roots of polynomials, compared, enclosed and shown without a float.

A polynomial in one variable is the tuple of its integer coefficients, the constant term first and the last one not
zero; the zero polynomial is the empty tuple.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering
from itertools import pairwise
from math import floor, gcd, lcm, prod
from numbers import Rational
from typing import NoReturn, TypeAlias

from flint import fmpq_poly, fmpz, fmpz_poly

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_fmpq, to_fraction
from exactdp.arithmetic.spelling import decimal, elided, text
from exactdp.shown import Shown

Polynomial: TypeAlias = tuple[int, ...]
Bounds: TypeAlias = tuple[Fraction, Fraction]

SMALL_PRIMES = 1_000
"""The number of primes tried when a printed square root is simplified."""


@total_ordering
@dataclass(frozen=True, init=False, repr=False)
class AlgebraicNumber(Shown):
    """The one root of an irreducible integer polynomial between two rational bounds.

    The given bounds must isolate the root. The stored bounds of a rational root both equal the root; otherwise they are
    the widest interval [k/2^m, (k+1)/2^m], m ≥ 0, that contains only this root. So equal numbers have equal fields.

    Domain: an irreducible polynomial with coprime coefficients, the last one positive; exact numbers lower ≤ upper.
    Raises: `InputError` for any other polynomial, and for no root or several roots between the bounds; as `exact`.

    >>> golden = AlgebraicNumber((-1, -1, 1), 0, 5)
    >>> golden, golden.lower, golden.upper
    (AlgebraicNumber: (1 + √5)/2, Fraction(1, 1), Fraction(2, 1))
    >>> golden > Fraction("1.6"), algebraic("2/6") == Fraction(1, 3)
    (True, True)
    """

    polynomial: Polynomial
    lower: Fraction
    upper: Fraction

    def __init__(self, polynomial: Iterable[int], lower: Exact, upper: Exact) -> None:
        polynomial, lower, upper = tuple(polynomial), exact(lower), exact(upper)
        if not _is_minimal(polynomial):
            raise InputError(
                f"{elided(polynomial_text(polynomial))} is not irreducible, with coprime coefficients and the last one "
                "positive: write real_roots(coefficients) for the roots of another polynomial"
            )
        found = _roots_between(polynomial, lower, upper)
        if len(found) != 1:
            raise InputError(
                f"{elided(polynomial_text(polynomial))} has {len(found) or 'no'} roots from {elided(text(lower))} to "
                f"{elided(text(upper))}: write bounds with exactly one root between them"
            )
        self.__dict__.update(polynomial=polynomial, lower=found[0][0], upper=found[0][1])

    @property
    def is_rational(self) -> bool:
        """Whether the number is rational; then `lower` and `upper` equal it.

        >>> algebraic("1/2").is_rational, AlgebraicNumber((-2, 0, 1), 0, 2).is_rational
        (True, False)
        """
        return len(self.polynomial) == 2

    def enclosure(self, width: Exact, within: Bounds | None = None) -> Bounds:
        """Return rational bounds on the number, at most `width` apart, and equal for a rational number.

        The same bounds are found faster `within` wider ones that this method has returned.
        Domain: an exact number above 0. Raises: `InputError` for any other width; as `exact`.

        >>> AlgebraicNumber((-2, 0, 1), 0, 2).enclosure("1/8")
        (Fraction(11, 8), Fraction(3, 2))
        """
        widest = exact(width)
        if widest <= 0:
            raise InputError(f"an enclosure of width {elided(text(widest))}: write a width above 0 such as 1/1000")
        return _enclosure(self, widest, within or (self.lower, self.upper))

    def decimal(self, places: int = 4) -> str:
        """Return the number rounded to `places` decimal places, ties to even.

        >>> AlgebraicNumber((-2, 0, 1), 0, 2).decimal(12)
        '1.414213562373'
        """
        width = Fraction(1, 10 ** (places + 1))
        while True:
            # An irrational number is never a tie, so close enough bounds round to the same decimal.
            lower, upper = (decimal(bound, places) for bound in self.enclosure(width))
            if lower == upper:
                return lower
            width /= 2

    # Comparing

    def __hash__(self) -> int:
        return hash(self.lower) if self.is_rational else hash((self.polynomial, self.lower))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, AlgebraicNumber):
            return self.polynomial == other.polynomial and self.lower == other.lower
        if isinstance(other, Rational):
            return self.is_rational and self.lower == other
        return NotImplemented

    def __lt__(self, other: object) -> bool:
        if isinstance(other, AlgebraicNumber | Rational):
            return _compare(self, algebraic(other)) < 0
        return NotImplemented

    def _refuse(self, *_: object) -> NoReturn:
        raise InputError(f"{self} is an algebraic number: only compare it, for example x < {self}")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _refuse
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _refuse

    # Showing

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self}"

    def __str__(self) -> str:
        if self.is_rational:
            return text(self.lower)
        if len(self.polynomial) == 3:
            return _surd(self)
        places = 4
        while True:
            lower = Fraction(self._floor(10**places), 10**places)
            upper = lower + Fraction(1, 10**places)
            if len(_roots_between(self.polynomial, lower, upper)) == 1:
                return (
                    f"root of {polynomial_text(self.polynomial)} in "
                    f"[{decimal(lower, places)}, {decimal(upper, places)}]"
                )
            places += 1

    def _floor(self, scale: int) -> int:
        width = Fraction(1, scale)
        while True:
            lower, upper = (floor(scale * bound) for bound in self.enclosure(width))
            if lower == upper:
                return lower
            width /= 2


ExactOrAlgebraic: TypeAlias = AlgebraicNumber | Exact
"""What `algebraic` accepts."""


def algebraic(value: ExactOrAlgebraic) -> AlgebraicNumber:
    """Return an exact number as an algebraic one. Raises: as `exact`.

    >>> algebraic("-0.25")
    AlgebraicNumber: -1/4
    """
    if isinstance(value, AlgebraicNumber):
        return value
    number = exact(value)
    return _number((-number.numerator, number.denominator), (number, number))


def real_roots(coefficients: Iterable[Exact]) -> tuple[AlgebraicNumber, ...]:
    """Return the different real roots of a polynomial with rational coefficients, in increasing order.

    Domain: exact numbers, the constant term first, not all 0.
    Raises: `InputError` for the zero polynomial; as `exact`.

    >>> real_roots([0, 1, -4, 1])
    (AlgebraicNumber: 0, AlgebraicNumber: 2 - √3, AlgebraicNumber: 2 + √3)
    >>> real_roots([1, 0, 1])
    ()
    """
    polynomial = integer_polynomial(coefficients)
    if not polynomial:
        raise InputError("every number is a root of the zero polynomial: write a coefficient that is not 0")
    return tuple(sorted(_number(factor, bounds) for factor in _factors(polynomial) for bounds in _isolated(factor)))


def sign(polynomial: Polynomial, at: Fraction | AlgebraicNumber) -> int:
    """Return the sign of an integer polynomial at a number: -1, 0 or 1.

    >>> root = AlgebraicNumber((-2, 0, 1), 0, 2)
    >>> sign((-2, 0, 1), root), sign((-7, 5), root), sign((0, 0, 0, 1), Fraction(-1, 2))
    (0, 1, -1)
    """
    if isinstance(at, Fraction):
        return _sign(_flint(polynomial)(to_fmpq(at)).p)
    if at.is_rational:
        return sign(polynomial, at.lower)
    # Exactly the multiples of the minimal polynomial vanish at the number.
    remainder = fmpq_poly(_flint(polynomial)) % fmpq_poly(_flint(at.polynomial))
    if not remainder:
        return 0
    # Between the bounds the slope of the remainder is at most `steepest`, so a large value cannot fall to 0.
    largest = max(abs(at.lower), abs(at.upper))
    slopes = (k * abs(to_fraction(c)) * largest ** (k - 1) for k, c in enumerate(remainder.coeffs()) if k)
    steepest = sum(slopes, start=Fraction(0))
    width = Fraction(1, 2)
    while True:
        lower, upper = at.enclosure(width)
        value = to_fraction(remainder(to_fmpq(lower)))
        if abs(value) > steepest * (upper - lower):
            return _sign(value)
        width *= width


def integer_polynomial(coefficients: Iterable[Exact]) -> Polynomial:
    """Return the positive multiple of a polynomial with coprime integer coefficients.

    Domain: exact numbers, the constant term first. Raises: as `exact`.

    >>> integer_polynomial(["1/2", "-2/3", 0])
    (3, -4)
    """
    values = [exact(value) for value in coefficients]
    common = lcm(*(value.denominator for value in values))
    return _tuple(_primitive(fmpz_poly([int(value * common) for value in values])))


@lru_cache(maxsize=2**14)
def factors(polynomial: Polynomial) -> tuple[tuple[Polynomial, int], ...]:
    """Return the different irreducible factors of a polynomial with their multiplicities.

    Domain: an integer polynomial that is not 0. Raises: ArithmeticError if the product of FLINT's factors differs.

    >>> factors((0, 0, -1, 0, 1))
    (((0, 1), 2), ((-1, 1), 1), ((1, 1), 1))
    """
    # FLINT is trusted that the factors are irreducible; the product is checked.
    content, found = _flint(polynomial).factor()
    if prod((factor**power for factor, power in found), start=fmpz_poly([content])) != _flint(polynomial):
        raise ArithmeticError(f"FLINT's factors of {elided(polynomial_text(polynomial))} do not multiply up to it")
    return tuple((_tuple(factor), power) for factor, power in found)


def polynomial_text(polynomial: Polynomial, variable: str = "x") -> str:
    """Return a polynomial as text, the constant term first.

    >>> polynomial_text((1, -1, 0, 2)), polynomial_text((0, -1)), polynomial_text(())
    ('1 - x + 2*x^3', '-x', '0')
    """
    terms = "".join(_term(coefficient, k, variable) for k, coefficient in enumerate(polynomial) if coefficient)
    return "-" * terms.startswith(" - ") + terms[3:] or "0"


def _term(coefficient: int, power: int, variable: str) -> str:
    factors = [text(abs(coefficient))] if power == 0 or abs(coefficient) != 1 else []
    if power:
        factors.append(variable if power == 1 else f"{variable}^{power}")
    return (" - " if coefficient < 0 else " + ") + "*".join(factors)


def _surd(x: AlgebraicNumber) -> str:
    """Return a root of c + bx + ax² as (p ± q√d)/r in lowest terms."""
    c, b, a = x.polynomial
    discriminant = fmpz(b * b - 4 * a * c)
    q = prod(int(prime) ** (power // 2) for prime, power in discriminant.factor(trial_limit=SMALL_PRIMES))
    common = gcd(b, 2 * a, q)
    p, r, d = -b // common, 2 * a // common, text(int(discriminant) // q**2)
    q //= common
    surd = f"√{d}" if q == 1 else f"{text(q)}√{d}"
    larger = x > Fraction(-b, 2 * a)
    top = f"{text(p)} {'+' if larger else '-'} {surd}" if p else surd if larger else f"-{surd}"
    if r == 1:
        return top
    return f"({top})/{text(r)}" if p else f"{top}/{text(r)}"


@lru_cache(maxsize=2**14)
def _enclosure(x: AlgebraicNumber, widest: Fraction, within: Bounds) -> Bounds:
    lower, upper = within
    while upper - lower > widest:
        middle = (lower + upper) / 2
        lower, upper = (middle, upper) if _side(x.polynomial, (lower, upper), middle) > 0 else (lower, middle)
    return lower, upper


def _compare(x: AlgebraicNumber, y: AlgebraicNumber) -> int:
    """Return the sign of x - y."""
    if x.is_rational and y.is_rational:
        return (x.lower > y.lower) - (x.lower < y.lower)
    if x == y:
        return 0
    if y.is_rational:
        return _side(x.polynomial, (x.lower, x.upper), y.lower)
    if x.is_rational:
        return -_compare(y, x)
    width, near_x, near_y = Fraction(1), x.enclosure(1), y.enclosure(1)
    while near_x[1] > near_y[0]:
        if near_y[1] <= near_x[0]:
            return 1
        width /= 16
        near_x, near_y = x.enclosure(width, near_x), y.enclosure(width, near_y)
    return -1


def _number(polynomial: Polynomial, bounds: Bounds) -> AlgebraicNumber:
    """Return the root of an irreducible polynomial with these stored bounds, as those of `_isolated`."""
    found = object.__new__(AlgebraicNumber)
    found.__dict__.update(polynomial=polynomial, lower=bounds[0], upper=bounds[1])
    return found


# Isolating


def _is_minimal(polynomial: Polynomial) -> bool:
    if len(polynomial) < 2 or polynomial[-1] <= 0 or gcd(*polynomial) != 1:
        return False
    return len(polynomial) == 2 or _factors(polynomial) == (polynomial,)


def _factors(polynomial: Polynomial) -> tuple[Polynomial, ...]:
    return tuple(factor for factor, _ in factors(polynomial))


@lru_cache(maxsize=2**14)
def _isolated(polynomial: Polynomial) -> tuple[Bounds, ...]:
    """Return the stored bounds of each real root of an irreducible polynomial."""
    if len(polynomial) == 2:
        root = Fraction(-polynomial[0], polynomial[1])
        return ((root, root),)
    # Sturm: if neither a nor b is a root, the chain has as many more sign changes at a than at b as roots lie between.
    # An irreducible polynomial of degree 2 or more has no rational root.
    chain = _sturm_chain(_flint(polynomial))
    # Cauchy: no root is larger than this.
    largest = Fraction(2 ** (sum(map(abs, polynomial)) // polynomial[-1]).bit_length())
    ends = [(x, _changes(chain, x)) for x in (-largest, Fraction(0), largest)]
    found, waiting = [], [(ends[1], ends[2]), (ends[0], ends[1])]
    while waiting:
        (lower, before), (upper, after) = waiting.pop()
        if before - after == 1 and upper - lower <= 1:
            found.append((lower, upper))
        elif before > after:
            middle = (lower + upper) / 2
            between = (middle, _changes(chain, middle))
            waiting += [(between, (upper, after)), ((lower, before), between)]
    return tuple(found)


def _sturm_chain(polynomial: fmpz_poly) -> list[fmpz_poly]:
    chain = [polynomial, polynomial.derivative()]
    while chain[-1].degree() > 0:
        chain.append(_primitive((-(fmpq_poly(chain[-2]) % fmpq_poly(chain[-1]))).numer()))
    return chain


def _changes(chain: list[fmpz_poly], x: Fraction) -> int:
    signs = [sign for sign in (_sign(polynomial(to_fmpq(x)).p) for polynomial in chain) if sign]
    return sum(a != b for a, b in pairwise(signs))


def _roots_between(polynomial: Polynomial, lower: Fraction, upper: Fraction) -> list[Bounds]:
    return [
        bounds
        for bounds in _isolated(polynomial)
        if _side(polynomial, bounds, lower) >= 0 >= _side(polynomial, bounds, upper)
    ]


def _side(polynomial: Polynomial, bounds: Bounds, x: Fraction) -> int:
    """Return the sign of the root between the bounds minus x."""
    lower, upper = bounds
    if not lower < x < upper:
        return _sign(lower - x) or _sign(upper - x)
    # Between the bounds the polynomial changes its sign only at the root.
    return 1 if sign(polynomial, x) == sign(polynomial, lower) else -1


def _sign(value: Fraction | fmpz) -> int:
    return (value > 0) - (value < 0)


@lru_cache(maxsize=2**14)
def _flint(polynomial: Polynomial) -> fmpz_poly:
    return fmpz_poly(list(polynomial))


def _primitive(polynomial: fmpz_poly) -> fmpz_poly:
    return polynomial / polynomial.content() if polynomial else polynomial


def _tuple(polynomial: fmpz_poly) -> Polynomial:
    return tuple(int(coefficient) for coefficient in polynomial.coeffs())
