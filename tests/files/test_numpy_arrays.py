import io
import struct
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix
from exactdp.files import numpy_arrays
from exactdp.files.numpy_arrays import double, dyadic, from_numpy, rounded, to_numpy
from tests.strategies import mechanisms

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def from_bits(value: float) -> Fraction:
    """The number of 64 bits by IEEE 754, computed in another way."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    sign, exponent, fraction = bits >> 63, bits >> 52 & 2047, bits & (2**52 - 1)
    mantissa = fraction + 2**52 if exponent else fraction
    return (-1) ** sign * mantissa * Fraction(2) ** (max(exponent, 1) - 1075)


@given(FINITE)
def test_a_double_is_the_number_that_its_bits_say(value: float) -> None:
    assert dyadic(value) == dyadic(np.float64(value)) == from_bits(value)
    for rounding in ("nearest", "down", "up"):
        assert dyadic(double(from_bits(value), rounding)) == from_bits(value)


@given(st.fractions() | st.fractions(0, 1) | st.builds(Fraction, st.integers(1, 9), st.integers(2**1060, 2**1080)))
def test_rounding_goes_where_it_says(value: Fraction) -> None:
    below, nearest, above = (dyadic(double(value, rounding)) for rounding in ("down", "nearest", "up"))
    assert below <= value <= above
    assert nearest in (below, above)
    assert abs(nearest - value) == min(value - below, above - value)
    if below < above:
        # No double lies between them.
        assert np.nextafter(double(value, "down"), np.inf) == double(value, "up")


def test_halfway_goes_to_the_even_one() -> None:
    assert dyadic(double(1 + Fraction(1, 2**53), "nearest")) == 1
    assert dyadic(double(1 + Fraction(3, 2**53), "nearest")) == 1 + Fraction(1, 2**51)


@given(mechanisms())
def test_out_and_in_again_is_the_nearest_double_of_each_entry(matrix: Matrix) -> None:
    array = to_numpy(matrix, rounding="nearest")
    found = from_numpy(array)
    assert found.rows == rounded(matrix).rows
    assert array.dtype == np.float64 and array.shape == matrix.shape
    assert (to_numpy(found, rounding="down") == array).all()
    assert (to_numpy(matrix, rounding="down") <= to_numpy(matrix, rounding="up")).all()


def test_every_width_of_float_and_other_exact_numbers() -> None:
    expected = Matrix([["1/2", "1/4"]]).rows
    for kind in (np.float16, np.float32, np.float64, np.longdouble):
        assert from_numpy(np.array([[0.5, 0.25]], kind)).rows == expected
    third = np.longdouble(1) / 3
    assert from_numpy(np.array([[third]]))[0, 0] == Fraction(*third.as_integer_ratio())
    assert from_numpy(np.array([[1, 2]], np.uint8)).rows == ((1, 2),)
    assert from_numpy(np.array([[Fraction(1, 3), "1/3"]], object)).rows == ((Fraction(1, 3),) * 2,)
    assert from_numpy([[0.5]], ["a"], ["b"]).inputs == ("a",)
    assert rounded(Matrix([["1/3"]], ["a"], ["b"])).responses == ("b",)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([0.5, 0.5]), "the array has 1 dimension: write one of 2"),
        (np.zeros((1, 1, 1)), "3 dimensions"),
        (np.array([[0.5, np.nan]]), "row 1, column 2: nan is not a number"),
        (np.array([[0.5], [np.inf]]), "row 2, column 1: inf is not a number"),
        (np.array([[-np.inf]], np.float16), "row 1, column 1: -inf is not a number"),
        (np.array([[1j]]), "of the type complex128"),
        (np.array([[True]]), "of the type bool"),
        (np.array([["0.5"]]), "of the type <U3"),
        (np.zeros((0, 3)), "the matrix is empty"),
        (np.broadcast_to(np.float64(0), (2**12, 2**12)), "there are about 16,777,216 entries"),
    ],
)
def test_arrays_that_are_refused(array: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_numpy(array)


def test_objects_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(TypeError, match="row 1, column 1: True is a truth value"):
        from_numpy(np.array([[True]], object))
    with pytest.raises(TypeError, match="row 1, column 1: NoneType"):
        from_numpy(np.array([[None]], object))


def test_what_no_double_holds_is_refused() -> None:
    for rounding in ("nearest", "up"):
        with pytest.raises(InputError, match="beyond the largest double"):
            double(10**400, rounding)
    largest = int(np.finfo(np.float64).max)
    assert dyadic(double(largest, "up")) == largest
    with pytest.raises(InputError, match="beyond the largest double"):
        double(largest + 1, "up")
    with pytest.raises(InputError, match="write nearest, down or up"):
        double(1, "sideways")


# Files


def saved(array: np.ndarray, **keywords: bool) -> bytes:
    with io.BytesIO() as file:
        np.save(file, array, **keywords)
        return file.getvalue()


@pytest.mark.parametrize("kind", [">f8", "<f8", ">f4", "<i2", "<f2"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_file_holds_the_array_in_every_order(tmp_path: Path, kind: str, order: str) -> None:
    array = np.array([[0.5, 1, 2], [4, 8, 0.25]]).astype(kind, order=order)
    (tmp_path / "table.npy").write_bytes(saved(array))
    assert numpy_arrays.read(tmp_path / "table.npy") == from_numpy(array)


def header(said: str) -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(said)) + said.encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "NumPy cannot read it"),
        (b"1/2,1/2\n", "NumPy cannot read it"),
        (saved(np.ones((2, 2)))[:-1], "NumPy cannot read it"),
        (saved(np.ones((2, 2)))[:20], "NumPy cannot read it"),
        (b"\x93NUMPY\x09\x00", "NumPy cannot read it|the format's version is 9.0"),
        (saved(np.array([[Fraction(1)]], object), allow_pickle=True), "the array has Python objects: save floats"),
        (
            header("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999, 99999999), }\n"),
            "9,999,999,800,000,001",
        ),
        (header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 1), }\n"), "the shape"),
        (header("{'descr': __import__('os').abort(), 'fortran_order': False, 'shape': (1, 1), }\n"), "cannot read it"),
        (saved(np.zeros((1, 2), [("a", "<f8")])), "of the type"),
        (saved(np.ones(3)), "the array has 1 dimension"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "table.npy").write_bytes(data)
    with pytest.raises(InputError, match=message) as refused:
        numpy_arrays.read(tmp_path / "table.npy")
    assert str(refused.value).startswith(f"{tmp_path}/table.npy: ")
    assert "\n" not in str(refused.value)


def test_every_damaged_byte_of_a_header_is_refused_or_read(tmp_path: Path) -> None:
    whole = saved(np.array([[0.5, 0.5]]))
    for place in range(128):
        for change in (1, 8, 128):
            damaged = bytearray(whole)
            damaged[place] ^= change
            (tmp_path / "table.npy").write_bytes(damaged)
            try:
                numpy_arrays.read(tmp_path / "table.npy")
            except InputError as error:
                assert "\n" not in str(error)
