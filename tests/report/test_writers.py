"""Every form of a result comes from the report of its type."""

import json
from fractions import Fraction

import pytest

from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.privacy.level import level
from exactdp.report import hypertext, json_writer, terminal
from exactdp.report.results import report
from exactdp.report.writers import as_html, as_json, as_latex, as_text, bundle

G = geometric(n=1, alpha="1/2")


def test_a_result_is_written_from_its_report() -> None:
    found = level(G)
    assert as_text(found) == terminal.as_text(report(found))
    assert as_html(found) == hypertext.as_html(report(found))
    assert as_json(found) == found.to_json() == json_writer.as_json(report(found))
    assert bundle(found) == {"text/plain": as_text(found), "text/html": as_html(found)}
    with pytest.raises(TypeError, match="Level is no matrix and no number"):
        as_latex(found)


def test_a_matrix_is_written_as_itself() -> None:
    assert as_text(G) == str(G)
    assert bundle(G) == {"text/plain": repr(G), "text/html": G._repr_html_(), "text/latex": G._repr_latex_()}
    assert json.loads(G.to_json())["matrix"]["rows"] == [["2/3", "1/3"], ["1/3", "2/3"]]
    assert G.to_latex() == as_latex(G) == G._repr_latex_()
    assert as_latex(Fraction(1, 2)) == r"$\frac{1}{2}$"


def test_a_value_without_a_report_says_so() -> None:
    for write in (as_text, as_html, as_json):
        with pytest.raises(TypeError, match="object has no report"):
            write(object())
    assert as_text(Matrix([[1]])) == str(Matrix([[1]]))
