"""Example 1: a consumer who knows that the result is at least l reads smaller responses as l.

For i ≥ l the probability that x^G answers below l is α^(i-l+1)/(1+α): the sum of (1-α)/(1+α)·α^(i-z) over z = l-1, l-2,
… telescopes. The clauses give the partial sums of M + 1 terms, and their remainders.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.example-1",
    "side information makes some responses incorrect",
    section="2.4.1",
    position=10,
    kept=KEPT
    | {"l ≤ i": "the inputs are l..n", "T is stochastic on {0..3} × {0..3}": "negative entries lower the losses"},
)

n, M, i, l, r, t = indices("n M i l r t")  # noqa: E741 (the paper's letter)
a, T = number("α"), matrix("T")
inputs = (l <= i, i <= n)
below = a ** (i - l + 1) / (1 + a)
above = a ** (n - i + 1) / (1 + a)


@claim.clause(
    "below",
    *(0 <= a, a <= 1),
    *inputs,
    0 <= M,
    Sum(t, 0, M, two_sided(a, l - 1 - t - i)) == below - a ** (i - l + M + 2) / (1 + a),
)
def mass_below(proof):
    return proof.qed(proof.telescope(t, 0, M, two_sided(a, l - 1 - t - i), lambda v: -(a ** (i - l + 1 + v)) / (1 + a)))


@claim.clause(
    "above",
    *(0 <= a, a <= 1),
    *inputs,
    0 <= M,
    Sum(t, 0, M, two_sided(a, n + 1 + t - i)) == above - a ** (n - i + M + 2) / (1 + a),
)
def mass_above(proof):
    return proof.qed(proof.telescope(t, 0, M, two_sided(a, n + 1 + t - i), lambda v: -(a ** (n - i + 1 + v)) / (1 + a)))


@claim.clause("positive", 0 < a, *inputs, (0 < below) & (0 < above))
def positive(proof):
    powers = [proof.use(lemmas.power_positive(), k=at) for at in (i - l + 1, n - i + 1)]
    return proof.qed(*powers, 0 < 1 + a)


claim.clause("nearer-below", r < l, l <= i, abs(i - r) - abs(i - l) == l - r)(by_arithmetic)
claim.clause("nearer-above", i <= n, n < r, abs(i - r) - abs(i - n) == r - n)(by_arithmetic)

# n = 3, l = 1, α = 1/2 and the loss |i-r|
G = geometric_mechanism(3, term("1/2", NUMBER))
rule = named("rule", table([[0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]))
best = named("best", table([[0, 1, 0, 0], [0, "5/7", "2/7", 0], [0, 0, 1, 0], [0, 0, "1/7", "6/7"]]))


def worst(x):
    return Largest(i, 1, 3, expected_loss(absolute_loss, x, 3, i))


for name, mechanism, loss in (
    ("face-value", G, "5/6"),
    ("rule", product(G, rule, 3), "2/3"),
    ("best-attained", product(G, best, 3), "4/7"),
):
    claim.clause(name, worst(mechanism) == term(loss, NUMBER))(lambda proof: proof.fact(core.evaluate(proof.goal)))


@claim.clause("best", stochastic(T, 3, 3), term("4/7", NUMBER) <= worst(product(G, T, 3)))
def at_best(proof):
    nonneg, ones = proof.parts(stochastic(T, 3, 3))[-2:]
    bounds = [proof.fact(core.bounds(worst(product(G, T, 3)), row)) for row in (1, 2, 3)]
    entries = [nonneg(row, column) for row in range(4) for column in range(4)]
    return proof.qed(*bounds, *entries, *(ones(row) for row in range(4)), factors=1)
