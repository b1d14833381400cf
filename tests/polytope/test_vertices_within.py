from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from flint import fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from exactdp import complete, edges, geometric, path, private, vertex
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.arithmetic.printed_numbers import within
from exactdp.model.mechanism import Mechanism, deterministic, identity
from exactdp.polytope import vertices_within as module
from exactdp.polytope.vertices_within import vertices_within
from tests.strategies import share_of

GRAPHS = [
    (2, path(inputs=range(2))),
    (3, path(inputs=range(3))),
    (3, complete(inputs=range(3))),
    (3, edges([(0, 2)], inputs=range(3))),
    (2, edges([], inputs=range(2))),
]
LEVELS = [Fraction(word) for word in ("0", "1/3", "1/2", "1")]


@cache
def all_vertices(alpha, neighbours, width):
    """Return the vertices in order, from the definition: solve every choice of enough tight constraints."""
    height = neighbours.size
    size = height * width
    sums = [[Fraction(at // width == i) for at in range(size)] for i in range(height)]
    tight = [[Fraction(at == j) for at in range(size)] for j in range(size)]
    for i, k in neighbours.both_ways():
        for r in range(width):
            row = [Fraction(0)] * size
            row[k * width + r], row[i * width + r] = Fraction(1), -alpha
            tight.append(row)
    found = set()
    for chosen in combinations(tight, size - height):
        beside = [[*row, Fraction(1)] for row in sums] + [[*row, Fraction(0)] for row in chosen]
        reduced, rank = fmpq_mat([[to_fmpq(entry) for entry in row] for row in beside]).rref()
        if rank < size or any(reduced[at, at] != 1 for at in range(size)):
            continue
        point = [to_fraction(reduced[at, size]) for at in range(size)]
        if min(point) >= 0:
            mechanism = Mechanism([point[i * width : (i + 1) * width] for i in range(height)])
            if private(mechanism, alpha, neighbours):
                found.add(mechanism)
    return sorted(found, key=lambda each: each.rows)


CASES = [
    (neighbours, alpha, width)
    for height, neighbours in GRAPHS
    for width in (1, 2, 3)
    if height * width <= 6
    for alpha in LEVELS
]


@share_of(150)
@given(st.sampled_from(CASES), st.data())
def test_all_vertices_in_the_intervals_are_found_and_no_others(case, data):
    neighbours, alpha, width = case
    expected = all_vertices(alpha, neighbours, width)
    assert expected
    centre = data.draw(st.sampled_from(expected))
    intervals = []
    for row in centre.rows:
        widths = [data.draw(st.sampled_from([0, Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), 1])) for _ in row]
        shifts = [data.draw(st.sampled_from([0, Fraction(1, 2), 1])) for _ in row]
        intervals.append([Enclosure(v - w * s, v + w * (1 - s)) for v, w, s in zip(row, widths, shifts, strict=True)])
    found = vertices_within(intervals, alpha, neighbours)
    inside = [
        each
        for each in expected
        if all(
            v in box for row, boxes in zip(each.rows, intervals, strict=True) for v, box in zip(row, boxes, strict=True)
        )
    ]
    assert found.complete
    assert sorted(found.found, key=lambda each: each.rows) == inside


@pytest.mark.parametrize(("neighbours", "alpha", "width"), CASES)
def test_where_nothing_is_known_of_the_entries_all_vertices_are_found(neighbours, alpha, width):
    anything = [[Enclosure(Fraction(0), Fraction(1))] * width] * neighbours.size
    found = vertices_within(anything, alpha, neighbours)
    assert found.complete
    assert sorted(found.found, key=lambda each: each.rows) == all_vertices(alpha, neighbours, width)


def test_the_second_way_to_find_the_vertices_finds_those_that_are_known():
    # At α = 0 the vertices are the deterministic mechanisms, and at α = 1 the constant ones of one response.
    assert len(all_vertices(Fraction(0), path(inputs=range(2)), 3)) == 9
    assert len(all_vertices(Fraction(1), path(inputs=range(2)), 3)) == 3
    assert geometric(n=1, alpha="1/3") in all_vertices(Fraction(1, 3), path(inputs=range(2)), 2)


@pytest.mark.parametrize("n", [3, 8, 20])
@pytest.mark.parametrize("merged", [False, True])
def test_a_remap_of_the_geometric_mechanism_is_the_only_vertex_within_a_fine_print(n, merged):
    exact = geometric(n=n, alpha="1/2") @ (
        deterministic([0, 2, 2, *range(3, n + 1)], responses=range(n + 1)) if merged else identity(n=n)
    )
    unit = Fraction(1, 10**6)
    found = vertices_within(
        within([[round(v / unit) * unit for v in row] for row in exact.rows], unit / 2).intervals,
        Fraction(1, 2),
        path(n=n),
    )
    assert found.complete
    assert [each.rows for each in found.found] == [exact.rows]
    assert vertex(found.found[0], "1/2")


def test_entries_that_the_print_has_lost_are_guessed_and_others_not_excluded():
    exact, unit = geometric(n=30, alpha="1/2"), Fraction(1, 10**6)
    assert min(v for row in exact.rows for v in row) < unit / 100
    printed = [[round(v / unit) * unit for v in row] for row in exact.rows]
    found = vertices_within(within(printed, unit / 2).intervals, Fraction(1, 2), path(inputs=range(31)))
    assert found.found[0].rows == exact.rows
    assert not found.complete


def test_a_search_that_meets_a_limit_does_not_call_itself_complete(monkeypatch):
    anything = [[Enclosure(Fraction(0), Fraction(1))] * 3] * 3
    whole = vertices_within(anything, Fraction(1, 2), path(inputs=range(3)))
    assert whole.complete
    for limit, value in (("STEPS", 20), ("FEWEST", 2)):
        with monkeypatch.context() as patch:
            patch.setattr(module, "SOLUTIONS", 0)
            patch.setattr(module, limit, value)
            part = vertices_within(anything, Fraction(1, 2), path(inputs=range(3)))
        assert not part.complete
        assert set(part.found) < set(whole.found)


def test_intervals_that_hold_no_mechanism_hold_no_vertex():
    negative = [[Enclosure(Fraction(-1), Fraction(-1, 2)), Enclosure(Fraction(0), Fraction(1))]] * 2
    assert vertices_within(negative, Fraction(1, 2), path(inputs=range(2))) == module.VerticesWithin((), True)
