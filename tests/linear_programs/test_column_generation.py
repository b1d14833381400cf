"""Columns named one after another, against the program that has them all."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.linear_programs import column_generation
from exactdp.linear_programs.column_generation import solve_by_columns
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint, solve
from exactdp.linear_programs.searching import Unsolved

ONE = Fraction(1)
PATTERNS = [each for each in product((0, 1, 2), repeat=3) if any(each)]
COSTS = st.lists(st.integers(1, 9), min_size=len(PATTERNS), max_size=len(PATTERNS))
# The sums are fixed for two rows, and at least 2 in the third.
PROGRAM = LinearProgram(0, {}, ({}, {}, {}), (ONE, 3 * ONE, 2 * ONE), frozenset({0, 1}))
FIRST = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def column_at(cost: int, pattern: Sequence[int]) -> Any:
    return Fraction(cost), {k: Fraction(v) for k, v in enumerate(pattern) if v}


def by_columns(costs: Sequence[int], *, blind: bool = False) -> Any:
    cost = dict(zip(PATTERNS, costs, strict=True))

    def pricing(prices: Sequence[Any], tolerance: float) -> Iterator[tuple[int, ...]]:
        if not (blind and tolerance):
            for each in PATTERNS:
                if cost[each] - sum(v * y for v, y in zip(each, prices, strict=True)) < -tolerance:
                    yield each

    return solve_by_columns(PROGRAM, FIRST, lambda each: column_at(cost[each], each), pricing)


@given(COSTS, st.booleans())
def test_the_value_is_that_of_all_columns(costs: list[int], blind: bool) -> None:
    found = by_columns(costs, blind=blind)
    assert not isinstance(found, Unsolved)
    names, best = found
    objective = {j: Fraction(cost) for j, cost in enumerate(costs)}
    rows = tuple({j: Fraction(each[k]) for j, each in enumerate(PATTERNS) if each[k]} for k in range(3))
    whole = solve(LinearProgram(len(PATTERNS), objective, rows, PROGRAM.right, PROGRAM.equalities))
    assert isinstance(whole, OptimalPoint)
    assert best.value == whole.value
    assert len(set(names)) == len(names) == len(best.point)


def test_limits_are_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_generation, "COLUMN_ROUNDS", 0)
    found = by_columns([1] * len(PATTERNS))
    assert isinstance(found, Unsolved)
    assert found.reason == "not solved within 0 rounds of new columns"


def test_columns_that_are_no_feasible_start_are_no_answer() -> None:
    found = solve_by_columns(PROGRAM, FIRST[:1], lambda each: column_at(1, each), lambda prices, tolerance: ())
    assert isinstance(found, Unsolved)
