"""The outcomes of the papers' claims as one self-contained HTML page, with formulas in MathML."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby

from latex2mathml.converter import convert
from markupsafe import Markup

from exactdp.claims.claim import Outcome
from exactdp.claims.sources import cited_as
from exactdp.report import verdicts
from exactdp.report.page import framed, templates
from exactdp.report.typeset import as_html, capital


def as_page(outcomes: Sequence[Outcome]) -> str:
    """Return the page.

    It omits the times of the checks, so equal claims give equal pages.

    >>> from exactdp.claims.discovery import select
    >>> as_page([claim.run() for claim in select(["gupte2010.table-1b"])]).splitlines()[0]
    '<!DOCTYPE html>'
    """
    counts = Counter(word for outcome in outcomes for word in _words(outcome))
    page = templates().get_template("claims.html")
    body = page.render(
        summary=verdicts.summary(outcomes),
        legend=[(each, counts[each], _MEANINGS[each]) for each in _MEANINGS if counts[each]],
        glossary=[each.latex for each in verdicts.words_of(outcome.claim for outcome in outcomes)],
        sources=[
            (name, cited_as(name), _sections(list(run)))
            for name, run in groupby(outcomes, lambda each: each.claim.source)
        ],
        shown={outcome.claim.id for outcome in outcomes},
        capital=capital,
        formula=cache(_formula),  # claims share their names
        of=_words,
        verdicts=verdicts,
        words=as_html,
    )
    style, script = (templates().get_template(f"claims.{kind}").render() for kind in ("css", "js"))
    title = "exactdp: the papers’ claims"
    return framed(title, Markup(body), "exactdp prove --html", style=style, script=script)


def _sections(outcomes: Sequence[Outcome]) -> list[tuple[str, list[Outcome]]]:
    """Return the outcomes by the sections of their source."""
    return [(section, list(run)) for section, run in groupby(outcomes, lambda each: verdicts.where(each.claim).section)]


def _formula(latex: str) -> Markup:
    # The converter does not escape words, and a browser would take "<" for the beginning of a tag.
    words = re.sub(r"\\text\{[^{}]*\}", lambda found: found[0].replace("<", "&lt;").replace(">", "&gt;"), latex)
    return Markup(convert(words, display="block"))


def _words(outcome: Outcome) -> list[str]:
    """Return the words for the printed statement and for the evidence, if any."""
    return [word for word in (verdicts.of_print(outcome), verdicts.of_evidence(outcome)) if word != verdicts.NONE]


_MEANINGS = {
    "stands": "the printed statement is true",
    "corrected": "false as printed, by a counterexample or a proof of the negation; the claim states the correction",
    "refuted": "false, by a counterexample or a proof of the negation, without a correction",
    "uncheckable": "about other work, or not checkable; the claim gives the reason",
    verdicts.FAILED: "a check failed",
    "proved": "each clause is a theorem of the logic core or of Coq",
    "computed": "some values in a clause are computed by functions of exactdp; the rest is a theorem of the logic core",
    "argued": "some steps of a derivation are in words",
    "verified": "some clause is checked only on instances, in exact arithmetic",
}
