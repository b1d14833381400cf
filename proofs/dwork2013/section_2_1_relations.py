"""Section 2.1: the two readings of adjacency, one row more or less, and one row replaced.

Replacing a row removes it and adds another: two steps of the first relation, hence α². The geometric mechanism on the
number of ones minus the number of zeros attains α². Databases are numbered: R[w,u] says that w is u with one row less,
and p_u is the probability of an event on the u-th of them. Of at most n rows, i ones and j zeros are given as n+i-j, a
number in {0..2n}.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "dwork2013.section-2-1.relations",
    "one row added or removed, or one row replaced",
    section="2.1",
    position=10,
    kept=KEPT,
)

i, n, r, s, u, v, w = indices("i n r s u v w")
a, b = numbers("α β")
(p,) = vectors("p")
R = variable("R", Function(2, "truth"))
levels = (0 <= a, a <= 1)

one_row_less = explained(
    "{0} is within the factor {1} where {2} takes a row away, on {{0..{3}}}",
    (p, a, R, s),
    Every((u, 0, s), (v, 0, s), R[u, v] >> both(a * p[u] <= p[v], a * p[v] <= p[u])),
)
databases = (between(0, u, s), between(0, v, s), between(0, w, s))


@claim.clause("replaced", *levels, one_row_less(p, a, R, s), *databases, R[w, u], R[w, v], a**2 * p[v] <= p[u])
def replaced(proof):
    known = proof.parts(one_row_less(p, a, R, s))[-1]
    steps = [proof.detach(known(w)(to)) for to in (u, v)]
    return proof.qed(*(part for each in steps for part in each.parts()))


G = geometric_mechanism(2 * n, a)
claim.clause("differences-are-private", 1 <= n, *levels, private(G, a, 2 * n, 2 * n))(
    lambda proof: proof.cite("gupte2010.section-2-2.geometric-private#restricted", n=2 * n)
)
claim.clause("not-raised", 1 <= n, *levels, b * G[0, 0] <= G[2, 0], b <= a**2)(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#attained", n=2 * n, k=2)
)
size = function(r, unit_matrix()[i, r])
claim.clause("size-where-rows-are-replaced", near(size, size, 1, n))(by_arithmetic)
claim.clause("size-where-rows-are-removed", private(unit_matrix(), b, 1, 1), b <= 0)(
    lambda proof: proof.cite("lecture.section-3-3.quantitative#true-answer", α=b)
)
