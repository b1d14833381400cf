"""The mechanism: a matrix whose rows are distributions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix
from exactdp.model.mechanism import Mechanism, deterministic, identity
from tests.strategies import mechanisms


@given(st.data())
def test_post_processing_gives_a_mechanism(data: st.DataObject) -> None:
    first = data.draw(mechanisms())
    remap = data.draw(mechanisms(height=first.shape[1]))
    assert isinstance(first @ remap, Mechanism)
    assert all(sum(row) == 1 and min(row) >= 0 for row in first @ remap)
    assert first @ identity(inputs=range(first.shape[1])) == identity(inputs=range(len(first))) @ first == first
    assert type(first @ Matrix(remap.rows)) is Matrix


def test_a_mechanism_and_the_same_matrix_are_equal() -> None:
    assert Mechanism([[1]]) == Matrix([[1]])
    assert repr(Mechanism([[1]])).startswith("Mechanism 1 × 1")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["1/2", "1/3"]], "row 1 sums to 5/6, which is 1/6 short of 1: write probabilities that sum to exactly 1"),
        ([[1, 0], [1, "1/9"]], "row 2 sums to 10/9, which is 1/9 more than 1: write probabilities"),
        (
            [["1/2", "1/4"], ["1/2", "3/4"]],
            r"row 1 sums to 3/4, .*, but every column sums to 1: write the columns as rows$",
        ),
        ([[1, 1]], "row 1 sums to 2, which is 1 more than 1: write probabilities"),
        ([["3/2", "-1/2"]], "row 1, column 2: -1/2 is negative: write probabilities from 0 to 1"),
    ],
)
def test_what_is_no_distribution_is_refused(rows: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Mechanism(rows)


def test_deterministic_remaps() -> None:
    assert deterministic([1, 1, 0], responses=range(2)).rows == ((0, 1), (0, 1), (1, 0))
    assert deterministic([0], responses=range(3)).shape == (1, 3)
    assert all(isinstance(entry, Fraction) for entry in identity(inputs=range(3)).rows[0])
    with pytest.raises(InputError, match="response 1 is sent to 2: write a response from 0 to 1"):
        deterministic([0, 2], responses=range(2))
    with pytest.raises(InputError, match="empty"):
        identity(inputs=range(0))
