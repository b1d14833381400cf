from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import MinimaxConsumer, absolute, asymmetric, squared
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.optimum.minimax_phases import minimax, solved

A = rational_function("a")
functions = st.lists(st.integers(-3, 3), min_size=1, max_size=3).map(lambda c: RationalFunction(tuple(c)))


@given(
    st.integers(1, 3).flatmap(
        lambda size: st.lists(st.lists(functions, min_size=size + 1, max_size=size + 1), min_size=size, max_size=size)
    )
)
def test_equations_are_solved_for_every_alpha(rows: list[list[RationalFunction]]) -> None:
    matrix, right = [row[:-1] for row in rows], [row[-1:] for row in rows]
    try:
        x = [value for [value] in solved(matrix, right)]
    except ZeroDivisionError:
        return
    for row, [value] in zip(matrix, right, strict=True):
        assert sum((v * u for v, u in zip(row, x, strict=True)), rational_function(0)) == value


def test_a_matrix_without_an_inverse() -> None:
    with pytest.raises(ZeroDivisionError):
        solved([[A, A], [A, A]], [[A], [A]])


def test_one_formula_for_the_consumer_of_table_1() -> None:
    ((piece,), ()) = minimax(MinimaxConsumer(absolute(), inputs=range(4)))
    assert piece.loss == 2 * A * (1 + A + A**2) / (1 + 2 * A + 2 * A**2 - A**4)
    assert piece.loss.at("1/4") == Fraction(168, 415)
    keep, spread = (1 + A**2) / (1 + A + A**2 - A**3), (A - A**3) / (1 + A + A**2 - A**3)
    one = rational_function(1)
    assert piece.remap == (((0, keep), (1, spread)), ((1, one),), ((2, one),), ((2, spread), (3, keep)))


def test_the_three_phases_of_the_squared_loss_at_n_2() -> None:
    pieces, breakpoints = minimax(MinimaxConsumer(squared(), inputs=range(3)))
    assert [each.at for each in breakpoints] == [Fraction(1, 3), AlgebraicNumber((-1, 0, 3), 0, 1)]
    assert [str(piece.loss) for piece in pieces] == ["2*a/(1 + 2*a - 3*a^2)", "(a + 3*a^2)/(1 + a)", "1"]
    assert [all(len(row) == 1 for row in piece.remap) for piece in pieces] == [False, True, True]


def test_the_loss_can_be_one_function_where_the_proof_is_not() -> None:
    pieces, _ = minimax(MinimaxConsumer(squared(), inputs=range(4)))
    small, large = (2 * A + 2 * A**2 + 4 * A**3) / (1 + A + 3 * A**2 - 5 * A**3), (1 + A + 3 * A**2) / (1 + A)
    assert [piece.loss for piece in pieces] == [small, small, (A + 3 * A**2 + 5 * A**3) / (1 + A), large, large]
    assert all(piece.choices != following.choices for piece, following in pairwise(pieces))


def test_no_phase_ends_where_another_basis_goes_on() -> None:
    pieces, _ = minimax(MinimaxConsumer(asymmetric(2, 1), inputs=range(4)))
    assert pieces[-1].loss == 6 * A**3 / (1 + 2 * A**3)
    assert len({piece.loss for piece in pieces}) == len(pieces)
