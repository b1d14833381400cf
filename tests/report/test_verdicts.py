"""The table of verdicts: one line a claim, and everything about one on request."""

from dataclasses import replace

import pytest

from exactdp.claims import coq_library
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.core import Theorem, because
from exactdp.claims.deriving import Proof, by_arithmetic
from exactdp.claims.evidence import Failed, NotChecked, record, require
from exactdp.claims.formulas import indices
from exactdp.report import json_writer, verdicts
from exactdp.report.document import Report
from exactdp.report.terminal import WIDTH, as_text


def claim(holds: bool = True) -> Claim:
    made = Claim(
        id="gupte2010.example",
        title="an example",
        section="B",
        position=1,
        statement="one is one",
        latex="1 = 1",
        domain="the number 1",
        verdict="corrected",
        scope="all of it",
        printed="one is two",
        slip="print",
        finite=True,
        uses=("gupte2010.lemma-1",),
    )
    made.counterexample("one is not two")(lambda: require(True, "it is"))
    made.proof("one is one", mutants={"two": {"value": 2}})(lambda value=1: require(holds and value == 1, "it is not"))
    return made


def test_a_line_for_a_claim_that_stands_and_one_that_fails() -> None:
    stands, fails = claim().run(), claim(holds=False).run()
    claims = [stands.claim]
    assert verdicts.header(claims).split() == ["claim", "print", "evidence", "time", "scope"]
    assert verdicts.line(stands, claims).split()[:3] == ["gupte2010.example", "corrected", "argued"]
    assert verdicts.line(stands, claims).endswith("  all of it")
    assert verdicts.line(fails, claims).split()[1:3] == [verdicts.FAILED, verdicts.NONE]
    assert verdicts.line(fails, claims).endswith("  one is one: it is not")
    assert verdicts.summary([stands, stands, fails]) == "3 claims: 2 corrected, 1 FAILED; clauses: 2 argued, 1 FAILED"


def test_a_line_is_cut_to_a_width_but_for_a_failure() -> None:
    stands, fails = claim().run(), claim(holds=False).run()
    whole = verdicts.line(stands, [stands.claim])
    assert verdicts.line(stands, [stands.claim], len(whole)) == whole
    assert verdicts.line(stands, [stands.claim], len(whole) - 1) == f"{whole[:-2]}…"
    assert verdicts.line(fails, [stands.claim], 40).endswith("  one is one: it is not")


def printed(found: Report) -> str:
    """The details as `exactdp prove -v` prints them."""
    return as_text(found, margin=10, indent=4)


def test_long_words_hang_below_where_they_begin() -> None:
    long = replace(claim(), title=("some words " * 30).strip())
    lines = printed(verdicts.claim(long)).splitlines()
    lines = lines[next(k for k, line in enumerate(lines) if line.startswith("    title ")) :]
    lines = lines[: next(k for k, line in enumerate(lines) if line.startswith("    says"))]
    assert len(lines) > 2
    assert all(len(line) <= WIDTH for line in lines)
    assert {len(line) - len(line.lstrip()) for line in lines[1:]} == {14}
    assert " ".join(line.strip() for line in lines) == "title     " + long.title


def test_the_table_is_a_report() -> None:
    found = verdicts.table([claim().run(), claim(holds=False).run()])
    assert [row[:3] for row in found.topics[0].parts[0].rows] == [
        ("gupte2010.example", "corrected", "argued"),
        ("gupte2010.example", verdicts.FAILED, verdicts.NONE),
    ]
    assert found.title == "2 claims: 1 corrected, 1 FAILED; clauses: 1 argued, 1 FAILED"
    assert [each["stands"] for each in json_writer.values(found)["claims"]] == [True, False]


def test_how_long_it_took_is_said_by_the_details_alone() -> None:
    outcome = claim().run()
    assert printed(verdicts.details(outcome)).count(" s]") == 2
    assert " s]" not in as_text(verdicts.outcome(outcome))
    assert json_writer.values(verdicts.outcome(outcome))["seconds"] == round(outcome.seconds, 3)


