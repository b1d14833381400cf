"""Vertices, against the rank of all tight constraints in the space of all matrices of the size."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, certify, geometric, level, private
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import complete
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.independence import FIRST_PRIMES
from exactdp.polytope.vertex import Midpoint, Vertex, vertex
from tests.naive_kernel import is_vertex
from tests.strategies import INSIDE, graphs, mechanisms


@given(st.data())
def test_a_vertex_is_where_tight_constraints_have_full_rank(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    exact = level(mechanism, neighbours).alpha
    alpha = data.draw(st.sampled_from([exact, exact * exact, exact / 2, Fraction(0)]))
    found = vertex(mechanism, alpha, neighbours)
    height, width = mechanism.shape
    assert bool(found) == is_vertex(mechanism.rows, list(neighbours.pairs), alpha)
    if isinstance(found, Midpoint):
        first, second = found.ends
        assert first != second
        assert private(first, alpha, neighbours)
        assert private(second, alpha, neighbours)
        for i, r in product(range(height), range(width)):
            assert first[i, r] + second[i, r] == 2 * mechanism[i, r]


@given(st.integers(1, 6), INSIDE, st.data())
def test_deterministic_maps_of_g_are_vertices(n: int, alpha: Fraction, data: st.DataObject) -> None:
    images = data.draw(st.lists(st.integers(0, n), min_size=n + 1, max_size=n + 1))
    images = sorted(images)
    assert isinstance(
        vertex(geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1)), alpha), Vertex
    )


def test_without_privacy_the_vertices_are_the_deterministic_mechanisms() -> None:
    assert vertex(deterministic([1, 0, 1], responses=range(2)), 0)
    assert not vertex(Mechanism([["1/2", "1/2"], [1, 0]]), 0)


def test_with_absolute_privacy_they_are_the_constant_answers() -> None:
    assert vertex(deterministic([1, 1], responses=range(3)), 1)
    assert not vertex(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), 1)


def test_a_mechanism_must_be_private() -> None:
    with pytest.raises(InputError, match="the mechanism is not 1/2-private"):
        vertex(geometric(n=2, alpha="1/3"), "1/2")
    with pytest.raises(InputError, match="not 1/2-private"):
        vertex(geometric(n=2, alpha="1/2"), "1/2", complete(inputs=range(3)))


def test_at_an_irrational_level_nothing_is_tight_but_the_row_sums() -> None:
    asked = Exponential(1)
    # Its level is the first that is tried above e^-1, where it is a vertex; at e^-1 it is none.
    table = geometric(n=2, alpha=asked.above())
    assert vertex(table, asked.above())
    found = vertex(table, asked)
    assert isinstance(found, Midpoint) and found.asked == asked
    assert asked < found.alpha < asked.above()
    assert certify(found).kind == "not-vertex"
    assert all(private(end, asked) for end in found.ends)
    assert constraint_matrix(table, asked).counts == {"↓": 0, "↑": 0, "S": 6, "Z": 0}
    found = vertex(deterministic([1, 1], responses=range(3)), asked)
    assert isinstance(found, Vertex) and found.alpha < asked
    with pytest.raises(InputError, match=r"the mechanism is not e\^-1-private"):
        vertex(geometric(n=2, alpha=asked.below()), asked)


UNLUCKY_LEVEL = Fraction(1, 340279121581898825332115751913104211970)
"""For n = 1 the determinant of the masses of G is the denominator squared less 1: 0 modulo each of the first primes."""


def test_a_level_at_which_the_first_primes_are_unlucky() -> None:
    found = vertex(geometric(n=1, alpha=UNLUCKY_LEVEL), UNLUCKY_LEVEL)
    assert found.modulus not in FIRST_PRIMES
    assert all(UNLUCKY_LEVEL.denominator**2 % prime == 1 for prime in FIRST_PRIMES)
    assert certify(found).kind == "vertex"
