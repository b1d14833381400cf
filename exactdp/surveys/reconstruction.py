"""Reconstruction: the databases that fit noisy answers, and the exact largest error of one of them.

Two databases c and d fit the same answers, with errors up to E, exactly if |q·(c - d)| ≤ 2E for every query q. Then the
midpoints of their true answers fit both. So the worst case over all answers is a vector with entries -1, 0 and 1. Every
query maps it to at most 2E in absolute value, and it has as many nonzero entries as possible.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, combinations
from math import floor
from typing import Any, TypeAlias

import highspy
import numpy as np
import numpy.typing as npt
from flint import fmpq

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, to_fmpq
from exactdp.arithmetic.spelling import text
from exactdp.linear_programs.floating_point import new_solver, rounded
from exactdp.model.sizes import by_name
from exactdp.shown import Shown
from exactdp.surveys.queries import (
    Database,
    QueryWeights,
    Transcript,
    checked,
    distance,
    error_bound,
    true_answers,
)

CANDIDATES = 4096
"""The most databases that fit."""

GUESSES = 2**22
"""The most steps of the search for the best guess."""

NODES = 2**18
"""The most partial vectors in the search for the worst case."""

FEW_PEOPLE = 12
"""Up to this number of people the search starts without a solver, so its result does not depend on the solver."""

Integers: TypeAlias = npt.NDArray[Any]
"""Exact integers: of 64 bits if every sum fits, otherwise Python's."""


# Concrete answers


@dataclass(frozen=True)
class Reconstruction(Shown):
    """All databases that fit a transcript, and a guess.

    `wrong` is the largest distance of two candidates, and so the largest number of wrong bits if the guess is a
    candidate. `guess` need not be a candidate; it is wrong in at most `guess_wrong` bits, and no guess can guarantee
    fewer than `any_guess_wrong`. Without candidates some error exceeds the bound, and the result is false.
    """

    transcript: Transcript = field(repr=False)
    candidates: tuple[Database, ...]
    wrong: int
    guess: Database | None
    guess_wrong: int
    any_guess_wrong: int

    def __bool__(self) -> bool:
        return bool(self.candidates)

    @property
    def certain(self) -> dict[int, int]:
        """The known bits, by person: those equal in all candidates."""
        return {j: bits[0] for j, bits in enumerate(zip(*self.candidates, strict=True)) if len(set(bits)) == 1}


def reconstruct(transcript: Transcript) -> Reconstruction:
    """Return all databases that fit, and a guess with the smallest largest number of wrong bits found.

    The search is complete: it visits every database, or excludes all databases with its prefix.
    Domain: up to `CANDIDATES` databases that fit. Raises: `InputError` for more, and if no error bound is known.
    Source: Lecture notes, proof of Theorem 2.2, for any queries.

    >>> found = reconstruct(Transcript([(1, 1, 0), (0, 0, 1)], [1, 1], 0))
    >>> found.candidates, found.wrong, found.certain
    (((0, 1, 1), (1, 0, 1)), 2, {2: 1})
    >>> found.guess_wrong, found.any_guess_wrong
    (1, 1)
    >>> bool(reconstruct(Transcript([(1, 1)], [3], "1/2")))
    False
    """
    found: list[Database] = []
    lowest, highest = zip(*transcript.whole, strict=True)
    for database in _vectors(transcript.queries, lowest, highest, ((0, 1),) * transcript.people):
        if len(found) == CANDIDATES:
            raise InputError(
                f"more than {CANDIDATES:,} databases fit the answers: ask more queries, or allow smaller errors"
            )
        found.append(database)
    if not found:
        return Reconstruction(transcript, (), 0, None, 0, 0)
    wrong = max((distance(a, b) for a, b in combinations(found, 2)), default=0)
    guess, guess_wrong, least = _best_guess(found, wrong)
    return Reconstruction(transcript, tuple(found), wrong, guess, guess_wrong, least)


