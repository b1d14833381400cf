"""The exact rational matrix: immutable, hashable, and shown the way a paper prints it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from importlib import import_module
from math import gcd, lcm
from typing import Self

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from exactdp.arithmetic.arguments import as_written, is_list
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import entry, exact
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.given import Given, TableLike, given, is_path, with_floats
from exactdp.shown import Shown

SHOWN_LINES = 12
"""The most rows and columns shown; longer tables omit the middle."""

WIDEST_ENTRY = 24
"""The most characters shown of one entry; longer entries omit the middle."""


class Matrix(Shown):
    """An exact rational matrix, each row held as integers over the row's least common denominator.

    Domain: rows of exact numbers (see `exactdp.arithmetic.exact.exact`), all of one length, at least one row and one
    column. They are lists, a NumPy array, a data frame (pandas or polars), a matrix (SymPy, FLINT or this class), or
    the path of a file. Labels are optional, one for each row (`inputs`) and each column (`responses`). The default
    labels are the labels of the data frame, matrix or file, or else 0, 1, 2, …
    Raises: `InputError` for no rows, ragged rows, or repeated or misfitting labels; TypeError for a value that is not a
    table; as `exact` for an entry.

    >>> Matrix([["1/3", "2/3"], [0, "0.5"]])
    Matrix 2 × 2
         0    1
    0  1/3  2/3
    1    0  1/2
    >>> Matrix([[1, 2], [3, 4]]) @ Matrix([[0, 1], [1, 0]]) == Matrix([[2, 1], [4, 3]])
    True
    """

    numerators: tuple[tuple[int, ...], ...]
    """The integers of each row over that row's denominator."""

    denominators: tuple[int, ...]
    """The least common denominator of each row."""

    _of_floats = ""
    """What the error for a float adds."""

    inputs: tuple[str, ...]
    """The labels of the rows: the true results."""

    responses: tuple[str, ...]
    """The labels of the columns: the responses."""

    def __init__(
        self, rows: TableLike, inputs: Iterable[object] | None = None, responses: Iterable[object] | None = None
    ) -> None:
        if is_path(rows):
            # The room `files` is above this room.
            rows = import_module("exactdp.files").read(rows, kind=type(self))
        if isinstance(rows, Matrix):
            labels = rows.inputs if inputs is None else inputs, rows.responses if responses is None else responses
            self._set(rows.numerators, rows.denominators, *labels)
        else:
            self._read(given(rows), inputs, responses)

    def _read(self, found: Given, inputs: Iterable[object] | None, responses: Iterable[object] | None) -> None:
        inputs = found.inputs if inputs is None else inputs
        responses = found.responses if responses is None else responses
        numerators, denominators = [], []
        for row, entries in enumerate(found.rows, start=1):
            fractions = [
                entry(exact, value, row, column, self._of_floats) for column, value in enumerate(entries, start=1)
            ]
            denominator, over_it = _over_one_denominator(fractions)
            numerators.append(over_it)
            denominators.append(denominator)
        self._set(tuple(numerators), tuple(denominators), inputs, responses)

    @classmethod
    def with_floats(
        cls, value: TableLike, inputs: Iterable[object] | None = None, responses: Iterable[object] | None = None
    ) -> Self:
        """Return the matrix of a table, with each float converted to its exact dyadic fraction.

        Domain and errors: as `Matrix`; floats must be finite.

        >>> Matrix.with_floats([[0.75, "1/4"]]).rows
        ((Fraction(3, 4), Fraction(1, 4)),)
        """
        if isinstance(value, Matrix) or is_path(value):
            return cls(value, inputs, responses)
        found = given(value)
        rows = [[with_floats(entry) for entry in row] for row in found.rows]
        matrix = cls.__new__(cls)
        matrix._read(found._replace(rows=rows), inputs, responses)
        return matrix

    @classmethod
    def from_integers(
        cls,
        numerators: Iterable[Sequence[int]],
        denominators: Iterable[int],
        inputs: Iterable[object] | None = None,
        responses: Iterable[object] | None = None,
    ) -> Self:
        """Return the matrix whose row i is `numerators[i]` over `denominators[i]`, brought to lowest terms.

        Domain: rows of ints, all of one length; positive denominators.
        Raises: as `Matrix`; ZeroDivisionError for a zero denominator.

        >>> Matrix.from_integers([(2, 4)], [6])
        Matrix 1 × 2
             0    1
        0  1/3  2/3
        """
        rows, least = [], []
        for row, denominator in zip(numerators, denominators, strict=True):
            if denominator <= 0:
                raise ZeroDivisionError(f"a row's denominator must be positive, not {denominator}")
            *lowest, below = _lowest([*row, denominator])
            rows.append(lowest)
            least.append(below)
        return cls.from_lowest_terms(rows, least, inputs, responses)

    @classmethod
    def from_lowest_terms(
        cls,
        numerators: Iterable[Sequence[int]],
        denominators: Iterable[int],
        inputs: Iterable[object] | None = None,
        responses: Iterable[object] | None = None,
    ) -> Self:
        """Return the matrix with the rows `numerators[i]` over `denominators[i]`, already in lowest terms.

        Domain: as `from_integers`, with no common divisor in any row. This is not checked, which saves a million
        greatest common divisors in a matrix of a thousand rows.
        Raises: as `Matrix`.

        >>> Matrix.from_lowest_terms([(1, 2)], [3]) == Matrix([["1/3", "2/3"]])
        True
        """
        matrix = cls.__new__(cls)
        matrix._set(tuple(map(tuple, numerators)), tuple(denominators), inputs, responses)
        return matrix

    def _set(
        self,
        numerators: tuple[tuple[int, ...], ...],
        denominators: tuple[int, ...],
        inputs: Iterable[object] | None,
        responses: Iterable[object] | None,
    ) -> None:
        if not numerators or not numerators[0]:
            raise InputError("the matrix is empty: write at least one row with at least one entry")
        columns = len(numerators[0])
        for row, entries in enumerate(numerators, start=1):
            if len(entries) != columns:
                raise InputError(
                    f"has {counted(len(entries), 'entry', 'entries')} where row 1 has {columns}",
                    advice="write rows of one length",
                    row=row,
                    value=len(entries),
                )
        # Only this method sets the attributes; a matrix is immutable.
        self.__dict__.update(
            numerators=numerators,
            denominators=denominators,
            inputs=_labels(inputs, len(numerators), "input", "row"),
            responses=_labels(responses, columns, "response", "column"),
        )
        self._check()

    def _check(self) -> None:
        """Validate the entries; subclasses override this."""

    # Reading

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return len(self.numerators), len(self.numerators[0])

    @property
    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The entries, row by row."""
        return tuple(self)

    def column(self, r: int) -> tuple[Fraction, ...]:
        """Return column r. Raises: IndexError outside the matrix.

        >>> Matrix([[1, 2], [3, 4]]).column(1)
        (Fraction(2, 1), Fraction(4, 1))
        """
        return tuple(self[i, r] for i in range(len(self)))

    def __getitem__(self, position: tuple[int, int]) -> Fraction:
        try:
            i, r = position
            return Fraction(self.numerators[i][r], self.denominators[i])
        except (TypeError, ValueError):
            raise TypeError(f"m[{as_written(position)}]: write m[0, 1] for an entry, and m.rows[0] for a row") from None

    def __len__(self) -> int:
        return len(self.numerators)

    def __iter__(self) -> Iterator[tuple[Fraction, ...]]:
        for row, denominator in zip(self.numerators, self.denominators, strict=True):
            yield tuple(Fraction(entry, denominator) for entry in row)

    def spelled(self) -> Iterator[list[str]]:
        """Yield the entries of each row as `exactdp.arithmetic.spelling.text` writes them, using the faster FLINT.

        >>> list(Matrix([["1/3", "2/3"], [1, 0]]).spelled())
        [['1/3', '2/3'], ['1', '0']]
        """
        for row, denominator in zip(self.numerators, self.denominators, strict=True):
            yield [str(fmpq(entry, denominator)) for entry in row]

    # Comparing and pickling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def _state(self) -> tuple[object, ...]:
        return self.numerators, self.denominators, self.inputs, self.responses

    def __reduce__(self) -> tuple[object, ...]:
        # FLINT's matrices don't pickle, so only the integers and labels travel.
        return type(self).from_lowest_terms, self._state()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    # Computing

    @cached_property
    def flint(self) -> fmpq_mat:
        """The entries as a FLINT matrix; do not modify it.

        >>> Matrix([["1/2", "1/2"], [0, 1]]).flint.det()
        1/2
        """
        return fmpq_mat(
            [
                [fmpq(entry, denominator) for entry in row]
                for row, denominator in zip(self.numerators, self.denominators, strict=True)
            ]
        )

    @classmethod
    def from_flint(
        cls, matrix: fmpq_mat, inputs: Iterable[object] | None = None, responses: Iterable[object] | None = None
    ) -> Self:
        """Convert a FLINT matrix. Raises: as `Matrix`.

        >>> Matrix.from_flint(fmpq_mat([[fmpq(1, 2), fmpq(3)]])).rows
        ((Fraction(1, 2), Fraction(3, 1)),)
        """
        return cls(matrix.tolist(), inputs, responses)

    def __matmul__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape[1] != other.shape[0]:
            raise InputError(
                f"a {_shape(self)} matrix cannot be multiplied by a {_shape(other)} one: "
                f"the second must have {self.shape[1]} rows"
            )
        if self.responses != other.inputs:
            k = next(k for k, (a, b) in enumerate(zip(self.responses, other.inputs, strict=True)) if a != b)
            raise InputError(
                f"response {self.responses[k]!r} of the first meets input {other.inputs[k]!r} of the second: "
                "give both the same labels with relabelled(…)"
            )
        # With one denominator for the right factor, this is a product of integer matrices.
        common = lcm(*other.denominators)
        right = fmpz_mat(
            [
                [entry * (common // denominator) for entry in row]
                for row, denominator in zip(other.numerators, other.denominators, strict=True)
            ]
        )
        product = fmpz_mat([list(row) for row in self.numerators]) * right
        return self._product_class(other).from_integers(
            [[int(entry) for entry in row] for row in product.tolist()],
            [denominator * common for denominator in self.denominators],
            self.inputs,
            other.responses,
        )

    def _product_class(self, other: Matrix) -> type[Matrix]:
        return Matrix

    def relabelled(self, inputs: Iterable[object] | None = None, responses: Iterable[object] | None = None) -> Self:
        """Return the same matrix with other labels; None keeps the labels. Raises: as `Matrix`.

        >>> Matrix([[1, 2]]).relabelled(responses=["no", "yes"]).responses
        ('no', 'yes')
        """
        return type(self).from_lowest_terms(
            self.numerators,
            self.denominators,
            self.inputs if inputs is None else inputs,
            self.responses if responses is None else responses,
        )

    # Showing

    def __repr__(self) -> str:
        """Return the shape and, up to `SHOWN_LINES` rows and columns, the table."""
        kind = f"{type(self).__name__} {_shape(self)}"
        return kind if max(self.shape) > SHOWN_LINES else f"{kind}\n{self}"

    def __str__(self) -> str:
        return aligned_table(self.inputs, self.responses, self._shown)

    def _shown(self, i: int, r: int) -> str:
        return elided(text(self[i, r]), WIDEST_ENTRY)


def aligned_table(
    inputs: Sequence[str],
    responses: Sequence[str],
    entry: Callable[[int, int], str],
    width: int | None = None,
    most: int = SHOWN_LINES,
) -> str:
    """Return a labelled table for a terminal; more than `most` rows or columns omit the middle.

    A table wider than `width` is folded: its last columns follow below the first ones.

    >>> print(aligned_table(["0", "1"], ["a"], lambda i, r: f"{i}{r}"))
        a
    0  00
    1  10
    >>> print(aligned_table(["0"], ["a", "b"], lambda i, r: f"{i}{r}", width=7))
        a
    0  00
    <BLANKLINE>
        b
    0  01
    """
    rows, columns = middle_out(len(inputs), most), middle_out(len(responses), most)
    lines = [["", *("…" if r is None else responses[r] for r in columns)]]
    for i in rows:
        cells = ("…" if i is None or r is None else entry(i, r) for r in columns)
        lines.append(["⋮" if i is None else inputs[i], *cells])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n\n".join(
        "\n".join("  ".join(line[k].rjust(widths[k]) for k in (0, *block)) for line in lines)
        for block in _folded(widths, width)
    )


def _folded(widths: Sequence[int], most: int | None) -> Iterator[list[int]]:
    """Yield the columns of each block after the label column; each block has at least one."""
    block: list[int] = []
    used = widths[0]
    for column in range(1, len(widths)):
        if block and most is not None and used + 2 + widths[column] > most:
            yield block
            block, used = [], widths[0]
        block.append(column)
        used += 2 + widths[column]
    yield block


def middle_out(size: int, most: int = SHOWN_LINES) -> list[int | None]:
    """Return the indices of the shown rows or columns, with None for an omitted middle.

    >>> middle_out(9, 4)
    [0, 1, None, 7, 8]
    """
    half = most // 2
    return list(range(size)) if size <= most else [*range(half), None, *range(size - half, size)]


def _lowest(row: Sequence[int]) -> Sequence[int]:
    """Return the numbers divided by their greatest common divisor; the last is above 0."""
    if row[-1].bit_length() < LONG_INTEGER:
        common = gcd(*row)
        return row if common == 1 else [entry // common for entry in row]
    # Python's division takes quadratic time.
    numbers = [fmpz(entry) for entry in row]
    factor = reduce(fmpz.gcd, numbers)
    return row if factor == 1 else [int(entry // factor) for entry in numbers]


def _over_one_denominator(row: Sequence[Fraction]) -> tuple[int, tuple[int, ...]]:
    """Return the least common denominator of a row, and the numerators over it."""
    if all(x.denominator.bit_length() < LONG_INTEGER for x in row):
        common = lcm(*(x.denominator for x in row))
        return common, tuple(x.numerator * (common // x.denominator) for x in row)
    # Python's lcm takes quadratic time, too.
    denominators = [fmpz(x.denominator) for x in row]
    whole = reduce(fmpz.lcm, denominators)
    return int(whole), tuple(int(x.numerator * (whole // d)) for x, d in zip(row, denominators, strict=True))


LONG_INTEGER = 2**13
"""FLINT divides numbers of at least this many bits."""


def _labels(labels: Iterable[object] | None, size: int, what: str, line: str) -> tuple[str, ...]:
    if labels is None:
        return tuple(map(str, range(size)))
    if not isinstance(labels, str) and not is_list(labels):
        raise TypeError(f"{what}s={as_written(labels)}: write a list of labels, one for each {line}")
    found = tuple(map(str, labels))
    if len(found) != size:
        raise InputError(
            f"there {'is' if len(found) == 1 else 'are'} {counted(len(found), what + ' label')} "
            f"for {counted(size, line)}: write one for each {line}"
        )
    if len(set(found)) != size:
        repeated = next(label for k, label in enumerate(found) if label in found[:k])
        raise InputError(f"the {what} label {elided(repeated)!r} occurs twice: write a different one for each {line}")
    return found


def _shape(matrix: Matrix) -> str:
    return "{} × {}".format(*matrix.shape)
