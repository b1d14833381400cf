"""Section 4.1: the mean of an answer, and the unbiased estimator.

E[Y_i] = 2ε·X_i + 1/2 - ε is linear in X_i. Solved for X_i it gives the estimate (Y_i - 1/2 + ε)/(2ε) of each bit, with
the mean X_i. p̃ is the average of these estimates. A single estimate is 1/2 ± 1/(4ε), so p̃ may be below 0 or above 1.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.query import chances_sum_to_1, mean_of_bits
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "lecture.section-4-1.expectation",
    "the unbiased estimator",
    section="4.1",
    position=50,
    kept={
        **KEPT,
        **dict.fromkeys(("0 < ε", "ε ≤ 1/2", "X has n bits"), "the lecture's data and ε"),
        **dict.fromkeys(("0 ≤ s", "s ≤ n"), "a number of ones"),
    },
)

i, n, s = indices("i n s")
t, a, b = numbers("ε a b")
(x,) = vectors("X")
(W,) = matrices("W")
levels = (1 <= n, 0 < t, t <= "1/2")
answers = (*levels, bits(x, n), chances(W, told(x, t), n))
fraction = Sum(i, 1, n, x[i]) / n

claim.clause("one-answer", x[i] * ("1/2" + t) + (1 - x[i]) * ("1/2" - t) == told(x, t)[i])(by_arithmetic)


def moments(proof):
    return [
        *(proof.use(each(), q=told(x, t), k=n) for each in (chances_sum_to_1, mean_of_bits)),
        proof.use(lemmas.index_order(), j=1, k=n),
    ]


claim.clause("unbiased", *answers, mean_of_ones(W, estimate(t, n), n) == fraction)(
    lambda proof: proof.qed(*moments(proof))
)

linear = function(s, a + b * (as_number(s) / n))

claim.clause("linear", *answers, mean_of_ones(W, linear, n) == a + b * (2 * t * fraction + "1/2" - t))(
    lambda proof: proof.qed(*moments(proof))
)

at_0, at_1 = (a + b * (2 * t * p + "1/2" - t) for p in (0, 1))

claim.clause("only-one", *levels, at_0 == 0, at_1 == 1, between(0, s, n), linear[s] == estimate(t, n)[s])(by_arithmetic)


@claim.clause(
    "values",
    *levels,
    between(0, s, n),
    both(-1 / (4 * t) + "1/2" <= estimate(t, n)[s], estimate(t, n)[s] <= 1 / (4 * t) + "1/2"),
)
def values(proof):
    order = [proof.use(lemmas.index_order(), j=low, k=high) for low, high in ((1, n), (0, s), (s, n))]
    share, scale = as_number(s) / n, 1 / (2 * t)
    within = [proof.have(0 <= share, *order), proof.have(share <= 1, *order), proof.have(0 < scale)]
    parts = [
        proof.have(estimate(t, n)[s] == share * scale - scale / 2 + "1/2", order[0]),
        proof.have(1 / (4 * t) == scale / 2),
    ]
    terms = [share, scale, estimate(t, n)[s], 1 / (4 * t), -1 / (4 * t)]
    return proof.opaque(proof.goal, *within, *parts, -1 / (4 * t) == -scale / 2, terms=terms)


claim.clause(
    "ends", *levels, both(estimate(t, n)[0] == -1 / (4 * t) + "1/2", estimate(t, n)[n] == 1 / (4 * t) + "1/2")
)(lambda proof: proof.qed(proof.use(lemmas.index_order(), j=1, k=n)))
claim.clause("beyond", 0 < t, t < "1/2", both(-1 / (4 * t) + "1/2" < 0, 1 < 1 / (4 * t) + "1/2"))(by_arithmetic)
