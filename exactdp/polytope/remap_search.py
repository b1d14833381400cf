"""The search for a remap that has many: floating point proposes one inside, and exact arithmetic sets it right.

Nothing here is trusted: what is returned has been multiplied out.
"""

from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from flint import fmpq_mat, fmpz, fmpz_mat, nmod_mat

from exactdp.arithmetic.exact import to_fmpq
from exactdp.linear_programs.contracted_basis import pivots
from exactdp.linear_programs.floating_point import rounded
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.independence import primes

Doubles: TypeAlias = npt.NDArray[np.float64]

ROUNDS = 1000
"""How many times floating point goes back and forth between the equations and the signs, for each margin."""

NOISE = 1e-12
"""How far below 0 an entry may be that is 0 or more when its error is made good."""

KEPT_BITS = 60
"""How many bits of a proposed entry are kept."""


def search_remap(mechanism: Mechanism, source: Mechanism) -> fmpq_mat | None:
    """Return a T ≥ 0 with source·T = mechanism and rows of sum 1, if one is found by looking inside.

    Domain: both on as many inputs. None says nothing: there may be remaps all the same, each with zeros.

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


def _proposed(source: Doubles, aim: Doubles) -> Doubles:
    """Return a T near the equations, each entry above a bound if there is room: by projections in turn."""
    inverse = np.linalg.pinv(source)
    middle, responses = source.shape[1], aim.shape[1]

    def on_equations(remap: Doubles) -> Doubles:
        near: Doubles = remap - inverse @ (source @ remap - aim)
        over: Doubles = (near.sum(axis=1, keepdims=True) - 1) / responses
        return near - over

    found = on_equations(np.full((middle, responses), 1 / responses))
    # The wider the margin that is left, the safer the exact correction; where there is none, a smaller one is tried.
    for margin in (1e-3, 1e-5, 0.0):
        least = margin / responses
        point = found
        for round_ in range(ROUNDS):
            # Reflected at the signs and then at the equations, halfway: Douglas and Rachford's way to a common point.
            signed = np.maximum(point, least)
            point = point + on_equations(2 * signed - point) - signed
            if round_ % 20 == 19:
                found = on_equations(signed)
                if found.min() >= least / 2:
                    return found
    return found


def _exactly(proposed: Doubles, mechanism: Mechanism, source: Mechanism) -> fmpq_mat | None:
    """Return the proposal with its errors made good in the columns of an invertible part of the source."""
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
    # What the rows sum to beyond 1 is nothing to the source, and is taken from all responses alike.
    for k in range(middle):
        row = [remap[k, r] for r in range(remap.ncols())]
        over = (sum(row[1:], row[0]) - 1) / len(row)
        for r, entry in enumerate(row):
            if entry < over:
                return None
            remap[k, r] = entry - over
    return remap


def _independent_columns(matrix: fmpz_mat) -> tuple[int, list[int]]:
    """Return a prime modulo which the matrix has its rank, and as many columns that are independent modulo it.

    Any other prime divides every minor of the size of the rank, so that there are few.
    """
    height, width = matrix.nrows(), matrix.ncols()
    found = ((prime, pivots(nmod_mat(matrix, prime))) for prime in primes())
    prime, columns = next(found)
    if len(columns) < min(height, width):
        rank = matrix.rank()
        while len(columns) < rank:
            prime, columns = next(found)
    return prime, columns
