"""The content of a proof script: one claim of a paper, as clauses, each with a formula and its evidence.

A claim that no computation could decide has no clause, and gives the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact
from exactdp.claims.checks.instances import prepared
from exactdp.claims.clause import (
    NOT_DECIDED,
    Clause,
    ClauseOutcome,
    OfValues,
    PrintedClause,
    PrintOutcome,
    derived,
    run_clause,
    run_printed,
)
from exactdp.claims.evidence import Evidence, Failed, Print, weakest
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.sources import SOURCES
from exactdp.claims.statements.misreadings import ambiguous, clash, misleading, shapeless
from exactdp.claims.statements.names import Meaning, meanings, unexplained, words
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.ranges import Value
from exactdp.claims.statements.terms import Formula, Term, conjuncts
from exactdp.linear_programs.searching import Progress, silent
from exactdp.shown import Shown

Prove = TypeVar("Prove", bound=Callable[[Proof], Theorem | Fact])
Made = TypeVar("Made", bound=Clause)


class Defect(InputError):  # noqa: N818
    """A claim is malformed: for example, it has no clause, or two clauses with one name."""


@dataclass(frozen=True)
class Outcome(Shown):
    """The outcome of a claim. It is true if every clause holds and every printed formula was refuted.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> claim = Claim("source.lemma-1", "a bound", "1", 10)
    >>> @claim.clause("bound", 0 <= i, i < n, n <= i)
    ... def bound(proof):
    ...     return proof.qed()
    >>> found = claim.run()
    >>> bool(found), found.evidence, found.failure
    (False, None, '#bound: refuted at i = 0, n = 1: the left side is 1, the right side is 0')
    """

    _facts = ("claim", "evidence", "failure")

    claim: Claim
    clauses: tuple[ClauseOutcome, ...]
    prints: tuple[PrintOutcome, ...]

    def __bool__(self) -> bool:
        return all(self._parts)

    @property
    def evidence(self) -> Evidence | None:
        """The weakest evidence of the clauses; None if a clause failed or the claim is uncheckable.

        A refuted claim without clauses is verified: the counterexample is exact.
        """
        if not self or self.claim.uncheckable:
            return None
        return weakest(each.evidence for each in self.clauses if each.evidence) or "verified"

    @property
    def seconds(self) -> float:
        """The total time of the clauses and printed formulas."""
        return sum(each.seconds for each in self._parts)

    @property
    def failure(self) -> str | None:
        """The first clause that failed, with the reason, in one line; None if the claim holds."""
        return next((f"#{each.clause.id}: {each.failure}" for each in self._parts if not each), None)

    @property
    def undecided(self) -> bool:
        """Whether a clause was undecided, for example because Coq did not end, and none failed otherwise."""
        failures = [str(each.failure) for each in self._parts if not each]
        return bool(failures) and all(each.startswith(NOT_DECIDED) for each in failures)

    @property
    def _parts(self) -> list[ClauseOutcome | PrintOutcome]:
        return [*self.prints, *self.clauses]


@dataclass(frozen=True, eq=False)
class Claim(Shown):
    """A claim of a source: its place in the source, and its clauses, which state what is true.

    `id` is source and location, as in "gupte2010.lemma-1"; `section` and `position` put claims in the source's order.
    `clause` adds a clause. `printed_as` adds a printed formula that is wrong. Then `printed` quotes the source, and
    `slip` classifies the error: in print, in the proof, in the statement itself, or possibly from scanning. If no
    computation could decide the claim, `printed` quotes the source, and `uncheckable` gives the reason.
    `weight` orders the errors in a source; "" means "theorem" for the slips "statement" and "proof", else "misprint".
    `uses` are the ids of the claims that this claim depends on. `kept` maps the text of an assumption that clauses
    could do without to the reason for keeping it. `script` is the file from which the claim was loaded, and `docstring`
    what this file says in words, which nothing checks.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> claim = Claim("source.lemma-1", "a bound", "1", 10)
    >>> @claim.clause("bound", 0 <= i, i < n, i + 1 <= n)
    ... def bound(proof):
    ...     return proof.qed()
    >>> [each.id for each in claim.clauses], claim.print, claim.run().evidence
    (['bound'], 'stands', 'proved')

    >>> Claim("source.section-1", "a hope", "1", 20, printed="It may help.", uncheckable="an opinion").print
    'uncheckable'
    """

    _facts = ("id", "title")

    id: str
    title: str
    section: str
    position: int
    printed: str = ""
    slip: Literal["", "scan", "print", "proof", "statement"] = ""
    uncheckable: str = ""
    uses: Sequence[str] = ()
    kept: Mapping[str, str] = field(default_factory=dict, repr=False)
    clauses: list[Clause] = field(default_factory=list, repr=False)
    prints: list[PrintedClause] = field(default_factory=list, repr=False)
    weight: Literal["", "theorem", "edge", "remark", "value", "misprint"] = ""
    script: Path | None = field(default=None, repr=False)
    docstring: str = field(default="", repr=False)

    @property
    def source(self) -> str:
        """The source's name, such as "gupte2010"."""
        return self.id.partition(".")[0]

    @property
    def place(self) -> tuple[int, str, tuple[tuple[int, int, str], ...], int]:
        """A key that puts claims in order: known sources first, sections by number, then appendices.

        >>> sorted(["B", "4.1", "10", "4"], key=_section)
        ['4', '4.1', '10', 'B']
        """
        known = list(SOURCES)
        source = known.index(self.source) if self.source in known else len(known)
        return source, self.source, _section(self.section), self.position

    @property
    def print(self) -> Print:
        """The outcome of the printed statement, if the claim holds."""
        if self.uncheckable:
            return "uncheckable"
        if self.prints:
            # A clause about something else corrects nothing.
            return "corrected" if self.clauses and any(each.instead for each in self.prints) else "refuted"
        return "stands"

    @property
    def names(self) -> list[Meaning]:
        """The meanings of the names that the claim explains: those of its clauses and printed formulas."""
        return meanings(self._formulas)

    @property
    def words(self) -> list[Meaning]:
        """The meanings of the words that its formulas use without explanation, such as "α-private"."""
        return words(self._formulas)

    @property
    def _formulas(self) -> list[Formula]:
        return [f for each in (*self.prints, *self.clauses) for f in (*each.given, each.says)]

    @property
    def possible_evidence(self) -> set[Evidence]:
        """The possible evidence before a run: only the run shows the dependencies of a derivation."""
        if self.uncheckable:
            return set()
        derivable = bool(self.clauses) and all(each.prove for each in self.clauses)
        return {"proved", "computed", "argued"} if derivable else {"verified"}

    def cited(self, clause: str) -> Theorem:
        """Return the theorem of a clause by its id: "gupte2010.lemma-1#positive", or "#positive" within this claim.

        Raises: `Refused` if the clause does not exist, if it has no proof, or if its proof fails.
        """
        claim_id, _, name = clause.partition("#")
        claim = self
        if claim_id not in ("", self.id):
            from exactdp.claims.discovery import by_id  # noqa: PLC0415 (discovery loads claims)

            claim = by_id(claim_id, self.script)
        found = next((each for each in claim.clauses if each.id == name), None)
        if found is None:
            known = ", ".join(f"#{each.id}" for each in claim.clauses) or "none"
            raise Refused(f"{clause}: {claim.id} has no such clause; it has {known}")
        try:
            theorem = derived(found, claim.cited)
        except (Failed, Refused) as error:
            raise Refused(f"{clause}: {error}") from None
        if theorem is None:
            raise Refused(f"{clause} is verified on instances only, and has no proof")
        return theorem

    def clause(
        self,
        name: str,
        *given_and_says: Formula,
        kept: Mapping[str, str] | None = None,
        witnesses: Mapping[str, Term] | None = None,
        values: OfValues | None = None,
    ) -> Callable[[Prove], Prove]:
        """Add a clause: its name, its assumptions, and last its conclusion. As a decorator, it also adds the proof.

        `kept`, `witnesses` and `values` are as in `Clause`. Raises: `Defect` if the claim already has a clause of this
        name.
        """
        *given, says = self._checked(name, given_and_says, self.clauses)
        self.clauses.append(Clause(name, tuple(given), says, None, kept or {}, witnesses or {}, values))
        return _adding(self.clauses, len(self.clauses) - 1)

    def reasons(self, clause: Clause) -> dict[str, str]:
        """Return why a clause keeps assumptions that it could do without: the claim's reasons, and the clause's own.

        The text of an assumption takes long, so this is not done before a report asks.
        """
        assumed = _assumed(clause) if self.kept else ()
        return {each: why for each, why in self.kept.items() if each in assumed} | dict(clause.kept)

    def unjustified(self, clause: Clause, needless: Sequence[str]) -> list[str]:
        """Return those of the needless assumptions of a clause, by their texts, that no reason keeps."""
        reasons = self.reasons(clause) if needless else {}
        return [each for each in needless if each not in reasons]

    def printed_as(
        self,
        name: str,
        *given_and_says: Formula,
        at: Mapping[str, Value | Term | str | list[Any]] | None = None,
        instead: str | Sequence[str] | None = None,
    ) -> Callable[[Prove], Prove]:
        """Add a printed formula, which an instance must refute; `at` names a counterexample.

        As a decorator, it adds a proof of the negation, for a formula that no instance can refute.
        `instead` is the id of the correct clause, or several ids. Without it, the correct clause has the name of this
        formula; `()` means that no clause is correct. Raises: `Defect` if another printed formula has this name.
        """
        *given, says = self._checked(name, given_and_says, self.prints)
        where = {variable: _value(to) for variable, to in (at or {}).items()}
        right = (instead,) if isinstance(instead, str) else (name,) if instead is None else tuple(instead)
        self.prints.append(PrintedClause(name, tuple(given), says, at=where, instead=right))
        return _adding(self.prints, len(self.prints) - 1)

    def _checked(self, name: str, formulas: Sequence[Formula], others: Sequence[Clause]) -> Sequence[Formula]:
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            raise Defect(f"{self.id} has a clause named {name!r}: write small letters, digits and hyphens")
        if any(each.id == name for each in others):
            raise Defect(f"{self.id} has two clauses named {name!r}")
        if not formulas or not all(type(each) is Formula for each in formulas):
            raise Defect(f"{self.id}#{name}: write formulas: first the assumptions, then the conclusion")
        if taken := clash(formulas):
            raise Defect(f"{self.id}#{name}: {taken!r} is both a name and a variable: rename one of them")
        return formulas

    def run(self, progress: Progress = silent, *, thorough: bool = False, edges: bool = False) -> Outcome:
        """Run every clause and return the outcome; `thorough` uses more instances, and tries mutants.

        In a thorough run, a clause fails if it has an assumption that no instance needs, and no reason to keep it.

        `edges` runs all proofs, but uses only a few instances of a clause that has one.

        Raises: `Defect` if the claim is malformed.
        """
        self._check_form()
        stated = self._stated()
        prints, clauses = [], []
        for printed in self.prints:
            progress(f"#{printed.id}")
            prints.append(run_printed(printed, self.cited, thorough=thorough, edges=edges))
            self._refuse_changes(stated)
        for clause in self.clauses:
            progress(f"#{clause.id}")
            clauses.append(self._justified(run_clause(clause, self.cited, thorough=thorough, edges=edges)))
            self._refuse_changes(stated)
        return Outcome(self, tuple(clauses), tuple(prints))

    def _justified(self, outcome: ClauseOutcome) -> ClauseOutcome:
        """Return the outcome; it fails if no instance needs an assumption, and no reason keeps the assumption."""
        if unjustified := self.unjustified(outcome.clause, outcome.mutants.needless if outcome.mutants else ()):
            said = f"no instance needs {'; '.join(unjustified)}: leave it out, or say in kept={{…}} why it stays"
            return replace(outcome, evidence=None, failure=said)
        return outcome

    def _stated(self) -> list[object]:
        """Return the clauses and their formulas."""
        return [part for each in (*self.prints, *self.clauses) for part in (each, each.given, each.says)]

    def _refuse_changes(self, stated: list[object]) -> None:
        if [*map(id, self._stated())] != [*map(id, stated)]:
            raise Defect(f"{self.id} has changed its clauses while they were proved")

    def _check_form(self) -> None:
        told = (self.id, self.title, self.section, self.printed, self.uncheckable, *self.kept.values())
        for said in (*told, *(each for clause in self.clauses for each in clause.kept.values())):
            if not said.isprintable():
                raise Defect(f"{self.id}: {said!r} is not one line of visible characters")
        made = [type(each) for each in (*self.prints, *self.clauses)]
        if made != [PrintedClause] * len(self.prints) + [Clause] * len(self.clauses):
            raise Defect(f"{self.id} has a clause of a class of its own: write `clause` and `printed_as`")
        for group in (self.prints, self.clauses):
            for at, each in enumerate(group):
                self._checked(each.id, (*each.given, each.says), group[:at])
        if name := shapeless(self._formulas):
            raise Defect(
                f"{self.id} has the name {name!r}: write a symbol such as f({{0}}; {{1}}), or a phrase such as "
                "'{0} is low for {1}', and no LaTeX"
            )
        if name := misleading(self._formulas):
            raise Defect(
                f"{self.id} has the name {name!r}, which reads as something else: write Latin or Greek letters"
            )
        if name := ambiguous(self._formulas):
            raise Defect(
                f"{self.id} uses the name {name!r} for two things, or it reads as a formula of other names: rename one"
            )
        if name := unexplained(self._formulas):
            raise Defect(f"{self.id} does not say what {name!r} means: write `computed(…)` around its definition")
        if self.uncheckable and (self.clauses or self.prints):
            raise Defect(f"{self.id} is uncheckable and has clauses: leave out one or the other")
        if not (self.uncheckable or self.clauses or self.prints):
            raise Defect(f"{self.id} has no clause: write @claim.clause(…), or why it is `uncheckable`")
        if self.prints and not self.slip:
            raise Defect(f"{self.id}: say where the printed error is: slip='print', 'proof', 'statement' or 'scan'")
        if self.slip and not self.prints:
            raise Defect(f"{self.id} has a `slip` without a wrong formula: add `printed_as`, or leave out `slip`")
        if (self.prints or self.uncheckable) and not self.printed:
            raise Defect(f"{self.id}: quote the words of the source: printed='…'")
        if self.printed and not (self.prints or self.uncheckable):
            raise Defect(f"{self.id} quotes a source that is right: add `printed_as`, or leave out `printed`")
        if self.weight and not self.slip:
            raise Defect(f"{self.id} has a weight but no slip")
        for printed in self.prints:
            if self.clauses and (unknown := set(printed.instead) - {each.id for each in self.clauses}):
                raise Defect(
                    f"{self.id} has no clause #{min(unknown)}: name the correct clause by `instead` for #{printed.id}"
                )
        for clause in self.clauses:
            if unknown := set(clause.kept) - (_assumed(clause) if clause.kept else set()):
                raise Defect(f"{self.id}#{clause.id} has no assumption {min(unknown)!r} that could be kept")


def _adding(clauses: list[Made], at: int) -> Callable[[Prove], Prove]:
    """Return a decorator that adds a proof to one of these clauses."""

    def add(prove: Prove) -> Prove:
        clauses[at] = replace(clauses[at], prove=prove)
        return prove

    return add


def _assumed(clause: Clause) -> set[str]:
    """Return the assumptions of a clause as text, with the parts of definitions, and the conditions of a ∀ in front."""
    opened = prepared(clause.given, clause.says, clause.witnesses).assumptions
    parts = (part for each in opened for part in conjuncts(each))
    return {text(each) for each in (*clause.given, *opened, *parts)}


def _value(given: Value | Term | str | list[Any]) -> Value | Term:
    """Return a value of a counterexample: numbers may be text, as "1/2", also in the rows of a matrix."""
    if isinstance(given, list | tuple):
        return tuple(exact(each) if isinstance(each, int) else _value(each) for each in given)
    return exact(given) if isinstance(given, str) else given


def _section(words: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, int(part), "") if re.fullmatch("[0-9]+", part) else (1, 0, part) for part in words.split("."))
