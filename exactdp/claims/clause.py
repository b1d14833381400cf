"""A clause of a claim: its formula, and what became of it: `proved`, `argued` or `verified`.

A clause is verified on instances that are generated for it. If it has a proof, the proof must also end in a theorem
of the logic core whose formula is the clause. A theorem with a step in words makes the clause `argued`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from exactdp.arithmetic.exact import InputError
from exactdp.claims import coq_library
from exactdp.claims.agreement import Disagreement
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Fact, Proof
from exactdp.claims.evaluation import value
from exactdp.claims.evidence import Failed, NotChecked, Undecided
from exactdp.claims.formulas import Formula, Term, conjuncts, key, same
from exactdp.claims.notation import statement_latex, statement_text, text
from exactdp.claims.polynomials import Refused
from exactdp.claims.trials import environment_text, refuted

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

    `id` names the clause within its claim. `prove` gets a proof in
    which the clause is to be shown, and returns the fact; without it the clause is verified on
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
    prove: Callable[[Proof], Fact | Theorem] | None = None
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


def derived(clause: Clause) -> Theorem | None:
    """Run the proof of a clause and return its theorem, or None without a proof.

    Raises: `Failed` if the proof does not end in a theorem that says what the clause says, and assumes no more.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> derived(Clause("sum", (), 0 <= n, prove=lambda proof: "trust me"))
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: the proof does not return a theorem of the core
    >>> print(derived(Clause("more", (0 <= n,), 0 <= n + 1, prove=lambda proof: proof.qed())))
    0 ≤ n ⊢ n+1 ≥ 0
    """
    # A proof may cite clauses of other scripts, which are scripts of claims, and these have clauses.
    from exactdp.claims.discovery import theorem_of  # noqa: PLC0415

    if clause.prove is None:
        return None
    try:
        made = clause.prove(Proof(clause.given, clause.says, theorem_of))
    except Refused as error:
        raise Failed(str(error)) from None
    except (Failed, InputError):
        raise
    except Exception as error:
        raise Failed(f"the derivation ends in an error: {type(error).__name__}: {error}") from error
    found = made.theorem if isinstance(made, Fact) else made
    if not isinstance(found, Theorem):
        raise Failed("the proof does not return a theorem of the core")
    if not same(found.says, clause.says):
        raise Failed(f"the derivation ends in another formula: {text(found.says)}")
    given = {key(part) for each in clause.given for part in conjuncts(each)}
    for part in found.given:
        if key(part) not in given:
            raise Failed(f"the derivation assumes what the clause does not: {text(part)}")
    return found


def evaluated(clause: Clause, *, deep: bool = False) -> Instances:
    """Evaluate a clause on its instances, where `deep` on more; for a printed clause on its counterexample first.

    Raises: `Failed` if no instance can be evaluated, or is worth it; `Undecided` if a name has no meaning.

    >>> from exactdp.claims.formulas import indices
    >>> n, = indices("n")
    >>> evaluated(Clause("sum", (), 0 <= n)).refuted
    'n = -1: the left side is 0, the right side is -1'
    """
    if isinstance(clause, PrintedClause) and clause.at and _refutes(clause, clause.at):
        return Instances(1, 1, environment_text(clause.at))
    try:
        found = refuted(
            clause.given,
            clause.says,
            witnesses=clause.witnesses,
            own_witnesses=bool(clause.witnesses),
            thorough=deep,
        )
    except Disagreement as error:
        raise Failed(str(error)) from None
    if found.counterexample is None and found.failure:
        raise Failed(found.failure)
    return Instances(found.met, found.telling, found.failure or None)


def _refutes(clause: PrintedClause, at: Mapping[str, Any]) -> bool:
    """Say whether everything assumed holds at an instance, and what is printed does not."""
    if not all(value(each, at) for each in clause.given):
        raise Failed(f"the counterexample does not satisfy what is assumed: {environment_text(at)}")
    return not value(clause.says, at)


def evidence_of(clause: Clause, found: Theorem | None) -> Evidence:
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
    >>> run_clause(Clause("sum", (), 0 <= n, prove=lambda proof: "trust me")).evidence is None
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
    >>> run_printed(PrintedClause("positive", (0 <= n,), 0 < n)).refuted
    'n = 0: the left side is 0, the right side is 0'
    """
    start, refuted, failure = time.perf_counter(), None, None
    try:
        refuted = evaluated(clause, deep=deep).refuted
        if refuted is None:
            failure = "no instance refutes what is printed"
    except (Failed, Undecided, InputError) as error:
        failure = f"undecided: {error}" if isinstance(error, Undecided) else str(error)
    return PrintOutcome(clause, refuted, failure, time.perf_counter() - start)


def _in_coq(theorem: coq_library.Theorem) -> InCoq:
    """Have Coq check a theorem. Raises: `Failed` and `Undecided` as `coq_library.check`."""
    try:
        coq_library.check(theorem)
        ran = True
    except NotChecked:
        ran = False
    return InCoq(f"{theorem.name} of {theorem.file}.v", ran, bool(re.search(r"\bQ\b", theorem.statement)))
