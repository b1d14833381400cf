"""Section 2.2: consequences of the answer are as protected as the answer.

A decision or a harm that follows from an answer is a function of the answer and of other coins: a remap T. Column by
column the remapped answer satisfies the same inequalities, and so does the expectation of every harm h ≥ 0. A harm of
both signs changes by at most 1/α-1 times the expectation of its size.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import near_events, near_remapped, times_size
from exactdp.claims.vocabulary.neighbour import after, distribution, near, probability, undoes

claim = Claim(
    "dwork2013.section-2-2.arbitrary-risks",
    "consequences of an answer",
    section="2.2",
    position=10,
    kept={
        **KEPT,
        "β ≤ 1": "the paper's levels",
        "U is stochastic on {0..s} × {0..m}": "false for inverses with negative entries",
    },
)

m, r, s = indices("m r s")
a, b = numbers("α β")
p, q, h = vectors("p q h")
T, U = matrices("T U")
levels = (0 <= a, a <= 1)

claim.clause("computed", *levels, near(p, q, a, m), stochastic(T, m, s), near(after(p, T, m), after(q, T, m), a, s))(
    lambda proof: proof.restated(proof.use(near_remapped(), g=q, P=T))
)

harms = All(r, between(0, r, m), 0 <= h[r])
means = [probability(of, h, m) for of in (p, q)]

claim.clause("harm", *levels, near(p, q, a, m), harms, both(a * means[0] <= means[1], a * means[1] <= means[0]))(
    lambda proof: proof.use(near_events(), f=h, g=q)
)

claim.clause(
    "may-be-larger",
    distribution(p, m),
    distribution(q, m),
    stochastic(T, m, 0),
    near(after(p, T, m), after(q, T, m), 1, 0),
)(lambda proof: proof.cite("lecture.lemma-3.6#constant"))


@claim.clause(
    "had-back",
    0 <= b,
    b <= 1,
    stochastic(U, s, m),
    undoes(T, U, p, q, m, s),
    near(after(p, T, m), after(q, T, m), b, s),
    near(p, q, b, m),
)
def had_back(proof):
    again = proof.use(near_remapped(), p=after(p, T, m), g=after(q, T, m), P=U, α=b, m=s, s=m)
    inner = proof.inside()
    return inner.closed(inner.qed(*again(r).parts(), *inner.parts(undoes(T, U, p, q, m, s))[-1](r).parts())).theorem


sizes = [Sum(r, 0, m, of[r] * abs(h[r])) for of in (p, q)]


@claim.clause("both-signs", 0 < a, a <= 1, near(p, q, a, m), abs(means[0] - means[1]) <= (1 / a - 1) * sizes[1])
def both_signs(proof):
    inner = proof.assuming(between(0, r, m))
    facts = inner.parts(near(p, q, a, m))[-1](r).parts()
    bound = (1 / a - 1) * q[r]
    less = inner.have(q[r] - p[r] <= bound, *facts, factors=3)
    found = []
    for change in (p[r] - q[r], q[r] - p[r]):
        size = inner.use(times_size(), p[r] - q[r] <= bound, less, α=change, β=bound, t=h[r])
        found.append(inner.have(change * h[r] <= (1 / a - 1) * (q[r] * abs(h[r])), size))
    totals = [proof.termwise(r, 0, m, each) for each in found]
    return proof.qed(*totals, proof.use(lemmas.scaled_sum(), t=1 / a - 1, low=0, high=m, f=lambda v: q[v] * abs(h[v])))
