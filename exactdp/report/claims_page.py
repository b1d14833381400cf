"""What became of the papers' claims as one HTML page that needs no other file, its formulas in MathML."""

import html
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from latex2mathml.converter import convert

from exactdp.arithmetic.exact import counted
from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.claims.sources import SOURCES
from exactdp.report.page import badge, facts, framed
from exactdp.report.typeset import as_html, capital
from exactdp.report.verdicts import FAILED, ORDER, SLIPS, of_coq, summary, where


def as_page(outcomes: Sequence[Outcome]) -> str:
    """Return the page.

    It says nothing of how long the checks took, so that the same claims give the same page.

    >>> from exactdp.claims.discovery import select
    >>> as_page([claim.run() for claim in select(["gupte2010.table-1b"])]).splitlines()[0]
    '<!DOCTYPE html>'
    """
    shown = {outcome.claim.id for outcome in outcomes}
    parts = [
        "<header>\n<h1>The papers’ claims, decided exactly</h1>",
        f"<p>{summary(outcomes)}</p>\n{_coq(outcomes)}{_legend(outcomes)}\n</header>",
        f'<nav aria-label="Contents">\n{"".join(_contents(outcomes))}</nav>\n<main id="main">',
        *(_source(name, list(entries), shown) for name, entries in groupby(outcomes, lambda each: each.claim.source)),
        "</main>",
    ]
    return framed("exactdp: the papers’ claims", "\n".join(parts), "exactdp prove --html", style=_STYLE, script=_SCRIPT)


def _coq(outcomes: Sequence[Outcome]) -> str:
    words = of_coq(outcomes)
    return f"<p>{html.escape(words)}</p>\n" if words else ""


def _verdict(outcome: Outcome) -> str:
    return outcome.claim.verdict if outcome else FAILED


def _in_coq(outcome: Outcome) -> str:
    return ' <span class="badge coq">Coq</span>' if outcome.in_coq else ""


def _legend(outcomes: Sequence[Outcome]) -> str:
    counts = Counter(_verdict(outcome) for outcome in outcomes)
    boxes = (
        f'<label><input type="checkbox" checked value="{verdict.lower()}"> {badge(verdict)} {counts[verdict]}: '
        f"{_MEANINGS[verdict]}</label>"
        for verdict in ORDER
        if counts[verdict]
    )
    return f'<fieldset class="legend"><legend>Show</legend>\n{chr(10).join(boxes)}\n</fieldset>'


_MEANINGS = {
    "proved": "for every parameter of the stated domain",
    "verified": "exactly, on the finite set of instances that is listed",
    "corrected": "false as printed; what is right, and an exact counterexample",
    "refuted": "false, with an exact counterexample",
    "uncheckable": "nothing that a computation could decide",
    FAILED: "a check of it did not pass",
}


