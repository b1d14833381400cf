"""How numbers, counts and long texts are written."""

import re
from collections.abc import Iterable
from fractions import Fraction

from flint import fmpz

_FRACTION = re.compile("-?[0-9]+/[0-9]+")


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
    """Return increasing numbers as text; a run of three or more consecutive numbers becomes its two ends.

    >>> ranges([0, 1, 2, 5, 6])
    ['0..2', '5', '6']
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [
        each
        for first, last in runs
        for each in ([f"{first}..{last}"] if last - first > 1 else map(str, range(first, last + 1)))
    ]


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
