"""`exactdp prove` and `errata`."""

import json
import re
from pathlib import Path

import pytest

from exactdp.certificates.coq_sources import REALS
from exactdp.claims.coq import library
from exactdp.claims.coq.library import Library
from exactdp.commands import cli
from exactdp.report import verdicts
from tests.commands.running import Run, refusal

CORRECTED = """
from exactdp.claims.claim import Claim
from exactdp.claims.statements.formulas import indices

claim = Claim(
    id="gupte2010.table-9", title="a table", section="9", position=1, printed="n is 2", slip="print",
)
i, n = indices("i n")
claim.printed_as("two", n >= 1, n == 2, instead="one")
claim.clause("one", n >= 1, n <= n * n)
"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "gupte2010" / "table_9.py"
    path.parent.mkdir()
    path.write_text(CORRECTED, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_prove_is_a_table_in_the_order_of_the_papers(run: Run, jobs: str) -> None:
    ran = run("prove gupte2010.table-1b gupte2010.appendix-b ghosh2009.figure-3 --jobs", jobs)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["3", "claims:", "2"],
        [],
        ["claim", "print", "evidence"],
        ["ghosh2009.figure-3", "stands", "proved"],
        ["gupte2010.table-1b", "corrected", "proved"],
        ["gupte2010.appendix-b", "stands", "proved"],
    ]
    assert lines[0] == "3 claims: 2 stand, 1 corrected; clauses: 18 proved"


def test_a_script_without_a_field_is_refused_in_one_line(run: Run, script: str) -> None:
    Path(script).write_text(CORRECTED.replace('printed="n is 2", ', ""), encoding="utf-8")
    assert refusal(run("prove", script, "--jobs", "1")).endswith(
        "gupte2010.table-9: quote the words of the source: printed='…'"
    )
    Path(script).write_text(CORRECTED.replace('title="a table", ', ""), encoding="utf-8")
    assert re.fullmatch(r".*table_9\.py: line 5: TypeError: .* missing .* 'title'", refusal(run("prove", script)))


def test_a_thorough_run_changes_each_clause(run: Run, script: str) -> None:
    assert "mutants refuted" not in run("prove -v", script).out
    ran = run("prove", script, "--thorough")
    assert ran.code == 1 and "  #one: no instance needs 1 ≤ n: leave it out, or say in kept" in ran.out
    Path(script).write_text(CORRECTED.replace('"one", n >= 1, ', '"one", '), encoding="utf-8")
    ran = run("prove -v", script, "--thorough")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"\[verified; .*; [0-9]+ of [0-9]+ mutants refuted; ", ran.out)


def test_a_claim_that_fails(run: Run, script: str) -> None:
    Path(script).write_text(CORRECTED.replace("n <= n * n", "n == 1"), encoding="utf-8")
    ran = run("prove", script)
    assert (ran.code, ran.err) == (1, "")
    assert "  FAILED  " in ran.out
    assert "  #one: refuted at n = " in ran.out.splitlines()[-1]
    assert ran.out.splitlines()[0] == "1 claim: 1 FAILED; clauses: 1 FAILED"
    ran = run("errata", script)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines()[0].endswith("; 1 claim FAILED: not confirmed")


def test_prove_as_json_and_as_a_page(run: Run, tmp_path: Path, script: str) -> None:
    ran = run("prove", script, "gupte2010.appendix-b", "--jobs=1", "--json", "--html", "report.html")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)["claims"]
    assert [(claim["id"], claim["passed"]) for claim in found] == [
        ("gupte2010.table-9", True),
        ("gupte2010.appendix-b", True),
    ]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count('id="gupte2010.appendix-b"') == 1
    assert "n is 2" in page
    ran = run("prove", script, "--html", "none/report.html")
    assert ran.code == 2
    assert ran.err.startswith("exactdp: none/report.html: ")


def test_errata_in_every_format(run: Run, tmp_path: Path, script: str) -> None:
    ran = run("errata", script)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^ +printed +n is 2$", ran.out, re.MULTILINE)
    assert re.search(r"^ +right, verified +#one: For n ≥ 1: n ≤ n·n$", ran.out, re.MULTILINE)
    assert ran.out.splitlines()[0] == "1 error: 1 misprint"
    assert run("errata", script, "-q").out == "1 error: 1 misprint\n"
    assert refusal(run("errata", script, "-o", "errata.pdf")) == (
        "errata.pdf: the output is .txt, .md, .tex, .html or .json: change the extension"
    )
    assert run("errata", script, "--format", "markdown").out.startswith("# Errata\n")
    assert run("errata", script, "--format", "latex", "-o", "errata.tex") == (0, "", "")
    assert (tmp_path / "errata.tex").read_text(encoding="utf-8").endswith("\\end{document}\n")
    # The ending says the format, too, and JSON is what `prove` prints.
    assert run("errata", script, "-o", "errata.html").code == 0
    assert (tmp_path / "errata.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>\n")
    assert run("errata", script, "-o", "errata.md").code == 0
    assert (tmp_path / "errata.md").read_text(encoding="utf-8").startswith("# Errata\n")
    (found,) = json.loads(run("errata", script, "--json").out)["claims"]
    assert (found["id"], found["printed"], found["passed"]) == ("gupte2010.table-9", "n is 2", True)
    assert found["printed_as"][0]["statement"] == "For n ≥ 1: n = 2"


def test_words_are_explained_and_nothing_is_decided(run: Run) -> None:
    ran = run("prove gupte2010.appendix-b --words")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count(" ⇔ ") == 4 and "x is stochastic on {0..n} × {0..m} ⇔ (∀i, r with 0 ≤ i ≤ n" in ran.out
    words = json.loads(run("prove gupte2010.appendix-b --words --json").out)["words"]
    answer, _, rest = ran.out.partition("\n")
    assert answer == "The clauses use 5 words, defined below."
    assert " ".join(rest.split()) == " ".join(words) and len(words) == 5
    # What a claim explains itself is left out, and what is told apart by its table alone.
    assert not any(each.startswith(("t_α", "M =", "[")) for each in words)


def test_errata_are_those_of_the_last_run_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("exactdp.claims.last_run.cache_folder", lambda folder: tmp_path)

    def errata(*options: str) -> tuple[str, str]:
        assert cli.main(["errata", "gupte2010.table-1b", *options]) == 0
        return tuple(capsys.readouterr())

    first, said = errata()
    assert said == ""
    again, said = errata()
    assert again == first
    assert re.fullmatch("1 verdict of [0-9: -]+, and no source has changed since; --again decides again\n", said)
    assert errata("--again") == (first, "")
    assert errata("-q") == (first.partition("\n")[0] + "\n", "")
    # `prove` decides, and what it decides is kept as well.
    (kept,) = tmp_path.iterdir()
    kept.unlink()
    assert cli.main(["prove", "gupte2010.table-1b", "-q"]) == 0
    assert capsys.readouterr().out == "1 claim: 1 corrected; clauses: 4 proved\n"
    assert errata()[1].startswith("1 verdict of ")


def test_the_first_line_needs_no_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def typeset(_: object) -> None:
        pytest.fail("the table with all formulas in LaTeX takes seconds")

    monkeypatch.setattr(verdicts, "table", typeset)
    assert run("prove gupte2010.appendix-b -q") == (0, "1 claim: 1 stands; clauses: 7 proved\n", "")


def test_a_claim_by_its_id_names_the_claims_about_its_parts(run: Run) -> None:
    alone = run("prove", "gupte2010.lemma-1")
    assert (alone.code, alone.err) == (
        0,
        "1 more claim is about parts of gupte2010.lemma-1: to add it, write also `gupte2010.lemma-1.`, with the dot\n",
    )
    both = run("prove", "gupte2010.lemma-1", "gupte2010.lemma-1.")
    assert (both.out.split(":")[0], both.err) == ("2 claims", "")
    assert run("prove", "gupte2010.lemma-1", "-q").err == run("prove", "gupte2010.appendix-b").err == ""


def test_what_is_right_has_no_errata(run: Run) -> None:
    assert run("errata gupte2010.appendix-b") == (0, "0 errors\n", "")


def test_claims_and_jobs_that_there_are_not(run: Run) -> None:
    assert refusal(run("prove gupte2010.lemma-17")).startswith("no claim is named 'gupte2010.lemma-17': ")
    assert "a file such as note/sums.py" in refusal(run("prove note.sums"))
    assert refusal(run("errata none.py")).endswith("none.py: this proof script does not exist: check its name")
    for said in ("0", "-1", "two", "1" * 500):
        message = refusal(run("prove gupte2010.appendix-b", f"--jobs={said}"))
        assert "is not a number of processes: write 1, 2, …" in message
    assert "invalid choice: 'word'" in refusal(run("errata --format word"))


def test_without_coq_its_theorems_are_not_checked_and_the_claims_stand(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "_compiled", {})
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run("prove --verbose exactdp.unimodal-minimax --jobs 1")
    words = "the words in the clauses are defined by: exactdp prove --words exactdp.unimodal-minimax\n"
    assert (ran.code, ran.err) == (0, words)
    assert "proved in Coq, not run here" in " ".join(ran.out.split())
    assert ran.out.splitlines()[0] == "1 claim: 1 stands; clauses: 2 proved"


def test_a_theorem_that_coq_refuses_fails_its_claim(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Library(
        tmp_path, "coqc", "8.16.1", refused={"Statements": "Coq refuses Statements.v, line 7: no"}, root=REALS
    )
    monkeypatch.setattr(library, "_compiled", {REALS: broken})
    ran = run("prove exactdp.unimodal-minimax --jobs 1")
    assert (ran.code, ran.err) == (1, "")
    assert "Coq refuses Statements.v, line 7: no" in ran.out
    assert ran.out.splitlines()[0].startswith("1 claim: 1 FAILED; clauses: ")


def test_prove_prints_a_table_or_theorems_as_latex(run: Run, script: str) -> None:
    proved = script.replace("table_9", "table_10")
    one = CORRECTED.replace("table-9", "table-10").replace("n <= n * n)", "n <= 2 * n)(lambda proof: proof.qed())")
    Path(proved).write_text(one, encoding="utf-8")
    assert r"\begin{tabular}" in run("prove", proved, "--latex").out
    assert run("prove", script, proved, "-v", "--latex").out.splitlines() == [
        "% gupte2010.table-10: no notation",
        "% gupte2010.table-10#one: proved",
        r"\begin{theorem}[\texttt{gupte2010.table-10\#one}]",
        r"For $n \ge 1$: $n \le 2n$.",
        r"\end{theorem}",
        "% gupte2010.table-9: no notation",
        "% gupte2010.table-9#one: verified",
    ]


def test_a_folder_names_all_of_its_scripts(run: Run, script: str) -> None:
    folder = f"{Path(script).parent}/"
    assert run("prove", folder, "-q").out == "1 claim: 1 corrected; clauses: 1 verified\n"
    assert run("errata", folder, "-q").out == "1 error: 1 misprint\n"
    assert "there are no proof scripts in this folder" in refusal(run("prove", f"{folder}none/"))
