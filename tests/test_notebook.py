"""The extension shows in IPython what the reports say, and goes away again."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from exactdp import notebook
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.model.geometric import geometric
from exactdp.privacy.level import level
from exactdp.report.results import FIELDS, REPORTS, SPELLED


@pytest.fixture
def shell() -> Any:
    formatters = pytest.importorskip("IPython.core.formatters")
    return SimpleNamespace(display_formatter=formatters.DisplayFormatter())


def test_a_result_is_text_and_html(shell: Any) -> None:
    notebook.load_ipython_extension(shell)
    found = level(geometric(n=1, alpha="1/2"))
    data, _ = shell.display_formatter.format(found)
    assert data["text/plain"].startswith("privacy       exact level α = 1/2,")
    assert "<dt" in data["text/html"]
    assert "text/latex" not in data
    # In a list, too.
    assert shell.display_formatter.format([found])[0]["text/plain"].startswith("[privacy       exact")


def test_a_number_is_a_formula(shell: Any) -> None:
    before, _ = shell.display_formatter.format(Fraction(1, 2))
    notebook.load_ipython_extension(shell)
    assert shell.display_formatter.format(Fraction(1, 2))[0] == {**before, "text/latex": r"$\frac{1}{2}$"}
    data, _ = shell.display_formatter.format(rational_function("1/(1+a)"))
    assert data == {"text/plain": "1/(1 + a)", "text/latex": r"$\frac{1}{1 + \alpha}$"}
    notebook.unload_ipython_extension(shell)
    assert shell.display_formatter.format(Fraction(1, 2))[0] == before


def test_every_result_is_registered_and_nothing_stays() -> None:
    class Formatter(dict[type, Any]):
        def for_type(self, kind: type, shown: Any) -> None:
            self[kind] = shown

    formatters = {name: Formatter() for name in (notebook.HTML, notebook.LATEX, notebook.TEXT)}
    stub = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    notebook.load_ipython_extension(stub)
    assert set(formatters[notebook.TEXT]) == {*REPORTS, *SPELLED, *FIELDS}
    assert set(formatters[notebook.HTML]) | set(formatters[notebook.LATEX]) == {*REPORTS, *SPELLED, *FIELDS, Fraction}
    notebook.unload_ipython_extension(stub)
    assert not any(formatters.values())


def test_a_large_matrix_is_small_on_the_page() -> None:
    large = geometric(n=200, alpha="9/10")
    page, formula = large._repr_html_(), large._repr_latex_()
    assert page.count("<td>") == 13 * 13
    assert page.endswith("<p>201 × 201; left out: 189 rows (6 to 194) and 189 columns (6 to 194)</p>")
    assert r"\ddots" in formula
    assert len(page) < 20_000
    assert len(formula) < 15_000
    assert "left out" not in geometric(n=11, alpha="1/2")._repr_html_()