def test_the_details_say_everything() -> None:
    shown = printed(verdicts.details(claim().run()))
    for words in ("an example", "one is one", "the number 1", "appendix B", "one is two (a slip of print)"):
        assert words in shown
    assert "gupte2010.lemma-1" in shown
    assert "✓ counterexample: one is not two" in shown
    assert "[1 instance" in shown
    assert "1 mutant;" in shown
    assert "✗ proof: one is one" in printed(verdicts.details(claim(holds=False).run()))


def test_json_holds_it_all() -> None:
    found = verdicts.values(claim(holds=False).run())
    assert (found["id"], found["print"], found["stands"]) == ("gupte2010.example", "corrected", False)
    assert (found["evidence"], found["clauses"][0]["failure"]) == (None, "one is one: it is not")
    assert (
        verdicts.values(claim().run())["evidence"]
        == verdicts.values(claim().run())["clauses"][0]["evidence"]
        == "argued"
    )
    assert [step["failure"] for step in found["steps"]] == [None, "it is not"]
    assert found["steps"][1]["mutants"] == ["two"]
    assert (found["finite"], found["uses"]) == (True, ["gupte2010.lemma-1"])
    assert (found["printed"], found["slip"]) == ("one is two", "print")


def in_coq(monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> Outcome:
    """The claim with two theorems, of which Coq says what is given; the second one is always proved."""

    def check(theorem: coq_library.CoqTheorem) -> None:
        if error and theorem.name == "one_is_one":
            raise error
        record(theorems=1)

    monkeypatch.setattr(coq_library, "check", check)
    made = replace(claim(), id="gupte2010.in-coq")
    made.theorem("Numbers", "one_is_one", "for n = 1", "1 =\n1", {"two": ("=\n1", "= 2")})
    made.theorem("Numbers", "one_is_less", "for n < 1", "1 < 2", {"two": ("1", "2")})
    return made.run()


def test_what_coq_proves_as_well_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = in_coq(monkeypatch)
    shown = printed(verdicts.details(outcome))
    assert verdicts.line(outcome, [outcome.claim]).endswith("  [Coq] all of it")
    assert "    ✓ theorem: one_is_one of Numbers.v: for n = 1\n        1 =\n        1\n" in shown
    assert "[closed under the global context; 1 mutant; " in shown
    assert verdicts.of_coq([outcome, claim().run()]) == "2 theorems proved in Coq as well, with nothing assumed"
    found = verdicts.values(outcome)
    assert found["in_coq"] is True
    stated = {"file": "Numbers", "name": "one_is_one", "statement": "1 =\n1", "covers": "for n = 1"}
    step = json_writer.spelled(found["steps"][2])
    assert (step["theorem"], step["not_checked"]) == (stated, None)
    assert verdicts.values(claim().run())["in_coq"] is None


def test_what_coq_has_not_checked_here_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = in_coq(monkeypatch, NotChecked("needs a package"))
    assert outcome
    assert "[not checked here: needs a package]" in printed(verdicts.details(outcome))
    assert verdicts.of_coq([outcome, outcome]) == (
        "2 theorems proved in Coq as well, with nothing assumed; 2 theorems of Coq not checked here: needs a package"
    )
    assert verdicts.values(outcome)["steps"][2]["not_checked"] == "needs a package"


def test_what_coq_refuses_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = in_coq(monkeypatch, Failed("it rests on an axiom"))
    assert verdicts.line(outcome, [outcome.claim]).endswith(
        "  one_is_one of Numbers.v: for n = 1: it rests on an axiom"
    )
    assert verdicts.of_coq([outcome]) == "1 theorem proved in Coq as well, with nothing assumed; 1 theorem REFUSED"
    assert verdicts.values(outcome)["in_coq"] is False


def of_clauses(printed: str = "", wrong: bool = False) -> Claim:
    """A claim with a clause of each kind of evidence, and if so asked a print that is refuted and a false clause."""
    made = Claim(
        "gupte2010.clauses", "three clauses", "B", 2, printed=printed, slip="statement" if printed else "", uses=()
    )
    i, n = indices("i n")
    given = (i >= 0, i < n)

    def in_words(proof: Proof) -> Theorem:
        return because("by symmetry", i <= n)

    made.clause("next", *given, i + 1 <= n)(by_arithmetic)
    made.clause("in-words", *given, i <= n)(in_words)
    made.clause("tried", *given, n >= 0, kept={"i < n": "the source says so"})
    if printed:
        made.printed_as("next", *given, i + 2 <= n, at={"i": 0, "n": 1})
    if wrong:
        made.clause("wrong", *given, n <= i)
    return made


def test_a_thorough_run_counts_mutants_and_says_why_an_assumption_is_kept() -> None:
    i, n = indices("i n")
    made = Claim("gupte2010.clauses", "a clause", "B", 2, uses=())
    made.clause("square", i >= 0, n <= 3, i * i >= 0, kept={"0 ≤ i": "the source says so"})
    *_, tried, needless, other = printed(verdicts.details(made.run(thorough=True))).splitlines()
    assert "mutants refuted; " in tried
    assert [needless, other] == ["      no instance needs 0 ≤ i: the source says so", "      no instance needs n ≤ 3"]
    assert "mutants" not in printed(verdicts.details(made.run()))


def test_each_clause_has_a_line_with_its_id_its_word_and_its_instances() -> None:
    lines = printed(verdicts.details(of_clauses(printed="i + 2 ≤ n").run())).splitlines()
    timeless = [line.rpartition(";")[0] if line.endswith(" s]") else line for line in lines]
    at = timeless.index("    ✓ printed, gupte2010.clauses#next: For 0 ≤ i < n: i+2 ≤ n")
    assert timeless[at:] == [
        "    ✓ printed, gupte2010.clauses#next: For 0 ≤ i < n: i+2 ≤ n",
        "      [refuted at i = 0, n = 1",
        "    ✓ gupte2010.clauses#next: For 0 ≤ i < n: i+1 ≤ n",
        "      [proved; 15 instances, 15 not trivial",
        "    ✓ gupte2010.clauses#in-words: For 0 ≤ i < n: i ≤ n",
        "      [argued; 15 instances, 15 not trivial",
        "      in words: by symmetry",
        "    ✓ gupte2010.clauses#tried: For 0 ≤ i < n: 0 ≤ n",
        "      [verified; 15 instances, 15 not trivial",
    ]
    assert not any("says" in line or "domain" in line for line in lines[:at])
    assert " s]" not in as_text(verdicts.outcome(of_clauses().run()))


def test_a_claim_of_clauses_is_counted_clause_by_clause() -> None:
    found, wrong = of_clauses().run(), of_clauses(wrong=True).run()
    assert verdicts.row(found)[:3] == ("gupte2010.clauses", "stands", "verified")
    assert verdicts.row(found)[4] == "3 clauses: #next, #in-words, #tried"
    assert verdicts.summary([found]) == "1 claim: 1 stands; clauses: 1 proved, 1 argued, 1 verified"
    assert verdicts.row(wrong)[1:3] == (verdicts.FAILED, verdicts.NONE)
    assert verdicts.row(wrong)[4].startswith("#wrong: refuted at i = 0, n = 1: ")
    assert verdicts.summary([found, claim().run(), wrong]) == (
        "3 claims: 1 stands, 1 corrected, 1 FAILED; clauses: 2 proved, 3 argued, 2 verified, 1 FAILED"
    )
    assert verdicts.summary([]) == "0 claims"
    assert "✗ gupte2010.clauses#wrong: " in printed(verdicts.details(wrong))


def test_a_claim_that_has_not_run_says_what_its_evidence_may_be() -> None:
    shown = as_text(verdicts.claim(replace(of_clauses(), clauses=of_clauses().clauses[:2])))
    assert "evidence      proved or argued" in shown
    assert "says          gupte2010.clauses#next: For 0 ≤ i < n: i+1 ≤ n" in shown


def test_json_holds_every_clause() -> None:
    found = verdicts.values(of_clauses(printed="i + 2 ≤ n").run())
    assert [(each["id"], each["evidence"], each["words"]) for each in found["clauses"]] == [
        ("gupte2010.clauses#next", "proved", []),
        ("gupte2010.clauses#in-words", "argued", ["by symmetry"]),
        ("gupte2010.clauses#tried", "verified", []),
    ]
    assert found["clauses"][2]["kept"] == {"i < n": "the source says so"}
    assert [(each["id"], each["refuted_at"]) for each in found["printed_as"]] == [
        ("gupte2010.clauses#next", "i = 0, n = 1")
    ]
    assert (found["print"], found["evidence"], found["steps"]) == ("corrected", "verified", [])
