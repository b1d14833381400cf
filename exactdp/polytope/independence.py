"""Linear independence of a matrix's columns, proved modulo a prime."""

from collections.abc import Iterator, Sequence
from typing import Any

from flint import fmpq_mat, fmpz, fmpz_mat, nmod_mat

from exactdp.linear_programs.contracted_basis import pivots

SHORT_PRIMES = (3, 5, 7, 11, 13)
"""The primes tried first: elimination modulo a small prime is fast, because many coefficients become 0."""

FIRST_PRIMES = (2**61 - 1, 2**31 - 1, 2**19 - 1, 2**17 - 1)
"""The primes tried next; `primes` continues with others."""

IntegerMatrix = list[list[int]]
"""A matrix by its rows."""

LeftInverse = tuple[tuple[int, ...], ...]
"""The rows of a left inverse modulo a prime."""


def primes() -> Iterator[int]:
    """Yield `FIRST_PRIMES`, and then all others between 2^60 and 2^61, the largest first.

    >>> from itertools import islice
    >>> list(islice(primes(), 6))
    [2305843009213693951, 2147483647, 524287, 131071, 2305843009213693921, 2305843009213693907]
    """
    yield from FIRST_PRIMES
    yield from (p for p in range(FIRST_PRIMES[0] - 2, 2**60, -2) if fmpz(p).is_prime())


def independence(matrix: IntegerMatrix, first: Sequence[int] = SHORT_PRIMES) -> int | None:
    """Return a prime modulo which the matrix's columns are independent; None if they are linearly dependent.

    The primes in `first` are tried first, and then others until one decides. Let J be the columns that are not
    combinations of earlier columns, over the rationals. A prime is undecided only if J is dependent modulo it. Then it
    divides every minor of size |J| inside J. One of these minors is nonzero. By Hadamard's inequality, its absolute
    value is at most the product of the Euclidean lengths of the columns J. So the product of all undecided primes is at
    most this bound: with lengths of at most b bits, fewer than b·|J|/60 of the primes above 2^60 are undecided.

    >>> independence([[1, 0], [1, 1]]), independence([[3, 0], [1, 1]]), independence([[1, 2], [2, 4]])
    (3, 5, None)
    """
    entries, width = fmpz_mat(matrix), len(matrix[0])
    if width > len(matrix):
        return None
    for prime in first:
        if nmod_mat(entries, prime).rank() == width:
            return prime
    for prime in primes():
        if nmod_mat(entries, prime).rank() == width:
            return prime
        if _is_dependent(entries, prime):
            return None
    raise ArithmeticError("a minor that all primes between 2^60 and 2^61 divide is longer than any memory")


def independence_with_inverse(
    matrix: IntegerMatrix, first: Sequence[int] = SHORT_PRIMES
) -> tuple[int, LeftInverse] | None:
    """Return a prime as `independence` does, and a left inverse modulo it; None if the columns are dependent.

    >>> independence_with_inverse([[3, 0], [1, 1]])
    (5, ((2, 0), (3, 1)))
    """
    prime = independence(matrix, first)
    inverse = None if prime is None else left_inverse(matrix, prime)
    return None if prime is None or inverse is None else (prime, inverse)


def left_inverse(matrix: IntegerMatrix, prime: int) -> LeftInverse | None:
    """Return a left inverse modulo a prime; None if the columns are linearly dependent modulo the prime.

    >>> left_inverse([[1, 0], [1, 1], [0, 0]], 5), left_inverse([[5]], 5)
    (((1, 0, 0), (4, 1, 0)), None)
    """
    height, width = len(matrix), len(matrix[0])
    if width > height:
        return None
    # Row reduction of the matrix, augmented by the identity, gives a left inverse beside the pivots.
    beside = [[*row, *(int(i == k) for k in range(height))] for i, row in enumerate(matrix)]
    reduced, _ = nmod_mat(fmpz_mat(beside), prime).rref()
    if not all(int(reduced[b, b]) == 1 for b in range(width)):
        return None
    return tuple(tuple(int(reduced[b, width + k]) for k in range(height)) for b in range(width))


def _is_dependent(matrix: fmpz_mat, prime: int) -> bool:
    """Return whether the first column that depends on earlier ones modulo a prime also does so over the rationals."""
    modular = nmod_mat(matrix, prime)
    first = next(j for j, at in enumerate([*pivots(modular), None]) if j != at)
    columns = matrix.transpose().tolist()
    if not first:
        return not any(columns[0])
    earlier, right = fmpz_mat(columns[:first]).transpose(), columns[first]
    # Rows in which the earlier columns are independent determine the combination; the other rows must agree with it.
    rows = pivots(nmod_mat(earlier.transpose(), prime))
    table: list[list[Any]] = earlier.tolist()
    found: Any = fmpz_mat([table[i] for i in rows]).solve(fmpz_mat([[right[i]] for i in rows]))
    return bool(fmpq_mat(earlier) * found == fmpq_mat(fmpz_mat([[v] for v in right])))
