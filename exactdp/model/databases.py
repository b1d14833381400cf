"""The databases of n rows, or of at most n rows, and their neighbours."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb

from exactdp import kernel
from exactdp.arithmetic.arguments import as_written
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted, elided
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE, Neighbours, complete, edges, hypercube, path
from exactdp.model.sizes import by_name
from exactdp.shown import Shown

LARGEST_PAIRS = kernel.PAIRS
"""The most pairs of neighbours, and the most rows of all databases together."""

NO_ROWS = "∅"
"""The label of the empty database."""


@dataclass(frozen=True)
class Databases(Shown):
    """All databases of n rows, or of at most n, and the count query of the values that are `counted`.

    Each of `members` lists the values of its rows. Domain: make one with `replace_one` or `add_remove`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, sections 2.1 and 6.2.
    """

    relation: str
    n: int
    domain: tuple[str, ...]
    counted: tuple[str, ...]
    members: tuple[tuple[str, ...], ...] = field(repr=False)
    neighbours: Neighbours = field(repr=False)

    def __len__(self) -> int:
        return len(self.members)

    @cached_property
    def results(self) -> tuple[int, ...]:
        """The result f(d) of each database."""
        satisfying = set(self.counted)
        return tuple(sum(value in satisfying for value in member) for member in self.members)

    @cached_property
    def classes(self) -> tuple[tuple[int, ...], ...]:
        """For each result 0..n, the positions of the databases with this result; so E(d) is `classes[results[d]]`.

        >>> replace_one(n=2).classes
        ((0,), (1, 2), (3,))
        """
        found: list[list[int]] = [[] for _ in range(self.n + 1)]
        for d, result in enumerate(self.results):
            found[result].append(d)
        return tuple(map(tuple, found))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The databases in words: their values, with spaces between unless all are single characters."""
        return tuple(self._between.join(member) or NO_ROWS for member in self.members)

    @cached_property
    def positions(self) -> dict[tuple[str, ...], int]:
        """The position of each database, by the values of its rows.

        >>> replace_one(n=2).positions["1", "0"]
        2
        """
        return {member: d for d, member in enumerate(self.members)}

    def position(self, label: str) -> int:
        """Return the position of the database with this label; multisets accept the rows in any order.

        Raises: `InputError` for another label.

        >>> replace_one(n=2).position("10"), add_remove(n=2).position("10")
        (2, 4)
        """
        values = label.split() if self._between else list(label.strip())
        if values == [NO_ROWS]:
            values = []
        if self.relation == ADD_REMOVE and set(values) <= set(self.domain):
            values.sort(key=self.domain.index)
        found = self.positions.get(tuple(values))
        if found is None:
            shown = elided(", ".join(self.labels[:4]))
            raise InputError(f"{elided(label)!r} is not one of the {len(self)} databases: write one such as {shown}")
        return found

    @cached_property
    def _between(self) -> str:
        return "" if all(len(value) == 1 for value in self.domain) else " "


@by_name
def replace_one(*, n: int, values: int | Iterable[str] = 2, counted: Iterable[str] | None = None) -> Databases:
    """Return the databases D^n; two are neighbours if they differ in one row: the relation of both papers.

    They are in lexicographic order; for |D| = 2 the neighbours are the named hypercube.
    Domain: n ≥ 0; the values by name, or their number, then named 0, 1, …; the counted values (by default the last
    one), at least one and not all. Raises: `InputError` otherwise, and for more than `LARGEST_PAIRS`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, section 2.1.

    >>> databases = replace_one(n=2, values=3)
    >>> databases.labels, databases.results
    (('00', '01', '02', '10', '11', '12', '20', '21', '22'), (0, 0, 1, 0, 0, 1, 1, 1, 2))
    >>> replace_one(n=3).neighbours
    Neighbours(name='hypercube', size=8)
    """
    domain, satisfying = _domain(n, values, counted, _replace_one_sizes)
    if len(satisfying) == len(domain):
        raise InputError(f"every value is counted, so all databases have the result {n}: count only some values")
    size, width = len(domain) ** n, len(domain)
    if width == 2:
        neighbours = hypercube(inputs=range(size))
    elif n == 1:
        neighbours = complete(inputs=range(size))
    else:
        places = [width**place for place in range(n)]
        neighbours = edges(
            ((d, e) for d in range(size) for place in places for e in _larger_digit(d, place, width)),
            inputs=range(size),
        )
    return Databases(REPLACE_ONE, n, domain, satisfying, tuple(product(domain, repeat=n)), neighbours)


def _larger_digit(d: int, place: int, width: int) -> range:
    digit = d // place % width
    return range(d + place, d + (width - digit) * place, place)


