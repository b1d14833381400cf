"""A claim is as strong as its weakest clause; a malformed claim is a defect."""

from dataclasses import replace

import pytest

from exactdp.arithmetic.errors import Undecided
from exactdp.claims.claim import Claim, Defect
from exactdp.claims.clause import Clause, PrintedClause, derived
from exactdp.claims.evidence import Failed
from exactdp.claims.logic import core
from exactdp.claims.logic.core import because
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import key
from exactdp.claims.statements.formulas import as_number, both, indices, number
from exactdp.claims.statements.terms import Definition, Formula

i, n = indices("i n")


def claim(section="3", position=1, **more):
    return Claim(id="gupte2010.example", title="an example", section=section, position=position, **more)


def test_claims_stand_in_the_order_of_their_source():
    sections = [("2", 5), ("10", 1), ("2.3", 1), ("A", 1), ("2", 20), ("B.1", 3)]
    claims = sorted((claim(section=s, position=p) for s, p in sections), key=lambda each: each.place)
    assert [(each.section, each.position) for each in claims] == [
        ("2", 5), ("2", 20), ("2.3", 1), ("10", 1), ("A", 1), ("B.1", 3),
    ]  # fmt: skip


def add(subject, words="", name="next"):
    @subject.clause(name, 0 <= i, i < n, i + 1 <= n)
    def proof(proof):
        return because(words, i + 1 <= n) if words else proof.qed()

    return proof


def test_a_claim_of_clauses_is_as_strong_as_its_weakest():
    subject = claim()
    assert add(subject)(Proof([0 <= i, i < n], i + 1 <= n)).words == ()
    assert (subject.run().evidence, subject.print) == ("proved", "stands")
    add(subject, words="by symmetry", name="in-words")
    assert subject.run().evidence == "argued"
    assert subject.possible_evidence == {"proved", "computed", "argued"}
    subject.clause("bound", i >= 0, i < n, i <= n)
    outcome = subject.run()
    assert [(each.clause.id, each.evidence) for each in outcome.clauses] == [
        ("next", "proved"), ("in-words", "argued"), ("bound", "verified"),
    ]  # fmt: skip
    assert outcome.evidence == "verified"
    assert subject.possible_evidence == {"verified"}


def test_a_print_is_corrected_or_refuted_by_an_instance():
    subject = claim(printed="i + 1 < n", slip="statement")
    subject.printed_as("printed", 0 <= i, i < n, i + 1 < n, at={"i": 0, "n": 1}, instead=())
    outcome = subject.run()
    assert (subject.print, outcome.evidence, outcome.clauses) == ("refuted", "verified", ())
    assert subject.possible_evidence == {"verified"}
    assert [each.refuted for each in outcome.prints] == ["i = 0, n = 1"]
    add(subject)
    # The clause corrects nothing: `instead` does not name it.
    assert (subject.print, subject.run().evidence) == ("refuted", "proved")
    subject.printed_as("too-small", 0 <= i, i < n, i + 2 <= n, instead="next")
    assert (subject.print, subject.run().evidence) == ("corrected", "proved")
    subject.printed_as("true", 0 <= i, i < n, i <= n, instead="next")
    outcome = subject.run()
    assert (bool(outcome), outcome.evidence) == (False, None)
    assert outcome.failure == "#true: no instance refutes what is printed"


def test_a_clause_that_fails_fails_the_claim():
    subject = claim()
    add(subject)
    subject.clause("wrong", 0 <= i, i < n, n <= i)
    outcome = subject.run()
    assert (bool(outcome), outcome.evidence) == (False, None)
    assert outcome.failure == "#wrong: refuted at i = 0, n = 1: the left side is 1, the right side is 0"
    assert [each.evidence for each in outcome.clauses] == ["proved", None]


def test_a_proof_may_cite_a_clause_of_this_claim_or_another():
    subject = claim()
    add(subject, words="by symmetry")

    @subject.clause("cites", 0 <= i, i < n, i + 1 <= n)
    def cites(proof):
        return proof.cite("#next")

    assert [each.evidence for each in subject.run().clauses] == ["argued", "argued"]
    assert subject.cited("gupte2010.example#next").words == ("by symmetry",)
    assert subject.cited("ghosh2009.lemma-5.4#falls").words == ()
    subject.clause("bound", 0 <= i, i < n, i <= n)
    for wrong, said in (
        ("#none", "gupte2010.example has no such clause; it has #next, #cites, #bound"),
        ("gupte2010.appendix-b#none", "gupte2010.appendix-b has no such clause; it has #private"),
        ("#bound", "is verified on instances only, and has no proof"),
    ):
        with pytest.raises(Refused, match=said):
            subject.cited(wrong)
    subject.clause("fails", 0 <= i, i < n, i <= n)(lambda proof: None)
    with pytest.raises(Refused, match="#fails: the proof does not return a theorem of the core"):
        subject.cited("#fails")


