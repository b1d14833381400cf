"""A clause of a claim: its formula, and its evidence: `proved`, `argued` or `verified`.

A clause is verified on instances that are generated for it. If it has a proof, the proof must also end in a theorem
of the logic core whose formula is the clause. A theorem with a step in words makes the clause `argued`.
"""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from traceback import walk_tb
from typing import TypeAlias
from weakref import WeakKeyDictionary

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.spelling import counted
from exactdp.certificates.coq_sources import RATIONALS
from exactdp.claims.checks.mutants import Survival, surviving
from exactdp.claims.checks.shown_values import without_shown_value
from exactdp.claims.checks.trials import Trial, environment_text, refuted
from exactdp.claims.coq import library
from exactdp.claims.coq.accepted import recorded
from exactdp.claims.evidence import Evidence, Failed, NotChecked
from exactdp.claims.lemmas.value import shown
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.announcements import sort_in_words
from exactdp.claims.statements.decisions import EndedInError, in_words
from exactdp.claims.statements.evaluation import NotRunThrough, OutsideTable, Undefined, compiled, value
from exactdp.claims.statements.expressions import (
    NUMBER,
    SET,
    Function,
    Sort,
    check_sorts,
    free,
    free_names,
    has_part,
    is_fraction,
    key,
    same,
)
from exactdp.claims.statements.latex import statement_latex
from exactdp.claims.statements.names import with_functions, without_formula
from exactdp.claims.statements.notation import statement_text
from exactdp.claims.statements.opening import Opened, opened
from exactdp.claims.statements.ranges import Environment, Value, is_unbounded
from exactdp.claims.statements.terms import Formula, Term, conjuncts, expand, negation
from exactdp.processes.supervision import Terminated

OfValues: TypeAlias = Callable[[Proof], Fact | Sequence[Fact]]


@dataclass(frozen=True, eq=False)
class Clause:
    """A formula that holds wherever all formulas of `given` hold, for all values of the free variables.

    `id` names the clause within its claim. `prove` gets a `Proof` and returns the proved theorem. Without `prove`, the
    clause is verified on instances only. `kept` maps the text of a dispensable assumption to the reason for keeping it.
    `witnesses` maps the names of the variables that the clause says exist to terms for them. `values` gets a `Proof`
    and returns facts from which it follows that no divisor is 0, if the assumptions do not show this at once.
    Raises: `InputError` for a variable of two sorts.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> clause = Clause("sum", (0 <= i, i < n), i + 1 <= n)
    >>> clause.id, len(clause.given), clause.prove
    ('sum', 2, None)
    """

    id: str
    given: tuple[Formula, ...]
    says: Formula
    prove: Callable[[Proof], Theorem | Fact] | None = None
    kept: Mapping[str, str] = field(default_factory=dict)
    witnesses: Mapping[str, Term] = field(default_factory=dict)
    values: OfValues | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", tuple(self.given))
        formulas = (*self.given, self.says)
        if all(type(each) is Formula for each in formulas):
            # A proof about the integers n says nothing of "every number 0 < n ≤ 1".
            check_sorts(formulas)

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
    """A false formula that the source prints; `at` has the values of a known counterexample, by variable.

    No instance refutes "there is a largest …". Such a formula has no free variables, and `prove` proves its negation.
    `instead` names the clauses that are correct instead.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> PrintedClause("positive", (0 <= n,), 0 < n, at={"n": 0}).at
    {'n': 0}
    """

    at: Mapping[str, Value | Term] = field(default_factory=dict)
    instead: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tried:
    """Counts of instances (met, not trivial, undecided), and the smallest one that refutes the clause, if any.

    `met` counts the instances that meet the assumptions.

    >>> str(Tried(met=60, not_trivial=41))
    '60 instances, 41 not trivial'
    """

    met: int = 0
    not_trivial: int = 0
    undecided: int = 0
    refuted: str | None = None

    def __str__(self) -> str:
        undecided = f", {self.undecided} undecided" if self.undecided else ""
        return f"{counted(self.met, 'instance')}, {self.not_trivial} not trivial{undecided}"


@dataclass(frozen=True)
class InCoq:
    """A Coq theorem that a clause depends on: its name, whether Coq ran here, and whether it is over the rationals.

    >>> InCoq("lemma_3 of Geometric.v", ran=False, rational=True).ran
    False
    """

    name: str
    ran: bool
    rational: bool


