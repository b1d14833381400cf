"""Section 3.3.1: a median and a histogram of commute distances for each cell of homes.

A person lives in one cell, so adding or removing one person changes the input of only one cell's mechanisms. All cells
together have the level of one cell. Replacing a person by one who lives elsewhere changes two cells, so two levels
multiply. p_c and q_c are the probabilities of the answer of cell c on the two databases.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import one_part_compares
from exactdp.claims.vocabulary.neighbour import near, near_after

claim = Claim(
    "dwork2013.section-3-3-1.commute",
    "one distribution of commutes for each cell",
    section="3.3.1",
    position=50,
    kept={
        **KEPT,
        "β ≤ 1": "the paper's levels",
        **dict.fromkeys(("1 ≤ u", "u ≤ n", "v ≤ n"), "a cell"),
        "u < v": "two cells",
    },
)

c, n, u, v, m, r, s, k = indices("c n u v m r s k")
a, b = numbers("α β")
p, q = vectors("p q")
y, z = matrices("y z")
levels = (0 <= a, a <= 1)
together = [Product(c, 1, n, of[c]) for of in (p, q)]
others = All(c, between(1, c, n), (0 <= q[c]) & ((c != u) >> (p[c] == q[c])))

claim.clause("one-person-more", *levels, between(1, u, n), others, a * q[u] <= p[u], a * together[1] <= together[0])(
    lambda proof: proof.use(one_part_compares(), i=u, k=n, f=p, g=q)
)

two = All(c, between(1, c, n), both(0 <= p[c], 0 <= q[c], ((c != u) & (c != v)) >> (p[c] == q[c])))


@claim.clause(
    "one-who-moves",
    *levels,
    1 <= u,
    u < v,
    v <= n,
    two,
    a * q[u] <= p[u],
    a * q[v] <= p[v],
    a**2 * together[1] <= together[0],
)
def one_who_moves(proof):
    half = function(c, If(c == u, q[u], p[c]))
    known = proof.know(two)

    def unlike(case):
        sides = [lambda side: side.have(p[c] == half[c])] * 2
        return case.either(case.know(c != u), *sides)

    def of_q(case):
        same = known(c).parts()[2]
        here = (
            c == u,
            lambda side: side.have(half[c] == q[c], side.replace(side.have(u == c), lambda w: q[u] == q[w])),
        )
        return case.cases(half[c] == q[c], here, (TRUE, lambda side: side.have(half[c] == q[c], side.detach(same))))

    inner = proof.assuming(between(1, c, n))
    signs = known(c).parts()[:2]
    one = inner.both(
        inner.have(0 <= half[c], *signs, known(u).parts()[1]), inner.for_all((c != u) >> (p[c] == half[c]), unlike)
    )
    other = inner.both(signs[1], inner.for_all((c != v) >> (half[c] == q[c]), of_q))
    steps = [proof.all(each, c, between(1, c, n)) for each in (one, other)]
    first = proof.use(one_part_compares(), steps[0], i=u, k=n, f=p, g=half)
    second = proof.use(one_part_compares(), steps[1], a * q[v] <= half[v], i=v, k=n, f=half, g=q)
    return proof.qed(first, second)


claim.clause(
    "replaced-in-a-cell", *levels, between(1, u, n), others, a**2 * q[u] <= p[u], a**2 * together[1] <= together[0]
)(lambda proof: proof.use(one_part_compares(), 0 <= a**2, i=u, k=n, f=p, g=q, α=a**2))


def pair_is_within(t, first, second):
    here, there = first[r] * y[r, s], second[r] * z[r, s]
    return both(t * here <= there, t * there <= here)


answers = (between(0, r, m), between(0, s, k))

claim.clause(
    "medians-and-histograms",
    *levels,
    0 <= b,
    b <= 1,
    near(p, q, b**2, m),
    near_after(y, z, a, m, k),
    *answers,
    pair_is_within(b**2 * a, p, q),
)(lambda proof: proof.qed(proof.cite("dwork2013.section-2-2.composition#both", α=b**2, β=a)))
