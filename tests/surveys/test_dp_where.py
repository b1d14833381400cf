"""DP-WHERE: sensitivities by running through all people, and the exact levels of its stages."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import InputError
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE, edges
from exactdp.privacy.level import level
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.dp_where import (
    UNSPECIFIED,
    Call,
    City,
    DPWhere,
    Levels,
    Person,
    calls_tally,
    cluster_tally,
    decile,
    distribution,
    example_people,
    median_mechanism,
    pattern_tally,
)
from tests.strategies import share_of

SMALL = City(2, days=1, hours=2, commute=1, smoothing=2, cap=2, means=(0, 1, 2), deviations=(0, 1), resolution=2)


def everyone(city):
    """All people there can be in a city: up to `cap` calls in each hour of each day, from each cell."""
    times = list(product(range(city.days), range(city.hours)))
    one_hour = [
        cells for count in range(city.cap + 1) for cells in combinations_with_replacement(range(city.cells), count)
    ]
    for home, work in product(range(city.cells), repeat=2):
        for hours in product(one_hour, repeat=len(times)):
            made = [Call(day, hour, cell) for (day, hour), cells in zip(times, hours, strict=True) for cell in cells]
            yield Person(home, work, tuple(made))


SMALLEST = City(2, days=1, hours=2, smoothing=2, cap=1, means=(0, 1), deviations=(0, 1), resolution=2)


# Sensitivities


@pytest.mark.parametrize("relation", [ADD_REMOVE, REPLACE_ONE])
def test_every_stage_has_the_sensitivity_that_the_ledger_counts_and_no_less(relation):
    people = list(everyone(SMALLEST))
    assert SMALLEST.kept(people) == tuple(people)
    model = DPWhere(SMALLEST, Levels("1/2"))
    for tally, counted in model.tallies([0, 1, 2, 0], model.first_centres()):
        value, group = sensitivity(tally, people, relation)
        twice = 2 if relation == REPLACE_ONE else 1
        # A replaced person's calls in one merged block are other calls in the same block, so counts change by half.
        expected = counted if tally.name.startswith("calls in hour") else twice * counted
        assert value == expected, tally.name
        assert _apart(tally, *([*people[:3], *extra] for extra in group)) == expected


def sensitivity(tally, people, relation):
    """The largest distance between the tally's values on neighbouring groups, and two that differ so much."""
    # A sum over people changes by one person's vector, or by the difference of two, whatever the others are.
    differ = {tuple(tally.total([person])): person for person in people}
    groups = [([a], []) for a in differ.values()]
    if relation == REPLACE_ONE:
        groups = [([a], [b]) for a, b in combinations(differ.values(), 2)]
    return max(((_apart(tally, *group), group) for group in groups), key=lambda each: each[0]) if groups else (0, None)


def _apart(tally, first, second):
    return sum(abs(a - b) for a, b in zip(tally.total(first), tally.total(second), strict=True))


def test_hourly_calls_change_by_the_cap_and_by_twice_that_where_blocks_differ():
    city = City(2, days=2, hours=1, cap=2)
    busy = [Person(0, 0, tuple(Call(day, 0, cell) for day in range(2) for _ in range(2))) for cell in range(2)]
    assert city.kept(busy) == tuple(busy)
    (hourly,) = [tally for tally, _ in DPWhere(city, Levels("1/2")).tallies([0] * 4, [(1,), (1,)])][-1:]
    assert [sensitivity(hourly, busy, relation)[0] for relation in (ADD_REMOVE, REPLACE_ONE)] == [4, 8]


def test_two_people_count_by_how_far_their_vectors_are_apart():
    tally = pattern_tally(SMALL, [distribution([1, 1])])
    here = Person(0, 0, (Call(0, 0, 0),))
    spread = Person(0, 0, (Call(0, 0, 0), Call(0, 1, 0)))
    assert (tally.total([here]), tally.total([spread])) == ((2, 0), (1, 1))
    assert sensitivity(tally, [here, spread], REPLACE_ONE)[0] == 2


