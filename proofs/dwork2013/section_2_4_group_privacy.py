"""Section 2.4: which of the properties of section 2.2 carry over to (ε, δ). Here t is e^ε.

Remapping keeps (ε, δ), and composition adds both. For groups of k the δ grows too. From P_0 ≤ t·P_1 + δ, P_1 ≤ t·P_2 +
δ, … follows P_0 ≤ t^k·P_k + δ·(1 + t + … + t^(k-1)). This bound is attained, so kδ is not enough: neither k times ε and
the same δ, nor k times both, holds for groups of k. The print does not say which δ a group has. And the largest loss,
equation (1), may be ∞.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event, excess_bounds_tests, remapped_events
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.approximate import (
    approximates,
    approximates_after,
    close,
    coin,
    probability_of_pairs,
    row,
    weighs_pairs,
)
from exactdp.claims.vocabulary.neighbour import after, distribution, events, excess, near, probability

claim = Claim(
    "dwork2013.section-2-4.group-privacy",
    "which properties (ε, δ) keeps",
    section="2.4",
    position=90,
    printed="all properties of section 2.2, among them group privacy, here read as k times ε and k times δ",
    slip="statement",
    weight="remark",
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "1 ≤ u": "u is e^ε",
        "0 ≤ δ": "a probability",
        "δ < 1": "a probability",
        "1 < t": "t is e^ε",
        "1 ≤ k": "a number of rows",
        "j ≤ k-1": "the neighbours of a chain",
        "(1 + t)·(δ·Σ_{i=0}^{k-2} t^i) ≤ 1 - δ": "so that chances are at most 1",
        "∀r ∈ S: 0 ≤ r ≤ s": "events are sets of responses",
    },
)

i, j, k, m, r, s, z = indices("i j k m r s z")
a, d, e, t, u, x, y = numbers("α δ δ' t u x y")
p, q, P = vectors("p q P")
T, Y, Z, W = matrices("T Y Z W")
rows = named("three rows", table([["3/10", "7/10"], ["1/10", "9/10"], [0, 1]]))
of_row = explained("row {0}", (k,), function(r, rows[k, r]))
three = [of_row(at) for at in range(3)]


claim.printed_as(
    "twice-for-two",
    1 <= t,
    d < 1,
    close(p, q, t, d, m),
    close(q, P, t, d, m),
    events(p, P, t**2, 2 * d, m),
    at={"t": Fraction(2), "δ": Fraction(1, 10), "m": 1, "p": three[0], "q": three[1], "P": three[2]},
    instead=("group", "remap", "composition"),
)

claim.clause("neighbours", both(*(close(*pair, 2, "1/10", 1) for pair in (three[:2], three[1:]))))(by_arithmetic)
claim.clause("of-two", excess(three[0], three[2], 4, 1) == "3/10")(by_evaluation)
claim.clause("no-bound-on-the-loss", near(three[1], three[2], a, 1), a <= 0)(
    lambda proof: proof.qed(proof.parts(near(three[1], three[2], a, 1))[-1](0))
)

chain = All(j, between(0, j, k - 1), P[j] <= t * P[j + 1] + d)
lost = d * Sum(i, 0, k - 1, t**i)
levels = (1 <= t, 0 <= d, d < 1)
claim.clause("group", *levels, 0 <= k, chain, P[0] <= t**k * P[k] + lost)(
    lambda proof: proof.cite("lecture.section-3-1.group-approximate#group")
)
claim.clause("closed", *levels, 0 <= k, lost * (t - 1) == d * (t**k - 1))(
    lambda proof: proof.cite("lecture.section-3-1.group-approximate#closed")
)


@lemma([1 <= t, 0 <= d, x <= t * y + d, 1 - x <= t * (1 - y) + d], events(coin(x), coin(y), t, d, 1))
def two_responses(proof):
    """From x ≤ t·y + δ and 1-x ≤ t·(1-y) + δ: all events of two responses are within the factor t, and δ."""
    return proof.qed()


def first_response(j):
    return d * Sum(i, 0, k - j - 1, t**i)


room = (1 < t, 0 <= d, d < 1, 1 <= k, (1 + t) * first_response(1) <= 1 - d)
here, there = first_response(j), first_response(j + 1)


@claim.clause("attained-by-neighbours", *room, between(0, j, k - 1), close(coin(here), coin(there), t, d, 1))
def attained_by_neighbours(proof):
    found = []
    for cited, pair in (("down", (here, there)), ("up", (there, here))):
        steps = proof.cite(f"lecture.section-3-1.group-approximate#steps-{cited}")
        found.append(proof.use(two_responses(), steps, x=pair[0], y=pair[1]))
    return proof.qed(*found)


claim.clause(
    "attained", *room, events(coin(first_response(0)), coin(first_response(k)), t**k, e, 1), first_response(0) <= e
)(lambda proof: proof.qed(at_event(proof, proof.know(proof.given[-1]), function(r, r == 0))))
claim.clause("remap", events(p, q, t, d, m), stochastic(T, m, s), events(after(p, T, m), after(q, T, m), t, d, s))(
    lambda proof: proof.restated(proof.use(remapped_events(), g=q, α=d, P=T))
)

answers = [probability(row(of), row(W), m) for of in (Y, Z)]
over = If(t * q[r] < p[r], p[r] - t * q[r], 0)


@cache
def one_first_answer():
    """From y ≤ 1 and y ≤ u·z + δ': p·y ≤ t·u·(q·z) + δ'·p + the excess of p over t·q."""
    p, q, y, z = numbers("p q y z")
    over = If(t * q < p, p - t * q, 0)
    proof = Proof([0 <= t, 0 <= u, 0 <= e, 0 <= p, 0 <= q, 0 <= z, y <= 1, y <= u * z + e])
    goal = p * y <= over + 1 * (e * p + 1 * (t * u * (q * z)))
    near = proof.have(0 <= u * z + e - y)

    def likelier(case):
        facts = case.product(0 <= p - t * q, 0 <= 1 - y), case.product(0 <= t * q, near)
        return case.have(goal, *facts)

    def less_likely(case):
        return case.have(goal, case.product(0 <= t * q - p, 0 <= u * z))

    return proof.cases(goal, (t * q < p, likelier), (TRUE, less_likely)).theorem


@claim.clause(
    "composition",
    1 <= t,
    1 <= u,
    0 <= e,
    distribution(q, m),
    approximates(p, q, t, d, m),
    stochastic(Z, m, m),
    approximates_after(Y, Z, u, e, m),
    weighs_pairs(W, m),
    probability_of_pairs(p, Y, W, m) <= t * u * probability_of_pairs(q, Z, W, m) + (d + e),
)
def composition(proof):
    one = proof.assuming(between(0, r, m))
    first = [one.parts(distribution(of, m))[-2](r) for of in (p, q)]
    second = one.know(approximates_after(Y, Z, u, e, m))(r)
    _, _, own, total, small = second.parts()
    cell = one.assuming(between(0, z, m))
    bounds = cell.know(weighs_pairs(W, m))(r)(z)
    signs = [own(z), one.parts(stochastic(Z, m, m))[-2](r)(z), *bounds.parts()]
    most = cell.have(Y[r, z] * W[r, z] <= Y[r, z], *signs)
    least = cell.have(0 <= Z[r, z] * W[r, z], *signs)
    at_most_1 = one.have(answers[0] <= 1, one.termwise(z, 0, m, most), total)
    at_least_0 = one.have(0 <= answers[1], one.termwise(z, 0, m, least))
    chosen = one.all(bounds, z, between(0, z, m))
    tested = one.use(excess_bounds_tests(), chosen, p=row(Y), g=row(Z), f=row(W), t=u)
    near = one.have(answers[0] <= u * answers[1] + e, small, tested)
    values = {"p": p[r], "q": q[r], "y": answers[0], "z": answers[1]}
    each = one.use(one_first_answer(), at_most_1, at_least_0, near, *first, **values)
    rest = function(r, t * u * (q[r] * answers[1]))
    sums = [
        proof.use(lemmas.sum_of_two(), low=0, high=m, t=1, f=f, g=g)
        for f, g in ((function(r, over), function(r, e * p[r] + 1 * rest[r])), (function(r, e * p[r]), rest))
    ]
    apart = [
        proof.use(lemmas.scaled_sum(), low=0, high=m, t=factor, f=of)
        for factor, of in ((e, p), (t * u, function(r, q[r] * answers[1])))
    ]
    return proof.qed(proof.termwise(r, 0, m, each), *sums, *apart, proof.parts(distribution(p, m))[-1])
