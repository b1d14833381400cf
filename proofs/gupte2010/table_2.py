"""Table 2: the matrices of G and of G', and how one becomes the other."""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.table-2",
    "the matrices G and G'",
    section="3",
    position=15,
    printed="an equals sign between the left matrix, with its factor, and the right one",
    slip="scan",
    kept=KEPT,
)

n, i, j = indices("n i j")
a = number("α")
G = geometric_mechanism(n, a)
G_scaled = scaled_geometric(a)
outer = (j == 0) | (j == n)
left = function(i, j, (1 - a) / (1 + a) * (If(outer, 1 / (1 - a), 1) * a ** abs(i - j)))
given = (1 <= n, 0 <= a, a < 1, between(0, i, n), between(0, j, n))

claim.clause("left", *given, left[i, j] == G[i, j])(by_arithmetic)
claim.clause("columns", *given, G[i, j] * If(outer, 1 + a, (1 + a) / (1 - a)) == G_scaled[i, j])(by_arithmetic)

claim.printed_as("equal", *given, left[i, j] == G_scaled[i, j], instead=("left", "columns"))
