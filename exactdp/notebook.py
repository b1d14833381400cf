"""The extension of IPython that shows every result in a notebook: `%load_ext exactdp.notebook`.

It tells IPython by type what to show, in the words of the terminal: as text, as HTML, and a matrix or a number as LaTeX
as well. IPython itself is not needed to import this. What several results say together is a `Report`.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from exactdp.claims.claim import Outcome
from exactdp.release.chain import CoalitionLevel
from exactdp.report import errata as listed
from exactdp.report import hypertext, releases, terminal
from exactdp.report.document import Report, Topic
from exactdp.report.results import FIELDS, FORMULAS, REPORTS, SPELLED, formula, report

__all__ = [
    "Report",
    "coalitions",
    "errata",
    "formula",
    "load_ipython_extension",
    "report",
    "unload_ipython_extension",
]

HTML, LATEX, TEXT = "text/html", "text/latex", "text/plain"


def load_ipython_extension(shell: Any) -> None:
    """Register what shows the results; IPython calls this.

    >>> from types import SimpleNamespace
    >>> class Formatter(dict):
    ...     for_type = dict.__setitem__
    >>> formatters = {media: Formatter() for media in (TEXT, HTML, LATEX)}
    >>> shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    >>> load_ipython_extension(shell)
    >>> Fraction in formatters[LATEX], Fraction in formatters[HTML]
    (True, False)
    """
    for kind, media, shown in _formatters():
        shell.display_formatter.formatters[media].for_type(kind, shown)


def unload_ipython_extension(shell: Any) -> None:
    """Take away what was registered; IPython calls this.

    >>> from types import SimpleNamespace
    >>> class Formatter(dict):
    ...     for_type = dict.__setitem__
    >>> formatters = {media: Formatter() for media in (TEXT, HTML, LATEX)}
    >>> shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    >>> load_ipython_extension(shell)
    >>> unload_ipython_extension(shell)
    >>> len(formatters[LATEX])
    0
    """
    for kind, media, _ in _formatters():
        shell.display_formatter.formatters[media].pop(kind, None)


def errata(outcomes: Iterable[Outcome]) -> Report:
    """Return what is wrong in a paper, as `exactdp errata` prints it: slips, counterexamples and what is right.

    Domain: outcomes of claims that are corrected or refuted.

    >>> from exactdp.claims.discovery import select
    >>> errata(claim.run() for claim in select(["gupte2010.table-1b"]))  # doctest: +ELLIPSIS
    Gupte & Sundararajan 2010, Universally Optimal Privacy Mechanisms for Minimax Agents
    ...
    """
    return Report("errata", [Topic("", listed.as_text(list(outcomes)).split("\n"))], mathematical=True)


def coalitions(found: Iterable[CoalitionLevel]) -> Report:
    """Return a line for each coalition, as `exactdp coalitions` prints it, each certified now.

    >>> from exactdp.release.chain import Chain
    >>> coalitions(Chain(1, ["1/4", "1/2"]).coalitions())
    coalition  level  independent answers  accepted by the kernel
    1          1/4    1/4                  1 level, 2 × derivable
    2          1/2    1/2                  1 level, 2 × derivable
    1, 2       1/4    1/8                  1 level, 3 × derivable
    """
    return releases.coalitions([(each, releases.certified(each)) for each in found])


def _formatters() -> Iterator[tuple[type, str, Callable[..., Any]]]:
    """Yield each type with a medium and what makes that of a result."""
    for kind in (*REPORTS, *SPELLED, *FIELDS):
        yield kind, TEXT, _as_text
        if kind not in FORMULAS:
            yield kind, HTML, _as_html
        yield kind, LATEX, formula
    yield Fraction, LATEX, formula


def _as_text(found: Any, printer: Any, cycle: bool) -> None:
    printer.text(terminal.as_text(report(found)))


def _as_html(found: Any) -> str:
    return hypertext.as_html(report(found))
