"""Tests of geometric noise beyond one count: closed levels against comparison of all rows, and roots against powers."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, complete, edges, path
from exactdp.arithmetic.radicals import rational_root
from exactdp.model.geometric import UnboundedGeometric, geometric, scaled_geometric
from exactdp.surveys.built import Built
from exactdp.surveys.geometric_variants import (
    LARGEST_ROOT,
    UnboundedStaircase,
    noisy_vectors,
    sensitivity,
    spread_geometric,
    truncated_geometric,
    unit_level,
    vector_geometric,
    within,
)
from tests.strategies import BELOW_ONE, INSIDE, LEVELS

SMALL = st.integers(0, 6)


# Units


@given(LEVELS, st.integers(1, 12), st.integers(1, 40))
def test_a_unit_s_power_is_the_level_or_just_above(alpha: Fraction, steps: int, bits: int) -> None:
    unit = unit_level(alpha, steps, bits)
    assert 0 <= unit <= 1
    assert alpha <= unit**steps <= alpha * (1 + Fraction(1, 2**bits))


@given(LEVELS, st.integers(1, 9))
def test_a_rational_root_is_found(unit: Fraction, steps: int) -> None:
    assert unit_level(unit**steps, steps) == unit == rational_root(unit**steps, steps)


def test_small_levels_and_high_roots() -> None:
    tiny = Fraction(3, 10**300)
    for steps in (2, 7, 500):
        assert tiny <= unit_level(tiny, steps) ** steps <= tiny * (1 + Fraction(1, 2**32))
    near = 1 - Fraction(1, 10**30)
    assert near <= unit_level(near, 2) ** 2 <= near * (1 + Fraction(1, 2**32))
    assert Fraction(1, 2) <= unit_level("1/2", 1000, 4) ** 1000 <= Fraction(17, 32)


@pytest.mark.parametrize("steps", [0, -1, LARGEST_ROOT + 1])
def test_other_roots_are_refused(steps: int) -> None:
    with pytest.raises(InputError, match="the root of degree"):
        unit_level("1/2", steps)


def test_a_unit_refuses_no_bits_and_levels_outside() -> None:
    with pytest.raises(InputError, match="0 bits"):
        unit_level("1/2", 2, 0)
    with pytest.raises(InputError, match="α = 2"):
        unit_level(2, 2)


# Neighbours and sensitivity


@given(st.integers(1, 6), st.integers(0, 7))
def test_within_a_distance(size: int, distance: int) -> None:
    found = within(inputs=range(size), distance=distance)
    assert set(found.pairs) == {(i, k) for i in range(size) for k in range(i + 1, size) if k - i <= distance}
    assert found.size == size


def test_within_is_named_where_it_has_a_name() -> None:
    assert [within(inputs=range(4), distance=distance).name for distance in (0, 1, 2, 3, 9)] == [
        "edges",
        "path",
        "edges",
        "complete",
        "complete",
    ]
    for size, distance in ((3, -1), (0, 1), (0, 2)):
        with pytest.raises(InputError):
            within(inputs=range(size), distance=distance)


def test_the_sensitivity_of_a_table_of_answers() -> None:
    answers = [("0", "1/2"), ("1", "1/2"), ("1/3", "0")]
    found = sensitivity(answers, complete(inputs=range(3)))
    assert (found.value, found.witness, str(found)) == (Fraction(7, 6), (1, 2), "7/6")
    assert sensitivity(answers, path(inputs=range(3))).witness == (1, 2)
    assert sensitivity([(3,), (3,)], path(inputs=range(2))) == sensitivity([(0,)], path(inputs=range(1)))
    for wrong in ([(0, 0), (1,)], [(0,)]):
        with pytest.raises(InputError):
            sensitivity(wrong, path(inputs=range(2)))


# Levels


@given(SMALL, LEVELS, st.integers(0, 7))
def test_the_level_at_a_sensitivity(n: int, unit: Fraction, distance: int) -> None:
    built = spread_geometric(n=n, unit=unit, sensitivity=distance)
    assert built.mechanism == geometric(n=n, alpha=unit)
    assert built.level.alpha == unit ** min(distance, n)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=3), LEVELS, st.integers(0, 5))
def test_the_level_of_several_coordinates(tops: list[int], unit: Fraction, distance: int) -> None:
    built = vector_geometric(tops, unit, distance)
    assert built.level.alpha == unit ** min(distance, sum(tops))


@given(LEVELS)
def test_coordinates_are_independent(unit: Fraction) -> None:
    built, first, second = vector_geometric((2, 1), unit), geometric(n=2, alpha=unit), geometric(n=1, alpha=unit)
    for i, (a, b) in enumerate(product(range(3), range(2))):
        for r, (x, y) in enumerate(product(range(3), range(2))):
            assert built.mechanism[i, r] == first[a, x] * second[b, y]
    assert built.mechanism.inputs == built.mechanism.responses == ("0 0", "0 1", "1 0", "1 1", "2 0", "2 1")


@given(st.data(), LEVELS)
def test_the_level_of_noisy_vectors_is_that_of_the_sensitivity(data: st.DataObject, unit: Fraction) -> None:
    tops = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=2))
    answers = data.draw(st.lists(st.tuples(*(st.integers(0, top) for top in tops)), min_size=1, max_size=4))
    some = st.sets(st.sampled_from(complete(inputs=range(len(answers))).pairs)) if len(answers) > 1 else st.just(set())
    neighbours = edges(data.draw(some), inputs=range(len(answers)))
    found = noisy_vectors(answers, tops, unit, neighbours)
    assert found.level.alpha == unit ** int(sensitivity(answers, neighbours).value)


def test_one_coordinate_is_the_geometric_mechanism() -> None:
    assert vector_geometric((4,), "1/3") == spread_geometric(n=4, unit="1/3", sensitivity=1)


@pytest.mark.parametrize(
    "build",
    [
        lambda: noisy_vectors([(0, 2)], (1, 1), "1/2", path(inputs=range(1))),
        lambda: noisy_vectors([(0, -1)], (1, 1), "1/2", path(inputs=range(1))),
        lambda: noisy_vectors([(0,)], (1, 1), "1/2", path(inputs=range(1))),
        lambda: noisy_vectors([(0, 0)], (1, 1), "1/2", path(inputs=range(2))),
        lambda: noisy_vectors([(0, 0)], (1, 1), 2, path(inputs=range(1))),
        lambda: vector_geometric((), "1/2"),
        lambda: vector_geometric((1, -1), "1/2"),
        lambda: vector_geometric((1,), "1/2", -1),
        lambda: vector_geometric((100, 100), "1/2"),
        lambda: vector_geometric([9] * 9, "1/2"),
        lambda: spread_geometric(n=-1, unit="1/2", sensitivity=1),
        lambda: spread_geometric(n=3, unit="1/2", sensitivity=-1),
        lambda: truncated_geometric(n=-1, alpha="1/2"),
        lambda: truncated_geometric(n=2, alpha="3/2"),
        lambda: truncated_geometric(n=5000, alpha="1/2"),
        lambda: UnboundedStaircase(1, 2),
        lambda: UnboundedStaircase("1/2", 2, 3),
        lambda: UnboundedStaircase("1/2", 0),
        lambda: UnboundedStaircase("1/2", 2, 0),
        lambda: UnboundedStaircase("1/2", 2).clamped(n=-1),
    ],
)
def test_what_is_outside_is_refused(build) -> None:
    with pytest.raises(InputError):
        build()


# Truncated


@given(SMALL, LEVELS)
def test_truncated_rows_are_the_scaled_mechanism_s(n: int, alpha: Fraction) -> None:
    scaled = scaled_geometric(n=n, alpha=alpha)
    assert truncated_geometric(n=n, alpha=alpha).mechanism.rows == tuple(
        tuple(entry / sum(row) for entry in row) for row in scaled.rows
    )


@given(SMALL, LEVELS)
def test_the_level_of_truncated_noise(n: int, alpha: Fraction) -> None:
    found = truncated_geometric(n=n, alpha=alpha).level.alpha
    assert found >= alpha**2
    if n >= 2 and 0 < alpha < 1:
        assert alpha / (1 + alpha - alpha**2) < found < alpha
    elif n == 1:
        assert found == alpha


@given(SMALL, BELOW_ONE)
def test_drawing_again_is_truncating(n: int, alpha: Fraction) -> None:
    noise = UnboundedGeometric(alpha)
    for i, row in enumerate(truncated_geometric(n=n, alpha=alpha).mechanism.rows):
        inside = noise.at_least(i, 0) - noise.at_least(i, n + 1)
        assert row == tuple(noise.mass(i, r) / inside for r in range(n + 1))


# Staircase


STAIRCASES = st.tuples(BELOW_ONE, st.integers(1, 5)).flatmap(
    lambda pair: st.builds(UnboundedStaircase, st.just(pair[0]), st.just(pair[1]), st.integers(1, pair[1]))
)


@given(STAIRCASES)
def test_staircase_noise_has_its_level_and_no_higher(noise: UnboundedStaircase) -> None:
    reach = 3 * noise.sensitivity + 1
    masses = {z: noise.mass(z) for z in range(-reach - noise.sensitivity, reach + noise.sensitivity)}
    ratios = [
        masses[z + shift] / masses[z]
        for z in range(-reach, reach)
        for shift in range(-noise.sensitivity, noise.sensitivity + 1)
        if masses[z]
    ]
    assert min(ratios) == noise.alpha


@given(STAIRCASES)
def test_staircase_noise_sums_to_one(noise: UnboundedStaircase) -> None:
    # Each stretch of Δ integers has α of the mass of the one before it.
    top = sum(noise.mass(z) for z in range(1 - noise.width, noise.width))
    side = sum(noise.mass(noise.width + step) for step in range(noise.sensitivity))
    assert top + 2 * side / (1 - noise.alpha) == 1
    for z in range(noise.width, noise.width + 2 * noise.sensitivity):
        assert noise.mass(z + noise.sensitivity) == noise.alpha * noise.mass(z) == noise.alpha * noise.mass(-z)


@given(STAIRCASES, st.integers(0, 7))
def test_clamped_staircase_noise(noise: UnboundedStaircase, n: int) -> None:
    built = noise.clamped(n=n)
    below = list(accumulate(noise.mass(z) for z in range(-60 * noise.sensitivity, 1)))
    for i, row in enumerate(built.mechanism.rows):
        for r in range(1, n):
            assert row[r] == noise.mass(r - i)
        if n:
            partial = below[-1 - i]
            assert partial <= row[0] <= partial + noise.alpha**50 / (1 - noise.alpha)
    assert built.level.alpha >= noise.alpha
    if n >= 2 * noise.sensitivity + 2:
        assert built.level.alpha == noise.alpha


@given(INSIDE, st.integers(1, 6))
def test_at_sensitivity_one_it_is_the_geometric_mechanism(alpha: Fraction, n: int) -> None:
    assert UnboundedStaircase(alpha, 1).clamped(n=n).mechanism == geometric(n=n, alpha=alpha)


@pytest.mark.parametrize(
    "build",
    [
        lambda alpha: spread_geometric(n=300, unit=alpha, sensitivity=1),
        lambda alpha: truncated_geometric(n=300, alpha=alpha),
        lambda alpha: UnboundedStaircase(alpha, 2, 1).clamped(n=300),
        lambda alpha: vector_geometric((9, 9), alpha),
    ],
)
def test_long_levels_are_refused_for_large_matrices_before_these_are_built(build: Callable[[str], Built]) -> None:
    with pytest.raises(InputError, match=r"entries of [0-9,]+ bits: write smaller sizes or a simpler level"):
        build("1/" + "3" * 9000)
    assert build("1/3").mechanism.shape[0] >= 100
