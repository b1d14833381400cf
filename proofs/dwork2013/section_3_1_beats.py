"""Section 3.1: how a private table can be nearer to the data than the estimate from marginals.

Each update multiplies the cells of a query of a marginal by one factor. So every round's weights are a product of
functions of marginals: they lie in the model whose nearest distribution is p̂. No round's table for the same marginals
is nearer than p̂; footnote 6 has this for any table of two attributes. But MWEM returns the mean of all rounds, and a
mean of products need not be a product. The example has two records in 00, two in 11, and p̂ uniform, with the queries
0*, *0, 1*, *1, 1*, *1, each measured as 4. The weights are powers of β = 9/8, whose exponents grow by 4 less the
estimate 2.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "dwork2013.section-3-1.beats",
    "when a private table beats the non-private bound",
    section="3.1",
    position=50,
    kept={**KEPT, **dict.fromkeys(("1 ≤ i", "i ≤ 6"), "the six rounds")},
)

i, j, k, l, r, z = indices("i j k l r z")  # noqa: E741
c, u, v = numbers("c u v")
(q,) = vectors("q")
(w,) = matrices("w")


def minor(of):
    return of[i, k] * of[j, l] == of[i, l] * of[j, k]


rows = function(i, k, If(i == z, c, 1) * w[i, k])
columns = function(i, k, If(k == z, c, 1) * w[i, k])
claim.clause("rows", minor(w), minor(rows))(by_arithmetic)
claim.clause("columns", minor(w), minor(columns))(by_arithmetic)

power = explained("expKL({0})", (q,), ("1/2" / q[0]) ** 2 * ("1/2" / q[3]) ** 2)
"""The exponential of 4 times the relative entropy from q of two records in the cell 0 and two in the cell 3."""


product = explained("bits({0}, {1})", (u, v), function(r, If(r <= 1, u, 1 - u) * If((r == 0) | (r == 2), v, 1 - v)))
"""Two independent bits, 0 with the probabilities u and v, in the cells 00, 01, 10, 11."""


@claim.clause(
    "products",
    Sum(r, 0, 3, q[r]) == 1,
    q[0] * q[3] == q[1] * q[2],
    between(0, r, 3),
    q[r] == product(q[0] + q[1], q[0] + q[2])[r],
)
def products(proof):
    sides = [(r == at, lambda case: case.have(proof.goal, *map(case.know, proof.given[:2]))) for at in range(3)]
    return proof.cases(proof.goal, *sides, (TRUE, sides[0][1]))


@claim.clause("no-round", 0 < u, u < 1, 0 < v, v < 1, 16 <= power(product(u, v)))
def no_round(proof):
    shares = u * (1 - u), v * (1 - v)
    sizes = [proof.have(0 < each) for each in shares]
    most = [proof.have(each <= "1/4", squares=[of - "1/2"]) for each, of in zip(shares, (u, v), strict=True)]
    both_of = proof.opaque(shares[0] * shares[1] <= "1/16", *sizes, *most, terms=shares)
    small = Proof([0 < c, c <= "1/16"]).have(16 * (16 * c**2) <= 1)
    return proof.qed(proof.use(small.theorem, both_of, proof.product(*sizes), c=shares[0] * shares[1]))


claim.clause("uniform", power(function(r, "1/4")) == 16)(by_evaluation)

cells = named("cells", table([[1, 1, 0, 0], [1, 0, 1, 0], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1]]))
"""The cells of the six queries."""
weights = explained(
    "W", (), function(i, r, Product(j, 0, i - 1, If(cells[j, r] == 1, ("9/8" * as_number(1)) ** 2, 1)))
)()
shares = explained("A", (), function(i, r, weights[i, r] / Sum(k, 0, 3, weights[i, k])))()
"""The weights before round i, and their shares."""
estimate = 4 * Sum(r, 0, 3, shares[i, r] * cells[i, r])
claim.clause("estimates", All(i, between(0, i, 5), (estimate - 2 <= "1/2") & (2 - estimate <= "1/2")))(by_evaluation)
claim.clause("each-round", All(i, between(1, i, 6), 16 <= power(function(r, shares[i, r]))))(by_evaluation)
claim.clause("mean", power(function(r, Sum(i, 1, 6, shares[i, r]) / 6)) < 16)(by_evaluation)
