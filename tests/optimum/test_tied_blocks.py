"""One unknown for each block: no fewer mechanisms than over all entries, and the same prices."""

from fractions import Fraction

import pytest

from exactdp.linear_programs.linear_program import LinearProgram, solve
from exactdp.model.losses import absolute, table
from exactdp.model.neighbours import complete, path
from exactdp.model.users import BayesianUser, MinimaxConsumer
from exactdp.optimum.dual_cone import faces
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem, accuracy
from exactdp.optimum.tied_blocks import OptimalFace, optimal_face


def face_of(problem: Problem) -> OptimalFace:
    optimum = solve_polytope(problem)
    return optimal_face(optimum, faces(problem, optimum.dual))


PROBLEMS = {
    "constraint": Problem(
        MinimaxConsumer(absolute(), inputs=range(3)),
        "2/3",
        constraints=[accuracy(absolute(), 1, "1/2", responses=range(3))],
    ),
    "zeros": Problem(BayesianUser(absolute(), ["1/2", 0, "1/2"]), "1/2"),
    "complete": Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2", complete(inputs=range(3))),
    "all alike": Problem(BayesianUser(absolute(), ["1/2", "1/2", 0]), 1, complete(inputs=range(3))),
    "no privacy": Problem(BayesianUser(table([[0, 0], [1, 0]]), [0, 1]), 0, path(inputs=range(2))),
}


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_each_entry_ranges_as_over_all_entries(problem: Problem) -> None:
    face = face_of(problem)
    entries = optimal_face(face.optimum, face.priced, joined=False).program
    for sign in (1, -1):
        for i in range(problem.inputs):
            for r in range(problem.responses):
                block = next(b for b, each in enumerate(face.blocks) if each.response == r and i in each.entries)
                by_blocks = optimum(face.program, {block: sign * face.blocks[block].entries[i]})
                assert by_blocks == optimum(entries, {i * problem.responses + r: Fraction(sign)})


def optimum(program: LinearProgram, objective: dict[int, Fraction]) -> Fraction:
    rows, right, equalities = program.rows, program.right, program.equalities
    return solve(LinearProgram(program.variables, objective, rows, right, equalities)).value


def test_a_point_is_a_mechanism() -> None:
    for problem in PROBLEMS.values():
        face = face_of(problem)
        single = optimal_face(face.optimum, face.priced, joined=False)
        assert face.mechanism(face.point) == single.mechanism(single.point) == face.optimum.mechanism


def test_there_are_few_blocks() -> None:
    size = 13
    kept = [accuracy(absolute(), 3, 1, responses=range(size))]
    face = face_of(Problem(MinimaxConsumer(absolute(), inputs=range(size)), "2/3", constraints=kept))
    assert face.program.variables < 3 * size < size**2
