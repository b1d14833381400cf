"""Differencing: combinations checked by multiplication, posteriors and repeated answers against enumeration."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, geometric, level
from exactdp.linear_programs.linear_program import holds
from exactdp.model.mechanism import Mechanism, identity
from exactdp.surveys import differencing
from exactdp.surveys.differencing import (
    Combination,
    Difference,
    NoCombination,
    bit_posterior,
    cheapest_combination,
    difference,
    repeated_answers,
)
from exactdp.surveys.queries import Transcript, true_answers
from tests.strategies import mechanisms, share_of

HALF = Fraction(1, 2)


@st.composite
def query_lists(draw: st.DrawFn) -> list[tuple[int, ...]]:
    n = draw(st.integers(1, 4))
    weights = st.tuples(*[st.sampled_from([-1, 0, 0, 1, 1, 2])] * n)
    return draw(st.lists(weights, min_size=1, max_size=5))


@given(query_lists(), st.data())
def test_a_combination_singles_one_person_out_or_a_direction_hides_them(queries, data) -> None:
    person = data.draw(st.integers(0, len(queries[0]) - 1))
    found = cheapest_combination(queries, person)
    if isinstance(found, Combination):
        for j, column in enumerate(zip(*queries, strict=True)):
            assert sum(w * q for w, q in zip(found.multiples, column, strict=True)) == int(j == person)
        assert found.cost == sum(map(abs, found.multiples))
        assert holds(found.optimum)
    else:
        assert not found
        assert found.direction[person] == 1
        assert all(sum(q * y for q, y in zip(query, found.direction, strict=True)) == 0 for query in queries)


@given(query_lists(), st.sampled_from([Fraction(0), Fraction(1, 5), HALF]), st.data())
def test_a_difference_never_excludes_the_true_bit(queries, error, data) -> None:
    n = len(queries[0])
    truth = data.draw(st.tuples(*[st.integers(0, 1)] * n))
    signs = data.draw(st.tuples(*[st.sampled_from([-1, 0, 1])] * len(queries)))
    answers = [a + error * sign for a, sign in zip(true_answers(queries, truth), signs, strict=True)]
    for person in range(n):
        found = difference(Transcript(queries, answers, error), person)
        if isinstance(found, Difference):
            assert found.bit in (None, truth[person])
            assert error or found.bit is not None


def test_the_director_with_and_without() -> None:
    queries = [(1,) * 50, (1,) * 49 + (0,)]
    found = difference(Transcript(queries, ["17.49", "15.51"], "49/100"), 49)
    assert (found.bit, found.value, found.reach) == (1, 1, 0)
    assert isinstance(difference(Transcript(queries, [17, 16], 0), 3), NoCombination)
    found = difference(Transcript(queries, ["33/2", 16], "1/2"), 49)
    assert found.bit is None


def test_a_difference_that_no_bit_fits() -> None:
    found = difference(Transcript([(1, 1), (1, 0)], [9, 1], 0), 1)
    assert isinstance(found, Difference)
    with pytest.raises(InputError, match="some error exceeds the bound"):
        assert found.bit


def test_three_counts_hide_what_no_pair_tells() -> None:
    # Each pair of people is counted together: only all three counts single one out.
    found = cheapest_combination([(1, 1, 0), (0, 1, 1), (1, 0, 1)], 0)
    assert (found.multiples, found.cost) == ((HALF, -HALF, HALF), Fraction(3, 2))


@given(mechanisms(height=4), st.data())
@share_of(60)
def test_the_posterior_by_enumeration(mechanism: Mechanism, data) -> None:
    n = data.draw(st.integers(1, 3))
    queries = data.draw(st.lists(st.tuples(*[st.integers(0, 1)] * n), min_size=1, max_size=3))
    responses = data.draw(st.tuples(*[st.integers(0, mechanism.shape[1] - 1)] * len(queries)))
    prior = data.draw(st.tuples(*[st.sampled_from([Fraction(1, 3), HALF, Fraction(0), Fraction(1)])] * n))
    person = data.draw(st.integers(0, n - 1))
    mass = [Fraction(0), Fraction(0)]
    for database in product((0, 1), repeat=n):
        chance = prod((p if bit else 1 - p for p, bit in zip(prior, database, strict=True)), start=Fraction(1))
        for result, response in zip(true_answers(queries, database), responses, strict=True):
            chance *= mechanism[result, response]
        mass[database[person]] += chance
    if not sum(mass):
        with pytest.raises(InputError, match="no database gives these responses"):
            bit_posterior(mechanism, queries, responses, person, prior)
        return
    found = bit_posterior(mechanism, queries, responses, person, prior)
    assert found.probability == mass[1] / sum(mass)
    if found.bound is not None:
        weight = sum(query[person] for query in queries)
        assert found.bound == 1 / level(mechanism).alpha ** weight
        if found.factor is not None:
            assert 1 / found.bound <= found.factor <= found.bound
    if found.factor is not None and 0 < found.prior < 1 and mass[0]:
        assert found.factor * found.prior / (1 - found.prior) == mass[1] / mass[0]


def test_a_count_of_a_thousand_people() -> None:
    n = 200
    queries = [(1,) * n, (1,) * (n - 1) + (0,)]
    found = bit_posterior(geometric(n=n, alpha="9/10"), queries, [101, 100], n - 1)
    assert found.bound == Fraction(10, 9)
    assert HALF < found.probability < Fraction(10, 19)
    certain = bit_posterior(identity(n=n), queries, [101, 100], n - 1)
    assert (certain.probability, certain.factor, certain.bound) == (1, None, None)


@given(mechanisms(height=3), st.integers(0, 4), st.integers(0, 2), st.integers(0, 2))
@share_of(60)
def test_repeated_answers_by_enumeration(mechanism: Mechanism, times: int, i: int, k: int) -> None:
    width = mechanism.shape[1]
    times = min(times, 3) if width > 3 else times
    told = averaged = Fraction(0)
    for answers in product(range(width), repeat=times):
        here = prod((mechanism[i, r] for r in answers), start=Fraction(1))
        told += max(here, prod((mechanism[k, r] for r in answers), start=Fraction(1))) / 2
        if times and i - HALF <= Fraction(sum(answers), times) < i + HALF:
            averaged += here
    found = repeated_answers(mechanism, i, k, times)
    assert (found.told_apart, found.averaged) == (told, averaged)


def test_averages_of_many_answers() -> None:
    mechanism = geometric(n=4, alpha="1/2")
    few, many = (repeated_answers(mechanism, 2, 3, times) for times in (1, 60))
    assert few.averaged == mechanism[2, 2]
    assert many.averaged > Fraction(98, 100)
    assert many.told_apart > Fraction(98, 100)
    # At the end of the range the mean tends to 0.4375, so that 0 stays the rounded mean.
    assert repeated_answers(mechanism, 0, 1, 2).expected == sum(r * p for r, p in enumerate(mechanism.rows[0]))


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = geometric(n=2, alpha="1/2")
    for person in (-1, 1):
        with pytest.raises(InputError, match="write a person from 0 to 0"):
            cheapest_combination([(1,)], person)
        with pytest.raises(InputError, match="write a person from 0 to 0"):
            bit_posterior(mechanism, [(1,)], [0], person)
    with pytest.raises(InputError, match="results outside the mechanism's inputs: write one with results 0 to 2"):
        bit_posterior(mechanism, [(1, 1, 1)], [0], 0)
    with pytest.raises(InputError, match="results outside the mechanism's inputs: write one with results 0 to 2"):
        bit_posterior(mechanism, [(1, -1)], [0], 0)
    with pytest.raises(InputError, match="response 3: write a response of the mechanism, 0 to 2"):
        bit_posterior(mechanism, [(1, 1)], [3], 0)
    with pytest.raises(InputError, match="1 query and 2 responses: write one response for each query"):
        bit_posterior(mechanism, [(1, 1)], [0, 0], 0)
    with pytest.raises(InputError, match="the prior has 1 number: write one for each of 2 people"):
        bit_posterior(mechanism, [(1, 1)], [0], 0, [HALF])
    with pytest.raises(InputError, match="write probabilities from 0 to 1"):
        bit_posterior(mechanism, [(1, 1)], [0], 0, [HALF, 2])
    with pytest.raises(InputError, match="write results from 0 to 2, and times from 0"):
        repeated_answers(mechanism, 0, 3, 1)
    with pytest.raises(InputError, match="write results from 0 to 2, and times from 0"):
        repeated_answers(mechanism, 0, 1, -1)
    with pytest.raises(InputError, match="the answer 1/3 is further from every whole number than the bound"):
        difference(Transcript([(1,)], ["1/3"], "1/4"), 0)
    with pytest.raises(InputError, match="no bound on the errors is known"):
        difference(Transcript([(1,)], [1]), 0)
    monkeypatch.setattr(differencing, "STATES", 2)
    with pytest.raises(InputError, match="more than 2 joint results"):
        bit_posterior(geometric(n=4, alpha="1/2"), [(1, 1, 1, 1)], [0], 0)
    with pytest.raises(InputError, match="more than 2 likelihood ratios"):
        repeated_answers(mechanism, 0, 1, 2)
