"""Section 2.1: which mechanisms need coins.

If a mechanism without coins answers neighbours differently, one of them has an answer with probability 1 that the other
never gives. So a deterministic mechanism is private if and only if neighbours have the same answer. It is then constant
on all databases that a chain of neighbours joins: f_j is the answer on the j-th database of a chain.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import at_event, probability_of_one
from exactdp.claims.vocabulary.neighbour import answers, events, near

claim = Claim(
    "dwork2013.section-2-1.coins",
    "which mechanisms need coins",
    section="2.1",
    position=20,
    printed="flipping coins is required",
    slip="statement",
    weight="remark",
    kept={**KEPT, "1 ≤ t": "t is e^ε"},
)

c, e, j, k, m = indices("c e j k m")
a, d, t = numbers("α δ t")
f = variable("f", INDEX_MAP)
levels = (0 < a, a <= 1)
two = (between(0, c, m), between(0, e, m))

claim.printed_as(
    "coins", *levels, between(0, f[0], 1), between(0, f[1], 1), ~private(reads(f), a, 1, 1), instead="same-answer"
)


@claim.clause("same-answer", *levels, *two, near(answers(c), answers(e), a, m), c == e)
def same_answer(proof):
    def unlike(case):
        return case.contradiction(c == e, *case.parts(near(answers(c), answers(e), a, m))[-1](c).parts())

    return proof.by_contradiction(c == e, lambda inner: inner.either(inner.know(~(c == e)), unlike, unlike)).theorem


claim.clause("no-loss", near(answers(c), answers(c), 1, m))(by_arithmetic)


@claim.clause("also-with-delta", 1 <= t, d < 1, *two, events(answers(c), answers(e), t, d, m), c == e)
def also_with_delta(proof):
    every = events(answers(c), answers(e), t, d, m)
    only = [proof.use(probability_of_one(), p=answers(of), r=c) for of in (c, e)]

    def unlike(case):
        return case.contradiction(c == e, at_event(case, case.know(every), function(k, k == c)), *only)

    return proof.by_contradiction(c == e, lambda inner: inner.either(inner.know(~(c == e)), unlike, unlike)).theorem


inside = All(j, between(0, j, k), between(0, f[j], m))
chain = All(j, between(0, j, k - 1), near(answers(f[j]), answers(f[j + 1]), a, m))


@claim.clause("constant", *levels, 0 <= k, inside, chain, f[k] == f[0])
def constant(proof):
    goal = f[j] == f[0]
    further, before = proof.inductive(goal, j, 0, [], up_to=k)
    ranges = [further.know(inside)(at) for at in (j, j + 1)]
    same = further.cite("#same-answer", *ranges, further.know(chain)(j), c=f[j], e=f[j + 1])
    return further.closed(further.have(f[j + 1] == f[0], same, before))
