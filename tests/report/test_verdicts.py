"""The table of verdicts: one line a claim, and everything about one on request."""

from exactdp.claims.claim import Claim
from exactdp.claims.evidence import require
from exactdp.report import verdicts
from exactdp.report.terminal import WIDTH


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
    assert verdicts.header(claims).split() == ["claim", "verdict", "time", "scope"]
    assert verdicts.line(stands, claims).split()[:2] == ["gupte2010.example", "corrected"]
    assert verdicts.line(stands, claims).endswith("  all of it")
    assert verdicts.line(fails, claims).split()[1] == verdicts.FAILED
    assert verdicts.line(fails, claims).endswith("  one is one: it is not")
    assert verdicts.summary([stands, stands, fails]) == "3 claims: 2 corrected, 1 FAILED"


def test_a_line_is_cut_to_a_width_but_for_a_failure() -> None:
    stands, fails = claim().run(), claim(holds=False).run()
    whole = verdicts.line(stands, [stands.claim])
    assert verdicts.line(stands, [stands.claim], len(whole)) == whole
    assert verdicts.line(stands, [stands.claim], len(whole) - 1) == f"{whole[:-2]}…"
    assert verdicts.line(fails, [stands.claim], 40).endswith("  one is one: it is not")


def test_long_words_hang_below_where_they_begin() -> None:
    lines = verdicts.hanging("   head ", "some words " * 30).splitlines()
    assert len(lines) > 2
    assert all(len(line) <= WIDTH for line in lines)
    assert {len(line) - len(line.lstrip()) for line in lines[1:]} == {8}
    assert " ".join(line.strip() for line in lines) == "head " + ("some words " * 30).strip()


def test_the_details_say_everything() -> None:
    shown = verdicts.details(claim().run())
    for words in ("an example", "one is one", "the number 1", "appendix B", "one is two (a slip of print)"):
        assert words in shown
    assert "gupte2010.lemma-1" in shown
    assert "✓ counterexample: one is not two" in shown
    assert "[1 instance" in shown
    assert "1 mutant;" in shown
    assert "✗ proof: one is one" in verdicts.details(claim(holds=False).run())


def test_json_holds_it_all() -> None:
    found = verdicts.outcome_json(claim(holds=False).run())
    assert (found["id"], found["verdict"], found["stands"]) == ("gupte2010.example", "corrected", False)
    assert [step["failure"] for step in found["steps"]] == [None, "it is not"]
    assert found["steps"][1]["mutants"] == ["two"]
    assert (found["finite"], found["uses"]) == (True, ["gupte2010.lemma-1"])
    assert (found["printed"], found["slip"]) == ("one is two", "print")
