"""Tables from other libraries: lists, NumPy arrays, data frames, matrices of SymPy and FLINT.

This module imports none of these libraries. It recognises their values by the name of the module or by their methods.
"""

import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from exactdp.arithmetic.arguments import as_written, is_list
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact, is_float
from exactdp.arithmetic.spelling import elided

WRITE = "write rows of exact numbers, such as [['1/2', '1/2'], ['1/3', '2/3']], a data frame, or the path of a file"

TableLike: TypeAlias = object
"""What `Matrix` and `Mechanism` read: rows, an array, a data frame, a matrix of a library, or the path of a file."""

DOUBLE = 8
"""The bytes of a Python float."""


class Given(NamedTuple):
    """The rows of a table and its labels, or None without labels."""

    rows: Sequence[Sequence[object]]
    inputs: Sequence[object] | None
    responses: Sequence[object] | None


def is_path(value: object) -> TypeGuard[str | os.PathLike[str]]:
    """Return whether a value is a path.

    >>> is_path("table.csv"), is_path([["1/2", "1/2"]])
    (True, False)
    """
    return isinstance(value, str | os.PathLike)


def given(value: Any) -> Given:
    """Return the rows of a table, with the labels of a data frame.

    In pandas, the index labels the inputs and the columns label the responses. A polars data frame has no index: its
    first column labels the inputs if it contains words.
    Domain: rows of any entries; the caller checks that they are exact numbers.
    Raises: TypeError for a value that is not a table, InputError for an array without exactly 2 dimensions.

    >>> given([("1/2", "1/2")])
    Given(rows=[['1/2', '1/2']], inputs=None, responses=None)
    >>> given(3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    TypeError: 3 is an int, which is not a matrix: write rows of exact numbers, such as [['1/2', '1/2'], ...
    """
    library = type(value).__module__.partition(".")[0]
    if library == "pandas" and hasattr(value, "index") and hasattr(value, "columns"):
        columns = [_entries(value.iloc[:, k].to_numpy()) for k in range(len(value.columns))]
        return Given([list(row) for row in zip(*columns, strict=True)], list(value.index), list(value.columns))
    if library == "polars" and hasattr(value, "rows") and hasattr(value, "columns"):
        return _without_index([list(row) for row in value.rows()], list(value.columns))
    if hasattr(value, "tolist"):
        dimensions = len(getattr(value, "shape", (0, 0)))
        if dimensions != 2:
            raise InputError(f"the array has {dimensions} dimensions: give one of 2, inputs by responses")
        value = _entries(value)
    if not is_list(value):
        kind = type(value).__name__
        article = "an" if kind[0].lower() in "aeiou" else "a"
        raise TypeError(f"{as_written(value)} is {article} {kind}, which is not a matrix: {WRITE}")
    return Given([_row(number, row) for number, row in enumerate(value, start=1)], None, None)


def with_floats(value: object) -> object:
    """Convert a float to its exact dyadic fraction; return other entries unchanged.

    Raises: `InputError` for an infinity or NaN.

    >>> with_floats(0.375), with_floats("0.1")
    (Fraction(3, 8), '0.1')
    """
    if is_float(value):
        try:
            return Fraction(*map(int, value.as_integer_ratio()))
        except (OverflowError, ValueError):
            raise InputError(f"{value} is not a number: write a finite one") from None
    return value


def _entries(array: Any) -> Any:
    """Return the entries of an array; of single precision, without widening, which would add digits to their print."""
    dtype = getattr(array, "dtype", None)
    if getattr(dtype, "kind", "") == "f" and getattr(dtype, "itemsize", DOUBLE) != DOUBLE:
        return list(array) if len(array.shape) == 1 else list(map(list, array))
    return array.tolist()


def _row(number: int, row: Any) -> list[object]:
    if isinstance(row, str):
        raise InputError(f"row {number} is the text {elided(row)!r}: write a list of numbers")
    if hasattr(row, "tolist"):
        row = _entries(row)
    if not is_list(row):
        raise TypeError(f"row {number} is {as_written(row)}, and a row is a list of numbers: {WRITE}")
    return list(row)


def _without_index(rows: list[list[object]], columns: list[object]) -> Given:
    first = [row[0] for row in rows]
    if len(columns) > 1 and rows and all(isinstance(each, str) for each in first) and not all(map(_is_number, first)):
        return Given([row[1:] for row in rows], first, columns[1:])
    return Given(rows, None, columns)


def _is_number(value: object) -> bool:
    try:
        exact(value)
    except InputError:
        return False
    return True
