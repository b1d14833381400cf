from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.other_libraries.uniform_numbers import DRAWS, WINDOW, pieces


def totals(respond: Callable[[int], int], start: int, end: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for first, last, response in pieces(respond, start, end):
        assert start <= first < last <= end
        found[response] += last - first
    return found


@given(st.sets(st.integers(1, 299)), st.integers(0, 50))
def test_every_step_is_found(steps: set[int], start: int) -> None:
    def respond(m: int) -> int:
        return sum(step <= m for step in steps)

    found = list(pieces(respond, start, 300))
    assert [first for first, _, _ in found] == sorted({start} | {step for step in steps if step > start})
    assert totals(respond, start, 300) == Counter(map(respond, range(start, 300)))


@given(st.sets(st.integers(1, 20)), st.data())
def test_answers_that_flicker_at_a_step_are_counted_one_by_one(places: set[int], data: st.DataObject) -> None:
    steps = sorted(4 * WINDOW * place for place in places)
    near = {m: k for k, step in enumerate(steps) for m in range(step - WINDOW // 2, step + WINDOW // 2)}
    other = data.draw(st.sets(st.sampled_from(sorted(near)))) if near else set()

    end = 4 * WINDOW * 21

    def respond(m: int) -> int:
        right = sum(step <= m for step in steps)
        return 2 * near[m] + 1 - right if m in other else right

    assert totals(respond, 0, end) == Counter(map(respond, range(end)))


@pytest.mark.parametrize("end", range(700, 900, 3))
def test_answers_may_flicker_up_to_half_a_window_away(end: int) -> None:
    """The halving meets other numbers first for each end, and takes each of those that flicker for the step."""
    step, half = 384, WINDOW // 2
    for other in ({step - half, step + half - 1}, set(range(step - half, step)) - {step - 1}, {step - half}):
        found = totals(lambda m, other=other: (m >= step) != (m in other), 0, end)
        assert found[True] == end - step + sum(1 if m < step else -1 for m in other)


def test_one_number_of_all_is_found_at_the_ends() -> None:
    assert list(pieces(lambda m: m == 0, 0, DRAWS)) == [(0, 1, True), (1, DRAWS, False)]
    assert list(pieces(lambda m: m == DRAWS - 1, 0, DRAWS)) == [(0, DRAWS - 1, False), (DRAWS - 1, DRAWS, True)]
    assert list(pieces(lambda m: 7, 5, 6)) == [(5, 6, 7)]


def test_answers_that_come_back_are_noticed() -> None:
    # The halving meets the lone 0 at 2047 first, and so takes all below it for 0, which the window there gives away.
    with pytest.raises(InputError, match="the responses are not in order"):
        list(pieces(lambda m: (m >= 100) + (m >= 101 + WINDOW) - 2 * (m == 2047), 0, 4096))
