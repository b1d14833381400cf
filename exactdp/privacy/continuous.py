"""Laplace and Gaussian noise: privacy curves in closed form, enclosed by balls, and decisions that are proofs.

The curve δ(ε) of a mechanism is the least δ for which it is (ε,δ)-private. Every number here is rational, or a rational
multiple of the logarithm of a rational. So ε = ln 3 and the variance ln(1/δ)/ε² are exact. A ball contains the true
value, so a comparison that holds on whole balls is proved. If balls still overlap at the highest precision, the answer
is "undecided".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from flint import arb, ctx

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb, to_fraction
from exactdp.arithmetic.exponential_levels import LARGEST_EPSILON
from exactdp.arithmetic.radicals import rational_root
from exactdp.arithmetic.spelling import elided, text
from exactdp.shown import Shown

LONGEST_POWER = 1_000_000
"""The most bits of a power computed to test whether two logarithms are equal."""

SMALLEST = 100_000
"""A positive number below 2^-SMALLEST is enclosed by 0 and 2^-SMALLEST; decisions do not use these bounds."""

FIRST_BITS, LAST_BITS = 64, 4096
"""The first and the last precision; each next one is doubled."""


# Numbers


@dataclass(frozen=True)
class Logarithm(Shown):
    """The real number factor·ln(argument), for rational factor and argument.

    Domain: argument > 0. Raises: `InputError` outside; as `exact`.

    >>> print(Logarithm(1, 3), Logarithm("1/4", 100000).enclosed())
    ln 3 2.878231…
    """

    factor: Fraction
    argument: Fraction

    def __init__(self, factor: Exact, argument: Exact) -> None:
        self.__dict__.update(factor=exact(factor), argument=exact(argument))
        if self.argument <= 0:
            raise InputError(f"ln({elided(text(self.argument))}): write the logarithm of a positive number")

    def __str__(self) -> str:
        before = "" if self.factor == 1 else f"{elided(text(self.factor))}·"
        return f"{before}ln {elided(text(self.argument))}"

    def enclosed(self, bits: int = 64) -> Enclosure:
        """Return rational bounds with a relative width of about 2^-bits."""
        return _enclosed(lambda: _ball(self), bits)


RationalOrLogarithm: TypeAlias = Fraction | Logarithm

ExactOrLogarithm: TypeAlias = Exact | Logarithm
"""What `real` accepts."""


def real(value: ExactOrLogarithm) -> RationalOrLogarithm:
    """Return a `Logarithm` unchanged, and any other number as a Fraction. Raises: as `exact`.

    >>> real("1/2"), real(Logarithm(2, 3))
    (Fraction(1, 2), Logarithm(factor=2, argument=3))
    """
    return value if isinstance(value, Logarithm) else exact(value)


def _ball(value: RationalOrLogarithm) -> arb:
    if isinstance(value, Logarithm):
        return to_arb(value.factor) * to_arb(value.argument).log()
    return to_arb(value)


def _sign(value: RationalOrLogarithm) -> int:
    if isinstance(value, Logarithm):
        return _sign(value.factor) * _sign(value.argument - 1)
    return (value > 0) - (value < 0)


def _negative(value: RationalOrLogarithm) -> RationalOrLogarithm:
    return Logarithm(-value.factor, value.argument) if isinstance(value, Logarithm) else -value


def _shown(value: RationalOrLogarithm) -> str:
    return str(value) if isinstance(value, Logarithm) else elided(text(value))


def _precisions(first: int, last: int) -> Iterator[int]:
    """Yield first, 2·first, 4·first, … up to last."""
    while first <= last:
        yield first
        first *= 2


def _enclosed(ball: Callable[[], arb], bits: int) -> Enclosure:
    """Return the ball's ends at the first precision with a small relative width, or else at the last."""
    best = None
    for precision in _precisions(max(FIRST_BITS, bits + 32), 2 * max(LAST_BITS, 4 * bits)):
        with ctx.workprec(precision):
            found = ball()
            if not found.is_finite():
                continue
            best = _ends(found)
            if found.rel_accuracy_bits() >= bits:
                break
    if best is None:
        raise PrecisionExhausted(f"no finite enclosure was found at {precision} bits")
    return best


def _ends(ball: arb) -> Enclosure:
    return Enclosure(_end(ball.lower(), round_up=False), _end(ball.upper(), round_up=True))


def _end(end: arb, *, round_up: bool) -> Fraction:
    mantissa, exponent = (int(part) for part in end.man_exp())
    if mantissa and exponent + mantissa.bit_length() < -SMALLEST:
        outwards = round_up == (mantissa > 0)
        return Fraction(2 * round_up - 1, 1 << SMALLEST) if outwards else Fraction(0)
    return to_fraction(end)


