"""Section 3.3: a private algorithm that flips no coins has one output for all datasets that neighbours join.

If one dataset always has an output that its neighbour never has, this output is an event that breaks (ε, δ)-DP for δ <
1. If the relation has several connected parts, such as datasets of different sizes, the output may depend on the part:
neighbours still have the same distribution. f_j is the output on the j-th dataset of a chain of neighbours.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import answers, distribution, events, near

claim = Claim(
    "lecture.section-3-3.randomized",
    "deterministic private algorithms are trivial",
    section="3.3",
    position=60,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "∀r ∈ S: 0 ≤ r ≤ m": "other responses are not counted",
        **dict.fromkeys(("0 ≤ c", "c ≤ m"), "an output"),
    },
)

c, j, k, m, r = indices("c j k m r")
d, t = numbers("δ t")
p, q = vectors("p q")
f = variable("f", INDEX_MAP)

inside = values_up_to(f, k + 1, m)
chain = All(j, between(0, j, k - 1), events(answers(f[j]), answers(f[j + 1]), t, d, m))


@claim.clause("one-output", 1 <= t, d < 1, 0 <= k, inside, chain, f[k] == f[0])
def one_output(proof):
    goal = f[j] == f[0]
    further, before = proof.inductive(goal, j, 0, [], up_to=k)
    ranges = [further.parts(inside)[-1](at) for at in (j, j + 1)]
    neighbours = further.know(chain)(j)
    same = further.cite("dwork2013.section-2-1.coins#also-with-delta", *ranges, neighbours, c=f[j], e=f[j + 1])
    return further.closed(further.have(f[j + 1] == f[0], same, before))


claim.clause("output-by-the-part", between(0, c, m), near(answers(c), answers(c), 1, m))(
    lambda proof: proof.cite("dwork2013.section-2-1.coins#no-loss")
)
claim.clause("delta-1", distribution(p, m), distribution(q, m), 1 <= t, events(p, q, t, 1, m))(
    lambda proof: proof.cite("dwork2013.definition-8#delta-1")
)
not_negative = All(r, between(0, r, m), (0 <= p[r]) & (0 <= q[r]))
claim.clause("level-0", not_negative, near(p, q, 0, m))(lambda proof: proof.cite("dwork2013.definition-1#no-promise"))
claim.clause("trivial-and-randomised", distribution(p, m), near(p, p, 1, m))(
    lambda proof: proof.for_all(proof.goal, lambda inner: inner.qed(inner.parts(distribution(p, m))[-2](r))).theorem
)
