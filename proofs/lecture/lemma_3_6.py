"""Lemma 3.6, post-processing: a value computed from the response of a private mechanism is as private.

An event after f is a test of the response r. The test says yes with the probability of the event under f_r, which is 0
or 1 if f is a mapping. No test has a larger excess than the worst event. If U undoes f, both mechanisms are equally
private.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event, remapped_events
from exactdp.claims.vocabulary.neighbour import after, distribution, events, indicator, near, undoes

claim = Claim(
    "lecture.lemma-3.6",
    "post-processing",
    section="3.2",
    position=10,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "U is stochastic on {0..s} × {0..m}": "an inverse of noise is a counterexample",
        **dict.fromkeys(("∀r ∈ S: 0 ≤ r ≤ s", "∀r ∈ S: 0 ≤ r ≤ m"), "other responses are not counted"),
    },
)

i, k, m, r, s = indices("i k m r s")
c, d, t = numbers("γ δ t")
p, q = vectors("p q")
T, U = matrices("T U")
S = variable("S", SET)

claim.clause(
    "post-processing",
    1 <= t,
    events(p, q, t, d, m),
    stochastic(T, m, s),
    events(after(p, T, m), after(q, T, m), t, d, s),
)(lambda proof: proof.restated(proof.use(remapped_events(), g=q, P=T, α=d)))


@claim.clause(
    "constant", distribution(p, m), distribution(q, m), stochastic(T, m, 0), near(after(p, T, m), after(q, T, m), 1, 0)
)
def constant(proof):
    ones = [proof.parts(distribution(of, m))[-1] for of in (p, q)]
    inner = proof.assuming(between(0, k, m))
    rows = inner.have(T[k, 0] == 1, inner.parts(stochastic(T, m, 0))[-1](k))
    totals = [proof.termwise(k, 0, m, of[k] * T[k, 0] == of[k], rows) for of in (p, q)]
    return proof.qed(*totals, *ones)


@claim.clause(
    "one-to-one",
    1 <= t,
    stochastic(U, s, m),
    undoes(T, U, p, q, m, s),
    events(after(p, T, m), after(q, T, m), t, d, s),
    events(p, q, t, d, m),
)
def one_to_one(proof):
    before = events(after(p, T, m), after(q, T, m), t, d, s)
    again = proof.use(remapped_events(), before, p=after(p, T, m), g=after(q, T, m), P=U, α=d, m=s, s=m)
    inner = proof.inside()
    event = at_event(inner, again, S)
    one = inner.assuming(between(0, r, m))
    totals = []
    for of, same in zip((p, q), one.parts(undoes(T, U, p, q, m, s))[-1](r).parts(), strict=True):
        back = after(after(of, T, m), U, s)
        totals.append(inner.termwise(r, 0, m, back[r] * indicator(S)[r] == of[r] * indicator(S)[r], same))
    return inner.closed(inner.qed(event, *totals)).theorem


claim.clause("before-it-looks-again", private(function(i, r, unit_matrix()[0, r]), 1, 1, 1))(by_arithmetic)
claim.clause("looks-again", private(unit_matrix(), c, 1, 1), c <= 0)(
    lambda proof: proof.cite("lecture.section-3-3.quantitative#true-answer", α=c)
)
