"""The bounds of the privacy curve of Gaussian noise, against the library's curve."""

from fractions import Fraction

import pytest

from exactdp.claims.evaluation import value
from exactdp.claims.gaussian_words import curve_above, curve_below, printed_above, printed_below
from exactdp.privacy.continuous import Gaussian, Logarithm


@pytest.mark.parametrize("ratio", [Fraction(1, 3), Fraction(1), Fraction(4)])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(2)])
def test_the_curve_is_that_of_the_library(epsilon: Fraction, ratio: Fraction) -> None:
    low, high = (value(each(epsilon, ratio), {}) for each in (curve_below, curve_above))
    found = Gaussian(1 / ratio**2).delta(epsilon)
    assert low <= found.upper
    assert found.lower <= high
    assert low <= high <= low + Fraction(1, 2**150)


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "1/100000"), ("9/4", "1/5"), ("3/10", "1/100000")])
def test_the_printed_variance_is_that_of_the_library(epsilon: str, delta: str) -> None:
    e, d = Fraction(epsilon), Fraction(delta)
    found = Gaussian(Logarithm(1 / e**2, 1 / d)).delta(e)
    low, high = value(curve_below(e, printed_below(e, d)), {}), value(curve_above(e, printed_above(e, d)), {})
    assert low <= found.upper
    assert found.lower <= high
    assert high - low < Fraction(1, 2**150)
