"""Oblivious mechanisms and averages, and their levels."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, InputError, expected_loss, geometric, level, table
from exactdp.model.databases import add_remove, check_mechanism, replace_one
from exactdp.model.mechanism import Mechanism, identity
from exactdp.release.database_users import extension
from exactdp.release.oblivious import Shares, evenly, lifted, oblivious
from tests.release.strategies import DATABASES, SMALL, distance, name, private_mechanisms, worst_loss
from tests.strategies import LEVELS, losses, share_of, users


@share_of(40)
@given(DATABASES, LEVELS, st.data())
def test_a_lifted_mechanism_is_oblivious_and_keeps_its_level(databases, alpha, data) -> None:
    on_results = data.draw(st.sampled_from([geometric(n=databases.n, alpha=alpha), identity(n=databases.n)]))
    x = lifted(on_results, databases)
    assert x.inputs == databases.labels
    assert oblivious(x, databases).on_results == on_results
    assert level(x, databases.neighbours).alpha == level(on_results).alpha


@share_of(40)
@given(DATABASES, st.data())
def test_obliviousness_is_decided_with_a_witness(databases, data) -> None:
    x = data.draw(private_mechanisms(databases))
    found = oblivious(x, databases)
    pairs = [(d, e) for same in databases.classes for d, e in combinations(same, 2)]
    assert bool(found) == all(x.rows[d] == x.rows[e] for d, e in pairs)
    if found:
        assert lifted(found.on_results, databases) == x.relabelled(databases.labels)
    else:
        d, e, r = found.witness
        assert databases.results[d] == databases.results[e]
        assert x[d, r] != x[e, r]


def test_a_mechanism_has_the_databases_in_their_order() -> None:
    databases = replace_one(n=1)
    check_mechanism(Mechanism([[1, 0], [0, 1]], inputs=["a", "b"]), databases)
    with pytest.raises(InputError, match="row 1 is 1, and 0 is expected"):
        oblivious(Mechanism([[1, 0], [0, 1]], inputs=["1", "0"]), databases)
    with pytest.raises(InputError, match="the mechanism has 3 rows: write 2, one for each database"):
        oblivious(identity(inputs=range(3)), databases)
    with pytest.raises(InputError, match="the mechanism has 3 inputs: write 2, one for each result"):
        lifted(identity(inputs=range(3)), databases)


def check_shares(found: Shares) -> None:
    databases, weights, pairing = found.databases, found.weights, found.pairing
    assert all(sum(weights[d] for d in same) == 1 for same in databases.classes)
    assert min(weights) >= 0
    assert all(part >= 0 and distance(databases, d, e) == 1 for (d, e), part in pairing.items())
    for d, i in enumerate(databases.results):
        up = sum(part for (here, _), part in pairing.items() if here == d)
        down = sum(part for (_, there), part in pairing.items() if there == d)
        assert up == (weights[d] if i < databases.n else 0)
        assert down == (weights[d] if i > 0 else 0)
    assert all(databases.results[e] == databases.results[d] + 1 for d, e in pairing)


@pytest.mark.parametrize("databases", SMALL, ids=name)
def test_shares_are_paired(databases) -> None:
    even = evenly(databases)
    check_shares(even)
    if databases.relation == "replace-one":
        assert all(weight * len(databases.classes[databases.results[d]]) == 1 for d, weight in enumerate(even.weights))


@share_of(60)
@given(DATABASES, st.data())
def test_an_even_average_keeps_the_level_and_loses_no_more(databases, data) -> None:
    x, part = data.draw(private_mechanisms(databases)), evenly(databases)
    responses = range(x.shape[1])
    averaged = Mechanism(
        [[sum(x[d, r] * part.weights[d] for d in same) for r in responses] for same in databases.classes]
    )
    assert level(averaged).alpha >= level(x, databases.neighbours).alpha
    loss = data.draw(losses(databases.n + 1, x.shape[1]))
    user = data.draw(users(databases.n + 1, st.just(loss)))
    after = expected_loss(user, averaged).value
    assert after == worst_loss(user, lifted(averaged, databases), databases) <= worst_loss(user, x, databases)
    # Under the extension by the same shares nothing changes.
    if isinstance(user, BayesianUser):
        rows = [[loss(i, r) for r in responses] for i in databases.results]
        assert expected_loss(BayesianUser(table(rows), extension(user.prior, part)), x).value == after


def test_for_add_and_remove_the_even_average_may_have_a_lower_level() -> None:
    # The response 1 is likely on "0" alone: the class of 0 has it more often than its neighbours with the result 1.
    databases = add_remove(n=1)
    alpha = Fraction(1, 2)
    likely = [alpha ** distance(databases, d, databases.position("0")) / 2 for d in range(3)]
    x = Mechanism([[1 - p, p] for p in likely])
    assert level(x, databases.neighbours).alpha == alpha
    sums = [[sum(x[d, r] for d in same) / len(same) for r in range(2)] for same in databases.classes]
    assert level(Mechanism(sums)).alpha == Fraction(1, 3)