@dataclass(frozen=True)
class ClauseOutcome:
    """The outcome of a clause. It is true unless the clause failed; `failure` gives the reason.

    `words` are the steps of the derivation that are in words. `computed` are the functions that it depends on, or that
    decided instances of a clause without a derivation. `cites` are the clauses that it cites; the id of a clause of the
    same claim begins with #.
    `instances` is None if the evaluation failed. `mutants` is None except in a thorough run.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> coq = (InCoq("positive of Numbers.v", ran=False, rational=True),)
    >>> found = ClauseOutcome(Clause("sum", (), 0 <= n * n), "proved", coq=coq)
    >>> bool(found), found.evidence_in_full
    (True, 'proved in Coq over the rationals, not run here')
    """

    clause: Clause
    evidence: Evidence | None
    words: tuple[str, ...] = ()
    coq: tuple[InCoq, ...] = ()
    computed: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    instances: Tried | None = None
    mutants: Survival | None = None
    failure: str | None = None
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.failure is None

    @property
    def evidence_in_full(self) -> str:
        """The evidence in words; for a Coq proof also whether it is over the rationals, and whether Coq ran here."""
        if self.evidence != "proved" or not self.coq:
            return self.evidence or ""
        rational = " over the rationals" if any(each.rational for each in self.coq) else ""
        return f"proved in Coq{rational}{'' if all(each.ran for each in self.coq) else ', not run here'}"


@dataclass(frozen=True)
class PrintOutcome:
    """The outcome of a printed formula: the instance that refutes it, or why the refutation failed.

    If the negation is `proved`, `refuted` is the negation. `computed` is as in `ClauseOutcome`.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> found = PrintOutcome(PrintedClause("positive", (), 0 < n), "n = 0")
    >>> bool(found), found.how
    (True, 'refuted at n = 0')
    """

    clause: PrintedClause
    refuted: str | None
    failure: str | None = None
    seconds: float = 0.0
    proved: bool = False
    computed: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """How the printed formula was refuted."""
        return f"refuted by the proof of: {self.refuted}" if self.proved else f"refuted at {self.refuted}"

    def __bool__(self) -> bool:
        return self.failure is None


Citing: TypeAlias = Callable[[str], Theorem]
"""A function that returns the theorem of a clause, of this or another claim, by the clause's id."""

_derived: WeakKeyDictionary[Clause, Theorem] = WeakKeyDictionary()
_citations: WeakKeyDictionary[Clause, tuple[str, ...]] = WeakKeyDictionary()
_under_way: list[Clause] = []


def derived(clause: Clause, citing: Citing | None = None) -> Theorem | None:
    """Run the proof of a clause and return its theorem, or None without a proof. A proof is run once.

    Raises: `Failed` if the proof does not end in a theorem with the formula of the clause; also if the theorem has an
    assumption that the clause lacks, or if a term of the clause is not shown to have a value, because 1/0 is 0 in the
    core; `Refused` if a rule does not apply.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> derived(Clause("next", (0 <= n,), 0 <= n + 1, prove=lambda proof: proof.qed()))
    0 ≤ n ⊢ n+1 ≥ 0
    """
    if clause.prove is None:
        return None
    # The formulas before the proof runs, as the script of the proof could change the clause.
    given, says = clause.given, clause.says
    if clause in _derived:
        return _is_about(_derived[clause], given, says)
    if clause in _under_way:
        raise Refused(f"circular proofs: {' → '.join(f'#{each.id}' for each in [*_under_way, clause])}")
    cited: list[str] = []
    cite = _recorded(citing, cited) if citing else None
    _under_way.append(clause)
    try:
        made = clause.prove(Proof(given, says, cite))
        facts = clause.values(Proof(given, says, cite)) if clause.values else ()
    except (*FAILURES, MemoryError, Terminated):
        raise
    except (Exception, SystemExit) as error:
        raise Failed(f"the derivation ends in an error: {in_words(error)}") from error
    finally:
        _under_way.pop()
    found = made.theorem if isinstance(made, Fact) else made
    # An object of a subclass could show `same` one formula, and a reader another.
    if type(found) is not Theorem:
        raise Failed("the proof does not return a theorem of the core: end it with return proof.qed(…)")
    _is_about(found, given, says)
    of_values = facts if isinstance(facts, Sequence) else [facts]
    unshown = without_shown_value(shown, given, says, [_without_words(each, given) for each in of_values])
    if unshown is not None:
        raise Failed(f"{unshown} is not shown to have a value: assume that it has one, or prove it by values=…")
    _derived[clause], _citations[clause] = found, tuple(dict.fromkeys(cited))
    return found


