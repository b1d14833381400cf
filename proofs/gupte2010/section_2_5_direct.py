"""Section 2.5: presenting x = y·T directly is as good as presenting y, and x is as private as y.

A remap of y·T is a remap of y. So the consumer's least loss with x is at least the least loss with y; without a further
remap the loss is L(x). If T is the best remap of y, the three losses are equal. Privacy is a sum of the inequalities
for y.
"""

from fractions import Fraction

from exactdp.claims.language import *

identity = unit_matrix()
claim = Claim("gupte2010.section-2-5.direct", "the induced mechanism presented directly", section="2.5", position=2)

n, m, s, i, r = indices("n m s i r")
a, b = numbers("α b")
x, y, T, U, loss = matrices("x y T U l")
S = variable("S", SET)


def bounds(mechanism):
    return bounds_loss(b, loss, mechanism, S, n, m)


claim.clause("private", private(y, a, n, s), stochastic(T, s, m), private(product(y, T, s), a, n, m))(
    lambda proof: proof.use(lemmas.post_processing(), x=y)
)

twice, once = product(product(y, T, n), U, s), product(y, product(T, U, s), n)


@claim.clause(
    "no-more",
    stochastic(T, n, s),
    stochastic(U, s, m),
    bounds(twice),
    stochastic(product(T, U, s), n, m) & bounds(once),
)
def no_more(proof):
    same, remap = (
        proof.use(lemmas.remap_of_remap(), x=y).parts()[0],
        proof.use(lemmas.remap_of_remap(), x=y).parts()[1:],
    )

    return proof.qed(
        proof.have(bounds(once), proof.termwise(r, 0, m, twice[i, r] * loss[i, r] == once[i, r] * loss[i, r], same)),
        *remap,
    )


@claim.clause("face-value", bounds(x), bounds(product(x, identity, m)))
def face_value(proof):
    inner = proof.inside()
    entry = inner.assuming(between(0, r, m))
    same = entry.use(lemmas.times_identity())
    return inner.closed(
        inner.have(
            inner.goal,
            inner.termwise(r, 0, m, product(x, identity, m)[i, r] * loss[i, r] == x[i, r] * loss[i, r], same),
        )
    )


# The interaction that always answers 0 tells nothing.
G, silent = geometric_mechanism(1, Fraction(1, 2)), table([[1, 0], [1, 0]])
spoilt = product(product(G, silent, 1), U, 1)
claim.clause("deployed-loss", All(i, between(0, i, 1), expected_loss(absolute_loss, G, 1, i) == Fraction(1, 3)))(
    by_evaluation
)


@claim.clause(
    "spoilt", stochastic(U, 1, 1), All(i, between(0, i, 1), expected_loss(absolute_loss, spoilt, 1, i) <= b), "1/2" <= b
)
def is_spoilt(proof):
    losses, ones = proof.know(proof.given[1]), proof.parts(stochastic(U, 1, 1))[-1]
    return proof.qed(losses(0), losses(1), ones(0))
