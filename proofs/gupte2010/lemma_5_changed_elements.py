"""Lemma 5, which privacy constraints the step can break: only those between rows i and i+1 in columns j and k.

Two moved rows s, s+1 ≤ i have in column j the same combination x_j + δ·x_k, and in column k both the factor 1-δ. So
the inequality between them is a combination of those of x with weights 1, δ and 1-δ. Rows after i, and other columns,
are unchanged. The constraints between row i, which is moved, and row i+1, which isn't, remain.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import first_part, first_step

claim = Claim(
    "gupte2010.lemma-5.changed-elements",
    "which constraints the step leaves alone",
    section="4.2",
    position=13,
    kept=KEPT | {"j < k": "the columns of the proof", "δ ≤ 1": "the largest possible step"},
)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, d = numbers("α δ")
x = matrix("x")
y = first_step(x, d, i, j, k)
columns = (0 <= j, j < k, k <= m)
steps = (0 <= d, d <= 1)


def difference(mechanism, r, lower=s + 1, upper=s):
    return mechanism[lower, r] - a * mechanism[upper, r]


@claim.clause("stochastic", stochastic(x, n, m), *columns, *steps, stochastic(y, n, m))
def mechanism(proof):
    part = first_part(x, d, i, k)
    return core.restate(proof.use(lemmas.moved_stochastic(), e=part).theorem, proof.goal)


for name, lower, upper in (("down", s + 1, s), ("up", s, s + 1)):
    change = difference(x, j, lower, upper) + d * difference(x, k, lower, upper)
    claim.clause(f"column-j-{name}", j < k, s < i, difference(y, j, lower, upper) == change)(by_arithmetic)
    change = (1 - d) * difference(x, k, lower, upper)
    claim.clause(f"column-k-{name}", j < k, s < i, difference(y, k, lower, upper) == change)(by_arithmetic)

claim.clause("other-rows", i < s, y[s, r] == x[s, r])(by_arithmetic)

given = (0 <= a, private(x, a, n, m), *columns, *steps)


def near(mechanism, s, r):
    return (a * mechanism[s + 1, r] <= mechanism[s, r]) & (a * mechanism[s, r] <= mechanism[s + 1, r])


private_entries = explained("rows {2}, {2}+1 of {0} are {1}-private in column {3}", (x, a, s, r), near(x, s, r))


def close(proof):
    return proof.parts(private(x, a, n, m))[-1]


def in_other_columns(proof, goal, *by):
    """Return the goal for an r other than j and k."""

    def apart(p):
        return p.either(p.know(r != k), *[lambda q: q.have(goal, *by)] * 2)

    return proof.either(proof.know(r != j), apart, apart)


claim.clause("other-columns", r != j, r != k, y[s, r] == x[s, r])(lambda proof: in_other_columns(proof, proof.goal))
claim.clause("rows-up-to-i", *given, 0 <= s, s < i, i < n, between(0, r, m), private_entries(y, a, s, r))(
    lambda proof: proof.have(proof.goal, close(proof)(s, k), close(proof)(s, r))
)
claim.clause("rows-after-i", private(x, a, n, m), 0 <= i, i < s, s < n, between(0, r, m), private_entries(y, a, s, r))(
    by_arithmetic
)
claim.clause(
    "columns-beside", private(x, a, n, m), 0 <= s, s < n, between(0, r, m), r != j, r != k, private_entries(y, a, s, r)
)(lambda proof: in_other_columns(proof, proof.goal, close(proof)(s, r)))

private_columns = explained(
    "rows {2}, {2}+1 of {0} are {1}-private in columns {3} and {4}", (x, a, i, j, k), near(x, i, j) & near(x, i, k)
)


@claim.clause("private", *given, 0 <= i, i < n, private_columns(y, a, i, j, k), private(y, a, n, m))
def stays_private(proof):
    rows = proof.cite("gupte2010.lemma-5.changed-elements#stochastic")
    pair = proof.assuming(between(0, s, n - 1), between(0, r, m))
    goal = near(y, s, r)
    step = pair.cases(
        goal,
        (s < i, lambda p: p.cite("gupte2010.lemma-5.changed-elements#rows-up-to-i")),
        (i < s, lambda p: p.cite("gupte2010.lemma-5.changed-elements#rows-after-i")),
        (r == j, lambda p: p.have(goal)),
        (r == k, lambda p: p.have(goal)),
        (TRUE, lambda p: p.have(goal, close(proof)(s, r))),
    )
    return proof.qed(rows, proof.every((s, 0, n - 1), (r, 0, m), step))
