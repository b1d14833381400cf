"""Users' optimal remaps of a deployed mechanism."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, InputError, MinimaxConsumer, certify, uniform
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, power_loss, table
from exactdp.model.mechanism import Mechanism, deterministic, identity
from exactdp.optimum.interaction import Interaction, interact
from tests.strategies import losses, mechanisms, share_of, users


def losses_of(found: Interaction, remap=None) -> list:
    induced = found.mechanism @ (found.remap if remap is None else remap)
    return [sum(p * found.user.loss(i, r) for r, p in enumerate(row)) for i, row in enumerate(induced.rows)]


@share_of(80)
@given(mechanisms(), st.integers(1, 3), st.data())
def test_interactions_are_optimal_and_proved(mechanism, responses: int, data: st.DataObject) -> None:
    inputs, sources = mechanism.shape
    user = data.draw(users(inputs, losses(inputs, responses)))
    found = interact(user, mechanism, responses=range(responses))
    assert certify(found).kind == "interaction"
    assert found.remap.shape == (sources, responses)
    if isinstance(user, BayesianUser):
        assert sum(p * loss for p, loss in zip(user.prior, losses_of(found), strict=True)) == found.value
        if responses**sources <= 300:
            every = (
                deterministic(images, responses=range(responses))
                for images in product(range(responses), repeat=sources)
            )
            assert found.value == min(
                sum(p * loss for p, loss in zip(user.prior, losses_of(found, remap), strict=True)) for remap in every
            )
        assert all(found.remap[k, chosen[0]] == 1 for k, chosen in enumerate(found.choices))
    else:
        assert max(losses_of(found)[i] for i in user.side_information) == found.value
        # The least favourable prior proves it.
        assert sum(found.prior) == 1
        assert (
            interact(BayesianUser(user.loss, found.prior), mechanism, responses=range(responses)).value == found.value
        )


def test_the_unbounded_mechanism_is_read_like_g() -> None:
    for user in (
        BayesianUser(absolute(), uniform(n=3)),
        MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 3]),
    ):
        unbounded, clamped = interact(user, UnboundedGeometric("1/3")), interact(user, geometric(n=3, alpha="1/3"))
        assert unbounded == clamped


def test_the_loss_without_a_remap_needs_as_many_responses() -> None:
    user = BayesianUser(absolute(), uniform(n=1))
    assert interact(user, [["3/4", "1/4"], ["1/4", "3/4"]]).loss == Fraction(1, 4)
    assert interact(user, [["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]]).loss is None


def test_an_irrational_loss() -> None:
    found = interact(BayesianUser(power_loss("1/2"), uniform(n=2)), geometric(n=2, alpha="1/2"))
    assert certify(found).kind == "interaction"
    with pytest.raises(InputError, match="is irrational"):
        interact(MinimaxConsumer(power_loss("1/2"), inputs=range(3)), geometric(n=2, alpha="1/2"))


def test_the_truth_costs_nothing() -> None:
    found = interact(MinimaxConsumer(absolute(), inputs=range(3)), identity(inputs=range(3)))
    assert (found.value, found.induced) == (0, identity(inputs=range(3)))
    assert interact(BayesianUser(absolute(), uniform(n=2)), identity(inputs=range(3))).choices == ((0,), (1,), (2,))


def test_users_know_as_many_inputs() -> None:
    with pytest.raises(InputError, match="the user knows 2 inputs and the mechanism has 3"):
        interact(BayesianUser(absolute(), uniform(n=1)), identity(inputs=range(3)))
    with pytest.raises(InputError, match="the table of losses is 1 × 1"):
        interact(BayesianUser(table([[Fraction(1)]]), uniform(n=2)), identity(inputs=range(3)))


@pytest.mark.parametrize("user", [BayesianUser(absolute(), ["1/2", "1/2"]), MinimaxConsumer(absolute(), n=1)])
def test_the_responses_of_the_mechanism_may_have_any_labels(user: BayesianUser | MinimaxConsumer) -> None:
    named = Mechanism([["1/2", "1/2"], ["1/4", "3/4"]], ["x", "y"], ["a", "b"])
    found, plain = interact(user, named), interact(user, named.rows)
    assert (found.value, found.remap.rows) == (plain.value, plain.remap.rows)
    assert (found.remap.inputs, found.induced.inputs, found.induced.responses) == (("a", "b"), ("x", "y"), ("0", "1"))
    assert certify(found).kind == "interaction"
