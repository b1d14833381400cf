"""The words on modes and cuts: what they say of values, and draws that satisfy them."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims.statements.terms import Definition
from exactdp.claims.vocabulary.concentration import (
    a_remap_concentrates,
    concentrated,
    cut,
    event,
    never_decrease,
    never_increase,
    never_rise,
    positive,
    private_event,
    rows_in_order,
    some_falling,
    some_falling_modes,
    some_in_order,
    some_modes,
    some_positive,
    some_private_event,
    some_submodular,
    some_threshold,
    some_unimodal,
    submodular,
    threshold,
    unimodal,
)
from exactdp.model.geometric import geometric
from tests.claims.small_statements import of

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("definition", "given", "expected"),
    [
        (threshold, ((1, HALF, 0), 2), True),
        (threshold, ((1, HALF, HALF), 2), False),
        (threshold, ((1, 2, 0), 2), False),
        (threshold, ((HALF,), 0), True),
        (private_event, ((HALF, Fraction(1, 4)), HALF, 1), True),
        (private_event, ((HALF, Fraction(1, 5)), HALF, 1), False),
        (private_event, ((HALF, Fraction(4, 5)), HALF, 1), False),
        (private_event, ((2,), HALF, 0), False),
        (never_decrease, ((0, 2, 2), 2), True),
        (never_decrease, ((0, 2, 1), 2), False),
        (never_rise, ((2, 2, 0), 2), True),
        (never_rise, ((2, 1, 2), 2), False),
        (never_increase, ((2, 2, 0), 2), True),
        (never_increase, ((2, 1, 2), 2), False),
        (positive, ((1, HALF), 1), True),
        (positive, ((1, 0), 1), False),
        (submodular, (((0, 1, 4), (1, 0, 1), (4, 1, 0)), 2, 2), True),
        (submodular, (((0, 1, 1), (1, 0, 1), (1, 1, 0)), 2, 2), False),
        (submodular, (((0, 1, 1), (1, 0, 1), (1, 1, 0)), 2, 1), False),
        (submodular, (((0, 1, 1), (1, 0, 1), (1, 1, 0)), 1, 1), True),
        (submodular, (((0, 0), (0, 1)), 1, 1), False),
        (unimodal, (((3, 1, 1, 2),), (1,), 0, 3), True),
        (unimodal, (((3, 1, 1, 2),), (2,), 0, 3), True),
        (unimodal, (((3, 1, 1, 2),), (3,), 0, 3), False),
        (unimodal, (((0, 1, 0),), (0,), 0, 2), False),
        (concentrated, (((0, 1, 0),), ((HALF, 0, HALF),), (1,), 0, 2), True),
        (concentrated, (((HALF, 0, HALF),), ((0, 1, 0),), (1,), 0, 2), False),
        (concentrated, (((1, 0, 0),), ((0, 0, 1),), (1,), 0, 2), False),
        (rows_in_order, (((HALF, HALF), (0, 1)), 1, 1), True),
        (rows_in_order, (((HALF, HALF), (HALF, HALF)), 1, 1), False),
        (cut, (((HALF, Fraction(1, 3), Fraction(1, 6)),), 0, 1), Fraction(5, 6)),
    ],
)
def test_what_the_words_say(definition: Definition, given: tuple[Any, ...], expected: Any) -> None:
    assert of(definition, *given) == expected


def test_an_event_is_the_sum_of_entries_of_g_by_their_weights() -> None:
    t = (Fraction(1), HALF, Fraction(0))
    found = of(event, t, 2, HALF)
    rows = geometric(n=2, alpha=HALF).rows
    assert [found(i) for i in range(3)] == [sum(v * w for v, w in zip(row, t, strict=True)) for row in rows]


VALLEY = tuple((Fraction(k, 3), Fraction(3 - k, 3)) for k in (2, 1, 2))


@pytest.mark.parametrize(
    ("x", "modes", "expected"),
    [
        (VALLEY, (0, 1, 0), False),
        (VALLEY, (0, 1, 1), True),
        (geometric(n=2, alpha=HALF).rows, (0, 2, 0), True),
        (geometric(n=2, alpha=Fraction(1, 3)).rows, (0, 1, 2), False),
    ],
)
def test_a_linear_program_decides_whether_a_remap_concentrates(x: Any, modes: Any, expected: bool) -> None:
    assert a_remap_concentrates.decide is not None
    assert a_remap_concentrates.decide(x, HALF, modes, 2, len(x[0]) - 1) is expected


@pytest.mark.parametrize("turn", range(24))
def test_draws_satisfy_the_words(turn: int) -> None:
    rng = Random(turn)
    assert of(threshold, some_threshold(rng, turn, 3), 3)
    assert of(private_event, some_private_event(rng, turn, HALF, 2), HALF, 2)
    modes = some_modes(rng, turn, 3)
    assert of(never_decrease, modes, 3)
    assert of(unimodal, some_unimodal(rng, turn, modes, 3, 4), modes, 3, 4)
    assert of(rows_in_order, some_in_order(rng, turn, 2, 3), 2, 3)
    assert of(submodular, some_submodular(rng, turn, 3, 2), 3, 2)
    assert of(never_increase, some_falling(rng, turn, 3), 3)
    assert of(never_rise, some_falling_modes(rng, turn, 3), 3)
    assert of(positive, some_positive(rng, turn, 3), 3)


def test_there_are_no_draws_at_sizes_below_0() -> None:
    assert some_private_event(Random(1), 1, HALF, -1) is some_in_order(Random(1), 1, -1, 0) is None
    assert some_submodular(Random(1), 1, -1, 0) is None
