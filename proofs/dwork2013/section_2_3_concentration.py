"""Section 2.3: Gaussian noise against Laplace noise of the same variance.

With variance 1 the tails are 2Φ(-t) and e^(-√2·t). The first is smaller for every t ≥ 2: beyond 2√2 because it is at
most e^(-t²/2), and between by balls of 128 bits. For t ≤ 3/2 the Laplace tail is the smaller one.
"""

from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, positive_number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-3.concentration",
    title="how concentrated Gaussian noise is",
    section="2.3",
    position=80,
    statement=(
        "At the same variance σ² a Gaussian number is beyond tσ less often than a Laplace number for every t ≥ 2, with "
        "quotients that go to 0 as t grows. Nearer to the centre it is the other way round: for 1/100 ≤ t ≤ 3/2 the "
        "Laplace number is beyond tσ less often, and its density at 0 is √π times as large. So the higher "
        "concentration is one of the tails."
    ),
    latex=(
        r"2\,\Phi(-t) < e^{-\sqrt2\,t} \quad (t \ge 2), \qquad 2\,\Phi(-t) > e^{-\sqrt2\,t} \quad (\tfrac1{100} \le t "
        r"\le \tfrac32)"
    ),
    domain="t ≥ 2, and 1/100 ≤ t ≤ 3/2",
    verdict="verified",
    scope="t ≥ 2√2 by proof, the two finite ranges covered by balls of 128 bits",
    uses=("dwork2013.definition-2", "dwork2013.theorem-7"),
)


def tails(t):
    """Of a Gaussian and of a Laplace number of variance 1, both sides."""
    return (t / arb(2).sqrt()).erfc(), (-arb(2).sqrt() * t).exp()


def covering(first, last, pieces):
    """Balls that cover an interval."""
    radius = (Fraction(last) - Fraction(first)) / pieces / 2
    for k in range(pieces):
        centre = Fraction(first) + (2 * k + 1) * radius
        yield arb(to_arb(centre).mid(), to_arb(radius * Fraction(1001, 1000)))


@claim.proof(
    "t ≥ 2√2, with r = √2: t²/2 - r·t = t·(t-2r)/2 ≥ 0, so that 2Φ(-t) ≤ e^(-t²/2) ≤ e^(-√2·t)",
    mutants={"t ≥ √2": {"least": 1}},
)
def far_out(least=2):
    # The bases are t and r, r² = 2 where it is needed, here nowhere.
    given = Assumed(
        "t r",
        lambda t, r: {"t": t, "r": r},
        lambda t, r: {"t-2r": t - least * r},
        witness=[Fraction(3), Fraction(7, 5)],
    )
    half = Fraction(1, 2)
    signs(
        given,
        lambda known, t, r: [(half * t**2 - r * t, positive_number(half) * known["t"] * known["t-2r"])],
        strict=False,
    )


@claim.instances(
    "balls that cover 2 ≤ t ≤ 3 and 1/100 ≤ t ≤ 3/2: the Gaussian tail is smaller on the first and larger on the "
    "second; the densities at 0 have the quotient √π",
    mutants={"from 3/2": {"start": "3/2"}, "up to 2": {"end": "2"}, "the Laplace scale σ": {"scale": 1}},
)
def nearer(start="2", end="3/2", scale=2):
    with ctx.workprec(128):
        for t in covering(start, 3, 200):
            gaussian, laplace = tails(t)
            require(gaussian < laplace, f"the Gaussian tail is not smaller near t = {t}")
        for t in covering("1/100", end, 2000):
            gaussian, laplace = tails(t)
            require(gaussian > laplace, f"the Gaussian tail is not larger near t = {t}")
        # 1/(2b) with 2b² = 1, and 1/√(2π).
        quotient = (2 * arb.pi()).sqrt() / (2 / arb(scale).sqrt())
        require(abs(quotient - arb.pi().sqrt()) < to_arb(Fraction(1, 10**30)), f"the quotient at 0 is {quotient}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
