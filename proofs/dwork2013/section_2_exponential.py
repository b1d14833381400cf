"""Section 2: e^ε is about 1 + ε for small ε, and e^(1/10) is about 1.1052.

The series gives both: e^ε - 1 - ε = Σ_{k ≥ 2} ε^k/k!, where for 0 ≤ ε ≤ 1 each ε^k is at most ε². Partial sums of
fractions enclose e^(1/10).
"""

from fractions import Fraction
from math import factorial

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2.exponential",
    title="e^ε for small ε",
    section="2",
    position=40,
    statement=(
        "For 0 ≤ ε ≤ 1, ε²/2 ≤ e^ε - (1+ε) ≤ (e-2)·ε² ≤ 3ε²/4. The decimal 1.1052 is e^(1/10) = 1.10517… rounded to "
        "four places, and 1 + 1/10 is short of it by 0.00517…."
    ),
    latex=(
        r"\frac{\varepsilon^2}{2} \le e^\varepsilon - 1 - \varepsilon = \sum_{k \ge 2} \frac{\varepsilon^k}{k!} \le "
        r"(e-2)\,\varepsilon^2"
    ),
    domain="0 ≤ ε ≤ 1, and ε = 1/10",
    verdict="proved",
    scope="all ε in [0, 1]; the decimal by fractions",
)


@claim.proof(
    "ε^k - ε^(k+1) = ε^k·(1-ε) ≥ 0, so that ε^k ≤ ε² for k ≥ 2; and Σ_{k ≥ 2} 1/k! = e-2 ≤ 1/2 + 1/6 + (1/24)·(1 + "
    "1/4 + …) = 1/2 + 1/6 + 1/18 ≤ 3/4, for each further factor is at least 4",
    mutants={"ε^(k+2)": {"step": 2}, "3/5": {"bound": Fraction(3, 5)}},
)
def terms(step=1, bound=Fraction(3, 4)):
    given = Assumed("e", lambda e: {}, lambda e: {"ε": e, "1-ε": 1 - e}, witness=[Fraction(1, 2)])
    signs(
        given,
        lambda known, e, k: [(e**k - e ** (k + step), known["ε"] ** k * known["1-ε"])],
        Domain("k", lambda k: [k - 2]),
        strict=False,
    )
    # The geometric series with the quotient 1/4, times 3.
    identity("q", lambda q: [((1 - q) * (1 + q + q**2 + q**3), 1 - q**4)])
    require(
        Fraction(1, 2) + Fraction(1, 6) + Fraction(1, 24) / (1 - Fraction(1, 4)) <= bound, f"e - 2 is above {bound}"
    )


@claim.instances(
    "e^(1/10) between two fractions, by 12 terms and a geometric bound of the others, rounds to 1.1052; 1.1 is short "
    "of it by 0.00517…",
    mutants={"ε = 1/9": {"epsilon": Fraction(1, 9)}, "1.1051": {"printed": "1.1051"}, "3 terms": {"count": 3}},
)
def decimal(epsilon=Fraction(1, 10), printed="1.1052", count=12):
    lower = sum(epsilon**k / factorial(k) for k in range(count))
    upper = lower + epsilon**count / factorial(count) / (1 - epsilon)
    half_unit = Fraction(1, 20000)
    rounded = Fraction(printed)
    require(rounded - half_unit < lower and upper < rounded + half_unit, f"it lies between {lower} and {upper}")
    short = Fraction("0.00517")
    require(short < lower - 1 - epsilon and upper - 1 - epsilon < short + Fraction(1, 10**5), "another remainder")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
