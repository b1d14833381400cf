"""The curve against every set of responses, between its breakpoints and at them."""

import pickle
from fractions import Fraction
from itertools import pairwise
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, complete, edges, geometric, level, path, private
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.model.mechanism import Mechanism, identity
from exactdp.privacy.privacy_curve import (
    NOTHING,
    Event,
    PrivacyCurve,
    approximately_private,
    least_delta,
    privacy_curve,
    probabilistically_private,
)
from exactdp.privacy.privacy_loss import privacy_loss
from tests import every_set
from tests.strategies import INSIDE, LEVELS, graphs, mechanisms

RESPONSE = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DELTAS = st.sampled_from([Fraction(word) for word in ("0", "1/100", "1/9", "1/4", "1/2", "3/4", "1")])


def some_stretches(curve: PrivacyCurve) -> set[Fraction]:
    starts = [t for t, _ in curve.breakpoints]
    middles = [(a + b) / 2 for a, b in pairwise(starts)]
    return {*starts, *middles, starts[-1] + 1, Fraction(3, 2), Fraction(2), Fraction(1000)}


def sums_at(event: Event, mechanism: Mechanism) -> tuple[Fraction, Fraction]:
    i, k = (sum((mechanism[row, r] for r in event.responses), Fraction(0)) for row in (event.i, event.k))
    return i, k


