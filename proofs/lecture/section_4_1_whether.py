"""Section 4.1: everybody responds, and it is random whether the response is the bit.

With probability 2ε the response is the bit, and otherwise a fair coin; so it is the bit with probability 1/2 + ε. If
instead people either respond truthfully or keep silent, at random, there are three answers: 0, 1 and silence, which is
2 here. An answer 0 then shows that the bit is 0.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import excess_of_events
from exactdp.claims.vocabulary.neighbour import events, excess, near
from exactdp.claims.vocabulary.query import told

claim = Claim(
    "lecture.section-4-1.whether",
    "what is random in randomised response",
    section="4.1",
    position=10,
    printed="this mechanism is for the case when you randomly decide whether to provide a response",
    slip="statement",
    weight="remark",
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        **dict.fromkeys(("0 < ε", "ε ≤ 1/2"), "the lecture's ε"),
        **dict.fromkeys(("0 < p", "p ≤ 1"), "a probability"),
    },
)

i, r = indices("i r")
a, b, d, e, t = numbers("α p δ ε t")
(x,) = vectors("X")
silent = explained("silent({0}, {1})", (i, b), function(r, If(r == 2, 1 - b, If(r == i, b, 0))))
"""The answers to the bit i of someone who tells it with probability p, and else keeps silent."""

first, second = silent(0, b), silent(1, b)
speaks, levels = (0 < b, b <= 1), (0 < e, e <= "1/2")

claim.printed_as("level-0", *speaks, 0 < a, a <= 1, near(first, second, a, 2), at={"p": "1/2", "α": "1/2"})
claim.clause("a-coin-or-the-bit", *levels, told(x, e)[i] == 2 * e * x[i] + (1 - 2 * e) / 2)(by_arithmetic)
claim.clause("told-1", *levels, x[i] == 1, told(x, e)[i] == e + "1/2")(by_arithmetic)
claim.clause("told-0", *levels, x[i] == 0, 1 - told(x, e)[i] == e + "1/2")(by_arithmetic)


@claim.clause("level-0", *speaks, near(first, second, a, 2), a <= 0)
def level_0(proof):
    case = proof.otherwise(a <= 0)
    none = proof.parts(near(first, second, a, 2))[-1](0)
    return case.absurd(*none.parts(), case.product(0 < a, 0 < b))


@claim.clause("delta", *speaks, 1 <= t, events(first, second, t, b, 2))
def delta(proof):
    most = proof.have(excess(first, second, t, 2) <= b)
    return proof.cite("dwork2013.definition-8#excess-is-enough", most, p=first, q=second, δ=b, m=2)


claim.clause("no-smaller-delta", *speaks, 1 <= t, events(first, second, t, d, 2), b <= d)(
    lambda proof: proof.qed(proof.use(excess_of_events(), p=first, g=second, α=d, m=2))
)
