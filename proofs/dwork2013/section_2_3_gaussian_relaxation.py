"""Section 2.3: Gaussian noise is never (ε, 0)-differentially private.

With values 0 and v > 0 the loss at the answer x is (x² - (x-v)²)/(2σ²) = v·(2x-v)/(2σ²). It grows with x beyond every
ε. At the multiples k·v the densities have the ratio g^(2k-1) with g = e^(v²/(2σ²)) > 1, which no t = e^ε bounds.
Laplace noise keeps it at ε. Enclosures show that the least δ is positive, and falls as ε grows.
"""

from functools import cache
from itertools import pairwise

from exactdp.claims.language import *
from exactdp.privacy.continuous import Gaussian

claim = Claim(
    "dwork2013.section-2-3.gaussian-relaxation",
    "why Gaussian noise needs a δ",
    section="2.3",
    position=82,
    kept={**KEPT, "1 ≤ g": "g is e^(v²/(2w))", "1 ≤ k": "the answers k·v beyond 0"},
)

(k,) = indices("k")
e, g, p, q, s, t, v, x = numbers("ε g p q w t v x")

loss = explained("loss({0}; {1}, {2})", (x, v, s), (x**2 - (x - v) ** 2) / (2 * s))
"""The logarithm of the density of x for the value v over that for 0, where the variance is w."""
bound = e * s / v + v / 2

claim.clause("threshold", 0 < s, 0 < v, both((e < loss(x, v, s)) >> (bound < x), (bound < x) >> (e < loss(x, v, s))))(
    by_arithmetic
)


@cache
def powers_grow():
    """For g ≥ 1 and k ≥ 0: 1 + k·(g-1) ≤ g^k."""
    goal = 1 + as_number(k) * (g - 1) <= g**k

    def step(inner, before):
        later = inner.have(0 <= as_number(k), 0 <= k)
        less = inner.have(0 <= g - 1)
        return inner.have(substitute(goal, {"k": k + 1}), inner.product(later, less, less))

    return Proof([1 <= g]).induction(goal, k, 0, [], step).theorem


@claim.clause(
    "no-epsilon",
    1 <= g,
    1 <= k,
    0 < q,
    p == g ** (2 * k - 1) * q,
    p <= t * q,
    1 + (2 * as_number(k) - 1) * (g - 1) <= t,
)
def no_epsilon(proof):
    """p and q are densities at the multiple k·v."""
    power = g ** (2 * k - 1)
    less = proof.opaque(power * q <= t * q, p == power * q, p <= t * q, terms=[power])
    most = proof.use(lemmas.quotient_order(), less, α=power, β=t, t=q)
    grown = proof.use(powers_grow(), k=2 * k - 1)
    return proof.opaque(
        proof.goal,
        most,
        grown,
        as_number(2 * k - 1) == 2 * as_number(k) - 1,
        terms=[power, as_number(2 * k - 1), as_number(k)],
    )


def end(name, which):
    """Return a rational bound on the least δ at ε, of Gaussian noise of that variance on values 1 apart."""
    made = Definition(
        name + "_{1}({0})",
        (e, s),
        None,
        NUMBER,
        decide=lambda at, variance: getattr(Gaussian(variance).delta(at), which),
    )
    return computed(made, f"a rational {which} bound on the least δ at ε, where values 1 apart get noise of variance w")


low, high = end("δ⁻", "lower"), end("δ⁺", "upper")
epsilons = {1: ("0", "1", "10", "50"), 100: ("0", "1/10", "1", "2")}
claim.clause(
    "delta-is-positive", both(*(0 < low(at, variance) for variance, points in epsilons.items() for at in points))
)(by_evaluation)
claim.clause(
    "delta-falls",
    both(
        *(
            high(after, variance) < low(before, variance)
            for variance, points in epsilons.items()
            for before, after in pairwise(points)
        )
    ),
)(by_evaluation)
claim.clause("delta-at-50", as_number(10) ** 500 * high(50, 1) < 1)(by_evaluation)
