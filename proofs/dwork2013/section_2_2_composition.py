"""Section 2.2: two computations, on the same or on overlapping databases, and the sum of their losses.

Independent coins multiply probabilities: p_r·y_rs on (D, E), and q_r·z_rs on its neighbour. Here y_r and z_r are the
distributions of the second answer, which may depend on the first answer r. A person who takes part in only one
computation does not change the other factor.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near, near_after

claim = Claim(
    "dwork2013.section-2-2.composition",
    "the sum of two privacy losses",
    section="2.2",
    position=30,
    kept={**KEPT, "β ≤ 1": "the paper's levels", **dict.fromkeys(("0 ≤ i", "i ≤ 1"), "i is a bit")},
)

m, n, r, s, k, i = indices("m n r s k i")
a, b, c = numbers("α β γ")
p, q = vectors("p q")
y, z = matrices("y z")


answers = (between(0, r, m), between(0, s, k))
levels = (0 <= a, a <= 1, 0 <= b, b <= 1)
first = near(p, q, a, m)
second = near_after(y, z, b, m, k)


def pair_is_within(t):
    here, there = p[r] * y[r, s], q[r] * z[r, s]
    return both(t * here <= there, t * there <= here)


def at(proof):
    return (*proof.parts(first)[-1](r).parts(), *proof.parts(second)[-1](r)(s).parts())


claim.clause("both", *levels, first, second, *answers, pair_is_within(a * b))(
    lambda proof: proof.qed(*at(proof), factors=3)
)
claim.clause("first-only", *levels, first, near_after(y, z, 1, m, k), *answers, pair_is_within(a))(
    lambda proof: proof.qed(proof.cite("#both", β=1))
)
claim.clause("second-only", *levels, near(p, q, 1, m), second, *answers, pair_is_within(b))(
    lambda proof: proof.qed(proof.cite("#both", α=1))
)

G, H = (geometric_mechanism(n, level) for level in (a, b))


@claim.clause("attained", 1 <= n, *levels, c * (G[0, 0] * H[0, 0]) <= G[1, 0] * H[1, 0], c <= a * b)
def attained(proof):
    both = G[0, 0] * H[0, 0]
    less = proof.have(c * both <= a * b * both, factors=3)
    return proof.use(lemmas.quotient_order(), less, α=c, β=a * b, t=both)


shares = explained("shares_{0}", (i,), function(r, s, If(s == If(i == 0, r, 1 - r), as_number(1), 0) / 2))
"""The shares r and s of the bit i: r is a fair coin, and s is r or the other side of the coin."""

one_share = (0 <= i, i <= 1)
claim.clause("first-share", *one_share, between(0, r, 1), Sum(s, 0, 1, shares(i)[r, s]) == "1/2")(by_arithmetic)
claim.clause("second-share", *one_share, between(0, s, 1), Sum(r, 0, 1, shares(i)[r, s]) == "1/2")(by_arithmetic)
claim.clause("both-shares", c * shares(0)[0, 0] <= shares(1)[0, 0], c <= 0)(by_arithmetic)
