"""The channels of `qif` as its doubles are, and its exact fractions against ours: the page on quantitative information
flow says what corresponds to what."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from exactdp import InputError, Mechanism, epsilon, geometric, interact, level, table, zero_one
from exactdp.answers.audit import audit_implementation
from exactdp.files.numpy_arrays import from_numpy
from exactdp.model.users import BayesianUser, proportional
from exactdp.other_libraries import implementation
from exactdp.other_libraries.qif import MECHANISMS
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.composition import together
from tests.strategies import mechanisms, share_of

qif = pytest.importorskip("qif")


def channel(mechanism: Mechanism) -> np.ndarray:
    return np.array([list(row) for row in mechanism.rows], object)


def prior(*weights: int) -> tuple[Fraction, ...]:
    return proportional(weights)


# Its doubles


@pytest.mark.parametrize("name", sorted(MECHANISMS))
def test_every_channel_is_audited_as_the_doubles_it_is(name: str) -> None:
    made = implementation(f"qif.{name}", n=3, epsilon=1)
    found = audit_implementation(made)
    # Every entry is a double, and the rows sum to 1 but for rounding.
    assert all(entry.denominator & (entry.denominator - 1) == 0 for row in made.table for entry in row)
    assert all(abs(total - 1) < Fraction(1, 2**50) for total in found.sums)
    # qif's own measure agrees as far as doubles go.
    array = np.array([[entry.numerator / entry.denominator for entry in row] for row in made.table])
    distance = (lambda x, y: x != y) if name == "randomized_response" else (lambda x, y: abs(x - y))
    measured = qif.measure.d_privacy.smallest_epsilon(array, lambda x, y: float(distance(x, y)))
    assert abs(Fraction(measured) - found.epsilon.lower) < Fraction(1, 10**14)
    assert found.verified is not None


def test_the_geometric_channel_misses_its_epsilon() -> None:
    found = audit_implementation(implementation("qif.geometric", n=3, epsilon=1))
    assert not found
    assert 0 < found.excess.lower < Fraction(1, 2**52)
    assert any(total != 1 for total in found.sums)
    assert len(found.readings) >= 2


def test_the_channels_are_the_mechanisms_that_they_are_named_after() -> None:
    for name in ("geometric", "tight_constraints"):
        made = implementation(f"qif.{name}", n=4, epsilon="1/2")
        ideal = geometric(n=4, alpha="606530659712633423603/1000000000000000000000")
        for row, expected in zip(made.table, ideal, strict=True):
            assert all(abs(x - y) < Fraction(1, 2**48) for x, y in zip(row, expected, strict=True))


def test_what_it_has_no_use_for_is_refused() -> None:
    with pytest.raises(InputError, match="has no sensitivity"):
        implementation("qif.geometric", n=3, epsilon=1, sensitivity=2)


# Its fractions: quantitative information flow in our words


@given(mechanisms(3, 3))
def test_bayes_vulnerability_is_one_less_the_least_expected_zero_one_loss(mechanism: Mechanism) -> None:
    pi = prior(1, 2, 4)
    found = interact(BayesianUser(zero_one(), pi), mechanism)
    assert qif.measure.bayes_vuln.posterior(np.array(pi), channel(mechanism)) == 1 - found.value
    assert qif.measure.bayes_risk.posterior(np.array(pi), channel(mechanism)) == found.value
    # Its strategy is among the best guesses of each response that can occur.
    strategy = qif.measure.bayes_vuln.strategy(np.array(pi), channel(mechanism))
    for k, guess in enumerate(strategy):
        if any(mechanism.column(k)):
            assert guess in found.choices[k]


@given(mechanisms(3, 2))
def test_g_vulnerability_is_the_gain_of_the_user_whose_loss_is_its_negative(mechanism: Mechanism) -> None:
    pi = prior(2, 1, 1)
    gains = [[Fraction(1), Fraction(0), Fraction(1, 2)], [Fraction(1, 3), Fraction(2), 0], [0, Fraction(1, 5), 1]]
    highest = Fraction(2)
    user = BayesianUser(table([[highest - gain for gain in row] for row in gains]), pi)
    # A row of qif's matrix of gains is a guess, a row of our losses an input.
    matrix = np.array([[Fraction(gain) for gain in column] for column in zip(*gains, strict=True)], object)
    vulnerability = qif.measure.g_vuln.posterior(matrix, np.array(pi), channel(mechanism))
    assert vulnerability == highest - interact(user, mechanism, responses=range(3)).value


@share_of(40)
@given(mechanisms(3, 2), mechanisms(3, 3))
def test_refinement_is_derivability(first: Mechanism, second: Mechanism) -> None:
    for source, derived in ((first, second), (second, first)):
        assert qif.refinement.refined_by(channel(source), channel(derived)) == bool(derive_from(derived, source))


@given(mechanisms(2, 3))
def test_a_hyper_distribution_is_the_posteriors_with_the_probabilities_of_the_responses(mechanism: Mechanism) -> None:
    pi = prior(1, 3)
    outer, inner = qif.channel.hyper(channel(mechanism), np.array(pi))
    ours: dict[tuple[Fraction, ...], Fraction] = {}
    for r in range(mechanism.shape[1]):
        joint = [p * entry for p, entry in zip(pi, mechanism.column(r), strict=True)]
        if total := sum(joint):
            posterior = tuple(each / total for each in joint)
            ours[posterior] = ours.get(posterior, Fraction(0)) + total
    assert {tuple(inner[:, k]): weight for k, weight in enumerate(outer)} == ours


@given(mechanisms(3, 3))
def test_multiplicative_capacity_is_the_sum_of_the_columns_largest_entries(mechanism: Mechanism) -> None:
    largest = sum(max(mechanism.column(r)) for r in range(3))
    assert qif.measure.bayes_vuln.mult_capacity(channel(mechanism)) == largest


@given(mechanisms(2, 2), mechanisms(2, 3))
def test_parallel_composition_is_answering_together(first: Mechanism, second: Mechanism) -> None:
    both = qif.channel.compose.parallel(channel(first), channel(second))
    assert from_numpy(both).rows == together(first, second).rows


@share_of(30)
@given(mechanisms(3, 3).filter(lambda each: 0 < level(each).alpha < 1))
def test_d_privacy_on_the_line_is_the_privacy_level_of_a_count(mechanism: Mechanism) -> None:
    measured = qif.measure.d_privacy.smallest_epsilon(channel(mechanism), lambda x, y: float(abs(x - y)))
    assert abs(Fraction(measured) - epsilon(level(mechanism).alpha).lower) < Fraction(1, 10**14)
