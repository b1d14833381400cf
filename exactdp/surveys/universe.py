"""The universe of records: attributes with public values, the cells that they span, and the marginals.

The caller gives the values, never the records: a value of only one record would reveal this record.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, prod

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted, elided
from exactdp.files.records import Records
from exactdp.surveys.histograms import marginal_cells
from exactdp.surveys.mwem import CellCounts, Query

LARGEST_UNIVERSE = 2**20
"""The most cells of a universe."""

LARGEST_WORKLOAD = 2**24
"""The most cells in the queries of all marginals together."""

UNLISTED = ("0", "1")
"""The default values of a column."""


@dataclass(frozen=True)
class Attribute:
    """A column and its possible values. Domain: at least one value, all different; else `InputError`."""

    name: str
    values: tuple[str, ...]

    def __post_init__(self) -> None:
        if not all(self.values) or len(set(self.values)) < len(self.values):
            raise InputError(
                f"the values {elided(','.join(self.values))!r} of {elided(self.name, 30)}: write different ones with "
                "commas between them, such as no,yes"
            )


def read_attribute(written: str) -> Attribute:
    """Read an attribute COLUMN=VALUE,VALUE,…; the default values are 0 and 1.

    Raises: `InputError` for a column without a name, and as `Attribute`.

    >>> read_attribute("married").values
    ('0', '1')
    """
    name, equals, values = written.partition("=")
    if not name.strip():
        raise InputError(f"{elided(written)!r} names no column: write COLUMN=VALUE,VALUE,… such as smoker=no,yes")
    return Attribute(name.strip(), tuple(each.strip() for each in values.split(",")) if equals else UNLISTED)


@dataclass(frozen=True)
class Universe:
    """The possible records, one cell for each; the last attribute varies fastest.

    Domain: at least one attribute, different names, at most `LARGEST_UNIVERSE` cells; else `InputError`.

    >>> universe = Universe((Attribute("smoker", ("no", "yes")), Attribute("age", ("young", "old"))))
    >>> universe.cells, universe.record(2), [query.name for query in universe.marginals(1)][:2]
    (4, ('yes', 'young'), ['smoker=no', 'smoker=yes'])
    """

    attributes: tuple[Attribute, ...]

    def __post_init__(self) -> None:
        names = [each.name for each in self.attributes]
        if not names:
            raise InputError("the universe has no attributes: name at least one column")
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"the column {elided(twice, 30)} occurs twice: write it once")
        if self.cells > LARGEST_UNIVERSE:
            raise InputError(
                f"{counted(len(names), 'column')} with these values have {self.cells:,} cells: write fewer columns or "
                f"values, for at most {LARGEST_UNIVERSE:,}"
            )

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each attribute."""
        return tuple(len(each.values) for each in self.attributes)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return tuple(each.name for each in self.attributes)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return prod(self.sizes)

    def record(self, cell: int) -> tuple[str, ...]:
        """Return the values of a cell. Raises: `IndexError` for another number."""
        return self._listed[cell]

    @cached_property
    def _listed(self) -> list[tuple[str, ...]]:
        return list(product(*(each.values for each in self.attributes)))

    def counted(self, records: Records) -> CellCounts:
        """Return the number of records in each cell.

        Raises: `InputError` for a missing column or an unknown value; the message has the file, the line, the value and
        what to write.

        >>> universe = Universe((Attribute("smoker", ("no", "yes")),))
        >>> universe.counted(Records("people.csv", ("age", "smoker"), [(2, ["old", "no"])]))
        (1, 0)
        >>> universe.counted(Records("people.csv", ("smoker",), [(2, [""])]))
        Traceback (most recent call last):
        exactdp.InputError: people.csv: line 2, column 1: smoker is missing: write no or yes, or leave the record out
        """
        places = [records.position(each.name) for each in self.attributes]
        numbers = [{value: k for k, value in enumerate(each.values)} for each in self.attributes]
        found = [0] * self.cells
        for line, row in records.rows:
            cell = 0
            for attribute, place, number in zip(self.attributes, places, numbers, strict=True):
                if row[place] not in number:
                    *others, last = attribute.values
                    known = f"{', '.join(others)} or {last}" if others else last
                    if attribute.values == UNLISTED:
                        known += f", list the values of the column as in --column {elided(attribute.name, 30)}=VALUE,…"
                    raise records.refused(line, attribute.name, f"write {elided(known, 120)}, or leave the record out")
                cell = cell * len(number) + number[row[place]]
            found[cell] += 1
        return tuple(found)

    def marginals(self, way: int) -> tuple[Query, ...]:
        """Return the counting queries of all k-way marginals.

        Domain: 1 ≤ k ≤ the number of attributes; at most `LARGEST_WORKLOAD` cells of all queries together.
        Raises: `InputError` outside.
        """
        most = len(self.attributes)
        if not 1 <= way <= most:
            write = f"a number from 1 to {most}" if most > 1 else "1"
            raise InputError(f"{way}-way marginals of {counted(most, 'column')}: write {write}")
        if self.cells * comb(most, way) > LARGEST_WORKLOAD:
            raise InputError(
                f"{comb(most, way):,} marginals of {self.cells:,} cells: write fewer columns, values or ways, for at "
                f"most {LARGEST_WORKLOAD:,} cells in all"
            )
        return tuple(
            Query(" ".join(f"{self.attributes[a].name}={self.attributes[a].values[v]}" for a, v in fixed), cells)
            for fixed, cells in marginal_cells(self.sizes, way)
        )


def read_universe(written: Iterable[str], records: Records) -> Universe:
    """Return the universe of the given columns; the default is all columns with the values 0 and 1.

    Raises: as `read_attribute` and `Universe`.

    >>> read_universe([], Records("x.csv", ("a", "b"), [(2, ["0", "1"])])).cells
    4
    """
    return Universe(tuple(map(read_attribute, list(written) or list(records.columns))))
