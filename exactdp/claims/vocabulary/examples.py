"""The mechanism of Ghosh, Roughgarden & Sundararajan 2009, Figure 2, as printed."""

from fractions import Fraction

FIGURE_2 = """
    2/3  0 1/4  1/24 1/48 1/48
    1/3  0 1/2  1/12 1/24 1/24
    1/6  0 1/2  1/6  1/12 1/12
    1/12 0 1/4  1/3  1/6  1/6
    1/24 0 1/8  1/6  1/3  1/3
    1/48 0 1/16 1/12 1/6  2/3
"""


def figure_2() -> list[list[Fraction]]:
    """Return the rows of Figure 2.

    >>> len(figure_2()), figure_2()[0][0]
    (6, Fraction(2, 3))
    """
    return [[*map(Fraction, line.split())] for line in FIGURE_2.strip().splitlines()]
