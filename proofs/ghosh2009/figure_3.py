"""Figure 3: the constraint matrix of the mechanism of Figure 2.

The letters of the print stand as numbers below: 0 for Z, 1 for ↓, 2 for ↑ and 3 for S.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import (
    down,
    figure_2_mechanism,
    row_pattern,
    slack,
    slacks,
    up,
    zero,
    zero_columns,
)

claim = Claim(
    "ghosh2009.figure-3", "the constraint matrix of Figure 2", section="5", position=30, uses=("ghosh2009.figure-2",)
)

PRINTED = """
    ↓ Z ↑ ↑ ↑ ↑
    ↓ Z S ↑ ↑ ↑
    ↓ Z ↓ ↑ ↑ ↑
    ↓ Z ↓ ↓ ↑ ↑
    ↓ Z ↓ ↓ ↓ ↑
"""

i, r = indices("i r")
half = Fraction(1, 2)
F = figure_2_mechanism()
letters = [["Z↓↑S".index(letter) for letter in line.split()] for line in PRINTED.strip().splitlines()]
printed = named("Figure 3", table(letters))


def where(letter, says):
    return Every((i, 0, 4), (r, 0, 5), (printed[i, r] == letter) >> says)


claim.clause("z", where(0, zero(F, i, r)), kept={"0 ≤ r": "the columns of the figure"})(by_evaluation)
claim.clause("down", where(1, down(F, half, i, r)))(by_evaluation)
claim.clause("up", where(2, up(F, half, i, r)))(by_evaluation)
claim.clause("s", where(3, slack(F, half, i, r)))(by_evaluation)
claim.clause("patterns", All(i, between(0, i, 4), row_pattern(F, half, i, 5)))(by_evaluation)
claim.clause("one-s", Sum(i, 0, 4, slacks(F, half, i, 5)) == 1)(by_evaluation)
claim.clause("one-z-column", zero_columns(F, 5) == 1)(by_evaluation)
