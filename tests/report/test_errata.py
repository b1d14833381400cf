"""The errata hold every slip with its counterexample, in all formats, and say so where a claim fails."""

import json
import shutil
import subprocess
from dataclasses import replace

import pytest

from exactdp.claims.claim import Claim
from exactdp.claims.discovery import discover, select
from exactdp.claims.evidence import require
from exactdp.report import errata
from exactdp.report.json_writer import spelled
from exactdp.report.verdicts import values
from tests.claims.unrun import unrun
from tests.report.test_verdicts import of_clauses


def claim(verdict="corrected", holds=True, slip="print"):
    made = Claim(
        id="gupte2010.table-9b",
        title="a matrix of x_i",
        section="2.5",
        position=1,
        statement="α_i is one",
        latex="1 = 1",
        domain="the number 1",
        verdict=verdict,
        scope="all of it",
        printed="α_i is 100% two",
        slip=slip,
        finite=True,
    )
    made.counterexample("one is not two", mutants={"two": {"value": 2}})(
        lambda value=1: require(holds and value == 1, "it is")
    )
    if verdict == "corrected":
        made.proof("one is one")(lambda: require(True, "it is not"))
    return made


PROSE = ("text", "markdown", "latex")


@pytest.mark.parametrize("form", PROSE)
def test_an_entry_says_where_what_and_why(form):
    shown = errata.FORMATS[form]([claim().run()])
    assert "Gupte & Sundararajan 2010" in shown.replace(r"\&", "&").replace("&amp;", "&")
    assert "ection 2.5, Table 9(b)" in shown
    assert "slip of print" in shown
    assert "one is not two" in shown
    assert ("100\\%" if form == "latex" else "100%") in shown
    sub = {"text": "α_i", "markdown": "α<sub>i</sub>", "latex": r"α\textsubscript{i}"}[form]
    assert f"{sub} is one" in shown
    assert "right, argued" in shown.lower()
    assert "proved" not in shown
    assert "1 slip: 1 of print" in shown


@pytest.mark.parametrize("form", PROSE)
def test_a_refuted_claim_has_nothing_right_to_offer(form):
    shown = errata.FORMATS[form]([claim("refuted").run()])
    assert "so, verified" in shown.lower()
    assert "right" not in shown.lower()


@pytest.mark.parametrize("form", PROSE)
def test_what_was_not_confirmed_is_not_passed_off(form):
    shown = errata.FORMATS[form]([claim(holds=False).run()])
    assert "1 claim FAILED" in shown
    assert "one is not two: it is" in shown
    assert "right, not confirmed" in shown.lower()


def test_json_is_what_is_known_of_each_claim():
    outcomes = [claim().run(), claim(holds=False).run()]
    found = json.loads(errata.FORMATS["json"](outcomes))["claims"]
    assert found == [spelled(values(each)) for each in outcomes]
    assert [(each["stands"], each["printed"], each["slip"]) for each in found] == [
        (True, "α_i is 100% two", "print"),
        (False, "α_i is 100% two", "print"),
    ]


@pytest.mark.parametrize(
    ("slip", "words"),
    [
        ("statement", "of the statement itself"),
        ("proof", "of the proof"),
        ("print", "of print"),
        ("scan", "possibly"),
    ],
)
def test_kinds_of_slips_are_told_apart(slip, words):
    assert words in errata.summary([claim(slip=slip).run()])
    assert words in errata.as_text([claim(slip=slip).run()])


def test_several_slips_of_a_paper_are_listed_before_each_is_told():
    one = claim().run()
    assert errata.as_text([one]).count("a matrix of x_i") == 1
    lines = errata.as_text([one, replace(one, claim=replace(one.claim, title="another one"))]).splitlines()
    assert lines[3:5] == [
        "   1.  section 2.5, Table 9(b)  a matrix of x_i",
        "   2.  section 2.5, Table 9(b)  another one",
    ]
    assert lines[6] == "1. section 2.5, Table 9(b): a matrix of x_i [gupte2010.table-9b], a slip of print"


def test_only_what_is_wrong_is_listed():
    found = errata.wrong(discover())
    assert {each.print for each in found} == {"corrected"}
    assert all(each in found for each in select(["corrected"]))


def as_wrong():
    """All claims as if they were wrong, since it is only their words that matter here."""
    for each in discover():
        found = unrun(each)
        yield replace(found, claim=replace(each, printed=each.printed or "-", slip=each.slip or "print"))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_latex_reads_the_words_of_every_claim(tmp_path):
    outcomes = list(as_wrong())
    assert len(outcomes) > 100
    (tmp_path / "errata.tex").write_text(errata.as_latex_text(outcomes), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "errata.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_latex_reads_the_formula_of_every_claim(tmp_path):
    formulas = (f"{each.id}\n\\[{each.latex}\\]" for each in discover() if each.latex)
    head = ["\\documentclass{article}", "\\usepackage{amsmath,amssymb}", "\\begin{document}"]
    (tmp_path / "formulas.tex").write_text("\n".join([*head, *formulas, "\\end{document}"]), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "formulas.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]


@pytest.mark.parametrize("form", PROSE)
def test_each_clause_is_cited_with_its_word(form):
    shown = errata.FORMATS[form]([of_clauses(printed="i + 2 ≤ n").run()])
    for words in ("right, proved", "right, argued", "right, verified", "in words"):
        assert words in shown.lower()
    for words in ("gupte2010.clauses#next: ", "by symmetry", "i = 0, n = 1"):
        assert words in shown.replace(r"\#", "#")
    assert " for " not in [line[:8] for line in shown.splitlines()]
