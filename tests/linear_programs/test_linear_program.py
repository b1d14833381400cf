"""Invalid linear programs, and corrupted answers."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint, Unbounded, holds
from exactdp.linear_programs.optimal_basis import solve

f = Fraction

# Minimise x0 + 2·x1, x0 + x1 + v ≥ 2, v = -1: the point (3, 0, -1) is optimal.
SOUND = OptimalPoint(
    LinearProgram(
        3,
        {0: f(1), 1: f(2)},
        ({0: f(1), 1: f(1), 2: f(1)}, {2: f(1)}),
        (f(2), f(-1)),
        frozenset({1}),
        frozenset({2}),
    ),
    (f(3), f(0), f(-1)),
    (f(1), f(-1)),
    f(3),
    (0, 2),
)
# x0 - x1 + v ≥ 1 and x1 - x0 ≥ 0 and v = 0.
EMPTY = Infeasible(
    LinearProgram(
        3,
        {0: f(-9)},
        ({0: f(1), 1: f(-1), 2: f(1)}, {1: f(1), 0: f(-1)}, {2: f(1)}),
        (f(1), f(0), f(0)),
        frozenset({2}),
        frozenset({2}),
    ),
    (f(1), f(1), f(-1)),
)
# Minimise v - x0 with v + x0 = 1 and x0 - x1 ≥ 0.
ENDLESS = Unbounded(
    LinearProgram(
        3,
        {0: f(-1), 2: f(1)},
        ({2: f(1), 0: f(1)}, {0: f(1), 1: f(-1)}),
        (f(1), f(0)),
        frozenset({0}),
        frozenset({2}),
    ),
    (f(1), f(1), f(0)),
    (f(1), f(1), f(-1)),
)

# Minimise x with 1 ≤ x ≤ 3, where 3 is a vertex too.
BETWEEN = OptimalPoint(
    LinearProgram(1, {0: f(1)}, ({0: f(1)}, {0: f(-1)}), (f(1), f(-3))), (f(1),), (f(1), f(0)), f(1), (0, 2)
)
# Minimise x with x ≥ 0, said twice.
AT_ZERO = OptimalPoint(LinearProgram(1, {0: f(1)}, ({0: f(1)},) * 2, (f(0),) * 2), (f(0),), (f(1), f(0)), f(0), (0, 2))
ANSWERS = {"optimum": SOUND, "infeasible": EMPTY, "unbounded": ENDLESS, "between": BETWEEN, "at zero": AT_ZERO}


@pytest.mark.parametrize("found", ANSWERS.values(), ids=ANSWERS)
def test_a_sound_answer_holds(found: OptimalPoint | Infeasible | Unbounded) -> None:
    assert holds(found)
    assert type(solve(found.program)) is type(found)


@pytest.mark.parametrize(
    ("found", "spoilt"),
    [
        (SOUND, {"value": f(2)}),
        (SOUND, {"value": f(4), "point": (f(4), f(0), f(-1))}),
        (SOUND, {"point": (f(2), f(1), f(-1)), "value": f(4)}),
        (SOUND, {"point": (f(2), f(0), f(-1)), "value": f(2)}),
        (SOUND, {"point": (f(3), f(0), f(0))}),
        (SOUND, {"point": (f(5), f(-1), f(-1))}),
        (SOUND, {"point": (f(3), f(0))}),
        (SOUND, {"point": (f(3), f(0), f(-1), f(0))}),
        (SOUND, {"multipliers": (f(1),)}),
        (SOUND, {"multipliers": (f(1), f(-1), f(0))}),
        (SOUND, {"multipliers": (f(-1), f(-5))}),
        (SOUND, {"multipliers": (f(0), f(-3))}),
        (SOUND, {"multipliers": (f(2), f(1))}),
        (SOUND, {"multipliers": (f(1, 2), f(-1, 2))}),
        (SOUND, {"basis": (0,)}),
        (SOUND, {"basis": (0, 0)}),
        (SOUND, {"basis": (0, 2, 1)}),
        (SOUND, {"basis": (1, 2)}),
        (SOUND, {"basis": (2, 3)}),
        (SOUND, {"basis": (0, 5)}),
        (SOUND, {"basis": (-1, 0)}),
        (BETWEEN, {"point": (f(3),), "basis": (0, 1)}),
        (BETWEEN, {"point": (f(3),), "basis": (0, 1), "value": f(3)}),
        (BETWEEN, {"point": (f(3),), "basis": (0, 1), "value": f(3), "multipliers": (f(0), f(-1))}),
        (BETWEEN, {"basis": (0, 1)}),
        (AT_ZERO, {"basis": (0, 0)}),
        (AT_ZERO, {"basis": (0, 3)}),
        (AT_ZERO, {"basis": (-1, 0)}),
        (EMPTY, {"multipliers": (f(0), f(0), f(0))}),
        (EMPTY, {"program": LinearProgram(1, {}, ({0: f(1)},), (f(-1),)), "multipliers": (f(-1),)}),
        (EMPTY, {"multipliers": (f(-1), f(-1), f(1))}),
        (EMPTY, {"multipliers": (f(1), f(0), f(-1))}),
        (EMPTY, {"multipliers": (f(1), f(2), f(-1))}),
        (EMPTY, {"multipliers": (f(1), f(1), f(0))}),
        (EMPTY, {"multipliers": (f(1), f(1), f(-2))}),
        (EMPTY, {"multipliers": (f(1), f(1))}),
        (EMPTY, {"program": replace(EMPTY.program, right=(f(0), f(0), f(0)))}),
        (EMPTY, {"program": replace(EMPTY.program, right=(f(1), f(-1), f(0)))}),
        (ENDLESS, {"point": (f(1), f(2), f(0))}),
        (ENDLESS, {"point": (f(1), f(1), f(1))}),
        (ENDLESS, {"point": (f(1), f(-1), f(0))}),
        (ENDLESS, {"point": (f(1), f(1))}),
        (ENDLESS, {"ray": (f(0), f(0), f(0))}),
        (ENDLESS, {"ray": (f(1), f(1), f(0))}),
        (ENDLESS, {"ray": (f(1), f(2), f(-1))}),
        (ENDLESS, {"ray": (f(1), f(-1), f(-1))}),
        (ENDLESS, {"ray": (f(-1), f(-1), f(1))}),
        (ENDLESS, {"ray": (f(1), f(1))}),
    ],
)
def test_a_spoilt_answer_does_not_hold(found: OptimalPoint | Infeasible | Unbounded, spoilt: dict[str, Any]) -> None:
    assert not holds(replace(found, **spoilt))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, {1: 1}, (), ()), "names variable 1, and there is 1: number them from 0"),
        ((2, {}, ({-1: 1},), (0,)), "names variable -1, and there are 2"),
        ((1, {}, (), (), frozenset(), frozenset({1})), "names variable 1"),
        ((1, {}, ({},), ()), "1 rows and 0 right sides"),
        ((1, {}, (), (1,)), "0 rows and 1 right sides"),
        ((1, {}, (), (), frozenset({0})), "row 0 is called an equality, and there are 0"),
        ((1, {}, ({},), (0,), frozenset({-1})), "row -1 is called an equality"),
    ],
)
def test_what_is_no_linear_program_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        LinearProgram(*arguments)


@pytest.mark.parametrize("arguments", [(1, {0: 0.5}, (), ()), (1, {}, ({0: 0.5},), (1,)), (1, {}, ({0: 1},), (0.5,))])
def test_floats_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"0\.5 is a float"):
        LinearProgram(*arguments)
