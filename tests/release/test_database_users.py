"""Users about databases: priors and losses of results on their databases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, InputError, MinimaxConsumer, expected_loss, uniform
from exactdp.model.databases import replace_one
from exactdp.model.losses import absolute, power_loss, table
from exactdp.model.mechanism import identity
from exactdp.release.database_users import (
    extension,
    loss_on_databases,
    on_databases,
)
from exactdp.release.oblivious import evenly
from tests.release.strategies import DATABASES
from tests.strategies import priors, share_of


@share_of(40)
@given(DATABASES, st.data())
def test_an_extension_has_the_prior_of_the_results(databases, data) -> None:
    prior = data.draw(priors(databases.n + 1))
    extended = extension(prior, evenly(databases))
    assert tuple(sum(extended[d] for d in same) for same in databases.classes) == prior


def test_an_irrational_loss_makes_no_table() -> None:
    with pytest.raises(InputError, match=r"the loss \|i-r\|\^\(1/2\) is irrational: on databases"):
        loss_on_databases(power_loss("1/2"), replace_one(n=2))


def test_users_are_about_results_and_mechanisms_about_databases() -> None:
    databases = replace_one(n=2)
    user = MinimaxConsumer(absolute(), inputs=range(4))
    with pytest.raises(InputError, match="the user has 4 inputs: write 3, one for each result"):
        on_databases(user, evenly(databases))
    with pytest.raises(InputError, match="the prior has 4 weights: write 3, one for each result"):
        extension(uniform(n=3), evenly(databases))
    with pytest.raises(InputError, match="4 × 4 for 3 inputs"):
        loss_on_databases(table(identity(inputs=range(4))), databases)
    with pytest.raises(InputError, match="the user has 2 inputs and the matrix 3 rows"):
        expected_loss(BayesianUser(absolute(), uniform(n=1)), identity(inputs=range(3)))
