"""Reports as plain text for a terminal: topics in a margin, long lines wrapped, tables aligned."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from exactdp.arithmetic.spelling import decimal, elided, text
from exactdp.model.matrix import SHOWN_LINES, WIDEST_ENTRY, Matrix, aligned_table
from exactdp.report.document import Grid, Line, Part, Report, Table
from exactdp.report.wording import LEGIBLE, label

WIDTH = 110
"""The largest width of the text; a narrower terminal has narrower lines and folded tables."""

MARGIN = 14
"""The width of the column of topics."""

BOLD, NAMED, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
"""The escape sequences before the answer, before the name of a topic, and after either."""


@dataclass(frozen=True)
class Look:
    """The layout of a report: its width, whether it has colours, and whether it is complete.

    Without `folds` the answer, and every other `whole` line, stays one line, so that programs can search for it.

    >>> Look(80).folds
    False
    """

    width: int = WIDTH
    colours: bool = False
    everything: bool = False
    folds: bool = False


def as_text(report: Report, margin: int = MARGIN, indent: int = 0, look: Look = Look()) -> str:
    """Return a report as text for a terminal, with its topics in a margin, and indented by `indent`.

    >>> from exactdp.report.document import Topic
    >>> print(as_text(Report("level", [Topic("level", ["1/2", Line("at 0", 1)])], title="table.csv")))
    table.csv
    level         1/2
                    at 0
    """
    if report.narrow:
        margin = max(len(topic.name) for topic in report.topics) + 2
    width = look.width - indent
    bold, named, plain = (BOLD, NAMED, PLAIN) if look.colours else ("", "", "")
    title = _wrapped(report.title, width) if look.folds else [report.title]
    lines = [f"{bold}{line}{plain}" for line in title if line]
    if report.front:
        lines += ["", *(line for part in report.front for line in rendered(part, look, width)), ""]
    for topic in report.topics:
        column = margin if topic.name else 0
        inside = [line for part in topic.parts for line in rendered(part, look, width - column)]
        name = f"{named}{topic.name}{plain}" if topic.name else ""
        margins = [name + " " * (column - len(topic.name)), *[" " * column] * len(inside)]
        lines += [before + line for before, line in zip(margins, inside, strict=False)]
    return "\n".join((" " * indent + line).rstrip() for line in lines)


def rendered(part: Part, look: Look = Look(), width: int = WIDTH) -> Iterator[str]:
    """Yield a part of a report as lines of at most this width, if they can be broken.

    >>> [*rendered(Table([("1/2", "0")], heading=("α", "least δ")), Look(), 80)]
    ['α    least δ', '1/2  0']
    """
    everything = look.everything
    match part:
        case Table():
            yield from _table(part, width, look)
        case Grid():
            size = max(map(len, (part.inputs, part.responses))) if everything else SHOWN_LINES
            yield from aligned_table(part.inputs, part.responses, lambda i, r: part.cells[i][r], width, size).split(
                "\n"
            )
        case Matrix():
            yield from matrix(part, width, everything).split("\n")
        case _:
            line = part if isinstance(part, Line) else Line(part)
            for words in line.words.split("\n"):
                shown = "  " * line.indent + words
                yield from [shown] if line.whole and not look.folds else _wrapped(shown, width, line.hang)


def _wrapped(line: str, width: int, hang: int = 0) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + hang)
    return (
        [line]
        if len(line) <= width
        else textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    )


def _table(found: Table, width: int, look: Look) -> Iterator[str]:
    shown, more = (found.rows, "") if look.everything else found.first_rows()
    rows = [found.heading, *shown] if found.heading else list(shown)
    cells = [[cell.split("\n") for cell in row] for row in rows]
    widths = [max(len(line) for cell in column for line in cell) for column in zip(*cells, strict=True)]
    too_wide = found.margin + sum(widths) + 2 * len(widths) - 2 > width
    if too_wide and look.folds and found.heading and not found.wraps:
        yield from _turned(found, shown, width)
        if more:
            yield more
        return
    if too_wide and (found.wraps or look.folds):
        left = width - found.margin - sum(widths[:-1]) - 2 * len(widths[:-1])
        cells = [[*row[:-1], [part for line in row[-1] for part in _wrapped(line, left)]] for row in cells]
        widths[-1] = 0
    justify = str.rjust if found.right else str.ljust
    for row in cells:
        height = max(map(len, row))
        for k in range(height):
            lines = (cell[k] if k < len(cell) else "" for cell in row)
            yield (" " * found.margin + "  ".join(map(justify, lines, widths))).rstrip()
    if more:
        yield more


def _turned(found: Table, shown: Sequence[tuple[str, ...]], width: int) -> Iterator[str]:
    """Yield each row of a wide table as lines, one for each cell with its heading."""
    column = max(map(len, found.heading)) + 2
    for k, row in enumerate(shown):
        if k:
            yield ""
        for name, cell in zip(found.heading, row, strict=True):
            lines = [part for line in cell.split("\n") for part in _wrapped(line, width - column)]
            for at, line in enumerate(lines):
                yield f"{'' if at else name:<{column}}{line}".rstrip()


def matrix(found: Matrix, width: int = WIDTH, everything: bool = False) -> str:
    """Return a matrix as a table of its fractions; long ones have their decimals first, or only decimals.

    >>> print(matrix(Matrix([["1/3", "2/3"]])))
         0    1
    0  1/3  2/3
    >>> print(matrix(Matrix([["100001/300001", "200000/300001"]])))
    rounded:
            0       1
    0  0.3333  0.6667
    exactly:
                   0              1
    0  100001/300001  200000/300001
    """
    spelled: list[str] = []

    def fraction(entry: Fraction) -> str:
        spelled.append(text(entry) if everything else elided(text(entry), WIDEST_ENTRY))
        return spelled[-1]

    most = max(found.shape) if everything else SHOWN_LINES
    fractions = _labelled(found, fraction, None, most)
    fits = _width(fractions) <= width
    if fits and max(map(len, spelled)) <= LEGIBLE:
        return fractions
    tables = (_labelled(found, partial(decimal, places=places), None, most) for places in (4, 3))
    rounded = next(
        (shown for shown in tables if _width(shown) <= width),
        _labelled(found, partial(decimal, places=2), width, most),
    )
    if fits or everything:
        return f"rounded:\n{rounded}\nexactly:\n{_labelled(found, fraction, width, most)}"
    return f"rounded (-v and --json have the fractions):\n{rounded}"


def _labelled(found: Matrix, shown: Callable[[Fraction], str], width: int | None, most: int) -> str:
    return aligned_table(
        [label(name) for name in found.inputs],
        [label(name) for name in found.responses],
        lambda i, r: shown(found[i, r]),
        width,
        most,
    )


def _width(lines: str) -> int:
    return max(map(len, lines.split("\n")))
