"""Section 1: the noise of the geometric mechanism grows with α: errors of every size get more probable.

Pr[|Z| > k] is 1 minus the masses within distance k. It rises strictly with α for every k ≥ 0. So does the mean of |Z|,
which has no upper bound for α < 1.
"""

from functools import cache

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-1.noise-scales",
    "larger levels have more noise",
    section="1",
    position=15,
    kept={
        **KEPT,
        "β < 1": "the paper's levels",
        "0 ≤ k": "for k < 0 the sums are empty",
        "0 ≤ t": "a mean of |Z| is ≥ 0",
    },
)

k, z = indices("k z")
a, b, s, t, v, w = numbers("α β s t v w")
levels = (0 <= a, a < 1)


def beyond(a):
    """Return the mass of |Z| > k."""
    return 1 - Sum(z, -k, k, two_sided(a, z))


def mean(a):
    return 2 * a / (1 - a * a)


claim.clause("tail", *levels, 0 <= k, beyond(a) == 2 * a ** (k + 1) / (1 + a))(
    lambda proof: proof.qed(proof.cite("ghosh2009.example-2.1#partial-sums", i=0, s=k, z=k))
)


@claim.clause("tail-rises", 0 <= a, a < b, b < 1, 0 <= k, beyond(a) < beyond(b))
def tail_rises(proof):
    tails = [proof.cite("ghosh2009.section-1.noise-scales#tail", α=of) for of in (a, b)]
    higher, more = proof.use(lemmas.powers_rise_strictly(), k=k + 1), proof.use(lemmas.powers_rise())
    both = proof.product(0 <= a, 0 <= b, proof.have(a**k <= b**k, more))
    cross = proof.have(2 * a ** (k + 1) * (1 + b) < 2 * b ** (k + 1) * (1 + a), higher, both)
    return proof.qed(*tails, proof.have(2 * a ** (k + 1) / (1 + a) < 2 * b ** (k + 1) / (1 + b), cross))


within = function(k, Sum(z, -k, k, as_number(abs(z)) * two_sided(a, z)))


u = 1 - a
bound = 8 / (u * (u * (1 + a)))


@cache
def small_quotient():
    """From 0 ≤ t·v and t·v·u ≤ 4: 0 ≤ t·(2v/w) ≤ 8/(u·w)."""
    quotient = t * (2 * v / w)
    return Proof([0 <= t * v, t * v * s <= 4, 0 < s, 0 < w], (0 <= quotient) & (quotient <= 8 / (s * w))).qed()


@claim.clause("mean", *levels, tends(within, mean(a)), witnesses={"C": bound})
def mean_of_size(proof):
    """All z > k add α^(k+1)·(1 + k·(1-α))/(1-α²) to the mean, and so do all z < -k."""
    missing = a ** (k + 1) * (1 + k * u)
    errors = function(k, 2 * missing / (u * (1 + a)))

    def part(j):
        return a**j * (j * u + a) / (u * (1 + a))

    def facts(inner):
        summand = as_number(abs(z)) * two_sided(a, z)
        whole = inner.telescope(z, -k, k, summand, lambda v: If(v <= 0, part(1 - v), mean(a) - part(v)))
        later = inner.have(0 <= as_number(k), as_index(0) <= k)
        power, rates = inner.use(lemmas.power_nonnegative()), inner.use(lemmas.power_rates()).parts()
        signs = inner.have(0 < u), inner.have(0 < u * (1 + a))
        sign = inner.have(0 <= (k + 1) * missing, power, later, factors=5)
        small = inner.have((k + 1) * missing * u <= 4, *rates[:2], later, power, factors=4)
        terms = {"t": k + 1, "v": missing, "s": u, "w": u * (1 + a)}
        return (
            inner.have(mean(a) - within[k] == errors[k], whole),
            *inner.use(small_quotient(), sign, small, *signs, **terms).parts(),
        )

    return lemmas.limit(proof, errors, bound, facts, f=within, t=mean(a))


claim.clause("mean-rises", 0 <= a, a < b, b < 1, mean(a) < mean(b))(
    lambda proof: proof.qed(proof.have(a * (1 - b * b) < b * (1 - a * a), factors=3))
)

at = (t + 1) / (t + 2)


@claim.clause("mean-unbounded", 0 <= t, Some(a, *levels, t < mean(a)), witnesses={"α": at})
def mean_unbounded(proof):
    divided = Proof([0 < v, t * v < w], t < w / v).qed()
    return proof.witness(proof.goal, at, proof.use(divided, v=1 - at * at, w=2 * at))
