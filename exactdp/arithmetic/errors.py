"""Errors of a caller, which say what is wrong, where, and what to write instead."""

from copy import copy
from typing import Self


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
    exactdp.arithmetic.errors.Undecided: Coq has not ended after 600 seconds
    """

    __module__ = __name__


class Remark(UserWarning):
    """A warning that an input may have another intended meaning; the message says how it was read.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always", Remark)
    ...     warnings.warn("x.csv: line 1 was taken for probabilities", Remark, stacklevel=1)
    >>> [str(each.message) for each in told]
    ['x.csv: line 1 was taken for probabilities']
    """
