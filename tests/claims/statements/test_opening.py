"""Opening a statement: quantifiers before the goal, assumptions that something exists, and witnesses."""

import pytest

from exactdp.claims.statements.expressions import MATRIX, free, same
from exactdp.claims.statements.formulas import All, Some, between, function
from exactdp.claims.statements.opening import opened
from exactdp.claims.statements.terms import TRUE, Definition, Formula, variable
from exactdp.claims.vocabulary import derivable, stochastic
from tests.claims.small_statements import T, a, b, i, k, m, n, r, x


def texts(formulas):
    return [str(each) for each in formulas]


def test_quantifiers_and_implications_in_front_become_assumptions():
    goal = All(x, stochastic(x, n, m), (a > 0) >> All(i, between(0, i, n), x[i, 0] >= 0))
    found = opened([n >= 0], goal)
    assert texts(found.assumptions) == texts([n >= 0, stochastic(x, n, m), a > 0, i >= 0, i <= n])
    assert same(found.goal, x[i, 0] >= 0)
    assert not found.by_witness
    assert opened([TRUE & TRUE], TRUE).assumptions == ()


def test_a_variable_that_is_taken_gets_another_name():
    found = opened([i > 5], All(i, between(0, i, n), i <= n))
    assert sorted({name for f in (*found.assumptions, found.goal) for name in free(f)}) == ["i", "i'", "n"]
    assert same(found.goal, variable("i'", "index") <= n)
    twice = opened([], All(i, i > 0, All(i, i < n, i <= n)))
    assert texts(twice.assumptions) == ["0 < i", "i' < n"]


def test_an_assumption_that_something_exists_gives_a_variable():
    found = opened([Some(T, stochastic(T, n, n), T[0, 0] == a)], a <= 1)
    assert texts(found.assumptions) == texts([stochastic(T, n, n), T[0, 0] == a])
    named = opened([derivable(x, a, n, m)], a <= 1)
    assert named.assumptions[0].op == "defined" and named.assumptions[0].args[0] is stochastic
    kept = opened([derivable(x, a, n, m)], a <= 1, drawn=[derivable])
    assert kept.assumptions[0].args[0] is derivable


def test_a_witness_takes_the_place_of_its_variable():
    W = function(k, r, x[k, r] / 1)
    goal = All(i, between(0, i, n), Some(T, stochastic(T, n, m), T[i, 0] == x[i, 0]))
    found = opened([], goal, {"T": W})
    assert found.by_witness
    assert same(found.goal, stochastic(W, n, m) & (W[i, 0] == x[i, 0]))
    assert opened([], goal).goal.op == "some"
    unfolded = opened([], derivable(x, a, n, m), {"T": W})
    assert "T" not in free(unfolded.goal) and unfolded.goal.op == "and"
    within = opened([], (a < 1) & Some(b, b > a, b < 1), {"b": a, "β": (a + 1) / 2})
    assert same(within.goal, (a < 1) & (((a + 1) / 2 > a) & ((a + 1) / 2 < 1)))


@pytest.mark.parametrize("negative", [True, False])
def test_a_witness_never_speaks_of_an_assumption(negative):
    says = Some(b, b > a, b < 1)
    found = opened([], says >> (a < 1) if negative else ~says | (a < 1), {"β": a + 1})
    assert "β" in free(found.assumptions[0]) if negative else found.goal.args[0].op == "all"
    denied = Formula("not", says, sort="truth")
    assert same(opened([], denied, {"β": a + 1}).goal, denied)


def test_a_name_is_unfolded_only_for_a_quantifier_that_cannot_be_run_through():
    assert opened([], stochastic(x, n, m)).goal.op == "defined"
    every = Definition("{0} is at most 1", (n,), All(x, stochastic(x, n, n), x[0, 0] <= 1))
    found = opened([n >= 0], every(n))
    assert texts(found.assumptions) == texts([n >= 0, stochastic(x, n, n)])
    assert same(found.goal, variable("x", MATRIX)[0, 0] <= 1)
