"""Matrices in files that people write and read: JSON, CSV and LaTeX, on disk or through standard input and output.

Certificates are not among them; the kernel reads certificates. Every number is read exactly as written, and ambiguous
input is rejected.
"""

import os
import re
import warnings
from collections.abc import Callable
from pathlib import PurePath
from typing import TypeVar, overload

from exactdp.arithmetic.errors import InputError, Remark
from exactdp.arithmetic.spelling import elided
from exactdp.files import csv_text, json_text, latex_text
from exactdp.files.storage import named, read_bytes, read_text, shown, write_bytes
from exactdp.files.table import ReadTable
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism

__all__ = ["FORMATS", "format_of", "parse", "read", "read_bytes", "read_table", "render", "write", "write_bytes"]

FORMATS: dict[str, Callable[[Matrix], str]] = {
    "json": json_text.render,
    "csv": csv_text.render,
    "latex": latex_text.render,
}
"""The formats by name, and the function that writes each."""

ENDINGS = {".json": "json", ".csv": "csv", ".tsv": "csv", ".tex": "latex", ".latex": "latex"}
"""The formats by file extension."""

Kind = TypeVar("Kind", bound=Matrix)


@overload
def read(path: str | os.PathLike[str], *, format: str | None = None, which: int | None = None) -> Mechanism: ...


@overload
def read(
    path: str | os.PathLike[str], *, kind: type[Kind], format: str | None = None, which: int | None = None
) -> Kind: ...


def read(
    path: str | os.PathLike[str],
    *,
    kind: type[Matrix] = Mechanism,
    format: str | None = None,  # noqa: A002
    which: int | None = None,
) -> Matrix:
    """Return the mechanism, or another kind of matrix, in a file; "-" is standard input.

    The format is the one given, or else the format of the extension (.json, .csv, .tsv, .tex), or else guessed from the
    text.

    Domain: files of up to `exactdp.files.storage.BYTES` bytes in UTF-8; `which`, from 1, chooses among the matrices of
    one LaTeX text.
    Raises: `InputError`, one line that begins with the file's name and, if known, the number of the line. Warns:
    `Remark`, if the first row of a mechanism in CSV is 0,1, which could be a header.

    >>> read("no such file.json")
    Traceback (most recent call last):
    exactdp.InputError: no such file.json: this file does not exist: check its name
    """
    known = format or ENDINGS.get(PurePath(named(path)).suffix.lower())
    return _matrix(read_text(path), known, shown(path), kind, which)


@overload
def parse(text: str, format: str | None = None, *, name: str = "text", which: int | None = None) -> Mechanism: ...


@overload
def parse(
    text: str, format: str | None = None, *, name: str = "text", kind: type[Kind], which: int | None = None
) -> Kind: ...


def parse(
    text: str,
    format: str | None = None,  # noqa: A002
    *,
    name: str = "text",
    kind: type[Matrix] = Mechanism,
    which: int | None = None,
) -> Matrix:
    r"""Return the mechanism, or another kind of matrix, in a text; errors call it `name`.

    Domain and errors: as `read`.

    >>> parse("1/3, 2/3\n 0.5, 0.5")
    Mechanism 2 × 2
         0    1
    0  1/3  2/3
    1  1/2  1/2
    >>> parse(r"\tfrac{1}{9} \begin{pmatrix} 1 & 8 \\ 4 & 5 \end{pmatrix}", name="page 3")[0, 1]
    Fraction(8, 9)
    >>> parse("1/3,2/3\n1/3,1/0", name="x.csv")
    Traceback (most recent call last):
    exactdp.InputError: x.csv: line 2, row 2, column 2: '1/0' has a zero denominator: write a fraction such as 1/9
    """
    return _matrix(text, format, name, kind, which)


def _matrix(text: str, format: str | None, name: str, kind: type[Matrix], which: int | None) -> Matrix:  # noqa: A002
    try:
        table = _table(text, format, which)
        found = table.matrix(kind)
    except InputError as error:
        raise error.at(file=name) from None
    if table.remark and issubclass(kind, Mechanism):
        warnings.warn(f"{name}: {table.remark}", Remark, stacklevel=3)
    return found


