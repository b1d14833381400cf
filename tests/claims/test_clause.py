"""A clause is as strong as its evidence: its instances, its theorem, the steps in words, and Coq."""

import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, real_roots
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.claims import clause as module
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.clause import (
    AT_EDGES,
    Clause,
    ClauseOutcome,
    InCoq,
    PrintedClause,
    Tried,
    derived,
    evaluated,
    evidence_of,
    run_clause,
    run_printed,
)
from exactdp.claims.coq import library
from exactdp.claims.coq.statement import statement
from exactdp.claims.evidence import Failed, NotChecked
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof, by_arithmetic
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, VECTOR, same
from exactdp.claims.statements.formulas import All, Some, Sum, between, function, indices, matrix, number, numbers
from exactdp.claims.statements.latex import statement_latex
from exactdp.claims.statements.names import computed
from exactdp.claims.statements.notation import statement_text
from exactdp.claims.statements.terms import Definition, Formula, as_index, as_number, negation, variable
from exactdp.claims.vocabulary import prior, table, two_sided
from exactdp.processes.supervision import Terminated
from exactdp.report import verdicts
from exactdp.report.terminal import as_text
from tests.claims.checks.test_shown_values import by_0, without_shown_value

i, k, n = indices("i k n")
u, w = numbers("u w")
d, p = variable("d", INDEX_MAP), variable("p", VECTOR)
GIVEN = ((0 <= i) & (i < n), n <= 9)
SAYS = i + 1 <= n
NO_THEOREM = "the proof does not return a theorem of the core: end it with return proof.qed(…)"


def clause(prove: Callable[[Proof], Any] | None = None) -> Clause:
    return Clause("next", GIVEN, SAYS, prove)


def because(words: str) -> Callable[[Proof], Theorem]:
    return lambda proof: core.because(words, SAYS)


def test_its_words_are_computed() -> None:
    assert clause().statement == statement_text(GIVEN, SAYS) == "For 0 ≤ i < n ≤ 9: i+1 ≤ n"
    assert clause().latex == statement_latex(GIVEN, SAYS)


@pytest.mark.parametrize(
    ("prove", "evidence"), [(None, "verified"), (by_arithmetic, "proved"), (because("by symmetry"), "argued")]
)
def test_a_clause_is_as_strong_as_its_derivation(prove: Callable[[Proof], Any] | None, evidence: str) -> None:
    found = run_clause(clause(prove))
    assert (bool(found), found.evidence, found.evidence_in_full) == (True, evidence, evidence)
    assert found.words == (("by symmetry",) if evidence == "argued" else ())
    assert found.instances is not None
    assert found.instances.met == found.instances.not_trivial > 9
    assert (found.instances.undecided, found.instances.refuted) == (0, None)


def test_a_variable_of_a_clause_has_one_sort() -> None:
    """ "For every number 0 < n ≤ 1: n ≤ 0 or 1 ≤ n" was proved of the integers n."""
    of_integers = (n <= 0) | (1 <= n)
    with pytest.raises(InputError, match="n is of the sort index, and of the sort number"):
        Clause("sides", (0 < number("n"), number("n") <= 1), of_integers)
    with pytest.raises(InputError, match="n is of the sort index, and of the sort number"):
        Claim("note.sides", "sides", "1", 1).clause("sides", 0 < number("n"), number("n") <= 1, of_integers)


