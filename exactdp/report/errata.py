r"""Write the errata of a paper: all its corrected or refuted claims, as text, Markdown, LaTeX, HTML and JSON.

The most serious errors come first, so that you can send the document to the authors.

>>> import json
>>> from exactdp.claims.discovery import select
>>> [claim.id for claim in wrong(select(["gupte2010.table"]))][:2]
['gupte2010.table-1a', 'gupte2010.table-1b']
>>> outcomes = [claim.run() for claim in select(["gupte2010.table-1b"])]
>>> [name for name, _ in errata(outcomes).topics[0].parts[3].rows][:5]
['printed', 'as a formula', 'counterexample', 'right, proved', 'right, proved']
>>> print(as_text(outcomes))  # doctest: +ELLIPSIS
1 error: 1 misprint
Gupte & Sundararajan 2010, Universally Optimal Privacy Mechanisms for Minimax Agents
<BLANKLINE>
1. section 2.5, Table 1(b): ... [gupte2010.table-1b], a misprint
   printed         ...
>>> as_markdown_text(outcomes).splitlines()[0], summary([])
('# Errata', '0 errors')
>>> print(as_latex_text(outcomes))  # doctest: +ELLIPSIS
\documentclass{article}
...
\end{document}
>>> as_page(outcomes).count("<article"), json.loads(as_json(outcomes))["claims"][0]["slip"]
(1, 'print')
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TypeAlias

from markupsafe import Markup

from exactdp.arithmetic.spelling import counted
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.clause import Clause, ClauseOutcome
from exactdp.claims.sources import cited_as
from exactdp.claims.statements.names import meanings
from exactdp.report import json_writer, terminal
from exactdp.report.document import Line, Part, Report, Table, Topic
from exactdp.report.page import framed, templates
from exactdp.report.typeset import as_html, as_latex, as_markdown, capital, declared
from exactdp.report.verdicts import FAILED, SLIPS, WEIGHTS, by, values, weight, where


def wrong(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims that are corrected or refuted."""
    return [claim for claim in claims if claim.prints]


def errata(outcomes: Sequence[Outcome]) -> Report:
    """Return the errata as a report: for each paper the list of its errors by weight, then each with its refutation."""
    parts: list[Part] = []
    for citation, groups in _by_source(outcomes):
        parts += [Line(citation, whole=True), ""]
        if len([slip for _, slips in groups for slip in slips]) > 1:
            for heading, slips in groups:
                parts += [heading] if heading else []
                parts += [Table([*_contents(slips)], wraps=True, margin=3), ""]
        for number, outcome in (slip for _, slips in groups for slip in slips):
            claim, head = outcome.claim, f"{number}. "
            title = f"{head}{where(claim)}: {claim.title} [{claim.id}], {SLIPS[claim.slip]}"
            parts += [Line(title, hang=len(head)), Table([*_entry(outcome)], wraps=True, margin=3), ""]
    topics = [Topic("", parts[:-1])]
    return Report("errata", topics, {"claims": [*map(values, outcomes)]}, summary(outcomes), mathematical=True)


