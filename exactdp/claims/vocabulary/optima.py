"""Optima as evidence: the least costs on α-private columns."""

from collections.abc import Sequence
from fractions import Fraction


def least_on_private_columns(costs: Sequence[Fraction], alpha: Fraction) -> Fraction:
    """Return the least Σ costs_i·x_i over the α-private columns x with x_0 = 1, in one pass from the last input.

    Domain: at least one cost, 0 < α ≤ 1.

    >>> least_on_private_columns([Fraction(1), Fraction(-1)], Fraction(1, 2))
    Fraction(-1, 1)
    """
    found = costs[-1]
    for value in costs[-2::-1]:
        found = value + (alpha * found if found >= 0 else found / alpha)
    return found
