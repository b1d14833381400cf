"""Composition against joint mechanisms written out, with every set of responses tried."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, edges, geometric, level, path
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.mechanism import Mechanism, identity
from exactdp.privacy import composition
from exactdp.privacy.composition import (
    Promise,
    advanced_composition,
    basic_composition,
    composed_loss,
    group_privacy,
    optimal_composition,
    promise,
    together,
)
from exactdp.privacy.privacy_loss import privacy_loss
from tests.every_set import difference, least_delta, side_by_side
from tests.strategies import INSIDE, mechanisms

HALF = Fraction(1, 2)
STRETCHES = [Fraction(word) for word in ("1", "3/2", "2", "3", "4", "8", "100")]


# Promises


@given(INSIDE)
def test_group_privacy_is_the_sum(alpha: Fraction) -> None:
    delta = Fraction(1, 10**6)
    for size in range(5):
        found = group_privacy(promise(alpha, delta), size)
        assert found == Promise(alpha**size, sum((delta / alpha**step for step in range(size)), Fraction(0)))


def test_group_privacy_at_the_ends() -> None:
    assert group_privacy(promise(1, "1/10"), 3) == promise(1, "3/10")
    assert group_privacy(promise(1, "1/2"), 3) == promise(1, 1)
    assert group_privacy(promise(0, 0), 3) == promise(0, 0)
    assert group_privacy(promise(0, "1/7"), 2) == promise(0, 1)
    assert group_privacy(promise(0, "1/7"), 1) == promise(0, "1/7")
    assert group_privacy(promise("1/2", 1), 0) == promise(1, 0)


def test_for_a_group_of_two_twice_the_delta_is_not_enough() -> None:
    delta = Fraction(1, 10)
    mechanism = Mechanism([[weight * delta, 1 - weight * delta] for weight in (0, 1, 3)])
    assert least_delta(mechanism, path(inputs=range(3)), Fraction(2)) == delta
    assert least_delta(mechanism, edges([(0, 2)], inputs=range(3)), Fraction(4)) == 3 * delta
    assert group_privacy(promise(HALF, delta), 2) == promise("1/4", 3 * delta)


def test_basic_composition_of_none_one_and_two() -> None:
    assert basic_composition([]) == promise(1, 0)
    assert basic_composition([promise("1/3", "1/7")]) == promise("1/3", "1/7")
    assert basic_composition([promise("1/3", "1/2"), promise("1/2", "1/2")]) == promise("1/6", "3/4")


# Joint mechanisms


@given(st.data())
def test_together_is_the_product(data: st.DataObject) -> None:
    several = [data.draw(mechanisms(height=2)) for _ in range(data.draw(st.sampled_from([1, 2, 3])))]
    joint = together(*several)
    assert joint.rows == side_by_side(*several).rows
    assert joint.responses == tuple(map(",".join, product(*(each.responses for each in several))))
    assert level(joint).alpha >= basic_composition(Promise(level(each).alpha, Fraction(0)) for each in several).alpha


# The optimal curve


@pytest.mark.parametrize("alpha", [Fraction(1, 3), HALF, Fraction(9, 10), Fraction(1)])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_randomised_response_composed(k: int, alpha: Fraction) -> None:
    loss = optimal_composition([promise(alpha)] * k)
    joint = together(*[geometric(n=1, alpha=alpha)] * k) if k else Mechanism([[1], [1]])
    for t in STRETCHES:
        delta = least_delta(joint, path(inputs=range(2)), t)
        binomial = sum(comb(k, j) * max(Fraction(0), alpha**j - t * alpha ** (k - j)) for j in range(k + 1))
        assert loss.delta(t) == delta == binomial / (1 + alpha) ** k
    assert loss == privacy_loss(joint, 0, 1)
    assert loss.alpha(0) == alpha**k == level(joint).alpha


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10), Fraction(1)])
def test_the_worst_loss_keeps_its_promise_and_no_more(delta: Fraction) -> None:
    for alpha in (Fraction(0), Fraction(1, 3), Fraction(1)):
        loss = optimal_composition([Promise(alpha, delta)])
        assert sum(p for _, p in loss.ratios) == 1
        if alpha:
            assert loss.delta(1 / alpha) == delta
            assert loss.delta(1) == delta + (1 - delta) * (1 - alpha) / (1 + alpha)
        else:
            assert loss.ratios == ((None, 1),)


@given(st.data())
def test_no_mechanism_is_above_the_optimal_curve(data: st.DataObject) -> None:
    neighbours = path(inputs=range(2))
    several = [data.draw(mechanisms(height=2, width=width)) for width in data.draw(st.sampled_from([[4], [3, 3]]))]
    alphas = [data.draw(INSIDE) for _ in several]
    promises = [
        Promise(alpha, least_delta(each, neighbours, 1 / alpha)) for each, alpha in zip(several, alphas, strict=True)
    ]
    optimal = optimal_composition(promises)
    joint = together(*several)
    for t in STRETCHES:
        assert least_delta(joint, neighbours, t) <= optimal.delta(t)
    basic = basic_composition(promises)
    assert optimal.delta(1 / basic.alpha) == basic.delta


@given(st.data())
def test_not_even_an_adaptive_one(data: st.DataObject) -> None:
    first = data.draw(mechanisms(height=2, width=2))
    then = [data.draw(mechanisms(height=2, width=3)) for _ in range(2)]
    alphas = data.draw(INSIDE), data.draw(INSIDE)
    promises = [
        Promise(alphas[0], least_delta(first, path(inputs=range(2)), 1 / alphas[0])),
        Promise(alphas[1], max(least_delta(each, path(inputs=range(2)), 1 / alphas[1]) for each in then)),
    ]
    joint = Mechanism(
        [[p * q for p, each in zip(row, then, strict=True) for q in each.rows[i]] for i, row in enumerate(first.rows)]
    )
    for t in STRETCHES:
        assert least_delta(joint, path(inputs=range(2)), t) <= optimal_composition(promises).delta(t)


@given(st.data())
def test_losses_composed_are_those_of_the_product(data: st.DataObject) -> None:
    several = [data.draw(mechanisms(height=2, width=width)) for width in data.draw(st.sampled_from([[], [2], [3, 2]]))]
    loss = composed_loss(privacy_loss(each, 0, 1) for each in several)
    joint = together(*several) if several else Mechanism([[1], [1]])
    assert loss == privacy_loss(joint, 0, 1)
    for t in STRETCHES:
        assert loss.delta(t) == difference(*joint.rows, t)


def test_many_runs() -> None:
    each = promise("99/100", "1/1000000")
    loss = optimal_composition([each] * 500)
    assert len(loss.ratios) == 502
    assert loss.infinite == 1 - (1 - each.delta) ** 500
    alpha = loss.alpha("1/1000")
    assert each.alpha**500 < alpha < 1
    assert loss.delta(1 / alpha) == Fraction(1, 1000)
    mixed = optimal_composition([promise("1/2")] * 30 + [promise("1/4")] * 20)
    assert len(mixed.ratios) == 71
    assert mixed.alpha(0) == HALF**70


# The theorem


@pytest.mark.parametrize("alpha", ["9/10", "1/2", "1/10"])
@pytest.mark.parametrize("k", [1, 2, 10, 60])
@pytest.mark.parametrize("slack", ["1/2", "1/100", "1/1000000"])
@pytest.mark.parametrize("delta", ["0", "1/1000"])
def test_the_theorem_is_true_of_the_worst_mechanisms(alpha: str, k: int, slack: str, delta: str) -> None:
    found = advanced_composition(promise(alpha, delta), k, slack)
    optimal = optimal_composition([found.each] * k)
    assert found.delta == min(k * Fraction(delta) + Fraction(slack), 1)
    for bound in (found.sharper, found.printed):
        assert optimal.delta(1 / Exponential(bound.lower).enclosed(64).upper) <= found.delta
    assert found.sharper.upper < found.printed.lower
    assert found.printed.upper - found.printed.lower < Fraction(1, 2**50)


def test_the_theorem_in_numbers() -> None:
    # With δ = e^-2 and k = 2 the root is √8, and ε = ln 2: so √8·ln 2 + 2·ln 2 and √8·ln 2 + 2/3·ln 2.
    slack = Fraction(1353352832366127, 10**16)  # e^-2 to 16 places
    found = advanced_composition(promise(HALF), 2, slack)
    ln2, root8 = Fraction(6931471805599453, 10**16), Fraction(28284271247461903, 10**16)
    near = Fraction(1, 10**13)
    for bounds, factor in ((found.basic, 2), (found.printed, root8 + 2), (found.sharper, root8 + Fraction(2, 3))):
        assert bounds.lower - near <= ln2 * factor <= bounds.upper + near
    many = advanced_composition(promise("99/100"), 1000, "1/100")
    assert many.printed.upper < many.basic.lower


def test_the_theorem_at_the_ends() -> None:
    for found in (
        advanced_composition(promise(HALF), 0, HALF),
        advanced_composition(promise(1), 5, HALF),
    ):
        assert (found.basic, found.printed) == (found.sharper, found.sharper)
        assert (found.basic.lower, found.basic.upper) == (0, 0)
        whole = advanced_composition(promise(HALF), 1, 1)
    assert whole.delta == 1
    assert advanced_composition(promise(HALF, HALF), 9, HALF).delta == 1


# What is refused


@pytest.mark.parametrize("size", [-1, 10**9, 1.0])
def test_what_is_no_group(size) -> None:
    with pytest.raises(InputError, match="a group of"):
        group_privacy(promise("1/2"), size)


@pytest.mark.parametrize(("alpha", "delta"), [(2, 0), (-1, 0), (1, "-1/2"), (1, "3/2")])
def test_what_is_no_promise(alpha, delta) -> None:
    with pytest.raises(InputError, match="is outside"):
        promise(alpha, delta)


def test_losses_of_too_many_sums_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    losses = [optimal_composition([promise(Fraction(1, n))]) for n in (2, 3, 5, 7, 11, 13)]
    monkeypatch.setattr(composition, "LARGEST_LOSS", 2**5)
    assert len(composed_loss(losses[:5]).ratios) == 2**5
    with pytest.raises(InputError, match="the losses have more than 32 sums: give fewer, or equal levels"):
        composed_loss(losses)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (together, "no mechanism is given"),
        (lambda: together(identity(inputs=range(2)), identity(inputs=range(3))), "the inputs are 0, 1 and 0, 1, 2"),
        (lambda: together(*[identity(inputs=range(2))] * 30), "compose the privacy losses instead"),
        (lambda: advanced_composition(promise(0), 2, HALF), "α = 0 promises nothing"),
        (lambda: advanced_composition(promise(HALF), -1, HALF), "-1 mechanisms"),
        (lambda: advanced_composition(promise(HALF), 2, 0), "the slack is 0"),
        (lambda: advanced_composition(promise(HALF), 2, 2), "the slack is 2"),
    ],
)
def test_what_is_refused(call, says) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert says in str(error.value)
