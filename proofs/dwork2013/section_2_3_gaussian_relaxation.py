"""Section 2.3: Gaussian noise is never (ε, 0)-differentially private.

With values 0 and v > 0 the loss at the answer x is (x² - (x-v)²)/(2σ²) = v·(2x-v)/(2σ²). It grows with x beyond every
ε, and every half-line has positive probability. Laplace noise keeps it at ε.
"""

import itertools
from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.continuous import Gaussian

claim = Claim(
    id="dwork2013.section-2-3.gaussian-relaxation",
    title="why Gaussian noise needs a δ",
    section="2.3",
    position=82,
    statement=(
        "Where neighbours have different values, Gaussian noise is (ε, 0)-differentially private for no ε: for values "
        "v apart the loss exceeds ε exactly at answers more than εσ²/v + v/2 beyond the smaller value, which have "
        "positive probability for every ε. So its loss in the sense of equation (1) is infinite, and a δ > 0 is needed "
        "at every ε; it falls below every bound as ε grows."
    ),
    latex=r"\frac{v(2x - v)}{2\sigma^2} > \varepsilon \iff x > \frac{\varepsilon\sigma^2}{v} + \frac v2",
    domain="ε ≥ 0, σ > 0, v > 0",
    verdict="proved",
    scope="all ε, σ and v; δ > 0 also by balls at ε up to 50",
    uses=("dwork2013.theorem-7", "dwork2013.equation-1"),
)


@claim.proof(
    "at x = εσ²/v + v/2 + y/v the loss is ε + y/σ², more than ε exactly for y > 0",
    mutants={"at εσ²/v + y/v": {"half": 0}, "twice the loss": {"factor": 2}},
)
def threshold(half=1, factor=1):
    # With S = σ², all times v: v·x = εS + v²/2 + y; the loss times 2S is 2vx - v².
    def pairs(e, S, v, y):
        at = e * S + half * Fraction(1, 2) * v**2 + y
        yield factor * (2 * at - v**2), 2 * e * S + 2 * y

    identity("e S v y", pairs)
    given = Assumed("e S y", lambda e, S, y: {"S": S, "y": y}, witness=[1, 1, 1])
    signs(given, lambda known, e, S, y: [((2 * e * S + 2 * y) - 2 * e * S, positive_number(2) * known["y"])])


@claim.instances(
    "the library's curve at σ² = 1 and ε = 0, 1, 10, 50, and at σ² = 100 and ε = 0, 1/10, 1, 2: δ > 0, and it falls; "
    "with ε = 50 and σ² = 1 it is below 10^-500",
    mutants={"10^-600": {"bound": 600}},
)
def curve(bound=500):
    for variance, epsilons in ((1, (0, 1, 10, 50)), (100, (0, "1/10", 1, 2))):
        found = [Gaussian(variance).delta(epsilon) for epsilon in epsilons]
        require(all(each.lower > 0 for each in found), f"δ may be 0 at the variance {variance}")
        require(all(b.upper < a.lower for a, b in itertools.pairwise(found)), "δ does not fall")
        if variance == 1:
            require(found[-1].upper < Fraction(1, 10**bound), f"δ at ε = 50 is {found[-1]}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
