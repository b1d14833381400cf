"""Tests of histograms and marginals: tables, neighbours and sensitivities against lists of rows; exact levels."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, geometric
from exactdp.surveys.geometric_variants import sensitivity
from exactdp.surveys.histograms import (
    Workload,
    histogram,
    histogram_queries,
    marginal_queries,
    marginals,
    noisy_counts,
    tables,
)
from tests.strategies import LEVELS

RELATIONS = st.sampled_from(["replace-one", "add-remove"])


def counts(rows: tuple[int, ...], cells: int) -> tuple[int, ...]:
    return tuple(Counter(rows)[cell] for cell in range(cells))


@st.composite
def workloads(draw: st.DrawFn, cells: int) -> Workload:
    query = st.lists(st.integers(0, 1), min_size=cells, max_size=cells)
    queries = draw(st.lists(query, min_size=1, max_size=3))
    return Workload(queries, map(str, range(len(queries))))


# Databases


@given(st.integers(0, 4), st.integers(1, 3), RELATIONS)
def test_tables_are_the_counts_of_all_lists_of_rows(n: int, cells: int, relation: str) -> None:
    found = tables(n=n, cells=cells, relation=relation)
    sizes = range(n + 1) if relation == "add-remove" else [n]
    lists = [rows for size in sizes for rows in product(range(cells), repeat=size)]
    assert sorted(found.members) == sorted({counts(rows, cells) for rows in lists})
    expected = set()
    for rows in lists:
        if relation == "add-remove":
            others = [(*rows, value) for value in range(cells)] if len(rows) < n else []
        else:
            others = [(*rows[:k], value, *rows[k + 1 :]) for k in range(n) for value in range(cells)]
        expected |= {frozenset((counts(rows, cells), counts(other, cells))) for other in others}
    assert {frozenset((found.members[i], found.members[k])) for i, k in found.neighbours.pairs} == {
        pair for pair in expected if len(pair) == 2
    }


def test_tables_that_are_a_count_query_s_results() -> None:
    assert [tables(n=3, cells=2).neighbours.name, tables(n=3, cells=1, relation="add-remove").neighbours.name] == [
        "path",
        "path",
    ]
    assert [tables(n=1, cells=4).neighbours.name, tables(n=2, cells=4).neighbours.name] == ["complete", "edges"]
    assert tables(n=1, cells=4, relation="add-remove").neighbours.pairs == ((0, 1), (0, 2), (0, 3), (0, 4))
    assert tables(n=0, cells=3).members == ((0, 0, 0),) and tables(n=5, cells=1).members == ((5,),)
    assert tables(n=2, cells=2).labels == ("0 2", "1 1", "2 0")


@pytest.mark.parametrize(
    ("n", "cells", "relation"),
    [(-1, 2, "replace-one"), (2, 0, "replace-one"), (2, 2, "swap"), (10**7, 2, "replace-one"), (40, 40, "add-remove")],
)
def test_other_tables_are_refused(n: int, cells: int, relation: str) -> None:
    with pytest.raises(InputError):
        tables(n=n, cells=cells, relation=relation)


# Queries


@given(st.data(), st.integers(1, 3), st.integers(1, 3), RELATIONS)
def test_the_sensitivity_is_that_of_all_answers(data: st.DataObject, n: int, cells: int, relation: str) -> None:
    workload, databases = data.draw(workloads(cells)), tables(n=n, cells=cells, relation=relation)
    answers = [workload.answers(member) for member in databases.members]
    found = workload.sensitivity(relation)
    assert found.value == sensitivity(answers, databases.neighbours).value
    if found.witness:
        a, b = (tuple(query[cell] for query in workload.counts) for cell in found.witness)
        moved = a if found.witness[0] == found.witness[1] else [x - y for x, y in zip(a, b, strict=True)]
        assert sum(map(abs, moved)) == found.value


@given(st.lists(st.integers(1, 3), min_size=1, max_size=3), st.data())
def test_marginals_count_the_rows_with_given_values(sizes: list[int], data: st.DataObject) -> None:
    ways = data.draw(st.integers(1, len(sizes)))
    workload = marginal_queries(sizes, ways)
    cells = list(product(*map(range, sizes)))
    rows = data.draw(st.lists(st.sampled_from(cells), max_size=5))
    expected = {}
    for attributes in combinations(range(len(sizes)), ways):
        for values in product(*(range(sizes[a]) for a in attributes)):
            name = " ".join(f"{a}={v}" for a, v in zip(attributes, values, strict=True))
            expected[name] = sum(tuple(row[a] for a in attributes) == values for row in rows)
    table = [rows.count(cell) for cell in cells]
    assert dict(zip(workload.names, workload.answers(table), strict=True)) == expected


@pytest.mark.parametrize(("d", "k"), [(1, 1), (3, 1), (3, 2), (3, 3), (6, 3)])
def test_the_sensitivity_of_binary_marginals(d: int, k: int) -> None:
    workload = marginal_queries([2] * d, k)
    assert len(workload.counts) == 2**k * comb(d, k)
    assert workload.sensitivity("add-remove").value == comb(d, k)
    assert workload.sensitivity("replace-one").value == 2 * comb(d, k)


def test_a_query_that_sees_nothing_has_sensitivity_zero() -> None:
    blind = Workload([[1, 1]], ["all"])
    assert (blind.sensitivity("replace-one").value, blind.sensitivity("replace-one").witness) == (0, None)
    assert blind.sensitivity("add-remove").value == 1
    assert histogram_queries(1).sensitivity("replace-one").value == 0


@pytest.mark.parametrize(
    "build",
    [
        lambda: Workload([], []),
        lambda: Workload([[]], ["a"]),
        lambda: Workload([[1, 0], [1]], ["a", "b"]),
        lambda: Workload([[2, 0]], ["a"]),
        lambda: Workload([[1, 0]], []),
        lambda: Workload([[1, 0], [0, 1]], ["a", "a"]),
        lambda: histogram_queries(0),
        lambda: histogram_queries(2).sensitivity("swap"),
        lambda: marginal_queries((), 1),
        lambda: marginal_queries((2, 0), 1),
        lambda: marginal_queries((2, 2), 0),
        lambda: marginal_queries((2, 2), 3),
        lambda: marginal_queries([2] * 40, 3),
        lambda: noisy_counts(histogram_queries(2), tables(n=2, cells=3), "1/2"),
        lambda: noisy_counts(histogram_queries(8), tables(n=3, cells=8), "1/2"),
        lambda: histogram(n=2, cells=2, unit=2),
        lambda: histogram(n=-1, cells=2, unit="1/2"),
        lambda: histogram(n=9, cells=9, unit="1/2"),
        lambda: histogram(n=10**12, cells=2, unit="1/2"),
        lambda: marginals(n=3, sizes=(2, 2, 2), ways=2, unit="1/2"),
    ],
)
def test_what_is_outside_is_refused(build) -> None:
    with pytest.raises(InputError):
        build()


# Mechanisms


@given(st.integers(0, 2), st.integers(1, 3), LEVELS, RELATIONS)
def test_the_two_levels_of_a_histogram(n: int, cells: int, unit: Fraction, relation: str) -> None:
    found = histogram(n=n, cells=cells, unit=unit, relation=relation).level.alpha
    if n == 0 or (relation == "replace-one" and cells == 1):
        assert found == 1
    else:
        assert found == (unit if relation == "add-remove" else unit**2)


@given(LEVELS, RELATIONS)
def test_the_entries_of_a_histogram_are_products(unit: Fraction, relation: str) -> None:
    built, databases, G = (
        histogram(n=2, cells=2, unit=unit, relation=relation),
        tables(n=2, cells=2, relation=relation),
        geometric(n=2, alpha=unit),
    )
    for i, member in enumerate(databases.members):
        for r, response in enumerate(product(range(3), repeat=2)):
            assert built.mechanism[i, r] == prod(G[a, b] for a, b in zip(member, response, strict=True))
    assert built.mechanism.inputs == databases.labels and built.neighbours == databases.neighbours


@given(st.data(), st.integers(1, 2), st.integers(1, 3), LEVELS, RELATIONS)
def test_the_level_of_noisy_counts(data: st.DataObject, n: int, cells: int, unit: Fraction, relation: str) -> None:
    workload = data.draw(workloads(cells))
    found = noisy_counts(workload, tables(n=n, cells=cells, relation=relation), unit)
    assert found.level.alpha == unit ** int(workload.sensitivity(relation).value)


@given(st.lists(st.integers(1, 2), min_size=1, max_size=2), LEVELS, RELATIONS)
def test_marginals_are_noisy_counts(sizes: list[int], unit: Fraction, relation: str) -> None:
    workload = marginal_queries(sizes, 1)
    found = marginals(n=1, sizes=sizes, ways=1, unit=unit, relation=relation)
    assert found == noisy_counts(workload, tables(n=1, cells=prod(sizes), relation=relation), unit)
    assert found.level.alpha == unit ** int(workload.sensitivity(relation).value)
