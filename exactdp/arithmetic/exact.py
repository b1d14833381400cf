"""Conversions between text, Python's numbers and FLINT's numbers.

An exact value is a `fractions.Fraction` at every public function and FLINT's `fmpq` inside. A float is never
accepted, and text is read exactly as written.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from operator import index
from typing import Any, Self, TypeAlias, TypeVar
from unicodedata import normalize

from flint import arb, fmpq, fmpq_mat, fmpz

Exact: TypeAlias = int | Fraction | Decimal | str | fmpz | fmpq
"""The accepted types of an exact number."""

Number = TypeVar("Number")

MOST_DIGITS = 1_000_000
"""The most digits of a number, before and after the point together."""

MOST_EXPONENT = 1000
"""The largest exponent of ten; the eight characters 1e-99999 would cost as much as 100,000 digits."""

_FRACTION = re.compile("-?[0-9]+/[0-9]+")

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<numerator>[0-9]+)\s*/\s*(?P<denominator>[0-9]+)"
    r"|(?P<whole>[0-9]*)(?:\.(?P<places>[0-9]*))?(?:[eE](?P<exponent>[+-]?[0-9]+))?)"
)


_SIGNED = re.compile(r"[+-]?(?:[¼-¾⅐-⅞]|[0-9]{1,50}(?:\.[0-9]{1,50})?[  ]?%)")
"""A fraction in one character, or a decimal in percent."""

_LOOKALIKES = str.maketrans({"−": "-", "–": "-", "＋": "+", "⁄": "/", "∕": "/", "／": "/", "．": ".", ",": "."})
"""Typographic variants of the hyphen, plus sign, slash and point."""


class InputError(ValueError):
    """Invalid input; the message is one line that says what is wrong, where, and what to write instead.

    The message is built from the fields. `reason` says what is wrong with `value`, `advice` says what to write instead,
    and `hint` gives other help. `file`, `line`, `row` and `column` are the place, counted from 1.

    >>> from fractions import Fraction
    >>> error = InputError("sums to 5/6", row=2, value=Fraction(5, 6), advice="write probabilities that sum to 1")
    >>> print(error)
    row 2 sums to 5/6: write probabilities that sum to 1
    >>> print(error.at(file="x.csv", line=4))
    x.csv: line 4, row 2 sums to 5/6: write probabilities that sum to 1
    >>> error.row, error.value, error.column
    (2, Fraction(5, 6), None)
    """

    __module__ = "exactdp"  # its public name

    file: str | None = None
    line: int | None = None
    row: int | None = None
    column: int | None = None
    value: object = None
    advice: str = ""
    hint: str = ""

    def __init__(
        self,
        reason: str = "",
        *,
        advice: str = "",
        hint: str = "",
        value: object = None,
        line: int | None = None,
        row: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.advice, self.hint, self.value = advice, hint, value
        self.line, self.row, self.column = line, row, column

    @property
    def reason(self) -> str:
        """The error without the place and the advice."""
        return str(self.args[0])

    def at(
        self,
        *,
        file: str | None = None,
        line: int | None = None,
        row: int | None = None,
        column: int | None = None,
        hint: str = "",
    ) -> Self:
        """Return the same error with these fields replaced."""
        found = copy(self)
        given = {"file": file, "line": line, "row": row, "column": column, "hint": hint}
        found.__dict__.update({name: value for name, value in given.items() if value not in (None, "")})
        return found

    def __str__(self) -> str:
        named = {"line": self.line, "row": self.row, "column": self.column}
        place = ", ".join(f"{name} {number}" for name, number in named.items() if number is not None)
        if place:
            # For a whole row, the row is the subject of the reason: "row 2 sums to 5/6".
            place += " " if self.row is not None and self.column is None else ": "
        advice = f": {self.advice}" if self.advice else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{f'{self.file}: ' if self.file else ''}{place}{self.reason}{advice}{hint}"


class Undecided(InputError):  # noqa: N818
    """A limit stopped the computation: the question is undecided. A smaller question may be decided.

    >>> raise Undecided("Coq has not ended after 600 seconds")
    Traceback (most recent call last):
    exactdp.arithmetic.exact.Undecided: Coq has not ended after 600 seconds
    """

    __module__ = __name__


def is_float(value: Any) -> bool:
    """Return whether a value is a float of Python, or a scalar of NumPy of any precision.

    >>> is_float(0.5), is_float("0.5")
    (True, False)
    """
    return isinstance(value, float) or (getattr(getattr(value, "dtype", None), "kind", "") == "f" and value.ndim == 0)


def entry(read: Callable[[Any], Number], value: Any, row: int, column: int) -> Number:
    """Read an entry of a table. Raises: as `read`, with the place of the entry.

    >>> entry(exact, "1/0", 1, 2)
    Traceback (most recent call last):
    exactdp.InputError: row 1, column 2: '1/0' has a zero denominator: write a fraction such as 1/9
    """
    try:
        return read(value)
    except InputError as error:
        raise error.at(row=row, column=column) from None
    except TypeError as error:
        floats = "; audit and repair accept tables of floats" if read is exact and is_float(value) else ""
        raise TypeError(f"row {row}, column {column}: {error}{floats}") from None


class Remark(UserWarning):
    """A warning that an input may have another intended meaning; the message says how it was read.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always", Remark)
    ...     warnings.warn("x.csv: line 1 was taken for probabilities", Remark, stacklevel=1)
    >>> [str(each.message) for each in told]
    ['x.csv: line 1 was taken for probabilities']
    """


def exact(value: Any) -> Fraction:
    """Return any exact number as a Fraction.

    Domain: int, Fraction (any `numbers.Rational`), Decimal, FLINT's fmpz and fmpq, or text such as "1/9",
    "-3", "0.25", "3e-2", "½", "50%".
    Raises: TypeError for a float, whose value usually differs from its print, and for any other inexact value;
    `InputError` for text that is not a number, a zero denominator, more than `MOST_DIGITS` digits, and an exponent
    beyond `MOST_EXPONENT`.

    >>> exact("0.25"), exact("3e-2"), exact(" 2/18 ")
    (Fraction(1, 4), Fraction(3, 100), Fraction(1, 9))
    >>> exact(0.1)
    Traceback (most recent call last):
    TypeError: 0.1 is a float, so it is not exact: write the text "0.1" or Fraction("0.1") for that decimal
    """
    # The most common types, without the slow check for `numbers.Rational`.
    if type(value) is Fraction:
        return value
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, str):
        return _read(value)
    if isinstance(value, bool):
        raise TypeError(f"{value} is a truth value, not a number: write 1 or 0")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        return _of_decimal(value)
    if isinstance(value, fmpz):
        return Fraction(int(value))
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    if is_float(value):
        if not isfinite(value):
            raise TypeError(f"{value} is not a number: write a finite one")
        shown = str(value)  # formatting would widen a float of single precision
        raise TypeError(
            f'{shown} is a float, so it is not exact: write the text "{shown}" or Fraction("{shown}") for that decimal'
        )
    raise TypeError(
        f"{type(value).__name__} is not an exact number: write an int, a Fraction or text such as '1/9' or '0.25'"
    )


def _of_decimal(value: Decimal) -> Fraction:
    if not value.is_finite():
        raise TypeError(f"{value} is not a number: write a finite one")
    digits, exponent = value.as_tuple()[1:]
    if len(digits) > MOST_DIGITS:
        raise _too_long(str(value))
    if abs(int(exponent)) > MOST_EXPONENT + len(digits):
        raise _too_far(str(value))
    return Fraction(value)


def _read(text: str) -> Fraction:
    stripped = text.strip()
    if len(stripped) > MOST_DIGITS + 20:
        raise InputError(f"{elided(stripped)} is too long: numbers of up to {MOST_DIGITS:,} digits are read")
    match = _NUMBER.fullmatch(stripped)
    if match is None or not (match["numerator"] or match["whole"] or match["places"]):
        if (plain := in_digits(stripped)) != stripped:
            return _read(plain)
        raise InputError(
            f"{elided(stripped)!r} is not an exact number",
            advice=f"write {_plain(stripped) or 'a fraction such as 1/9 or a decimal such as 0.25'}",
            value=text,
        )
    sign = -1 if match["sign"] == "-" else 1
    if match["denominator"]:
        denominator = int(fmpz(match["denominator"]))
        if denominator == 0:
            raise InputError(
                f"{elided(stripped)!r} has a zero denominator", advice="write a fraction such as 1/9", value=text
            )
        return Fraction(sign * int(fmpz(match["numerator"])), denominator)
    whole, places = match["whole"] or "", match["places"] or ""
    digits, exponent = fmpz((whole + places) or "0"), match["exponent"] or "0"
    if len(whole) + len(places) > MOST_DIGITS:
        raise _too_long(stripped)
    if len(exponent) > len(str(MOST_EXPONENT)) + 1 or abs(int(exponent)) > MOST_EXPONENT:
        raise _too_far(stripped)
    power = int(exponent) - len(places)
    return sign * int(digits) * Fraction(10) ** power


def _too_long(written: str) -> InputError:
    return InputError(f"{elided(written)!r} is too long: numbers of up to {MOST_DIGITS:,} digits are read")


def _too_far(written: str) -> InputError:
    return InputError(f"{elided(written)!r} is too long: exponents of up to {MOST_EXPONENT:,} are read")


def in_digits(written: str) -> str:
    """Return ½ as 1/2 and 50% as 0.50; return any other text unchanged.

    >>> in_digits("½"), in_digits("-12.5 %"), in_digits("1½")
    ('1/2', '-0.125', '1½')
    """
    return (_plain(written) or written) if _SIGNED.fullmatch(written) else written


def _plain(written: str) -> str:
    """Return the accepted spelling of an unambiguous number: for −1/2, ½, (1/2), $1/2$, 0,5 and 50%."""
    if len(written) > 60:
        return ""
    inside = re.sub(r"[$](.*)[$]|[(](.*)[)]", r"\1\2", written).strip()
    sign, last = inside[:-1].translate(_LOOKALIKES), inside[-1:]
    if sign in ("", "-", "+") and "⁄" in normalize("NFKC", last):
        plain = sign.strip("+") + normalize("NFKC", last).translate(_LOOKALIKES)
    else:
        plain = "".join(str(int(each)) if each.isdecimal() else each for each in inside.translate(_LOOKALIKES))
    if plain in {"-", "+"} and plain != written:
        return plain
    number, percent, rest = plain.replace(" %", "%").partition("%")
    match = _NUMBER.fullmatch(number)
    if number == written or rest or match is None or match["exponent"] or not re.search("[0-9]$", number):
        return ""
    try:
        if not percent:
            return number
        # Keep a decimal: its places show its rounding.
        value, places = exact(number), len(match["places"] or "") + 2
        return text(value / 100) if match["denominator"] else decimal(value / 100, places)
    except InputError:
        return ""


def elided(text: str, width: int = 60) -> str:
    """Return the text, shortened in the middle to `width` characters. A fraction keeps its slash.

    >>> elided("9" * 5000, 20), elided("1" * 500 + "/" + "9" * 500, 20)
    ('99999999…99999999 (5000 characters)', '111…111/999…999 (1001 characters)')
    """
    if len(text) <= width:
        return text
    return f"{_ends(text, max(2 * width // 5, 1))} ({len(text)} characters)"


def shortened(words: str, width: int) -> str:
    """Return the words, with a mark in place of the middle if they are longer than `width` characters.

    A fraction keeps its slash.

    >>> shortened("1/171792506910670443", 9), shortened("1000000000/3000000001", 11)
    ('1/17…0443', '10…00/30…01')
    """
    return words if len(words) <= width else _ends(words, (width - 1) // 2)


def _ends(words: str, each: int) -> str:
    """Return `each` characters from both ends; shorten a fraction's numerator and denominator separately."""
    above, slash, below = words.partition("/")
    if each >= 3 and slash in words[each:-each] and _FRACTION.fullmatch(words):
        return f"{shortened(above, each)}/{shortened(below, each)}"
    return f"{words[:each]}…{words[-each:]}"