@given(st.data())
def test_the_curve_is_the_least_delta_everywhere(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    curve = privacy_curve(mechanism, neighbours)
    for t in some_stretches(curve):
        delta = every_set.least_delta(mechanism, neighbours, t)
        assert curve.at(t) == delta
        event = curve.segment(t).event
        assert (event.here, event.there) == sums_at(event, mechanism)
        assert event == NOTHING or (event.i, event.k) in set(neighbours.both_ways())
        assert event.excess(t) == delta
    # Of the breakpoints none is needless: the slope P(S) - t·Q(S) has changes at each.
    slopes = [segment.event.there for segment in curve.segments]
    assert curve.segments[0].start == 1
    assert slopes == sorted(set(slopes), reverse=True)
    assert slopes[-1] == 0
    for before, after in pairwise(curve.segments):
        assert before.start < after.start
        assert before.event.excess(after.start) == after.delta


@given(st.data(), DELTAS)
def test_the_level_for_a_delta_is_the_largest(data: st.DataObject, delta: Fraction) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    curve = privacy_curve(mechanism, neighbours)
    alpha = curve.alpha(delta)
    assert curve.delta(alpha) <= delta
    assert approximately_private(mechanism, alpha, delta, neighbours)
    if alpha < 1:
        assert not approximately_private(mechanism, alpha + (1 - alpha) / 10**9, delta, neighbours)
    assert curve.alpha(0) == level(mechanism, neighbours).alpha
    losses = [privacy_loss(mechanism, i, k) for i, k in neighbours.both_ways()]
    assert alpha == min((loss.alpha(delta) for loss in losses), default=1)


@given(st.data(), LEVELS, DELTAS)
def test_one_level_by_definition(data: st.DataObject, alpha: Fraction, delta: Fraction) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    found = approximately_private(mechanism, alpha, delta, neighbours)
    assert found.least == (every_set.least_delta(mechanism, neighbours, 1 / alpha) if alpha else 0)
    assert bool(found) == (found.least <= delta) == (found.violation is None)
    assert (found.worst.here, found.worst.there) == sums_at(found.worst, mechanism)
    if found.violation:
        assert found.violation.here > found.violation.there / alpha + delta
    if delta == 0:
        assert bool(found) == bool(private(mechanism, alpha, neighbours))


@given(st.data(), INSIDE)
def test_probabilistic_privacy_is_stronger(data: st.DataObject, alpha: Fraction) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    found = probabilistically_private(mechanism, alpha, 0, neighbours)
    rows = mechanism.rows
    tails = [
        sum((p for p, q in zip(rows[i], rows[k], strict=True) if alpha * p > q), Fraction(0))
        for i, k in neighbours.both_ways()
    ]
    assert found.least == max(tails, default=Fraction(0))
    assert bool(found) == bool(private(mechanism, alpha, neighbours))
    assert approximately_private(mechanism, alpha, found.least, neighbours)
    assert probabilistically_private(mechanism, alpha, found.least, neighbours)


def test_where_probabilistic_and_approximate_privacy_differ() -> None:
    # Randomised response at half of its ε: the loss is always above, and a δ of 1/4 is enough.
    approximate = approximately_private(RESPONSE, "1/2", "1/4")
    probabilistic = probabilistically_private(RESPONSE, "1/2", "1/4")
    assert (bool(approximate), approximate.least) == (True, Fraction(1, 4))
    assert (bool(probabilistic), probabilistic.least) == (False, Fraction(3, 4))
    assert str(probabilistic.violation) == "responses {0}: 3/4 on input 0, 1/4 on input 1"
    # A loss that is infinite with probability δ, and 0 else: here they agree.
    leak = Mechanism([["1/10", "9/10", 0], [0, "9/10", "1/10"]])
    for decide in (approximately_private, probabilistically_private):
        assert decide(leak, 1, "1/10")
        assert decide(leak, "1/9", "1/10")
        assert not decide(leak, "1/1000", "1/11")
    # Loss just above ε everywhere: δ can be as near to 0 as one likes, and the probability is 1.
    for m in (2, 10, 1000):
        near = Mechanism([[Fraction(m + 1, 2 * m), Fraction(m - 1, 2 * m)], [Fraction(1, 2), Fraction(1, 2)]])
        assert approximately_private(near, 1, Fraction(1, 2 * m)).least == Fraction(1, 2 * m)
        assert probabilistically_private(near, 1, 1).least == Fraction(m + 1, 2 * m)


@given(st.data())
def test_post_processing_never_raises_the_curve(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    remap = data.draw(mechanisms(height=mechanism.shape[1]))
    before, after = privacy_curve(mechanism), privacy_curve(mechanism @ remap)
    for t in some_stretches(before) | some_stretches(after):
        assert after.at(t) <= before.at(t)


def test_at_an_irrational_stretch() -> None:
    def series(x: Fraction) -> Fraction:
        return sum((x**j / factorial(j) for j in range(40)), Fraction(0))

    bounds = least_delta(RESPONSE, "1/2")
    assert bounds.lower <= Fraction(3, 4) - Fraction(1, 4) * series(Fraction(1, 2)) <= bounds.upper
    assert 0 < bounds.upper - bounds.lower < Fraction(1, 2**60)
    assert least_delta(RESPONSE, 10000) == Enclosure(Fraction(0), Fraction(0))
    assert least_delta(RESPONSE, 0) == Enclosure(Fraction(1, 2), Fraction(1, 2))
    assert least_delta(RESPONSE, 1, edges([], inputs=range(2))) == Enclosure(Fraction(0), Fraction(0))


def test_known_curves() -> None:
    # G on {0..n}: between neighbours only the ratios α and 1/α, so one breakpoint at 1/α.
    for n in (1, 2, 5):
        alpha = Fraction(1, 3)
        assert privacy_curve(geometric(n=n, alpha=alpha)).breakpoints == (
            (Fraction(1), (1 - alpha) / (1 + alpha)),
            (1 / alpha, Fraction(0)),
        )
    assert privacy_curve(identity(inputs=range(3))).breakpoints == ((Fraction(1), Fraction(1)),)
    assert privacy_curve(Mechanism([[1]])).breakpoints == ((Fraction(1), Fraction(0)),)
    assert privacy_curve(RESPONSE, edges([], inputs=range(2))).segments[0].event == NOTHING
    # The steep curve of one pair, until the flat one of another is above it.
    crossing = privacy_curve(Mechanism([["3/4", "1/4", 0], ["1/4", "3/4", 0], ["1/4", "13/20", "1/10"]]))
    assert crossing.breakpoints == ((1, Fraction(1, 2)), (Fraction(13, 5), Fraction(1, 10)))
    assert [(segment.event.i, segment.event.k) for segment in crossing.segments] == [(0, 1), (2, 1)]


def test_a_large_one() -> None:
    curve = privacy_curve(geometric(n=120, alpha="9/10") @ geometric(n=120, alpha="1/2"))
    assert curve.alpha(0) > Fraction(9, 10)
    assert len(curve.segments) > 20
    assert pickle.loads(pickle.dumps(curve)) == curve


def test_what_is_refused() -> None:
    curve = privacy_curve(RESPONSE)
    for call, says in (
        (lambda: curve.at("1/2"), "t = 1/2: write t = e^ε, which is at least 1"),
        (lambda: curve.delta(2), "α = 2 is outside"),
        (lambda: curve.delta(-1), "α = -1 is outside"),
        (lambda: curve.alpha("-1/9"), "δ = -1/9 is outside"),
        (lambda: least_delta(RESPONSE, -1), "ε = -1: write 0, a number from 1e-300 to 10000, or ln Q"),
        (lambda: least_delta(RESPONSE, "1e9"), "write 0, a number from 1e-300 to 10000, or ln Q"),
        (lambda: approximately_private(RESPONSE, "1/2", 2), "δ = 2 is outside"),
        (lambda: probabilistically_private(RESPONSE, "1/2", 2), "δ = 2 is outside"),
        (lambda: privacy_curve(RESPONSE, path(inputs=range(3))), "among 3 inputs and the mechanism has 2"),
        (
            lambda: privacy_curve(Mechanism([["1/2", "1/2"]] * 1600), complete(inputs=range(1600))),
            "too many for a whole curve",
        ),
    ):
        with pytest.raises(InputError) as error:
            call()
        assert says in str(error.value)
    with pytest.raises(TypeError):
        curve.at(1.5)
