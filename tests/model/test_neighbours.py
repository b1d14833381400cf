"""Neighbours: the graphs by their definitions, and by the kernel's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, kernel
from exactdp.model.neighbours import NAMED_GRAPHS, complete, cycle, edges, hypercube, path, read_neighbours


@pytest.mark.parametrize("size", range(1, 10))
def test_by_definition(size: int) -> None:
    pairs = [(i, k) for i in range(size) for k in range(i + 1, size)]
    assert list(path(inputs=range(size)).pairs) == [(i, k) for i, k in pairs if k - i == 1]
    assert list(complete(inputs=range(size)).pairs) == pairs
    if size >= 3:
        assert list(cycle(inputs=range(size)).pairs) == [(i, k) for i, k in pairs if k - i in (1, size - 1)]
    if size in (1, 2, 4, 8):
        assert list(hypercube(inputs=range(size)).pairs) == [(i, k) for i, k in pairs if (i ^ k).bit_count() == 1]


@pytest.mark.parametrize("size", range(1, 17))
def test_the_kernel_means_the_same_graphs(size: int) -> None:
    assert set(kernel.GRAPHS) == set(NAMED_GRAPHS)
    for name, (exists, _) in kernel.GRAPHS.items():
        text = kernel.Reader(f"neighbours {name}\nalpha 1/2\n".encode())
        if exists(size):
            assert text.privacy(size).pairs == list(NAMED_GRAPHS[name](inputs=range(size)).pairs)
        else:
            with pytest.raises(kernel.Malformed, match="there is no such graph"):
                text.privacy(size)
            with pytest.raises(InputError):
                NAMED_GRAPHS[name](inputs=range(size))


@given(st.integers(1, 6), st.data())
def test_edges_are_a_set_in_order(size: int, data: st.DataObject) -> None:
    some = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] != pair[1])
    pairs = data.draw(st.lists(some)) if size > 1 else []
    found = edges(pairs, inputs=range(size))
    assert found == edges([(k, i) for i, k in reversed(pairs)], inputs=range(size))
    assert list(found.pairs) == sorted({(min(pair), max(pair)) for pair in pairs})
    assert sorted(found.both_ways()) == sorted([*found.pairs, *((k, i) for i, k in found.pairs)])


@pytest.mark.parametrize("bits", range(5))
def test_a_hypercube_has_a_number_of_bits(bits: int) -> None:
    assert hypercube(bits=bits) == hypercube(inputs=range(2**bits))


def test_read() -> None:
    assert read_neighbours("complete", ["a", "b"]) == complete(inputs=range(2))
    assert read_neighbours(" a-b , b-c-d ", ["a", "b", "c-d"]).pairs == ((0, 1), (1, 2))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("ring", "neighbours 'ring': write path, complete, cycle, hypercube, or edges such as 0-1,1-2"),
        ("0-9", "neighbours '0-9': write two of the inputs 0, 1, 2 with a - between them"),
        ("0-1,", "neighbours '': write two of the inputs"),
        ("1-1", "neighbours 1-1: an input is not its own neighbour"),
        ("hypercube", "a hypercube has 1, 2, 4, 8, … inputs and there are 3"),
    ],
)
def test_what_is_no_graph_is_refused(words: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_neighbours(words, ["0", "1", "2"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: path(inputs=range(0)),
        lambda: cycle(inputs=range(2)),
        lambda: edges([(0, 2)], inputs=range(2)),
        lambda: edges([(-1, 0)], inputs=range(2)),
    ],
)
def test_outside_the_domain(make) -> None:
    with pytest.raises(InputError):
        make()
