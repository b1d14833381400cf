"""Section 2.2: groups much larger than 1/ε are not protected, and protecting them would hide the statistic.

For two counts i and i + 2m+1, a test says the larger one if the answer is above i+m. It errs if the noise of the
geometric mechanism goes m+1 or more in one direction; the probability is a geometric series. For the converse, p and q
are the distributions on two databases that differ in k rows. w is a test between them, and L is their level.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import distribution, near, probability

claim = Claim(
    "dwork2013.section-2-2.large-groups",
    "large groups are not protected",
    section="2.2",
    position=55,
    kept={**KEPT, "0 < L": "a level"},
)

i, k, m, n, r = indices("i k m n r")
a, L = numbers("α L")
p, q, w = vectors("p q w")
G = geometric_mechanism(n, a)
levels = (0 <= a, a < 1)
counts = (0 <= m, 0 <= i, i + 2 * m + 1 <= n)
error = a ** (m + 1) / (1 + a)


@claim.clause("above", *levels, *counts, Sum(r, i + m + 1, n, G[i, r]) == error)
def above(proof):
    ends = lambda v: If(v == n + 1, as_number(0), -(a ** (v - i)) / (1 + a))  # noqa: E731
    return proof.qed(proof.telescope(r, i + m + 1, n, G[i, r], ends))


@claim.clause("below", *levels, *counts, Sum(r, 0, i + m, G[i + 2 * m + 1, r]) == error)
def below(proof):
    ends = lambda v: If(v == 0, as_number(0), a ** (i + 2 * m + 2 - v) / (1 + a))  # noqa: E731
    return proof.qed(proof.telescope(r, 0, i + m, G[i + 2 * m + 1, r], ends))


errors = function(k, substitute(error, {"m": k}))


@claim.clause("goes-to-0", *levels, tends(errors, 0), witnesses={"C": 1 / (1 - a)})
def goes_to_0(proof):
    inner = proof.assuming(as_index(0) <= k)
    power, rate = inner.use(lemmas.power_nonnegative()), inner.use(lemmas.power_rates()).parts()[0]
    later, size = inner.have(0 <= as_number(k + 1), as_index(0) <= k), errors[k]
    bound = inner.have((k + 1) * a**k <= 1 / (1 - a), rate)
    less = inner.product(later, inner.have(0 <= a**k - size, power, factors=3))
    positive = inner.have(0 <= size, power)
    small = inner.opaque((k + 1) * size <= 1 / (1 - a), less, bound, terms=[k + 1, a**k, size, 1 / (1 - a)])
    same = inner.decided(size == abs(size), positive)
    near_0 = inner.replace(same, lambda w: (k + 1) * w <= 1 / (1 - a), small)
    return proof.witness(proof.goal, 1 / (1 - a), proof.all(near_0, k, as_index(0) <= k))


hidden = (
    0 < L,
    L <= 1,
    distribution(p, m),
    distribution(q, m),
    near(p, q, L, m),
    All(r, between(0, r, m), (0 <= w[r]) & (w[r] <= 1)),
)
claim.clause("hidden", *hidden, 2 * L / (1 + L) <= probability(p, w, m) + (1 - probability(q, w, m)))(
    lambda proof: proof.cite("dwork2013.section-2-1.tell-apart#sum-of-errors", α=L)
)
