"""What became of the claims as one HTML page that needs no other file: formulas in MathML, one style sheet inside."""

import html
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from latex2mathml.converter import convert

from exactdp import __version__
from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.claims.sources import SOURCES
from exactdp.exact import counted
from exactdp.report.typeset import as_html, capital
from exactdp.report.verdicts import FAILED, ORDER, SLIPS, of_coq, summary, where


def as_page(outcomes: Sequence[Outcome]) -> str:
    """Return the page. Fails: never.

    It says nothing of how long the checks took, so that the same claims give the same page.

    >>> from exactdp.claims.discovery import select
    >>> as_page([claim.run() for claim in select(["gupte2010.table-1b"])]).splitlines()[0]
    '<!DOCTYPE html>'
    """
    shown = {outcome.claim.id for outcome in outcomes}
    parts = [
        f"{_HEAD}\n<style>{_STYLE}</style>\n</head>\n<body>\n<header>\n<h1>The papers’ claims, decided exactly</h1>",
        f"<p>{summary(outcomes)}</p>\n{_coq(outcomes)}{_legend(outcomes)}\n</header>",
        f"<nav aria-label='Contents'>\n{''.join(_contents(outcomes))}</nav>\n<main>",
        *(_source(name, list(entries), shown) for name, entries in groupby(outcomes, lambda each: each.claim.source)),
        f"</main>\n<footer>Written by <code>exactdp prove --html</code>, version {__version__}.</footer>",
        f"<script>\n{_SCRIPT}</script>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _coq(outcomes: Sequence[Outcome]) -> str:
    words = of_coq(outcomes)
    return f"<p>{html.escape(words)}</p>\n" if words else ""


def _verdict(outcome: Outcome) -> str:
    return outcome.claim.verdict if outcome else FAILED


def _in_coq(outcome: Outcome) -> str:
    return ' <span class="badge coq">Coq</span>' if outcome.in_coq else ""


def _badge(verdict: str) -> str:
    return f'<span class="badge {verdict.lower()}">{verdict}</span>'


def _legend(outcomes: Sequence[Outcome]) -> str:
    counts = Counter(_verdict(outcome) for outcome in outcomes)
    boxes = (
        f'<label><input type="checkbox" checked value="{verdict.lower()}"> {_badge(verdict)} {counts[verdict]}: '
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
                f"{as_html(claim.title)}</a> {_badge(_verdict(outcome))}{_in_coq(outcome)}</li>\n"
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
    facts = []
    if claim.printed:
        facts.append((f"Printed ({SLIPS[claim.slip]})", as_html(claim.printed)))
    facts += [("Domain", as_html(claim.domain)), ("Covered", as_html(claim.scope))]
    facts += [_theorem(each) for each in outcome.theorems]
    if claim.uses:
        facts.append(("Rests on", ", ".join(_link(each, shown) for each in claim.uses)))
    listed = "\n".join(f"<dt>{name}</dt><dd>{words}</dd>" for name, words in facts)
    formula = f'<div class="formula">{convert(claim.latex, display="block")}</div>\n' if claim.latex else ""
    return (
        f'<article id="{claim.id}" class="claim-{_verdict(outcome).lower()}">\n'
        f"<h4>{capital(_heading(claim))} {_badge(_verdict(outcome))}{_in_coq(outcome)}</h4>\n"
        f'<p class="id"><a href="#{claim.id}">{claim.id}</a></p>\n<p>{as_html(claim.statement)}</p>\n'
        f"{formula}<dl>\n{listed}\n</dl>\n{_evidence(outcome)}</article>"
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
    source = f"<details><summary>The script</summary>\n<pre>{written}</pre>\n</details>\n" if script else ""
    words = f"{counted(len(outcome.steps), 'step')}: {outcome.evidence}"
    opened = "" if outcome else " open"
    return f"<details{opened}><summary>Evidence: {words}</summary>\n<ol>\n{steps}\n</ol>\n{source}</details>\n"


def _step(found: StepOutcome) -> str:
    result = html.escape(str(found.evidence)) if found else f"<strong>{FAILED}: {as_html(found.failure or '')}</strong>"
    if found.unchecked:
        result = f"not checked here: {html.escape(found.unchecked)}"
    stated = f"<pre>{html.escape(found.step.theorem.statement)}</pre>" if found.step.theorem else "<br>"
    mutants = "; ".join(as_html(name) for name in found.step.mutants)
    rejected = f"<br><small>rejects instead: {mutants}</small>" if mutants else ""
    return f"<li><em>{found.step.kind}</em> {_says(found)}{stated}<small>{result}</small>{rejected}</li>"


_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>exactdp: the papers’ claims</title>"""

_STYLE = """
:root { --ink: #1b1b1b; --paper: #fff; --soft: #f3f3f0; --line: #c9c9c4; --link: #0b4f8a;
  --proved: #14622f; --verified: #0b4f8a; --corrected: #8a4b00; --refuted: #9a1414; --uncheckable: #555; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --paper: #17181a; --soft: #222427; --line: #45484d;
  --link: #8cc4ff; --proved: #7fd89b; --verified: #8cc4ff; --corrected: #f2b872; --refuted: #ff9c9c;
  --uncheckable: #b3b3b3; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 Georgia, "DejaVu Serif", serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; } h2 { border-bottom: 2px solid var(--line); margin-top: 2.5rem; }
h4 { font-size: 1.1rem; margin: 0 0 .2rem; }
a { color: var(--link); } sub, sup { line-height: 0; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .9rem 1rem; margin: 1rem 0; }
article:target { outline: 3px solid var(--link); }
.id { margin: 0; font: .85rem ui-monospace, monospace; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: .3rem; padding: 0 .4rem;
  font: bold .78rem/1.5 system-ui, sans-serif; white-space: nowrap; }
.proved { color: var(--proved); } .verified { color: var(--verified); } .corrected { color: var(--corrected); }
.refuted, .failed { color: var(--refuted); } .uncheckable, .coq { color: var(--uncheckable); }
.failed { border-width: 3px; }
.legend { border: 1px solid var(--line); } .legend label { display: block; margin: .2rem 0; }
.formula { overflow-x: auto; padding: .3rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .8rem; }
dt { font-weight: bold; max-width: 10rem; } dd { margin: 0; }
pre { overflow-x: auto; background: var(--soft); padding: .6rem; font-size: .8rem; overflow-wrap: normal; }
details > summary { cursor: pointer; } ol li { margin: .5rem 0; }
nav { margin-top: 1rem; } nav ul { padding-left: 1.2rem; } nav li { margin: .15rem 0; }
[hidden] { display: none; }
@media (max-width: 34rem) {
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } ol { padding-left: 1.2rem; } }
@media print { body { max-width: none; font-size: 10pt; } .legend input, details details { display: none; }
  article { border: 0; border-top: 1px solid; border-radius: 0; padding: .4rem 0; }
  h2, h3, h4, .id { break-after: avoid; } li, dl, .formula, .formula + * { break-inside: avoid; }
  a { color: inherit; text-decoration: none; } }
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
