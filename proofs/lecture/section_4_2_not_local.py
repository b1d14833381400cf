"""Section 4.2: the geometric mechanism needs a trusted curator; what local privacy costs.

The curator sees the bits themselves: a message of level 0. With a local randomizer for each person, of level α, an
unbiased estimate of one bit has at least the variance α/((1-α)²), whatever the randomizer, which randomised response
attains. So n bits cost n/2 times the variance of the geometric noise.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs, square
from exactdp.commands.cli import main
from exactdp.model.mechanism import identity as truth
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-4-2.not-local",
    title="what local privacy costs",
    section="4.2",
    position=90,
    statement=(
        "The geometric mechanism on f(X) is not locally private: what a person sends is the bit itself, of level 0. "
        "For every local randomizer of level α and every unbiased estimate g of a bit from its response, the variance "
        "is at least α/((1-α)²), whether the bit is 0 or 1; randomised response attains it. So a sum of such "
        "estimates for n persons has at least the variance n·α/((1-α)²), where the geometric mechanism has "
        "2α/((1-α)²): n/2 times as much, which is more for n ≥ 3. Geometric noise added by each person has "
        "n·2α/((1-α)²)."
    ),
    latex=r"\operatorname{Var}\Bigl[\sum_i g_i(Y_i)\Bigr] \ge \frac{n\,\alpha}{(1-\alpha)^2} = \frac n2 \cdot "
    r"\frac{2\alpha}{(1-\alpha)^2}",
    domain="0 < α < 1, every number of persons, randomizers fixed beforehand with discrete responses, sums of unbiased "
    "estimates",
    verdict="proved",
    scope="all randomizers, estimates and levels; the best estimate from several randomizers by its exact variance",
    uses=("lecture.section-4-1.variance", "lecture.section-4-2.variance"),
)


@claim.proof(
    "response by response: with p, q the probabilities of it on the bits 0 and 1, g the estimate and any c, αp times "
    "p·g² - 2c·g·(q-p) + c²·q·(1-α)²/α is α·(p·g - c·(q-p))² + c²·(q-α·p)·(p-α·q) ≥ 0, times p/p",
    mutants={"q·(1-α²)/α": {"spread": False}, "c·g·(q-p)": {"two": 1}},
)
def one_response(spread=True, two=2):
    private = Assumed(
        "a p q g c",
        lambda *_: {},
        lambda a, p, q, g, c: {"α": a, "q-αp": q - a * p, "p-αq": p - a * q},
        witness=[Fraction(1, 2)] * 5,
    )

    def pairs(given, a, p, q, *rest):
        g, c = rest
        bound = (1 - a) ** 2 if spread else 1 - a**2
        left = a * p * (p * g**2 - two * c * g * (q - p)) + c**2 * bound * p * q
        yield left, given["α"] * square(p * g - c * (q - p)) + square(c) * given["q-αp"] * given["p-αq"]

    signs(private, pairs, strict=False)


@claim.proof(
    "summed over the responses, where Σp·g = 0, Σq·g = 1 and Σq = 1: V - 2c + c²·K ≥ 0 with K = (1-α)²/α, so V ≥ 1/K "
    "at c = 1/K: K·V - 1 is K times what is ≥ 0",
    mutants={"c = 2/K": {"factor": 2}},
)
def least_variance(factor=1):
    # c·K = 1, and w = V - 2c + c²·K ≥ 0, where V is the variance on the bit 0.
    assumed = Assumed(
        "w c K",
        lambda w, c, K: {"K": K},
        lambda w, c, K: {"w": w, "1-cK": 1 - c * K, "cK-1": c * K - 1},
        witness=[Fraction(0), Fraction(1), Fraction(1)],
    )

    def pairs(given, w, c, K):
        V = w + 2 * c - factor * c**2 * K
        # K·V - 1 = K·w + (cK - 1)·(1 - cK), and the second product is ≥ 0 as both are 0.
        yield K * V - 1, given["K"] * given["w"] + given["cK-1"] * given["1-cK"]

    signs(assumed, pairs, strict=False)


def best_variance(first, second):
    """The least variance on the bit 0 of an unbiased estimate: 1/Σ(q-p)²/p, by the estimate (q-p)/p over that sum."""
    spread = sum((q - p) ** 2 / p for p, q in zip(first, second, strict=True) if p)
    estimate = [(q - p) / p / spread for p, q in zip(first, second, strict=True)]
    means = [sum(x * g for x, g in zip(row, estimate, strict=True)) for row in (first, second)]
    require(means == [0, 1], f"the estimate is biased: {means}")
    return sum(p * g**2 for p, g in zip(first, estimate, strict=True))


@claim.instances(
    "all pairs of rows of three responses with entries 1/8, …, 6/8, with their own level α < 1: the best estimate has "
    "at least the variance α/((1-α)²); randomised response at 5 levels has just that",
    mutants={"2α/((1-α)²)": {"factor": 2}},
)
def randomizers(factor=1):
    rows = [tuple(Fraction(x, 8) for x in row) for row in product(range(1, 7), repeat=3) if sum(row) == 8]
    for first, second in product(rows, repeat=2):
        if first != second:
            alpha = min(min(p / q, q / p) for p, q in zip(first, second, strict=True))
            found = best_variance(first, second)
            require(found >= factor * alpha / (1 - alpha) ** 2, f"{first}, {second}: {found}")
    for alpha in map(Fraction, ("1/100", "1/10", "1/2", "9/10", "99/100")):
        high, low = 1 / (1 + alpha), alpha / (1 + alpha)
        found = best_variance((high, low), (low, high))
        require(found == factor * alpha / (1 - alpha) ** 2, f"α = {alpha}: {found}")


@claim.instances(
    "the bit itself as a message has the level 0 among all bits",
    mutants={"one value alone": {"values": 1}},
)
def message(values=2):
    require(level(truth(inputs=range(values)), complete(inputs=range(values))).alpha == 0, "the level is above 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
