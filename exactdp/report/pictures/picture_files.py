"""Pictures in files: SVG, PNG and PDF, the same bytes for the same picture, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING

from exactdp.arithmetic.exact import InputError, elided
from exactdp.files.storage import STANDARD, shown, write_bytes
from exactdp.report.pictures.canvas import rendered

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
"""The formats, by name and by ending."""


def write(figure: Figure, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
    """Write a picture to a file, whole or not at all; the text "-" is standard output.

    The format is the one named, else what the ending says; standard output gets SVG unless another is named. No date
    and no program is written into it, so that the same picture is the same file in every run.
    Raises: `InputError` for another format, and where the file cannot be written.

    >>> from exactdp.model.geometric import geometric
    >>> write(geometric(n=3, alpha="1/4").plot(), "g.gif")
    Traceback (most recent call last):
    exactdp.InputError: g.gif: pictures are written as SVG, PNG or PDF: end the name in .svg, .png or .pdf
    """
    write_bytes(rendered(figure, check(path, format)), path)


def check(path: str | os.PathLike[str], format: str | None = None) -> str:  # noqa: A002
    """Return the format in which a picture will be written there, before it is drawn. Raises: as `write`.

    >>> check("g.SVG"), check("-", "pdf")
    ('svg', 'pdf')
    """
    known = format or ("svg" if path == STANDARD else PurePath(path).suffix.lower().removeprefix("."))
    if known in FORMATS:
        return known
    if format is not None:
        raise InputError(f"{elided(format)!r} is no format of pictures: write {', '.join(FORMATS)}")
    raise InputError(f"{shown(path)}: pictures are written as SVG, PNG or PDF: end the name in .svg, .png or .pdf")
