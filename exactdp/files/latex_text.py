r"""LaTeX from a paper: bmatrix and similar environments, array and tabular, read by a scanner that expands no macros.

The scanner rejects every command that it does not know, so it never misreads a printed matrix.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import NoReturn

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import MOST_DIGITS, OF_FORMULAS
from exactdp.arithmetic.printed_numbers import PERCENT
from exactdp.arithmetic.spelling import counted, elided, latex
from exactdp.files.table import Cell, ReadTable, bounded, number, read_cells
from exactdp.model.matrix import Matrix

MATRICES = ("matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix")
ENVIRONMENTS = {"array": 1, "tabular": 1, "tabular*": 2, "tabularx": 2} | {
    name + star: 0 for name in MATRICES for star in ("", "*")
}
r"""The accepted environments, and the number of arguments in braces after each \begin."""

BMATRIX = 10
"""The most columns of a bmatrix, unless a document raises MaxMatrixCols."""

NESTING = 20
"""The deepest nesting of fractions and braces."""

PREFIX_SIGNS = 1000
"""The most characters of a number before a matrix; longer text is prose."""

_FORMULAS = {
    name + star for name in ("equation", "align", "gather", "multline", "eqnarray", "displaymath") for star in ("", "*")
}
_TOKEN = re.compile(
    r"(?P<space>(?:\s|~|%[^\n]*+)++)"
    r"|(?P<row>\\\\\*?(?:\s*\[[^]\n]{0,40}\])?)"
    r"|\\(?P<bound>begin|end)\s*\{(?P<environment>[A-Za-z]+\*?)\}"
    r"|\\(?:[A-Za-z]+|.)"
    r"|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"|[^\W\d_]+|\$\$|.",
    re.DOTALL,
)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{.*")
_OPTION = re.compile(r"\s*\[[^]\n]{0,40}\]")
_ROW = r"\\"
_WRITE = r"write a number such as 1/9, 0.25 or \frac{1}{9}"


def _commands(names: str) -> set[str]:
    return {f"\\{name}" for name in names.split()}


_OPENING = {"$", "$$", r"\[", r"\("}
_CLOSING = {"$", "$$", r"\]", r"\)"}
_BEFORE = set("([{*") | _commands("cdot times left big Big bigg Bigg bigl Bigl biggl Biggl")
_BETWEEN = set(")]}&,;.") | _commands("right bigr Bigr biggr Biggr quad qquad")
_OPERATORS = set("+-−*/^_'") | _commands("cdot times pm mp div otimes oplus circ")
_FRACTIONS = _commands("frac tfrac dfrac cfrac nicefrac sfrac")
_PRODUCTS = _commands("cdot times")
_IRRATIONAL = _commands("sqrt root exp pi ln log")
_DOTS = _commands("dots cdots ldots vdots ddots hdots dotsc dotsb adots iddots")
_SPACES = _commands(", : ; enspace") | {"\\ "}
_WIDE_SPACES = _commands("quad qquad")
_INVISIBLE = _commands(
    "! / displaystyle textstyle scriptstyle hline toprule midrule bottomrule addlinespace centering tiny scriptsize "
    "footnotesize small normalsize large text textrm textbf textit mathrm mathbf mathit mathsf mathtt boldsymbol "
    "ensuremath rm bf it"
)
_INVISIBLE_WITH_ARGUMENT = _commands("phantom hphantom vphantom hspace vspace label tag cline cmidrule")
_CHARACTERS = {rf"\{character}": character for character in "_&%#${}"} | dict.fromkeys(
    _commands("textbackslash backslash"), "\\"
)


def parse(written: str, which: int | None = None) -> ReadTable:
    r"""Parse the matrix or table in a text; `exactdp.files.table.read_cells` decides which cells are labels.

    A number directly before a matrix, in the same formula, multiplies every entry.

    Domain: one environment of `ENVIRONMENTS`, or several with `which` from 1; entries such as 1/9, 0.25, \frac{1}{9},
    \frac19, {1}/{9} and 2 \cdot \frac{1}{9}. Text before an equals sign, in other formulas or in prose is ignored.
    Raises: `InputError` for anything else in an entry or next to the matrix, such as a name, a power or a transpose.

    >>> parse(r"$M = \frac12 \left( \begin{array}{cc} 1 & \tfrac{1}{3} \end{array} \right)$").rows
    [[Fraction(1, 2), Fraction(1, 6)]]
    """
    bounded(written.count("&") + written.count(_ROW) + 1)
    blocks = _blocks(written)
    if not blocks:
        raise InputError(rf"the text has no matrix: write {', '.join(MATRICES)}, array or tabular, from \begin to \end")
    if which is None and len(blocks) > 1:
        raise InputError(
            f"there are {len(blocks):,} matrices, the first on line {blocks[0].line} and the next on line "
            f"{blocks[1].line}: copy one to a file of its own, or in Python choose one by its number, as with which=1"
        )
    if which is not None and not 1 <= which <= len(blocks):
        raise InputError(f"matrix {which} does not exist: the text has {counted(len(blocks), 'matrix', 'matrices')}")
    block = blocks[0 if which is None else which - 1]
    factor = block.factor()
    return read_cells(block.cells(), lambda cell: factor * _number(cell), _label)


def render(matrix: Matrix) -> str:
    r"""Return the matrix without labels as a bmatrix, or as an array if it is too wide for a bmatrix.

    >>> print(render(Matrix([["1/9", "8/9"], [0, 1]])), end="")
    \begin{bmatrix}
      \frac{1}{9} & \frac{8}{9} \\
      0 & 1
    \end{bmatrix}
    """
    return f"{bracketed([[*map(latex, row)] for row in matrix], '  ')}\n"


def bracketed(cells: Sequence[Sequence[str]], indent: str = "") -> str:
    r"""Return the cells of a formula as a bmatrix, or as an array if there are too many columns for one.

    >>> print(bracketed([["1", "0"]]))
    \begin{bmatrix}
    1 & 0
    \end{bmatrix}
    """
    rows = " \\\\\n".join(indent + " & ".join(row) for row in cells)
    width = len(cells[0])
    if width > BMATRIX:
        return f"\\left[\\begin{{array}}{{{'c' * width}}}\n{rows}\n\\end{{array}}\\right]"
    return f"\\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}}"


# The places of the matrices


@dataclass(frozen=True)
class _Block:
    """The place of one matrix in a text."""

    text: str
    since: int  # the end of the preceding formula start, equals sign or matrix
    begin: int
    body: int
    end: int
    after: int
    strict: bool  # whether adjacent text could change its value; next to a table in prose it cannot
    follows: bool  # whether another matrix precedes it

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.begin) + 1

    def factor(self) -> Fraction:
        """Return the number before the matrix, and reject any other adjacent text."""
        if not self.strict:
            return Fraction(1)
        self._check_after()
        signs = list(islice(filter(str.strip, _printed(self.text, self.since, self.begin)), PREFIX_SIGNS))
        before = signs.copy()
        while before and before[-1] in _BEFORE:
            before.pop()
        while before and (before[0] in _BETWEEN or before[0].startswith(_ROW)):
            before.pop(0)
        if not before:
            return Fraction(1)
        with suppress(InputError):
            # After another matrix, a number may belong to a product or a difference of the two.
            if not self.follows and len(signs) < PREFIX_SIGNS:
                return _Value(before).read()
        raise InputError(
            f"{elided(' '.join(signs), 30)!r} occurs before the matrix",
            advice="write a number there, or nothing",
            line=self.line,
        )

    def _check_after(self) -> None:
        another = False
        for token in filter(str.strip, _printed(self.text, self.after, len(self.text))):
            if token in _CLOSING | set("=,.;:") or _ENVIRONMENT.fullmatch(token):
                return
            if token == "&" or token.startswith(_ROW):
                # Another formula begins here, unless this one continues.
                another = True
            elif another and token not in _OPERATORS:
                return
            elif another or token not in _BEFORE | _BETWEEN:
                line = self.text.count("\n", 0, self.after) + 1
                raise InputError(
                    f"{_shown(token)} occurs after the matrix",
                    advice="write out the resulting matrix",
                    line=line,
                )

    def cells(self) -> list[list[Cell]]:
        r"""Return the text between the signs & and \\, row by row."""
        rows: list[list[Cell]] = [[]]
        start, line, counted_to = self.body, 1, 0
        for token in chain(_TOKEN.finditer(self.text, self.body, self.end), [None]):
            if token is not None and start == token.start() and (token["space"] or token[0] in _INVISIBLE):
                start = token.end()
            elif token is None or token["row"] or token[0] == "&":
                line, counted_to = line + self.text.count("\n", counted_to, start), start
                rows[-1].append((line, self.text[start : token.start() if token else self.end]))
                if token is not None:
                    start = token.end()
                    rows.extend([[]] if token["row"] else [])
        # The last row may be closed by \\, too.
        if len(rows) > 1 and len(rows[-1]) == 1 and not any(_signs(rows[-1][0][1])):
            rows.pop()
        return rows


def _blocks(text: str) -> list[_Block]:
    blocks: list[_Block] = []
    since = depth = begin = body = 0
    name, formula, follows = "", False, False
    for token in _TOKEN.finditer(text):
        environment, opens = token["environment"], token["bound"] == "begin"
        if environment in ENVIRONMENTS:
            depth += 1 if opens else -1
            if depth < 0 or (depth == 0 and environment != name):
                _refuse(text, token.start(), rf"{token[0]} closes no \begin{{{environment}}}: write one")
            if opens and depth == 1:
                name, begin, body = environment, token.start(), _past_arguments(text, token)
            elif not opens and depth == 0:
                strict = formula or not name.startswith("tabular")
                blocks.append(_Block(text, since, begin, body, token.start(), token.end(), strict, follows))
                since, follows = token.end(), True
        elif depth == 0 and (environment or token[0] == "=" or token[0] in _OPENING or token[0] in _CLOSING):
            since, follows = token.end(), False
            if environment:
                formula = opens and environment in _FORMULAS
            elif token[0] != "=":
                formula = token[0] in _OPENING and not (formula and token[0] in _CLOSING)
    if depth:
        _refuse(text, begin, rf"\begin{{{name}}} is not closed: write \end{{{name}}}")
    return blocks


def _past_arguments(text: str, begin: re.Match[str]) -> int:
    name, position = begin["environment"], begin.end()
    if ENVIRONMENTS[name] or name.endswith("*"):
        option = _OPTION.match(text, position)
        position = option.end() if option else position
    for _ in range(ENVIRONMENTS[name]):
        depth = 0
        for token in _TOKEN.finditer(text, position):
            position = token.end()
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth == 0 and token[0] == "}":
                break
            if token["environment"] or (depth <= 0 and not token["space"]):
                _refuse(text, begin.start(), rf"{begin[0]} lacks its columns: write them behind it, as {{cc}} for two")
    return position


def _refuse(text: str, position: int, wrong: str) -> NoReturn:
    raise InputError(wrong, line=text.count(chr(10), 0, position) + 1)


# The value of one cell


def _number(cell: str) -> Fraction:
    # Most cells have no markup, and the common reader's messages quote a cell whole.
    return _Value(_signs(cell)).read() if re.search(r"[\\{}$~%]", cell) else number(cell)


def _label(cell: str) -> str:
    label = ""
    for token in _printed(cell):
        if token in _CHARACTERS:
            label += _CHARACTERS[token]
        elif token in _WIDE_SPACES:
            label += " "
        elif token not in {"{", "}", "$", r"\(", r"\)"}:
            if token[0] == "\\":
                raise InputError(f"{_shown(token)} is not read in a label: write plain characters")
            label += token
    return " ".join(label.split())


def _printed(text: str, start: int = 0, stop: int | None = None) -> Iterator[str]:
    """Yield the tokens that print something; a thin space is one token."""
    argument = depth = 0
    for token in _TOKEN.finditer(text, start, len(text) if stop is None else stop):
        found = token[0]
        if argument:
            depth += {"{": 1, "}": -1}.get(found, 0)
            argument = int(depth > 0 or found != "}")
        elif token["space"] or found in _SPACES:
            yield " "
        elif found in _INVISIBLE_WITH_ARGUMENT:
            argument = 1
        elif found not in _INVISIBLE:
            yield found


def _signs(cell: str) -> Iterator[str]:
    return (token for token in _printed(cell) if token not in {" ", "$", r"\(", r"\)"} | _WIDE_SPACES)


class _Value:
    """Reads one number from its tokens, from left to right."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = iter(tokens)
        self._next = next(self._tokens, "")

    def read(self) -> Fraction:
        """Return the value of all tokens."""
        value = self._product(NESTING)
        if self._next:
            _unread(self._next)
        return value

    def _product(self, depth: int) -> Fraction:
        sign = self._take() if self._next in {"+", "-"} else ""
        value = self._quotient(depth)
        while self._next in _PRODUCTS:
            self._take()
            value = _limited(value * self._quotient(depth))
        return -value if sign == "-" else value

    def _quotient(self, depth: int) -> Fraction:
        value = self._atom(depth)
        if self._next != "/":
            return value
        self._take()
        return _divided(value, self._atom(depth))

    def _atom(self, depth: int, one_digit: bool = False) -> Fraction:
        if depth == 0:
            raise InputError("fractions and braces are nested too deeply: write one fraction such as 1/9")
        token = self._take()
        if token in _FRACTIONS:
            numerator = self._atom(depth - 1, one_digit=True)
            return _divided(numerator, self._atom(depth - 1, one_digit=True))
        if token == "{":
            value = self._product(depth - 1)
            if self._next != "}":
                _unread(self._next or token)
            self._take()
            return value
        if one_digit and token[:1].isdigit() and len(token) > 1:
            # In \frac12 each argument is one digit.
            token, self._next, self._tokens = token[0], token[1:], chain([self._next], self._tokens)
        if not token[:1].isdigit() and not (len(token) > 1 and token[0] == "."):
            _unread(token)
        return number(token)

    def _take(self) -> str:
        token, self._next = self._next, next(self._tokens, "")
        return token


