"""The progress of a search, and its answer if it exceeds a limit."""

import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Unsolved, silent

PROGRAM = LinearProgram(1, {0: Fraction(1)}, ({0: Fraction(1)},), (Fraction(2),))


def test_an_open_question_is_neither_yes_nor_no() -> None:
    found = solve(PROGRAM, seconds=-1)
    assert found == Unsolved("not solved within the time that was given", PROGRAM)
    for decide in (bool, lambda answer: not answer, lambda answer: answer and 1):
        with pytest.raises(ValueError, match=r"^not decided: not solved within the time that was given$"):
            decide(found)


def test_it_keeps_the_question_but_does_not_print_it() -> None:
    found = Unsolved("the time is over", PROGRAM)
    assert found.question is PROGRAM
    assert repr(found) == "Unsolved(reason='the time is over')"
    assert found != Unsolved("the time is over")
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(FrozenInstanceError):
        found.reason = "it was not"  # type: ignore[misc]


def test_the_stages_go_to_the_function_that_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    stages = list[str]()
    assert isinstance(solve(PROGRAM, pivots=5, progress=stages.append), OptimalPoint)
    assert isinstance(solve(PROGRAM, progress=silent), OptimalPoint)
    silent("anything")
    assert all(isinstance(stage, str) for stage in stages)
    assert capsys.readouterr() == ("", "")
