"""A report as data: topics with lines, tables and matrices for people, and values for programs.

The writers are `terminal`, `hypertext`, `json_writer` and `latex_writer`; none reads the output of another. Words are
plain text with simple mark-up for writers that can typeset it: p/q is a fraction, G_{n,α} has an index, and 2^(1/2) an
exponent.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from exactdp.model.matrix import Matrix
from exactdp.shown import Shown


@dataclass(frozen=True)
class Line:
    """An indented line of words; no writer breaks it if it is `whole`.

    If a writer breaks it, the rest is indented by `hang` more characters.
    """

    words: str
    indent: int = 0
    whole: bool = False
    hang: int = 2


@dataclass(frozen=True)
class Table:
    """Rows of words, all as long as the heading if there is one; a cell may have several lines.

    `right` aligns all columns to the right, as for numbers; `wraps` lets a writer break the words of the last column;
    `margin` is the number of blank characters before the first column. With `most` a writer shows only the first rows
    and the number of the others, unless the reader requests everything.
    """

    rows: Sequence[tuple[str, ...]]
    heading: tuple[str, ...] = ()
    right: bool = False
    wraps: bool = False
    margin: int = 0
    most: int | None = None

    def first_rows(self) -> tuple[Sequence[tuple[str, ...]], str]:
        """Return the rows to show, and a line about the omitted rows, or "".

        >>> Table([("1/2",), ("1/4",)], most=1).first_rows()
        ([('1/2',)], 'and 1 more (-v and --json have them)')
        """
        left = 0 if self.most is None else len(self.rows) - self.most
        return (self.rows[: self.most], f"and {left:,} more (-v and --json have them)") if left > 0 else (self.rows, "")


@dataclass(frozen=True)
class Grid:
    """A table of words with a label for each row and each column: signs, or functions of α."""

    inputs: Sequence[str]
    responses: Sequence[str]
    cells: Sequence[Sequence[str]]


Part: TypeAlias = str | Line | Table | Grid | Matrix
"""A part of a topic: a line of words, a table, or a matrix of numbers."""


Values: TypeAlias = Mapping[str, object]
"""The content of a report for programs."""


class Seconds(float):
    """A duration: the only measured, inexact number in a report.

    >>> Seconds(0.5)
    0.5
    """


@dataclass(frozen=True)
class Topic:
    """A named section of a report; a topic without a name has no margin."""

    name: str
    parts: Sequence[Part]

    def __init__(self, name: str, parts: Iterable[Part]) -> None:
        self.__dict__.update(name=name, parts=tuple(parts))


@dataclass(frozen=True)
class Report(Shown):
    """A result, for people and for programs.

    `kind` names the form of `values` in JSON (docs/json.md). `title` is the answer in one sentence; the rest is the
    evidence. The title and `front` are above the topics, and blank lines surround the front. `narrow` makes the column
    of topics as wide as its longest name. In a `mathematical` report x_i and α^k are an index and an exponent
    everywhere, as in the words of claims.

    >>> found = Report("level", [Topic("privacy", ["exact level α = 1/2"])], {"alpha": "1/2"})
    >>> found.topics[0].name, found.values["alpha"]
    ('privacy', '1/2')
    """

    kind: str
    topics: Sequence[Topic]
    values: Values = field(default_factory=dict)
    title: str = ""
    front: Sequence[Part] = ()
    narrow: bool = False
    mathematical: bool = False
