"""Repair: the exact mechanism behind a rounded matrix, or behind a solver's floating-point output."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

from exactdp.answers.audit import Audit, audit
from exactdp.answers.optimality import Optimality, decide
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import Exact, entry
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential, real_level
from exactdp.arithmetic.printed_numbers import (
    PERCENT,
    Form,
    Printed,
    PrintedNumber,
    Rounding,
    of_percent,
    printed_number,
    roundings,
    transposed,
    within,
)
from exactdp.arithmetic.spelling import elided, text
from exactdp.certificates.certificate import Certifiable, Verified, certify
from exactdp.files import read_table
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.given import Given, TableLike, given, is_path
from exactdp.model.losses import LossValue
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.sizes import by_name
from exactdp.model.users import User, check_user, expected_loss
from exactdp.optimum.dual_cone import InfeasibleDual, faces
from exactdp.optimum.nearest import LARGEST_MOVED, Nearest, nearest, nearest_point
from exactdp.optimum.optimal_face import optimal_face
from exactdp.optimum.problem import NoMechanism, Optimum, Problem
from exactdp.optimum.uniqueness import OnlyOptimum
from exactdp.polytope.vertex import vertex
from exactdp.polytope.vertices_within import VerticesWithin, vertices_within
from exactdp.privacy.level import private
from exactdp.shown import Shown

LARGE = 200
"""Above this number of inputs, vertices are neither searched for nor certified: this takes n³ steps."""


class MisreadError(InputError):
    """The rows are not probabilities of responses; the message says what they look like."""


class Kind(Enum):
    """The kind of the exact mechanism."""

    AS_PRINTED = "the print itself"
    """The printed matrix is an α-private mechanism, and optimal for the user if one is given; no entry moves."""

    OPTIMUM = "the user's optimum"
    """Optimal for the user; of several optima, the nearest to the printed matrix."""

    VERTEX = "a vertex"
    """Determined by the row sums and by the privacy constraints that are tight in the printed matrix."""

    NEAREST = "the nearest mechanism"
    """The α-private mechanism nearest to the printed matrix: the largest move of an entry is smallest."""


@dataclass(frozen=True)
class Move(Shown):
    """The move of one entry."""

    i: int
    r: int
    printed: Fraction
    exact: Fraction

    @property
    def by(self) -> Fraction:
        """The exact entry minus the printed entry."""
        return self.exact - self.printed


@dataclass(frozen=True)
class Repair(Shown):
    """The exact mechanism behind a printed matrix. It is true if the matrix is a rounding of the mechanism.

    `written` has the printed entries. `rounding` is the rounding rule; it is None if the printed matrix is exact or no
    rule explains it. `tried` are the earlier rules that gave no mechanism of this kind. `impossible` has the
    certificates for those rules under which no α-private mechanism rounds to the matrix. `alone` is true if it is
    proved that no other mechanism of this kind rounds to it (for an optimum the kernel accepted the proof). `vertices`
    are the vertices that round to it, if they were searched for. `settled` is false if ties between nearest mechanisms
    could not be broken. `distance` is the largest move, if the kernel accepted that no smaller one is possible. `loss`
    is the user's loss by the printed matrix, a mechanism or not, and `optimality` the optimum.
    """

    _facts = ("alpha", "kind", "rounding", "mechanism", "alone", "settled")

    written: tuple[tuple[str, ...], ...]
    audit: Audit
    alpha: Fraction
    kind: Kind
    mechanism: Mechanism
    rounding: Rounding | None
    alone: bool
    tried: tuple[Rounding, ...]
    impossible: Mapping[str, Verified]
    vertices: VerticesWithin | None
    settled: bool
    distance: Fraction | None
    loss: LossValue | None
    optimality: Optimality | None
    verified: tuple[Verified, ...]

    def __bool__(self) -> bool:
        return self.kind is Kind.AS_PRINTED or self.rounding is not None

    @property
    def printed(self) -> Matrix:
        """The printed matrix."""
        return self.audit.table

    @property
    def level(self) -> RationalOrExponential:
        """The level that was asked for: `alpha`, or e^-ε, which is just below `alpha`."""
        return self.alpha if self.audit.promise is None else self.audit.promise

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every entry that moved, row by row."""
        return tuple(
            Move(i, r, before, after)
            for i, (old, new) in enumerate(zip(self.printed.rows, self.mechanism.rows, strict=True))
            for r, (before, after) in enumerate(zip(old, new, strict=True))
            if before != after
        )

    @property
    def largest(self) -> Move | None:
        """The first of the largest moves; None if no entry moved."""
        return max(self.moves, key=lambda move: abs(move.by), default=None)

    @property
    def gap(self) -> LossValue | None:
        """The user's loss by the matrix as printed minus the optimal loss; it may be negative."""
        if self.loss is None or self.optimality is None:
            return None
        return self.loss - self.optimality.optimum.value

    @cached_property
    def misprints(self) -> tuple[Rounding, tuple[tuple[int, int], ...]] | None:
        """The rounding rule that explains most entries, and the places of the others; None if a rule explains all."""
        if self or not self.tried:
            return None
        places = [(rounding, tuple(rounding.outside(self.mechanism.rows))) for rounding in self.tried]
        return min(places, key=lambda found: len(found[1]))

    @cached_property
    def corrections(self) -> tuple[Move, ...]:
        """Each change of a single entry that makes the printed matrix an α-private mechanism.

        It is empty if a rounding rule finds a vertex or an optimum behind the matrix.

        >>> found = repair([["2/3", "1/3"], ["1/3", "5/6"]], "1/2")
        >>> [(move.i, move.r, str(move.exact)) for move in found.corrections]
        [(1, 1, '2/3')]
        >>> found = repair([["0.5", "0.5"], ["0.3", "0.6"]], "1/2")  # a rounding, or one entry is wrong
        >>> found.kind.value, [(move.i, move.r, str(move.exact)) for move in found.corrections]
        ('the nearest mechanism', [(1, 0, '2/5'), (1, 1, '7/10')])
        """
        wrong = [(i, total - 1) for i, total in enumerate(self.audit.sums) if total != 1]
        if (self and self.kind is not Kind.NEAREST) or len(wrong) != 1:
            return ()
        [(i, excess)] = wrong
        changes = (Move(i, r, before, before - excess) for r, before in enumerate(self.printed.rows[i]))
        return tuple(change for change in changes if self._is_private_with(change))

    def _is_private_with(self, change: Move) -> bool:
        rows = [list(row) for row in self.printed.rows]
        rows[change.i][change.r] = change.exact
        if any(each < 0 for row in rows for each in row):
            return False
        return bool(private(Mechanism(rows), self.level, self.audit.neighbours))


