"""The words of the theorems on modes and cuts: small tables that satisfy them or not, and the draws."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from exactdp.claims.concentration_words import (
    concentrated,
    cut,
    event,
    never_decrease,
    private_event,
    rows_in_order,
    some_modes,
    some_private_event,
    some_threshold,
    some_unimodal,
    threshold,
    unimodal,
)
from exactdp.claims.evaluation import value
from exactdp.claims.formulas import Definition, unfold
from exactdp.claims.vocabulary import private
from exactdp.model.geometric import geometric

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def holds(definition: Definition, *given: Any) -> Any:
    """What the definition says of these values."""
    names = [v.args[0] for v in definition.parameters]
    return value(definition(*definition.parameters), dict(zip(names, given, strict=True)))


@pytest.mark.parametrize(
    ("weights", "is_one"),
    [((1, HALF, 0), True), ((1, 1, 1), True), ((0, 0, 0), True), ((HALF, HALF, 0), False), ((1, 0, HALF), False)],
)
def test_a_threshold_is_1_then_any_then_0(weights: tuple[Any, ...], is_one: bool) -> None:
    assert holds(threshold, weights, 2) == is_one


def test_the_probabilities_of_an_event_are_the_mechanisms() -> None:
    mechanism, weights = geometric(n=2, alpha=THIRD), (Fraction(1), HALF, Fraction(0))
    found = value(unfold(event(*event.parameters)), {"t": weights, "n": 2, "α": THIRD})
    expected = [sum(x * t for x, t in zip(row, weights, strict=True)) for row in mechanism.rows]
    assert [found(i) for i in range(3)] == expected
    assert holds(private_event, tuple(expected), THIRD, 2)


def test_an_event_is_private_exactly_if_the_mechanism_that_answers_it_is() -> None:
    seen = set()
    for column in product((Fraction(0), THIRD, HALF, Fraction(2, 3), Fraction(1)), repeat=2):
        rows = tuple((each, 1 - each) for each in column)
        assert holds(private_event, column, HALF, 1) == holds(private, rows, HALF, 1, 1)
        seen.add(holds(private_event, column, HALF, 1))
    assert seen == {True, False}
    assert not holds(private_event, (Fraction(2), Fraction(2)), HALF, 1)


def test_a_cut_is_the_sum_of_the_first_responses() -> None:
    rows = geometric(n=2, alpha=HALF).rows
    assert [holds(cut, rows, 1, r) for r in range(-1, 3)] == [sum(rows[1][: r + 1]) for r in range(-1, 3)]


def test_modes_that_never_decrease() -> None:
    assert [holds(never_decrease, modes, 2) for modes in ((0, 1, 1), (0, 0, 0), (0, 2, 1), (1, 0, 2))] == [
        True,
        True,
        False,
        False,
    ]


def test_a_loss_is_unimodal_if_it_falls_up_to_the_mode_and_rises_from_there() -> None:
    distances = tuple(tuple(abs(i - r) for r in range(3)) for i in range(3))
    assert holds(unimodal, distances, (0, 1, 2), 2, 2)
    assert not holds(unimodal, distances, (0, 1, 1), 2, 2)
    assert holds(unimodal, ((3, 3, 0, 5),), (2,), 0, 3)
    assert not holds(unimodal, ((0, 1, 0),), (0,), 0, 2)


def test_the_loss_of_a_more_concentrated_mechanism_is_no_larger() -> None:
    nearer, wider = geometric(n=2, alpha=THIRD).rows, geometric(n=2, alpha=HALF).rows
    modes = (0, 1, 2)
    assert holds(concentrated, nearer, wider, modes, 2, 2)
    assert not holds(concentrated, wider, nearer, modes, 2, 2)
    for i in range(3):
        first, second = (sum(abs(i - r) * rows[i][r] for r in range(3)) for rows in (nearer, wider))
        assert first < second


def test_rows_in_order_give_no_response_above_one_of_a_later_row() -> None:
    assert holds(rows_in_order, ((1, 0, 0), (HALF, HALF, 0), (0, HALF, HALF)), 2, 2)
    assert not holds(rows_in_order, ((HALF, HALF, 0), (1, 0, 0)), 1, 2)
    assert not holds(rows_in_order, geometric(n=1, alpha=HALF).rows, 1, 1)


@pytest.mark.parametrize("turn", range(12))
def test_what_is_drawn_satisfies_the_definition(turn: int) -> None:
    rng = Random(turn)
    assert holds(threshold, some_threshold(rng, turn, 3), 3)
    assert holds(private_event, some_private_event(rng, turn, HALF, 3), HALF, 3)
    modes = some_modes(rng, turn, 3)
    assert len(modes) == 4 and holds(never_decrease, modes, 3)
    assert holds(unimodal, some_unimodal(rng, turn, modes, 3, 2), modes, 3, 2)


def test_no_event_is_drawn_where_none_can_be() -> None:
    assert some_private_event(Random(1), 1, Fraction(2), 1) is None
    assert some_private_event(Random(1), 1, HALF, -1) is None
