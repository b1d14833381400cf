"""A claim stands only on steps of the kind that its verdict needs, each of which has checked something."""

from dataclasses import replace
from pathlib import Path

import pytest

from exactdp.arithmetic.exact import InputError, Undecided
from exactdp.claims import coq_library
from exactdp.claims.claim import Claim, Defect
from exactdp.claims.core import because
from exactdp.claims.deriving import Proof
from exactdp.claims.evidence import Failed, NotChecked, record, require
from exactdp.claims.formulas import Definition, both, indices
from exactdp.claims.identities import EnginesDisagree, identity
from exactdp.claims.indices import Domain
from exactdp.claims.notation import text
from exactdp.claims.polynomials import Refused


def claim(verdict="proved", **more):
    parts = {
        "id": "gupte2010.example",
        "title": "an example",
        "section": "3",
        "position": 1,
        "statement": "1 - α² = (1-α)·(1+α)",
        "latex": "",
        "domain": "every α",
        "scope": "all",
    }
    if verdict in ("corrected", "refuted"):
        parts |= {"printed": "1 - α² = 1 - α", "slip": "statement"}
    return Claim(verdict=verdict, **(parts | more))


def difference_of_squares(sign=1):
    identity("a", lambda a: [((1 - a) * (1 + sign * a), 1 - a**2)])


MUTANTS = {"1-α twice": {"sign": -1}}


def test_a_claim_that_holds():
    subject = claim()
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    outcome = subject.run()
    assert outcome
    assert outcome.failed is None
    assert outcome.checked.identities == 1
    assert subject.surviving_mutants() == []


def test_a_claim_that_fails_names_the_step():
    subject = claim()
    subject.proof("first", MUTANTS)(difference_of_squares)
    subject.proof("second")(lambda: difference_of_squares(sign=0))
    outcome = subject.run()
    assert not outcome
    assert (outcome.failed.step.says, outcome.failed.failure) == ("second", "pair 0 differs")


@pytest.mark.parametrize("kind", ["proof", "instances", "counterexample"])
def test_a_step_that_checks_nothing_fails(kind):
    subject = claim("corrected")
    subject.counterexample("it fails", {"m": {}})(lambda: require(True, ""))
    subject.proof("the identity")(difference_of_squares)
    getattr(subject, kind)("nothing")(lambda: None)
    assert subject.run().failed.failure == "nothing was checked"


def test_instances_are_no_proof_unless_the_domain_is_finite():
    for finite in (False, True):
        subject = claim(finite=finite)
        subject.proof("five numbers", {"a wrong one": {"last": 7}})(
            lambda last=5: [require(k <= 5, str(k)) for k in range(last + 1)]
        )
        assert bool(subject.run()) == finite


def test_sizes_one_by_one_are_no_proof_for_every_n():
    def sizes(shift=0):
        for n in range(5):
            identity("a", lambda a, n=n: [(a ** (n + shift) * a, a ** (n + 1))])

    subject = claim(domain="n ≥ 0", every_n=True)
    subject.proof("n = 0 … 4", {"n+1": {"shift": 1}})(sizes)
    assert subject.run().failed.failure == "the domain is for every n, and no proof ran on symbolic indices"
    subject.proof("every n")(lambda: identity("a", lambda a, n: [(a**n * a, a ** (n + 1))], Domain("n", lambda n: [n])))
    assert subject.run()


@pytest.mark.parametrize(
    ("verdict", "kinds"),
    [
        ("proved", []),
        ("proved", ["instances"]),
        ("verified", []),
        ("corrected", ["proof"]),
        ("corrected", ["counterexample"]),
        ("refuted", ["proof"]),
    ],
)
def test_a_verdict_without_its_evidence_is_a_defect(verdict, kinds):
    subject = claim(verdict)
    for kind in kinds:
        getattr(subject, kind)("", MUTANTS)(difference_of_squares)
    with pytest.raises(Defect, match="no step of the kind"):
        subject.run()


def test_a_claim_without_a_mutant_is_a_defect():
    subject = claim()
    subject.proof("the identity")(difference_of_squares)
    with pytest.raises(Defect, match="no mutant"):
        subject.run()


@pytest.mark.parametrize("verdict", ["proved", "corrected"])
@pytest.mark.parametrize(("printed", "slip"), [("1 - α² = 1 - α", ""), ("", "print")])
def test_what_is_quoted_has_its_slip(verdict, printed, slip):
    parts = {"printed": printed, "slip": slip}
    subject = replace(claim(verdict), **parts, steps=[])
    subject.counterexample("at 1/2", {"at 0": {"a": 0}})(lambda a=2: require(1 - a**2 != 1 - a, "equal"))
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    with pytest.raises(Defect, match="printed"):
        subject.run()


