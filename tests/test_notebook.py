"""The extension shows in IPython what the reports say, and goes away again."""

import subprocess
import sys
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from exactdp import geometric, level, notebook
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.report.results import REPORTS, SPELLED, of_claims, report
from exactdp.report.terminal import as_text
from exactdp.shown import Shown


@pytest.fixture
def shell() -> Any:
    formatters = pytest.importorskip("IPython.core.formatters")
    return SimpleNamespace(display_formatter=formatters.DisplayFormatter())


def test_a_result_is_text_and_html(shell: Any) -> None:
    notebook.load_ipython_extension(shell)
    found = level(geometric(n=1, alpha="1/2"))
    data, _ = shell.display_formatter.format(found)
    assert data["text/plain"].startswith(
        "The exact level is α = 1/2, ε = 0.693147….\nprivacy       exact level α = 1/2,"
    )
    assert "<dt" in data["text/html"]
    assert "text/latex" not in data
    # In a list, too.
    assert shell.display_formatter.format([found])[0]["text/plain"].startswith("[The exact level")


def test_a_number_is_a_formula(shell: Any) -> None:
    before, _ = shell.display_formatter.format(Fraction(1, 2))
    notebook.load_ipython_extension(shell)
    assert shell.display_formatter.format(Fraction(1, 2))[0] == {**before, "text/latex": r"$\frac{1}{2}$"}
    data, _ = shell.display_formatter.format(rational_function("1/(1+a)"))
    assert data == {"text/plain": "1/(1 + a)", "text/latex": r"$\frac{1}{1 + \alpha}$"}
    notebook.unload_ipython_extension(shell)
    assert shell.display_formatter.format(Fraction(1, 2))[0] == before


def test_every_result_shows_itself_and_no_extension_is_needed(shell: Any) -> None:
    assert all(issubclass(kind, Shown) for kind in (*REPORTS, *SPELLED, *of_claims()))
    found = level(geometric(n=1, alpha="1/2"))
    data, _ = shell.display_formatter.format(found)
    assert data == found._repr_mimebundle_() == {**data, "text/plain": str(as_text(report(found)))}


def test_the_extension_loads_no_results() -> None:
    code = (
        "import sys, exactdp.notebook as notebook\n"
        "print(*sorted({'flint', 'numpy', 'matplotlib', 'IPython', 'exactdp.claims'} & set(sys.modules)))\n"
        "print(notebook.report.__module__)\n"
        "print(*sorted({'exactdp.claims'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[:3] == ["", "exactdp.report.results", ""]


def test_a_large_matrix_is_small_on_the_page() -> None:
    large = geometric(n=200, alpha="9/10")
    shown = large._repr_mimebundle_()
    page, formula = shown["text/html"], shown["text/latex"]
    assert page.count("<td>") == 13 * 13
    assert page.endswith("<p>201 × 201; left out: 189 rows (6 to 194) and 189 columns (6 to 194)</p>")
    assert r"\ddots" in formula
    assert len(page) < 20_000
    assert len(formula) < 15_000
    assert "left out" not in geometric(n=11, alpha="1/2")._repr_mimebundle_()["text/html"]
