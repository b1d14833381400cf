"""Section 4.1: in which sense the geometric mechanism is the discrete version of the Laplace mechanism.

Its probabilities are the Laplace density of the same level at the integers, up to one factor: the density conditioned
to integers. It is not Laplace noise rounded to the nearest integer, which has the same level and a larger variance.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="lecture.section-4-1.discrete-laplace",
    title="the discrete version of Laplace noise",
    section="4.1",
    position=100,
    statement=(
        "Pr[Z = i] = (1-α)/(1+α)·α^|i| is the Laplace density (ε/2)·e^(-ε|y|) at y = i with α = e^-ε, times a factor "
        "that does not depend on i. Laplace noise rounded to the nearest integer is another distribution: with β = √α "
        "it is 0 with probability 1-β, and ±i with β^(2i-1)·(1-β²)/2 each. It is 0 less often than Z, has the larger "
        "variance β·(1+β²)/(1-β²)², and the same level α. That the discrete one is easier and more practical is an "
        "opinion."
    ),
    latex=r"\frac{1-\alpha}{1+\alpha} > 1 - \sqrt\alpha, \qquad \frac{2\beta^2}{(1-\beta^2)^2} < "
    r"\frac{\beta(1+\beta^2)}{(1-\beta^2)^2}",
    domain="0 < α < 1, β = √α",
    verdict="proved",
    scope="all α and integers; the tails of Laplace noise as rational functions of β",
)


@claim.proof(
    "the same quotient as the density from one integer to the next, α for both (i ≥ 0): with the density as h·β^(2i)",
    mutants={"the density's distance 1/2": {"step": 1}},
)
def same_quotient(step=2):
    def pairs(b, h, i):
        density = lambda k: h * b ** (step * k)  # noqa: E731
        mass = lambda k: (1 - b**2) * (b**2) ** k  # noqa: E731
        yield mass(i + 1) * density(i), mass(i) * density(i + 1)

    identity("b h", pairs, Domain("i", lambda i: [i]))


@claim.proof(
    "rounded: the tail above i - 1/2 is β^(2i-1)/2, so ±i have (β^(2i-1) - β^(2i+1))/2 = β^(2i-1)·(1-β²)/2 each, and 0 "
    "has 1 - β, twice a tail away from 1",
    mutants={"the tail above i": {"half": 0}},
)
def rounded(half=1):
    def pairs(b, i):
        tail = lambda k: Fraction(1, 2) * b ** (2 * k - half)  # noqa: E731
        yield tail(i) - tail(i + 1), Fraction(1, 2) * b ** (2 * i - 1) * (1 - b**2)
        yield 1 - 2 * tail(1), 1 - b

    identity("b", pairs, Domain("i", lambda i: [i - 1]))


@claim.proof(
    "0 is more likely for Z: (1-β²) - (1-β)·(1+β²) = β·(1-β)² > 0 (times 1+β²); and its variance is smaller: β·(1+β²) "
    "- 2β² = β·(1-β)² > 0",
    mutants={"Z is 0 with probability 1-β": {"centre": 0}},
)
def compared(centre=1):
    unit = Assumed("b", lambda b: {"β": b, "1-β": 1 - b}, witness=[Fraction(1, 2)])

    def pairs(given, b):
        yield (1 - b) * (1 + centre * b) - (1 - b) * (1 + b**2) * centre, given["β"] * given["1-β"] ** 2
        yield b * (1 + b**2) - 2 * b**2, given["β"] * given["1-β"] ** 2

    signs(unit, pairs)


@claim.proof(
    "the variance of rounded noise: with S = Σ_(i≥1) i²·α^i = α·(1+α)/(1-α)³, it is S·(1-β²)/β, or β·(1+β²)/(1-β²)²; "
    "S is the sum whose remainder α^(m+1)·((m+1)²·(1-α)² + 2(m+1)·α·(1-α) + α·(1+α)) over (1-α)³ shrinks by "
    "(m+1)²·α^(m+1) with each term",
    mutants={"(m+1)² without (1-α)²": {"power": 1}},
)
def variance(power=2):
    # k stands for the number m+1, the remainder before its term: R(k)·α^m.
    def remainder(a, k):
        return k**2 * (1 - a) ** power + 2 * k * a * (1 - a) + a * (1 + a)

    identity("a k", lambda a, k: [(remainder(a, k) - a * remainder(a, k + 1), k**2 * (1 - a) ** 3)])
    identity("a", lambda a: [(a * remainder(a, 1), a * (1 + a))])
    identity(
        "b", lambda b: [(b**2 * (1 + b**2) * (1 - b**2) * (1 - b**2) ** 2, b * (b * (1 + b**2) * (1 - b**2) ** 3))]
    )


@claim.instances(
    "β = 1/2, 9/10: the level of rounded noise between 0 and 1 is α in every response from -6 to 6 or better, and α is "
    "attained; the library's Z has the probabilities of the statement",
    mutants={"β for α": {"power": 1}},
)
def levels(power=2):
    for b in map(Fraction, ("1/2", "9/10")):
        rounded = lambda z: 1 - b if z == 0 else b ** (2 * abs(z) - 1) * (1 - b**2) / 2  # noqa: B023, E731
        ratios = [rounded(z) / rounded(z - shift) for z in range(-6, 7) for shift in (-1, 1)]
        require(min(ratios) == b**power, f"β = {b}: the level is {min(ratios)}")
        noise = UnboundedGeometric(b**2)
        require(all(noise.mass(0, z + 1) == noise.mass(0, z) * b**2 for z in range(6)), "another quotient")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
