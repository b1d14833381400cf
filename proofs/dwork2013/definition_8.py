"""Definition 8: (ε, δ)-privacy by the excess of the worst event. Here t is e^ε.

Each response r adds p_r - t·q_r to the excess of an event. So the worst event has exactly the responses with p_r >
t·q_r, and its excess is Σ_r max(0, p_r - t·q_r). For δ > 0 a condition on each response alone is not enough, because
the excesses of many responses may add up. For infinitely many responses the statement is about the first m of them, for
every m.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import (
    at_event,
    excess_bounds_tests,
    excess_of_events,
    excess_of_worst_event,
    probability_of_one,
)
from exactdp.claims.vocabulary.neighbour import distribution, events, excess, indicator, probability, uniform

claim = Claim(
    "dwork2013.definition-8",
    "(ε, δ)-differential privacy and its worst event",
    section="2.4",
    position=20,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "∀r ∈ S: 0 ≤ r ≤ m": "events are sets of responses",
        "r ≤ 2n-1": "the paper's responses",
    },
)

k, m, n, r = indices("k m n r")
d, t = numbers("δ t")
p, q = vectors("p q")
S = variable("S", SET)


@claim.clause("excess-is-enough", excess(p, q, t, m) <= d, events(p, q, t, d, m))
def excess_is_enough(proof):
    inner = proof.inside()
    return inner.closed(inner.qed(inner.use(excess_bounds_tests(), f=indicator(S), g=q))).theorem


claim.clause("excess-is-needed", events(p, q, t, d, m), excess(p, q, t, m) <= d)(
    lambda proof: proof.use(excess_of_events(), g=q, α=d)
)

worst = indicator(function(k, both(0 <= k, k <= m, t * q[k] < p[k])))

claim.clause("worst-event", probability(p, worst, m) - t * probability(q, worst, m) == excess(p, q, t, m))(
    lambda proof: proof.qed(proof.use(excess_of_worst_event(), g=q))
)

single = All(r, between(0, r, m), p[r] <= t * q[r])


@claim.clause("no-delta-is-enough", single, events(p, q, t, 0, m))
def no_delta_is_enough(proof):
    return proof.have(
        proof.goal,
        proof.termwise(r, 0, m, p[r] * indicator(S)[r] <= t * (q[r] * indicator(S)[r])),
        proof.use(lemmas.scaled_sum(), low=0, high=m, f=lambda v: q[v] * indicator(S)[v]),
    ).theorem


@claim.clause("no-delta-is-needed", events(p, q, t, 0, m), single)
def no_delta_is_needed(proof):
    inner = proof.inside()
    only = [inner.use(probability_of_one(), p=of) for of in (p, q)]
    return inner.closed(
        inner.qed(*only, at_event(inner, inner.know(events(p, q, t, 0, m)), function(k, k == r)))
    ).theorem


@claim.clause("delta-1", distribution(p, m), distribution(q, m), 1 <= t, events(p, q, t, 1, m))
def delta_1(proof):
    inner = proof.inside()
    one = inner.assuming(between(0, r, m))
    signs = [one.parts(distribution(of, m))[-2](r) for of in (p, q)]
    total = inner.have(
        0 <= probability(q, indicator(S), m), inner.termwise(r, 0, m, 0 <= q[r] * indicator(S)[r], *signs)
    )
    return inner.closed(inner.qed(inner.termwise(r, 0, m, p[r] * indicator(S)[r] <= p[r], *signs), total)).theorem


first, second = uniform(0, n), uniform(n, n)
claim.clause("each-response", 1 <= n, 1 <= t, between(0, r, 2 * n - 1), first[r] <= t * second[r] + as_number(1) / n)(
    by_arithmetic
)
half = function(k, between(0, k, n - 1))


@claim.clause("needs-1", 1 <= n, 1 <= t, events(first, second, t, d, 2 * n - 1), 1 <= d)
def needs_1(proof):
    found = at_event(proof, proof.know(proof.given[-1]), half)
    ends = {0: lambda v: If(v <= n, as_number(v) / n, 1), 1: lambda v: as_number(0)}
    totals = [
        proof.telescope(r, 0, 2 * n - 1, of[r] * indicator(half)[r], ends[at]) for at, of in enumerate((first, second))
    ]
    return proof.qed(found, *totals)
