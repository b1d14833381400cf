import csv
import io
import re
import warnings
from fractions import Fraction

import numpy
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, Mechanism, Remark, files
from exactdp.arithmetic.spelling import text
from exactdp.files import csv_text
from tests.quickly import quickly
from tests.strategies import mechanisms


def matrix(written):
    return csv_text.parse(written).matrix(Matrix)


@pytest.mark.parametrize("separator", [",", ";", "\t", " , ", " ;"])
def test_commas_semicolons_and_tabs_separate(separator):
    written = "1/9*0.25\n\n# a comment, with; both\n  # and another\n 3e-2 *-4\n \n".replace("*", separator)
    assert matrix(written) == Matrix([["1/9", "1/4"], ["3/100", -4]])
    assert csv_text.parse(written).lines == [1, 5]
    labelled = "*no*yes\n a *1*0".replace("*", separator)
    assert matrix(labelled) == Matrix([[1, 0]], ["a"], ["no", "yes"])


def test_spaces_separate_where_nothing_else_does():
    assert matrix(" 1/2   3 / 4 5e-1 \n# x\n0.5 -2 /4  0\n") == Matrix([["1/2", "3/4", "1/2"], ["1/2", "-1/2", 0]])
    target = io.StringIO()
    numpy.savetxt(target, [[0.25, 0.75], [1, 0]], header="by NumPy")
    assert matrix(target.getvalue()) == Matrix([["1/4", "3/4"], [1, 0]])
    assert matrix("input no yes\n0 1/4 3/4").responses == ("no", "yes")


def test_one_column_needs_no_separator():
    assert matrix("1/2\n 3 / 4 \n") == Matrix([["1/2"], ["3/4"]])
    assert matrix('"1"') == Matrix([[1]])


def test_quotation_marks_keep_what_is_in_them():
    assert matrix('input,"a, b"," c ","d""e",""\n"#1","1/2",0.25 , "0", 1\n') == Matrix(
        [["1/2", "1/4", 0, 1]], ["#1"], ["a, b", " c ", 'd"e', ""]
    )
    assert matrix('"";x\n"";1') == Matrix([[1]], [""], ["x"])
    assert matrix(' input , "a" , b \n0,1,0').responses == ("a", "b")


def test_separators_inside_quotation_marks_separate_nothing():
    assert matrix('input,"a;b\tc"\n0,1').responses == ("a;b\tc",)


@given(mechanisms())
def test_a_first_row_that_could_be_a_header_is_remarked_and_every_other_is_not(found):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert files.parse("\n".join(",".join(map(text, row)) for row in found.rows), name="x.csv") == found
        written = files.render(found, "csv"), files.render(found, "json"), files.render(found, "latex")
        assert all(files.parse(each) == found for each in written)
    doubtful = found.rows[0] == (0, 1) and len(found) > 2
    told_of = "x.csv: line 1 says 0,1 and was taken for the probabilities of input 0: if it is a header, leave it out"
    assert [(each.category, str(each.message)) for each in told] == [(Remark, told_of)] * doubtful


def test_a_header_of_numbers_is_remarked_where_rows_need_not_sum_to_1():
    assert csv_text.parse("# by pandas\n0;1;2\n1;0;0\n0.5;0.5;0").remark.startswith("line 2 says 0,1,2 and was taken")
    for silent in ("0,1\n1,0", "0.0,1.0\n1,0\n1,0", "0,1,3\n0,0,1\n0,0,1", "0\n1\n1", "input,0,1\n0,0,1\n1,1,0\n2,1,0"):
        assert not csv_text.parse(silent).remark


@pytest.mark.parametrize("text", ["no,yes\n1/4,3/4\n0.5,50%", "no yes\n.25 .75\n.5 .5", "no;yes\n0,25;0,75\n0,5;0,5"])
def test_a_first_row_of_words_above_probabilities_labels_the_responses(text):
    assert matrix(text) == Matrix([["1/4", "3/4"], ["1/2", "1/2"]], None, ["no", "yes"])


def test_a_header_of_words_is_above_rows_as_printed_too():
    found = csv_text.parse("# by pandas\nno,yes\n0,1\n0.33,0.66\n1,0")
    assert (found.lines, found.inputs, found.responses, found.remark) == ([3, 4, 5], None, ["no", "yes"], "")
    assert found.printed()[1] == ["0.33", "0.66"]
    with pytest.raises(InputError, match=r"^line 4, row 2 sums to 99/100, .*`exactdp repair` finds the exact"):
        found.matrix(Mechanism)


