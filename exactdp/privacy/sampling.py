"""Exact samplers: from random bits of the operating system to exactly the stated distribution.

A uniform number V in [0, 1) is drawn bit by bit until its interval between two bounds is known. So the probability of
an answer is exactly the length of its interval, without rounding. The bounds are fractions or, for α = e^-ε, irrational
numbers with ever closer enclosures.
"""

from __future__ import annotations

import random
import secrets
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, Protocol, TypeAlias

from flint import arb, ctx, fmpz

from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.mechanism import Mechanism
from exactdp.model.sizes import by_name

BITS_AT_ONCE = 32
"""The number of bits of V drawn at a time."""


class Source(Protocol):
    """A source of random bits."""

    def bits(self, count: int) -> int:
        """Return a uniform integer from 0 to 2^count - 1, independent of all others."""


class SystemSource:
    """The operating system's generator, read a few hundred bytes at a time.

    >>> 0 <= SystemSource().bits(8) < 256
    True
    """

    def __init__(self) -> None:
        self._pool = 0
        self._left = 0

    def bits(self, count: int) -> int:
        """Return a uniform integer from 0 to 2^count - 1."""
        if self._left < count:
            self._pool |= int.from_bytes(secrets.token_bytes(_POOL)) << self._left
            self._left += 8 * _POOL
            return self.bits(count)
        drawn = self._pool & ((1 << count) - 1)
        # Do not keep used bits.
        self._pool >>= count
        self._left -= count
        return drawn


_POOL = 512


class SeededSource:
    """The same bits for the same seed, for tests and examples. Not for a release: the seed reveals the answer.

    >>> SeededSource(1).bits(64) == SeededSource(1).bits(64)
    True
    """

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)

    def bits(self, count: int) -> int:
        """Return an integer from 0 to 2^count - 1, in the order of the seed."""
        return self._generator.getrandbits(count)


LEAST_NOISE_EPSILON = Fraction(1, 10**100)
"""The smallest ε, and 1 - α, of noise on all integers; the time of a draw is cubic in its number of digits."""

_TOO_CLOSE = "noise of more than 100 digits is not drawn: write 1e-100 or more"

FractionOrBall: TypeAlias = Any
"""A `Fraction`, or a ball of `flint.arb` that encloses a real number."""


class Real:
    """A real number x ≥ 0 that is a rational function of levels, enclosed to any precision.

    >>> half, e = Real(lambda a: a / (1 + a), Fraction(1)), Real(lambda a: a, Exponential(1))
    >>> half.enclosed(4), e.enclosed(20)
    ((8, 8), (385749, 385750))
    """

    def __init__(self, function: Callable[..., FractionOrBall], *levels: RationalOrExponential) -> None:
        self._function = function
        self._levels = levels
        rational = [level for level in levels if isinstance(level, Fraction)]
        self._exact: Fraction | None = Fraction(function(*rational)) if len(rational) == len(levels) else None

    def enclosed(self, precision: int) -> tuple[int, int]:
        """Return integers with lower ≤ 2^precision·x ≤ upper, at most a few apart."""
        if self._exact is not None:
            scaled = self._exact.numerator << precision
            return scaled // self._exact.denominator, -(-scaled // self._exact.denominator)
        guard = _GUARD
        while True:
            with ctx.workprec(precision + guard):
                ball = self._function(*map(_ball, self._levels)) * arb(2) ** precision
                # Differences of close levels lose digits, and a divisor that may be 0 makes the ball infinite.
                if ball.rad() < 1:
                    return int(ball.lower().floor().unique_fmpz()), int(ball.upper().ceil().unique_fmpz())
            guard *= 2


_GUARD = 64


def _ball(level: RationalOrExponential) -> arb:
    return to_arb(level) if isinstance(level, Fraction) else (-to_arb(level.epsilon)).exp()


