"""Section 4.2: the variance of the geometric noise, exactly, and as O(1/ε²).

Var[Z] = 2α/(1-α)², by the sum of i²·α^i. With α = e^-ε, (1-α)²/α = e^ε + e^-ε - 2 = 2·(ε²/2! + ε⁴/4! + …), which is
more than ε². So Var[Z] < 2/ε², and Var[p̃] < 2/(ε²·n²); the constant 2 is the best, as ε → 0.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.privacy.level import epsilon

claim = Claim(
    id="lecture.section-4-2.variance",
    title="the variance of the geometric mechanism",
    section="4.2",
    position=70,
    statement=(
        "Var[f(X) + Z] = Var[Z] = 2α/(1-α)², with α = e^-ε, is below 2/ε² for every ε > 0, and above 2/(ε² + ε⁴/11) "
        "for ε ≤ 1; so Var[p̃] = 2α/((1-α)²·n²) < 2/(ε²·n²). No smaller constant than 2 will do for all ε. For large "
        "ε the variance is far smaller, 2·e^-ε·(1 + …). For sensitivity Δf each coordinate has β = e^(-ε/Δf) for α: "
        "below 2Δf²/ε²."
    ),
    latex=r"\operatorname{Var}[Z] = \frac{2\alpha}{(1-\alpha)^2} = \frac{2}{e^{\varepsilon} + e^{-\varepsilon} - 2} < "
    r"\frac{2}{\varepsilon^2}",
    domain="0 < α < 1, every number of persons",
    verdict="proved",
    scope="all α; the comparison with ε by the terms of the series, and at some α by enclosures",
    uses=("lecture.definition-4.1",),
)


@claim.proof(
    "the sum: (1-α)³·Σ_(1≤i≤m) i²·α^i = α·(1+α) - α^(m+1)·R(m+1) with R(k) = k²·(1-α)² + 2k·α·(1-α) + α·(1+α), by "
    "the growth with one more term, and α·(1+α) - α·R(1) = 0",
    mutants={"R without 2k·α": {"middle": 0}, "i·α^i": {"power": 1}},
)
def squares(middle=2, power=2):
    # v stands for the number m+1.
    remainder = lambda a, k: k**2 * (1 - a) ** 2 + middle * k * a * (1 - a) + a * (1 + a)  # noqa: E731

    def pairs(a, v, m):
        grown = a ** (m + 1) * remainder(a, v) - a ** (m + 2) * remainder(a, v + 1)
        yield grown, (1 - a) ** 3 * v**power * a ** (m + 1)

    identity("a v", pairs, Domain("m", lambda m: [m]))
    identity("a", lambda a: [(a * remainder(a, 1), a * (1 + a))])


@claim.proof(
    "the variance, twice the sum times (1-α)/(1+α): 2·(1-α)·α·(1+α)·(1-α)² = 2α·(1+α)·(1-α)³; and with t = 1/α: "
    "(1-α)²·t = t + α - 2, given α·t = 1",
    mutants={"once the sum": {"both": 1}, "t + α - 1": {"two": 1}},
)
def closed_form(both=2, two=2):
    identity("a", lambda a: [(both * (1 - a) * a * (1 + a) * (1 - a) ** 2, 2 * a * (1 + a) * (1 - a) ** 3)])
    # (1-α)²·t - (t + α - 2) = (α·t - 1)·(α - 2).
    identity("a t", lambda a, t: [((1 - a) ** 2 * t - (t + a - two), (a * t - 1) * (a - 2))])


@claim.proof(
    "e^ε + e^-ε - 2 is ε² and terms s_k = 2·ε^(2k)/(2k)! > 0, k ≥ 2, each the part ε²/((2k+1)(2k+2)) ≤ ε²/30 of the "
    "one before; for ε ≤ 1 their sum is at most ε⁴/12·30/29 < ε⁴/11",
    mutants={"ε²/56": {"part": 56}, "ε⁴/12": {"eleven": 12}},
)
def terms(part=30, eleven=11):
    # (2k+1)(2k+2) - 30 = (k-2)·(4k+14), with j for k-2.
    later = Assumed("s j", lambda s, j: {"s": s}, lambda s, j: {"j": j}, witness=[Fraction(1), Fraction(0)])
    signs(
        later,
        lambda given, s, j: [
            (((2 * j + 5) * (2 * j + 6) - part) * s, given["j"] * given["s"] * 22 + 4 * given["j"] ** 2 * given["s"])
        ],
        strict=False,
    )
    # A geometric sum with quotient y ≤ 1/30: its part up to m is below 1/(1-y) ≤ 30/29.
    identity(
        "y", lambda y, m: [((1 - y ** (m + 1)) + (1 - y) * y ** (m + 1), 1 - y ** (m + 2))], Domain("m", lambda m: [m])
    )
    sums = Assumed("y e", lambda y, e: {"ε": e}, lambda y, e: {"1/30-y": Fraction(1, 30) - y}, witness=[0, Fraction(1)])
    constant = Fraction(1, eleven) - Fraction(1, 12) * Fraction(30, 29)
    require(constant > 0, f"30/(12·29) is not below 1/{eleven}")
    signs(
        sums, lambda given, y, e: [(Fraction(30, 29) * (1 - y) - 1, Fraction(30, 29) * given["1/30-y"])], strict=False
    )


def bounds(alpha, last):
    """Bounds on Σ z²·mass(z): the terms up to `last`, and a geometric sum for the others."""
    noise = UnboundedGeometric(alpha)
    partial = 2 * sum(z * z * noise.mass(0, z) for z in range(1, last + 1))
    quotient = alpha * Fraction((last + 2) ** 2, (last + 1) ** 2)
    return partial, partial + 2 * (last + 1) ** 2 * noise.mass(0, last + 1) / (1 - quotient)


@claim.instances(
    "α = 1/10, 1/2, 3/4: 2α/((1-α)²) lies between the sum of the terms up to 120 and a bound on all, 10^-9 apart",
    mutants={"α/(1-α)²": {"two": 1}, "2α/(1-α²)": {"square": False}},
)
def summed(two=2, square=True):
    for alpha in map(Fraction, ("1/10", "1/2", "3/4")):
        lower, upper = bounds(alpha, 120)
        found = two * alpha / ((1 - alpha) ** 2 if square else 1 - alpha**2)
        require(upper - lower < Fraction(1, 10**9), f"α = {alpha}: the bounds are too far apart")
        require(lower < found < upper, f"α = {alpha}: {found}")


@claim.instances(
    "α = 1/1000, 1/10, 1/2, 9/10, 999/1000 with enclosures of ε = -ln α: below 2/ε², and for ε ≤ 1 above 2/(ε² + "
    "ε⁴/11)",
    mutants={"1.99/ε²": {"two": Fraction(199, 100)}},
)
def against_epsilon(two=Fraction(2)):
    for alpha in map(Fraction, ("1/1000", "1/10", "1/2", "9/10", "999/1000")):
        variance, e = 2 * alpha / (1 - alpha) ** 2, epsilon(alpha)
        require(variance < two / e.upper**2, f"α = {alpha}: {variance} is not below")
        if e.upper <= 1:
            require(variance > 2 / (e.lower**2 + e.lower**4 / 11), f"α = {alpha}: {variance} is not above")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
