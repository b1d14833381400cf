"""CSV: cells between commas, semicolons, tabs or spaces, with or without labels."""

import re
from dataclasses import replace

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.files.table import Cell, ReadTable, bounded, number, read_cells
from exactdp.model.matrix import Matrix

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}

_COMMENT = re.compile(r"\s*#(?!DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!|WERT!|ZAHL!|BEZUG!)")
"""The beginning of a comment line; a spreadsheet's error in the first cell is not a comment."""

_SPACES = re.compile(r"(?<![/\s])\s+(?![/\s])")
"""The separator of numbers in a file without any other; a fraction may be written 3 / 4."""

_FORMULA = re.compile(r"'*[\s\xad\u061c\u200b-\u200f\u2060\ufeff]*(?:[=@＝＠]|[+＋－-](?!\s*[0-9./]*$))")
"""Beginnings of labels that spreadsheets may run as formulas, after apostrophes or invisible signs; -1 is a number."""

_UNWRITTEN = re.compile("[\0-\x08\n-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Characters without an escape in CSV: control characters except tabs, line ends, and direction overrides."""

_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+|\s?%)?")
"""A number with a decimal comma."""

_INSIDE = '[^"]*+(?:""[^"]*+)*+'
_QUOTED = re.compile(f'"{_INSIDE}"')


def parse(written: str) -> ReadTable:
    """Parse CSV; `exactdp.files.table.read_cells` decides which cells are labels.

    Domain: rows of numbers such as 1/9 or 0.25, with one separator throughout: a comma, a semicolon or a tab. Without
    any of them, spaces separate, as in the output of `numpy.savetxt`. Between semicolons or tabs a number may have a
    decimal comma. A cell may be in quotation marks. Blank lines, and lines that begin with #, are ignored.
    Raises: `InputError` for cells that are not numbers, two separators, or an unclosed quotation mark.

    >>> parse("input;no;yes\\n0;1/4;0.75").matrix(Matrix)
    Matrix 1 × 2
        no  yes
    0  1/4  3/4
    >>> parse("0,25;0,75\\n0,5;0,5").matrix(Matrix)[0, 0]
    Fraction(1, 4)
    """
    bounded(sum(map(written.count, [*SEPARATORS, "\n"])) + 1)
    lines = [
        (line, row) for line, row in enumerate(written.split("\n"), start=1) if row.strip() and not _COMMENT.match(row)
    ]
    if not lines:
        raise InputError("the table has no numbers: write rows such as 1/9,8/9")
    european = len(lines) > 1 and all(map(_is_european, lines))
    separator = next(each for each in ";\t" if each in lines[0][1]) if european else _separator(lines)
    if not separator:
        bounded(written.count(" ") + 1)
    cells = [_cells(line, row, separator) for line, row in lines]
    if european:
        cells = [[(line, _with_point(cell)) for line, cell in row] for row in cells]
    found = read_cells(cells, number, _label, header=True)
    first, width = found.written[0], len(found.rows[0])
    # A header has at least two rows below it, because a mechanism with one input is trivial.
    if found.responses is None and len(found.rows) > 2 and width > 1 and first == list(map(str, range(width))):
        said = (
            f"line {found.lines[0]} says {elided(','.join(first), 30)} and was taken for the probabilities of input 0"
        )
        return replace(found, remark=f"{said}: if it is a header, leave it out")
    return found


def render(matrix: Matrix) -> str:
    r"""Return the matrix as CSV, with its labels.

    A label that a spreadsheet would run as a formula, such as =1+1, gets an apostrophe before it, and `parse` removes
    the apostrophe.
    Raises: `InputError` for a label with a line end, a terminal control character, or a direction override.

    >>> print(render(Matrix([["1/3", "2/3"]], responses=["no", "yes, often"])), end="")
    input/response,no,"yes, often"
    0,1/3,2/3
    """
    rows = [["input/response", *map(_quoted, matrix.responses)]]
    rows += [[_quoted(label), *row] for label, row in zip(matrix.inputs, matrix.spelled(), strict=True)]
    return "".join(f"{','.join(row)}\n" for row in rows)


def _is_european(line: Cell) -> bool:
    """Return whether every comma of the line is a decimal comma of a number between semicolons or tabs."""
    row = line[1]
    for separator in ";\t":
        if separator in row:
            return all("," not in cell or _COMMA.fullmatch(cell.strip(' "')) for cell in row.split(separator))
    return False


def _with_point(cell: str) -> str:
    return cell.replace(",", ".") if _COMMA.fullmatch(cell) else cell


def _separator(lines: list[Cell]) -> str:
    found: dict[str, int] = {}
    for line, row in lines:
        plain = _QUOTED.sub("", row) if '"' in row else row
        for separator in SEPARATORS:
            if separator in plain:
                found.setdefault(separator, line)
    if len(found) > 1:
        (one, _), (other, line) = sorted(found.items(), key=lambda item: item[1])[:2]
        raise InputError(
            f"both {SEPARATORS[one]} and {SEPARATORS[other]} separate cells",
            advice="separate with one of them, and write a decimal with a point, as 0.25",
            line=line,
        )
    return next(iter(found), "")


def _cells(line: int, row: str, separator: str) -> list[Cell]:
    if '"' not in row:
        return [(line, cell.strip()) for cell in (row.split(separator) if separator else _SPACES.split(row.strip()))]
    cells, position = [], 0
    space = rf"[^\S{separator}]*+"
    cell = re.compile(
        rf'{space}(?:"(?P<quoted>{_INSIDE})"|(?P<plain>[^"{separator}]*+)){space}(?P<end>{separator or "$"}|$)'
    )
    while match := cell.match(row, position):
        quoted = match["quoted"]
        cells.append((line, match["plain"].strip() if quoted is None else quoted.replace('""', '"')))
        if not match["end"]:
            return cells
        position = match.end()
    raise InputError(
        f"{elided(row[position:].strip(), 30)!r} has a quotation mark that encloses no whole cell",
        advice='write "…" around it, and "" for a quotation mark in it',
        line=line,
    )


def _label(written: str) -> str:
    return written.removeprefix("'") if _FORMULA.match(written) else written


def _quoted(label: str) -> str:
    if _UNWRITTEN.search(label):
        raise InputError(
            f"the label {elided(label)!r} holds the end of a line or a control character: write JSON, or give another "
            "label with relabelled(…)"
        )
    if _FORMULA.match(label):
        label = f"'{label}"
    if not label or label != label.strip() or label.startswith("#") or re.search('[,;\t"]', label):
        return '"{}"'.format(label.replace('"', '""'))
    return label
