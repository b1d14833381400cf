"""The attacker's view: queries on the private bits of a database, and their noisy answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.matrix import Matrix
from exactdp.shown import Shown

Database: TypeAlias = tuple[int, ...]
"""One private bit for each person."""

QueryWeights: TypeAlias = tuple[int, ...]
"""The weight of each person: 0 and 1 for a subset query; ±1 counts the people who match a pattern of bits."""

LARGEST_HADAMARD = 2**12
"""The most queries of a Hadamard matrix."""


@dataclass(frozen=True)
class Transcript(Shown):
    """Queries, their answers, and a bound E on the error of each answer; `error` is None if no bound is known.

    Domain: at least one query; one integer weight for each person in each query; one exact answer for each; E ≥ 0.
    Raises: `InputError` for anything else; as `exact` for a number.

    >>> seen = Transcript([(1, 1, 0), (0, 1, 1)], ["3/2", 1], "1/2")
    >>> seen.people, seen.admits((1, 1, 0)), seen.admits((0, 0, 1))
    (3, True, False)
    """

    queries: tuple[QueryWeights, ...]
    answers: tuple[Fraction, ...]
    error: Fraction | None = None

    def __init__(
        self, queries: Iterable[Iterable[Exact]], answers: Iterable[Exact], error: Exact | None = None
    ) -> None:
        rows = checked(queries)
        given = tuple(map(exact, answers))
        if len(given) != len(rows):
            raise InputError(
                f"{counted(len(rows), 'query', 'queries')} and {counted(len(given), 'answer')}: "
                "write one answer for each query"
            )
        self.__dict__.update(queries=rows, answers=given, error=None if error is None else error_bound(error))

    @property
    def people(self) -> int:
        """The number n of private bits."""
        return len(self.queries[0])

    @property
    def bound(self) -> Fraction:
        """The bound E. Raises: `InputError` if none is known."""
        if self.error is None:
            raise InputError("no bound on the errors is known: write one, such as error 1")
        return self.error

    @property
    def whole(self) -> tuple[tuple[int, int], ...]:
        """For each query, the least and the largest integer within E of the answer; the true value lies between them.

        If the least is above the largest, no integer is within E, and no database fits.
        Raises: `InputError` if no bound is known.

        >>> Transcript([(1, 1)], ["3/2"], "3/4").whole
        ((1, 2),)
        """
        return tuple((ceil(answer - self.bound), floor(answer + self.bound)) for answer in self.answers)

    def admits(self, database: Sequence[int]) -> bool:
        """Return whether every answer is within E of the database's. Raises: `InputError` for another number of bits.

        Source: Lecture notes, proof of Theorem 2.2, on the remaining candidates.
        """
        true = true_answers(self.queries, database)
        return all(abs(a - b) <= self.bound for a, b in zip(true, self.answers, strict=True))


def error_bound(value: Exact) -> Fraction:
    """Return a bound on the size of errors. Raises: as `exact`, and `InputError` below 0.

    >>> error_bound("-1")
    Traceback (most recent call last):
    exactdp.InputError: the error bound -1 is negative: write a number such as 1 or 3/2
    """
    bound = exact(value)
    if bound < 0:
        raise InputError(f"the error bound {elided(text(bound))} is negative: write a number such as 1 or 3/2")
    return bound


def checked(queries: Iterable[Iterable[Exact]]) -> tuple[QueryWeights, ...]:
    """Return queries as tuples of integer weights. Raises: `InputError` for none, ragged ones, or other weights.

    >>> checked([["1", 0]])
    ((1, 0),)
    >>> checked([[1, "1/2"]])
    Traceback (most recent call last):
    exactdp.InputError: row 1, column 2: the weight 1/2 is not a whole number: write whole weights, 0 and 1 for a subset
    """
    rows = tuple(tuple(map(exact, query)) for query in queries)
    if not rows or not rows[0]:
        raise InputError("no query is given: write at least one, with a weight for each of one or more people")
    for k, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise InputError(
                f"has {counted(len(row), 'weight')} and row 1 has {len(rows[0])}",
                advice="write rows of one length",
                row=k,
                value=len(row),
            )
        for j, weight in enumerate(row, start=1):
            if weight.denominator != 1:
                raise InputError(
                    f"the weight {elided(text(weight))} is not a whole number",
                    advice="write whole weights, 0 and 1 for a subset",
                    row=k,
                    column=j,
                    value=weight,
                )
    return tuple(tuple(map(int, row)) for row in rows)


def true_answers(queries: Sequence[QueryWeights], database: Sequence[int]) -> tuple[int, ...]:
    """Return the true answers to queries. Raises: `InputError` unless the database has one bit for each weight.

    >>> true_answers([(1, 1, 1), (1, -1, 0)], (0, 1, 1))
    (2, -1)
    """
    bits = tuple(database)
    if any(len(query) != len(bits) for query in queries) or not set(bits) <= {0, 1}:
        raise InputError(f"{elided(str(bits))} is not a database of the queries: write 0 or 1 for each person")
    return tuple(sum(weight for weight, bit in zip(query, bits, strict=True) if bit) for query in queries)


def distance(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the Hamming distance of two databases. Raises: `ValueError` if they have different lengths.

    >>> distance((0, 1, 1), (1, 1, 0))
    2
    """
    return sum(a != b for a, b in zip(first, second, strict=True))


def hadamard_queries(k: int, *, subsets: bool = False) -> tuple[QueryWeights, ...]:
    """Return the k rows of the Sylvester-Hadamard matrix: the characters of {0,1}^m, k = 2^m.

    A person with entry 1 counts if the bit is 1, a person with entry -1 if it is 0. So the row times the bits, plus the
    number of entries -1, is the count of a predicate of person and bit. With `subsets`, only people with entry 1 count,
    if the bit is 1: these are subset queries.

    Domain: k = 1, 2, 4, …, `LARGEST_HADAMARD`. Raises: `InputError` otherwise.

    >>> hadamard_queries(4)[3], hadamard_queries(4, subsets=True)[3]
    ((1, -1, -1, 1), (1, 0, 0, 1))
    """
    if not 1 <= k <= LARGEST_HADAMARD or k & (k - 1):
        raise InputError(f"{k} Hadamard queries do not exist: write 1, 2, 4, 8, … up to {LARGEST_HADAMARD}")
    negative = 0 if subsets else -1
    return tuple(tuple(negative if (x & y).bit_count() % 2 else 1 for x in range(k)) for y in range(k))


def read_transcript(table: Matrix, error: Exact | None = None) -> Transcript:
    """Return the transcript in a matrix: each row is a query, with a weight for each person and then the answer.

    Raises: as `Transcript`, and `InputError` for a matrix of one column.

    >>> read_transcript(Matrix([[1, 1, 2], [0, 1, 1]])).answers
    (Fraction(2, 1), Fraction(1, 1))
    """
    if table.shape[1] < 2:
        raise InputError("the queries have no weights: write a column for each person, and last one of the answers")
    rows = table.rows
    return Transcript([row[:-1] for row in rows], [row[-1] for row in rows], error)
