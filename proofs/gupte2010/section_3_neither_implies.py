"""Section 3: privacy of neighbouring entries and the condition on three entries do not imply each other.

Take a column that is α/2 in row 1 and 1/2 in all other rows, and its complement: they are private, and the condition
fails at row 1. A column that grows in equal steps from 0 to 1, and its complement, meet the condition and are not
private.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-3.neither-implies",
    "privacy and the condition on three entries are independent",
    section="3",
    position=4,
    kept={"2 ≤ n": "there is a row between two others"},
)

n, m, i, k, r = indices("n m i k r")
a, x = number("α"), matrix("x")
valley = function(i, r, If(i == 1, If(r == 0, a / 2, 1 - a / 2), "1/2"))
line = function(i, r, If(r == 0, i / as_number(n), 1 - i / as_number(n)))

claim.clause(
    "privacy-does-not",
    2 <= n,
    0 < a,
    a < 1,
    Some(x, private(x, a, n, 1) & (three_entries(x, a, 1, 0) < 0)),
    witnesses={"x": valley},
)(lambda proof: proof.witness(proof.goal, valley, factors=3))


@claim.clause(
    "condition-does-not",
    1 <= n,
    0 < a,
    Some(x, stochastic(x, n, 1) & three_entries_condition(x, a, n, 1) & ~private(x, a, n, 1)),
    witnesses={"x": line},
)
def condition_does_not(proof):
    def entry(inner):
        return inner.have(inner.goal, 0 <= i, i <= n)

    def contradiction(inner):
        return inner.contradiction(not_private, inner.parts(private(line, a, n, 1))[-1](0, 0))

    entries = proof.for_all(Every((i, 0, n), (r, 0, 1), line[i, r] >= 0), entry)
    condition = proof.for_all(
        three_entries_condition(line, a, n, 1),
        lambda inner: inner.have(inner.goal, 1 <= k, k < n, squares=[1 - a]),
    )
    not_private = ~private(line, a, n, 1)
    return proof.witness(proof.goal, line, entries, condition, proof.by_contradiction(not_private, contradiction))


@claim.clause("alpha-one", private(x, 1, n, m), three_entries_condition(x, 1, n, m))
def alpha_one(proof):
    inner = proof.inside()
    rows = [inner.cite("gupte2010.theorem-2.alpha-one#private-rows-equal", i=row) for row in (k - 1, k, k + 1)]
    return inner.closed(inner.have(inner.goal, *rows))


@claim.clause("alpha-zero", stochastic(x, n, m), private(x, 0, n, m) & three_entries_condition(x, 0, n, m))
def alpha_zero(proof):
    entries = proof.parts(stochastic(x, n, m))[-2]
    condition = proof.for_all(three_entries_condition(x, 0, n, m), lambda inner: inner.have(inner.goal, entries(k, r)))
    return proof.qed(proof.cite("gupte2010.theorem-2.alpha-one#zero-private"), condition)