@pytest.mark.parametrize("name", ["", "Sum", "a b", "a#b", "-a", 3 * "a-"])
def test_a_clause_is_named_so_that_it_can_be_cited(name):
    with pytest.raises(Defect, match="write small letters"):
        claim().clause(name, i <= n)


def test_a_claim_that_is_not_put_together_is_a_defect():
    subject = claim()
    with pytest.raises(Defect, match="no clause"):
        subject.run()
    with pytest.raises(Defect, match="write formulas"):
        subject.clause("next")
    with pytest.raises(Defect, match="write formulas"):
        subject.clause("next", i >= 0, True)
    add(subject)
    subject.printed_as("next", i <= n)
    for again in (subject.clause, subject.printed_as):
        with pytest.raises(Defect, match="two clauses named 'next'"):
            again("next", i <= n)
    subject.prints.clear()
    subject.clause("kept", i >= 0, i <= n, kept={"i < 0": "why"})
    with pytest.raises(Defect, match=r"#kept has no assumption 'i < 0' that could be kept"):
        subject.run()


@pytest.mark.parametrize(
    ("wrong", "printed", "slip", "said"),
    [
        (True, "", "", "say where the printed error is: slip='print', 'proof', "),
        (True, "i + 1 < n", "", "say where the printed error is: slip='print', 'proof', "),
        (True, "", "print", "quote the words of the source: printed='…'"),
        (False, "i + 1 < n", "print", "has a `slip` without a wrong formula: add `printed_as`"),
        (False, "", "print", "has a `slip` without a wrong formula: add `printed_as`"),
        (False, "i + 1 < n", "", "quotes a source that is right: add `printed_as`"),
    ],
)
def test_what_is_wrong_is_quoted_with_its_slip_and_nothing_else_is(wrong, printed, slip, said):
    subject = claim(printed=printed, slip=slip)
    add(subject)
    if wrong:
        subject.printed_as("printed", 0 <= i, i < n, i + 1 < n, instead="next")
    with pytest.raises(Defect, match=said):
        subject.run()
    assert replace(subject, printed="i + 1 < n" if wrong else "", slip="print" if wrong else "").run()


def test_a_print_names_the_clause_that_is_right_instead():
    for instead, found in ((None, ("next",)), ("other", ("other",)), (["next", "other"], ("next", "other")), ((), ())):
        subject = claim(printed="i + 1 < n", slip="print")
        add(subject)
        add(subject, name="other")
        subject.printed_as("next", 0 <= i, i < n, i + 1 < n, instead=instead)
        assert subject.run().prints[0].clause.instead == found
    subject.printed_as("another", 0 <= i, i < n, i + 1 < n)
    with pytest.raises(Defect, match="has no clause #another: name the correct clause by `instead` for #another"):
        subject.run()


def test_what_cannot_be_checked_says_why_and_has_no_clause():
    subject = claim(printed="It may help.", uncheckable="an opinion")
    outcome = subject.run()
    assert (bool(outcome), outcome.evidence, outcome.clauses) == (True, None, ())
    assert (subject.print, subject.possible_evidence) == ("uncheckable", set())
    with pytest.raises(Defect, match="quote the words of the source: printed="):
        claim(uncheckable="an opinion").run()
    with pytest.raises(Defect, match="has a `slip` without a wrong formula"):
        replace(subject, slip="proof").run()
    add(subject)
    with pytest.raises(Defect, match="is uncheckable and has clauses"):
        subject.run()


def test_only_a_slip_has_a_weight():
    subject = claim(weight="value")
    add(subject)
    with pytest.raises(Defect, match="a weight but no slip"):
        subject.run()


def test_two_claims_share_no_clause():
    first, second = claim(), claim()
    add(first)
    first.printed_as("printed", i < n)
    assert (second.clauses, second.prints) == ([], [])


def test_a_claim_is_undecided_if_nothing_failed_and_something_was_not_decided():
    def late(proof):
        raise Undecided("Coq has not ended")

    subject = claim()
    add(subject)
    assert not subject.run().undecided
    subject.clause("late", 0 <= i, i < n, i <= n)(late)
    outcome = subject.run()
    assert (bool(outcome), outcome.undecided, outcome.evidence) == (False, True, None)
    assert outcome.failure == "#late: undecided: Coq has not ended"
    subject.clause("wrong", 0 <= i, i < n, n <= i)
    assert not subject.run().undecided


def test_why_assumptions_are_kept_is_said_once_for_a_claim_and_of_parts_of_names() -> None:
    order = Definition("{0} and {1} are inputs in order", (i, n), both(0 <= i, i < n))
    subject = Claim("source.lemma-1", "a bound", "1", 10, kept={"0 ≤ i": "the inputs", "i < n": "the sizes"})
    subject.clause("named", order(i, n), i <= n, kept={"i < n": "of its own"})
    subject.clause("other", i < n, i <= n)
    found = [subject.reasons(each) for each in subject.clauses]
    assert found == [{"0 ≤ i": "the inputs", "i < n": "of its own"}, {"i < n": "the sizes"}]
    assert subject.run()


