"""JSON: a list of rows, or an object with "rows", "inputs" and "responses", or with the keys of other tools."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact
from exactdp.arithmetic.spelling import elided
from exactdp.arithmetic.suggestions import meant
from exactdp.files.table import Cell, ReadTable, bounded, entries, number, texts
from exactdp.model.matrix import Matrix

KEYS = ("inputs", "responses", "rows")

OTHER_NAMES = {"matrix": "rows", "data": "rows", "index": "inputs", "columns": "responses"}
"""The keys of other tools, for example of pandas with `to_json(orient="split")`."""

_ALTERNATIVES = '"rows" for the matrix, or "matrix", and "inputs" and "responses" for labels'
"""The keys, in an error."""

_OBJECT = re.compile(r"[ \t\n]*:[ \t\n]*\{")
"""The text after a key that has an object as value."""

_SPACE = re.compile("[ \t\n]*")

# Numbers stay text, so no float is created, and Python's limit on digits does not apply.
_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=exact)


def parse(written: str) -> ReadTable:
    """Parse JSON, with each number exactly as written.

    Domain: a list of rows, or an object with "rows" and optionally "inputs" and "responses", or their `OTHER_NAMES`. A
    row is a list, or an object with a number for each response, as in pandas records. An entry is a number or text such
    as "1/9"; a label is text or a number.
    Raises: `InputError` for anything else, including unknown and repeated keys.

    >>> parse('{"responses": ["no", "yes"], "rows": [["1/4", 0.75]]}').matrix(Matrix)
    Matrix 1 × 2
        no  yes
    0  1/4  3/4
    >>> parse('{"columns": ["no", "yes"], "index": [7], "data": [["1/4", 0.75]]}').inputs
    ['7']
    >>> parse('[{"no": 0.25, "yes": 0.75}]').responses
    ['no', 'yes']
    """
    bounded(written.count(",") + 1)
    scanner = _Scanner(written)
    labels: dict[str, list[str]] = {}
    rows: list[list[Cell]] = []
    if scanner.take("[", "{") == "[":
        rows = list(scanner.rows())
    else:
        for key in scanner.members():
            scanner.take("[")
            if key == "rows":
                rows = list(scanner.rows())
            else:
                labels[key] = list(scanner.labels())
    scanner.end()
    if scanner.records is not None:
        labels.setdefault("responses", list(scanner.records))
    if not rows:
        raise InputError('the matrix has no rows: write "rows": [["1/9", "8/9"], …]')
    numbers, lines = entries(rows, number), [row[0][0] for row in rows]
    return ReadTable(numbers, lines, labels.get("inputs"), labels.get("responses"), written=texts(rows))


def render(matrix: Matrix) -> str:
    """Return the matrix as JSON, with its labels, one row a line.

    >>> print(render(Matrix([["1/3", "2/3"]])), end="")
    {
      "inputs": ["0"],
      "responses": ["0", "1"],
      "rows": [
        ["1/3", "2/3"]
      ]
    }
    """
    rows = ",\n".join(f"    {_listed(row)}" for row in matrix.spelled())
    return (
        f'{{\n  "inputs": {_listed(matrix.inputs)},\n  "responses": {_listed(matrix.responses)},\n'
        f'  "rows": [\n{rows}\n  ]\n}}\n'
    )


def _listed(words: Iterable[str]) -> str:
    return f"[{', '.join(dumped(word) for word in words)}]"


def dumped(value: object, indent: int | None = None) -> str:
    r"""Return a value as JSON; terminal control characters and direction overrides are escaped.

    Domain: any argument of `json.dumps`. Lone surrogates stay unchanged.

    >>> print(dumped({"α": "\x9b31m\u202eabc"}))
    {"α": "\u009b31m\u202eabc"}
    """
    return _STEERING.sub(_escaped, json.dumps(value, ensure_ascii=False, indent=indent))


_STEERING = re.compile(r"[^ -~\n\ud800-\udfff]")


def _escaped(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


class _Scanner:
    """Scans the text once and counts its lines; `json` reads each key, label and number.

    On the whole text, `json` would give no line numbers and fail on deep nesting.
    """

    def __init__(self, written: str) -> None:
        self.records: tuple[str, ...] | None = None
        self._written = written
        self._position = 0
        self._line = 1

    def rows(self) -> Iterator[list[Cell]]:
        """Read the rows of a list after its opening bracket, and its end."""
        for at, _ in enumerate(self._each("]")):
            # All rows have the form of the first.
            either = ("[", "{") if at == 0 else ("[",) if self.records is None else ("{",)
            if self.take(*either) == "[":
                cells = [self._value("a number") for _ in self._each("]")]
            else:
                cells = self._record(at)
            if not cells:
                raise InputError("the row is empty", advice="write its numbers between the brackets", line=self._line)
            yield cells

    def _record(self, at: int) -> list[Cell]:
        """Read a row that names its responses, and its end."""
        cells, names = [], []
        for _ in self._each("}"):
            names.append(self._value("a response")[1])
            self.take(":")
            cells.append(self._value("a number"))
        if at and tuple(names) != self.records:
            raise InputError(
                f"the row has the keys {elided(', '.join(names), 40)}",
                advice=f"write those of the first row: {elided(', '.join(self.records or ()), 40)}",
                line=self._line,
            )
        self.records = tuple(names)
        return cells

    def labels(self) -> Iterator[str]:
        """Read the labels of a list after its opening bracket, and its end."""
        for _ in self._each("]"):
            line, label = self._value("a label")
            # JSON allows lone surrogates, which no file can contain.
            if any("\ud800" <= character <= "\udfff" for character in label):
                raise InputError(f"{elided(label)!r} is half a character", advice="write the whole one", line=line)
            yield label

    def members(self) -> Iterator[str]:
        """Read the keys of an object after its opening brace, and its end; the caller reads each value."""
        seen: set[str] = set()
        for _ in self._each("}"):
            line, written = self._value("a key")
            key = OTHER_NAMES.get(written, written)
            if key not in KEYS:
                names = [*KEYS, *OTHER_NAMES]
                advice = meant(written, names).strip() or f"write {_ALTERNATIVES}"
                if _OBJECT.match(self._written, self._position):
                    advice = "an object of objects does not say which of them are the rows: write "
                    advice += 'them with pandas\' to_json(orient="split") or orient="records"'
                raise InputError(f"{elided(written)!r} is an unknown key", advice=advice, line=line)
            if key in seen:
                raise InputError(f"the key {key!r} occurs twice", advice="write it once", line=line)
            seen.add(key)
            self.take(":")
            yield key

    def take(self, *marks: str) -> str:
        """Read one of these characters."""
        self._skip_space()
        found = self._written[self._position : self._position + 1]
        if found not in marks:
            self._refuse(" or ".join(marks))
        self._position += 1
        return found

    def end(self) -> None:
        """Read the end of the text."""
        self._skip_space()
        if self._position < len(self._written):
            self._refuse("the end")

    def _each(self, closing: str) -> Iterator[None]:
        self._skip_space()
        if self._written.startswith(closing, self._position):
            self._position += 1
            return
        yield
        while self.take(",", closing) == ",":
            yield

    def _value(self, wanted: str) -> Cell:
        self._skip_space()
        # Reject a list or object here without reading it, because `json` would follow its nesting.
        if self._written.startswith(("[", "{"), self._position):
            self._refuse(wanted)
        try:
            value, end = _DECODER.raw_decode(self._written, self._position)
        except json.JSONDecodeError:
            self._refuse(wanted)
        except InputError as error:
            raise error.at(line=self._line) from None
        if not isinstance(value, str):
            self._refuse(wanted)
        self._position = end
        return self._line, value

    def _skip_space(self) -> None:
        start, self._position = self._position, _SPACE.match(self._written, self._position).end()  # type: ignore[union-attr]
        self._line += self._written.count("\n", start, self._position)

    def _refuse(self, wanted: str) -> NoReturn:
        rest = self._written[self._position :].partition("\n")[0]
        found = f"{elided(rest, 30)!r} stands where {wanted} should" if rest else f"the text ends before {wanted}"
        raise InputError(found, advice='write JSON such as [["1/9", "8/9"], ["0.5", "0.5"]]', line=self._line)
