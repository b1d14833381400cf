"""Semialgebraic sets of one variable: the exact solutions of polynomial conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from exactdp.arithmetic.algebraic_numbers import (
    AlgebraicNumber,
    ExactOrAlgebraic,
    algebraic,
    integer_polynomial,
    real_roots,
    sign,
)
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import elided
from exactdp.shown import Shown

ALLOWED_SIGNS = {">=": (0, 1), ">": (1,), "=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0)}
"""The relations to 0, each with the allowed signs."""


@dataclass(frozen=True, init=False)
class Interval(Shown):
    """An interval, open or closed at each end; a point if the ends are equal.

    Domain: algebraic or exact numbers lower ≤ upper; a point includes both ends.
    Raises: `InputError` for lower > upper and for a point without an end; as `exact`.
    """

    lower: AlgebraicNumber
    upper: AlgebraicNumber
    lower_belongs: bool
    upper_belongs: bool

    def __init__(
        self, lower: ExactOrAlgebraic, upper: ExactOrAlgebraic, lower_belongs: bool = True, upper_belongs: bool = True
    ) -> None:
        self.__dict__.update(
            lower=algebraic(lower), upper=algebraic(upper), lower_belongs=lower_belongs, upper_belongs=upper_belongs
        )
        if self.upper < self.lower:
            raise InputError(
                f"the interval from {elided(str(self.lower))} to {elided(str(self.upper))}: write the smaller end first"
            )
        if self.upper == self.lower and not (self.lower_belongs and self.upper_belongs):
            raise InputError(f"the interval at {elided(str(self.lower))} is empty: write RealSet() for the empty set")

    def __contains__(self, x: ExactOrAlgebraic) -> bool:
        number = algebraic(x)
        above = self.lower < number or (self.lower_belongs and self.lower == number)
        return above and (number < self.upper or (self.upper_belongs and self.upper == number))

    def __str__(self) -> str:
        if self.lower == self.upper:
            return f"{{{self.lower}}}"
        return f"{'[' if self.lower_belongs else '('}{self.lower}, {self.upper}{']' if self.upper_belongs else ')'}"


@dataclass(frozen=True, init=False, repr=False)
class RealSet(Shown):
    """A bounded semialgebraic set of real numbers: finitely many intervals and points, in increasing order.

    The given pieces may overlap and touch, in any order. The set keeps the fewest pieces, so equal sets have equal
    pieces. `x in set` takes algebraic and exact numbers; `&`, `|` and `-` are intersection, union and difference.

    Domain: pieces that are `Interval`s.

    >>> RealSet([Interval("1/2", 1), Interval(0, "1/2", upper_belongs=False)])
    RealSet: [0, 1]
    >>> RealSet([Interval(0, 1)]) - RealSet([Interval("1/2", "1/2")])
    RealSet: [0, 1/2) ∪ (1/2, 1]
    >>> RealSet() == RealSet([Interval(0, 1)]) & RealSet([Interval(2, 3)]), Fraction(1, 3) in RealSet()
    (True, False)
    """

    pieces: tuple[Interval, ...]

    def __init__(self, pieces: Iterable[Interval] = ()) -> None:
        given = tuple(pieces)
        self.__dict__.update(pieces=_where(_ends(given), lambda x: any(x in piece for piece in given)))

    def __contains__(self, x: ExactOrAlgebraic) -> bool:
        number = algebraic(x)
        return any(number in piece for piece in self.pieces)

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def __and__(self, other: RealSet) -> RealSet:
        return self._combined(other, lambda x: x in self and x in other)

    def __or__(self, other: RealSet) -> RealSet:
        return self._combined(other, lambda x: x in self or x in other)

    def __sub__(self, other: RealSet) -> RealSet:
        return self._combined(other, lambda x: x in self and x not in other)

    def _combined(self, other: RealSet, holds: Callable[[AlgebraicNumber], bool]) -> RealSet:
        return _with(_where(_ends(self.pieces + other.pieces), holds))

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self}"

    def __str__(self) -> str:
        return " ∪ ".join(map(str, self.pieces)) or "∅"


def solution_set(
    conditions: Iterable[tuple[Iterable[Exact], str]], lower: ExactOrAlgebraic = 0, upper: ExactOrAlgebraic = 1
) -> RealSet:
    """Return the set of all numbers from `lower` to `upper` at which every condition holds.

    A condition is a polynomial and its relation to 0. The polynomial is its coefficients, exact numbers with the
    constant term first; the relation is >=, >, =, !=, < or <=. Domain: exact numbers lower ≤ upper.
    Raises: `InputError` for another relation and for lower > upper; as `exact`.

    >>> solution_set([([1, -4, 1], ">="), ([0, 1], ">")])
    RealSet: (0, 2 - √3]
    >>> solution_set([([0, -1, 2, -1], ">=")])
    RealSet: {0} ∪ {1}
    >>> solution_set([([], ">")])
    RealSet: ∅
    """
    found = RealSet([Interval(lower, upper)])
    for coefficients, relation in conditions:
        if relation not in ALLOWED_SIGNS:
            raise InputError(f"relation {elided(repr(relation))}: write one of {', '.join(ALLOWED_SIGNS)}")
        found &= _solutions(coefficients, ALLOWED_SIGNS[relation], found)
    return found


def between(x: AlgebraicNumber, y: AlgebraicNumber) -> AlgebraicNumber:
    """Return a rational number above x and below y.

    Domain: x < y.

    >>> between(algebraic(0), algebraic("1/8"))
    AlgebraicNumber: 1/16
    """
    width, near_x, near_y = Fraction(1), x.enclosure(1), y.enclosure(1)
    while (lower := near_x[1]) >= (upper := near_y[0]):
        width /= 4
        near_x, near_y = x.enclosure(width, near_x), y.enclosure(width, near_y)
    return algebraic((lower + upper) / 2)


def _solutions(coefficients: Iterable[Exact], signs: Sequence[int], within: RealSet) -> RealSet:
    polynomial = integer_polynomial(coefficients)
    if not within or not polynomial:
        return within if 0 in signs else RealSet()
    lower, upper = within.pieces[0].lower, within.pieces[-1].upper
    roots = (root for root in real_roots(polynomial) if lower < root < upper)
    points = sorted({lower, *roots, upper})
    return _with(_where(points, lambda x: sign(polynomial, x) in signs))


def _ends(pieces: Iterable[Interval]) -> list[AlgebraicNumber]:
    return sorted({end for piece in pieces for end in (piece.lower, piece.upper)})


def _with(pieces: tuple[Interval, ...]) -> RealSet:
    """Return the set of these pieces, which are the fewest, as those of `_where`."""
    found = object.__new__(RealSet)
    found.__dict__.update(pieces=pieces)
    return found


def _where(points: Sequence[AlgebraicNumber], holds: Callable[[AlgebraicNumber], bool]) -> tuple[Interval, ...]:
    """Return the largest intervals on which a property holds; it changes only at the given points, in order."""
    cells = [cell for x, y in pairwise(points) for cell in ((x, x), (x, y))]
    cells += [(x, x) for x in points[-1:]]
    pieces = []
    for inside, run in groupby(cells, key=lambda cell: holds(cell[0] if cell[0] == cell[1] else between(*cell))):
        if inside:
            joined = list(run)
            (lower, next_to_lower), (next_to_upper, upper) = joined[0], joined[-1]
            pieces.append(Interval(lower, upper, lower == next_to_lower, next_to_upper == upper))
    return tuple(pieces)