def test_a_clause_with_a_name_without_a_formula_is_computed() -> None:
    """ "For every number α: 2g(α) ≠ 1" was proved, where a line said "g(α): a half of α": the core knows an integer."""
    a = number("α")
    half = computed(Definition("g({0})", (a,), None, INDEX, decide=lambda x: int(x // 2)), "a half of α")
    twice = 2 * half(a)

    def sides(proof: Proof) -> Any:
        low, high = twice < 1, 1 < twice
        return proof.cases(
            low | high,
            (twice <= 0, lambda case: case.alternative(low | high, case.have(low))),
            (1 <= twice, lambda case: case.alternative(low | high, case.have(high))),
        )

    found = run_clause(Clause("half", (), twice != 1, sides))
    assert (found.evidence, found.computed) == ("computed", ("g({0})",))


def test_what_a_function_decides_is_computed_and_not_proved() -> None:
    doubled = Definition("twice {0}", (n,), None, INDEX, decide=lambda n: 2 * n)
    by_name, by_formula = Clause("named", (), doubled(3) == 6), Clause("by-formula", (), 2 * as_index(3) == 6)
    for stated, evidence in ((by_name, "computed"), (by_formula, "proved")):
        proved = replace(stated, prove=lambda proof, says=stated.says: core.evaluate(says))
        assert run_clause(proved).evidence == evidence
        in_words = replace(stated, prove=lambda proof, says=stated.says: core.because("so", says, core.evaluate(says)))
        assert run_clause(in_words).evidence == "argued"
    citing = replace(by_name, prove=lambda proof: proof.cite("#named"))
    found = run_clause(citing, lambda name: core.evaluate(by_name.says))
    assert (found.evidence, found.computed) == ("computed", ("twice {0}",))


def test_the_algebraic_value_of_a_function_can_only_be_compared() -> None:
    root = Definition("root", (), None, NUMBER, decide=lambda: AlgebraicNumber((-2, 0, 1), 1, 2))()
    assert run_clause(Clause("compared", (), root < Fraction(3, 2))).failure is None
    assert "only compare it" in str(run_clause(Clause("calculated", (), root * root == 2)).failure)


def test_a_proof_may_return_a_fact_and_is_run_once() -> None:
    run = []

    def prove(proof: Proof) -> Any:
        run.append(proof)
        return proof.have(SAYS)

    subject = clause(prove)
    assert derived(subject) is derived(subject)
    assert len(run) == 1
    assert (run[0].goal, len(run[0].given)) == (SAYS, 3)


def test_what_a_theorem_does_not_assume_and_how_variables_are_named_is_no_difference() -> None:
    bound = [All(v, 0 <= v, v < n, v + 1 <= n) for v in (i, k)]
    inner = core.arithmetic(k + 1 <= n, k < n)
    assert derived(Clause("all", GIVEN, bound[0], lambda proof: core.generalise(inner, k, 0 <= k, k < n)))
    assert derived(Clause("next", (0 <= i, i < n), SAYS, lambda proof: core.arithmetic(SAYS, i < n)))
    assert derived(clause()) is None


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, NO_THEOREM),
        ((GIVEN, SAYS), NO_THEOREM),
        (core.arithmetic(i <= n, i < n), "the derivation ends in another formula: i ≤ n"),
        (core.assume(SAYS), "the derivation assumes what the clause does not: i+1 ≤ n"),
        (core.arithmetic(SAYS, i < n, n <= 3), "the derivation assumes what the clause does not: n ≤ 3"),
    ],
)
def test_a_derivation_that_does_not_end_in_the_clause_fails_it(found: Any, said: str) -> None:
    ran = run_clause(clause(lambda proof: found))
    assert (bool(ran), ran.evidence, ran.failure) == (False, None, said)
    assert ran.instances is not None
    with pytest.raises(Failed, match="the "):
        derived(clause(lambda proof: found))


def test_a_theorem_that_no_rule_made_is_none() -> None:
    class Made:
        given, says, words, coq, computed = GIVEN, SAYS, (), (), ()

    class Own(Theorem):
        given, says, words, coq, computed = GIVEN, SAYS, (), (), ()

        def __init__(self) -> None:
            pass

    ran = run_clause(clause(lambda proof: Own()))
    assert (bool(ran), ran.failure) == (False, NO_THEOREM)

    assert run_clause(clause(lambda proof: Made())).failure == NO_THEOREM


