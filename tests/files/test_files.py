import io
import json
import sys
from fractions import Fraction
from unicodedata import bidirectional, category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, Mechanism, files, geometric

FORMATS = sorted(files.FORMATS)

numbers = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1)]),
    st.builds(Fraction, st.integers(), st.integers(1, 50)),
    st.builds(Fraction, st.integers(), st.integers(1, 2**300)),
)
nasty = st.one_of(
    st.sampled_from(
        ["", " ", "#", "input", "0", " a", "b ", 'c"d', '"', "e,f", "g;h", "\t", "\\", "&", "%", "_", "𝛼", "\x85"]
    ),
    st.text(max_size=5),
)


@st.composite
def matrices(draw, labels):
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = draw(st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=height, max_size=height))
    if not labels:
        return Matrix(rows)
    named = [draw(st.lists(nasty, min_size=size, max_size=size, unique=True)) for size in (height, width)]
    return Matrix(rows, *named)


def refusal(action, *arguments, **options):
    """Return the error's text, which must be one short line."""
    with pytest.raises(InputError) as caught:
        action(*arguments, **options)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 500
    return message


@given(matrices(labels=False))
def test_what_is_written_without_labels_of_its_own_is_read_back_in_every_format(matrix):
    for form in FORMATS:
        written = files.render(matrix, form)
        assert files.parse(written, form, kind=Matrix) == matrix
        assert files.parse(written, kind=Matrix) == matrix
        assert files.parse("\ufeff" + written.replace("\n", "\r\n"), kind=Matrix) == matrix


TURNING = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")


@given(matrices(labels=True))
@example(Matrix([[1, 2]], ["#"], ["", 'x"; y']))
@example(Matrix([[1, 2, 3]], ["=1+1"], ["'=x", "''\t-a", "-1/2"]))
def test_labels_are_read_back_from_json_and_csv_or_refused_at_writing(matrix):
    assert files.parse(files.render(matrix, "json"), kind=Matrix) == matrix
    signs = set("".join(matrix.inputs + matrix.responses)) - {"\t"}
    if any(category(sign) in ("Cc", "Zl", "Zp") or bidirectional(sign) in TURNING for sign in signs):
        assert "holds the end of a line or a control character" in refusal(files.render, matrix, "csv")
    else:
        assert files.parse(files.render(matrix, "csv"), kind=Matrix) == matrix


@given(matrices(labels=True))
def test_latex_carries_the_numbers_and_no_labels(matrix):
    assert files.parse(files.render(matrix, "latex"), kind=Matrix) == Matrix(matrix.rows)


@pytest.mark.parametrize("form", FORMATS)
def test_numbers_past_the_limit_of_python_are_written_and_read(form):
    long = Fraction(3**20_000, 7**20_000)
    assert files.parse(files.render(Mechanism([[long, 1 - long]]), form))[0, 0] == long


@pytest.mark.parametrize("ending", ["json", "csv", "tsv", "tex", "JSON", "txt"])
def test_a_mechanism_of_a_file_is_the_one_written(tmp_path, ending):
    mechanism, path = geometric(n=3, alpha="1/2"), tmp_path / f"g.{ending}"
    files.write(mechanism, path, None if ending != "txt" else "csv")
    assert files.read(path) == files.read(str(path)) == mechanism
    assert type(files.read(path)) is Mechanism
    assert type(files.read(path, kind=Matrix)) is Matrix


def test_the_ending_chooses_the_format_and_a_named_format_wins(tmp_path):
    path = tmp_path / "x.json"
    files.write(geometric(n=1, alpha="1/2"), path, "csv")
    assert path.read_text() == "input/response,0,1\n0,2/3,1/3\n1,1/3,2/3\n"
    assert files.read(path, format="csv") == geometric(n=1, alpha="1/2")
    assert refusal(files.read, path).startswith(f"{path}: line 1: 'input/response,0,1' stands where [ or {{ should")
    assert refusal(files.read, path, format="xml").endswith("unknown format 'xml': write json, csv, latex")
    assert refusal(files.write, geometric(n=1, alpha=0), tmp_path / "x.xml").endswith(
        "x.xml: the name has no extension of a format: end it in .json, .csv or .tex, or give the format: "
        "--format csv, in Python format='csv'"
    )
    assert not (tmp_path / "x.xml").exists()


def test_capital_endings_choose_too(tmp_path):
    (tmp_path / "X.TEX").write_text("1,0")
    assert "the text has no matrix" in refusal(files.read, tmp_path / "X.TEX")


@pytest.mark.parametrize(
    "text",
    [
        "\n [[1, 0]]",
        " 1,0 ",
        "\n  # 0 ]\n 1;0",
        '{ "rows": [[1, 0]]}',
        "% one row\n\\begin{matrix}1&0\\end{matrix}",
        '"1",0',
    ],
)
def test_the_format_is_guessed_from_the_beginning(text):
    assert files.parse(text) == Mechanism([[1, 0]])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_count_the_same_however_they_end(end):
    for text in ("1,0\n\n0,x", '[[1, 0],\n\n[0, "x"]]', "\\begin{matrix}1&0\\\\%\n\n0&x\\end{matrix}"):
        message = refusal(files.parse, text.replace("\n", end))
        assert message.startswith("text: line 3, row 2, column 2: 'x' is not an exact number")


