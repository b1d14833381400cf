"""Write claims and their outcomes as reports, and the lines of the table that appears while claims run.

>>> from exactdp.claims.discovery import select
>>> claims = select(["gupte2010.appendix-b"])
>>> done = claims[0].run()
>>> header(claims)
'claim                 print        evidence     time  clauses'
>>> line(done, claims).split()[:2], row(done)[:3]
(['gupte2010.appendix-b', 'stands'], ('gupte2010.appendix-b', 'stands', 'proved'))
>>> of_print(done), of_evidence(done)
('stands', 'proved')
>>> table([done]).title
'1 claim: 1 stands; clauses: 7 proved'
>>> summary(claim.run() for claim in select(["gupte2010.appendix-b", "ghosh2009.figure-3"]))
'2 claims: 2 stand; clauses: 14 proved'
>>> claim(claims[0]).topics[0].parts
('gupte2010.appendix-b',)
>>> str(outcome(done).topics[-1].parts[0].words)[:33]
'✓ gupte2010.appendix-b#private: M'
>>> [topic.name for topic in details(done).topics], facts(claims[0])[0].name
(['title', 'where', 'script', 'notation', 'notation', 'notation', ''], 'title')
>>> len(words_of(claims)), glossary(claims).topics[0].parts[2].words[:37]
(5, 'x is derivable from G_(n,α) with resp')
>>> cite(claims[0], claims[0].clauses[0]), met(done.clauses[0])
('gupte2010.appendix-b#private', ['1 instance, 1 not trivial'])
>>> [weight(each) for each in select(["gupte2010.table-1b", "gupte2010.lemma-4", "gupte2010.appendix-b"])]
['value', 'misprint', '']
>>> [str(where(each)) for each in select(["gupte2010.definition-4", "gupte2010.appendix-b"])]
['section 3, Definition 4', 'appendix B']
>>> found = values(select(["gupte2010.section-2-6.levels"])[0].run())
>>> found["print"], found["evidence"], [each["id"] for each in found["clauses"]][0]
('corrected', 'proved', 'gupte2010.section-2-6.levels#not-downwards')
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from exactdp.arithmetic.spelling import counted, printable
from exactdp.certificates.coq_sources import proofs_folder
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.clause import Clause, ClauseOutcome, PrintOutcome
from exactdp.claims.evidence import PRINTS, STRONGEST_FIRST
from exactdp.claims.statements.names import Meaning
from exactdp.claims.statements.sentences import without_arguments
from exactdp.claims.statements.shapes import is_symbol
from exactdp.report.document import Line, Part, Report, Seconds, Table, Topic, Values

FAILED = "FAILED"

NONE = "-"
"""The word for no evidence: the claim failed or cannot be checked."""


def header(claims: Sequence[Claim]) -> str:
    """Return the first line of the table, wide enough for these claims. Raises: ValueError without any."""
    return _aligned(HEADING, claims)


def line(outcome: Outcome, claims: Sequence[Claim], width: int | None = None) -> str:
    """Return one claim's line of the table, cut to the width if one is given; failures are never cut.

    Raises: as `header`.
    """
    shown = _aligned(row(outcome), claims)
    return shown if not outcome or width is None or len(shown) <= width else f"{shown[: max(width - 1, 0)]}…"


def _aligned(cells: tuple[str, ...], claims: Sequence[Claim]) -> str:
    # The lines are printed one by one, so the widths must be known before the cells.
    name, printed, evidence, time, clauses = cells
    return f"{name:<{max(len(claim.id) for claim in claims)}}  {printed:<11}  {evidence:<8}  {time:>7}  {clauses}"


HEADING = ("claim", "print", "evidence", "time", "clauses")


def row(outcome: Outcome) -> tuple[str, ...]:
    """Return one claim's row of the table, with a mark for proofs in Coq, or the reason of a failure."""
    clauses = outcome.failure or f"{_mark_of_coq(outcome)}{outcome.claim.uncheckable or _clauses(outcome.claim)}"
    return outcome.claim.id, of_print(outcome), of_evidence(outcome), f"{outcome.seconds:.2f}s", clauses


