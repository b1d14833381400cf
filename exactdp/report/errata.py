"""The errata of a paper: all its corrected or refuted claims, as text, Markdown, LaTeX and JSON.

The reported outcomes are fresh: their counterexamples, and the proofs of the corrections, have just been run.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from types import MappingProxyType

from exactdp.arithmetic.exact import counted
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.clause import InWords
from exactdp.claims.sources import SOURCES
from exactdp.report import json_writer, terminal
from exactdp.report.document import Line, Part, Report, Table, Topic
from exactdp.report.typeset import as_latex, as_markdown, capital, declared
from exactdp.report.verdicts import FAILED, SLIPS, cite, values, where


def wrong(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims that are corrected or refuted.

    >>> from exactdp.claims.discovery import select
    >>> [claim.id for claim in wrong(select(["gupte2010.table"]))][:2]
    ['gupte2010.table-1a', 'gupte2010.table-1b']
    """
    return [claim for claim in claims if claim.print in ("corrected", "refuted")]


def errata(outcomes: Sequence[Outcome]) -> Report:
    """Return the errata as a report: for each paper the list of its slips, then each slip with its refutation.

    >>> from exactdp.claims.discovery import select
    >>> found = errata([claim.run() for claim in select(["gupte2010.table-1b"])])
    >>> [name for name, _ in found.topics[0].parts[3].rows][:6]
    ['printed', 'name', 'name', 'name', 'counterexample', 'right, proved']
    """
    parts: list[Part] = []
    for citation, entries in _by_source(outcomes):
        parts += [Line(citation, whole=True), ""]
        if len(entries) > 1:
            parts += [Table([*_contents(entries)], wraps=True, margin=3), ""]
        for number, outcome in enumerate(entries, 1):
            claim, head = outcome.claim, f"{number}. "
            title = f"{head}{where(claim)}: {claim.title} [{claim.id}], {SLIPS[claim.slip]}"
            parts += [Line(title, hang=len(head)), Table([*_entry(outcome)], wraps=True, margin=3), ""]
    topics = [Topic("", parts[:-1])]
    return Report("errata", topics, {"claims": [*map(values, outcomes)]}, summary(outcomes), mathematical=True)


def as_text(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as plain text.

    >>> from exactdp.claims.discovery import select
    >>> print(as_text([claim.run() for claim in select(["gupte2010.table-1b"])]))  # doctest: +ELLIPSIS
    1 slip: 1 of print
    Gupte & Sundararajan 2010, Universally Optimal Privacy Mechanisms for Minimax Agents
    <BLANKLINE>
    1. section 2.5, Table 1(b): ... [gupte2010.table-1b], a slip of
       print
       printed         ...
    """
    return terminal.as_text(errata(outcomes))


def as_markdown_text(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as Markdown.

    >>> from exactdp.claims.discovery import select
    >>> as_markdown_text([claim.run() for claim in select(["gupte2010.table-1b"])]).splitlines()[0]
    '# Errata'
    """
    lines = ["# Errata", "", as_markdown(summary(outcomes))]
    for citation, entries in _by_source(outcomes):
        lines += ["", f"## {as_markdown(citation)}"]
        for outcome in entries:
            claim = outcome.claim
            lines += ["", f"### {as_markdown(capital(str(where(claim))))}: {as_markdown(claim.title)}", ""]
            lines += [f"*{capital(SLIPS[claim.slip])}* (`{claim.id}`)", ""]
            lines += [f"- **{capital(name)}.** {as_markdown(words)}" for name, words in _entry(outcome)]
    return "\n".join(lines)


def as_latex_text(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as a whole LaTeX document. Raises: KeyError for a character without a meaning in LaTeX.

    >>> from exactdp.claims.discovery import select
    >>> print(as_latex_text([claim.run() for claim in select(["gupte2010.table-1b"])]))  # doctest: +ELLIPSIS
    \\documentclass{article}
    ...
    \\end{document}
    """
    body = [as_latex(summary(outcomes))]
    for citation, entries in _by_source(outcomes):
        body += ["", rf"\section*{{{as_latex(citation)}}}"]
        for outcome in entries:
            claim = outcome.claim
            heading = as_latex(f"{capital(str(where(claim)))}: {claim.title}")
            body += ["", rf"\subsection*{{{heading}}}", rf"\emph{{{as_latex(capital(SLIPS[claim.slip]))}}}"]
            body += [rf"(\texttt{{{as_latex(claim.id)}}})", r"\begin{description}"]
            body += [rf"\item[{capital(name)}] {as_latex(words)}" for name, words in _entry(outcome)]
            body += [r"\end{description}"]
    head = [r"\documentclass{article}", r"\usepackage{amssymb}", declared(body), r"\title{Errata}", r"\date{}"]
    return "\n".join([*head, r"\begin{document}", r"\maketitle", *body, r"\end{document}"])


def as_json(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as JSON, each claim as `exactdp prove --json` has it.

    >>> from exactdp.claims.discovery import select
    >>> import json
    >>> json.loads(as_json([claim.run() for claim in select(["gupte2010.table-1b"])]))["claims"][0]["slip"]
    'print'
    """
    return json_writer.as_json(errata(outcomes))


FORMATS: MappingProxyType[str, Callable[[Sequence[Outcome]], str]] = MappingProxyType(
    {"text": as_text, "markdown": as_markdown_text, "latex": as_latex_text, "json": as_json}
)
"""The formats by name, and the function that writes each."""


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return the number of slips of each kind in one line, and whether all are shown.

    >>> summary([])
    '0 slips'
    """
    kinds = [(SLIPS[kind], sum(each.claim.slip == kind for each in outcomes)) for kind in SLIP_ORDER]
    failed = sum(not each for each in outcomes)
    words = [f"{count} {name.removeprefix('a ').removeprefix('slip ')}" for name, count in kinds if count]
    return ": ".join([counted(len(outcomes), "slip"), *([", ".join(words)] if words else [])]) + (
        f"; {counted(failed, 'claim')} {FAILED}, so what is said of it was not confirmed" if failed else ""
    )


SLIP_ORDER = ("statement", "proof", "print", "scan")


def _by_source(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    for source, entries in groupby(outcomes, key=lambda outcome: outcome.claim.source):
        yield SOURCES[source].citation, list(entries)


def _contents(entries: Sequence[Outcome]) -> Iterator[tuple[str, ...]]:
    """Yield for each slip its number, its place and its title."""
    for number, outcome in enumerate(entries, 1):
        yield f"{number}.", str(where(outcome.claim)), outcome.claim.title


def _entry(outcome: Outcome) -> Iterator[tuple[str, str]]:
    claim = outcome.claim
    yield "printed", claim.printed
    for meaning in claim.names:
        yield "name", meaning.statement
    for step in outcome.steps:
        if step.step.kind == "counterexample":
            yield "counterexample", step.step.says
    for printed in outcome.prints:
        if printed:
            yield "counterexample", f"{printed.refuted}, against: {printed.clause.statement}"
    for each in outcome.clauses:
        name = "right" if claim.print == "corrected" else "so"
        head = "" if isinstance(each.clause, InWords) else f"{cite(claim, each.clause)}: "
        yield f"{name}, {each.evidence_in_full or 'not confirmed'}", f"{head}{each.clause.statement}"
        for words in each.words:
            yield "in words", words
    if claim.verdict:
        yield "for", f"{claim.domain} ({claim.scope})"
    if outcome.failure:
        yield FAILED, outcome.failure
