"""Section 3.3.3: the printed errors of WHERE and DP-WHERE, and the sentence about their differences.

Row s of the table has the cells of 0.01° and 0.05°; its columns are the error of WHERE, and those of DP-WHERE for
ε = 0.33, 0.23, 0.13.

All printed differences lie between 0.17 and 2.2, as the sentence says. Here 2.2 is the largest of them, rounded; 0.17
is not the least, which is 0.1916.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "dwork2013.section-3-3-3.errors",
    "the printed errors and their differences",
    section="3.3.3",
    position=10,
)

s, e = indices("s e")
error = named("error", table([["3.2150", "3.5136", "3.4066", "5.3391"], ["3.0871", "4.5687", "5.1691", "5.2754"]]))
least, most = Fraction("0.1916"), Fraction("2.1883")


def everywhere(*formulas):
    return All(s, between(0, s, 1), All(e, between(1, e, 3), *formulas))


difference = error[s, e] - error[s, 0]


def rounds_to(value, digit):
    """Return that some difference is this decimal number when it is rounded to its last digit, which counts `digit`."""
    value, digit = Fraction(value), Fraction(digit)
    near = (value - digit / 2 <= difference) & (difference < value + digit / 2)
    return Some(s, between(0, s, 1), Some(e, between(1, e, 3), near))


claim.clause("printed-range", everywhere((Fraction("0.17") < difference) & (difference < Fraction("2.2"))))(
    by_evaluation
)
claim.clause("most-rounds", rounds_to("2.2", "0.1"))(by_evaluation)
claim.clause("least-does-not-round", ~rounds_to("0.17", "0.01"))(by_evaluation)
claim.clause("range", everywhere((least <= difference) & (difference <= most)))(by_evaluation)
claim.clause("least", error[0, 2] - error[0, 0] == least)(by_evaluation)
claim.clause("only-least", everywhere(difference == least, (s == 0) & (e == 2)))(by_evaluation)
claim.clause("most", error[1, 3] - error[1, 0] == most)(by_evaluation)
claim.clause("not-monotone", error[0, 2] < error[0, 1])(by_evaluation)
claim.clause("monotone", All(e, between(1, e, 2), error[1, e] < error[1, e + 1]))(by_evaluation)
