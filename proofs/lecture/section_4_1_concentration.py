"""Section 4.1: how far p̃ is from p, with which probability.

The error itself is not bounded by a constant over ε·√n: it reaches 1/2 + 1/(4ε) with positive probability for every n.
By Chebyshev's inequality c² times the probability that 16ε²n·(p̃-p)² ≥ c² is at most 16ε²n times the variance, which is
1 - 4ε². Hoeffding's inequality is quoted.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary import KEPT
from exactdp.claims.vocabulary.laplace import at_least_exponential
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "lecture.section-4-1.concentration",
    "the error of randomised response",
    section="4.1",
    position=70,
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1/2", "0 < c", "X has n bits"), "the lecture's data and ε")},
)

i, k, n, s = indices("i k n s")
b, c, t, u = numbers("β c ε u")
q, x = vectors("q X")
(W,) = matrices("W")
levels = (1 <= n, 0 < t, t <= "1/2")
answers = (*levels, bits(x, n), chances(W, told(x, t), n))
fraction = Sum(i, 1, n, x[i]) / n
scaled_error = 16 * t**2 * n * (estimate(t, n)[s] - fraction) ** 2
far = function(s, If(c**2 <= scaled_error, as_number(1), 0))


@cache
def chances_nonnegative():
    """The probabilities are ≥ 0 if those of the bits are in [0, 1]."""
    single = All(i, between(1, i, n), between(0, q[i], 1))
    proof = Proof([0 <= n, chances(W, q, n), single])
    edges, first, steps = proof.parts(chances(W, q, n))[-3:]
    every = All(s, between(0, s, k), 0 <= W[k, s])

    def step(later, before):
        known, ends, range_of = before, edges(k).parts(), later.know(single)(k + 1)

        def entry_of(case):
            def by(*facts):
                return lambda side: side.have(
                    case.goal, steps(k + 1, s), *ends, *range_of.parts(), *(known(at) for at in facts)
                )

            return case.cases(case.goal, (s == 0, by(0)), (s == k + 1, by(k)), (TRUE, by(s, s - 1)))

        return later.for_all(substitute(every, {"k": k + 1}), entry_of)

    return proof.induction(every, k, 0, [first], step, up_to=n).theorem


def of_answers(proof):
    """Return that the chances of the numbers of ones are ≥ 0."""
    row = proof.assuming(between(1, i, n))
    goal = between(0, told(x, t)[i], 1)
    inside = row.either(row.parts(bits(x, n))[-1](i), *[lambda case: case.have(goal)] * 2)
    return proof.use(chances_nonnegative(), proof.all(inside, i, between(1, i, n)), q=told(x, t))


@claim.clause("chebyshev", *answers, 0 < c, mean_of_ones(W, far, n) <= (1 - 4 * t**2) / c**2)
def chebyshev(proof):
    row = proof.assuming(between(0, s, n))
    sign, size = of_answers(proof)(s), proof.use(lemmas.index_order(), j=1, k=n)
    error = function(s, (estimate(t, n)[s] - fraction) ** 2)
    known = Proof([0 <= u], 0 <= 16 * t**2 * u * b**2)
    squared = known.qed(known.product(known.know(0 <= u), known.fact(core.square(4 * t * b))))
    positive = row.use(squared, row.have(0 <= as_number(n), size), u=n, β=estimate(t, n)[s] - fraction)
    counted = Proof([0 <= b, 0 <= u], c**2 * (If(c**2 <= u, as_number(1), 0) * b) <= u * b)
    sides = ((c**2 <= u, lambda case: case.have(counted.goal)), (TRUE, lambda case: case.have(counted.goal)))
    each = row.use(counted.cases(counted.goal, *sides).theorem, sign, positive, β=W[n, s], u=scaled_error)
    total = proof.termwise(s, 0, n, each)
    mean = proof.cite("lecture.section-4-1.variance#variance")
    factors = [
        proof.use(lemmas.scaled_sum(), low=0, high=n, t=scale, f=function(s, of[s] * W[n, s]))
        for scale, of in ((c**2, far), (16 * t**2 * n, error))
    ]
    moved = proof.termwise(s, 0, n, scaled_error * W[n, s] == 16 * t**2 * n * (error[s] * W[n, s]))
    value = proof.have(16 * t**2 * n * mean.says.args[0] == 1 - 4 * t**2, mean)
    chain = proof.have(factors[0].says.args[1] <= 1 - 4 * t**2, factors[0], total, moved, factors[1], value)
    divided = Proof([c**2 * b <= u, 0 < c], b <= u / c**2).qed()
    return proof.restated(proof.use(divided, chain, β=factors[0].says.args[1].args[1], u=1 - 4 * t**2))


@claim.clause("hoeffding", *answers, 0 < c, at_least_exponential(b, c**2 / 2), mean_of_ones(W, far, n) <= 2 * b)
def hoeffding(proof):
    return proof.because(
        "Hoeffding's inequality: the mean of n independent numbers in [0, 1] is at least s from its mean with a "
        "probability of at most 2·e^(-2n·s²), here for s = c/(2·√n)",
        proof.goal,
    )


all_ones = All(i, between(1, i, n), x[i] == 1)


@claim.clause("largest-error", 1 <= n, 0 < t, t <= "1/2", all_ones, fraction - estimate(t, n)[0] == 1 / (4 * t) + "1/2")
def largest_error(proof):
    inner = proof.assuming(between(1, i, n))
    return proof.qed(proof.termwise(i, 1, n, x[i] == 1, inner.know(all_ones)(i)))


@claim.clause("its-chance", *answers, all_ones, both(W[n, 0] == (-t + "1/2") ** n, (t == "1/2") | (0 < W[n, 0])))
def its_chance(proof):
    edges, first, steps = proof.parts(chances(W, told(x, t), n))[-3:]
    goal = W[k, 0] == (-t + "1/2") ** k

    def step(later, before):
        bit = later.know(all_ones)(k + 1)
        return later.have(W[k + 1, 0] == (-t + "1/2") ** (k + 1), steps(k + 1, 0), edges(k), bit, before)

    whole = proof.induction(goal, k, 0, [first], step, up_to=n)
    least = (t == "1/2") | (0 < W[n, 0])

    def below(case):
        power = case.use(lemmas.power_positive(), α=-t + "1/2", k=n)
        return case.alternative(least, case.have(0 < W[n, 0], whole, power))

    def at(case):
        return case.alternative(least, case.use(lemmas.between_each_other(), α=t, β="1/2"))

    return proof.both(whole, proof.cases(least, (t < "1/2", below), (TRUE, at)))
