"""Section 4.1: more privacy takes more samples.

For a standard error of at most s one needs n ≥ (1-4ε²)/(16ε²·s²) = α/((1-α)²·s²) persons, which falls with ε and rises
with the level α.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-4-1.samples",
    title="more privacy, more samples",
    section="4.1",
    position=80,
    statement=(
        "The standard error of p̃ is at most s for exactly the numbers of persons ≥ (1-4ε²)/(16ε²·s²) = α/((1-α)²·s²). "
        "This number rises strictly with the level: for small ε about as 1/(16ε²·s²), so that half the ε takes more "
        "than four times the persons. At ε = 1/2, without privacy, there is no error."
    ),
    latex=r"n \ge \frac{1 - 4\varepsilon^2}{16\,\varepsilon^2 s^2} = \frac{\alpha}{(1-\alpha)^2 s^2}",
    domain="0 < ε ≤ 1/2, s > 0, every number of persons",
    verdict="proved",
    scope="all ε, s and numbers of persons",
    uses=("lecture.section-4-1.variance",),
)


@claim.proof(
    "the number falls with ε: for ε < ε', (1-4ε²)·ε'² - (1-4ε'²)·ε² = (ε'-ε)·(ε'+ε) > 0; and with ε' = 2ε it is more "
    "than four times: (1-4ε²) - (1-16ε²) = 12ε² > 0",
    mutants={"1-2ε² and 1-4ε'²": {"four": 2}},
)
def falls(four=4):
    assumed = Assumed("e f", lambda e, f: {"ε": e, "ε'-ε": f - e}, witness=[Fraction(1, 8), Fraction(1, 4)])

    def pairs(given, e, f):
        needed = (1 - four * e**2) * f**2 - (1 - 4 * f**2) * e**2
        yield needed, given["ε'-ε"] * (2 * given["ε"] + given["ε'-ε"])
        yield (1 - four * e**2) - (1 - 4 * (2 * e) ** 2), 12 * given["ε"] ** 2

    signs(assumed, pairs)


@claim.proof(
    "by the level: with ε = (1-α)/(2·(1+α)), (1-4ε²)·(1+α)² = 4α and 16ε²·(1+α)² = 4·(1-α)²; for α < α', α'·(1-α)² - "
    "α·(1-α')² = (α'-α)·(1-α·α') > 0",
    mutants={"ε = (1-α)/(1+α)": {"two": 1}, "1+α·α'": {"sign": 1}},
)
def by_level(two=2, sign=-1):
    def pairs(a, b):
        twice = (1 - a) * Fraction(2, two)
        yield (1 + a) ** 2 - twice**2, 4 * a
        yield 4 * twice**2, 4 * (1 - a) ** 2
        yield b * (1 - a) ** 2 - a * (1 - b) ** 2, (b - a) * (1 + sign * a * b)

    identity("a b", pairs)


def variance(e, persons):
    """The variance of p̃, from that of one answer, (1/2+ε)·(1/2-ε), scaled by 1/(2ε) and averaged."""
    half = Fraction(1, 2)
    return (half + e) * (half - e) / (2 * e) ** 2 / persons


@claim.instances(
    "s = 1/100: ε = 1/10 takes 60,000 persons, ε = 1/20 takes 247,500 and ε = 2/5 takes 1,407; one less has a larger "
    "error",
    mutants={"without -4ε²": {"less": 0}},
)
def numbers(less=4):
    s = Fraction(1, 100)
    for e, needed in ((Fraction(1, 10), 60000), (Fraction(1, 20), 247500), (Fraction(2, 5), 1407)):
        found = (1 - less * e**2) / (16 * e**2 * s**2)
        require(-(-found // 1) == needed, f"ε = {e}: {found} persons")
        require(variance(e, needed) <= s**2 < variance(e, needed - 1), f"ε = {e}: the error is another")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
