"""The message of an error is built from its fields."""

import pickle
from copy import copy
from typing import Any

import pytest

from exactdp.arithmetic.errors import InputError


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "is wrong"),
        ({"advice": "write 1"}, "is wrong: write 1"),
        ({"advice": "write 1", "hint": "or 2"}, "is wrong: write 1; or 2"),
        ({"row": 2, "value": 7}, "row 2 is wrong"),
        ({"row": 2, "column": 3}, "row 2, column 3: is wrong"),
        ({"line": 1}, "line 1: is wrong"),
        ({"line": 1, "row": 2}, "line 1, row 2 is wrong"),
        ({"line": 1, "row": 2, "column": 3, "advice": "write 1"}, "line 1, row 2, column 3: is wrong: write 1"),
    ],
)
def test_the_message_of_an_error_is_made_from_its_fields(fields: dict[str, Any], message: str) -> None:
    error = InputError("is wrong", **fields)
    assert str(error) == message
    assert str(error.at(file="x.csv")) == f"x.csv: {message}"
    assert {name: getattr(error, name) for name in fields} == fields
    assert error.reason == "is wrong"


def test_an_error_moves_and_stays_what_it_is() -> None:
    class OtherError(InputError):
        pass

    first = OtherError("sums to 2", value=2, advice="write 1")
    placed = first.at(row=1).at(line=3, file="x.csv").at()
    assert type(placed) is OtherError
    assert (placed.row, placed.line, placed.file, placed.value) == (1, 3, "x.csv", 2)
    assert str(first) == "sums to 2: write 1" and first.row is None
    error = InputError("sums to 2", row=1, value=2).at(line=3)
    for copied in (pickle.loads(pickle.dumps(error)), copy(error)):
        assert str(copied) == str(error) == "line 3, row 1 sums to 2"
        assert (copied.row, copied.line, copied.value) == (1, 3, 2)