@by_name
def repair(
    rows: TableLike,
    alpha: Exact | Exponential | None = None,
    user: User | None = None,
    neighbours: Neighbours | str | None = None,
    *,
    epsilon: Exact | None = None,
    tolerance: Exact | None = None,
    inputs: Iterable[object] | None = None,
    responses: Iterable[object] | None = None,
    progress: Progress = silent,
) -> Repair:
    """Return the exact mechanism behind a printed matrix, its rounding rule, and the move of each entry.

    An entry is text such as "0.67", "6.7e-01" or "2/3", an exact number, or a float; a float means its printed decimal,
    which may be rounded. Rounding rules are tried in order (`roundings`), or a `tolerance` replaces them.

    Without a user, the mechanism is the first of these that exists: the printed matrix itself, if it has fractions and
    is α-private; the only vertex that rounds to it; the printed matrix itself, in decimals; the nearest mechanism that
    rounds to it; the nearest mechanism. With a user, it is an optimum: the printed matrix itself, an optimum that
    rounds to it, or the nearest one. The kernel certifies every mechanism.

    At e^-ε, the printed matrix is examined at e^-ε itself, and stays unchanged if it is private. Any other mechanism is
    found at the answer's `alpha`, a rational number just above e^-ε.
    Domain: an argument of `Matrix`, with floats or without; 0 ≤ α ≤ 1 or an `Exponential`, or ε as for
    `exponential_level`; a user on as many inputs as rows.
    Raises: `InputError` outside, for a float that is not finite, and if a limit stopped the search. `MisreadError` for
    percentages, and if the columns look like rounded distributions and the rows do not.

    >>> found = repair([["0.67", "0.33"], ["0.33", "0.67"]], "1/2")
    >>> print(found.kind.value, "|", found.rounding)
    a vertex | rounded to 2 decimals
    >>> found.mechanism.rows[0], found.alone, found.largest.by
    ((Fraction(2, 3), Fraction(1, 3)), True, Fraction(-1, 300))
    """
    table = _table(rows)
    inputs, responses = table.inputs if inputs is None else inputs, table.responses if responses is None else responses
    rows = table.rows
    if user is not None:
        check_user(user)
    numbers = [
        [entry(printed_number, value, i, k) for k, value in enumerate(row, start=1)]
        for i, row in enumerate(rows, start=1)
    ]
    printed = Matrix([[number.value for number in row] for row in numbers], inputs, responses)
    level = real_level(alpha, epsilon)
    found = audit(printed, neighbours, alpha=level)
    ways = roundings(numbers) if tolerance is None else (within(printed.rows, tolerance),)
    _check_rows(numbers, found, None if tolerance is None else ways[0].tolerance)
    search = _Search(numbers, found, ways, progress)
    return search.without_a_user() if user is None else search.for_a_user(user)


