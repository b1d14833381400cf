"""What a proof script is: one claim of a paper, and the evidence for it.

The statement of a claim is its clauses, which are formulas. A claim that is not written so yet is in words: it has a
statement, a verdict and steps, and counts as one clause that is at most `argued`.
"""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from exactdp.arithmetic.exact import InputError, Undecided, counted, exact
from exactdp.claims import coq_library
from exactdp.claims.clause import (
    NOT_DECIDED,
    Clause,
    ClauseOutcome,
    Evidence,
    InWords,
    Print,
    PrintedClause,
    PrintOutcome,
    derived,
    run_clause,
    run_printed,
    weakest,
)
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Proof
from exactdp.claims.evidence import Checked, Failed, NotChecked, collect
from exactdp.claims.formulas import Formula, Term, conjuncts
from exactdp.claims.instances import prepared
from exactdp.claims.names import Meaning, clash, meanings, words
from exactdp.claims.notation import text
from exactdp.claims.polynomials import Refused
from exactdp.claims.sources import SOURCES
from exactdp.linear_programs.searching import Progress, silent
from exactdp.shown import Shown

Verdict: TypeAlias = Literal["proved", "verified", "corrected", "refuted", "uncheckable"]
"""What the script of a claim in words says of it. Reports say what that comes to: `Claim.print` and the evidence."""

StepKind: TypeAlias = Literal["proof", "instances", "counterexample", "theorem"]

Check = TypeVar("Check", bound=Callable[..., None])
Prove = TypeVar("Prove", bound=Callable[[Proof], Any])
Made = TypeVar("Made", bound=Clause)

Mutants: TypeAlias = Mapping[str, Mapping[str, Any]]
"""By name, changed parameters with which a step must fail."""


class Defect(InputError):  # noqa: N818
    """A claim is not put together as a claim must be: its verdict lacks the evidence, or a mutant of it passes."""


@dataclass(frozen=True)
class ClaimStep:
    """One check: a function that raises `Failed` unless what `says` holds, its parameters by default the true ones.

    A `proof` covers the whole domain, `instances` a finite part of it, and a `counterexample` refutes what is printed.
    A `theorem` is one of the Coq library that says the same, or a part of it; no verdict rests on it.
    `thorough` are the parameters of a thorough run, such as larger sizes.

    >>> from exactdp.claims import require
    >>> def addition(total=2):
    ...     require(1 + 1 == total, f"1 + 1 is not {total}")
    >>> step = ClaimStep("instances", "1 + 1 = 2", addition, mutants={"3 instead": {"total": 3}})
    >>> step.check(**step.mutants["3 instead"])
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: 1 + 1 is not 3
    """

    kind: StepKind
    says: str
    check: Callable[..., None]
    mutants: Mutants
    thorough: Mapping[str, Any] = field(default_factory=dict)
    theorem: coq_library.CoqTheorem | None = None


@dataclass(frozen=True)
class StepOutcome:
    """What became of a step: what was checked, in how many seconds, and why it failed, or was not run, if so it was.

    >>> from exactdp.claims import require
    >>> words = {"statement": "1 + 1 = 3", "latex": "", "domain": "1 and 1", "scope": "1 and 1", "finite": True}
    >>> claim = Claim("source.lemma-1", "a sum", "1", 10, verdict="proved", **words)
    >>> @claim.proof("the sum", mutants={"4 instead": {"total": 4}})
    ... def addition(total=3):
    ...     require(1 + 1 < total, f"1 + 1 is not below {total}")
    ...     require(1 + 1 == total, f"1 + 1 is not {total}")
    >>> [(bool(each), str(each.checked), each.failure) for each in claim.run().steps]
    [(False, '1 instance', '1 + 1 is not 3')]
    """

    step: ClaimStep
    checked: Checked
    seconds: float
    failure: str | None
    unchecked: str | None = None

    def __bool__(self) -> bool:
        return self.failure is None