def _is_about(found: Theorem, given: tuple[Formula, ...], says: Formula) -> Theorem:
    """Return the theorem. Raises: `Failed` unless it says this formula, and assumes no other formulas."""
    if any(type(each) is not Formula for each in (*given, says)):
        raise Failed("a clause consists of formulas, and of nothing that inherits from them")
    if not same(found.says, says):
        raise Failed(f"the derivation ends in another formula: {found.says}")
    _assumes_only(found, given)
    return found


def _assumes_only(found: Theorem, given: tuple[Formula, ...]) -> None:
    assumed = {key(part) for each in given for part in conjuncts(each)}
    for part in found.given:
        if key(part) not in assumed:
            raise Failed(f"the derivation assumes what the clause does not: {part}")


def _without_words(fact: object, given: tuple[Formula, ...]) -> Formula:
    """Return what a fact of `values` says. Raises: `Failed` if it is not proved by the core from the assumptions."""
    found = fact.theorem if isinstance(fact, Fact) else fact
    if type(found) is not Theorem or found.words or found.computed or found.coq:
        raise Failed("values must return facts of the core, without steps in words, computed values and Coq")
    _assumes_only(found, given)
    return found.says


def _recorded(citing: Citing, cited: list[str]) -> Citing:
    def cite(name: str) -> Theorem:
        cited.append(name)
        return citing(name)

    return cite


SHARE_OF_PROVED = 3
"""The number of instances is divided by this for a clause with a proof, except in a thorough run."""


AT_EDGES = 6
"""The largest number of instances of a clause with a proof, if only its edges are asked for."""


def evaluated(clause: Clause, *, thorough: bool = False, edges: bool = False) -> Tried:
    """Evaluate a clause on its instances, or a printed clause at its known counterexample.

    `thorough` uses more instances. If the clause has a proof, its instances may be trivial, or impossible to evaluate.
    `edges` uses only `AT_EDGES` instances of such a clause, the smallest and a few larger ones, and the first
    counterexample of a printed clause; if they do not settle the clause, it uses all.
    Raises: `Failed` if no instance meets the assumptions; without a proof, also if all instances are trivial.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> evaluated(Clause("positive", (0 <= n,), 0 < n)).refuted
    'n = 0: the left side is 0, the right side is 0'
    """
    return _evaluated(clause, thorough, edges)[0]


def _evaluated(clause: Clause, thorough: bool, edges: bool) -> tuple[Tried, Sequence[Environment] | None]:
    """Evaluate a clause, and return also its instances, if they are instances of the whole clause."""
    if isinstance(clause, PrintedClause) and clause.at:
        return _at(clause), None
    if edges and (clause.prove or isinstance(clause, PrintedClause)) and (tried := _at_edges(clause)):
        return tried, None
    share = SHARE_OF_PROVED if clause.prove and not thorough else 1
    trial = refuted(clause.given, clause.says, witnesses=clause.witnesses, thorough=thorough, share=share)
    if trial.counterexample is None and trial.failure and not (clause.prove and trial.met):
        raise Failed(trial.failure)
    if trial.counterexample is None and trial.undecided and not clause.prove:
        raise Failed(f"{trial.undecided} of {counted(trial.met, 'instance')} cannot be evaluated: {trial.reason}")
    return _tried(clause, trial), trial.instances


def _at_edges(clause: Clause) -> Tried | None:
    """Evaluate a clause at a few instances; return None if they do not settle it."""
    given, says, witnesses = clause.given, clause.says, clause.witnesses
    if isinstance(clause, PrintedClause):
        trial = refuted(given, says, witnesses=witnesses, first=True)
        unsettled = trial.counterexample is None or trial.counterexample.undefined
    else:
        trial = refuted(given, says, witnesses=witnesses, most=AT_EDGES, worst_cases=0)
        unsettled = trial.counterexample is None and bool(trial.failure or trial.undecided)
    return None if unsettled else _tried(clause, trial)


def _tried(clause: Clause, trial: Trial) -> Tried:
    found = trial.counterexample
    if isinstance(clause, PrintedClause) and found is not None and (found.outside or found.by_witness):
        raise Failed(f"{found.words}: this does not refute the formula, which may be true there")
    if isinstance(clause, PrintedClause) and found is not None and found.undefined:
        raise Failed(f"{found.words}: if the source prints it also for these values, name them in at={{…}}")
    return Tried(trial.met, trial.telling, trial.undecided, None if found is None else found.words)


