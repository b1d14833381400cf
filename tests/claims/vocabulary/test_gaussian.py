"""The bounds of the privacy curve of Gaussian noise, against the library's curve."""

from fractions import Fraction

import pytest
from flint import arb

from exactdp.arithmetic.exact import to_arb
from exactdp.claims.statements.evaluation import Undefined, value
from exactdp.claims.statements.terms import Definition, Formula, conjuncts
from exactdp.claims.vocabulary.enclosure import log_above, normal_below
from exactdp.claims.vocabulary.gaussian import (
    curve_above,
    curve_below,
    normal_tail,
    printed_above,
    printed_below,
    printed_enough,
    right_enough,
    smaller_excess,
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


def in_sums(word: Definition) -> tuple[list[Formula], Formula]:
    """Return the conditions on the numbers of a sum, and what is said of them."""
    given, said = [], word.body
    assert isinstance(said, Formula)
    while said.op == "all":
        given += conjuncts(said.args[1])
        said = said.args[2]
    return given, said


def near(number: arb) -> Fraction:
    """Return a rational number close to this one."""
    return Fraction(round(float(number) * 10**12), 10**12)


STEP = Fraction(1, 16)


def numbers_of_sum(points: list[Fraction]) -> dict[str, object]:
    """Return the last index, and steps times the normal density at the points: its integral is the limit of sums."""
    density = [to_arb(STEP) * (-(to_arb(each) ** 2) / 2).exp() / (2 * arb.pi()).sqrt() for each in points]
    return {"n": len(points) - 1, "f": tuple(map(near, density))}


def test_the_sums_of_the_least_delta_go_to_the_curve() -> None:
    given, said = in_sums(smaller_excess)
    points = [k * STEP for k in range(-96, 97)]
    at = numbers_of_sum(points) | {"u": tuple(points), "ε": Fraction(1, 2), "ρ": Fraction(1)}
    at |= {"ε'": Fraction(1, 4), "ρ'": Fraction(3, 2)}
    for name, word in (("q", given[-2]), ("r", given[-1])):
        exponents = value(word.args[2], at)
        at[name] = tuple(near((-to_arb(exponents(k))).exp()) for k in range(len(points)))
        assert value(word, at)
    sums = [value(side, at) for side in said.args]
    for found, epsilon, ratio in zip(sums, ("1/2", "1/4"), ("1", "3/2"), strict=True):
        curve = value(curve_below(Fraction(epsilon), Fraction(ratio)), {})
        assert abs(found - curve) < Fraction(1, 1000)
    assert value(said, at)


def test_the_sums_of_the_normal_tail_go_to_it() -> None:
    given, said = in_sums(normal_tail)
    points = [(k + Fraction(1, 2)) * STEP for k in range(96)]
    start, least = Fraction(3, 2), Fraction(1)
    at = numbers_of_sum(points) | {"v": tuple(points), "x": start, "λ": least}
    exponents = value(given[-1].args[2], at)
    at["g"] = tuple(near((-to_arb(exponents(k))).exp()) for k in range(len(points)))
    assert all(value(each, at) for each in given)
    tail, half = (value(side, at) for side in said.args)
    assert abs(half - Fraction(1, 2)) < Fraction(1, 1000)
    right = value(normal_below(-start), {})
    assert abs(tail * near((-to_arb(least)).exp()) - right) < Fraction(1, 1000)