def test_a_thorough_run_fails_on_an_assumption_that_no_instance_needs_and_no_reason_keeps() -> None:
    subject = Claim("source.lemma-1", "the next", "1", 10, kept={"0 ≤ i": "the inputs"})
    given = (0 <= i, n <= 3, i <= 7)
    subject.clause("next", *given, i <= i + 1, kept={"i ≤ 7": "small inputs"})(lambda proof: proof.qed())
    found = subject.run(thorough=True)
    said = "#next: no instance needs n ≤ 3: leave it out, or say in kept={…} why it stays"
    assert (bool(found), found.failure, found.clauses[0].evidence) == (False, said, None)
    assert subject.run() and subject.run().evidence == "proved"
    subject.clauses[0] = replace(subject.clauses[0], kept={"i ≤ 7": "small inputs", "n ≤ 3": "small sizes"})
    assert subject.run(thorough=True)


class Lookalike(Formula):
    """What reads as a formula, and is the same as another one."""

    def __init__(self, reads_as: Formula, is_same_as: Formula) -> None:
        for name in ("op", "args", "sort"):
            object.__setattr__(self, name, getattr(reads_as, name))
        for name in ("_free", "_key", "_expanded", "_evaluation"):
            object.__setattr__(self, name, getattr(is_same_as, name))
        object.__setattr__(self, "_key", key(is_same_as))


class OwnClause(Clause):
    statement = "0 = 1"


def test_only_clauses_of_formulas_are_run():
    subject = claim()
    false = Lookalike(n < 0, 0 <= n)
    with pytest.raises(Defect, match="write formulas"):
        subject.clause("false", 0 <= n, false)
    subject.clauses.append(Clause("false", (0 <= n,), false, lambda proof: core.assume(0 <= n)))
    with pytest.raises(Failed, match="a clause consists of formulas"):
        derived(subject.clauses[0])
    subject.clauses[:] = [OwnClause("false", (0 <= n,), 0 <= n, lambda proof: core.assume(0 <= n))]
    with pytest.raises(Defect, match="a class of its own"):
        subject.run()


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        ([Clause("next: 0 = 1", (), i < i + 1)], "small letters"),
        ([Clause("next", (), i < i + 1), Clause("next", (), n < n + 1)], "two clauses named 'next'"),
        ([Clause("next", (number("t") == 2,), Definition("t", (), as_number(1))() == 1)], "both a name and a variable"),
    ],
)
def test_clauses_that_are_given_as_a_list_are_checked_like_all_others(clauses, said):
    """ "For the number t = 2: t = 1" was proved, where the second t was a name for 1."""
    with pytest.raises(Defect, match=said):
        claim(clauses=clauses).run()
    with pytest.raises(Defect, match=said):
        claim(
            prints=[PrintedClause(each.id, each.given, each.says) for each in clauses], printed="n", slip="print"
        ).run()


def test_a_proof_does_not_change_the_claim():
    subject = claim()
    subject.clause("next", 0 <= n, 0 <= n)(lambda proof: subject.clauses.clear() or proof.qed())
    subject.clause("false", n < 0)
    with pytest.raises(Defect, match="has changed its clauses while they were proved"):
        subject.run()


def test_a_proof_does_not_change_a_formula_and_restore_it_later():
    subject = claim()
    false = 9 * n <= 8 + n * n * (10 - n)

    def shorter(proof):
        vars(subject.clauses[0])["says"] = 0 <= n
        return proof.have(0 <= n)

    def restored(proof):
        vars(subject.clauses[0])["says"] = false
        return proof.qed()

    subject.clause("false", 0 <= n, false)(shorter)
    subject.clause("next", 0 <= n, 0 <= n)(restored)
    with pytest.raises(Failed, match="ends in another formula"):
        derived(subject.clauses[0])
    with pytest.raises(Defect, match="has changed its clauses while they were proved"):
        subject.run()


def test_a_proof_does_not_assume_more_than_the_clause_did():
    given = [0 <= n]
    clause = Clause("false", given, n < 0, lambda proof: given.append(n < 0) or core.assume(n < 0))
    with pytest.raises(Failed, match="assumes what the clause does not: n < 0"):
        derived(clause)
    proved = Clause("next", (0 <= n,), 0 <= n, Proof.qed)
    assert derived(proved)
    vars(proved)["says"] = n < 0
    with pytest.raises(Failed, match="ends in another formula"):
        derived(proved)


@pytest.mark.parametrize(
    "more", [{"title": "a\n✓ b"}, {"section": "1\x1b[8m"}, {"printed": "a\u202eb", "slip": "print"}]
)
def test_what_a_claim_says_of_itself_is_one_line(more):
    subject = Claim(**{"id": "gupte2010.example", "title": "t", "section": "1", "position": 1} | more)
    subject.clause("next", 0 <= n, 0 <= n)
    with pytest.raises(Defect, match="is not one line of visible characters"):
        subject.run()