def printable(words: str) -> str:
    r"""Return a text on one line, without terminal control characters.

    >>> printable("two\nlines, \x1b[31mred")
    'two lines, ?[31mred'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(words.split()))


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, singular or plural.

    >>> counted(1, "row"), counted(1200, "row"), counted(2, "entry", "entries")
    ('1 row', '1,200 rows', '2 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def ranges(numbers: Iterable[int]) -> list[str]:
    """Return increasing numbers as text; a run of consecutive numbers becomes its two ends.

    >>> ranges([0, 1, 2, 5])
    ['0..2', '5']
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [str(first) if first == last else f"{first}..{last}" for first, last in runs]


def text(value: Fraction | int) -> str:
    """Return the canonical text of an exact number, in lowest terms and at any length.

    >>> text(Fraction(2, 18)), text(Fraction(4, 2)), text(-3)
    ('1/9', '2', '-3')
    """
    # FLINT's conversion is fast and, unlike Python's, not limited to 4,300 digits.
    numerator = str(fmpz(value.numerator))
    return numerator if value.denominator == 1 else f"{numerator}/{fmpz(value.denominator)}"


def latex(value: Fraction | int) -> str:
    r"""Return the number as LaTeX.

    >>> print(latex(Fraction(-1, 9)))
    -\frac{1}{9}
    """
    if value.denominator == 1:
        return text(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{text(abs(value.numerator))}}}{{{text(value.denominator)}}}"


