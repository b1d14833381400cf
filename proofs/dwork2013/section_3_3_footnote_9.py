"""Section 3.3, footnote 9: which inferences are allowed before a mechanism sees the rows.

A function of each single row and of public information maps databases that differ in one row to databases that differ
in at most one row. So a mechanism on the result keeps its level. A function that reads other rows may change all n of
them: if every row becomes row 0, one changed row changes n rows, and only the level αⁿ remains.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3.footnote-9", "inferences from one person's own data", section="3.3", position=20, kept=KEPT
)

i, j, k, n = indices("i j k n")
a, b = numbers("α β")
d, e, f = (variable(name, INDEX_MAP) for name in ("d", "e", "f"))


def inferred(of):
    return function(k, f[of[k]])


@claim.clause("row-by-row", 1 <= n, neighbours(d, e, n), neighbours(inferred(d), inferred(e), n))
def row_by_row(proof):
    proof.let(proof.know(neighbours(d, e, n)), j)
    return proof.witness(proof.goal, j, All(k, between(0, k, n - 1), k != j, f[d[k]] == f[e[k]]))


without = function(k, If(k < i, d[k], d[k + 1]))

claim.clause("one-row-less", 0 <= k, inferred(without)[k] == If(k < i, inferred(d)[k], inferred(d)[k + 1]))(
    by_arithmetic
)

first_row = function(k, d[0])
"""Writes the value of row 0 into every row."""

ones = Sum(k, 0, n - 1, If(first_row[k] == 1, as_number(1), 0))
G = geometric_mechanism(n, a)
levels = (1 <= n, 0 <= a, a <= 1)

claim.clause("all-rows-change", 1 <= n, ones == If(d[0] == 1, as_number(n), 0))(by_arithmetic)
claim.clause("at-least", *levels, between(0, i, n), between(0, j, n), between(0, k, n), a**n * G[i, k] <= G[j, k])(
    lambda proof: proof.cite("lecture.definition-3.2#local-level").parts()[-1](i, j, k)
)
claim.clause("only", *levels, b * G[0, 0] <= G[n, 0], b <= a**n)(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#attained", k=n)
)
