"""Linear independence of a matrix's columns, proved by a left inverse modulo a prime."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from flint import fmpq_mat, fmpz, fmpz_mat, nmod_mat

from exactdp.linear_programs.contracted_basis import pivots

FIRST_PRIMES = (2**61 - 1, 2**31 - 1, 2**19 - 1, 2**17 - 1)
"""The primes tried first; `primes` continues with others."""

IntegerMatrix = list[list[int]]
"""A matrix by its rows."""


def primes() -> Iterator[int]:
    """Yield the first primes to try, and then all others between 2^60 and 2^61, the largest first.

    >>> from itertools import islice
    >>> list(islice(primes(), 6))
    [2305843009213693951, 2147483647, 524287, 131071, 2305843009213693921, 2305843009213693907]
    """
    yield from FIRST_PRIMES
    yield from (p for p in range(FIRST_PRIMES[0] - 2, 2**60, -2) if fmpz(p).is_prime())


def independence(matrix: IntegerMatrix, first: Sequence[int] = ()) -> tuple[int, tuple[tuple[int, ...], ...]] | None:
    """Return a prime, and a left inverse of the matrix modulo it; None if the columns are linearly dependent.

    Primes are tried until one decides, first those in `first`. Let J be the columns that are not combinations of
    earlier columns, over the rationals. A prime is undecided only if J is dependent modulo it. Then it divides every
    minor of size |J| inside J. One of these minors is nonzero, and by Hadamard's inequality its absolute value is at
    most the product of the Euclidean lengths of the columns J. So the product of all undecided primes is at most this
    bound: with lengths of at most b bits, fewer than b·|J|/60 of the primes above 2^60 are undecided.

    >>> independence([[1, 0], [1, 1]])
    (2305843009213693951, ((1, 0), (2305843009213693950, 1)))
    >>> independence([[2**61 - 1]]), independence([[1, 2], [2, 4]])
    ((2147483647, ((2147483645,),)), None)
    """
    for prime in chain(first, primes()):
        inverse = left_inverse(matrix, prime)
        if inverse is not None:
            return prime, inverse
        if _is_dependent(matrix, prime):
            return None
    raise ArithmeticError("a minor that all primes between 2^60 and 2^61 divide is longer than any memory")


def left_inverse(matrix: IntegerMatrix, prime: int) -> tuple[tuple[int, ...], ...] | None:
    """Return a left inverse modulo a prime; None if the columns are linearly dependent modulo the prime.

    >>> left_inverse([[1, 0], [1, 1], [0, 0]], 5)
    ((1, 0, 0), (4, 1, 0))
    """
    height, width = len(matrix), len(matrix[0])
    if width > height:
        return None
    beside = [[entry % prime for entry in row] + [int(i == k) for k in range(height)] for i, row in enumerate(matrix)]
    reduced, _ = nmod_mat(height, width + height, [entry for row in beside for entry in row], prime).rref()
    # Row reduction of the matrix, augmented by the identity, gives a left inverse.
    if any(int(reduced[b, b]) != 1 for b in range(width)):
        return None
    return tuple(tuple(int(reduced[b, width + k]) for k in range(height)) for b in range(width))


def _is_dependent(matrix: IntegerMatrix, prime: int) -> bool:
    """Return whether the first column that depends on earlier ones modulo a prime also does so over the rationals."""
    height, width = len(matrix), len(matrix[0])
    if width > height:
        return True
    before = pivots(nmod_mat(height, width, [entry % prime for row in matrix for entry in row], prime))
    first = next(j for j, at in enumerate([*before, None]) if j != at)
    if not first:
        return not any(row[0] for row in matrix)
    # Rows in which the earlier columns are independent determine the combination; the other rows must agree with it.
    across = nmod_mat(first, height, [row[j] % prime for j in range(first) for row in matrix], prime)
    rows = [matrix[i] for i in pivots(across)]
    found: Any = fmpz_mat([row[:first] for row in rows]).solve(fmpz_mat([[row[first]] for row in rows]))
    every = fmpq_mat(fmpz_mat([row[:first] for row in matrix]))
    return bool(every * found == fmpq_mat(fmpz_mat([[row[first]] for row in matrix])))
