"""Histograms and marginals: noisy counts of a small database's rows, cell by cell, under both relations of neighbours.

Counting queries do not depend on the order of rows, so here a database is its table of counts per cell. Replacing a row
changes two cells, and adding or removing a row changes one, so the same noise has two levels.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import counted, elided
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE, Neighbours, complete, edges, path
from exactdp.model.sizes import by_name
from exactdp.shown import Shown
from exactdp.surveys.built import BUILT_ENTRIES, Built, check_entries
from exactdp.surveys.geometric_variants import Sensitivity, noisy_vectors

# Databases


@dataclass(frozen=True)
class Tables(Shown):
    """All tables of counts of n rows (replace-one), or of at most n (add-remove), in a number of cells.

    Domain: make one with `tables`; the neighbours are positions in `members`.
    """

    relation: str
    n: int
    cells: int
    members: tuple[tuple[int, ...], ...] = field(repr=False)
    neighbours: Neighbours = field(repr=False)

    @property
    def labels(self) -> tuple[str, ...]:
        """The tables in words: their counts, with spaces between."""
        return tuple(" ".join(map(str, member)) for member in self.members)


@by_name
def tables(*, n: int, cells: int, relation: str = REPLACE_ONE) -> Tables:
    """Return the tables of a relation: neighbours differ by moving one row to another cell, or by one additional row.

    Domain: n ≥ 0, cells ≥ 1. Raises: `InputError` outside, for an unknown relation, and for more than
    `BUILT_ENTRIES` counts.
    Source: Dwork 2013, section 2.1, with both relations.

    >>> found = tables(n=2, cells=2)
    >>> found.labels, found.neighbours.pairs
    (('0 2', '1 1', '2 0'), ((0, 1), (1, 2)))
    """
    comes_and_goes = _comes_and_goes(relation)
    if n < 0 or cells < 1:
        raise InputError(f"{counted(n, 'row')} in {counted(cells, 'cell')}: write at least 0 rows, and at least 1 cell")
    # An additional cell holds the missing rows.
    places = cells + comes_and_goes
    if max(n, places) > BUILT_ENTRIES or comb(n + places - 1, min(n, places - 1, 32)) * places > BUILT_ENTRIES:
        raise InputError(f"{counted(n, 'row')} in {counted(cells, 'cell')} have too many tables: write fewer")
    members = tuple(member[:cells] for member in _distributed(n, places))
    position = {member: d for d, member in enumerate(members)}
    pairs = ((d, position[other]) for d, member in enumerate(members) for other in _changed(member, relation, n))
    return Tables(relation, n, cells, members, _graph(len(members), pairs, relation, n, places))


def _graph(size: int, pairs: Iterable[tuple[int, int]], relation: str, n: int, places: int) -> Neighbours:
    if places == 2:  # the results of one count query
        return path(inputs=range(size))
    return complete(inputs=range(size)) if n == 1 and relation == REPLACE_ONE else edges(pairs, inputs=range(size))


def _distributed(n: int, places: int) -> Iterator[tuple[int, ...]]:
    if places == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for others in _distributed(n - first, places - 1):
            yield first, *others


def _changed(member: tuple[int, ...], relation: str, n: int) -> Iterator[tuple[int, ...]]:
    """Yield the tables with one row more, or with one row moved to a later cell."""
    if relation == ADD_REMOVE:
        if sum(member) < n:
            yield from (_stepped(member, {cell: 1}) for cell in range(len(member)))
        return
    for first, second in combinations(range(len(member)), 2):
        if member[first]:
            yield _stepped(member, {first: -1, second: 1})


def _stepped(member: tuple[int, ...], steps: dict[int, int]) -> tuple[int, ...]:
    return tuple(count + steps.get(cell, 0) for cell, count in enumerate(member))


# Queries


@dataclass(frozen=True)
class Workload(Shown):
    """Counting queries on the same rows: query q counts the rows in cells with `counts[q][cell]` = 1.

    Domain: at least one query, each with a 0 or 1 for each cell; different names. Raises: `InputError` otherwise.

    >>> Workload([[1, 1, 0]], ["small"]).answers((4, 1, 7))
    (5,)
    """

    counts: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]

    def __init__(self, counts: Iterable[Iterable[int]], names: Iterable[str]) -> None:
        self.__dict__.update(counts=tuple(map(tuple, counts)), names=tuple(names))
        if not self.counts or not self.counts[0]:
            raise InputError("the workload has no queries or no cells: write at least one of each")
        if len(set(self.names)) != len(self.counts) or len(self.names) != len(self.counts):
            raise InputError(f"{counted(len(self.counts), 'query', 'queries')}: write one name for each, all different")
        for query, name in zip(self.counts, self.names, strict=True):
            if len(query) != len(self.counts[0]) or set(query) - {0, 1}:
                raise InputError(f"the query {elided(name)!r}: write 0 or 1 for each of the cells")

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.counts[0])

    def answers(self, table: Sequence[int]) -> tuple[int, ...]:
        """Return the true answers on a table of counts. Raises: ValueError for another number of cells."""
        return tuple(sum(number for number, one in zip(table, query, strict=True) if one) for query in self.counts)

    def sensitivity(self, relation: str) -> Sensitivity:
        """Return the exact L1-sensitivity, on databases of at least one row, without listing databases.

        Its witness has the two cells between which a row moves, or twice the cell of an added row.
        Raises: `InputError` for an unknown relation.
        Source: Dwork 2013, Example 6, for a histogram with added and removed rows.
        """
        columns = list(zip(*self.counts, strict=True))
        if _comes_and_goes(relation):
            found = {(cell, cell): sum(column) for cell, column in enumerate(columns)}
        else:
            found = {
                (a, b): sum(x != y for x, y in zip(columns[a], columns[b], strict=True))
                for a, b in combinations(range(len(columns)), 2)
            }
        witness = max(found, key=lambda pair: found[pair], default=None)
        if witness is None or not found[witness]:
            return Sensitivity(Fraction(0), None)
        return Sensitivity(Fraction(found[witness]), witness)


def histogram_queries(cells: int) -> Workload:
    """Return the histogram: for each cell, the number of its rows.

    Domain: cells ≥ 1. Raises: `InputError` for fewer. Source: Dwork 2013, Example 6.

    >>> histogram_queries(2).counts
    ((1, 0), (0, 1))
    """
    return Workload(([int(cell == q) for cell in range(cells)] for q in range(cells)), map(str, range(cells)))


def marginal_queries(sizes: Sequence[int], ways: int) -> Workload:
    """Return all k-way marginals of rows with several attributes, attribute a with the values 0..sizes[a]-1.

    Cells are the combinations of values; the last attribute varies fastest. For d binary attributes the marginals are
    2^k·C(d, k) queries. Their sensitivity is C(d, k) for adding or removing a row, and 2·C(d, k) for replacing one.
    Domain: at least one attribute, sizes ≥ 1, 1 ≤ ways ≤ the number of attributes. Raises: `InputError` outside.
    Source: Dwork 2013, section 3.1.

    >>> marginals = marginal_queries((2, 2, 2), 2)
    >>> len(marginals.counts), marginals.names[:2], marginals.sensitivity("replace-one").value
    (12, ('0=0 1=0', '0=0 1=1'), Fraction(6, 1))
    """
    if not sizes or min(sizes) < 1 or not 1 <= ways <= len(sizes):
        raise InputError(
            f"{ways}-way marginals of attributes with {elided(' '.join(map(str, sizes)))} values: write sizes of at "
            f"least 1, and 1 to {len(sizes)} ways"
        )
    if prod(sizes) * sum(prod(chosen) for chosen in combinations(sizes, ways)) > BUILT_ENTRIES:
        raise InputError(
            f"these {ways}-way marginals have too many queries and cells: write fewer or smaller attributes"
        )
    counts, names = [], []
    for fixed, cells in marginal_cells(sizes, ways):
        members = set(cells)
        counts.append([int(cell in members) for cell in range(prod(sizes))])
        names.append(" ".join(f"{a}={v}" for a, v in fixed))
    return Workload(counts, names)


def marginal_cells(sizes: Sequence[int], way: int) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """Yield the k-way marginals of attributes with these numbers of values: the fixed values, and the cells.

    Cells are numbered in lexicographic order of records; the last attribute varies fastest.
    Domain: sizes ≥ 1, 0 ≤ k ≤ the number of attributes.

    >>> list(marginal_cells((2, 3), 1))[1:3]
    [(((0, 1),), (3, 4, 5)), (((1, 0),), (0, 3))]
    """
    for chosen in combinations(range(len(sizes)), way):
        found: dict[tuple[int, ...], list[int]] = {
            values: [] for values in product(*(range(sizes[attribute]) for attribute in chosen))
        }
        for cell, record in enumerate(product(*map(range, sizes))):
            found[tuple(record[attribute] for attribute in chosen)].append(cell)
        for values, cells in found.items():
            yield tuple(zip(chosen, values, strict=True)), tuple(cells)


# Mechanisms


def noisy_counts(workload: Workload, databases: Tables, unit: Exact) -> Built:
    """Return the mechanism that answers every query with independent geometric noise of this unit, clamped to 0..n.

    Its level is unit^Δ, where Δ is the workload's sensitivity under the databases' relation, if they have a row.
    Domain: as many cells; 0 ≤ unit ≤ 1. Raises: `InputError` outside, and as `noisy_vectors`.

    >>> print(noisy_counts(marginal_queries((2, 2), 1), tables(n=1, cells=4), "1/2").level)
    1/16
    """
    if workload.cells != databases.cells:
        raise InputError(
            f"the queries are on {workload.cells} cells and the tables on {databases.cells}: give both as many"
        )
    answers = [workload.answers(member) for member in databases.members]
    built = noisy_vectors(answers, [databases.n] * len(workload.counts), unit, databases.neighbours)
    return Built(built.mechanism.relabelled(inputs=databases.labels), databases.neighbours)


@by_name
def histogram(*, n: int, cells: int, unit: Exact, relation: str = REPLACE_ONE) -> Built:
    """Return the noisy histogram of n rows, or of at most n: each cell's count with geometric noise, clamped to 0..n.

    For n ≥ 1 its level is unit for adding or removing a row, and unit² for replacing one (with at least two cells).
    Domain: n ≥ 0, cells ≥ 1, 0 ≤ unit ≤ 1. Raises: as `tables` and `noisy_counts`.
    Source: Dwork 2013, Example 6, with geometric noise.

    >>> for relation in ("add-remove", "replace-one"):
    ...     print(histogram(n=1, cells=2, unit="1/2", relation=relation).level)
    1/2
    1/4
    """
    check_size(n, cells, cells, relation)
    return _small(histogram_queries(cells), n, unit, relation)


@by_name
def marginals(*, n: int, sizes: Sequence[int], ways: int, unit: Exact, relation: str = REPLACE_ONE) -> Built:
    """Return all noisy k-way marginals of n rows, or of at most n, with attributes of these sizes, clamped to 0..n.

    Domain: n ≥ 0, 0 ≤ unit ≤ 1, the others as `marginal_queries`. Raises: as that, `tables` and `noisy_counts`.
    Source: Dwork 2013, section 3.1, with geometric noise.

    >>> marginals(n=1, sizes=(2, 2), ways=1, unit="1/2", relation="add-remove").level.alpha
    Fraction(1, 4)
    """
    return _small(marginal_queries(sizes, ways), n, unit, relation)


def _small(workload: Workload, n: int, unit: Exact, relation: str) -> Built:
    check_size(n, workload.cells, len(workload.counts), relation)
    return noisy_counts(workload, tables(n=n, cells=workload.cells, relation=relation), unit)


def check_size(n: int, cells: int, queries: int, relation: str) -> None:
    """Reject noisy counts with a matrix that would be too large. Raises: `InputError` then.

    >>> check_size(2, 3, 3, REPLACE_ONE)
    >>> check_size(1000, 1000, 1000, REPLACE_ONE)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdp.InputError: the matrix would have more than 10^15 entries, above 1,000,000: write smaller sizes
    """
    others = cells + _comes_and_goes(relation) - 1
    if 0 <= n <= BUILT_ENTRIES and others >= 0:
        # Two responses to each of 64 queries already exceed the limit, and longer products would take long.
        check_entries(comb(n + others, min(n, others, 32)), *[n + 1] * min(queries, 64))


def _comes_and_goes(relation: str) -> bool:
    if relation not in (REPLACE_ONE, ADD_REMOVE):
        raise InputError(f"the relation {elided(relation)!r}: write {REPLACE_ONE} or {ADD_REMOVE}")
    return relation == ADD_REMOVE