def test_only_a_slip_has_a_weight():
    subject = of_clauses(weight="value")
    add(subject)
    with pytest.raises(Defect, match="a weight and no slip"):
        subject.run()


def test_only_what_is_wrong_is_quoted():
    subject = claim(printed="1 - α² = 1 - α", slip="print")
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    with pytest.raises(Defect, match="printed"):
        subject.run()


def test_a_mutant_that_passes_is_named():
    subject = claim()
    subject.proof("the identity", {"none": {"sign": 1}, **MUTANTS})(difference_of_squares)
    assert subject.surviving_mutants() == ["the identity: none"]


@pytest.mark.parametrize("mutant", [{"no such": 1}, {"sign": None}, {"sign": 0.5}])
def test_a_mutant_that_crashes_is_not_rejected(mutant):
    subject = claim()
    subject.proof("the identity", {"a crash": mutant})(difference_of_squares)
    with pytest.raises(TypeError):
        subject.surviving_mutants()


@pytest.mark.parametrize("mutant", [{"last": -1}, {"yields": True}])
def test_a_mutant_for_which_nothing_is_checked_is_not_rejected(mutant):
    def step(last=2, yields=False):
        for k in range(0 if yields else last + 1):
            require(k <= 2, str(k))

    subject = claim(finite=True)
    subject.proof("three numbers", {"a wrong one": {"last": 3}, "none": mutant})(step)
    assert subject.surviving_mutants() == ["three numbers: none"]


def test_a_step_that_is_a_generator_checks_nothing():
    def step(sign=1):
        yield difference_of_squares(sign)

    subject = claim()
    subject.proof("never run", MUTANTS)(step)
    assert subject.run().failed.failure == "nothing was checked"
    assert subject.surviving_mutants() == ["never run: 1-α twice"]


def test_a_decorator_without_words_does_not_drop_its_step():
    with pytest.raises(Defect, match="without words"):
        claim().proof(difference_of_squares)


def test_a_verdict_that_is_none_is_a_defect():
    subject = claim("true")
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    with pytest.raises(Defect, match="write one of proved, "):
        subject.run()


def test_two_claims_share_no_step():
    first, second = claim(), claim()
    first.proof("the identity", MUTANTS)(difference_of_squares)
    assert second.steps == []


@pytest.mark.parametrize("error", [EnginesDisagree, InputError, ZeroDivisionError])
def test_a_crash_is_no_verdict_and_rejects_no_mutant(error):
    def step(sign=1):
        difference_of_squares()
        raise error

    subject = claim()
    subject.proof("the identity", MUTANTS)(step)
    with pytest.raises(error):
        subject.run()
    with pytest.raises(error):
        subject.surviving_mutants()


def test_what_is_undecided_is_no_success_and_rejects_no_mutant():
    def step(product=True):
        natural = Domain("i", lambda i: [i])
        identity(
            "a", lambda a, i: [(a**i, a**i) if product else ((1 - a**2) ** i, (1 - a) ** i * (1 + a) ** i)], natural
        )

    subject = claim()
    subject.proof("the step", {"true, and not an identity of independent symbols": {"product": False}})(step)
    with pytest.raises(Undecided):
        subject.surviving_mutants()
    subject.proof("undecided")(lambda: step(product=False))
    assert subject.run().failed.failure.startswith("undecided: pair 0")


def test_evidence_of_one_step_is_not_that_of_the_next():
    subject = claim()
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    subject.instances("nothing")(lambda: None)
    assert [bool(each) for each in subject.run().steps] == [True, False]


def test_what_was_counted_before_a_failure_does_not_save_the_step():
    def step():
        record(identities=5)
        raise Failed("after all")

    subject = claim()
    subject.proof("fails", MUTANTS)(step)
    assert subject.run().failed.failure == "after all"


def test_claims_stand_in_the_order_of_their_source():
    sections = [("2", 5), ("10", 1), ("2.3", 1), ("A", 1), ("2", 20), ("B.1", 3)]
    claims = sorted((claim(section=s, position=p) for s, p in sections), key=lambda each: each.place)
    assert [(each.section, each.position) for each in claims] == [
        ("2", 5), ("2", 20), ("2.3", 1), ("10", 1), ("A", 1), ("B.1", 3),
    ]  # fmt: skip


def test_what_cannot_be_checked_needs_no_step():
    assert claim("uncheckable").run()


def with_theorem(mutants=None):
    subject = claim()
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    subject.theorem("Numbers", "zero", "the number 0", "  0 = 0\n", mutants or {"1": ("0 =", "1 =")})
    return subject


