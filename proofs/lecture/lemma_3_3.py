"""Lemma 3.3, basic composition: the levels of independent mechanisms on the same data multiply.

Let the probabilities of each mechanism's answer be within a factor. Then the products are within the product of the
factors, one factor at a time. In terms of ε = -ln α the product is the sum. If all mechanisms attain their levels at
the same neighbours, the product can't be raised; if they don't, it can. P[z,j] and Q[z,j] are the probabilities on the
two data of the j-th mechanism's answer in the z-th output of an event.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import constant_product
from exactdp.claims.lemmas.neighbour import product_of_products, sequences_compare
from exactdp.claims.vocabulary.neighbour import in_a_row, near_in_a_row

claim = Claim(
    "lecture.lemma-3.3",
    "basic composition",
    section="3",
    position=60,
    kept={
        **KEPT,
        "i ≤ 1": "the inputs are {0..2}",
        **dict.fromkeys(("r ≤ 1", "0 ≤ s", "s ≤ 1"), "the responses are {0, 1}"),
    },
)

i, j, k, r, s, z = indices("i j k r s z")
a, b = numbers("α β")
e, p, q = vectors("e p q")
P, Q = matrices("P Q")
level = Product(j, 1, k, e[j])
totals = [Sum(z, 1, s, in_a_row(of, z, k)) for of in (P, Q)]

claim.clause(
    "composition",
    0 <= k,
    near_in_a_row(P, Q, e, k, s),
    both(level * totals[0] <= totals[1], level * totals[1] <= totals[0]),
)(lambda proof: proof.use(sequences_compare()))

attained = All(j, between(1, j, k), p[j] == e[j] * q[j])
together = [Product(j, 1, k, of[j]) for of in (p, q)]


@claim.clause("exact", 0 <= k, attained, 0 < together[1], b * together[1] <= together[0], b <= level)
def exact(proof):
    inner = proof.assuming(between(1, j, k))
    same = proof.termwise(j, 1, k, p[j] == e[j] * q[j], inner.know(attained)(j), op="product")
    whole = proof.have(together[0] == level * together[1], same, proof.use(product_of_products(), f=e, g=q))
    less = proof.have(b * together[1] <= level * together[1], whole)
    return proof.use(lemmas.quotient_order(), less, t=together[1], α=b, β=level)


runs = All(j, between(1, j, k), p[j] == a * q[j])


@claim.clause("runs-of-one", 0 <= k, runs, together[0] == a**k * together[1])
def runs_of_one(proof):
    inner = proof.assuming(between(1, j, k))
    same = proof.termwise(j, 1, k, p[j] == a * q[j], inner.know(runs)(j), op="product")
    constant = function(j, a)
    apart = proof.use(product_of_products(), f=constant, g=q)
    return proof.qed(same, apart, proof.use(constant_product(), low=1, t=a))


def telling(name, after):
    """Return the mechanism on three inputs that tells those up to one from the others."""
    body = If(r == If(i <= after, 0, 1), as_number(1), a) / (1 + a)
    return explained(f"{name}_{{0}}", (a,), function(i, r, body))(a)


first, second = telling("A", 0), telling("B", 1)
levels = (0 <= a, a <= 1)
claim.clause("tells-first", *levels, private(first, a, 2, 1))(by_arithmetic)
claim.clause("tells-second", *levels, private(second, a, 2, 1))(by_arithmetic)
claim.clause("no-larger-level", *levels, private(first, b, 2, 1), b <= a)(
    lambda proof: proof.qed(proof.parts(private(first, b, 2, 1))[-1](0, 1))
)
claim.clause("nor-of-the-second", *levels, private(second, b, 2, 1), b <= a)(
    lambda proof: proof.qed(proof.parts(private(second, b, 2, 1))[-1](1, 1))
)


def pair(i, r, s):
    return first[i, r] * second[i, s]


claim.clause(
    "pair",
    *levels,
    between(0, i, 1),
    between(0, r, 1),
    between(0, s, 1),
    both(a * pair(i + 1, r, s) <= pair(i, r, s), a * pair(i, r, s) <= pair(i + 1, r, s)),
)(lambda proof: proof.qed(factors=4))
