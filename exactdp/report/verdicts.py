"""Claims, and what became of them, as reports; and the lines of the table that is written while claims are run."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from exactdp.arithmetic.exact import counted
from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.report.document import Line, Part, Report, Seconds, Table, Topic

FAILED = "FAILED"

ORDER = ("proved", "verified", "corrected", "refuted", "uncheckable", FAILED)
"""What may become of a claim, in the order in which it is reported."""


def header(claims: Sequence[Claim]) -> str:
    """Return the first line of the table, wide enough for these claims. Raises: ValueError without any.

    >>> from exactdp.claims.discovery import select
    >>> header(select(["gupte2010.appendix-b"]))
    'claim                 verdict         time  scope'
    """
    return _aligned(HEADING, claims)


def line(outcome: Outcome, claims: Sequence[Claim], width: int | None = None) -> str:
    """Return one claim's line of the table, cut to the width if one is given, but for a failure, which is never cut.

    Raises: as `header`.

    >>> from exactdp.claims.discovery import select
    >>> claims = select(["gupte2010.appendix-b"])
    >>> line(claims[0].run(), claims).split()[:2]
    ['gupte2010.appendix-b', 'proved']
    """
    shown = _aligned(row(outcome), claims)
    return shown if not outcome or width is None or len(shown) <= width else f"{shown[: max(width - 1, 0)]}…"


def _aligned(cells: tuple[str, ...], claims: Sequence[Claim]) -> str:
    # The lines are written one by one, so the widths are known before the cells are.
    name, verdict, time, scope = cells
    return f"{name:<{max(len(claim.id) for claim in claims)}}  {verdict:<11}  {time:>7}  {scope}"


HEADING = ("claim", "verdict", "time", "scope")


def row(outcome: Outcome) -> tuple[str, ...]:
    """Return one claim's row of the table: a claim that failed names the step, and what Coq has proved is marked.

    >>> from exactdp.claims.discovery import select
    >>> row(select(["gupte2010.appendix-b"])[0].run())[:2]
    ('gupte2010.appendix-b', 'proved')
    """
    claim, failed = outcome.claim, outcome.failed
    scope = f"{'[Coq] ' if outcome.in_coq else ''}{claim.scope}"
    if failed is not None:
        scope = f"{failed.step.says}: {failed.failure}"
    return claim.id, verdict(outcome), f"{outcome.seconds:.2f}s", scope


def verdict(outcome: Outcome) -> str:
    """Return the claim's verdict where it stands, and otherwise `FAILED`.

    >>> from exactdp.claims.discovery import select
    >>> verdict(select(["gupte2010.appendix-b"])[0].run())
    'proved'
    """
    return outcome.claim.verdict if outcome else FAILED


def table(outcomes: Sequence[Outcome]) -> Report:
    """Return what became of claims: a row for each, and how many have which verdict.

    >>> from exactdp.claims.discovery import select
    >>> table([select(["gupte2010.appendix-b"])[0].run()]).topics[1].parts
    ('1 claim: 1 proved',)
    """
    topics = [Topic("", [Table([*map(row, outcomes)], HEADING)]), Topic("", sums(outcomes))]
    return Report("claims", topics, {"claims": [*map(values, outcomes)]}, mathematical=True)


def claim(found: Claim) -> Report:
    """Return what a claim says of itself.

    >>> from exactdp.claims.discovery import select
    >>> claim(select(["gupte2010.appendix-b"])[0]).topics[0].parts
    ('gupte2010.appendix-b',)
    """
    return Report("claim", [*_head(found, found.verdict), *facts(found)], {"id": found.id}, mathematical=True)


def outcome(found: Outcome) -> Report:
    """Return a claim and what became of its steps, without how long they took, which is no part of the answer.

    >>> from exactdp.claims.discovery import select
    >>> outcome(select(["gupte2010.appendix-b"])[0].run()).topics[-1].parts[0]
    '✓ proof: M is 1/2-private, and private at no larger level'
    """
    steps = Topic("steps", (part for each in found.steps for part in _step(each, timed=False)))
    topics = [*_head(found.claim, verdict(found)), *facts(found.claim), steps]
    return Report("outcome", topics, values(found), mathematical=True)


def details(found: Outcome) -> Report:
    """Return a claim in full: its statement, domain and steps, each with what was checked and how long that took.

    >>> from exactdp.claims.discovery import select
    >>> [topic.name for topic in details(select(["gupte2010.appendix-b"])[0].run()).topics]
    ['title', 'says', 'domain', 'where', '']
    """
    steps = Topic("", (part for each in found.steps for part in _step(each, timed=True)))
    return Report("outcome", [*facts(found.claim), steps], values(found), mathematical=True)


def _head(claim: Claim, verdict: str) -> list[Topic]:
    said = f"{verdict}; {claim.scope}" if verdict != FAILED else verdict
    return [Topic("claim", [claim.id]), Topic("verdict", [said])]


def facts(claim: Claim) -> list[Topic]:
    """Return what a claim says of itself, each with what it is called.

    >>> from exactdp.claims.discovery import select
    >>> facts(select(["gupte2010.appendix-b"])[0])[0].name
    'title'
    """
    found = [("title", claim.title), ("says", claim.statement), ("domain", claim.domain)]
    found.append(("where", f"{claim.source}, {where(claim)}"))
    if claim.printed:
        found.append(("printed", f"{claim.printed} ({SLIPS[claim.slip]})"))
    if claim.uses:
        found.append(("rests on", ", ".join(claim.uses)))
    return [Topic(name, [Line(words, hang=0)]) for name, words in found]


SLIPS = MappingProxyType(
    {
        "statement": "a slip of the statement itself",
        "proof": "a slip of the proof",
        "print": "a slip of print",
        "scan": "a slip perhaps of the scan alone",
    }
)
"""What is wrong in a source, in words."""


@dataclass(frozen=True)
class Place:
    """Where in its source a claim stands: the section, and the number that the source gives the claim, if any.

    >>> str(Place("section 2.5", "Table 1(a)")), str(Place("appendix B"))
    ('section 2.5, Table 1(a)', 'appendix B')
    """

    section: str
    number: str = ""

    def __str__(self) -> str:
        return f"{self.section}, {self.number}" if self.number else self.section


def where(claim: Claim) -> Place:
    """Return where in its source a claim stands.

    >>> from exactdp.claims.discovery import select
    >>> [str(where(claim)) for claim in select(["gupte2010.definition-4", "gupte2010.appendix-b"])]
    ['section 3, Definition 4', 'appendix B']
    """
    section = f"{'appendix' if claim.section[:1].isalpha() else 'section'} {claim.section}"
    numbered = _NUMBERED.match(claim.id.partition(".")[2])
    if not numbered:
        return Place(section)
    kind, number, letter = numbered.groups()
    return Place(section, f"{kind.capitalize()} {number}" + (f"({letter})" if letter else ""))


_NUMBERED = re.compile(
    r"(algorithm|corollary|definition|example|figure|footnote|lemma|observation|proposition|table|theorem)"
    r"-([0-9]+(?:\.[0-9]+)?)([a-z]?)(?![a-z0-9])"
)


def _step(found: StepOutcome, timed: bool) -> Iterator[Part]:
    """Yield what a step shows, its theorem of Coq if it is one, and what became of it."""
    mark = "-" if found.unchecked else "✓" if found else "✗"
    yield f"{mark} {found.step.kind}: {found.step.says}"
    if found.step.theorem:
        yield Line(found.step.theorem.statement, 2, whole=True)
    result = str(found.evidence) if found else str(found.failure)
    if found.step.theorem and found:
        result = "closed under the global context"
    checked = [result, counted(len(found.step.mutants), "mutant"), *([f"{found.seconds:.2f} s"] if timed else [])]
    if found.unchecked:
        checked = [f"not checked here: {found.unchecked}"]
    yield Line(f"[{'; '.join(checked)}]", 1, hang=0)


def of_coq(outcomes: Iterable[Outcome]) -> str | None:
    """Return what became of the theorems of Coq, or None without any.

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


