"""Lemma 2, part 3: the three entries of x that determine the sign if column i is replaced.

They are x_(i-1), x_i and x_(i+1), the rows next to the replaced column's number. The lemma writes x_1, x_2, x_3 for
every i. This is right only for i = 2, because its rows and columns are numbered from 1. In the formulas they are
numbered from 0, so its x_1, x_2, x_3 are x[0], x[1], x[2].
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-2.part-3-index",
    "part 3 compares x at k-1, k and k+1",
    section="3",
    position=52,
    printed=(
        "(x_2 - α·x_1) ≥ α·(x_3 - α·x_2) for every 2 ≤ i ≤ n-1; and in the lemma's second copy, the scan has "
        "x_3 - α·x_1 for the last bracket, 2 < i < n-1 for the range, and no minus signs"
    ),
    slip="print",
    kept=KEPT,
)

n, i, k = indices("n i k")
a = number("α")
x, y = (variable(name, VECTOR) for name in "xy")
X = matrix("X")
sizes = (0 <= a, a < 1, 0 < k, k < n)


def replaced(column):
    return equal_matrices(X, with_column(scaled_geometric(a), k, column), n, n)


factor = (1 - a * a) ** (n - 1)
difference = (x[k] - a * x[k - 1]) - a * (x[k + 1] - a * x[k])


@claim.clause("value", *sizes, replaced(x), determinant(factor * difference, X, n))
def value(proof):
    part_3 = proof.cite("gupte2010.lemma-2#part-3")
    same = proof.have(part_3.says.args[1] == factor * difference)
    return proof.replace(same, lambda each: determinant(each, X, n), part_3)


@claim.clause("only-if", *sizes, factor * difference >= 0, difference >= 0)
def only_if(proof):
    return proof.indirect(proof.goal, proof.cite("gupte2010.lemma-2#positive"))


claim.clause("if", *sizes, difference >= 0, factor * difference >= 0)(
    lambda proof: proof.qed(proof.cite("gupte2010.lemma-2#positive"))
)

same = All(i, k - 1 <= i, i <= k + 1, x[i] == y[i])


@claim.clause("no-other-entry", *sizes, same, replaced(y), determinant(factor * difference, X, n))
def no_other_entry(proof):
    at = proof.know(same)
    found = proof.cite("gupte2010.lemma-2.part-3-index#value", x=y)
    value = proof.have(found.says.args[1] == factor * difference, *(at(row) for row in (k - 1, k, k + 1)))
    return proof.replace(value, lambda each: determinant(each, X, n), found)


printed = a * (x[2] - a * x[1]) <= x[1] - a * x[0]
claim.printed_as(
    "first-three-entries",
    *(*sizes, printed),
    factor * difference >= 0,
    at={"n": 3, "k": 2, "α": "1/2", "x": (0, 1, 0, 0)},
    instead="value",
)
claim.printed_as(
    "last-bracket",
    *sizes,
    a * (x[k + 1] - a * x[k - 1]) <= x[k] - a * x[k - 1],
    factor * difference >= 0,
    instead="value",
)
claim.printed_as("range", 0 < k, k < n, (1 < k) & (k < n - 1), instead="value")
