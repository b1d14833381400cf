"""Section 2: an analyst's other knowledge does not change the privacy of the mechanism.

The coins of M are independent of everything else. Let another data set give z with the same probability w_z on D and
D'. Then the pair (z, answer) has probability w_z·p_r or w_z·q_r, and the ratio of these is the ratio of p_r and q_r. If
z itself depends on the row, the release of z has its own level, and the two compose.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near, near_after

claim = Claim(
    "dwork2013.section-2.linkage",
    "an analyst who knows other data sets",
    section="2",
    position=10,
    kept={**KEPT, "β ≤ 1": "the paper's levels"},
)

m, n, r, s, k = indices("m n r s k")
a, b, c = numbers("α β γ")
p, q, w = vectors("p q w")
y, z = matrices("y z")
levels = (0 <= a, a <= 1)
answer = (near(p, q, a, m), between(0, r, m))


def within(t, here, there):
    return both(t * here <= there, t * there <= here)


claim.clause("pair", *levels, *answer, 0 <= w[s], within(a, w[s] * p[r], w[s] * q[r]))(
    lambda proof: proof.qed(*proof.parts(near(p, q, a, m))[-1](r).parts())
)


@claim.clause("no-larger-level", 0 < w[s], within(c, w[s] * p[r], w[s] * q[r]), within(c, p[r], q[r]))
def no_larger_level(proof):
    less = [proof.have(c * of[r] * w[s] <= to[r] * w[s]) for of, to in ((p, q), (q, p))]
    sides = ((p, q), (q, p))
    return proof.both(
        *(
            proof.use(lemmas.quotient_order(), each, t=w[s], α=c * of[r], β=to[r])
            for each, (of, to) in zip(less, sides, strict=True)
        )
    )


claim.clause("given-what-is-known", 0 < w[s], w[s] * p[r] / w[s] == p[r])(by_arithmetic)

claim.clause(
    "another-release",
    *levels,
    0 <= b,
    b <= 1,
    near(p, q, a, m),
    near_after(y, z, b, m, k),
    between(0, r, m),
    between(0, s, k),
    within(a * b, p[r] * y[r, s], q[r] * z[r, s]),
)(lambda proof: proof.cite("dwork2013.section-2-2.composition#both"))

G, H = (geometric_mechanism(n, level) for level in (a, b))

claim.clause("attained", 1 <= n, *levels, 0 <= b, b <= 1, c * (G[0, 0] * H[0, 0]) <= G[1, 0] * H[1, 0], c <= a * b)(
    lambda proof: proof.cite("dwork2013.section-2-2.composition#attained")
)
claim.clause("shows-the-row", private(unit_matrix(), b, 1, 1), b <= 0)(
    lambda proof: proof.cite("lecture.section-3-3.quantitative#true-answer", α=b)
)
