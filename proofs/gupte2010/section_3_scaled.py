"""G' of section 3: G·D with the diagonal matrix D of 1+α at the two ends and (1+α)/(1-α) between, all > 0 for α < 1.

The determinants of G' and G differ by det D. In det G(k, x) column k is replaced and its factor lost, so it and
det G'(k, x) differ by det D without its k-th factor. The signs agree, and with them Lemma 2 goes from G' to G.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import (
    determinant_of_scaled_columns,
    divided,
    power_of_quotient,
    product_with_outer_factors,
    product_without,
)

claim = Claim("gupte2010.section-3.scaled", "G' and G", section="3", position=14, kept=KEPT)

n, m, i, j, k, r, z = indices("n m i j k r z")
a, d = numbers("α d")
x = variable("x", VECTOR)
T, X, Y = matrices("T X Y")
G, G_scaled = geometric_mechanism(n, a), scaled_geometric(a)
given = (1 <= n, 0 <= a, a < 1)
factors_of_g = function(k, If((k == 0) | (k == n), 1 + a, (1 + a) / (1 - a)))
factor = Definition("factor_({0},{1})", (n, a), factors_of_g)(n, a)
D = Definition("diag({0})", (x,), function(i, k, If(i == k, x[k], 0)))(factor)
whole = (1 + a) ** (n + 1) / (1 - a) ** (n - 1)


@claim.clause("product", *given, between(0, i, n), between(0, k, n), Sum(z, 0, n, G[i, z] * D[z, k]) == G_scaled[i, k])
def product_with_d(proof):
    column = proof.telescope(z, 0, n, G[i, z] * D[z, k], lambda v: If(v <= k, 0, G_scaled[i, k]))
    return proof.qed(column)


claim.clause("positive", *given, between(0, k, n), factor[k] > 0)(by_arithmetic)


@claim.clause("factors", *given, Product(j, 0, n, factor[j]) == whole)
def factors(proof):
    same, _ = proof.use(power_of_quotient(), k=n - 1, t=1 + a, u=1 - a).parts()
    outer = proof.use(product_with_outer_factors(), u=1 + a, t=(1 + a) / (1 - a))
    product = outer.says.args[0]
    apart = proof.replace(same, lambda power: product == (1 + a) * (1 + a) * power, outer)
    return proof.restated(proof.chain(product, (apart.says.args[1], apart), whole))


is_g, is_scaled = equal_matrices(X, G, n, n), equal_matrices(Y, G_scaled, n, n)


def scaled(proof, shares):
    """Return det Y from det X, where column k of Y is a factor times column k of X, for all k."""
    columns = Every((i, 0, n), (k, 0, n), X[i, k] * shares[k] == Y[i, k])
    each = proof.for_all(columns, lambda inner: inner.have(inner.goal))
    return proof.use(determinant_of_scaled_columns(), each, A=X, X=Y, s=shares)


@claim.clause("determinants", *given, is_g, is_scaled, determinant(d, X, n), determinant(d * whole, Y, n))
def determinants(proof):
    found = scaled(proof, factor)
    same = proof.have(found.says.args[1] == d * whole, proof.cite("gupte2010.section-3.scaled#factors"))
    return proof.replace(same, lambda each: determinant(each, Y, n), found)


replaced = (equal_matrices(X, with_column(G, r, x), n, n), equal_matrices(Y, with_column(G_scaled, r, x), n, n))


@claim.clause(
    "with-column", *given, between(0, r, n), *replaced, determinant(d, X, n), determinant(d * (whole / factor[r]), Y, n)
)
def with_replaced_column(proof):
    others = function(j, If(j == r, 1, factor[j]))
    found = scaled(proof, others)
    product = proof.use(product_without(), f=factor, k=r)
    all_factors = proof.cite("gupte2010.section-3.scaled#factors")
    total = proof.replace(all_factors, lambda each: product.says.args[0] == each, product)
    positive = proof.cite("gupte2010.section-3.scaled#positive", k=r)
    same = proof.use(divided(), total, positive, t=found.says.args[1].args[1], u=factor[r], c=whole)
    return proof.replace(same, lambda each: determinant(d * each, Y, n), found)


@claim.clause("remaps", *given, Sum(z, 0, n, G[i, z] * (factor[z] * T[z, r])) == Sum(z, 0, n, G_scaled[i, z] * T[z, r]))
def remaps(proof):
    terms = proof.termwise(z, 0, n, G[i, z] * (factor[z] * T[z, r]) == G_scaled[i, z] * T[z, r])
    return proof.qed(terms)


@claim.clause(
    "remap-rows",
    *given,
    between(0, k, n),
    Sum(r, 0, m, factor[k] * T[k, r]) == 1,
    Sum(r, 0, m, T[k, r]) == 1 / factor[k],
)
def remap_rows(proof):
    positive = proof.cite("gupte2010.section-3.scaled#positive")
    total = Sum(r, 0, m, T[k, r])
    return proof.use(divided(), total * factor[k] == 1, positive, t=total, u=factor[k], c=1)


claim.clause("symmetric", G_scaled[i, k] == G_scaled[k, i])(by_arithmetic)
claim.clause("g-not-symmetric", 2 <= n, 0 < a, G[0, 1] < G[1, 0])(by_arithmetic)
