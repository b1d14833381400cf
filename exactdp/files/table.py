"""The contents of a file before they are a matrix: cells of text with their lines, and which of them are labels."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact, in_digits, is_formula
from exactdp.arithmetic.printed_numbers import printed_number, transposed
from exactdp.arithmetic.spelling import counted, elided
from exactdp.model.matrix import Matrix

Cell: TypeAlias = tuple[int, str]
"""A line number, from 1, and the text that begins there."""

Kind = TypeVar("Kind", bound=Matrix)

LARGEST_FILE = 2**22
"""The largest matrix accepted, in entries."""

SPELLED_OUT = 2**27
"""The most bits of all numbers of a file beyond their written length, as in 1e-999999; 1e-300 does not count."""

CORNER = re.compile(r"(?:(?:true)?(?:inputs?|counts?|results?)(?:[/\\|](?:outputs?|responses?|answers?))?)?")
"""The first cell of a table with labels, in lower case and without spaces."""

ROUNDED = Fraction(1, 20)
"""A row with a sum nearer to 1 than this is probably rounded or misprinted."""

WHOLE = re.compile("[0-9]+")

LIKE_A_NUMBER = re.compile("[0-9lIOo.,/%]+")
"""A word that may be a misread number, such as l/2 or O.5."""

HEADER = "write a first row too, with an empty cell and the labels of the responses"
"""The advice for rows that begin with labels, without a header row."""

LABELLED = (
    "if row 1 has the labels of the responses, begin it with an empty cell, and each other row with the label of its "
    "input"
)
"""The advice for labels of responses without labels of inputs."""

DOTS = ("...", "…", "⋯", "⋮", "⋱")


@dataclass(frozen=True)
class ReadTable:
    """The exact entries of a file, the first line of each row, and the labels if there are any.

    `written` has the text of each entry.
    """

    rows: Sequence[Sequence[Fraction]]
    lines: Sequence[int]
    inputs: Sequence[str] | None = None
    responses: Sequence[str] | None = None
    hint: str = ""  # a hint for errors about the first row
    written: Sequence[Sequence[str]] = ()
    remark: str = ""  # another possible meaning of a table of probabilities

    def matrix(self, kind: type[Kind]) -> Kind:
        """Return the matrix, a `Mechanism` or a plain `Matrix`.

        Raises: as the kind, with the line of the row.

        >>> ReadTable([[Fraction(1)], [Fraction(1), Fraction(2)]], [3, 4]).matrix(Matrix)
        Traceback (most recent call last):
        exactdp.InputError: line 4, row 2 has 2 entries where row 1 has 1: write rows of one length
        """
        try:
            return kind(self.rows, self.inputs, self.responses)
        except InputError as error:
            if error.row is None:
                raise
            at = error.row - 1
            hint = self.hint if at == 0 else ""
            wrong_sum = error.column is None and isinstance(error.value, Fraction)
            if wrong_sum and self._numbers_rows():
                raise InputError(
                    "the first column numbers the rows, and each sums to 1 without it",
                    advice=HEADER,
                    line=self.lines[0],
                ) from None
            if wrong_sum and self.written:
                hint = self._rounded(at) or hint
            if wrong_sum and self._has_decimal_commas():
                hint = f"if {','.join(self.written[at][:2])} is one number, separate the cells by semicolons"
            raise error.at(line=self.lines[at], hint=hint) from None

    def _numbers_rows(self) -> bool:
        """Return whether the first column is 0, 1, … or 1, 2, …, and the rest of each row sums to 1."""
        first = [row[0] for row in self.rows]
        counts = len(first) > 1 and first[0] in (0, 1) and first == [first[0] + k for k in range(len(first))]
        return counts and all(sum(row[1:]) == 1 for row in self.rows)

    def _has_decimal_commas(self) -> bool:
        """Return whether each two cells of a row are the two sides of a decimal comma, and the decimals sum to 1."""
        if not all(len(row) % 2 == 0 and all(map(WHOLE.fullmatch, row)) for row in self.written):
            return False
        decimals = [[f"{a}.{b}" for a, b in zip(row[::2], row[1::2], strict=True)] for row in self.written]
        return bool(decimals) and all(abs(sum(map(exact, row), Fraction(-1))) < ROUNDED for row in decimals)

    def _rounded(self, at: int) -> str:
        """Return the hint for a row that does not sum to 1, or "" if neither rounding nor a misprint explains it."""
        # The first column quickly excludes most large tables.
        if abs(sum((row[0] for row in self.rows), Fraction(-1))) < ROUNDED and transposed(
            [[printed_number(value) for value in row] for row in self.printed()]
        ):
            exactly = all(sum(column) == 1 for column in zip(*self.rows, strict=True))
            return "" if exactly else "up to their rounding every column sums to 1: write the columns as rows"
        # Three decimals of 1/3 sum to 0.999, and papers round fractions too.
        if abs(sum(self.rows[at], Fraction(-1))) < ROUNDED:
            return (
                "if they are rounded or misprinted, `exactdp repair` finds the exact mechanism, and `exactdp audit` "
                "the level as printed"
            )
        return ""

    def printed(self) -> list[list[str | Fraction]]:
        r"""Return each entry as written if it is a plain number, otherwise (as in LaTeX) its value.

        >>> ReadTable([[Fraction(1, 2), Fraction(1, 2)]], [1], written=[["0.50", r"\tfrac12"]]).printed()
        [['0.50', Fraction(1, 2)]]
        """
        return [
            [_plain(*cell) for cell in zip(*pair, strict=True)] for pair in zip(self.written, self.rows, strict=True)
        ]


def _plain(written: str, value: Fraction) -> str | Fraction:
    plain = written.strip(" $")
    with suppress(InputError):
        if exact(plain) == value:
            return plain
    return value


def read_cells(
    cells: Sequence[Sequence[Cell]],
    number: Callable[[str], Fraction],
    label: Callable[[str], str] = str,
    *,
    header: bool = False,
) -> ReadTable:
    """Return the entries of a file's cells, with labels exactly if the first cell is empty or names the inputs.

    It names them by "input", "count", "true count", "result" or, for example, "input/response". With such a cell, the
    first row has the labels of the responses, and the first column the labels of the inputs. Otherwise every cell is an
    entry: a number is never taken for a label. With `header`, a first row of words above rows of probabilities has the
    labels of the responses.
    Domain: rows of at least one cell; `number` and `label` read one cell.
    Raises: `InputError` for a cell that is not a number, with its line, row and column.

    >>> read_cells([[(1, "input"), (1, "low"), (1, "high")], [(2, "0"), (2, "1/3"), (2, "2/3")]], exact).responses
    ['low', 'high']
    """
    lines = [row[0][0] for row in cells]
    if not _is_corner(cells[0][0][1], label):
        if header and (below := _below_words(cells, number)):
            return ReadTable(below, lines[1:], None, [word for _, word in cells[0]], written=texts(cells[1:]))
        rows = entries(cells, number, labels=True)
        numbered = len(rows[0]) > 1 and rows[0] == list(range(len(rows[0])))
        hint = LABELLED if numbered else ""
        return ReadTable(rows, lines, hint=hint, written=texts(cells))
    if len(cells) == 1 or len(cells[0]) == 1:
        raise InputError(
            "the table has no numbers", advice="write at least one row of them, below the labels if any", line=lines[0]
        )
    responses = [_label(cell, label) for cell in cells[0][1:]]
    inputs = [_label(row[0], label) for row in cells[1:]]
    for line, row in zip(lines[1:], cells[1:], strict=True):
        if len(row) == 1:
            raise InputError("the row has a label and no numbers", advice="write them after it", line=line)
    if {len(row) - 1 for row in cells[1:]} == {len(responses) - 1}:
        raise InputError(
            f"there are {counted(len(responses), 'response label')} for {counted(len(responses) - 1, 'column')}: "
            "write one for each column, and begin each row with the label of its input"
        )
    inside = [row[1:] for row in cells[1:]]
    return ReadTable(entries(inside, number), lines[1:], inputs, responses, written=texts(inside))


def entries(
    cells: Sequence[Sequence[Cell]], number: Callable[[str], Fraction], labels: bool = False
) -> list[list[Fraction]]:
    """Return the numbers in the cells.

    Raises: `InputError` for a cell that is not a number, or for more than `SPELLED_OUT`; if the table may have labels,
    the message about the first cell says how to write them.

    >>> entries([[(1, "1/9"), (1, "8/9")]], exact)
    [[Fraction(1, 9), Fraction(8, 9)]]
    """
    rows: list[list[Fraction]] = []
    known: dict[str, Fraction] = {}
    bits = 0
    for i, row in enumerate(cells, start=1):
        rows.append([])
        for k, (line, content) in enumerate(row, start=1):
            try:
                if content not in known:
                    known[content] = number(content)
                    bits += _unexplained(known[content], content)
            except InputError as error:
                hint = ""
                if labels and i == k == 1 and _is_word(content) and not is_formula(content):
                    hint = _how_to_label(cells)
                raise error.at(line=line, row=i, column=k, hint=hint) from None
            if bits > SPELLED_OUT:
                raise InputError(
                    "written out, the numbers up to here are too long",
                    advice="write smaller powers of 10",
                    value=content,
                    line=line,
                    row=i,
                    column=k,
                )
            rows[-1].append(known[content])
    return rows


def _below_words(cells: Sequence[Sequence[Cell]], number: Callable[[str], Fraction]) -> list[list[Fraction]] | None:
    """Return the rows below a first row of words, or None if the words may be anything but labels of the responses.

    At least two rows follow, and each sums to 1, up to rounding, with its first cell. So the first cells are not the
    labels of the inputs; two rows with the first cells 0 and 1 are not accepted.
    """
    words = [content for _, content in cells[0]]
    are_labels = all(_is_word(word) and not LIKE_A_NUMBER.fullmatch(word) for word in words)
    if not are_labels or len(cells) < 3 or {len(row) for row in cells} != {len(words)}:
        return None
    try:
        rows = entries(cells[1:], number)
    except InputError:
        return None
    sum_to_1 = all(abs(sum(row, Fraction(-1))) < ROUNDED for row in rows)
    return rows if sum_to_1 and [row[0] for row in rows] != [0, 1] else None


def _is_word(content: str) -> bool:
    return content.lstrip(" $")[:1].isalpha()


def _how_to_label(cells: Sequence[Sequence[Cell]]) -> str:
    """Return the advice for a table whose first cell is a word, and not the name of the inputs."""
    words = [[_is_word(content) for _, content in row] for row in cells]
    if len(cells) > 1 and all(row[0] for row in words) and not words[0][-1]:
        return f"for labels, {HEADER}"
    if len(cells) > 1 and all(words[0]) and not any(row[0] for row in words[1:]):
        return LABELLED
    return "in a table with labels, leave this cell empty or write input, and begin each row with its label"


def texts(cells: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Return the cells without their lines, and with percents as decimals.

    >>> texts([[(1, "1/9"), (1, "25%")]])
    [['1/9', '0.25']]
    """
    return [[in_digits(content) for _, content in row] for row in cells]