def _probability(ball: arb) -> Enclosure:
    if not ball.is_finite():
        return Enclosure(Fraction(0), Fraction(1))
    found = _ends(ball)
    return Enclosure(max(found.lower, Fraction(0)), min(max(found.upper, Fraction(0)), Fraction(1)))


# Decisions


class PrecisionExhausted(ValueError):  # noqa: N818
    """No precision decides a comparison, or makes a ball finite."""


@dataclass(frozen=True)
class HalfLine(Shown):
    """An event that violates (ε,δ)-privacy: a noisy answer of at least `threshold`, a rational number.

    The smaller of two neighbours' answers is 0, and the unit is the standard deviation of the noise (Gaussian) or its
    scale b (Laplace). `here` encloses the event's probability on the larger answer, `there` on the smaller one.
    `excess` encloses here - e^ε·there, which is proved to be above δ.
    """

    threshold: Fraction
    here: Enclosure
    there: Enclosure
    excess: Enclosure


@dataclass(frozen=True)
class Decision(Shown):
    """Whether noise is (ε,δ)-private: "yes", "no" or "undecided", with bounds on δ(ε) at the precision that decided it.

    A "no" has an event that violates the promise. bool() gives the answer, and raises `PrecisionExhausted` if it is
    undecided.

    >>> found = Gaussian(1).private(1, "1/5")
    >>> bool(found), found.answer, str(found.curve), found.event
    (True, 'yes', '0.126936…', None)
    >>> bool(Gaussian(1).private(1, "0.126937", bits=8))
    Traceback (most recent call last):
    exactdp.privacy.continuous.PrecisionExhausted: δ(ε) and 126937/1000000 are undecided at 8 bits: ask for more
    """

    answer: str
    epsilon: RationalOrLogarithm
    delta: Fraction
    curve: Enclosure
    event: HalfLine | None
    bits: int

    def __bool__(self) -> bool:
        if self.answer == "undecided":
            raise PrecisionExhausted(
                f"δ(ε) and {elided(text(self.delta))} are undecided at {self.bits} bits: ask for more"
            )
        return self.answer == "yes"


class _Noise(Shown):
    """The common part of both kinds of noise, based on their curve and on the tails of the event that attains it."""

    def _curve(self, epsilon: RationalOrLogarithm) -> arb:
        raise NotImplementedError

    def _best_threshold(self, epsilon: RationalOrLogarithm) -> arb:
        raise NotImplementedError

    def _tails(self, threshold: arb) -> tuple[arb, arb]:
        raise NotImplementedError

    def delta(self, epsilon: ExactOrLogarithm, bits: int = 64) -> Enclosure:
        """Return rational bounds on δ(ε), of relative width about 2^-bits if `LAST_BITS` bits of precision suffice.

        Domain: ε ≥ 0, a rational or a `Logarithm`, at most `LARGEST_EPSILON`. Raises: `InputError` outside.
        """
        asked = _epsilon(epsilon)
        return _enclosed(lambda: self._curve(asked), bits)

    def private(self, epsilon: ExactOrLogarithm, delta: Exact, bits: int = LAST_BITS) -> Decision:
        """Decide whether the mechanism is (ε,δ)-private, with balls of up to `bits` bits.

        Domain: as `delta`, and 0 ≤ δ ≤ 1, rational. Raises: `InputError` outside.
        """
        asked, claimed = _epsilon(epsilon), _delta(delta)
        precision = min(FIRST_BITS, bits)
        while True:
            with ctx.workprec(precision):
                found, limit, event = self._curve(asked), to_arb(claimed), None
                curve = _probability(found)
                if found > limit:
                    event = self._event(asked, limit)
                if found <= limit or event is not None:
                    return Decision("no" if event else "yes", asked, claimed, curve, event, precision)
            if precision >= bits:
                return Decision("undecided", asked, claimed, curve, None, precision)
            precision = min(2 * precision, bits)

    def _event(self, epsilon: RationalOrLogarithm, limit: arb) -> HalfLine | None:
        # The best threshold is irrational; rounding it has a second-order effect, and the rounded one is checked.
        threshold = _end(self._best_threshold(epsilon).mid(), round_up=False)
        here, there = self._tails(to_arb(threshold))
        excess = here - _ball(epsilon).exp() * there
        return HalfLine(threshold, _ends(here), _ends(there), _ends(excess)) if excess > limit else None


