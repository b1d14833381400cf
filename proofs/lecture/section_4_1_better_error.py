"""Section 4.1: the geometric mechanism has a smaller error than randomised response, from three persons on.

At the same level α randomised response has the variance α/((1-α)²·n), and the geometric mechanism, asked for the sum
and divided by n, 2α/((1-α)²·n²). The quotient is n/2: for one person randomised response has half the variance, for two
persons they are equal.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, hypercube, path
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-4-1.better-error",
    title="randomised response and the geometric mechanism",
    section="4.1",
    position=90,
    statement=(
        "At the same level α and for n persons the unbiased estimates of p have the variance α/((1-α)²·n) by "
        "randomised response and 2α/((1-α)²·n²) by the geometric mechanism: the latter is smaller for n ≥ 3, equal for "
        "n = 2, and twice as large for n = 1, where G_{1,α} on {0, 1} is randomised response itself. (The letter ε "
        "means different things in the two: α = (1-2ε)/(1+2ε) in one, e^-ε in the other.)"
    ),
    latex=r"\frac{\alpha}{(1-\alpha)^2\, n} \Big/ \frac{2\alpha}{(1-\alpha)^2\, n^2} = \frac n2",
    domain="0 < α < 1, every number of persons",
    verdict="corrected",
    scope="all α and numbers of persons; both variances from the mechanisms for up to 4 persons",
    printed="the geometric mechanism obtains better error than randomised response",
    slip="statement",
    uses=("lecture.section-4-1.variance",),
)


def of_responses(n, alpha):
    """The variance of n times the estimate from randomised answers, all bits 0: over all answers, from their mean."""
    high = 1 / (1 + alpha)
    e = high - Fraction(1, 2)
    mean = square = Fraction(0)
    for answers in product(range(2), repeat=n):
        weight = high ** (n - sum(answers)) * (1 - high) ** sum(answers)
        estimate = sum((y - Fraction(1, 2) + e) / (2 * e) for y in answers)
        mean += weight * estimate
        square += weight * estimate**2
    return square - mean**2


def of_geometric(alpha, terms=400):
    """Bounds on the variance of the noise: that of the first terms, and with all others."""
    noise = UnboundedGeometric(alpha)
    partial = 2 * sum(z * z * noise.mass(0, z) for z in range(1, terms))
    # Beyond, z² grows by less than 2 for each step, and the mass falls by α: a geometric sum.
    ratio = alpha * Fraction((terms + 1) ** 2, terms**2)
    return partial, partial + 2 * terms**2 * noise.mass(0, terms) / (1 - ratio)


@claim.counterexample(
    "n = 1, α = 1/2: randomised response, of level 1/2, has the variance 2, and the geometric noise more than 39/10",
    mutants={"n = 3": {"n": 3}},
)
def one_person(n=1):
    alpha = Fraction(1, 2)
    require(level(geometric(n=1, alpha=alpha), complete(inputs=range(2))).alpha == alpha, "another level")
    lower, _ = of_geometric(alpha, 40)
    require(of_responses(n, alpha) < lower and lower > Fraction(39, 10), f"randomised: {of_responses(n, alpha)}")


@claim.counterexample(
    "n = 1: on {0, 1} the clamped geometric mechanism is randomised response, 1/(1+α) for the truth",
    mutants={"n = 2": {"n": 2}},
)
def the_same(n=1):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        high = 1 / (1 + alpha)
        require(
            geometric(n=n, alpha=alpha) == Mechanism([[high, 1 - high], [1 - high, high]]), f"another at α = {alpha}"
        )


@claim.proof(
    "the difference of the variances, times (1-α)²·n²: α·n - 2α = α·(n-2), > 0 from 3 on, 0 at 2, < 0 at 1",
    mutants={"from 2 on": {"least": 1}, "the noise's variance α/(1-α)²": {"two": 1}},
)
def compared(least=2, two=2):
    # v stands for the number of persons.
    assumed = Assumed("a v", lambda a, v: {"α": a, "n-2": v - least}, witness=[Fraction(1, 2), Fraction(3)])
    signs(assumed, lambda given, a, v: [(a * v - two * a, given["α"] * given["n-2"])])
    one = Assumed("a", lambda a: {"α": a}, witness=[Fraction(1, 2)])
    signs(one, lambda given, a: [(two * a - a, 1 * given["α"])])


@claim.instances(
    "n ≤ 4, α = 1/10, 1/2: the variances from the mechanisms, the noise's between bounds that are 10^-9 apart; both "
    "levels are α",
    mutants={"equal at n = 1": {"equal": 1}},
)
def from_mechanisms(equal=2):
    for alpha in map(Fraction, ("1/10", "1/2")):
        lower, upper = of_geometric(alpha, 60)
        require(upper - lower < Fraction(1, 10**9), "the bounds are too far apart")
        for n in range(1, 5):
            require(level(geometric(n=n, alpha=alpha), path(n=n)).alpha == alpha, "G has another level")
            found = of_responses(n, alpha)
            less, more = found < lower, found > upper
            require((less, more) == (n < equal, n > equal), f"n = {n}, α = {alpha}: {found}")
        answers = [geometric(n=1, alpha=alpha).rows[x] for x in range(2)]
        both = Mechanism([[p * q for p in answers[x] for q in answers[y]] for x, y in product(range(2), repeat=2)])
        require(level(both, hypercube(inputs=range(4))).alpha == alpha, "the answers of two persons have another level")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
