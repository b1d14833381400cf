"""The irrational levels e^-ε for a rational ε, and questions decided by rational levels on both sides."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering
from itertools import pairwise
from typing import TypeAlias, TypeVar

from flint import ctx

from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.enclosures import Enclosure, enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb
from exactdp.arithmetic.spelling import elided, text
from exactdp.shown import Shown

LARGEST_EPSILON = 10_000
"""The largest ε; its α has about 14,000 bits."""

LEAST_EPSILON = Fraction(1, 10**300)
"""The smallest ε above 0; its α differs from 1 only in the 1,000th bit."""

LEVEL_BITS = 32
"""The number of bits tried first for a level."""

FAR_BITS = 128
"""The bits of the first short level tried above a level with more bits."""

SIMPLEST_BITS = 4096
"""Beyond this number of bits, use the ends of an enclosure; finding simpler fractions takes too long."""

Answer = TypeVar("Answer")


@total_ordering
@dataclass(frozen=True)
class Exponential(Shown):
    """The exact level α = e^-ε of a rational ε, an irrational number.

    Comparisons with fractions are exact: no fraction equals it (Lindemann), so enough bits decide.
    Domain: 10^-300 ≤ ε ≤ 10,000. Raises: `InputError` outside.

    >>> Exponential("1/2"), Exponential(1) > Fraction(3678794411, 10**10), Exponential(1) > Fraction(3678794412, 10**10)
    (e^-(1/2), True, False)
    """

    epsilon: Fraction

    def __init__(self, epsilon: Exact) -> None:
        value = exact(epsilon)
        if not LEAST_EPSILON <= value <= LARGEST_EPSILON:
            raise InputError(f"ε = {elided(text(value))}: write a number from 1e-300 to {LARGEST_EPSILON}")
        self.__dict__.update(epsilon=value)

    def __repr__(self) -> str:
        return self.spelled(text(self.epsilon))

    def __str__(self) -> str:
        return repr(self)

    def spelled(self, exponent: str) -> str:
        """Return the level as text, its ε written as `exponent`, in brackets if it is a quotient.

        >>> Exponential(2).spelled("2"), Exponential(Fraction(999, 7)).spelled("99…/7")
        ('e^-2', 'e^-(99…/7)')
        """
        return f"e^-{exponent}" if self.epsilon.denominator == 1 else f"e^-({exponent})"

    def __lt__(self, other: "Fraction | Exponential") -> bool:
        if isinstance(other, Exponential):
            return self.epsilon > other.epsilon
        if not 0 < other < 1:
            return other >= 1
        bits = LEVEL_BITS
        while other in (found := self.enclosed(bits)):
            bits *= 2
        return found.upper < other

    def enclosed(self, bits: int = LEVEL_BITS) -> Enclosure:
        """Return rational bounds with a distance of at most 2^-bits·α and at most 2^-bits·(1-α).

        >>> print(Exponential(1).enclosed(), Exponential("1e-300").enclosed().upper < 1)
        0.367879… True
        """
        return _enclosed(self.epsilon, bits)

    def above(self, bits: int = LEVEL_BITS) -> Fraction:
        """Return the simplest fraction above the level, below 1, and as close to the level as `enclosed`.

        Beyond `SIMPLEST_BITS` bits it is any such fraction.

        >>> Exponential(1).above(8), Exponential(1).below(8), Exponential("1e-300").above() < 1
        (Fraction(7, 19), Fraction(11, 30), True)
        """
        found = self.enclosed(bits + 4)
        if bits > SIMPLEST_BITS:
            return found.upper
        return simplest_between(found.upper, found.lower + min(found.lower, 1 - found.upper) / 2**bits)

    def below(self, bits: int = LEVEL_BITS) -> Fraction:
        """Return the simplest fraction below the level and above 0, as `above`."""
        found = self.enclosed(bits + 4)
        if bits > SIMPLEST_BITS:
            return found.lower
        return simplest_between(found.upper - min(found.lower, 1 - found.upper) / 2**bits, found.lower)

    def short_levels(self) -> Iterator[Fraction]:
        """Yield levels 2^-b far above this one, in decreasing order, if this one has more than `FAR_BITS` bits.

        Powers of a long level fill gigabytes. Most questions have the same answer at a level far above.

        >>> [each.denominator.bit_length() for each in Exponential(1000).short_levels()]
        [129, 257, 513, 1025]
        """
        bits = FAR_BITS
        while (level := Fraction(1, 2**bits)) > self:
            yield level
            bits *= 2

    def decided(self, question: Callable[[Fraction], Answer]) -> Answer:
        """Return a question's yes at a rational level above this one, or its no at a rational level below.

        Domain: questions with the answer yes up to some algebraic level, and no above it. So the returned answer also
        holds at this level. The level is transcendental, so enough bits separate it from the algebraic one.

        >>> Exponential(1).decided(lambda alpha: alpha <= Fraction(367879442, 10**9))
        True
        """
        for level in self.short_levels():
            if answer := question(level):
                return answer
        bits = LEVEL_BITS
        while True:
            if answer := question(self.above(bits)):
                return answer
            if not (answer := question(self.below(bits))):
                return answer
            bits *= 2


RationalOrExponential: TypeAlias = Fraction | Exponential


@lru_cache(maxsize=1024)
def _enclosed(epsilon: Fraction, bits: int) -> Enclosure:
    # For a small ε the first bits of e^-ε are all 1; for a large ε, ε is known to fewer bits.
    leading = max(epsilon.denominator.bit_length() - epsilon.numerator.bit_length(), 0)
    with ctx.workprec(bits + 2 * leading + int(epsilon).bit_length() + 32):
        return enclosure((-to_arb(epsilon)).exp())


def exponential_level(epsilon: Exact) -> RationalOrExponential:
    """Return the exact level e^-ε: a fraction for ε = ln Q and ε = 0, an `Exponential` for any other number.

    Domain: 0, a number from 1e-300 to 10,000, or text such as "ln 2" or "ln(3/2)" with Q ≥ 1.
    Raises: `InputError` outside.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 6.1, where α = e^-ε.

    >>> exponential_level(1), exponential_level("ln 2"), exponential_level("ln(3/2)"), exponential_level(0)
    (e^-1, Fraction(1, 2), Fraction(2, 3), Fraction(1, 1))
    """
    logarithm = _LOGARITHM.fullmatch(epsilon) if isinstance(epsilon, str) else None
    try:
        value = exact(logarithm["inside"] or logarithm["after"] if logarithm else epsilon)
    except InputError as error:
        if not error.advice:
            raise InputError(f"{error}" if logarithm else f"{error}; {_RANGE}") from None
        raise InputError(f"{error}, or a logarithm such as ln 2", value=epsilon) from None
    if logarithm:
        if value < 1:
            raise InputError(f"ε = ln {elided(text(value))} is below 0: write a logarithm of a number from 1")
        return 1 / value
    if value == 0:
        return Fraction(1)
    if not LEAST_EPSILON <= value <= LARGEST_EPSILON:
        raise InputError(f"ε = {elided(text(value))}: {_RANGE}")
    return Exponential(value)


_RANGE = f"write 0, a number from 1e-300 to {LARGEST_EPSILON}, or ln Q such as ln 2"

_LOGARITHM = re.compile(r"\s*ln\s*(?:\((?P<inside>[^()]*)\)|(?P<after>[\s0-9.+-][^()]*))\s*")


def real_level(alpha: Exact | Exponential | None = None, epsilon: Exact | None = None) -> RationalOrExponential:
    """Return the level α, which may be an `Exponential`, or the level e^-ε.

    Domain: one of the two. Raises: as `privacy_level` and `exponential_level`; `InputError` for both, and TypeError for
    neither.

    >>> real_level("1/4"), real_level(Exponential(1)), real_level(epsilon="1/2")
    (Fraction(1, 4), e^-1, e^-(1/2))
    """
    if epsilon is not None:
        if alpha is not None:
            raise InputError('both α and ε are given: write alpha="1/2" or epsilon=1')
        return exponential_level(epsilon)
    if alpha is None:
        raise TypeError('this needs a level: write alpha="1/2" or epsilon=1')
    return alpha if isinstance(alpha, Exponential) else privacy_level(alpha)


def requested_level(alpha: Exact | Exponential | None, epsilon: Exact | None) -> RationalOrExponential | None:
    """Return the level as `real_level`, or None if neither is given.

    >>> requested_level(None, 1), requested_level(None, None)
    (e^-1, None)
    """
    return None if alpha is None and epsilon is None else real_level(alpha, epsilon)


def rounded_up(level: RationalOrExponential, digits: int) -> Fraction:
    """Round a level up to this number of significant digits; above 1/2 they are the digits of 1 - α.

    Domain: digits ≥ 1. A mechanism that is private at the result is private at the level.

    >>> [str(rounded_up(level, 3)) for level in (Exponential(1), Exponential("1/100"), Fraction(1, 3), Fraction(1, 2))]
    ['46/125', '19801/20000', '167/500', '1/2']
    """
    bits = LEVEL_BITS + 4 * digits
    while isinstance(level, Exponential):
        near = level.enclosed(bits)
        found = rounded_up(near.lower, digits)
        if found == rounded_up(near.upper, digits):
            return found
        bits *= 2
    least, unit = min(level, 1 - level), Fraction(10)
    if not least:
        return level
    while unit > least:
        unit /= 10
    unit /= Fraction(10 ** (digits - 1))
    return unit * -(-level // unit)


def rounded_levels(levels: Iterable[RationalOrExponential]) -> tuple[Fraction, ...]:
    """Round each irrational level up to the simplest fraction just above it, and keep the levels increasing.

    >>> rounded_levels([Exponential(2), Fraction(1, 4), Exponential("1.3862943611")])
    (Fraction(27577, 203768), Fraction(1, 4), Fraction(989232159, 3956928635))
    """
    exact_levels, bits = list(levels), LEVEL_BITS
    while True:
        found = tuple(each.above(bits) if isinstance(each, Exponential) else each for each in exact_levels)
        if all(before < after for before, after in pairwise(found)):
            return found
        bits *= 2


def level_text(level: RationalOrExponential) -> str:
    """Return a level as text; long levels omit the middle.

    >>> level_text(Fraction(1, 2)), level_text(Exponential("1/2"))
    ('1/2', 'e^-(1/2)')
    """
    return elided(str(level) if isinstance(level, Exponential) else text(level))


def simplest_between(lower: Fraction, upper: Fraction) -> Fraction:
    """Return the fraction of least denominator in [lower, upper].

    Domain: 0 < lower ≤ upper. Raises: `ValueError` outside.

    >>> simplest_between(Fraction(31, 100), Fraction(34, 100))
    Fraction(1, 3)
    """
    if not 0 < lower <= upper:
        raise ValueError("write two positive numbers in order")
    (a, b), (c, d) = lower.as_integer_ratio(), upper.as_integer_ratio()
    before, last = (0, 1), (1, 0)
    while True:
        # While both ends have the same integer part, it is the next term of the continued fraction.
        whole = -(-a // b)
        found = whole * d <= c
        whole -= not found
        before, last = last, (whole * last[0] + before[0], whole * last[1] + before[1])
        if found:
            return Fraction(*last)
        a, b, c, d = d, c - whole * d, b, a - whole * b
