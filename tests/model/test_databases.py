"""Databases: their neighbours, results and labels, compared with a distance computed without a graph."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.model.databases import add_remove, replace_one
from tests.release.strategies import SMALL, distance, name


@pytest.mark.parametrize("databases", SMALL, ids=name)
def test_neighbours_results_and_classes(databases) -> None:
    size = len(databases)
    expected = tuple((d, e) for d, e in combinations(range(size), 2) if distance(databases, d, e) == 1)
    assert databases.neighbours.pairs == expected
    assert databases.neighbours.size == size == len(set(databases.labels))
    assert sorted(d for same in databases.classes for d in same) == list(range(size))
    counted = len(databases.counted)
    others = len(databases.domain) - counted
    for i, same in enumerate(databases.classes):
        assert {databases.results[d] for d in same} == {i}
        assert all(sum(databases.members[d].count(value) for value in databases.counted) == i for d in same)
        if databases.relation == "replace-one":
            assert len(same) == comb(databases.n, i) * counted**i * others ** (databases.n - i)
        else:
            assert len(same) == comb(i + counted - 1, i) * comb(databases.n - i + others, others)


@pytest.mark.parametrize("n", range(6))
def test_bits_are_the_named_hypercube_in_binary_order(n) -> None:
    databases = replace_one(n=n)
    assert databases.neighbours.name == "hypercube"
    assert databases.results == tuple(d.bit_count() for d in range(2**n))
    assert n == 0 or databases.labels == tuple(f"{d:0{n}b}" for d in range(2**n))


def test_other_graphs_have_their_names() -> None:
    assert replace_one(n=1, values=3).neighbours.name == "complete"
    assert add_remove(n=4, values=1).neighbours.name == "path"
    assert add_remove(n=4, values=1).results == (0, 1, 2, 3, 4)
    assert replace_one(n=2, values=3).neighbours.name == "edges"


@pytest.mark.parametrize("databases", SMALL, ids=name)
def test_labels_are_read_back(databases) -> None:
    assert [databases.position(f" {label} ") for label in databases.labels] == list(range(len(databases)))


def test_multisets_are_read_in_any_order_and_tuples_are_not() -> None:
    several = add_remove(n=3, values=["yes", "no"])
    assert several.labels[several.position("no yes no")] == "yes no no"
    assert replace_one(n=2).position("10") != replace_one(n=2).position("01")
    for wrong in ("2", "000", "", "0 1"):
        with pytest.raises(InputError, match="is not one of the 4 databases"):
            replace_one(n=2).position(wrong)


@pytest.mark.parametrize(
    "databases",
    [replace_one(n=3), replace_one(n=2, values=3, counted=["0", "2"]), replace_one(n=2, values=4)],
    ids=name,
)
def test_how_many_neighbours_have_the_next_result(databases) -> None:
    counted = len(databases.counted)
    found = Counter((d, databases.results[e] - databases.results[d]) for d, e in databases.neighbours.both_ways())
    for d, i in enumerate(databases.results):
        assert found[d, -1] == i * (len(databases.domain) - counted)
        assert found[d, 1] == (databases.n - i) * counted
        assert found[d, -2] == found[d, 2] == 0


@pytest.mark.parametrize(
    ("make", "arguments", "says"),
    [
        (replace_one, (-1,), "-1 rows"),
        (replace_one, (2, 0), "0 values"),
        (replace_one, (2, 1), "every value is counted"),
        (replace_one, (2, 3, ["0", "1", "2"]), "every value is counted"),
        (replace_one, (2, 3, []), "no value is counted"),
        (add_remove, (2, 3, ["3"]), "'3' is counted but not a value"),
        (replace_one, (2, ["a", "a"]), "the values a, a are not all different"),
        (replace_one, (2, ["a", "a b"]), "without spaces"),
        (replace_one, (2, ["a", ""]), "the value ''"),
        (add_remove, (2, ["∅", "a"]), "the value '∅'"),
        (replace_one, (2, ["a", "\x1b"]), "without spaces"),
        (replace_one, (17,), "too many databases"),
        (replace_one, (10**12,), "too many databases"),
        (replace_one, (1, 10**12), "too many databases"),
        (add_remove, (10**12, 10**12), "too many databases"),
        (add_remove, (10**5, 1), "too many databases"),
        (add_remove, (10**6, 10**6), "too many databases"),
        (replace_one, (10**6, 10**6), "too many databases"),
        (replace_one, (10**6, 1), "every value is counted"),
        (add_remove, (2000, 2), "too many databases"),
    ],
)
def test_what_is_refused(make, arguments, says) -> None:
    with pytest.raises(InputError, match=says) as error:
        make(**dict(zip(("n", "values", "counted"), arguments, strict=False)))
    assert "\n" not in str(error.value)


def test_many_values_are_not_too_many_without_rows() -> None:
    assert replace_one(n=0, values=2**17).labels == add_remove(n=0, values=2**17).labels == ("∅",)


def test_sixteen_bits_are_not_too_many() -> None:
    assert len(replace_one(n=16).neighbours.pairs) == 16 * 2**15
