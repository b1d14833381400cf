"""All supported tables of other libraries become mechanisms; all other values give an error of exactdp."""

import re
import subprocess
import sys
import traceback
from array import array
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sympy
from flint import fmpq, fmpq_mat, fmpz_mat
from hypothesis import given as drawn
from hypothesis import strategies as st

import exactdp as dp
from exactdp import InputError, Matrix, audit, files, repair
from exactdp.arithmetic.spelling import text
from exactdp.model.given import given, is_path, with_floats
from exactdp.model.mechanism import Mechanism, as_mechanism
from tests.strategies import mechanisms

ROWS = [["1/2", "1/2"], ["1/3", "2/3"]]
PLAIN = Mechanism(ROWS)


@drawn(st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(lambda shape: mechanisms(*shape)))
def test_every_form_is_the_same_mechanism(mechanism: Mechanism) -> None:
    written = [[text(entry) for entry in row] for row in mechanism]
    rational = [[sympy.Rational(entry.numerator, entry.denominator) for entry in row] for row in mechanism]
    quotients = [[fmpq(entry.numerator, entry.denominator) for entry in row] for row in mechanism]
    columns = list(mechanism.responses)
    for form in (
        mechanism,
        Matrix(mechanism),
        mechanism.rows,
        written,
        tuple(map(tuple, written)),
        np.array(written),
        np.array(mechanism.rows, dtype=object),
        pd.DataFrame(written, columns=columns),
        pl.DataFrame(dict(zip(columns, zip(*written, strict=True), strict=True))),
        sympy.Matrix(rational),
        sympy.ImmutableMatrix(rational),
        fmpq_mat(quotients),
        quotients,
        rational,
    ):
        assert Mechanism(form) == as_mechanism(form) == mechanism
    assert Mechanism(row for row in written) == mechanism


def test_decimals_integers_and_arrays_of_python() -> None:
    quarter = [[Decimal("0.25"), Decimal("0.75")]]
    assert Mechanism(quarter).rows == ((Fraction(1, 4), Fraction(3, 4)),)
    for form in ([[1, 0]], np.array([[1, 0]]), np.eye(2, dtype=np.int64), fmpz_mat([[1, 0]]), [array("i", [1, 0])]):
        assert Mechanism(form).rows[0] == (1, 0)
    assert Mechanism([np.array(["1/2", "1/2"])]).rows == ((Fraction(1, 2),) * 2,)


def test_labels_are_kept() -> None:
    frame = pd.DataFrame(ROWS, index=["no", "yes"], columns=["a", "b"])
    assert (Mechanism(frame).inputs, Mechanism(frame).responses) == (("no", "yes"), ("a", "b"))
    table = pl.DataFrame({"": ["no", "yes"], "a": ["1/2", "1/3"], "b": ["1/2", "2/3"]})
    assert Mechanism(table) == Mechanism(frame) == Mechanism(Mechanism(frame)) == Mechanism(Matrix(frame))
    assert Mechanism(table, responses=["x", "y"]).responses == ("x", "y")
    assert Matrix(table.select("a", "b")).inputs == ("0", "1")


def test_a_path_is_read(tmp_path: Path) -> None:
    labelled = Mechanism(ROWS, ["no", "yes"], ["a", "b"])
    path = tmp_path / "table.csv"
    files.write(labelled, path)
    assert Mechanism(path) == Mechanism(str(path)) == Matrix(path).relabelled() == labelled
    assert isinstance(Matrix(path), Matrix)
    with pytest.raises(InputError, match="this file does not exist"):
        Mechanism("no such file.csv")
    assert is_path(path)


