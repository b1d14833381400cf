"""Theorem 7: for exactly which ε and δ the printed variance is enough.

With s = √ln(1/δ), σ = s/ε and a = ε/(2s) the least δ at this ε is F(a) = Φ(a-s) - e^(2as)·Φ(-a-s). It rises with a from
0 to 1, so the variance is enough exactly up to one ε*(δ). As δ goes to 0 or to 1 that goes to 0, and it stays below
9/4. All values are enclosed by balls of 128 bits; the bound 9/4 by balls on 1/4 ≤ s ≤ 4, and by estimates on either
side.
"""

from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.privacy.continuous import phi

claim = Claim(
    id="dwork2013.theorem-7.boundary",
    title="where the printed variance is enough",
    section="2.3",
    position=91,
    statement=(
        "Let Δ = 1. For each δ in (0, 1) normal noise of the printed variance ln(1/δ)/ε² is (ε, δ)-differentially "
        "private exactly for 0 < ε ≤ ε*(δ), where ε*(δ) > 0 solves Φ(a-s) - e^(2as)·Φ(-a-s) = δ with s = √ln(1/δ) and "
        "a = ε/(2s). ε*(δ) is 1.1357… at δ = 10^-3, 0.3244… at 10^-5, 0.1432… at 10^-6, 0.00844… at 10^-9. It is "
        "2.2249… at 1/5, and below 9/4 for all δ: with ε ≥ 9/4 the printed theorem is false whatever δ is."
    ),
    latex=(
        r"\Phi(a-s) - e^{2as}\,\Phi(-a-s) \le \delta = e^{-s^2} \iff \varepsilon = 2as \le \varepsilon^*(\delta) < "
        r"\tfrac94"
    ),
    domain="0 < δ < 1, ε > 0, Δ = 1",
    verdict="corrected",
    scope="that there is one boundary, and that it is below 9/4, for all δ; its values at six δ to six digits",
    printed="ln(1/δ)/ε² for all ε and δ",
    slip="statement",
    uses=("dwork2013.theorem-7",),
)

BITS = 128
TENTH = Fraction(1, 10)
# The first digits of ε*(δ), which the search below must confirm on both sides.
BOUNDARIES = {
    Fraction(9, 10): "1.24124",
    Fraction(1, 5): "2.22495",
    TENTH**3: "1.13577",
    TENTH**5: "0.32440",
    TENTH**6: "0.14325",
    TENTH**9: "0.00844",
}


def least_delta(epsilon, s):
    """F at a = ε/(2s)."""
    a = epsilon / (2 * s)
    return phi(a - s) - epsilon.exp() * phi(-a - s)


@claim.counterexample(
    "ε = 9/4 with δ = 1/5, and ε = 1 with δ = 10^-5: the least δ is larger than δ",
    mutants={"ε = 2 with δ = 1/5": {"large": "2"}, "ε = 1 with δ = 10^-3": {"small": TENTH**3}},
)
def above(large="9/4", small=TENTH**5):
    with ctx.workprec(BITS):
        for epsilon, delta in ((large, "1/5"), ("1", small)):
            found = least_delta(to_arb(epsilon), (-to_arb(delta).log()).sqrt())
            require(found > to_arb(delta), f"the least δ at ε = {epsilon} is {found}")


@claim.proof(
    "F rises: e^(2as)·φ(a+s) = φ(a-s), as -(a-s)² = 4as - (a+s)²; so F'(a) = 2e^(2as)·(φ(x) - s·Φ(-x)) at x = a+s; "
    "and φ(x) - x·Φ(-x), the integral of (t-x)·φ(t) over t > x, is > 0. F(0) = 0, and F goes to 1",
    mutants={"e^(as)": {"exponent": 2}, "2s in place of s": {"slope": 2}},
)
def rises(exponent=4, slope=1):
    identity("a s", lambda a, s: [(-((a - s) ** 2), exponent * a * s - (a + s) ** 2)])
    # E for e^(2as), p for φ(x), q for Φ(-x); the derivative of E·q with respect to a is 2s·E·q - E·p.
    given = Assumed(
        "a s E p q",
        lambda a, s, E, p, q: {"a": a, "s": s, "E": E, "q": q, "p-xq": p - (a + s) * q},
        witness=[Fraction(1), Fraction(1), Fraction(7), Fraction(1), Fraction(1, 4)],
    )

    def derivative(known, a, s, *rest):
        E, p, q = rest
        value = E * p - (2 * slope * s * E * q - E * p)
        yield value, positive_number(2) * known["E"] * (known["p-xq"] + known["a"] * known["q"])

    signs(given, derivative)


