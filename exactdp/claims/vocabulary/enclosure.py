"""Rational bounds for the functions that the calculus lacks: e^x, ln x, √x, and Φ(x), by balls of 192 bits.

Each name has a meaning only by computation: exp⁻(x) ≤ e^x ≤ exp⁺(x), and likewise for the others. A clause that
compares such bounds also holds for the true values if its bounds are on the safe side: a lower bound for each value
that must be large, and an upper bound for each value that must be small.
"""

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.enclosures import enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_arb
from exactdp.claims.statements.evaluation import Undefined
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import computed
from exactdp.privacy.continuous import phi

WORKING_BITS = 192
"""The precision of the balls."""

FARTHEST = 10_000
"""The largest |x| for which e^x and Φ(x) are enclosed."""

_c, _x, _y = numbers("c x y")


def _bounds(
    name: str, of: str, latex: str, ball: Callable[[arb], arb], within: Callable[[Fraction], bool]
) -> tuple[Definition, Definition]:
    """Return the names of a lower and an upper bound of a function."""

    def end(sign: str, upper: bool) -> Definition:
        def decide(x: Fraction) -> Fraction:
            if not within(x):
                raise Undefined(f"{name}({x}) is not enclosed")
            with ctx.workprec(WORKING_BITS):
                found = enclosure(ball(to_arb(x)))
            return found.upper if upper else found.lower

        made = Definition(
            f"{name}{sign[0]}({{0}})", (_x,), None, NUMBER, latex=f"{latex}^{sign[1]}({{0}})", decide=decide
        )
        return computed(
            made, f"a rational {'upper' if upper else 'lower'} bound on {of}, computed with {WORKING_BITS} bits"
        )

    return end("⁻-", upper=False), end("⁺+", upper=True)


exp_below, exp_above = _bounds("exp", "e^x", r"\exp", arb.exp, lambda x: abs(x) <= FARTHEST)
log_below, log_above = _bounds("ln", "ln x for x > 0", r"\ln", arb.log, lambda x: x > 0)
root_below, root_above = _bounds("√", "√x for x ≥ 0", r"\mathrm{{sqrt}}", arb.sqrt, lambda x: x >= 0)
normal_below, normal_above = _bounds(
    "Φ", "the probability that a standard normal number is below x", r"\Phi", phi, lambda x: abs(x) <= FARTHEST
)
"""Φ(x) is the probability that a standard normal number is below x."""


def _is_at_most(x: Fraction, y: Fraction, factor: Fraction) -> bool:
    if x == y == 0:
        return 1 <= 2 * factor
    with ctx.workprec(WORKING_BITS):
        left, right = phi(to_arb(x)), to_arb(factor) * to_arb(y).exp()
    if not (left < right or right < left):
        raise InputError(f"the enclosures do not decide whether Φ({x}) or {factor}·e^({y}) is smaller")
    return bool(left < right)


normal_at_most = computed(
    Definition(
        "Φ({0}) ≤ {2}·e^({1})", (_x, _y, _c), None, latex=r"\Phi({0}) \le {2} \cdot e^{{ {1} }}", decide=_is_at_most
    ),
    "Φ is the standard normal distribution function; decided by enclosures",
)


def _pi(sign: str, latex: str, upper: bool) -> Definition:
    def decide() -> Fraction:
        with ctx.workprec(WORKING_BITS):
            found = enclosure(arb.pi())
        return found.upper if upper else found.lower

    made = Definition(f"π{sign}", (), None, NUMBER, latex=rf"\pi^{latex}", decide=decide)
    return computed(made, f"a rational {'upper' if upper else 'lower'} bound on π, computed with {WORKING_BITS} bits")


pi_below, pi_above = _pi("⁻", "-", upper=False)(), _pi("⁺", "+", upper=True)()
