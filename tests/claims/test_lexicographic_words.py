"""The words of Lemma 5 of Gupte & Sundararajan 2010 against tables by hand and the library's optima."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims.evaluation import value
from exactdp.claims.formulas import Definition, unfold
from exactdp.claims.lexicographic_words import (
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
from exactdp.model.losses import table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

HALF = Fraction(1, 2)
ALL, ABSOLUTE = frozenset(range(3)), tuple(tuple(Fraction(abs(i - r)) for r in range(3)) for i in range(3))
EQUAL = ((Fraction(0),) * 3,) * 3


def holds(definition: Definition, *given: Any) -> Any:
    """What the definition says of these values."""
    names = [v.args[0] for v in definition.parameters]
    return value(definition(*definition.parameters), dict(zip(names, given, strict=True)))


def written(definition: Definition, rows: int, columns: int, **given: Any) -> list[list[Fraction]]:
    """The matrix that the definition stands for."""
    found = value(unfold(definition(*definition.parameters)), given)
    return [[found(i, r) for r in range(columns)] for i in range(rows)]


def test_the_first_step_moves_from_column_k_to_j_in_the_rows_up_to_i() -> None:
    x = ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
    given = {"x": x, "α": HALF, "i": 0, "j": 0, "k": 1}
    assert written(first_step, 2, 2, **given) == [[Fraction(3, 4), Fraction(1, 4)], list(x[1])]
    moved = value(unfold(first_part(*first_part.parameters)), given)
    assert [moved(s) for s in range(2)] == [Fraction(1, 4), 0]


def test_the_second_step_moves_from_column_j_to_k_in_the_rows_after_i() -> None:
    x = ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
    given = {"x": x, "α": HALF, "i": 0, "j": 0, "k": 1}
    assert written(second_step, 2, 2, **given) == [list(x[0]), [Fraction(1, 8), Fraction(7, 8)]]
    moved = value(unfold(second_part(*second_part.parameters)), given)
    assert [moved(s) for s in range(2)] == [0, Fraction(1, 8)]


def test_the_total_error_is_the_sum_over_inputs_and_responses() -> None:
    rows = geometric(n=2, alpha=HALF).rows
    assert holds(total_error, rows, 2, 2) == sum(abs(i - r) * rows[i][r] for i in range(3) for r in range(3))


def test_the_worst_losses_over_the_side_information_are_compared() -> None:
    nearer, wider = geometric(n=2, alpha=Fraction(1, 3)).rows, geometric(n=2, alpha=HALF).rows
    assert holds(loses_no_more, nearer, wider, ABSOLUTE, ALL, 2, 2)
    assert not holds(loses_no_more, wider, nearer, ABSOLUTE, ALL, 2, 2)
    # Of what is not in S, nothing is asked.
    first = ((1, 0, 0), (1, 0, 0), (1, 0, 0))
    assert holds(loses_no_more, first, wider, ABSOLUTE, frozenset({0}), 2, 2)
    assert not holds(loses_no_more, first, wider, ABSOLUTE, frozenset({0, 2}), 2, 2)


def test_an_optimum_is_the_librarys() -> None:
    best = solve_polytope(Problem(MinimaxConsumer(table(ABSOLUTE), inputs=range(3)), HALF, responses=range(3)))
    second = lexicographic(best)
    assert holds(minimax_optimal, best.mechanism.rows, ABSOLUTE, ALL, HALF, 2, 2)
    assert holds(lexicographically_optimal, second.mechanism.rows, ABSOLUTE, ALL, HALF, 2, 2)
    assert not holds(minimax_optimal, ((0, 0, 1),) * 3, ABSOLUTE, ALL, HALF, 2, 2)
    # It loses less, and is not private.
    assert not holds(minimax_optimal, ((1, 0, 0), (0, 1, 0), (0, 0, 1)), ABSOLUTE, ALL, HALF, 2, 2)


def test_of_the_optima_one_with_the_least_total_error_is_asked_for() -> None:
    """Where all losses are equal, every private mechanism is optimal, and the total error decides."""
    rows = geometric(n=2, alpha=HALF).rows
    constant = ((1, 0, 0),) * 3
    for each in (rows, constant):
        assert holds(minimax_optimal, each, EQUAL, ALL, HALF, 2, 2)
    assert holds(
        lexicographically_optimal, some_lexicographic(Random(1), 1, EQUAL, ALL, HALF, 2, 2), EQUAL, ALL, HALF, 2, 2
    )
    assert not holds(lexicographically_optimal, constant, EQUAL, ALL, HALF, 2, 2)


@pytest.mark.parametrize("turn", range(4))
def test_what_is_drawn_satisfies_the_definition(turn: int) -> None:
    rng = Random(turn)
    # Losses may be negative.
    losses = tuple(tuple(each - turn for each in row) for row in ABSOLUTE)
    for inputs in (ALL, frozenset({turn % 3})):
        given = (losses, inputs, HALF, 2, 2)
        assert holds(minimax_optimal, some_minimax(rng, turn, *given), *given)
        assert holds(lexicographically_optimal, some_lexicographic(rng, turn, *given), *given)


def test_nothing_is_drawn_where_nothing_can_be_or_the_program_is_large() -> None:
    for inputs, alpha, n in ((frozenset(), HALF, 2), (ALL, Fraction(2), 2), (ALL, HALF, 5)):
        assert some_minimax(Random(1), 1, ABSOLUTE, inputs, alpha, n, 2) is None
        assert some_lexicographic(Random(1), 1, ABSOLUTE, inputs, alpha, n, 2) is None
