"""Section 1: random noise is private at every level.

Where all rows are equal, x - α·x = (1-α)·x ≥ 0. At α = 1 the inequalities of a pair of neighbours are x ≥ y and y ≥ x.
So along i, i+1 all rows are equal. Below 1 there are other mechanisms, such as G.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-1.random-noise", "random noise is private at every level", section="1", position=20)

n, m, i, r = indices("n m i r")
a = number("α")
x = matrix("x")
G = geometric_mechanism(n, a)
equal_rows = Every((i, 0, n), (r, 0, m), x[i, r] == x[0, r])


@claim.clause("every-level", a <= 1, stochastic(x, n, m), equal_rows, private(x, a, n, m))
def every_level(proof):
    nonneg, rows = proof.parts(stochastic(x, n, m))[-2:]
    pair = proof.assuming(between(0, i, n - 1), between(0, r, m))
    same = [pair.know(equal_rows)(at)(r) for at in (i, i + 1)]
    near = pair.have((a * x[i + 1, r] <= x[i, r]) & (a * x[i, r] <= x[i + 1, r]), *same, nonneg(0, r))
    return proof.qed(nonneg, rows, proof.every((i, 0, n - 1), (r, 0, m), near))


@claim.clause("only-these", private(x, 1, n, m), equal_rows)
def only_these(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    same = cell.cite("ghosh2009.section-5.degenerate-levels#equal-rows-at-1")
    return proof.every((i, 0, n), (r, 0, m), same)


claim.clause("others", 1 <= n, 0 <= a, a < 1, private(G, a, n, n) & (G[1, 0] < G[0, 0]))(
    lambda proof: proof.qed(proof.cite("gupte2010.definition-4#private"))
)
