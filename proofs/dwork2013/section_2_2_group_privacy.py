"""Section 2.2: groups of k.

Databases that differ in k rows are joined by a chain of k steps, each of one row. So probabilities on its ends differ
by a factor of at most α^-k. P_j is the probability of an event on the j-th database of the chain; a group that is
replaced by another of k rows takes 2k steps.
"""

from exactdp.claims.language import *

claim = Claim("dwork2013.section-2-2.group-privacy", "group privacy", section="2.2", position=50, kept=KEPT)

j, k, l, n = indices("j k l n")  # noqa: E741
a, b = numbers("α β")
(P,) = vectors("P")
levels = (0 <= a, a <= 1)


def chain(steps):
    return All(j, between(0, j, steps - 1), both(a * P[j + 1] <= P[j], a * P[j] <= P[j + 1]))


def compared(level, last):
    return both(level * P[last] <= P[0], level * P[0] <= P[last])


claim.clause("group", *levels, 0 <= k, chain(k), compared(a**k, k))(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#group")
)


@claim.clause("up-to-k-rows", *levels, between(0, l, k), 0 <= P[0], 0 <= P[l], chain(l), compared(a**k, l))
def up_to_k_rows(proof):
    found = proof.cite("lecture.section-3-1.group-privacy#group", k=l)
    return proof.qed(found, proof.use(lemmas.power_falls(), i=l))


claim.clause("replaced-group", *levels, 0 <= k, chain(2 * k), compared(a ** (2 * k), 2 * k))(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#group", k=2 * k)
)

G = geometric_mechanism(n, a)
claim.clause("attained", *levels, 1 <= n, between(0, k, n), b * G[0, 0] <= G[k, 0], b <= a**k)(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#attained")
)