def read_table(path: str | os.PathLike[str]) -> ReadTable:
    """Return a table of probabilities, with any row sums, as exact numbers and as written.

    Domain and errors: as `read` with the kind `Matrix`. Warns: `Remark`, if the first row in CSV is 0,1,2,…

    >>> read_table("no such file.json")
    Traceback (most recent call last):
    exactdp.InputError: no such file.json: this file does not exist: check its name
    """
    text = read_text(path)
    try:
        found = _table(text, ENDINGS.get(PurePath(path).suffix.lower()), None)
        found.matrix(Matrix)
    except InputError as error:
        raise error.at(file=shown(path)) from None
    if found.remark:
        warnings.warn(f"{shown(path)}: {found.remark}", Remark, stacklevel=2)
    return found


def render(matrix: Matrix, format: str) -> str:  # noqa: A002
    r"""Return the matrix as text; LaTeX, a bmatrix, has no labels.

    Raises: `InputError` for an unknown format, or a label that the format cannot hold.

    >>> print(render(Mechanism([["1/9", "8/9"]]), "latex"), end="")
    \begin{bmatrix}
      \frac{1}{9} & \frac{8}{9}
    \end{bmatrix}
    """
    return FORMATS[_known(format)](matrix)


def write(matrix: TableLike, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
    """Write the matrix to a file, atomically; "-" is standard output.

    The format is the one given, or else the format of the extension; the default on standard output is JSON.
    Raises: `InputError` as `render`, for an unknown format, and if the file cannot be written.

    >>> write(Mechanism([["1/9", "8/9"]]), "-", "csv")
    input/response,0,1
    0,1/9,8/9
    """
    try:
        data = render(Matrix(matrix), format_of(named(path), format)).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"a label holds half a character, {error.object[error.start]!r}: give another label") from None
    write_bytes(data, path)


def format_of(path: str | os.PathLike[str], format: str | None = None) -> str:  # noqa: A002
    """Return the format in which `write` would write a matrix to this path.

    Raises: `InputError` for an unknown format.

    >>> format_of("best.csv"), format_of("-")
    ('csv', 'json')
    """
    known = format or ("json" if path == "-" else ENDINGS.get(PurePath(path).suffix.lower()))
    if known is None:
        raise InputError(
            f"{shown(path)}: the name has no extension of a format: end it in .json, .csv or .tex, or give the format: "
            "--format csv, in Python format='csv'"
        )
    return _known(known)


def _table(text: str, format: str | None, which: int | None) -> ReadTable:  # noqa: A002
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not plain.strip():
        raise InputError("the input is empty: write a matrix as JSON, CSV or LaTeX")
    if plain.startswith(("exactdp certificate", "exactdp diagram")):
        raise InputError("this is a certificate: use `exactdp verify`")
    return _read(plain, _known(format or _guessed(plain)), which)


def _read(text: str, format: str, which: int | None) -> ReadTable:  # noqa: A002
    if format == "latex":
        return latex_text.parse(text, which)
    if which is not None:
        raise InputError("this is one matrix: only a LaTeX text may hold several to choose from")
    return json_text.parse(text) if format == "json" else csv_text.parse(text)


def _known(format: str) -> str:  # noqa: A002
    if format not in FORMATS:
        raise InputError(f"unknown format {elided(format)!r}: write {', '.join(FORMATS)}")
    return format


def _guessed(text: str) -> str:
    start = text.lstrip()
    if start.startswith(("[", "{")):
        return "json"
    if "\\begin" in text:
        return "latex"
    # In CSV the first line after comments has a number, or labels with separators.
    line = next((line for line in start.split("\n") if line.strip() and not line.lstrip().startswith("#")), "")
    if "&" in line and not re.search("[,;\t]", line):
        raise InputError(
            "& separates the numbers, as in LaTeX: write \\begin{bmatrix} before and \\end{bmatrix} after them"
        )
    if re.search("[0-9,;\t]", line):
        return "csv"
    raise InputError(f"{elided(line.strip(), 30)!r} is not JSON, CSV or LaTeX: write rows such as 1/9,8/9")