def number(text: str) -> Fraction:
    """Return the number in a text, as `exact` does.

    Raises: as `exact`; if plain characters would make it a number, the message writes it in them.

    >>> number("１/９")
    Traceback (most recent call last):
    exactdp.InputError: '１/９' is not an exact number: write 1/9
    """
    try:
        return exact(text)
    except InputError:
        written = text.strip()
        if not written:
            raise InputError("the number is missing", advice="write one, and write out every 0") from None
        if written in DOTS:
            raise InputError(f"{written} stands for omitted entries", advice="write out every entry") from None
        if re.fullmatch(r"[0-9./]+(\s+[0-9./]+)+", written):
            raise InputError(
                f"{elided(written)!r} is several numbers", advice="write & between them in LaTeX, a comma in CSV"
            ) from None
        raise


def bounded(cells: int) -> None:
    """Reject a file with more than `LARGEST_FILE` cells before reading them. Raises: `InputError` then.

    >>> bounded(10**9)
    Traceback (most recent call last):
    exactdp.InputError: there are about 1,000,000,000 entries: matrices of up to 4,194,304 are read
    """
    if cells > LARGEST_FILE:
        raise InputError(f"there are about {cells:,} entries: matrices of up to {LARGEST_FILE:,} are read")


def _unexplained(value: Fraction, content: str) -> int:
    # A few bytes such as 1e-999999 stand for a megabyte.
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return max(0, bits - 8 * len(content) - 2048)


def _is_corner(content: str, label: Callable[[str], str]) -> bool:
    # No corner cell is longer; avoid reading a long first cell twice.
    if len(content) > 1000:
        return False
    try:
        written = label(content)
    except InputError:
        return False
    return CORNER.fullmatch("".join(written.split()).lower()) is not None


def _label(cell: Cell, label: Callable[[str], str]) -> str:
    try:
        return label(cell[1])
    except InputError as error:
        raise error.at(line=cell[0]) from None
