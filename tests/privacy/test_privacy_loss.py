"""The privacy loss, by its definition, against the curve, and against logarithms that are summed by hand."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, complete, edges, geometric, path, privacy_curve
from exactdp.privacy.privacy_loss import largest_expected_loss, privacy_loss
from tests.strategies import mechanisms


@given(mechanisms(height=3))
def test_the_loss_has_all_that_the_curve_needs(mechanism: Mechanism) -> None:
    curve = privacy_curve(mechanism, edges([(0, 2)], inputs=range(3)))
    losses = privacy_loss(mechanism, 0, 2), privacy_loss(mechanism, 2, 0)
    starts = [t for t, _ in curve.breakpoints]
    for t in (*starts, *((a + b) / 2 for a, b in pairwise(starts)), starts[-1] + 1, Fraction(3, 2), Fraction(1000)):
        assert curve.at(t) == max(loss.delta(t) for loss in losses)
        for loss, (i, k) in zip(losses, [(0, 2), (2, 0)], strict=True):
            rows = list(zip(mechanism.rows[i], mechanism.rows[k], strict=True))
            assert loss.infinite == sum((p for p, q in rows if q == 0), Fraction(0))
            # Back from the ratios to the neighbour's probabilities.
            assert sum((p for _, p in loss.ratios), Fraction(0)) == 1
            assert sum((p / ratio for ratio, p in loss.ratios if ratio), Fraction(0)) == sum(
                (q for p, q in rows if p), Fraction(0)
            )


def logarithm(ratio: Fraction) -> tuple[Fraction, Fraction]:
    """Return rational bounds on ln of a positive ratio, by the series of the area hyperbolic tangent."""
    z = (ratio - 1) / (ratio + 1)
    head = 2 * sum((z ** (2 * j + 1) / (2 * j + 1) for j in range(60)), Fraction(0))
    tail = 2 * abs(z) ** 121 / 121 / (1 - z * z)
    return head - tail, head + tail


@given(mechanisms(height=2), st.sampled_from([8, 64]))
def test_the_expected_loss(mechanism: Mechanism, bits: int) -> None:
    loss = privacy_loss(mechanism, 0, 1)
    if loss.infinite:
        with pytest.raises(InputError, match="the expected loss is infinite"):
            loss.expectation()
        return
    found = loss.expectation(bits)
    ends = [(p, *logarithm(p / q)) for p, q in zip(*mechanism.rows, strict=True) if p]
    lower, upper = (sum((each[0] * each[end] for each in ends), Fraction(0)) for end in (1, 2))
    assert found.lower <= upper
    assert lower <= found.upper
    assert found.upper - found.lower <= Fraction(8, 2**bits)
    assert found.upper >= 0
    assert (loss.ratios == ((1, 1),)) == (mechanism.rows[0] == mechanism.rows[1])


def test_the_largest_expected_loss() -> None:
    mechanism = Mechanism([["3/4", "1/4"], ["1/2", "1/2"], ["1/2", "1/2"]])
    there, back = privacy_loss(mechanism, 0, 1).expectation(), privacy_loss(mechanism, 1, 0).expectation()
    assert there.upper < back.lower
    assert largest_expected_loss(mechanism) == back
    assert largest_expected_loss(mechanism, path(inputs=range(3))) == largest_expected_loss(
        mechanism, complete(inputs=range(3))
    )
    assert largest_expected_loss(Mechanism([[1]])).upper == 0


def test_the_expected_loss_of_randomised_response_is_below_two_epsilon_squared() -> None:
    # At the level α it is ε·(1 - α)/(1 + α), which is ε·tanh(ε/2).
    for alpha in map(Fraction, ("9/10", "1/2", "2/5")):
        response = geometric(n=1, alpha=alpha)
        found, epsilon = privacy_loss(response, 0, 1).expectation(), logarithm(1 / alpha)
        factor = (1 - alpha) / (1 + alpha)
        assert epsilon[0] * factor <= found.upper
        assert found.lower <= epsilon[1] * factor
        assert found.upper < 2 * epsilon[0] ** 2


def test_what_is_refused() -> None:
    response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    for call, says in (
        (lambda: privacy_loss(response, 0, 2), "input 2: inputs are numbered from 0 to 1"),
        (lambda: privacy_loss(response, -1, 0), "input -1: inputs are numbered from 0 to 1"),
        (lambda: privacy_loss(response, 0, 1).delta("1/2"), "t = 1/2: write t = e^ε, which is at least 1"),
        (lambda: privacy_loss(response, 0, 1).alpha(2), "δ = 2 is outside"),
    ):
        with pytest.raises(InputError) as error:
            call()
        assert says in str(error.value)
