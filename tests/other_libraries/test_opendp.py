from fractions import Fraction
from types import ModuleType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, complete, epsilon, exponential_level, geometric
from exactdp.answers.audit import audit, audit_implementation
from exactdp.answers.deployment import deployment
from exactdp.files.numpy_arrays import double, dyadic
from exactdp.other_libraries import implementation
from exactdp.other_libraries.opendp import coin_level, deployed, geometric_of_scale, randomized_response_of_truth
from tests.strategies import share_of

dp = pytest.importorskip("opendp.prelude")
dp.enable_features("contrib")

COUNTS = dp.atom_domain(T=int), dp.absolute_distance(T=int)
SCALES = st.floats(0.05, 1000) | st.integers(1, 500).map(float)


@given(SCALES, st.integers(1, 50))
def test_the_map_of_the_geometric_mechanism_is_rounded_up_to_the_next_double(scale: float, distance: int) -> None:
    """Its noise is exactly geometric with e^-(1/scale), so that ε is the rational distance/scale: the map is best."""
    stated = dp.m.make_geometric(*COUNTS, scale=scale).map(distance)
    assert stated == double(distance / dyadic(scale), "up")


@share_of(60)
@given(st.floats(0.5, 1, exclude_max=True))
def test_the_map_of_a_coin_is_never_below_its_level(probability: float) -> None:
    stated = dyadic(dp.m.make_randomized_response_bool(probability).map(1))
    truth = dyadic(probability)
    assert audit(Matrix([[truth, 1 - truth], [1 - truth, truth]]), complete(inputs=range(2)), epsilon=stated)


@share_of(60)
@given(st.integers(2, 9), st.floats(0, 1, exclude_min=True, exclude_max=True))
def test_the_map_of_randomized_response_is_never_below_its_level(size: int, probability: float) -> None:
    assume(dyadic(probability) >= Fraction(1, size))
    assert audit_implementation(randomized_response_of_truth(n=size - 1, probability=dyadic(probability)))


def test_the_map_of_randomized_response_forgets_the_lie_that_is_likelier_than_the_truth() -> None:
    # 1/9 is rounded down to a double, which OpenDP takes for 1/9; it states ε = 0, that every answer is as likely.
    made = randomized_response_of_truth(n=8, probability=dyadic(1 / 9))
    assert dyadic(1 / 9) < Fraction(1, 9)
    assert made.promised == 0
    found = audit_implementation(made)
    assert not found
    assert found.worst.here > Fraction(1, 9) > found.worst.there == dyadic(1 / 9)
    assert 0 < found.excess.lower < found.excess.upper < Fraction(1, 10**15)


@given(SCALES)
def test_the_constant_time_coins_keep_the_map_at_distance_one(scale: float) -> None:
    stated = dyadic(dp.m.make_geometric(*COUNTS, scale=scale, bounds=(0, 9)).map(1))
    assert coin_level(scale) >= exponential_level(stated)


def test_the_constant_time_coins_miss_the_map_at_some_larger_distance() -> None:
    # 1/16.3 is rounded up to a double before e^-(1/16.3) is rounded, and three steps of it are more than 3/16.3.
    assert dyadic(1 / 16.3) > 1 / dyadic(16.3)
    found = geometric_of_scale(n=5, scale="16.3", sensitivity=3)
    assert found.name.endswith("make_geometric(scale=16.3, bounds=(0, 5)) at distance 3")
    judged = audit_implementation(found)
    assert not judged
    assert Fraction(3, 10**18) < judged.excess.lower < judged.excess.upper < Fraction(4, 10**18)
    assert audit_implementation(geometric_of_scale(n=5, scale="16.3", sensitivity=2))


@pytest.mark.parametrize("name", ["geometric", "randomized_response"])
def test_the_library_answers_as_its_table_says(name: str) -> None:
    """A second way: OpenDP's own answers; a table that is wrong by a tenth is noticed."""
    made = implementation(f"opendp.{name}", n=3, epsilon=1)
    if name == "geometric":
        inputs, measurement = [0, 1, 2, 3], dp.m.make_geometric(*COUNTS, scale=1.0, bounds=(0, 3))
    else:
        truth = double(made.table[0, 0], "nearest").item()
        inputs, measurement = ["0", "1", "2", "3"], dp.m.make_randomized_response(["0", "1", "2", "3"], prob=truth)
    tries = 2000
    for i, value in enumerate(inputs):
        answers = [int(measurement(value)) for _ in range(tries)]
        for r in range(4):
            probability = made.table[i, r]
            slack = 7 * (tries * probability * (1 - probability)) ** 0.5
            assert abs(answers.count(r) - tries * probability) < slack


def test_randomized_response_is_the_double_nearest_to_the_best() -> None:
    made = implementation("opendp.randomized_response", n=2, epsilon=1)
    assert "prob=0.5761168847658291" in made.name
    assert made.table[0, 0] == dyadic(0.5761168847658291)
    assert made.neighbours.name == "complete"
    assert audit_implementation(made)


def test_the_promise_is_the_librarys_own() -> None:
    made = implementation("opendp.geometric", n=4, epsilon="1/3", sensitivity=2)
    assert "make_geometric(scale=6.0, bounds=(0, 4)) at distance 2" in made.name
    assert made.promised == double(Fraction(1, 3), "up") > Fraction(1, 3)
    assert made.neighbours.pairs == ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4))


def test_a_mechanism_that_tells_the_truth_promises_nothing() -> None:
    made = implementation("opendp.randomized_response", n=1, epsilon=50)
    assert made.promised is None
    assert made.table.rows == ((1, 0), (0, 1))
    found = audit_implementation(made)
    assert found and found.alpha == 0


def test_what_has_no_sensitivity_refuses_one() -> None:
    with pytest.raises(InputError, match="has no sensitivity"):
        implementation("opendp.randomized_response", n=1, epsilon=1, sensitivity=2)


@pytest.mark.parametrize("neighbours", ["path", "complete"])
@pytest.mark.parametrize("n", [1, 3])
def test_a_deployed_mechanism_is_audited_back_to_its_exact_level(neighbours: str, n: int) -> None:
    mechanism = geometric(n=n, alpha="1/4")
    found = deployment(mechanism, neighbours, opendp=True)
    program = ModuleType("sampler")
    exec(found.program, program.__dict__)
    made = deployed(program)
    judged = audit_implementation(made)
    assert made.table == mechanism
    assert (bool(judged), judged.alpha) == (True, found.level.alpha)
    assert 0 <= made.promised - epsilon(found.level.alpha).lower < Fraction(1, 10**14)
    measurement = program.measurement()
    assert measurement.map(0) == 0
    if neighbours == "path":
        assert all(found.level.alpha**d >= exponential_level(dyadic(measurement.map(d))) for d in range(1, 9))
    with pytest.raises(dp.OpenDPException):
        measurement(-1)


def test_a_measurement_that_draws_otherwise_is_noticed() -> None:
    program = ModuleType("sampler")
    exec(deployment(geometric(n=1, alpha="1/4"), opendp=True).program, program.__dict__)
    program.SUMS = [[4, 5], [0, 5]]
    judged = audit_implementation(deployed(program))
    assert (bool(judged), judged.alpha) == (False, 0)
    program.TOTAL = 10**6
    with pytest.raises(InputError, match="would run 2,000,000 times"):
        deployed(program)
