"""The search for a large remap: floating point proposes a remap, or prices that refute it; exact arithmetic decides.

Nothing here is trusted: every result is checked by multiplication.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from flint import fmpq_mat, fmpz, fmpz_mat, nmod_mat

from exactdp.arithmetic.exact import to_fmpq
from exactdp.linear_programs.contracted_basis import pivots
from exactdp.linear_programs.floating_point import rounded
from exactdp.linear_programs.linear_program import OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.independence import primes

Doubles: TypeAlias = npt.NDArray[np.float64]

ROUNDS = 1000
"""The number of projections onto the equations and the signs in floating point, for each margin."""

NOISE = 1e-12
"""The most that an entry may be below 0 before its error is corrected exactly."""

NEARER = 20
"""The most steps of Gilbert's method for the row sums."""

PRICE_BITS = 30
"""The number of bits of the prices of the row sums."""

KEPT_BITS = 60
"""The number of bits kept of a proposed entry."""


def search_remap(mechanism: Mechanism, source: Mechanism) -> fmpq_mat | None:
    """Search the interior for a T ≥ 0 with source·T = mechanism and row sums 1.

    Domain: both on the same number of inputs. None decides nothing: a remap may still exist, with zeros.

    >>> from exactdp.model.mechanism import identity
    >>> coin = Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])
    >>> search_remap(coin, identity(inputs=range(2)))
    [1/2, 1/2]
    [1/2, 1/2]
    >>> search_remap(identity(inputs=range(2)), coin) is None
    True
    """
    wide = np.array([[rounded(x.numerator, x.denominator) for x in row] for row in source])
    aim = np.array([[rounded(x.numerator, x.denominator) for x in row] for row in mechanism])
    try:
        near = _proposed(wide, aim)
        return _exactly(near, mechanism, source) if near.min() >= -NOISE else None
    except (np.linalg.LinAlgError, ZeroDivisionError):
        return None


def search_refutation(columns: Sequence[OptimalPoint]) -> list[Fraction] | None:
    """Return a refutation y of the equations A·T = b of a remap: y·A ≤ 0 and y·b > 0. Its columns do not fit together.

    Domain: for each response, a solution of the column's equations alone. The last entries of y are prices v of the row
    sums: no choice of columns has Σ_k v_k·Σ_r T_kr ≥ Σ v. The search (Gilbert's method) moves a point among the
    attainable sums towards (1, …, 1); v is the direction that remains. None decides nothing.

    >>> from exactdp.linear_programs.linear_program import LinearProgram
    >>> one, whole = Fraction(1), frozenset({0})
    >>> twice = solve(LinearProgram(2, {}, ({0: one, 1: one},), (2 * one,), whole))
    >>> multipliers = search_refutation([twice, twice])  # entries of 4 in all, where two rows sum to 1
    >>> sum(b * y for b, y in zip([2, 2, 1, 1], multipliers, strict=True)) > 0
    True
    """
    near = _row_sums(columns)
    for _ in range(NEARER):
        lacking = 1 - near
        prices = [int(each) for each in np.rint(lacking * (2**PRICE_BITS / np.abs(lacking).max()))]
        objective = {k: Fraction(-price) for k, price in enumerate(prices)}
        found = [solve(replace(each.program, objective=objective), seconds=inf, start=each.basis) for each in columns]
        columns = [each for each in found if isinstance(each, OptimalPoint)]
        if len(columns) < len(found):
            return None
        if sum(prices) + sum(each.value for each in columns) > 0:
            products = zip(*(each.multipliers for each in columns), strict=True)
            return [*(y for row in products for y in row), *map(Fraction, prices)]
        way = _row_sums(columns) - near
        if not way.any():
            return None
        near = near + way * np.clip((lacking @ way) / (way @ way), 0, 1)
    return None


def _row_sums(columns: Sequence[OptimalPoint]) -> Doubles:
    sums = [sum(row, Fraction(0)) for row in zip(*(each.point for each in columns), strict=True)]
    return np.array([rounded(each.numerator, each.denominator) for each in sums])


def _proposed(source: Doubles, aim: Doubles) -> Doubles:
    """Return a T near the equations, with entries above a bound if possible, by alternating projections."""
    inverse = np.linalg.pinv(source)
    middle, responses = source.shape[1], aim.shape[1]

    def on_equations(remap: Doubles) -> Doubles:
        near: Doubles = remap - inverse @ (source @ remap - aim)
        over: Doubles = (near.sum(axis=1, keepdims=True) - 1) / responses
        return near - over

    found = on_equations(np.full((middle, responses), 1 / responses))
    # A wider margin makes the exact correction safer; if a margin is impossible, a smaller one is tried.
    for margin in (1e-3, 1e-5, 0.0):
        least = margin / responses
        point = found
        for round_ in range(ROUNDS):
            # The Douglas-Rachford iteration: the average of the point and its reflections at the signs and the
            # equations.
            signed = np.maximum(point, least)
            point = point + on_equations(2 * signed - point) - signed
            if round_ % 20 == 19:
                found = on_equations(signed)
                if found.min() >= least / 2:
                    return found
    return found


def _exactly(proposed: Doubles, mechanism: Mechanism, source: Mechanism) -> fmpq_mat | None:
    """Correct the errors of a proposal exactly, in the columns of an invertible part of the source."""
    inputs, middle = source.shape
    scales = [lcm(*(x.denominator for x in row)) for row in source]
    whole = fmpz_mat([[int(x * scale) for x in row] for row, scale in zip(source, scales, strict=True)])
    prime, columns = _independent_columns(whole)
    transposed = [int(whole[i, k]) for k in columns for i in range(inputs)]
    rows = pivots(nmod_mat(len(columns), inputs, transposed, prime))
    part = fmpz_mat([[whole[i, k] for k in columns] for i in rows])
    exact = fmpq_mat(whole)
    aim = fmpq_mat([[to_fmpq(x * scale) for x in row] for row, scale in zip(mechanism, scales, strict=True)])
    scaled = [[int(x) for x in row] for row in np.rint(proposed * 2.0**KEPT_BITS).tolist()]
    remap = fmpq_mat(fmpz_mat(scaled)) / fmpz(2**KEPT_BITS)
    missing = aim - exact * remap
    fixed = fmpq_mat(part).solve(fmpq_mat([[missing[i, r] for r in range(missing.ncols())] for i in rows]))
    for at, k in enumerate(columns):
        for r in range(remap.ncols()):
            remap[k, r] += fixed[at, r]
    if exact * remap != aim:
        return None
    # The source maps the excess of the row sums over 1 to 0, so subtract it equally from all responses.
    for k in range(middle):
        row = [remap[k, r] for r in range(remap.ncols())]
        over = (sum(row[1:], row[0]) - 1) / len(row)
        for r, entry in enumerate(row):
            if entry < over:
                return None
            remap[k, r] = entry - over
    return remap


def _independent_columns(matrix: fmpz_mat) -> tuple[int, list[int]]:
    """Return a prime that preserves the matrix's rank, and that many columns independent modulo it.

    Every other prime divides all minors of the size of the rank, so few primes fail.
    """
    height, width = matrix.nrows(), matrix.ncols()
    found = ((prime, pivots(nmod_mat(matrix, prime))) for prime in primes())
    prime, columns = next(found)
    if len(columns) < min(height, width):
        rank = matrix.rank()
        while len(columns) < rank:
            prime, columns = next(found)
    return prime, columns