def test_a_theorem_is_checked_beside_the_proof_with_its_statement_changed_for_a_mutant(monkeypatch):
    asked = []

    def check(theorem):
        asked.append((theorem.file, theorem.name, theorem.statement))
        if theorem.statement != "0 = 0":
            raise Failed("it proves something else")
        record(theorems=1)

    monkeypatch.setattr(coq_library, "check", check)
    subject = with_theorem()
    outcome = subject.run()
    assert (bool(outcome), outcome.in_coq, outcome.checked.theorems) == (True, True, 1)
    assert subject.surviving_mutants() == []
    assert asked == [("Numbers", "zero", "0 = 0"), ("Numbers", "zero", "1 = 0")]
    monkeypatch.setattr(coq_library, "check", lambda theorem: record(theorems=1))
    assert subject.surviving_mutants() == ["zero of Numbers.v: the number 0: 1"]


def test_a_theorem_that_cannot_be_checked_here_leaves_the_verdict_alone(monkeypatch):
    def check(theorem):
        raise NotChecked("there is no Coq")

    monkeypatch.setattr(coq_library, "check", check)
    outcome = with_theorem().run()
    assert (bool(outcome), outcome.in_coq, outcome.failed) == (True, False, None)
    assert [each.unchecked for each in outcome.steps] == [None, "there is no Coq"]
    assert with_theorem().surviving_mutants() == []


def test_a_theorem_that_is_refused_fails_the_claim(monkeypatch):
    for error, said in (
        (Failed("it rests on an axiom"), "it rests on an axiom"),
        (Undecided("slow"), "undecided: slow"),
    ):

        def check(theorem, error=error):
            raise error

        monkeypatch.setattr(coq_library, "check", check)
        outcome = with_theorem().run()
        assert (bool(outcome), outcome.in_coq, outcome.failed.failure) == (False, False, said)
    monkeypatch.setattr(coq_library, "check", lambda theorem: None)
    assert with_theorem().run().failed.failure == "nothing was checked"


def test_a_theorem_is_no_proof_that_a_verdict_could_rest_on(monkeypatch):
    monkeypatch.setattr(coq_library, "check", lambda theorem: record(theorems=1))
    subject = claim()
    subject.theorem("Numbers", "zero", "the number 0", "0 = 0", {"1": ("0 =", "1 =")})
    with pytest.raises(Defect, match="has no step of the kind proof"):
        subject.run()


def test_a_mutant_changes_one_place_of_the_statement():
    for old in ("2", "0"):
        with pytest.raises(Defect, match="is not found once"):
            with_theorem({"another": (old, "1")})


# The two words of a claim in words


@pytest.mark.parametrize(
    ("verdict", "kinds", "print_", "evidence"),
    [
        ("proved", ["proof"], "stands", "argued"),
        ("verified", ["instances"], "stands", "verified"),
        ("verified", ["instances", "proof"], "stands", "verified"),
        ("corrected", ["counterexample", "proof"], "corrected", "argued"),
        ("corrected", ["counterexample", "instances"], "corrected", "verified"),
        ("refuted", ["counterexample"], "refuted", "verified"),
        ("uncheckable", [], "uncheckable", None),
    ],
)
def test_a_claim_in_words_is_one_clause_and_at_most_argued(verdict, kinds, print_, evidence):
    subject = claim(verdict)
    for kind in kinds:
        getattr(subject, kind)(kind, MUTANTS)(difference_of_squares)
    outcome = subject.run()
    assert (subject.print, outcome.evidence) == (print_, evidence)
    assert [each.evidence for each in outcome.clauses] == ([evidence] if evidence else [])
    assert subject.possible_evidence == ({evidence} if evidence else set())


def test_a_claim_that_fails_has_no_evidence():
    subject = claim()
    subject.proof("the identity", MUTANTS)(lambda sign=0: difference_of_squares(sign))
    outcome = subject.run()
    assert (outcome.evidence, outcome.failure) == (None, "the identity: pair 0 differs")
    assert [(each.evidence, each.failure) for each in outcome.clauses] == [(None, "the identity: pair 0 differs")]


# Claims of clauses

i, n = indices("i n")


def of_clauses(**more):
    return Claim(id="gupte2010.example", title="an example", section="3", position=1, **more)


def add(subject, words="", name="next"):
    @subject.clause(name, 0 <= i, i < n, i + 1 <= n)
    def proof(proof):
        return because(words, i + 1 <= n) if words else proof.qed()

    return proof


