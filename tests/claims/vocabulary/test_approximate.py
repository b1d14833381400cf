"""The words about (ε, δ)-privacy, against the library's privacy curve and an enumeration."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import matrices, vectors
from exactdp.claims.vocabulary.approximate import (
    approximates,
    approximates_after,
    close,
    coin,
    log_ratio,
    losses,
    probability_of_pairs,
    some_approximation,
    some_approximation_after,
    some_losses,
    some_weights_of_pairs,
    weighs_pairs,
)
from exactdp.claims.vocabulary.enclosure import log_above, log_below
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.privacy_curve import privacy_curve

L, p, q = vectors("L p q")
W, Y, Z = matrices("W Y Z")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = (
    ((HALF, HALF, Fraction(0)), (Fraction(1, 4), Fraction(1, 4), HALF)),
    ((Fraction(2, 3), THIRD, Fraction(0)), (THIRD, Fraction(2, 3), Fraction(0))),
)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("t", [1, Fraction(3, 2), 3])
def test_close_has_the_delta_of_the_privacy_curve(pair: tuple[tuple[Fraction, ...], ...], t: Fraction) -> None:
    given = dict(zip("pq", pair, strict=True))
    least = privacy_curve(Mechanism(pair), complete(inputs=range(2))).at(t)
    assert value(close(p, q, t, least, 2), given)
    assert not value(close(p, q, t, least - Fraction(1, 100), 2), given)
    one_way = [value(approximates(*order, t, least, 2), given) for order in ((p, q), (q, p))]
    assert one_way == [True, True]
    less = [value(approximates(*order, t, least - Fraction(1, 100), 2), given) for order in ((p, q), (q, p))]
    assert not all(less)


@pytest.mark.parametrize("turn", range(4))
def test_what_is_drawn_approximates(turn: int) -> None:
    rng, delta = Random(turn), Fraction(1, 5)
    here = some_approximation(rng, turn, PAIRS[0][1], Fraction(1), delta, 2)
    assert value(approximates(p, q, 1, delta, 2), {"p": here, "q": PAIRS[0][1]})
    rows = (*PAIRS[0], PAIRS[1][0])
    given = {"Y": some_approximation_after(rng, turn, rows, Fraction(1), delta, 2), "Z": rows}
    assert value(approximates_after(Y, Z, 1, delta, 2), given)
    assert (here == PAIRS[0][1]) == (turn % 2 == 0)
    assert value(approximates_after(Y, Z, 1, 0, 2), given) == (turn % 2 == 0)
    weights = some_weights_of_pairs(rng, turn, 2)
    assert value(weighs_pairs(W, 2), {"W": weights})
    assert not value(weighs_pairs(W, 2), {"W": ((2, 0, 0), *weights[1:])})


def test_a_probability_of_pairs_is_a_sum_over_all_pairs() -> None:
    first, second = PAIRS[0][0], (PAIRS[0][1], PAIRS[1][0], PAIRS[1][1])
    event = {(r, z) for r, z in product(range(3), repeat=2) if (r + z) % 2}
    weights = tuple(tuple(Fraction((r, z) in event) for z in range(3)) for r in range(3))
    found = value(probability_of_pairs(p, Y, W, 2), {"p": first, "Y": second, "W": weights})
    assert found == sum(first[r] * second[r][z] for r, z in event)


def test_a_coin_has_two_responses() -> None:
    assert [value(coin(THIRD)[r], {}) for r in range(2)] == [THIRD, 1 - THIRD]


@pytest.mark.parametrize("ratio", [Fraction(1, 40), HALF, Fraction(9, 8), Fraction(7)])
def test_a_logarithm_serves_and_what_is_far_from_it_does_not(ratio: Fraction) -> None:
    for bound in (log_below, log_above):
        assert value(log_ratio(bound(ratio), 3 * ratio, 3), {})
    assert not value(log_ratio(log_below(ratio) + 7, 3 * ratio, 3), {})
    assert not value(log_ratio(log_below(ratio) - 40, 3 * ratio, 3), {})


@pytest.mark.parametrize("turn", range(6))
def test_the_losses_serve_and_those_that_are_drawn(turn: int) -> None:
    alpha, pair = Fraction(1, 4), ((HALF, THIRD), (Fraction(1, 4), HALF))
    epsilon = value(log_above(4), {})
    given = dict(zip("pq", pair, strict=True))
    true = tuple(value(log_below(y / x), {}) for y, x in zip(*pair, strict=True))
    assert value(losses(L, p, q, epsilon, alpha, 1), given | {"L": true})
    for wrong in ((true[0], Fraction(4)), (Fraction(-4), true[1])):
        assert not value(losses(L, p, q, epsilon, alpha, 1), given | {"L": wrong})
    drawn = some_losses(Random(turn), turn, *pair, Fraction(5, 4), alpha, 1)
    assert drawn is not None
    assert value(losses(L, p, q, Fraction(5, 4), alpha, 1), given | {"L": drawn})
