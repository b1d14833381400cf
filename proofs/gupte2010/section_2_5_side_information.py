"""Section 2.5: side information S removes constraints d ≥ Σ_r x_ir·l(i, r) of the LP, but no constraint of privacy.

For S = {low..high} the rows outside S cost nothing: they may repeat the rows low and high, and responses outside S may
be replaced by low and high. For S = {i} the optimum always answers i. A gap in S has a cost: for S = {0, 2} row 1 is at
most x_0r/α and at most x_2r/α, and it sums to 1. So the worst mean error is at least α. Without row 1 it would be
enough that rows 0 and 2 are within a factor α² of each other. Then 2α²/(1+α²) < α is possible.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-5.side-information",
    "side information in the LP",
    section="2.5",
    position=8,
    kept=KEPT | {"0 ≤ low": "the inputs that are possible", "high ≤ n": "the inputs that are possible"},
)

n, m, i, j, r, low, high = indices("n m i j r low high")
a, b = numbers("α b")
x, loss = matrices("x l")
S, R = variable("S", SET), variable("R", SET)

claim.clause(
    "larger-set",
    All(i, between(0, i, n) & S[i], R[i]),
    bounds_loss(b, loss, x, R, n, m),
    bounds_loss(b, loss, x, S, n, m),
)(lambda proof: proof.cite("gupte2010.equation-1#larger-set"))

nearest = explained("nearest({0}; {1}, {2})", (i, low, high), If(i < low, low, If(high < i, high, i)))


rows = function(i, r, x[nearest(i, low, high) - low, r])
interval = 0 <= low, low <= high, high <= n


@claim.clause("beyond-rows", *interval, 0 <= a, a <= 1, private(x, a, high - low, m), private(rows, a, n, m))
def beyond_rows(proof):
    entries, ones = proof.parts(private(x, a, high - low, m))[-3:-1]

    def inside(inner, fact, *others):
        """Return the goal of a row, in each of its places: below S, in it, and above it."""
        places = (i < low, low), (high < i, high)
        steps = [(place, lambda case, to=to: case.have(inner.goal)) for place, to in places]
        return inner.cases(inner.goal, *steps, (TRUE, lambda case: case.have(inner.goal)))

    positive = proof.for_all(
        Every((i, 0, n), (r, 0, m), 0 <= rows[i, r]),
        lambda inner: inside(inner, lambda case, at: entries(at, r)),
    )
    sums = proof.for_all(
        All(i, between(0, i, n), Sum(r, 0, m, rows[i, r]) == 1), lambda inner: inside(inner, lambda case, at: ones(at))
    )

    def steps(inner):
        goal = inner.goal
        return inner.have(goal, cases=[i < low, high <= i])

    goal = Every((i, 0, n - 1), (r, 0, m), (a * rows[i + 1, r] <= rows[i, r]) & (a * rows[i, r] <= rows[i + 1, r]))
    return proof.qed(positive, sums, proof.for_all(goal, steps))


@claim.clause(
    "beyond-responses",
    *interval,
    high <= m,
    monotone(loss, n, m),
    between(low, i, high),
    between(0, r, m),
    loss[i, nearest(r, low, high)] <= loss[i, r],
)
def beyond_responses(proof):
    def to(end):
        def step(case):
            nearer = case.have(abs(i - end) <= abs(i - r))
            less = case.knowing(nearer, lambda more: more.have(loss[i, end] <= loss[i, r]))
            return case.have(proof.goal, less)

        return step

    return proof.cases(proof.goal, (r < low, to(low)), (high < r, to(high)), (TRUE, lambda case: case.have(proof.goal)))


@claim.clause(
    "one-input",
    monotone(loss, n, m),
    stochastic(x, n, m),
    between(0, i, n),
    i <= m,
    loss[i, i] <= expected_loss(loss, x, m, i),
)
def one_input(proof):
    entry = proof.assuming(between(0, r, m))
    goal = loss[i, i] <= loss[i, r]
    nearest = entry.knowing(entry.have(abs(i - i) <= abs(i - r)), lambda more: more.have(goal))
    return proof.qed(proof.termwise(r, 0, m, x[i, r] * loss[i, i] <= x[i, r] * loss[i, r], nearest))


always = explained("always_{0}", (j,), function(i, r, If(r == j, as_number(1), 0)))(j)


@claim.clause("one-input-private", 0 <= a, a <= 1, between(0, j, m), private(always, a, n, m))
def one_input_private(proof):
    ones = proof.telescope(r, 0, m, always[i, r], lambda v: If(v <= j, as_number(0), 1))
    return proof.qed(proof.have(All(i, between(0, i, n), Sum(r, 0, m, always[i, r]) == 1), ones))


claim.clause("one-input-attained", between(0, j, m), expected_loss(loss, always, m, j) == loss[j, j])(
    lambda proof: proof.qed(proof.telescope(r, 0, m, always[j, r] * loss[j, r], lambda v: If(v <= j, 0, loss[j, j])))
)


@claim.clause(
    "gap",
    private(x, a, 2, 2),
    expected_loss(absolute_loss, x, 2, 0) <= b,
    expected_loss(absolute_loss, x, 2, 2) <= b,
    a <= b,
)
def gap(proof):
    near = proof.parts(private(x, a, 2, 2))[-1]
    # e_0 + e_2 = (x_01 + x_21) + 2·x_02 + 2·x_20, and α times row 1 is at most rows 0 and 2
    return proof.qed(*[near(row, column) for row in (0, 1) for column in range(3)])


G = geometric_mechanism(2, a)
claim.clause(
    "gap-attained", 0 <= a, (expected_loss(absolute_loss, G, 2, 0) == a) & (expected_loss(absolute_loss, G, 2, 2) == a)
)(by_arithmetic)
ends = function(i, r, If(r == 1, 0, If(i == r, 1, a**2)) / (1 + a**2))
far = Definition("y_{0}", (a,), ends)(a)
value = 2 * a**2 / (1 + a**2)


@claim.clause("without-the-gap", 0 <= a, a <= 1, private(function(i, r, far[2 * i, r]), a**2, 1, 2))
def without_the_gap(proof):
    return proof.qed(proof.have(a**4 <= 1, a**2 <= 1, squares=[a]))


claim.clause(
    "without-the-gap-loss",
    0 <= a,
    (expected_loss(absolute_loss, far, 2, 0) == value) & (expected_loss(absolute_loss, far, 2, 2) == value),
)(by_arithmetic)


@claim.clause("less", 0 < a, a < 1, value < a)
def less(proof):
    return proof.qed(proof.have(0 < a * (1 - a) ** 2, factors=3))
