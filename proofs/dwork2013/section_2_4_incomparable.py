"""Section 2.4: a concentrated loss and (ε, δ) do not imply one another.

Publishing a bit with probability δ, and nothing otherwise, is (0, δ), and its loss is ∞ with probability δ: nothing is
concentrated. A Gaussian loss with mean ε²/2 and variance ε² is as concentrated as can be, and at its own ε needs a
fixed δ(ε) > 0, the value of its curve.
"""

from fractions import Fraction

from flint import arb, ctx, fmpq

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.privacy_curve import privacy_curve
from exactdp.privacy.privacy_loss import privacy_loss

claim = Claim(
    id="dwork2013.section-2-4.incomparable",
    title="concentrated privacy is incomparable with (ε, δ)",
    section="2.4",
    position=70,
    statement=(
        "For 0 < δ < 1, publishing a bit with probability δ and nothing otherwise is (0, δ)-differentially private, "
        "while its loss is infinite with probability δ and so has no finite expectation. Noise with a loss that is "
        "normal with mean ε²/2 and variance ε², at ε = 1/10, 1, 2, is not (ε, δ)-differentially private for δ = 10^-3, "
        "whatever tail bound the loss satisfies. So neither a tail around the expectation nor (ε, δ) implies the "
        "other, as parameters are given."
    ),
    latex=(
        r"(0, \delta): \; \Pr[\text{loss} = \infty] = \delta; \qquad \text{loss} \sim N(\varepsilon^2/2, "
        r"\varepsilon^2): \; \delta(\varepsilon) > 10^{-3}"
    ),
    domain="the two mechanisms",
    verdict="verified",
    scope="the two examples; concentrated privacy itself is defined in a cited manuscript and not in the chapter",
    uses=("dwork2013.section-2-4.concentrated-tail", "dwork2013.definition-8"),
)


@claim.instances(
    "publishing a bit with probability 1/1000, 1/10, 1/2: the least δ is that at e^ε = 1 and 10^9, and so is the "
    "probability of an infinite loss",
    mutants={"the bit sometimes wrong": {"wrong": Fraction(1, 10)}},
)
def published_bit(wrong=Fraction(0)):
    for delta in map(Fraction, ("1/1000", "1/10", "1/2")):
        right = delta * (1 - wrong)
        mechanism = Mechanism([[right, delta - right, 1 - delta], [delta - right, right, 1 - delta]])
        curve = privacy_curve(mechanism, complete(inputs=range(2)))
        require(curve.at(1) == delta and curve.at(10**9) == delta, f"the least δ is not {delta}")
        found = privacy_loss(mechanism, 0, 1).infinite
        require(found == delta, f"the loss is infinite with probability {found}")


@claim.instances(
    "the curve Φ(ε/2-1) - e^ε·Φ(-ε/2-1) of noise with σ = Δ/ε is above 10^-3 at ε = 1/10, 1, 2, by balls of 128 bits",
    mutants={"σ = 4Δ/ε": {"scale": 4}},
)
def gaussian(scale=1):
    with ctx.workprec(128):

        def below(x):
            return (-x / arb(2).sqrt()).erfc() / 2

        for epsilon in map(Fraction, ("1/10", "1", "2")):
            e = arb(fmpq(epsilon.numerator, epsilon.denominator))
            rho = e / scale
            found = below(rho / 2 - e / rho) - e.exp() * below(-rho / 2 - e / rho)
            require(found > arb(fmpq(1, 1000)), f"the least δ at ε = {epsilon} is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
