"""Theorem 1, part 2: Equations (2) to (4) and the chain of inequalities that ends its proof.

For k > j the entries b, b', b'' of column k have b' = α·b'' and b > α·b': column k is S or ↓ in row i and ↑ in row i+1.
So the left side of (3) is α·(α·b' - b) < 0. By (4) the last line of the chain is 1 + (1-α)²/α less 1/α times that.
The first step of the chain goes from a row of M to α²·a + b'' + c/α². It needs Lemma 5, and is a claim of its own.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-1.final-chain",
    "the algebra of the proof of part 2",
    section="4.2",
    position=40,
    printed="for k ≠ j: α·b'' = b, and b ≥ α·b', so b > α²·b', which proves (3)",
    slip="proof",
    kept=KEPT,
)

alpha, a, b, c, middle, last = numbers("α a b c b′ b″")
level = (0 < alpha, alpha < 1)
left_of_3 = (1 + alpha**2) * middle - alpha * (b + last)
equations = (b == 1 - a - c, middle == 1 - alpha * a - c / alpha)
row = alpha**2 * a + last + c / alpha**2
fraction = (
    alpha**3
    - b * alpha**3
    - alpha**4
    + middle * alpha**4
    + last * alpha
    - last * alpha**3
    + 1
    - alpha
    - middle
    + b * alpha
) / (alpha * (1 - alpha**2))
two_parts = (1 - alpha + alpha**2) / alpha + ((b + last) * alpha - middle * (1 + alpha**2)) / alpha

claim.printed_as(
    "equation-3",
    *level,
    alpha * last == b,
    alpha * middle <= b,
    alpha**2 * middle < b,
    left_of_3 < 0,
    at={"α": Fraction(1, 2), "b": Fraction(1), "b′": Fraction(2), "b″": Fraction(2)},
)
claim.printed_as(
    "not-strict",
    *level,
    middle == alpha * last,
    alpha * middle <= b,
    left_of_3 < 0,
    at={"α": Fraction(1, 2), "b": Fraction(1), "b′": Fraction(2), "b″": Fraction(4)},
    instead="equation-3",
)

claim.clause("falling", *level, alpha * b == middle, 0 < b, alpha * middle < b)(
    lambda proof: proof.qed(proof.have(0 < b * (1 - alpha**2), factors=3))
)
claim.clause("equation-3", 0 < alpha, middle == alpha * last, alpha * middle < b, left_of_3 < 0)(by_arithmetic)


@claim.clause("by-equation-4", *level, *equations, row == fraction)
def by_equation_4(proof):
    found = proof.cite("gupte2010.theorem-1.equation-4#solution").parts()
    return proof.qed(*found, 0 < 1 - alpha**2)


claim.clause("rearranged", *level, fraction == two_parts)(by_arithmetic)
claim.clause("more-than-one", *level, left_of_3 < 0, 1 < two_parts)(lambda proof: proof.qed(squares=[1 - alpha]))


@claim.clause("chain", *level, *equations, left_of_3 < 0, 1 < row)
def chain(proof):
    more = proof.cite("gupte2010.theorem-1.final-chain#more-than-one")
    more = proof.replace(proof.have(two_parts == fraction), lambda value: 1 < value, more)
    first = proof.cite("gupte2010.theorem-1.final-chain#by-equation-4")
    return proof.replace(proof.have(fraction == row, first), lambda value: 1 < value, more)