def _mark_of_coq(outcome: Outcome) -> str:
    marks = [each.evidence_in_full.removeprefix("proved in ") for each in outcome.clauses if each.coq]
    return "".join(f"[{mark}] " for mark in dict.fromkeys(marks))


def _clauses(claim: Claim) -> str:
    """Return the only clause of a claim, or the ids of its clauses."""
    if len(claim.clauses) == 1:
        return claim.clauses[0].statement
    return ", ".join(f"#{each.id}" for each in claim.clauses)


def of_print(outcome: Outcome) -> str:
    """Return the outcome of the printed statement, or `FAILED` if the claim does not hold."""
    return outcome.claim.print if outcome else FAILED


def of_evidence(outcome: Outcome) -> str:
    """Return the word for the evidence of the weakest clause, or `NONE`."""
    return outcome.evidence or NONE


def table(outcomes: Sequence[Outcome]) -> Report:
    """Return the outcomes of claims: a row for each, and the counts."""
    topics = [Topic("", [Table([*map(row, outcomes)], HEADING)])]
    return Report("claims", topics, {"claims": [*map(values, outcomes)]}, summary(outcomes), mathematical=True)


def claim(found: Claim) -> Report:
    """Return the fields of a claim."""
    possible: list[str] = [each for each in STRONGEST_FIRST if each in found.possible_evidence]
    *others, last = possible or [NONE]
    evidence = f"{', '.join(others)} or {last}" if others else last
    clauses = [Topic("says", [Line(_cited(found, each), hang=0)]) for each in found.clauses]
    topics = [*_head(found, found.print, evidence), *facts(found), *clauses]
    return Report("claim", topics, {"id": found.id}, mathematical=True)


def outcome(found: Outcome) -> Report:
    """Return a claim and the outcomes of its clauses, without their times."""
    head = _head(found.claim, of_print(found), of_evidence(found))
    clauses = [] if found.claim.uncheckable else [Topic("clauses", _evidence(found, timed=False))]
    return Report("outcome", [*head, *facts(found.claim), *clauses], values(found), mathematical=True)


def details(found: Outcome) -> Report:
    """Return a claim in full: its script with what it says, and its clauses, each with its checks and their time."""
    title, where, *others = facts(found.claim)
    topics = [title, where, *_script(found.claim), *others, Topic("", _evidence(found, timed=True))]
    return Report("outcome", topics, values(found), mathematical=True)


def _script(claim: Claim) -> list[Topic]:
    """Return the path of a claim's script, and the paragraphs of its docstring."""
    if claim.script is None:
        return []
    says = [printable(paragraph) for paragraph in claim.docstring.split("\n\n") if paragraph.strip()]
    place = f"{_place(claim.script)}{', in words that nothing checks:' if says else ''}"
    return [Topic("script", [Line(each, hang=0) for each in (place, *says)])]


def _place(script: Path) -> str:
    """Return the path of a proof script: from `proofs` of exactdp, or from the current folder, or else in full."""
    for folder in (proofs_folder().parent, Path.cwd()):
        if script.is_relative_to(folder):
            return script.relative_to(folder).as_posix()
    return str(script)


def _head(claim: Claim, printed: str, evidence: str) -> list[Topic]:
    words = [("claim", claim.id), ("print", printed), ("evidence", evidence)]
    return [Topic(name, [said]) for name, said in words]


def facts(claim: Claim) -> list[Topic]:
    """Return the fields of a claim with their names."""
    found = [("title", claim.title), ("where", f"{claim.source}, {where(claim)}")]
    if claim.slip:
        found.append(("printed", f"{claim.printed} ({SLIPS[claim.slip]})"))
    if claim.uncheckable:
        found += [("printed", claim.printed), ("reason", claim.uncheckable)]
    if claim.uses:
        found.append(("uses", ", ".join(claim.uses)))
    found += [("notation", each.statement) for each in claim.names]
    return [Topic(name, [Line(words, hang=0)]) for name, words in found]


