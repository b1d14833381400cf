"""The privacy curve of Gaussian noise between rational bounds, for neighbours whose values differ by ρ times σ.

The curve is Φ(ρ/2 - ε/ρ) - e^ε·Φ(-ρ/2 - ε/ρ), and it rises with ρ. So its lower bound at a lower bound of an irrational
ρ is a lower bound there, and likewise for upper bounds. The same balls decide whether a variance is enough.

Two words are about integrals, as limits of sums over points. The weights f of the sums are arbitrary: for the limit,
they are steps times heights of the normal density. A power of e may be any number that has its bounds.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_arb
from exactdp.claims.statements.evaluation import Undefined
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import computed, explained
from exactdp.claims.vocabulary.enclosure import (
    WORKING_BITS,
    exp_above,
    exp_below,
    log_above,
    log_below,
    normal_above,
    normal_below,
    root_above,
    root_below,
)
from exactdp.claims.vocabulary.noise import near_powers
from exactdp.privacy.continuous import phi

_k, _n = indices("k n")
_d, _e, _l, _x, _ratio, _apart = numbers("δ ε λ x ρ Δ")
_later, _larger = numbers("ε' ρ'")
_f, _g, _q, _r, _u, _v = vectors("f g q r u v")

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
"""Bounds on ρ = ε/√ln(1/δ), for values that differ by 1 and the variance ln(1/δ)/ε² of Theorem 7 as printed."""


def _private(name: str, latex: str, ratio: Callable[[arb, arb, arb], arb]) -> Definition:
    """Return the definition of a promise; `ratio` gives ρ, from ε, δ and a third number, the third argument."""

    def decide(loss: Fraction, delta: Fraction, third: Fraction) -> bool:
        if not (loss > 0 and 0 < delta < 1 and third > 0):
            raise Undefined(f"({loss}, {delta})-privacy, with {third}, is not decided")
        with ctx.workprec(WORKING_BITS):
            e, d = to_arb(loss), to_arb(delta)
            here = ratio(e, d, to_arb(third))
            curve = phi(here / 2 - e / here) - e.exp() * phi(-here / 2 - e / here)
            if not (curve < d or d < curve):
                raise InputError("the enclosures do not decide which δ is smaller")
            return bool(curve < d)

    made = Definition(name, (_e, _d, _apart), None, latex=latex, decide=decide)
    return computed(made, "(ε, δ)-privacy is decided by enclosures of the least δ at ε")


printed_enough = _private(
    "variance ln(1/{1})/{0}² makes values {2} apart ({0}, {1})-private",
    r"\sigma^2 = \ln(1/{1})/{0}^2 \Rightarrow \delta({0}; {2}) \le {1}",
    lambda e, d, of: of * e / (-d.log()).sqrt(),
)
"""The promise that Theorem 7 prints. The third argument is the difference of the values."""
usual_enough = _private(
    "variance 2·ln(1.25/{1})/{0}² makes values {2} apart ({0}, {1})-private",
    r"\sigma^2 = 2\ln(1.25/{1})/{0}^2 \Rightarrow \delta({0}; {2}) \le {1}",
    lambda e, d, of: of * e / (2 * (arb(5) / 4 / d).log()).sqrt(),
)
right_enough = _private(
    "variance (2·ln(1/(2·{1})) + {0})/{0}² makes values {2} apart ({0}, {1})-private",
    r"\sigma^2 = (2\ln(1/(2 \cdot {1})) + {0})/{0}^2 \Rightarrow \delta({0}; {2}) \le {1}",
    lambda e, d, of: of * e / (e - 2 * (2 * d).log()).sqrt(),
)

_density_ratio = function(_k, ((_x + _v[_k]) ** 2 - _v[_k] ** 2) / 2 - _l)
_weights = All(_k, between(0, _k, _n), 0 <= _f[_k])
_points = All(_k, between(0, _k, _n), 0 <= _v[_k])
_less = Sum(_k, 0, _n, _f[_k] * _g[_k]) <= Sum(_k, 0, _n, _f[_k])

normal_tail = explained(
    "in sums, the normal tail beyond {0} is at most e^-{1} times that beyond 0",
    (_x, _l),
    All(_n, All(_v, _points, All(_f, _weights, All(_g, near_powers(_g, _density_ratio, _n), _less)))),
    r"\Phi(-{0}) \le e^{{-{1}}} \Phi(0) \text{{ in sums}}",
)
"""At x + v, the density is e^-λ·g times the density at v, for points v ≥ 0 and weights f."""


def _above(epsilon: Term, ratio: Term) -> Any:
    """Return how much the privacy loss is above ε where the noise is u·σ, for values that differ by ρ·σ."""
    return ratio * _u[_k] + ratio**2 / 2 - epsilon


def _excess(share: Term) -> Term:
    return Sum(_k, 0, _n, _f[_k] * If(share <= 1, 1 - share, 0))


_first = near_powers(_q, function(_k, _above(_e, _ratio)), _n)
_second = near_powers(_r, function(_k, _above(_later, _larger) - _above(_e, _ratio)), _n)

smaller_excess = explained(
    "in sums, the least δ at {0} for values {1}·σ apart is at most that at {2} for values {3}·σ apart",
    (_e, _ratio, _later, _larger),
    All(
        _n,
        All(
            _u,
            All(_f, _weights, All(_q, _first, All(_r, _second, _excess(_q[_k]) <= _excess(_q[_k] * _r[_k])))),
        ),
    ),
    r"\delta({0}; {1}\sigma) \le \delta({2}; {3}\sigma) \text{{ in sums}}",
)
"""Where the noise is u·σ, the other density is q·e^-ε times the first, and q·r·e^-ε' times it for the other values."""
