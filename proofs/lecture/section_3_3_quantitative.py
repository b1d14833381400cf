"""Section 3.3: privacy comes in degrees; a smaller ε is a stronger guarantee.

With α = e^-ε a smaller ε is a larger α. An α-private mechanism is β-private for every β ≤ α, and randomised response of
level β is not α-private for any larger α. So the guarantees are in one strict order, from α = 0 to α = 1.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event
from exactdp.claims.vocabulary.neighbour import events, indicator, near, probability

claim = Claim(
    "lecture.section-3-3.quantitative",
    "privacy in degrees",
    section="3.3",
    position=10,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "∀r with 0 ≤ r ≤ m: q[r] ≥ 0": "a negative q is a counterexample",
        "∀r ∈ S: 0 ≤ r ≤ m": "other responses are not counted",
    },
)

m, r = indices("m r")
a, b, d, e, t, u = numbers("α β δ δ' t u")
p, q = vectors("p q")
S = variable("S", SET)


@claim.clause("larger-epsilon", 0 <= b, b <= a, a <= 1, near(p, q, a, m), near(p, q, b, m))
def larger_epsilon(proof):
    return proof.for_all(proof.goal, lambda inner: inner.qed(*inner.parts(near(p, q, a, m))[-1](r).parts())).theorem


not_negative = All(r, between(0, r, m), 0 <= q[r])


@claim.clause(
    "larger-epsilon-and-delta",
    not_negative,
    1 <= t,
    t <= u,
    0 <= d,
    d <= e,
    events(p, q, t, d, m),
    events(p, q, u, e, m),
)
def larger_both(proof):
    inner = proof.inside()
    before = at_event(inner, inner.know(events(p, q, t, d, m)), S)
    weights = indicator(S)
    terms = inner.assuming(between(0, r, m))
    each = terms.have(0 <= q[r] * weights[r])
    mass = inner.use(
        lemmas.sum_nonnegative(), inner.all(each, r, between(0, r, m)), low=0, high=m, f=lambda v: q[v] * weights[v]
    )
    return inner.closed(inner.qed(before, inner.have(0 <= probability(q, weights, m), mass))).theorem


response = randomized_response(b)
levels = (0 <= b, b < a, a <= 1)
claim.clause("response-is-private", 0 <= b, b <= 1, private(response, b, 1, 1))(by_arithmetic)


@claim.clause("strictly-stronger", *levels, ~private(response, a, 1, 1))
def strictly(proof):
    inner = proof.otherwise()
    near = inner.parts(private(response, a, 1, 1))[-1](0, 0)
    return inner.absurd(*near.parts()).theorem


claim.clause("no-change", near(p, q, 1, m), between(0, r, m), p[r] == q[r])(
    lambda proof: proof.cite("dwork2013.definition-1#same-distribution")
)
claim.clause("true-answer", private(unit_matrix(), a, 1, 1), a <= 0)(
    lambda proof: proof.qed(proof.parts(private(unit_matrix(), a, 1, 1))[-1](0, 0))
)
