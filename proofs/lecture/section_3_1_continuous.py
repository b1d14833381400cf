"""Section 3.1: adaptive composition for continuous distributions, on the Laplace mechanism.

For densities the proof is the same with integrals for sums. Here Laplace noise of level α = β² is cut into half-integer
cells, whose probabilities are rational in β, and the second query depends on the cell of the first response.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-3-1.continuous",
    title="composition of continuous mechanisms",
    section="3.1",
    position=50,
    statement=(
        "For mechanisms with densities f ≥ α·f' adaptive composition holds as well: the joint densities compare by the "
        "product of the levels, and so do their integrals over any event. Two Laplace mechanisms of level α, the "
        "second with a query that depends on the first response, are together α²-private, and not better."
    ),
    latex=r"f(y_1)\, f_{y_1}(y_2) \ge \alpha_1 \alpha_2\, f'(y_1)\, f'_{y_1}(y_2), \qquad f(y) = "
    r"\tfrac{\varepsilon}{2} e^{-\varepsilon |y - x|}",
    domain="mechanisms with densities, α_j ≥ 0; Laplace noise with 0 < α < 1 for the example",
    verdict="proved",
    scope="the pointwise step for all densities, of which events are integrals; Laplace noise on cells at two levels",
    uses=("lecture.theorem-3.5",),
)


@claim.proof(
    "at every pair of points: f·g - α_1·α_2·f'·g' = (f - α_1·f')·g + α_1·f'·(g - α_2·g') ≥ 0, and an integral of what "
    "is ≥ 0 is ≥ 0",
    mutants={"α_1 + α_2": {"added": True}},
)
def densities(added=False):
    assumed = Assumed(
        "f F g G a b",
        lambda *_: {},
        lambda f, F, g, G, a, b: {"f-aF": f - a * F, "g-bG": g - b * G, "F": F, "g": g, "a": a},
        witness=[Fraction(1, 2)] * 6,
    )

    def pairs(given, f, F, g, *rest):
        G, a, b = rest
        product = a + b if added else a * b
        yield f * g - product * F * G, given["f-aF"] * given["g"] + given["a"] * given["F"] * given["g-bG"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "the Laplace density: with |y-x'| ≤ |y-x| + 1 the densities compare by α, as a density at distance d+s, 0 ≤ s ≤ 1, "
    "is the part α^s ≥ α of the one at d; here c for α^s with α ≤ c ≤ 1",
    mutants={"distances up to 2": {"power": 2}},
)
def laplace_density(power=1):
    assumed = Assumed(
        "a c h",
        lambda a, c, h: {"h": h},
        lambda a, c, h: {"c-α": c - a, "α": a},
        witness=[Fraction(1, 4), Fraction(1, 2), Fraction(1)],
    )
    signs(assumed, lambda given, a, c, h: [(c**power * h - a * h, given["c-α"] * given["h"])], strict=False)


def cells(x, beta, ends):
    """The probabilities that Laplace noise of level β², added to x, lies in the cells between these half-integers."""

    def above(y):
        # Beyond the centre the density falls by β for every half; the whole mass there is 1/2.
        halves = 2 * (y - x)
        tail = beta ** abs(int(halves)) / 2
        return tail if halves >= 0 else 1 - tail

    tails = [Fraction(1), *map(above, ends), Fraction(0)]
    return [first - second for first, second in pairwise(tails)]


ENDS = [Fraction(k, 2) for k in range(-2, 5)]


@claim.instances(
    "queries 0 and 1 on two neighbours, the second mirrored when the first response is above 1/2; cells of length 1/2 "
    "from -1 to 2 and both tails: the exact level of one response is α, and of both α²",
    mutants={"α for both": {"power": 1}, "cells at a distance of 2": {"apart": 2}},
)
def two_laplace(power=2, apart=1):
    for beta in map(Fraction, ("1/2", "9/10")):
        alpha = beta**2
        single = Mechanism([cells(apart * bit, beta, ENDS) for bit in range(2)])
        require(level(single).alpha == alpha, f"α = {alpha}: one response has level {level(single).alpha}")
        middle = ENDS.index(Fraction(1, 2))
        rows = []
        for bit in range(2):
            row = []
            for cell, p in enumerate(cells(bit, beta, ENDS)):
                query = 1 - bit if cell > middle else bit
                row += [p * q for q in cells(query, beta, ENDS)]
            rows.append(row)
        found = level(Mechanism(rows)).alpha
        require(found == alpha**power, f"α = {alpha}: both responses have level {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