def test_a_true_clause_that_is_not_derived_is_not_called_false() -> None:
    for says in (n <= n * n * n, 0 <= n * n):
        ran = run_clause(Clause("product", (0 <= n,), says, lambda proof: proof.qed()))
        assert (ran.evidence, ran.instances.refuted if ran.instances else "") == (None, None)
        assert (ran.failure or "").endswith(
            " does not follow from the order of the indices: name the facts that it follows from"
        )


def not_derived(proof: Proof) -> Any:
    raise AssertionError("a refuted clause is not derived")


@pytest.mark.parametrize(
    ("given", "says", "said"),
    [
        ((0 <= n,), 0 < n, "refuted at n = 0: the left side is 0, the right side is 0"),
        (GIVEN, n <= i, "refuted at i = 0, n = 1: the left side is 1, the right side is 0"),
        ((n < i, i < n), SAYS, "no instance meets the assumptions"),
        ((0 <= n,), Sum(k, 1, n, k) == (n * n - n) / number("β") ** 0, "refuted at n = 1"),
    ],
)
def test_a_clause_that_is_false_or_empty_fails_in_one_line(given: tuple[Formula], says: Formula, said: str) -> None:
    found = run_clause(Clause("wrong", given, says, not_derived))
    assert found.evidence is None
    assert (found.failure or "").startswith(said)
    assert "\n" not in (found.failure or "")


def test_a_clause_that_some_instances_leave_open_is_not_verified() -> None:
    found = run_clause(Clause("open", (0 <= n,), (n <= 1) | Some(u, u + 1 < u)))
    assert found.evidence is None
    assert str(found.failure).startswith("7 of 9 instances cannot be evaluated: u cannot be run through in ∃u: ")


def test_instances_are_those_of_the_witnesses() -> None:
    says = Some(k, between(0, k, n), n < k + 1)
    right, wrong = ({"k": each} for each in (n, 0 * n))
    assert run_clause(Clause("some", (0 <= n,), says, witnesses=right)).evidence == "verified"
    assert "the witness fails" in (run_clause(Clause("some", (0 <= n,), says, witnesses=wrong)).failure or "")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Failed("no"), "no"),
        (Refused("no such rule"), "no such rule"),
        (Undecided("slow"), "undecided: slow"),
        (InputError("no term"), "no term"),
    ],
)
def test_a_derivation_that_ends_in_an_error_fails_in_one_line(error: Exception, said: str) -> None:
    def prove(proof: Proof) -> Any:
        raise error

    assert run_clause(clause(prove)).failure == said


