"""Theorem 2, the key insight: M is derivable from G where its columns lie in the convex cone of the columns of G.

M = G·T says that column r of M is the combination Σ_k T_kr·g_k of the columns g_k of G. Its coefficients are the
entries of column r of T. They are ≥ 0, but the rows of T sum to 1, not the columns. So the columns of M lie in the cone
of the columns of G. They lie in the convex hull only if the columns of T also sum to 1. At α = 1 a combination of
columns has equal rows.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-2.convex-hull",
    "the columns of M lie in the convex cone of G's columns",
    section="3",
    position=22,
    printed="each column of M lies in the convex hull of the columns of G; is a convex combination of them",
    slip="statement",
    weight="remark",
    kept=KEPT,
)

n, m, i, k, r = indices("n m i k r")
a = number("α")
T, U = matrices("T U")
given = (1 <= n, 0 <= a, a < 1)
image = product(geometric_mechanism(n, a), T, n)


@claim.clause("cone", *given, nonnegative(T, n, m), generalized_stochastic(image, n, m), stochastic(T, n, m))
def cone(proof):
    inner = proof.inside(All(k, between(0, k, n), Sum(r, 0, m, T[k, r]) == 1))
    inverse = geometric_preimage(image, a, n)
    same = inner.assuming(between(0, r, m)).use(lemmas.inverse_geometric())
    total = inner.termwise(r, 0, m, T[k, r] == inverse[k, r], same)
    return proof.qed(inner.closed(inner.have(inner.goal, total, inner.use(lemmas.preimage_rows(), x=image))))


at_one = product(geometric_mechanism(n, 1), T, n)
same_image = Every((i, 0, n), (r, 0, m), product(geometric_mechanism(n, 1), U, n)[i, r] == at_one[i, r])


@claim.clause(
    "cone-at-one",
    1 <= n,
    nonnegative(T, n, m),
    generalized_stochastic(at_one, n, m),
    Some(U, stochastic(U, n, m), same_image),
    witnesses={"U": at_one},
)
def cone_at_one(proof):
    def image_of(inner, T, i):
        return inner.cite("gupte2010.theorem-2.alpha-one#image", T=T, i=i)

    def entry(inner):
        return inner.have(inner.goal, image_of(inner, T, i))

    def same(inner):
        rows = [image_of(inner, T, row) for row in (i, 0, n)]
        return inner.have(inner.goal, image_of(inner, at_one, i), *rows)

    return proof.witness(
        proof.goal,
        at_one,
        proof.for_all(Every((i, 0, n), (r, 0, m), at_one[i, r] >= 0), entry),
        proof.for_all(substitute(same_image, {"U": at_one}), same),
    )


ones = function(i, r, as_number(1))

claim.clause("ones", *given, between(0, k, n), geometric_preimage(ones, a, n)[k, r] == 1)(by_arithmetic)

claim.printed_as(
    "hull",
    *(*given, between(0, r, m), stochastic(T, n, m)),
    Sum(k, 0, n, T[k, r]) == 1,
    at={"n": 1, "m": 1, "r": 0, "α": "1/2", "T": ((1, 0), (1, 0))},
    instead="cone",
)
