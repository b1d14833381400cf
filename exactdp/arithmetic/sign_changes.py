"""Zeros and sign changes of polynomials between two numbers, by Descartes' rule of signs.

A polynomial is the tuple of its integer coefficients, as in `exactdp.arithmetic.algebraic_numbers`, and not 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import lcm

from flint import fmpz_poly

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, Bounds, Polynomial, factors, real_roots, sign
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.spelling import elided, text

NEAR = Fraction(1, 2**20)
"""The first precision of rational bounds on irrational numbers."""


def variations(polynomial: Polynomial, lower: Exact, upper: Exact) -> int:
    """Return the number of sign changes in the coefficients of (1+x)^d·p((lower+upper·x)/(1+x)), for p of degree d.

    It is the number of p's roots strictly between the two, with multiplicity, plus an even number. So if it is 0, p has
    no root there.
    Domain: exact numbers lower < upper. Raises: `InputError` for others; as `exact`.
    Source: Descartes' rule of signs.

    >>> variations((-1, 0, 2), 0, 1), variations((1, -3, 3), 0, 1), variations((1, -3, 3), 0, "1/2")
    (1, 2, 0)
    """
    first, last = exact(lower), exact(upper)
    if not first < last:
        raise InputError(f"from {elided(text(first))} to {elided(text(last))}: write the smaller number first")
    # The argument is upper + (lower-upper)·t with t = 1/(1+x): one substitution in p, and one in the reversed
    # polynomial.
    scale = lcm(first.denominator, last.denominator)
    cleared, power = list(polynomial), 1
    for k in range(len(polynomial) - 1, -1, -1):
        cleared[k] *= power
        power *= scale
    substituted = fmpz_poly(cleared)(fmpz_poly([int(last * scale), int((first - last) * scale)]))
    signs = [c > 0 for c in fmpz_poly(substituted.coeffs()[::-1])(fmpz_poly([1, 1])).coeffs() if c]
    return sum(a != b for a, b in pairwise(signs))


def vanishes(polynomial: Polynomial, at: AlgebraicNumber) -> bool:
    """Return whether a number is a root of a polynomial.

    >>> (two,) = real_roots([-8, 0, 0, 1])
    >>> vanishes((-2, 1), two), vanishes((-3, 1), two)
    (True, False)
    """
    if not at.is_rational and not variations(polynomial, *at.enclosure(NEAR)):
        return False
    return sign(polynomial, at) == 0


def zeros(polynomial: Polynomial, lower: AlgebraicNumber, upper: AlgebraicNumber) -> tuple[AlgebraicNumber, ...]:
    """Return the roots strictly between two numbers, in order.

    Domain: lower < upper.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> zeros((0, -1, 0, 2), algebraic(0), algebraic(1))
    (AlgebraicNumber: √2/2,)
    """
    return _zeros(polynomial, lower, upper, (0, 1))


def changes(polynomial: Polynomial, lower: AlgebraicNumber, upper: AlgebraicNumber) -> tuple[AlgebraicNumber, ...]:
    """Return the numbers strictly between two others at which a polynomial changes its sign, in order.

    Domain: lower < upper.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> changes((1, -6, 12, -8), algebraic(0), algebraic(1)), changes((1, -4, 4), algebraic(0), algebraic(1))
    ((AlgebraicNumber: 1/2,), ())
    """
    return _zeros(polynomial, lower, upper, (1,))


def _zeros(
    polynomial: Polynomial, lower: AlgebraicNumber, upper: AlgebraicNumber, parities: Iterable[int]
) -> tuple[AlgebraicNumber, ...]:
    around = _around(lower, upper)
    if not variations(polynomial, *around):
        return ()
    roots = (
        root
        for factor, power in factors(polynomial)
        if power % 2 in parities and variations(factor, *around)
        for root in real_roots(factor)
    )
    return tuple(sorted(root for root in roots if lower < root < upper))


def _around(lower: AlgebraicNumber, upper: AlgebraicNumber) -> Bounds:
    width = NEAR
    while True:
        (below, inside), (outside, above) = lower.enclosure(width), upper.enclosure(width)
        if inside < outside:
            return below, above
        width *= width


def is_positive(polynomial: Polynomial, lower: AlgebraicNumber, upper: AlgebraicNumber) -> bool:
    """Return whether a polynomial is positive at all numbers strictly between two others.

    Domain: lower < upper.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> is_positive((1, -4, 4), algebraic(0), algebraic(1)), is_positive((1, -4, 4), algebraic(0), algebraic("1/2"))
    (False, True)
    """
    return not zeros(polynomial, lower, upper) and sign(polynomial, between(lower, upper)) > 0


def is_nonnegative(polynomial: Polynomial, lower: AlgebraicNumber, upper: AlgebraicNumber) -> bool:
    """Return whether a polynomial is nonnegative at all numbers strictly between two others.

    Domain: lower < upper.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> is_nonnegative((1, -4, 4), algebraic(0), algebraic(1)), is_nonnegative((1, -3), algebraic(0), algebraic(1))
    (True, False)
    """
    if changes(polynomial, lower, upper):
        return False
    # It has one sign, except at its roots.
    first = next(iter(zeros(polynomial, lower, upper)), upper)
    return sign(polynomial, between(lower, first)) > 0


def cell(
    polynomials: Iterable[Polynomial], at: AlgebraicNumber, lower: AlgebraicNumber, upper: AlgebraicNumber
) -> tuple[AlgebraicNumber, AlgebraicNumber]:
    """Return the ends of the largest interval around a number in which no polynomial changes its sign.

    Domain: lower < at < upper, and no sign changes at `at`.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> cell([(-1, 3), (-2, 3)], algebraic("1/2"), algebraic(0), algebraic(1))
    (AlgebraicNumber: 1/3, AlgebraicNumber: 2/3)
    """
    for polynomial in polynomials:
        for root in changes(polynomial, lower, upper):
            if root < at:
                lower = max(lower, root)
            else:
                upper = min(upper, root)
    return lower, upper
