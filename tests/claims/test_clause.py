"""A clause is as strong as its evidence: its instances, its theorem, the steps in words, and Coq."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from exactdp.arithmetic.exact import InputError
from exactdp.claims import clause as module
from exactdp.claims import coq_library
from exactdp.claims.clause import (
    Clause,
    ClauseOutcome,
    InCoq,
    Instances,
    InWords,
    PrintedClause,
    derived,
    evaluated,
    run_clause,
    run_printed,
    weakest,
)
from exactdp.claims.evidence import Failed, NotChecked, Undecided, record
from exactdp.claims.formulas import All, Formula, between, indices
from exactdp.claims.notation import statement_latex, statement_text, text

i, k, n = indices("i k n")
GIVEN = (between(0, i, n), i < n)
SAYS = i + 1 <= n


@dataclass(frozen=True)
class Made:
    """What stands in for a theorem of the core, which only the core can make."""

    given: tuple[Formula, ...] = GIVEN
    says: Formula = SAYS
    words: tuple[str, ...] = ()
    coq: tuple[coq_library.Theorem, ...] = ()
    computed: tuple[str, ...] = ()


def clause(prove: Callable[[], Any] | None = None) -> Clause:
    return Clause("next", GIVEN, SAYS, prove)


@pytest.fixture(autouse=True)
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Theorems are taken for those of the core, and every clause holds on 60 instances."""
    monkeypatch.setattr(module, "THEOREMS", (Made,))
    monkeypatch.setattr(module, "evaluated", lambda clause, deep=False: Instances(60, 41))


def test_its_words_are_computed() -> None:
    assert clause().statement == statement_text(GIVEN, SAYS)
    assert clause().latex == statement_latex(GIVEN, SAYS)


@pytest.mark.parametrize(
    ("prove", "evidence"),
    [(None, "verified"), (Made, "proved"), (lambda: Made(words=("by symmetry",)), "argued")],
)
def test_a_clause_is_as_strong_as_its_derivation(prove: Callable[[], Any] | None, evidence: str) -> None:
    found = run_clause(clause(prove))
    assert (bool(found), found.evidence, found.evidence_in_full) == (True, evidence, evidence)
    assert found.instances == Instances(60, 41)
    assert found.words == (("by symmetry",) if evidence == "argued" else ())


def test_what_a_theorem_does_not_assume_and_how_variables_are_named_is_no_difference() -> None:
    bound = [All(v, v >= 0, v < n, v + 1 <= n) for v in (i, k)]
    assert derived(Clause("all", GIVEN, bound[0], lambda: Made((), bound[1])))
    assert derived(Clause("next", (GIVEN[0] & GIVEN[1],), SAYS, lambda: Made(GIVEN[1:])))
    assert derived(clause()) is None


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "the proof does not return a theorem of the core"),
        ((GIVEN, SAYS), "the proof does not return a theorem of the core"),
        (Made(says=i <= n), f"the derivation ends in another formula: {text(i <= n)}"),
        (Made(given=(*GIVEN, n >= 3)), f"the derivation assumes what the clause does not: {text(n >= 3)}"),
        (Made(given=(GIVEN[0] & (n >= 3),)), f"the derivation assumes what the clause does not: {text(n >= 3)}"),
    ],
)
def test_a_derivation_that_does_not_end_in_the_clause_fails_it(found: Any, said: str) -> None:
    ran = run_clause(clause(lambda: found))
    assert (bool(ran), ran.evidence, ran.failure, ran.instances) == (False, None, said, Instances(60, 41))


def test_nothing_is_a_theorem_or_an_instance_until_the_core_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(Failed, match="no"):
        derived(clause(Made))
    with pytest.raises(Undecided, match="no instances"):
        evaluated(clause())
    assert run_clause(clause(Made)).failure == "undecided: no instances are made for formulas: next"
    assert run_printed(PrintedClause("wrong", GIVEN, n <= i)).failure is not None


