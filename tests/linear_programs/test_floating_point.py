"""The proposals of floating point, and its answer if it fails."""

from math import inf

import highspy
import pytest

from exactdp.linear_programs.floating_point import METHODS, FloatProgram, Method, new_solver, rounded


def small() -> FloatProgram:
    """Return x0 + x1 - slack 2 and x1 - slack 3, with x1 free, and the first row an equality."""
    return FloatProgram([{0: 2, 1: 2}, {1: 1}], 2, free=[1], equalities=[0])


def test_a_start_is_taken_and_units_change_nothing() -> None:
    lower, costs = {2: 1.0, 3: 0.25}, {0: 1.0, 1: 3.0}
    assert small().basis(None, lower, costs) == (0, 1)
    for start in ((0, 1), (2, 3), (0, 3)):
        for units in ({}, {0: 1e-6, 1: 1e-9}, {0: 1e6, 1: 1e3}):
            assert small().basis(start, lower, costs, units) == (0, 1)


def test_a_slack_that_costs_something_leaves_the_basis() -> None:
    program = FloatProgram([{0: 1}, {0: 1}], 1, free=[], equalities=[])
    assert program.basis(None, {}, {0: 1.0}) == (1, 2)
    # Less than nothing: the slack of the second row is to be as large as the first row lets it, x0 - 1 ≥ 0 - …
    assert program.basis((1, 2), {1: 1.0}, {0: 1.0}) == (0, 2)
    assert program.basis((1, 2), {1: 1.0}, {0: 1.0, 2: 1.0}) == (0, 2)


def test_a_failure_is_no_basis() -> None:
    assert small().basis((0, 1), {2: 1.0, 3: 0.25}, {0: 1.0, 1: 3.0}, {0: 0.0, 1: inf}) is None


def test_large_numbers_are_infinite() -> None:
    assert rounded(10**400, 10**399) == 10.0
    assert rounded(10**400) == inf
    assert rounded(-(10**31), 10) == -inf
    assert rounded(0, 5) == 0.0


@pytest.mark.parametrize("method", METHODS)
def test_every_method_ends_at_the_only_optimum(method: Method) -> None:
    taken = [new_solver().setOptionValue(option, setting) for option, setting in METHODS[method].items()]
    assert set(taken) == {highspy.HighsStatus.kOk}
    rows = [{0: 2, 1: 1, 2: 1}, {0: 1, 1: 3}, {1: 1, 2: 4}]
    program = FloatProgram(rows, 3, free=[], equalities=[])
    lower, costs = {3: 0.5, 4: 1 / 3, 5: 0.25}, {0: 1.0, 1: 1.0, 2: 1.0}
    assert program.basis(None, lower, costs, method=method) == program.basis(None, lower, costs)
    assert program.basis((3, 4, 5), lower, costs, method=method) == program.basis(None, lower, costs)
