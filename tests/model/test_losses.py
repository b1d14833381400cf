"""Losses: exact values, domains, and shapes."""

import pickle
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.radicals import power
from exactdp.model.losses import (
    Loss,
    Shape,
    absolute,
    asymmetric,
    power_loss,
    squared,
    table,
    threshold,
    zero_one,
)
from tests.strategies import losses, monotone_losses

CELLS = st.tuples(st.integers(0, 9), st.integers(0, 9))


def shape_of(loss: Loss, inputs: int, responses: int) -> Shape:
    """The shape, from the definitions alone, cell against cell."""
    cells = [(i, r, s) for i in range(inputs) for r in range(responses) for s in range(responses)]
    if all(loss(i, r) <= loss(i, s) for i, r, s in cells if abs(i - r) <= abs(i - s)):
        return Shape.MONOTONE
    if all(loss(i, r) <= loss(i, s) for i, r, s in cells if s <= r <= i or i <= r <= s):
        return Shape.UNIMODAL
    return Shape.NEITHER


@given(CELLS, st.integers(0, 5))
def test_the_named_losses(cell: tuple[int, int], k: int) -> None:
    i, r = cell
    d = abs(i - r)
    assert absolute()(i, r) == d
    assert squared()(i, r) == d * d
    assert zero_one()(i, r) == (i != r)
    assert threshold(k)(i, r) == (d > k)
    assert power_loss("3/2")(i, r) == power(d, "3/2")
    assert power_loss(3)(i, r) == d**3
    assert asymmetric(2, "1/3")(i, r) == (2 * d if r > i else Fraction(d, 3))


@given(st.sampled_from([absolute(), zero_one(), threshold(2), asymmetric(2, "1/3"), power_loss("3/2")]) | losses(3, 2))
def test_a_loss_travels_between_processes(loss: Loss) -> None:
    there = pickle.loads(pickle.dumps(loss))
    assert there == loss
    assert all(there(i, r) == loss(i, r) for i in range(3) for r in range(2))


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_the_scaled_table_is_the_loss(inputs: int, responses: int, data: st.DataObject) -> None:
    loss = data.draw(
        st.sampled_from([absolute(), threshold(1), asymmetric("1/3", "2/7"), power_loss("1/2")])
        | losses(inputs, responses)
    )
    scale, rows = loss.scaled(inputs, responses)
    assert all(rows[i][r] == loss(i, r) * scale for i in range(inputs) for r in range(responses))
    if loss.rational:
        assert all(type(v) is int for row in rows for v in row)


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_shapes(inputs: int, responses: int, data: st.DataObject) -> None:
    small = st.lists(st.integers(0, 2), min_size=responses, max_size=responses)
    rows = data.draw(st.lists(small, min_size=inputs, max_size=inputs))
    assert table(rows).shape(inputs, responses) is shape_of(table(rows), inputs, responses)
    for loss in (absolute(), threshold(1), power_loss("2/3"), asymmetric(1, 2), asymmetric(2, 2), asymmetric(0, 1)):
        assert loss.shape(inputs, responses) is shape_of(loss, inputs, responses)


@given(st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), monotone_losses(n))))
def test_random_monotone_losses_are_monotone(pair: tuple[int, Loss]) -> None:
    size, loss = pair
    assert loss.shape(size, size) is Shape.MONOTONE
