"""Theorem 2: the entries of T as quotients of determinants, with both determinants in closed form.

Cramer's rule is det G(k, m) = det G·T_k for G·T = m. With det G = (1-α)^(2n-1)/(1+α) > 0 and the T of Theorem 2, in
which 1-α or (1-α)² divides, what is left is a power of 1-α over 1+α times the difference of entries of m.
"""

from exactdp.claims import Claim
from exactdp.claims.determinant_lemmas import cramer, determinant_of_equal, factors_of_geometric
from exactdp.claims.formulas import VECTOR, All, Sum, between, function, indices, matrices, number, variable
from exactdp.claims.lemmas import geometric_inverse
from exactdp.claims.vocabulary import (
    KEPT,
    determinant,
    equal_matrices,
    geometric_mechanism,
    geometric_preimage,
    with_column,
)
from exactdp.commands.cli import main

claim = Claim("gupte2010.theorem-2.cramer", "Cramer's rule for T", section="3", position=44, kept=KEPT)

n, i, k, r, z = indices("n i k r z")
a = number("α")
t, x = variable("t", VECTOR), variable("x", VECTOR)
y, X = matrices("y X")
G = geometric_mechanism(n, a)
replaced = equal_matrices(X, with_column(G, k, x), n, n)
value = (1 - a) ** (2 * n - 1) / (1 + a)
solves = All(i, between(0, i, n), Sum(z, 0, n, G[i, z] * t[z]) == x[i])
given = (1 <= n, 0 <= a, a < 1, between(0, k, n), replaced)


@claim.clause("rule", 1 <= n, 0 <= a, between(0, k, n), solves, replaced, determinant(value * t[k], X, n))
def rule(proof):
    found = proof.use(cramer(), proof.use(factors_of_geometric()), proof.know(solves), d=value, A=G, y=t)
    return proof.use(determinant_of_equal(), found, d=value * t[k], A=with_column(G, k, x))


def in_closed_form(proof, closed):
    column = function(i, r, x[i])
    T = geometric_preimage(column, a, n)
    solution = proof.for_all(
        All(i, between(0, i, n), Sum(z, 0, n, G[i, z] * T[z, 0]) == x[i]),
        lambda inner: inner.use(geometric_inverse(), x=column, r=0),
    )
    found = proof.cite("gupte2010.theorem-2.cramer#rule", solution, t=lambda k: T[k, 0])
    return proof.replace(proof.have(value * T[k, 0] == closed), lambda each: determinant(each, X, n), found)


outer, inner = (1 - a) ** (2 * n - 2) / (1 + a), (1 - a) ** (2 * n - 3) / (1 + a)
first, last = outer * (x[0] - a * x[1]), outer * (x[n] - a * x[n - 1])
middle = inner * ((1 + a * a) * x[k] - a * (x[k - 1] + x[k + 1]))


@claim.clause("first", *given, k == 0, determinant(first, X, n))
def first_column(proof):
    return in_closed_form(proof, first)


@claim.clause("last", *given, k == n, determinant(last, X, n))
def last_column(proof):
    return in_closed_form(proof, last)


@claim.clause("inner", *given, 0 < k, k < n, determinant(middle, X, n))
def inner_column(proof):
    return in_closed_form(proof, middle)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