def level_inside(value: Exact | Exponential) -> RationalOrExponential:
    """Return a level strictly between 0 and 1. Raises: `InputError` for α = 0 or 1 and outside [0, 1].

    >>> level_inside("1/4"), level_inside(Exponential(1))
    (Fraction(1, 4), e^-1)
    """
    if isinstance(value, Exponential):
        return value
    level = privacy_level(value)
    if level == 0:
        raise InputError("α = 0 promises nothing: every answer would be the truth; write a level above 0")
    if level == 1:
        raise InputError("α = 1: no answer would depend on the truth; write a level below 1")
    return level


def _check_noise(level: RationalOrExponential) -> None:
    """Refuse a level whose noise has too many digits. Raises: `InputError`."""
    if isinstance(level, Exponential):
        if level.epsilon < LEAST_NOISE_EPSILON:
            raise InputError(f"ε = {elided(text(level.epsilon))}: {_TOO_CLOSE}")
    # Half of it, so that a fraction just above the level of the least ε is also accepted.
    elif 1 - level < LEAST_NOISE_EPSILON / 2:
        raise InputError(f"1 - α = {elided(text(1 - level))}: {_TOO_CLOSE}")


def rational_level(value: Exact | Exponential) -> Fraction:
    """Return a rational level strictly between 0 and 1. Raises: as `level_inside`, and `InputError` for e^-ε.

    Domain: its noise has at most 100 digits.

    >>> rational_level("1/4")
    Fraction(1, 4)
    """
    level = level_inside(value)
    _check_noise(level)
    if isinstance(level, Exponential):
        raise InputError(f"the level {level}: write a rational one, so that every weight and promise is exact")
    return level


class _Uniform:
    """A uniform V in [0, 1); its first `drawn` bits are the integer `prefix`."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.prefix = 0
        self.drawn = 0

    def extend(self) -> None:
        self.prefix = self.prefix << BITS_AT_ONCE | self._source.bits(BITS_AT_ONCE)
        self.drawn += BITS_AT_ONCE

    def below(self, lower: int, upper: int, precision: int) -> bool | None:
        """Return whether V < x, where lower ≤ 2^precision·x ≤ upper; None if the known bits do not decide it."""
        shift = precision - self.drawn
        if (self.prefix + 1) << shift <= lower:
            return True
        return False if self.prefix << shift >= upper else None


def bernoulli(probability: Exact | Real, source: Source | None = None) -> int:
    """Return 1 with exactly this probability, and 0 otherwise.

    Domain: an exact number from 0 to 1, or a `Real` in [0, 1]. On average 32·(1 + 2^-32 + …) bits are drawn.
    Raises: `InputError` outside.

    >>> bernoulli("1/3", SeededSource(1)), bernoulli(1)
    (1, 1)
    """
    if isinstance(probability, Real):
        chance = probability
    else:
        value = exact(probability)
        if not 0 <= value <= 1:
            raise InputError(f"the probability {elided(text(value))}: write a number from 0 to 1")
        chance = Real(lambda: value)
    uniform = _Uniform(source or SystemSource())
    while True:
        uniform.extend()
        lower, upper = chance.enclosed(uniform.drawn)
        below = uniform.below(lower, upper, uniform.drawn)
        if below is not None:
            return int(below)


class Responses:
    """A sampler of the responses of an exact mechanism.

    A row with m responses of probability above 0 takes at most 32·(1 + (m-1)/(2^32-1)) bits on average.
    Raises: `InputError` for an input that the mechanism doesn't have.

    >>> from exactdp.model.geometric import geometric
    >>> [Responses(geometric(n=3, alpha="1/2")).draw(1, SeededSource(seed)) for seed in range(5)]
    [3, 0, 3, 0, 0]
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self._sums: dict[int, list[int]] = {}

    def draw(self, i: int, source: Source | None = None) -> int:
        """Return the index of a response to input i. Raises: `InputError` outside of the inputs."""
        _check_input(i, self._mechanism)
        if i not in self._sums:
            self._sums[i] = list(accumulate(self._mechanism.numerators[i]))
        sums, total = self._sums[i], self._mechanism.denominators[i]
        uniform = _Uniform(source or SystemSource())
        while True:
            uniform.extend()
            # Response r belongs to all V from the cumulative sum before it up to its own.
            first = bisect_right(sums, uniform.prefix * total >> uniform.drawn)
            last = bisect_right(sums, (uniform.prefix + 1) * total - 1 >> uniform.drawn)
            if first == last:
                return first


