"""A stage of Algorithm 1 as a coin and a fresh answer: no remap has to be written out.

Let G_{n,β} = G_{n,α}·T. Row k of T is c times row k of G_{n,β}, plus 1-c at k. So to sample from row k of T, keep k
with probability 1-c, and otherwise draw an answer of G_{n,β} on k. This is how releases are drawn at any n.
"""

from exactdp.claims.language import *

claim = Claim(
    "exactdp.stage-of-a-release", "a stage of Algorithm 1 keeps the answer or draws it anew", section="9", position=10
)

i, k, n, r, z = indices("i k n r z")
a, b = numbers("α β")
inside, ends = (b - a) * (1 - a * b) / (b * (1 - a) * (1 - a)), (b - a) / (b * (1 - a))
anew = Definition("c", (n, a, b), function(k, If(k == 0, ends, If(k == n, ends, inside))))
fresh = geometric_mechanism(n, b)
c = anew(n, a, b)
stage = function(k, r, If(k == r, 1 - c[k], 0) + c[k] * fresh[k, r])
levels = (0 < a, a < b, b < 1)

claim.clause("row", *levels, between(0, r, n), stage[k, r] == geometric_preimage(fresh, a, n)[k, r])(by_arithmetic)


@claim.clause(
    "stage",
    1 <= n,
    *levels,
    between(0, i, n),
    between(0, r, n),
    product(geometric_mechanism(n, a), stage, n)[i, r] == fresh[i, r],
)
def is_a_stage(proof):
    inner = proof.assuming(between(0, z, n))
    G, W = geometric_mechanism(n, a), geometric_preimage(fresh, a, n)
    same = inner.cite("exactdp.stage-of-a-release#row", k=z)
    goal = G[i, z] * stage[z, r] == G[i, z] * W[z, r]
    each = inner.opaque(goal, same, terms=[G[i, z], stage[z, r], W[z, r]])
    return proof.qed(proof.termwise(z, 0, n, goal, each), proof.use(lemmas.geometric_inverse(), x=fresh))


claim.clause("kept-inside", *levels, 1 - inside == a * (1 - b) * (1 - b) / (b * (1 - a) * (1 - a)))(by_arithmetic)
claim.clause("kept-at-ends", *levels, 1 - ends == a * (1 - b) / (b * (1 - a)))(by_arithmetic)
claim.clause("coin", *levels, (0 < c[k]) & (c[k] < 1))(lambda proof: proof.qed(factors=3))
