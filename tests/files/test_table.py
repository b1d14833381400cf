from fractions import Fraction

import pytest

from exactdp import InputError, Matrix, Mechanism, exact, files
from exactdp.files import table as module
from exactdp.files.table import CORNER, ReadTable, bounded, entries, number, read_cells, texts
from tests.quickly import quickly


def cells(text):
    return [[(line, cell) for cell in row.split(",")] for line, row in enumerate(text.split("\n"), start=1)]


@pytest.mark.parametrize(
    "corner",
    [
        *[
            "",
            "input",
            "Inputs",
            "input/output",
            "INPUT / RESPONSE",
            "inputs/outputs",
            r"input\output",
            "input|responses",
        ],
        *["count", "True count", "results", "true count / answer"],
    ],
)
def test_an_empty_first_cell_or_input_makes_labels(corner):
    found = read_cells(cells(f"{corner},0,1\n5,1/3,2/3"), exact)
    assert (found.inputs, found.responses) == (["5"], ["0", "1"])
    assert found.rows == [[Fraction(1, 3), Fraction(2, 3)]]
    assert found.lines == [2]


@pytest.mark.parametrize(
    "corner", ["output", "input/0", "inputx", "account", "count 0", "true", "i", "x", "n/a", "o/p", "$i$", "$x_{ir}$"]
)
def test_no_other_text_makes_labels(corner):
    assert CORNER.fullmatch(corner) is None
    with pytest.raises(
        InputError,
        match=r"^line 1, row 1, column 1: .*; in a table with labels, leave this cell empty or write "
        r"input, and begin each row with its label$",
    ):
        read_cells(cells(f"{corner},0,1\n5,1/3,2/3"), exact)


def test_numbers_are_never_taken_for_labels():
    # Read as labels, the first row would leave a mechanism with one input.
    found = read_cells(cells("0,1\n1/2,1/2"), exact).matrix(Mechanism)
    assert found == Mechanism([[0, 1], ["1/2", "1/2"]])
    assert read_cells(cells("0,1,2\n1,0,1"), exact).matrix(Matrix) == Matrix([[0, 1, 2], [1, 0, 1]])
    with pytest.raises(
        InputError,
        match=r"^line 1, row 1 sums to 3, .*; if row 1 has the labels of the responses, begin it with an empty cell",
    ):
        read_cells(cells("0,1,2\n1/2,1/2,0"), exact).matrix(Mechanism)
    for other in ("0,1\n1/2,1/4", "1/2,1/4", "0", "0,2"):
        with pytest.raises(InputError) as caught:
            read_cells(cells(other), exact).matrix(Mechanism)
        assert "labels" not in str(caught.value)


def test_a_first_row_of_labels_alone_is_told_how_to_go_on():
    asks = "if row 1 has the labels of the responses, begin it with an empty cell, and each other row with the label "
    with pytest.raises(InputError, match=f"^line 1, row 1, column 1: 'yes' is .*; {asks}of its input$"):
        read_cells(cells("yes,no\n2/3,1/3\n1/3,2/3"), exact)
    for text in ("yes,no", "yes,no\nlow,1", "yes,0\n1,0"):
        with pytest.raises(InputError, match="; in a table with labels, leave this cell empty"):
            read_cells(cells(text), exact)


def test_labels_of_rows_under_no_row_of_labels_are_told_how_to_go_on():
    asks = "write a first row too, with an empty cell and the labels of the responses$"
    for text in ("0,2/3,1/3\n1,1/3,2/3", "1,1/2,1/2,0\n2,0,1/2,1/2\n3,0,0,1"):
        with pytest.raises(
            InputError, match=f"^line 1: the first column numbers the rows, and each sums to 1 .*{asks}"
        ):
            read_cells(cells(text), exact).matrix(Mechanism)
    with pytest.raises(InputError, match=f"^line 1, row 1, column 1: .*; for labels, {asks}"):
        read_cells(cells("$d_1$,2/3,1/3\n$d_2$,1/3,2/3"), exact)
    # Of these the first column is no more than another one.
    for text in ("0,1/2,1/2\n2,1/2,1/2", "0,2/3,1/3\n1,1/3,1/3", "1/2,1/2\n3/2,1"):
        with pytest.raises(InputError) as caught:
            read_cells(cells(text), exact).matrix(Mechanism)
        assert "labels" not in str(caught.value)
    assert read_cells(cells("0,1\n1,0"), exact).matrix(Mechanism).rows == ((0, 1), (1, 0))


def test_how_labels_are_written_is_said_only_where_text_could_be_one():
    for text in ("1/0,1", "1,x", "input,a\n0,x"):
        with pytest.raises(InputError) as caught:
            read_cells(cells(text), exact)
        assert "labels" not in str(caught.value)
    with pytest.raises(InputError, match=r"leave this cell empty or write input, and begin each row with its label$"):
        read_cells(cells(" x,1"), exact)