def _vectors(
    weights: Sequence[Sequence[int]],
    lowest: Sequence[int],
    highest: Sequence[int],
    entries: Sequence[Sequence[int]],
) -> Iterator[tuple[int, ...]]:
    """Yield the vectors v with entries from the lists and lowest ≤ weights·v ≤ highest, in the order of the lists."""
    size = max(sum(map(abs, row)) for row in weights) + max(map(abs, (*lowest, *highest)))
    kind = _kind(size)
    columns: Integers = np.array(weights, dtype=kind).T
    ends = [[columns[j] * entry for entry in choice] for j, choice in enumerate(entries)]
    # The most that the entries from j on can still add to each row.
    none: Integers = np.zeros(len(lowest), dtype=kind)
    least, most = [none], [none]
    for choice in reversed(ends):
        least.append(least[-1] + np.minimum.reduce(choice))
        most.append(most[-1] + np.maximum.reduce(choice))
    lower: list[Integers] = [np.array(lowest, dtype=kind) - rest for rest in reversed(most)]
    upper: list[Integers] = [np.array(highest, dtype=kind) - rest for rest in reversed(least)]
    chosen: list[int] = []

    def extended(sums: Integers) -> Iterator[tuple[int, ...]]:
        j = len(chosen)
        if bool((sums < lower[j]).any()) or bool((sums > upper[j]).any()):
            return
        if j == len(entries):
            yield tuple(chosen)
            return
        for entry, added in zip(entries[j], ends[j], strict=True):
            chosen.append(entry)
            yield from extended(sums + added)
            chosen.pop()

    yield from extended(none)


