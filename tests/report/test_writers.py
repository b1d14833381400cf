"""Every form of a result comes from the report of its type."""

import json
from fractions import Fraction

import pytest

from exactdp import geometric, level
from exactdp.arithmetic.algebraic_numbers import real_roots
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.polytope.constraints import constraint_matrix
from exactdp.report import hypertext, json_writer, latex_writer, terminal
from exactdp.report.results import report
from exactdp.report.writers import as_html, as_json, as_latex, as_text, bundle

G = geometric(n=1, alpha="1/2")


def test_a_result_is_written_from_its_report() -> None:
    found = level(G)
    for each in (found, report(found)):
        assert as_text(each) == terminal.as_text(report(found))
        assert as_html(each) == hypertext.as_html(report(found))
        assert as_json(each) == each.to_json() == json_writer.as_json(report(found))
        assert as_latex(each) == each.to_latex() == latex_writer.as_latex(report(found))
        assert bundle(each) == each._repr_mimebundle_() == {"text/plain": as_text(each), "text/html": as_html(each)}


def test_a_matrix_is_html_and_a_formula() -> None:
    assert bundle(G) == {"text/plain": as_text(G), "text/html": as_html(G), "text/latex": as_latex(G)}
    assert json.loads(G.to_json())["matrix"]["rows"] == [["2/3", "1/3"], ["1/3", "2/3"]]
    assert G.to_latex() == as_latex(G) == f"${latex_writer.matrix(G)}$"
    assert as_latex(constraint_matrix(G, "1/2")).startswith(r"$\begin{bmatrix}")


def test_a_number_is_a_formula_and_no_html() -> None:
    found = rational_function("1/(1+a)")
    assert bundle(found) == {"text/plain": "1/(1 + a)", "text/latex": r"$\frac{1}{1 + \alpha}$"}
    # A root of a cubic has no formula, but words.
    root = real_roots([-1, 1, 0, 1])[0]
    assert set(bundle(root)) == {"text/plain"}
    assert "root" in as_latex(root)


def test_what_has_no_report_is_refused() -> None:
    for write in (as_text, as_html, as_json, as_latex, bundle):
        with pytest.raises(TypeError, match="Fraction has no report"):
            write(Fraction(1, 2))