@dataclass(frozen=True)
class Outcome(Shown):
    """What became of a claim. It is true where every step and clause holds, and what is printed fails if it should.

    >>> from exactdp.claims import identity
    >>> words = {"statement": "α³ = α·α²", "latex": "", "domain": "all α", "scope": "all α"}
    >>> claim = Claim("source.lemma-1", "a cube", "1", 10, verdict="proved", **words)
    >>> @claim.proof("the cube", mutants={"α² instead": {"exponent": 2}})
    ... def cube(exponent=3):
    ...     identity("a", lambda a: [(a**exponent, a * a**2)])
    >>> found = claim.run()
    >>> bool(found), found.claim.print, found.evidence, str(found.checked), found.failure, found.in_coq
    (True, 'stands', 'argued', '1 case, 1 identity', None, False)
    """

    claim: Claim
    steps: tuple[StepOutcome, ...]
    formulas: tuple[ClauseOutcome, ...] = ()
    prints: tuple[PrintOutcome, ...] = ()

    def __bool__(self) -> bool:
        return all(self.steps) and all(self.formulas) and all(self.prints)

    @property
    def clauses(self) -> tuple[ClauseOutcome, ...]:
        """What became of each clause; the words of a claim in words are one."""
        found = self.claim.in_words
        if found is None:
            return self.formulas
        failure = self.failure if self.failed is not None else None
        evidence = None if failure else self.claim.evidence_in_words
        seconds = sum(each.seconds for each in self.steps)
        return ClauseOutcome(found, evidence, failure=failure, seconds=seconds), *self.formulas

    @property
    def evidence(self) -> Evidence | None:
        """The evidence for the weakest clause, or None if one failed or there is none.

        What is refuted without a clause is verified: the counterexample is exact.
        """
        if not self or self.claim.print == "uncheckable":
            return None
        return weakest(each.evidence for each in self.clauses if each.evidence) or "verified"

    @property
    def seconds(self) -> float:
        """How long everything took."""
        return sum(each.seconds for each in [*self.steps, *self._of_formulas])

    @property
    def checked(self) -> Checked:
        """What was checked in all steps."""
        return sum((each.checked for each in self.steps), Checked())

    @property
    def failed(self) -> StepOutcome | None:
        """The first step that failed."""
        return next((each for each in self.steps if not each), None)

    @property
    def failure(self) -> str | None:
        """In one line the first step or clause that failed, and why; None if the claim holds."""
        failed = self.failed
        if failed is not None:
            return f"{failed.step.says}: {failed.failure}"
        return next((f"#{each.clause.id}: {each.failure}" for each in self._of_formulas if not each), None)

    @property
    def undecided(self) -> bool:
        """Whether nothing failed, and something could not be decided, as where Coq did not end."""
        failures = [str(each.failure) for each in [*self.steps, *self._of_formulas] if not each]
        return bool(failures) and all(each.startswith(NOT_DECIDED) for each in failures)

    @property
    def _of_formulas(self) -> list[ClauseOutcome | PrintOutcome]:
        return [*self.prints, *self.formulas]

    @property
    def theorems(self) -> list[StepOutcome]:
        """The steps that are theorems of Coq, checked here or not."""
        return [each for each in self.steps if each.step.theorem]

    @property
    def in_coq(self) -> bool:
        """Whether Coq has proved what some step states, and refused none."""
        return any(not each.unchecked for each in self.theorems) and all(self.theorems)


class Said:
    """Words of a claim: those that its script gives, and otherwise those that are computed from its clauses.

    >>> Claim("source.lemma-1", "a sum", "1", 10).statement
    ''
    """

    def __init__(self, compute: Callable[[list[Clause]], Iterable[str]]) -> None:
        self.compute = compute

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, claim: Any, owner: type | None = None) -> str:
        if claim is None:
            return ""  # the default of the field
        given: str = claim.__dict__[self.name]
        return given or "; ".join(dict.fromkeys(self.compute(claim.clauses)))

    def __set__(self, claim: Any, words: str) -> None:
        claim.__dict__[self.name] = words


def _statements(clauses: Iterable[Clause]) -> Iterable[str]:
    return (each.statement for each in clauses)


def _names(clauses: Iterable[Clause]) -> list[Meaning]:
    return meanings(_formulas(clauses))


def _formulas(clauses: Iterable[Clause]) -> Iterator[Formula]:
    return (f for each in clauses for f in (*each.given, each.says))