def words_of(claims: Iterable[Claim]) -> list[Meaning]:
    """Return the definitions of the words that the claims' clauses use without explanation, each once and in order."""
    found = {each.statement: each for claim in claims for each in claim.words}
    return [found[statement] for statement in sorted(found)]


def glossary(claims: Iterable[Claim]) -> Report:
    """Return the words of the claims as a report."""
    found = [each.statement for each in words_of(claims)]
    answer = f"The clauses use {counted(len(found), 'word')}{', defined below' if found else ''}."
    topics = [Topic("", [Line(each, hang=4) for each in found])]
    return Report("glossary", topics, {"words": found}, answer, mathematical=True)


SLIPS = MappingProxyType(
    {
        "statement": "an error in the statement",
        "proof": "an error in the proof",
        "print": "a misprint",
        "scan": "possibly a scanning error",
    }
)
"""The kinds of errors in words."""

WEIGHTS = MappingProxyType(
    {
        "theorem": "Errors that break a theorem or its proof",
        "edge": "Errors only at the edges of a range",
        "remark": "False remarks that no theorem depends on",
        "value": "Wrong values",
        "misprint": "Misprints, and slips in a proof that are easily mended",
    }
)
"""The weights of errors, the most serious first, with their headings in the errata."""


def weight(claim: Claim) -> str:
    """Return the weight of a claim's error, or "" if it has none."""
    if claim.weight or not claim.slip:
        return claim.weight
    return "theorem" if claim.slip in ("statement", "proof") else "misprint"


@dataclass(frozen=True)
class _Place:
    """The place of a claim in its source: the section, and the number in the source, if any."""

    section: str
    number: str = ""

    def __str__(self) -> str:
        return f"{self.section}, {self.number}" if self.number else self.section


def where(claim: Claim) -> _Place:
    """Return the place of a claim in its source.

    >>> from exactdp.claims.discovery import by_id
    >>> str(where(by_id("lecture.theorem-2-3")))
    'section 2, Theorem 2.3'
    """
    section = f"{'appendix' if claim.section[:1].isalpha() else 'section'} {claim.section}"
    numbered = _NUMBERED.match(claim.id.partition(".")[2])
    if not numbered:
        return _Place(section)
    kind, number, letter = numbered.groups()
    return _Place(section, f"{kind.capitalize()} {number.replace('-', '.')}" + (f"({letter})" if letter else ""))


_NUMBERED = re.compile(
    r"(algorithm|corollary|definition|example|figure|footnote|lemma|observation|proposition|table|theorem)"
    r"-([0-9]+(?:[.-][0-9]+)?)([a-z]?)(?![a-z0-9])"
)


def _evidence(found: Outcome, timed: bool) -> Iterator[Part]:
    """Yield the outcome of every printed formula, and of every clause."""
    for printed in found.prints:
        yield from _printed(found.claim, printed, timed)
    for clause in found.clauses:
        yield from _clause(found.claim, clause, timed)


def cite(claim: Claim, clause: Clause) -> str:
    """Return the citable id of a clause: the id of its claim, and its own."""
    return f"{claim.id}#{clause.id}"


def _cited(claim: Claim, clause: Clause) -> str:
    return f"{cite(claim, clause)}: {clause.statement}"


def _clause(claim: Claim, found: ClauseOutcome, timed: bool) -> Iterator[Part]:
    """Yield a clause with its id, the word for its evidence, and the steps in words."""
    yield Line(f"{'✓' if found else '✗'} {cite(claim, found.clause)}: {found.clause.statement}", hang=2)
    parts = [found.failure or found.evidence_in_full, *met(found), *([f"{found.seconds:.2f} s"] if timed else [])]
    yield Line(f"[{'; '.join(parts)}]", 1, hang=0)
    for words in found.words:
        yield Line(f"in words: {words}", 1, hang=0)
    if found.mutants is not None:
        reasons = claim.reasons(found.clause)
        for needless in found.mutants.needless:
            why = reasons.get(needless)
            yield Line(f"no instance needs {needless}{f': {why}' if why else ''}", 1, hang=0)


