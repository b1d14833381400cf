"""The words of Lemma 5 of Gupte & Sundararajan 2010 against the library's optima, and against sums written out."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims.vocabulary.lexicographic import (
    first_part,
    first_step,
    lexicographically_optimal,
    loses_no_more,
    minimax_optimal,
    second_part,
    second_step,
    some_lexicographic,
    some_minimax,
    total_error,
)
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from tests.claims.small_statements import of

HALF = Fraction(1, 2)
DISTANCES = tuple(tuple(Fraction(abs(i - r)) for r in range(3)) for i in range(3))
G = geometric(n=2, alpha=HALF).rows
IN_TURN = tuple(tuple(Fraction(v, 3) for v in row) for row in ((2, 1, 0), (1, 2, 0), (2, 1, 0)))


def entries(matrix: Any) -> list[list[Fraction]]:
    return [[matrix(i, r) for r in range(3)] for i in range(3)]


def test_the_steps_move_a_part_of_a_column() -> None:
    part, (a, b, c) = Fraction(1, 4), G
    # From column 2 to column 0, in the rows up to 1
    moved = [[row[0] + row[2] / 4, row[1], row[2] * 3 / 4] for row in (a, b)]
    assert entries(of(first_step, G, part, 1, 0, 2)) == [*moved, list(c)]
    assert [of(first_part, G, part, 1, 2)(s) for s in range(3)] == [a[2] / 4, b[2] / 4, 0]
    # From column 0 to column 2, in row 2
    moved = [[c[0] * 3 / 4, c[1], c[2] + c[0] / 4]]
    assert entries(of(second_step, G, part, 1, 0, 2)) == [list(a), list(b), *moved]
    assert [of(second_part, G, part, 1, 0)(s) for s in range(3)] == [0, 0, c[0] / 4]


def test_the_total_error_and_the_order_of_worst_losses() -> None:
    def losses(x: Any) -> list[Fraction]:
        return [sum((p * abs(i - r) for r, p in enumerate(row)), Fraction(0)) for i, row in enumerate(x)]

    assert of(total_error, G, 2, 2) == sum(losses(G))
    for inside in ({0}, {1}, {0, 1}, {0, 1, 2}, set()):
        for x, y in ((G, IN_TURN), (IN_TURN, G), (G, G)):
            worst = [max((losses(each)[i] for i in inside), default=Fraction(0)) for each in (x, y)]
            assert of(loses_no_more, x, y, DISTANCES, frozenset(inside), 2, 2) == (worst[0] <= worst[1])


@pytest.mark.parametrize("inside", [{0, 1}, {0, 1, 2}, {2}])
def test_the_optima_are_the_librarys(inside: set[int]) -> None:
    user = MinimaxConsumer(absolute(), inputs=range(3), side_information=sorted(inside))
    first = solve_polytope(Problem(user, HALF))
    assert isinstance(first, Optimum)
    second = lexicographic(first)
    assert isinstance(second, Optimum)
    given = DISTANCES, frozenset(inside), HALF, 2, 2
    x, y = first.mechanism.rows, second.mechanism.rows
    assert of(minimax_optimal, x, *given) and of(minimax_optimal, y, *given)
    assert of(lexicographically_optimal, y, *given)
    assert of(lexicographically_optimal, some_lexicographic(Random(1), 0, *given), *given)
    assert of(minimax_optimal, some_minimax(Random(1), 0, *given), *given)


def test_an_optimum_in_the_worst_loss_alone_need_not_be_least() -> None:
    given = DISTANCES, frozenset({0, 1}), HALF, 2, 2
    assert of(minimax_optimal, IN_TURN, *given)
    assert not of(lexicographically_optimal, IN_TURN, *given)
    always_2 = ((0, 0, 1),) * 3
    assert not of(minimax_optimal, always_2, *given)


def test_nothing_is_drawn_where_there_is_no_worst_loss() -> None:
    assert some_minimax(Random(1), 0, DISTANCES, frozenset(), HALF, 2, 2) is None
    assert some_lexicographic(Random(1), 0, DISTANCES, frozenset({5}), HALF, 2, 2) is None