def test_labels_without_numbers_are_refused():
    for text, message in {
        "input,a": "line 1: the table has no numbers",
        "input\n0": "line 1: the table has no numbers",
        "": "line 1: the table has no numbers",
        "input,a\n0": "line 2: the row has a label and no numbers",
    }.items():
        with pytest.raises(InputError, match=f"^{message}"):
            read_cells(cells(text), exact)


def test_labels_that_repeat_or_do_not_fit_are_refused():
    for text in ("input,a,a\n0,1,0", "input,a\n0,1,0", "input,a\n0,1\n0,1"):
        with pytest.raises(InputError, match="label"):
            read_cells(cells(text), exact).matrix(Matrix)


def test_rows_and_columns_are_those_of_the_matrix_and_lines_those_of_the_file():
    with pytest.raises(InputError, match=r"^line 3, row 2, column 1: 'x' is not an exact number"):
        read_cells(cells("input,a,b\n0,1,0\n1,x,0"), exact)
    with pytest.raises(InputError, match=r"^line 9, row 1 sums to 2"):
        ReadTable([[Fraction(2)]], [9]).matrix(Mechanism)


def test_a_label_that_cannot_be_read_is_refused_on_its_line():
    def label(text):
        if text == "bad":
            raise InputError("no label")
        return text

    with pytest.raises(InputError, match=r"^line 2: no label$"):
        read_cells(cells("input,a\nbad,1"), exact, label)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("−1/9", "-1/9"),
        ("１/９", "1/9"),
        ("0,25", "0.25"),
        ("1⁄9", "1/9"),
        ("1∕9", "1/9"),
        (" –3 ", "-3"),
        ("٣", "3"),
        ("０．５", "0.5"),
        ("−¾", "-3/4"),
        ("0,5 %", "0.005"),
        ("1/3%", "1/300"),
        ("(1/9)", "1/9"),
        ("$1/9$", "1/9"),
    ],
)
def test_a_number_in_other_characters_is_shown_in_plain_ones(written, plain):
    with pytest.raises(InputError) as caught:
        number(written)
    assert str(caught.value) == f"{written.strip()!r} is not an exact number: write {plain}"
    exact(plain)


@pytest.mark.parametrize(
    ("written", "plain"), [("½", "1/2"), ("-¾", "-3/4"), ("50%", "0.50"), ("66.7 %", "0.667"), ("-100%", "-1.00")]
)
def test_a_fraction_of_one_character_and_a_percentage_are_numbers(written, plain):
    assert number(written) == exact(plain)
    # How far a decimal was rounded still shows.
    assert texts([[(1, written)]]) == [[plain]]


@pytest.mark.parametrize("written", ["x", "1½", "1²", "1,2,3", "−", "%", "1/0%", "()", "nan", "1/−", "−" + "1" * 60])
def test_what_is_no_number_in_plain_characters_either_is_just_refused(written):
    with pytest.raises(InputError) as caught:
        number(written)
    assert "write a fraction such as 1/9" in str(caught.value) or written in {"−", "1/−"}


def test_nothing_and_dots_are_no_numbers():
    for written, message in {
        "": "the number is missing",
        " ": "the number is missing",
        "…": "… stands for omitted",
    }.items():
        with pytest.raises(InputError, match=f"^{message}"):
            number(written)


def test_too_many_cells_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_FILE", 4)
    bounded(4)
    rows = r"\begin{matrix} 1 \\ 1 \\ 1 \\ 1 \\ 1 \end{matrix}"
    for text in ("[[1,0,0,0,0]]", "1,0,0\n0,0,1", r"\begin{matrix} 1 & 0 & 0 \\ 0 & 1 & 0 \end{matrix}", rows):
        with pytest.raises(InputError, match=r"there are about \d entries: matrices of up to 4 are read"):
            files.parse(text)
    for text in ("[[1,0],[0,1]]", "1,0\n0,1", r"\begin{matrix} 1 & 0 \\ 0 & 1 \end{matrix}"):
        assert files.parse(text) == Mechanism([[1, 0], [0, 1]])


def test_a_few_bytes_cannot_stand_for_gigabytes():
    refused = r"^line 1, row 1, column \d+: written out, the numbers up to here are too long"
    with quickly(), pytest.raises(InputError, match=refused):
        entries([[(1, f"1e-{900_000 + k}") for k in range(10_000)]], lambda text: Fraction(1, 2 ** (3 * int(text[3:]))))


