"""Definition 4.1: the masses sum to 1 for every b > 0, not only for b < 1.

With t = e^b they are (t-1)/(t+1)·(1/t)^|i|, which is (1-α)/(1+α)·α^|i| for α = 1/t. The masses from -m to m leave
2α^(m+1)/(1+α), which goes to 0 for every α < 1. Definition 4.2 takes b = ε/Δf, which is 1 or more for ε ≥ Δf.
"""

from exactdp.claims.language import *

claim = Claim(
    "lecture.definition-4.1",
    "the symmetric geometric distribution",
    section="4.2",
    position=30,
    printed="b ∈ (0, 1), where Definition 4.2 takes b = ε/Δf for every ε > 0 and every sensitivity Δf",
    slip="statement",
    weight="edge",
    kept={**KEPT, "1 < t": "t is e^b"},
)

i, k, m, z = indices("i k m z")
a, d, e, t = numbers("α Δ ε t")
mass = (t - 1) / (t + 1) * (1 / t) ** abs(i)
within = function(k, Sum(z, -k, k, two_sided(a, z)))
levels = (0 < a, a < 1)

sums = Sum(z, -m, m, two_sided(a, z)) == 1 - 2 * a ** (m + 1) / (1 + a)
claim.printed_as("range", 0 < e, 1 <= d, e / d < 1, at={"ε": "1", "Δ": "1"}, instead="any-parameter")


@claim.clause("masses", 1 < t, a == 1 / t, mass == two_sided(a, i))
def masses(proof):
    level = proof.have((t - 1) / (t + 1) == (1 - a) / (1 + a), a * t == 1, 0 < 1 + a)
    same = proof.have((t - 1) / (t + 1) * a ** abs(i) == two_sided(a, i), level)
    return proof.replace(proof.know(a == 1 / t), lambda w: (t - 1) / (t + 1) * w ** abs(i) == two_sided(a, i), same)


claim.clause("positive", *levels, 0 < two_sided(a, i))(
    lambda proof: proof.cite("lecture.section-4-2.mean#every-integer", z=i)
)
claim.clause("up-to-m", *levels, 0 <= m, sums)(
    lambda proof: proof.qed(proof.cite("ghosh2009.section-1.noise-scales#tail", k=m))
)
claim.clause("sum", *levels, tends(within, 1), witnesses={"C": 2 / (1 - a)})(
    lambda proof: proof.cite("ghosh2009.example-2.1#sum")
)
claim.clause("any-parameter", 1 < t, a == 1 / t, (0 < a) & (a < 1))(by_arithmetic)
claim.clause("no-mass-at-0", two_sided(1, i) == 0)(by_arithmetic)
claim.clause("concentrates", 1 < t, a == 1 / t, 1 - two_sided(a, 0) <= 2 / t)(
    lambda proof: proof.qed(a * t == 1, 0 < 1 + a)
)