@pytest.mark.parametrize(
    ("instances", "said"),
    [(Instances(9, 9, "i = 0, n = 1"), "refuted at i = 0, n = 1"), (Instances(), "no instance meets the assumptions")],
)
def test_an_instance_that_refutes_or_none_that_meets_fails_the_clause_and_nothing_is_derived(
    monkeypatch: pytest.MonkeyPatch, instances: Instances, said: str
) -> None:
    def prove() -> None:
        raise AssertionError("a refuted clause is not derived")

    monkeypatch.setattr(module, "evaluated", lambda clause, deep=False: instances)
    found = run_clause(clause(prove))
    assert (found.evidence, found.failure, found.instances) == (None, said, instances)


@pytest.mark.parametrize(
    ("error", "said"),
    [(Failed("no"), "no"), (Undecided("slow"), "undecided: slow"), (InputError("no such rule"), "no such rule")],
)
def test_a_derivation_that_ends_in_an_error_fails_in_one_line(error: Exception, said: str) -> None:
    def prove() -> None:
        raise error

    assert run_clause(clause(prove)).failure == said


def test_a_crash_is_no_failure() -> None:
    with pytest.raises(ZeroDivisionError):
        run_clause(clause(lambda: 1 // 0))


OVER_Q = coq_library.Theorem("Sums", "next", "forall (n : nat) (a : Q), 0 <= a", "")
PLAIN = coq_library.Theorem("Sums", "next", "forall n : nat, (n < S n)%nat", "")


@pytest.mark.parametrize(
    ("theorem", "error", "shown"),
    [
        (PLAIN, None, "proved in Coq"),
        (OVER_Q, None, "proved in Coq over the rationals"),
        (PLAIN, NotChecked("no coqc"), "proved in Coq, not run here"),
        (OVER_Q, NotChecked("no coqc"), "proved in Coq over the rationals, not run here"),
    ],
)
def test_what_rests_on_coq_says_so(
    monkeypatch: pytest.MonkeyPatch, theorem: coq_library.Theorem, error: Exception | None, shown: str
) -> None:
    def check(theorem: coq_library.Theorem) -> None:
        if error:
            raise error
        record(theorems=1)

    monkeypatch.setattr(coq_library, "check", check)
    found = run_clause(clause(lambda: Made(coq=(theorem,))))
    assert (found.evidence, found.evidence_in_full) == ("proved", shown)
    assert found.coq == (InCoq("next of Sums.v", error is None, theorem is OVER_Q),)
    assert run_clause(clause(lambda: Made(words=("so",), coq=(theorem,)))).evidence_in_full == "argued"


def test_what_coq_refuses_fails_the_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(theorem: coq_library.Theorem) -> None:
        raise Failed("it rests on an axiom")

    monkeypatch.setattr(coq_library, "check", check)
    assert run_clause(clause(lambda: Made(coq=(PLAIN,)))).failure == "it rests on an axiom"


def test_what_is_printed_must_be_refuted_by_an_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = PrintedClause("wrong", GIVEN, n <= i, at={"i": 0, "n": 1})
    assert run_printed(wrong).failure == "no instance refutes what is printed"
    monkeypatch.setattr(module, "evaluated", lambda clause, deep=False: Instances(9, 9, f"at {clause.at}"))
    found = run_printed(wrong)
    assert (bool(found), found.refuted, found.failure) == (True, "at {'i': 0, 'n': 1}", None)


def test_a_longer_run_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "evaluated", lambda clause, deep=False: Instances(100 if deep else 10, 5))
    assert [run_clause(clause(), deep=deep).instances.met for deep in (False, True)] == [10, 100]


def test_the_weakest_word() -> None:
    assert weakest(["proved"]) == "proved"
    assert weakest(["proved", "argued", "proved"]) == "argued"
    assert weakest(["verified", "argued"]) == "verified"
    assert weakest([]) is None
    assert ClauseOutcome(InWords("one", ""), None, failure="two").evidence_in_full == ""
