from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.linear_programs.linear_program import (
    Infeasible,
    LinearProgram,
    OptimalPoint,
    Unbounded,
    holds,
    solve,
)
from exactdp.linear_programs.near_solution import NearOptimum, independent, solve_near
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.polytope import linear_program
from exactdp.optimum.problem import Problem
from tests.strategies import INSIDE, graphs, losses

ONE = Fraction(1)
NUMBERS = st.integers(-3, 3).map(Fraction)
ROWS = st.dictionaries(st.integers(0, 2), NUMBERS, max_size=3)


@st.composite
def programs(draw: st.DrawFn) -> LinearProgram:
    rows = draw(st.lists(ROWS, max_size=5))
    right = draw(st.lists(NUMBERS, min_size=len(rows), max_size=len(rows)))
    equalities = draw(st.sets(st.integers(0, len(rows) - 1))) if rows else set()
    free = draw(st.sets(st.integers(0, 2)))
    return LinearProgram(3, draw(ROWS), tuple(rows), tuple(right), frozenset(equalities), frozenset(free))


def bound(program: LinearProgram, multipliers: tuple[Fraction, ...]) -> Fraction | None:
    """Return the value below which the multipliers prove that no feasible point goes; None if they prove nothing."""
    left = [program.objective.get(j, Fraction(0)) for j in range(program.variables)]
    for k, (row, y) in enumerate(zip(program.rows, multipliers, strict=True)):
        if y < 0 and k not in program.equalities:
            return None
        for j, v in row.items():
            left[j] -= y * v
    if any(v < 0 or (v and j in program.free) for j, v in enumerate(left)):
        return None
    return sum((y * b for y, b in zip(multipliers, program.right, strict=True)), Fraction(0))


def feasible(program: LinearProgram, point: tuple[Fraction, ...]) -> bool:
    values = [sum((v * point[j] for j, v in row.items()), Fraction(0)) for row in program.rows]
    return all(v >= 0 or j in program.free for j, v in enumerate(point)) and all(
        value == b if k in program.equalities else value >= b
        for k, (value, b) in enumerate(zip(values, program.right, strict=True))
    )


@settings(max_examples=200, deadline=None)
@given(programs(), st.lists(NUMBERS, min_size=3, max_size=3), st.sampled_from([ONE, Fraction(1, 10**20)]))
def test_the_answer_is_that_of_the_program_wherever_it_is_looked_for(
    program: LinearProgram, near: list[Fraction], unit: Fraction
) -> None:
    expected = solve(program)
    if isinstance(expected, OptimalPoint):
        near = [a + unit * b for a, b in zip(expected.point, near, strict=True)]
    found = solve_near(program, near)
    match found:
        case NearOptimum():
            assert isinstance(expected, OptimalPoint)
            assert feasible(program, found.point)
            assert found.value == expected.value == bound(program, found.multipliers)
        case Infeasible() | Unbounded():
            assert isinstance(expected, type(found))
            assert holds(found)
        case Unsolved():
            raise AssertionError(found.reason)


@settings(max_examples=30, deadline=None)
@given(st.data(), INSIDE)
def test_rows_that_are_far_away_come_back_when_they_matter(data: st.DataObject, alpha: Fraction) -> None:
    neighbours = data.draw(graphs(3))
    program = linear_program(Problem(BayesianUser(data.draw(losses(3, 3)), uniform(n=2)), alpha, neighbours))
    expected = solve(program)
    assert isinstance(expected, OptimalPoint)
    # From the middle everything seems far away: the row sums miss by a millionth of a millionth.
    middle = [Fraction(1, 3) + Fraction(1, 10**12)] * program.variables
    found = solve_near(program, middle)
    assert isinstance(found, NearOptimum)
    assert found.value == expected.value == bound(program, found.multipliers)


@pytest.mark.parametrize("more", [[], [{0: 2 * ONE, 1: 2 * ONE}]])
def test_equations_that_contradict_each_other_are_infeasible(more: list[dict[int, Fraction]]) -> None:
    rows = ({0: ONE, 1: ONE}, {0: ONE, 1: ONE}, *more)
    program = LinearProgram(2, {}, rows, (ONE, 2 * ONE, 2 * ONE)[: len(rows)], frozenset(range(len(rows))))
    found = solve_near(program, [Fraction(1, 2)] * 2)
    assert isinstance(found, Infeasible)
    assert holds(found)


def test_a_limit_is_an_answer() -> None:
    program = LinearProgram(1, {0: ONE}, ({0: ONE},), (ONE,))
    assert isinstance(solve_near(program, [ONE], seconds=-1), Unsolved)


def test_rows_that_depend_on_others_are_left_out() -> None:
    rows: list[dict[int, Fraction]] = [{}, {0: Fraction(1, 3)}, {0: ONE, 1: ONE}, {1: Fraction(2, 7)}]
    assert independent(2, rows, [0, 1, 2, 3]) == [1, 2]
    assert independent(2, rows, [3]) == [3]
    assert independent(2, rows, []) == []
