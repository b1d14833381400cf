"""Section 2.5: one count by randomised response, and by noise added to the count.

Each answer is true with probability 1/(1+α). The estimate (Σ Y_i·(1+α) - n·α)/(1-α) of the count is right on average;
its variance is n times α/(1-α)². Geometric noise of the same level has the variance 2α/(1-α)², whatever n is.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, identity, require
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-5.single-query",
    title="the error of randomised response on one count",
    section="2.5",
    position=10,
    statement=(
        "At level α the unbiased estimate of a count from randomised response has the variance n·α/(1-α)², whatever "
        "the bits are: an error of order √n. Geometric noise has 2α/(1-α)², and Laplace noise 2/ε², independent of n. "
        "So randomised response has the smaller variance for one person only, and the same as geometric noise for two. "
        "With two fair coins, α = 1/3, the variances are 3n/4 and 3/2."
    ),
    latex=r"n\,\frac{\alpha}{(1-\alpha)^2} \quad\text{and}\quad \frac{2\alpha}{(1-\alpha)^2}",
    domain="0 < α < 1, any number of people, all bits",
    verdict="proved",
    scope="all α; by enumeration of the answers of up to 4 people",
    uses=("dwork2013.footnote-4",),
)


@claim.proof(
    "times (1+α) one answer has the mean b + α·(1-b), b the bit; so (Y·(1+α) - α)/(1-α) has the mean b. Times (1+α)² "
    "its variance is α, so that ((1+α)/(1-α))² times it is α/(1-α)²",
    mutants={"true with probability α/(1+α)": {"swapped": True}, "2α": {"factor": 2}},
)
def one_answer(swapped=False, factor=1):
    def sides(a):
        for bit in (0, 1):
            # Times 1+α: the probability of the answer 1, then of the answer 0.
            one, zero = (1 + 0 * a, a) if bool(bit) != swapped else (a, 1 + 0 * a)
            yield one - a, bit * (1 - a)
            yield one * zero, factor * a

    identity("a", sides)


@claim.proof(
    "geometric noise: with F(z) = Σ_{i>z} i²·α^i·(1-α)³ = α^(z+1)·((z+1)² - (2z²+2z-1)·α + z²·α²), F(z-1) - F(z) is "
    "z²·α^z·(1-α)³, and F(0) = α·(1+α); twice that, times (1-α)/(1+α) and over (1-α)³, is 2α/(1-α)²",
    mutants={"2z²+2z+1": {"constant": 1}},
)
def geometric_noise(constant=-1):
    def tail(a, z):
        return (z + 1) ** 2 - (2 * z * z + 2 * z + constant) * a + z * z * a**2

    def sides(a, z):
        # Over α^z: z is a base here, as any number.
        yield tail(a, z - 1) - a * tail(a, z), z**2 * (1 - a) ** 3

    identity("a z", sides)
    identity("a", lambda a: [(tail(a, 0), 1 + a)])


@claim.instances(
    "the mean and the variance of the estimate over all answers of up to 4 people",
    mutants={"one person fewer": {"fewer": 1}},
)
def by_enumeration(fewer=0):
    for alpha in (Fraction(1, 3), Fraction(2, 3)):
        for n in range(1, 5):
            for bits in product((0, 1), repeat=n):
                mean = square = Fraction(0)
                for answers in product((0, 1), repeat=n):
                    same = sum(x == y for x, y in zip(bits, answers, strict=True))
                    chance = alpha ** (n - same) / (1 + alpha) ** n
                    estimate = (sum(answers) * (1 + alpha) - n * alpha) / (1 - alpha)
                    mean, square = mean + chance * estimate, square + chance * estimate**2
                require(mean == sum(bits), f"bits {bits}: the mean is {mean}")
                variance = square - mean**2
                require(variance == (n - fewer) * alpha / (1 - alpha) ** 2, f"bits {bits}: the variance is {variance}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
