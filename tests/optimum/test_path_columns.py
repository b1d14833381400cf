"""The path by its extreme columns, against the linear program over all entries."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactdp.optimum.path_columns as module
from exactdp import absolute, certify, squared, table
from exactdp.linear_programs.contracted_basis import BasicColumns
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional, uniform
from exactdp.optimum.linear_program import linear_program, solve_polytope
from exactdp.optimum.path_columns import Ray, solve_by_rays
from exactdp.optimum.problem import Optimum, Problem
from tests.strategies import INSIDE, losses, share_of, users

EXACT = "the exact solution over the columns that were found"


@share_of(80)
@given(st.integers(1, 5), st.integers(1, 4), INSIDE | st.just(Fraction(1, 10**7)), st.data())
def test_the_value_is_that_over_all_entries(inputs: int, responses: int, alpha: Fraction, data: st.DataObject) -> None:
    problem = Problem(data.draw(users(inputs, losses(inputs, responses))), alpha, responses=range(responses))
    found = solve_by_rays(problem)
    assert found.value == solve(linear_program(problem)).value
    assert certify(found).kind == "optimal"


@pytest.mark.parametrize("alpha", ["1/4", "9/10"])
def test_large_programs_of_unimodal_losses_are_solved_by_columns(alpha: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactdp.optimum.linear_program.MANY_INEQUALITIES", 1000)
    for user in (BayesianUser(squared(), proportional(range(1, 32))), MinimaxConsumer(absolute(), n=30)):
        stages: list[str] = []
        found = solve_polytope(Problem(user, alpha), stages.append)
        assert EXACT in stages
        assert certify(found).kind == "optimal"
    parity = table([[(i - r) % 2 for r in range(24)] for i in range(31)])
    stages.clear()
    assert isinstance(solve_polytope(Problem(MinimaxConsumer(parity, n=30), alpha, responses=range(24))), Optimum)
    assert EXACT not in stages


def test_prices_that_fall_exponentially_are_known_before_the_exact_solution() -> None:
    stages: list[str] = []
    found = solve_by_rays(Problem(MinimaxConsumer(absolute(), n=60), "1/4"), stages.append)
    assert found is not None
    assert stages.count(EXACT) == 1
    assert stages[-1] == EXACT
    assert 0 < found.dual.prior[0] + found.dual.prior[-1] < Fraction(1, 10**8)


def test_losses_that_are_equal_up_to_the_least_power_are_told_apart() -> None:
    # Reading 0 as 1 instead of 0 changes the expected loss by 2^-60.
    found = solve_by_rays(Problem(BayesianUser(absolute(), uniform(n=60)), "1/2"))
    assert certify(found).kind == "optimal"


Proposal = tuple[list[Ray], BasicColumns] | None


@pytest.mark.parametrize("user", [BayesianUser(squared(), uniform(n=4)), MinimaxConsumer(absolute(), n=4)])
def test_exact_prices_add_what_floating_point_left_out(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[..., Proposal] = module._proposed
    expected = solve_polytope(Problem(user, "1/2"))

    def too_few(*given: Any) -> Proposal:
        # One column of each input for response 0, with no basis.
        right(*given)
        return [(0, tuple(abs(i - k) for i in range(5))) for k in range(5)], ()

    monkeypatch.setattr(module, "_proposed", too_few)
    stages: list[str] = []
    found = solve_by_rays(Problem(user, "1/2"), stages.append)
    assert isinstance(expected, Optimum)
    assert found.value == expected.value
    assert certify(found).kind == "optimal"
    assert stages.count(EXACT) > 1


def test_after_a_limit_all_entries_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(MinimaxConsumer(absolute(), n=3), "1/2")
    expected = solve_polytope(problem)
    assert isinstance(expected, Optimum)
    monkeypatch.setattr("exactdp.optimum.linear_program.MANY_INEQUALITIES", 0)
    with monkeypatch.context() as late:
        late.setattr(module, "solve", lambda *_, **__: Unsolved("late"))
        assert solve_by_rays(problem) is None
        assert solve_polytope(problem) == expected
    monkeypatch.setattr(module, "COLUMN_ROUNDS", 0)
    assert solve_by_rays(problem) is None
    assert solve_polytope(problem) == expected
