"""Tests of `exactdp.claims.vocabulary.reconstruction`: draws satisfy their definitions, and what is near does not."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.statements.evaluation import compiled
from exactdp.claims.vocabulary.reconstruction import (
    _E,
    _H,
    _c,
    _d,
    _k,
    _m,
    _n,
    _r,
    _s,
    _y,
    doubling,
    fits,
    hadamard,
    powers_of_two,
    query,
    some_answers,
    some_hadamard,
    subsets,
    twofold,
    wrong,
)
from exactdp.surveys.queries import hadamard_queries, true_answers


@pytest.mark.parametrize("k", [1, 2, 4, 8])
def test_hadamard_matrices_are_those_of_the_library(k: int) -> None:
    drawn = some_hadamard(Random(0), 0, k)
    is_hadamard = compiled(hadamard(_H, _k))
    assert drawn == tuple(map(tuple, hadamard_queries(k)))
    assert is_hadamard({"H": drawn, "k": k})
    assert is_hadamard({"H": compiled(twofold(_H, _k))({"H": drawn, "k": k}), "k": 2 * k})
    other = ((*drawn[0][:-1], 2 * drawn[0][-1]), *drawn[1:])
    assert not is_hadamard({"H": other, "k": k})


@pytest.mark.parametrize("k", [1, 4])
def test_subset_queries_of_a_matrix_are_those_of_the_library(k: int) -> None:
    found = compiled(subsets(_H))({"H": some_hadamard(Random(0), 0, k)})
    rows = tuple(tuple(found(y, x) for x in range(k)) for y in range(k))
    assert rows == tuple(map(tuple, hadamard_queries(k, subsets=True)))


@pytest.mark.parametrize("k", [-1, 0, 3, 6])
def test_other_sizes_have_no_hadamard_matrix_here(k: int) -> None:
    assert some_hadamard(Random(0), 0, k) is None


@pytest.mark.parametrize("turn", range(5))
def test_answers_are_within_the_error_and_the_next_ones_are_not(turn: int) -> None:
    rows, database, error = hadamard_queries(4), (1, 0, 1, 1), Fraction(1, 2)
    drawn = some_answers(Random(turn), turn, rows, database, error, 4, 4)
    environment = {"H": rows, "d": database, "E": error, "m": 4, "n": 4}
    within = compiled(fits(_r, _H, _d, _E, _m, _n))
    assert within(environment | {"r": drawn})
    assert not within(environment | {"r": (drawn[0] + 2, *drawn[1:])})
    answers = [compiled(query(_H, _d, _y, _n))(environment | {"y": y}) for y in range(4)]
    assert answers == list(true_answers(rows, database))


def test_wrong_bits_are_counted() -> None:
    count = compiled(wrong(_c, _d, _n))
    for c, d in product(product((0, 1), repeat=3), repeat=2):
        assert count({"c": c, "d": d, "n": 3}) == sum(a != b for a, b in zip(c, d, strict=True))


def test_powers_of_two_double() -> None:
    doubles = compiled(doubling(_s, _m))
    assert powers_of_two(Random(0), 0, 5) == (1, 2, 4, 8, 16, 32)
    assert doubles({"s": powers_of_two(Random(0), 0, 5), "m": 5})
    assert not doubles({"s": (1, 2, 4, 6), "m": 3})
    assert not doubles({"s": (2, 4), "m": 1})
