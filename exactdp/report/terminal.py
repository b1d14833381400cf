"""Reports as plain text for a terminal: topics in a margin, long lines wrapped, tables aligned."""

import textwrap
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from exactdp.arithmetic.exact import decimal, elided, text
from exactdp.model.matrix import WIDEST_ENTRY, Matrix, aligned_table
from exactdp.report.document import Grid, Line, Part, Report, Table
from exactdp.report.wording import label

WIDTH = 110
"""How wide the text is at most, except where a table of few columns is wider."""

MARGIN = 14
"""The width of the column that says what a line is about."""

LEGIBLE = 12
"""Up to how many characters a fraction is shown without its decimals."""


def as_text(report: Report, margin: int = MARGIN, indent: int = 0) -> str:
    """Return a report as text for a terminal, its topics in a margin, and all of it moved to the right by `indent`.

    >>> from exactdp.report.document import Topic
    >>> print(as_text(Report("level", [Topic("level", ["1/2", Line("at 0", 1)])], title="aligned_table.csv")))
    table.csv
    level         1/2
                    at 0
    """
    if report.narrow:
        margin = max(len(topic.name) for topic in report.topics) + 2
    width = WIDTH - indent
    lines = [report.title] if report.title else []
    if report.front:
        lines += ["", *(line for part in report.front for line in rendered(part, width)), ""]
    for topic in report.topics:
        column = margin if topic.name else 0
        inside = [line for part in topic.parts for line in rendered(part, width - column)]
        margins = [topic.name.ljust(column), *[" " * column] * len(inside)]
        lines += [before + line for before, line in zip(margins, inside, strict=False)]
    return "\n".join((" " * indent + line).rstrip() for line in lines)


def rendered(part: Part, width: int = WIDTH) -> Iterator[str]:
    """Yield a part of a report as lines of at most this width, if it can be broken.

    >>> [*rendered(Table([("1/2", "0")], heading=("α", "least δ")))]
    ['α    least δ', '1/2  0']
    """
    match part:
        case Table():
            yield from _table(part, width)
        case Grid():
            yield from aligned_table(part.inputs, part.responses, lambda i, r: part.cells[i][r]).split("\n")
        case Matrix():
            yield from matrix(part, width).split("\n")
        case _:
            line = part if isinstance(part, Line) else Line(part)
            for words in line.words.split("\n"):
                shown = "  " * line.indent + words
                yield from [shown] if line.whole else _wrapped(shown, width, line.hang)


def _wrapped(line: str, width: int, hang: int = 0) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + hang)
    return (
        [line]
        if len(line) <= width
        else textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    )


def _table(found: Table, width: int) -> Iterator[str]:
    rows = [found.heading, *found.rows] if found.heading else list(found.rows)
    cells = [[cell.split("\n") for cell in row] for row in rows]
    widths = [max(len(line) for cell in column for line in cell) for column in zip(*cells, strict=True)]
    if found.wraps:
        left = width - found.margin - sum(widths[:-1]) - 2 * len(widths[:-1])
        cells = [[*row[:-1], [part for line in row[-1] for part in _wrapped(line, left)]] for row in cells]
        widths[-1] = 0
    justify = str.rjust if found.right else str.ljust
    for row in cells:
        height = max(map(len, row))
        for k in range(height):
            lines = (cell[k] if k < len(cell) else "" for cell in row)
            yield (" " * found.margin + "  ".join(map(justify, lines, widths))).rstrip()


def matrix(found: Matrix, width: int = WIDTH) -> str:
    """Return a matrix as a table of its fractions, or of their decimals where it would be too wide.

    >>> print(matrix(Matrix([["1/3", "2/3"]])))
         0    1
    0  1/3  2/3
    >>> print(matrix(Matrix([["100001/300001", "200000/300001"]])))
                   0              1
    0  100001/300001  200000/300001
    rounded:
            0       1
    0  0.3333  0.6667
    """
    spelled: list[str] = []

    def fraction(entry: Fraction) -> str:
        spelled.append(elided(text(entry), WIDEST_ENTRY))
        return spelled[-1]

    fractions = _labelled(found, fraction)
    fits = _width(fractions) <= width
    if fits and max(map(len, spelled)) <= LEGIBLE:
        return fractions
    tables = (_labelled(found, partial(decimal, places=places)) for places in (4, 3))
    rounded = next((shown for shown in tables if _width(shown) <= width), _labelled(found, partial(decimal, places=2)))
    return f"{fractions}\nrounded:\n{rounded}" if fits else f"rounded (--json has the fractions):\n{rounded}"


def _labelled(found: Matrix, shown: Callable[[Fraction], str]) -> str:
    return aligned_table(
        [label(name) for name in found.inputs],
        [label(name) for name in found.responses],
        lambda i, r: shown(found[i, r]),
    )


def _width(lines: str) -> int:
    return max(map(len, lines.split("\n")))
