"""Suggestions for misspelled words."""

import pytest

from exactdp.arithmetic.suggestions import LONGEST_WORD, meant
from exactdp.model.losses import LOSSES


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("sqaured", "squared"),
        ("ABS", "abs"),
        ("zero_one", "zero-one"),
        ("pwoer:3/2", "power:3/2"),
        ("treshold:2", "threshold:2"),
        ("quadratic", None),
        ("", None),
        ("abs" * LONGEST_WORD, None),
    ],
)
def test_the_nearest_word_is_asked_for(written: str, nearest: str | None) -> None:
    assert meant(written, LOSSES) == (f"did you mean {nearest}? " if nearest else "")


def test_nothing_is_near_where_nothing_is_known() -> None:
    assert meant("abs", []) == ""