def _check_input(i: int, mechanism: Mechanism) -> None:
    if not 0 <= i < len(mechanism):
        raise InputError(f"input {i}: the mechanism has the inputs 0 to {len(mechanism) - 1}")


class PowerWeights:
    """Weights level^e for a list of integer exponents: exact sampling in proportion to them, and exact sums.

    The weights may have millions of digits, so they are not computed exactly, but enclosed between fixed-point numbers
    as closely as needed. Adding a constant to all exponents does not change the distribution.
    Domain: a rational level in (0, 1); at least one exponent. Raises: `InputError` outside.

    >>> weights = PowerWeights("1/2", [0, 1, 1, 10**6])
    >>> [weights.draw(SeededSource(seed)) for seed in range(6)], weights.nearest([1, 2], 100)
    ([2, 0, 2, 0, 0, 1], 50)
    """

    def __init__(self, level: Exact | Exponential, exponents: Sequence[int]) -> None:
        if not exponents:
            raise InputError("no exponents are given: write at least one")
        self.level, least = rational_level(level), min(exponents)
        self.exponents = tuple(each - least for each in exponents)
        self._enclosed: dict[int, tuple[list[int], list[int]]] = {}
        self._sums: dict[int, tuple[list[int], list[int]]] = {}

    def draw(self, source: Source | None = None) -> int:
        """Return the position of an exponent, drawn with a probability proportional to its weight."""
        uniform = _Uniform(source or SystemSource())
        while True:
            uniform.extend()
            lower, upper = self._summed(uniform.drawn + _GUARD)
            # V times the sum of all weights lies between these two; position k belongs to all numbers below the k-th
            # sum.
            first = bisect_right(upper, uniform.prefix * lower[-1] >> uniform.drawn)
            last = bisect_left(lower, -(-(uniform.prefix + 1) * upper[-1] >> uniform.drawn))
            if first == min(last, len(lower) - 1):
                return first

    def nearest(self, chosen: Sequence[int], n: int) -> int:
        """Return n times the share of the weights at these positions, rounded to an integer, halves up."""
        precision = _GUARD + n.bit_length()
        while precision < _LONGEST:
            lower, upper = self._bounds(precision)
            inside = sum(lower[k] for k in chosen), sum(upper[k] for k in chosen)
            totals = self._summed(precision)
            rest = totals[0][-1] - inside[0], totals[1][-1] - inside[1]
            least, most = _halves_up(n, inside[0], rest[1]), _halves_up(n, inside[1], rest[0])
            # A half lies between the two. If the share is exactly this half, for example for a query that no update
            # changed, no precision decides.
            if least == most or self._is_half(chosen, n, most):
                return most
            precision *= 4
        weights = self.whole()
        part = sum(weights[k] for k in chosen)
        return _halves_up(n, part, sum(weights) - part)

    def whole(self) -> tuple[int, ...]:
        """Return the weights as integers without a common factor.

        >>> PowerWeights("2/3", [5, 6, 7]).whole()
        (9, 6, 4)
        """
        p, q, largest = self.level.numerator, self.level.denominator, max(self.exponents)
        weight = {each: int(fmpz(p) ** each * fmpz(q) ** (largest - each)) for each in set(self.exponents)}
        return tuple(weight[each] for each in self.exponents)

    def _is_half(self, chosen: Sequence[int], n: int, rounded: int) -> bool:
        # 2n·(sum inside) + (sum of all) = 2·rounded·(sum of all), power by power.
        inside, every = Counter(self.exponents[k] for k in chosen), Counter(self.exponents)
        return all(2 * n * inside[each] == (2 * rounded - 1) * every[each] for each in every)

    def _bounds(self, precision: int) -> tuple[list[int], list[int]]:
        if precision not in self._enclosed:
            lower, upper = {}, {}
            with ctx.workprec(precision + _GUARD + max(self.exponents).bit_length()):
                base, unit = to_arb(self.level), arb(2) ** precision
                for each in set(self.exponents):
                    ball: Any = base**each * unit
                    lower[each] = max(int(ball.lower().floor().unique_fmpz()), 0)
                    upper[each] = int(ball.upper().ceil().unique_fmpz())
            self._enclosed[precision] = [lower[e] for e in self.exponents], [upper[e] for e in self.exponents]
        return self._enclosed[precision]

    def _summed(self, precision: int) -> tuple[list[int], list[int]]:
        if precision not in self._sums:
            lower, upper = self._bounds(precision)
            self._sums[precision] = list(accumulate(lower)), list(accumulate(upper))
        return self._sums[precision]