def decimal(value: Fraction | int, places: int = 4) -> str:
    """Return the number rounded to `places` decimal places, half to even; only for display.

    >>> decimal(Fraction(1, 3)), decimal(Fraction(-1, 8), 2), decimal(Fraction(5), 2)
    ('0.3333', '-0.12', '5.00')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{fmpz(whole)}.{fmpz(rest)!s:0>{places}}" if places else f"{sign}{fmpz(whole)}"


def to_fmpq(value: Fraction | int) -> fmpq:
    """Convert an exact number to FLINT.

    >>> to_fmpq(Fraction(1, 9))
    1/9
    """
    return fmpq(value.numerator, value.denominator)


def to_arb(value: Exact) -> arb:
    """Return a FLINT ball around an exact number, at the current precision. Raises: as `exact`.

    >>> to_arb("1/4")
    0.250000000000000
    """
    return arb(to_fmpq(exact(value)))


def to_fraction(value: fmpq | fmpz | arb) -> Fraction:
    """Convert a FLINT number to a Fraction. Raises: ValueError for a ball with a radius above 0.

    >>> to_fraction(to_fmpq(Fraction(1, 9))), to_fraction(to_arb("3/8"))
    (Fraction(1, 9), Fraction(3, 8))
    """
    if isinstance(value, arb):
        mantissa, exponent = value.man_exp()
        return int(mantissa) * Fraction(2) ** int(exponent)
    return exact(value)


def to_fmpq_mat(rows: Sequence[Iterable[Fraction]]) -> fmpq_mat:
    """Convert the rows of a matrix to FLINT. Raises: ValueError for ragged rows.

    >>> to_fmpq_mat([[Fraction(1, 2), Fraction(1, 2)]]).nrows()
    1
    """
    return fmpq_mat([[to_fmpq(entry) for entry in row] for row in rows])


def privacy_level(value: Exact) -> Fraction:
    """Return a privacy level α in [0, 1].

    Raises: as `exact`, `InputError` outside [0, 1], and TypeError for an irrational e^-ε.
    Source: Gupte & Sundararajan 2010, Definition 2.

    >>> privacy_level("1/4")
    Fraction(1, 4)
    >>> privacy_level(2)
    Traceback (most recent call last):
    exactdp.InputError: α = 2 is outside [0, 1]: write a level such as 1/2 (1 means absolute privacy, 0 means none)
    """
    if hasattr(value, "above"):
        # An `Exponential`; its module imports this one.
        raise TypeError(f"{value} is irrational, and this needs a fraction: write its .above(), a fraction just above")
    alpha = exact(value)
    if not 0 <= alpha <= 1:
        raise InputError(
            f"α = {elided(text(alpha))} is outside [0, 1]",
            advice="write a level such as 1/2 (1 means absolute privacy, 0 means none)",
            value=alpha,
        )
    return alpha


def database_size(n: Any, least: int = 0) -> int:
    """Return the size n of a database as an int of at least `least`.

    Raises: TypeError for anything but an integer; `InputError` if it is smaller.

    >>> database_size(-1)
    Traceback (most recent call last):
    exactdp.InputError: n = -1: write a database size of at least 0
    """
    try:
        size = index(n)
    except TypeError:
        size = None
    if size is None or isinstance(n, bool):
        write = f"n={int(n)}" if isinstance(n, int | float) and isfinite(n) else "n=4"
        if isinstance(n, str) and n.strip().isdecimal():
            write = f"n={int(n)}"
        shown = elided(" ".join(repr(n).split()))
        raise TypeError(f"n = {shown} is not a whole number: write {write}")
    if size < least:
        raise InputError(f"n = {elided(text(size))}", advice=f"write a database size of at least {least}", value=size)
    return size


def probability(value: Exact) -> Fraction:
    """Return a probability δ in [0, 1].

    Raises: as `exact`, and `InputError` outside [0, 1].

    >>> probability("1/1000")
    Fraction(1, 1000)
    >>> probability("3/2")
    Traceback (most recent call last):
    exactdp.InputError: δ = 3/2 is outside [0, 1]: write a probability such as 1/1000
    """
    delta = exact(value)
    if not 0 <= delta <= 1:
        raise InputError(
            f"δ = {elided(text(delta))} is outside [0, 1]", advice="write a probability such as 1/1000", value=delta
        )
    return delta
