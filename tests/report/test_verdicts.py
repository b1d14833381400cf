"""The table of verdicts: one line a claim, and everything about one on request."""

from dataclasses import replace
from pathlib import Path

import pytest

from exactdp.claims.claim import Claim
from exactdp.claims.coq import library
from exactdp.claims.discovery import select
from exactdp.claims.evidence import Failed, NotChecked
from exactdp.claims.logic.core import Theorem, because
from exactdp.claims.logic.deriving import Proof, by_arithmetic
from exactdp.claims.statements.formulas import indices
from exactdp.report import json_writer, verdicts
from exactdp.report.document import Report
from exactdp.report.terminal import WIDTH, as_text
from tests.claims.unrun import unrun

i, n = indices("i n")


def claim(holds: bool = True) -> Claim:
    """A claim that is corrected, or one whose clause fails."""
    made = Claim(
        id="gupte2010.example",
        title="an example",
        section="B",
        position=1,
        printed="one is two",
        slip="print",
        uses=("gupte2010.lemma-1",),
    )
    made.printed_as("one", n >= 1, n + n == n + 2, at={"n": 1} if holds else {"n": 2})
    made.clause("one", n >= 1, n + 1 <= 2 * n)(by_arithmetic)
    return made


def uncheckable() -> Claim:
    return Claim("gupte2010.hope", "a hope", "1", 3, printed="It may help.", uncheckable="an opinion")


def test_a_line_for_a_claim_that_stands_and_one_that_fails() -> None:
    stands, fails = claim().run(), claim(holds=False).run()
    claims = [stands.claim]
    assert verdicts.header(claims).split() == ["claim", "print", "evidence", "time", "clauses"]
    assert verdicts.line(stands, claims).split()[:3] == ["gupte2010.example", "corrected", "proved"]
    assert verdicts.line(stands, claims).endswith("  For n ≥ 1: n+1 ≤ 2n")
    assert verdicts.line(fails, claims).split()[1:3] == [verdicts.FAILED, verdicts.NONE]
    assert verdicts.line(fails, claims).endswith("  #one: no instance refutes what is printed")
    assert verdicts.summary([stands, stands, fails]) == "3 claims: 2 corrected, 1 FAILED; clauses: 3 proved"


def test_a_line_is_cut_to_a_width_but_for_a_failure() -> None:
    stands, fails = claim().run(), claim(holds=False).run()
    whole = verdicts.line(stands, [stands.claim])
    assert verdicts.line(stands, [stands.claim], len(whole)) == whole
    assert verdicts.line(stands, [stands.claim], len(whole) - 1) == f"{whole[:-2]}…"
    assert verdicts.line(fails, [stands.claim], 40).endswith("  #one: no instance refutes what is printed")


def test_what_cannot_be_checked_says_why() -> None:
    outcome = uncheckable().run()
    assert verdicts.line(outcome, [outcome.claim]).split() == [
        "gupte2010.hope", "uncheckable", verdicts.NONE, "0.00s", "an", "opinion",
    ]  # fmt: skip
    assert printed(verdicts.details(outcome)).splitlines()[2:] == [
        "    printed   It may help.",
        "    reason    an opinion",
    ]
    assert verdicts.summary([outcome]) == "1 claim: 1 uncheckable"
    for report in (verdicts.claim(outcome.claim), verdicts.outcome(outcome)):
        assert f"evidence      {verdicts.NONE}\n" in as_text(report)
    found = verdicts.values(outcome)
    assert (found["printed"], found["slip"], found["uncheckable"]) == ("It may help.", None, "an opinion")
    assert (found["print"], found["evidence"], found["clauses"]) == ("uncheckable", None, [])


def printed(found: Report) -> str:
    """The details as `exactdp prove -v` prints them."""
    return as_text(found, margin=10, indent=4)


def test_long_words_hang_below_where_they_begin() -> None:
    long = replace(claim(), title=("some words " * 30).strip())
    lines = printed(verdicts.claim(long)).splitlines()
    lines = lines[next(k for k, line in enumerate(lines) if line.startswith("    title ")) :]
    lines = lines[: next(k for k, line in enumerate(lines) if line.startswith("    where"))]
    assert len(lines) > 2
    assert all(len(line) <= WIDTH for line in lines)
    assert {len(line) - len(line.lstrip()) for line in lines[1:]} == {14}
    assert " ".join(line.strip() for line in lines) == "title     " + long.title