def _at(clause: PrintedClause) -> Tried:
    """Evaluate a printed clause at the values of its counterexample."""
    terms = {name: to for name, to in clause.at.items() if isinstance(to, Term)}
    values = {name: to for name, to in clause.at.items() if not isinstance(to, Term)}
    where = environment_text(values)
    missing = free_names([*clause.given, clause.says]) - set(clause.at) | free_names(terms.values()) - set(values)
    if missing:
        raise Failed(f"{where}: the counterexample gives no value to {min(missing)}".removeprefix(": "))
    at = values | {name: value(to, values) for name, to in terms.items()}
    statement = opened(clause.given, clause.says)
    if not free_names([*statement.assumptions, statement.goal]) <= set(at):
        # The counterexample leaves a quantifier in front, so evaluation runs through its values.
        statement = Opened(clause.given, clause.says)
    for f in (*statement.assumptions, statement.goal):
        for name, v in free(f).items():
            written = clause.at.get(name)
            if not (isinstance(written, Term) and written.sort == v.sort) and not _is_of_sort(at[name], v.sort):
                raise Failed(f"{where}: the value of {name} is not an exact {sort_in_words(v.sort)}")
    for each in statement.assumptions:
        if not compiled(each)(at):
            raise Failed(f"{where}: the counterexample does not satisfy {each}")
    try:
        holds = compiled(statement.goal)(at)
    except (NotRunThrough, OutsideTable) as error:
        # The formula has a value there, which may be true.
        raise Failed(f"{where}: the counterexample does not decide the formula: {error}") from None
    except Undefined as error:
        return Tried(1, 1, refuted=f"{where}: {error}")
    return Tried(1, 1, refuted=None if holds else where)


def _is_of_sort(found: object, sort: Sort) -> bool:
    """Return whether a value of a counterexample has the sort of its variable: whole for an index, exact for a number.

    A value that is not a real number, such as Decimal("NaN"), would refute α = α.
    """
    if not isinstance(sort, Function):
        return type(found) is int or (sort == NUMBER and is_fraction(found))
    if isinstance(found, frozenset):
        return sort == SET and all(type(each) is int for each in found)
    if not isinstance(found, tuple):
        return False
    if sort.arity > 1:
        return all(_is_of_sort(each, Function(sort.arity - 1, sort.values)) for each in found)
    if sort.values != NUMBER:
        # A script writes (1, 0) for a function to indices, and its entries become fractions.
        return all(isinstance(each, int | Fraction) and each == int(each) for each in found)
    return all(_is_of_sort(each, sort.values) for each in found)


def evidence_of(clause: Clause, found: Theorem | None) -> Evidence:
    """Return the word for the evidence of a clause, from its derivation. Domain: it holds on its instances.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> evidence_of(Clause("sum", (), 0 <= n * n), None)
    'verified'
    """
    if found is None:
        return "verified"
    return "argued" if found.words else "computed" if _functions(clause, found) else "proved"


def _functions(clause: Clause, found: Theorem) -> tuple[str, ...]:
    """Return the names on whose functions a clause depends. A reader knows a name without a formula by its words alone.

    The core knows it only by its sort: of an integer called "a half of x", it proves that it is never 1/2.
    """
    names = (each.name for each in without_formula([*clause.given, clause.says]))
    return tuple(dict.fromkeys((*found.computed, *names)))


def run_clause(
    clause: Clause, citing: Citing | None = None, *, thorough: bool = False, edges: bool = False
) -> ClauseOutcome:
    """Evaluate a clause on its instances, run its derivation, and return the outcome; `thorough` also tries mutants.

    `thorough` and `edges` choose the instances, as in `evaluated`.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> found = run_clause(Clause("positive", (0 <= n,), 0 < n, prove=lambda proof: proof.qed()))
    >>> found.evidence, found.failure
    (None, 'refuted at n = 0: the left side is 0, the right side is 0')
    """
    start, tried, mutants = time.perf_counter(), None, None
    try:
        tried, instances = _evaluated(clause, thorough, edges)
        if tried.refuted is not None:
            raise Failed(f"refuted at {tried.refuted}")
        found = derived(clause, citing)
        coq = tuple(map(_in_coq, found.coq)) if found else ()
        if thorough:
            mutants = surviving(clause.given, clause.says, instances, witnesses=clause.witnesses)
    except FAILURES as error:
        why, seconds = failure(error, clause), time.perf_counter() - start
        return ClauseOutcome(clause, None, instances=tried, failure=why, seconds=seconds)
    return ClauseOutcome(
        clause,
        evidence_of(clause, found),
        words=found.words if found else (),
        coq=coq,
        computed=_functions(clause, found) if found else _by_functions(clause),
        cites=_citations.get(clause, ()),
        instances=tried,
        mutants=mutants,
        seconds=time.perf_counter() - start,
    )


