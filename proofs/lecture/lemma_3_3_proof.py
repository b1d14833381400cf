"""The proof of Lemma 3.3: ratios of probabilities, and the sets of the outputs.

An output of M is y = (y_1, …, y_k), so each y_j is in 𝒴, and y is in 𝒴^k. If M_j never gives an output, the ratio of
Pr[M_j(x) = y_j] to Pr[M_j(x') = y_j] does not exist, because both are 0. Written as products, the inequalities hold
there too. And the step from single outputs to events needs a sum over the outputs in the event.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import sequences_compare
from exactdp.claims.vocabulary.neighbour import in_a_row, near, near_in_a_row

claim = Claim(
    "lecture.lemma-3.3.proof",
    "the proof of basic composition",
    section="3",
    position=70,
    printed="an output y_j ∈ 𝒴^k for each j, and the ratio of the two probabilities of y_j for every output y_j",
    slip="proof",
    weight="misprint",
    kept=KEPT,
)

j, k, m, r, s, z = indices("j k m r s z")
a = number("α")
e, p, q = vectors("e p q")
P, Q = matrices("P Q")

response = (0 < a, a <= 1, near(p, q, a, m), between(0, r, m))
claim.printed_as("ratio-of-probabilities", *response, 0 < q[r], instead="positive-together")
claim.printed_as("outputs", 1 <= k, 1 <= m, as_number(m + 1) ** k == m + 1, instead="one-output")

claim.clause("positive-together", *response, 0 < p[r], 0 < q[r])(
    lambda proof: proof.qed(*proof.parts(near(p, q, a, m))[-1](r).parts())
)

sequences = (0 <= k, near_in_a_row(P, Q, e, k, s))
level = Product(j, 1, k, e[j])
first, second = (in_a_row(of, 1, k) for of in (P, Q))

claim.clause(
    "one-output", 0 <= k, near_in_a_row(P, Q, e, k, 1), both(level * first <= second, level * second <= first)
)(lambda proof: proof.qed(proof.use(sequences_compare(), s=1)))

totals = [Sum(z, 1, s, in_a_row(of, z, k)) for of in (P, Q)]

claim.clause("event", *sequences, both(level * totals[0] <= totals[1], level * totals[1] <= totals[0]))(
    lambda proof: proof.use(sequences_compare())
)
