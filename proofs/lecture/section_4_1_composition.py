"""Section 4.1: the privacy of all answers together follows from composition, and its level from independent parts.

Each answer Y_i is a mechanism on the whole database, of level α, so basic composition gives them the level α^n. But a
neighbour differs in one entry, which only one of the answers depends on. In the ratio that the notes compute, all other
factors cancel, and the level is α for every n. That is the parallel composition of mechanisms on parts of the data. p_u
and q_u are the probabilities of the answer of part u on the two databases, which differ in the entry of part v.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import (
    near_remapped,
    one_part_compares,
    one_part_exactly,
    positive_product,
)
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "lecture.section-4-1.composition",
    "the level of all answers together",
    section="4.1",
    position=40,
    kept={
        **KEPT,
        **dict.fromkeys(("0 < ε", "ε < 1/2"), "the lecture's ε"),
        **dict.fromkeys(("1 ≤ v", "v ≤ n"), "it also holds for other v"),
    },
)

m, n, r, s, u, v, z = indices("m n r s u v z")
a, b, c, t = numbers("α β γ ε")
e, p, q = vectors("e p q")
(T,) = matrices("T")

levels = (0 <= a, a <= 1)
half_level = (1 - 2 * t) / (1 + 2 * t)
response = randomized_response(a)


@claim.clause(
    "parameter", 0 < t, t < "1/2", a == half_level, (response[0, 0] == t + "1/2") & (response[0, 1] == -t + "1/2")
)
def parameter(proof):
    level = proof.have(a * (1 + 2 * t) == 1 - 2 * t)
    return proof.qed(level, proof.have(0 < (1 + a) * (1 + 2 * t), level), 0 < 1 + a)


others = All(u, between(1, u, n), (0 <= q[u]) & ((u != v) >> (p[u] == q[u])))
together = [Product(u, 1, n, of[u]) for of in (p, q)]
each_private = All(u, between(1, u, n), (0 <= q[u]) & (a * q[u] <= p[u]))
claim.clause("by-basic-composition", 0 <= n, *levels, each_private, a**n * together[1] <= together[0])(
    lambda proof: proof.cite("ghosh2009.section-3.answers-degrade#independent", m=n, f=p, g=q).parts()[-1]
)
claim.clause("level-of-parts", *levels, between(1, v, n), others, a * q[v] <= p[v], a * together[1] <= together[0])(
    lambda proof: proof.use(one_part_compares(), i=v, k=n, f=p, g=q)
)

positive = All(u, between(1, u, n), (0 < q[u]) & ((u != v) >> (p[u] == q[u])))


@claim.clause("exact", *levels, between(1, v, n), positive, p[v] == a * q[v], c * together[1] <= together[0], c <= a)
def exact(proof):
    known = proof.know(positive)
    signs = proof.for_all(All(u, between(1, u, n), 0 < q[u]), lambda inner: known(u).parts()[0])
    same = proof.for_all(
        All(u, between(1, u, n), (u != v) >> (p[u] == q[u])), lambda inner: inner.detach(known(u).parts()[1])
    )
    more = proof.detach(proof.use(positive_product(), k=n, f=q), signs)
    whole = proof.use(one_part_exactly(), same, i=v, k=n, f=p, g=q)
    return proof.use(
        lemmas.quotient_order(), proof.have(c * together[1] <= a * together[1], whole), more, α=c, β=a, t=together[1]
    )


least = (between(1, v, n), others, 0 <= b, All(u, between(1, u, n), b <= e[u]), e[v] * q[v] <= p[v])


@claim.clause("least-level", *least, b * together[1] <= together[0])
def least_level(proof):
    sign = proof.know(others)(v).parts()[0]
    less = proof.have(b * q[v] <= p[v], proof.know(least[3])(v), sign)
    return proof.use(one_part_compares(), less, i=v, k=n, f=p, g=q, α=b)


answer = [function(r, response[bit, r]) for bit in (0, 1)]
claim.clause("one-answer", *levels, near(answer[0], answer[1], a, 1))(by_arithmetic)
entries = Every((r, 0, m), (z, 0, s), 0 <= T[r, z])
images = [function(z, Sum(r, 0, m, of[r] * T[r, z])) for of in (p, q)]

claim.clause("post-processing", near(p, q, a, m), entries, near(*images, a, s))(
    lambda proof: proof.use(near_remapped(), p=p, g=q, P=T)
)
