"""Section 3.3.1, commute distance: the rate from the median, and the bins from the deciles.

For η(x) = λe^(-λx) the share below x is 1 - e^(-λx). With λ = ln 2/μ that is 1 - 2^(-x/μ), so μ is the median and bin j
begins at μ·log₂(10/(10-j)). Whether a rational distance has reached it is decided by integers: with x/μ = p/q, by
2^p·(10-j)^q ≥ 10^q.
"""

import itertools
from fractions import Fraction

from flint import arb, ctx

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.dp_where import decile

claim = Claim(
    id="dwork2013.section-3-3-1.deciles",
    title="the rate of commutes and the bins",
    section="3.3.1",
    position=40,
    statement=(
        "The exponential distribution with rate λ = ln 2/μ has the median μ, and each of the ten bins between its "
        "deciles μ·log₂(10/(10-j)) has probability 1/10. Only the fifth decile, the median, is a rational multiple of "
        "μ. The last bin has no end. The rule needs μ > 0: with half of the people in the cell working where they live "
        "the median is 0 and λ is infinite."
    ),
    latex=r"\lambda = \frac{\ln 2}{\mu}, \qquad 1 - e^{-\lambda b_j} = \frac{j}{10}, \qquad "
    r"b_j = \mu \log_2 \frac{10}{10 - j}",
    domain="the deciles j = 0 … 9 as multiples of a positive median",
    verdict="proved",
    scope="all deciles; the integer test against enclosures on a grid of distances and medians",
    finite=True,
)


@claim.proof(
    "2^(-b_j/μ) = (10-j)/10 leaves a share of 1/10 for each bin between neighbouring deciles, and for what is beyond "
    "the last; j = 5 gives b_5 = μ",
    mutants={"eleven bins": {"bins": 11}, "the median at the fourth decile": {"middle": 4}},
)
def shares(bins=10, middle=5):
    below = [Fraction(10 - j, 10) for j in range(bins)] + [Fraction(0)]
    require(all(x - y == Fraction(1, 10) for x, y in itertools.pairwise(below)), "the shares differ")
    require(below[middle] == Fraction(1, 2), "half of the distribution is not below it")


@claim.proof(
    "no other decile is rational: 2^p·(10-j)^q = 10^q with p > 0 makes 10/(10-j) a root of a power of 2, so every "
    "prime but 2 has the same exponent in 10 and in 10-j; that leaves j = 5 alone",
    mutants={"among 20 parts": {"parts": 20}},
)
def irrational(parts=10):
    def odd_part(value):
        while value % 2 == 0:
            value //= 2
        return value

    rational = [j for j in range(1, parts) if odd_part(parts) == odd_part(parts - j)]
    require(rational == [parts // 2], f"rational multiples at {rational}")


@claim.instances(
    "distances 0 … 30 and medians 1/2, 3/2, …, 19/2: the bin that the integers give is the one that enclosures of "
    "10·(1 - 2^(-x/μ)) give",
    mutants={"rate 1/μ": {"base": 3}, "nine bins": {"bins": 9}},
)
def by_integers(base=2, bins=10):
    with ctx.workprec(200):
        for median in range(10):
            for distance in range(31):
                share = bins * (1 - arb(base) ** (-arb(2 * distance) / (2 * median + 1)))
                low, high = share.lower().floor().unique_fmpz(), share.upper().floor().unique_fmpz()
                require(low == high == decile(distance, median), f"distance {distance}, median {median}+1/2")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