def test_people_count_for_the_nearest_centre_and_for_the_first_of_equal_ones():
    centres = [distribution(each) for each in ([1, 3], [3, 1], [1, 1])]
    people = [Person(0, 0, (Call(0, hour, 0),)) for hour in (0, 0, 1)] + [Person(0, 0)]
    assert cluster_tally(SMALL, centres).total(people) == (1, 2, 1)
    assert cluster_tally(SMALL, centres[2:] * 2).total(people) == (4, 0)
    assert pattern_tally(SMALL, centres).total(people) == (0, 2, 4, 0, 1, 1)


# The exact level of stages


@pytest.mark.parametrize("relation", [ADD_REMOVE, REPLACE_ONE])
def test_a_histogram_with_noise_has_exactly_the_level_of_its_sensitivity(relation):
    # The noise is unbounded: the ratio of the joint probabilities of a response attains α^sensitivity far out.
    alpha, people = Fraction(1, 2), list(everyone(SMALLEST))
    noise, tally = UnboundedGeometric(alpha), calls_tally(SMALLEST)
    _, group = sensitivity(tally, people, relation)
    first, second = map(tally.total, group)
    far = [10 if a >= b else -10 for a, b in zip(first, second, strict=True)]
    ratio = Fraction(1)
    for a, b, r in zip(first, second, far, strict=True):
        ratio *= noise.mass(b, r) / noise.mass(a, r)
    assert ratio == alpha ** (1 if relation == ADD_REMOVE else 2)


HISTOGRAMS = [counts for counts in product(range(4), repeat=3) if sum(counts) <= 4]


def _next_to(relation):
    pairs = []
    for (i, a), (k, b) in product(enumerate(HISTOGRAMS), repeat=2):
        difference = sorted(x - y for x, y in zip(a, b, strict=True) if x != y)
        if i < k and difference in ([[-1], [1]] if relation == ADD_REMOVE else [[-1, 1]]):
            pairs.append((i, k))
    return edges(pairs, inputs=range(len(HISTOGRAMS)))


@pytest.mark.parametrize("base", ["1/5", "1/2", "9/10"])
def test_the_median_keeps_its_level_and_nearly_attains_it(base):
    a = Fraction(base)
    mechanism = median_mechanism(HISTOGRAMS, a)
    added, replaced = (level(mechanism, _next_to(relation)).alpha for relation in (ADD_REMOVE, REPLACE_ONE))
    assert a**2 < added < a
    assert a**4 < replaced < a**2


@given(st.lists(st.integers(0, 5), max_size=7), st.integers(6, 8))
def test_the_median_mechanism_weighs_intervals_between_sorted_distances(distances, largest):
    # From the text: I_k reaches from the k-th distance to the next; |2k-n| is twice the distance of k from n/2.
    ends = [0, *sorted(distances), largest]
    n, a = len(distances), Fraction(1, 3)
    weights = [Fraction(0)] * largest
    for k in range(n + 1):
        for unit in range(ends[k], ends[k + 1]):
            weights[unit] += a ** abs(2 * k - n)
    histogram = [distances.count(x) for x in range(largest)]
    assert median_mechanism([histogram], a).rows[0] == tuple(weight / sum(weights) for weight in weights)


def test_the_median_of_nobody_is_uniform():
    assert median_mechanism([(0, 0, 0)], "1/2").rows == ((Fraction(1, 3),) * 3,)


@given(st.integers(0, 12), st.integers(0, 12))
def test_deciles_are_those_of_the_exponential_distribution(distance, median):
    # Pr[X ≤ x] = 1 - 2^(-x/median), which is a multiple of 1/10 only at 0 and at the median, half a unit off.
    below = 1 - arb(2) ** (-arb(2 * distance) / (2 * median + 1))
    if distance == 0:
        assert decile(distance, median) == 0
    else:
        assert decile(distance, median) == int((below * 10).floor().unique_fmpz())


