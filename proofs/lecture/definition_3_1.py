"""Definition 3.1: events and single responses, with δ = 0 and δ > 0. Here t is e^ε.

The inequality holds for all events if and only if Σ max(0, P_r - t·Q_r) is at most δ: this is the excess of a worst
event. For δ = 0 every term is 0, which is α-privacy with α = 1/t. For t = 1 the excess is the total variation.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import distribution, events, excess, indicator, near, probability, uniform

claim = Claim(
    "lecture.definition-3.1",
    "(ε, δ) by single responses",
    section="3",
    position=30,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "∀r ∈ S: 0 ≤ r ≤ m": "other responses are not counted",
        "r ≤ 2n-1": "the responses are {0..2n-1}",
    },
)

k, m, n, r = indices("k m n r")
d, t = numbers("δ t")
p, q = vectors("p q")

claim.clause("excess-is-enough", excess(p, q, t, m) <= d, events(p, q, t, d, m))(
    lambda proof: proof.cite("dwork2013.definition-8#excess-is-enough")
)
claim.clause("excess-is-needed", events(p, q, t, d, m), excess(p, q, t, m) <= d)(
    lambda proof: proof.cite("dwork2013.definition-8#excess-is-needed")
)
worst = indicator(function(k, both(0 <= k, k <= m, t * q[k] < p[k])))
claim.clause("worst-event", probability(p, worst, m) - t * probability(q, worst, m) == excess(p, q, t, m))(
    lambda proof: proof.cite("dwork2013.definition-8#worst-event")
)
not_negative = All(r, between(0, r, m), (0 <= p[r]) & (0 <= q[r]))
both_orders = (events(p, q, t, 0, m), events(q, p, t, 0, m))


@claim.clause("no-delta-is-private", 1 <= t, not_negative, *both_orders, near(p, q, 1 / t, m))
def no_delta_is_private(proof):
    single = [proof.cite("dwork2013.definition-8#no-delta-is-needed", p=of, q=to) for of, to in ((p, q), (q, p))]
    inner = proof.inside()
    return inner.closed(inner.qed(*inner.know(not_negative)(r).parts(), *(each(r) for each in single))).theorem


@claim.clause("private-has-no-delta", 1 <= t, near(p, q, 1 / t, m), both(*both_orders))
def private_has_no_delta(proof):
    found = []
    for of, to in ((p, q), (q, p)):
        inner = proof.assuming(between(0, r, m))
        less = inner.have(of[r] <= t * to[r], *inner.parts(near(p, q, 1 / t, m))[-1](r).parts())
        single = proof.all(less, r, between(0, r, m))
        found.append(proof.cite("dwork2013.definition-8#no-delta-is-enough", single, p=of, q=to))
    return proof.both(*found)


first, second = uniform(0, n), uniform(n, n)
claim.clause("each-response", 1 <= n, 1 <= t, between(0, r, 2 * n - 1), first[r] <= t * second[r] + as_number(1) / n)(
    lambda proof: proof.cite("dwork2013.definition-8#each-response")
)
claim.clause("needs-1", 1 <= n, 1 <= t, events(first, second, t, d, 2 * n - 1), 1 <= d)(
    lambda proof: proof.cite("dwork2013.definition-8#needs-1")
)


def half_of_size(u):
    return If(1 * q[r] < u, u - 1 * q[r], 0) + "-1/2" * abs(u - q[r]) == (u - q[r]) / 2


@claim.clause(
    "total-variation", distribution(p, m), distribution(q, m), excess(p, q, 1, m) == Sum(r, 0, m, abs(p[r] - q[r])) / 2
)
def total_variation(proof):
    ones = [proof.parts(distribution(of, m))[-1] for of in (p, q)]
    goal = half_of_size(p[r])
    half = proof.assuming(between(0, r, m)).cases(
        goal,
        (q[r] < p[r], lambda case: case.decided(goal, case.have(0 <= p[r] - q[r]), case.have(1 * q[r] < p[r]))),
        (p[r] < q[r], lambda case: case.decided(goal, case.have(p[r] - q[r] < 0), case.have(p[r] <= 1 * q[r]))),
        (TRUE, lambda case: case.replace(case.indirect(q[r] == p[r]), half_of_size)),
    )
    over = function(k, If(1 * q[k] < p[k], p[k] - 1 * q[k], 0))
    whole = proof.use(lemmas.sum_of_two(), t="-1/2", low=0, high=m, f=over, g=lambda v: abs(p[v] - q[v]))
    return proof.qed(proof.termwise(r, 0, m, goal, half), *ones, whole)
