"""Section 4.1: the exact level of randomised response.

The larger of the two ratios is (1/2+ε)/(1/2-ε), so that the level is α = (1-2ε)/(1+2ε), and e^-(its parameter) = α. The
parameter is ln((1+2ε)/(1-2ε)) = 2·(x + x³/3 + x⁵/5 + …) with x = 2ε: above 4ε, and below 4ε/(1-4ε²). At ε = 1/2 it is
infinite, so that no constant serves all of (0, 1/2).
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.level import epsilon
from exactdp.surveys.randomized_response import biased_response

claim = Claim(
    id="lecture.section-4-1.privacy",
    title="the level of randomised response",
    section="4.1",
    position=30,
    statement=(
        "For 0 < ε < 1/2 randomised response has the level α = (1/2-ε)/(1/2+ε) = (1-2ε)/(1+2ε) exactly: it is ε'-DP "
        "for ε' = ln((1+2ε)/(1-2ε)) and nothing less, with 4ε < ε' < 4ε/(1-4ε²); for ε ≤ 1/4, ε' < 16ε/3. At ε = 1/2 "
        "the answer is the truth, a ratio has the denominator 0, and no ε' will do. So O(ε) holds for ε ≤ c with any c "
        "< 1/2, and with no constant for all ε < 1/2. For a given α, ε = (1-α)/(2·(1+α))."
    ),
    latex=r"\frac{\Pr[Y_j = a_j]}{\Pr[Y'_j = a_j]} \le \frac{1/2 + \varepsilon}{1/2 - \varepsilon} = e^{\varepsilon'}, "
    r"\qquad 4\varepsilon < \varepsilon' < \frac{4\varepsilon}{1 - 4\varepsilon^2}",
    domain="0 < ε < 1/2",
    verdict="corrected",
    scope="the level and the bounds for all ε, the latter by the terms of the series; at some ε also by enclosures",
    printed="ε ∈ (0, 1/2], with the ratio Pr[Y_j = a_j] / (Y'_j = a_j) at most (1/2+ε)/(1/2-ε)",
    slip="statement",
)


@claim.counterexample(
    "ε = 1/2: the level is 0, so there is no ε' for which the mechanism is ε'-DP",
    mutants={"ε = 49/100": {"e": Fraction(49, 100)}},
)
def at_one_half(e=Fraction(1, 2)):
    require(biased_response(e).level.alpha == 0, "the level is above 0")


@claim.proof(
    "the level: (1/2+ε)·(1-2ε) = (1/2-ε)·(1+2ε), so that of the two entries of a column one is α times the other, and "
    "α ≤ 1; for ε = (1-α)/(2(1+α)), 1/2+ε = 1/(1+α) (times 2(1+α))",
    mutants={"α = (1-ε)/(1+ε)": {"two": 1}},
)
def exact_level(two=2):
    half = Fraction(1, 2)
    identity(
        "e a", lambda e, a: [((half + e) * (1 - two * e), (half - e) * (1 + two * e)), ((1 + a) + (1 - a), 2 + 0 * a)]
    )
    small = Assumed("e", lambda e: {"ε": e, "1-2ε": 1 - 2 * e}, witness=[Fraction(1, 4)])
    signs(small, lambda given, e: [((1 + two * e) - (1 - two * e), 4 * given["ε"])])


@claim.proof(
    "the series of ln((1+x)/(1-x)): terms 2·x^(2k+1)/(2k+1) > 0, at most 2·x^(2k+1) and less from k = 1 on: (2k+1)·s - "
    "s = 2k·s; the sum of 2·x^(2k+1) over k < m is 2x·(1 - x^(2m))/(1-x²)",
    mutants={"(1 - x^m)": {"half": 1}, "terms over 2k-1": {"odd": -1}},
)
def series(half=2, odd=1):
    def sums(x, m):
        yield x * (1 - x ** (half * m)) + (1 - x**2) * x ** (2 * m + 1), x * (1 - x ** (half * (m + 1)))

    identity("x", sums, Domain("m", lambda m: [m]))
    # j stands for the number k ≥ 0, s for x^(2k+1).
    terms = Assumed("s j", lambda s, j: {"s": s}, lambda s, j: {"k": j}, witness=[Fraction(1, 2), Fraction(1)])
    signs(terms, lambda given, s, j: [((2 * j + odd) * s - s, 2 * given["k"] * given["s"])], strict=False)


@claim.proof(
    "with x = 2ε: 2x/(1-x²) = 4ε/(1-4ε²), and for ε ≤ 1/4 this is at most 16ε/3, as 16·(1-4ε²) - 12 = "
    "16·(1/4-ε)·(1+4ε)",
    mutants={"up to ε = 1/2": {"most": Fraction(1, 2)}},
)
def constant(most=Fraction(1, 4)):
    small = Assumed("e", lambda e: {"ε": e}, lambda e: {"c-ε": most - e}, witness=[Fraction(1, 8)])

    def pairs(given, e):
        x = 2 * e
        yield e * (16 * (1 - x * x) - 12), 16 * given["ε"] * given["c-ε"] + 64 * given["ε"] ** 2 * given["c-ε"]

    signs(small, pairs, strict=False)


@claim.instances(
    "ε = 1/100, 1/10, 1/4, 2/5, 49/100: the library's level, and 4ε < ε' < 4ε/(1-4ε²) by an enclosure of ε'; ε' > 9ε "
    "at 49/100 and ε' < 16ε/3 up to 1/4",
    mutants={"4ε above": {"over": 0}, "5ε below": {"under": 5}},
)
def at_some(under=4, over=1):
    for e in map(Fraction, ("1/100", "1/10", "1/4", "2/5", "49/100")):
        alpha = (1 - 2 * e) / (1 + 2 * e)
        require(biased_response(e).level.alpha == alpha, f"ε = {e}: another level than {alpha}")
        found = epsilon(alpha)
        require(under * e < found.lower, f"ε = {e}: ε' = {found}")
        require(found.upper < 4 * e / (1 - over * 4 * e**2), f"ε = {e}: ε' = {found}")
        require((found.upper < Fraction(16, 3) * e) == (e <= Fraction(1, 4)), f"ε = {e}: ε' = {found}")
    require(epsilon(Fraction(1, 99)).lower > 9 * Fraction(49, 100), "ε = 49/100: ε' is at most 9ε")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