def test_deciles_of_negative_distances():
    with pytest.raises(InputError, match="at least 0"):
        decile(-1, 0)


def test_half_of_the_bins_are_on_either_side_of_the_median():
    assert decile(3, 3) == 4 and decile(4, 3) == 5


# The ledger


@given(st.integers(1, 3), st.integers(1, 2), st.integers(1, 3))
@share_of(15)
def test_the_total_is_the_product_of_all_stages(days, hours, iterations):
    city = City(2, days=days, hours=hours, cap=2, resolution=3)
    a, h = Fraction(9, 10), Fraction(99, 100)
    total = DPWhere(city, Levels(a, hourly=h), iterations).ledger(ADD_REMOVE).total()
    assert total.alpha == a ** (1 + 1 + 2 + 1 + 1 + 3 * iterations + 1) * h ** (hours * 2 * days)
    replaced = DPWhere(city, Levels(a, hourly=h), iterations).ledger(REPLACE_ONE).total()
    assert replaced.alpha == total.alpha**2


def test_one_block_for_all_commutes_has_the_same_total():
    # Medians of disjoint blocks cost no more than one median.
    one, four = (DPWhere(City(2, days=1, commute=width), Levels("99/100")) for width in (2, 1))
    assert len(four.ledger(ADD_REMOVE).stages) == len(one.ledger(ADD_REMOVE).stages) + 3
    for relation in (ADD_REMOVE, REPLACE_ONE):
        assert one.ledger(relation).total().alpha == four.ledger(relation).total().alpha


def test_another_relation():
    with pytest.raises(InputError, match="write add-remove or replace-one"):
        DPWhere(SMALL, Levels("1/2")).ledger("swap")


def test_at_least_one_iteration():
    with pytest.raises(InputError, match="0 iterations"):
        DPWhere(SMALL, Levels("1/2"), 0)


@pytest.mark.parametrize(("given_", "words"), [({"homes": "1/2"}, "no stage"), ({"home": 1}, "α = 1")])
def test_levels_say_what_is_wrong(given_, words):
    with pytest.raises(InputError, match=words):
        Levels("1/2", **given_)
    with pytest.raises(InputError, match="a rational one"):
        Levels(Exponential(1))


# People


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


# The release


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5))
def test_a_distribution_of_noisy_counts(noisy):
    found = distribution(noisy)
    assert sum(found) == 1 and min(found) >= 0
    if max(noisy) > 0:
        assert all((p > 0) == (count > 0) for p, count in zip(found, noisy, strict=True))
    else:
        assert set(found) == {Fraction(1, len(noisy))}


def test_no_counts_make_no_distribution():
    with pytest.raises(InputError, match="no counts"):
        distribution([])


@pytest.mark.parametrize("seed", range(5))
def test_a_release_has_all_counts_and_distributions(seed):
    source = SeededSource(seed)
    model = DPWhere(SMALL, Levels("9/10"), iterations=2)
    release = model.release(example_people(SMALL, 12, source), source)
    assert len(release.medians) == 4 and len(release.commute) == 40 and len(release.hourly) == 2
    assert all(sum(centre) == 1 for centre in release.centres)
    assert all(sum(release.at(hour)) == 1 for hour in range(2))


def test_almost_no_noise_gives_the_counts_and_the_same_seed_the_same_release():
    people = example_people(SMALL, 9, SeededSource(1))
    model = DPWhere(SMALL, Levels(Fraction(1, 10**9)), iterations=1)
    release = model.release(people, SeededSource(2))
    assert release == model.release(people, SeededSource(2))
    assert release.home == tuple(sum(person.home == cell for person in people) for cell in range(4))
    assert sum(release.clusters) == sum(release.commute) == sum(release.calls) == 9
    assert sum(map(sum, release.hourly)) == sum(len(person.calls) for person in people)


def test_what_is_left_open_is_named():
    assert len(UNSPECIFIED) > 10 and all(words[0].islower() or words[0].isdigit() for words in UNSPECIFIED.values())