def sums(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the last lines: what became of the theorems of Coq, if there are any, and the summary.

    >>> from exactdp.claims.discovery import select
    >>> sums([select(["gupte2010.appendix-b"])[0].run()])
    ['1 claim: 1 proved']
    """
    return [*filter(None, [of_coq(outcomes), summary(outcomes)])]


def summary(outcomes: Iterable[Outcome]) -> str:
    """Return the last line: how many claims have which verdict.

    >>> from exactdp.claims.discovery import select
    >>> summary(claim.run() for claim in select(["gupte2010.appendix-b", "ghosh2009.figure-3"]))
    '2 claims: 2 proved'
    """
    found = list(outcomes)
    counts = Counter(map(verdict, found))
    shown = ", ".join(f"{counts[each]} {each}" for each in ORDER if counts[each])
    return f"{counted(len(found), 'claim')}: {shown}"


def values(outcome: Outcome) -> Mapping[str, Any]:
    """Return everything about a claim and what became of it, for programs.

    >>> from exactdp.claims.discovery import select
    >>> found = values(select(["gupte2010.appendix-b"])[0].run())
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
        "seconds": Seconds(outcome.seconds),
        "steps": [
            {
                "kind": each.step.kind,
                "says": each.step.says,
                "evidence": str(each.evidence),
                "mutants": list(each.step.mutants),
                "failure": each.failure,
                **_theorem(each),
            }
            for each in outcome.steps
        ],
    }


def _theorem(found: StepOutcome) -> dict[str, Any]:
    if found.step.theorem is None:
        return {}
    return {"theorem": found.step.theorem, "not_checked": found.unchecked}
