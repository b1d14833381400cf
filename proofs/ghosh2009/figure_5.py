"""Figure 5: the form of x on four databases if y_1∘x = x_1 and y_2∘x = x_2; the proof calls it Figure 6.2.

On a database where x_1 answers 1 with probability p and x_2 with q, the four responses have l+n = p, l+o = q and the
sum 1. So all four are determined by o, or by n: l = q-o, n = p-q+o, m = 1-p-o. With δ = 12o, 12n, 6o or 6n, whichever
can be 0, these are the printed rows. All entries are ≥ 0 if and only if 0 ≤ δ ≤ 1.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim("ghosh2009.figure-5", "the rows of a mechanism for both users", section="6.2", position=60)

l, m, n, o, d = numbers("l m n o δ")  # noqa: E741 (the paper's names of the responses)
X_1 = {"1": Fraction(11, 12), "2": Fraction(2, 3), "13": Fraction(5, 6), "23": Fraction(1, 3)}
"""The probability of response 1, from Figure 4; x_2 has it with the rows 1 and 2 exchanged."""
EXCHANGED = {"1": "2", "2": "1", "13": "23", "23": "13"}
PRINTED = {
    "1": (12, (8 - d, 1 - d, 3 + d, d)),
    "2": (12, (8 - d, 1 - d, d, 3 + d)),
    "13": (6, (2 - d, 1 - d, 3 + d, d)),
    "23": (6, (2 - d, 1 - d, d, 3 + d)),
}
"""The printed row (l, m, n, o): a factor 1/12 or 1/6, and the numbers that it multiplies."""


distribution = explained(
    "({0},{1},{2},{3}) is a distribution",
    (l, m, n, o),
    (0 <= l) & (0 <= m) & (0 <= n) & (0 <= o) & (m == 1 - l - n - o),
)


def by_parameter(parameter):
    return lambda proof: proof.witness(proof.goal, parameter)


for key, (scale, printed) in PRINTED.items():
    first, second, third, fourth = (entry / scale for entry in printed)
    row = (l == first) & (m == second) & (n == third) & (o == fourth)
    of_x_1, of_x_2 = X_1[key], X_1[EXCHANGED[key]]
    free, sums = (
        (o, (l == of_x_2 - o, n == of_x_1 - l)) if key in {"1", "13"} else (n, (l == of_x_1 - n, o == of_x_2 - l))
    )
    parameter = scale * free
    claim.clause(
        f"only-{key}", distribution(l, m, n, o), *sums, Some(d, between(0, d, 1), row), witnesses={"δ": parameter}
    )(by_parameter(parameter))
    sums = (first + third == of_x_1) & (first + fourth == of_x_2)
    claim.clause(f"every-{key}", 0 <= d, d <= 1, distribution(first, second, third, fourth) & sums)(by_arithmetic)
