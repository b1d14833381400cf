"""Section 6.1: the Laplace mechanism can be much worse for a user than the geometric one.

The user has the prior (1/2, 1/2) on {0, 1} and loses 1 for an error. Let c^m = √α, and let answers be known up to a
multiple of 1/(2m), for any m. Every such cell below 1/2 is likelier on 0, and every cell above 1/2 is likelier on 1. So
the best remap of the cells reads the nearer input. It errs when the noise is above 1/2, with probability √α/2. The
geometric mechanism errs with probability α/(1+α), which is optimal. The ratio (1+α)/(2√α) exceeds all bounds.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import laplace, laplace_cell

claim = Claim(
    "ghosh2009.section-6.1",
    "the Laplace mechanism against the geometric one",
    section="6.1",
    position=5,
    kept={**KEPT, **dict.fromkeys(("0 < c", "c < 1"), "a root of the level"), "0 ≤ q": "a window", "0 < t": "a bound"},
)

j, k, m, n, q, r = indices("j k m n q r")
a, c, s, t = numbers("α c s t")
(x,) = matrices("x")
(w,) = vectors("w")

levels = (1 <= n, 0 <= a, a <= 1)
error = explained("error({0}; {1})", (x, m), (expected_loss(zero_one, x, m, 0) + expected_loss(zero_one, x, m, 1)) / 2)
"""The expected 0-1 loss for the prior (1/2, 1/2) on {0, 1}."""


@claim.clause("least", *levels, 1 <= m, private(x, a, n, m), a / (1 + a) <= error(x, m))
def least(proof):
    entries, rows, steps = proof.parts(private(x, a, n, m))[-3:]
    loss = [proof.use(lemmas.zero_one_loss(), i=at, n=m) for at in (0, 1)]
    others = proof.termwise(r, 1, m, a * x[1, r] <= x[0, r])
    parts = [proof.split(Sum(r, 0, m, x[at, r]), 0) for at in (0, 1)]
    above = proof.assuming(between(1, r, m))
    signs = proof.all(above.have(0 <= x[1, r], entries(1, r)), r, between(1, r, m))
    other = proof.use(lemmas.term_at_most_sum(), signs, low=1, high=m, j=1, f=lambda v: x[1, v])
    return proof.qed(*loss, others, *parts, other, rows(0), rows(1), steps(0, 0))


as_0_or_1 = function(k, If(k == 0, 0, 1))
G = geometric_mechanism(n, a)
remapped = product(G, reads(as_0_or_1), n)


@claim.clause("attained", *levels, error(remapped, 1) == a / (1 + a))
def attained(proof):
    def so_far(v):
        return If(v <= 1, 0, If(v == n + 1, a / (1 + a), (a - a**v) / (1 + a)))

    of_0 = proof.telescope(k, 0, n, G[0, k] * reads(as_0_or_1)[k, 1], so_far)
    of_1 = proof.telescope(k, 0, n, G[1, k] * reads(as_0_or_1)[k, 0], lambda v: If(v == 0, 0, a / (1 + a)))
    return proof.qed(of_0, of_1)


# Laplace noise, on cells of the width 1/(2m); m of them are between 0 and 1/2


def cell(k):
    return laplace_cell(c, k, 2 * m)


grid = (1 <= m, 0 < c, c < 1)


def smaller_cell(far, near):
    """Return a proof that the one cell is smaller than the other, by their distances from the noise 0."""

    def proof_of(proof):
        room = proof.have(0 <= (1 - c) / 2)

        def by(less, more):
            return lambda case: case.have(
                proof.goal, case.product(room, case.use(lemmas.power_falls(), α=c, i=less, k=more))
            )

        def distances(k):
            return (k <= 0, -k), (1 <= k, k - 1)

        sides = [(both(one, other), by(less, more)) for one, less in distances(near) for other, more in distances(far)]
        return proof.cases(proof.goal, *sides)

    return proof_of


claim.clause("below-the-middle", *grid, j <= m, cell(j - 2 * m) <= cell(j))(smaller_cell(j - 2 * m, j))
claim.clause("above-the-middle", *grid, m < j, cell(j) <= cell(j - 2 * m))(smaller_cell(j, j - 2 * m))

weights = All(j, between(1 - q, j, 2 * m + q), (0 <= w[j]) & (w[j] <= 1))
lost = Sum(j, 1 - q, 2 * m + q, (1 - w[j]) * cell(j) + w[j] * cell(j - 2 * m)) / 2


@claim.clause("any-remap", *grid, 0 <= q, weights, c**m / 2 - c ** (2 * m + q) / 2 <= lost)
def any_remap(proof):
    inner = proof.assuming(between(1 - q, j, 2 * m + q))
    nearest = If(j <= m, cell(j - 2 * m), cell(j))
    weight = inner.know(weights)(j).parts()
    goal = nearest <= (1 - w[j]) * cell(j) + w[j] * cell(j - 2 * m)

    def by(name, least, sign):
        def step(case):
            apart = case.product(weight[sign], case.cite(name))
            return case.have(goal, case.opaque(least <= goal.args[1], apart))

        return step

    sides = (j <= m, by("#below-the-middle", cell(j - 2 * m), 1)), (TRUE, by("#above-the-middle", cell(j), 0))
    each = inner.cases(goal, *sides)

    def ends(v):
        below = c ** (2 * m + 1 - v) / 2
        return If(v <= m + 1, below - c ** (2 * m + q) / 2, c**m - c ** (2 * m + q) / 2 - c ** (v - 1) / 2)

    whole = proof.telescope(j, 1 - q, 2 * m + q, nearest, ends)
    return proof.qed(whole, proof.termwise(j, 1 - q, 2 * m + q, goal, each))


claim.clause("nearer-input", *grid, (1 - laplace(c, m, 2 * m) + laplace(c, -m, 2 * m)) / 2 == c**m / 2)(by_arithmetic)


# The ratio, for s = √α

ratio = explained("ratio({0})", (s,), (s / 2) / (s**2 / (1 + s**2)))
"""The user's loss by Laplace noise, divided by the least loss, where s is √α."""

claim.clause("ratio", 0 < s, ratio(s) == (1 + s**2) / (2 * s))(by_arithmetic)
claim.clause("ratio-at-1", ratio(1) == 1)(by_arithmetic)
claim.clause("above-1", 0 < s, s < 1, 1 < ratio(s))(by_arithmetic)


@claim.clause("unbounded", 0 < s, 0 < t, s**2 < 1 / (4 * t**2), t < ratio(s))
def unbounded(proof):
    square = proof.have(4 * t**2 * s**2 < 1, 0 < 4 * t**2)

    less = 2 * s * t < 1
    case = proof.otherwise(less)
    return proof.qed(case.absurd(square, case.product(*[case.have(0 <= 2 * s * t - 1)] * 2)))