def as_text(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as plain text."""
    return terminal.as_text(errata(outcomes))


def as_markdown_text(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as Markdown."""
    lines = ["# Errata", "", as_markdown(summary(outcomes))]
    for citation, groups in _by_source(outcomes):
        lines += ["", f"## {as_markdown(citation)}"]
        for heading, slips in groups:
            lines += ["", f"### {heading}"] if heading else []
            for number, outcome in slips:
                claim = outcome.claim
                place = as_markdown(capital(str(where(claim))))
                lines += ["", f"{'####' if heading else '###'} {number}. {place}: {as_markdown(claim.title)}", ""]
                lines += [f"*{capital(SLIPS[claim.slip])}* (`{claim.id}`)", ""]
                lines += [f"- **{capital(name)}.** {as_markdown(words)}" for name, words in _entry(outcome)]
    return "\n".join(lines)


def as_latex_text(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as a whole LaTeX document. Raises: KeyError for a character without a meaning in LaTeX."""
    body = [as_latex(summary(outcomes))]
    for citation, groups in _by_source(outcomes):
        body += ["", rf"\section*{{{as_latex(citation)}}}"]
        for heading, slips in groups:
            body += ["", rf"\subsection*{{{heading}}}"] if heading else []
            for number, outcome in slips:
                claim = outcome.claim
                title = as_latex(f"{number}. {capital(str(where(claim)))}: {claim.title}")
                level = "subsubsection" if heading else "subsection"
                body += ["", rf"\{level}*{{{title}}}", rf"\emph{{{as_latex(capital(SLIPS[claim.slip]))}}}"]
                body += [rf"(\texttt{{{as_latex(claim.id)}}})", r"\begin{description}"]
                body += [rf"\item[{capital(name)}] {as_latex(words)}" for name, words in _entry(outcome)]
                body += [r"\end{description}"]
    head = [r"\documentclass{article}", r"\usepackage{amssymb}", declared(body), r"\title{Errata}", r"\date{}"]
    return "\n".join([*head, r"\begin{document}", r"\maketitle", *body, r"\end{document}"])


def as_page(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as a self-contained HTML page."""
    body = (
        templates()
        .get_template("errata.html")
        .render(
            summary=summary(outcomes),
            sources=[*_by_source(outcomes)],
            where=where,
            entry=_entry,
            slips=SLIPS,
            capital=capital,
            words=as_html,
        )
    )
    return framed("Errata", Markup(body), "exactdp errata --format html")


def as_json(outcomes: Sequence[Outcome]) -> str:
    """Return the errata as JSON, each claim as `exactdp prove --json` has it."""
    return json_writer.as_json(errata(outcomes))


FORMATS: MappingProxyType[str, Callable[[Sequence[Outcome]], str]] = MappingProxyType(
    {"text": as_text, "markdown": as_markdown_text, "latex": as_latex_text, "html": as_page, "json": as_json}
)
"""The formats by name, and the function that writes each."""


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return the number of errors of each kind in one line, and the number of claims that failed."""
    kinds = [(name, sum(each.claim.slip == kind for each in outcomes)) for kind, name in _KINDS.items()]
    failed = sum(not each for each in outcomes)
    words = [counted(count, *name) for name, count in kinds if count]
    return ": ".join([counted(len(outcomes), "error"), *([", ".join(words)] if words else [])]) + (
        f"; {counted(failed, 'claim')} {FAILED}: not confirmed" if failed else ""
    )


_KINDS = {
    "statement": ("in a statement", "in statements"),
    "proof": ("in a proof", "in proofs"),
    "print": ("misprint", "misprints"),
    "scan": ("possible scanning error", "possible scanning errors"),
}
"""The kinds of errors after a count: one error, and several."""


_Slips: TypeAlias = list[tuple[int, Outcome]]
"""Errors with their numbers."""


def _by_source(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[tuple[str, _Slips]]]]:
    """Yield for each paper its errors by weight; each weight has a heading, which is "" if it is the only weight."""
    for source, entries in groupby(outcomes, key=lambda outcome: outcome.claim.source):
        ordered = enumerate(sorted(entries, key=lambda outcome: [*WEIGHTS].index(weight(outcome.claim))), 1)
        groups = [(each, [*slips]) for each, slips in groupby(ordered, key=lambda slip: weight(slip[1].claim))]
        yield cited_as(source), [(WEIGHTS[each] if len(groups) > 1 else "", slips) for each, slips in groups]


def _contents(slips: _Slips) -> Iterator[tuple[str, ...]]:
    """Yield for each error its number, its place and its title."""
    for number, outcome in slips:
        yield f"{number}.", str(where(outcome.claim)), outcome.claim.title


def _entry(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield the fields of an error: the printed text, its formulas, what refutes each, and the correct clauses."""
    yield "printed", outcome.claim.printed
    shown: list[Clause] = []
    for printed in outcome.prints:
        shown.append(printed.clause)
        yield "as a formula", printed.clause.statement
        if printed and printed.refuted:
            yield "its negation" if printed.proved else "counterexample", "; ".join([printed.refuted, *by(printed)])
        for each in outcome.clauses:
            if each.clause.id in printed.clause.instead and each.clause not in shown:
                shown.append(each.clause)
                yield f"right, {_evidence(each)}", f"#{each.clause.id}: {each.clause.statement}"
                for words in each.words:
                    yield "in words", words
    for meaning in meanings([formula for each in shown for formula in (*each.given, each.says)]):
        yield "notation", meaning.statement
    others: dict[str, list[str]] = {}
    for each in outcome.clauses:
        if each.clause not in shown:
            others.setdefault(_evidence(each), []).append(f"#{each.clause.id}")
    for evidence, names in others.items():
        yield f"also {evidence}", ", ".join(names)
    if outcome.failure:
        yield FAILED, outcome.failure


def _evidence(found: ClauseOutcome) -> str:
    return found.evidence_in_full or "not confirmed"
