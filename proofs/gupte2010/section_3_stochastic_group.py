"""The generalized stochastic matrices: which of them form a group, by their row sums alone.

If the rows of B sum to 1, row i of A·B has the same sum as row i of A: the sum over k of Σ_j a_ij·b_jk is Σ_j a_ij·1.
With A arbitrary that is closure. With A = B⁻¹, the rows of B⁻¹·B = 1 sum to 1, so the rows of B⁻¹ also sum to 1.
"""

from exactdp.claims.language import *
from exactdp.model.matrix import Matrix

claim = Claim(
    "gupte2010.section-3.stochastic-group",
    "the group of generalized stochastic matrices",
    section="3",
    position=40,
    kept=KEPT,
)

n, m, s, i, k, r, w, z = indices("n m s i k r w z")
a = number("α")
A, B, C, D = matrices("A B C D")
unit = unit_matrix()


inverses = Definition(
    "{0} is a left inverse of {1} on {{0..{2}}}",
    (A, B, n),
    Every((i, 0, n), (k, 0, n), Sum(z, 0, n, A[i, z] * B[z, k]) == unit[i, k]),
)


@generator(inverses)
def some_inverse(rng, turn, right, n):
    """Return the inverse of a matrix, if it has one."""
    entry = right if callable(right) else lambda i, k: right[i][k]
    found = Matrix([[entry(i, k) for k in range(n + 1)] for i in range(n + 1)])
    return None if found.flint.det() == 0 else Matrix.from_flint(found.flint.inv()).rows


@claim.clause(
    "closed",
    generalized_stochastic(A, n, s),
    generalized_stochastic(B, s, m),
    generalized_stochastic(product(A, B, s), n, m),
)
def closed(proof):
    inner = proof.inside()
    return inner.closed(inner.have(inner.goal, inner.use(lemmas.rows_of_product(), x=A, T=B)))


claim.clause("associative", product(product(A, B, s), C, m)[i, k] == product(A, product(B, C, m), s)[i, k])(
    lambda proof: proof.qed(proof.use(lemmas.associative(), x=A, T=B, U=C))
)
claim.clause("unit", between(0, i, n), Sum(z, 0, n, unit[i, z]) == 1)(
    lambda proof: proof.qed(proof.telescope(z, 0, n, unit[i, z], lambda v: If(v <= i, 0, 1)))
)


@claim.clause("inverse", generalized_stochastic(A, n, n), inverses(B, A, n), generalized_stochastic(B, n, n))
def inverse_rows(proof):
    # Σ_k (B·A)_ik is Σ_z B_iz·1 on the one hand, and 1 on the other.
    inner = proof.inside()
    at = inner.parts(inverses(B, A, n))[-1]
    whole = Sum(k, 0, n, Sum(z, 0, n, B[i, z] * A[z, k]))
    total = inner.termwise(k, 0, n, Sum(z, 0, n, B[i, z] * A[z, k]) == unit[i, k], at(i, k))
    apart = inner.termwise(z, 0, n, B[i, z] * Sum(k, 0, n, A[z, k]) == B[i, z])
    one = inner.cite("gupte2010.section-3.stochastic-group#unit")
    return inner.closed(inner.have(inner.goal, inner.exchange(whole), total, apart, one))


AB, DC = product(A, B, n), product(D, C, n)


@claim.clause("product-has-inverse", inverses(A, C, n), inverses(B, D, n), inverses(AB, DC, n))
def product_has_inverse(proof):
    inner = proof.inside()
    # (B·(D·C))_zk = ((B·D)·C)_zk = C_zk
    row = inner.assuming(between(0, z, n))
    known = row.termwise(w, 0, n, Sum(r, 0, n, B[z, r] * D[r, w]) * C[w, k] == unit[z, w] * C[w, k])
    one = row.telescope(w, 0, n, unit[z, w] * C[w, k], lambda v: If(v <= z, 0, C[z, k]))
    apart = row.use(lemmas.associative(), x=B, T=D, U=C, i=z, s=n, m=n)
    inside = row.have(Sum(r, 0, n, B[z, r] * DC[r, k]) == C[z, k], apart, known, one)
    whole = inner.termwise(z, 0, n, A[i, z] * Sum(r, 0, n, B[z, r] * DC[r, k]) == A[i, z] * C[z, k], inside)
    together = inner.use(lemmas.associative(), x=A, T=B, U=DC, s=n, m=n)
    return inner.closed(inner.have(inner.goal, together, whole))


G_inverse = geometric_preimage(unit, a, n)
claim.clause("inverse-with-negative-entry", 1 <= n, 0 < a, a < 1, G_inverse[0, 1] < 0)(by_arithmetic)


@claim.clause("inverse-of-g", 1 <= n, 0 <= a, a < 1, inverses(geometric_mechanism(n, a), G_inverse, n))
def inverse_of_g(proof):
    inner = proof.inside()
    return inner.closed(inner.have(inner.goal, inner.use(lemmas.geometric_inverse(), x=unit, r=k)))


@claim.clause("singular-at-one", 1 <= n, ~inverses(A, geometric_mechanism(n, 1), n))
def singular_at_one(proof):
    inner = proof.otherwise()
    # Columns 0 and n of G are equal, so columns 0 and n of A·G are equal.
    at = inner.parts(inverses(A, geometric_mechanism(n, 1), n))[-1]
    G = geometric_mechanism(n, 1)
    sums = inner.termwise(z, 0, n, A[0, z] * G[z, 0] == A[0, z] * G[z, n])
    return inner.absurd(sums, at(0, 0), at(0, n))
