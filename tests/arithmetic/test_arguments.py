import numpy as np
import pytest

from exactdp.arithmetic.arguments import as_written, listed, whole
from exactdp.model.mechanism import Mechanism


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
