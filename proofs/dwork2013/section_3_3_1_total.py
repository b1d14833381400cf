"""Section 3.3.1: the privacy level of all of DP-WHERE, stage after stage.

The text names the stages and, in the experiments, one total ε. If every stage uses one base level with its own
sensitivity, the total level is the base to the power of the sum of the sensitivities. The hourly calls are nearly all
of this sum. So equal noise per call and per person spends nearly the whole ε on the hourly calls.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3-1.total",
    "the promise of all of DP-WHERE",
    section="3.3.1",
    position=90,
    kept={"0 ≤ t": "a number of sums", "0 ≤ k": "a sensitivity"},
)

h, j, k, t, w = indices("h j k t w")
a, b = numbers("α β")
f, g, p, u, v = vectors("f g p u v")

# Homes, works, medians, commutes, pairs (μ, σ), cluster sizes, and t sums of patterns; then h hours with w calls each
cost = If(k == 3, 2, 1)
promise = explained(
    "{0} scales the nonnegative {1} to at most {2} on {{1..{3}}}",
    (p, f, g, h),
    All(k, between(1, k, h), (0 <= f[k]) & (p[k] * f[k] <= g[k])),
)
stages = promise(function(k, a**cost), f, g, 6 + t)
hours = promise(function(k, a**w), u, v, h)
before, after = (Product(k, 1, 6 + t, x[k]) * Product(k, 1, h, y[k]) for x, y in ((f, u), (g, v)))


@claim.clause("together", 0 <= a, 0 <= t, 0 <= w, 0 <= h, stages, hours, a ** (7 + t) * (a**w) ** h * before <= after)
def together(proof):
    stage, hour = proof.assuming(between(1, k, 6 + t)), proof.assuming(between(1, k, h))
    power = proof.use(lemmas.power_nonnegative(), k=w)
    sums = function(k, If(k <= 2, k, k + 1))
    first = proof.use(lemmas.levels_multiply(), stage.know(stages)(k), n=6 + t, d=function(k, cost), h=sums).parts()
    second = proof.use(
        lemmas.levels_multiply(),
        hour.know(hours)(k),
        power,
        n=h,
        α=a**w,
        f=u,
        g=v,
        d=function(k, as_index(1)),
        h=function(k, k),
    ).parts()
    factors = [proof.product(proof.use(lemmas.power_nonnegative(), k=7 + t), first[1]), second[-1], first[-1]]
    size = proof.have(
        0 <= (a**w) ** h * Product(k, 1, h, u[k]), proof.use(lemmas.power_nonnegative(), power, α=a**w, k=h), second[1]
    )
    return proof.qed(size, *factors)


claim.clause("quarter-of-a-year", 7 + t + Sum(j, 1, 24, Sum(k, 1, 91, 120)) == 262087 + t)(by_arithmetic)
claim.clause("of-24-hours", 0 <= t, 0 <= w, a ** (7 + t) * (a**w) ** 24 == a ** (7 + t + 24 * w))(by_arithmetic)
claim.clause("replaced", 0 <= k, 0 <= a**k, a**k * f[0] <= f[1], a**k * f[1] <= f[2], a ** (2 * k) * f[0] <= f[2])(
    by_arithmetic
)


@claim.clause(
    "parts", 0 <= a, 0 <= f[0], 0 <= v[0], a * f[0] <= g[0], b * u[0] <= v[0], a * b * (f[0] * u[0]) <= g[0] * v[0]
)
def parts(proof):
    first = proof.product(0 <= a * f[0], b * u[0] <= v[0])
    return proof.qed(first, proof.product(0 <= v[0], a * f[0] <= g[0]))
