"""Theorem 7: the variance has to grow with Δ², and the printed one does not depend on Δ.

The curve depends on Δ/σ alone, so a variance that is enough for Δ = 1 is enough for Δ once it is multiplied by Δ². At a
fixed σ the least δ rises with Δ to 1. Enclosed by balls of 128 bits.
"""

from fractions import Fraction

from flint import ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.continuous import phi

claim = Claim(
    id="dwork2013.theorem-7.sensitivity",
    title="the Gaussian mechanism's noise and the sensitivity",
    section="2.3",
    position=92,
    statement=(
        "Normal noise of variance σ² is (ε, δ)-differentially private for the L_2-sensitivity Δ exactly if σ²/Δ² is "
        "for the sensitivity 1: the variance must be multiplied by Δ². At a fixed variance the least δ rises with Δ, "
        "to 1. So the printed variance ln(1/δ)/ε² fails for every ε and δ once Δ is large: at ε = 1/10, δ = 1/10 it is "
        "enough for Δ = 1 and not for Δ = 6, and at Δ = 100 the least δ is above 99/100. For Δ = 0, where f is "
        "constant on neighbours, no noise is needed."
    ),
    latex=(
        r"\delta(\varepsilon) = \Phi\Bigl(\frac{\rho}{2} - \frac{\varepsilon}{\rho}\Bigr) - "
        r"e^\varepsilon\,\Phi\Bigl(-\frac{\rho}{2} - \frac{\varepsilon}{\rho}\Bigr), \qquad \rho = \Delta/\sigma"
    ),
    domain="ε > 0, 0 < δ < 1, 0 < Δ < ∞, any dimension",
    verdict="corrected",
    scope="that only Δ/σ matters, and that the curve rises in it, for all parameters; the example by balls",
    printed="the variance ln(1/δ)/ε², for every Δ",
    slip="print",
    uses=("dwork2013.theorem-7",),
)

BITS = 128


def least_delta(epsilon, delta, sensitivity, power=0):
    """The least δ at the printed variance, times Δ to a power."""
    sigma = ((1 / delta).log() * sensitivity**power).sqrt() / epsilon
    # Two inputs with values 0 and Δ, and the event that the answer is at least c.
    c = epsilon * sigma**2 / sensitivity + sensitivity / 2
    return phi((sensitivity - c) / sigma) - epsilon.exp() * phi(-c / sigma)


@claim.counterexample(
    "ε = δ = 1/10 and the values 0 and Δ: an event shows at Δ = 6 that δ = 1/10 is not enough, at Δ = 100 that 99/100 "
    "is not; at Δ = 1 it is",
    mutants={"the variance times Δ²": {"power": 2}, "Δ = 5": {"large": 5}},
)
def printed(large=6, power=0):
    with ctx.workprec(BITS):
        e, d = to_arb("1/10"), to_arb("1/10")
        require(least_delta(e, d, to_arb(1), power) < d, "it fails for Δ = 1")
        require(least_delta(e, d, to_arb(large), power) > d, f"it is enough for Δ = {large}")
        require(least_delta(e, d, to_arb(100), power) > to_arb("99/100"), "99/100 is enough for Δ = 100")


@claim.proof(
    "the loss at x, (x²-(x-v)²)/(2σ²), is the same for v·Δ, σ·Δ and x·Δ, and so is every density times dx: the curve "
    "depends on Δ/σ",
    mutants={"the variance times Δ": {"power": 1}},
)
def only_the_ratio(power=2):
    # Both sides times 2σ²Δ²; k is the factor Δ.
    def pairs(x, v, k):
        yield (x * k) ** 2 - (x * k - v * k) ** 2, k**power * (x**2 - (x - v) ** 2)

    identity("x v k", pairs)


@claim.proof(
    "the curve rises in ρ: e^ε·φ(ρ/2+ε/ρ) = φ(ρ/2-ε/ρ), so its derivative is φ(ρ/2-ε/ρ)·((1/2+ε/ρ²) + (1/2-ε/ρ²)) = "
    "φ(ρ/2-ε/ρ) > 0",
    mutants={"e^(ε/2)": {"factor": Fraction(1, 2)}, "the same sign twice": {"sign": 1}},
)
def rises(factor=1, sign=-1):
    # The exponents, times 8ρ²: -(ρ/2-ε/ρ)²/2 and ε - (ρ/2+ε/ρ)²/2.
    identity(
        "r e",
        lambda r, e: [(-((r**2 - 2 * e) ** 2), 8 * factor * e * r**2 - (r**2 + 2 * e) ** 2)],
    )
    # Times ρ²: the derivatives of ρ/2-ε/ρ and of -ρ/2-ε/ρ are 1/2+ε/ρ² and -1/2+ε/ρ²; p is φ(ρ/2-ε/ρ).
    given = Assumed("r e p", lambda r, e, p: {"ρ": r, "p": p}, witness=[Fraction(1), Fraction(1), Fraction(1)])

    def derivative(known, r, e, p):
        half = positive_number(Fraction(1, 2))
        first, second = half.element * r**2 + e, -half.element * r**2 + e
        yield p * first + sign * p * second, known["ρ"] ** 2 * known["p"]

    signs(given, derivative)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
