"""Levels multiply, and what is claimed beyond that is refused."""

import pytest

from exactdp.claims.composition import levels_multiply
from exactdp.claims.evidence import Failed, collect


def test_the_product_of_two_levels_is_shown():
    evidence = collect()
    levels_multiply()
    assert sum(each.signs for each in evidence) == 1


@pytest.mark.parametrize("second", [0, 2])
def test_another_power_of_the_second_level_is_not(second):
    with pytest.raises(Failed):
        levels_multiply(second)
