"""Section 2: how much better than a coin an analyst can guess which of two neighbours is the data set.

After each response, the probability of a right guess is at most 1/(1+α). That is 1/2, as for a coin, plus half of
(1-α)/(1+α). For α = e^(-ε) the fraction is at most ε/2: with the partial sums y of e^ε it is (y-1)/(y+1), and y·(2-ε) ≤
2+ε term by term.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import series_below_fraction, series_rises, terms_nonnegative
from exactdp.claims.vocabulary.neighbour import distribution, near, probability
from exactdp.claims.vocabulary.noise import series

claim = Claim(
    "dwork2013.section-2.advantage", "the advantage in telling D from D'", section="2", position=20, kept=KEPT
)

i, m, n, r = indices("i m n r")
a, c, e = numbers("α c ε")
p, q, w = vectors("p q w")
test = explained("{0} is between 0 and 1 on {{0..{1}}}", (w, m), All(r, between(0, r, m), (0 <= w[r]) & (w[r] <= 1)))
pair = (0 < a, a <= 1, near(p, q, a, m), distribution(p, m), distribution(q, m), test(w, m))


def right(first, second, weights, last):
    """Return the chance of a right guess, which is the first with these probabilities after each response."""
    return (probability(first, weights, last) + (1 - probability(second, weights, last))) / 2


@claim.clause("best-guess", *pair, right(p, q, w, m) <= 1 / (1 + a))
def best_guess(proof):
    one = proof.assuming(between(0, r, m))
    facts = [*one.parts(near(p, q, a, m))[-1](r).parts(), *one.know(test(w, m))(r).parts()]
    parts = [
        one.product(one.have(0 <= q[r] - a * p[r], *facts), facts[-2]),
        one.product(one.have(0 <= p[r] - a * q[r], *facts), facts[-1]),
    ]
    less = one.have((1 + a) * (p[r] * w[r] + q[r] - q[r] * w[r]) <= p[r] + q[r], *parts)
    ones = [proof.parts(distribution(of, m))[-1] for of in (p, q)]
    return proof.qed(proof.termwise(r, 0, m, less), *ones)


claim.clause("right-less-wrong", *pair, 2 * right(p, q, w, m) - 1 <= (1 - a) / (1 + a))(
    lambda proof: proof.qed(proof.cite("#best-guess"))
)

response = randomized_response(a)
truth, other = (function(r, response[i, r]) for i in (0, 1))
says_0 = function(r, 1 - as_number(r))
claim.clause("attained", 0 < a, a <= 1, both(near(truth, other, a, 1), right(truth, other, says_0, 1) == 1 / (1 + a)))(
    by_arithmetic
)

y = series(e, n)
level = (1 <= n, a == 1 / y)


def inverse(proof):
    """Return that α·y = 1, α > 0 and y ≥ 1+ε."""
    size = proof.have(1 + e <= y, proof.use(series_rises(), i=1))
    whole = proof.opaque(a * y == 1, size, level[1], proof.given[0], terms=[y])
    positive = proof.opaque(0 < a, whole, size, level[1], proof.given[0], terms=[y])
    return whole, positive, proof.opaque(a * (1 + e) <= 1, whole, positive, size, terms=[y])


@claim.clause(
    "at-most-epsilon", 0 <= e, *level, both((1 - a) / (1 + a) <= e / 2, 1 / (1 + a) - as_number("1/2") <= e / 4)
)
def at_most_epsilon(proof):
    whole, positive, _ = inverse(proof)
    last = proof.product(0 <= e, proof.use(terms_nonnegative(), k=n))
    below = proof.have(y * (2 - e) <= 2 + e, last, proof.use(series_below_fraction()))
    less = proof.opaque(2 - e <= a * (2 + e), below, whole, positive, terms=[y])
    return proof.qed(less, positive)


@claim.clause("no-smaller-constant", 0 < e, *level, (1 - a) / (1 + a) <= c * e, 1 / (2 + e) <= c)
def no_smaller_constant(proof):
    _, positive, small = inverse(proof)
    less = proof.have(1 - a <= c * e * (1 + a), proof.given[-1], positive)
    share = proof.have(e * (1 + a) <= (1 - a) * (2 + e), small)
    size = proof.have(0 < e * (1 + a), positive)
    scaled = proof.have(1 * (e * (1 + a)) <= c * (2 + e) * (e * (1 + a)), proof.product(less, 0 < 2 + e), share)
    return proof.qed(proof.use(lemmas.quotient_order(), scaled, size, t=e * (1 + a), α=1, β=c * (2 + e)))
