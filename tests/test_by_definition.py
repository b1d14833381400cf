"""Levels, vertices and derivations of random matrices, decided a second time by their definitions in plain fractions.

Nothing here is the package's own but what is judged: `tests/naive_kernel.py` has no FLINT and no formula.
"""

from fractions import Fraction
from itertools import product
from random import Random

import mpmath
import pytest

from exactdp import Mechanism, derive, edges, level, vertex
from exactdp.privacy.continuous import Gaussian, Laplace
from tests.naive_kernel import geometric, has_remap, is_vertex, least_ratio, multiplied, stochastic

Rows = list[list[Fraction]]
Pairs = list[tuple[int, int]]

MATRICES = 500


def drawn(random: Random) -> tuple[Rows, Pairs]:
    """Return a mechanism of at most four inputs and responses, and neighbours, often with tight constraints."""
    height, width = random.randint(1, 4), random.randint(1, 4)
    if height == width > 1 and random.random() < 0.5:
        source = geometric(height - 1, Fraction(random.choice(("1/4", "1/2", "2/3"))))
        remap = [distribution(random, width, random.choice((1, 1, 2))) for _ in range(height)]
        rows = [[sum(a * t[r] for a, t in zip(row, remap, strict=True)) for r in range(width)] for row in source]
    else:
        rows = [distribution(random, width, random.randint(1, 6)) for _ in range(height)]
        if random.random() < 0.3:
            rows[-1] = rows[0]
    pairs = [(k, k + 1) for k in range(height - 1)]
    if random.random() < 0.5:
        pairs = [pair for pair in product(range(height), repeat=2) if pair[0] < pair[1] and random.random() < 0.7]
    return rows, pairs


def distribution(random: Random, width: int, total: int) -> list[Fraction]:
    chosen = random.choices(range(width), k=total)
    return [Fraction(chosen.count(r), total) for r in range(width)]


def test_levels_vertices_and_derivations() -> None:
    random = Random(20)
    vertices = derivable = 0
    for _ in range(MATRICES):
        rows, pairs = drawn(random)
        mechanism, neighbours = Mechanism(rows), edges(pairs, inputs=range(len(rows)))
        exact = least_ratio(rows, pairs)
        assert level(mechanism, neighbours).alpha == exact
        for alpha in {exact, exact / 2, Fraction(0)}:
            found = bool(vertex(mechanism, alpha, neighbours))
            assert found == is_vertex(rows, pairs, alpha)
            vertices += found
        if len(rows) > 1:
            alpha = random.choice(
                (Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), exact if 0 < exact < 1 else Fraction(1, 5))
            )
            source, derived = geometric(len(rows) - 1, alpha), derive(mechanism, alpha)
            assert bool(derived) == has_remap(rows, source)
            if derived:
                remap = [list(row) for row in derived.remap.rows]
                assert stochastic(remap) and multiplied(source, remap) == rows
                derivable += 1
    assert vertices > 100
    assert 100 < derivable < MATRICES - 100


@pytest.mark.parametrize("variance", [Fraction(1, 50), Fraction(1, 3), Fraction(1), Fraction(25)])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 1000), Fraction(7, 5), Fraction(12)])
def test_the_curve_of_gaussian_noise_to_200_digits(variance: Fraction, epsilon: Fraction) -> None:
    """δ(ε) is what the half-line where the densities are as e^ε to 1 has on one input above e^ε times the other.

    `tests/privacy/test_continuous.py` integrates the densities; here mpmath has the integrals of the normal density.
    """
    with mpmath.workdps(260):
        deviation, threshold = mpmath.sqrt(real(variance)), real(variance * epsilon + Fraction(1, 2))
        here, there = (mpmath.erfc((threshold - centre) / deviation / mpmath.sqrt(2)) / 2 for centre in (1, 0))
        value = here - mpmath.exp(real(epsilon)) * there
        assert holds_to_200_digits(Gaussian(variance).delta(epsilon, bits=800), value)


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 3), Fraction(2)])
def test_the_curve_of_laplace_noise_to_200_digits(epsilon: Fraction) -> None:
    with mpmath.workdps(230):
        promised = Fraction(2)
        least = mpmath.mpf(0) if epsilon >= promised else 1 - mpmath.exp(real((epsilon - promised) / 2))
        assert holds_to_200_digits(Laplace(promised).delta(epsilon, bits=800), least)


def real(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def holds_to_200_digits(found: object, value: mpmath.mpf) -> bool:
    near = mpmath.mpf(10) ** -200
    lower, upper = real(found.lower), real(found.upper)
    return upper - lower <= near and lower - near <= value <= upper + near
