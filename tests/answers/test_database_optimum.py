"""Optima on databases: none has a smaller worst case than the oblivious one, and the kernel accepts it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import absolute, geometric, level, private, squared, table, zero_one
from exactdp.answers.database_optimum import labelled, oblivious_optimum, problem_on_databases
from exactdp.answers.optimality import decide
from exactdp.certificates.certificate import Rejected, certify
from exactdp.model.databases import replace_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Optimum, fixed_row
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.release.database_users import loss_on_databases, on_databases
from exactdp.release.oblivious import evenly, lifted, oblivious
from tests.release.strategies import DATABASES, private_mechanisms, worst_loss
from tests.strategies import INSIDE, LEVELS, losses, share_of, users


def test_the_first_user_of_theorem_6_3_has_the_mechanism_of_figure_4() -> None:
    databases, little = replace_one(n=3), Fraction(1, 100)
    weights = {"100": Fraction(1, 4), "010": Fraction(1, 4), "011": Fraction(1, 2) - little, "101": little}
    prior = [weights.get(label, Fraction(0)) for label in databases.labels]
    user = BayesianUser(loss_on_databases(absolute(), databases), prior)
    found = labelled(decide(problem_on_databases(user, "1/2", databases)), databases)
    assert found.verified.kind == "only-optimal"
    assert found.optimum.value == Fraction(13, 48) + little / 2
    x = found.optimum.mechanism
    assert x.inputs == databases.labels == found.uniqueness.optimum.mechanism.inputs
    expected = {"100": ("11/12", "1/12"), "010": ("2/3", "1/3"), "101": ("5/6", "1/6"), "011": ("1/3", "2/3")}
    for label, row in expected.items():
        assert x.rows[databases.position(label)] == (0, *map(Fraction, row), 0)
    assert not oblivious(x, databases)
    # Both users of the theorem have 1/2 on the results 1 and 2, for which an oblivious mechanism loses 1/3.
    on_results = BayesianUser(absolute(), [sum(prior[d] for d in same) for same in databases.classes])
    assert oblivious_optimum(on_results, "1/2", evenly(databases)).on_databases.value == Fraction(1, 3)


@share_of(60)
@given(DATABASES, LEVELS, st.data())
def test_no_mechanism_on_databases_has_a_smaller_worst_case(databases, alpha, data) -> None:
    user = data.draw(users(databases.n + 1, losses(databases.n + 1, databases.n + 1)))
    part = evenly(databases)
    found = oblivious_optimum(user, alpha, part)
    assert found.verified.kind == "optimal"
    assert found.verified.is_about(found.mechanism)
    assert private(found.mechanism, alpha, databases.neighbours)
    assert oblivious(found.mechanism, databases)
    attained = worst_loss(user, found.mechanism, databases)
    assert attained == found.on_databases.value == found.on_results.optimum.value
    # The linear program over all mechanisms on databases has the same value.
    best = solve_polytope(problem_on_databases(on_databases(user, part), alpha, databases))
    assert certify(best).kind == "optimal"
    assert best.value == attained
    assert worst_loss(user, best.mechanism, databases) >= attained


def test_prices_that_are_asked_of_the_next_result() -> None:
    # For the response 0 the reduced cost is negative at both ends and positive between them.
    user = BayesianUser(table([[0, 1, 1], [3, 0, 2], [0, 1, 2]]), uniform(n=2))
    found = oblivious_optimum(user, "1/2", evenly(replace_one(n=2)))
    assert found.verified.kind == "optimal"


@share_of(40)
@given(DATABASES, st.data())
def test_a_private_mechanism_does_not_beat_the_oblivious_optimum(databases, data) -> None:
    x = data.draw(private_mechanisms(databases))
    user = data.draw(users(databases.n + 1, losses(databases.n + 1, x.shape[1])))
    alpha = level(x, databases.neighbours).alpha
    best = oblivious_optimum(user, alpha, evenly(databases))
    assert worst_loss(user, x, databases) >= best.on_databases.value


@pytest.mark.parametrize("n", [5, 7])
def test_the_proof_on_results_is_one_on_many_databases(n) -> None:
    databases = replace_one(n=n)
    found = oblivious_optimum(MinimaxConsumer(squared(), n=n, side_information=[0, 1, n]), "1/3", evenly(databases))
    assert found.verified.kind == "optimal"
    assert f"{2**n} x {n + 1} matrix" in found.verified.sentence


def test_a_lower_value_is_rejected() -> None:
    found = oblivious_optimum(BayesianUser(absolute(), uniform(n=2)), "1/2", evenly(replace_one(n=2))).on_databases
    with pytest.raises(Rejected):
        certify(Optimum(found.problem, found.value - 1, found.dual, None, found.mechanism))
    with pytest.raises(Rejected):
        certify(
            Optimum(found.problem, found.value, found.dual, None, lifted(geometric(n=2, alpha="2/5"), replace_one(n=2)))
        )


@share_of(40)
@given(INSIDE)
def test_a_loss_on_databases_may_want_a_mechanism_that_is_not_oblivious(alpha) -> None:
    # One row of three values: the response 1 is bad on "1", and 0 on "2", which have the same result.
    databases = replace_one(n=1, values=3, counted=["0"])
    loss = table([[0, 0], [0, 1], [1, 0]])
    best = solve_polytope(problem_on_databases(MinimaxConsumer(loss, inputs=range(3)), alpha, databases))
    assert best.value == alpha / (1 + alpha) < Fraction(1, 2)
    assert not oblivious(best.mechanism, databases)


def test_labels_are_put_on_every_mechanism() -> None:
    databases = replace_one(n=2)
    indifferent = table([[0, 0, 0]] * 3)
    user = BayesianUser(loss_on_databases(indifferent, databases), [1, 0, 0, 0])
    found = labelled(decide(problem_on_databases(user, "1/2", databases)), databases)
    assert isinstance(found.uniqueness, AnotherOptimum)
    shown = (found.optimum, found.uniqueness.optimum, found.uniqueness.other)
    assert all(optimum.mechanism.inputs == databases.labels for optimum in shown)
    sure = BayesianUser(loss_on_databases(zero_one(), databases), ["1/3", "1/6", "1/6", "1/3"])
    alone = labelled(decide(problem_on_databases(sure, "1/9", databases)), databases)
    assert isinstance(alone.uniqueness, OnlyOptimum)
    assert alone.uniqueness.optimum.mechanism.inputs == databases.labels


def test_constraints_are_about_databases() -> None:
    databases = replace_one(n=1)
    user = BayesianUser(loss_on_databases(absolute(), databases), uniform(n=1))
    fixed = fixed_row(databases.position("1"), ["1/2", "1/2"])
    assert decide(problem_on_databases(user, "1/2", databases, fixed)).optimum.value == Fraction(3, 8)
