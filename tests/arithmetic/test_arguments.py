from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism
from exactdp.arithmetic.arguments import as_written, listed, privacy_level, whole
from exactdp.arithmetic.spelling import elided, text
from tests.strategies import fractions_within

RATIONALS = st.fractions() | fractions_within(-2, 2, 9)


def test_a_value_is_shown_on_one_line() -> None:
    assert as_written(Mechanism([[1, 0], [0, 1]])) == "Mechanism 2 × 2 0 1 0 1 0 1 0 1"
    assert len(as_written("x" * 10**6)) < 90


def test_lists_and_whole_numbers() -> None:
    assert (
        listed((each for each in "ab"), "labels", "['a']")
        == listed(np.array(["a", "b"]), "labels", "['a']")
        == ["a", "b"]
    )
    assert whole(np.int8(3), "k") == 3
    for value in (None, 3, "ab", b"ab", {"a": 1}, object()):
        with pytest.raises(TypeError, match=r"^labels=.*: write a list, such as \['a'\]$"):
            listed(value, "labels", "['a']")
    for value in (None, 2.0, "2", True, [2]):
        with pytest.raises(TypeError, match=r"^k is .*: write a whole number such as 2$"):
            whole(value, "k")


def test_numbers_that_python_does_not_print_are_shown() -> None:
    assert as_written(-(10**5000), 20) == "-1000000…00000000 (5002 characters)"
    assert as_written([10**5000]) == "a list with a number of thousands of digits"
    assert as_written(True) == "True"


@given(RATIONALS)
def test_levels_lie_between_0_and_1(value: Fraction) -> None:
    if 0 <= value <= 1:
        assert privacy_level(text(value)) == privacy_level(value) == value
    else:
        with pytest.raises(InputError) as found:
            privacy_level(value)
        assert str(found.value) == (
            f"α = {elided(text(value))} is outside [0, 1]: write a level such as 1/2 "
            "(1 means absolute privacy, 0 means none)"
        )


def test_a_long_level_outside_is_refused_in_one_short_line() -> None:
    with pytest.raises(InputError, match=r"^α = 1{24}…1{24} \(5000 characters\) is outside \[0, 1\]"):
        privacy_level("1" * 5000)
    with pytest.raises(TypeError, match=r"0\.5 is a float"):
        privacy_level(0.5)
