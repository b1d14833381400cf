"""Section 5, before Lemma 5.4: which of the lemmas use that x is optimal, and which that it is a vertex.

Only Lemma 5.5 needs an optimal x, and only s ≤ z in Lemma 5.8 needs a vertex. Lemma 5.4 holds for every private
mechanism, Lemma 5.6 and Corollary 5.7 for every one with the pattern of Lemma 5.5. Three examples show the rest.
`valley` is private and lacks the pattern of Lemma 5.5. `always_1` has the pattern and is not optimal for a user who is
sure of input 0: `always_0` loses less. `mean` has the pattern and more S entries than Z-columns. It is not a vertex, as
it lies halfway between G and `always_0`.

The text contradicts itself. First it says that Lemma 5.4 uses that x is optimal, and Corollary 5.7 that x is a vertex.
Then it says that Lemma 5.4 holds for every feasible mechanism, and that Lemma 5.8 is the first to use a vertex. The
second is right.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import patterned, row_pattern, slacks, slacks_down_to, zero_columns

claim = Claim(
    "ghosh2009.section-5.what-is-used",
    "which lemmas need an optimal x, and which a vertex",
    section="5",
    position=56,
    printed="Lemma 5.4 uses that x is optimal, and Corollary 5.7 that it is a vertex",
    slip="print",
)

n, i, r = indices("n i r")
a, x = number("α"), matrix("x")
half = Fraction(1, 2)
loss = named("l", table([[0, 1], [1, 0]]))
answer_0, answer_1 = named("always_0", table([[1, 0], [1, 0]])), named("always_1", table([[0, 1], [0, 1]]))
G = named("G", table([["2/3", "1/3"], ["1/3", "2/3"]]))
mean = named("mean", table([["5/6", "1/6"], ["2/3", "1/3"]]))
valley = named("valley", table([["2/3", "1/3"], ["1/3", "2/3"], ["2/3", "1/3"]]))


def among_all(mechanism, fails):
    """Return that what a lemma says fails for a mechanism of this kind, so the lemma uses more of it."""
    return Some(n, 1 <= n, Some(a, both(0 < a, a < 1), Some(x, mechanism(x, a, n, n), fails)))


all_down = All(r, between(0, r, n), x[i + 1, r] == a * x[i, r])


@claim.printed_as(
    "lemma-5-4-uses-more", among_all(private, Some(i, both(0 <= i, i < n), all_down)), instead="pattern-not-optimal"
)
def for_every_private_mechanism(proof):
    inner = proof.inside()
    given = inner.let(inner.cite("ghosh2009.lemma-5.4#not-all-down", m=n), r)
    return inner.closed(inner.witness(inner.goal, r, inner.have(x[i + 1, r] != a * x[i, r], given)))


claim.printed_as(
    "corollary-5-7-uses-more",
    among_all(patterned, slacks_down_to(x, a, n - 1, n) < zero_columns(x, n)),
    instead=("pattern-no-vertex", "more-s-than-z"),
)(lambda proof: proof.for_all(proof.goal, lambda inner: inner.cite("ghosh2009.corollary-5.7#patterns")))

claim.clause(
    "pattern-not-optimal",
    private(answer_1, half, 1, 1)
    & row_pattern(answer_1, half, 0, 1)
    & (expected_loss(loss, answer_0, 1, 0) < expected_loss(loss, answer_1, 1, 0)),
)(by_evaluation)
claim.clause("no-pattern", private(valley, half, 2, 1) & ~row_pattern(valley, half, 1, 1))(by_evaluation)
claim.clause("pattern-no-vertex", private(mean, half, 1, 1) & row_pattern(mean, half, 0, 1))(by_evaluation)
claim.clause(
    "halfway",
    Every((i, 0, 1), (r, 0, 1), 2 * mean[i, r] == G[i, r] + answer_0[i, r]),
    kept=dict.fromkeys(("0 ≤ i", "i ≤ 1", "0 ≤ r", "r ≤ 1"), "the entries of the tables"),
)(by_evaluation)
claim.clause("more-s-than-z", zero_columns(mean, 1) + 1 == slacks(mean, half, 0, 1))(by_evaluation)
