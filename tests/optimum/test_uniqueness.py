"""Uniqueness: both answers are proved, and agree with a second linear program."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, MinimaxConsumer, certify, uniform
from exactdp.linear_programs import optimal_basis
from exactdp.linear_programs.linear_program import LinearProgram
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, asymmetric, power_loss, squared, table, zero_one
from exactdp.model.neighbours import Neighbours, complete, cycle, edges, hypercube
from exactdp.optimum import uniqueness as module
from exactdp.optimum.linear_program import linear_program, solve_polytope
from exactdp.optimum.problem import Optimum, Problem, fixed_row, loss_at_most, symmetric
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum, uniqueness
from tests.strategies import LEVELS, graphs, losses, share_of, users


def alone(problem: Problem, optimum: Optimum) -> bool:
    """Decide uniqueness by the range of every entry over all optimal mechanisms: slow, and without prices."""
    program = linear_program(problem)
    rows = (*program.rows, {j: -v for j, v in program.objective.items()})
    right = (*program.right, -Fraction(optimum.value))
    for i in range(problem.inputs):
        for r in range(problem.responses):
            ends = []
            for sign in (1, -1):
                at = {i * problem.responses + r: Fraction(sign)}
                found = solve(LinearProgram(program.variables, at, rows, right, program.equalities, program.free))
                ends.append(found.value * sign)
            if ends[0] != ends[1]:
                return False
    return True


@share_of(60)
@given(st.integers(1, 3), st.integers(1, 3), LEVELS, st.data())
def test_uniqueness_is_decided_and_proved(inputs: int, responses: int, alpha: Fraction, data: st.DataObject) -> None:
    monotone = inputs == responses and data.draw(st.booleans())
    user = data.draw(users(inputs) if monotone else users(inputs, losses(inputs, responses)))
    problem = Problem(user, alpha, data.draw(graphs(inputs)), responses=range(responses))
    optimum = optimal(problem)
    found = uniqueness(optimum)
    assert not isinstance(found, Unsolved)
    assert bool(found) == alone(problem, optimum)
    assert certify(found).kind == ("only-optimal" if found else "not-only-optimal")
    if isinstance(found, AnotherOptimum):
        assert found.other.mechanism != optimum.mechanism


def test_consumers_of_all_inputs() -> None:
    for n in (1, 3, 8):
        found = uniqueness(optimal(Problem(MinimaxConsumer(absolute(), n=n), "1/4")))
        assert certify(found).kind == "only-optimal"
    several = uniqueness(optimal(Problem(MinimaxConsumer(absolute(), inputs=range(11)), "9/10")))
    assert certify(several).kind == "not-only-optimal"


def test_irrational_losses_and_constraints() -> None:
    for problem in (
        Problem(BayesianUser(power_loss("3/2"), ["1/4", 0, "1/4", 0, "1/4", "1/4"]), "1/2"),
        Problem(BayesianUser(power_loss("1/2"), uniform(n=2)), "1/2", complete(inputs=range(3))),
        Problem(BayesianUser(power_loss("1/2"), uniform(n=3)), "1/2", constraints=symmetric(inputs=range(4))),
    ):
        found = uniqueness(solve_polytope(problem))
        assert not isinstance(found, Unsolved)
        certify(found)


def test_ties_of_bayes_rule_and_unused_responses() -> None:
    tied = uniqueness(optimal(Problem(BayesianUser(absolute(), ["1/2", 0, "1/2"]), "1/2")))
    assert isinstance(tied, AnotherOptimum)
    certify(tied)
    nothing = BayesianUser(table([[0, 0], [0, 0]]), uniform(n=1))
    assert isinstance(uniqueness(optimal(Problem(nothing, "1/2"))), AnotherOptimum)
    sure = BayesianUser(zero_one(), [0, 1, 0])
    assert isinstance(uniqueness(optimal(Problem(sure, "1/2"))), OnlyOptimum)
    # Without privacy the other inputs may get anything.
    assert isinstance(uniqueness(optimal(Problem(sure, 0))), AnotherOptimum)


def test_pivots_are_counted_and_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 8
    one_exact = [loss_at_most(absolute(), 3, 1, responses=range(size))]
    optimum = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(size)), "2/3", constraints=one_exact))

    def slacks(search: Any, *_: Any, **__: Any) -> tuple[int, ...]:
        return tuple(range(search.n, search.n + search.m))

    monkeypatch.setattr(optimal_basis._Search, "float_basis", slacks)
    stages: list[str] = []
    assert isinstance(uniqueness(optimum, stages.append), AnotherOptimum)
    assert "exact pivots: 9" in stages
    monkeypatch.setattr(module, "PIVOT_LIMIT", 8)
    found = uniqueness(optimum)
    assert found.reason == "not solved within 8 exact pivots"


@pytest.mark.parametrize(
    ("graph", "alpha", "losses"),
    [
        (complete(inputs=range(3)), "1/2", [[1, 0, 2], [0, 3, 3], [3, 3, 1]]),
        (complete(inputs=range(3)), 1, [[1, 0, 1], [3, 3, 1], [3, 1, 0]]),
        (cycle(inputs=range(4)), "1/3", [[0, 0, 2, 3], [0, 2, 1, 3], [2, 2, 1, 1], [2, 1, 1, 2]]),
        (hypercube(inputs=range(4)), "1/2", [[1, 1, 0, 1], [2, 3, 0, 2], [3, 1, 3, 0], [2, 0, 2, 1]]),
    ],
    ids=["complete", "all alike", "cycle", "hypercube"],
)
def test_on_a_graph_prices_are_added_until_they_prove_it(
    graph: Neighbours, alpha: Any, losses: list[list[int]]
) -> None:
    optimum = solve_polytope(Problem(MinimaxConsumer(table(losses), inputs=range(graph.size)), alpha, graph))
    stages: list[str] = []
    found = uniqueness(optimum, stages.append)
    assert "the linear program of all optimal mechanisms" in stages
    assert certify(found).kind == "only-optimal"


def test_where_nothing_is_tied_the_entries_are_the_unknowns() -> None:
    size = 15
    constraints = fixed_row(7, [Fraction(1, size)] * size)
    optimum = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(size)), "1/4", constraints=constraints))
    assert isinstance(uniqueness(optimum), AnotherOptimum)


def test_what_is_too_large_is_not_decided() -> None:
    size = 360
    flat = table([[0] * size] * size)
    found = uniqueness(optimal(Problem(MinimaxConsumer(flat, inputs=range(size)), 0)))
    assert "more than 125,000 inequalities" in found.reason


def test_where_tied_blocks_prove_nothing_single_entries_do() -> None:
    # At an α so small, responses 1 and 3 are used by no optimum, and only prices of single entries show it.
    tree = edges([(1, 2), (0, 3), (1, 3), (3, 4)], inputs=range(5))
    user = BayesianUser(absolute(), ["1/3", 0, "1/6", 0, "1/2"])
    found = uniqueness(optimal(Problem(user, "1e-7", tree)))
    assert certify(found).kind == "only-optimal"


@pytest.mark.parametrize("graph", [hypercube(inputs=range(8)), cycle(inputs=range(8))], ids=str)
def test_prices_of_very_different_sizes_are_added(graph: Neighbours) -> None:
    # At an α so small only a very little of the added prices keeps the old ones above zero.
    for informed in ([4], [4, 6, 7]):
        user = MinimaxConsumer(absolute(), inputs=range(8), side_information=informed)
        found = uniqueness(solve_polytope(Problem(user, "1e-7", graph)))
        assert isinstance(found, OnlyOptimum | AnotherOptimum)
        certify(found)


@pytest.mark.parametrize("alpha", ["1e-7", "1e-30", "1e-300"])
@pytest.mark.parametrize("graph", [cycle(inputs=range(5)), complete(inputs=range(5)), edges([(0, 1)], inputs=range(5))])
@pytest.mark.parametrize("prior", [None, ["1/9", "1/3", "1/3", "1/9", "1/9"]])
def test_however_small_the_level_is(alpha: str, graph: Neighbours, prior: list[str] | None) -> None:
    loss = asymmetric(0, 3)
    user = MinimaxConsumer(squared(), inputs=range(5)) if prior is None else BayesianUser(loss, prior)
    found = uniqueness(optimal(Problem(user, alpha, graph)))
    assert not isinstance(found, Unsolved)
    assert certify(found).kind in ("only-optimal", "not-only-optimal")


def test_the_step_to_better_prices_is_as_short_as_the_level_needs() -> None:
    pairs = [(0, 3), (1, 2), (1, 3)]
    informed = MinimaxConsumer(asymmetric(2, 1), inputs=range(4), side_information=[2])
    found = uniqueness(optimal(Problem(informed, Fraction(1, 2**8000), edges(pairs, inputs=range(4)))))
    assert isinstance(found, OnlyOptimum)
    certify(found)
