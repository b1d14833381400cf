"""DP-WHERE: sensitivities by running through all people, and the exact levels of its stages."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, level
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE, edges
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.city import Call, City, Person, example_people
from exactdp.surveys.dp_where import (
    UNSPECIFIED,
    DPWhere,
    Levels,
    calls_tally,
    cluster_tally,
    commute_tally,
    decile,
    distribution,
    home_tally,
    hourly_tally,
    median_mechanism,
    pattern_tally,
    stage_kinds,
    work_tally,
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
    kinds, centres = stage_kinds(SMALLEST, 3), DPWhere(SMALLEST, Levels("1/2")).first_centres()
    tallies = {
        "home": [home_tally(SMALLEST)],
        "work": [work_tally(SMALLEST)],
        "commute": [commute_tally(SMALLEST, [0, 1, 2, 0])],
        "calls": [calls_tally(SMALLEST)],
        "patterns": [pattern_tally(SMALLEST, centres)],
        "clusters": [cluster_tally(SMALLEST, centres)],
        "hourly": [hourly_tally(SMALLEST, hour) for hour in range(SMALLEST.hours)],
    }
    assert {*tallies, "median"} == set(kinds)
    for tally, counted in ((tally, kinds[kind].each) for kind, listed in tallies.items() for tally in listed):
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
    assert [sensitivity(hourly_tally(city, 0), busy, relation)[0] for relation in (ADD_REMOVE, REPLACE_ONE)] == [4, 8]


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