def _contents(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for name, entries in groupby(outcomes, lambda each: each.claim.source):
        yield f'<details open>\n<summary><a href="#{name}">{html.escape(SOURCES[name].citation)}</a></summary>\n<ul>\n'
        for outcome in entries:
            claim = outcome.claim
            yield (
                f'<li class="claim-{_verdict(outcome).lower()}"><a href="#{claim.id}">{capital(where(claim))}: '
                f"{as_html(claim.title)}</a> {badge(_verdict(outcome))}{_in_coq(outcome)}</li>\n"
            )
        yield "</ul>\n</details>\n"


def _source(name: str, outcomes: Sequence[Outcome], shown: Container[str]) -> str:
    articles = []
    for section, entries in groupby(outcomes, lambda each: where(each.claim).partition(",")[0]):
        articles.append(f"<h3>{capital(section)}</h3>")
        articles += [_article(outcome, shown) for outcome in entries]
    return (
        f'<section id="{name}">\n<h2>{html.escape(SOURCES[name].citation)}</h2>\n{chr(10).join(articles)}\n</section>'
    )


def _heading(claim: Claim) -> str:
    numbered = where(claim).partition(", ")[2]
    return as_html(f"{numbered}: {claim.title}" if numbered else claim.title)


def _article(outcome: Outcome, shown: Container[str]) -> str:
    claim = outcome.claim
    listed = []
    if claim.printed:
        listed.append((f"Printed ({SLIPS[claim.slip]})", as_html(claim.printed)))
    listed += [("Domain", as_html(claim.domain)), ("Covered", as_html(claim.scope))]
    listed += [_theorem(each) for each in outcome.theorems]
    if claim.uses:
        listed.append(("Rests on", ", ".join(_link(each, shown) for each in claim.uses)))
    formula = f'<div class="formula">{convert(claim.latex, display="block")}</div>\n' if claim.latex else ""
    return (
        f'<article id="{claim.id}" class="claim-{_verdict(outcome).lower()}">\n'
        f"<h4>{capital(_heading(claim))} {badge(_verdict(outcome))}{_in_coq(outcome)}</h4>\n"
        f'<p class="id"><a href="#{claim.id}">{claim.id}</a></p>\n<p>{as_html(claim.statement)}</p>\n'
        f"{formula}{facts(listed)}\n{_evidence(outcome)}</article>"
    )


def _theorem(found: StepOutcome) -> tuple[str, str]:
    if found.unchecked:
        return "In Coq", f"{_says(found)}; not checked here: {html.escape(found.unchecked)}"
    return "Also proved in Coq" if found else "Refused by Coq", _says(found)


def _says(found: StepOutcome) -> str:
    theorem = found.step.theorem
    if theorem is None:
        return as_html(found.step.says)
    return f"<code>{theorem.name}</code> of <code>{theorem.file}.v</code>: {as_html(theorem.covers)}"


def _link(used: str, shown: Container[str]) -> str:
    return f'<a href="#{used}">{used}</a>' if used in shown else used


def _evidence(outcome: Outcome) -> str:
    if not outcome.steps:
        return ""
    steps = "\n".join(_step(each) for each in outcome.steps)
    script = outcome.claim.script
    written = html.escape(script.read_text(encoding="utf-8")) if script else ""
    shown = f'<pre tabindex="0" aria-label="The script of {outcome.claim.id}">{written}</pre>'
    source = f"<details><summary>The script</summary>\n{shown}\n</details>\n" if script else ""
    words = f"{counted(len(outcome.steps), 'step')}: {outcome.evidence}"
    opened = "" if outcome else " open"
    return f"<details{opened}><summary>Evidence: {words}</summary>\n<ol>\n{steps}\n</ol>\n{source}</details>\n"


def _step(found: StepOutcome) -> str:
    result = html.escape(str(found.evidence)) if found else f"<strong>{FAILED}: {as_html(found.failure or '')}</strong>"
    if found.unchecked:
        result = f"not checked here: {html.escape(found.unchecked)}"
    theorem = found.step.theorem
    stated = "<br>"
    if theorem:
        stated = f'<pre tabindex="0" aria-label="The theorem {theorem.name}">{html.escape(theorem.statement)}</pre>'
    mutants = "; ".join(as_html(name) for name in found.step.mutants)
    rejected = f"<br><small>rejects instead: {mutants}</small>" if mutants else ""
    return f"<li><em>{found.step.kind}</em> {_says(found)}{stated}<small>{result}</small>{rejected}</li>"


_STYLE = """
h4 { font-size: 1.1rem; margin: 0 0 .2rem; }
.legend { border: 1px solid var(--line); min-width: 0; } .legend label { display: block; margin: .2rem 0; }
.formula { overflow-x: auto; padding: .3rem 0; }
@media print { .legend input, details details { display: none; }
  .formula, .formula + * { break-inside: avoid; } }
"""

_SCRIPT = """
for (const box of document.querySelectorAll(".legend input"))
  box.addEventListener("change", () => {
    for (const each of document.querySelectorAll(".claim-" + box.value)) each.hidden = !box.checked;
  });
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("article > details")) each.open = true;
});
"""
