"""A report for a terminal as HTML: its topics, its tables as tables, its fractions set as fractions.

A terminal shows tables by columns that stand at least two spaces apart, and nothing else has two spaces in a row; so
what a table is can be told from the report alone, and every report has the same words here as there.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from html import escape
from itertools import pairwise, zip_longest
from typing import Self

from exactdp.model.matrix import fractions_set
from exactdp.report.terminal import MARGIN, WIDTH

Words = Callable[[str], str]
"""What sets the words of a line as HTML."""

_GAP = "  "
_SCRIPT = re.compile(
    r"(?P<base>[^\W_]|[|)])(?:_\{(?P<below>[^{}]*)\}|\^(?:\((?P<above>[^()]*)\)|(?P<short>-?[^\W_]+)))"
)
_SCROLLING = '<div style="overflow-x: auto">{}</div>'
_LEFT, _RIGHT = (f' style="text-align: {side}; vertical-align: baseline"' for side in ("left", "right"))
_SCOPE = ' scope="col"', ' scope="row"'
# Jupyter lets the two parts of such a list float.
_LIST = ' style="display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2em 1em; margin: .4em 0"'
_TOPIC = ' style="grid-column: 1; float: none; width: auto; font-weight: bold"'
_LINES = ' style="grid-column: 2; float: none; width: auto; margin: 0"'


class Report(str):
    """A report as text, which shows itself as HTML in a notebook.

    Domain: any text; `margin` is the width of the column that says what a line is about, `words` as in `as_html`.

    >>> Report("level  answer\\n1/4    3")
    level  answer
    1/4    3
    >>> Report("level  answer\\n1/4    3")._repr_html_().count("<td")
    2
    """

    margin: int
    words: Words

    def __new__(cls, text: str, margin: int = MARGIN, words: Words | None = None) -> Self:
        """Return the text with how it is to be read."""
        report = super().__new__(cls, text)
        report.margin, report.words = margin, words or as_words
        return report

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return as_html(self, self.margin, self.words)


def as_html(report: str, margin: int = MARGIN, words: Words | None = None) -> str:
    """Return a report as HTML that needs no style sheet and takes its colours from the page.

    Domain: any text; what is no report comes out as its lines. `words` sets what stands in a line or a cell, by
    default with fractions, and with G_{n,α} and 2^(1/2) as such.

    >>> as_html("what it is")
    '<p style="margin: .2em 0">what it is</p>'
    >>> as_html("level         1/2").count("<dt")
    1
    """
    setter = words or as_words
    parts: list[str] = []
    for topic, lines in _paragraphs(report.split("\n"), margin):
        shown = _content(lines, WIDTH if topic is None else WIDTH - margin, setter)
        if topic is None:
            parts += [shown] if shown else []
            continue
        item = f"<dt{_TOPIC}>{escape(topic, quote=False)}</dt><dd{_LINES}>{shown}</dd>"
        if parts and parts[-1].startswith("<dl"):
            parts[-1] = parts[-1].removesuffix("</dl>") + item + "</dl>"
        else:
            parts.append(f"<dl{_LIST}>{item}</dl>")
    return "\n".join(parts)


def as_words(line: str) -> str:
    """Return a line as HTML, its fractions, and the indices and exponents in brackets, set as such.

    >>> as_words("G_{3,1/2} < 2^(1/2)")
    'G<sub>3,1/2</sub> &lt; 2<sup>1/2</sup>'
    >>> as_words("7/9")
    '<sup>7</sup>⁄<sub>9</sub>'
    """
    done, end = [], 0
    for found in _SCRIPT.finditer(line):
        tag = "sup" if found["below"] is None else "sub"
        part = next(each for each in (found["below"], found["above"], found["short"]) if each is not None)
        before = line[end : found.start()] + found["base"]
        done += [fractions_set(escape(before, quote=False)), f"<{tag}>{escape(part, quote=False)}</{tag}>"]
        end = found.end()
    return "".join([*done, fractions_set(escape(line[end:], quote=False))])


# Topics


def _paragraphs(lines: Sequence[str], margin: int) -> Iterator[tuple[str | None, list[str]]]:
    """Yield each topic with its lines, and what stands under none."""
    topic: str | None = None
    found: list[str] = []
    for line in lines:
        named = _topic(line, margin)
        if named and topic is None and found and _is_table_line(found[-1]):
            # The first column of a wide table may end where a topic would.
            named = named if len(_columns(_together(found[-1], line))) < 2 else None
        if named:
            yield topic, found
            topic, found = named, [line[margin:]]
        elif topic is not None and not line.startswith(" " * margin):
            yield topic, found
            topic, found = None, [line]
        else:
            found.append(line if topic is None else line[margin:])
    yield topic, found


def _topic(line: str, margin: int) -> str | None:
    topic, rest = line[:margin].rstrip(), line[margin:]
    is_one = topic and len(topic) <= margin - 2 and rest.strip() and not topic[0].isspace() and not topic[0].isdigit()
    return topic if is_one and _GAP not in topic else None


# What stands under a topic


def _content(lines: Sequence[str], width: int, words: Words) -> str:
    parts: list[str] = []
    sentences: list[str] = []

    def close() -> None:
        if sentences:
            parts.append(f'<p style="margin: .2em 0">{"<br>".join(map(words, sentences))}</p>')
            sentences.clear()

    left = list(lines)
    while left:
        size = _table_size(left)
        if size:
            close()
            parts.append(_table(left[:size], width, words))
            del left[:size]
        elif not left[0].strip():
            close()
            del left[0]
        else:
            size = _wrapped_size(left, width)
            sentences.append(" ".join(line.strip() for line in left[:size]))
            del left[:size]
    close()
    return "\n".join(parts)


def _wrapped_size(lines: Sequence[str], width: int) -> int:
    """Return how many lines are one line that was too wide."""
    size = 1
    for before, line in pairwise(lines):
        if _indent(line) <= _indent(lines[0]) or not _goes_on(before, line, width):
            break
        size += 1
    return size


def _goes_on(before: str, line: str, width: int) -> bool:
    """Say whether the first word of the line had no room at the end of the one before."""
    return bool(line.strip()) and len(before) + 1 + len(line.split(maxsplit=1)[0]) > width


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_table_line(line: str) -> bool:
    return _GAP in line.strip()


def _table_size(lines: Sequence[str]) -> int:
    """Return how many of the first lines are one table."""
    # Above a single column the heading of a matrix stands alone.
    heading = len(lines) > 1 and _indent(lines[0]) > len(_GAP) and _is_table_line(lines[1])
    ink, most = "", [(0, 0)] * 2
    for size, line in enumerate(lines):
        ink = _together(ink, line)
        columns = _columns(ink)
        # A line under a later column only goes on with what stands there.
        goes_on = size and line.strip() and _indent(line) >= most[1][0]
        if not (size == 0 and heading) and (len(columns) < len(most) or not (_is_table_line(line) or goes_on)):
            return size
        most = columns if len(columns) > 1 else most
    return len(lines)


def _together(ink: str, line: str) -> str:
    """Return where either of two lines is not blank."""
    return "".join(" " if a == b == " " else "x" for a, b in zip_longest(ink, line, fillvalue=" "))


def _columns(ink: str) -> list[tuple[int, int]]:
    """Return where the columns stand; what is between them is blank, two characters or more."""
    return [found.span() for found in re.finditer(r"\S+(?: \S+)*", ink)]


def _table(lines: Sequence[str], width: int, words: Words) -> str:
    columns = _columns(reduce(_together, lines))
    rows = [[line[start:end].strip() for start, end in columns] for line in lines]
    # The corner of a matrix is empty; any other heading is told by the digits that it lacks and all below it have.
    matrix = not rows[0][0] and len(rows) > 1
    headed = matrix or (len(rows) > 1 and not _digits("".join(rows[0])) and all(_numbered(row[0]) for row in rows[1:]))
    cells: list[list[str]] = []
    for at, row in enumerate(rows):
        if at and not row[0] and sum(map(bool, row)) == 1:
            k = next(k for k, cell in enumerate(row) if cell)
            cells[-1][k] += f"{' ' if _goes_on(lines[at - 1], lines[at], width) else '<br>'}{words(row[k])}"
        else:
            cells.append(list(map(words, row)))
    aligned = [_RIGHT if matrix or _is_right(lines, *column) else _LEFT for column in columns]
    shown = []
    for at, row in enumerate(cells):
        tags = ["th"] * len(row) if headed and not at else ["th" if matrix else "td", *["td"] * (len(row) - 1)]
        parts = (
            f"<{tag}{_SCOPE[bool(at)] if tag == 'th' else ''}{how}>{cell}</{tag}>"
            for tag, how, cell in zip(tags, aligned, row, strict=True)
        )
        shown.append(f"<tr>{''.join(parts)}</tr>")
    head = f"<thead>{shown.pop(0)}</thead>" if headed else ""
    return _SCROLLING.format(f"<table>{head}<tbody>{''.join(shown)}</tbody></table>")


def _is_right(lines: Sequence[str], start: int, end: int) -> bool:
    """Say whether a column's cells, of several widths, end under each other."""
    cells = [line[start:end] for line in lines if line[start:end].strip()]
    return len({len(cell.rstrip()) for cell in cells}) == 1 and len(set(map(_indent, cells))) > 1


def _numbered(cell: str) -> bool:
    return _digits(cell) or cell == "…"


def _digits(words: str) -> bool:
    return any(map(str.isdigit, words))
