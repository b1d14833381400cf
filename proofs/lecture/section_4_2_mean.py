"""Section 4.2: the mean of the noise, its expected size, and how it flattens as its level rises.

The masses at z and -z are equal, so the mean over -k..k is 0 for every k. The mass of |Z| > k is 2α^(k+1)/(1+α),
which rises with α. Every mass is at most 1-α, so none is left as α goes to 1.
"""

from exactdp.claims.language import *

claim = Claim(
    "lecture.section-4-2.mean",
    "the mean and the shape of the noise",
    section="4.2",
    position=40,
    kept={**KEPT, "β < 1": "the paper's levels"},
)

k, z = indices("k z")
a, b = numbers("α β")
levels = (0 < a, a < 1)
size = function(k, Sum(z, -k, k, as_number(abs(z)) * two_sided(a, z)))
u = 1 - a

claim.clause("every-integer", *levels, 0 < two_sided(a, z))(
    lambda proof: proof.qed(proof.use(lemmas.power_positive(), k=abs(z)))
)
claim.clause("mean", *levels, 0 <= k, Sum(z, -k, k, z * two_sided(a, z)) == 0)(
    lambda proof: proof.qed(proof.cite("ghosh2009.section-2-2.squared-loss#unbiased", i=0))
)
claim.clause("expected-size", *levels, tends(size, 2 * a / (1 - a * a)), witnesses={"C": 8 / (u * (u * (1 + a)))})(
    lambda proof: proof.cite("ghosh2009.section-1.noise-scales#mean")
)
claim.clause("less-at-0", *levels, a < b, b < 1, two_sided(b, 0) < two_sided(a, 0))(lambda proof: proof.qed(0 < 1 + b))


def beyond(a):
    return 1 - Sum(z, -k, k, two_sided(a, z))


claim.clause("tail", *levels, 0 <= k, beyond(a) == 2 * a ** (k + 1) / (1 + a))(
    lambda proof: proof.cite("ghosh2009.section-1.noise-scales#tail")
)
claim.clause("more-beyond", *levels, a < b, b < 1, 0 <= k, beyond(a) < beyond(b))(
    lambda proof: proof.cite("ghosh2009.section-1.noise-scales#tail-rises")
)
claim.clause("no-limit", *levels, two_sided(a, z) <= 1 - a)(
    lambda proof: proof.qed(proof.use(lemmas.power_at_most_one(), k=abs(z)), 0 < 1 + a, factors=3)
)
