"""Section 4.1: how far p̃ is from p, with which probability.

The error itself is not bounded by a constant over ε·√n: it reaches 1/2 + 1/(4ε) with positive probability for every n.
By Chebyshev's inequality c² times the probability that 16ε²n·(p̃-p)² ≥ c² is at most 16ε²n times the variance, which is
1 - 4ε².

By Hoeffding's inequality the probability is at most 2·e^(-c²/2). The error is so large if the number s of ones differs
from its mean μ by c·√n/2 or more. Let v = e^h and λ = k·h. As h goes to 0, H(q, v; k) goes to e^(λ·q + λ²/8). So the
limit of `hoeffding-above` is Pr[s ≥ m] ≤ e^(-λ·(m-μ) + n·λ²/8), for all λ ≥ 0. For m - μ ≥ c·√n/2 and λ = 2c/√n that is
at most e^(-c²/2). The limit of `hoeffding-below` is the same for s ≤ m, with λ ≤ 0.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.query import chances_nonnegative, tail_at_most
from exactdp.claims.vocabulary.query import bits, chances, estimate, hoeffding, mean_of_ones, told

claim = Claim(
    "lecture.section-4-1.concentration",
    "the error of randomised response",
    section="4.1",
    position=70,
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1/2", "0 < c", "X has n bits"), "the lecture's data and ε")},
)

i, k, m, n, s = indices("i k m n s")
b, c, t, u, v = numbers("β c ε u v")
(x,) = vectors("X")
(W,) = matrices("W")
levels = (1 <= n, 0 < t, t <= "1/2")
answers = (*levels, bits(x, n), chances(W, told(x, t), n))
fraction = Sum(i, 1, n, x[i]) / n
scaled_error = 16 * t**2 * n * (estimate(t, n)[s] - fraction) ** 2
far = function(s, If(c**2 <= scaled_error, as_number(1), 0))


def chances_of_bits(proof):
    """Return that the answers have probabilities in [0, 1]."""
    row = proof.assuming(between(1, i, n))
    goal = between(0, told(x, t)[i], 1)
    inside = row.either(row.parts(bits(x, n))[-1](i), *[lambda case: case.have(goal)] * 2)
    return proof.all(inside, i, between(1, i, n))


@claim.clause("chebyshev", *answers, 0 < c, mean_of_ones(W, far, n) <= (1 - 4 * t**2) / c**2)
def chebyshev(proof):
    row = proof.assuming(between(0, s, n))
    sign, size = (
        proof.use(chances_nonnegative(), chances_of_bits(proof), q=told(x, t))(s),
        proof.use(lemmas.index_order(), j=1, k=n),
    )
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


bound = Product(i, 1, n, hoeffding(told(x, t)[i], v, k))
above, below = (
    explained(f"{name}({{0}}; {{1}}, {{2}})", (m, W, n), mean_of_ones(W, function(s, If(event, as_number(1), 0)), n))
    for name, event in (("above", m <= s), ("below", s <= m))
)
"""The probability that at least m answers are ones, or at most m."""


@claim.clause("hoeffding-above", *answers, 1 <= v, 0 <= k, 0 <= m, (v**k) ** m * above(m, W, n) <= bound)
def hoeffding_above(proof):
    return proof.restated(proof.use(tail_at_most(1), chances_of_bits(proof), q=told(x, t), t=v))


@claim.clause("hoeffding-below", *answers, 0 < v, v <= 1, 0 <= k, 0 <= m, (v**k) ** m * below(m, W, n) <= bound)
def hoeffding_below(proof):
    return proof.restated(proof.use(tail_at_most(0), chances_of_bits(proof), q=told(x, t), t=v))


all_ones = All(i, between(1, i, n), x[i] == 1)


@claim.clause("largest-error", 1 <= n, 0 < t, t <= "1/2", all_ones, fraction - estimate(t, n)[0] == 1 / (4 * t) + "1/2")
def largest_error(proof):
    return proof.qed(proof.termwise(i, 1, n, x[i] == 1))


@claim.clause("its-chance", *answers, all_ones, both(W[n, 0] == (-t + "1/2") ** n, (t == "1/2") | (0 < W[n, 0])))
def its_chance(proof):
    edges, first, steps = proof.parts(chances(W, told(x, t), n))[-3:]
    goal = W[k, 0] == (-t + "1/2") ** k
    later, before = proof.inductive(goal, k, 0, [first], up_to=n)
    bit = later.know(all_ones)(k + 1)
    whole = later.closed(later.have(W[k + 1, 0] == (-t + "1/2") ** (k + 1), steps(k + 1, 0), edges(k), bit, before))
    least = (t == "1/2") | (0 < W[n, 0])

    def below(case):
        power = case.use(lemmas.power_positive(), α=-t + "1/2", k=n)
        return case.alternative(least, case.have(0 < W[n, 0], whole, power))

    def at(case):
        return case.alternative(least, case.use(lemmas.between_each_other(), α=t, β="1/2"))

    return proof.both(whole, proof.cases(least, (t < "1/2", below), (TRUE, at)))
