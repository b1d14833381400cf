"""Definition 1: events, single responses, and the two directions.

The inequality for all sets S is a sum of the inequalities for single responses. For infinitely many responses this
holds for the first m of them, for every m, and so in the limit. Conversely a single response is an event.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event, near_events, probability_of_one
from exactdp.claims.vocabulary.neighbour import indicator, near, near_on_events, probability

claim = Claim(
    "dwork2013.definition-1",
    "(ε, 0)-differential privacy, by events and by responses",
    section="2.1",
    position=30,
    kept={**KEPT, "r ≤ 1": "the paper's responses"},
)

i, m, r, k = indices("i m r k")
a = number("α")
p, q = vectors("p q")
S = variable("S", SET)
P, Q = (probability(of, indicator(S), m) for of in (p, q))
not_negative = All(r, between(0, r, m), (0 <= p[r]) & (0 <= q[r]))

claim.clause("events", near(p, q, a, m), both(a * P <= Q, a * Q <= P))(
    lambda proof: proof.use(near_events(), All(r, between(0, r, m), 0 <= indicator(S)[r]), f=indicator(S), g=q)
)


@claim.clause("responses", 0 <= a, a <= 1, not_negative, near_on_events(p, q, a, m), near(p, q, a, m))
def responses(proof):
    inner = proof.inside()
    only = [inner.use(probability_of_one(), p=of) for of in (p, q)]
    event = at_event(inner, inner.know(near_on_events(p, q, a, m)), function(k, k == r))
    return inner.closed(inner.qed(*inner.know(not_negative)(r).parts(), *only, event)).theorem


one_sided = table([["1/2", "1/2"], [0, 1]])
rows = [function(r, one_sided[i, r]) for i in (0, 1)]
claim.clause("one-order", All(r, between(0, r, 1), rows[1][r] / 2 <= rows[0][r]))(by_evaluation)
claim.clause("not-the-other", rows[1][0] < rows[0][0] / 2)(by_evaluation)
claim.clause("same-distribution", near(p, q, 1, m), between(0, r, m), p[r] == q[r])(
    lambda proof: proof.indirect(proof.goal, *proof.parts(near(p, q, 1, m))[-1](r).parts())
)
claim.clause("no-promise", not_negative, near(p, q, 0, m))(
    lambda proof: proof.for_all(proof.goal, lambda inner: inner.qed(*inner.know(not_negative)(r).parts())).theorem
)
