"""The page holds every claim with its evidence, is well-formed, needs no other file and is the same every time."""

import re
from dataclasses import replace
from pathlib import Path

from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.clause import PrintedClause, PrintOutcome
from exactdp.claims.discovery import select
from exactdp.claims.statements.formulas import numbers
from exactdp.claims.statements.terms import TRUE, Definition, as_number
from exactdp.report import errata, verdicts
from exactdp.report.claims_page import as_page
from exactdp.report.verdicts import FAILED, words_of
from tests.claims.unrun import unrun
from tests.report.reading import check_page, read
from tests.report.test_verdicts import claim, of_clauses, uncheckable

IDS = ["gupte2010.table-1b", "gupte2010.lemma-3", "ghosh2009.figure-3"]


def test_every_claim_is_there_and_every_link_leads_somewhere():
    outcomes = [claim.run(edges=True) for claim in select(IDS)]
    reader = check_page(as_page(outcomes))
    assert {outcome.claim.id for outcome in outcomes} <= set(reader.ids)


def test_a_claim_is_linked_to_those_it_rests_on_where_they_are_shown():
    used, resting = map(unrun, select(["ghosh2009.figure-2", "ghosh2009.figure-3"]))
    assert resting.claim.uses == (used.claim.id,)
    assert "Depends on" in as_page([resting])
    assert f"#{used.claim.id}" not in read(as_page([resting])).links
    assert f"#{used.claim.id}" in read(as_page([used, resting])).links


def test_no_word_of_a_formula_is_a_tag():
    subject = Claim("gupte2010.table-9", "a tag", "2", 1)
    for name, sign in (("first", ""), ("second", r"{0} \text{{ is <!-- small}}")):
        subject.clause(name, Definition("{0} is <!-- small", (numbers("a")[0],), TRUE, latex=sign)(1))
    assert "<!-- small" not in as_page([unrun(subject)])
    assert "&lt;!--" in as_page([unrun(subject)])


def test_it_says_what_was_printed_and_what_was_checked():
    page = as_page([replace(claim(), script=Path(__file__)).run()])
    assert "Printed (a misprint)" in page
    assert "gupte2010.example#one</a>, false as printed" in page
    assert "<math" in page
    assert "refuted at n = 1" in page
    assert "from exactdp.claims.discovery import" in page  # the script


def test_what_cannot_be_checked_says_why():
    page = as_page([uncheckable().run()])
    article = read(page).page.one("gupte2010.hope")
    assert article.classes == {"claim-uncheckable"}
    assert [each.text for each in article.all("dd")] == ["It may help.", "an opinion"]
    assert "<math" not in page


def test_a_failure_is_seen_without_looking_for_it():
    page = as_page([claim(holds=False).run()])
    assert "no instance refutes what is printed" in page
    assert f'<span class="badge failed">{FAILED}</span>' in page
    read(page)


def test_the_same_claims_give_the_same_page():
    claims = select(["gupte2010.table-1b", "gupte2010.appendix-b"])
    first, second = ([claim.run(edges=True) for claim in claims] for _ in range(2))
    assert [each.seconds for each in first] != [each.seconds for each in second]
    assert as_page(first) == as_page(second)


def test_every_formula_can_be_set(claims):
    outcomes = [unrun(each) for each in claims]
    page = as_page(outcomes)
    read(page)
    of_clauses = sum(len(each.clauses) + len(each.prints) + len(each.claim.names) for each in outcomes)
    words = len(words_of(each.claim for each in outcomes))
    assert words > (50 if len(claims) > 100 else 20) and page.count("<math") == of_clauses + words
    assert not re.search(r"<mtext>\\|merror", page)


def test_every_clause_can_be_linked_to() -> None:
    outcome = of_clauses(printed="i + 2 ≤ n").run()
    page = as_page([outcome])
    reader = check_page(page)
    assert {"gupte2010.clauses/next", "gupte2010.clauses/in-words", "gupte2010.clauses/printed/next"} <= set(reader.ids)
    article = reader.page.one("gupte2010.clauses")
    assert article.classes == {"claim-corrected", "claim-verified"}
    badges = [each.text for each in article.all("span") if "badge" in each.classes]
    assert badges == ["corrected", "verified", "proved", "argued", "verified"]
    assert len(list(article.all("math"))) == 4
    text = " ".join(article.text.split())
    for words in ("in words: by symmetry", "not trivial", "refuted at i = 0, n = 1"):
        assert words in text


def test_what_a_proof_or_a_function_refutes_is_told_from_a_counterexample() -> None:
    negated = PrintOutcome(PrintedClause("largest", (), as_number(1) == 2), "∀k: k < k+1", proved=True)
    by_function = PrintOutcome(PrintedClause("low", (), as_number(1) == 2), "n = 1", computed=("{0} is low",))
    found = Outcome(Claim("note.low", "", "1", 1, printed="low", slip="print"), (), (negated, by_function))
    page = as_page([found])
    assert "refuted by the proof of: ∀k: k &lt; k+1" in page and "refuted at ∀" not in page
    assert "refuted at n = 1; computed by “… is low”" in page
    assert "counterexample  n = 1; computed by “… is low”" in errata.as_text([found]).replace("\n", " ")
    values = verdicts.values(found)["printed_as"]
    assert [(each["refuted_at"], each["negation"], each["computed"]) for each in values] == [
        (None, "∀k: k < k+1", []),
        ("n = 1", None, ["… is low"]),
    ]


def test_a_clause_that_fails_is_seen() -> None:
    page = as_page([of_clauses(wrong=True).run()])
    assert "refuted at i = 0, n = 1" in page
    assert page.count(f'<span class="badge failed">{FAILED}</span>') >= 2


def test_claims_of_a_folder_of_your_own_are_shown_under_its_name() -> None:
    own = replace(claim(), id="note.lemma-1")
    assert ">note<" in as_page([own.run()])
