"""Rational bounds for the functions that the calculus lacks: e^x, ln x, √x, and Φ(x), by balls of 192 bits.

Each name has a meaning only by computation: exp⁻(x) ≤ e^x ≤ exp⁺(x), and likewise for the others. A clause that
compares such bounds also holds for the true values, if it has a lower bound for each value that must be large and an
upper bound for each value that must be small.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.enclosures import enclosure
from exactdp.arithmetic.exact import to_arb
from exactdp.claims.evaluation import Undefined
from exactdp.claims.formulas import NUMBER, Definition, numbers
from exactdp.privacy.continuous import phi

PLACES = 192
"""The precision of the balls."""

FARTHEST = 10_000
"""The largest |x| for which e^x and Φ(x) are enclosed."""

(_x,) = numbers("x")


def _bounds(
    name: str, latex: str, ball: Callable[[arb], arb], within: Callable[[Fraction], bool]
) -> tuple[Definition, Definition]:
    """Return the names of a lower and an upper bound of a function."""

    def end(sign: str, upper: bool) -> Definition:
        def decide(x: Fraction) -> Fraction:
            if not within(x):
                raise Undefined(f"{name}({x}) is not enclosed")
            with ctx.workprec(PLACES):
                found = enclosure(ball(to_arb(x)))
            return found.upper if upper else found.lower

        return Definition(
            f"{name}{sign[0]}({{0}})", (_x,), None, NUMBER, latex=f"{latex}^{sign[1]}({{0}})", decide=decide
        )

    return end("⁻-", upper=False), end("⁺+", upper=True)


exp_below, exp_above = _bounds("exp", r"\exp", arb.exp, lambda x: abs(x) <= FARTHEST)
log_below, log_above = _bounds("ln", r"\ln", arb.log, lambda x: x > 0)
root_below, root_above = _bounds("√", r"\mathrm{{sqrt}}", arb.sqrt, lambda x: x >= 0)
normal_below, normal_above = _bounds("Φ", r"\Phi", phi, lambda x: abs(x) <= FARTHEST)
"""Φ(x) is the probability that a standard normal number is below x."""


def _pi(sign: str, latex: str, upper: bool) -> Definition:
    def decide() -> Fraction:
        with ctx.workprec(PLACES):
            found = enclosure(arb.pi())
        return found.upper if upper else found.lower

    return Definition(f"π{sign}", (), None, NUMBER, latex=rf"\pi^{latex}", decide=decide)


pi_below, pi_above = _pi("⁻", "-", upper=False)(), _pi("⁺", "+", upper=True)()
