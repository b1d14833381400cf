"""The words about private bits and subset queries, against an enumeration of all answers."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import function, indices, matrix, number, vectors
from exactdp.claims.statements.terms import as_number
from exactdp.claims.vocabulary.query import (
    answer,
    bits,
    chances,
    estimate,
    fits_both,
    mean_of_ones,
    some_chances,
    told,
    wrong_in_subset,
)

i, s = indices("i s")
c, d, q, x = vectors("c d q x")
W, u = matrix("W"), number("u")
CHANCES = (0, Fraction(1, 3), Fraction(3, 4), Fraction(1, 2))


@pytest.mark.parametrize("n", range(4))
def test_chances_are_those_of_all_answers(n: int) -> None:
    given = {"W": some_chances(Random(1), 0, CHANCES, n), "q": CHANCES}
    assert value(chances(W, q, n), given)
    by_number = [Fraction(0)] * (n + 1)
    for answers in product((0, 1), repeat=n):
        weight = Fraction(1)
        for k, bit in enumerate(answers):
            weight *= CHANCES[k + 1] if bit else 1 - CHANCES[k + 1]
        by_number[sum(answers)] += weight
    assert [value(W[n, k], given) for k in range(n + 1)] == by_number
    mean = value(mean_of_ones(W, function(s, as_number(s)), n), given)
    assert mean == sum(CHANCES[1 : n + 1])


def test_other_chances_are_not_accepted() -> None:
    uniform = ((1, 0), (Fraction(1, 2), Fraction(1, 2)))
    given = {"W": lambda k, r: uniform[k][r] if 0 <= r <= k else 0, "q": CHANCES}
    assert not value(chances(W, q, 1), given)


def test_a_subset_query_counts_people_and_its_wrong_bits() -> None:
    given = {"c": (0, 1, 0, 1), "d": (0, 1, 1, 0), "x": (0, 1, 1, 0), "u": Fraction(3, 2)}
    assert value(bits(c, 3), given)
    assert not value(bits(c, 3), {"c": (0, 1, 2, 0)})
    assert [value(answer(of, x, 3), given) for of in (c, d)] == [1, 2]
    assert value(wrong_in_subset(c, d, x, 3), given) == 1
    assert value(fits_both(u, x, "1/2", c, d, 3), given)
    assert not value(fits_both(u, x, "1/4", c, d, 3), given)


def test_the_estimate_of_what_is_told_on_average_is_the_bit() -> None:
    given = {"x": (0, 1, 0)}
    chance = [value(told(x, "1/4")[k], given) for k in (1, 2)]
    assert chance == [Fraction(3, 4), Fraction(1, 4)]
    ends = [value(estimate("1/4", 1)[k], {}) for k in (0, 1)]
    assert [(1 - p) * ends[0] + p * ends[1] for p in chance] == [1, 0]
