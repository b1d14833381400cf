"""Lemma 1: the determinant of the geometric mechanism is positive.

G' on {0..n} has the entries α^|i-j|. Subtract α times each column from the next one, as the paper does for the first
two. This leaves a lower triangle with the diagonal 1, 1-α², …, 1-α², so det G' = (1-α²)^n. G is G' with its columns
over 1+α and its inner columns times 1-α, so det G = (1-α)^(2n-1)/(1+α). That is 0 at α = 1.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import (
    determinant_of_equal,
    determinant_of_triangular_product,
    factors_of_geometric,
    factors_of_scaled_geometric,
)

claim = Claim(
    "gupte2010.lemma-1",
    "det G is positive",
    section="3",
    position=30,
    printed="det G > 0, for every privacy parameter α ∈ [0, 1]",
    slip="statement",
    weight="edge",
    kept=KEPT,
)

n, i, k = indices("n i k")
a, x = number("α"), matrix("x")
G, G_scaled = geometric_mechanism(n, a), scaled_geometric(a)
is_g, is_scaled = equal_matrices(x, G, n, n), equal_matrices(x, G_scaled, n, n)
value = (1 - a) ** (2 * n - 1) / (1 + a)

claim.clause("step-column", 1 <= n, 0 <= i, G_scaled[i, 0] - a * G_scaled[i, 1] == If(i == 0, 1 - a * a, 0))(
    by_arithmetic
)
claim.clause("step-minor", G_scaled[i + 1, k + 1] == G_scaled[i, k])(by_arithmetic)


@claim.clause("scaled", 0 <= n, is_scaled, determinant((1 - a * a) ** n, x, n))
def scaled(proof):
    factors = proof.use(factors_of_scaled_geometric())
    found = proof.use(determinant_of_triangular_product(), factors, d=(1 - a * a) ** n, A=G_scaled)
    return proof.use(determinant_of_equal(), found, d=(1 - a * a) ** n, A=G_scaled, X=x)


@claim.clause("value", 1 <= n, 0 <= a, is_g, determinant(value, x, n))
def value_of_g(proof):
    factors = proof.use(factors_of_geometric())
    found = proof.use(determinant_of_triangular_product(), factors, d=value, A=G)
    return proof.use(determinant_of_equal(), found, d=value, A=G, X=x)


claim.clause("positive", 1 <= n, 0 <= a, a < 1, value > 0)(
    lambda proof: proof.qed(proof.use(lemmas.power_positive(), 0 < 1 - a, k=2 * n - 1, α=1 - a))
)

claim.printed_as(
    "positive-for-every-level", 1 <= n, 0 <= a, a <= 1, is_g, ~determinant(0, x, n), instead=("value", "positive")
)
