"""A report becomes HTML with its topics and tables, and a table of the terminal is a table."""

import html
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.model.matrix import Matrix
from exactdp.report.hypertext import Report, as_html, as_words
from exactdp.report.terminal import matrix, paragraph


def cells(page: str) -> list[list[str]]:
    """The rows of the tables in a page, each cell without its tags."""
    rows = re.findall("<tr>(.*?)</tr>", page)
    return [
        [
            html.unescape(re.sub("<[^>]*>", "", cell)).replace("⁄", "/")
            for _, cell in re.findall(r"<(t[dh])[^>]*>(.*?)</\1>", row)
        ]
        for row in rows
    ]


entries = st.fractions(min_value=-3, max_value=3, max_denominator=400)
sizes = st.tuples(st.integers(1, 6), st.integers(1, 6))
matrices = sizes.flatmap(
    lambda s: st.lists(st.lists(entries, min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0])
)


@settings(max_examples=50)
@given(matrices, st.booleans())
def test_the_table_of_a_matrix_has_its_entries(rows: list[list[object]], under_a_topic: bool) -> None:
    found = Matrix(rows)
    text = paragraph("remap", ["T =", matrix(found)]) if under_a_topic else matrix(found)
    size = found.shape[1]
    assert cells(as_html(text)) == [
        ["", *map(str, range(size))],
        *([str(i), *map(str, row)] for i, row in enumerate(found.rows)),
    ]


@given(st.text(alphabet="ab 1/<&_^(){}α\n", max_size=200))
def test_any_text_is_only_text(words: str) -> None:
    page = as_html(words)
    assert set(re.findall(r"</?([a-z]+)", page)) <= {"p", "br", "dl", "dt", "dd", "div", "sub", "sup"} | {
        *("table", "thead", "tbody", "tr", "th", "td")
    }
    said = html.unescape(re.sub("<[^>]*>", "", page)).replace("⁄", "/")
    assert re.sub(r"[\s_^{}()]", "", said) == re.sub(r"[\s_^{}()]", "", words)


def test_topics_and_lines_that_were_wrapped() -> None:
    long = "word " * 40 + "end"
    page = as_html(f"{paragraph('level', ['1/2', '  at 0'])}\n{paragraph('why', [long, 'so'])}")
    assert re.findall("<dt[^>]*>(.*?)</dt>", page) == ["level", "why"]
    assert page.count("<dl") == 1
    assert f"{long}<br>so</p>" in page
    assert "<sup>1</sup>⁄<sub>2</sub><br>at 0" in page


def test_a_heading_that_was_wrapped_is_no_table() -> None:
    heading = "1. " + "word " * 20
    page = as_html(f"{heading}and\n   more\n   printed  this\n   right    that")
    assert f"{heading}and more</p>" in page
    assert cells(page) == [["printed", "this"], ["right", "that"]]


def test_a_line_under_a_column_belongs_to_its_cell() -> None:
    page = as_html("5.4  yes  no row\n5.5  no   every row\n          row 0 reads ↑\n5.11  no remap\nend")
    assert cells(page) == [["5.4", "yes", "no row"], ["5.5", "no", "every rowrow 0 reads ↑"], ["5.11", "no remap"]]
    assert "every row<br>row 0" in page


def test_headings_and_alignment() -> None:
    page = as_html("from ε  responses\n0       0, 1\n10      1")
    assert page.count("<th ") == 2
    assert "<th " not in as_html("loss   a/2\nremap  none")
    assert as_html("a  1/2\nb   10").count('<td style="text-align: left') == 2


def test_words_are_escaped_and_set() -> None:
    assert as_words("<b> & 3/4 of G_{2,α}^-1, a_name") == (
        "&lt;b&gt; &amp; <sup>3</sup>⁄<sub>4</sub> of G<sub>2,α</sub>^-1, a_name"
    )
    assert as_words("|i-r|^(3/2) and (1+a)^2") == "|i-r|<sup>3/2</sup> and (1+a)<sup>2</sup>"
    assert as_words("1/2/3, -1/9, x1/2") == "1/2/3, -<sup>1</sup>⁄<sub>9</sub>, x1/2"


def test_a_report_keeps_how_it_is_read() -> None:
    wide = Report(f"{'a long topic':20}1/2", 20, words=str.upper)
    assert repr(wide) == str(wide)
    assert "<dt" in wide._repr_html_()
    assert "1/2</p>" in wide._repr_html_()