def _divided(numerator: Fraction, denominator: Fraction) -> Fraction:
    if denominator == 0:
        raise InputError("there is a zero denominator: write a fraction such as 1/9")
    return _limited(numerator / denominator)


def _limited(value: Fraction) -> Fraction:
    # Four bits hold a decimal digit.
    if value.numerator.bit_length() + value.denominator.bit_length() > 4 * MOST_DIGITS:
        raise InputError(f"the number is too long: numbers of up to {MOST_DIGITS:,} digits are read")
    return value


def _unread(token: str) -> NoReturn:
    if not token:
        raise InputError(rf"a number is missing: {_WRITE}")
    if token in _DOTS:
        raise InputError(f"{token} stands for omitted entries: write out every entry")
    if not token.isascii():
        number(token)
    if token == r"\%":
        raise InputError(rf"\% is not read here: write a number such as {PERCENT}")
    if token == r"\multicolumn":
        raise InputError(rf"{token} is not read here: write a cell for each column, or leave this row out")
    if token in _IRRATIONAL:
        raise InputError(f"{token} makes the entry a formula: {OF_FORMULAS}")
    raise InputError(f"{_shown(token)} is not read here: {_WRITE}")


def _shown(token: str) -> str:
    return elided(token, 30) if token[0] == "\\" and token.isprintable() else repr(elided(token, 30))
