"""The least cost on private columns is that of the best of their extreme columns."""

from fractions import Fraction
from itertools import accumulate, product
from operator import mul

import pytest

from exactdp.claims.vocabulary.optima import least_on_private_columns


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(9, 10), Fraction(1)])
@pytest.mark.parametrize("costs", [(1, -1), (-1, 2, -3), (0, 0, 0), (2, -1, 1, -4), (-2, 3, -1, 1, 5)])
def test_it_is_the_least_over_all_steps_by_alpha_and_its_inverse(costs, alpha):
    columns = (accumulate((Fraction(1), *steps), mul) for steps in product((alpha, 1 / alpha), repeat=len(costs) - 1))
    least = min(sum(map(mul, costs, column)) for column in columns)
    assert least_on_private_columns([Fraction(cost) for cost in costs], alpha) == least


def test_one_input_has_one_column():
    assert least_on_private_columns([Fraction(-7, 3)], Fraction(1, 2)) == Fraction(-7, 3)
