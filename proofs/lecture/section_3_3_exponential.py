"""Section 3.3: the factor e^ε composes, and is about 1+ε.

The factors of two mechanisms multiply, and e^ε·e^ε' = e^(ε+ε') where (1+ε)·(1+ε') is more than 1+ε+ε'. The terms ε^k/k!
from k = 2 on are at most ε²/2 times powers of ε/3, as k! ≥ 2·3^(k-2). So e^ε is above 1+ε by ε²/2 to 3ε²/4, ε ≤ 1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.level import level_of_epsilon

claim = Claim(
    id="lecture.section-3-3.exponential",
    title="e^ε as the factor",
    section="3.3",
    position=40,
    statement=(
        "With factors e^ε the parameters add up under composition, e^ε·e^ε' = e^(ε+ε'), while factors 1+ε and 1+ε' "
        "give the parameter ε+ε'+ε·ε'. For 0 < ε ≤ 1, 1 + ε + ε²/2 < e^ε < 1 + ε + 3ε²/4. For large ε they are far "
        "apart: e^5 > 148, and 1 + 5 = 6."
    ),
    latex=r"1 + \varepsilon + \tfrac12 \varepsilon^2 < e^{\varepsilon} < 1 + \varepsilon + \tfrac34 \varepsilon^2 "
    r"\quad (0 < \varepsilon \le 1)",
    domain="0 < ε ≤ 1 for the bounds",
    verdict="proved",
    scope="the bounds for all ε by the terms of the series; at some ε by rational bounds on e^ε as well",
)


@claim.proof(
    "factors 1+ε and 1+ε' are together 1 + (ε+ε') + ε·ε', and no 1 + (ε+ε')",
    mutants={"without ε·ε'": {"cross": 0}},
)
def products(cross=1):
    identity("x y", lambda x, y: [((1 + x) * (1 + y), 1 + (x + y) + cross * x * y)])


@claim.proof(
    "the term k+1 is the part ε/(k+1) of the term k, at most ε/3 of it for k ≥ 2, the k of them as k = 2 + j with j ≥ "
    "0: x·s - (2+j+1)·s·x/3 ≤ 0 (times 3)",
    mutants={"ε/4": {"third": 4}},
)
def terms(third=3):
    # s·x is the term k times x and j a number ≥ 0: (k+1)·s·x - 3·s·x = j·s·x with k+1 = 3+j.
    assumed = Assumed(
        "s x j", lambda s, x, j: {"s": s, "x": x}, lambda s, x, j: {"j": j}, witness=[Fraction(1), Fraction(1), 0]
    )
    signs(
        assumed,
        lambda given, s, x, j: [((3 + j) * s * x - third * s * x, given["j"] * given["s"] * given["x"])],
        strict=False,
    )


@claim.proof(
    "so the terms from 2 to m+2 are at most ε²/2·(1 + y + … + y^m) with y = ε/3, whose sum is (1 - y^(m+1))/(1-y) < "
    "1/(1-y) ≤ 3/2 for ε ≤ 1; 3/2·ε²/2 = 3ε²/4",
    mutants={"ε ≤ 2": {"most": 2}, "y^m": {"less": 1}},
)
def geometric_sum(most=1, less=0):
    # Times 1-y: the sum grows by y^(m+1) with one more term.
    identity(
        "y",
        lambda y, m: [((1 - y ** (m + 1)) + (1 - y) * y ** (m + 1 - less), 1 - y ** (m + 2))],
        Domain("m", lambda m: [m]),
    )
    small = Assumed("x", lambda x: {"x": x}, lambda x: {"b-x": most - x}, witness=[Fraction(1, 2)])
    # 3/2·(1-y) - 1 = (1-x)/2, and the factor ε²/2.
    half = Fraction(1, 2)
    signs(
        small,
        lambda given, x: [
            (
                half * x * x * (Fraction(3, 2) * (1 - Fraction(1, 3) * x) - 1),
                half * half * given["x"] ** 2 * given["b-x"],
            )
        ],
        strict=False,
    )


@claim.instances(
    "ε = 1/100, 1/10, 1/2, 1, to 2^-64: both bounds, and 148 < e^5 < 149",
    mutants={"1 + ε + ε²": {"lower": 1}, "1 + ε + ε²/2 above": {"upper": Fraction(1, 2)}},
)
def at_some(lower=Fraction(1, 2), upper=Fraction(3, 4)):
    for e in map(Fraction, ("1/100", "1/10", "1/2", "1")):
        below, above = enclosed(e)
        require(1 + e + lower * e**2 < below, f"ε = {e}: e^ε is below {above}")
        require(above < 1 + e + upper * e**2, f"ε = {e}: e^ε is above {below}")
    below, above = enclosed(5)
    require(148 < below < above < 149, f"e^5 is above {below}")


def enclosed(e):
    """Rational bounds on e^ε."""
    alpha = level_of_epsilon(e, bits=64)
    return 1 / alpha, (1 + Fraction(1, 2**64)) / alpha


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