def test_a_proof_that_crashes_fails_in_one_line() -> None:
    said = "the derivation ends in an error: ZeroDivisionError: integer division or modulo by zero"
    assert run_clause(clause(lambda proof: 1 // 0)).failure == said


@pytest.mark.parametrize("error", [MemoryError(), Terminated(143)])
def test_too_little_memory_and_a_signal_do_not_fail_a_clause(error: BaseException) -> None:
    def prove(proof: Proof) -> Any:
        raise error

    with pytest.raises(type(error)):
        run_clause(clause(prove))


def test_a_function_that_leaves_python_fails_the_clause() -> None:
    low = Definition("{0} is low", (n,), None, decide=lambda n: sys.exit(0))
    said = "the function for “n is low” ends in an error: SystemExit: 0"
    assert run_clause(Clause("low", (0 <= n,), low(n))).failure == said


def in_coq(*formulas: Formula, words: str = "") -> Clause:
    """A clause that is proved by a theorem of Coq of the same statement, and argued with words beside it."""
    *given, says = formulas

    def prove(proof: Proof) -> Theorem:
        found = core.in_coq("Numbers", "next", says, *given)
        return core.because(words, says, found) if words else found

    return Clause("next", tuple(given), says, prove)


a = number("α")
PLAIN, OVER_Q = (0 <= i, i < n, SAYS), (0 <= a, 0 <= a * a)


@pytest.mark.parametrize(
    ("formulas", "error", "shown"),
    [
        (PLAIN, None, "proved in Coq"),
        (OVER_Q, None, "proved in Coq over the rationals"),
        (PLAIN, NotChecked("no coqc"), "proved in Coq, not run here"),
        (OVER_Q, NotChecked("no coqc"), "proved in Coq over the rationals, not run here"),
    ],
)
def test_what_rests_on_coq_says_so(
    monkeypatch: pytest.MonkeyPatch, formulas: tuple[Formula, ...], error: Exception | None, shown: str
) -> None:
    asked = []

    def check(theorem: library.CoqTheorem) -> None:
        asked.append(theorem.statement)
        if error:
            raise error

    monkeypatch.setattr(library, "check", check)
    monkeypatch.setattr("exactdp.claims.clause.recorded", lambda theorem: True)
    found = run_clause(in_coq(*formulas))
    assert (found.evidence, found.evidence_in_full) == ("proved", shown)
    assert found.coq == (InCoq("next of Numbers.v", ran=error is None, rational=formulas is OVER_Q),)
    assert asked == [statement(formulas[:-1], formulas[-1])]
    assert run_clause(in_coq(*formulas, words="by symmetry")).evidence_in_full == "argued"


def test_a_theorem_that_coq_never_accepted_proves_nothing_without_coq(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(theorem: library.CoqTheorem) -> None:
        raise NotChecked("coqc is not installed")

    monkeypatch.setattr(library, "check", check)
    found = run_clause(in_coq(*PLAIN))
    assert found.evidence is None
    assert found.failure == (
        "next of Numbers.v is not among the theorems that Coq accepted before, "
        "and Coq cannot check it here: coqc is not installed"
    )


@pytest.mark.parametrize(
    ("error", "said"), [(Failed("it needs an axiom"), "it needs an axiom"), (Undecided("slow"), "undecided: slow")]
)
def test_what_coq_refuses_fails_the_clause(monkeypatch: pytest.MonkeyPatch, error: Exception, said: str) -> None:
    def check(theorem: library.CoqTheorem) -> None:
        raise error

    monkeypatch.setattr(library, "check", check)
    found = run_clause(in_coq(*PLAIN))
    assert (found.evidence, found.failure) == (None, said)


@pytest.mark.parametrize(
    ("at", "refuted", "failure"),
    [
        ({}, "i = 0, n = 1: the left side is 1, the right side is 0", None),
        ({"i": 1, "n": 3}, "i = 1, n = 3", None),
        ({"i": 3, "n": 3}, None, "i = 3, n = 3: the counterexample does not satisfy i < n"),
        ({"n": 3}, None, "n = 3: the counterexample gives no value to i"),
    ],
)
def test_what_is_printed_is_refuted_by_an_instance(at: dict[str, int], refuted: str, failure: str) -> None:
    found = run_printed(PrintedClause("wrong", GIVEN, n <= i, at=at))
    assert (found.refuted, found.failure) == (refuted, failure)


def test_what_is_printed_and_true_is_not_refuted() -> None:
    for at in ({}, {"i": 0, "n": 1}):
        found = run_printed(PrintedClause("right", GIVEN, SAYS, at=at))
        assert (bool(found), found.refuted, found.failure) == (False, None, "no instance refutes what is printed")


def test_a_counterexample_may_name_the_variables_of_a_quantifier_in_front() -> None:
    says = All(k, between(0, k, n), k < n)
    for at, refuted in [({"n": 2, "k": 2}, "n = 2, k = 2"), ({"n": 2}, "n = 2")]:
        assert run_printed(PrintedClause("all", (0 <= n,), says, at=at)).refuted == refuted


@pytest.mark.parametrize(
    ("given", "says", "at", "failure"),
    [
        ((0 <= n,), (n == 0) | (1 <= n), {"n": Fraction(1, 2)}, "n = 1/2: the value of n is not an exact integer"),
        ((0 <= u,), u + u + u == 3 * u, {"u": 0.1}, "u = 0.1: the value of u is not an exact number"),
        (
            (0 <= n,),
            d[n] < 1,
            {"n": 0, "d": (Fraction(1, 2),)},
            "n = 0, d = [1/2]: the value of d is not an exact index map",
        ),
        ((0 <= n,), d[n] < 1, {"n": 0, "d": [0.5]}, "n = 0, d = [0.5]: the value of d is not an exact index map"),
        (
            (0 <= n,),
            All(u, 0 <= u * u),
            {"n": 1},
            "n = 1: the counterexample does not decide the formula: "
            "u cannot be run through in ∀u: u·u ≥ 0: bound it from both sides, or give a witness",
        ),
        (
            (0 <= n,),
            0 <= p[n] * p[n],
            {"n": 1, "p": (1,)},
            "n = 1, p = [1]: the counterexample does not decide the formula: p[n] is outside at [1]",
        ),
        (
            (0 <= n, prior(p, n)),
            0 <= p[n + 1] * p[n + 1],
            {},
            "n = 0, p = [1]: p[n+1] is outside at [1]: this does not refute the formula, which may be true there",
        ),
        (
            (),
            All(k, between(0, k, 2), 0 < table([[1, 2]])[0, k]),
            {},
            "k = 2: [1 2][0,k] is outside at [0, 2]: this does not refute the formula, which may be true there",
        ),
        ((0 < w, w < u), 1 < u / w, {"u": 10**17 + 1, "w": 10**17}, "no instance refutes what is printed"),
        ((0 < u,), u * u**-1 == 1, {"u": 49}, "no instance refutes what is printed"),
        ((), u - u == 0, {"u": Decimal("NaN")}, "u = NaN: the value of u is not an exact number"),
        ((), 0 <= u * u, {"u": real_roots((-2, 0, 1))[1]}, "u = √2: the value of u is not an exact number"),
        ((), u * u != -1, {"u": 1j}, "u = 1j: the value of u is not an exact number"),
        ((0 <= n,), 0 <= n * n, {"n": k + 1}, "the counterexample gives no value to k"),
        (
            (0 <= n,),
            (n == 1000) | (1 / as_number(n - 1000) <= 1),
            {},
            "no instance refutes what is printed",
        ),
    ],
)
def test_no_value_that_a_variable_cannot_have_refutes_what_is_printed(
    given: tuple[Formula, ...], says: Formula, at: dict[str, Any], failure: str
) -> None:
    subject = Claim("source.wrong", "", "1", 10)
    subject.printed_as("true", *given, says, at=at)
    found = run_printed(subject.prints[0])
    assert (bool(found), found.refuted, found.failure) == (False, None, failure)


@pytest.mark.parametrize("edges", [True, False])
@pytest.mark.parametrize("says", [u / u == 1, two_sided(u, 0) == (1 - u) / (1 + u), All(u, 0 <= u, u <= 1, u / u == 1)])
def test_only_an_instance_that_the_script_names_refutes_by_a_term_without_a_value(says: Formula, edges: bool) -> None:
    """ "x/x = 1" was false as printed, at x = 0, although it is true wherever it has a value."""
    found = run_printed(PrintedClause("true", (), says), edges=edges)
    assert found.refuted is None
    assert str(found.failure).endswith(": if the source prints it also for these values, name them in at={…}")


def test_an_instance_that_the_script_names_refutes_by_a_term_without_a_value() -> None:
    assert run_printed(PrintedClause("false", (), u / u == 1, at={"u": 0})).refuted == "u = 0: u/u divides by 0"


@pytest.mark.parametrize("edges", [True, False])
def test_a_witness_that_fails_does_not_refute_what_is_printed(edges: bool) -> None:
    """Another k may be n, so "for every n there is a k = n" was refuted."""
    printed = PrintedClause("true", (0 <= n,), Some(k, between(0, k, n), k == n), witnesses={"k": as_index(0)})
    found = run_printed(printed, edges=edges)
    assert found.refuted is None
    assert str(found.failure).endswith("this does not refute the formula, which may be true there")


@pytest.mark.parametrize(
    ("says", "shown"),
    [
        (Some(u, 1 / u == 0), lambda: core.witness(Some(u, 1 / u == 0), 0, core.combine(1 / as_number(0) == 0))),
        (
            All(w, Some(u, w < u, 1 / (u - w - 1) == 0)),
            lambda: core.generalise(
                core.witness(
                    Some(u, w < u, 1 / (u - w - 1) == 0),
                    w + 1,
                    core.conjoin(core.combine(w < w + 1, [(1, [])]), core.combine(1 / (w + 1 - w - 1) == 0)),
                ),
                w,
            ),
        ),
        (
            Some(u, 1 / as_number(0) < u),
            lambda: core.witness(
                Some(u, 1 / as_number(0) < u), 1, core.combine(1 / as_number(0) < as_number(1), [(1, [])])
            ),
        ),
    ],
)
def test_what_holds_if_1_by_0_is_0_is_refused_twice(says: Formula, shown: Callable[[], Theorem]) -> None:
    assert run_clause(Clause("zero", (), says, lambda proof: shown())).evidence is None
    assert without_shown_value((), says) is not None
    with pytest.raises(Refused, match="1/0 is not computed"):
        derived(Clause("zero", (), says, lambda proof: shown()))


def test_what_a_function_decides_in_place_of_a_formula_is_named() -> None:
    """Its formula has too many values to try, so nothing compares the two: both clauses are wrong."""
    low = Definition("{0} is below all squares", (n,), All(u, n < u * u), decide=lambda n: True)
    high = Definition("{0} is above a square", (n,), Some(u, u * u < n + 1), decide=lambda n: False)
    found = run_clause(Clause("low", (0 <= n,), low(n) | (n < 0)))
    assert (found.evidence, found.computed) == ("verified", (low.name,))
    bounded_by_square = Definition("{0} is at most 1", (n,), All(k, 0 <= k, k * k <= n, k < 1), decide=lambda n: True)
    assert run_clause(Clause("1", (0 <= n,), bounded_by_square(n) & (0 <= n))).computed == (bounded_by_square.name,)
    refuted = run_printed(PrintedClause("high", (0 <= n,), high(n) & (0 <= n)))
    assert (bool(refuted), refuted.computed) == (True, (high.name,))
    small = Definition("{0} is small", (n,), All(k, between(0, k, n), k < 9), decide=lambda n: n < 9)
    for each in (n < 9, small(n)):
        assert run_clause(Clause("small", (0 <= n, n < 9), each)).computed == ()
    outcome = Outcome(Claim("note.low", "", "1", 1), (found,), (refuted,))
    shown = " ".join(as_text(verdicts.outcome(outcome)).split())
    assert "computed by “… is below all squares”" in shown and "computed by “… is above a square”" in shown


def test_a_name_whose_formula_only_a_function_decides_is_named() -> None:
    """The function within rejects all arguments, so that of the whole name decided: nothing compared it."""

    def rejecting(n: int) -> int:
        raise InputError("no number is accepted")

    rounded = Definition("⌈{0}⌉", (n,), None, INDEX, decide=rejecting)
    low = Definition("{0} is low", (n,), rounded(n) < 5, decide=lambda n: True)
    found = run_clause(Clause("low", (0 <= n,), low(n) & (0 <= n)))
    assert (found.evidence, found.computed) == ("verified", (low.name,))


def test_a_counterexample_may_be_a_term() -> None:
    for written, failure in (
        (function(k, k + 1), None),
        (lambda at: at + 1, "the value of d is not an exact index map"),
    ):
        found = run_printed(PrintedClause("small", (0 <= n,), d[n] < 1, at={"n": 0, "d": written}))
        assert (found.failure is None, failure is None) == (found.refuted is not None, bool(found))
        assert str(found.failure).endswith(str(failure))


LARGEST = Some(k, 0 <= k, All(n, 0 <= n, n <= k))


def larger(proof: Proof) -> Any:
    return proof.for_all(proof.goal, lambda inner: inner.witness(inner.goal, k + 1))


def test_what_no_instance_refutes_is_refuted_by_the_proof_of_its_negation() -> None:
    found = run_printed(PrintedClause("largest", (), LARGEST, larger))
    assert (bool(found), found.proved) == (True, True)
    assert found.how == "refuted by the proof of: ∀k ≥ 0: ∃n ≥ 0: k < n"
    without = run_printed(PrintedClause("largest", (), LARGEST))
    assert (bool(without), without.proved) == (False, False)


@pytest.mark.parametrize(
    ("printed", "failure"),
    [
        (PrintedClause("true", (), All(k, 0 <= k, k <= k + 1), by_arithmetic), ""),
        (
            PrintedClause("words", (), LARGEST, lambda proof: core.because("by size", proof.goal)),
            "the proof that refutes what is printed has a step in words, a computed value, or a step in Coq",
        ),
        *(
            (each, "only a printed formula without assumptions and free variables is refuted by a proof")
            for each in (
                PrintedClause("assumed", (0 <= i,), LARGEST, larger),
                PrintedClause("free", (), All(k, 0 <= k, k <= i), larger),
                PrintedClause("at", (), LARGEST, larger, at={"k": 0}),
            )
        ),
    ],
)
def test_a_proof_that_refutes_what_is_printed_is_whole_and_of_its_negation(
    printed: PrintedClause, failure: str
) -> None:
    found = run_printed(printed)
    assert (bool(found), found.refuted) == (False, None)
    assert failure in str(found.failure)


@pytest.mark.parametrize(
    ("says", "at", "shown"),
    [
        (All(u, 1 / u != 0), 0, "1/u"),
        (All(k, 0 <= k, (k <= 5000) | (1 / as_number(k - 5001) != 0)), 5001, "1/(k-5001)"),
    ],
)
def test_a_proof_that_refutes_what_is_printed_is_not_about_1_by_0(says: Formula, at: int, shown: str) -> None:
    """Both are true, and the core has the value 0 for 1/0."""

    def by_value_of_0(proof: Proof) -> Theorem:
        zero = by_0()
        signs = [
            core.combine(0 <= w, [(-1, [core.assume(w == 0)])]),
            core.combine(w <= 0, [(1, [core.assume(w == 0)])]),
        ]
        both = core.cut(core.instance(core.conjoin(*signs), {"w": zero.says.args[0]}), zero)
        if at:
            both = core.conjoin(core.arithmetic(as_index(0) <= at), core.arithmetic(as_index(5000) < at), both)
        return core.witness(proof.goal, at, both)

    printed = PrintedClause("true", (), says, by_value_of_0)
    assert same(by_value_of_0(Proof((), negation(says))).says, negation(says))
    found = run_printed(printed)
    said = f"{shown} is not shown to have a value: assume that it has one, or prove it by values=…"
    assert (bool(found), found.refuted, found.failure) == (False, None, said)


def test_a_longer_run_has_more_instances() -> None:
    square = Clause("square", (0 <= i, i < n), matrix("x")[i, n] ** 2 >= 0, by_arithmetic)
    some, more = (run_clause(square, thorough=thorough).instances for thorough in (False, True))
    assert some is not None and more is not None
    assert some.met < more.met


def test_a_thorough_run_names_the_assumptions_that_no_instance_needs() -> None:
    assert run_clause(clause(by_arithmetic)).mutants is None
    found = run_clause(clause(by_arithmetic), thorough=True)
    assert found.mutants is not None and found.evidence == "proved"
    assert found.mutants.needless == ("0 ≤ i",)
    assert 0 < found.mutants.refuted < found.mutants.total


def test_proofs_in_a_circle_are_refused() -> None:
    first = Clause("first", GIVEN, SAYS, lambda proof: proof.cite("second"))
    second = Clause("second", GIVEN, SAYS, lambda proof: proof.cite("first"))

    def citing(name: str) -> Theorem:
        found = derived({"first": first, "second": second}[name], citing)
        assert found is not None
        return found

    assert run_clause(first, citing).failure == "circular proofs: #first → #second → #first"
    assert run_clause(clause(by_arithmetic), citing).evidence == "proved"


def test_what_a_proof_cites_is_recorded_once_for_each_clause() -> None:
    def twice(proof: Proof) -> Any:
        proof.cite("source.lemma-1#next")
        return proof.cite("source.lemma-1#next")

    cited = clause(by_arithmetic)
    found = run_clause(clause(twice), lambda name: derived(cited))  # type: ignore[arg-type, return-value]
    assert (found.evidence, found.cites) == ("proved", ("source.lemma-1#next",))
    assert run_clause(cited).cites == ()
    assert run_clause(clause(twice)).failure == "source.lemma-1#next cannot be cited here: no clauses are known"


def test_words_are_passed_on_to_what_cites_them() -> None:
    argued = clause(because("by symmetry"))
    citing = Clause("cites", GIVEN, SAYS, lambda proof: proof.cite("next"))
    found = run_clause(citing, lambda name: derived(argued))  # type: ignore[arg-type, return-value]
    assert (found.evidence, found.words) == ("argued", ("by symmetry",))


def test_the_words_of_what_was_tried() -> None:
    assert evidence_of(clause(), None) == "verified"
    assert ClauseOutcome(clause(), None, failure="two").evidence_in_full == ""
    assert str(Tried(3, 2, 1)) == "3 instances, 2 not trivial, 1 undecided"
    assert evaluated(clause()).refuted is module.evaluated(clause()).refuted is None


def test_what_is_proved_is_evaluated_at_a_third_of_the_instances() -> None:
    a, b, met = number("α"), number("β"), {}
    for name, prove in (("proved", by_arithmetic), ("verified", None)):
        clause = Clause(name, (0 <= n, 0 <= i, 0 <= k, 0 <= a, 0 <= b), 0 <= i + k + a + b, prove=prove)
        met[name] = [evaluated(clause, thorough=thorough).met for thorough in (False, True)]
    assert met["proved"][0] * 3 == met["verified"][0]
    assert met["proved"][1] == met["verified"][1] == met["verified"][0]


def test_the_edges_are_a_few_small_instances_of_what_has_a_proof() -> None:
    proved, wrong = clause(by_arithmetic), Clause("wrong", GIVEN, i + 2 <= n, by_arithmetic)
    assert 3 < evaluated(proved, edges=True).met <= AT_EDGES < evaluated(proved).met
    assert evaluated(wrong, edges=True).refuted == "i = 0, n = 1: the left side is 2, the right side is 1"
    assert not run_clause(wrong, edges=True)
    # Without a proof, the instances are all of the evidence.
    assert evaluated(clause(), edges=True) == evaluated(clause())
    # At these instances, n = 0, 1, 2, 3 and 6, both sides are 0.
    late = Clause("late", (0 <= n,), 0 <= n * (n - 1) * (n - 2) * (n - 3) * (n - 6) ** 2, by_arithmetic)
    assert evaluated(late, edges=True) == evaluated(late)
    assert evaluated(late).not_trivial > 0


def test_the_edges_of_what_is_printed_are_its_first_counterexample() -> None:
    assert run_printed(PrintedClause("wrong", GIVEN, i + 2 <= n), edges=True).refuted is not None
    assert run_printed(PrintedClause("right", GIVEN, SAYS), edges=True).failure == "no instance refutes what is printed"
