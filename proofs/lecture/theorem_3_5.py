"""Theorem 3.5, adaptive composition: each mechanism is chosen after the responses to the earlier ones are seen.

Given the responses so far, the next mechanism is the same under both data, since the choice depends on responses alone.
So its conditional probability P[z,j] costs only its own level, and the probability of a sequence z of responses is the
product. In the clause #chosen-levels the levels a[z,j] also depend on the responses so far.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import products_compare, sequences_compare
from exactdp.claims.vocabulary.neighbour import in_a_row, near_in_a_row

claim = Claim("lecture.theorem-3.5", "adaptive composition", section="3.1", position=30, kept=KEPT)

i, j, k, r, s, z = indices("i j k r s z")
b, c = numbers("β γ")
(e,) = vectors("e")
a, P, Q = matrices("a P Q")
level = Product(j, 1, k, e[j])
totals = [Sum(z, 1, s, in_a_row(of, z, k)) for of in (P, Q)]

claim.clause(
    "composition",
    0 <= k,
    near_in_a_row(P, Q, e, k, s),
    both(level * totals[0] <= totals[1], level * totals[1] <= totals[0]),
)(lambda proof: proof.use(sequences_compare()))

claim.clause(
    "not-higher",
    0 <= k,
    All(j, between(1, j, k), P[1, j] == e[j] * Q[1, j]),
    0 < in_a_row(Q, 1, k),
    b * in_a_row(Q, 1, k) <= in_a_row(P, 1, k),
    b <= level,
)(lambda proof: proof.cite("lecture.lemma-3.3#exact", p=lambda v: P[1, v], q=lambda v: Q[1, v]))

along = Product(j, 1, k, a[z, j])
chosen = All(
    z,
    between(1, z, s),
    (b <= along) & All(j, between(1, j, k), both(0 <= a[z, j], 0 <= Q[z, j], a[z, j] * Q[z, j] <= P[z, j])),
)


@claim.clause("chosen-levels", 0 <= k, chosen, b * totals[1] <= totals[0])
def chosen_levels(proof):
    inner = proof.assuming(between(1, z, s))
    least, steps = inner.know(chosen)(z).parts()
    rows = {"e": lambda v: a[z, v], "f": lambda v: P[z, v], "g": lambda v: Q[z, v]}
    _, sign, less = inner.use(products_compare(), steps, **rows).parts()
    more = inner.product(inner.have(0 <= along - b, least), inner.have(0 <= in_a_row(Q, z, k), sign))
    one = inner.have(b * in_a_row(Q, z, k) <= in_a_row(P, z, k), less, more)
    return proof.qed(proof.termwise(z, 1, s, one))


def always(answer):
    """Return the mechanism on two data that always gives one answer."""
    return function(i, r, If(r == answer, as_number(1), 0))


claim.clause("constants-are-private", between(0, k, 1), private(always(k), 1, 1, 1))(by_arithmetic)
by_the_data = function(i, r, always(i)[i, r])
claim.clause("chosen-by-the-data", private(by_the_data, c, 1, 1), c <= 0)(
    lambda proof: proof.qed(proof.parts(private(by_the_data, c, 1, 1))[-1](0, 0))
)
