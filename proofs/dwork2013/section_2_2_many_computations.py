"""Section 2.2: k computations with a part ε*/k of the loss each.

With β = e^(-ε*/k) the product of k mechanisms of level β has level β^k = e^-ε*. P[z,j] and Q[z,j] are the probabilities
on D and D' of the j-th answer in the z-th sequence of an event.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import constant_product
from exactdp.claims.lemmas.neighbour import sequences_compare
from exactdp.claims.vocabulary.neighbour import in_a_row, near_in_a_row

claim = Claim(
    "dwork2013.section-2-2.many-computations",
    "k computations with a k-th of the loss each",
    section="2.2",
    position=40,
    kept={**KEPT, "β ≤ 1": "the paper's levels", "0 ≤ k": "a number of computations"},
)

j, k, n, s, z = indices("j k n s z")
a, b, c = numbers("α β γ")
(e,) = vectors("e")
P, Q = matrices("P Q")

totals = [Sum(z, 1, s, in_a_row(of, z, k)) for of in (P, Q)]
compared = both(a * totals[0] <= totals[1], a * totals[1] <= totals[0])
parts = Product(j, 1, k, e[j])
equal_parts = All(j, between(1, j, k), e[j] == b)

claim.clause("unequal-parts", 0 <= k, near_in_a_row(P, Q, e, k, s), a == parts, compared)(
    lambda proof: proof.qed(proof.use(sequences_compare()))
)


@claim.clause("equal-parts", 0 <= k, near_in_a_row(P, Q, e, k, s), equal_parts, a == b**k, compared)
def each_a_kth(proof):
    inner = proof.assuming(between(1, j, k))
    same = proof.termwise(j, 1, k, e[j] == b, inner.know(equal_parts)(j), op="product")
    return proof.qed(same, proof.use(constant_product(), low=1, t=b), proof.use(sequences_compare()))


G = geometric_mechanism(n, b)


@claim.clause("no-larger-part", 1 <= n, 0 <= b, b <= 1, 0 <= k, c * G[0, 0] ** k <= G[1, 0] ** k, c <= b**k)
def no_larger_part(proof):
    positive = proof.use(lemmas.power_positive(), 0 < G[0, 0], α=G[0, 0])
    less = proof.have(c * G[0, 0] ** k <= b**k * G[0, 0] ** k)
    return proof.use(lemmas.quotient_order(), less, positive, α=c, β=b**k, t=G[0, 0] ** k)


claim.clause("nothing-published", in_a_row(P, z, 0) == in_a_row(Q, z, 0))(by_arithmetic)
