"""Definition 3: x is derivable from y if x = y·T for a stochastic matrix T.

Matrices multiply: so all y·T are mechanisms, and one may derive in two steps. Every mechanism is derivable from itself,
and from the one that tells the truth. From two mechanisms that are derivable from each other, the same mechanisms can
be derived.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.definition-3",
    "feasible interactions",
    section="2.4.2",
    position=10,
    printed="the induced mechanism as the masses {x_ir' : i, r in N}; r in N also where the geometric one is deployed",
    slip="print",
    kept=KEPT | {"i ≤ 1": "the inputs", "r ≤ 1": "the responses"},
)

n, m, s, i, k, r, z = indices("n m s i k r z")
a = number("α")
x, y, T, U = matrices("x y T U")
P = product(y, T, s)


@claim.clause("mechanism", stochastic(y, n, s), stochastic(T, s, m), stochastic(P, n, m))
def mechanism(proof):
    nonneg = proof.parts(stochastic(y, n, s))[-2]
    entries = proof.parts(stochastic(T, s, m))[-2]
    each = proof.assuming(between(0, i, n), between(0, r, m))
    total = each.have(P[i, r] >= 0, each.termwise(z, 0, s, 0 <= y[i, z] * T[z, r], nonneg(i, z), entries(z, r)))
    row = proof.assuming(between(0, i, n))
    one = row.have(Sum(r, 0, m, P[i, r]) == 1, row.use(lemmas.rows_of_product(), x=y))
    return proof.qed(proof.every((i, 0, n), (r, 0, m), total), proof.all(one, i, between(0, i, n)))


claim.clause("two-steps", product(product(y, T, s), U, m)[i, k] == product(y, product(T, U, m), s)[i, k])(
    lambda proof: proof.qed(proof.use(lemmas.associative(), x=y))
)

I = unit_matrix()  # noqa: E741 (the unit matrix)

claim.clause("from-itself", between(0, r, m), product(y, I, m)[i, r] == y[i, r])(
    lambda proof: proof.qed(proof.telescope(z, 0, m, y[i, z] * I[z, r], lambda v: If(v <= r, 0, y[i, r])))
)
claim.clause("from-the-truth", between(0, i, n), product(I, x, n)[i, r] == x[i, r])(
    lambda proof: proof.qed(proof.telescope(z, 0, n, I[i, z] * x[z, r], lambda v: If(v <= i, 0, x[i, r])))
)
claim.clause("equal-rows", All(z, between(0, z, s), y[i, z] == y[k, z]), P[i, r] == P[k, r])(
    lambda proof: proof.qed(proof.termwise(z, 0, s, y[i, z] * T[z, r] == y[k, z] * T[z, r]))
)

always_0, first, second = table([[1, 0], [1, 0]]), table([[1, 0], [1, 0]]), table([[1, 0], [0, 1]])
claim.clause(
    "not-unique",
    between(0, i, 1),
    between(0, r, 1),
    product(always_0, first, 1)[i, r] == product(always_0, second, 1)[i, r],
)(by_arithmetic)

claim.printed_as(
    "rows-for-n-only",
    0 < a,
    a < 1,
    stochastic(T, n, n),
    between(0, i, n),
    Sum(r, 0, n, Sum(z, 0, n, two_sided(a, z - i) * T[z, r])) == 1,
    at={"n": 1, "i": 0, "α": "1/2", "T": ((1, 0), (0, 1))},
    instead="mechanism",
)
