"""Section 1: larger α, more privacy.

A smaller α is a weaker condition, because probabilities are ≥ 0. It is strictly weaker: G at the smaller level shows
this.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-1.larger-levels", "larger levels are stronger", section="1", position=10, kept=KEPT)

n, m = indices("n m")
a, b = numbers("α β")
x = matrix("x")
G = geometric_mechanism(n, a)

claim.clause("weaker", 0 <= a, a <= b, private(x, b, n, m), private(x, a, n, m))(
    lambda proof: proof.use(lemmas.less_private())
)
claim.clause("at-its-level", 1 <= n, 0 <= a, a <= 1, private(G, a, n, n))(
    lambda proof: proof.cite("gupte2010.definition-4#private")
)
claim.clause("not-above", 1 <= n, 0 <= a, private(G, b, n, n), b <= a)(
    lambda proof: proof.cite("gupte2010.definition-4#no-larger-level")
)
claim.clause("one-input", stochastic(x, 0, m), private(x, a, 0, m))(
    lambda proof: proof.qed(*proof.parts(stochastic(x, 0, m)))
)
