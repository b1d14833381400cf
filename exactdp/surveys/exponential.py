"""The exponential mechanism: the probability of a response grows with its score, by powers of α.

With sensitivity Δ, response r has the weight α^(-u/(2Δ)) on an input with the score u, and the mechanism is α-private.
Without the factor 1/2 it is α²-private, because the sums of the weights differ as well. If all scores change in one
direction between neighbours, the sums compensate, and the level is at least α.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import REPLACE_ONE, Neighbours
from exactdp.model.sizes import by_name
from exactdp.shown import Shown
from exactdp.surveys.built import Built, bits_of, check_entries
from exactdp.surveys.geometric_variants import Sensitivity, unit_level
from exactdp.surveys.histograms import Tables, tables

STEEPEST = 10_000
"""The highest power of the unit in a weight."""


@dataclass(frozen=True)
class Scores(Shown):
    """A table of scores, the quality of each response on each input, with the neighbours among the inputs.

    Domain: a matrix of exact numbers; neighbours on its rows. Raises: `InputError` for other neighbours.
    Source: Dwork 2013, section 2.3, the quality function q.

    >>> from exactdp.model.neighbours import path
    >>> scores = Scores(Matrix([[0, 2], [1, 1], [2, 0]]), path(inputs=range(3)))
    >>> scores.sensitivity, scores.one_way
    (Sensitivity(value=1, witness=(0, 1, 0)), False)
    """

    table: Matrix
    neighbours: Neighbours

    def __post_init__(self) -> None:
        if len(self.table) != self.neighbours.size:
            raise InputError(
                f"the neighbours are among {self.neighbours.size} inputs and the table has {len(self.table)}: give "
                "both the same number"
            )

    @cached_property
    def sensitivity(self) -> Sensitivity:
        """The exact sensitivity, the largest |u(i, r) - u(k, r)| over neighbours i, k; the witness is (i, k, r)."""
        largest, witness = Fraction(0), None
        for i, k in self.neighbours.pairs:
            for r, change in enumerate(self._changes(i, k)):
                if abs(change) > largest:
                    largest, witness = abs(change), (i, k, r)
        return Sensitivity(largest, witness)

    @cached_property
    def one_way(self) -> bool:
        """Whether all scores change in the same direction between neighbours, for example if a new row only adds."""
        for i, k in self.neighbours.pairs:
            changes = self._changes(i, k)
            if min(changes) < 0 < max(changes):
                return False
        return True

    def _changes(self, i: int, k: int) -> list[Fraction]:
        return [self.table[k, r] - self.table[i, r] for r in range(self.table.shape[1])]


@dataclass(frozen=True)
class ExponentialMechanism(Built):
    """The exponential mechanism of a table of scores, with its parameters.

    On input i, response r has the weight unit^(steps·(largest score of i - u(i, r))/(cΔ)), with c = 2 if `halved` and 1
    otherwise. All exponents are integers, and unit^steps is at least the requested α, with equality if α has a rational
    root.
    """

    scores: Scores
    halved: bool
    sensitivity: Fraction
    unit: Fraction
    steps: int

    @property
    def promised(self) -> Fraction:
        """The level that the general theorem promises: the level of the weights, or its square.

        It is the level of the weights with the factor 1/2, or if all scores change in one direction.
        """
        each = self.unit**self.steps
        return each if self.halved or self.scores.one_way else each**2


def exponential(
    scores: Scores, alpha: Exact, halved: bool = True, sensitivity: Exact | None = None
) -> ExponentialMechanism:
    """Return the exponential mechanism with weights α^(-u/(2Δ)), or without the factor 1/2, α^(-u/Δ).

    If α has no rational root of the degree that makes all exponents integers, `unit_level` rounds it up.
    Domain: 0 < α ≤ 1; Δ is the exact sensitivity, or a given number that is at least as large.
    Raises: `InputError` outside, for Δ = 0 if none is given, and for exponents beyond `STEEPEST`; as `check_entries`.
    Source: Dwork 2013, section 2.3, McSherry and Talwar's mechanism.

    >>> from exactdp.model.neighbours import complete
    >>> exponential(Scores(Matrix([[1, 0], [0, 1]]), complete(inputs=range(2))), "1/4").mechanism
    Mechanism 2 × 2
         0    1
    0  2/3  1/3
    1  1/3  2/3
    """
    level = privacy_level(alpha)
    if level == 0:
        raise InputError("α = 0: weights α^(-u) need a level above 0: write one such as 1/4")
    spread = _spread(scores, sensitivity)
    check_entries(*scores.table.shape)
    scale = (2 if halved else 1) * spread
    exponents = [[(max(row) - u) / scale for u in row] for row in scores.table]
    steps = lcm(*(each.denominator for row in exponents for each in row))
    powers = [[int(each * steps) for each in row] for row in exponents]
    steepest = max(map(max, powers))
    if steepest > STEEPEST:
        raise InputError(
            f"the scores are {elided(text(steepest))} steps apart: write rounder ones, for at most {STEEPEST:,}"
        )
    unit = unit_level(level, steps)
    check_entries(*scores.table.shape, bits=steepest * bits_of(unit))
    p, q = unit.numerator, unit.denominator
    rows = [[p**power * q ** (steepest - power) for power in row] for row in powers]
    mechanism = Mechanism.from_integers(rows, map(sum, rows), scores.table.inputs, scores.table.responses)
    return ExponentialMechanism(mechanism, scores.neighbours, scores, halved, spread, unit, steps)


def _spread(scores: Scores, sensitivity: Exact | None) -> Fraction:
    least = scores.sensitivity
    if sensitivity is None:
        if least.witness is None:
            raise InputError("neighbours have the same scores, so the sensitivity is 0: write the one to divide by")
        return least.value
    given = exact(sensitivity)
    if least.witness is not None and given < least.value:
        i, k, r = least.witness
        one, other, answer = map(elided, (scores.table.inputs[i], scores.table.inputs[k], scores.table.responses[r]))
        raise InputError(
            f"a sensitivity of {elided(text(given))}: the score of {answer} differs by {elided(text(least.value))} "
            f"between {one} and {other}, so write at least that"
        )
    if given <= 0:
        raise InputError(f"a sensitivity of {elided(text(given))}: write a number above 0")
    return given


# The median


def median_scores(databases: Tables) -> Scores:
    """Return the scores of a median: cell r has minus the absolute difference of the rows below and above it.

    Cells are the values 0, 1, 2, … of a row. A score of 0 is a median, and the distance from it counts rows. The
    sensitivity is 1 for adding or removing a row, and 2 for replacing one of two or more rows, with three values.
    Domain: any tables.
    Source: Dwork 2013, section 3.3.1. There the weights grow with the distance |k - m| from the median; they must fall.

    >>> median_scores(tables(n=3, cells=3)).table.rows[1] == (-3, -2, -1)
    True
    """
    rows = [
        [-abs(sum(counts[:r]) - sum(counts[r + 1 :])) for r in range(databases.cells)] for counts in databases.members
    ]
    return Scores(Matrix(rows, inputs=databases.labels), databases.neighbours)


@by_name
def median(
    *, n: int, values: int, alpha: Exact, relation: str = REPLACE_ONE, halved: bool = True
) -> ExponentialMechanism:
    """Return the exponential mechanism for the median of n rows, or of at most n, with values 0, 1, …, values - 1.

    Domain: n ≥ 1, values ≥ 2. Raises: `InputError` outside, and as `tables` and `exponential`.
    Source: Dwork 2013, section 3.3.1.

    >>> found = median(n=3, values=3, alpha="1/4", relation="add-remove")
    >>> found.unit, found.steps, found.sensitivity, found.halved
    (Fraction(1, 2), 2, Fraction(1, 1), True)
    >>> i = found.mechanism.inputs.index("2 0 1")
    >>> [str(u) for u in found.scores.table.rows[i]], [str(p) for p in found.mechanism.rows[i]]
    (['-1', '-1', '-2'], ['2/5', '2/5', '1/5'])
    >>> print(found.promised, found.level)
    1/4 5/12
    """
    if n < 1 or values < 2:
        raise InputError(f"{counted(n, 'row')} with {counted(values, 'value')}: write at least 1 row and 2 values")
    return exponential(median_scores(tables(n=n, cells=values, relation=relation)), alpha, halved)
