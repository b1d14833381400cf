"""The α-private mechanism nearest to a matrix in the maximum norm, with a proof.

Among the nearest mechanisms it has the smallest sum of moves. A fixed rule breaks the remaining ties: the least Σ
k²·x_k, with the entries numbered k = 1, 2, … row by row, and then the first in lexicographic order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from flint import fmpz_mat, nmod_mat

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.spelling import counted
from exactdp.linear_programs.contracted_basis import PRIME
from exactdp.linear_programs.linear_program import Coefficients, Infeasible, LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import rational, table
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, edges
from exactdp.model.users import BayesianUser, point_mass
from exactdp.optimum.linear_program import dual_of, linear_program
from exactdp.optimum.problem import Constraint, NoMechanism, Optimum, Problem
from exactdp.shown import Shown

LARGEST_MOVED = 625
"""The most entries of a matrix in the search for the nearest mechanism."""

TIE_SECONDS = 60
"""The time limit, in seconds, of a linear program that breaks ties."""

Intervals = Sequence[Sequence[Enclosure]]


@dataclass(frozen=True)
class Nearest(Shown):
    """An α-private mechanism nearest to `printed`, within the intervals if they are given.

    `proof`, the certified statement, is the optimum of `distance_problem`. `settled` is false if the ties were not
    broken within `TIE_SECONDS`; then the mechanism is one of the nearest.
    """

    mechanism: Mechanism
    printed: Matrix
    distance: Fraction
    proof: Optimum
    settled: bool

    def __bool__(self) -> bool:
        return True


def nearest(
    printed: Matrix,
    alpha: Fraction,
    neighbours: Neighbours,
    intervals: Intervals | None = None,
    progress: Progress = silent,
) -> Nearest | NoMechanism | Unsolved:
    """Return the nearest α-private mechanism, or the proof that none has its entries in the intervals.

    `Unsolved` above `LARGEST_MOVED` entries, or if a limit stopped the search.

    >>> from exactdp.model.neighbours import path
    >>> found = nearest(Matrix([["0.7", "0.3"], ["0.3", "0.7"]]), Fraction(1, 2), path(inputs=range(2)))
    >>> found.distance, found.mechanism.rows[0]
    (Fraction(1, 30), (Fraction(2, 3), Fraction(1, 3)))
    """
    problem = distance_problem(printed, alpha, neighbours, intervals)
    inputs, responses = printed.shape
    if inputs * responses > LARGEST_MOVED:
        return Unsolved(f"{counted(inputs * responses, 'entry', 'entries')}: up to {LARGEST_MOVED} are moved", problem)
    progress("the least distance")
    width, extra, one = problem.responses, inputs * problem.responses, Fraction(1)
    program = linear_program(problem)
    least = solve(program, progress=progress)
    if isinstance(least, Infeasible):
        return NoMechanism(problem, dual_of(problem, least.multipliers))
    if not isinstance(least, OptimalPoint):
        return Unsolved(getattr(least, "reason", "no least distance was found"), problem)
    # Fix the row of the additional input.
    at = least.value / rational(problem.user.loss(inputs, 0))
    last = [at, 1 - at, *[Fraction(0)] * (width - 2)]
    settled: list[tuple[Coefficients, Fraction]] = [({extra + r: one}, last[r]) for r in range(width) if r != 1]
    places = {i * width + r: printed[i, r] for i in range(inputs) for r in range(responses)}
    point = _settled(program.with_rows(settled, exactly=True), places, progress)
    chosen = least.point if point is None else point
    rows = [chosen[i * width : (i + 1) * width] for i in range(inputs)]
    dual = dual_of(problem, least.multipliers)
    proof = Optimum(problem, least.value, dual, None, Mechanism([*rows, last]))
    mechanism = Mechanism([row[:responses] for row in rows], printed.inputs, printed.responses)
    return Nearest(mechanism, printed, least.value, proof, point is not None)


def distance_problem(
    printed: Matrix, alpha: Fraction, neighbours: Neighbours, intervals: Intervals | None = None
) -> Problem:
    """Return the problem whose value is the least distance of an α-private mechanism from a matrix.

    It has one additional input, without neighbours. The user's prior is 1 on that input, and only its response 0 has a
    loss. The constraints make this loss at least |x_ir - p_ir| for every entry. (A matrix with one column gets a second
    column of zeros.)

    >>> from exactdp.model.neighbours import path
    >>> problem = distance_problem(Matrix([["0.7", "0.3"], ["0.3", "0.7"]]), Fraction(1, 2), path(inputs=range(2)))
    >>> problem.user
    BayesianUser(a table, prior 0, 0, 1)
    >>> problem.constraints[:2]
    (Constraint(-x[0,0] + x[2,0] ≥ -7/10), Constraint(x[0,0] + x[2,0] ≥ 7/10))
    """
    inputs, responses = printed.shape
    width = max(responses, 2)
    scale = ceil(max(max(entry, 1 - entry) for row in printed.rows for entry in row))
    constraints = []
    for i, row in enumerate(printed.rows):
        for r, entry in enumerate(row):
            constraints += [
                Constraint({(inputs, 0): scale, (i, r): -1}, -entry),
                Constraint({(inputs, 0): scale, (i, r): 1}, entry),
            ]
            if intervals is not None:
                constraints += [
                    Constraint({(i, r): 1}, intervals[i][r].lower),
                    Constraint({(i, r): -1}, -intervals[i][r].upper),
                ]
    if width > responses:
        constraints += [Constraint({(i, 1): 1}, 0, exactly=True) for i in range(inputs)]
    loss = table([[0] * width] * inputs + [[scale] + [0] * (width - 1)])
    user = BayesianUser(loss, point_mass(n=inputs, i=inputs))
    return Problem(user, alpha, edges(neighbours.pairs, n=inputs), responses=range(width), constraints=constraints)


def nearest_point(
    program: LinearProgram,
    printed: Matrix,
    intervals: Intervals | None = None,
    progress: Progress = silent,
) -> tuple[Fraction, ...] | None:
    """Return the point of a linear program that is nearest to a matrix; None if none exists or none is found.

    Ties are broken by the rules of this module, within `TIE_SECONDS`.
    Domain: the program's first variables are the entries, row by row, and it is bounded; its objective is ignored.

    >>> one = Fraction(1)
    >>> sum_is_one = LinearProgram(2, {}, ({0: one, 1: one},), (one,), frozenset({0}))
    >>> nearest_point(sum_is_one, Matrix([["1/2", "1/4"]]))
    (Fraction(5, 8), Fraction(3, 8))
    """
    places = dict(enumerate(entry for row in printed.rows for entry in row))
    most, one = program.variables, Fraction(1)
    kept: list[tuple[Coefficients, Fraction]] = []
    if intervals is not None:
        for j, interval in enumerate(each for row in intervals for each in row):
            kept += [({j: one}, interval.lower), ({j: -one}, -interval.upper)]
    for j, entry in places.items():
        kept += [({most: one, j: -one}, -entry), ({most: one, j: one}, entry)]
    wider = replace(program, variables=most + 1, objective={most: one}).with_rows(kept)
    progress("the least distance")
    found = solve(wider, progress=progress)
    if not isinstance(found, OptimalPoint):
        return None
    point = _settled(_face(found), places, progress) or found.point
    return point[: program.variables]


def _settled(program: LinearProgram, places: Mapping[int, Fraction], progress: Progress) -> tuple[Fraction, ...] | None:
    """Return the feasible point with the smallest sum of moves from the entries at `places`; of several, the first."""
    progress("the least movement in all")
    one, size = Fraction(1), program.variables
    moved = range(size, size + len(places))
    rows: list[tuple[Coefficients, Fraction]] = []
    for m, (j, entry) in zip(moved, places.items(), strict=True):
        rows += [({m: one, j: -one}, -entry), ({m: one, j: one}, entry)]
    current = replace(program, variables=size + len(places)).with_rows(rows)
    squares: Coefficients = {j: Fraction((k + 1) ** 2) for k, j in enumerate(places)}
    objectives: list[Coefficients] = [dict.fromkeys(moved, one), squares, *({j: one} for j in places)]
    point: tuple[Fraction, ...] | None = None
    for objective in objectives:
        found = solve(replace(current, objective=objective), seconds=TIE_SECONDS, progress=progress)
        if not isinstance(found, OptimalPoint):
            return None
        point, current = found.point[:size], _face(found)
        if _determined(current):
            break
        progress("the first of the nearest ones")
    return point


def _face(optimum: OptimalPoint) -> LinearProgram:
    """Return the program of all optimal points: constraints with a price are tight."""
    program = optimum.program
    left = [program.objective.get(j, Fraction(0)) for j in range(program.variables)]
    for row, price in zip(program.rows, optimum.multipliers, strict=True):
        if price:
            for j, v in row.items():
                left[j] -= price * v
    priced = {k for k, price in enumerate(optimum.multipliers) if price}
    tight = replace(program, equalities=program.equalities | priced)
    return tight.with_rows([({j: Fraction(1)}, Fraction(0)) for j, v in enumerate(left) if v], exactly=True)


def _determined(program: LinearProgram) -> bool:
    """Return whether the equalities have one solution, by their independence modulo a prime."""
    _, rows, _, _ = program.in_integers
    entries = [rows[k].get(j, 0) for k in sorted(program.equalities) for j in range(program.variables)]
    matrix = fmpz_mat(len(program.equalities), program.variables, entries)
    return nmod_mat(matrix, PRIME).rank() == program.variables
