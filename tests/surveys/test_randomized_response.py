"""Tests of local randomizers and their estimators: levels, unbiasedness and variances against enumeration."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.model.mechanism import Mechanism, identity
from exactdp.surveys.randomized_response import (
    Estimator,
    Indistinguishable,
    biased_response,
    binary_response,
    k_ary_response,
    local_randomizer,
    subset_response,
    tally,
    truthful_response,
    two_coin_response,
    unary_encoding,
    unbiased_estimator,
)
from tests.strategies import LEVELS, mechanisms

HALF = Fraction(1, 2)
CHANCES = st.sampled_from([Fraction(word) for word in ("0", "1/7", "1/3", "1/2", "3/4", "9/10", "1")])


def every_ratio(mechanism: Mechanism) -> Fraction:
    """The exact level between all inputs, by comparing all pairs of rows: 0/0 counts as 1."""
    least = Fraction(1)
    for here, there in product(mechanism.rows, repeat=2):
        for p, q in zip(here, there, strict=True):
            if p:
                least = min(least, q / p)
    return least


# Levels


@given(CHANCES)
def test_the_level_of_a_binary_response(truth: Fraction) -> None:
    built = binary_response(truth)
    expected = Fraction(0) if truth in (0, 1) else min(truth / (1 - truth), (1 - truth) / truth)
    assert built.level.alpha == expected == every_ratio(built.mechanism)


@pytest.mark.parametrize("bias", ["0", "1/10", "1/4", "49/100", "1/2"])
def test_the_level_of_the_bias_of_the_notes(bias: str) -> None:
    b = Fraction(bias)
    assert biased_response(bias).level.alpha == (1 - 2 * b) / (1 + 2 * b)
    assert biased_response(bias).mechanism == binary_response(HALF + b).mechanism


@given(CHANCES, CHANCES)
def test_the_level_of_two_coins(heads: Fraction, yes: Fraction) -> None:
    built = two_coin_response(heads, yes)
    said = min(yes, 1 - yes)
    least = (1 - heads) * said
    assert built.level.alpha == every_ratio(built.mechanism) == (least / (heads + least) if heads + least else 1)


def test_fair_coins_have_the_level_one_third() -> None:
    assert two_coin_response().level.alpha == Fraction(1, 3)
    assert two_coin_response().mechanism.rows == binary_response("3/4").mechanism.rows


@given(st.integers(1, 5), LEVELS, st.data())
def test_the_level_of_sets_is_that_of_their_weights(k: int, alpha: Fraction, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, k))
    built = subset_response(k=k, size=size, alpha=alpha)
    assert built.mechanism.shape == (k, comb(k, size))
    assert built.level.alpha == every_ratio(built.mechanism) == (alpha if size < k else 1)
    for value, row in enumerate(built.mechanism.rows):
        holding = {p for p, chosen in zip(row, built.mechanism.responses, strict=True) if str(value) in chosen.split()}
        others = {
            p for p, chosen in zip(row, built.mechanism.responses, strict=True) if str(value) not in chosen.split()
        }
        assert len(holding) == 1 and others in (set(), {alpha * holding.pop()})


@given(st.integers(1, 6), LEVELS)
def test_k_ary_response_is_in_closed_form(k: int, alpha: Fraction) -> None:
    found = k_ary_response(k, alpha).mechanism
    total = 1 + (k - 1) * alpha
    assert found.rows == tuple(tuple((1 if i == r else alpha) / total for r in range(k)) for i in range(k))


@given(st.integers(2, 5), CHANCES)
def test_a_truthful_response_shares_the_rest_among_the_other_values(k: int, truth: Fraction) -> None:
    built = truthful_response(k, truth)
    rest = (1 - truth) / (k - 1)
    assert built.mechanism.rows == tuple(tuple(truth if i == r else rest for r in range(k)) for i in range(k))
    assert built.level.alpha == every_ratio(built.mechanism)


@given(st.integers(1, 4), CHANCES, CHANCES)
def test_the_level_of_unary_encoding(k: int, kept: Fraction, invented: Fraction) -> None:
    built = unary_encoding(k, kept, invented)
    assert built.level.alpha == every_ratio(built.mechanism)
    if k >= 2 and 0 < invented <= kept < 1:
        assert built.level.alpha == invented * (1 - kept) / (kept * (1 - invented))


def test_the_bits_of_unary_encoding() -> None:
    found = unary_encoding(2, "3/4", "1/5").mechanism
    row = dict(zip(found.responses, found.rows[1], strict=True))
    assert row == {"00": Fraction(1, 5), "01": Fraction(3, 5), "10": Fraction(1, 20), "11": Fraction(3, 20)}


@given(LEVELS.filter(bool), st.integers(2, 4))
def test_the_two_usual_unary_encodings(alpha: Fraction, k: int) -> None:
    assert unary_encoding(k, HALF, alpha / (1 + alpha)).level.alpha == alpha
    assert unary_encoding(k, 1 / (1 + alpha), alpha / (1 + alpha)).level.alpha == alpha**2


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: binary_response("3/2"), "the probability of the truth is 3/2"),
        (lambda: biased_response("-1/4"), "a bias of -1/4"),
        (lambda: biased_response("3/4"), "a bias of 3/4"),
        (lambda: two_coin_response(2), "the probability of heads is 2"),
        (lambda: two_coin_response(HALF, -1), "the probability of yes is -1"),
        (lambda: k_ary_response(0, HALF), "0 values"),
        (lambda: truthful_response(1, HALF), "write at least 2 values"),
        (lambda: k_ary_response(2, 2), "α = 2"),
        (lambda: subset_response(k=3, size=0, alpha=HALF), "sets of 0"),
        (lambda: subset_response(k=3, size=4, alpha=HALF), "sets of 4"),
        (lambda: subset_response(k=60, size=30, alpha=HALF), "entries"),
        (lambda: unary_encoding(0, HALF, HALF), "0 values"),
        (lambda: unary_encoding(10**9, HALF, HALF), "entries"),
        (lambda: tally(identity(inputs=range(3)), n=2), "3 × 3"),
        (lambda: tally(identity(inputs=range(2)), n=-1), "-1 people"),
        (lambda: tally(identity(inputs=range(2)), n=10**6), "entries"),
    ],
)
def test_what_is_outside_is_refused(build, said: str) -> None:
    with pytest.raises(InputError, match=said):
        build()


def test_floats_are_refused() -> None:
    with pytest.raises(TypeError, match="float"):
        binary_response(0.75)


# Tallies


@given(st.integers(0, 4), mechanisms(2, 2))
def test_a_tally_counts_all_people_s_responses(n: int, randomizer: Mechanism) -> None:
    found = tally(randomizer, n=n).mechanism
    for i in range(n + 1):
        bits = [1] * i + [0] * (n - i)
        expected = [Fraction(0)] * (n + 1)
        for said in product((0, 1), repeat=n):
            chance = Fraction(1)
            for bit, response in zip(bits, said, strict=True):
                chance *= randomizer[bit, response]
            expected[sum(said)] += chance
        assert found.rows[i] == tuple(expected)


@given(st.integers(1, 6), CHANCES)
def test_a_tally_has_the_level_of_one_response(n: int, truth: Fraction) -> None:
    randomizer = binary_response(truth)
    assert tally(randomizer.mechanism, n=n).level.alpha == randomizer.level.alpha


# Estimators


TARGETS = st.sampled_from([Fraction(word) for word in ("0", "0", "1", "2", "-1/3")])


@given(st.data())
def test_an_estimator_is_unbiased_or_two_priors_show_that_none_is(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    k, m = mechanism.shape
    target = data.draw(st.lists(TARGETS, min_size=k, max_size=k))
    found = unbiased_estimator(mechanism, target)
    if isinstance(found, Estimator):
        for row, wanted in zip(mechanism.rows, target, strict=True):
            assert sum(p * score for p, score in zip(row, found.scores, strict=True)) == wanted
        return
    assert not found
    for prior in (found.first, found.second):
        assert sum(prior) == 1 and min(prior) >= 0
    for r in range(m):
        given_first = sum(p * x for p, x in zip(found.first, mechanism.column(r), strict=True))
        assert given_first == sum(p * x for p, x in zip(found.second, mechanism.column(r), strict=True))
    expected = [sum(p * t for p, t in zip(prior, target, strict=True)) for prior in (found.first, found.second)]
    assert expected[0] != expected[1]


@given(st.data())
def test_no_other_unbiased_estimator_varies_less(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms(2, 3))
    found = unbiased_estimator(mechanism, [0, 1])
    if isinstance(found, Indistinguishable):
        return
    # All scores that are unbiased differ from these by a vector orthogonal to both rows: their cross product.
    (a, b, c), (d, e, f) = mechanism.rows
    free = (b * f - c * e, c * d - a * f, a * e - b * d)
    for step in (Fraction(1, 3), Fraction(-1, 5)):
        other = Estimator(mechanism, found.target, tuple(s + step * v for s, v in zip(found.scores, free, strict=True)))
        assert sum(other.scores[r] * a for r, a in enumerate(mechanism.rows[1])) == 1
        assert sum(found.variances) <= sum(other.variances)


@pytest.mark.parametrize("bias", ["1/10", "1/4", "1/2"])
def test_the_scores_and_the_variance_of_the_notes(bias: str) -> None:
    b = Fraction(bias)
    found = unbiased_estimator(biased_response(b).mechanism, [0, 1])
    assert found.scores == tuple((y - HALF + b) / (2 * b) for y in (0, 1))
    for n in (1, 7):
        for ones in (0, n):
            exactly = found.variance([n - ones, ones])
            assert exactly == 1 / (16 * b**2 * n) - Fraction(1, 4 * n) < 1 / (16 * b**2 * n)


@given(st.integers(2, 5), LEVELS.filter(lambda alpha: 0 < alpha < 1))
def test_the_share_of_one_of_k_values(k: int, alpha: Fraction) -> None:
    found = unbiased_estimator(k_ary_response(k, alpha).mechanism, [1] + [0] * (k - 1))
    assert isinstance(found, Estimator)
    p, q = 1 / (1 + (k - 1) * alpha), alpha / (1 + (k - 1) * alpha)
    assert found.scores == ((1 - q) / (p - q),) + (-q / (p - q),) * (k - 1)
    assert found.variances == (p * (1 - p) / (p - q) ** 2,) + (q * (1 - q) / (p - q) ** 2,) * (k - 1)


def test_the_variance_is_that_of_all_responses() -> None:
    mechanism = Mechanism([["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"]])
    found = unbiased_estimator(mechanism, [0, 1])
    assert isinstance(found, Estimator)
    first = second = Fraction(0)
    for said in product(range(3), repeat=3):
        chance = mechanism[0, said[0]] * mechanism[1, said[1]] * mechanism[1, said[2]]
        first += chance * found.of(said)
        second += chance * found.of(said) ** 2
    assert first == Fraction(2, 3)
    assert second - first**2 == found.variance([1, 2])


def test_responses_that_never_occur_score_nothing() -> None:
    found = unbiased_estimator(Mechanism([["3/4", 0, "1/4"], ["1/4", 0, "3/4"]]), [0, 1])
    assert isinstance(found, Estimator) and found.scores == (-HALF, 0, Fraction(3, 2))


def test_what_an_estimator_refuses() -> None:
    found = unbiased_estimator(identity(inputs=range(2)), [0, 1])
    assert isinstance(found, Estimator) and found.variances == (0, 0)
    for call, said in (
        (lambda: found.of([]), "no responses"),
        (lambda: found.variance([0, 0]), "how many people"),
        (lambda: found.variance([1]), "how many people"),
        (lambda: found.variance([-1, 2]), "how many people"),
        (lambda: unbiased_estimator(identity(inputs=range(2)), [0]), "the target has 1 number"),
    ):
        with pytest.raises(InputError, match=said):
            call()


def test_a_local_randomizer_has_all_pairs_as_neighbours() -> None:
    built = local_randomizer(identity(inputs=range(3)))
    assert built.neighbours.name == "complete" and built.level.alpha == 0
