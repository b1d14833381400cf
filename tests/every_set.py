"""(ε, δ)-privacy by its definition: every set of responses is tried."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours


def difference(here: Sequence[Fraction], there: Sequence[Fraction], t: Fraction) -> Fraction:
    """Return the largest P(S) - t·Q(S), from the list of that difference for every set S."""
    differences = [p - t * q for p, q in zip(here, there, strict=True)]
    common = lcm(*(each.denominator for each in differences))
    every = [0]
    for each in differences:
        numerator = int(each * common)
        every += [value + numerator for value in every]
    return Fraction(max(every), common)


def least_delta(mechanism: Mechanism, neighbours: Neighbours, t: Fraction) -> Fraction:
    rows = mechanism.rows
    return max((difference(rows[i], rows[k], t) for i, k in neighbours.both_ways()), default=Fraction(0))


def side_by_side(*mechanisms: Mechanism) -> Mechanism:
    """Return the mechanism that answers with the responses of all, drawn independently."""
    rows = []
    for several in zip(*(mechanism.rows for mechanism in mechanisms), strict=True):
        row = []
        for responses in product(*several):
            probability = Fraction(1)
            for each in responses:
                probability *= each
            row.append(probability)
        rows.append(row)
    return Mechanism(rows)
