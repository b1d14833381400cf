"""Privacy against the definition, entry by entry, and ε against series with rational bounds."""

from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, complete, edges, path
from exactdp.model.mechanism import Mechanism, identity
from exactdp.privacy.level import compared, epsilon, level, level_of_epsilon, neighbours_of, private
from tests.naive_kernel import least_ratio
from tests.strategies import LEVELS, fractions_within, graphs, mechanisms


@given(st.data())
def test_the_level_is_the_least_ratio(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    found = level(mechanism, neighbours)
    assert found.alpha == least_ratio(mechanism.rows, neighbours.pairs)
    assert (found.witness is None) == (found.alpha == 1)
    places = list(found.witnesses())
    assert (found.witness in places) == (found.alpha < 1)
    for at in places:
        assert (at.here, at.there) == (mechanism[at.i, at.r], mechanism[at.k, at.r])
        assert found.alpha * at.here == at.there
        assert at.here > 0


@given(st.data(), LEVELS)
def test_private_up_to_the_level(data: st.DataObject, alpha: Fraction) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    found = private(mechanism, alpha, neighbours)
    assert bool(found) == (alpha <= least_ratio(mechanism.rows, neighbours.pairs))
    if found.violation:
        assert alpha * found.violation.here > found.violation.there


@given(st.data())
def test_post_processing_never_lowers_the_level(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    remap = data.draw(mechanisms(height=mechanism.shape[1]))
    assert level(mechanism @ remap).alpha >= level(mechanism).alpha


@given(mechanisms())
def test_more_neighbours_and_longer_paths(mechanism: Mechanism) -> None:
    along, everywhere = level(mechanism).alpha, level(mechanism, complete(inputs=range(len(mechanism)))).alpha
    assert along ** max(len(mechanism) - 1, 1) <= everywhere <= along
    backwards = Mechanism([row[::-1] for row in reversed(mechanism.rows)])
    assert level(backwards).alpha == along
    assert level(mechanism, edges([], inputs=range(len(mechanism)))).alpha == 1


@given(mechanisms(height=3), LEVELS)
def test_compared_is_the_comparison(mechanism: Mechanism, alpha: Fraction) -> None:
    for r, (x, y) in enumerate(compared(mechanism, 2, 0, alpha)):
        left, right = alpha * mechanism[2, r], mechanism[0, r]
        assert (x > y, x == y) == (left > right, left == right)


def test_zeros() -> None:
    assert level(Mechanism([[1, 0], ["1/2", "1/2"]])).alpha == 0
    assert level(identity(inputs=range(3))).alpha == 0
    assert level(Mechanism([["1/3", 0, "2/3"], ["2/3", 0, "1/3"]])).alpha == Fraction(1, 2)
    assert private(identity(inputs=range(3)), 0)


def test_neighbours_of_another_size_are_refused() -> None:
    with pytest.raises(InputError, match="the neighbours are among 2 inputs and the mechanism has 3"):
        neighbours_of(identity(inputs=range(3)), path(inputs=range(2)))


# ε


def exponential(x: Fraction, terms: int = 60) -> tuple[Fraction, Fraction]:
    """Return bounds on e^x for 0 ≤ x ≤ 4, by the series and a geometric bound on its remainder."""
    total = sum((x**k / factorial(k) for k in range(terms)), Fraction(0))
    return total, total + 2 * x**terms / factorial(terms)


@given(fractions_within(0, 4, 50), st.integers(4, 60))
def test_the_promise_is_never_weaker_and_as_close_as_asked(value: Fraction, bits: int) -> None:
    alpha = level_of_epsilon(value, bits)
    low, high = exponential(value)
    assert 1 / low <= alpha or value == 0 == 1 - alpha
    assert alpha <= (1 + Fraction(1, 2**bits)) / low + Fraction(1, 10**30)
    if value:
        bounds = epsilon(alpha, 100)
        assert bounds.lower <= value
        assert value - bounds.lower <= Fraction(2, 2**bits)
    assert high - low < Fraction(1, 10**20)


@given(fractions_within(Fraction(1, 50), 1, 60))
def test_epsilon_is_enclosed(alpha: Fraction) -> None:
    found = epsilon(alpha)
    assert 0 <= found.lower <= found.upper
    assert found.upper - found.lower <= Fraction(1, 2**60) * max(found.upper, 1)
    low, _ = exponential(found.lower)
    _, high = exponential(found.upper)
    assert low <= 1 / alpha <= high


@pytest.mark.parametrize("value", ["-1", "10001"])
def test_an_epsilon_outside_the_domain(value: str) -> None:
    with pytest.raises(InputError, match="write 0, a number from 1e-300 to 10000, or ln Q such as ln 2"):
        level_of_epsilon(value)
    with pytest.raises(InputError, match="α = 0 promises nothing"):
        epsilon(0)


def test_a_large_epsilon() -> None:
    alpha = level_of_epsilon(10_000)
    assert 0 < alpha < Fraction(1, 2**14000)
