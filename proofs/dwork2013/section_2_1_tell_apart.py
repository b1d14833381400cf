"""Section 2.1: the errors of tests that distinguish neighbours.

After the response r a test says D' with probability w_r: 0 or 1 for an event, and values between if the test tosses
coins. It errs on D with probability u = Σ p_r·w_r, and on D' with probability v = 1 - Σ q_r·w_r. The inequalities are
sums of the privacy inequalities with the weights w_r and 1-w_r. Conversely, the events of one response, and of all
responses except one, give the privacy inequalities back.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event, probability_of_one, probability_of_others
from exactdp.claims.vocabulary.neighbour import distribution, indicator, near, probability

claim = Claim(
    "dwork2013.section-2-1.tell-apart",
    "the errors of every test between neighbours",
    section="2.1",
    position=40,
    kept=KEPT,
)

i, m, r, k = indices("i m r k")
a = number("α")
p, q, w = vectors("p q w")
S = variable("S", SET)

u, v = probability(p, w, m), 1 - probability(q, w, m)
errs = explained(
    "{2}, as a test of {0} against {1} on {{0..{4}}}, errs as often as {3} requires",
    (p, q, w, a, m),
    both(a <= u + a * v, a <= a * u + v),
)

sums = (distribution(p, m), distribution(q, m))
weights = All(r, between(0, r, m), (0 <= w[r]) & (w[r] <= 1))
given = (0 < a, a <= 1, *sums, near(p, q, a, m), weights)


def totals(proof):
    ones = [proof.parts(distribution(of, m))[-1] for of in (p, q)]
    inner = proof.assuming(between(0, r, m))
    facts = (*inner.parts(near(p, q, a, m))[-1](r).parts(), *inner.know(weights)(r).parts())
    says = inner.have(a * (q[r] * w[r]) <= p[r] * w[r], *facts)
    other = inner.have(a * (p[r] - p[r] * w[r]) <= q[r] - q[r] * w[r], *facts)
    return (*ones, *(proof.termwise(r, 0, m, each) for each in (says, other)))


claim.clause("errors", *given, errs(p, q, w, a, m))(lambda proof: proof.qed(*totals(proof)))
claim.clause("sum-of-errors", *given, 2 * a / (1 + a) <= u + v)(lambda proof: proof.qed(*totals(proof)))

response = randomized_response(a)
truth, other = (function(r, response[i, r]) for i in (0, 1))
says_other = function(r, If(r == 1, as_number(1), 0))
claim.clause("response-is-private", 0 < a, a <= 1, near(truth, other, a, 1))(by_arithmetic)
claim.clause(
    "attained",
    0 < a,
    a <= 1,
    both(probability(truth, says_other, 1) == a / (1 + a), 1 - probability(other, says_other, 1) == a / (1 + a)),
)(by_arithmetic)

events = All(S, All(r, S[r], between(0, r, m)), errs(p, q, indicator(S), a, m))


@claim.clause("converse", 0 < a, a <= 1, *sums, events, near(p, q, a, m))
def converse(proof):
    inner = proof.inside()
    signs = [inner.parts(distribution(of, m))[-2](r) for of in (p, q)]
    ones = [inner.parts(distribution(of, m))[-1] for of in (p, q)]
    every = inner.know(events)
    facts = []
    for event, lemma in (
        (function(k, k == r), probability_of_one()),
        (function(k, both(0 <= k, k <= m, k != r)), probability_of_others()),
    ):
        facts += at_event(inner, every, event).parts()
        facts += [inner.use(lemma, p=of) for of in (p, q)]
    return inner.closed(inner.qed(*signs, *ones, *facts)).theorem
