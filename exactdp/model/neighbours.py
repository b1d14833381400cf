"""Neighbours: the pairs of inputs for which privacy requires similar answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from exactdp.arithmetic.arguments import as_written, listed, whole
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.arithmetic.suggestions import meant
from exactdp.model.sizes import by_name, input_count
from exactdp.shown import Shown


@dataclass(frozen=True)
class Neighbours(Shown):
    """The pairs of neighbouring inputs among `size` inputs, with the name that certificates use.

    Domain: make one with `path`, `complete`, `cycle`, `hypercube` or `edges`; pairs (i, k) have i < k, in order.

    >>> path(inputs=range(4)).pairs
    ((0, 1), (1, 2), (2, 3))
    """

    name: str
    size: int
    pairs: tuple[tuple[int, int], ...] = field(repr=False)

    def __str__(self) -> str:
        return self.name

    def both_ways(self) -> Iterator[tuple[int, int]]:
        """Yield every pair as (i, k) and as (k, i).

        >>> list(path(inputs=range(2)).both_ways())
        [(0, 1), (1, 0)]
        """
        for i, k in self.pairs:
            yield i, k
            yield k, i


@by_name
def path(*, n: int | None = None, inputs: Iterable[object] | None = None) -> Neighbours:
    """Return the path 0–1–…–n: the neighbours of a count query.

    Raises: as `input_count`.
    Source: Gupte & Sundararajan 2010, Definition 2.

    >>> path(inputs=range(1)).pairs
    ()
    """
    size = input_count(n, inputs)
    return _named("path", size, [(i, i + 1) for i in range(size - 1)])


@by_name
def complete(*, n: int | None = None, inputs: Iterable[object] | None = None) -> Neighbours:
    """Return the complete graph: every two inputs are neighbours (local privacy). Raises: as `input_count`.

    >>> complete(inputs=range(3)).pairs
    ((0, 1), (0, 2), (1, 2))
    """
    size = input_count(n, inputs)
    return _named("complete", size, combinations(range(size), 2))


@by_name
def cycle(*, n: int | None = None, inputs: Iterable[object] | None = None) -> Neighbours:
    """Return the cycle 0–1–…–n–0. Domain: at least 3 inputs. Raises: `InputError` for fewer; as `input_count`.

    >>> cycle(inputs=range(3)).pairs
    ((0, 1), (0, 2), (1, 2))
    """
    size = input_count(n, inputs)
    if size < 3:
        raise InputError(f"a cycle needs at least 3 inputs and there are {size}: write path for a count query")
    return _named("cycle", size, [*((i, i + 1) for i in range(size - 1)), (0, size - 1)])


MOST_DATABASE_BITS = 20
"""The most bits of a hypercube that is made from a number of bits: it has 10 million pairs."""


@by_name
def hypercube(*, n: int | None = None, inputs: Iterable[object] | None = None, bits: int | None = None) -> Neighbours:
    """Return the hypercube: inputs are databases of some bits, read as binary numbers; neighbours differ in one bit.

    Domain: 1, 2, 4, 8, … inputs, or their number of bits, from 0 to 20. Raises: `InputError` outside.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1, with the domain {0, 1}.

    >>> hypercube(bits=2) == hypercube(inputs=range(4)) == hypercube(n=3)
    True
    >>> hypercube(bits=2).pairs
    ((0, 1), (0, 2), (1, 3), (2, 3))
    """
    if bits is not None:
        if n is not None or inputs is not None:
            raise InputError("both bits and the inputs are given: write hypercube(bits=2) or hypercube(n=3)")
        if not 0 <= whole(bits, "the number of bits") <= MOST_DATABASE_BITS:
            raise InputError(
                f"the number of bits is {elided(str(bits))}: write a number from 0 to {MOST_DATABASE_BITS}"
            )
        inputs = range(2**bits)
    size = input_count(n, inputs)
    if size & (size - 1):
        raise InputError(f"a hypercube has 1, 2, 4, 8, … inputs and there are {size}: write edges for another graph")
    pairs = ((i, i | 1 << bit) for i in range(size) for bit in range(size.bit_length() - 1) if not i >> bit & 1)
    return _named("hypercube", size, pairs)


@by_name
def edges(
    pairs: Iterable[tuple[int, int]], *, n: int | None = None, inputs: Iterable[object] | None = None
) -> Neighbours:
    """Return the listed neighbours; the order within a pair is free, and pairs may repeat.

    Domain: pairs of different inputs in 0..n. Raises: `InputError` for any other; as `input_count`.

    >>> edges([(2, 0), (0, 2)], inputs=range(3)).pairs
    ((0, 2),)
    """
    size, found = input_count(n, inputs), set()
    for pair in listed(pairs, "pairs", "[(0, 1), (1, 2)]"):
        ends = listed(pair, "a pair", "(0, 1)")
        if len(ends) != 2:
            raise InputError(f"a pair {as_written(pair)}: write two inputs, such as (0, 1)")
        i, k = (whole(each, "an input of a pair") for each in ends)
        if not (0 <= i < size and 0 <= k < size):
            raise InputError(f"neighbours {i}-{k}: inputs are numbered from 0 to {size - 1}")
        if i == k:
            raise InputError(f"neighbours {i}-{k}: an input is not its own neighbour")
        found.add((min(i, k), max(i, k)))
    return _named("edges", size, found)


REPLACE_ONE, ADD_REMOVE = "replace-one", "add-remove"
"""When two databases are neighbours: one row has another value; or one database has one row more."""


def components(size: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return the connected components of the graph, in the order of their first members.

    Domain: pairs of inputs from 0 to size - 1.

    >>> components(4, [(3, 0), (1, 2)])
    [(0, 3), (1, 2)]
    """
    part = list(range(size))
    for i, k in pairs:
        old, new = part[i], part[k]
        if old != new:
            part = [new if each == old else each for each in part]
    return [tuple(i for i in range(size) if part[i] == name) for name in dict.fromkeys(part)]