def _table(rows: TableLike) -> Given:
    if is_path(rows):
        read = read_table(rows)
        return Given(read.printed(), read.inputs, read.responses)
    if isinstance(rows, Matrix):
        return Given(rows.rows, rows.inputs, rows.responses)
    try:
        return given(rows)
    except (InputError, TypeError):
        raise InputError("a matrix is a list of rows: write [[0.67, 0.33], [0.33, 0.67]]") from None


def _check_rows(numbers: Printed, found: Audit, tolerance: Fraction | None) -> None:
    if all(map(of_percent, found.sums)):
        raise MisreadError(
            f"sums to {elided(text(found.sums[0]))}, and every row to about 100",
            advice=f"write probabilities, such as {PERCENT}",
            row=1,
            value=found.sums[0],
        )
    if transposed(numbers, tolerance):
        row, total = next((i, total) for i, total in enumerate(found.sums, start=1) if total != 1)
        raise MisreadError(
            f"sums to {elided(text(total))}, but every printed column sums to 1",
            advice="write the columns as rows; or, if the rows are the inputs, give the error of the entries as a "
            "tolerance",
            row=row,
            value=total,
        )


class _Search:
    def __init__(
        self,
        numbers: list[list[PrintedNumber]],
        found: Audit,
        ways: tuple[Rounding, ...],
        progress: Progress,
    ) -> None:
        self.audit, self.ways, self.progress = found, ways, progress
        self.written = tuple(tuple(number.text for number in row) for row in numbers)
        self.fractions = all(number.form is not Form.DECIMAL for row in numbers for number in row)
        self.printed, self.neighbours = found.table, found.neighbours
        self.alpha = self.rational_level()
        self.impossible: dict[str, Verified] = {}
        self.vertices: dict[str, VerticesWithin] = {}
        self.loss: LossValue | None = None
        self.optimality: Optimality | None = None

    def result(
        self,
        kind: Kind,
        mechanism: Mechanism,
        rounding: Rounding | None,
        evidence: Iterable[Certifiable | Verified],
        *,
        alone: bool = False,
        distance: Fraction | None = None,
        settled: bool = True,
    ) -> Repair:
        self.progress("the certificates")
        verified = tuple(each if isinstance(each, Verified) else certify(each) for each in evidence)
        tried = self.ways if rounding is None else self.ways[: self.ways.index(rounding)]
        return Repair(
            self.written,
            self.audit,
            self.alpha,
            kind,
            mechanism.relabelled(self.printed.inputs, self.printed.responses),
            rounding,
            alone,
            () if kind is Kind.AS_PRINTED else tried,
            self.impossible,
            None if rounding is None else self.vertices.get(rounding.says),
            settled,
            distance,
            self.loss,
            self.optimality,
            verified,
        )

    def evidence(self, mechanism: Mechanism) -> Iterator[Certifiable]:
        yield private(mechanism, self.alpha, self.neighbours)
        if len(mechanism) <= LARGE:
            yield vertex(mechanism, self.alpha, self.neighbours)

    def rational_level(self) -> Fraction:
        """Return the level, or for e^-ε a rational level above it, which an e^-ε-private printed matrix has."""
        level, itself = self.audit.promise, self.as_printed()
        if isinstance(level, Exponential):
            # A decision may be at a level far above.
            near = level.above()
            return near if itself is None else min(near, private(itself, level, self.neighbours).alpha)
        assert level is not None
        return level

    def as_printed(self) -> Mechanism | None:
        """Return the printed matrix if it is an α-private mechanism."""
        if not self.audit or any(total != 1 for total in self.audit.sums):
            return None
        return Mechanism(self.printed.rows)

    # Without a user

    def without_a_user(self) -> Repair:
        itself = self.as_printed()
        # Fractions are exact; a private table of decimals may still be a rounded vertex. At e^-ε no rational mechanism
        # has a tight constraint, so the printed matrix itself is the best reading.
        exactly = self.fractions or isinstance(self.audit.promise, Exponential)
        plausible = self.ways if itself is None else () if exactly else self.ways[:1]
        if len(self.printed) <= LARGE:
            self.progress("the vertices that round to this table")
            for way in plausible:
                found = vertices_within(way.intervals, self.alpha, self.neighbours)
                self.vertices[way.says] = found
                if len(found.found) == 1 and (itself is None or found.found[0].rows != itself.rows):
                    only = found.found[0]
                    return self.result(Kind.VERTEX, only, way, self.evidence(only), alone=found.complete)
        if itself is not None:
            return self.result(Kind.AS_PRINTED, itself, None, self.evidence(itself))
        return self.nearest_of_all()

    def nearest_of_all(self) -> Repair:
        found = self.solved(None)
        assert isinstance(found, Nearest), "the constant mechanisms are α-private"
        for way in self.ways:
            if next(way.outside(found.mechanism.rows), None) is None:
                return self.nearest_result(found, way)
        # If one tolerance holds everywhere and the nearest mechanism is outside it, every mechanism is.
        for way in self.ways:
            if way.tolerance is None:
                inside = self.solved(way)
                if isinstance(inside, Nearest):
                    return self.nearest_result(inside, way)
                self.impossible[way.says] = certify(inside)
        return self.nearest_result(found, None)

    def nearest_result(self, found: Nearest, way: Rounding | None) -> Repair:
        evidence = [found.proof, *self.evidence(found.mechanism)]
        return self.result(Kind.NEAREST, found.mechanism, way, evidence, distance=found.distance, settled=found.settled)

    def solved(self, way: Rounding | None) -> Nearest | NoMechanism:
        intervals = None if way is None else way.intervals
        found = nearest(self.printed, self.alpha, self.neighbours, intervals, self.progress)
        if isinstance(found, Unsolved):
            raise found.error
        return found

    # With a user

    def for_a_user(self, user: User) -> Repair:
        self.loss = expected_loss(user, self.printed).value
        problem = Problem(user, self.alpha, self.neighbours, responses=range(self.printed.shape[1]))
        best = decide(problem, self.progress)
        if isinstance(best, Unsolved):
            raise best.error
        assert isinstance(best, Optimality)  # without constraints a mechanism always exists
        self.optimality = best
        itself = self.as_printed()
        if itself is not None and self.loss == best.optimum.value:
            return self.best(Kind.AS_PRINTED, itself, None)
        if isinstance(best.uniqueness, OnlyOptimum):
            only = best.optimum.mechanism
            way = next((way for way in self.ways if next(way.outside(only.rows), None) is None), None)
            return self.best(Kind.OPTIMUM, only, way)
        for way in self.ways:
            inside = self.nearest_optimum(best.optimum, way)
            if inside is not None:
                return self.best(Kind.OPTIMUM, inside, way)
        nearby = self.nearest_optimum(best.optimum, None)
        if nearby is None:
            raise Undecided("the optimum nearest to the printed table was not found: give a smaller matrix")
        return self.best(Kind.OPTIMUM, nearby, None)

    def best(self, kind: Kind, mechanism: Mechanism, way: Rounding | None) -> Repair:
        best = self.optimality
        assert best is not None
        optimum = best.optimum
        same = optimum.mechanism.rows == mechanism.rows
        proof: Certifiable | Verified = (
            best.verified if same else Optimum(optimum.problem, optimum.value, optimum.dual, None, mechanism)
        )
        alone = isinstance(best.uniqueness, OnlyOptimum)
        return self.result(kind, mechanism, way, [proof, *self.evidence(mechanism)], alone=alone)

    def nearest_optimum(self, optimum: Optimum, way: Rounding | None) -> Mechanism | None:
        inputs, width = self.printed.shape
        if inputs * width > LARGEST_MOVED:
            raise Undecided(f"several mechanisms are optimal, and the nearest is found up to {LARGEST_MOVED} entries")
        priced = faces(optimum.problem, optimum.dual)
        if isinstance(priced, InfeasibleDual):
            raise Undecided("the user's optimum was not found: its prices prove nothing")
        point = nearest_point(
            optimal_face(optimum, priced),
            self.printed,
            None if way is None else way.intervals,
            self.progress,
        )
        if point is None:
            return None
        return Mechanism([point[i * width : (i + 1) * width] for i in range(inputs)])
