"""NumPy arrays and .npy files: floating-point numbers are read as exact dyadic fractions.

`exactdp.arithmetic.exact.exact` rejects floats, because a float is rarely the intended number. Here it is: a program
computes with, or samples from, exactly this dyadic fraction. On output fractions are rounded, and the caller chooses
the direction.
"""

import io
import os
from collections.abc import Iterable
from fractions import Fraction
from math import inf, nextafter, prod
from tokenize import TokenError
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, entry, exact
from exactdp.arithmetic.spelling import counted, elided
from exactdp.files.storage import read_bytes, shown
from exactdp.files.table import bounded
from exactdp.model.given import with_floats
from exactdp.model.matrix import Matrix

RoundingMode: TypeAlias = Literal["nearest", "down", "up"]
"""The direction of rounding: to the nearest double (ties to even), down, or up."""

_TOO_LARGE = "the number is beyond the largest double, about 1.8e308: write a smaller one"


def dyadic(value: object) -> Fraction:
    """Return the exact value of a floating-point number, and of other numbers as `exact` does.

    Domain: finite floats of Python and NumPy, of every width, and arguments of `exact`.
    Raises: `InputError` for an infinity or NaN; as `exact`.

    >>> dyadic(0.1)
    Fraction(3602879701896397, 36028797018963968)
    >>> dyadic(np.float32(0.5)), dyadic("0.1")
    (Fraction(1, 2), Fraction(1, 10))
    """
    return exact(bool(value) if isinstance(value, np.bool_) else with_floats(value))


def double(value: Exact, rounding: RoundingMode) -> np.float64:
    """Round an exact number to a double.

    Domain: exact; `rounding` as `RoundingMode` says. Raises: `InputError` beyond the largest double; as `exact`.

    >>> dyadic(double("1/10", "down")) < Fraction(1, 10) < dyadic(double("1/10", "up"))
    True
    >>> bool(double("1/10", "nearest") == 0.1)
    True
    """
    if rounding not in ("nearest", "down", "up"):
        raise InputError(f"rounding {elided(repr(rounding))}: write nearest, down or up")
    wanted = exact(value)
    try:
        # Python rounds the quotient of two ints to the nearest double.
        found = np.float64(wanted.numerator / wanted.denominator)
    except OverflowError:
        raise InputError(_TOO_LARGE) from None
    error = dyadic(found) - wanted
    if rounding == "down" and error > 0:
        found = np.float64(nextafter(found, -inf))
    elif rounding == "up" and error < 0:
        found = np.float64(nextafter(found, inf))
    if not np.isfinite(found):
        raise InputError(_TOO_LARGE)
    return found


def from_numpy(
    array: npt.ArrayLike, inputs: Iterable[object] | None = None, responses: Iterable[object] | None = None
) -> Matrix:
    """Return the exact matrix of a two-dimensional array.

    It is a `Matrix`, not a `Mechanism`, because rows of floats rarely sum to exactly 1. `exactdp.answers.audit.audit`
    examines such a table; `Mechanism(found.rows)` accepts rows that sum to 1.
    Domain: floats of every width, integers, or objects that `dyadic` accepts, such as Fractions; optional labels.
    Raises: `InputError` for another shape, another type, an infinity or NaN; as `Matrix`.

    >>> from_numpy(np.array([[0.75, 0.25], [0.5, 0.5]]))
    Matrix 2 × 2
         0    1
    0  3/4  1/4
    1  1/2  1/2
    >>> from_numpy(np.array([[0.1, 0.9]])).rows[0][0]
    Fraction(3602879701896397, 36028797018963968)
    """
    found = np.asarray(array)
    if found.ndim != 2:
        raise InputError(f"the array has {counted(found.ndim, 'dimension')}: write one of 2, inputs by responses")
    if found.dtype.kind not in "fiuO":
        raise InputError(f"the array is of the type {found.dtype}: write floats, integers or Fractions")
    bounded(found.size)
    rows = [
        [entry(dyadic, value, i, k) for k, value in enumerate(row, start=1)] for i, row in enumerate(found, start=1)
    ]
    return Matrix(rows, inputs, responses)


def to_numpy(matrix: Matrix, *, rounding: RoundingMode) -> npt.NDArray[np.float64]:
    """Round the entries to an array of doubles; its rows need not sum to 1.

    Domain and errors: as `double`.

    >>> to_numpy(Matrix([["1/3", "2/3"]]), rounding="up").tolist()
    [[0.33333333333333337, 0.6666666666666667]]
    """
    return np.array([[double(entry, rounding) for entry in row] for row in matrix])


def rounded(matrix: Matrix) -> Matrix:
    """Return the exact matrix of the doubles nearest to the entries, as a program that parses them has it.

    Raises: as `double`.

    >>> rounded(Matrix([["0.1", "0.5"]])) == from_numpy([[0.1, 0.5]])
    True
    """
    return Matrix(
        [[dyadic(double(entry, "nearest")) for entry in row] for row in matrix], matrix.inputs, matrix.responses
    )


def read(path: str | os.PathLike[str]) -> Matrix:
    """Return the exact matrix in a file that NumPy wrote, `numpy.save`'s .npy; "-" is standard input.

    Domain: as `from_numpy`, except arrays of objects, because reading them could run foreign code.
    Raises: `InputError`, one line that begins with the file's name.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(Path(folder) / "x.npy", np.array([[0.75, 0.25]]))
    ...     read(Path(folder) / "x.npy").rows
    ((Fraction(3, 4), Fraction(1, 4)),)
    """
    data = read_bytes(path)
    try:
        return from_numpy(_array(data))
    except InputError as error:
        raise error.at(file=shown(path)) from None
    except (ValueError, EOFError, SyntaxError, TokenError, TypeError, RecursionError, MemoryError) as error:
        why = elided(" ".join(str(error).split()), 100)
        raise InputError(f"{shown(path)}: NumPy cannot read it: {why}: write it with numpy.save") from None


def _array(data: bytes) -> npt.NDArray[Any]:
    with io.BytesIO(data) as file:
        version = np.lib.format.read_magic(file)
        if version not in ((1, 0), (2, 0)):
            raise InputError(f"the format's version is {version[0]}.{version[1]}: save plain numbers, without names")
        header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, by_columns, kind = header(file)
        start = file.tell()
    # A short header may declare more entries than fit into memory, or objects, which are code.
    if min(shape, default=1) < 0:
        raise InputError(f"the header of the array has the shape {shape}: write it with numpy.save")
    # Empty rows are also created one by one.
    bounded(prod(max(each, 1) for each in shape))
    if kind.hasobject:
        raise InputError("the array has Python objects: save floats or integers")
    return np.frombuffer(data, kind, prod(shape), start).reshape(shape, order="F" if by_columns else "C")
