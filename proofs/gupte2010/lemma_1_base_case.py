"""Lemma 1: the start of the induction, and the matrices of the sizes that the text calls 1 and 2.

The text's G'_{2,α} has two rows, (1, α) and (α, 1), and belongs to the results {0, 1}. The induction could start one
size below, at the 1 × 1 matrix (1) with the determinant (1-α²)^0. The scaling from G, which has two outer columns,
starts at size 2: one column cannot be first and last with a factor 1+α for each.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-1.base-case",
    "the start of the induction",
    section="3",
    position=32,
    printed="G'_{2,α} = 1-α², where det G' must be meant, and a matrix on {0, 1}, which is G'_{1,α} by Definition 4",
    slip="print",
    kept=KEPT,
)

(n,) = indices("n")
a, x = number("α"), matrix("x")


def scaled(size, value):
    def prove(proof):
        power = proof.cite("gupte2010.lemma-1#scaled", n=size)
        same = proof.have(power.says.args[1] == value)
        return proof.replace(same, lambda each: determinant(each, x, size), power)

    return prove


def is_scaled(size):
    return equal_matrices(x, scaled_geometric(a), size, size)


claim.clause("one-result", is_scaled(0), determinant(1, x, 0))(scaled(0, 1))
claim.clause("two-results", is_scaled(1), determinant(1 - a * a, x, 1))(scaled(1, 1 - a * a))
claim.clause("step", 1 <= n, (1 - a * a) ** n == (1 - a * a) * (1 - a * a) ** (n - 1))(by_arithmetic)


@claim.clause(
    "g-on-two", 0 <= a, equal_matrices(x, geometric_mechanism(1, a), 1, 1), determinant((1 - a) / (1 + a), x, 1)
)
def g_on_two(proof):
    value = proof.cite("gupte2010.lemma-1#value", n=1)
    same = proof.have(value.says.args[1] == (1 - a) / (1 + a))
    return proof.replace(same, lambda each: determinant(each, x, 1), value)


claim.clause("scaling-on-two", 0 <= a, 1 - a * a == (1 + a) ** 2 * ((1 - a) / (1 + a)))(by_arithmetic)
claim.clause("g-on-one", 0 <= a, geometric_mechanism(0, a)[0, 0] == 1 / (1 + a))(by_arithmetic)
claim.clause("scaling-on-one", 0 <= a, a < 1, (1 + a) ** 2 / ((1 + a) / (1 - a)) == 1 - a * a)(by_arithmetic)

claim.printed_as("of-size-two", 0 <= a, a < 1, is_scaled(2), determinant(1 - a * a, x, 2), instead="two-results")