def boundary(decide: Callable[[Fraction], Decision], yes: Exact, no: Exact, bits: int = 32) -> Enclosure:
    """Return bounds on the number at which an answer changes, by bisection: yes at one bound, no at the other.

    It stops at a relative width of 2^-bits, or at a number that is undecided. The caller must know that the answer
    changes only once between the bounds.
    Domain: a decision that is yes at one number and no at the other. Raises: `InputError` otherwise.

    >>> theorem_7 = lambda e: Gaussian(Logarithm(1 / e**2, 10)).private(e, "1/10")
    >>> print(boundary(theorem_7, "1/10", 4))
    2.181182…
    """
    good, bad = exact(yes), exact(no)
    for value, answer in ((good, "yes"), (bad, "no")):
        if decide(value).answer != answer:
            raise InputError(
                f"at {elided(text(value))} the answer is {decide(value).answer}: write one where it is {answer}"
            )
    while abs(good - bad) > max(abs(good), abs(bad)) / 2**bits:
        middle = (good + bad) / 2
        answer = decide(middle).answer
        if answer == "undecided":
            break
        good, bad = (middle, bad) if answer == "yes" else (good, middle)
    return Enclosure(min(good, bad), max(good, bad))


# Gaussian noise


@dataclass(frozen=True)
class Gaussian(_Noise):
    """Independent Gaussian noise of this variance on each coordinate of a query of this squared L2-sensitivity Δ².

    With μ = Δ/σ its curve is δ(ε) = Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ), in any number of coordinates. Only the distance
    of the two answers matters, and the largest distance is the worst. The curve is never 0, so the level is 0.
    Domain: a variance above 0, rational or a `Logarithm`; a rational Δ² > 0. Raises: `InputError` outside.
    Source: Dwork 2013, section 2.3, Theorem 7; the curve is Balle and Wang's.

    >>> print(Gaussian(4).delta(1))
    0.006829…
    >>> decided = Gaussian(Logarithm(1, 10**5)).private(1, "1/100000")
    >>> decided.answer, str(decided.event.excess)
    ('no', '0.000042…')
    """

    variance: RationalOrLogarithm
    squared_sensitivity: Fraction

    def __init__(self, variance: ExactOrLogarithm, squared_sensitivity: Exact = 1) -> None:
        self.__dict__.update(variance=real(variance), squared_sensitivity=exact(squared_sensitivity))
        for value, what in ((self.variance, "variance"), (self.squared_sensitivity, "squared sensitivity")):
            if _sign(value) <= 0:
                raise InputError(f"a {what} of {_shown(value)}: write a number above 0")

    def _squared_distance(self) -> arb:
        return to_arb(self.squared_sensitivity) / _ball(self.variance)

    def _curve(self, epsilon: RationalOrLogarithm) -> arb:
        here, there = self._tails(self._best_threshold(epsilon))
        return here - _ball(epsilon).exp() * there

    def _best_threshold(self, epsilon: RationalOrLogarithm) -> arb:
        distance = self._squared_distance().sqrt()
        return _ball(epsilon) / distance + distance / 2

    def _tails(self, threshold: arb) -> tuple[arb, arb]:
        return phi(self._squared_distance().sqrt() - threshold), phi(-threshold)


def least_variance(
    epsilon: ExactOrLogarithm, delta: Exact, squared_sensitivity: Exact = 1, bits: int = 32
) -> Enclosure:
    """Return rational bounds on the least variance of (ε,δ)-private Gaussian noise, of relative width 2^-bits.

    It is proved that the lower one is too small and that the upper one suffices.
    Domain: ε ≥ 0, 0 < δ < 1, Δ² > 0. Raises: `InputError` outside.
    Source: Dwork 2013, Theorem 7, gives an upper bound.

    >>> print(least_variance(1, "1/100000"))
    13.917612…
    """
    asked, claimed = _epsilon(epsilon), _delta(delta, above_zero=True)
    if claimed == 1:
        raise InputError("δ = 1 is promised without any noise: write a smaller δ")

    low = high = squared = exact(squared_sensitivity)

    def decide(variance: Fraction) -> Decision:
        return Gaussian(variance, squared).private(asked, claimed)

    while decide(high).answer != "yes":
        high *= 2
    while decide(low).answer != "no":
        low /= 2
    return boundary(decide, high, low, bits)


# Laplace noise


