"""What became of the papers' claims, as a table for a terminal and as JSON."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from exactdp.arithmetic.exact import counted
from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.report.terminal import WIDTH

FAILED = "FAILED"

ORDER = ("proved", "verified", "corrected", "refuted", "uncheckable", FAILED)
"""What may become of a claim, in the order in which it is reported."""


def header(claims: Sequence[Claim]) -> str:
    """Return the first line of the table, wide enough for these claims. Raises: ValueError without any.

    >>> from exactdp.claims.discovery import select
    >>> header(select(["gupte2010.appendix-b"]))
    'claim                 verdict         time  scope'
    """
    return f"{'claim':<{_width(claims)}}  {'verdict':<11}  {'time':>7}  scope"


def line(outcome: Outcome, claims: Sequence[Claim], width: int | None = None) -> str:
    """Return one claim's line of the table, cut to the width if one is given; a claim that failed names the step.

    What Coq has proved as well is marked. A failure is never cut. Raises: as `header`.

    >>> from exactdp.claims.discovery import select
    >>> claims = select(["gupte2010.appendix-b"])
    >>> line(claims[0].run(), claims).split()[:2]
    ['gupte2010.appendix-b', 'proved']
    """
    claim, failed = outcome.claim, outcome.failed
    verdict = claim.verdict if failed is None else FAILED
    scope = f"{'[Coq] ' if outcome.in_coq else ''}{claim.scope}"
    if failed is not None:
        scope = f"{failed.step.says}: {failed.failure}"
    shown = f"{claim.id:<{_width(claims)}}  {verdict:<11}  {outcome.seconds:6.2f}s  {scope}"
    return shown if failed is not None or width is None or len(shown) <= width else f"{shown[: max(width - 1, 0)]}…"


def details(outcome: Outcome) -> str:
    """Return a claim in full: its statement, domain and steps, each with what was checked.

    >>> from exactdp.claims.discovery import select
    >>> print(details(select(["gupte2010.appendix-b"])[0].run()))  # doctest: +ELLIPSIS
        title     a private mechanism that is not derivable
        says      The matrix M of the appendix is a mechanism with the exact level 1/2...
        domain    the one matrix printed, α = 1/2
        where     gupte2010, appendix B
        ✓ proof: M is 1/2-private, and private at no larger level
          [1 instance, 1 certificate; 1 mutant; ...
    """
    lines = [hanging(f"    {name:<9} ", words) for name, words in facts(outcome.claim)]
    return "\n".join([*lines, *(line for each in outcome.steps for line in _wrapped(each))])


def facts(claim: Claim) -> list[tuple[str, str]]:
    """Return what a claim says of itself, each with what it is called.

    >>> from exactdp.claims.discovery import select
    >>> facts(select(["gupte2010.appendix-b"])[0])[0]
    ('title', 'a private mechanism that is not derivable')
    """
    found = [("title", claim.title), ("says", claim.statement), ("domain", claim.domain)]
    found.append(("where", f"{claim.source}, {where(claim)}"))
    if claim.printed:
        found.append(("printed", f"{claim.printed} ({SLIPS[claim.slip]})"))
    if claim.uses:
        found.append(("rests on", ", ".join(claim.uses)))
    return found


def hanging(head: str, words: str, indent: int | None = None) -> str:
    """Return the words after the head, wrapped, later lines indented by so much or as the words are.

    >>> print(hanging("  one ", "word " * 30))  # doctest: +ELLIPSIS
      one word word ... word
          word word ... word
    """
    indented = " " * (len(head) if indent is None else indent)
    lines = textwrap.wrap(
        head + words, WIDTH, subsequent_indent=indented, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines)


SLIPS = MappingProxyType(
    {
        "statement": "a slip of the statement itself",
        "proof": "a slip of the proof",
        "print": "a slip of print",
        "scan": "a slip perhaps of the scan alone",
    }
)
"""What is wrong in a source, in words."""


def where(claim: Claim) -> str:
    """Return where in its source a claim stands, with the number that the source gives it, if any.

    >>> from exactdp.claims.discovery import select
    >>> [where(claim) for claim in select(["gupte2010.table-1a", "gupte2010.definition-4", "gupte2010.appendix-b"])]
    ['section 2.5, Table 1(a)', 'section 3, Definition 4', 'appendix B']
    """
    section = f"{'appendix' if claim.section[:1].isalpha() else 'section'} {claim.section}"
    numbered = _NUMBERED.match(claim.id.partition(".")[2])
    if not numbered:
        return section
    kind, number, letter = numbered.groups()
    return f"{section}, {kind.capitalize()} {number}" + (f"({letter})" if letter else "")


_NUMBERED = re.compile(
    r"(algorithm|corollary|definition|example|figure|footnote|lemma|observation|proposition|table|theorem)"
    r"-([0-9]+(?:\.[0-9]+)?)([a-z]?)(?![a-z0-9])"
)


def step(found: StepOutcome) -> tuple[str, list[str], str]:
    """Return what a step shows, its theorem of Coq line by line if it is one, and what became of it.

    >>> from exactdp.claims.discovery import select
    >>> step(select(["gupte2010.appendix-b"])[0].run().steps[0])[:2]
    ('✓ proof: M is 1/2-private, and private at no larger level', [])
    """
    mark = "-" if found.unchecked else "✓" if found else "✗"
    result = str(found.evidence) if found else found.failure
    mutants = counted(len(found.step.mutants), "mutant")
    checked = f"[{result}; {mutants}; {found.seconds:.2f} s]"
    if found.unchecked:
        checked = f"[not checked here: {found.unchecked}]"
    elif found.step.theorem and found:
        checked = f"[closed under the global context; {mutants}; {found.seconds:.2f} s]"
    stated = found.step.theorem.statement.splitlines() if found.step.theorem else []
    return f"{mark} {found.step.kind}: {found.step.says}", stated, checked


def _wrapped(found: StepOutcome) -> Iterator[str]:
    says, stated, checked = step(found)
    yield hanging("    ", says, 6)
    yield from (f"{' ' * 8}{each}" for each in stated)
    yield hanging(" " * 6, checked)


def of_coq(outcomes: Iterable[Outcome]) -> str | None:
    """Return what became of the theorems of Coq, and nothing where there are none.

    >>> from exactdp.claims.discovery import select
    >>> of_coq([select(["gupte2010.appendix-b"])[0].run()]) is None
    True
    """
    found = [each for outcome in outcomes for each in outcome.theorems]
    if not found:
        return None
    unchecked = Counter(each.unchecked for each in found if each.unchecked)
    proved = sum(bool(each.evidence) for each in found if each)
    parts = [f"{counted(proved, 'theorem')} proved in Coq as well, with nothing assumed"] if proved else []
    parts += [f"{counted(sum(not each for each in found), 'theorem')} REFUSED"] if not all(found) else []
    parts += [f"{counted(count, 'theorem')} of Coq not checked here: {why}" for why, count in unchecked.items()]
    return "; ".join(parts)


def summary(outcomes: Iterable[Outcome]) -> str:
    """Return the last line: how many claims have which verdict.

    >>> from exactdp.claims.discovery import select
    >>> summary(claim.run() for claim in select(["gupte2010.appendix-b", "ghosh2009.figure-3"]))
    '2 claims: 2 proved'
    """
    found = list(outcomes)
    counts = Counter(outcome.claim.verdict if outcome else FAILED for outcome in found)
    shown = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ORDER if counts[verdict])
    return f"{counted(len(found), 'claim')}: {shown}"


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return everything about a claim and what became of it.

    >>> from exactdp.claims.discovery import select
    >>> found = outcome_json(select(["gupte2010.appendix-b"])[0].run())
    >>> found["stands"], found["steps"][0]["evidence"]
    (True, '1 instance, 1 certificate')
    """
    claim = outcome.claim
    return {
        "id": claim.id,
        "title": claim.title,
        "source": claim.source,
        "section": claim.section,
        "statement": claim.statement,
        "latex": claim.latex,
        "domain": claim.domain,
        "finite": claim.finite,
        "verdict": claim.verdict,
        "scope": claim.scope,
        "printed": claim.printed or None,
        "slip": claim.slip or None,
        "uses": list(claim.uses),
        "in_coq": outcome.in_coq if outcome.theorems else None,
        "stands": bool(outcome),
        "seconds": round(outcome.seconds, 3),
        "steps": [
            {
                "kind": each.step.kind,
                "says": each.step.says,
                "evidence": str(each.evidence),
                "mutants": list(each.step.mutants),
                "failure": each.failure,
                **_theorem_json(each),
            }
            for each in outcome.steps
        ],
    }


def _theorem_json(found: StepOutcome) -> dict[str, Any]:
    if found.step.theorem is None:
        return {}
    return {"theorem": asdict(found.step.theorem), "not_checked": found.unchecked}


def _width(claims: Sequence[Claim]) -> int:
    return max(len(claim.id) for claim in claims)
