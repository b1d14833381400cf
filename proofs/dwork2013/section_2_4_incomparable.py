"""Section 2.4: a concentrated loss and (ε, δ) do not imply one another.

Publishing a bit with probability δ, and nothing otherwise, is (0, δ)-private, and its loss is ∞ with probability δ, so
it is not concentrated. A normal loss with mean ε²/2 and variance ε² is as concentrated as can be. It is 2ε or more, the
event E, with the probability x = Φ(ε/2 - 2). For t = e^ε and u = e^2ε the other database has E with probability y ≤
x/u, so (ε, δ) needs δ ≥ x - t·y ≥ x·(1 - e^-ε). Concentrated privacy itself is defined in a manuscript, not in the
chapter.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.enclosure import normal_below
from exactdp.claims.vocabulary.neighbour import excess, indicator, near, probability

claim = Claim(
    "dwork2013.section-2-4.incomparable",
    "concentrated privacy is incomparable with (ε, δ)",
    section="2.4",
    position=70,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        "0 < δ": "a probability",
        "δ ≤ 1": "a probability",
        "0 ≤ y": "a probability",
        "0 < t": "t is e^ε",
        "1/10 ≤ ε": "false at ε = 0",
        "t·(1 + ε) ≤ u": "false at u = 0",
    },
)

k, r = indices("k r")
c, d, e, t, u, x, y = numbers("c δ ε t u x y")

published = explained("bit {1} with {0}", (d, k), function(r, If(r == k, d, If(r == 2, 1 - d, as_number(0)))))
"""The bit is published with probability δ, and otherwise the response is 2."""
bits = published(d, 0), published(d, 1)


def where(proof, factor, of, to, own):
    """Return at which responses of_r exceeds the factor times to_r: at its own alone."""
    more = [factor * to[at] < of[at] if at == own else of[at] <= factor * to[at] for at in range(3)]
    return [proof.have(expand(each)) for each in more]


@claim.clause("no-epsilon", 1 <= t, 0 < d, d <= 1, both(excess(*bits, t, 2) == d, excess(*bits[::-1], t, 2) == d))
def no_epsilon(proof):
    orders = (bits, bits[::-1])
    return proof.qed(
        *(proof.decided(excess(*each, t, 2) == d, *where(proof, t, *each, at)) for at, each in enumerate(orders))
    )


loses_more = function(r, u * bits[1][r] < bits[0][r])

claim.clause("loss", 1 <= u, 0 < d, d <= 1, probability(bits[0], indicator(loses_more), 2) == d)(
    lambda proof: proof.decided(proof.goal, *where(proof, u, *bits, 0))
)


@claim.clause("no-level", 0 < d, near(*bits, c, 2), c <= 0)
def no_level(proof):
    less = proof.have(c * d <= 0 * d, *proof.parts(near(*bits, c, 2))[-1](0).parts())
    return proof.use(lemmas.quotient_order(), less, t=d, α=c, β=0)


claim.clause("normal-loss", both(*("1/40" <= normal_below(as_number(of) / 2 - 2) for of in ("1/10", "1", "2"))))(
    by_evaluation
)


@claim.clause(
    "delta-of-normal-loss",
    "1/10" <= e,
    0 < t,
    t * (1 + e) <= u,
    "1/40" <= x,
    0 <= y,
    u * y <= x,
    x <= t * y + d,
    "1/440" <= d,
)
def delta_of_normal_loss(proof):
    rest = proof.have(t * y * "11/10" <= x, proof.product(0 <= e - "1/10", 0 <= t * y))
    return proof.qed(rest)
