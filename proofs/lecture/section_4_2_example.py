"""Section 4.2, the example: the count plus noise has the mean f(X), as the noise has mean 0.

Printed is that exp[Geom(ε)] is 0, where the expectation is meant. With t for e, any number t > 0 has the mean of t^Z at
least 1, as t^z + t^-z ≥ 2 for the equally likely z and -z. Where α·t ≥ 1 (for t = e: ε ≤ 1), the terms of that mean are
at least the term at 0. So the mean is infinite. Clamped to 0..n the mean is f(X) only for f(X) = n/2.
"""

from exactdp.claims.language import *

claim = Claim(
    "lecture.section-4-2.example",
    "the noisy count is unbiased",
    section="4.2",
    position=60,
    printed="exp[Geom(ε)] = 0; and the three mechanisms without a section are called two",
    slip="print",
    kept={**KEPT, "0 ≤ k": "a window around the count", **dict.fromkeys(("0 ≤ f", "f ≤ n"), "a count")},
)

f, k, n, z = indices("f k n z")
a, t = numbers("α t")
levels = (0 < a, a < 1)
masses = Sum(z, f - k, f + k, two_sided(a, z - f))
power = explained("{0} to the power {1}", (t, z), If(z >= 0, t**z, 1 / t ** (-z)))
exponential = Sum(z, -k, k, power(t, z) * two_sided(a, z))

claim.printed_as("exponential", *levels, 0 < t, 0 <= k, exponential == 0)


@claim.clause("exponential", *levels, 0 < t, 0 <= k, Sum(z, -k, k, two_sided(a, z)) <= exponential)
def at_least_the_masses(proof):
    at_least_2 = Proof([0 < t], 2 <= t + 1 / t).qed(Proof([]).fact(core.square(t - 1)))

    def sums(at):
        return Sum(z, -at, at, two_sided(a, z)), Sum(z, -at, at, power(t, z) * two_sided(a, z))

    inner, before = proof.inductive(proof.goal, k, 0, [])
    pair = inner.use(at_least_2, inner.use(lemmas.power_positive(), α=t, k=k + 1), t=t ** (k + 1))
    more = inner.product(pair, inner.cite("ghosh2009.example-2.1#masses", z=k + 1))
    ends = []
    for whole in sums(k + 1):
        ends += [inner.split(whole, k), inner.split(Sum(z, -k - 1, k, whole.args[3]), -k - 1)]
    return inner.closed(inner.have(sums(k + 1)[0] <= sums(k + 1)[1], before, more, *ends))


claim.clause("mean", *levels, 0 <= k, Sum(z, f - k, f + k, z * two_sided(a, z - f)) == f * masses)(
    lambda proof: proof.qed(proof.cite("ghosh2009.section-2-2.squared-loss#unbiased", i=f))
)


@claim.clause("infinite", *levels, 1 <= a * t, 1 <= z, two_sided(a, 0) <= power(t, z) * two_sided(a, z))
def infinite(proof):
    grows = proof.induction(1 <= t**z * a**z, z, 1, [proof.know(1 <= a * t)], grown)
    return proof.qed(proof.product(0 < (1 - a) / (1 + a), grows))


def grown(inner, before):
    more = inner.product(1 <= a * t, inner.have(0 <= t**z * a**z, before))
    return inner.have(1 <= t ** (z + 1) * a ** (z + 1), before, more)


claim.clause("outside", *levels, 1 <= n, between(0, f, n), both(0 < two_sided(a, -1 - f), 0 < two_sided(a, n + 1 - f)))(
    lambda proof: proof.qed(*(proof.use(lemmas.power_positive(), k=abs(each)) for each in (-1 - f, n + 1 - f)))
)

expected = Sum(z, 0, n, z * geometric_mechanism(n, a)[f, z])
bias = (a ** (f + 1) - a ** (n - f + 1)) / (1 - a * a)
clamped = (1 <= n, *levels, between(0, f, n))
claim.clause("clamped", *clamped, expected - f == bias)(
    lambda proof: proof.cite("ghosh2009.section-2-2.squared-loss#bias", i=f)
)
for name, where, says in (
    ("below-the-middle", 2 * f < n, f < expected),
    ("above-the-middle", n < 2 * f, expected < f),
    ("in-the-middle", 2 * f == n, expected == f),
):
    claim.clause(f"clamped-{name}", *clamped, where, says)(
        lambda proof, name=name: proof.cite(f"ghosh2009.section-2-2.squared-loss#{name}", i=f)
    )