def test_a_matrix_with_a_factor_as_the_papers_have_it():
    scaled = r"G = \frac{1}{3}\begin{bmatrix} 2 & 1/2 & 1/4 & 1/4 \\ 1 & 1 & \frac12 & \tfrac{1}{2} \end{bmatrix}"
    assert files.parse(scaled) == Mechanism([["2/3", "1/6", "1/12", "1/12"], ["1/3", "1/3", "1/6", "1/6"]])


def test_standard_input_is_guessed_and_called_by_its_name(monkeypatch):
    def give(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    for form in FORMATS:
        give(files.render(geometric(n=2, alpha="1/3"), form).encode())
        assert files.read("-") == geometric(n=2, alpha="1/3")
    give(b"1/2,1/2\n1/2,1/3\n")
    assert refusal(files.read, "-") == (
        "standard input: line 2, row 2 sums to 5/6, which is 1/6 short of 1: write probabilities that sum to exactly 1"
    )


def test_standard_output_gets_json_unless_another_format_is_named(capfdbinary):
    mechanism = Mechanism([["1/2", "1/2"]], responses=["nein", "größer"])
    files.write(mechanism, "-")
    files.write(mechanism, "-", "csv")
    written = capfdbinary.readouterr().out.decode()
    assert written == files.render(mechanism, "json") + "input/response,nein,größer\n0,1/2,1/2\n"


def test_a_notebook_has_only_text_for_output(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    files.write(Matrix([[1]]), "-", "csv")
    assert sys.stdout.getvalue() == "input/response,0\n0,1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the input is empty: write a matrix as JSON, CSV or LaTeX"),
        (" \r\n\t", "the input is empty: write a matrix as JSON, CSV or LaTeX"),
        ("# only a comment\n", "'' is not JSON, CSV or LaTeX: write rows such as 1/9,8/9"),
        ("hello world", "'hello world' is not JSON, CSV or LaTeX: write rows such as 1/9,8/9"),
        ("exactdp certificate 1\nstatement level\n", "this is a certificate: use `exactdp verify`"),
        ("\ufeffexactdp certificate 1\r\n", "this is a certificate: use `exactdp verify`"),
        ("-1/2,3/2", "line 1, row 1, column 1: -1/2 is negative: write probabilities from 0 to 1"),
        (
            "\n# c\n1,0\n\n1,1/9",
            "line 5, row 2 sums to 10/9, which is 1/9 more than 1: write probabilities that sum to exactly 1",
        ),
        ("[[1, 0],\n\n [\n1,\n1]]", "line 4, row 2 sums to 2, which is 1 more than 1"),
        ("1,0\n1", "line 2, row 2 has 1 entry where row 1 has 2: write rows of one length"),
    ],
)
def test_a_text_that_is_no_mechanism_is_refused_with_its_name_and_line(text, message):
    assert refusal(files.parse, text, name="x").startswith(f"x: {message}")


def test_only_latex_has_several_matrices_to_choose_from():
    for text in ("[[1]]", "1"):
        assert "only a LaTeX text may hold several" in refusal(files.parse, text, which=1)
    both = r"$\begin{pmatrix} 1 \end{pmatrix}$ $\begin{pmatrix} 2 \end{pmatrix}$"
    assert files.parse(both, which=2, kind=Matrix) == Matrix([[2]])
    assert "there are 2 matrices" in refusal(files.parse, both)


def test_half_a_character_cannot_be_written(tmp_path):
    matrix = Matrix([[1]], ["\ud800"])
    assert refusal(files.write, matrix, tmp_path / "x.json") == (
        r"a label holds half a character, '\ud800': give another label"
    )
    assert list(tmp_path.iterdir()) == []


@given(matrices(labels=False))
def test_json_says_what_pythons_own_reader_finds_in_it(matrix):
    said = json.loads(files.render(matrix, "json"))
    assert sorted(said) == ["inputs", "responses", "rows"]
    assert [[Fraction(entry) for entry in row] for row in said["rows"]] == [list(row) for row in matrix.rows]


SCRAPS = r"""
[ ] { } , : ; " rows "rows" 1 1/2 0.5 1e-3 1/0 - − nan input # & \\ \begin{bmatrix} \end{bmatrix} \begin{array}{cc}
\end{array} \frac \cdot \left( \right) $ % = ^ \hline \phantom \ \begin{tabular} \end{tabular} ９ ²
"""
scraps = st.sampled_from([*SCRAPS.split(), "\t", "\n", "\r\n", " ", "\x00", "\u2028"]) | st.text(max_size=3)


@given(st.lists(scraps, max_size=25).map("".join), st.sampled_from([None, *FORMATS]), st.sampled_from([None, 1, 2]))
def test_any_text_is_read_or_refused_in_one_line(text, form, which):
    try:
        matrix = files.parse(text, form, which=which if form == "latex" else None, kind=Matrix)
    except InputError as error:
        assert "\n" not in str(error)
        assert str(error).startswith("text: ")
        assert len(str(error)) < 500
    else:
        assert files.parse(files.render(matrix, "json"), kind=Matrix) == matrix


def test_a_table_keeps_what_is_written_whatever_the_rows_sum_to(tmp_path):
    file = tmp_path / "rounded.csv"
    file.write_text("\ufeff0.67,0.34\r\n0.33,0.66\r\n")
    found = files.read_table(file)
    assert found.written == [["0.67", "0.34"], ["0.33", "0.66"]]
    file.write_text("0.67,0.33\n0.33\n")
    with pytest.raises(InputError, match=r"rounded.csv: line 2, row 2 has 1 entry"):
        files.read_table(file)
