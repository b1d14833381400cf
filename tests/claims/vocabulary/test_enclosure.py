"""The rational bounds enclose values that are known exactly, and those of another library."""

from fractions import Fraction

import mpmath
import pytest

from exactdp.claims.statements.evaluation import Undefined, value
from exactdp.claims.vocabulary.enclosure import (
    exp_above,
    exp_below,
    log_above,
    log_below,
    normal_above,
    normal_at_most,
    normal_below,
    pi_above,
    pi_below,
    root_above,
    root_below,
)

WITH_MPMATH = {
    "exp": (exp_below, exp_above, mpmath.exp),
    "ln": (log_below, log_above, mpmath.log),
    "√": (root_below, root_above, mpmath.sqrt),
    "Φ": (normal_below, normal_above, mpmath.ncdf),
}


@pytest.mark.parametrize("name", WITH_MPMATH)
@pytest.mark.parametrize("x", [Fraction(1, 10), Fraction(1), Fraction(3), Fraction(40)])
def test_the_bounds_are_close_and_hold_the_value(name: str, x: Fraction) -> None:
    below, above, function = WITH_MPMATH[name]
    low, high = value(below(x), {}), value(above(x), {})
    assert low <= high <= low + Fraction(abs(high), 2**150)
    with mpmath.workdps(80):
        found = function(mpmath.mpf(x.numerator) / x.denominator)
        near = Fraction(int(mpmath.floor(found * 10**70)), 10**70)
    assert abs(near - low) <= max(low, 1) * Fraction(1, 10**40)


def test_values_that_are_rational_are_between_the_bounds() -> None:
    assert value(root_below(Fraction(9, 4)), {}) <= Fraction(3, 2) <= value(root_above(Fraction(9, 4)), {})
    assert value(exp_below(0), {}) <= 1 <= value(exp_above(0), {})
    assert value(normal_below(0), {}) <= Fraction(1, 2) <= value(normal_above(0), {})


def test_no_value_is_no_bound() -> None:
    for undefined in (log_below(0), log_above(-1), root_below(-1), exp_above(100_000)):
        with pytest.raises(Undefined):
            value(undefined, {})


def test_the_bounds_of_pi_are_close() -> None:
    low, high = value(pi_below, {}), value(pi_above, {})
    assert Fraction("3.14159265358979") < low < high < min(low + Fraction(1, 2**150), Fraction("3.1415926535898"))


@pytest.mark.parametrize("x", [Fraction(-20), Fraction(-1), Fraction(0), Fraction(3, 2)])
def test_a_normal_tail_is_compared_with_a_multiple_of_a_power(x: Fraction) -> None:
    with mpmath.workdps(80):
        ratio = mpmath.ncdf(mpmath.mpf(x.numerator) / x.denominator) * mpmath.exp(3)
    for share, holds in [(Fraction(9, 10), False), (Fraction(11, 10), True)]:
        factor = Fraction(int(ratio * 10**120), 10**120) * share
        assert value(normal_at_most(x, -3, factor), {}) is holds


def test_a_normal_tail_is_compared_exactly_at_0() -> None:
    assert value(normal_at_most(0, 0, Fraction(1, 2)), {})
    assert not value(normal_at_most(0, 0, Fraction(1, 2) - Fraction(1, 10**300)), {})