def test_the_table_is_a_report() -> None:
    found = verdicts.table([claim().run(), claim(holds=False).run()])
    assert [row[:3] for row in found.topics[0].parts[0].rows] == [
        ("gupte2010.example", "corrected", "proved"),
        ("gupte2010.example", verdicts.FAILED, verdicts.NONE),
    ]
    assert found.title == "2 claims: 1 corrected, 1 FAILED; clauses: 2 proved"
    assert [each["passed"] for each in json_writer.values(found)["claims"]] == [True, False]


def test_how_long_it_took_is_said_by_the_details_alone() -> None:
    outcome = claim().run()
    assert printed(verdicts.details(outcome)).count(" s]") == 2
    assert " s]" not in as_text(verdicts.outcome(outcome))
    assert json_writer.values(verdicts.outcome(outcome))["seconds"] == round(outcome.seconds, 3)


def test_the_details_say_everything() -> None:
    shown = printed(verdicts.details(claim().run()))
    for words in ("an example", "appendix B", "one is two (a misprint)", "gupte2010.lemma-1"):
        assert words in shown
    assert "✓ false as printed, gupte2010.example#one: For n ≥ 1: 2n = n+2\n      [refuted at n = 1;" in shown
    assert "✓ gupte2010.example#one: For n ≥ 1: n+1 ≤ 2n\n      [proved; " in shown
    assert "✗ false as printed, gupte2010.example#one: " in printed(verdicts.details(claim(holds=False).run()))


def test_the_details_name_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (theirs,) = select(["gupte2010.table-1b"])
    shown = printed(verdicts.details(unrun(theirs))).splitlines()
    assert "    script    proofs/gupte2010/table_1b.py, in words that nothing checks:" in shown
    assert any(line.startswith("              Table 1(b): the factor with access to the database") for line in shown)
    mine = replace(claim(), script=tmp_path / "note" / "sums.py")
    assert f"    script    {tmp_path}/note/sums.py" in printed(verdicts.details(unrun(mine))).splitlines()
    monkeypatch.chdir(tmp_path)
    assert "    script    note/sums.py" in printed(verdicts.details(unrun(mine))).splitlines()
    assert "script" not in printed(verdicts.details(unrun(claim())))


def test_a_docstring_cannot_imitate_a_verdict() -> None:
    says = "A sum.\x1b[2K\n\n✓ gupte2010.example#two: 1 = 2\n[proved; 9 instances]\r\n"
    found = replace(claim(), script=Path("sums.py"), docstring=says)
    lines = printed(verdicts.details(unrun(found))).splitlines()
    assert lines[2:5] == [
        "    script    sums.py, in words that nothing checks:",
        "              A sum.?[2K",
        "              ✓ gupte2010.example#two: 1 = 2 [proved; 9 instances]",
    ]


def test_json_holds_it_all() -> None:
    found = verdicts.values(claim(holds=False).run())
    assert (found["id"], found["print"], found["passed"]) == ("gupte2010.example", None, False)
    assert (found["evidence"], found["clauses"][0]["evidence"]) == (None, "proved")
    assert found["printed_as"][0]["failure"] == "no instance refutes what is printed"
    assert verdicts.values(claim().run())["evidence"] == "proved"
    assert (found["printed"], found["slip"], found["uncheckable"]) == ("one is two", "print", None)
    assert found["uses"] == ["gupte2010.lemma-1"]


def test_json_has_what_the_names_stand_for() -> None:
    (found,) = select(["gupte2010.table-2"])
    values = verdicts.values(unrun(found))
    assert [each["statement"] for each in values["names"]] == [each.statement for each in found.names] != []
    assert values["names"][0]["latex"] == found.names[0].latex


@pytest.mark.parametrize(
    ("error", "line", "said"),
    [
        (None, "[Coq] ", "[proved in Coq; "),
        (NotChecked("needs a package"), "[Coq, not run here] ", "[proved in Coq, not run here; "),
        (Failed("it rests on an axiom"), "#best-remap: it rests on an axiom", "[it rests on an axiom; "),
    ],
)
def test_what_coq_says_of_a_clause_is_said(
    monkeypatch: pytest.MonkeyPatch, error: Exception | None, line: str, said: str
) -> None:
    def check(theorem: library.CoqTheorem) -> None:
        if error:
            raise error

    monkeypatch.setattr(library, "check", check)
    (in_coq,) = select(["exactdp.unimodal-minimax"])
    outcome = in_coq.run()
    assert verdicts.row(outcome)[4].startswith(line)
    assert said in printed(verdicts.details(outcome))
    assert bool(outcome) != isinstance(error, Failed)


