"""The people of a city: the filter, the rounding of calls, and merged cells."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.city import Call, City, Person, example_people
from tests.strategies import share_of

SMALL = City(2, days=1, hours=2, commute=1, smoothing=2, cap=2, means=(0, 1, 2), deviations=(0, 1), resolution=2)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"side": 0}, "side = 0"),
        ({"cap": 0}, "cap = 0"),
        ({"commute": 3}, "does not divide"),
        ({"means": ()}, "means: write"),
        ({"deviations": (1, 0)}, "deviations: write"),
        ({"means": (-1, 0)}, "means: write"),
    ],
)
def test_what_a_city_cannot_be(changed, words):
    with pytest.raises(InputError, match=words):
        City(**{"side": 2, "days": 1} | changed)


@pytest.mark.parametrize("person", [Person(4, 0), Person(0, -1), Person(0, 0, (Call(0, 2, 0),))])
def test_people_outside_of_the_city(person):
    with pytest.raises(InputError, match=r"outside|not covered"):
        SMALL.kept([person])


def test_the_filter_reads_one_person_at_a_time():
    quiet, busy = Person(0, 1, (Call(0, 0, 0),) * 2), Person(0, 1, (Call(0, 0, 0),) * 3)
    assert SMALL.kept([quiet, busy]) == SMALL.kept([quiet]) + SMALL.kept([busy]) == (quiet,)


@given(st.lists(st.builds(Call, st.just(0), st.integers(0, 4), st.just(0)), max_size=9), st.integers(1, 12))
def test_patterns_are_integers_near_the_shares_that_sum_to_the_resolution(calls, resolution):
    city = City(1, days=1, hours=5, resolution=resolution)
    found = city.pattern(Person(0, 0, tuple(calls)))
    assert sum(found) == resolution
    for hour, part in enumerate(found):
        share = Fraction(sum(call.hour == hour for call in calls), len(calls)) if calls else Fraction(1, 5)
        assert abs(part - share * resolution) < 1


@pytest.mark.parametrize(
    ("per_day", "mean", "deviation"),
    [((0, 0), 0, 0), ((1, 1), 1, 0), ((0, 2), 1, 1), ((1, 2), 1, 0), ((4, 0), 2, 1), ((2, 2), 2, 0), ((1, 0), 0, 0)],
)
def test_means_and_deviations_are_rounded_to_the_nearest_the_smaller_of_two(per_day, mean, deviation):
    city = City(1, days=2, means=(0, 1, 2), deviations=(0, 1))
    person = Person(0, 0, tuple(Call(day, 0, 0) for day, count in enumerate(per_day) for _ in range(count)))
    assert (city.mean(person), city.deviation(person)) == (mean, deviation)


def test_a_deviation_is_compared_with_the_middle_and_not_with_its_square():
    city = City(1, days=2, deviations=(0, 2, 4))
    assert city.deviation(Person(0, 0, (Call(0, 0, 0),) * 4)) == 1
    assert city.deviation(Person(0, 0, (Call(0, 0, 0),) * 7)) == 2


def test_merged_cells_are_squares():
    city, found = City(6, days=1, commute=2), Counter()
    for cell in range(36):
        found[city.block(cell, 2)] += 1
        assert city.block(cell, 1) == cell and city.block(cell, 6) == 0
    assert found == dict.fromkeys(range(city.blocks(2)), 4)
    assert [cell for cell in range(36) if city.block(cell, 2) == 5] == [16, 17, 22, 23]


@given(st.integers(0, 20), st.integers(0, 99))
@share_of(20)
def test_example_people_are_of_the_city_and_of_the_seed(count, seed):
    found = example_people(SMALL, count, SeededSource(seed))
    assert SMALL.kept(found) == found and len(found) == count
    assert found == example_people(SMALL, count, SeededSource(seed))


def test_fewer_than_no_people():
    with pytest.raises(InputError, match="-1 people"):
        example_people(SMALL, -1)