@pytest.mark.parametrize(
    "text",
    [
        "no,yes\n1/2,1/2",  # a mechanism with one input is trivial
        "i,a,b\n0,0,1\n1,1,0",  # i may name the inputs 0 and 1, and two losses follow
        "i,a,b\n0,0,1\n1,0,0",
        "age,no,yes\n20,1/4,3/4\n30,1/2,1/2",
        "no,yes\n5,0\n0,5",
        "no,yes\n1/4,3/4\nx,1/2",
        "no,yes,\n1/4,3/4\n1/2,1/2",
        "no,yes\n1/4,3/4,0\n1/2,1/2,0",
        "l/2,I/2\n1/4,3/4\n1/2,1/2",
        "O.5,o.5\n1/4,3/4\n1/2,1/2",
        "p,1-p\n1/4,3/4\n1/2,1/2",
    ],
)
def test_a_first_row_that_may_be_no_header_is_refused(text):
    with pytest.raises(InputError, match=r"^line 1, row 1, column [123]: "):
        csv_text.parse(text)


def test_a_header_with_a_repeated_word_is_refused():
    with pytest.raises(InputError, match="label"):
        matrix("NaN,NaN\n1/4,3/4\n1/2,1/2")


labels = st.lists(st.text("ab \",;\t#'é\\", max_size=6), min_size=2, max_size=2, unique=True)


@given(labels, labels)
def test_pythons_own_reader_finds_the_same_cells(inputs, responses):
    written = csv_text.render(Matrix([["1/2", 3], [0, "0.1"]], inputs, responses))
    assert list(csv.reader(io.StringIO(written), strict=True)) == [
        ["input/response", *responses],
        [inputs[0], "1/2", "3"],
        [inputs[1], "0", "1/10"],
    ]


@given(labels)
def test_what_pythons_own_writer_writes_is_read(responses):
    # An apostrophe before a formula is taken for ours.
    assume(not any(label.startswith("'") for label in responses))
    target = io.StringIO()
    csv.writer(target, quoting=csv.QUOTE_ALL, delimiter=";", lineterminator="\n").writerows(
        [["", *responses], ["0", "1/2", "0.5"]]
    )
    assert matrix(target.getvalue()) == Matrix([["1/2", "1/2"]], None, responses)


FORMULAS = [
    "=1+1",
    "=cmd|' /C calc'!A1",
    "@SUM(1)",
    "+cmd",
    "-2+3+cmd",
    " =1+1",
    "'=1+1",
    "＝1+1",
    "\u200b=1+1",
    "\ufeff@SUM(1)",
]


@pytest.mark.parametrize("label", FORMULAS)
def test_no_label_is_a_formula_where_a_spreadsheet_opens_it(label):
    labelled = Matrix([[1, 0]], [label], ["plain", label])
    written = csv_text.render(labelled)
    for row in csv.reader(io.StringIO(written)):
        assert all(not re.match(r"[\s\u200b\ufeff]*[=@＝＠＋－+-]", cell) for cell in row)
    assert matrix(written) == labelled
    # A number is no formula, and stays as it is.
    assert csv_text.render(Matrix([[1, 0]], ["-1"], ["+1/2", "-.5"])) == "input/response,+1/2,-.5\n-1,1,0\n"


