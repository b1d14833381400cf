"""What a proof script is: one claim of a paper, its verdict, and the steps that are the evidence for it."""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from exactdp.arithmetic.exact import InputError
from exactdp.claims import coq_library
from exactdp.claims.coq_library import Theorem
from exactdp.claims.evidence import Evidence, Failed, NotChecked, Undecided, collect
from exactdp.claims.sources import SOURCES
from exactdp.linear_programs.searching import Progress, silent
from exactdp.shown import Shown

Verdict: TypeAlias = Literal["proved", "verified", "corrected", "refuted", "uncheckable"]
StepKind: TypeAlias = Literal["proof", "instances", "counterexample", "theorem"]

Check = TypeVar("Check", bound=Callable[..., None])

Mutants: TypeAlias = Mapping[str, Mapping[str, Any]]
"""By name, changed parameters with which a step must fail."""


class Defect(InputError):  # noqa: N818
    """A claim is not put together as a claim must be: its verdict lacks the evidence, or a mutant of it passes."""


@dataclass(frozen=True)
class ClaimStep:
    """One check: a function that raises `Failed` unless what `says` holds, its parameters by default the true ones.

    A `proof` covers the whole domain, `instances` a finite part of it, and a `counterexample` refutes what is printed.
    A `theorem` is one of the Coq library that says the same, or a part of it; no verdict rests on it.
    `deep` are the parameters of a deep run, such as larger sizes.

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
    deep: Mapping[str, Any] = field(default_factory=dict)
    theorem: Theorem | None = None


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
    >>> [(bool(each), str(each.evidence), each.failure) for each in claim.run().steps]
    [(False, '1 instance', '1 + 1 is not 3')]
    """

    step: ClaimStep
    evidence: Evidence
    seconds: float
    failure: str | None
    unchecked: str | None = None

    def __bool__(self) -> bool:
        return self.failure is None


@dataclass(frozen=True)
class Outcome(Shown):
    """What became of a claim. It is true where every step holds, and then the claim's verdict stands.

    >>> from exactdp.claims import identity
    >>> words = {"statement": "α³ = α·α²", "latex": "", "domain": "all α", "scope": "all α"}
    >>> claim = Claim("source.lemma-1", "a cube", "1", 10, verdict="proved", **words)
    >>> @claim.proof("the cube", mutants={"α² instead": {"exponent": 2}})
    ... def cube(exponent=3):
    ...     identity("a", lambda a: [(a**exponent, a * a**2)])
    >>> found = claim.run()
    >>> bool(found), str(found.evidence), found.failed, found.in_coq
    (True, '1 case, 1 identity', None, False)
    """

    claim: Claim
    steps: tuple[StepOutcome, ...]

    def __bool__(self) -> bool:
        return all(self.steps)

    @property
    def seconds(self) -> float:
        """How long all steps took."""
        return sum(each.seconds for each in self.steps)

    @property
    def evidence(self) -> Evidence:
        """What was checked in all steps."""
        return sum((each.evidence for each in self.steps), Evidence())

    @property
    def failed(self) -> StepOutcome | None:
        """The first step that failed."""
        return next((each for each in self.steps if not each), None)

    @property
    def theorems(self) -> list[StepOutcome]:
        """The steps that are theorems of Coq, checked here or not."""
        return [each for each in self.steps if each.step.theorem]

    @property
    def in_coq(self) -> bool:
        """Whether Coq has proved what some step states, and refused none."""
        return any(not each.unchecked for each in self.theorems) and all(self.theorems)


