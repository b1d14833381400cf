"""Section 2.1: in which sense the geometric mechanism is a discrete Laplace mechanism.

Laplace noise with the scale 1/ε has the density ε/2·exp(-ε|x|). With α = exp(-ε) this is α^|z| at integers z, up to a
factor, and scaled to the sum 1 it is Definition 1. Noise rounded to the nearest integer has other masses: with s =
exp(-ε/2), which is the square root of α, it has 1-s at 0 and (1-s²)/(2s)·α^|z| elsewhere.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="gupte2010.section-2-1.laplace",
    title="a discrete Laplace mechanism",
    section="2.1",
    position=15,
    statement=(
        "For 0 < α < 1 let ε = ln(1/α). The Laplace density with the scale 1/ε, taken at the integers and scaled to "
        "the sum 1, is the distribution of Definition 1. As Laplace noise is the difference of two exponential "
        "variables, Z is that of two geometric ones, with masses (1-α)·α^k. Laplace noise rounded to the nearest "
        "integer is different, with less mass at 0, and gives an α-private mechanism too."
    ),
    latex=r"\sum_{k\ge 0}(1-\alpha)\alpha^{k}\cdot(1-\alpha)\alpha^{k+|z|} = \frac{1-\alpha}{1+\alpha}\alpha^{|z|}",
    domain="0 < α < 1, all integers z",
    verdict="proved",
    scope="all α and z, for this meaning of a discrete version; the density and its integral are taken as known",
    uses=("gupte2010.definition-1",),
)


@claim.proof(
    "scaled to the sum 1: with c·α^|z| for the masses, the sum for |z| ≤ m times 1-α is c·(1+α - 2α^(m+1)), so in the "
    "limit c = (1-α)/(1+α); the density's own factor doesn't matter",
    mutants={"one side only": {"sides": 1}},
)
def scaled(sides=2):
    def pairs(a, m):
        def total(m):
            return 1 + a - 2 * a ** (m + 1)

        yield total(0 * m), (1 - a) * a**0
        yield total(m + 1) - total(m), (1 - a) * sides * a ** (m + 1)

    identity("a", pairs, Domain("m", lambda m: [m]))


@claim.proof(
    "the difference of two geometric variables: the first m terms of the sum, times 1+α, are (1-α)·α^z·(1 - α^(2m)), "
    "which goes to (1-α)·α^z",
    mutants={"the masses (1-α)·α^(k+1)": {"shift": 1}},
)
def difference(shift=0):
    def pairs(a, z, m):
        def total(m):
            return (1 - a) * a**z * (1 - a ** (2 * m))

        yield total(m + 1) - total(m), (1 + a) * ((1 - a) * a ** (m + shift)) * ((1 - a) * a ** (m + z + shift))

    identity("a", pairs, Domain("z m", lambda z, m: [z, m]))


@claim.proof(
    "rounded: with 1 - s^(2x)/2 for the distribution function at x ≥ 0, the mass of z ≥ 1 is its difference from z-1/2 "
    "to z+1/2, and times 2 s^(2z-1)·(1-s²); that of 0 is 1-s. The next mass is α = s² times the one before from 1 on",
    mutants={"from z to z+1": {"shift": 1}},
)
def rounded(shift=0):
    def pairs(s, z):
        # Twice the mass of z+1, for z ≥ 0.
        twice = s ** (2 * z + 1 + shift) - s ** (2 * z + 3 + shift)
        yield twice, s ** (2 * z + 1) * (1 - s**2)
        yield s ** (2 * z + 3) - s ** (2 * z + 5), s**2 * (s ** (2 * z + 1) * (1 - s**2))

    identity("s", pairs, Domain("z", lambda z: [z]))
    # The mass of 0 is twice the distribution function at 1/2, less 1: both times 2.
    identity("s", lambda s: [(2 * (2 - s ** (1 + shift)) - 2, 2 * (1 - s))])


UNIT = Assumed("s", lambda s: {"s": s, "1-s": 1 - s}, witness=[Fraction(1, 2)])


@claim.proof(
    "less mass at 0: (1-α) - (1-s)·(1+α) = s·(1-s)² > 0; and α-private: of the masses p of 0 and q of 1, 2(q - α·p) = "
    "s·(1-s)² > 0 and 2(p - α·q) = (1-s)·(2 - s³ - s⁴) > 0",
    mutants={"more mass at 0": {"sign": -1}, "α^(1/2)-private": {"power": 1}},
)
def other_masses(sign=1, power=2):
    def pairs(given, s):
        product = given["s"] * given["1-s"] * given["1-s"]
        yield sign * ((1 - s**2) - (1 - s) * (1 + s**2)), product
        p, q = 2 * (1 - s), s * (1 - s**2)
        yield q - s**power * p, product
        # 2 - s³ - s⁴ as a sum of products.
        one = given["s"] + given["1-s"]
        rest = given["1-s"] * (one + given["s"] + given["s"] ** 2)
        yield p - s**2 * q, given["1-s"] * (2 * rest + given["s"] ** 3 * given["1-s"])

    signs(UNIT, pairs)


@claim.instances(
    "α = 1/4, 4/9, 81/100: the library's masses for |z| ≤ 5 are the convolution up to its rest, which is below α^40; "
    "and they are not those of rounded noise",
    mutants={"rounded": {"of_rounded": True}},
)
def by_library(of_rounded=False):
    for root in map(Fraction, ("1/2", "2/3", "9/10")):
        alpha = root**2
        x = UnboundedGeometric(alpha)
        for z in range(6):
            rounded_mass = (1 - alpha) / (2 * root) * alpha**z if z else 1 - root
            mass = rounded_mass if of_rounded else x.mass(3, 3 + z)
            found = sum((1 - alpha) * alpha**k * (1 - alpha) * alpha ** (k + z) for k in range(20))
            require(0 <= mass - found < alpha**40, f"the mass of {z} is {mass}, and the sum {found}")
            require(mass != rounded_mass, f"the mass of {z} is that of rounded noise")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
