"""The words about two neighbouring databases, against the library and an enumeration of all events."""

from fractions import Fraction
from itertools import product

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import matrices, vectors
from exactdp.claims.vocabulary.neighbour import (
    after,
    answers,
    distribution,
    events,
    excess,
    in_a_row,
    near,
    near_after,
    near_in_a_row,
    near_on_events,
    undoes,
    uniform,
)
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

p, q, e = vectors("p q e")
P, Q, T, U = matrices("P Q T U")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = (
    ((HALF, HALF, 0), (Fraction(1, 4), Fraction(1, 4), HALF)),
    ((Fraction(2, 3), THIRD, 0), (THIRD, Fraction(2, 3), 0)),
    ((1, 0, 0), (1, 0, 0)),
)


@pytest.mark.parametrize("pair", PAIRS)
def test_near_is_the_level_of_the_library(pair: tuple[tuple[Fraction, ...], ...]) -> None:
    given = dict(zip("pq", pair, strict=True))
    found = level(Mechanism(pair)).alpha
    for alpha in (Fraction(0), Fraction(1, 4), HALF, Fraction(1)):
        assert value(near(p, q, alpha, 2), given) == value(near_on_events(p, q, alpha, 2), given) == (alpha <= found)
    assert value(distribution(p, 2), given)
    assert not value(distribution(p, 0), {"p": (HALF,)})


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("t", [1, Fraction(3, 2), 3])
def test_the_excess_is_the_least_delta_of_all_events(pair: tuple[tuple[Fraction, ...], ...], t: Fraction) -> None:
    given = dict(zip("pq", pair, strict=True))
    worst = max(
        sum((a - t * b for a, b, s in zip(*pair, inside, strict=True) if s), Fraction(0))
        for inside in product((0, 1), repeat=3)
    )
    assert value(excess(p, q, t, 2), given) == worst
    assert value(events(p, q, t, worst, 2), given)
    assert not value(events(p, q, t, worst - Fraction(1, 100), 2), given)


def test_sequences_and_second_answers() -> None:
    given = {"P": ((0, 0, 0), (0, HALF, THIRD)), "Q": ((0, 0, 0), (0, HALF, THIRD / 2)), "e": (0, 1, HALF)}
    assert value(in_a_row(P, 1, 2), given) == HALF * THIRD
    assert value(near_in_a_row(P, Q, e, 2, 1), given)
    assert not value(near_in_a_row(P, Q, e, 2, 1), given | {"e": (0, 1, 1)})
    assert value(near_after(P, Q, HALF, 1, 2), given)
    assert not value(near_after(P, Q, 1, 1, 2), given)


def test_a_remap_and_what_undoes_it() -> None:
    swap, merge = ((0, 1), (1, 0)), ((1, 0), (1, 0))
    given = {"p": (THIRD, 1 - THIRD), "q": (HALF, HALF), "T": swap, "U": swap}
    assert [value(after(p, T, 1)[r], given) for r in (0, 1)] == [1 - THIRD, THIRD]
    assert value(undoes(T, U, p, q, 1, 1), given)
    assert not value(undoes(T, U, p, q, 1, 1), given | {"T": merge})


def test_named_distributions() -> None:
    assert [value(uniform(2, 3)[r], {}) for r in range(6)] == [0, 0, THIRD, THIRD, THIRD, 0]
    assert [value(answers(1)[r], {}) for r in range(3)] == [0, 1, 0]
