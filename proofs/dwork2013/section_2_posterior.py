"""Section 2: how far an answer moves the probabilities of D and D'.

With prior β of D and the probabilities p, q of the answer on D and D' the posterior of D is βp/(βp+(1-β)q). As p and q
differ by factors up to 1/α, it is between βα/(βα+1-β) and β/(β+(1-β)α). For β = 1/2 these are α/(1+α) and 1/(1+α). On a
path of four databases two may be three steps apart, and posteriors change by more.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near

claim = Claim("dwork2013.section-2.posterior", "how far an answer moves the odds", section="2", position=30, kept=KEPT)

i, m, r = indices("i m r")
a, b = numbers("α β")
p, q = vectors("p q")
half = Fraction(1, 2)
given = (0 < a, a <= 1, between(0, r, m), near(p, q, a, m))


def posterior(weight, first, second):
    return weight * first / (weight * first + (1 - term(weight)) * second)


def at(proof):
    return proof.know(near(p, q, a, m)).proof.parts(near(p, q, a, m))[-1](r).parts()


claim.clause(
    "equal-priors",
    *given,
    0 < p[r] + q[r],
    (a / (1 + a) <= posterior(half, p[r], q[r])) & (posterior(half, p[r], q[r]) <= 1 / (1 + a)),
)(lambda proof: proof.qed(*at(proof)))

claim.clause("factor", 0 < a, a < 1, (2 / (1 + a) < 1 / a) & (a < 2 * a / (1 + a)))(lambda proof: proof.qed(factors=3))

claim.clause(
    "any-prior",
    *given,
    0 <= b,
    b <= 1,
    0 < b * p[r] + (1 - b) * q[r],
    (a * b <= posterior(b, p[r], q[r])) & (posterior(b, p[r], q[r]) <= b / a),
)(lambda proof: proof.qed(*at(proof), factors=4))


def odds(first, second):
    return b * first / ((1 - b) * second)


claim.clause(
    "odds",
    *given,
    0 <= b,
    b < 1,
    0 < q[r],
    (a * (b / (1 - b)) <= odds(p[r], q[r])) & (odds(p[r], q[r]) <= b / (1 - b) / a),
)(lambda proof: proof.qed(*at(proof), factors=4))

response = randomized_response(a)
truth, other = (function(r, response[i, r]) for i in (0, 1))
claim.clause("response-is-private", 0 < a, a <= 1, near(truth, other, a, 1))(by_arithmetic)


@claim.clause(
    "attained",
    0 < a,
    a <= 1,
    (posterior(half, truth[0], other[0]) == 1 / (1 + a)) & (posterior(half, truth[1], other[1]) == a / (1 + a)),
)
def attained(proof):
    found = []
    for at, part in ((0, proof.goal.args[0]), (1, proof.goal.args[1])):
        whole = half * truth[at] + half * other[at]
        facts = proof.have(whole == half), proof.have(0 < 1 + a), proof.have(truth[at] * (1 + a) == (1, a)[at])
        found.append(proof.opaque(part, *facts, terms=[truth[at], whole]))
    return proof.both(*found)


claim.clause("odds-attained", 0 < a, a <= 1, 0 <= b, b < 1, odds(truth[0], other[0]) == b / (1 - b) / a)(by_arithmetic)

G = geometric_mechanism(3, half)
total = Sum(i, 0, 3, Fraction(1, 4) * G[i, 0])
claim.clause("path-is-private", private(G, half, 3, 3))(by_evaluation)
claim.clause("more-databases-up", Fraction(1, 4) / half < Fraction(1, 4) * G[0, 0] / total)(by_evaluation)
claim.clause("more-databases-down", Fraction(1, 4) * G[3, 0] / total < half * term(Fraction(1, 4)))(by_evaluation)
