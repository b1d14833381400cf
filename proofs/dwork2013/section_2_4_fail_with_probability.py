"""Section 2.4: (ε, δ)-privacy does not mean that the loss is at most ε with probability 1-δ.

With t = e^ε a loss above ε at the response r means p_r > t·q_r. If such responses have probability at most δ, their
excess over t·q_r is at most δ, and (ε, δ) follows. The converse fails, because a loss just above ε has a small excess.
On those with p_r ≥ u·q_r, u > t, the excess is at least (1-t/u)·p_r, which bounds their probability by δ/(1-t/u).
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.neighbour import distribution, events, excess, indicator, probability

claim = Claim(
    "dwork2013.section-2-4.fail-with-probability",
    "a loss of at most ε with probability 1-δ",
    section="2.4",
    position=10,
    printed="roughly speaking, with probability 1-δ the loss is bounded by ε",
    slip="statement",
    weight="remark",
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "p is a distribution on {0..m}": "it also holds for other vectors p",
        **dict.fromkeys(("∀r ∈ S: 0 ≤ r ≤ m", "∀r ∈ S: 0 ≤ r ≤ 1"), "events are sets of responses"),
        **dict.fromkeys(("0 ≤ x", "u·x + x ≤ 1"), "A and B are distributions"),
    },
)

i, k, m, r = indices("i k m r")
d, t, u, x = numbers("δ t u x")
p, q = vectors("p q")
two = (distribution(p, m), distribution(q, m), 1 <= t)
lossy = function(k, both(0 <= k, k <= m, t * q[k] < p[k]))
lossier = function(k, both(0 <= k, k <= m, u * q[k] <= p[k]))

claim.printed_as(
    "loss",
    *two,
    events(p, q, t, d, m),
    events(q, p, t, d, m),
    probability(p, indicator(lossy), m) <= d,
    instead=("sufficient", "necessary"),
)


@claim.clause("sufficient", *two, probability(p, indicator(lossy), m) <= d, events(p, q, t, d, m))
def sufficient(proof):
    inner = proof.assuming(0 <= r, r <= m)
    signs = [inner.parts(distribution(of, m))[-2](r) for of in (p, q)]
    over = If(t * q[r] < p[r], p[r] - t * q[r], 0)
    less = inner.have(over <= p[r] * indicator(lossy)[r], *signs)
    most = proof.have(excess(p, q, t, m) <= d, proof.termwise(r, 0, m, less))
    return proof.cite("dwork2013.definition-8#excess-is-enough", most)


response = named("response", table([["3/5", "2/5"], ["2/5", "3/5"]]))
first, second = (function(r, response[i, r]) for i in (0, 1))


bad = indicator(function(k, "4/3" * second[k] < first[k]))
claim.clause("loss-with-3-fifths", probability(first, bad, 1) == "3/5")(by_evaluation)
claim.clause("response", events(first, second, "4/3", "1/15", 1))(by_arithmetic)


@claim.clause(
    "necessary", 1 <= t, t < u, events(p, q, t, d, m), probability(p, indicator(lossier), m) <= d / (1 - t / u)
)
def necessary(proof):
    event = at_event(proof, proof.know(events(p, q, t, d, m)), lossier)
    mine, other = (probability(of, indicator(lossier), m) for of in (p, q))
    scaled = proof.use(lemmas.scaled_sum(), t=u, low=0, high=m, f=lambda v: q[v] * indicator(lossier)[v])
    more = proof.have(
        u * other <= mine,
        proof.termwise(r, 0, m, u * (q[r] * indicator(lossier)[r]) <= p[r] * indicator(lossier)[r]),
        scaled,
    )
    share = t / u
    parts = proof.have(share * u == t), proof.have(0 < 1 - share), proof.have(0 <= share)
    small = proof.opaque(mine * (1 - share) <= d, event, more, *parts)
    return proof.opaque(proof.goal, small, parts[1], terms=[mine, share])


rest = 1 - u * x - x
spread = [
    explained(f"{name}({{0}}, {{1}})", (x, u), function(r, If(r == 0, at_0, If(r == 1, at_1, rest))))(x, u)
    for name, at_0, at_1 in (("A", u * x, x), ("B", x, u * x))
]
attaining = (1 <= t, t < u, 0 <= x, u * x + x <= 1, d == (u - t) * x)


@claim.clause("bound-of-the-spread", *attaining, both(spread[0][0] == u * spread[1][0], u * x == d / (1 - t / u)))
def bound_of_the_spread(proof):
    share = t / u
    parts = proof.have(share * u == t), proof.have(0 < 1 - share)
    whole = proof.have(d == u * x * (1 - share))
    return proof.qed(proof.opaque(u * x == d / (1 - share), whole, parts[1], terms=[share]))


@claim.clause("attained", *attaining, both(excess(*spread, t, 2) == d, excess(*spread[::-1], t, 2) == d))
def attained(proof):
    above_1, kept = proof.have(0 <= u * t - 1), proof.have(0 <= x)
    signs = proof.product(above_1, kept), proof.product(0 <= t - 1, 0 <= rest)

    def over(case, strict):
        """Decide where the excess is: at the first response in one order, and at the second in the other."""
        facts = []
        for order, (of, to) in enumerate((spread, spread[::-1])):
            for at in range(3):
                less = t * to[at] < of[at] if strict and at == order else of[at] <= t * to[at]
                facts.append(case.have(expand(less), *signs))
        none = [] if strict else [case.indirect(x == 0)]
        found = [case.decided(excess(*order, t, 2) == (u - t) * x, *facts, by=none) for order in (spread, spread[::-1])]
        ends = [case.opaque(each.says.args[0] == d, each, d == (u - t) * x) for each in found]
        return case.both(*ends)

    return proof.cases(proof.goal, (0 < x, lambda case: over(case, True)), (TRUE, lambda case: over(case, False)))
