"""Determinants, defined by triangular factors."""

from fractions import Fraction
from random import Random

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.ranges import FunctionValue
from exactdp.claims.vocabulary.matrix import Rows, within
from exactdp.model.matrix import Matrix

_i, _k, _n, _z = indices("i k n z")
_c, _d, _e = numbers("c d e")
_B, _C, _L, _U, _x = matrices("B C L U x")

triangular_product = Definition(
    "{1} is a lower times an upper triangular matrix on {{0..{2}}}, whose diagonals multiply to {0}",
    (_d, _x, _n),
    Some(
        _L,
        All(_i, between(0, _i, _n), All(_k, _i < _k, _k <= _n, _L[_i, _k] == 0)),
        Some(
            _U,
            All(_i, between(0, _i, _n), All(_k, 0 <= _k, _k < _i, _U[_i, _k] == 0)),
            Every((_i, 0, _n), (_k, 0, _n), Sum(_z, 0, _n, _L[_i, _z] * _U[_z, _k]) == _x[_i, _k])
            & (Product(_i, 0, _n, _L[_i, _i] * _U[_i, _i]) == _d),
        ),
    ),
)


def _is_determinant(d: Fraction, x: Rows, n: int) -> bool:
    rows = within(x, n, n)
    if not all(isinstance(value, int | Fraction) for row in [[d], *rows] for value in row):
        raise InputError("a determinant is decided only for exact numbers")
    return bool(Matrix(rows).flint.det() == Matrix([[d]]).flint.det())


determinant = Definition(
    "det {1} on {{0..{2}}} = {0}",
    (_d, _x, _n),
    Some(
        _e,
        Some(
            _c,
            _e * _c == _d,
            Some(
                _B,
                triangular_product(_e, _B, _n),
                Some(
                    _C,
                    triangular_product(_c, _C, _n),
                    Every((_i, 0, _n), (_k, 0, _n), Sum(_z, 0, _n, _B[_i, _z] * _C[_z, _k]) == _x[_i, _k]),
                ),
            ),
        ),
    ),
    latex=r"\det\nolimits_{{\{{0..{2}\}}}} {1} = {0}",
    decide=_is_determinant,
    coq="det (S {2}) {1} == {0}",
)
"""The determinant of the rows and columns {0..n}, as a number d with det x = d.

It is multiplicative, and for a triangular matrix it is the product of the diagonal. It is the only such function,
because every matrix is a product LULU of four triangular ones: a matrix is QR with R upper triangular; Q is
nonsingular, and so LULU, and the last U and R multiply to one U.
"""


@generator(determinant)
def some_determinant(rng: Random, turn: int, matrix: FunctionValue, n: int) -> Fraction:
    """Return the determinant of a matrix."""
    found = Matrix(within(matrix, n, n)).flint.det()
    return Fraction(int(found.p), int(found.q))
