"""Theorem 7: the variance has to grow with Δ², and the printed one does not depend on Δ.

The privacy loss at x is (x²-(x-v)²)/(2σ²), which is the same for v·Δ, σ·Δ and x·Δ: the curve depends on ρ = Δ/σ alone.
With e^ε·φ(ρ/2+ε/ρ) = φ(ρ/2-ε/ρ), where φ is the density, its derivative is φ(ρ/2-ε/ρ)·((1/2+ε/ρ²) + (1/2-ε/ρ²)) =
φ(ρ/2-ε/ρ) > 0. So at a fixed σ the least δ rises with Δ, and to 1. For Δ = 0, where f is constant on neighbours, no
noise is needed.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.enclosure import exp_above
from exactdp.claims.vocabulary.gaussian import (
    close_enough,
    curve_above,
    curve_below,
    printed_above,
    printed_below,
    printed_enough,
)

claim = Claim(
    "dwork2013.theorem-7.sensitivity",
    "the Gaussian mechanism's noise and the sensitivity",
    section="2.3",
    position=92,
    printed="the variance ln(1/δ)/ε², for every Δ",
    kept={"0 < ε": "a loss"},
    slip="print",
    weight="value",
)

d, e, k, p, s, t, v, x, y, D = numbers("δ ε k p s ρ' v x ρ Δ")

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
)(lambda proof: proof.qed(proof.have(0 < s * s), proof.have(0 < k * k)))
claim.clause("exponents", 0 < y, e - (y / 2 + e / y) ** 2 / 2 == -((y / 2 - e / y) ** 2) / 2)(lambda proof: proof.qed())
claim.clause("derivative", 0 < y, 0 < p, 0 < p * ("1/2" + e / y**2) - p * ("-1/2" + e / y**2))(by_arithmetic)


@claim.clause("rises", 0 < e, 0 < d, d < 1, 0 < y, y <= t, close_enough(e, d, t), close_enough(e, d, y))
def rises(proof):
    return proof.because(
        "the least δ is Φ(ρ/2-ε/ρ) - e^ε·Φ(-ρ/2-ε/ρ). By #exponents e^ε·φ(ρ/2+ε/ρ) is φ(ρ/2-ε/ρ); with that for p, "
        "#derivative is about its derivative with respect to ρ. So it rises",
        proof.goal,
    )


tail = exp_above(-((y / 2 - e / y) ** 2) / 2) / 2


@claim.clause("to-1", 0 < e, 2 * e <= y**2, 0 < y, 1 - curve_above(e, y) <= (1 + exp_above(e)) * tail)
def to_1(proof):
    words = "Φ(-x) ≤ e^(-x²/2)/2 for x = ρ/2 - ε/ρ ≥ 0, and Φ(-ρ/2 - ε/ρ) ≤ Φ(-x)"
    return proof.because(words, proof.goal)
