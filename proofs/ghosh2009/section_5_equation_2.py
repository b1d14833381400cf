"""Equation (2): the objective of the LP is the expected loss (1) for the range N, and linear in x.

Row by row, (2) adds p_i times the sum of x_ir·l(i,r), and (1) adds p_i·x_ir·l(i,r) term by term. Both are linear in the
entries of x, so a mechanism between two others has the loss between theirs. As the rows sum to 1, a number that is
added to all losses of a row changes the objective of every mechanism alike.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import Sum, function, indices, matrices, numbers, vectors
from exactdp.claims.vocabulary import bayesian_loss, stochastic
from exactdp.commands.cli import main

claim = Claim("ghosh2009.section-5.equation-2", "the objective of the LP", section="5", position=7)

n, m, i, r = indices("n m i r")
(t,) = numbers("t")
p, c = vectors("p c")
x, y, l = matrices("x y l")  # noqa: E741 (the paper's letter)


def loss(l, x):  # noqa: E741
    return bayesian_loss(p, l, x, n, m)


@claim.clause("same-sum", loss(l, x) == Sum(i, 0, n, Sum(r, 0, m, p[i] * x[i, r] * l[i, r])))
def same_sum(proof):
    return proof.qed()


mixture = function(i, r, t * x[i, r] + (1 - t) * y[i, r])


@claim.clause("linear", loss(l, mixture) == t * loss(l, x) + (1 - t) * loss(l, y))
def linear(proof):
    return proof.qed()


shifted = function(i, r, l[i, r] + c[i])


@claim.clause("shifted", stochastic(x, n, m), loss(shifted, x) == loss(l, x) + Sum(i, 0, n, p[i] * c[i]))
def shifted_rows(proof):
    _, ones = proof.parts(stochastic(x, n, m))[-2:]
    row = p[i] * Sum(r, 0, m, x[i, r] * (l[i, r] + c[i]))
    rows = proof.termwise(i, 0, n, row == p[i] * Sum(r, 0, m, x[i, r] * l[i, r]) + p[i] * c[i], ones(i))
    return proof.qed(rows)


@claim.clause(
    "same-optima",
    stochastic(x, n, m),
    stochastic(y, n, m),
    loss(l, x) <= loss(l, y),
    loss(shifted, x) <= loss(shifted, y),
)
def same_optima(proof):
    return proof.qed(*(proof.cite("ghosh2009.section-5.equation-2#shifted", x=each) for each in (x, y)))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
