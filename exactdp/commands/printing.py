"""The output of commands: text or JSON on standard output, remarks and progress on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from exactdp.arithmetic.spelling import elided
from exactdp.files.json_text import dumped
from exactdp.files.storage import STANDARD, write_bytes
from exactdp.linear_programs.searching import Progress, silent
from exactdp.report.document import Report

if TYPE_CHECKING:
    from exactdp.report.terminal import Look

DEBUG = "--debug"
"""The option of every command that prints the traceback of an internal error."""

UNUSABLE = 2
"""The exit code for invalid input."""


def show(
    options: Namespace, report: Report, *, latex: Callable[[], str] | None = None, page: Callable[[], str] | None = None
) -> None:
    """Print a report as text, JSON or LaTeX, and write it as a page, by the options.

    `latex` and `page` return replacements for the report's own LaTeX and page.
    """
    # Import here: the writers take long to load.
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
    """Return whether standard output is a document in JSON, LaTeX or HTML, without other text."""
    return bool(options.json or options.latex or options.html == STANDARD)


def look(options: Namespace) -> Look:
    """Return the layout of text: at most the width of the terminal, and in colours if it has them.

    A terminal has no colours if NO_COLOR is set to anything, or if its type is dumb.
    """
    from exactdp.report.terminal import Look  # noqa: PLC0415

    usual = Look(everything=options.verbose)
    if not sys.stdout.isatty():
        return usual
    width = min(usual.width, shutil.get_terminal_size().columns or usual.width)
    colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(width, colours, options.verbose, folds=True)


def remark(options: Namespace, words: str) -> None:
    """Print a remark on standard error, unless -q is given."""
    if not options.quiet:
        tell(words)


def write_json(values: object, path: str) -> None:
    """Write values as JSON to a file, or to standard output. Raises: as `exactdp.write_bytes`."""
    # JSON is UTF-8 in any terminal; lone surrogates in file names are escaped.
    data = dumped(values, indent=2).encode("utf-8", "backslashreplace")
    progress()("")
    write_bytes(data + b"\n", path)


def print_words(words: str) -> None:
    """Print on standard output, after clearing the progress line."""
    progress()("")
    print(words)


def tell(words: str) -> None:
    """Print a remark on standard error; ignore failures, for example of a full disk."""
    if sys.stderr is not None:
        try:
            progress()("")
            print(words, file=sys.stderr, flush=True)
        except OSError:
            drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Discard the output of a stream, because flushing its buffer would fail again at exit.

    >>> with open(os.devnull, "w") as stream:
    ...     drop(stream)
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def progress() -> Progress:
    """Return the function that shows the stage of a computation on a terminal line; the stage "" clears it."""
    if sys.stderr is None or not sys.stderr.isatty():
        return silent
    return lambda stage: print(f"\r{elided(stage) + '…' if stage else '':<79}\r", end="", file=sys.stderr, flush=True)
