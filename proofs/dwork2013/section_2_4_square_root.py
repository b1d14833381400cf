"""Section 2.4: noise of about √k for k counting queries, against the reconstruction bound of section 1.1.

With variance k/ε² the expected size of the noise is √(2/π)·√k/ε. The attack reconstructs at least k - 4E² of k bits
when all errors are at most E, so that it is of use for E < √k/2 only. The two differ by the constant factor 2·√(2/π)/ε.
"""

from fractions import Fraction

import sympy
from flint import arb, ctx, fmpq

from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.square-root",
    title="noise of order √k for k queries",
    section="2.4",
    position=85,
    statement=(
        "Gaussian noise of variance k/ε², whose loss has the mean ε²/2, has the expected size √(2/π)·√k/ε = "
        "0.7978…·√k/ε on each of k counting queries. The bound k - 4E² of bits that errors of at most E give away is "
        "positive exactly for E < √k/2. So the expected noise is 2·√(2/π)/ε = 1.5957…/ε times that threshold, for "
        "every k: the same order in k. For ε ≥ 8/5 it is below the threshold. The attack's bound is for the largest "
        "error, not the expected one."
    ),
    latex=r"E|Y| = \sqrt{\frac{2}{\pi}}\,\frac{\sqrt k}{\varepsilon}, \qquad k - 4E^2 > 0 \iff E < \frac{\sqrt k}{2}",
    domain="k ≥ 1, ε > 0, E ≥ 0",
    verdict="proved",
    scope="all k, ε and E; the reconstruction bound itself is cited in section 1.1",
    uses=("dwork2013.section-2-4.concentrated-noise",),
)


@claim.proof(
    "E|Y|: the antiderivative of x·e^(-x²/(2v)) is -v·e^(-x²/(2v)), so that over √(2πv) twice v is √(2v/π), here with "
    "v = k/ε², r = √k; and k - 4E² = (r - 2E)·(r + 2E)",
    mutants={"the antiderivative -v/2·e": {"half": 2}, "k - 2E²": {"four": 2}},
)
def sizes(half=1, four=4):
    # g is the density's exponential, g' = -x·g/v; times v.
    identity("x v g", lambda x, v, g: [(v * x * g, half * x * g * v)])
    given = Assumed("r E", lambda r, E: {"r": r, "r-2E": r - 2 * E}, lambda r, E: {"E": E}, witness=[3, 1])
    signs(
        given,
        lambda known, r, E: [(r**2 - four * E**2, known["r-2E"] * (known["r"] + positive_number(2) * known["E"]))],
    )


@claim.instances(
    "by integration for k = 1, 4, 100 and ε = 1/2, 2: E|Y|² = 2k/(πε²); by balls the constants, and that 2·√(2/π)/ε < "
    "1 at ε = 8/5 and > 1 at 3/2",
    mutants={"the variance 1/(kε²)": {"power": -1}, "ε = 3/2": {"large": "3/2"}},
)
def by_integration(power=1, large="8/5"):
    x = sympy.symbols("x", positive=True)
    for k in (1, 4, 100):
        for epsilon in (sympy.Rational(1, 2), sympy.Integer(2)):
            v = sympy.Integer(k) ** power / epsilon**2
            mean = (
                2 * sympy.integrate(x * sympy.exp(-(x**2) / (2 * v)), (x, 0, sympy.oo)) / sympy.sqrt(2 * sympy.pi * v)
            )
            require(sympy.simplify(mean**2 - 2 * k / (sympy.pi * epsilon**2)) == 0, f"the expected size is {mean}")
    with ctx.workprec(128):
        constant = (2 / arb.pi()).sqrt()
        require(arb(fmpq(7978, 10000)) < constant < arb(fmpq(7979, 10000)), f"the constant is {constant}")
        require(arb(fmpq(15957, 10000)) < 2 * constant < arb(fmpq(15958, 10000)), "twice it is another number")
        bound = Fraction(large)
        require(2 * constant < arb(fmpq(bound.numerator, bound.denominator)), f"not below 1 at ε = {large}")
        require(2 * constant > arb(fmpq(3, 2)), "below 1 at ε = 3/2")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
