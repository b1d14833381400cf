"""Theorem 2: Cramer's rule for the entries of T, with all determinants in closed form.

Let G(k, m) be G with the column m of M as its column k. If G·t = m, then det G(k, m) = det G·t_k: that is Cramer's
rule. It holds for det G = 0 too; for α < 1, det G > 0 and one may divide by it. The t of Theorem 2 is m_0 - α·m_1 and
the like over 1-α or (1-α)². So det G(k, m) is that difference of entries times a power of 1-α over 1+α.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import cramer, determinant_of_equal, factors_of_geometric

claim = Claim("gupte2010.theorem-2.cramer", "Cramer's rule for the entries of T", section="3", position=44, kept=KEPT)

n, i, k, r, z = indices("n i k r z")
a = number("α")
t, x = variable("t", VECTOR), variable("x", VECTOR)
(X,) = matrices("X")
G = geometric_mechanism(n, a)


def replaced(column):
    return equal_matrices(X, with_column(G, column, x), n, n)


value = (1 - a) ** (2 * n - 1) / (1 + a)
solves = All(i, between(0, i, n), Sum(z, 0, n, G[i, z] * t[z]) == x[i])
level = (1 <= n, 0 <= a, a < 1)

claim.clause("of-g", 1 <= n, 0 <= a, equal_matrices(X, G, n, n), determinant(value, X, n))(
    lambda proof: proof.cite("gupte2010.lemma-1#value", x=X)
)


@claim.clause("rule", 1 <= n, 0 <= a, between(0, k, n), solves, replaced(k), determinant(value * t[k], X, n))
def rule(proof):
    found = proof.use(cramer(), proof.use(factors_of_geometric()), proof.know(solves), d=value, A=G, y=t)
    return proof.use(determinant_of_equal(), found, d=value * t[k], A=with_column(G, k, x))


def in_closed_form(proof, k, closed):
    column = function(i, r, x[i])
    T = geometric_preimage(column, a, n)
    solution = proof.for_all(
        All(i, between(0, i, n), Sum(z, 0, n, G[i, z] * T[z, 0]) == x[i]),
        lambda inner: inner.use(lemmas.geometric_inverse(), x=column, r=0),
    )
    found = proof.cite("gupte2010.theorem-2.cramer#rule", solution, k=k, t=lambda k: T[k, 0])
    return proof.replace(proof.have(value * T[k, 0] == closed), lambda each: determinant(each, X, n), found)


outer, inner = (1 - a) ** (2 * n - 2) / (1 + a), (1 - a) ** (2 * n - 3) / (1 + a)
first, last = outer * (x[0] - a * x[1]), outer * (x[n] - a * x[n - 1])
middle = inner * ((1 + a * a) * x[k] - a * (x[k - 1] + x[k + 1]))

claim.clause("first", *level, replaced(0), determinant(first, X, n))(lambda proof: in_closed_form(proof, 0, first))
claim.clause("last", *level, replaced(n), determinant(last, X, n))(lambda proof: in_closed_form(proof, n, last))
claim.clause("inner", *level, 0 < k, k < n, replaced(k), determinant(middle, X, n))(
    lambda proof: in_closed_form(proof, k, middle)
)
