"""The exact matrix: an immutable value with a readable text."""

import pickle
from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, table
from exactdp.model.matrix import Matrix
from exactdp.report.latex_writer import formula
from exactdp.report.writers import as_html
from tests.quickly import quickly

ENTRIES = st.builds(Fraction, st.integers(), st.integers(1, 20))


@st.composite
def matrices(draw: st.DrawFn, height: int | None = None, width: int | None = None) -> Matrix:
    height = height or draw(st.integers(1, 4))
    width = width or draw(st.integers(1, 4))
    return Matrix([[draw(ENTRIES) for _ in range(width)] for _ in range(height)])


@given(matrices())
def test_it_is_a_value(m: Matrix) -> None:
    for again in (Matrix(m.rows), Matrix.from_flint(m.flint), pickle.loads(pickle.dumps(m)), deepcopy(m)):
        assert again == m
        assert hash(again) == hash(m)
    assert Matrix.from_integers([[6 * n for n in row] for row in m.numerators], [6 * d for d in m.denominators]) == m
    assert m.rows == tuple(tuple(m[i, r] for r in range(m.shape[1])) for i in range(m.shape[0]))
    assert [m.column(r) for r in range(m.shape[1])] == list(zip(*m.rows, strict=True))


@given(st.data())
def test_the_product_is_the_sum_of_products(data: st.DataObject) -> None:
    height, middle, width = (data.draw(st.integers(1, 4)) for _ in range(3))
    first, second = data.draw(matrices(height, middle)), data.draw(matrices(middle, width))
    product = first @ second
    for i in range(height):
        for r in range(width):
            assert product[i, r] == sum(first[i, k] * second[k, r] for k in range(middle))


def test_it_cannot_be_changed() -> None:
    m = Matrix([[1, 2]])
    for name in ("_numerators", "flint", "new"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(m, name, 1)


def test_labels() -> None:
    m = Matrix([[1, 2], [3, 4]], ["a", "b"], ["x", "y"])
    assert m != Matrix([[1, 2], [3, 4]])
    assert m.relabelled(range(2), range(2)) == Matrix([[1, 2], [3, 4]])
    assert (m @ Matrix([[1], [1]], ["x", "y"], ["sum"])).responses == ("sum",)
    with pytest.raises(InputError, match="response 'x' of the first meets input '0' of the second"):
        m @ Matrix([[1], [1]])
    with pytest.raises(InputError, match="a 2 × 2 matrix cannot be multiplied by a 3 × 1 one"):
        m @ Matrix([[1], [1], [1]])


@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        ([], {}, "the matrix is empty"),
        ([[]], {}, "the matrix is empty"),
        ([[1, 2], [3]], {}, "row 2 has 1 entry where row 1 has 2"),
        (["12"], {}, "row 1 is the text '12'"),
        ([[1, "1/0"]], {}, "row 1, column 2: '1/0' has a zero denominator"),
        ([[1], [2]], {"inputs": ["a"]}, "there is 1 input label for 2 rows"),
        ([[1, 2]], {"responses": ["a", "a"]}, "the response label 'a' occurs twice"),
    ],
)
def test_what_is_no_matrix_is_refused(rows: list, labels: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Matrix(rows, **labels)


def test_a_float_is_refused_where_it_stands() -> None:
    with pytest.raises(TypeError, match=r'row 1, column 2: 0.5 is a float, so it is not exact: write the text "0.5"'):
        Matrix([[1, 0.5]])
    for only_exact in (Matrix, table):
        with pytest.raises(TypeError, match=r"for that decimal$"):
            only_exact([[1, 0.5]])
    with pytest.raises(TypeError, match=r"for that decimal; audit and repair accept tables of floats$"):
        Mechanism([[0.5, "1/2"]])


@pytest.mark.parametrize("position", [0, ("a", "b"), (0, 1, 2), slice(1)])
def test_an_entry_has_two_positions(position: object) -> None:
    with pytest.raises(TypeError, match=r"write m\[0, 1\] for an entry, and m.rows\[0\] for a row$"):
        Matrix([[1, 2]])[position]


def test_shows_itself() -> None:
    m = Matrix([["1/3", -1]], ["<a>"], ["p", "q"])
    assert repr(m) == "Matrix 1 × 2\n       p   q\n<a>  1/3  -1"
    assert as_html(m).count("<td>") == 2
    assert "&lt;a&gt;" in as_html(m)
    assert "<td><sup>1</sup>⁄<sub>3</sub></td><td>-1</td>" in as_html(m)
    assert formula(m) == "$\\begin{bmatrix}\n\\frac{1}{3} & -1\n\\end{bmatrix}$"


def test_the_middle_of_a_large_one_is_left_out() -> None:
    m = Matrix([[i * 100 + r for r in range(100)] for i in range(100)])
    assert len(str(m).split("\n")) == 14
    assert "⋮" in str(m)
    assert "9999" in str(m)
    assert as_html(m).count("<td>") == 13 * 13
    assert r"\cdots" in formula(m)


def test_long_numbers_are_brought_to_lowest_terms_in_time() -> None:
    factor, least = 3**1_500_000, 5**1_000_000
    numerators, denominator = [factor * least, factor * (least + 1)], factor * (2 * least + 1)
    with quickly(10):
        found = Matrix.from_integers([numerators], [denominator])
    assert (list(found.numerators[0]), found.denominators) == ([least, least + 1], (2 * least + 1,))


def test_long_fractions_of_a_row_have_their_least_common_denominator() -> None:
    long = 10**3000 + 9
    found = Matrix([[Fraction(1, 6 * long), Fraction(-5, 4 * long), Fraction(1, 3), 2]])
    assert found.denominators == (12 * long,)
    assert found.numerators == ((2, -15, 4 * long, 24 * long),)
    assert found.rows == ((Fraction(1, 6 * long), Fraction(-5, 4 * long), Fraction(1, 3), Fraction(2)),)
