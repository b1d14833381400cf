"""Mechanisms and losses that are examples or counterexamples for several claims."""

from fractions import Fraction

from exactdp.arithmetic.exact import Exact, exact
from exactdp.model.losses import Loss, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.sizes import by_name

FIGURE_2 = """
    2/3  0 1/4  1/24 1/48 1/48
    1/3  0 1/2  1/12 1/24 1/24
    1/6  0 1/2  1/6  1/12 1/12
    1/12 0 1/4  1/3  1/6  1/6
    1/24 0 1/8  1/6  1/3  1/3
    1/48 0 1/16 1/12 1/6  2/3
"""
"""The mechanism of Ghosh, Roughgarden & Sundararajan 2009, Figure 2, as printed."""


def figure_2(changed: str = "", by: str = "") -> list[list[Fraction]]:
    """Return the rows of Figure 2, or of the figure with one piece of its text changed.

    Raises: as `exactdp.arithmetic.exact.exact`.

    >>> len(figure_2()), figure_2("2/3  0", "1/3  0")[0][0]
    (6, Fraction(1, 3))
    """
    return [[*map(Fraction, line.split())] for line in FIGURE_2.replace(changed, by).strip().splitlines()]


@by_name
def in_turn(*, n: int, alpha: Exact) -> Mechanism:
    """Return the mechanism on {0..n} that answers the parity of the input, and the other bit with probability α/(1+α).

    Domain: n ≥ 1. Raises: as `Mechanism`.

    >>> print(in_turn(n=2, alpha="1/2"))
         0    1  2
    0  2/3  1/3  0
    1  1/3  2/3  0
    2  2/3  1/3  0
    """
    level = exact(alpha)
    kept, moved = 1 / (1 + level), level / (1 + level)
    return Mechanism([[*((moved, kept) if i % 2 else (kept, moved)), *[0] * (n - 1)] for i in range(n + 1)])


WITHOUT_PATTERN = in_turn(n=2, alpha="1/2")
"""The smallest optimal vertex without the row pattern of Lemma 5.5; it is not derivable from G."""


@by_name
def parity(*, n: int) -> Loss:
    """Return the loss |i-r| mod 2 on {0..n}, which is not unimodal for n ≥ 2.

    >>> parity(n=2)(0, 2), parity(n=2)(0, 1)
    (Fraction(0, 1), Fraction(1, 1))
    """
    return table([[abs(i - r) % 2 for r in range(n + 1)] for i in range(n + 1)])
