"""The errata hold every slip with its counterexample, in all formats, and say so where a claim fails."""

import json
import re
from dataclasses import replace

import pytest

from exactdp.claims.claim import Claim
from exactdp.claims.discovery import discover, select
from exactdp.claims.logic.deriving import by_arithmetic
from exactdp.claims.statements.formulas import indices
from exactdp.claims.statements.names import named
from exactdp.claims.statements.terms import as_number
from exactdp.report import errata
from exactdp.report.json_writer import spelled
from exactdp.report.verdicts import WEIGHTS, values
from tests.claims.unrun import unrun
from tests.report.test_verdicts import of_clauses
from tests.report.typesetting import ARTICLE, check_latex

i, n = indices("i n")


def claim(right=True, holds=True, slip="print", weight=""):
    """A claim of a matrix, with what is right or without; it holds, or an instance does not refute what is printed."""
    made = Claim("gupte2010.table-9b", "a matrix of x_i", "2.5", 1, printed="α_i is 100% two", slip=slip, weight=weight)
    made.printed_as("two", n >= 1, n == 2, at={"n": 1 if holds else 2}, instead="one")
    if right:
        made.clause("one", n >= 1, n + 1 <= 2 * n)(by_arithmetic)
    return made


PROSE = ("text", "markdown", "latex", "html")


def written(form, outcomes):
    """The errata in a format; of a page what it says."""
    found = errata.FORMATS[form](outcomes)
    return found[found.index("<main") :] if form == "html" else found


@pytest.mark.parametrize("form", PROSE)
def test_an_entry_says_where_what_and_why(form):
    shown = written(form, [claim().run()])
    assert "Gupte & Sundararajan 2010" in shown.replace(r"\&", "&").replace("&amp;", "&")
    assert "ection 2.5, Table 9(b)" in shown
    assert "a misprint" in shown.lower()
    assert "For n ≥ 1: n = 2" in shown
    assert shown.lower().index("counterexample") < shown.index("n = 1\n" if form in ("text", "latex") else "n = 1")
    assert ("100\\%" if form == "latex" else "100%") in shown
    sub = {"text": "α_i", "latex": r"α\textsubscript{i}"}.get(form, "α<sub>i</sub>")
    assert f"{sub} is 100" in shown
    assert "right, proved" in shown.lower()
    assert "1 error: 1 misprint" in shown


@pytest.mark.parametrize("form", PROSE)
def test_the_claim_of_a_folder_of_your_own_is_listed_under_its_name(form):
    shown = written(form, [replace(claim(), id="note.table-9b").run()])
    assert "note.table-9b" in shown
    assert "1 error: 1 misprint" in shown


@pytest.mark.parametrize("form", PROSE)
def test_a_refuted_claim_has_nothing_right_to_offer(form):
    shown = written(form, [claim(right=False).run()])
    assert "counterexample" in shown.lower()
    assert "right" not in shown.lower()


@pytest.mark.parametrize("form", PROSE)
def test_what_was_not_confirmed_is_not_passed_off(form):
    shown = written(form, [claim(holds=False).run()])
    assert "1 claim FAILED" in shown
    assert "#two: no instance refutes what is printed" in shown.replace(r"\#", "#")
    assert "counterexample" not in shown.lower()


def test_json_is_what_is_known_of_each_claim():
    outcomes = [claim().run(), claim(holds=False).run()]
    found = json.loads(errata.FORMATS["json"](outcomes))["claims"]
    assert found == [spelled(values(each)) for each in outcomes]
    assert [(each["passed"], each["printed"], each["slip"]) for each in found] == [
        (True, "α_i is 100% two", "print"),
        (False, "α_i is 100% two", "print"),
    ]


@pytest.mark.parametrize(
    ("slip", "counted", "words"),
    [
        ("statement", "1 in a statement", "an error in the statement"),
        ("proof", "1 in a proof", "an error in the proof"),
        ("print", "1 misprint", "a misprint"),
        ("scan", "1 possible scanning error", "possibly a scanning error"),
    ],
)
def test_kinds_of_slips_are_told_apart(slip, counted, words):
    found = [claim(slip=slip).run()]
    assert errata.summary(found) == f"1 error: {counted}"
    assert f"[gupte2010.table-9b], {words}" in " ".join(errata.as_text(found).split())


def test_several_slips_of_a_paper_are_listed_before_each_is_told():
    one = claim().run()
    assert errata.as_text([one]).count("a matrix of x_i") == 1
    lines = errata.as_text([one, replace(one, claim=replace(one.claim, title="another one"))]).splitlines()
    assert lines[3:5] == [
        "   1.  section 2.5, Table 9(b)  a matrix of x_i",
        "   2.  section 2.5, Table 9(b)  another one",
    ]
    assert lines[6] == "1. section 2.5, Table 9(b): a matrix of x_i [gupte2010.table-9b], a misprint"


