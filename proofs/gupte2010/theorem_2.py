"""Theorem 2: which α-private mechanisms can be derived from the geometric mechanism.

For α < 1 the only T with G·T = M has (M_0r - α·M_1r)/(1-α) in row 0, its mirror image in row n, and ((1+α²)·M_kr -
α·(M_(k-1)r + M_(k+1)r))/(1-α)² between them. Its rows sum to 1 because the rows of M do. So M is derivable if and only
if these entries are ≥ 0; in the outer rows privacy ensures this, and in the inner rows it is the theorem's condition.
At α = 1 all rows of M are equal, and T = M.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-2", "the mechanisms derivable from the geometric mechanism", section="3", position=20, kept=KEPT
)

n, m, i, r = indices("n m i r")
a, x = number("α"), matrix("x")
given = (1 <= n, 0 <= a, a <= 1, private(x, a, n, m))
condition = three_entries_condition(x, a, n, m)


@claim.clause("if", *given, condition, derivable(x, a, n, m))
def sufficient(proof):
    def at_one(case):
        level = case.indirect(a == 1)
        one = case.indirect(as_number(1) == a)
        x_private = case.replace(level, lambda level: private(x, level, n, m))
        equal = Every((i, 0, n), (r, 0, m), x[i, r] == x[0, r])
        rows = case.for_all(equal, lambda row: row.cite("gupte2010.theorem-2.alpha-one#private-rows-equal", x_private))
        at_1 = case.cite("gupte2010.theorem-2.alpha-one#equal-rows-derivable", rows, *x_private.parts())
        return case.replace(one, lambda level: derivable(x, level, n, m), at_1)

    return proof.cases(
        proof.goal, (a < 1, lambda case: case.cite("gupte2010.theorem-2.sufficiency#derivable")), (TRUE, at_one)
    )


claim.clause("only-if", *given, derivable(x, a, n, m), condition)(
    lambda proof: proof.cite("gupte2010.theorem-2.converse#condition")
)
