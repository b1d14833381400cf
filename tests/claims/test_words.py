"""Words with the row pattern: counted, and compared with the library's own test of a constraint matrix."""

from itertools import product

import pytest

from exactdp.claims.examples import in_turn
from exactdp.claims.words import has_pattern, row_pattern, words
from exactdp.model.geometric import geometric


@pytest.mark.parametrize("width", range(6))
def test_all_words_with_the_pattern_and_no_others(width):
    by_pattern = {word for word in map("".join, product("↓S↑", repeat=width)) if has_pattern(word)}
    found = list(words(width, any_arrow=True))
    assert set(found) == by_pattern and len(found) == len(by_pattern) == 2 * width + 1
    assert list(words(width)) == [word for word in found if set(word) not in ({"↓"}, {"↑"})]


def test_slack_is_bounded():
    assert [has_pattern("↓SS↑", slack) for slack in range(4)] == [False, False, True, True]
    assert not has_pattern("↓↑S", 3) and not has_pattern("S↓", 3)


def test_the_librarys_word_on_a_mechanism():
    assert row_pattern(geometric(n=3, alpha="1/4"), "1/4")
    assert row_pattern(in_turn(n=2, alpha="1/4"), "1/4").witness == "row 1 reads ↑↓"
