"""Figure 5: what x must be on four databases, if it gives x_1 by y_1 and x_2 by y_2; the proof calls it Figure 6.2.

On a database where x_1 answers 1 with probability p and x_2 with q, the four responses have l+n = p, l+o = q and the
sum 1. So all four are determined by o, or by n: l = q-o, n = p-q+o, m = 1-p-o. With δ = 12o, 12n, 6o or 6n, whichever
may be 0, these are the printed rows, and no entry is negative exactly if 0 ≤ δ ≤ 1.
"""

from fractions import Fraction

from exactdp.claims import Claim
from exactdp.claims.deriving import by_arithmetic
from exactdp.claims.formulas import Some, between, numbers
from exactdp.commands.cli import main

claim = Claim("ghosh2009.figure-5", "the rows of a mechanism for both users", section="6.2", position=60)

l, m, n, o, d = numbers("l m n o δ")  # noqa: E741 (the paper's names of the responses)
twelfth, sixth = Fraction(1, 12), Fraction(1, 6)
X_1 = {"1": Fraction(11, 12), "2": Fraction(2, 3), "13": Fraction(5, 6), "23": Fraction(1, 3)}
"""The probability of response 1, from Figure 4; x_2 has it with the rows 1 and 2 exchanged."""
EXCHANGED = {"1": "2", "2": "1", "13": "23", "23": "13"}
PRINTED = {
    "1": (twelfth * (8 - d), twelfth * (1 - d), twelfth * (3 + d), twelfth * d),
    "2": (twelfth * (8 - d), twelfth * (1 - d), twelfth * d, twelfth * (3 + d)),
    "13": (sixth * (2 - d), sixth * (1 - d), sixth * (3 + d), sixth * d),
    "23": (sixth * (2 - d), sixth * (1 - d), sixth * d, sixth * (3 + d)),
}


def row_of_both(key):
    """What is given of a row (l, m, n, o): y_1 sends it to the row of x_1, and y_2 to that of x_2."""
    first, second = X_1[key], X_1[EXCHANGED[key]]
    sums = (n == first - l, l == second - o) if key in {"1", "13"} else (o == second - l, l == first - n)
    return (m == 1 - l - n - o, *sums, *(0 <= value for value in (l, m, n, o)))


def parameter(key):
    return (o if key in {"1", "13"} else n) * (12 if len(key) == 1 else 6)


def by_parameter(key):
    return lambda proof: proof.witness(proof.goal, parameter(key))


for key, (first, second, third, fourth) in PRINTED.items():
    row = (l == first) & (m == second) & (n == third) & (o == fourth)
    claim.clause(f"only-{key}", *row_of_both(key), Some(d, between(0, d, 1), row), witnesses={"δ": parameter(key)})(
        by_parameter(key)
    )
    signs = (0 <= first) & (0 <= second) & (0 <= third) & (0 <= fourth) & (first + second + third + fourth == 1)
    sums = (first + third == X_1[key]) & (first + fourth == X_1[EXCHANGED[key]])
    claim.clause(f"every-{key}", 0 <= d, d <= 1, signs & sums)(by_arithmetic)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
