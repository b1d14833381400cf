"""Figure 1: the geometric mechanism at α = 0.2 on the query result 5.

The masses are a peak of 2/3 at 5, and each step away from 5 divides by 5. Almost nothing is left beyond 0..10. The
drawing itself is not in the text; the clauses state the facts that it must show.
"""

from exactdp.claims.language import *

claim = Claim("gupte2010.figure-1", "the distribution of Figure 1", section="2.1", position=30)

k, r = indices("k r")
fifth = term("1/5", NUMBER)


def mass(r):
    return two_sided(fifth, r - 5)


claim.clause("masses", 0 <= k, mass(5 + k) == term("2/3", NUMBER) * fifth**k)(by_arithmetic)
claim.clause("symmetric", mass(5 - k) == mass(5 + k))(by_arithmetic)
claim.clause("factor", 0 <= k, mass(5 + k + 1) == fifth * mass(5 + k))(by_arithmetic)
claim.clause("falls", 0 <= k, mass(5 + k + 1) < mass(5 + k))(
    lambda proof: proof.qed(proof.use(lemmas.power_positive(), α=fifth))
)

for distance, height in enumerate(("2/3", "2/15", "2/75", "2/375")):
    claim.clause(f"height-{distance}", mass(5 + term(distance)) == term(height, NUMBER))(by_arithmetic)

claim.clause("outside", 1 - Sum(r, 0, 10, mass(r)) == term("1/9375", NUMBER))(
    lambda proof: proof.qed(proof.cite("gupte2010.definition-1#outside", n=10, i=5, α=fifth))
)
