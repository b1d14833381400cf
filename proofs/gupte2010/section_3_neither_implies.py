"""Section 3: privacy of neighbouring entries and the condition on three entries do not imply each other.

A column that is 1/2 but in row 1, where it is α/2, and its complement are private, and at row 1 the condition fails. A
column that grows in equal steps from 0 to 1, and its complement, meet the condition and are not private.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import All, If, Some, Sum, as_number, between, function, indices, matrix, number, unfold
from exactdp.claims.vocabulary import private, stochastic, three_entries, three_entries_condition
from exactdp.commands.cli import main

claim = Claim(
    "gupte2010.section-3.neither-implies",
    "privacy and the condition on three entries are independent",
    section="3",
    position=4,
)

n, m, i, k, r = indices("n m i k r")
a, x = number("α"), matrix("x")
valley = function(i, r, If(i == 1, If(r == 0, a / 2, 1 - a / 2), "1/2"))
line = function(i, r, If(r == 0, i / as_number(n), 1 - i / as_number(n)))


@claim.clause(
    "privacy-does-not",
    2 <= n,
    0 < a,
    a < 1,
    Some(x, private(x, a, n, 1) & (three_entries(x, a, 1, 0) < 0)),
    witnesses={"x": valley},
)
def privacy_does_not(proof):
    return proof.witness(proof.goal, valley)


@claim.clause(
    "condition-does-not",
    1 <= n,
    0 < a,
    Some(x, stochastic(x, n, 1) & three_entries_condition(x, a, n, 1) & (x[0, 0] < a * x[1, 0])),
    witnesses={"x": line},
)
def condition_does_not(proof):
    return proof.witness(proof.goal, line)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
