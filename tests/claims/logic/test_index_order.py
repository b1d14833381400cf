"""Linear inequalities of indices: those that contradict each other have no solution in integers."""

from itertools import product
from random import Random

import pytest

from exactdp.claims.logic.index_order import contradictory, tightest
from exactdp.claims.logic.polynomials import Exponent


def form(constant: int, **coefficients: int) -> Exponent:
    """Return constant + Σ coefficient·index."""
    return frozenset((name, c) for name, c in coefficients.items() if c), constant


@pytest.mark.parametrize("seed", range(5))
def test_contradictory_inequalities_have_no_solution(seed: int) -> None:
    rng, met = Random(seed), set()
    points = [dict(zip("ik", at, strict=True)) for at in product(range(-8, 9), repeat=2)]
    for _ in range(100):
        forms = tuple(
            form(rng.randrange(-4, 5), i=rng.randrange(-3, 4), k=rng.randrange(-3, 4))
            for _ in range(rng.randrange(1, 5))
        )
        solved = any(all(c + sum(a * at[name] for name, a in atoms) >= 0 for atoms, c in forms) for at in points)
        assert not (contradictory(forms) and solved)
        met.add((contradictory(forms), solved))
    assert {(True, False), (False, True)} <= met


def test_no_half_is_an_integer() -> None:
    assert contradictory((form(-1, i=2), form(1, i=-2)))
    assert not contradictory((form(0, i=2), form(1, i=-2)))


def test_the_least_constant_of_each_form_is_kept() -> None:
    assert tightest([form(5, i=1), form(3, i=1), form(-3, i=2)]) == {form(0, i=1)[0]: -2}
    assert tightest([form(7)]) == {} != tightest([form(-1)])
