"""The complete graph with one more variable for each response, compared with all pairs."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, MinimaxConsumer, absolute, certify, complete, table, uniform, zero_one
from exactdp.optimum.complete_graph import compact, matched
from exactdp.optimum.linear_program import linear_program, solve_polytope
from exactdp.optimum.problem import Problem, loss_at_most, responses_only
from tests.strategies import INSIDE, losses, share_of, users


@share_of(60)
@given(st.integers(2, 5), st.integers(1, 4), INSIDE, st.booleans(), st.data())
def test_the_value_is_that_of_all_pairs(
    inputs: int, responses: int, alpha: Fraction, constrained: bool, data: st.DataObject
) -> None:
    user = data.draw(users(inputs, losses(inputs, responses)))
    kept = responses_only([0], inputs=range(inputs), responses=range(responses)) if constrained else ()
    problem = Problem(user, alpha, complete(inputs=range(inputs)), responses=range(responses), constraints=kept)
    expected = solve_polytope(problem)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("exactdp.optimum.linear_program.MANY_INEQUALITIES", 0)
        found = solve_polytope(problem)
    assert found.value == expected.value
    assert certify(found).kind == "optimal"


def test_what_privacy_forbids_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactdp.optimum.linear_program.MANY_INEQUALITIES", 0)
    right = [loss_at_most(zero_one(), i, "1/4", responses=range(3)) for i in range(3)]
    user = MinimaxConsumer(zero_one(), inputs=range(3))
    found = solve_polytope(Problem(user, "1/2", complete(inputs=range(3)), constraints=right))
    assert certify(found).kind == "infeasible"


def test_there_are_fewer_rows() -> None:
    size = 20
    problem = Problem(BayesianUser(absolute(), uniform(n=size - 1)), "1/2", complete(inputs=range(size)))
    alone = Problem(problem.user, 0, problem.neighbours)
    assert len(linear_program(problem).rows) == size + size * (size - 1) * size
    assert len(compact(problem, linear_program(alone)).rows) == size + 2 * size * size


def test_prices_of_one_input_with_itself_are_left_out() -> None:
    problem = Problem(MinimaxConsumer(table([[0, 1], [1, 0]]), inputs=range(2)), "1/2", complete(inputs=range(2)))
    prices: list[Any] = [Fraction(v) for v in (3, 0, 1, 0, 1, 0, 1, 0)]
    # Input 0 has 3 on its low side and 2 on its high one; of input 1's 2 on the high side one goes to input 0.
    assert matched(problem, prices) == {(0, 1, 0): 1}
