"""Section 2.2: the squared loss is the variance of the response and the square of its bias.

A response R with the mean μ on input i has E(R-i)² = E(R-μ)² + (μ-i)². So the squared loss is the variance of the
error in the rows without bias, and more in all others. x^G has no bias, by symmetry, and the variance 2α/(1-α)². Its
range is infinite, so #partial-sums states the equation for a part of a row. G, which is x^G clamped to {0..n}, has the
bias (α^(i+1) - α^(n-i+1))/(1-α²). For α > 0 it points to the middle of {0..n}, and is 0 only there. All sums have
closed forms, which telescope.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.expressions import same

claim = Claim(
    "ghosh2009.section-2-2.squared-loss",
    "what the squared loss measures",
    section="2.2",
    position=2,
    kept=KEPT | {"0 ≤ k": "for k < 0 the sums are empty", "1 ≤ n": "G is defined for n ≥ 1"},
)

n, i, k, r, z, low, high = indices("n i k r z s t")
a, mean = number("α"), number("μ")
(x,) = vectors("x")


def around(center):
    return Sum(r, low, high, (r - center) ** 2 * x[r])


row = explained(
    "{0} is a row with the sum 1 and the mean {3} on {{{1}..{2}}}",
    (x, low, high, mean),
    both(Sum(r, low, high, x[r]) == 1, Sum(r, low, high, r * x[r]) == mean),
)(x, low, high, mean)

claim.clause("variance-and-bias", row, around(i) == around(mean) + (mean - i) ** 2)(by_arithmetic)


@claim.clause("larger", row, mean != i, around(mean) < around(i))
def larger(proof):
    return proof.have(around(mean) < around(i), mean != i)


first_moment, mass = Sum(r, low, high, (r - mean) * x[r]), Sum(r, low, high, x[r])
claim.clause("partial-sums", around(i) == around(mean) + 2 * (mean - i) * first_moment + (mean - i) ** 2 * mass)(
    by_arithmetic
)

masses = (0 <= a, a < 1, 0 <= k)


@claim.clause(
    "unbiased", *masses, Sum(r, i - k, i + k, r * two_sided(a, r - i)) == i * Sum(r, i - k, i + k, two_sided(a, r - i))
)
def unbiased(proof):
    u = 1 - a

    def ends(v):
        # Up to v: -Σ of z·α^z from k down to i-v+1, and back again from 0 to v-i-1.
        first = (k * u + 1) * a ** (k + 1)
        z = If(v <= i, i - v, v - i - 1)
        return (first - (z * u + 1) * a ** (z + 1)) / (u * (1 + a))

    total = proof.telescope(r, i - k, i + k, (r - i) * two_sided(a, r - i), ends)
    apart = Sum(r, low, high, (r - i) * x[r]) == Sum(r, low, high, r * x[r]) - i * Sum(r, low, high, x[r])
    noise = function(r, two_sided(a, r - i))
    return proof.qed(total, proof.use(Proof([], apart).qed(), s=i - k, t=i + k, x=noise))


variance = 2 * a / (1 - a) ** 2
bound = 2 * (a + 2) * (a + 3) / ((1 + a) * (1 - a) ** 3)
up_to = function(k, Sum(z, -k, k, z**2 * two_sided(a, z)))


@claim.clause("variance", 0 <= a, a < 1, tends(up_to, variance), witnesses={"C": bound})
def variance_of_noise(proof):
    u = 1 - a

    def rest(v):
        # Σ of z²·α^z from z = v on, times (1-α)³
        return a**v * (v**2 * u**2 + 2 * v * a * u + a * (1 + a))

    def ends(v):
        return If(v <= 0, rest(1 - v) - a * (1 + a), a * (1 + a) - rest(v)) / (u * u * (1 + a))

    errors = function(k, 2 * rest(k + 1) / (u * u * (1 + a)))

    def facts(inner):
        error = errors[k]
        total = inner.telescope(z, -k, k, z**2 * two_sided(a, z), ends)
        left = inner.have(variance - up_to[k] == error, total)
        power, one, low_a = inner.use(lemmas.power_nonnegative(), k=k + 1), inner.have(0 <= u), inner.know(0 <= a)
        c = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        parts = [(c, c, c, one, one), (c, c, low_a, one), (c, low_a), (c, low_a, low_a)]
        signs = [inner.product(power, *each) for each in parts]
        positive = inner.have(0 <= (k + 1) * error, *signs)
        linear, quadratic, cubic = inner.use(lemmas.power_rates(), k=k + 1).parts()
        parts = [(linear, low_a), (linear, low_a, low_a), (quadratic, low_a)]
        parts += [(power, one, low_a), (power, one, low_a, low_a)]
        small = inner.have((k + 1) * error <= bound, cubic, *(inner.product(*each) for each in parts))
        return left, positive, small

    return lemmas.limit(proof, errors, bound, facts, f=up_to, t=variance)


bias = (a ** (i + 1) - a ** (n - i + 1)) / (1 - a * a)
clamped = (1 <= n, 0 <= a, a < 1, between(0, i, n))


@claim.clause("bias", *clamped, Sum(r, 0, n, r * geometric_mechanism(n, a)[i, r]) - i == bias)
def bias_of_clamped(proof):
    # Up to v: (v·(1-α) - 1)·α^(i+1-v) + α^(i+1) where v ≤ i, and beyond it the same from the other side; over 1-α².
    def ends(v):
        below = (v * (1 - a) - 1) * a ** (i + 1 - v) + a ** (i + 1)
        above = a ** (i + 1) + i * (1 - a * a) - (v * (1 - a) + a) * a ** (v - i)
        return If(v == n + 1, i + bias, If(v <= i, below, above) / (1 - a * a))

    return proof.qed(proof.telescope(r, 0, n, r * geometric_mechanism(n, a)[i, r], ends))


inside = (1 <= n, 0 < a, a < 1, between(0, i, n))
expected = Sum(r, 0, n, r * geometric_mechanism(n, a)[i, r])


def by_bias(proof, smaller, larger):
    """Return the goal: the bias has the sign of the difference of two powers."""
    mean = proof.cite("ghosh2009.section-2-2.squared-loss#bias")
    sign = (0 < bias) if same(proof.goal, i < expected) else (bias < 0)
    return proof.qed(mean, proof.have(sign, proof.use(lemmas.power_falls_strictly(), i=smaller, k=larger)))


@claim.clause("below-the-middle", *inside, 2 * i < n, i < expected)
def below(proof):
    return by_bias(proof, i + 1, n - i + 1)


@claim.clause("above-the-middle", *inside, n < 2 * i, expected < i)
def above(proof):
    return by_bias(proof, n - i + 1, i + 1)


claim.clause("in-the-middle", *clamped, 2 * i == n, expected == i)(
    lambda proof: proof.qed(proof.cite("ghosh2009.section-2-2.squared-loss#bias"))
)