def _named(name: str, size: int, pairs: Iterable[tuple[int, int]]) -> Neighbours:
    return Neighbours(name, size, tuple(sorted(pairs)))


NAMED_GRAPHS = {"path": path, "complete": complete, "cycle": cycle, "hypercube": hypercube}
"""The named graphs."""


def read_neighbours(words: str, inputs: Sequence[str]) -> Neighbours:
    """Return the neighbours a user names: a graph's name, or edges such as "0-1,1-2" between labelled inputs.

    Raises: `InputError` for an unknown name or label.

    >>> read_neighbours("a-b,c-b", ["a", "b", "c"]).pairs
    ((0, 1), (1, 2))
    >>> read_neighbours("ring", ["0", "1"])
    Traceback (most recent call last):
    exactdp.InputError: neighbours 'ring': write path, complete, cycle, hypercube, or edges such as 0-1,1-2
    """
    if words in NAMED_GRAPHS:
        return NAMED_GRAPHS[words](inputs=inputs)
    position = {label: i for i, label in enumerate(inputs)}
    pairs = []
    for edge in words.split(","):
        ends = [(a, b) for a, b in _splits(edge.strip()) if a in position and b in position]
        if len(ends) != 1:
            if "-" not in words:
                raise InputError(
                    f"neighbours {elided(words)!r}: {meant(words, NAMED_GRAPHS)}write {', '.join(NAMED_GRAPHS)}, "
                    "or edges such as 0-1,1-2"
                )
            raise InputError(
                f"neighbours {elided(edge.strip())!r}: write two of the inputs {elided(', '.join(inputs))} "
                "with a - between them"
            )
        pairs.append((position[ends[0][0]], position[ends[0][1]]))
    return edges(pairs, inputs=inputs)


def _splits(edge: str) -> list[tuple[str, str]]:
    # A label may contain a dash, so every dash is tried as the separator.
    return [(edge[:k].strip(), edge[k + 1 :].strip()) for k, character in enumerate(edge) if character == "-"]
