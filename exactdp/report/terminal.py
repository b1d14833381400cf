"""Reports as plain text for a terminal: topics in a margin, long lines wrapped, tables aligned."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.exact import decimal, elided, text
from exactdp.arithmetic.real_sets import RealSet
from exactdp.certificates.certificate import Verified
from exactdp.model.matrix import WIDEST, Matrix, table
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import Enclosure, Witness
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
    >>> print(as_text(Report("level", [Topic("level", ["1/2", Line("at 0", 1)])], title="table.csv")))
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
            yield from table(part.inputs, part.responses, lambda i, r: part.cells[i][r]).split("\n")
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
        spelled.append(elided(text(entry), WIDEST))
        return spelled[-1]

    fractions = _labelled(found, fraction)
    fits = _width(fractions) <= width
    if fits and max(map(len, spelled)) <= LEGIBLE:
        return fractions
    tables = (_labelled(found, partial(decimal, places=places)) for places in (4, 3))
    rounded = next((shown for shown in tables if _width(shown) <= width), _labelled(found, partial(decimal, places=2)))
    return f"{fractions}\nrounded:\n{rounded}" if fits else f"rounded (--json has the fractions):\n{rounded}"


def _labelled(found: Matrix, shown: Callable[[Fraction], str]) -> str:
    return table(
        [label(name) for name in found.inputs],
        [label(name) for name in found.responses],
        lambda i, r: shown(found[i, r]),
    )


def _width(lines: str) -> int:
    return max(map(len, lines.split("\n")))


# Until every report is data


def aligned(rows: Iterable[tuple[str, ...]], justify: Callable[[str, int], str] = str.ljust) -> Iterator[str]:
    """Yield the rows of a table as lines, its columns two spaces apart.

    >>> [*aligned([("α", "least δ"), ("1/2", "0")])]
    ['α    least δ', '1/2  0']
    """
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    yield from ("  ".join(map(justify, row, widths)).rstrip() for row in cells)


def paragraph(topic: str, lines: Iterable[str]) -> str:
    """Return lines of text, long ones wrapped, with their topic in the margin of the first.

    >>> print(paragraph("level", ["1/2", "at 0"]))
    level         1/2
                  at 0
    """
    split = [part for line in lines for whole in line.split("\n") for part in _wrapped_old(whole)]
    margins = [topic.ljust(MARGIN), *[" " * MARGIN] * len(split)]
    return "\n".join((margin + line).rstrip() for margin, line in zip(margins, split, strict=False))


def matrix_json(found: Matrix) -> dict[str, Any]:
    """Return a matrix as JSON-able rows of exact text, with its labels.

    >>> matrix_json(Matrix([["1/2", 1]]))
    {'inputs': ['0'], 'responses': ['0', '1'], 'rows': [['1/2', '1']]}
    """
    return {
        "inputs": list(found.inputs),
        "responses": list(found.responses),
        "rows": [[text(entry) for entry in row] for row in found],
    }


def neighbours_json(found: Neighbours, inputs: Sequence[str]) -> dict[str, Any]:
    """Return the graph's name and all its pairs, by the labels of the inputs.

    >>> from exactdp.model.neighbours import edges
    >>> neighbours_json(edges(3, [(0, 2)]), ["a", "b", "c"])
    {'name': 'edges', 'pairs': [['a', 'c']]}
    """
    return {"name": found.name, "pairs": [[inputs[i], inputs[k]] for i, k in found.pairs]}


def enclosure_json(found: Enclosure) -> dict[str, str]:
    """Return rational bounds as exact text.

    >>> enclosure_json(Enclosure(Fraction(1, 2), Fraction(2, 3)))
    {'lower': '1/2', 'upper': '2/3'}
    """
    return {"lower": text(found.lower), "upper": text(found.upper)}


def witness_json(at: Witness, mechanism: Matrix) -> dict[str, Any]:
    """Return a place, by the mechanism's labels, and its two probabilities.

    >>> witness_json(Witness(0, 1, 0, Fraction(3, 4), Fraction(1, 4)), Matrix([["3/4"], ["1/4"]], ["yes", "no"]))
    {'response': '0', 'inputs': ['yes', 'no'], 'probabilities': ['3/4', '1/4']}
    """
    return {
        "response": mechanism.responses[at.r],
        "inputs": [mechanism.inputs[i] for _, i in _sides(at)],
        "probabilities": [text(x) for x, _ in _sides(at)],
    }


def real_set_json(found: RealSet) -> dict[str, Any]:
    """Return a set of real numbers as intervals, each end the one root of a polynomial within bounds.

    >>> from exactdp.arithmetic.real_sets import solution_set
    >>> real_set_json(solution_set([([1, -2], ">=")]))["text"]
    '[0, 1/2]'
    """
    return {
        "text": str(found),
        "intervals": [
            {
                "lower": _end_json(piece.lower),
                "upper": _end_json(piece.upper),
                "lower_belongs": piece.lower_belongs,
                "upper_belongs": piece.upper_belongs,
            }
            for piece in found.pieces
        ],
    }


def _end_json(found: AlgebraicNumber) -> dict[str, Any]:
    return {
        "text": str(found),
        "polynomial": [text(coefficient) for coefficient in found.polynomial],
        "bounds": [text(found.lower), text(found.upper)],
    }


def verified_json(done: Verified) -> dict[str, str]:
    """Return a certificate's kind, sentence and digest.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.privacy.level import level
    >>> verified_json(certify(level(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))))["kind"]
    'level'
    """
    return {"kind": done.kind, "sentence": done.sentence, "statement_sha256": done.digest}


def _sides(at: Witness) -> tuple[tuple[Fraction, int], ...]:
    return (at.here, at.i), (at.there, at.k)


def _wrapped_old(line: str) -> list[str]:
    # Between words two spaces stand only in tables, which can't be wrapped.
    words = line.lstrip()
    if len(line) <= WIDTH - MARGIN or "  " in words:
        return [line]
    indent = " " * (len(line) - len(words) + 2)
    return textwrap.wrap(line, WIDTH - MARGIN, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
