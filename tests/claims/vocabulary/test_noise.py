"""The words about noise and e^ε, against enclosures by balls and against sums that are written out."""

from fractions import Fraction
from random import Random

import pytest
from flint import arb, fmpq

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import INDEX_MAP
from exactdp.claims.statements.formulas import indices, numbers, vectors
from exactdp.claims.statements.terms import variable
from exactdp.claims.vocabulary.noise import (
    below,
    cell,
    coordinate_distances,
    near_power,
    near_powers,
    series,
    some_powers,
)

(k,) = indices("k")
c, x = numbers("c x")
f, s = vectors("f s")
HALF = Fraction(1, 2)


def test_laplace_noise_is_the_difference_of_two_exponential_variables() -> None:
    # On the grid the difference has the masses (1-c)/(1+c)·c^|k| of cells [k, k+1), averaged with those of (k-1, k].
    for at in range(-4, 5):
        mass = value(below(c, at + 1), {"c": HALF}) - value(below(c, at), {"c": HALF})
        assert mass == HALF ** (at if at >= 0 else -at - 1) / 4
        assert value(below(c, at), {"c": HALF}) + value(below(c, -at), {"c": HALF}) == 1
    assert sum(value(cell(c, at), {"c": HALF}) for at in range(10)) == 1 - HALF**10


@pytest.mark.parametrize("at", ["1/10", "1", "3"])
def test_powers_of_e_are_near(at: str) -> None:
    exact = Fraction(at)
    power = (-arb(fmpq(exact.numerator, exact.denominator))).exp()
    for nearby in (power.lower(), power.upper()):
        numerator, exponent = nearby.man_exp()
        assert value(near_power(c, x), {"c": int(numerator) * Fraction(2) ** int(exponent), "x": exact})
    assert not value(near_power(c, x), {"c": 1 / (1 + exact) + Fraction(1, 10**9), "x": exact})
    assert not value(near_power(c, x), {"c": 1 - exact - Fraction(1, 10**9), "x": exact})


def test_the_powers_drawn_for_exponents_have_their_bounds() -> None:
    exponents = (HALF, Fraction(0), Fraction(3), -HALF, Fraction(-2))
    drawn = {some_powers(Random(seed), seed, exponents, len(exponents) - 1) for seed in range(20)}
    assert len(drawn) > 10
    for each in drawn:
        assert value(near_powers(f, s, 4), {"f": each, "s": exponents})
        assert not value(near_powers(f, s, 4), {"f": (1, *each[1:]), "s": exponents})


def test_partial_sums_are_below_the_power_of_e() -> None:
    assert [value(series(2, n), {}) for n in range(4)] == [1, 3, 5, Fraction(19, 3)]
    ends = [value(series(1, n), {}) for n in range(16)]
    e = arb(1).exp()
    assert all(arb(fmpq(low.numerator, low.denominator)) < e for low in ends)
    assert e < arb(fmpq(ends[-1].numerator, ends[-1].denominator)) + arb(10) ** -12


def test_distances_are_those_of_the_first_coordinates() -> None:
    h, u, v = (variable(name, INDEX_MAP) for name in "huv")
    lists = {"u": (9, 1, 5, 2), "v": (0, 4, 5, 1)}
    right = (0, 3, 3, 4)
    assert value(coordinate_distances(h, u, v, 3), lists | {"h": right})
    for at in range(4):
        wrong = tuple(each + (i == at) for i, each in enumerate(right))
        assert not value(coordinate_distances(h, u, v, 3), lists | {"h": wrong})
    assert value(coordinate_distances(h, u, v, 0), lists | {"h": (0, 7)})
