"""Records in CSV: a line of column names, then one record per line, with any text in each cell."""

import csv
import io
import os
from collections.abc import Iterable
from dataclasses import dataclass

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted, elided
from exactdp.arithmetic.suggestions import meant
from exactdp.files.storage import read_text, shown

_SEPARATORS = ",;\t"


@dataclass(frozen=True)
class Records:
    """The columns of a file, and its records with their last lines."""

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[int, list[str]]]

    def values(self, column: str) -> list[str]:
        """Return a column's cells. Raises: as `position`."""
        position = self.position(column)
        return [row[position] for _, row in self.rows]

    def position(self, column: str) -> int:
        """Return a column's position. Raises: `InputError` for an unknown name."""
        if column not in self.columns:
            question = meant(column, self.columns)
            known = elided(", ".join(self.columns), 120)
            raise InputError(f"unknown column {elided(column, 30)!r}: {question}the columns are {known}").at(
                file=self.name
            )
        return self.columns.index(column)

    def refused(self, line: int, column: str, advice: str) -> InputError:
        """Return the error about an invalid cell of a record; the message contains its value."""
        position = self.position(column)
        value = next(row[position] for at, row in self.rows if at == line)
        found = f"{elided(column, 30)} is {elided(value, 30)!r}" if value else f"{elided(column, 30)} is missing"
        return InputError(found, advice=advice, value=value).at(file=self.name, line=line, column=position + 1)


def read_records(path: str | os.PathLike[str]) -> Records:
    r"""Return the records of a file; "-" is standard input.

    Domain: CSV with commas, semicolons or tabs between cells, and quotation marks as in spreadsheets. The first line
    has the names of the columns. Blank lines, lines that begin with #, and spaces around a cell are ignored.
    Raises: `InputError`, one line with the file's name and the number of the line.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w+") as file:
    ...     print("smoker;age", "no;old", sep="\n", file=file, flush=True)
    ...     read_records(file.name).rows
    [(2, ['no', 'old'])]
    """
    text, name = read_text(path).removeprefix("\ufeff"), shown(path)
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=first.count), strict=True)
    columns: tuple[str, ...] = ()
    rows: list[tuple[int, list[str]]] = []
    try:
        for each in reader:
            cells = [cell.strip() for cell in each]
            if cells in ([], [""]) or cells[0].startswith("#"):
                continue
            if not columns:
                columns = tuple(cells)
                continue
            if len(cells) != len(columns):
                raise InputError(
                    f"{counted(len(cells), 'cell')} under {counted(len(columns), 'column name')}",
                    advice="write one for each column",
                ).at(file=name, line=reader.line_num)
            rows.append((reader.line_num, cells))
    except csv.Error as error:
        raise InputError(f"this is not CSV: {error}", advice="save it as CSV in UTF-8").at(
            file=name, line=reader.line_num
        ) from None
    for column in columns:
        if not column or columns.count(column) > 1:
            wrong = f"two columns are called {elided(column, 30)!r}" if column else "a column has no name"
            raise InputError(wrong, advice="name each column differently in the first line").at(file=name)
    if not rows:
        raise InputError("the file has no records", advice="write the column names, then one record a line").at(
            file=name
        )
    return Records(name, columns, rows)


def written_records(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    r"""Return records as CSV.

    >>> written_records(("age", "smoker"), [("18,5", "no")])
    b'age,smoker\n"18,5",no\n'
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue().encode()
