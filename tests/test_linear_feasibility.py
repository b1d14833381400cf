"""Linear feasibility: both answers are proofs, so each is checked by multiplying it out."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.exact import InputError
from exactdp.linear_feasibility import Feasible, feasible

NUMBERS = st.builds(Fraction, st.integers(-3, 3), st.integers(1, 3))


def check(rows: list[list[Fraction]], right: list[Fraction]) -> bool:
    """Decide a system, multiply the answer's proof out, and return the answer."""
    found = feasible(rows, right)
    if isinstance(found, Feasible):
        assert all(value >= 0 for value in found.point)
        assert len(found.point) == len(rows[0])
        for row, value in zip(rows, right, strict=True):
            assert sum(a * x for a, x in zip(row, found.point, strict=True)) == value
        return True
    y = found.multipliers
    assert all(sum(m * a for m, a in zip(y, column, strict=True)) <= 0 for column in zip(*rows, strict=True))
    assert sum(m * value for m, value in zip(y, right, strict=True)) > 0
    return False


@settings(deadline=None)
@given(st.data())
def test_every_answer_multiplies_out(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 6))
    rows = data.draw(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=height, max_size=height))
    right = data.draw(st.lists(NUMBERS, min_size=height, max_size=height))
    check(rows, right)


@settings(deadline=None)
@given(st.data())
def test_a_system_made_from_a_solution_is_feasible(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 6))
    rows = data.draw(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=height, max_size=height))
    point = [abs(value) for value in data.draw(st.lists(NUMBERS, min_size=width, max_size=width))]
    assert check(rows, [sum((a * x for a, x in zip(row, point, strict=True)), Fraction(0)) for row in rows])


@pytest.mark.parametrize(
    ("rows", "right", "answer"),
    [
        ([[0]], [0], True),
        ([[0]], [1], False),
        ([[1]], [-1], False),
        ([[-1]], [-1], True),
        ([[1, -1], [1, -1]], [0, 0], True),
        ([[1, -1], [-1, 1]], [1, 1], False),
        ([[1, 1], [2, 2]], [1, 2], True),
        ([[1, 1], [2, 2]], [1, 3], False),
    ],
)
def test_degenerate_and_dependent_rows(rows: list[list[int]], right: list[int], answer: bool) -> None:
    assert check([[Fraction(a) for a in row] for row in rows], [Fraction(value) for value in right]) is answer


def test_a_long_stall_ends() -> None:
    # Beale's problem, on which the rule of the most negative cost cycles, with its objective asked to be 1/20 or less.
    f = Fraction
    rows = [
        [f(1, 4), f(-60), f(-1, 25), f(9), f(1), f(0), f(0), f(0)],
        [f(1, 2), f(-90), f(-1, 50), f(3), f(0), f(1), f(0), f(0)],
        [f(0), f(0), f(1), f(0), f(0), f(0), f(1), f(0)],
        [f(3, 4), f(-150), f(1, 50), f(-6), f(0), f(0), f(0), f(-1)],
    ]
    assert check(rows, [f(0), f(0), f(1), f(1, 20)])
    assert not check(rows, [f(0), f(0), f(1), f(1, 19)])


@pytest.mark.parametrize(("rows", "right"), [([], []), ([[1], [1, 2]], [1, 1]), ([[1]], [])])
def test_what_is_no_system_is_refused(rows: list[list[int]], right: list[int]) -> None:
    with pytest.raises(InputError, match="at least one row"):
        feasible([[Fraction(a) for a in row] for row in rows], [Fraction(value) for value in right])