@pytest.mark.parametrize("label", ["a\nb", "a\rb", "a\0b", "\n", "\x9b31m", "\u202eabc", "\u2067abc", "a\x1b[31m"])
def test_a_label_over_two_lines_is_refused_at_writing(label):
    for labelled in (Matrix([[1]], [label]), Matrix([[1]], None, [label])):
        with pytest.raises(
            InputError, match=r"^the label .* holds the end of a line or a control character: write JSON, or"
        ):
            csv_text.render(labelled)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("# nothing\n\n", "the table has no numbers: write rows such as 1/9,8/9"),
        (
            "1;2\n0,5,1;1",
            "line 2: both semicolons and commas separate cells: separate with one of them, and write a",
        ),
        ("1,5\t2,5", "line 1: both commas and tabs separate cells"),
        ("1,\t2", "line 1: both commas and tabs separate cells"),
        ("1 2\n3 x", "line 2, row 2, column 2: 'x' is not an exact number"),
        ("0,5 0,5", "line 1, row 1, column 2: '5 0' is "),
        (",no,yes\n1,0\n0,1", "there are 2 response labels for 1 column: write one for each column, and begin each"),
        ('"0,25"', "line 1, row 1, column 1: '0,25' is not an exact number: write 0.25"),
        ('1,"2', "line 1: '\"2' has a quotation mark that encloses no whole cell"),
        ('1\n1"2"', "line 2: '1\"2\"' has a quotation mark that encloses no whole cell"),
        ('"1"2,3', "line 1: '\"1\"2,3' has a quotation mark that encloses no whole cell"),
        ("1,,2", "line 1, row 1, column 2: the number is missing: write one, and write out every 0"),
        ("1,2,", "line 1, row 1, column 3: the number is missing"),
        ("1,2\n3", "line 2, row 2 has 1 entry where row 1 has 2"),
        (
            "no,yes\n1,0",
            "line 1, row 1, column 1: 'no' is not an exact number: write a fraction such as 1/9 or a decimal",
        ),
        ("1,2 # two", "line 1, row 1, column 2: '2 # two' is not an exact number"),
        (",0\na", "line 2: the row has a label and no numbers"),
        (",0\n", "line 1: the table has no numbers"),
        (",0\na,1,2", "there is 1 response label for 2 columns"),
        ("nan,1", "line 1, row 1, column 1: 'nan' is not an exact number"),
        ("1/0", "line 1, row 1, column 1: '1/0' has a zero denominator"),
        ("1,1e999999999", "line 1, row 1, column 2: '1e999999999' is too long"),
        ("=1+1", "line 1, row 1, column 1: '=1+1' is not an exact number"),
        ("0x10", "line 1, row 1, column 1: '0x10' is not an exact number"),
        ("1_0", "line 1, row 1, column 1: '1_0' is not an exact number"),
        ("9-Jan,1", "line 1, row 1, column 1: '9-Jan' is not an exact number"),
        ("5%0", "line 1, row 1, column 1: '5%0' is not an exact number"),
        # As of one line, this could be MATLAB's two rows of two numbers.
        ("0,5;0,5", "line 1: both commas and semicolons separate cells"),
    ],
)
def test_what_is_no_matrix_is_refused_in_one_line(written, message):
    with pytest.raises(InputError) as caught:
        matrix(written)
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


def test_a_formula_is_not_taken_for_a_label():
    with pytest.raises(InputError) as caught:
        matrix("sqrt(2)/2,1-sqrt(2)/2\n1,0")
    assert str(caught.value) == (
        "line 1, row 1, column 1: 'sqrt(2)/2' is a formula: "
        "write a fraction such as 1/9 or a decimal such as 0.25, and round an irrational number"
    )


@pytest.mark.parametrize(
    "written",
    ["x" * 10**7, '"' * (10**7 + 1), '1,"' + '""' * 10**6, "1" + " " * 10**7 + "x", "," * 10**7, "9" * 10**7],
    ids=lambda written: written[:4],
)
def test_a_line_of_ten_megabytes_is_refused_quickly_and_briefly(written):
    with quickly(), pytest.raises(InputError) as caught:
        matrix(written)
    assert len(str(caught.value)) < 300


def test_a_long_line_of_numbers_is_read():
    assert matrix(",".join(["1/2"] * 10**5)).shape == (1, 10**5)
    assert matrix("1" + "0" * 10**5)[0, 0] == Fraction(10) ** 10**5


@pytest.mark.parametrize(
    "written",
    [
        "0,25;0,75\n0,5;0,5\n",
        "input;0;1\r\n0;0,25;0,75\r\n1;0,5;1/2\r\n",
        '"0,25"\t"0,75"\n0,5\t50%\n',
        "25 %;75 %\n50,0%;½\n",
    ],
)
def test_a_decimal_comma_between_semicolons_or_tabs(written):
    assert files.parse(written, "csv", kind=Matrix).rows == Matrix([["1/4", "3/4"], ["1/2", "1/2"]]).rows


def test_a_decimal_comma_keeps_how_far_it_was_rounded():
    assert csv_text.parse("0,50;50%\n1;0").written == [["0.50", "0.50"], ["1", "0"]]