_WHERE = r"\text{where }"


def _ids(clauses: Sequence[Clause]) -> str:
    return f"{counted(len(clauses), 'clause')}: {', '.join(f'#{each.id}' for each in clauses)}"


@dataclass(frozen=True, eq=False)
class Claim(Shown):
    """A claim of a source: what it says, where, and the evidence for it.

    `id` is source and location, as in "gupte2010.lemma-1"; `section` and `position` put claims in the source's order.
    If the source is wrong, `printed` quotes it and `slip` says whether that is a slip of print, of proof, or of the
    statement itself, or may come from the scan of the source's text. `script` is the file that it was loaded from.

    `clause` adds a clause, and `printed_as` the formula of what is printed. `statement`, `latex`, `domain` and `scope`
    are then computed. `kept` says, by its text, why an assumption is kept that clauses could do without.

    A claim in words has a `verdict`, and says itself what is true, as `statement` and `latex`, for which parameters,
    and what the evidence covers (`scope`) or, for `uncheckable`, why there is none. `finite` says that the domain is a
    finite list, so that running through it is a proof. `every_n` says that the domain has every size n, so that a proof
    needs symbolic indices.

    >>> from exactdp.claims import identity
    >>> words = {"statement": "1-α² = (1-α)·(1+α)", "latex": "", "domain": "all α", "scope": "all α"}
    >>> claim = Claim("source.lemma-1", "two factors", "1", 10, verdict="proved", **words)
    >>> @claim.proof("the identity", mutants={"1-α twice": {"sign": -1}})
    ... def product(sign=1):
    ...     identity("a", lambda a: [((1 - a) * (1 + sign * a), 1 - a**2)])
    >>> bool(claim.run()), claim.surviving_mutants()
    (True, [])

    >>> from exactdp.claims.formulas import indices
    >>> i, n = indices("i n")
    >>> claim = Claim("source.lemma-2", "a bound", "1", 20)
    >>> @claim.clause("bound", 0 <= i, i < n, i + 1 <= n)
    ... def bound(proof):
    ...     return proof.qed()
    >>> [each.id for each in claim.clauses], claim.print, claim.run().evidence
    (['bound'], 'stands', 'proved')
    """

    id: str
    title: str
    section: str
    position: int
    statement: Said = Said(lambda clauses: [*_statements(clauses), *(f"where {m.statement}" for m in _names(clauses))])
    latex: Said = Said(lambda clauses: [*(c.latex for c in clauses), *(_WHERE + m.latex for m in _names(clauses))])
    domain: Said = Said(lambda clauses: (text(f) for each in clauses for f in each.given))
    verdict: Verdict | None = None
    scope: Said = Said(lambda clauses: _statements(clauses) if len(clauses) < 2 else [_ids(clauses)])
    printed: str = ""
    slip: Literal["", "scan", "print", "proof", "statement"] = ""
    finite: bool = False
    every_n: bool = False
    uses: Sequence[str] = ()
    kept: Mapping[str, str] = field(default_factory=dict, repr=False)
    steps: list[ClaimStep] = field(default_factory=list, repr=False)
    clauses: list[Clause] = field(default_factory=list, repr=False)
    prints: list[PrintedClause] = field(default_factory=list, repr=False)
    script: Path | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.verdict is None:
            return
        for name in ("statement", "domain", "scope"):
            if not getattr(self, name):
                raise Defect(f"{self.id} has a verdict and no {name}")

    def loaded_from(self, script: Path) -> Claim:
        """Return the claim with the file that it was loaded from."""
        found = copy(self)
        object.__setattr__(found, "script", script)
        return found

    @property
    def source(self) -> str:
        """The source's name, such as "gupte2010"."""
        return self.id.partition(".")[0]

    @property
    def place(self) -> tuple[Any, ...]:
        """A key that puts claims in order: known sources first, sections by number, then appendices.

        >>> sorted(["B", "4.1", "10", "4"], key=_section)
        ['4', '4.1', '10', 'B']
        """
        known = list(SOURCES)
        source = known.index(self.source) if self.source in known else len(known)
        return source, self.source, _section(self.section), self.position

    @property
    def print(self) -> Print:
        """What became of what the source prints, if everything holds."""
        match self.verdict:
            case "corrected" | "refuted" | "uncheckable":
                return self.verdict
            case None if self.prints:
                return "corrected" if self.clauses else "refuted"
        return "stands"

    @property
    def names(self) -> list[Meaning]:
        """What the names stand for that its formulas and what is printed use for what is written out once."""
        return _names([*self.prints, *self.clauses])

    @property
    def words(self) -> list[Meaning]:
        """What its formulas say without explaining it, such as "α-private"."""
        return words(_formulas([*self.prints, *self.clauses]))

    @property
    def in_words(self) -> InWords | None:
        """The statement in words, which counts as one clause; None if there is none or it cannot be checked."""
        if self.verdict in (None, "uncheckable"):
            return None
        return InWords(self.statement, self.latex)

    @property
    def evidence_in_words(self) -> Evidence | None:
        """The evidence for the statement in words: `argued` if a proof covers it, and never more."""
        if self.in_words is None:
            return None
        argued = self.verdict == "proved" or (
            self.verdict == "corrected" and any(step.kind == "proof" for step in self.steps)
        )
        return "argued" if argued else "verified"

    @property
    def possible_evidence(self) -> set[Evidence]:
        """What the evidence may turn out to be: whether a derivation has steps in words is known when it has run."""
        if self.print == "uncheckable":
            return set()
        in_words = self.evidence_in_words
        bounds = [(in_words, in_words)] if in_words else []
        bounds += [("proved", "argued") if each.prove else ("verified", "verified") for each in self.clauses]
        return {weakest(each) or "verified" for each in zip(*bounds, strict=True)} or {"verified"}

    def cited(self, clause: str) -> Theorem:
        """Return the theorem of a clause by its id, as "gupte2010.lemma-1#positive"; "#positive" is one of this claim.

        Raises: `Refused` where there is none.
        """
        claim_id, _, name = clause.partition("#")
        claim = self
        if claim_id not in ("", self.id):
            from exactdp.claims.discovery import by_id  # noqa: PLC0415 (discovery loads claims)

            claim = by_id(claim_id)
        found = next((each for each in claim.clauses if each.id == name), None)
        if found is None:
            known = ", ".join(f"#{each.id}" for each in claim.clauses) or "none"
            raise Refused(f"{clause}: {claim.id} has no such clause; it has {known}")
        try:
            theorem = derived(found, claim.cited)
        except Failed as error:
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
    ) -> Callable[[Prove], Prove]:
        """Add a clause: its name, what it assumes, and last what holds. As a decorator, it also adds the proof.

        `kept` and `witnesses` are as in `Clause`. Raises: `Defect` for an id that the claim has already.
        """
        *given, says = self._formulas(name, given_and_says, self.clauses)
        made = Clause(name, tuple(given), says, kept=kept or {}, witnesses=witnesses or {})
        if self.kept:
            assumed = _assumed(made)
            shared = {each: why for each, why in self.kept.items() if each in assumed}
            made = replace(made, kept={**shared, **made.kept})
        self.clauses.append(made)
        return _adding(self.clauses, len(self.clauses) - 1)

    def printed_as(
        self, name: str, *given_and_says: Formula, at: Mapping[str, Any] | None = None
    ) -> Callable[[Prove], Prove]:
        """Add what the source prints as a formula, which an instance must refute; `at` names a counterexample.

        As a decorator, it adds a proof of the negation, for a formula that no instance can refute.
        The id may be that of the clause that is right instead. Raises: `Defect` for an id of another print.
        """
        *given, says = self._formulas(name, given_and_says, self.prints)
        where = {variable: _value(to) for variable, to in (at or {}).items()}
        self.prints.append(PrintedClause(name, tuple(given), says, at=where))
        return _adding(self.prints, len(self.prints) - 1)

    def _formulas(self, name: str, formulas: Sequence[Formula], others: Sequence[Clause]) -> Sequence[Formula]:
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            raise Defect(f"{self.id} has a clause named {name!r}: write small letters, digits and hyphens")
        if any(each.id == name for each in others):
            raise Defect(f"{self.id} has two clauses named {name!r}")
        if not formulas or not all(isinstance(each, Formula) for each in formulas):
            raise Defect(f"{self.id}#{name}: write formulas, the assumptions first and last what holds")
        if taken := clash(formulas):
            raise Defect(f"{self.id}#{name}: {taken!r} is both a name and a free variable: rename one of them")
        return formulas

    def proof(self, says: str, mutants: Mutants | None = None, **thorough: Any) -> Callable[[Check], Check]:
        """Add a step that covers the whole domain: by symbolic indices and identities, or all of a finite domain.

        Here as in the other kinds of step, what else is named are the parameters of a thorough run.
        """
        return self._step("proof", says, mutants, thorough)

    def instances(self, says: str, mutants: Mutants | None = None, **thorough: Any) -> Callable[[Check], Check]:
        """Add a step that covers the instances it names."""
        return self._step("instances", says, mutants, thorough)

    def counterexample(self, says: str, mutants: Mutants | None = None, **thorough: Any) -> Callable[[Check], Check]:
        """Add a step that shows exactly where what is printed fails."""
        return self._step("counterexample", says, mutants, thorough)

    def theorem(
        self, file: str, name: str, covers: str, statement: str, mutants: Mapping[str, tuple[str, str]]
    ) -> None:
        """Add a theorem of the Coq library: in words what it covers, its statement, and changes of that by name.

        A change is what is replaced, found once in the statement, and what by; Coq must then refuse the theorem as its
        proof, though it can read it. Raises: `Defect` where it is not found once.
        """
        stated = coq_library.CoqTheorem(file, name, inspect.cleandoc(statement), covers)
        changed = {}
        for mutant, (old, new) in mutants.items():
            if stated.statement.count(old) != 1:
                raise Defect(f"{self.id}: {old!r} is not found once in the statement of {name}")
            changed[mutant] = {"statement": stated.statement.replace(old, new)}

        def check(statement: str = stated.statement) -> None:
            coq_library.check(replace(stated, statement=statement))

        self.steps.append(ClaimStep("theorem", f"{name} of {file}.v: {covers}", check, changed, theorem=stated))

    def _step(
        self, kind: StepKind, says: str, mutants: Mutants | None, thorough: Mapping[str, Any]
    ) -> Callable[[Check], Check]:
        if not isinstance(says, str):
            # Without this, a decorator without its words would drop the step in silence.
            raise Defect(f"{self.id} has a step without words: write @claim.{kind}('what it shows')")

        def add(check: Check) -> Check:
            self.steps.append(ClaimStep(kind, says, check, mutants or {}, thorough))
            return check

        return add

    def run(self, progress: Progress = silent, *, thorough: bool = False) -> Outcome:
        """Run every step and clause and return what became of them; `thorough` has longer ranges, and mutants.

        Raises: `Defect` where the claim is not put together as it must be.
        """
        self._check_form()
        outcomes = []
        for step in self.steps:
            progress(step.says)
            outcomes.append(self._run(step, step.thorough if thorough else {}))
        formulas, prints = [], []
        for printed in self.prints:
            progress(f"#{printed.id}")
            prints.append(run_printed(printed, self.cited, thorough=thorough))
        for clause in self.clauses:
            progress(f"#{clause.id}")
            formulas.append(run_clause(clause, self.cited, thorough=thorough))
        return Outcome(self, tuple(self._all_sizes(outcomes)), tuple(formulas), tuple(prints))

    def surviving_mutants(self) -> list[str]:
        """Return the mutants that pass, each a defect of the check.

        Raises: as a check that fails otherwise than it may.

        A mutant must fail by `Failed`, and not by checking nothing; any other exception is raised, for what crashes or
        stays undecided is not refuted. What cannot be checked here has none.
        """
        survivors = []
        for step in self.steps:
            for name, changed in step.mutants.items():
                try:
                    step.check(**changed)
                except (Failed, NotChecked):
                    continue
                survivors.append(f"{step.says}: {name}")
        return survivors

    def _run(self, step: ClaimStep, parameters: Mapping[str, Any]) -> StepOutcome:
        found, start, failure, unchecked = collect(), time.perf_counter(), None, None
        try:
            step.check(**parameters)
        except NotChecked as error:
            unchecked = str(error)
        except Failed as error:
            failure = str(error)
        except Undecided as error:
            failure = f"{NOT_DECIDED}{error}"
        checked = sum(found, Checked())
        if failure is None and unchecked is None and not checked:
            failure = "nothing was checked"
        if failure is None and step.kind == "proof" and not (checked.identities or self.finite):
            failure = "a proof for a whole domain needs identities, and only instances were checked"
        return StepOutcome(step, checked, time.perf_counter() - start, failure, unchecked)

    def _all_sizes(self, outcomes: list[StepOutcome]) -> list[StepOutcome]:
        """Return the outcomes; the first proof fails if the domain has every n and no proof ran on symbolic indices."""
        proofs = [k for k, each in enumerate(outcomes) if each.step.kind == "proof"]
        if self.every_n and proofs and all(outcomes) and not any(outcomes[k].checked.indices for k in proofs):
            failure = "the domain is for every n, and no proof ran on symbolic indices"
            outcomes[proofs[0]] = replace(outcomes[proofs[0]], failure=failure)
        return outcomes

    def _check_form(self) -> None:
        if self.verdict is None:
            self._check_clauses()
        else:
            self._check_words(self.verdict)
        if {bool(self.printed), bool(self.slip)} != {self.print in ("corrected", "refuted")}:
            raise Defect(f"{self.id}: `printed` and `slip` belong to what is corrected or refuted, and only there")
        for clause in self.clauses:
            if unknown := set(clause.kept) - (_assumed(clause) if clause.kept else set()):
                raise Defect(f"{self.id}#{clause.id} has no assumption {min(unknown)!r} that could be kept")

    def _check_clauses(self) -> None:
        if not (self.clauses or self.prints):
            raise Defect(f"{self.id} has no clause: write @claim.clause(…), or a verdict and steps")
        if self.steps:
            raise Defect(f"{self.id} has steps and no verdict: write their evidence as the proof of a clause")

    def _check_words(self, verdict: Verdict) -> None:
        # While a claim moves, its clauses stand in for the steps that they have replaced.
        kinds: set[str] = {step.kind for step in self.steps}
        kinds |= {"proof", "instances"} if self.clauses else set()
        kinds |= {"counterexample"} if self.prints else set()
        if verdict not in _NEEDED:
            raise Defect(f"{self.id} has the verdict {verdict!r}: write one of {', '.join(_NEEDED)}")
        if missing := [kind for kind in _NEEDED[verdict] if not kinds & set(kind.split("/"))]:
            raise Defect(f"{self.id} is {verdict} and has no step of the kind {missing[0]}")
        if verdict != "uncheckable" and not self.clauses and not any(step.mutants for step in self.steps):
            raise Defect(f"{self.id} has no mutant: nothing shows that its check can fail")


