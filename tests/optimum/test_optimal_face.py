"""The program of all optimal mechanisms describes the same mechanisms as a second linear program."""

from fractions import Fraction

import pytest

from exactdp import BayesianUser, MinimaxConsumer, complete, path
from exactdp.linear_programs.linear_program import LinearProgram
from exactdp.linear_programs.optimal_basis import solve
from exactdp.model.losses import absolute, power_loss, table
from exactdp.optimum.dual_cone import faces
from exactdp.optimum.linear_program import linear_program, solve_polytope
from exactdp.optimum.optimal_face import optimal_face
from exactdp.optimum.problem import Problem, loss_at_most

PROBLEMS = {
    "constraint": Problem(
        MinimaxConsumer(absolute(), inputs=range(3)),
        "2/3",
        constraints=[loss_at_most(absolute(), 1, "1/2", responses=range(3))],
    ),
    "zeros": Problem(BayesianUser(absolute(), ["1/2", 0, "1/2"]), "1/2"),
    "complete": Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2", complete(inputs=range(3))),
    "all alike": Problem(BayesianUser(absolute(), ["1/2", "1/2", 0]), 1, complete(inputs=range(3))),
    "no privacy": Problem(BayesianUser(table([[0, 0], [1, 0]]), [0, 1]), 0, path(inputs=range(2))),
}


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_each_entry_ranges_as_over_all_optimal_mechanisms(problem: Problem) -> None:
    optimum = solve_polytope(problem)
    face = optimal_face(optimum, faces(problem, optimum.dual))
    # The problem's own program, with the loss of the optimum as a bound.
    whole = linear_program(problem)
    rows = (*whole.rows, {j: -v for j, v in whole.objective.items()})
    best = LinearProgram(
        whole.variables, {}, rows, (*whole.right, -Fraction(optimum.value)), whole.equalities, whole.free
    )
    for entry in range(problem.inputs * problem.responses):
        for sign in (1, -1):
            assert least(face, {entry: Fraction(sign)}) == least(best, {entry: Fraction(sign)})


def least(program: LinearProgram, objective: dict[int, Fraction]) -> Fraction:
    rows, right, equalities = program.rows, program.right, program.equalities
    return solve(LinearProgram(program.variables, objective, rows, right, equalities, program.free)).value


def test_a_loss_may_be_irrational() -> None:
    problem = Problem(BayesianUser(power_loss("1/2"), ["1/2", 0, "1/2"]), "1/2")
    optimum = solve_polytope(problem)
    face = optimal_face(optimum, faces(problem, optimum.dual))
    entry = optimum.mechanism[1, 0]
    assert least(face, {3: Fraction(1)}) <= entry <= -least(face, {3: Fraction(-1)})
