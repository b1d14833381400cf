"""Section 2.4: when √k·ε replaces kε with a gain.

The advanced bound is √k·ε·(√(2·ln(1/δ)) + √k·(e^ε-1)). For ε ≤ 1/√k the last term is at most e-1, as (e^x-1)/x rises.
So it is at most √k·ε·(√(2·ln(1/δ)) + e - 1), below kε once √k exceeds the bracket, and above kε for small k.
"""

from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, Domain, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.savings",
    title="how much advanced composition saves",
    section="2.4",
    position=55,
    statement=(
        "For 0 < ε ≤ 1/√k the advanced bound is at most (√(2·ln(1/δ)) + e - 1)·√k·ε, and less than kε as soon as k > "
        "(√(2·ln(1/δ)) + e - 1)². With few computations it is larger than kε, for every ε: whenever k ≤ 2·ln(1/δ). At "
        "δ = 10^-6 and ε = 1/√k the bound first falls below kε at k = 41, at ε = 1/(10√k) at k = 29; the saving at k = "
        "10000 is a factor of 15."
    ),
    latex=(
        r"\sqrt{2k\ln(1/\delta)}\,\varepsilon + k\varepsilon(e^\varepsilon - 1) \le "
        r"\bigl(\sqrt{2\ln(1/\delta)} + e - 1\bigr)\sqrt k\,\varepsilon < k\varepsilon \text{ for } \sqrt k > "
        r"\sqrt{2\ln(1/\delta)} + e - 1"
    ),
    domain="k ≥ 1, 0 < ε ≤ 1/√k, 0 < δ < 1",
    verdict="proved",
    scope="the bound and both ranges of k for all parameters; the first k by balls of 128 bits",
    uses=("dwork2013.section-2-4.advanced-composition",),
)


def quotient(k, part, delta):
    """The bound over kε, at ε = part/√k."""
    epsilon = to_arb(part) / arb(k).sqrt()
    return (2 * (1 / to_arb(delta)).log() / k).sqrt() + epsilon.expm1()


TINY = Fraction(1, 10**6)


@claim.instances(
    "k = 4, ε = 1/2, δ = 10^-6: the bound is above 3·kε; likewise for k = 1, 10, 27 and ε = 1/√k it is above kε",
    mutants={"k = 100": {"sizes": (1, 10, 100)}, "δ = 9/10": {"delta": Fraction(9, 10)}},
)
def small_sizes(sizes=(1, 10, 27), delta=TINY):
    with ctx.workprec(128):
        require(quotient(4, 1, delta) > 3, f"the quotient is {quotient(4, 1, delta)}")
        for k in sizes:
            require(quotient(k, 1, delta) > 1, f"the quotient at k = {k} is {quotient(k, 1, delta)}")


@claim.proof(
    "with r = √k, u = √(2·ln(1/δ)) and ε = x/r, 0 < x ≤ 1: e^ε - 1 ≤ ε·(e-1), since ε - ε^j ≥ 0 term by term; so "
    "r·(e^ε-1) ≤ x·(e-1) ≤ e-1; kε = r·(rε) is more than (u+e-1)·rε once r > u+e-1; and for r ≤ u the first term "
    "alone is at least kε",
    mutants={"ε² - ε^(j+1)": {"first": 2}, "r > u only": {"constant": 0}},
)
def ranges(first=1, constant=1):
    unit = Assumed("e", lambda e: {"ε": e}, lambda e: {"1-ε": 1 - e}, witness=[Fraction(1, 2)])
    # ε^j - ε^(j+1) = ε^j·(1-ε), summed from 1: each ε^j is at most ε.
    signs(
        unit,
        lambda known, e, j: [(e**j - e ** (j + first), known["ε"] ** j * known["1-ε"])],
        Domain("j", lambda j: [j - 1]),
        strict=False,
    )
    # u stands for √(2·ln(1/δ)), c for e-1, s for rε; in the second range u = r + d.
    given = Assumed("r u c s", lambda r, u, c, s: {"r-u-c": r - u - c, "s": s}, witness=[5, 2, 1, 1])
    signs(given, lambda known, r, u, c, s: [(r * s - (u + constant * c) * s, known["r-u-c"] * known["s"])])
    few = Assumed("r d s", lambda r, d, s: {"s": s}, lambda r, d, s: {"u-r": d}, witness=[1, 1, 1])
    signs(few, lambda known, r, d, s: [((r + d) * s - r * s, known["u-r"] * known["s"])], strict=False)


@claim.instances(
    "δ = 10^-6: the first k with a bound below kε is the printed one at ε = 1/√k and at 1/(10√k), and the quotient "
    "falls from there; at k = 10000, ε = 1/100 it is between 1/16 and 1/15",
    mutants={"40": {"firsts": ((1, 40),)}, "k = 5000": {"large": 5000}},
)
def first_saving(firsts=((1, 41), (Fraction(1, 10), 29)), large=10000):
    with ctx.workprec(128):
        for part, k in firsts:
            require(quotient(k, part, TINY) < 1, f"no saving at k = {k}: {quotient(k, part, TINY)}")
            require(quotient(k - 1, part, TINY) > 1, f"a saving at k = {k - 1}: {quotient(k - 1, part, TINY)}")
        found = quotient(large, 1, TINY)
        require(to_arb(Fraction(1, 16)) < found < to_arb(Fraction(1, 15)), f"the quotient is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
