"""The bounds of the privacy curve of Gaussian noise, against the library's curve."""

from fractions import Fraction

import pytest

from exactdp.claims.statements.evaluation import Undefined, value
from exactdp.claims.statements.terms import Definition
from exactdp.claims.vocabulary.enclosure import log_above
from exactdp.claims.vocabulary.gaussian import (
    close_enough,
    curve_above,
    curve_below,
    printed_above,
    printed_below,
    printed_enough,
    printed_for,
    right_enough,
    usual_enough,
)
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


@pytest.mark.parametrize("delta", ["1/100", "1/5", "2/5"])
@pytest.mark.parametrize("of", ["1/2", "1/100000"])
def test_the_printed_variance_for_one_delta_gives_another_where_the_library_says_so(delta: str, of: str) -> None:
    e, d, third = Fraction(1), Fraction(delta), Fraction(of)
    assert value(printed_for(e, d, third), {}) == is_private(Logarithm(e**-2, 1 / third), e, d)


def is_private(variance: Fraction | Logarithm, epsilon: Fraction, delta: Fraction) -> bool:
    found = Gaussian(variance).delta(epsilon)
    assert found.upper < delta or delta < found.lower
    return found.upper < delta


@pytest.mark.parametrize("delta", ["2/5", "1/100", "1/100000"])
@pytest.mark.parametrize("epsilon", ["1/10", "1", "9/4", "5"])
@pytest.mark.parametrize("apart", ["1", "1/2", "2"])
def test_a_variance_is_enough_where_the_library_says_so(epsilon: str, delta: str, apart: str) -> None:
    e, d, of = map(Fraction, (epsilon, delta, apart))
    scale = (e * of) ** -2
    # The logarithm in the last variance is known to 192 bits.
    last = (2 * value(log_above(1 / (2 * d)), {}) + e) * scale
    for word, variance in [
        (close_enough, of**-2),
        (printed_enough, Logarithm(scale, 1 / d)),
        (usual_enough, Logarithm(2 * scale, Fraction(5, 4) / d)),
        (right_enough, last),
    ]:
        assert isinstance(word, Definition)
        assert value(word(e, d, of), {}) == is_private(variance, e, d)


def test_whether_a_variance_is_enough_is_asked_of_losses_above_0_alone() -> None:
    for given in [(0, "1/2", 1), (1, 0, 1), (1, 1, 1), (1, "1/2", 0)]:
        with pytest.raises(Undefined):
            value(printed_enough(*given), {})