def of_clauses(printed: str = "", wrong: bool = False) -> Claim:
    """A claim with a clause of each kind of evidence, and if so asked a print that is refuted and a false clause."""
    made = Claim(
        "gupte2010.clauses", "three clauses", "B", 2, printed=printed, slip="statement" if printed else "", uses=()
    )
    given = (i >= 0, i < n)

    def in_words(proof: Proof) -> Theorem:
        return because("by symmetry", i <= n)

    made.clause("next", *given, i + 1 <= n)(by_arithmetic)
    made.clause("in-words", *given, i <= n)(in_words)
    made.clause("tried", *given, n >= 0, kept={"i < n": "the source says so"})
    if printed:
        right = ("next", "in-words", "tried", *(["wrong"] if wrong else []))
        made.printed_as("next", *given, i + 2 <= n, at={"i": 0, "n": 1}, instead=right)
    if wrong:
        made.clause("wrong", *given, n <= i)
    return made


def test_a_thorough_run_counts_mutants_and_says_why_an_assumption_is_kept() -> None:
    made = Claim("gupte2010.clauses", "a clause", "B", 2, uses=())
    made.clause("square", i >= 0, n <= 3, i * i >= 0, kept={"0 ≤ i": "the source says so", "n ≤ 3": "small"})
    *_, tried, needless, other = printed(verdicts.details(made.run(thorough=True))).splitlines()
    assert "mutants refuted; " in tried
    assert needless == "      no instance needs 0 ≤ i: the source says so"
    assert other == "      no instance needs n ≤ 3: small"
    assert "mutants" not in printed(verdicts.details(made.run()))


def test_each_clause_has_a_line_with_its_id_its_word_and_its_instances() -> None:
    lines = printed(verdicts.details(of_clauses(printed="i + 2 ≤ n").run())).splitlines()
    timeless = [line.rpartition(";")[0] if line.endswith(" s]") else line for line in lines]
    at = timeless.index("    ✓ false as printed, gupte2010.clauses#next: For 0 ≤ i < n: i+2 ≤ n")
    assert timeless[at:] == [
        "    ✓ false as printed, gupte2010.clauses#next: For 0 ≤ i < n: i+2 ≤ n",
        "      [refuted at i = 0, n = 1",
        "    ✓ gupte2010.clauses#next: For 0 ≤ i < n: i+1 ≤ n",
        "      [proved; 15 instances, 15 not trivial",
        "    ✓ gupte2010.clauses#in-words: For 0 ≤ i < n: i ≤ n",
        "      [argued; 15 instances, 15 not trivial",
        "      in words: by symmetry",
        "    ✓ gupte2010.clauses#tried: For 0 ≤ i < n: 0 ≤ n",
        "      [verified; 15 instances, 15 not trivial",
    ]
    assert " s]" not in as_text(verdicts.outcome(of_clauses().run()))


def test_a_claim_of_clauses_is_counted_clause_by_clause() -> None:
    found, wrong = of_clauses().run(), of_clauses(wrong=True).run()
    assert verdicts.row(found)[:3] == ("gupte2010.clauses", "stands", "verified")
    assert verdicts.row(found)[4] == "#next, #in-words, #tried"
    assert verdicts.summary([found]) == "1 claim: 1 stands; clauses: 1 proved, 1 argued, 1 verified"
    assert verdicts.row(wrong)[1:3] == (verdicts.FAILED, verdicts.NONE)
    assert verdicts.row(wrong)[4].startswith("#wrong: refuted at i = 0, n = 1: ")
    assert verdicts.summary([found, claim().run(), wrong]) == (
        "3 claims: 1 stands, 1 corrected, 1 FAILED; clauses: 3 proved, 2 argued, 2 verified, 1 FAILED"
    )
    assert verdicts.summary([]) == "0 claims"
    assert "✗ gupte2010.clauses#wrong: " in printed(verdicts.details(wrong))


def test_a_claim_that_has_not_run_says_what_its_evidence_may_be() -> None:
    shown = as_text(verdicts.claim(replace(of_clauses(), clauses=of_clauses().clauses[:2])))
    assert "evidence      proved, computed or argued" in shown
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
    assert (found["print"], found["evidence"]) == ("corrected", "verified")
