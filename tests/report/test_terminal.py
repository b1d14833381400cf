"""The writer for terminals: margins, wrapped lines, tables and matrices."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import Matrix, geometric
from exactdp.arithmetic.spelling import decimal, text
from exactdp.report import terminal
from exactdp.report.document import Grid, Line, Part, Report, Table, Topic
from tests.strategies import share_of

fractions = st.builds(Fraction, st.integers(-(10**9), 10**9), st.integers(1, 10**9))
WORDS = "word " * 40


def lines(*parts: Part, name: str = "topic", **options: bool) -> list[str]:
    return terminal.as_text(Report("level", [Topic(name, parts)], **options)).split("\n")


# Margins and lines


def test_topics_stand_in_a_margin() -> None:
    assert lines("a\nb", "", "c") == ["topic         a", "              b", "", "              c"]
    assert lines("a", name="") == ["a"]
    assert lines("a", name=" ") == ["              a"]
    # A long name moves only its own line.
    assert lines("a", "b", name="a long name, indeed") == ["a long name, indeeda", "              b"]
    assert lines("a", "b", name="a long name, indeed", narrow=True)[1] == f"{'':21}b"
    assert lines() == [""]


def test_a_title_and_a_front_stand_above() -> None:
    report = Report("level", [Topic("level", ["1/2"])], title="table.csv", front=[Matrix([[1]])])
    assert terminal.as_text(report).split("\n") == ["table.csv", "", "   0", "0  1", "", "level         1/2"]


def test_long_lines_are_wrapped() -> None:
    shown = lines(WORDS, Line(WORDS, 1))
    assert max(map(len, shown)) <= terminal.WIDTH
    assert [len(line) - len(line.lstrip()) for line in shown] == [0, 16, 16, 16, 18, 18][: len(shown)]
    assert " ".join(shown).split() == ["topic", *WORDS.split(), *WORDS.split()]
    # Words are never broken.
    assert lines("x" * 200 + " y")[-2:] == ["topic         " + "x" * 200, f"{'':16}y"]


def test_what_is_whole_is_not_wrapped() -> None:
    assert lines(Line(WORDS.strip(), 1, whole=True), name="") == [f"  {WORDS.strip()}"]


# Tables


def test_columns_are_aligned() -> None:
    rows = [("1/2", "0"), ("1/16", "1/4")]
    assert lines(Table(rows, ("α", "least δ")), name="") == ["α     least δ", "1/2   0", "1/16  1/4"]
    assert lines(Table(rows, right=True), name="") == [" 1/2    0", "1/16  1/4"]


def test_a_cell_has_several_lines() -> None:
    assert lines(Table([("5.5", "no", "says\nreads"), ("5.6", "", "so")])) == [
        "topic         5.5  no  says",
        "                       reads",
        "              5.6      so",
    ]


def test_a_table_that_is_too_wide_is_wrapped_or_turned() -> None:
    wide = Table([("a", WORDS), ("b", "short")])
    wrapped = lines(Table(wide.rows, wraps=True))
    folded = terminal.as_text(Report("level", [Topic("topic", [wide])]), look=terminal.Look(folds=True))
    assert folded.split("\n") == wrapped
    # In a pipe the lines of a table stay whole.
    assert max(map(len, lines(wide))) > terminal.WIDTH
    assert max(map(len, wrapped)) <= terminal.WIDTH
    assert wrapped[1].startswith(" " * 17 + "word")
    assert wrapped[-1] == "              b  short"
    assert " ".join(wrapped).split() == ["topic", "a", *WORDS.split(), "b", "short"]


def test_a_table_with_a_heading_is_turned() -> None:
    long = "x" * 60
    table = Table([(long, "1"), (long, "2")], ("name", "least δ"), most=1)
    assert lines(table, name="")[0] == "name" + " " * 58 + "least δ"
    narrow = terminal.as_text(Report("level", [Topic("", [table])]), look=terminal.Look(64, folds=True)).split("\n")
    assert narrow == [f"name     {long[:60]}", "least δ  1", "and 1 more (-v and --json have them)"]
    everything = terminal.as_text(
        Report("level", [Topic("", [table])]), look=terminal.Look(64, everything=True, folds=True)
    )
    assert everything.split("\n") == [f"name     {long}", "least δ  1", "", f"name     {long}", "least δ  2"]


def test_the_answer_folds_at_a_terminal_and_is_one_line_in_a_pipe() -> None:
    report = Report("level", [Topic("", [Line("a b c d e f", whole=True)])], title="one two three")
    assert terminal.as_text(report) == "one two three\na b c d e f"
    assert terminal.as_text(report, look=terminal.Look(9, folds=True)).split("\n") == [
        "one two",
        "three",
        "a b c d e",
        "  f",
    ]


def test_colours_are_never_the_only_sign() -> None:
    report = Report("level", [Topic("level", ["1/2"])], title="It is 1/2-private.")
    coloured = terminal.as_text(report, look=terminal.Look(colours=True))
    assert coloured == "\x1b[1mIt is 1/2-private.\x1b[0m\n\x1b[36mlevel\x1b[0m         1/2"
    assert re.sub("\x1b\\[[0-9]+m", "", coloured) == terminal.as_text(report)


@pytest.mark.parametrize("width", [64, 80, 110])
def test_wide_matrices_and_grids_fold(width: int) -> None:
    names = [*map(str, range(12))]
    found = Matrix([[Fraction(1, 7)] * 12] * 2)
    shown = terminal.as_text(
        Report("level", [Topic("t", [found, Grid(("0",), names, [["↓"] * 12])])]), look=terminal.Look(width)
    )
    assert max(map(len, shown.split("\n"))) <= width
    assert shown.count("↓") == 12
    assert shown.count("1/7") == 24 or shown.count("0.14") == 24
    everything = terminal.matrix(Matrix([[Fraction(1, 10**9 + 7)] * 12]), width, everything=True)
    assert everything.count("1/1000000007") == 12
    assert max(map(len, everything.split("\n"))) <= width


def test_a_grid_has_labels() -> None:
    assert lines(Grid(("0",), ("0", "10"), [("↓", "↑")])) == ["topic            0  10", "              0  ↓   ↑"]


# Matrices


@given(st.integers(0, 1), st.integers(1, 30), st.integers(1, 30), fractions)
@share_of(60)
def test_matrices_fit(few: int, rows: int, columns: int, value: Fraction) -> None:
    entry = value if few else value / (10**9 + 7)
    shown = terminal.matrix(Matrix([[entry] * columns] * rows))
    if abs(value) < 100:
        assert max(map(len, shown.split("\n"))) <= terminal.WIDTH
    # Every table is of the fractions or says that it is not.
    lines = shown.split("\n")
    if "rounded" not in shown:
        assert text(entry) in lines[1].split()
    if "exactly:" in lines:
        assert lines.index("exactly:") == len(lines) // 2


def test_matrices_by_hand() -> None:
    assert terminal.matrix(Matrix([["1/2"]])) == "     0\n0  1/2"
    wide = Matrix([[Fraction(1, 10**25 + r) for r in range(4)]])
    assert terminal.matrix(wide) == (
        "rounded (-v and --json have the fractions):\n"
        "        0       1       2       3\n0  0.0000  0.0000  0.0000  0.0000"
    )
    narrow = Matrix([["1/1000000000007"]], ["a\nb"])
    assert terminal.matrix(narrow) == (
        "rounded:\n          0\na b  0.0000\nexactly:\n                   0\na b  1/1000000000007"
    )
    # Long labels are no long fractions.
    assert "rounded" not in terminal.matrix(Matrix([["1/2"]], ["a long label, indeed"]))


def test_in_the_margin_there_is_less_room() -> None:
    large = geometric(n=199, alpha="1/2")
    for width, places in [(110, 4), (96, 3), (80, 2)]:
        assert f"0  {decimal(Fraction(2, 3), places)}" in terminal.matrix(large, width)
    assert lines(large)[2].startswith(f"{'':14}  0  {decimal(Fraction(2, 3), 3)}")
