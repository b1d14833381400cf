"""Section 4.1: the geometric mechanism can have a better error than randomised response, at the same level.

For n persons the estimates of p have the variances α/((1-α)²·n) and 2α/((1-α)²·n²), so the second is smaller exactly
for n ≥ 3. The notes say that a better error can be obtained, and not for which n. For one person the geometric
mechanism on {0, 1} is randomised response itself, while its unbiased estimate adds noise that may leave {0, 1}.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "lecture.section-4-1.better-error",
    "randomised response and the geometric mechanism",
    section="4.1",
    position=90,
    kept={**KEPT, "ε < 1/2": "the lecture's ε"},
)

i, k, n, r, s, z = indices("i k n r s z")
a, e = numbers("α ε")
(x,) = vectors("X")
(W,) = matrices("W")
level = (0 < a, a < 1)
of_response, of_noise = a / ((1 - a) ** 2 * n), 2 * a / ((1 - a) ** 2 * (as_number(n) * n))
squares = function(k, Sum(z, -k, k, z**2 * two_sided(a, z)))


@claim.clause(
    "response",
    0 < e,
    e < "1/2",
    a == (1 - 2 * e) / (1 + 2 * e),
    1 <= n,
    bits(x, n),
    chances(W, told(x, e), n),
    mean_of_ones(W, function(s, (estimate(e, n)[s] - Sum(i, 1, n, x[i]) / n) ** 2), n) == of_response,
)
def response(proof):
    variance = proof.cite("lecture.section-4-1.variance#variance", ε=e)
    return proof.qed(variance, proof.cite("lecture.section-4-1.variance#by-the-level", ε=e))


claim.clause(
    "noise",
    *level,
    tends(squares, 2 * a / (1 - a) ** 2),
    witnesses={"C": 2 * (a + 2) * (a + 3) / ((1 + a) * (1 - a) ** 3)},
)(lambda proof: proof.cite("ghosh2009.section-2-2.squared-loss#variance"))
claim.clause("noise-of-the-fraction", *level, 1 <= n, 2 * a / (1 - a) ** 2 / (as_number(n) * n) == of_noise)(
    lambda proof: proof.qed(proof.use(lemmas.index_order(), j=1, k=n))
)
claim.clause("smaller", *level, 3 <= n, of_noise < of_response)(
    lambda proof: proof.qed(proof.use(lemmas.index_order(), j=3, k=n))
)
claim.clause("equal-for-2", *level, n == 2, of_noise == of_response)(by_arithmetic)
claim.clause("larger-for-1", *level, n == 1, of_noise == 2 * of_response)(by_arithmetic)
claim.clause(
    "the-same-for-1",
    *level,
    between(0, i, 1),
    between(0, r, 1),
    geometric_mechanism(1, a)[i, r] == randomized_response(a)[i, r],
)(by_arithmetic)
