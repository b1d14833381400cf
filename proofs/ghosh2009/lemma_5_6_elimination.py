"""Lemma 5.6, the end of its proof: the row sum that is to be larger than 1, with a and c eliminated.

Times α², the row sum is α⁴a + αb' + c. Equation (7) is a + b + c - 1 = 0 and α times (8) is α²a + αb' + c - α = 0.
Subtract 1+α² times the second and add α² times the first: a and c are gone, and α + α³ - α² + α²b - α³b' remains.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.lemma-5.6-elimination",
    "the row sum larger than 1 in the proof of Lemma 5.6",
    section="5",
    position=85,
    kept={"0 < α": "the equations divide by α"},
)

alpha, a, b, c, below = numbers("α a b c b'")
seven, eight = a + b + c == 1, alpha * a + below + c / alpha == 1
row_sum = alpha * alpha * a + below / alpha + c / (alpha * alpha)
least = 1 / alpha + alpha - 1

claim.clause("eliminated", 0 < alpha, seven, eight, row_sum == least + b - below * alpha)(by_arithmetic)
claim.clause("square", 0 < alpha, least == 1 + (alpha - 1) * (alpha - 1) / alpha)(by_arithmetic)


@claim.clause("at-least", 0 < alpha, seven, eight, 0 <= b - below * alpha, least <= row_sum)
def at_least(proof):
    return proof.qed(proof.cite("ghosh2009.lemma-5.6-elimination#eliminated"), factors=3)


@claim.clause(
    "larger",
    *(0 < alpha, alpha < 1, seven, eight, 0 <= b - below * alpha),
    1 < row_sum,
    kept={"b - b'·α ≥ 0": "it is privacy in column j"},
)
def larger(proof):
    at_least, square = (proof.cite(f"ghosh2009.lemma-5.6-elimination#{name}") for name in ("at-least", "square"))
    return proof.qed(at_least, square, 0 < (alpha - 1) * (alpha - 1) / alpha, factors=3)
