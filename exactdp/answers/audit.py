"""Audits: the exact level of a table of numbers, compared with a promised level.

The table need not be a mechanism. Floating-point rows rarely sum to exactly 1, and then the table may stand for several
mechanisms. The audit examines each of them, and locates the errors of the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential, requested_level
from exactdp.certificates.certificate import Verified, certify
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.other_libraries import Implementation
from exactdp.privacy.level import Level, Witness, epsilon, level, neighbours_of
from exactdp.privacy.privacy_curve import approximately_private, least_delta
from exactdp.shown import Shown

ENCLOSURE_BITS = 256
"""The precision of the bounds on e^-ε and on shortfalls: floating-point tables violate a promise by about 1e-17."""


AS_IT_STANDS, NORMALISED, NO_ANSWER = "as it stands", "rows divided by their sums", "the rest is a response"
"""The readings of a table; if its rows sum to 1, only the first applies."""


@dataclass(frozen=True)
class Reading(Shown):
    """A mechanism that a table may stand for, and its exact level; `kept` is true if the level keeps the promise.

    `delta` encloses the least δ at the promised level. If rows do not sum to 1, one reading is a mechanism that answers
    by the table with probability 1/`scale`, and otherwise gives no answer. Its level is the level of the entries,
    because the probabilities of no answer are closer to each other. This reading has no `delta`.
    """

    name: str
    level: Level
    scale: int
    kept: bool | None
    delta: Enclosure | None


@dataclass(frozen=True)
class Audit(Shown):
    """The audit of a table. It is true if the promise is kept or, without a promise, if the table has a level.

    `sums` are the row sums. `readings` begins with the table as given. If an entry is negative, `readings` is empty, no
    promise is kept, and `negative` is the place of the least entry.
    """

    _facts = ("promise", "readings", "table", "neighbours")

    table: Matrix
    neighbours: Neighbours
    promise: RationalOrExponential | None
    sums: tuple[Fraction, ...]
    negative: tuple[int, int] | None
    readings: tuple[Reading, ...]

    def __bool__(self) -> bool:
        return bool(self.readings) and self.readings[0].kept is not False

    @property
    def alpha(self) -> Fraction | None:
        """The exact level of the entries; None if one is negative."""
        return self.readings[0].level.alpha if self.readings else None

    @property
    def worst(self) -> Witness | None:
        """The place that determines the level, with the entries of the table."""
        found = self.readings[0].level.witness if self.readings else None
        return found and Witness(found.i, found.k, found.r, self.table[found.i, found.r], self.table[found.k, found.r])

    @property
    def epsilon(self) -> Enclosure | None:
        """Rational bounds on ε = -ln α; None without a level above 0."""
        return epsilon(self.alpha, ENCLOSURE_BITS) if self.alpha else None

    @property
    def shortfall(self) -> Enclosure | None:
        """Rational bounds on the promised α minus the exact α; positive if the promise is broken."""
        if self.promise is None or self.alpha is None:
            return None
        if isinstance(self.promise, Exponential):
            promised = self.promise.enclosed(ENCLOSURE_BITS)
        else:
            promised = Enclosure(self.promise, self.promise)
        return Enclosure(promised.lower - self.alpha, promised.upper - self.alpha)

    @property
    def excess(self) -> Enclosure | None:
        """Rational bounds on the exact ε minus the promised ε; positive if the promise is broken, None if infinite."""
        if self.promise is None or self.epsilon is None or self.promise == 0:
            return None
        found = self.epsilon
        if self.alpha == self.promise:
            return Enclosure(Fraction(0), Fraction(0))
        if isinstance(self.promise, Exponential):
            promised = Enclosure(self.promise.epsilon, self.promise.epsilon)
        else:
            promised = epsilon(self.promise, ENCLOSURE_BITS)
        return Enclosure(found.lower - promised.upper, found.upper - promised.lower)

    @cached_property
    def broken(self) -> tuple[Witness, ...]:
        """Every place at which the entries break the promise; empty without a promise."""
        return tuple(self._broken(self.promise)) if self.promise is not None and self.readings else ()

    def _broken(self, promise: RationalOrExponential) -> Iterator[Witness]:
        for i, k in self.neighbours.both_ways():
            above, below = self.table.denominators[i], self.table.denominators[k]
            for r, (x, y) in enumerate(zip(self.table.numerators[i], self.table.numerators[k], strict=True)):
                # If y/x ≥ 1, every promise is kept.
                if y * above < x * below and promise > Fraction(y * above, x * below):
                    yield Witness(i, k, r, self.table[i, r], self.table[k, r])

    @property
    def verified(self) -> Verified | None:
        """The verified certificate of the exact level of the table as given; None without a level."""
        return certify(self.readings[0].level) if self.readings else None


def audit(
    table: TableLike,
    neighbours: Neighbours | str | None = None,
    *,
    alpha: Exact | Exponential | None = None,
    epsilon: Exact | None = None,
) -> Audit:
    """Return the exact level of a table of numbers, and whether it keeps the promised level.

    The level is the largest α ≤ 1 with α·x_ir ≤ x_kr for all neighbours i, k and responses r, whatever the row sums.
    The kernel certifies it. Ball arithmetic compares it with e^-ε.
    Domain: an argument of `Matrix`, and also floats, which mean their exact dyadic fractions; neighbours on its inputs,
    by default the path. The promised level is `alpha` in [0, 1], or `epsilon` as for `exponential_level`, or absent.
    Raises: `InputError` outside, or if both α and ε are given.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, Definition 2.

    >>> found = audit(Matrix([["0.7311", "0.2689"], ["0.2689", "0.7311"]]), epsilon=1)
    >>> bool(found), found.alpha, len(found.broken)
    (False, Fraction(2689, 7311), 2)
    >>> print(found.excess)
    0.000210…
    >>> for reading in audit(Matrix([["0.666", "0.333"], ["0.333", "0.666"]]), alpha="1/2").readings:
    ...     print(reading.name, reading.level, reading.kept)
    as it stands 1/2 True
    rows divided by their sums 1/2 True
    the rest is a response 1/2 True
    """
    promise = requested_level(alpha, epsilon)
    table = Matrix.with_floats(table)
    found = neighbours_of(table, neighbours, "table")
    sums = tuple(
        Fraction(sum(row), denominator) for row, denominator in zip(table.numerators, table.denominators, strict=True)
    )
    least, place = min((entry, (i, r)) for i, row in enumerate(table) for r, entry in enumerate(row))
    if least < 0:
        return Audit(table, found, promise, sums, place, ())
    readings = (_read(name, mechanism, scale, found, promise) for name, mechanism, scale in _mechanisms(table, sums))
    return Audit(table, found, promise, sums, None, tuple(readings))


def audit_implementation(found: Implementation) -> Audit:
    """Audit the table of another library's mechanism against the promise of that library.

    Raises: as `audit`.

    >>> from exactdp.model.neighbours import path
    >>> table = Matrix([["0.731", "0.269"], ["0.269", "0.731"]])
    >>> judged = audit_implementation(Implementation("a coin", "its manual", table, path(inputs=range(2)), Fraction(1)))
    >>> bool(judged), judged.alpha
    (True, Fraction(269, 731))
    """
    promise = {"alpha": 0} if found.promised is None else {"epsilon": found.promised}
    return audit(found.table, found.neighbours, **promise)


def _mechanisms(table: Matrix, sums: tuple[Fraction, ...]) -> Iterator[tuple[str, Mechanism, int]]:
    if set(sums) == {Fraction(1)}:
        yield AS_IT_STANDS, Mechanism(table, table.inputs, table.responses), 1
        return
    # If scale exceeds the sum of any two rows, the ratio of the probabilities 1 - s/scale of no answer is above the
    # level: α·s_k ≤ s_i implies s_k - s_i ≤ (1-α)·s_k < (1-α)·(scale - s_i).
    scale = 1 << int(2 * max(sums)).bit_length()
    yield AS_IT_STANDS, _with_no_answer(table, Fraction(1, scale)), scale
    if min(sums):
        divided = ([entry / total for entry in row] for row, total in zip(table, sums, strict=True))
        yield NORMALISED, Mechanism(divided, table.inputs, table.responses), 1
    if max(sums) <= 1:
        yield NO_ANSWER, _with_no_answer(table, Fraction(1)), 1


def _with_no_answer(table: Matrix, factor: Fraction) -> Mechanism:
    label = "no answer"
    while label in table.responses:
        label += "'"
    rows = ([factor * entry for entry in row] for row in table)
    return Mechanism([[*row, 1 - sum(row)] for row in rows], table.inputs, [*table.responses, label])


def _read(
    name: str, mechanism: Mechanism, scale: int, neighbours: Neighbours, promise: RationalOrExponential | None
) -> Reading:
    found = level(mechanism, neighbours)
    if promise is None:
        return Reading(name, found, scale, None, None)
    kept = found.alpha >= promise
    if scale > 1:
        return Reading(name, found, scale, kept, None)
    if isinstance(promise, Exponential):
        return Reading(name, found, scale, kept, least_delta(mechanism, promise.epsilon, neighbours, ENCLOSURE_BITS))
    least = approximately_private(mechanism, promise, 0, neighbours).least
    return Reading(name, found, scale, kept, Enclosure(least, least))