@dataclass(frozen=True)
class Laplace(_Noise):
    """Laplace noise of scale b = Δ/ε₀ on a query of one number with sensitivity Δ.

    Its exact level is e^-ε₀, and its curve is δ(ε) = 1 - e^((ε-ε₀)/2) up to ε₀, and 0 from there. For logarithms such
    as ε₀ = ln(1/α), the curve is algebraic, and every comparison is decided.
    Domain: ε₀ > 0, rational or a `Logarithm`. Raises: `InputError` outside, and above `LARGEST_EPSILON`.
    Source: Dwork 2013, Definition 3 and Theorem 4.

    >>> noise = Laplace(Logarithm(1, 9))
    >>> print(noise.delta(0), noise.delta(Logarithm(1, 4)), noise.delta(Logarithm(1, 10)), noise.delta(1))
    2/3 1/3 0 0.450426…
    >>> noise.private(Logarithm(1, 4), "1/3").answer, noise.private(Logarithm(1, 4), "0.333").answer
    ('yes', 'no')
    """

    promised: RationalOrLogarithm

    def __init__(self, promised: ExactOrLogarithm) -> None:
        self.__dict__.update(promised=_epsilon(promised))
        if _sign(self.promised) == 0:
            raise InputError("ε₀ = 0 needs infinite noise: write a number above 0")

    def delta(self, epsilon: ExactOrLogarithm, bits: int = 64) -> Enclosure:
        """Return δ(ε): exactly if it is rational and the numbers are logarithms, otherwise as rational bounds.

        Domain and errors: as for Gaussian noise.
        """
        asked = _epsilon(epsilon)
        if _order(asked, self.promised) >= 0:
            return Enclosure(Fraction(0), Fraction(0))
        squared = _power([asked, _negative(self.promised)])
        ratio = None if squared is None else rational_root(squared, 2)
        return Enclosure(1 - ratio, 1 - ratio) if ratio is not None else super().delta(asked, bits)

    def private(self, epsilon: ExactOrLogarithm, delta: Exact, bits: int = LAST_BITS) -> Decision:
        """Decide whether the mechanism is (ε,δ)-private; balls of enough bits always decide it.

        Domain and errors: as for Gaussian noise.
        """
        asked, claimed = _epsilon(epsilon), _delta(delta)
        exactly = self.delta(asked)
        if exactly.lower == exactly.upper <= claimed:
            return Decision("yes", asked, claimed, exactly, None, 0)
        return super().private(asked, claimed, bits)

    def _curve(self, epsilon: RationalOrLogarithm) -> arb:
        return -((_ball(epsilon) - _ball(self.promised)) / 2).expm1()

    def _best_threshold(self, epsilon: RationalOrLogarithm) -> arb:
        return (_ball(epsilon) + _ball(self.promised)) / 2

    def _tails(self, threshold: arb) -> tuple[arb, arb]:
        # The threshold lies between the two answers, 0 and ε₀.
        return 1 - (threshold - _ball(self.promised)).exp() / 2, (-threshold).exp() / 2


def phi(x: arb) -> arb:
    """Return Φ(x), the standard normal distribution function.

    >>> phi(arb(0))
    0.500000000000000
    """
    return (-x / arb(2).sqrt()).erfc() / 2


def _power(terms: Sequence[RationalOrLogarithm]) -> Fraction | None:
    """Return e to the power of their sum if it is rational and not too long, else None."""
    logarithms = [term for term in terms if isinstance(term, Logarithm)]
    if sum(term for term in terms if isinstance(term, Fraction)):
        return None
    common = lcm(*(term.factor.denominator for term in logarithms))
    product = Fraction(1)
    for term in logarithms:
        exponent = int(term.factor * common)
        if abs(exponent) * (term.argument.numerator * term.argument.denominator).bit_length() > LONGEST_POWER:
            return None
        product *= term.argument**exponent
    return rational_root(product, common)


def _order(first: RationalOrLogarithm, second: RationalOrLogarithm) -> int:
    """Return the sign of first - second. Raises: `PrecisionExhausted` if `LAST_BITS` bits do not decide it."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return _sign(first - second)
    # A nonzero rational is not a rational multiple of the logarithm of a rational (Lindemann).
    if _power([first, _negative(second)]) == 1:
        return 0
    for precision in _precisions(FIRST_BITS, LAST_BITS):
        with ctx.workprec(precision):
            difference = _ball(first) - _ball(second)
            if not difference.contains(0):
                return 1 if difference > 0 else -1
    raise PrecisionExhausted(f"{_shown(first)} and {_shown(second)} cannot be told apart at {LAST_BITS} bits")


def _epsilon(value: ExactOrLogarithm) -> RationalOrLogarithm:
    found = real(value)
    if _sign(found) < 0 or _order(found, Fraction(LARGEST_EPSILON)) > 0:
        raise InputError(f"ε = {_shown(found)}: write a number from 0 to {LARGEST_EPSILON}")
    return found


def _delta(value: Exact, *, above_zero: bool = False) -> Fraction:
    found = exact(value)
    if not 0 <= found <= 1 or (above_zero and found == 0):
        raise InputError(
            f"δ = {elided(text(found))}: write a number {'above 0, up to 1' if above_zero else 'from 0 to 1'}"
        )
    return found