def test_a_claim_of_clauses_is_as_strong_as_its_weakest():
    subject = of_clauses()
    assert add(subject)(Proof([0 <= i, i < n], i + 1 <= n)).words == ()
    assert (subject.run().evidence, subject.print) == ("proved", "stands")
    add(subject, words="by symmetry", name="in-words")
    assert subject.run().evidence == "argued"
    assert subject.possible_evidence == {"proved", "argued"}
    subject.clause("bound", i >= 0, i < n, i <= n)
    outcome = subject.run()
    assert [(each.clause.id, each.evidence) for each in outcome.clauses] == [
        ("next", "proved"), ("in-words", "argued"), ("bound", "verified"),
    ]  # fmt: skip
    assert outcome.evidence == "verified"
    assert subject.possible_evidence == {"verified"}
    assert subject.surviving_mutants() == []


def test_a_print_is_corrected_or_refuted_by_an_instance():
    subject = of_clauses(printed="i + 1 < n", slip="statement")
    subject.printed_as("printed", 0 <= i, i < n, i + 1 < n, at={"i": 0, "n": 1})
    outcome = subject.run()
    assert (subject.print, outcome.evidence, outcome.clauses) == ("refuted", "verified", ())
    assert subject.possible_evidence == {"verified"}
    assert [each.refuted for each in outcome.prints] == ["i = 0, n = 1"]
    add(subject)
    assert (subject.print, subject.run().evidence) == ("corrected", "proved")
    subject.printed_as("true", 0 <= i, i < n, i <= n)
    outcome = subject.run()
    assert (bool(outcome), outcome.evidence) == (False, None)
    assert outcome.failure == "#true: no instance refutes what is printed"


def test_the_words_of_a_claim_of_clauses_are_computed():
    subject = of_clauses()
    add(subject)
    subject.clause("bound", i >= 0, i < n, i <= n)
    clauses = [each.statement for each in subject.clauses]
    assert subject.statement == "; ".join(clauses)
    assert subject.scope == "2 clauses: #next, #bound"
    assert subject.latex == "; ".join(each.latex for each in subject.clauses)
    assert subject.domain == f"{text(i >= 0)}; {text(i < n)}"
    assert replace(subject, position=2).statement == subject.statement


def test_while_a_claim_moves_its_words_are_one_argued_clause():
    subject = claim()
    add(subject)
    outcome = subject.run()
    assert [(each.clause.id, each.evidence) for each in outcome.clauses] == [("", "argued"), ("next", "proved")]
    assert (outcome.evidence, subject.possible_evidence) == ("argued", {"argued"})
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    assert subject.run().evidence == "argued"
    assert subject.loaded_from(Path("lemma.py")).statement == "1 - α² = (1-α)·(1+α)"


def test_a_clause_that_fails_fails_the_claim():
    subject = of_clauses()
    add(subject)
    subject.clause("wrong", 0 <= i, i < n, n <= i)
    outcome = subject.run()
    assert (bool(outcome), outcome.evidence) == (False, None)
    assert outcome.failure == "#wrong: refuted at i = 0, n = 1: the left side is 1, the right side is 0"
    assert [each.evidence for each in outcome.clauses] == ["proved", None]


def test_a_proof_may_cite_a_clause_of_this_claim_or_another():
    subject = of_clauses()
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
        of_clauses().clause(name, i <= n)


def test_a_claim_that_is_not_put_together_is_a_defect():
    subject = of_clauses()
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
    subject = of_clauses()
    add(subject)
    subject.printed_as("printed", i < n)
    with pytest.raises(Defect, match="printed"):
        subject.run()
    subject = of_clauses()
    add(subject)
    subject.proof("the identity", MUTANTS)(difference_of_squares)
    with pytest.raises(Defect, match="steps and no verdict"):
        subject.run()


@pytest.mark.parametrize("name", ["statement", "domain", "scope"])
def test_a_verdict_without_words_is_a_defect(name):
    with pytest.raises(Defect, match=f"has a verdict and no {name}"):
        claim(**{name: ""})


def test_why_assumptions_are_kept_is_said_once_for_a_claim_and_of_parts_of_names() -> None:
    order = Definition("{0} < {1} are inputs", (i, n), both(0 <= i, i < n))
    subject = Claim("source.lemma-1", "a bound", "1", 10, kept={"0 ≤ i": "the inputs", "i < n": "the sizes"})
    subject.clause("named", order(i, n), i <= n, kept={"i < n": "of its own"})
    subject.clause("other", i < n, i <= n)
    found = [dict(each.kept) for each in subject.clauses]
    assert found == [{"0 ≤ i": "the inputs", "i < n": "of its own"}, {"i < n": "the sizes"}]
    assert subject.run()
