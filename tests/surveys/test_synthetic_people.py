"""Synthetic people: drawn by the densities of a release, and numbers of calls by the normal distribution."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys import synthetic_people
from exactdp.surveys.city import City, example_people
from exactdp.surveys.dp_where import DPWhere, Levels, NoisyCounts, decile, distribution
from exactdp.surveys.synthetic_people import Generator, normal_below, rounded_normal
from tests.privacy.test_sampling import tree

SMALL = City(2, days=1, hours=2, commute=1, smoothing=2, cap=2, means=(0, 1, 2), deviations=(0, 1), resolution=2)


@pytest.mark.parametrize("seed", range(5))
def test_people_call_from_home_and_work_in_the_order_of_time(seed):
    source = SeededSource(seed)
    release = DPWhere(SMALL, Levels("9/10"), iterations=2).release(example_people(SMALL, 12, source), source)
    generator = Generator(release, source)
    for _ in range(5):
        person = generator.person()
        day = generator.day(person)
        assert [call.hour for call in day] == sorted(call.hour for call in day)
        assert all(0 < call.hour < 2 and call.cell in (person.home, person.work) for call in day)


def test_a_city_without_people_has_a_release_all_the_same():
    release = DPWhere(SMALL, Levels("1/2")).release([], SeededSource(3))
    assert isinstance(release, NoisyCounts) and Generator(release, SeededSource(3)).person().home in range(4)


def made_release(**changed):
    given_ = {
        "city": SMALL,
        "home": (0, 5, 0, -2),
        "work": (0, 0, 1, 3),
        "medians": (1, 1, 1, 1),
        "commute": (0,) * 40,
        "calls": (0, 0, 0, 0, 1, 0),
        "centres": (distribution([1, 0]), distribution([0, 1])),
        "clusters": (0, 1),
        "hourly": ((1,), (0,)),
    }
    return NoisyCounts(**given_ | changed)


def test_work_is_drawn_at_the_distance_with_the_density_of_works():
    generator = Generator(made_release())
    # From cell 1: cells 0 and 3 at distance 1, which is in bin 3 of the median 3/2; cell 2 at distance 2, in bin 6.
    assert [decile(x, 1) for x in (0, 1, 2)] == [0, 3, 6]
    assert generator.work_given(1, 3) == (0, 0, 0, 1)
    assert generator.work_given(1, 0) == (0, 1, 0, 0)
    # No cell is in bin 9, so that all of them are weighted.
    assert generator.work_given(1, 9) == distribution((0, 0, 1, 3))


def test_the_call_is_from_home_or_work_by_their_densities():
    city = City(2, days=1, hours=1, means=(1,), deviations=(0,), resolution=2)
    release = made_release(
        city=city, home=(1, 0, 0, 0), work=(0, 0, 0, 1), commute=(0, 0, 0, 0, 0, 0, 1, 0, 0, 0) * 4, calls=(1,),
        centres=(distribution([1]), distribution([1])), hourly=((1, 0, 0, 3),),
    )  # fmt: skip
    generator, found = Generator(release, SeededSource(4)), Counter()
    person = generator.person()
    assert (person.home, person.work) == (0, 3)
    for _ in range(2000):
        (call,) = generator.day(person)
        found[call.cell] += 1
    assert abs(found[3] - 1500) < 100 and found[0] + found[3] == 2000


# The normal number of calls


def test_a_normal_number_is_drawn_with_the_enclosed_probabilities():
    found = Counter(rounded_normal(1, 1, SeededSource(seed)) for seed in range(3000))
    below = [normal_below(Fraction(2 * k + 1, 2), Fraction(1), Fraction(1), 40)[0] for k in range(3)]
    assert min(found) == 0
    for k, count in enumerate(below):
        drawn = sum(found[answer] for answer in range(k + 1))
        assert abs(Fraction(drawn, 3000) - Fraction(count, 2**40)) < Fraction(1, 30)


def test_an_answer_is_given_as_soon_as_the_bits_tell_and_not_before(monkeypatch):
    monkeypatch.setattr(synthetic_people, "BITS_AT_ONCE", 1)
    depth = 10
    found = {answer: p * 2**depth for answer, p in tree(lambda source: rounded_normal(1, 1, source), depth).items()}
    assert found[None] < 20
    ends = [(0, 0), *(normal_below(Fraction(2 * k + 1, 2), Fraction(1), Fraction(1), depth) for k in range(4))]
    for k in range(1, 4):
        assert ends[k + 1][0] - ends[k][1] - 2 <= found[k] <= ends[k + 1][1] - ends[k][0]
    assert ends[1][0] - 1 <= found[0] <= ends[1][0]


@given(st.integers(-8, 8), st.integers(1, 5), st.integers(1, 60))
def test_bounds_on_the_normal_distribution_close_in_and_are_symmetric(bound, deviation, precision):
    lower, upper = normal_below(Fraction(bound), Fraction(0), Fraction(deviation), precision)
    other = normal_below(Fraction(-bound), Fraction(0), Fraction(deviation), precision)
    assert 0 <= lower <= upper <= min(lower + 1, 2**precision)
    assert (2**precision - upper, 2**precision - lower) == other
    finer = normal_below(Fraction(bound), Fraction(0), Fraction(deviation), precision + 7)
    assert lower * 2**7 <= finer[0] and finer[1] <= upper * 2**7


def test_no_deviation_is_the_mean_to_the_nearest_integer():
    assert [rounded_normal(Fraction(k, 4), 0) for k in range(6)] == [0, 0, 1, 1, 1, 1]
    with pytest.raises(InputError, match="at least 0"):
        rounded_normal(-1, 1)
