"""Reports as LaTeX: no word is lost, no text becomes mark-up, and pdflatex accepts the document."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, Matrix, Mechanism, absolute, check, derive, geometric
from exactdp.answers.optimality import decide
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.claims.discovery import select
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix
from exactdp.report.document import Grid, Line, Part, Report, Table, Topic
from exactdp.report.errata import errata
from exactdp.report.latex_writer import as_latex, formula, matrix, number
from exactdp.report.results import report
from tests.report.typesetting import ARTICLE, check_latex

HALF = Fraction(1, 2)
APPENDIX_B = Mechanism(
    [line.split() for line in ("1/9 2/9 4/9 2/9", "2/9 1/9 2/9 4/9", "4/9 2/9 1/9 2/9", "13/18 1/9 1/18 1/9")],
    ["<0>", "1 & 2", "50% #_3", "\\x{^~}"],
)


def latex_of(*parts: Part, topic: str = "") -> str:
    return as_latex(Report("level", [Topic(topic, parts)]))


def test_lines_stand_in_paragraphs_and_topics_in_a_description() -> None:
    written = as_latex(Report("level", [Topic("a_b", ["1/2", Line("at 0", 2)]), Topic("", ["so"])], title="t.csv"))
    assert written == (
        "t.csv\n\n"
        "\\begin{description}\n\\item[{a\\_b}] \\ensuremath{\\frac{1}{2}}\n\n\\hspace*{2em}at 0\n\\end{description}\n\n"
        "so"
    )


def test_a_table_is_a_tabular() -> None:
    assert latex_of(Table([("1", "[2]"), ("[3]", "a\nb")], ("α", "δ"))) == "\n".join(
        [
            r"\begin{tabular}{ll}",
            r"\ensuremath{\alpha} & \ensuremath{\delta} \\ \hline",
            r"1 & [2] \\",
            r"{}[3] & \shortstack[l]{a \\{} b} \\",
            r"\end{tabular}",
        ]
    )
    assert r"\begin{tabular}{lp{0.7\linewidth}}" in latex_of(Table([("a", "b\nc")], wraps=True))
    assert r"a & b \newline c \\" in latex_of(Table([("a", "b\nc")], wraps=True))
    assert r"\begin{tabular}{rr}" in latex_of(Table([("1", "2")], right=True))


def test_a_grid_has_its_labels_and_a_matrix_brackets() -> None:
    assert latex_of(Grid(["a_b"], ["0"], [["↓"]])) == "\n".join(
        [r"\begin{tabular}{r|c}", r" & 0 \\ \hline", r"a\_b & \ensuremath{\downarrow} \\", r"\end{tabular}"]
    )
    assert latex_of(Matrix([["1/2", -1]])) == "\\[ \\begin{bmatrix}\n\\frac{1}{2} & -1\n\\end{bmatrix} \\]"


def test_the_middle_of_a_large_one_is_left_out() -> None:
    large = geometric(n=200, alpha="9/10")
    written = matrix(large)
    assert written.count("\\\\\n") == 12
    assert all(dots in written for dots in (r"\ddots", r"\cdots", r"\vdots"))
    assert written.startswith(r"\left[\begin{array}{ccccccccccccc}")
    assert len(written) < 15_000


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(10**24 - 1, 10**23), r"\frac{999999999999999999999999}{100000000000000000000000}"),
        (Fraction(-(10**24), 10**24 + 1), r"\approx -1.0000"),
        (Fraction(1, 3**5000), r"\approx 2.48 \cdot 10^{-2386}"),
        (Fraction(10**5000), r"\approx 1.00 \cdot 10^{5000}"),
    ],
)
def test_a_long_fraction_is_rounded(value: Fraction, written: str) -> None:
    assert number(value) == written


def test_two_hyphens_stay_two() -> None:
    assert latex_of("--json has them") == "-{}-json has them"


@given(st.text(alphabet="ab1/2 \\{}[]*%&#$_^~<>|-α…\n", max_size=60))
def test_no_word_is_mark_up(words: str) -> None:
    written = latex_of(words, Table([(words, words)]), topic="t")
    allowed = {"begin", "end", "item", "ensuremath", "frac", "dots", "alpha", "textbackslash", "textasciicircum"} | {
        *("textasciitilde", "textsubscript", "textsuperscript", "shortstack", "%", "&", "#", "$", "_", "{", "}", "\\")
    }
    assert set(re.findall(r"\\([A-Za-z]+|.)", written)) <= allowed
    unescaped = re.sub(r"\\[A-Za-z]+|\\.", "", written)
    assert unescaped.count("{") == unescaped.count("}")


def test_formulas_of_matrices() -> None:
    half = geometric(n=1, alpha=HALF)
    assert formula(half) == f"${matrix(half)}$"
    assert formula(derive(half, "1/4")) == f"${matrix(derive(half, '1/4').remap)}$"
    found = decide(Problem(BayesianUser(absolute(), [HALF, HALF]), HALF))
    assert formula(found) == f"${matrix(found.optimum.mechanism)}$"
    assert formula(APPENDIX_B.rows) is None


@pytest.mark.needs("pdflatex")
def test_latex_reads_reports_of_many_kinds(tmp_path: Path) -> None:
    user = BayesianUser(absolute(), ["1/4", "1/4", "1/4", "1/4"])
    found = [
        *(report(each) for each in (APPENDIX_B, geometric(n=20, alpha="1/3"), check(APPENDIX_B, alpha="3/4"))),
        *(report(each) for each in (derive(APPENDIX_B, HALF), constraint_matrix(APPENDIX_B, HALF))),
        report(decide(Problem(user, "1/4"))),
        report(SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]])),
        report(rational_function("(1-a)/(1+a)")),
        report(select(["gupte2010.appendix-b"])[0].run()),
        errata([select(["gupte2010.table-1b"])[0].run()]),
        Report("level", [Topic("[a]", ["[1]", "*", Table([("[x]", "*\n[y]"), ("*", "")], ("[", "]"))])], title="[%"),
    ]
    formulas = map(formula, (APPENDIX_B, HALF, rational_function("1/(1+a)"), constraint_matrix(APPENDIX_B, HALF)))
    body = "\n\n".join([*map(as_latex, found), *map(str, formulas)])
    assert body.isascii()
    check_latex(ARTICLE % body, tmp_path)
