"""A report as data: topics with lines, tables and matrices for people, and values for programs.

The writers are `terminal`, `hypertext`, `json_writer` and `latex_writer`; none of them reads what another wrote. Words
are plain text in one mark-up, for writers that can set it: p/q is a fraction, G_{n,α} has an index, and 2^(1/2) an
exponent.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from exactdp.model.matrix import Matrix
from exactdp.shown import Shown


@dataclass(frozen=True)
class Line:
    """A line of words, moved to the right by so many steps; no writer breaks it if it is `whole`.

    Where a writer breaks it, what follows is moved by `hang` characters more.

    >>> Line("on input 1 it has 2/9", 1).indent
    1
    """

    words: str
    indent: int = 0
    whole: bool = False
    hang: int = 2


@dataclass(frozen=True)
class Table:
    """Rows of words, all as long as the heading if there is one; a cell may hold several lines, parted by newlines.

    `right` aligns all columns to the right, as numbers are; `wraps` lets a writer break the last column's words;
    `margin` is how many characters stay free before the first column. With `most` a writer shows only the first rows
    and says how many follow, unless its reader asked for everything.

    >>> Table([("1/2", "0")], heading=("α", "least δ")).heading
    ('α', 'least δ')
    """

    rows: Sequence[tuple[str, ...]]
    heading: tuple[str, ...] = ()
    right: bool = False
    wraps: bool = False
    margin: int = 0
    most: int | None = None

    def first_rows(self) -> tuple[Sequence[tuple[str, ...]], str]:
        """Return the rows to show, and a line about those that are left out, "" if there are none.

        >>> Table([("1/2",), ("1/4",)], most=1).first_rows()
        ([('1/2',)], 'and 1 more (-v and --json have them)')
        """
        left = 0 if self.most is None else len(self.rows) - self.most
        return (self.rows[: self.most], f"and {left:,} more (-v and --json have them)") if left > 0 else (self.rows, "")


@dataclass(frozen=True)
class Grid:
    """A table of words with a label for each row and each column: signs, or functions of α.

    >>> Grid(("0",), ("0", "1"), [("↓", "↑")]).cells[0][1]
    '↑'
    """

    inputs: Sequence[str]
    responses: Sequence[str]
    cells: Sequence[Sequence[str]]


Part: TypeAlias = str | Line | Table | Grid | Matrix
"""What stands under a topic: a line of words, a table, or a matrix of numbers."""


class Seconds(float):
    """How long something took: a measured number, and the only one in a report that is not exact.

    >>> Seconds(0.5)
    0.5
    """


@dataclass(frozen=True)
class Topic:
    """What a report says about one thing; a topic without a name is set without a margin.

    >>> Topic("value", ["168/415, the least expected loss"]).parts
    ('168/415, the least expected loss',)
    """

    name: str
    parts: Sequence[Part]

    def __init__(self, name: str, parts: Iterable[Part]) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "parts", tuple(parts))


@dataclass(frozen=True)
class Report(Shown):
    """What was found, for people and for programs.

    `kind` names the form of `values`, which JSON writes (docs/json.md). `title` is the answer in one sentence, which
    everything else is the evidence for. It and `front` stand above the topics, the front set off by blank lines.
    `narrow` makes the column of topics as wide as its longest name. In a report that is `mathematical` x_i and α^k
    stand for an index and an exponent everywhere, as in the words of claims.

    >>> found = Report("level", [Topic("privacy", ["exact level α = 1/2"])], {"alpha": "1/2"})
    >>> found.topics[0].name, found.values["alpha"]
    ('privacy', '1/2')
    """

    kind: str
    topics: Sequence[Topic]
    values: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    front: Sequence[Part] = ()
    narrow: bool = False
    mathematical: bool = False

    def under(self, title: str) -> "Report":
        """Return the same report under a title.

        >>> Report("level", []).under("table.csv").title
        'table.csv'
        """
        return Report(self.kind, self.topics, self.values, title, self.front, self.narrow, self.mathematical)
