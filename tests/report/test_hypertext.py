"""A report becomes HTML with its topics, lines and tables, and nothing in it becomes mark-up."""

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from exactdp.model.matrix import Matrix
from exactdp.report.document import Grid, Line, Part, Report, Table, Topic
from exactdp.report.hypertext import as_html, as_page
from tests.strategies import fractions_within, share_of


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


def page_of(*parts: Part, topic: str = "") -> str:
    return as_html(Report("level", [Topic(topic, parts)]))


entries = fractions_within(-3, 3, 400)
sizes = st.tuples(st.integers(1, 6), st.integers(1, 6))
matrices = sizes.flatmap(
    lambda s: st.lists(st.lists(entries, min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0])
)


@share_of(50)
@given(matrices, st.booleans())
def test_the_table_of_a_matrix_has_its_entries(rows: list[list[object]], under_a_topic: bool) -> None:
    found = Matrix(rows)
    page = page_of("T =", found, topic="remap") if under_a_topic else page_of(found)
    size = found.shape[1]
    assert cells(page) == [
        ["", *map(str, range(size))],
        *([str(i), *map(str, row)] for i, row in enumerate(found.rows)),
    ]


@given(st.text(alphabet="ab 1/<&_^(){}α\n", max_size=200))
def test_any_text_is_only_text(words: str) -> None:
    parts = [words, Line(words, 2), Table([(words, "b")], (words, "")), Grid([words], [words], [[words]])]
    report = Report("level", [Topic(words, parts), Topic("", parts)], title=words, front=parts)
    page = as_html(report)
    assert set(re.findall(r"</?([a-z]+)", page)) <= {"p", "br", "dl", "dt", "dd", "div", "sub", "sup"} | {
        *("table", "thead", "tbody", "tr", "th", "td")
    }
    said = html.unescape(re.sub("<[^>]*>", "", page)).replace("⁄", "/")
    # Two lines, two cells above and "b" beside one below, and a label, a column and an entry.
    inside = words * 4 + "b" + words * 3
    whole = words + inside + words + inside + inside
    assert re.sub(r"[\s_^{}()]", "", said) == re.sub(r"[\s_^{}()]", "", whole)


def test_topics_and_their_lines() -> None:
    long = "word " * 40 + "end"
    page = as_html(Report("level", [Topic("level", ["1/2", Line("at 0", 1)]), Topic("why", [long, "so"])]))
    assert re.findall("<dt[^>]*>(.*?)</dt>", page) == ["level", "why"]
    assert page.count("<dl") == 1
    assert f"{long}<br>so</p>" in page
    assert "<sup>1</sup>⁄<sub>2</sub><br>at 0" in page


def test_a_heading_however_long_is_no_row_of_the_table_below_it() -> None:
    heading = "1. " + "word " * 40 + "and more"
    page = page_of(heading, Table([("printed", "this"), ("right", "that")]))
    assert f"{heading}</p>" in page
    assert cells(page) == [["printed", "this"], ["right", "that"]]


def test_a_cell_of_two_lines_is_one_cell() -> None:
    page = page_of(
        Table([("5.4", "yes", "no row"), ("5.5", "no", "every row\nrow 0 reads ↑"), ("5.11", "no remap", "")]), "end"
    )
    assert cells(page) == [["5.4", "yes", "no row"], ["5.5", "no", "every rowrow 0 reads ↑"], ["5.11", "no remap", ""]]
    assert "every row<br>row 0" in page


def test_headings_and_alignment() -> None:
    page = page_of(Table([("0", "0, 1"), ("10", "1")], ("from ε", "responses")))
    assert page.count("<th ") == 2
    assert "<th " not in page_of(Table([("loss", "a/2"), ("remap", "none")]))
    assert page_of(Table([("a", "1/2"), ("b", "10")])).count('<td style="text-align: left') == 4
    assert page_of(Table([("a", "1/2"), ("b", "10")], right=True)).count('<td style="text-align: right') == 4


def test_a_page_has_classes_for_styles_and_keeps_words_that_look_like_one() -> None:
    said = 'a style="overflow-x: auto" in words'
    page = as_page(Report("level", [Topic("level", [said, Table([("1/2",)], right=True)])]), "exactdp")
    main = page[page.index("<main") : page.index("</main>")]
    assert said in main
    assert '<div class="box" tabindex="0"><table><tbody><tr><td class="right">' in main
    assert " style=" not in main.replace(said, "")


def test_a_grid_has_its_labels_and_a_large_one_says_what_is_left_out() -> None:
    assert cells(page_of(Grid(["<0>"], ["0", "a_b"], [["↓", "↑"]]))) == [["", "0", "a_b"], ["<0>", "↓", "↑"]]
    names = [*map(str, range(20))]
    page = page_of(Grid(names, ["0"], [[name] for name in names]))
    assert len(cells(page)) == 14
    assert "<p>20 × 1; left out: 8 rows (6 to 13)</p>" in page


def test_the_words_of_a_mathematical_report_are_those_of_claims() -> None:
    topics = [Topic("says", ["x_i is 1/2"])]
    assert "x_i is <sup>1</sup>⁄<sub>2</sub>" in as_html(Report("claim", topics))
    assert "x<sub>i</sub> is 1/2" in as_html(Report("claim", topics, mathematical=True))


def test_a_report_shows_itself() -> None:
    report = Report("level", [Topic("a long topic", ["1/2"])], title="title")
    shown = report._repr_mimebundle_()
    assert shown["text/html"] == as_html(report)
    assert shown["text/plain"] == str(report) == "title\na long topic  1/2"
