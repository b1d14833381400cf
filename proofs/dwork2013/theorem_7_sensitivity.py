"""Theorem 7: the variance has to grow with Δ², and the printed one does not depend on Δ.

The privacy loss at x is (x²-(x-v)²)/(2σ²), which is the same for v·Δ, σ·Δ and x·Δ: the curve depends on ρ = Δ/σ alone.
Where the noise is u·σ, the loss is ρ·u + ρ²/2. The least δ is the integral of the density there times max(0, 1 -
e^-(ρ·u + ρ²/2 - ε)). Where this loss is above ε, u + ρ/2 > 0, so the loss rises with ρ. Hence each sum for the integral
rises at each of its points, and `rises` is about these sums: at a fixed σ the least δ rises with Δ.

The rest, 1 - δ, is Φ(-x) + e^ε·Φ(-ρ/2-ε/ρ) with x = ρ/2-ε/ρ. By `near-side` and `far-side` each of the two is at most
e^(-x²/2)/2, so the rest is at most e^(-x²/2), which goes to 0. For Δ = 0, where f is constant on neighbours, no noise
is needed.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import normal_tail_at_most, smaller_excess_if
from exactdp.claims.vocabulary.gaussian import (
    curve_above,
    curve_below,
    normal_tail,
    printed_above,
    printed_below,
    printed_enough,
    smaller_excess,
)

claim = Claim(
    "dwork2013.theorem-7.sensitivity",
    "the Gaussian mechanism's noise and the sensitivity",
    section="2.3",
    position=92,
    printed="the variance ln(1/δ)/ε², for every Δ",
    kept={"0 < ε": "a loss", "0 < ρ": "a distance"},
    slip="print",
    weight="value",
)

d, e, k, s, t, v, x, y, D = numbers("δ ε k s ρ' v x ρ Δ")

claim.printed_as(
    "every-sensitivity",
    0 < e,
    0 < d,
    d < 1,
    0 < D,
    printed_enough(e, d, D),
    at={"ε": Fraction(1, 10), "δ": Fraction(1, 10), "Δ": Fraction(6)},
    instead="only-the-ratio",
)


def at(sensitivity, below):
    ratio = (printed_below if below else printed_above)("1/10", "1/10")
    return (curve_below if below else curve_above)("1/10", sensitivity * ratio)


claim.clause("example", both(at(1, False) < "1/10", "1/10" < at(6, True), "99/100" < at(100, True)))(by_evaluation)
claim.clause(
    "only-the-ratio",
    0 < s,
    0 < k,
    ((k * x) ** 2 - (k * x - k * v) ** 2) / (2 * (k * s) ** 2) == (x**2 - (x - v) ** 2) / (2 * s**2),
)(lambda proof: proof.qed(0 < s * s, 0 < k * k))
claim.clause("exponents", 0 < y, e - (y / 2 + e / y) ** 2 / 2 == -((y / 2 - e / y) ** 2) / 2)(by_arithmetic)


@claim.clause("rises", 0 < e, 0 < y, y <= t, smaller_excess(e, y, e, t))
def rises(proof):
    above, later = (of * x + of**2 / 2 - e for of in (y, t))
    inner = proof.assuming(0 < above)
    right = inner.indirect(0 <= x + y / 2, 0 <= y * (x + y / 2))
    more = inner.product(0 <= t - y, inner.have(0 <= x + (y + t) / 2, right))
    rising = proof.all(proof.imply(0 < above, inner.have(above <= later, more)), x)
    return proof.use(smaller_excess_if(), rising, **{"ε": e, "ρ": y, "ε'": e, "ρ'": t})


near, far = y / 2 - e / y, y / 2 + e / y
claim.clause("far-side", 0 < e, 0 < y, normal_tail(far, near**2 / 2 + e))(
    lambda proof: proof.use(normal_tail_at_most(), x=far, λ=near**2 / 2 + e)
)


@claim.clause("near-side", 0 < e, 2 * e <= y**2, 0 < y, normal_tail(near, near**2 / 2))
def near_side(proof):
    known = Proof([2 * e <= y**2, 0 < y, d * y == e])
    sign = known.indirect(0 <= y / 2 - d, known.have(0 <= y * (y / 2 - d)))
    positive = proof.use(sign.theorem, e / y * y == e, δ=e / y)
    return proof.use(normal_tail_at_most(), positive, x=near, λ=near**2 / 2)
