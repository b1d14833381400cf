"""Clauses as theorems in LaTeX: only proved ones, and each as its formula says."""

from pathlib import Path

import pytest

from exactdp.claims.claim import Claim
from exactdp.claims.discovery import discover
from exactdp.claims.logic.core import because
from exactdp.claims.logic.deriving import by_arithmetic
from exactdp.claims.statements.formulas import indices
from exactdp.report.theorems import in_line, theorems
from tests.report.typesetting import ARTICLE, check_latex

i, n = indices("i n")


def test_only_proved_clauses_are_theorems() -> None:
    made = Claim("note.example", "an example", "1", 1)
    made.clause("proved", i >= 0, i < n, i + 1 <= n)(by_arithmetic)
    made.clause("argued", i >= 0, i < n, i <= n)(lambda proof: because("so", i <= n))
    made.clause("verified", i >= 0, i < n, n >= 1)
    made.clause("wrong", i >= 0, i < n, n <= i)
    assert theorems([made.run()]).splitlines() == [
        "% note.example: no notation",
        "% note.example#proved: proved",
        r"\begin{theorem}[\texttt{note.example\#proved}]",
        r"For $0 \le i < n$: $i+1 \le n$.",
        r"\end{theorem}",
        "% note.example#argued: argued",
        "% note.example#verified: verified",
        "% note.example#wrong: FAILED",
    ]


def letters(formula: str) -> str:
    """Return a formula without what only sets words, brackets and spaces."""
    for sign in (r"\left", r"\right", r"\text{", r"\quad", r"\ ", "$", "{", "}", " "):
        formula = formula.replace(sign, "")
    return formula.replace(r"\colon", ":")


@pytest.fixture(scope="module")
def formulas() -> list[str]:
    """Return the formula of every name and clause in LaTeX."""
    return [each.latex for claim in discover() for each in (*claim.names, *claim.clauses)]


@pytest.mark.long
def test_every_formula_keeps_its_letters(formulas: list[str]) -> None:
    assert len(formulas) > 2000
    for formula in formulas:
        found = in_line(formula)
        assert letters(found) == letters(formula)
        assert found.count("$") % 2 == 0 and "$$" not in found


@pytest.mark.long
@pytest.mark.needs("pdflatex")
def test_latex_reads_every_theorem(formulas: list[str], tmp_path: Path) -> None:
    check_latex(ARTICLE % "\n\n".join(map(in_line, formulas)), tmp_path)