@by_name
def add_remove(*, n: int, values: int | Iterable[str] = 2, counted: Iterable[str] | None = None) -> Databases:
    """Return the databases of at most n rows; two are neighbours if one has one row more than the other.

    They are multisets: the order of the rows does not matter. They are sorted by their numbers of rows; for |D| = 1 the
    neighbours are the named path.
    Domain: as `replace_one`, and all values may be counted. Raises: as `replace_one`.

    >>> databases = add_remove(n=2)
    >>> databases.labels, databases.results
    (('∅', '0', '1', '00', '01', '11'), (0, 0, 1, 0, 1, 2))
    >>> databases.neighbours.pairs
    ((0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5))
    """
    domain, satisfying = _domain(n, values, counted, _add_remove_sizes)
    members = [member for rows in range(n + 1) for member in combinations_with_replacement(range(len(domain)), rows)]
    position = {member: d for d, member in enumerate(members)}
    if len(domain) == 1:
        neighbours = path(inputs=range(len(members)))
    else:
        neighbours = edges(
            (
                (d, position[tuple(sorted((*member, value)))])
                for d, member in enumerate(members)
                if len(member) < n
                for value in range(len(domain))
            ),
            inputs=range(len(members)),
        )
    named = tuple(tuple(domain[value] for value in member) for member in members)
    return Databases(ADD_REMOVE, n, domain, satisfying, named, neighbours)


RELATIONS: dict[str, Callable[..., Databases]] = {REPLACE_ONE: replace_one, ADD_REMOVE: add_remove}
"""The databases of each relation, by its name."""


def _replace_one_sizes(n: int, width: int) -> tuple[int, int]:
    size = width ** min(n, 64)
    return size, size * n * (width - 1) // 2


def _add_remove_sizes(n: int, width: int) -> tuple[int, int]:
    # The binomial for k = 32 already exceeds every limit.
    size = comb(n + width, min(n, width, 32))
    return size, comb(n - 1 + width, min(n - 1, width, 32)) * width if n else 0


def _domain(
    n: int,
    values: int | Iterable[str],
    counted: Iterable[str] | None,
    sizes: Callable[[int, int], tuple[int, int]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if n < 0:
        raise InputError(f"{n} rows: write at least 0")
    named = () if isinstance(values, int) else tuple(values)
    width = values if isinstance(values, int) else len(named)
    if width < 1:
        raise InputError(f"a row can have {width} values: write at least 1")
    if max(n, width) <= LARGEST_PAIRS:
        size, pairs = sizes(n, width)
    if max(n, width) > LARGEST_PAIRS or max(size * n, pairs) > LARGEST_PAIRS:
        raise InputError(
            f"with {as_written(n)} rows and {as_written(width)} values there are too many databases: write fewer, "
            f"so that they have at most {LARGEST_PAIRS:,} rows together, and as many pairs of neighbours"
        )
    domain = named or tuple(map(str, range(width)))
    for value in domain:
        if not value or not value.isprintable() or " " in value or value == NO_ROWS:
            raise InputError(f"the value {elided(value)!r}: write names without spaces, such as no and yes")
    if len(set(domain)) < len(domain):
        raise InputError(f"the values {elided(', '.join(domain))} are not all different: write each once")
    chosen = domain[-1:] if counted is None else tuple(counted)
    if not chosen:
        raise InputError("no value is counted, so every result is 0: count at least one")
    known, wanted = set(domain), set(chosen)
    for value in chosen:
        if value not in known:
            raise InputError(f"{elided(value)!r} is counted but not a value: write some of {elided(', '.join(domain))}")
    return domain, tuple(value for value in domain if value in wanted)


def check_mechanism(mechanism: Mechanism, databases: Databases) -> None:
    """Check that a mechanism's inputs are the databases, in their order. Raises: `InputError` otherwise.

    >>> check_mechanism(Mechanism([[1, 0], [0, 1]], inputs=["1", "0"]), replace_one(n=1))
    Traceback (most recent call last):
    exactdp.InputError: row 1 is 1, and 0 is expected: write the databases in order
    """
    check_number(len(mechanism), len(databases), "mechanism", "row", "database")
    if mechanism.inputs != databases.labels and set(mechanism.inputs) == set(databases.labels):
        d = next(d for d, label in enumerate(databases.labels) if mechanism.inputs[d] != label)
        raise InputError(
            f"is {mechanism.inputs[d]}, and {databases.labels[d]} is expected",
            advice="write the databases in order",
            row=d + 1,
            value=mechanism.inputs[d],
        )


def check_number(found: int, expected: int, what: str, each: str, of: str) -> None:
    """Check the number of given items. Raises: `InputError` for more or fewer than `expected`.

    >>> check_number(3, 4, "mechanism", "row", "database")
    Traceback (most recent call last):
    exactdp.InputError: the mechanism has 3 rows: write 4, one for each database
    """
    if found != expected:
        raise InputError(f"the {what} has {counted(found, each)}: write {expected}, one for each {of}")
