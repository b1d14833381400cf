"""Section 4.1: how far p̃ is from p, with which probability.

The error itself is not bounded by a constant over ε·√n: it reaches 1/2 + 1/(4ε) with positive probability for every n.
Chebyshev's inequality bounds the probability of |p̃ - p| ≥ c/(4ε·√n) by (1-4ε²)/c², and Hoeffding's that of |p̃ - p| ≥ s
by 2·e^(-8ε²·n·s²).
"""

from fractions import Fraction
from math import comb

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.level import level_of_epsilon

claim = Claim(
    id="lecture.section-4-1.concentration",
    title="the error of randomised response",
    section="4.1",
    position=70,
    statement=(
        "For every c > 0, |p̃ - p| < c/(4ε·√n) with probability at least 1 - (1-4ε²)/c² by Chebyshev's inequality, and "
        "at least 1 - 2·e^(-c²/2) by Hoeffding's. It holds with a probability only: |p̃ - p| = 1/2 + 1/(4ε) has "
        "probability (1/2-ε)^n where all bits are equal, which for ε < 1/2 is positive for every n."
    ),
    latex=r"\Pr\Bigl[|\tilde p - p| \ge \frac{c}{4\varepsilon\sqrt n}\Bigr] \le \min\Bigl(\frac{1 - "
    r"4\varepsilon^2}{c^2},\; 2 e^{-c^2/2}\Bigr)",
    domain="n ≥ 1, 0 < ε ≤ 1/2, c > 0, all data",
    every_n=True,
    verdict="proved",
    scope="Chebyshev's bound and the largest error for all n, ε and data; Hoeffding's for n = 1, 4, 25 and three ε",
    uses=("lecture.section-4-1.variance",),
)


@claim.proof(
    "Chebyshev: an answer with |p̃-p| = d ≥ s > 0 adds d²·w ≥ s²·w to the variance, as d² - s² = (d-s)·(d+s), and any "
    "other adds at least 0; so s² times the probability is at most the variance; with s² = c²/(16ε²·n) "
    "that is the bound",
    mutants={"s³": {"power": 3}},
)
def chebyshev(power=2):
    assumed = Assumed(
        "d s w", lambda d, s, w: {"s": s}, lambda d, s, w: {"d-s": d - s, "w": w}, witness=[Fraction(1)] * 3
    )
    signs(
        assumed,
        lambda given, d, s, w: [(d**2 * w - s**power * w, given["d-s"] * given["w"] * (given["d-s"] + 2 * given["s"]))],
        strict=False,
    )


@claim.proof(
    "the largest error: all n bits 1 and all answers 0 give the estimate 1/2 - 1/(4ε) of 1, by each answer (times 4ε): "
    "4ε - (2ε-1) = 2ε + 1, with probability (1/2-ε)·…·(1/2-ε), one factor for each",
    mutants={"an error below 1": {"one": -1}},
)
def largest(one=1):
    half = Fraction(1, 2)

    def pairs(e, n):
        yield 4 * e - 2 * (0 - half + e), 2 * e + one
        yield (half - e) ** n * (half - e), (half - e) ** (n + 1)

    identity("e", pairs, Domain("n", lambda n: [n - 1]))


def tail(n, ones, e, c_squared):
    """The probability of (p̃-p)²·16ε²·n ≥ c², for data with so many ones, summed over the numbers of false answers."""
    half, total = Fraction(1, 2), Fraction(0)
    for false_ones in range(ones + 1):
        for false_zeros in range(n - ones + 1):
            answers = ones - false_ones + false_zeros
            error = (Fraction(answers, n) - half + e) / (2 * e) - Fraction(ones, n)
            if error**2 * 16 * e**2 * n >= c_squared:
                wrong = false_ones + false_zeros
                ways = comb(ones, false_ones) * comb(n - ones, false_zeros)
                total += ways * (half - e) ** wrong * (half + e) ** (n - wrong)
    return total


@claim.instances(
    "n = 1, 4, 25, several data, ε = 1/10, 1/4, 2/5 and c = 1, 2, 3: both bounds, e^(-c²/2) by a rational bound from "
    "below",
    mutants={"Chebyshev with (1-4ε²)/c⁴": {"power": 2}, "Hoeffding with e^(-c²)": {"half": 1}},
)
def bounds(power=1, half=2):
    for n in (1, 4, 25):
        for ones in sorted({0, n // 2, n}):
            for e in map(Fraction, ("1/10", "1/4", "2/5")):
                for c in (1, 2, 3):
                    found = tail(n, ones, e, c**2)
                    require(found <= (1 - 4 * e**2) / Fraction(c**2) ** power, f"n = {n}, c = {c}: {found}")
                    exponential = level_of_epsilon(Fraction(c**2, half)) / (1 + Fraction(1, 2**32))
                    require(found <= 2 * exponential, f"n = {n}, c = {c}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
