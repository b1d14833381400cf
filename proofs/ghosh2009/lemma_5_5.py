"""Lemma 5.5: some ↓, then at most one S, then some ↑, in every row of the constraint matrix of an optimal mechanism.

If row i lacks this pattern, there are responses l < m with C(i, l) ≠ ↓ and C(i, m) ≠ ↑. If i ≤ (l+m)/2, move a part δ
of x_km to x_kl in the rows k ≤ i; otherwise move a part δ of x_kl to x_km in the rows k > i. No row moves mass to a
farther response. The proof says that the expected loss of every row falls strictly, for a strictly monotone loss. In
row i = (l+m)/2 both responses are equally far, so its loss stays the same, but row 0 moves mass to a nearer response.
This is enough if the prior is positive at 0 and the loss is strictly monotone.

Otherwise optimal vertices may lack the pattern; a limiting argument (footnote 3) shows that some optimal vertex has it.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import first_part, first_step
from exactdp.claims.vocabulary.polytope import a_vertex, row_pattern, strict_user, strictly_monotone

claim = Claim(
    "ghosh2009.lemma-5.5",
    "the rows of an optimal mechanism's constraint matrix",
    section="5",
    position=70,
    printed="every row, for every optimal vertex of every user with a monotone loss; in the proof, a strict decrease "
    "of the loss for all i' ≤ i",
    slip="statement",
)

n, i, k, l, m, r, w = indices("n i k l m r w")  # noqa: E741 (l and m are the paper's two columns)
a, d = numbers("α δ")
x, loss = matrices("x loss")
(p,) = vectors("p")

part = first_part(x, d, i, m)
y = first_step(x, d, i, l, m)
columns = (0 <= l, l < m, m <= w)
given = (0 <= i, i < n, *columns, 0 < a, private(x, a, n, w), 0 < x[i, m])
KEPT = {
    **dict.fromkeys(("0 ≤ i", "i < n"), "the rows are {0..n}"),
    "l < m": "the first column is l",
    "0 < α": "the paper's levels",
}
source = d * x[i, m] <= x[i, m] - a * x[i + 1, m]
target = a * d * x[i, m] <= x[i + 1, l] - a * x[i, l]


@claim.clause(
    "first-case-private",
    *given,
    0 <= d,
    source,
    target,
    private(y, a, n, w),
    kept=KEPT | {"x[i,m] > 0": "otherwise nothing is moved"},
)
def stays_private(proof):
    nonneg, ones = proof.parts(private(x, a, n, w))[-3:-1]
    at_most_1 = proof.by_contradiction(d <= 1, lambda no: no.contradiction(d <= 1, nonneg(i + 1, m)))
    row = proof.assuming(between(0, k, n))
    fits = row.have((0 <= part[k]) & (part[k] <= x[k, m]), at_most_1)
    given = proof.all(fits, k, between(0, k, n)), proof.both(nonneg, ones)
    rows = proof.use(lemmas.moved_stochastic(), *given, n=n, m=w, j=l, k=m, e=part, x=x)
    rows = proof.restated(rows, stochastic(y, n, w))
    pair = proof.assuming(between(0, k, n - 1), between(0, r, w))
    less = proof.have(0 <= d * x[i, m])
    goal = (a * y[k + 1, r] <= y[k, r]) & (a * y[k, r] <= y[k + 1, r])
    step = pair.have(goal, at_most_1, less, cases=[r == m, r == l])
    return proof.qed(rows, proof.every((k, 0, n - 1), (r, 0, w), step))


gain = Sum(k, 0, i, p[k] * d * x[k, m] * (loss[k, m] - loss[k, l]))


@claim.clause(
    "first-case-loss",
    0 <= i,
    i < n,
    *columns,
    bayesian_loss(p, loss, y, n, w) == bayesian_loss(p, loss, x, n, w) - gain,
    kept={"0 ≤ i": KEPT["0 ≤ i"]},
)
def loss_changes(proof):
    change = proof.use(lemmas.moved_loss(), n=n, m=w, j=l, k=m, e=part, x=x, l=loss)
    return proof.qed(change, proof.split(Sum(k, 0, n, p[k] * part[k] * (loss[k, m] - loss[k, l])), i))


claim.clause("first-case-not-farther", l < m, 2 * i <= l + m, k <= i, abs(k - l) <= abs(k - m))(by_arithmetic)
claim.clause("first-case-outer", 0 <= l, l < m, abs(0 - l) < abs(0 - m))(by_arithmetic)
claim.printed_as(
    "every-row",
    monotone(loss, n, n),
    All(k, between(0, k, n), strictly_monotone(loss, k, n)),
    0 <= l,
    l < m,
    m <= n,
    0 <= i,
    2 * i <= l + m,
    0 <= k,
    k <= i,
    loss[k, l] < loss[k, m],
    at={"n": 2, "l": 0, "m": 2, "i": 1, "k": 1, "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0))},
    instead="first-case-not-farther",
)


full_and_strict = explained(
    "{0} is a prior of full support, and {1} strictly monotone, on {{0..{2}}}",
    (p, loss, n),
    prior(p, n)
    & All(k, between(0, k, n), 0 < p[k])
    & monotone(loss, n, n)
    & All(k, between(0, k, n), strictly_monotone(loss, k, n)),
)

claim.clause(
    "pattern",
    0 < a,
    a < 1,
    full_and_strict(p, loss, n),
    optimal(x, p, loss, a, n, n),
    0 <= i,
    i < n,
    row_pattern(x, a, i, n),
    kept={
        **dict.fromkeys(("0 < α", "α < 1"), "the paper's levels"),
        "∀k with 0 ≤ k ≤ n: p[k] > 0": "p_0 and p_n alone are ghosh2009.lemma-5.5.hypotheses",
    },
)(lambda proof: proof.cite("ghosh2009.lemma-5.5.hypotheses#pattern", strict_user(p, loss, n)))

claim.printed_as(
    "every-user",
    1 <= n,
    0 < a,
    a < 1,
    prior(p, n),
    monotone(loss, n, n),
    optimal(x, p, loss, a, n, n),
    a_vertex(x, a, n, n),
    0 <= i,
    i < n,
    row_pattern(x, a, i, n),
    at={
        "n": 2,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
        "i": 1,
    },
    instead="pattern",
)
