"""Section 2.4: the tail of the privacy loss of Gaussian noise with the expected loss ε²/2.

The loss is ε²/2 + ε·N, N standard normal. So it is above m·ε with the probability Φ(ε/2 - m), and above ε²/2 + m·ε with
Φ(-m) ≤ e^(-m²/2)/2. The first is above e^(-m²/2) as soon as m is large. Balls of 128 bits.
"""

from fractions import Fraction

from flint import ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.continuous import phi

claim = Claim(
    id="dwork2013.section-2-4.concentrated-tail",
    title="the tail of a concentrated privacy loss",
    section="2.4",
    position=81,
    statement=(
        "For a loss that is normal with mean ε²/2 and variance ε², a loss above ε²/2 + m·ε has probability Φ(-m) ≤ "
        "e^(-m²/2)/2 for every m ≥ 0, and one above m·ε, m ≥ ε/2, probability at most e^(-(m-ε/2)²/2)/2. The printed "
        "e^(-m²/2) for a loss above m·ε fails for every ε > 0 once m is large: at ε = 1 for m = 6, at ε = 2 for m = 2, "
        "at ε = 1/10 for m = 120. It holds for ε/2 ≤ m ≤ ε/4 + 2·(ln 2)/ε."
    ),
    latex=r"\Pr\Bigl[\text{loss} > \tfrac{\varepsilon^2}{2} + m\varepsilon\Bigr] = \Phi(-m) \le \tfrac12 e^{-m^2/2}",
    domain="ε > 0, m ≥ 0",
    verdict="corrected",
    scope="the corrected bounds, and that the printed one fails for large m, for all ε; its failures by balls",
    printed="a loss of mε has probability at most e^(-m²/2), for all m",
    slip="statement",
    uses=("dwork2013.section-2-4.concentrated-noise", "dwork2013.theorem-7"),
)


@claim.counterexample(
    "the probability of a loss above m·ε, Φ(ε/2 - m), is above e^(-m²/2) at (ε, m) = (1, 6), (2, 2), (1/10, 120)",
    mutants={"the loss less its mean": {"centre": 0}, "m = 3, ε = 1/10": {"last": ("1/10", "3")}},
)
def printed(centre=1, last=("1/10", "120")):
    with ctx.workprec(128):
        for epsilon, m in (("1", "6"), ("2", "2"), last):
            found = phi(centre * to_arb(epsilon) / 2 - to_arb(m))
            require(found > (-(to_arb(m) ** 2) / 2).exp(), f"the probability is {found} at ε = {epsilon}, m = {m}")


@claim.proof(
    "for every ε the printed bound fails for large m: with c = ε/2 and x = m - c, Φ(-x) > φ(x)·x/(1+x²), and "
    "e^(m²/2)·φ(x) = e^(cm - c²/2)/√(2π) grows faster than 1/x; the exponents",
    mutants={"cm + c²/2": {"sign": 1}},
)
def fails_later(sign=-1):
    identity("m c", lambda m, c: [(m**2 - (m - c) ** 2, 2 * c * m + sign * c**2)])


@claim.proof(
    "Φ(-x) > φ(x)·x/(1+x²) for x > 0: both go to 0, and the derivative of the left less that of the right is -φ(x)·(1 "
    "- x²/(1+x²) + (1-x²)/(1+x²)²) = -2φ(x)/(1+x²)² < 0",
    mutants={"x/(2+x²)": {"shift": 2}},
)
def lower_bound(shift=1):
    # Times (1+x²)²: (φ·x/(s+x²))' = φ·(-x²/(s+x²) + (s-x²)/(s+x²)²).
    identity("x", lambda x: [((shift + x**2) ** 2 - x**2 * (shift + x**2) + (shift - x**2), 2 * x**0)])


@claim.proof(
    "Φ(-x) ≤ e^(-x²/2)/2 for x ≥ 0: (x+u)² ≥ x² + u² for u ≥ 0, integrated over u; for x = m and x = m - ε/2",
    mutants={"x - u": {"sign": -1}},
)
def upper_bound(sign=1):
    given = Assumed("x u", lambda x, u: {}, lambda x, u: {"x": x, "u": u}, witness=[1, 1])
    signs(
        given,
        lambda known, x, u: [((x + sign * u) ** 2 - x**2 - u**2, positive_number(2) * known["x"] * known["u"])],
        strict=False,
    )


@claim.proof(
    "for ε/2 ≤ m ≤ ε/4 + 2·(ln 2)/ε: m² - (m-ε/2)² = ε·(m-ε/4) ≤ 2·ln 2, so that e^(-(m-ε/2)²/2)/2 ≤ e^(-m²/2)",
    mutants={"m ≤ ε/2 + 2·(ln 2)/ε": {"part": Fraction(1, 2)}},
)
def where_it_holds(part=Fraction(1, 4)):
    # h stands for (ln 2)/ε, so that ε·h = ln 2.
    given = Assumed(
        "e m h",
        lambda e, m, h: {"ε": e},
        lambda e, m, h: {"room": part * e + 2 * h - m},
        witness=[Fraction(1)] * 3,
    )

    def room(known, e, m, h):
        yield 2 * e * h - (m**2 - (m - Fraction(1, 2) * e) ** 2), known["ε"] * known["room"]

    signs(given, room, strict=False)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
