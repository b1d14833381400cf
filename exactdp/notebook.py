"""The extension of IPython for notebooks: `%load_ext exactdp.notebook` also typesets every Fraction.

Results need no extension: a notebook shows each as text and as HTML, and matrices and numbers also as LaTeX. Importing
this module does not require IPython. A `Report` combines several results.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactdp.claims.claim import Outcome
    from exactdp.release.chain import CoalitionLevel
    from exactdp.report.document import Report, Table, Topic
    from exactdp.report.latex_writer import formula
    from exactdp.report.results import report

__all__ = [
    "Report",
    "Table",
    "Topic",
    "coalitions",
    "errata",
    "formula",
    "load_ipython_extension",
    "report",
    "unload_ipython_extension",
]

LATEX = "text/latex"
_HOMES = {
    "Report": "document",
    "Table": "document",
    "Topic": "document",
    "formula": "latex_writer",
    "report": "results",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Import here: the reports load most of the package.
    return getattr(import_module(f"exactdp.report.{_HOMES[name]}"), name)


def load_ipython_extension(shell: Any) -> None:
    r"""Register the formula of a Fraction; IPython calls this.

    >>> from types import SimpleNamespace
    >>> class Formatter(dict):
    ...     for_type = dict.__setitem__
    >>> formatters = {LATEX: Formatter()}
    >>> shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    >>> load_ipython_extension(shell)
    >>> formatters[LATEX][Fraction](Fraction(7, 9))
    '$\\frac{7}{9}$'
    """
    shell.display_formatter.formatters[LATEX].for_type(Fraction, _formula)


def unload_ipython_extension(shell: Any) -> None:
    """Remove the formula of a Fraction; IPython calls this.

    >>> from types import SimpleNamespace
    >>> shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={LATEX: {Fraction: _formula}}))
    >>> unload_ipython_extension(shell)
    >>> shell.display_formatter.formatters[LATEX]
    {}
    """
    shell.display_formatter.formatters[LATEX].pop(Fraction, None)


def _formula(found: Fraction) -> str | None:
    written: str | None = import_module("exactdp.report.latex_writer").formula(found)
    return written


def errata(outcomes: Iterable[Outcome]) -> Report:
    """Return the errata of a paper, as `exactdp errata` prints them: errors, counterexamples and corrections.

    Domain: outcomes of claims that are corrected or refuted.

    >>> from exactdp.claims.discovery import select
    >>> print(errata(claim.run() for claim in select(["gupte2010.table-1b"])))  # doctest: +ELLIPSIS
    1 error: 1 misprint
    Gupte & Sundararajan 2010, Universally Optimal Privacy Mechanisms for Minimax Agents
    ...
    """
    found: Report = import_module("exactdp.report.errata").errata(list(outcomes))
    return found


def coalitions(found: Iterable[CoalitionLevel]) -> Report:
    """Return a line for each coalition, as `exactdp coalitions` prints it, each certified now.

    >>> from exactdp.release.chain import Chain
    >>> print(coalitions(Chain(n=1, levels=["1/4", "1/2"]).coalitions()))
    For every coalition, the exact level is at least α = 1/4: 3 coalitions, each certified.
    coalition  level  independent answers  accepted by the kernel
    1          1/4    1/4                  1 level, 2 × derivable
    2          1/2    1/2                  1 level, 2 × derivable
    1, 2       1/4    1/8                  1 level, 3 × derivable
    """
    releases = import_module("exactdp.report.releases")
    shown: Report = releases.coalitions([(each, releases.certified(each)) for each in found])
    return shown
