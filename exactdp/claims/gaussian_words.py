"""The privacy curve of Gaussian noise between rational bounds, for neighbours whose values differ by ρ times σ.

The curve is Φ(ρ/2 - ε/ρ) - e^ε·Φ(-ρ/2 - ε/ρ), and it rises with ρ. So its lower bound at a lower bound of an irrational
ρ is a lower bound there, and likewise for upper bounds.
"""

from __future__ import annotations

from exactdp.claims.enclosure_words import (
    exp_above,
    exp_below,
    log_above,
    log_below,
    normal_above,
    normal_below,
    root_above,
    root_below,
)
from exactdp.claims.formulas import numbers
from exactdp.claims.names import explained

_d, _e, _ratio = numbers("δ ε ρ")

curve_below = explained(
    "δ⁻({0}; {1})",
    (_e, _ratio),
    normal_below(_ratio / 2 - _e / _ratio) - exp_above(_e) * normal_above(-_ratio / 2 - _e / _ratio),
    r"\delta^-({0}; {1})",
)
curve_above = explained(
    "δ⁺({0}; {1})",
    (_e, _ratio),
    normal_above(_ratio / 2 - _e / _ratio) - exp_below(_e) * normal_below(-_ratio / 2 - _e / _ratio),
    r"\delta^+({0}; {1})",
)
"""Bounds on the least δ at ε for neighbours whose values differ by ρ·σ."""

printed_below = explained("ρ⁻({0}, {1})", (_e, _d), _e / root_above(log_above(1 / _d)), r"\rho^-({0}, {1})")
printed_above = explained("ρ⁺({0}, {1})", (_e, _d), _e / root_below(log_below(1 / _d)), r"\rho^+({0}, {1})")
"""Bounds on ρ = ε/√ln(1/δ), for values that differ by 1 and the variance ln(1/δ)/ε² that Theorem 7 prints."""