def weights():
    """One slip of each weight, the lightest first, and one that has its weight from its kind."""
    yield claim().run()
    yield from (claim(weight=each).run() for each in reversed(WEIGHTS))
    yield claim(slip="proof").run()


@pytest.mark.parametrize("form", PROSE)
def test_the_heaviest_slips_come_first_under_their_headings(form):
    shown = written(form, list(weights()))
    places = [shown.index(heading) for heading in WEIGHTS.values()]
    assert places == sorted(places)
    assert [shown.count(heading) for heading in WEIGHTS.values()] == [1] * len(WEIGHTS)
    titles = [found.start() for found in re.finditer(r"[0-9]\. [Ss]ection 2\.5", shown)]
    assert len(titles) == len(WEIGHTS) + 2


def test_slips_of_one_weight_stay_in_the_order_of_the_pages():
    found = [replace(each, claim=replace(each.claim, title=f"title {k}")) for k, each in enumerate(weights())]
    (heavy, *_, light), last = [slips for _, slips in next(iter(errata._by_source(found)))[1]], len(WEIGHTS) + 2
    assert [(number, each.claim.title) for number, each in heavy] == [(1, "title 5"), (2, "title 6")]
    assert [(number, each.claim.title) for number, each in light] == [(last - 1, "title 0"), (last, "title 1")]


@pytest.mark.parametrize("form", PROSE)
def test_one_weight_needs_no_heading(form):
    shown = written(form, [claim().run(), claim(weight="misprint").run()])
    assert not any(heading in shown for heading in WEIGHTS.values())


def test_the_page_has_an_article_for_each_slip_and_escapes_it():
    shown = errata.as_page([replace(one := claim().run(), claim=replace(one.claim, printed="a < b"))])
    assert shown.count("<article") == 1
    assert "a &lt; b" in shown and "a < b" not in shown


def test_what_is_right_instead_is_told_and_the_other_clauses_are_named():
    made = Claim("gupte2010.table-9b", "sums", "2.5", 1, printed="n + 1 < n", slip="print")
    made.clause("other", n <= n + 1)(by_arithmetic)
    made.clause("sum", n < n + 1)(by_arithmetic)
    made.clause("twice", n < n + 2)(by_arithmetic)
    made.printed_as("sum", n + 1 < n)
    made.printed_as("two", n + 2 < n, instead=("sum", "twice"))
    rows = [*errata._entry(made.run())][1:]
    assert [(name, words.split(":")[0 if "#" in words else -1].strip()) for name, words in rows] == [
        ("as a formula", "n+1 < n"),
        ("counterexample", "the left side is 1, the right side is 0"),
        ("right, proved", "#sum"),
        ("as a formula", "n+2 < n"),
        ("counterexample", "the left side is 2, the right side is 0"),
        ("right, proved", "#twice"),
        ("also proved", "#other"),
    ]


def test_only_the_names_in_what_is_shown_are_explained():
    number = named("c", as_number(2))
    for here in (True, False):
        made = Claim("gupte2010.table-9b", "a number", "2.5", 1, printed="n < c", slip="print")
        made.printed_as("less", n < number if here else n + 1 < n, instead="more")
        made.clause("more", n < n + 1)(by_arithmetic)
        made.clause("other", number <= number + 1)(by_arithmetic)
        assert [row for row in errata._entry(made.run()) if row[0] == "notation"] == [("notation", "c = 2")] * here


def test_only_what_is_wrong_is_listed():
    found = errata.wrong(discover())
    assert {each.print for each in found} == {"corrected"}
    assert all(each in found for each in select(["corrected"]))


def as_wrong(claims):
    """Claims as if they were wrong, since it is only their words that matter here."""
    for each in claims:
        found = unrun(each)
        yield replace(found, claim=replace(each, printed=each.printed or "-", slip=each.slip or "print"))


@pytest.mark.needs("pdflatex")
def test_latex_reads_the_words_of_every_claim(tmp_path, claims):
    outcomes = list(as_wrong(claims))
    assert len(outcomes) > 40
    check_latex(errata.as_latex_text(outcomes), tmp_path)


@pytest.mark.needs("pdflatex")
def test_latex_reads_the_formula_of_every_claim(tmp_path, claims):
    formulas = (f"{claim.id}\n\\[{each.latex}\\]" for claim in claims for each in (*claim.names, *claim.clauses))
    check_latex(ARTICLE % "\n".join(formulas), tmp_path)


@pytest.mark.parametrize("form", PROSE)
def test_each_clause_is_cited_with_its_word(form):
    shown = written(form, [of_clauses(printed="i + 2 ≤ n").run()])
    for words in ("right, proved", "right, argued", "right, verified", "in words"):
        assert words in shown.lower()
    for words in ("#next: ", "by symmetry", "i = 0, n = 1"):
        assert words in shown.replace(r"\#", "#")


def test_a_clause_that_fails_is_not_right():
    shown = errata.as_text([of_clauses(printed="i + 2 ≤ n", wrong=True).run()])
    assert "right, not confirmed  #wrong: " in shown
