"""The path by its extreme columns, against the linear program over all entries."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from exactdp.certificates.certificate import certify
from exactdp.linear_programs import column_generation
from exactdp.linear_programs.linear_program import solve
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, squared
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.linear_program import linear_program, solve_polytope
from exactdp.optimum.path_columns import solve_by_rays
from exactdp.optimum.problem import Optimum, Problem
from tests.strategies import INSIDE, losses, share_of, users


@share_of(80)
@given(st.integers(1, 5), st.integers(1, 4), INSIDE | st.just(Fraction(1, 10**7)), st.data())
def test_the_value_is_that_over_all_entries(inputs: int, responses: int, alpha: Fraction, data: st.DataObject) -> None:
    problem = Problem(data.draw(users(inputs, losses(inputs, responses))), alpha, responses=range(responses))
    found = solve_by_rays(problem)
    assert isinstance(found, Optimum)
    assert found.value == solve(linear_program(problem)).value
    assert certify(found).kind == "optimal"


@pytest.mark.parametrize("alpha", ["1/4", "9/10"])
def test_large_programs_of_unimodal_losses_are_solved_by_columns(alpha: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactdp.optimum.linear_program.MANY_INEQUALITIES", 1000)
    for user in (BayesianUser(squared(), proportional(range(1, 32))), MinimaxConsumer(absolute(), n=30)):
        stages: list[str] = []
        found = solve_polytope(Problem(user, alpha), stages.append)
        assert "the exact solution over the columns that were found" in stages
        assert isinstance(found, Optimum)
        assert certify(found).kind == "optimal"


def test_prices_that_fall_exponentially_are_known_before_the_exact_solution() -> None:
    stages: list[str] = []
    found = solve_by_rays(Problem(MinimaxConsumer(absolute(), n=60), "1/4"), stages.append)
    assert isinstance(found, Optimum)
    assert stages == ["the exact solution over the columns that were found"]
    ends = found.dual.prior[0] + found.dual.prior[-1]
    assert 0 < ends < Fraction(1, 10**8)


def test_a_limit_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_generation, "COLUMN_ROUNDS", 0)
    assert isinstance(solve_by_rays(Problem(MinimaxConsumer(absolute(), n=3), fmpq(1, 2))), Unsolved)
