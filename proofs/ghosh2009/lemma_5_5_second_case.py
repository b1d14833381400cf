"""Lemma 5.5, the case that the proof leaves to the reader: i > (l+m)/2.

Rows k ≥ i+1 move a part δ of x_kl to x_km. Between two rows that both change, or both stay, scaling and adding keep
privacy. Between the rows i and i+1 two differences shrink, and they bound δ. Turn the mechanism around, input k to n-k
and response r to n-r. Then this is the first case, and its rows are nearer by at least 3/2 than that case needs. So
every row is strictly nearer to m than to l. Already for i ≥ (l+m)/2 - 1, the change does not raise the loss.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import first_step, second_part, second_step

claim = Claim(
    "ghosh2009.lemma-5.5.second-case", "the other perturbation in the proof of Lemma 5.5", section="5", position=74
)

n, i, k, l, m, r, w = indices("n i k l m r w")  # noqa: E741 (l and m are the paper's two columns)
a, d = numbers("α δ")
x, loss = matrices("x loss")
(p,) = vectors("p")

part = second_part(x, d, i, l)
y = second_step(x, d, i, l, m)
columns = (0 <= l, l < m, m <= w)
mechanism = (0 < a, private(x, a, n, w), 0 < x[i + 1, l])
given = (0 <= i, i < n, *columns)
KEPT = {
    **dict.fromkeys(("0 ≤ i", "i < n"), "the rows are {0..n}"),
    "l < m": "the first column is l",
    "0 < α": "the paper's levels",
}
source = d * x[i + 1, l] <= x[i + 1, l] - a * x[i, l]
target = a * d * x[i + 1, l] <= x[i, m] - a * x[i + 1, m]


@claim.clause(
    "private",
    *given,
    *mechanism,
    0 <= d,
    source,
    target,
    private(y, a, n, w),
    kept=KEPT | {"x[i+1,l] > 0": "otherwise nothing is moved"},
)
def stays_private(proof):
    nonneg, ones = proof.parts(private(x, a, n, w))[-3:-1]
    at_most_1 = proof.indirect(d <= 1, nonneg(i, l))
    row = proof.assuming(between(0, k, n))
    fits = row.have((0 <= part[k]) & (part[k] <= x[k, l]), at_most_1)
    given = proof.all(fits, k, between(0, k, n)), proof.both(nonneg, ones)
    rows = proof.use(lemmas.moved_stochastic(), *given, n=n, m=w, j=m, k=l, e=part, x=x)
    rows = proof.restated(rows, stochastic(y, n, w))
    pair = proof.assuming(between(0, k, n - 1), between(0, r, w))
    less = proof.have(0 <= d * x[i + 1, l])
    goal = (a * y[k + 1, r] <= y[k, r]) & (a * y[k, r] <= y[k + 1, r])
    step = pair.have(goal, at_most_1, less, cases=[r == l, r == m])
    return proof.qed(rows, proof.every((k, 0, n - 1), (r, 0, w), step))


@claim.clause("largest-from-l", *given, private(y, a, n, w), source)
@claim.clause("largest-to-m", *given, private(y, a, n, w), target, kept={"0 ≤ l": "the responses are {0..w}"})
def largest(proof):
    return proof.qed()


gain = Sum(k, i + 1, n, p[k] * d * x[k, l] * (loss[k, l] - loss[k, m]))


@claim.clause(
    "loss",
    *given,
    bayesian_loss(p, loss, y, n, w) == bayesian_loss(p, loss, x, n, w) - gain,
    kept={"i < n": KEPT["i < n"]},
)
def loss_changes(proof):
    change = proof.use(lemmas.moved_loss(), n=n, m=w, j=m, k=l, e=part, x=x, l=loss)
    return proof.qed(change, proof.split(Sum(k, 0, n, p[k] * part[k] * (loss[k, l] - loss[k, m])), i))


claim.clause("outer", l < m, m <= n, abs(n - m) < abs(n - l))(by_arithmetic)
claim.clause("nearer", l < m, l + m < 2 * i, i < k, abs(k - m) < abs(k - l))(by_arithmetic)
claim.clause("not-farther", l < m, l + m <= 2 * i + 2, i < k, abs(k - m) <= abs(k - l))(by_arithmetic)

# The first case, of the mechanism that is turned around.
mirror = function(k, r, x[n - k, w - r])
turned = explained("turned({0}; {1},{2})", (x, n, w), mirror)(x, n, w)
claim.clause("turned-around", first_step(turned, d, n - 1 - i, w - m, w - l)[k, r] == y[n - k, w - r])(by_arithmetic)
