"""Conversions between text, Python's numbers and FLINT's numbers.

An exact value is a `fractions.Fraction` at every public function and FLINT's `fmpq` inside. A float is never
accepted, and text is read exactly as written.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import NamedTuple, TypeAlias, TypeGuard, TypeVar, cast
from unicodedata import normalize

from flint import arb, fmpq, fmpq_mat, fmpz

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import decimal, elided, text

Exact: TypeAlias = int | Rational | Decimal | str | fmpz | fmpq
"""The accepted types of an exact number; a Fraction is a `Rational`."""

Number = TypeVar("Number")
Value = TypeVar("Value")

MOST_DIGITS = 1_000_000
"""The most digits of a number, before and after the point together."""

LARGEST_WHOLE = 2**53
"""Below this bound a double whose value is whole almost always stands for this integer."""

MOST_EXPONENT = 1000
"""The largest exponent of ten; the eight characters 1e-99999 would cost as much as 100,000 digits."""

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<numerator>[0-9]+)\s*/\s*(?P<denominator>[0-9]+)"
    r"|(?P<whole>[0-9]*)(?:\.(?P<places>[0-9]*))?(?:[eE](?P<exponent>[+-]?[0-9]+))?)"
)

_FORMULA = re.compile(r"sqrt|√|π|\bexp\b|\^\(|[/(*]\s*e\b|\be\s*[/*^]")
"""A sign that text is a formula, which may have an irrational value."""

OF_FORMULAS = "write a fraction such as 1/9 or a decimal such as 0.25, and round an irrational number"
"""The advice in an error about a formula."""

_SIGNED = re.compile(r"[+-]?(?:[¼-¾⅐-⅞]|[0-9]{1,50}(?:\.[0-9]{1,50})?[  ]?%)")
"""A fraction in one character, or a decimal in percent."""

_LOOKALIKES = str.maketrans({"−": "-", "–": "-", "＋": "+", "⁄": "/", "∕": "/", "／": "/", "．": ".", ",": "."})
"""Typographic variants of the hyphen, plus sign, slash and point."""


MEANT_DENOMINATOR = 1000
"""The largest denominator of a fraction that a float with many digits probably means."""

DIGITS_OF_A_DECIMAL = 15
"""The most characters of a float that is probably meant as a decimal."""


def is_float(value: object) -> TypeGuard[float]:
    """Return whether a value is a float of Python, or a scalar of NumPy of any precision.

    >>> is_float(0.5), is_float("0.5")
    (True, False)
    """
    kind, dimensions = getattr(getattr(value, "dtype", None), "kind", ""), getattr(value, "ndim", None)
    return isinstance(value, float) or (kind == "f" and dimensions == 0)


def is_formula(text: str) -> bool:
    """Return whether text looks like a formula with a root or a power of e.

    >>> is_formula("1/sqrt(2)"), is_formula("e/(1+e)"), is_formula("2e-3"), is_formula("e")
    (True, True, False, False)
    """
    return _FORMULA.search(text) is not None


def entry(read: Callable[[Value], Number], value: Value, row: int, column: int, of_floats: str = "") -> Number:
    """Read an entry of a table. Raises: as `read`, with the place of the entry, and `of_floats` after a float.

    >>> entry(exact, "1/0", 1, 2)
    Traceback (most recent call last):
    exactdp.InputError: row 1, column 2: '1/0' has a zero denominator: write a fraction such as 1/9
    """
    try:
        return read(value)
    except InputError as error:
        raise error.at(row=row, column=column) from None
    except TypeError as error:
        raise TypeError(f"row {row}, column {column}: {error}{of_floats if is_float(value) else ''}") from None


class _InLowestTerms(NamedTuple):
    numerator: int
    denominator: int


# Fraction takes a Rational as it is; for two integers, it would divide by a common factor that FLINT has removed.
Rational.register(_InLowestTerms)


def exact(value: object) -> Fraction:
    """Return any exact number as a Fraction.

    Domain: int, Fraction (any `numbers.Rational`), Decimal, FLINT's fmpz and fmpq, or text such as "1/9",
    "-3", "0.25", "3e-2", "½", "50%".
    Raises: TypeError for a float, whose value usually differs from its decimal, and for any other inexact value;
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
        return Fraction(cast("Rational", _InLowestTerms(int(value.p), int(value.q))))
    if is_float(value):
        if not isfinite(value):
            raise TypeError(f"{value} is not a number: write a finite one")
        if value == int(value) and abs(value) < LARGEST_WHOLE:
            raise TypeError(f"{value} is a float, so it is not exact: write {int(value)}")
        shown = str(value)  # formatting would widen a float of single precision
        if isinstance(value, float) and len(shown) > DIGITS_OF_A_DECIMAL:
            meant = Fraction(value).limit_denominator(MEANT_DENOMINATOR)
            # Python computes 1/3 as this float, and its decimal is another number.
            if meant.denominator > 1 and meant.numerator / meant.denominator == value:
                raise TypeError(
                    f'{shown} is a float, so it is not exact: write the text "{meant}" or Fraction("{meant}")'
                )
        raise TypeError(
            f'{shown} is a float, so it is not exact: write the text "{shown}" or Fraction("{shown}") for that decimal'
        )
    if getattr(value, "is_rational", None) is False:  # SymPy's name
        raise TypeError(f"{elided(str(value))} is irrational: write a fraction, or text such as '1/9' or '0.25'")
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
        if is_formula(stripped):
            raise InputError(f"{elided(stripped)!r} is a formula", advice=OF_FORMULAS, value=text)
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
