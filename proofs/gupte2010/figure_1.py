"""Figure 1: the geometric mechanism at α = 0.2 on the query result 5.

The masses are a peak of 2/3 at 5, and each step away from 5 divides by 5. Almost nothing is left beyond 0..10.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import decimal
from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="gupte2010.figure-1",
    title="the distribution of Figure 1",
    section="2.1",
    position=30,
    statement=(
        "For α = 1/5 and the result 5 the response r has the mass 2/3·(1/5)^|r-5|: 2/3, 2/15, 2/75, 2/375 at the "
        "distances 0, 1, 2, 3. The curve is symmetric about 5, has its only peak there, and falls strictly to both "
        "sides by the factor 1/5, which is α. The responses outside 0..10 have together the mass 1/9375."
    ),
    latex=r"\Pr[5 + Z = r] = \tfrac{2}{3} \cdot 5^{-|r-5|}",
    domain="α = 1/5, the result 5, all integers r",
    verdict="proved",
    scope="all integers r; the drawing itself is not in the text, so this is what it has to show",
    uses=("gupte2010.definition-1",),
)

FIFTH = Fraction(1, 5)


@claim.proof(
    "at the distance d to either side of 5 the mass is 2/3·(1/5)^d, and one step further it is a fifth of that",
    mutants={
        "the peak 1/(1+α)": {"peak": Fraction(5, 6)},
        "the factor α²": {"power": 2},
        "the result 4": {"result": 4},
    },
)
def masses(peak=Fraction(2, 3), power=1, result=5):
    def mass(r):
        # Definition 1, with the exponent |r - f(d)|.
        return number((1 - FIFTH) / (1 + FIFTH)) * number(FIFTH) ** abs(r - 5)

    def pairs(d):
        yield mass(result + d), number(peak) * number(FIFTH) ** d
        yield mass(result - d), mass(result + d)
        yield mass(result + d + 1), number(FIFTH**power) * mass(result + d)

    identity("", pairs, Domain("d", lambda d: [d]))


@claim.proof(
    "so it falls strictly: m - m/5 = 4/5·m > 0 for a mass m > 0",
    mutants={"the factor 1": {"factor": Fraction(1)}},
)
def falls(factor=FIFTH):
    positive = Assumed("m", lambda m: {"m": m}, witness=[Fraction(1)])
    signs(positive, lambda given, m: [(m - number(factor) * m, given["m"] * Fraction(4, 5))])


@claim.proof(
    "the masses from 5+k on sum to (1/5)^k·5/6: the partial sums up to 5+k+m are that less (1/5)^(k+m+1)·5/6, which "
    "goes to 0; twice this for k = 6 is 1/9375",
    mutants={"from 5+k+1 on": {"shift": 1}},
)
def tails(shift=0):
    def pairs(k, m):
        part = number(Fraction(5, 6)) * number(FIFTH) ** (k + shift)
        before = part - number(Fraction(5, 6)) * number(FIFTH) ** (k + m)
        after = part - number(Fraction(5, 6)) * number(FIFTH) ** (k + m + 1)
        yield after - before, number(Fraction(2, 3)) * number(FIFTH) ** (k + m)
        yield 2 * (number(Fraction(5, 6)) * number(FIFTH) ** (6 + shift)), number(Fraction(1, 9375))

    identity("", pairs, Domain("k m", lambda k, m: [k, m]))


HEIGHTS = ("2/3", "2/15", "2/75", "2/375", "2/1875", "2/9375")


@claim.instances(
    "the library's masses of 0, …, 10 and its two tails are these; the four largest are 0.667, 0.133, 0.027 and 0.005, "
    "and those of 2, …, 8 have together more than 0.997",
    mutants={"α = 1/4": {"alpha": "1/4"}, "the result 6": {"result": 6}},
)
def by_library(alpha="0.2", result=5):
    x = UnboundedGeometric(alpha)
    for r in range(11):
        require(x.mass(result, r) == Fraction(HEIGHTS[abs(r - 5)]), f"the mass of {r} is {x.mass(result, r)}")
    outside = x.at_least(result, 11) + 1 - x.at_least(result, 0)
    require(outside == Fraction(1, 9375), f"outside 0..10 is {outside}")
    require(x.between(result, 2, 8) > Fraction(997, 1000), f"2..8 have {x.between(result, 2, 8)}")
    shown = [decimal(x.mass(result, 5 + d), 3) for d in range(4)]
    require(shown == ["0.667", "0.133", "0.027", "0.005"], f"they are {shown}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
