"""An internal error of one answer among many, in one line."""

import pytest

from exactdp.answers.internal_error import place, reason
from exactdp.model.matrix import Matrix


def raised(value: object) -> TypeError:
    with pytest.raises(TypeError) as caught:
        Matrix(value)
    return caught.value


def test_the_place_is_the_last_line_of_the_package() -> None:
    assert place(raised([[0.5]])).startswith("TypeError in exactdp/arithmetic/exact.py, line ")
    # The library below the package is not the place: the line that called it is.
    try:
        pytest.fail("not of the package")
    except pytest.fail.Exception as error:
        assert place(error) == "Failed"


def test_the_reason_is_one_short_printable_line() -> None:
    said = reason(ValueError("one\ntwo\x1b[31m" + "x" * 5000))
    assert said.startswith("internal error: ValueError: one two")
    assert said.isprintable()
    assert len(said) < 300
    assert reason(ZeroDivisionError()) == "internal error: ZeroDivisionError"