def _halves_up(n: int, inside: int, outside: int) -> int:
    total = inside + outside
    return (2 * n * inside + total) // (2 * total)


_LONGEST = 2**13
"""From this precision on the weights are computed exactly, which decides every comparison."""


class BlindResponses:
    """A sampler of responses; the number of random bits that it uses reveals nothing about input and response.

    All rows have one denominator D. An integer below 2^k is drawn until it is below D, where 2^k is the least power of
    2 with 2^k ≥ D. The share of a response among the numbers below D is its probability. The number of attempts, on
    average below two, is independent of the accepted number and of the row. No such sampler exists for a level e^-ε:
    with k random bits each probability is a multiple of 2^-k, but it must be irrational. None exists for noise on all
    integers: k bits have finitely many results.
    Raises: `InputError` for an unknown input.

    >>> from exactdp.model.geometric import geometric
    >>> drawn = BlindResponses(geometric(n=3, alpha="1/2"))
    >>> drawn.bits, [drawn.draw(1, SeededSource(seed)) for seed in range(5)]
    (4, [1, 0, 0, 0, 0])
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism, self._denominator = mechanism, lcm(*mechanism.denominators)
        self._sums = [list(accumulate(int(x * self._denominator) for x in row)) for row in mechanism.rows]
        self.bits = (self._denominator - 1).bit_length()

    def draw(self, i: int, source: Source | None = None) -> int:
        """Return the index of a response to input i. Raises: `InputError` outside of the inputs."""
        _check_input(i, self._mechanism)
        chosen = source or SystemSource()
        while (drawn := chosen.bits(self.bits) if self.bits else 0) >= self._denominator:
            pass
        return bisect_right(self._sums[i], drawn)


class TwoSidedGeometric:
    """A sampler of Z with probability (1-α)/(1+α)·α^|z|, for a rational α or α = e^-ε, in time about log(1/(1-α)).

    Responses of G_{n,α} are drawn in time about log(n), for every α inside (0, 1).

    V is compared with 2α^z/(1+α), the probability of |Z| ≥ z, first for z = 1. Then z - 1 is found digit by digit in
    base 256, from the highest, in tables of the powers of α. These are fixed-point numbers, rounded both ways; if they
    do not decide, more bits of V are drawn. With the sign this takes 33 bits on average. It takes fewer if Z is often
    0, which needs no sign, and hardly more if α is near 1.
    Raises: `InputError` for a level outside (0, 1).
    Source: Gupte & Sundararajan 2010, Definition 1; Ghosh, Roughgarden & Sundararajan 2009, Example 2.1.

    >>> noise, source = TwoSidedGeometric("1/2"), SeededSource(1)
    >>> [noise.draw(source) for _ in range(8)]
    [3, 0, 0, 0, -4, -3, 0, -1]
    """

    def __init__(self, level: Exact | Exponential) -> None:
        self.level = level_inside(level)
        self._first = Real(lambda a: 2 * a / (1 + a), self.level)
        self._ratio = Real(lambda a: a, self.level)
        self._guard = 8 + _leading_zeros(Real(lambda a: 1 - a, self.level))
        self._tables: dict[int, tuple[tuple[int, int], list[_Powers]]] = {}

    def draw(self, source: Source | None = None) -> int:
        """Return an integer. Raises: `InputError` for noise of more than 100 digits."""
        _check_noise(self.level)
        return self._within(None, source or SystemSource())

    def _within(self, farthest: int | None, source: Source) -> int:
        """Return an integer; beyond ±`farthest`, return this bound or any other integer beyond it."""
        uniform, distance = _Uniform(source), None
        while distance is None:
            uniform.extend()
            distance = self._distance(uniform, farthest)
        return distance if not distance or source.bits(1) else -distance

    @by_name
    def clamped(self, *, n: int, i: int, source: Source | None = None) -> int:
        """Return a response of G_{n,α} on input i without computing the row. Raises: `InputError` outside {0..n}.

        >>> TwoSidedGeometric("1/2").clamped(n=10**6, i=10**6, source=SeededSource(1))
        1000000
        """
        if not 0 <= i <= n:
            raise InputError(f"input {i}: G on {{0..{n}}} has the inputs 0 to {n}")
        return min(max(i + self._within(n, source or SystemSource()), 0), n)

    def _distance(self, uniform: _Uniform, farthest: int | None) -> int | None:
        """Return the number of z ≥ 1 with V < 2α^z/(1+α); None if the known bits of V do not decide it.

        If the number is above `farthest`, return any number from `farthest` on.
        """
        precision = 2 * uniform.drawn + self._guard
        if precision not in self._tables:
            ratio = _Powers(self._ratio.enclosed(precision), precision)
            self._tables[precision] = self._first.enclosed(precision), [ratio]
        (lower, upper), tables = self._tables[precision]
        tables = self._up_to(farthest, tables, precision, uniform.drawn)
        below = uniform.below(lower, upper, precision)
        if not below:
            return None if below is None else 0
        shift = precision - uniform.drawn
        least, most = uniform.prefix << shift, (uniform.prefix + 1) << shift
        found = 0
        for powers in reversed(tables):
            # V < x·α^d means V/x < α^d; the bounds on V/x are rounded outwards.
            digit = powers.last_above((least << precision) // upper, -(-(most << precision) // lower))
            if digit == _BASE and powers is tables[-1]:
                # The tables end at `farthest`: no V is below a power beyond its resolution.
                return farthest
            if digit is None or digit == _BASE:
                return None
            found = found * _BASE + digit
            lower = lower * powers.lower[digit] >> precision
            upper = -(-upper * powers.upper[digit] >> precision)
        return found + 1

    def _up_to(self, farthest: int | None, tables: list[_Powers], precision: int, drawn: int) -> list[_Powers]:
        """Return tables of α^d, α^(256·d), … for d ≤ 256, and keep new ones.

        They go up to the power α^`farthest`, or up to a power below the resolution of V's known bits. Rounded up, a
        power x no longer decreases once x·(1-α) is below 2^-precision; the guard bits prevent this.
        """
        size = 1
        while (farthest is None or _BASE**size < farthest) and tables[size - 1].upper[-1] >> (precision - drawn):
            if size == len(tables):
                last = tables[-1]
                tables.append(_Powers((last.lower[-1], last.upper[-1]), precision))
            size += 1
        return tables[:size]


def _leading_zeros(small: Real) -> int:
    precision = 1
    while small.enclosed(precision)[0] <= 0:
        precision *= 2
    return precision


_BASE = 256


class _Powers:
    """The powers of a number from 0 to 1 up to the 256th, each between two integers over 2^precision."""

    def __init__(self, ratio: tuple[int, int], precision: int) -> None:
        self.lower, self.upper = [1 << precision], [1 << precision]
        for _ in range(_BASE):
            self.lower.append(self.lower[-1] * ratio[0] >> precision)
            self.upper.append(-(-self.upper[-1] * ratio[1] >> precision))
        self._rising_lower, self._rising_upper = [-x for x in self.lower], [-x for x in self.upper]

    def last_above(self, least: int, most: int) -> int | None:
        """Return the last power above a number between these bounds; None if they do not decide it."""
        certain = bisect_right(self._rising_lower, -most)
        possible = bisect_left(self._rising_upper, -least)
        return certain - 1 if certain == possible else None