def _by_functions(clause: Clause) -> tuple[str, ...]:
    """Return the names whose instances a function of the script decides: the formula has too many values to try."""
    found = with_functions([*clause.given, clause.says])
    # A name that only a function decides may have no value, and then the function of the whole name decides.
    return tuple(sorted(each.name for each in found if is_unbounded(expand(each.body)) or _is_by_functions(each.body)))


def _is_by_functions(body: object) -> bool:
    return has_part(expand(body), lambda part: part.op == "defined")


FAILURES = (Failed, Refused, Undefined, EndedInError, InputError)
"""The errors that make a clause fail."""


SCRIPTS = "exactdp_proofs"
"""Scripts are loaded as modules of this name, by their folder and file."""


NOT_DECIDED = "undecided: "
"""A failure begins with this if the clause was neither proved nor refuted."""


def failure(error: Exception, clause: Clause) -> str:
    """Return the reason why a clause failed, in one line, after the line of the script whose step failed.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> failure(Undecided("Coq does not end"), Clause("square", (), 0 <= n * n))
    'undecided: Coq does not end'
    """
    if isinstance(error, Undecided):
        return f"{NOT_DECIDED}{error}"
    line = _line(error, clause)
    return f"line {line}: {error}" if line else str(error)


def _line(error: Exception, clause: Clause) -> int | None:
    """Return the line of the clause's script in which the error was raised; None for a proof outside of a script."""
    code = getattr(clause.prove, "__code__", None)
    if code is None or not str(clause.prove.__module__).startswith(f"{SCRIPTS}."):
        return None
    tracebacks = [each.__traceback__ for each in (error, error.__cause__) if each]
    lines = [at for each in tracebacks for frame, at in walk_tb(each) if frame.f_code.co_filename == code.co_filename]
    return lines[-1] if lines else None


def run_printed(
    clause: PrintedClause, citing: Citing | None = None, *, thorough: bool = False, edges: bool = False
) -> PrintOutcome:
    """Refute a printed clause, by an instance or a proof of its negation; return how, or why nothing refutes it.

    `thorough` and `edges` choose the instances, as in `evaluated`.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> run_printed(PrintedClause("positive", (), 0 < n, at={"n": 0})).refuted
    'n = 0'
    """
    start, refuted = time.perf_counter(), None
    try:
        if clause.prove:
            refuted = _disproved(clause, citing)
        else:
            refuted = evaluated(clause, thorough=thorough, edges=edges).refuted
        why = "no instance refutes what is printed" if refuted is None else None
    except FAILURES as error:
        why = failure(error, clause)
    computed = () if clause.prove else _by_functions(clause)
    return PrintOutcome(clause, refuted, why, time.perf_counter() - start, clause.prove is not None, computed)


def _disproved(clause: PrintedClause, citing: Citing | None) -> str:
    """Prove the negation of a printed clause, and return it. Raises: `Failed` for a step in words or in Coq."""
    if clause.given or clause.at or free_names([clause.says]):
        raise Failed("only a printed formula without assumptions and free variables is refuted by a proof")
    disproof = Clause(clause.id, (), negation(clause.says), clause.prove)
    found = derived(disproof, citing)
    if found is None or evidence_of(disproof, found) != "proved" or found.coq:
        raise Failed("the proof that refutes what is printed has a step in words, a computed value, or a step in Coq")
    return disproof.statement


def _in_coq(theorem: library.CoqTheorem) -> InCoq:
    """Have Coq check a theorem, or find it among the theorems that Coq has accepted.

    Raises: `Failed` and `Undecided` as `library.check`; `Failed` if it cannot be checked here and is not among them.
    """
    try:
        library.check(theorem)
        ran = True
    except NotChecked as error:
        if not recorded(theorem):
            unknown = f"{theorem.name} of {theorem.file}.v is not among the theorems that Coq accepted before"
            raise Failed(f"{unknown}, and Coq cannot check it here: {error}") from None
        ran = False
    rational = theorem.root == RATIONALS and re.search(r"\bQ\b", theorem.statement) is not None
    return InCoq(f"{theorem.name} of {theorem.file}.v", ran, rational)
