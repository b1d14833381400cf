"""Users about databases: priors that are extended and induced, and worst cases, by all extensions."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import InputError
from exactdp.model.databases import replace_one
from exactdp.model.losses import absolute, power_loss, table
from exactdp.model.mechanism import Mechanism, identity
from exactdp.model.users import BayesianUser, MinimaxConsumer, expected_loss, point_mass, uniform
from exactdp.release.database_users import (
    extension,
    induced_prior,
    loss_on_databases,
    on_databases,
    worst_case,
)
from exactdp.release.oblivious import evenly, lifted
from tests.release.strategies import DATABASES, SMALL, private_mechanisms, shares
from tests.strategies import losses, priors, share_of, users


@share_of(40)
@given(DATABASES, st.data())
def test_priors_are_extended_and_induced(databases, data) -> None:
    prior = data.draw(priors(databases.n + 1))
    extended = extension(prior, data.draw(shares(databases)))
    assert sum(extended) == 1
    assert induced_prior(extended, databases) == prior


@share_of(40)
@given(st.sampled_from([each for each in SMALL if len(each) <= 8]), st.data())
def test_the_worst_case_is_the_worst_of_all_extensions(databases, data) -> None:
    x = data.draw(private_mechanisms(databases))
    user = data.draw(users(databases.n + 1, losses(databases.n + 1, x.shape[1])))
    found = worst_case(user, x, databases)
    of = table([[user.loss(i, r) for r in range(x.shape[1])] for i in databases.results])
    alone = [expected_loss(BayesianUser(of, point_mass(n=len(databases) - 1, i=d)), x) for d in range(len(databases))]
    assert list(found.losses) == alone
    assert expected_loss(BayesianUser(of, found.prior), x) == found.value
    if isinstance(user, BayesianUser):
        # The largest of a linear function over a product of simplices is at a choice of one database for each result.
        chosen = product(*databases.classes)
        assert found.value == max(sum(p * alone[d] for p, d in zip(user.prior, each, strict=True)) for each in chosen)
        assert induced_prior(found.prior, databases) == user.prior
    else:
        inside = [loss for loss, i in zip(alone, databases.results, strict=True) if i in user.side_information]
        assert found.value == max(inside)


def test_an_irrational_loss_is_added_up_but_makes_no_table() -> None:
    databases = replace_one(n=2)
    x = lifted(Mechanism([[0, 0, 1], [1, 0, 0], [0, 0, 1]]), databases)
    user = BayesianUser(power_loss("1/2"), ["1/2", "1/2", 0])
    assert str(worst_case(user, x, databases).value) == "1/2 + 1/2*2^(1/2)"
    with pytest.raises(InputError, match=r"the loss \|i-r\|\^\(1/2\) is irrational: on databases"):
        loss_on_databases(power_loss("1/2"), databases)


def test_users_are_about_results_and_mechanisms_about_databases() -> None:
    databases = replace_one(n=2)
    user = MinimaxConsumer(absolute(), inputs=range(4))
    with pytest.raises(InputError, match="the user has 4 inputs: write 3, one for each result"):
        worst_case(user, identity(inputs=range(4)), databases)
    with pytest.raises(InputError, match="the user has 4 inputs: write 3, one for each result"):
        on_databases(user, evenly(databases))
    with pytest.raises(InputError, match="the prior has 3 weights: write 4, one for each database"):
        induced_prior(uniform(n=2), databases)
    with pytest.raises(InputError, match="the prior has 4 weights: write 3, one for each result"):
        extension(uniform(n=3), evenly(databases))
    with pytest.raises(InputError, match="4 × 4 for 3 inputs"):
        loss_on_databases(table(identity(inputs=range(4))), databases)
    with pytest.raises(InputError, match="the user has 2 inputs and the matrix 3 rows"):
        expected_loss(BayesianUser(absolute(), uniform(n=1)), identity(inputs=range(3)))
