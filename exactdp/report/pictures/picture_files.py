"""Pictures in files: SVG, PNG and PDF, reproducible and written atomically."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.files.storage import STANDARD, shown, write_bytes
from exactdp.report.pictures.canvas import drawing_library

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
"""The formats, by name and by file extension."""


def write(figure: Figure, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
    """Write a picture to a file, atomically; "-" is standard output.

    The format is the one given, else that of the extension; the default on standard output is SVG. The file contains no
    date and no program name, so equal pictures are equal files.
    Raises: `InputError` for another format, and if the file cannot be written.

    >>> from exactdp.model.geometric import geometric
    >>> write(geometric(n=3, alpha="1/4").plot(), "g.gif")
    Traceback (most recent call last):
    exactdp.InputError: g.gif: pictures are written as SVG, PNG or PDF: end the name in .svg, .png or .pdf
    """
    known = check(path, format)
    write_bytes(drawing_library().rendered(figure, known), path)


def check(path: str | os.PathLike[str], format: str | None = None) -> str:  # noqa: A002
    """Return the format of a picture at this path, before it is drawn. Raises: as `write`.

    >>> check("g.SVG"), check("-", "pdf")
    ('svg', 'pdf')
    """
    known = format or ("svg" if path == STANDARD else PurePath(path).suffix.lower().removeprefix("."))
    if known in FORMATS:
        return known
    if format is not None:
        raise InputError(f"unknown picture format {elided(format)!r}: write {', '.join(FORMATS)}")
    raise InputError(f"{shown(path)}: pictures are written as SVG, PNG or PDF: end the name in .svg, .png or .pdf")
