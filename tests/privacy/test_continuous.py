"""Continuous noise: enclosures contain the results of integration, and answers agree with their events."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.privacy.continuous import (
    SMALLEST,
    Decision,
    Gaussian,
    Laplace,
    Logarithm,
    PrecisionExhausted,
    boundary,
    least_variance,
)
from tests.strategies import share_of

EPSILONS = st.sampled_from([Fraction(word) for word in ("0", "1/100", "1/3", "1", "2", "7/2", "10")])
DELTAS = st.sampled_from([Fraction(word) for word in ("0", "1/10000000000", "1/1000", "1/10", "1/2", "1")])
VARIANCES = st.sampled_from([Fraction(word) for word in ("1/9", "1/2", "1", "2", "25", "100")])
CLOSE = Fraction(1, 10**25)


def number(value: Any) -> Any:
    """A number of the module, as mpmath computes it."""
    if isinstance(value, Logarithm):
        return number(value.factor) * mpmath.log(number(value.argument))
    return mpmath.mpf(value.numerator) / value.denominator


def rational(value: Any) -> Fraction:
    sign, mantissa, exponent, _ = value._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def holds(found: Enclosure, value: Any) -> bool:
    exactly = rational(value)
    slack = CLOSE * max(abs(exactly), CLOSE)
    return found.lower <= exactly + slack and exactly - slack <= found.upper


def hockey_stick(density: Callable[[Any], Any], shift: Any, epsilon: Any, ends: list[Any]) -> Any:
    """The integral of max(0, p - e^ε·q), where q is the density and p the density shifted."""
    grown = mpmath.exp(epsilon)
    return mpmath.quad(lambda x: max(mpmath.mpf(0), density(x - shift) - grown * density(x)), ends)


@pytest.fixture(autouse=True)
def digits() -> Any:
    with mpmath.workdps(50):
        yield


# Numbers


def test_logarithms_are_enclosed() -> None:
    assert holds(Logarithm("1/2", 9).enclosed(), mpmath.log(3))
    assert holds(Logarithm(-2, "1/3").enclosed(200), 2 * mpmath.log(3))
    assert (Logarithm(5, 1).enclosed().lower, str(Logarithm(2, 3))) == (0, "2·ln 3")
    found = Logarithm(1, 2).enclosed(500)
    assert 0 < found.upper - found.lower < Fraction(1, 2**499)
    for argument in (0, -1):
        with pytest.raises(InputError, match="positive number"):
            Logarithm(1, argument)
    with pytest.raises(TypeError, match="float"):
        Logarithm(0.5, 2)


# Gaussian noise


@pytest.mark.parametrize(
    ("variance", "squared", "epsilon"), [("1", 1, "1/2"), ("4", 1, "1"), ("1/2", 3, "2"), ("9", 2, 0)]
)
def test_the_gaussian_curve_is_the_integral(variance: str, squared: int, epsilon: str) -> None:
    with mpmath.workdps(30):
        sigma, shift, asked = mpmath.sqrt(number(Fraction(variance))), mpmath.sqrt(squared), number(Fraction(epsilon))
        start = asked * sigma**2 / shift + shift / 2  # from here on p is above e^ε·q
        expected = hockey_stick(
            lambda x: mpmath.npdf(x, 0, sigma), shift, asked, [start, start + sigma, start + 6 * sigma, mpmath.inf]
        )
    found = Gaussian(variance, squared).delta(epsilon)
    assert abs(rational(expected) - found.lower) < Fraction(1, 10**20)
    assert found.upper - found.lower <= found.lower / 2**60


@given(VARIANCES, VARIANCES, EPSILONS)
def test_the_gaussian_curve_is_in_closed_form(variance: Fraction, squared: Fraction, epsilon: Fraction) -> None:
    with mpmath.workdps(100):
        mu, asked = mpmath.sqrt(number(squared) / number(variance)), number(epsilon)
        phi = [mpmath.erfc((asked / mu + half * mu) / mpmath.sqrt(2)) / 2 for half in (-0.5, 0.5)]
        expected = phi[0] - mpmath.exp(asked) * phi[1]
        assert expected > 0
        assert holds(Gaussian(variance, squared).delta(epsilon), expected)


@given(VARIANCES, EPSILONS, DELTAS)
def test_a_gaussian_answer_is_the_curve_s_and_a_no_has_an_event(
    variance: Fraction, epsilon: Fraction, delta: Fraction
) -> None:
    noise = Gaussian(variance)
    found, curve = noise.private(epsilon, delta), noise.delta(epsilon)
    assert found.answer == ("yes" if curve.upper <= delta else "no")
    assert (found.epsilon, found.delta) == (epsilon, delta)
    if found:
        assert found.event is None and found.curve.upper <= delta
        return
    event = found.event
    assert event is not None and event.excess.lower > delta
    with mpmath.workdps(100):
        mu, threshold = 1 / mpmath.sqrt(number(variance)), number(event.threshold)
        here, there = (mpmath.erfc((threshold - mean) / mpmath.sqrt(2)) / 2 for mean in (mu, 0))
        assert here - mpmath.exp(number(epsilon)) * there > number(delta)
        for kept, value in ((event.here, here), (event.there, there)):
            assert rational(value) * (1 - CLOSE) <= kept.upper and kept.lower <= rational(value) * (1 + CLOSE)


def test_gaussian_noise_is_never_purely_private() -> None:
    found = Gaussian(10**6).private(100, 0)
    assert found.answer == "no" and found.curve == Enclosure(Fraction(0), Fraction(1, 2**SMALLEST))
    assert Gaussian(100).private(10, 0).curve.lower > 0
    assert Gaussian(1).private(1, 1).answer == "yes"


def test_theorem_7_is_false_as_printed() -> None:
    for epsilon, delta in ((1, Fraction(1, 10**5)), (Fraction(1, 2), Fraction(1, 10**6)), (2, Fraction(1, 100))):
        printed = Gaussian(Logarithm(1 / Fraction(epsilon) ** 2, 1 / delta)).private(epsilon, delta)
        assert printed.answer == "no" and printed.event is not None
        repaired = Gaussian(Logarithm(2 / Fraction(epsilon) ** 2, Fraction(5, 4) / delta)).private(epsilon, delta)
        assert repaired.answer == "yes"
    assert Gaussian(Logarithm(1, 10)).private(1, "1/10").answer == "yes"


def test_what_is_too_close_is_undecided_and_is_no_answer() -> None:
    noise = Gaussian(1)
    narrow = noise.delta(1, 2000)
    middle = (narrow.lower + narrow.upper) / 2
    found = noise.private(1, middle, 1024)
    assert (found.answer, found.event, found.bits) == ("undecided", None, 1024)
    with pytest.raises(PrecisionExhausted, match="1024 bits"):
        bool(found)
    assert noise.private(1, narrow.upper + Fraction(1, 2**1500)).answer == "yes"
    assert noise.private(1, narrow.lower - Fraction(1, 2**1500)).answer == "no"


def test_a_variance_that_low_precision_takes_for_zero() -> None:
    variance = Logarithm(1, 1 + Fraction(1, 10**100))
    found = Gaussian(variance).private(1, Fraction(1, 2))
    assert found.answer == "no" and found.bits > 64
    assert Gaussian(variance).private(1, Fraction(1, 2), 64).answer == "undecided"


@given(EPSILONS, DELTAS.filter(lambda delta: 0 < delta < 1))
@share_of(20)
def test_the_least_variance_is_at_the_boundary(epsilon: Fraction, delta: Fraction) -> None:
    least = least_variance(epsilon, delta)
    assert Gaussian(least.upper).private(epsilon, delta).answer == "yes"
    assert Gaussian(least.lower).private(epsilon, delta).answer == "no"
    assert least.upper / least.lower - 1 < Fraction(1, 10**6)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Gaussian(0),
        lambda: Gaussian(-1),
        lambda: Gaussian(Logarithm(1, "1/2")),
        lambda: Gaussian(Logarithm(1, 1)),
        lambda: Gaussian(1, 0),
        lambda: Gaussian(1).delta(-1),
        lambda: Gaussian(1).delta(10**5),
        lambda: Gaussian(1).delta(Logarithm(1, "1/2")),
        lambda: Gaussian(1).private(1, -1),
        lambda: Gaussian(1).private(1, 2),
        lambda: least_variance(1, 0),
        lambda: least_variance(1, 1),
        lambda: Laplace(0),
        lambda: Laplace(-1),
        lambda: Laplace(Logarithm(1, 1)),
        lambda: Laplace(1).private(1, "3/2"),
    ],
)
def test_what_is_outside_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(InputError):
        call()


def test_floats_are_refused() -> None:
    for call in (lambda: Gaussian(1.0), lambda: Gaussian(1).delta(0.5), lambda: Laplace(1.0)):
        with pytest.raises(TypeError, match="float"):
            call()


# Laplace noise


@pytest.mark.parametrize(("promised", "epsilon"), [("1", "0"), ("1", "1/2"), ("3", "1"), ("1/2", "1/3"), ("2", "5/2")])
def test_the_laplace_curve_is_the_integral(promised: str, epsilon: str) -> None:
    shift, asked = number(Fraction(promised)), number(Fraction(epsilon))
    ends = [-mpmath.inf, 0, min((shift + asked) / 2, shift), shift, mpmath.inf]
    expected = hockey_stick(lambda x: mpmath.exp(-abs(x)) / 2, shift, asked, ends)
    found = Laplace(promised).delta(epsilon)
    assert abs(rational(expected) - found.lower) < Fraction(1, 10**20)
    assert found.upper - found.lower < Fraction(1, 2**60)


@given(EPSILONS.filter(bool), EPSILONS, DELTAS)
def test_a_laplace_answer_is_the_curve_s_and_a_no_has_an_event(
    promised: Fraction, epsilon: Fraction, delta: Fraction
) -> None:
    noise = Laplace(promised)
    found = noise.private(epsilon, delta)
    assert bool(found) == (noise.delta(epsilon).upper <= delta)
    assert (
        found.answer == "yes"
        if epsilon >= promised
        else found.answer == ("yes" if delta >= found.curve.upper else "no")
    )
    if not found:
        event = found.event
        assert event is not None and event.excess.lower > delta
        threshold, shift = number(event.threshold), number(promised)
        here, there = 1 - mpmath.exp(threshold - shift) / 2, mpmath.exp(-threshold) / 2
        assert 0 <= event.threshold <= promised
        assert here - mpmath.exp(number(epsilon)) * there > number(delta)


ROOTS = st.sampled_from([Fraction(word) for word in ("2", "3", "3/2", "10")])


@given(ROOTS, ROOTS)
def test_the_laplace_curve_is_rational_at_squares(a: Fraction, b: Fraction) -> None:
    low, high = sorted((a, b))
    noise = Laplace(Logarithm(2, high))
    exactly = 1 - low / high
    assert noise.delta(Logarithm(1, low**2)) == noise.delta(Logarithm(2, low)) == Enclosure(exactly, exactly)
    assert Laplace(Logarithm("1/2", high**4)).delta(Logarithm("2/3", low**3)) == Enclosure(exactly, exactly)
    assert noise.private(Logarithm(2, low), exactly).answer == "yes"
    if exactly:
        assert noise.private(Logarithm(2, low), exactly - Fraction(1, 10**50)).answer == "no"
        assert noise.delta(Logarithm(1, low)).lower > 0


def test_the_laplace_curve_ends_at_the_level() -> None:
    noise = Laplace(Logarithm("1/2", 9))
    assert noise.private(Logarithm(1, 3), 0).answer == "yes"
    assert noise.private(Logarithm(1, "2999999999/1000000000"), 0).answer == "no"
    assert Laplace(1).private(1, 0).answer == "yes" and Laplace(1).private("999/1000", 0).answer == "no"
    assert Laplace(1).private(Logarithm(1, 3), 0).answer == "yes"
    assert Laplace(1).private(Logarithm(1, "5/2"), 0).answer == "no"


# Boundaries


def test_a_boundary_lies_between_a_yes_and_a_no() -> None:
    def decide(value: Fraction) -> Decision:
        return Laplace(value).private(1, 0)

    found = boundary(decide, "1/2", 2, 20)
    assert found.lower <= 1 <= found.upper and found.upper - found.lower <= Fraction(1, 2**20) * 2
    for yes, no in ((2, "1/2"), ("1/2", "3/4")):
        with pytest.raises(InputError, match="write one where it is"):
            boundary(decide, yes, no)


def test_a_boundary_stops_where_nothing_is_decided() -> None:
    noise, calls = Gaussian(1), []

    def decide(value: Fraction) -> Decision:
        calls.append(value)
        return noise.private(value, "1/10", 64)

    found = boundary(decide, 4, 0, 10**6)
    assert len(calls) < 100
    assert (noise.private(found.upper, "1/10").answer, noise.private(found.lower, "1/10").answer) == ("yes", "no")
