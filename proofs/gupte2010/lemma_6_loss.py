"""Lemma 6, the loss: the chain of four lines from L(x') to L(x).

The databases of one class E(d_1) are numbered 1..c. They have one result, so l[r] = l(f(d_1), r) is the same for all.
The average over the class may be taken before or after the sum over responses: that is the second line. An average is
at most the maximum over the class: the third line. With t = L(x), `bound` is the fourth line, if all databases of the
class count for L(x). They do if S is a set of results. They need not if S is a set of databases, as printed.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-6.loss",
    "averaging over the databases 1..c of a class loses no more",
    section="A",
    position=30,
    printed=(
        "the last maximum is over d ∈ S ⊆ D^n, which need not contain all of E(d_1); x' has the index E(d_1, r) for "
        "E(d_1), r; the second line has l(f(d), r) beside the average over d; and E is defined by q in place of f"
    ),
    slip="print",
)

m, c, d, e, r = indices("m c d e r")
t = number("t")
x = matrix("x")
(l,) = vectors("l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)


def loss(d):
    return Sum(r, 0, m, x[d, r] * l[r])


average = explained("avg_{1}({0})", (x, c), function(r, Sum(d, 1, c, x[d, r]) / c))
average_row = Sum(r, 0, m, average(x, c)[r] * l[r])
average_loss = Sum(d, 1, c, loss(d)) / c
largest = Largest(d, 1, c, loss(d))


def total(proof, value):
    """Return that the sum of a value over the class is c times the value."""
    return proof.telescope(d, 1, c, value, lambda v: v * value)


claim.clause("exchanged", 1 <= c, average_row == average_loss)(
    lambda proof: proof.qed(proof.exchange(Sum(r, 0, m, Sum(d, 1, c, x[d, r] * l[r]))))
)


@claim.clause("bound", 1 <= c, All(d, between(1, d, c), loss(d) <= t), average_row <= t)
def bound(proof):
    losses = proof.know(All(d, between(1, d, c), loss(d) <= t))
    sums = proof.termwise(d, 1, c, loss(d) <= t, losses(d))
    return proof.qed(sums, proof.cite("gupte2010.lemma-6.loss#exchanged"))


@claim.clause("largest", 1 <= c, average_row <= largest)
def at_most_largest(proof):
    each = proof.assuming(between(1, d, c))
    losses = proof.all(each.fact(core.bounds(largest, d)), d, between(1, d, c))
    return proof.cite("gupte2010.lemma-6.loss#bound", losses, t=largest)


@claim.clause("alike", 1 <= c, All(d, between(1, d, c), loss(d) == t), average_row == t)
def alike(proof):
    losses = proof.know(All(d, between(1, d, c), loss(d) == t))
    sums = proof.termwise(d, 1, c, loss(d) == t, losses(d))
    return proof.qed(sums, total(proof, t), proof.cite("gupte2010.lemma-6.loss#exchanged"))


@claim.clause("unlike", 1 <= c, All(d, between(1, d, c), loss(d) <= t), between(1, e, c), loss(e) < t, average_row < t)
def unlike(proof):
    gaps = proof.have(All(d, between(1, d, c), t - loss(d) >= 0))
    sums = proof.use(lemmas.positive_sum(), gaps, low=1, high=c, j=e, f=lambda d: t - loss(d))
    return proof.qed(sums, proof.cite("gupte2010.lemma-6.loss#exchanged"))


claim.printed_as(
    "some-of-the-class",
    1 <= c,
    0 <= m,
    stochastic(x, c, m),
    between(1, e, c) & S[e],
    All(d, between(1, d, c) & S[d], loss(d) <= t),
    average_row <= t,
    instead="bound",
)