_NEEDED: Mapping[Verdict, Sequence[str]] = {
    "proved": ("proof",),
    "verified": ("instances",),
    "corrected": ("counterexample", "proof/instances"),
    "refuted": ("counterexample",),
    "uncheckable": (),
}


def _adding(clauses: list[Made], at: int) -> Callable[[Prove], Prove]:
    """Return a decorator that adds a proof to one of these clauses."""

    def add(prove: Prove) -> Prove:
        clauses[at] = replace(clauses[at], prove=prove)
        return prove

    return add


def _assumed(clause: Clause) -> set[str]:
    """Return what a clause assumes, as text: also what names join, and what a goal that begins with ∀ assumes."""
    opened = prepared(clause.given, clause.says, clause.witnesses).assumptions
    parts = (part for each in opened for part in conjuncts(each))
    return {text(each) for each in (*clause.given, *opened, *parts)}


def _value(given: Any) -> Any:
    """Return a value of a counterexample: numbers may be text, as "1/2", also in the rows of a matrix."""
    if isinstance(given, list | tuple):
        return tuple(exact(each) if isinstance(each, int) else _value(each) for each in given)
    return exact(given) if isinstance(given, str) else given


def _section(words: str) -> tuple[Any, ...]:
    return tuple((0, int(part), "") if re.fullmatch("[0-9]+", part) else (1, 0, part) for part in words.split("."))
