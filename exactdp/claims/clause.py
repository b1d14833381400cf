"""A clause of a claim: its formula, and what became of it: `proved`, `argued` or `verified`.

A clause is verified on instances that are generated for it. If it has a proof, the proof must also end in a theorem
of the logic core whose formula is the clause. A theorem with a step in words makes the clause `argued`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, get_args

from exactdp.arithmetic.exact import InputError
from exactdp.claims import coq_library
from exactdp.claims.coq_library import Theorem
from exactdp.claims.evidence import Failed, NotChecked, Undecided
from exactdp.claims.formulas import Formula, Term, conjuncts, key, same
from exactdp.claims.notation import statement_latex, statement_text, text

Print: TypeAlias = Literal["stands", "corrected", "refuted", "uncheckable"]
"""What became of the sentence that the source prints."""

Evidence: TypeAlias = Literal["proved", "argued", "verified"]
"""What the evidence for a clause is, the strongest first."""

PRINTS: tuple[Print, ...] = get_args(Print)
STRONGEST_FIRST: tuple[Evidence, ...] = get_args(Evidence)


def weakest(found: Iterable[Evidence]) -> Evidence | None:
    """Return the weakest evidence, or None without any.

    >>> weakest(["proved", "verified", "argued"]), weakest([])
    ('verified', None)
    """
    return max(found, key=STRONGEST_FIRST.index, default=None)


@dataclass(frozen=True, eq=False)
class InWords:
    """The statement of a claim that has no formula: the whole claim is one clause, in words.

    >>> InWords("1 + 1 = 2", "1 + 1 = 2").id
    ''
    """

    statement: str
    latex: str
    id: str = ""


@dataclass(frozen=True, eq=False)
class Clause:
    """A formula that holds where all of `given` does, for all values of the free variables.

    `id` names the clause within its claim. `prove` returns a theorem of the core; without it the clause is verified on
    instances only. `kept` says, by its text, why an assumption is kept that could be dropped. `witnesses` are terms for
    the variables that the clause says exist, by name.

    >>> from exactdp.claims.formulas import indices
    >>> i, n = indices("i n")
    >>> clause = Clause("sum", (0 <= i, i < n), i + 1 <= n)
    >>> clause.id, len(clause.given), clause.prove
    ('sum', 2, None)
    """

    id: str
    given: tuple[Formula, ...]
    says: Formula
    prove: Callable[[], Any] | None = None
    kept: Mapping[str, str] = field(default_factory=dict)
    witnesses: Mapping[str, Term] = field(default_factory=dict)

    @property
    def statement(self) -> str:
        """The clause as text, computed from its formula."""
        return statement_text(self.given, self.says)

    @property
    def latex(self) -> str:
        """The clause as LaTeX, computed from its formula."""
        return statement_latex(self.given, self.says)


@dataclass(frozen=True, eq=False)
class PrintedClause(Clause):
    """What the source prints, as a formula that is false; `at` has the values of a known counterexample, by variable.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> PrintedClause("positive", (0 <= n,), 0 < n, at={"n": 0}).at
    {'n': 0}
    """

    at: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Instances:
    """How many instances met the assumptions, how many of them were not trivial, and the smallest that refutes.

    >>> Instances(met=60, not_trivial=41).refuted is None
    True
    """

    met: int = 0
    not_trivial: int = 0
    refuted: str | None = None


@dataclass(frozen=True)
class InCoq:
    """A theorem of Coq that a clause rests on: its name, whether Coq ran here, and whether it is over the rationals.

    >>> InCoq("lemma_3 of Geometric.v", ran=False, rational=True).ran
    False
    """

    name: str
    ran: bool
    rational: bool


@dataclass(frozen=True)
class ClauseOutcome:
    """What became of a clause. It is true unless the clause failed, and then `failure` says why.

    `words` are the steps of the derivation that are in words, `computed` the functions of the library that it rests on.
    `instances` is None for a claim in words, which no instance is evaluated for.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> coq = (InCoq("positive of Numbers.v", ran=False, rational=False),)
    >>> found = ClauseOutcome(Clause("sum", (), 0 <= n * n), "proved", coq=coq)
    >>> bool(found), found.evidence_in_full
    (True, 'proved in Coq, not run here')
    """

    clause: Clause | InWords
    evidence: Evidence | None
    words: tuple[str, ...] = ()
    coq: tuple[InCoq, ...] = ()
    computed: tuple[str, ...] = ()
    instances: Instances | None = None
    failure: str | None = None
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.failure is None

    @property
    def evidence_in_full(self) -> str:
        """The word for the evidence, and whether a proof in Coq was run here and is over the rationals."""
        if self.evidence != "proved" or not self.coq:
            return self.evidence or ""
        rational = " over the rationals" if any(each.rational for each in self.coq) else ""
        return f"proved in Coq{rational}{'' if all(each.ran for each in self.coq) else ', not run here'}"


@dataclass(frozen=True)
class PrintOutcome:
    """What became of a printed formula: the instance that refutes it, or why the refutation failed.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> bool(PrintOutcome(PrintedClause("positive", (), 0 < n), "n = 0"))
    True
    """

    clause: PrintedClause
    refuted: str | None
    failure: str | None = None
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.failure is None


class Derived(Protocol):
    """What a proof returns: a theorem of the core."""

    @property
    def given(self) -> Iterable[Formula]:
        """The assumptions."""

    @property
    def says(self) -> Formula:
        """What holds where they do."""

    @property
    def words(self) -> Iterable[str]:
        """The steps in words."""

    @property
    def coq(self) -> Iterable[Theorem]:
        """The theorems of Coq that it rests on."""

    @property
    def computed(self) -> Iterable[str]:
        """The functions of the library that it rests on."""


THEOREMS: tuple[type, ...] = ()
"""The types of theorems that only the rules of the core can make. A proof that returns anything else is refused."""


def derived(clause: Clause) -> Derived | None:
    """Run the proof of a clause and return its theorem, or None without a proof.

    Raises: `Failed` if the proof does not end in a theorem that says what the clause says, and assumes no more.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> derived(Clause("sum", (), 0 <= n, prove=lambda: "trust me"))
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: the proof does not return a theorem of the core
    """
    if clause.prove is None:
        return None
    made = clause.prove()
    if not isinstance(made, THEOREMS):
        raise Failed("the proof does not return a theorem of the core")
    found: Derived = made  # type: ignore[assignment]
    if not same(found.says, clause.says):
        raise Failed(f"the derivation ends in another formula: {text(found.says)}")
    given = {key(part) for each in clause.given for part in conjuncts(each)}
    for part in (part for each in found.given for part in conjuncts(each)):
        if key(part) not in given:
            raise Failed(f"the derivation assumes what the clause does not: {text(part)}")
    return found


def evaluated(clause: Clause, *, deep: bool = False) -> Instances:
    """Evaluate a clause on its instances, where `deep` on more; for a printed clause on its counterexample first.

    Raises: `Undecided` if no instances can be made.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> evaluated(Clause("sum", (), 0 <= n))
    Traceback (most recent call last):
    exactdp.claims.evidence.Undecided: no instances are made for formulas: sum
    """
    raise Undecided(f"no instances are made for formulas: {clause.id}")


def evidence_of(clause: Clause, found: Derived | None) -> Evidence:
    """Return the word for the evidence of a clause that holds on its instances, from its derivation.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> evidence_of(Clause("sum", (), 0 <= n * n), None)
    'verified'
    """
    if found is None:
        return "verified"
    return "argued" if tuple(found.words) else "proved"


def run_clause(clause: Clause, *, deep: bool = False) -> ClauseOutcome:
    """Evaluate a clause on its instances, run its derivation, have Coq check its theorems: return what became of it.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> run_clause(Clause("sum", (), 0 <= n, prove=lambda: "trust me")).evidence is None
    True
    """
    start, instances = time.perf_counter(), None
    try:
        instances = evaluated(clause, deep=deep)
        if instances.refuted is not None:
            raise Failed(f"refuted at {instances.refuted}")
        if not instances.met:
            raise Failed("no instance meets the assumptions")
        found = derived(clause)
        coq = tuple(map(_in_coq, found.coq)) if found else ()
    except (Failed, Undecided, InputError) as error:
        failure = f"undecided: {error}" if isinstance(error, Undecided) else str(error)
        return ClauseOutcome(clause, None, instances=instances, failure=failure, seconds=time.perf_counter() - start)
    return ClauseOutcome(
        clause,
        evidence_of(clause, found),
        words=tuple(found.words) if found else (),
        coq=coq,
        computed=tuple(found.computed) if found else (),
        instances=instances,
        seconds=time.perf_counter() - start,
    )


def run_printed(clause: PrintedClause, *, deep: bool = False) -> PrintOutcome:
    """Evaluate what is printed: an instance must refute it. Return that instance, or why none does.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> run_printed(PrintedClause("positive", (), 0 < n)).refuted is None
    True
    """
    start, refuted, failure = time.perf_counter(), None, None
    try:
        refuted = evaluated(clause, deep=deep).refuted
        if refuted is None:
            failure = "no instance refutes what is printed"
    except (Failed, Undecided, InputError) as error:
        failure = f"undecided: {error}" if isinstance(error, Undecided) else str(error)
    return PrintOutcome(clause, refuted, failure, time.perf_counter() - start)


def _in_coq(theorem: Theorem) -> InCoq:
    """Have Coq check a theorem. Raises: `Failed` and `Undecided` as `coq_library.check`."""
    try:
        coq_library.check(theorem)
        ran = True
    except NotChecked:
        ran = False
    return InCoq(f"{theorem.name} of {theorem.file}.v", ran, bool(re.search(r"\bQ\b", theorem.statement)))
