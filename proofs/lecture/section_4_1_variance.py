"""Section 4.1: the variance of an answer, and of the unbiased estimator.

An answer that is 1 with probability q has the variance q·(1-q). For a bit 1 the parameter q is 1/2+ε, and for a bit 0
it is 1/2-ε. The variance is 1/4 - ε² for both, as the notes say. The variances of n independent answers add up, and p̃
divides their sum by (2εn)².
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.query import chances_sum_to_1, mean_of_bits, square_of_bits
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "lecture.section-4-1.variance",
    "the variance of randomised response",
    section="4.1",
    position=60,
    kept={**KEPT, "ε ≤ 1/2": "the lecture's ε"},
)

i, n, s = indices("i n s")
t, a = numbers("ε α")
(x,) = vectors("X")
(W,) = matrices("W")
levels = (1 <= n, 0 < t, t <= "1/2")
answers = (*levels, bits(x, n), chances(W, told(x, t), n))
fraction = Sum(i, 1, n, x[i]) / n
error = function(s, (estimate(t, n)[s] - fraction) ** 2)
variance = (1 - 4 * t**2) / (16 * t**2 * n)
chance = told(x, t)[1]

claim.clause("parameter-of-1", x[1] == 1, chance == t + "1/2")(by_arithmetic)
claim.clause("parameter-of-0", x[1] == 0, chance == -t + "1/2")(by_arithmetic)


def of_one_answer(proof, k):
    q, bit = told(x, t)[k], proof.parts(bits(x, n))[-1](k)
    goal = q * (1 - q) == -(t**2) + "1/4"
    return proof.either(bit, *[lambda case: case.have(goal)] * 2)


claim.clause("one-answer", bits(x, n), between(1, i, n), told(x, t)[i] * (1 - told(x, t)[i]) == -(t**2) + "1/4")(
    lambda proof: of_one_answer(proof, i)
)


@claim.clause("variance", *answers, mean_of_ones(W, error, n) == variance)
def of_estimate(proof):
    moments = [proof.use(each(), q=told(x, t), k=n) for each in (chances_sum_to_1, mean_of_bits, square_of_bits)]
    one = of_one_answer(proof.assuming(between(1, i, n)), i)
    each = proof.termwise(i, 1, n, one)
    return proof.qed(*moments, each)


bound = 1 / (16 * t**2 * n)


def positive(proof):
    return proof.use(lemmas.index_order(), j=1, k=n)


claim.clause("below-the-printed-bound", *levels, variance < bound)(by_arithmetic)
claim.clause("too-large-by", *levels, bound - variance == 1 / (4 * as_number(n)))(
    lambda proof: proof.qed(positive(proof))
)

square = function(s, estimate(t, n)[s] ** 2)


@claim.clause("no-variance-at-a-half", *answers, t == "1/2", mean_of_ones(W, square, n) == fraction**2)
def no_variance(proof):
    moments = [proof.use(each(), q=told(x, t), k=n) for each in (chances_sum_to_1, mean_of_bits)]
    return proof.qed(proof.have(mean_of_ones(W, error, n) == 0, proof.cite("#variance")), *moments)


@claim.clause("by-the-level", *levels, a == (1 - 2 * t) / (1 + 2 * t), variance == a / ((1 - a) ** 2 * n))
def by_the_level(proof):
    return proof.qed(a * (1 + 2 * t) == 1 - 2 * t, positive(proof), 0 < 1 - a)
