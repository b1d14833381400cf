"""The universe of records: cells and records correspond, and marginals follow the definition."""

from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.files.records import Records
from exactdp.surveys.mwem import marginals
from exactdp.surveys.universe import Attribute, Universe, read_attribute, read_universe

SIZES = st.lists(st.integers(1, 3), min_size=1, max_size=3)


def universe(sizes):
    return Universe(tuple(Attribute(f"a{k}", tuple(map(str, range(size)))) for k, size in enumerate(sizes)))


@given(SIZES, st.data())
def test_marginals_count_what_they_say(sizes, data):
    whole = universe(sizes)
    way = data.draw(st.integers(1, len(sizes)))
    records = data.draw(st.lists(st.tuples(*(st.integers(0, size - 1) for size in sizes)), max_size=6))
    rows = [(line, list(map(str, record))) for line, record in enumerate(records, start=2)]
    table = whole.counted(Records("x.csv", whole.columns, rows))
    assert sum(table) == len(records)
    assert [whole.record(cell) for cell, count in enumerate(table) for _ in range(count)] == sorted(
        tuple(row) for _, row in rows
    )
    found = {query.name: query.count(table) for query in whole.marginals(way)}
    assert len(found) == sum(prod(chosen) for chosen in combinations(sizes, way))
    for chosen in combinations(range(len(sizes)), way):
        for values in product(*(range(sizes[k]) for k in chosen)):
            name = " ".join(f"a{k}={value}" for k, value in zip(chosen, values, strict=True))
            assert found[name] == sum(all(r[k] == v for k, v in zip(chosen, values, strict=True)) for r in records)


def test_binary_marginals_are_those_of_mwem():
    here, there = universe([2, 2, 2]).marginals(2), marginals(3, 2)
    assert [query.cells for query in here] == [query.cells for query in there]


def test_columns_without_values_are_binary_and_all_of_them_by_default():
    records = Records("x.csv", ("a", "b"), [(2, ["0", "1"])])
    assert read_universe([], records).attributes == (Attribute("a", ("0", "1")), Attribute("b", ("0", "1")))
    assert read_universe(["b=1,2,3"], records).columns == ("b",)
    assert read_attribute("age=<18,>=18").values == ("<18", ">=18")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (["=no,yes"], "'=no,yes' names no column: "),
        (["a="], "the values '' of a: write different ones"),
        (["a=1,1"], "the values '1,1' of a: write different ones"),
        (["a=1,"], "the values '1,' of a: write different ones"),
        (["a", "a=1,2"], "the column a occurs twice: write it once"),
        ([f"a{k}" for k in range(21)], "21 columns with these values have 2,097,152 cells: write fewer columns"),
    ],
)
def test_what_is_no_universe(written, said):
    with pytest.raises(InputError) as refused:
        read_universe(written, Records("x.csv", ("a",), [(2, ["1"])]))
    assert str(refused.value).startswith(said)


def test_no_columns_are_no_universe():
    with pytest.raises(InputError, match="name at least one column"):
        Universe(())


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (["old", "maybe"], "x.csv: line 3, column 2: smoker is 'maybe': write no or yes, or leave the record out"),
        (["old", ""], "x.csv: line 3, column 2: smoker is missing: write no or yes, or leave the record out"),
    ],
)
def test_a_value_that_is_none_of_the_columns(row, said):
    records = Records("x.csv", ("age", "smoker"), [(2, ["old", "no"]), (3, row)])
    with pytest.raises(InputError) as refused:
        read_universe(["smoker=no,yes"], records).counted(records)
    assert str(refused.value) == said


def test_how_values_are_listed_is_said_where_none_were():
    records = Records("x.csv", ("smoker",), [(2, ["no"])])
    with pytest.raises(InputError) as refused:
        read_universe([], records).counted(records)
    assert str(refused.value) == (
        "x.csv: line 2, column 1: smoker is 'no': write 0 or 1, list the values of the column as in "
        "--column smoker=VALUE,…, or leave the record out"
    )


@pytest.mark.parametrize("way", [0, 3])
def test_marginals_of_too_many_columns(way):
    with pytest.raises(InputError, match=f"{way}-way marginals of 2 columns: write a number from 1 to 2"):
        universe([2, 2]).marginals(way)


def test_too_large_a_workload():
    with pytest.raises(InputError, match="190 marginals of 1,048,576 cells: write fewer columns, values or ways"):
        universe([2] * 20).marginals(2)