@claim.instances(
    "ε*(δ) at six values of δ: the printed digits are private, and one more in the last place is not",
    mutants={"two more in the last place": {"shift": 2}, "one less": {"shift": -1}, "δ = 11/10·δ": {"scale": "11/10"}},
)
def values(shift=0, scale="1"):
    with ctx.workprec(BITS):
        for delta, digits in BOUNDARIES.items():
            d = to_arb(delta * Fraction(scale)) if delta * Fraction(scale) < 1 else to_arb(delta)
            s = (-d.log()).sqrt()
            unit = Fraction(1, 10**5)
            lower = Fraction(digits) + shift * unit
            require(least_delta(to_arb(lower), s) < d, f"not private at δ = {delta}, ε = {lower}")
            require(least_delta(to_arb(lower + unit), s) > d, f"still private at δ = {delta}, ε = {lower + unit}")


@claim.proof(
    "at ε = 9/4 and s ≥ 4, 4·a·s > 0: with Φ(-x) < φ(x)/x the derivative is above 2φ(b-s)·b/(b+s), and φ(b-s) ≥ φ(s) "
    "for 0 ≤ b ≤ 2s; so F > φ(s)·a²/(a+s) = φ(s)·ε²/(4s³+2εs). Over e^(-s²) that rises for s² ≥ 3, for s - "
    "(12s²+2ε)/(4s³+2εs) ≥ s - 3/s",
    mutants={"ε³": {"power": 3}, "s - 2/s": {"limit": 2}},
)
def small_delta(power=2, limit=3):
    # Times 2s·(a+s), a = ε/(2s): both sides of a²/(a+s) = ε²/(4s³+2εs).
    def quotient(e, s):
        a_squared_times = e**power
        yield a_squared_times * (e + 2 * s**2) * 2 * s, e**2 * (4 * s**3 + 2 * e * s)

    identity("e s", quotient)
    given = Assumed("e s", lambda e, s: {"ε": e, "s": s}, witness=[Fraction(9, 4), Fraction(4)])
    # (4s³+2εs)·limit/s - (12s²+2ε)
    signs(
        given,
        lambda known, e, s: [(limit * (4 * s**2 + 2 * e) - (12 * s**2 + 2 * e), positive_number(4) * known["ε"])],
    )


@claim.proof(
    "at ε = 9/4 and s ≤ 1/4: 1-F ≤ (1+e^ε)/2·e^(-(a-s)²/2), where (a-s)² = a² - ε + s², and 1-δ ≥ s²/2 = ε²/(8a²); "
    "a²·e^(-a²/2) falls for a² ≥ 2",
    mutants={"(a-s)² = a² - 2ε + s²": {"twice": 4}},
)
def large_delta(twice=2):
    identity("a s", lambda a, s: [((a - s) ** 2, a**2 - twice * a * s + s**2)])


@claim.instances(
    "the estimates at s = 4 and s = 1/4, and F > δ at ε = 9/4 on all of 1/4 ≤ s ≤ 4, by balls that cover it",
    mutants={"ε = 2": {"epsilon": "2"}, "from s = 2 with ε = 1": {"epsilon": "1", "first": "2"}},
)
def never(epsilon="9/4", first="1/4"):
    with ctx.workprec(BITS):
        e, start, end = to_arb(epsilon), Fraction(first), Fraction(4)
        last = to_arb(end)
        ratio = (last**2 / 2).exp() * e**2 / ((2 * arb.pi()).sqrt() * (4 * last**3 + 2 * e * last))
        require(ratio > 1, "the estimate for s ≥ 4 is not enough")
        a_squared = (e / (2 * to_arb(start))) ** 2
        left = (1 + e.exp()) / 2 * ((e - a_squared) / 2).exp()
        require(left < e**2 / (8 * a_squared), "the estimate for small s is not enough")
        pieces = 3000
        radius = (end - start) / pieces / 2
        for k in range(pieces):
            s = arb(to_arb(start + (2 * k + 1) * radius).mid(), to_arb(radius * Fraction(1001, 1000)))
            require(least_delta(e, s) > (-(s**2)).exp(), f"not shown near s = {s}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
