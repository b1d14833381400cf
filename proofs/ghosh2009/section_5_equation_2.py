"""Equation (2): the objective of the LP is the expected loss (1) with the range N, and linear in the entries of x.

Both are L(p, l, x; n, n). Written as one double sum, the objective has a constant coefficient p_i·l(i, r) for each
entry x_ir. The rows of a mechanism sum to 1. Add a number c_i to all losses of row i. The objective of every mechanism
grows by the same amount Σ_i p_i·c_i, so the optimal mechanisms stay the same.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-5.equation-2",
    "the objective of the LP is the expected loss, and linear",
    section="5",
    position=7,
)

n, m, i, r = indices("n m i r")
t, u = numbers("t u")
p, c = vectors("p c")
x, y, l = matrices("x y l")  # noqa: E741 (the paper's letter)


def loss(l, x):  # noqa: E741
    return bayesian_loss(p, l, x, n, m)


claim.clause("same-sum", loss(l, x) == Sum(i, 0, n, Sum(r, 0, m, p[i] * x[i, r] * l[i, r])))(by_arithmetic)

combined = function(i, r, t * x[i, r] + u * y[i, r])

claim.clause("linear", loss(l, combined) == t * loss(l, x) + u * loss(l, y))(by_arithmetic)

shifted = function(i, r, l[i, r] + c[i])


@claim.clause("shifted", stochastic(x, n, m), loss(shifted, x) == loss(l, x) + Sum(i, 0, n, p[i] * c[i]))
def shifted_rows(proof):
    row = p[i] * Sum(r, 0, m, x[i, r] * (l[i, r] + c[i]))
    rows = proof.termwise(i, 0, n, row == p[i] * Sum(r, 0, m, x[i, r] * l[i, r]) + p[i] * c[i])
    return proof.qed(rows)


claim.clause(
    "same-optima",
    stochastic(x, n, m),
    stochastic(y, n, m),
    loss(l, x) <= loss(l, y),
    loss(shifted, x) <= loss(shifted, y),
)(lambda proof: proof.qed(*(proof.cite("ghosh2009.section-5.equation-2#shifted", x=each) for each in (x, y))))