@dataclass(frozen=True)
class Claim(Shown):
    """A claim of a source: what it says, where, for which parameters, and the verdict that its steps support.

    `id` is source and location, as in "gupte2010.lemma-1"; `section` and `position` put claims in the source's order.
    `statement` is what is true, in words and as `latex`; where the verdict is `corrected` or `refuted`, `printed` is
    what the source says instead and `slip` whether that is one of print, of proof, or of the statement itself, or may
    come from the scan of the source's text. `finite` says that the domain itself is a finite list, so that running
    through it is a proof. `every_n` says that the domain has every size n, so that a proof needs symbolic indices.
    `scope` says what the evidence covers or, for `uncheckable`, why there is none. `script` is the file that it was
    loaded from.

    >>> from exactdp.claims import identity
    >>> words = {"statement": "1-α² = (1-α)·(1+α)", "latex": "", "domain": "all α", "scope": "all α"}
    >>> claim = Claim("source.lemma-1", "two factors", "1", 10, verdict="proved", **words)
    >>> @claim.proof("the identity", mutants={"1-α twice": {"sign": -1}})
    ... def product(sign=1):
    ...     identity("a", lambda a: [((1 - a) * (1 + sign * a), 1 - a**2)])
    >>> bool(claim.run()), claim.surviving_mutants()
    (True, [])
    """

    id: str
    title: str
    section: str
    position: int
    statement: str
    latex: str
    domain: str
    verdict: Verdict
    scope: str
    printed: str = ""
    slip: Literal["", "scan", "print", "proof", "statement"] = ""
    finite: bool = False
    every_n: bool = False
    uses: Sequence[str] = ()
    steps: list[ClaimStep] = field(default_factory=list, repr=False, compare=False)
    script: Path | None = field(default=None, repr=False, compare=False)

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

    def proof(self, says: str, mutants: Mutants | None = None, **deep: Any) -> Callable[[Check], Check]:
        """Add a step that covers the whole domain: by symbolic indices and identities, or all of a finite domain.

        Here as in the other kinds of step, what else is named are the parameters of a deep run.
        """
        return self._step("proof", says, mutants, deep)

    def instances(self, says: str, mutants: Mutants | None = None, **deep: Any) -> Callable[[Check], Check]:
        """Add a step that covers the instances it names."""
        return self._step("instances", says, mutants, deep)

    def counterexample(self, says: str, mutants: Mutants | None = None, **deep: Any) -> Callable[[Check], Check]:
        """Add a step that shows exactly where what is printed fails."""
        return self._step("counterexample", says, mutants, deep)

    def theorem(
        self, file: str, name: str, covers: str, statement: str, mutants: Mapping[str, tuple[str, str]]
    ) -> None:
        """Add a theorem of the Coq library: in words what it covers, its statement, and changes of that by name.

        A change is what is replaced, found once in the statement, and what by; Coq must then refuse the theorem as its
        proof, though it can read it. Raises: `Defect` where it is not found once.
        """
        stated = Theorem(file, name, inspect.cleandoc(statement), covers)
        changed = {}
        for mutant, (old, new) in mutants.items():
            if stated.statement.count(old) != 1:
                raise Defect(f"{self.id}: {old!r} is not found once in the statement of {name}")
            changed[mutant] = {"statement": stated.statement.replace(old, new)}

        def check(statement: str = stated.statement) -> None:
            coq_library.check(replace(stated, statement=statement))

        self.steps.append(ClaimStep("theorem", f"{name} of {file}.v: {covers}", check, changed, theorem=stated))

    def _step(
        self, kind: StepKind, says: str, mutants: Mutants | None, deep: Mapping[str, Any]
    ) -> Callable[[Check], Check]:
        if not isinstance(says, str):
            # Without this, a decorator without its words would drop the step in silence.
            raise Defect(f"{self.id} has a step without words: write @claim.{kind}('what it shows')")

        def add(check: Check) -> Check:
            self.steps.append(ClaimStep(kind, says, check, mutants or {}, deep))
            return check

        return add

    def run(self, progress: Progress = silent, *, deep: bool = False) -> Outcome:
        """Run every step, where `deep` over its longer ranges, and return what became of them.

        Raises: `Defect` where the claim is not put together as its verdict demands.
        """
        self._check_form()
        outcomes = []
        for step in self.steps:
            progress(step.says)
            outcomes.append(self._run(step, step.deep if deep else {}))
        return Outcome(self, tuple(self._all_sizes(outcomes)))

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
            failure = f"undecided: {error}"
        evidence = sum(found, Evidence())
        if failure is None and unchecked is None and not evidence:
            failure = "nothing was checked"
        if failure is None and step.kind == "proof" and not (evidence.identities or self.finite):
            failure = "a proof for a whole domain needs identities, and only instances were checked"
        return StepOutcome(step, evidence, time.perf_counter() - start, failure, unchecked)

    def _all_sizes(self, outcomes: list[StepOutcome]) -> list[StepOutcome]:
        """Return the outcomes; the first proof fails if the domain has every n and no proof ran on symbolic indices."""
        proofs = [k for k, each in enumerate(outcomes) if each.step.kind == "proof"]
        if self.every_n and proofs and all(outcomes) and not any(outcomes[k].evidence.indices for k in proofs):
            failure = "the domain is for every n, and no proof ran on symbolic indices"
            outcomes[proofs[0]] = replace(outcomes[proofs[0]], failure=failure)
        return outcomes

    def _check_form(self) -> None:
        kinds = {step.kind for step in self.steps}
        if self.verdict not in _NEEDED:
            raise Defect(f"{self.id} has the verdict {self.verdict!r}: write one of {', '.join(_NEEDED)}")
        if missing := [kind for kind in _NEEDED[self.verdict] if not kinds & set(kind.split("/"))]:
            raise Defect(f"{self.id} is {self.verdict} and has no step of the kind {missing[0]}")
        wrong = self.verdict in ("corrected", "refuted")
        if {bool(self.printed), bool(self.slip)} != {wrong}:
            raise Defect(f"{self.id} is {self.verdict}: `printed` and `slip` belong to what is corrected or refuted")
        if self.verdict != "uncheckable" and not any(step.mutants for step in self.steps):
            raise Defect(f"{self.id} has no mutant: nothing shows that its check can fail")


_NEEDED: Mapping[Verdict, Sequence[str]] = {
    "proved": ("proof",),
    "verified": ("instances",),
    "corrected": ("counterexample", "proof/instances"),
    "refuted": ("counterexample",),
    "uncheckable": (),
}


def _section(words: str) -> tuple[Any, ...]:
    return tuple((0, int(part), "") if re.fullmatch("[0-9]+", part) else (1, 0, part) for part in words.split("."))