def _best_guess(candidates: Sequence[Database], diameter: int) -> tuple[Database, int, int]:
    """Return a guess, its largest distance from a candidate, and a lower bound on this distance for every guess."""
    people = len(candidates[0])
    columns = list(zip(*candidates, strict=True))
    majority = tuple(int(2 * sum(bits) > len(candidates)) for bits in columns)
    worst = {guess: max(distance(guess, each) for each in candidates) for guess in (majority, *candidates[:64])}
    best = min(worst, key=lambda guess: worst[guess])
    least = -(-diameter // 2)
    steps, chosen = 0, [0] * people

    def better(j: int, distances: tuple[int, ...]) -> Database | None:
        nonlocal steps
        steps += len(candidates)
        if max(distances) >= worst[best] or steps > GUESSES:
            return None
        if j == people:
            return tuple(chosen)
        # If all candidates agree on a bit, the other bit is never better.
        for bit in dict.fromkeys((majority[j], 1 - majority[j])) if len(set(columns[j])) > 1 else (majority[j],):
            chosen[j] = bit
            found = better(j + 1, tuple(d + (b != bit) for d, b in zip(distances, columns[j], strict=True)))
            if found is not None:
                return found
        return None

    while worst[best] > least:
        found = better(0, (0,) * len(candidates))
        if found is None:
            break
        worst[found] = max(distance(found, each) for each in candidates)
        best = found
    return best, worst[best], least if steps > GUESSES else worst[best]


# The worst case over all answers


@dataclass(frozen=True)
class WorstCase(Shown):
    """Two databases that fit the same answers and differ in `wrong` bits, and a bound on the distance of any two.

    `at_most` is the bound, proved by a search or by the argument in `proof`. If it equals `wrong`, the worst case is
    exact; otherwise the result is false.
    """

    error: Fraction
    databases: tuple[Database, Database]
    wrong: int
    at_most: int
    proof: str

    def __bool__(self) -> bool:
        return self.wrong == self.at_most

    def answers(self, queries: Iterable[QueryWeights]) -> tuple[Fraction, ...]:
        """Return answers that fit both databases: the midpoints of their true answers. Raises: as `true_answers`."""
        rows = tuple(queries)
        both = (true_answers(rows, database) for database in self.databases)
        return tuple(Fraction(a + b, 2) for a, b in zip(*both, strict=True))


@by_name
def worst_case_of_all_subsets(*, n: int, error: Exact) -> WorstCase:
    """Return the worst case of the queries on all subsets of n people: min(n, 2·⌊2E⌋) wrong bits.

    Let c - d have p entries 1 and m entries -1. The answers on these two subsets differ by p and by m, and on no subset
    by more. So p and m may be any numbers up to 2E.
    Domain: n ≥ 1, E ≥ 0. Raises: `InputError` outside; as `exact`.
    Source: Lecture notes, Theorem 2.2, with the bound 4E.

    >>> found = worst_case_of_all_subsets(n=5, error="5/4")
    >>> found.wrong, found.databases
    (4, ((1, 1, 0, 0, 0), (0, 0, 1, 1, 0)))
    """
    if n < 1:
        raise InputError(f"n = {n}: write at least one person")
    bound = error_bound(error)
    each = floor(2 * bound)
    more = min(each, (n + 1) // 2)
    less = min(each, n // 2)
    first = (1,) * more + (0,) * (n - more)
    second = (0,) * more + (1,) * less + (0,) * (n - more - less)
    return WorstCase(bound, (first, second), more + less, more + less, "at most ⌊2E⌋ bits each way")


def worst_case(queries: Iterable[Iterable[Exact]], error: Exact) -> WorstCase:
    """Return the worst case of any queries: the largest distance of two databases that fit the same answers.

    An integer program in floating point proposes two databases, and an exhaustive search, in integers, proves that no
    two differ in more. If the search exceeds `NODES`, the bound is that of `spectral_bound`, and the result is false
    unless this bound is attained.
    Domain and errors: as `Transcript`.

    >>> from exactdp.surveys.queries import hadamard_queries
    >>> found = worst_case(hadamard_queries(8), "3/2")
    >>> found.wrong, found.proof, bool(found)
    (5, 'a search through all differences of two databases', True)
    """
    rows, bound = checked(queries), error_bound(error)
    spectral = spectral_bound(rows, bound)
    search = _Search(rows, floor(2 * bound), spectral.wrong)
    search.run()
    pair = tuple(int(entry > 0) for entry in search.best), tuple(int(entry < 0) for entry in search.best)
    if search.wrong < spectral.wrong and search.nodes <= NODES:
        return WorstCase(bound, pair, search.wrong, search.wrong, "a search through all differences of two databases")
    return WorstCase(bound, pair, search.wrong, spectral.wrong, spectral.says)


class _Search:
    """The search for a vector of -1, 0, 1 with the most nonzero entries that each row maps to at most `size`.

    The first nonzero entry is 1, because v and -v are equivalent.
    """

    def __init__(self, rows: Sequence[QueryWeights], size: int, at_most: int) -> None:
        self.rows = _without_repeats(rows)
        self.size, self.at_most, self.people = size, at_most, len(rows[0])
        self.best = _checked_proposal(self.rows, size, at_most)
        self.wrong, self.nodes = sum(map(abs, self.best)), 0
        kind = _kind(max(sum(map(abs, row)) for row in self.rows) + size)
        self.columns: Integers = np.array([*self.rows, *_on_halves(self.rows)], dtype=kind).T
        rest: list[Integers] = [np.zeros(self.columns.shape[1], dtype=kind)]
        for column in self.columns[::-1]:
            rest.append(rest[-1] + np.abs(column))
        self.reach = [left + size for left in reversed(rest)]
        self.chosen = [0] * self.people

    def run(self) -> None:
        self.extend(0, 0, np.zeros(self.columns.shape[1], dtype=self.columns.dtype))

    def extend(self, j: int, weight: int, sums: Integers) -> None:
        done = self.wrong == self.at_most or self.nodes > NODES
        if done or weight + self.people - j <= self.wrong:
            return
        self.nodes += 1
        if bool((np.abs(sums) > self.reach[j]).any()):
            return
        if j == self.people:
            self.best, self.wrong = tuple(self.chosen), weight
            return
        for entry in (1, -1, 0) if weight else (1, 0):
            self.chosen[j] = entry
            self.extend(j + 1, weight + abs(entry), sums + entry * self.columns[j] if entry else sums)
        self.chosen[j] = 0


def _kind(largest: int) -> type:
    return np.int64 if largest < 2**62 else object


def _without_repeats(rows: Iterable[QueryWeights]) -> list[QueryWeights]:
    """Return the rows without repetitions; a row and its negative are equivalent."""
    return list(dict.fromkeys(max(row, _opposite(row)) for row in rows))


def _opposite(row: QueryWeights) -> QueryWeights:
    return tuple(-weight for weight in row)


def _on_halves(rows: Sequence[QueryWeights]) -> list[QueryWeights]:
    """Return rows with bounds implied by the given rows, which prune the search earlier.

    Let (a, b) and (a, -b), or its negative, be rows. Up to sign, (a, 0) and (0, b) are their means, so they are also
    bounded.
    """
    half = len(rows[0]) // 2
    if not half:
        return []
    known = set(rows)
    means = [row for row in rows if not known.isdisjoint(_half_turned(row, half))]
    first, second = (_without_repeats(part) for part in ([row[:half] for row in means], [row[half:] for row in means]))
    if not means:
        return []
    return [
        *(row + (0,) * (len(rows[0]) - half) for row in (*first, *_on_halves(first))),
        *((0,) * half + row for row in (*second, *_on_halves(second))),
    ]


def _half_turned(row: QueryWeights, half: int) -> tuple[QueryWeights, QueryWeights]:
    turned = row[:half] + _opposite(row[half:])
    return turned, _opposite(turned)


def _checked_proposal(rows: Sequence[QueryWeights], size: int, at_most: int) -> tuple[int, ...]:
    if len(rows[0]) <= FEW_PEOPLE:
        return (0,) * len(rows[0])
    proposal = _proposed_difference(rows, size, at_most)
    fits = all(abs(sum(a * b for a, b in zip(row, proposal, strict=True))) <= size for row in rows)
    return proposal if fits else (0,) * len(rows[0])


def _proposed_difference(rows: Sequence[QueryWeights], size: int, at_most: int) -> tuple[int, ...]:
    """Return the solution of HiGHS; its variables are the entries 1, then the entries -1."""
    people = len(rows[0])
    solver = new_solver()
    for option, setting in (("presolve", "on"), ("mip_max_nodes", 200), ("time_limit", 10.0)):
        solver.setOptionValue(option, setting)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = 2 * people, len(rows) + people + 1
    lp.col_cost_ = -np.ones(2 * people)
    lp.col_lower_, lp.col_upper_ = np.zeros(2 * people), np.ones(2 * people)
    above = [rounded(bound) for bound in [size] * len(rows) + [1] * people + [at_most]]
    lp.row_upper_, lp.row_lower_ = np.array(above), np.array([-bound for bound in above])
    matrix = [[*row, *_opposite(row)] for row in rows]
    matrix += [[int(k in (j, j + people)) for k in range(2 * people)] for j in range(people)]
    matrix.append([1] * (2 * people))
    entries = [[(k, row[j]) for k, row in enumerate(matrix) if row[j]] for j in range(2 * people)]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = np.array([0, *accumulate(map(len, entries))])
    lp.a_matrix_.index_ = np.array([k for entry in entries for k, _ in entry], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([rounded(v) for entry in entries for _, v in entry])
    lp.integrality_ = [highspy.HighsVarType.kInteger] * (2 * people)
    solver.passModel(lp)
    solver.run()
    point = list(solver.getSolution().col_value)
    if len(point) != 2 * people:
        return (0,) * people
    return tuple(round(more) - round(less) for more, less in zip(point[:people], point[people:], strict=True))


# The bound of the least eigenvalue


@dataclass(frozen=True)
class SpectralBound(Shown):
    """A bound on the distance w of two databases that fit the same answers, from Q^T·Q ≥ λ: λ·w ≤ m·⌊2E⌋², m queries.

    If all weights are odd, the answers of the two differ by w modulo 2, so by at most ⌊2E⌋ or ⌊2E⌋ - 1. If `without`
    names a person p, then Q^T·Q ≥ λ·(I - e_p·e_p^T), so one more bit can be wrong.
    """

    error: Fraction
    eigenvalue: Fraction
    without: int | None
    wrong: int

    @property
    def says(self) -> str:
        """The argument in words."""
        if not self.eigenvalue:
            return "no two databases differ in more bits than they have"
        rest = "" if self.without is None else f", except for person {self.without}"
        return f"all eigenvalues of QᵀQ are at least {text(self.eigenvalue)}{rest}"


def spectral_bound(queries: Iterable[Iterable[Exact]], error: Exact) -> SpectralBound:
    """Return the bound on wrong bits from a proved lower bound λ on the eigenvalues of Q^T·Q.

    Floating point proposes λ, and the person to leave out. Elimination of Q^T·Q - λ without a negative pivot proves it.
    For a Hadamard matrix λ = m = k, and the bound is at most 4E². For its subset queries, λ = k/4 without the first
    person, and the bound is at most 16E² + 1.
    Domain and errors: as `Transcript`.

    >>> from exactdp.surveys.queries import hadamard_queries
    >>> spectral_bound(hadamard_queries(64), 3).wrong, spectral_bound(hadamard_queries(32, subsets=True), 1).wrong
    (36, 17)
    """
    rows, bound = checked(queries), error_bound(error)
    size = max(abs(weight) for row in rows for weight in row)
    matrix: Integers = np.array(rows, dtype=_kind(size**2 * len(rows)))
    gram = [[int(entry) for entry in row] for row in matrix.T @ matrix]
    odd = all(weight % 2 for row in rows for weight in row)
    found = []
    diagonal = not any(entry for i, row in enumerate(gram) for j, entry in enumerate(row) if i != j)
    # With orthogonal columns all people are equivalent.
    for without in (None,) if diagonal else (None, _most_concerned(gram)):
        value = next(value for value in _proposed(gram, without) if _is_semidefinite(gram, value, without))
        free = int(without is not None)
        fits = (
            w
            for w in range(len(rows[0]), -1, -1)
            if value * (w - free) <= len(rows) * _largest(floor(2 * bound), w, odd) ** 2
        )
        found.append(SpectralBound(bound, value, without, next(fits, 0)))
    return min(found, key=lambda each: each.wrong)


def _largest(size: int, weight: int, odd: bool) -> int:
    """Return the largest difference of two answers up to `size`, for databases that differ in `weight` bits."""
    return size - (size - weight) % 2 if odd and size else size


def _most_concerned(gram: Sequence[Sequence[int]]) -> int:
    """Return the person with the largest part in the eigenvector of the least eigenvalue."""
    _, vectors = np.linalg.eigh(np.array(gram, dtype=np.float64))
    return int(np.abs(vectors[:, 0]).argmax())


def _proposed(gram: Sequence[Sequence[int]], without: int | None) -> Iterator[Fraction]:
    if without is None:
        least = np.linalg.eigvalsh(np.array(gram, dtype=np.float64))[0]
    else:
        # The Schur complement: the minimum of the form over all values of the person left out.
        others = np.array([i for i in range(len(gram)) if i != without], dtype=np.int64)
        block = np.array(gram, dtype=np.float64)
        column = block[others, without]
        pivot = max(gram[without][without], 1)
        rest = block[np.ix_(others, others)] - np.outer(column, column) / pivot
        least = np.linalg.eigvalsh(rest)[0] if len(others) else block[0, 0]
    yield Fraction(round(4 * least), 4)
    for bits in (24, 16, 8):
        yield max(Fraction(floor(least * 2**bits) - 1, 2**bits), Fraction(0))
    yield Fraction(0)


def _is_semidefinite(gram: Sequence[Sequence[int]], eigenvalue: Fraction, without: int | None) -> bool:
    """Return whether the matrix minus λ·I is positive semidefinite, λ ≥ 0, without λ at the person left out."""
    if eigenvalue <= 0:
        return eigenvalue == 0
    left = [
        [fmpq(x) - (to_fmpq(eigenvalue) if i == j != without else 0) for j, x in enumerate(row)]
        for i, row in enumerate(gram)
    ]
    for k, row in enumerate(left):
        if row[k] < 0 or (row[k] == 0 and any(entry != 0 for entry in row[k:])):
            return False
        for other in left[k + 1 :]:
            if other[k] != 0:
                factor = other[k] / row[k]
                for j in range(k, len(left)):
                    other[j] -= factor * row[j]
    return True
