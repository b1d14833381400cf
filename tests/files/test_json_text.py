import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix
from exactdp.files import json_text
from tests.quickly import quickly


def matrix(written):
    return json_text.parse(written).matrix(Matrix)


def test_a_list_of_rows_and_an_object_are_the_same_matrix():
    rows = '[["1/9", 0.25], [ 2 , "3e-2"]]'
    expected = Matrix([["1/9", "1/4"], [2, "3/100"]])
    assert matrix(rows) == matrix(f'{{"rows": {rows}}}') == expected
    assert matrix(f'{{"responses": ["a", 7], "rows": {rows}, "inputs": [0.50, "é"]}}') == expected.relabelled(
        ["0.50", "é"], ["a", "7"]
    )


def test_numbers_are_their_digits_and_never_floats():
    assert matrix("[[0.1, 1e-3, 1E2, -0.30, 0.1000000000000000055511151231257827]]").rows[0] == (
        Fraction(1, 10),
        Fraction(1, 1000),
        Fraction(100),
        Fraction(-3, 10),
        Fraction(1000000000000000055511151231257827, 10**34),
    )
    long = "7" * 5000
    assert matrix(f"[[{long}]]")[0, 0] == 7 * (10**5000 - 1) // 9
    assert matrix(f"[[0.{long}]]")[0, 0] == Fraction(7 * (10**5000 - 1) // 9, 10**5000)


decimals = st.decimals(allow_nan=False, allow_infinity=False, min_value=-100, max_value=100, places=5).map(str)


@given(
    st.lists(st.lists(st.one_of(decimals, st.integers()), min_size=2, max_size=2), min_size=1),
    st.sampled_from([None, 1]),
)
def test_every_layout_that_python_writes_is_read(rows, indent):
    written = json.dumps(rows, indent=indent)
    assert matrix(written) == Matrix(rows)
    assert json_text.parse(written).lines == [1 if indent is None else 3 + 4 * k for k in range(len(rows))]


def test_what_is_written_is_one_row_a_line():
    written = json_text.render(Matrix([["1/3", "2/3"], [0, 1]], ["a", 'b"'], ["\n", "é"]))
    assert written == (
        '{\n  "inputs": ["a", "b\\""],\n  "responses": ["\\n", "é"],\n  "rows": [\n'
        '    ["1/3", "2/3"],\n    ["0", "1"]\n  ]\n}\n'
    )


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("[[1, 2]", "line 1: the text ends before , or ]"),
        ("[\n[1 2]]", "line 2: '2]]' stands where , or ] should"),
        ("[[1/9]]", "line 1: '/9]]' stands where , or ] should"),
        ("[[1],]", "line 1: ']' stands where [ should"),
        ("[[1,]]", "line 1: ']]' stands where a number should"),
        ("[[1]]\n\nx", "line 3: 'x' stands where the end should"),
        ("[[1]] [[1]]", "line 1: '[[1]]' stands where the end should"),
        ('[[1], {"a": 1}]', """line 1: '{"a": 1}]' stands where [ should"""),
        ('[{"a": 1}, [1]]', "line 1: '[1]]' stands where { should"),
        ('[{"a": 1},\n{"b": 1}]', "line 2: the row has the keys b: write those of the first row: a"),
        ('{"no": {"0": 1}}', "line 1: 'no' is an unknown key: an object of objects does not say "),
        ('{"rows": [[1]], "data": [[1]]}', "line 1: the key 'rows' occurs twice: write it once"),
        ("[1, 2]", "line 1: '1, 2]' stands where [ or { should"),
        ("[[[1]]]", "line 1: '[1]]]' stands where a number should"),
        ("[[true]]", "line 1: 'true]]' stands where a number should"),
        ("[[null]]", "line 1: 'null]]' stands where a number should"),
        ("[[007]]", "line 1: '07]]' stands where , or ] should"),
        ("[['1']]", "line 1: \"'1']]\" stands where a number should"),
        ('[["a\\x"]]', "line 1: '\"a\\\\x\"]]' stands where a number should"),
        ('[["a', "line 1: '\"a' stands where a number should"),
        ("[[NaN]]", "line 1: 'NaN' is not an exact number"),
        ("[[1,\n-Infinity]]", "line 2: '-Infinity' is not an exact number"),
        ("[]", "the matrix has no rows"),
        ("{}", "the matrix has no rows"),
        ('{"rows": []}', "the matrix has no rows"),
        ('{"inputs": ["a"]}', "the matrix has no rows"),
        ("[[1],\n[]]", "line 2: the row is empty"),
        ('{"rows": [[1]],\n"rows": [[1]]}', "line 2: the key 'rows' occurs twice: write it once"),
        ('{"row": [[1]]}', "line 1: 'row' is an unknown key: did you mean rows?"),
        ('{"rows": 1}', "line 1: '1}' stands where [ should"),
        ('{"rows" [[1]]}', "line 1: '[[1]]}' stands where : should"),
        ('{"rows": [[1]]', "line 1: the text ends before , or }"),
        ("{rows: [[1]]}", "line 1: 'rows: [[1]]}' stands where a key should"),
        ('{"rows": [[1]], "inputs": [null]}', "line 1: 'null]}' stands where a label should"),
        ('{"rows": [[1]], "inputs": [["a"]]}', "line 1: '[\"a\"]]}' stands where a label should"),
        ('{"rows": [[1]], "inputs": ["\\ud800"]}', r"line 1: '\ud800' is half a character: write the whole one"),
        ('{"rows": [[1]], "inputs": [NaN]}', "line 1: 'NaN' is not an exact number"),
        ('{"rows": [[1]], "inputs": []}', "there are 0 input labels for 1 row: write one for each row"),
        ('{"rows": [[1, 1]], "responses": ["a", "a"]}', "the response label 'a' occurs twice"),
        ('[["1/9",\n"x"]]', "line 2, row 1, column 2: 'x' is not an exact number"),
        ('[["1/0"]]', "line 1, row 1, column 1: '1/0' has a zero denominator"),
        ("[[1e999999999]]", "line 1, row 1, column 1: '1e999999999' is too long"),
        ('[[""]]', "line 1, row 1, column 1: the number is missing"),
        ("[[1, 2], [3]]", "line 1, row 2 has 1 entry where row 1 has 2"),
    ],
)
def test_what_is_no_matrix_is_refused_in_one_line(written, message):
    with pytest.raises(InputError) as caught:
        matrix(written)
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "written",
    [
        "[" * 10**6,
        '{"rows":' * 10**6,
        "[[" + "[" * 10**6,
        '[["' + "\\\\" * 10**6,
        "[[" + "9" * 10**7 + "]]",
        "[" + " \n" * 10**6,
        '{"' + "x" * 10**7 + '": 1}',
        '[["' + "x" * 10**7 + '"]]',
    ],
    ids=lambda written: written[:4],
)
def test_long_and_deep_texts_are_refused_quickly_and_briefly(written):
    with quickly(), pytest.raises(InputError) as caught:
        matrix(written)
    assert len(str(caught.value)) < 300
