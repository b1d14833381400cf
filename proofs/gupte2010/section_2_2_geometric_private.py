"""Section 2.2: two adjacent inputs of the geometric mechanism have a ratio that is α or 1/α for every output.

An output r ≤ i is one step further from i+1 than from i, and an output r > i one step nearer. So the ratio of the
masses on i and i+1 is 1/α, or α. Restricted to {0..n} the columns 0 and n get another factor, the same for all inputs.

A mass 0 has no ratio, so at α = 0 the clauses compare products. At α = 1 every mass of Z is 0, so Definition 1 does not
define a mechanism. Restricted to {0..n} it then answers 0 or n, each with probability 1/2.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-2.geometric-private",
    "the geometric mechanism is α-private",
    section="2.2",
    position=20,
    kept=KEPT,
)

n, i, r = indices("n i r")
a, b = numbers("α β")
G = geometric_mechanism(n, a)
here, below = two_sided(a, r - i), two_sided(a, r - i - 1)
levels = (0 < a, a < 1)
row = (1 <= n, 0 <= i, i < n, between(0, r, n))


def positive(proof, exponent):
    return proof.use(lemmas.power_positive(), k=exponent)


@claim.clause("ratio-before", *levels, r <= i, here / below == 1 / a)
def ratio_before(proof):
    return proof.qed(proof.have(0 < here, positive(proof, i - r)), proof.have(0 < below, positive(proof, i + 1 - r)))


claim.clause("ratio-after", *levels, i < r, here / below == a)(
    lambda proof: proof.qed(proof.have(0 < below, positive(proof, r - i - 1)))
)
claim.clause("restricted-before", *levels, *row, r <= i, G[i, r] / G[i + 1, r] == 1 / a)(
    lambda proof: proof.qed(proof.have(0 < G[i + 1, r], positive(proof, i + 1 - r)))
)
claim.clause("restricted-after", *levels, *row, i < r, G[i, r] / G[i + 1, r] == a)(
    lambda proof: proof.qed(proof.have(0 < G[i + 1, r], positive(proof, r - i - 1)))
)
claim.clause("products", 0 <= a, a < 1, (a * below <= here) & (a * here <= below))(
    lambda proof: proof.cite("ghosh2009.example-2.1#private")
)
claim.clause("no-larger-level", 0 <= a, a < 1, b * two_sided(a, 0) <= two_sided(a, -1), b <= a)(
    lambda proof: proof.cite("ghosh2009.example-2.1#level")
)
claim.clause("restricted", 1 <= n, 0 <= a, a <= 1, private(G, a, n, n))(
    lambda proof: proof.cite("gupte2010.definition-4#private")
)
claim.clause("restricted-level", 1 <= n, 0 <= a, private(G, b, n, n), b <= a)(
    lambda proof: proof.cite("gupte2010.definition-4#no-larger-level")
)
claim.clause("level-1", *row, geometric_mechanism(n, 1)[i, r] == geometric_mechanism(n, 1)[i + 1, r])(by_arithmetic)
claim.clause("level-1-inner", 0 < r, r < n, geometric_mechanism(n, 1)[i, r] == 0)(by_arithmetic)

at_1 = geometric_mechanism(n, 1)
claim.clause("level-1-ends", 1 <= n, (at_1[i, 0] == Fraction(1, 2)) & (at_1[i, n] == Fraction(1, 2)))(by_arithmetic)
