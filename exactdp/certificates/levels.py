"""Sets of levels, and privacy curves, as certificates for every real α, checked by `exactdp.diagram_kernel`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, Polynomial, algebraic, factors, real_roots, sign
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.arithmetic.real_sets import Interval, RealSet, between, solution_set
from exactdp.arithmetic.sign_changes import is_positive, vanishes, zeros
from exactdp.arithmetic.spelling import counted, elided
from exactdp.certificates import diagrams
from exactdp.certificates.spelling import line, neighbour_lines, over_one_denominator
from exactdp.diagram_kernel import (
    Quotients,
    combination,
    of_derivability,
    of_entries,
    of_privacy,
    product,
    times,
    tridiagonal,
)
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, path
from exactdp.model.sizes import by_name
from exactdp.model.symbolic_mechanism import SymbolicMechanism, derivable_levels, symbolic_geometric
from exactdp.optimum.minimax_phases import solved
from exactdp.privacy.level import level, neighbours_of
from exactdp.privacy.privacy_curve import PrivacyCurve
from exactdp.shown import Shown

HALF = Fraction(1, 2)
LOWEST, HIGHEST = algebraic(0), algebraic(1)
EVERYWHERE = RealSet([Interval(0, 1)])

ConditionPlace: TypeAlias = tuple[int, ...]
"""The inputs and the response of a condition."""


@dataclass(frozen=True)
class LevelSet(Shown):
    """The exact set of all α at which a mechanism, fixed or a function of α, has a property.

    With neighbours the property is α-privacy. Without, it is derivability from the source at the same α, by default
    from G_{n,α}.
    """

    mechanism: Mechanism | SymbolicMechanism
    levels: RealSet
    neighbours: Neighbours | None = None
    source: SymbolicMechanism | None = None


def all_derivable(mechanism: Mechanism | SymbolicMechanism, source: SymbolicMechanism | None = None) -> LevelSet:
    """Return all α in [0, 1] at which a mechanism is derivable from a source, by default from G_{n,α}.

    `certify` proves the result. Domain: a square source with the inputs of the mechanism. It must be a mechanism at
    every level from 0 to 1, and invertible at all but finitely many.
    Raises: `InputError` for another source, for a pole of a probability, and if a level at which the source is singular
    cannot be decided.
    Source: Gupte & Sundararajan 2010, Theorem 2, with the conditions at the ends that the paper gets from privacy.

    >>> from exactdp.certificates.certificate import certify
    >>> found = all_derivable(SymbolicMechanism([["1-a", "a"], ["a", "1-a"]]))
    >>> certify(found).sentence.partition(" exactly ")[2]
    'for the alpha in [0, root of -1 + x + x^2 in [40503/65536, 5063/8192]]'
    >>> response = SymbolicMechanism([["1/(1+2*a)", "a/(1+2*a)", "a/(1+2*a)"], ["a/(1+2*a)", "1/(1+2*a)", "a/(1+2*a)"],
    ...                               ["a/(1+2*a)", "a/(1+2*a)", "1/(1+2*a)"]])
    >>> all_derivable(Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]), response).levels
    RealSet: [0, 1/2]
    """
    if source is not None:
        return LevelSet(mechanism, _derivable_from(mechanism, source), None, source)
    if isinstance(mechanism, SymbolicMechanism):
        return LevelSet(mechanism, mechanism.derivable_levels())
    return LevelSet(mechanism, derivable_levels(mechanism))


def all_private(mechanism: Mechanism | SymbolicMechanism, neighbours: Neighbours | None = None) -> LevelSet:
    """Return all α in [0, 1] at which a mechanism is α-private for the same α; `certify` proves it.

    Domain: neighbours on the mechanism's inputs; by default the path. Raises: `InputError` otherwise.

    >>> all_private(SymbolicMechanism([["1-a^2", "a^2"], ["a^2", "1-a^2"]])).levels
    RealSet: {0} ∪ [(-1 + √5)/2, root of -1 + x^2 + x^3 in [0.7548, 0.7549]]
    """
    if isinstance(mechanism, SymbolicMechanism):
        among = neighbours or path(inputs=range(len(mechanism.rows)))
        return LevelSet(mechanism, mechanism.private_levels(among), among)
    among = neighbours_of(mechanism, neighbours)
    return LevelSet(mechanism, RealSet([Interval(0, level(mechanism, among).alpha)]), among)


@dataclass(frozen=True)
class ExactLevel(Shown):
    """At every α of an interval, a mechanism that depends on α has exactly the level α.

    The place (i, k, r) attains the level: x_kr = α·x_ir at every α, for neighbours i and k.

    >>> (found,) = exact_levels(SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]))
    >>> found.place
    (0, 1, 0)
    """

    mechanism: SymbolicMechanism
    neighbours: Neighbours
    interval: Interval
    place: ConditionPlace


@by_name
def level_of_geometric(*, n: int) -> ExactLevel:
    """Return that the exact level of G_{n,α} is α, at every α from 0 to 1; `certify` proves it.

    Domain: n ≥ 1, as the level of G_{0,α} is 1. Raises: `InputError` outside.
    Source: Gupte & Sundararajan 2010, Definition 4.

    >>> from exactdp.certificates.certificate import certify
    >>> certify(level_of_geometric(n=2)).sentence.rpartition(" and ")[2]
    'the largest level at which it is private is that alpha (neighbours: path, pairs: 2)'
    """
    if n == 0:
        raise InputError("n = 0: G_{0,α} has the level 1, as it has no neighbours: write n from 1")
    return ExactLevel(symbolic_geometric(n=n), path(n=n), Interval(0, 1), (0, 1, 0))


def exact_levels(mechanism: SymbolicMechanism, neighbours: Neighbours | None = None) -> tuple[ExactLevel, ...]:
    """Return the closed intervals of α throughout which one place attains the exact level α; `certify` proves each.

    A single α is not an interval. Domain: neighbours on the mechanism's inputs; by default the path.
    Raises: `InputError` for other neighbours, and for a pole of a probability.
    Source: Gupte & Sundararajan 2010, Definition 2.

    >>> found = exact_levels(SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]))
    >>> [(str(each.interval.lower), str(each.interval.upper), each.place) for each in found]
    [('0', '1', (0, 1, 0))]
    >>> exact_levels(SymbolicMechanism([["1/2", "1/2"], ["1/3", "2/3"]]))
    ()
    """
    among = neighbours or path(inputs=range(len(mechanism.rows)))
    pieces = [piece for piece in mechanism.private_levels(among).pieces if piece.lower < piece.upper]
    rows = _rows(mechanism)
    entries = dict(of_entries(rows))
    places = [place for place, excess in of_privacy(rows, among.both_ways()) if not excess]
    found = []
    for piece in pieces:
        attained = (place for place in places if _is_attained(entries[place[0], place[0], place[2]], piece))
        place = next(attained, None)
        if place is not None:
            found.append(ExactLevel(mechanism, among, piece, place))
    return tuple(found)


def _is_attained(probability: Polynomial, piece: Interval) -> bool:
    """Say whether a probability is positive on an interval. At α = 1 it may be 0, because no level is above 1."""
    ends = [end for end in (piece.lower, piece.upper) if end != 1]
    return is_positive(probability, piece.lower, piece.upper) and all(sign(probability, end) > 0 for end in ends)


# Their certificates


def exact_level_texts(found: ExactLevel) -> Iterator[bytes]:
    """Yield certificates of one interval, each with more evidence for the signs than the one before.

    >>> found = exact_levels(SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]))
    >>> print(*next(exact_level_texts(found[0])).decode().splitlines()[3:], sep="; ")
    row 1,1 1 0,1; row 1,1 0,1 1; neighbours path; phases 1; phase yes; proof; touches 0; attained 0 1 0; end 11
    """
    rows, interval = _rows(found.mechanism), found.interval
    privacy = dict(of_privacy(rows, found.neighbours.both_ways()))
    touches = sorted(_touches(RealSet([interval]), [*dict(of_entries(rows)).values(), *privacy.values()]))
    for bits in diagrams.BINARY_PLACES:
        stated = ["phase yes"]
        if interval.lower != 0:
            stated.insert(0, diagrams.breakpoint_line(interval.lower, bits))
        if interval.upper != 1:
            stated.append(diagrams.breakpoint_line(interval.upper, bits))
        lines = [
            *_matrix_lines(rows),
            *neighbour_lines(found.neighbours),
            "phases 1",
            *stated,
            "proof",
            *diagrams.touch_lines(touches),
            line("attained", found.place),
        ]
        yield diagrams.whole_text("level", lines)


def _matrix_lines(rows: list[Quotients]) -> list[str]:
    return [f"mechanism matrix {len(rows)} {len(rows[0][1])}", *(diagrams.quotient_line("row", row) for row in rows)]


@dataclass(frozen=True)
class _Phase:
    """The levels from the previous end up to this end: in the set, or with a condition that fails on them."""

    upper: AlgebraicNumber
    fails: ConditionPlace | None = None


def level_texts(found: LevelSet) -> Iterator[bytes]:
    """Yield certificates of one set of levels, each with more evidence for the signs than the one before.

    Raises: `InputError` if a probability has a pole at a level from 0 to 1.

    >>> short = next(level_texts(all_derivable(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))))
    >>> print(*short.decode().splitlines()[5:], sep="; ")
    from geometric 1; phases 2; phase yes; breakpoint -1,3 1/3 1/3; phase no; proof; touches 0; below 0 1; end 13
    """
    rows = _rows(found.mechanism)
    source = None if found.source is None else _Source(found.source)
    entries = dict(of_entries(rows))
    if found.neighbours is not None:
        conditions = entries | dict(of_privacy(rows, found.neighbours.both_ways()))
    else:
        conditions = dict(of_derivability(tridiagonal(len(rows)) if source is None else source.inverse, rows))
    phases = list(_phases(found.levels, conditions, () if source is None else source.singular))
    yield _text(found, (rows, source), phases, diagrams.BINARY_PLACES[0], ())
    touches = _touches(found.levels, [*conditions.values(), *entries.values()])
    if source is not None:
        touches |= _touches(EVERYWHERE, [*source.diagonal, *(entry for _, row in source.rows for entry in row)])
    yield from (_text(found, (rows, source), phases, bits, sorted(touches)) for bits in diagrams.BINARY_PLACES)


def _text(
    found: LevelSet,
    matrices: tuple[list[Quotients], _Source | None],
    phases: list[_Phase],
    bits: int,
    touches: Iterable[Polynomial],
) -> bytes:
    (rows, source), neighbours = matrices, found.neighbours
    size = len(rows)
    given = [f"from geometric {size - 1}"]
    if neighbours is not None:
        given = neighbour_lines(neighbours)
    elif source is not None:
        given = [f"from matrix {size}", *(diagrams.quotient_line("row", row) for row in source.rows)]
    inverse = [] if source is None else source.inverse
    stated = [[f"phase {'yes' if phase.fails is None else 'no'}"] for phase in phases]
    lines = [
        *_matrix_lines(rows),
        *given,
        *diagrams.phase_lines(stated, [phase.upper for phase in phases[:-1]], bits),
        "proof",
        *diagrams.touch_lines(touches),
        *(diagrams.polynomial_line("inverse", row) for row in inverse),
        *(line("below", phase.fails) for phase in phases if phase.fails is not None),
    ]
    return diagrams.whole_text("derivable" if neighbours is None else "private", lines)


def _rows(mechanism: Mechanism | SymbolicMechanism) -> list[Quotients]:
    if isinstance(mechanism, Mechanism):
        rows = zip(mechanism.denominators, mechanism.numerators, strict=True)
        return [((denominator,), tuple((x,) if x else () for x in row)) for denominator, row in rows]
    for i, row in enumerate(mechanism.rows, start=1):
        for r, entry in enumerate(row, start=1):
            p = entry.denominator
            if vanishes(p, LOWEST) or zeros(p, LOWEST, HIGHEST) or vanishes(p, HIGHEST):
                raise InputError(
                    f"row {i}, column {r}: {elided(str(entry))} has a pole at some α from 0 to 1: a certificate needs "
                    "probabilities without poles there"
                )
    return [diagrams.over_common_denominator(row, HALF) for row in mechanism.rows]


def _phases(
    levels: RealSet, conditions: Mapping[ConditionPlace, Polynomial], singular: Iterable[AlgebraicNumber]
) -> Iterator[_Phase]:
    """Yield the phases, split where the source is singular. The set is closed, because no probability has a pole."""
    places = {condition: place for place, condition in reversed(list(conditions.items())) if condition}
    beyond, inside = LOWEST, False
    for piece in levels.pieces:
        if inside or piece.lower != beyond:
            yield from _outside(Interval(beyond, piece.lower, not inside, False), places)
        yield from (_Phase(level) for level in singular if piece.lower < level < piece.upper)
        yield _Phase(piece.upper)
        beyond, inside = piece.upper, True
    if not inside or beyond != 1:
        yield from _outside(Interval(beyond, 1, not inside), places)


def _outside(gap: Interval, places: Mapping[Polynomial, ConditionPlace]) -> Iterator[_Phase]:
    """Yield phases that cover an interval outside the set: at each of its levels some condition fails.

    A condition that fails at a level fails around it, so repeated halving gives intervals with one failed condition.
    """
    middle = between(gap.lower, gap.upper)
    ends = {gap.lower: gap.lower_belongs, gap.upper: gap.upper_belongs}
    inside = [middle, *(end for end, belongs in ends.items() if belongs)]
    if any(all(sign(each, level) >= 0 for each in places) for level in inside):
        # No condition shows that this level is outside. The kernel will reject the certificate.
        yield _Phase(gap.upper, (0,) * len(next(iter(places.values()), (0, 0))))
        return
    failing = [each for each in places if sign(each, middle) < 0]
    # A condition that begins to fail at an end of the set often fails from there on.
    failing.sort(key=lambda each: not any(vanishes(each, end) for end, belongs in ends.items() if not belongs))
    for each in failing:
        opposite = tuple(-c for c in each)
        if is_positive(opposite, gap.lower, gap.upper) and all(sign(opposite, level) > 0 for level in inside):
            yield _Phase(gap.upper, places[each])
            return
    *before, last = _outside(Interval(gap.lower, middle, gap.lower_belongs), places)
    first, *after = _outside(Interval(middle, gap.upper, True, gap.upper_belongs), places)
    yield from (*before, first, *after) if last.fails == first.fails else (*before, last, first, *after)


class _Source:
    """A source, and polynomials whose product with it is diagonal, and nonnegative on the diagonal."""

    def __init__(self, source: SymbolicMechanism) -> None:
        if source.domain() != EVERYWHERE:
            raise InputError("the source has a pole or a negative probability at some α from 0 to 1: give another one")
        self.rows = _rows(source)
        self.inverse, self.diagonal = [], []
        for k, row in enumerate(_inverse(source)):
            common, numerators = diagrams.over_common_denominator(row, HALF)
            several = [factor for factor, power in factors(common) if power % 2 and zeros(factor, LOWEST, HIGHEST)]
            for each in several:
                # Multiply by a factor that changes sign: its square is nonnegative.
                numerators = tuple(product(p, each) for p in numerators)
            entry = combination(zip(numerators, self.rows, strict=True))[k]
            sign_inside = sign(entry, self._regular(entry))
            self.inverse.append([times(p, sign_inside) for p in numerators])
            self.diagonal.append(times(entry, sign_inside))
        found = {root for each in self.diagonal for root in real_roots(each) if 0 <= root <= 1}
        self.singular = sorted(found)

    def _regular(self, entry: Polynomial) -> Fraction:
        """Return a fraction between 0 and 1 at which the polynomial is not 0."""
        return next(at for k in range(2, len(entry) + 3) if sign(entry, at := Fraction(1, k)))


def _inverse(source: SymbolicMechanism) -> list[list[RationalFunction]]:
    """Return the inverse, by elimination. Raises: `InputError` if the determinant is the function 0."""
    size = len(source.rows)
    zero, one = rational_function(0), rational_function(1)
    if len(source.responses) != size:
        sizes = f"{counted(size, 'input')} and {counted(len(source.responses), 'response')}"
        raise InputError(f"the source has {sizes}: give as many of both")
    try:
        return solved(source.rows, [[one if i == k else zero for k in range(size)] for i in range(size)])
    except ZeroDivisionError:
        raise InputError(
            "the source has no inverse at any α: give one whose responses are linearly independent"
        ) from None


def _derivable_from(mechanism: Mechanism | SymbolicMechanism, source: SymbolicMechanism) -> RealSet:
    rows, given = _rows(mechanism), _Source(source)
    if len(rows) != len(given.rows):
        raise InputError(
            f"the mechanism has {len(rows)} inputs and the source {len(given.rows)}: give both the same inputs"
        )
    conditions = {entry for _, entry in of_derivability(given.inverse, rows)}
    found = solution_set((entry, ">=") for entry in conditions)
    for piece in found.pieces:
        if piece.lower == piece.upper and piece.lower in given.singular:
            raise InputError(
                f"at α = {piece.lower} the source has no inverse, so this one level is not decided: give another source"
            )
    return found


def _touches(levels: RealSet, conditions: Iterable[Polynomial]) -> set[Polynomial]:
    """Return the factors with a zero inside the set whose squares divide a condition."""
    several = {factor for each in set(conditions) if each for factor, power in factors(each) if power > 1}
    pieces = [piece for piece in levels.pieces if piece.lower < piece.upper]
    return {factor for factor in several if any(zeros(factor, piece.lower, piece.upper) for piece in pieces)}


def curve_text(curve: PrivacyCurve, mechanism: Iterable[str]) -> bytes:
    """Return the certificate of a privacy curve; these lines state the mechanism.

    >>> from exactdp.privacy.privacy_curve import privacy_curve
    >>> bit = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(*curve_text(privacy_curve(bit), ["mechanism ..."]).decode().splitlines()[4:-1], sep="; ")
    phases 2; excess 1 0 0; breakpoint -1,3 1/3 1/3; excess 4 3 1; proof; between 0 0; between 0 1
    """
    # In the order of α = 1/t.
    pieces = list(reversed(curve.segments))
    stated = [[line("excess", over_one_denominator([each.event.here, each.event.there]))] for each in pieces]
    lines = [
        *mechanism,
        *neighbour_lines(curve.neighbours),
        *diagrams.phase_lines(stated, [algebraic(1 / each.start) for each in pieces[:-1]], 1),
        "proof",
        *(line("between", (each.event.i, each.event.k)) for each in pieces),
    ]
    return diagrams.whole_text("least-delta", lines)
