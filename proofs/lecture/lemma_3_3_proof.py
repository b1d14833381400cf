"""The proof of Lemma 3.3: ratios of probabilities, and where their parts come from.

An output of M is y = (y_1, …, y_k), so it is each y_j that is in 𝒴, and y in 𝒴^k. The ratio of Pr[M_j(x) = y_j] to
Pr[M_j(x') = y_j] does not exist where both are 0, as for an output that M_j never gives; written as products, the
inequalities hold there too. And from single outputs to events takes a sum over the outputs in the event.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import (
    INDEX,
    INDEX_MAP,
    All,
    Function,
    Product,
    as_number,
    between,
    indices,
    matrices,
    number,
    variable,
    vectors,
)
from exactdp.claims.neighbour_words import near, private_stages
from exactdp.claims.vocabulary import KEPT

claim = Claim(
    "lecture.lemma-3.3.proof",
    "the proof of basic composition",
    section="3",
    position=70,
    printed="an output y_j ∈ 𝒴^k for each j, and the ratio of the two probabilities of y_j for every output y_j",
    slip="proof",
    kept=KEPT,
)

j, k, m, r, s, z = indices("j k m r s z")
c = number("α")
a, p, q = vectors("a p q")
P, Q = matrices("P Q")
y = variable("y", INDEX_MAP)
Y = variable("y", Function(2, INDEX))

claim.printed_as("ratio-of-probabilities", 0 < c, c <= 1, near(p, q, c, m), between(0, r, m), 0 < q[r])
claim.printed_as("outputs", 1 <= k, 1 <= m, as_number(m + 1) ** k == m + 1)


@claim.clause("zero-together", 0 < c, c <= 1, near(p, q, c, m), between(0, r, m), p[r] == 0, q[r] == 0)
def zero_together(proof):
    return proof.equal(proof.goal, *proof.parts(near(p, q, c, m))[-1](r).parts())


stages = (0 <= k, private_stages(P, Q, a, k, m))
level = Product(j, 1, k, a[j])


def compared(proof, outputs):
    """Return that the probabilities of these outputs compare by the product of the levels, in both orders."""
    each = proof.parts(private_stages(P, Q, a, k, m))[-1]
    inner = proof.assuming(between(1, j, k))
    at = inner.know(All(j, between(1, j, k), between(0, outputs[j], m)))(j)
    facts = each(j).parts()
    near_here = facts[-1]
    return at, near_here
