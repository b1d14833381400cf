"""What the commands print: words or JSON on standard output, remarks and progress on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from exactdp.arithmetic.exact import elided
from exactdp.files.json_text import dumped
from exactdp.files.storage import STANDARD, write_bytes
from exactdp.linear_programs.searching import Progress, silent
from exactdp.report.document import Report

if TYPE_CHECKING:
    from exactdp.report.terminal import Look

DEBUG = "--debug"
"""The option of every command that has the traceback of an internal error printed."""

UNUSABLE = 2
"""The exit code after a line that says what is wrong with the input."""


def show(
    options: Namespace, report: Report, *, latex: Callable[[], str] | None = None, page: Callable[[], str] | None = None
) -> None:
    """Print a report as text, as JSON or as LaTeX, and write it as a page, where the options ask for that.

    `latex` and `page` return what is written instead of the report's own LaTeX and page.
    """
    # The writers know all that a report can hold, which takes long to load.
    from exactdp.report import json_writer, terminal  # noqa: PLC0415

    if options.html is not None:
        from exactdp.report import hypertext  # noqa: PLC0415

        progress()("")
        command = f"{options.program} --html"
        written = hypertext.as_page(report, command, options.verbose) if page is None else page()
        write_bytes(written.encode(), options.html)
        if options.html == STANDARD:
            return
    if options.json:
        write_json(json_writer.values(report), STANDARD)
    elif options.latex:
        from exactdp.report import latex_writer  # noqa: PLC0415

        print_words(latex_writer.as_latex(report) if latex is None else latex())
    elif options.quiet:
        print_words(report.title)
    else:
        print_words(terminal.as_text(report, look=look(options)))


def is_document(options: Namespace) -> bool:
    """Return whether standard output is to be a document, as JSON, as LaTeX or as a page, with nothing beside it."""
    return bool(options.json or options.latex or options.html == STANDARD)


def look(options: Namespace) -> Look:
    """Return how words are shown: as wide as the terminal at most, and in colours where it has them.

    A terminal has none if NO_COLOR is set to anything, or if it calls itself dumb.
    """
    from exactdp.report.terminal import Look  # noqa: PLC0415

    usual = Look(everything=options.verbose)
    if not sys.stdout.isatty():
        return usual
    width = min(usual.width, shutil.get_terminal_size().columns or usual.width)
    colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(width, colours, options.verbose, folds=True)


def remark(options: Namespace, words: str) -> None:
    """Print a remark on standard error, unless -q asks for the answer alone."""
    if not options.quiet:
        tell(words)


def write_json(values: Any, path: str) -> None:
    """Write values as JSON to a file, or to standard output. Raises: as `exactdp.write_bytes`."""
    # JSON is UTF-8 whatever the terminal's encoding is; half a character in a file's name is escaped.
    data = dumped(values, indent=2).encode("utf-8", "backslashreplace")
    progress()("")
    write_bytes(data + b"\n", path)


def print_words(words: str) -> None:
    """Print on standard output, after clearing a stage that is shown."""
    progress()("")
    print(words)


def tell(words: str) -> None:
    """Print a remark on standard error; where nobody can read it, as on a full disk, the exit code must do."""
    if sys.stderr is not None:
        try:
            progress()("")
            print(words, file=sys.stderr, flush=True)
        except OSError:
            drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Let what is written to a stream go nowhere, as what is left in its buffer would fail once more at the end.

    >>> with open(os.devnull, "w") as stream:
    ...     drop(stream)
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def progress() -> Progress:
    """Return what shows the stage of a long computation on a line of the terminal, which the stage "" clears."""
    if sys.stderr is None or not sys.stderr.isatty():
        return silent
    return lambda stage: print(f"\r{elided(stage) + '…' if stage else '':<79}\r", end="", file=sys.stderr, flush=True)
