"""Section 5, before Lemma 5.4: which of the lemmas use that x is optimal, and which that it is a vertex.

Only Lemma 5.5 needs an optimal x, and only s ≤ z in Lemma 5.8 needs a vertex. Lemmas 5.4 and 5.6 hold for every private
mechanism. Three examples show this. `valley` is private and lacks the pattern of Lemma 5.5. `always_1` has the pattern
and is not optimal: on input 0 `always_0` loses less. `mean` has the pattern, lies halfway between G and `always_0`, so
that it is no vertex, and has more S entries than Z-columns.

The text says both: that Lemmas 5.4 and 5.6 use that x is optimal, and Corollary 5.7 that it is a vertex; and then that
Lemma 5.4 holds for every feasible mechanism, and that Lemma 5.8 is the first to use a vertex. The second is right.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.names import named
from exactdp.claims.polytope_words import (
    a_vertex,
    patterned,
    row_pattern,
    slacks,
    slacks_down_to,
    strict_user,
    zero_columns,
)
from exactdp.claims.vocabulary import expected_loss, optimal, private, table

claim = Claim(
    "ghosh2009.section-5.what-is-used",
    "which lemmas need an optimal x, and which a vertex",
    section="5",
    position=56,
    printed="Lemmas 5.4 and 5.6 use that x is optimal, and Corollary 5.7 uses that x is a vertex",
    slip="print",
)

n, i, r = indices("n i r")
a, x = number("α"), matrix("x")
(p,), l = vectors("p"), matrix("l")  # noqa: E741 (the paper's letter)
half = Fraction(1, 2)
loss = named("l", table([[0, 1], [1, 0]]), "l")
answer_0, answer_1 = named("always_0", table([[1, 0], [1, 0]])), named("always_1", table([[0, 1], [0, 1]]))
G = named("G", table([["2/3", "1/3"], ["1/3", "2/3"]]))
mean = named("mean", table([["5/6", "1/6"], ["2/3", "1/3"]]))
valley = named("valley", table([["2/3", "1/3"], ["1/3", "2/3"], ["2/3", "1/3"]]))

# What a lemma shows is true of mechanisms alone that have what it uses.
claim.printed_as(
    "lemma-5-4-uses-optimal",
    *(1 <= n, 0 < a, a < 1, strict_user(p, l, n), private(x, a, n, n)),
    All(i, between(0, i, n - 1), Some(r, between(0, r, n), x[i + 1, r] != a * x[i, r])),
    optimal(x, p, l, a, n, n),
    at={"n": 1, "α": half, "p": (half, half), "l": ((0, 1), (1, 0)), "x": ((0, 1), (0, 1))},
    instead="pattern-not-optimal",
)
claim.printed_as(
    "corollary-5-7-uses-a-vertex",
    *(1 <= n, 0 < a, a < 1, patterned(x, a, n, n), zero_columns(x, n) <= slacks_down_to(x, a, n - 1, n)),
    a_vertex(x, a, n, n),
    at={"n": 1, "α": half, "x": (("5/6", "1/6"), ("2/3", "1/3"))},
    instead=("pattern-no-vertex", "more-s-than-z"),
)

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
    All(i, between(0, i, 1), All(r, between(0, r, 1), 2 * mean[i, r] == G[i, r] + answer_0[i, r])),
)(by_evaluation)
claim.clause("more-s-than-z", zero_columns(mean, 1) + 1 == slacks(mean, half, 0, 1))(by_evaluation)