def met(found: ClauseOutcome) -> list[str]:
    """Return the number of evaluated instances of a clause, and its other evidence, in words."""
    parts = []
    if found.instances is not None:
        parts.append(str(found.instances))
    if found.mutants is not None:
        parts.append(f"{found.mutants.refuted} of {counted(found.mutants.total, 'mutant')} refuted")
    if found.cites:
        parts.append(f"cites {', '.join(found.cites)}")
    parts += by(found)
    if found.coq:
        parts.append(f"in Coq {', '.join(each.name for each in found.coq)}")
    return parts


def by(found: ClauseOutcome | PrintOutcome) -> list[str]:
    """Return the functions that computed values, in words, or nothing.

    >>> from exactdp.claims.clause import PrintedClause
    >>> from exactdp.claims.statements.formulas import TRUE
    >>> by(PrintOutcome(PrintedClause("low", (), TRUE), "n = 1", computed=("{0} is low",)))
    ['computed by “… is low”']
    """
    names = (without_arguments(each) if is_symbol(each) else f"“{without_arguments(each)}”" for each in found.computed)
    return [f"computed by {', '.join(names)}"] if found.computed else []


def _printed(claim: Claim, found: PrintOutcome, timed: bool) -> Iterator[Part]:
    """Yield a printed formula, and what refutes it."""
    yield Line(f"{'✓' if found else '✗'} false as printed, {_cited(claim, found.clause)}", hang=2)
    parts = [found.failure or found.how, *by(found), *([f"{found.seconds:.2f} s"] if timed else [])]
    yield Line(f"[{'; '.join(parts)}]", 1, hang=0)


def summary(outcomes: Iterable[Outcome]) -> str:
    """Return the first line: the numbers of claims by printed outcome, and of clauses by evidence."""
    found = list(outcomes)
    prints = Counter(map(of_print, found))
    evidence = Counter(each.evidence or FAILED for outcome in found for each in outcome.clauses)
    words = [counted(len(found), "claim") + (f": {_counts(prints, (*PRINTS, FAILED))}" if found else "")]
    words += [f"clauses: {_counts(evidence, (*STRONGEST_FIRST, FAILED))}"] if evidence else []
    return "; ".join(words)


def _counts(found: Mapping[str, int], order: Sequence[str]) -> str:
    shown = [(found[each], "stand" if each == "stands" and found[each] != 1 else each) for each in order if found[each]]
    return ", ".join(f"{count} {word}" for count, word in shown)


def values(outcome: Outcome) -> Values:
    """Return a claim and its outcome, for programs."""
    claim = outcome.claim
    return {
        "id": claim.id,
        "title": claim.title,
        "source": claim.source,
        "section": claim.section,
        "print": claim.print if outcome else None,
        "evidence": outcome.evidence,
        "printed": claim.printed or None,
        "slip": claim.slip or None,
        "weight": weight(claim) or None,
        "uncheckable": claim.uncheckable or None,
        "uses": list(claim.uses),
        "names": [_formula(each) for each in claim.names],
        "passed": bool(outcome),
        "seconds": Seconds(outcome.seconds),
        "printed_as": [
            {
                "id": cite(claim, each.clause),
                **_formula(each.clause),
                "refuted_at": None if each.proved else each.refuted,
                "negation": each.refuted if each.proved else None,
                "computed": [*map(without_arguments, each.computed)],
                "instead": [f"{claim.id}#{name}" for name in each.clause.instead if claim.clauses],
                "failure": each.failure,
            }
            for each in outcome.prints
        ],
        "clauses": [
            {
                "id": cite(claim, each.clause),
                **_formula(each.clause),
                "evidence": each.evidence,
                "words": list(each.words),
                "computed": [*map(without_arguments, each.computed)],
                "cites": list(each.cites),
                "coq": each.coq,
                "instances": each.instances,
                "mutants": each.mutants,
                "kept": claim.reasons(each.clause),
                "failure": each.failure,
            }
            for each in outcome.clauses
        ],
    }


def _formula(clause: Clause | Meaning) -> dict[str, str]:
    return {"statement": clause.statement, "latex": clause.latex}