def test_numbers_no_longer_than_their_text_or_a_usual_power_of_ten_have_no_limit(monkeypatch):
    monkeypatch.setattr(module, "SPELLED_OUT", 0)
    long = [f"1{'0' * 3000}{k}" for k in range(100)]
    usual = [f"{k}e-300" for k in range(100)]
    assert len(entries([[(1, cell) for cell in long + usual]], exact)[0]) == 200
    with pytest.raises(InputError, match=r"^line 1, row 1, column 2: written out"):
        entries([[(1, "1e-300"), (1, "1e-1000")]], exact)


def test_entries_are_printed_as_they_are_written_where_that_is_a_plain_number():
    text = '{"rows": [["0.50", 2.5e-1, "1/4"]]}'
    assert files.json_text.parse(text).printed() == [["0.50", "2.5e-1", "1/4"]]
    assert read_cells(cells("input,a,b\n0,0.10,9/10"), exact).printed() == [["0.10", "9/10"]]
    latex = r"\frac12 \begin{pmatrix} 0.50 & 1.5 \end{pmatrix}"
    assert files.latex_text.parse(latex).printed() == [[Fraction(1, 4), Fraction(3, 4)]]
    assert files.latex_text.parse(r"\begin{tabular}{cc} $0.50$ & \frac12 \end{tabular}").printed() == [
        ["0.50", Fraction(1, 2)]
    ]


@pytest.mark.parametrize("rows", ["66.7,33.3\n33.3,66.7", "67,34\n33,67", '[["199/3", "101/3"]]'])
def test_a_row_of_percent_is_answered_with_how_to_write_it(rows):
    with pytest.raises(InputError, match=r"1, row 1 sums to .* that sum to exactly 1, such as 0\.667 for 66\.7%$"):
        files.parse(rows)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("0.667,0.25\n0.333,0.75", ", but every column sums to 1: write the columns as rows"),
        (
            "0.333,0.25\n0.333,0.5\n0.333,0.25",
            "; up to their rounding every column sums to 1: write the columns as rows",
        ),
        ("0.34,0.33\n0.33,0.34\n0.33,0.33", ", but every column sums to 1: write the columns as rows"),
        (
            "0.34,0.33,0.34\n0.33,0.34,0.33\n0.33,0.33,0.33",
            "; if they are rounded or misprinted, `exactdp repair` finds the exact",
        ),
    ],
)
def test_rows_that_stand_as_columns_are_not_taken_for_rounded(rows, told):
    with pytest.raises(InputError, match="line 1, row 1 sums to ") as caught:
        files.parse(rows)
    assert told in str(caught.value)
    assert ("repair" in told) is ("repair" in str(caught.value))


@pytest.mark.parametrize(
    ("row", "rounded"),
    [("0.333,0.333,0.333", True), ("0.67,0.34", True), ("2/3,3/10", True), ("1/2,1/3", False), ("0.5,0.4", False)],
)
def test_a_row_that_looks_rounded_is_answered_with_the_command_for_that(row, rounded):
    with pytest.raises(InputError, match="line 1, row 1 sums to ") as caught:
        files.parse(row)
    assert ("`exactdp repair`" in str(caught.value)) is rounded


@pytest.mark.parametrize(
    ("text", "line", "row", "column", "value"),
    [
        ("1/3,2/3\n1/3,x", 2, 2, 2, "x"),
        ("# a table\n1/3,2/3\n1/3,1/3", 3, 2, None, Fraction(2, 3)),
        ("1/3,2/3\n-1/3,4/3", 2, 2, 1, Fraction(-1, 3)),
        ("1/3,2/3\n1", 2, 2, None, 1),
        ('[["1/3", "2/3"],\n ["1/3", "1/0"]]', 2, 2, 2, "1/0"),
        (r"\begin{matrix} 1/3 & 2/3 \\ 1/3 & 1/3 \end{matrix}", 1, 2, None, Fraction(2, 3)),
    ],
)
def test_a_program_learns_from_fields_where_a_table_is_wrong(text, line, row, column, value):
    with pytest.raises(InputError) as caught:
        files.parse(text, name="x")
    error = caught.value
    assert (error.file, error.line, error.row, error.column, error.value) == ("x", line, row, column, value)
    assert error.advice.startswith("write ")
    assert str(error).startswith(f"x: line {line}, row {row}") and error.advice in str(error)


def test_decimal_commas_between_commas_are_recognised_by_their_sums():
    said = "line 1, row 1 sums to 10, .*; if 0,5 is one number, separate the cells by semicolons$"
    with pytest.raises(InputError, match=said):
        read_cells(cells("0,5,0,5\n0,25,0,75"), exact).matrix(Mechanism)
    for other in ("0,5,0,6\n0,25,0,75", "0,5,1\n0,25,1", "0,1/2,0,1/3"):
        with pytest.raises(InputError) as caught:
            read_cells(cells(other), exact).matrix(Mechanism)
        assert "semicolons" not in str(caught.value)