def test_floats_are_taken_by_audit_and_repair_alone() -> None:
    rows = [[0.1, 0.9], [0.5, 0.5]]
    exactly = Matrix([[Fraction(entry) for entry in row] for row in rows])
    for form in (rows, np.array(rows), pd.DataFrame(rows), pl.DataFrame(rows, schema=["0", "1"], orient="row")):
        assert audit(form).table == exactly
        with pytest.raises(TypeError, match=r"row 1, column 1: 0\.1 is a float, so it is not exact"):
            Mechanism(form)
    assert audit(np.array(rows, dtype=np.float32)).table[0, 0] == Fraction(13421773, 134217728)
    assert repair(np.array([[0.67, 0.33], [0.33, 0.67]]), "1/2").mechanism[0, 0] == Fraction(2, 3)
    assert with_floats(np.float64(0.5)) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("form", "says"),
    [
        (None, "None is a NoneType, which is not a matrix: write rows"),
        (object, "which is not a matrix"),
        (3, "3 is an int, which is not a matrix"),
        ({"a": 1}, "is a dict, which is not a matrix"),
        (b"1/2", "is a bytes, which is not a matrix"),
        ([1, 2], "row 1 is 1, and a row is a list of numbers"),
        ([None], "row 1 is None, and a row is a list of numbers"),
        (["12"], "row 1 is the text '12': write a list of numbers"),
        ([[None]], "row 1, column 1: NoneType is not an exact number: write an int"),
        ([[True]], "row 1, column 1: True is a truth value"),
        ([[Decimal("NaN")]], "row 1, column 1: NaN is not a number: write a finite one"),
        ([[Decimal("1e9999999")]], "is too long: exponents of up to 1,000 are read"),
        ([[sympy.sqrt(2)]], "row 1, column 1: sqrt(2) is irrational: write a fraction"),
        ([[sympy.Float("0.5")]], "row 1, column 1: Float is not an exact number"),
        (np.array([1, 0]), "the array has 1 dimensions: give one of 2, inputs by responses"),
        (np.zeros((2, 2, 2)), "the array has 3 dimensions"),
        (np.array([[0.5, 0.5]]), "row 1, column 1: 0.5 is a float"),
        (pd.DataFrame({"a": ["1/2", None]}), "row 2, column 1: nan is not a number"),
        (pd.Series([1, 0]), "the array has 1 dimensions"),
        ([], "the matrix is empty"),
        (pd.DataFrame(), "the matrix is empty"),
        (pl.DataFrame(), "the matrix is empty"),
    ],
)  # fmt: skip
def test_a_value_that_is_no_matrix_says_what_to_give(form: Any, says: str) -> None:
    with pytest.raises((InputError, TypeError), match=re.escape(says)) as error:
        Mechanism(form)
    assert "\n" not in str(error.value)


def test_no_library_is_imported_to_recognise_a_value() -> None:
    code = (
        "import sys\n"
        "from exactdp.model.mechanism import Mechanism\n"
        "Mechanism([['1/2', '1/2']])\n"
        "print(*sorted({'numpy', 'pandas', 'polars', 'sympy'} & set(sys.modules)))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"
    assert given([[1]]).inputs is None


SINGLE = np.array([[0.7, 0.3], [0.3, 0.7]], dtype=np.float32)


@pytest.mark.parametrize("table", [SINGLE, [list(row) for row in SINGLE], pd.DataFrame(SINGLE), SINGLE.astype("f2")])
def test_floats_of_less_precision_keep_their_print(table: Any) -> None:
    assert dp.repair(table, "1/3").written == (("0.7", "0.3"), ("0.3", "0.7"))
    first = dp.audit(table).table[0, 0]
    assert first != Fraction(7, 10)
    assert first.denominator in (2**24, 2**10)
    with pytest.raises(TypeError, match=r"row 1, column 1: 0\.7 is a float, .* audit and repair accept"):
        dp.level(table)


def test_the_entries_of_a_data_frame_keep_their_types() -> None:
    mixed = pd.DataFrame(
        {"a": [2**60 + 1, 0], "b": ["1/2", "1"], "c": pd.array([1, 0], dtype="Int64")}, index=["x", "y"]
    )
    assert given(mixed).rows == [[2**60 + 1, "1/2", 1], [0, "1", 0]]
    assert given(pd.DataFrame(index=["x"])).rows == []


@pytest.mark.parametrize("wrong", [np.array(1), np.eye(2, dtype=int), np.array([["1/2", "1/2"]]), np.zeros((1, 2, 2))])
def test_an_array_of_other_dimensions_is_no_list(wrong: Any) -> None:
    user = dp.MinimaxConsumer(dp.absolute(), n=1)
    for make in (
        partial(dp.BayesianUser, dp.absolute()),
        dp.proportional,
        partial(dp.fixed_row, 0),
        lambda given: dp.MinimaxConsumer(dp.absolute(), n=1, side_information=given),
        lambda given: dp.path(inputs=given),
        lambda given: dp.interact(user, [[1, 0], [0, 1]], responses=given),
        lambda given: dp.Mechanism([["1/2", "1/2"]] * 3, inputs=given),
        lambda given: dp.loss_curve(user, given),
    ):
        with pytest.raises((TypeError, dp.InputError)) as caught:
            make(wrong)
        assert "\n" not in str(caught.value)
        assert traceback.extract_tb(caught.value.__traceback__)[-1].line.strip().startswith("raise")


@pytest.mark.parametrize("unordered", [{0: "1/2", 1: "1/2"}, {"1/2", "1/4"}])
def test_probabilities_without_an_order_are_refused(unordered: Any) -> None:
    for make in (partial(dp.BayesianUser, dp.absolute()), dp.proportional, partial(dp.fixed_row, 0)):
        with pytest.raises(TypeError, match="write a list"):
            make(unordered)
