"""Section 4.1: in which sense the geometric mechanism is the discrete version of the Laplace mechanism.

Its probabilities are the Laplace density of the same level at the integers, up to one factor. It is not Laplace noise
rounded to the nearest integer, which has the same level and a larger variance. With s = √α the rounded noise has at
z ≠ 0 the mass (1+α)/(2s) times that of geometric noise, so z² times both sums up alike.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import limit_times
from exactdp.claims.vocabulary.laplace import laplace
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim(
    "lecture.section-4-1.discrete-laplace",
    "the discrete version of Laplace noise",
    section="4.1",
    position=100,
    kept={**KEPT, **dict.fromkeys(("0 < s", "s < 1"), "s is √α"), "0 ≤ k": "the terms of a sequence"},
)

k, z = indices("k z")
a, b, c, d, s = numbers("α β c d s")
root = (0 < s, s < 1)

rounded = explained("P_{0}(the noise rounds to {1})", (s, z), laplace(s, 2 * z + 1, 2) - laplace(s, 2 * z - 1, 2))
mass = s ** (2 * z - 1) * (1 - s**2) / 2

claim.clause("density", 0 < a, a < 1, 0 < d, two_sided(a, z) == (1 - a) / ((1 + a) * d) * (d * a ** abs(z)))(
    by_arithmetic
)
claim.clause("rounded-at-0", *root, rounded(s, 0) == 1 - s)(by_arithmetic)
claim.clause("rounded", *root, 1 <= z, both(rounded(s, z) == mass, rounded(s, -z) == mass))(by_arithmetic)
claim.clause("less-at-0", *root, rounded(s, 0) < two_sided(s * s, 0))(
    lambda proof: proof.restated(proof.cite("gupte2010.section-2-1.laplace#less-at-0"))
)
claim.clause("same-level", *root, within_level(rounded(s, z), rounded(s, z + 1), s * s))(
    lambda proof: proof.qed(proof.cite("gupte2010.section-2-1.laplace#rounded-private"))
)
claim.clause("no-larger-level", *root, 1 <= z, b * rounded(s, z) <= rounded(s, z + 1), b <= s * s)(
    lambda proof: proof.qed(proof.cite("ghosh2009.section-6-1.laplace-ratio#rounded-level"))
)

squares = function(k, Sum(z, -k, k, z**2 * rounded(s, z)))
variance, factor, level = s * (1 + s**2) / (1 - s**2) ** 2, (1 + s**2) / (2 * s), s * s
bound = factor * (2 * (level + 2) * (level + 3) / ((1 + level) * (1 - level) ** 3))


@claim.clause("variance", *root, tends(squares, variance), witnesses={"C": bound})
def of_rounded(proof):
    known = proof.cite("ghosh2009.section-2-2.squared-loss#variance", α=level)
    noise, total = known.says.args[1:]
    inner = proof.assuming(as_index(0) <= k)
    goal = z**2 * rounded(s, z) == factor * (z**2 * two_sided(level, z))

    same = inner.termwise(z, -k, k, goal)
    scale = inner.use(lemmas.scaled_sum(), low=-k, high=k, t=factor, f=lambda v: v**2 * two_sided(level, v))
    equal = inner.chain(same.says.args[0], (scale.says.args[0], same), (scale.says.args[1], scale))
    equal = inner.restated(equal, squares[k] == factor * noise[k])
    limit = proof.use(
        limit_times(), known, proof.all(equal, k, as_index(0) <= k), t=factor, α=total, i=0, f=noise, g=squares
    )
    return proof.replace(proof.have(factor * total == variance), lambda v: tends(squares, v), limit)


@claim.clause("larger-variance", *root, 2 * s**2 / (1 - s**2) ** 2 < variance)
def larger_variance(proof):
    room = proof.have(0 < 1 - s**2)
    square = proof.product(0 < s, *[proof.have(0 < 1 - s)] * 2)
    divided = Proof([0 < b, a < c], a / b < c / b).qed()
    terms = {"α": 2 * s**2, "β": (1 - s**2) ** 2, "c": s * (1 + s**2)}
    return proof.use(divided, proof.have(2 * s**2 < s * (1 + s**2), square), proof.product(room, room), **terms)
