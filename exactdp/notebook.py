"""The extension of IPython that shows every result in a notebook: `%load_ext exactdp.notebook`.

It tells IPython by type what to show, in the words of the terminal: as text, as HTML, and a matrix or a number as LaTeX
as well. IPython itself is not needed to import this.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from exactdp.report.results import FIELDS, FORMULAS, REPORTS, SPELLED, formula, report

HTML, LATEX, TEXT = "text/html", "text/latex", "text/plain"


def load_ipython_extension(shell: Any) -> None:
    """Register what shows the results; IPython calls this. Fails: never."""
    for kind, media, shown in _formatters():
        shell.display_formatter.formatters[media].for_type(kind, shown)


def unload_ipython_extension(shell: Any) -> None:
    """Take away what was registered; IPython calls this. Fails: never."""
    for kind, media, _ in _formatters():
        shell.display_formatter.formatters[media].pop(kind, None)


def _formatters() -> Iterator[tuple[type, str, Callable[..., Any]]]:
    """Yield each type with a medium and what makes that of a result."""
    for kind in (*REPORTS, *SPELLED, *FIELDS):
        yield kind, TEXT, _as_text
        if kind not in FORMULAS:
            yield kind, HTML, _as_html
        yield kind, LATEX, formula
    yield Fraction, LATEX, formula


def _as_text(found: Any, printer: Any, cycle: bool) -> None:
    printer.text(str(report(found)))


def _as_html(found: Any) -> str:
    return report(found)._repr_html_()
