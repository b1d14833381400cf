"""Section 1: the noise grows with α, here that of the geometric mechanism: every error gets more probable.

Pr[|Z| > k] = 2α^(k+1)/(1+α) rises strictly with α for every k ≥ 0. So |Z| is larger in distribution at larger levels,
and with it the mean of every loss that rises with |Z|: E|Z|, the sum of these tails over k, is 2α/(1-α²).
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="ghosh2009.section-1.noise-scales",
    title="larger levels have more noise",
    section="1",
    position=15,
    statement=(
        "For the noise Z of x^G, 0 ≤ α < 1, Pr[|Z| > k] = 2α^(k+1)/(1+α) rises strictly with α for every k ≥ 0. So "
        "does E|Z| = 2α/(1-α²), which is 0 at α = 0 and unbounded as α goes to 1, where there is no x^G."
    ),
    latex=r"\Pr[|Z| > k] = \frac{2\alpha^{k+1}}{1+\alpha}, \qquad E|Z| = \sum_{k \ge 0} \Pr[|Z| > k] = "
    r"\frac{2\alpha}{1-\alpha^2}",
    domain="0 ≤ α < 1, k ≥ 0; the geometric mechanism, since the text speaks of what is typical",
    verdict="proved",
    scope="all α and k",
    uses=("ghosh2009.example-2.1",),
)


@claim.proof(
    "the tail: the probabilities of ±(k+1), …, ±(k+m), times 1+α, sum to 2α^(k+1) - 2α^(k+m+1), as this is 0 for m = 0 "
    "and one more adds 2(1-α)·α^(k+m+1); as m grows it goes to 2α^(k+1)",
    mutants={"one side": {"sides": 1}, "α^k": {"shift": 1}},
)
def tail(sides=2, shift=0):
    def pairs(a, k, m):
        def beyond(m):
            return 2 * a ** (k + 1 - shift) - 2 * a ** (k + m + 1 - shift)

        yield beyond(0 * m), number(0)
        yield beyond(m + 1) - beyond(m), sides * (1 - a) * a ** (k + m + 1)

    identity("a", pairs, Domain("k m", lambda k, m: [k, m]))


@claim.proof(
    "the mean: the sum of 2α^(k+1), times 1-α, over k < m is 2α - 2α^(m+1), and goes to 2α; E|Z| is this over "
    "(1+α)(1-α)",
    mutants={"from k = -1": {"first": 0}},
)
def mean(first=1):
    def pairs(a, m):
        yield (2 * a - 2 * a ** (m + 2)) - (2 * a - 2 * a ** (m + 1)), (1 - a) * 2 * a ** (m + first)

    identity("a", pairs, Domain("m", lambda m: [m]))


@claim.proof(
    "for α < β the difference of the tails, times (1+α)(1+β)/2, is β^(k+1)·(1+α) - α^(k+1)·(1+β) = D_(k+1) + αβ·D_k "
    "with D_k = β^k - α^k; D_1 = β-α > 0, D_0 = 0, and D_(k+1) = β·D_k + α^k·(β-α), so that all D_(k+1) are > 0",
    mutants={"the tails without 1+α": {"scaled": 0}, "α·D_k": {"factor": 0}},
)
def rises(scaled=1, factor=1):
    def pairs(a, b, k):
        before, after = b**k - a**k, b ** (k + 1) - a ** (k + 1)
        yield (
            b ** (k + 1) * (1 + a) ** scaled - a ** (k + 1) * (1 + b) ** scaled,
            after + a * b**factor * before,
        )
        yield after, b * before + a**k * (b - a)

    identity("a b", pairs, Domain("k", lambda k: [k]))
    # D and P stand for D_k and α^k where k ≥ 1; D_0 is 0, and D_1 is β-α.
    assumed = Assumed(
        "a b D P",
        lambda a, b, D, P: {"β": b, "β-α": b - a, "D": D},
        lambda a, b, D, P: {"α": a, "P": P},
        witness=[Fraction(0), Fraction(1, 2), Fraction(1), Fraction(0)],
    )

    def positive(given, a, b, D, P):
        step = given["β"] * given["D"] + given["P"] * given["β-α"]
        yield b * D + P * (b - a), step
        yield (b * D + P * (b - a)) + a * b * D, step + given["α"] * given["β"] * given["D"]

    signs(assumed, positive)


@claim.proof(
    "the mean rises: α/(1-α²) < β/(1-β²) for α < β < 1, as β·(1-α²) - α·(1-β²) = (β-α)·(1+αβ) > 0",
    mutants={"1-αβ": {"sign": -1}},
)
def mean_rises(sign=1):
    assumed = Assumed(
        "a b", lambda a, b: {"β-α": b - a, "β": b}, lambda a, b: {"α": a}, witness=[Fraction(0), Fraction(1, 2)]
    )
    signs(
        assumed,
        lambda given, a, b: [
            (b * (1 - a**2) - a * (1 - b**2), given["β-α"] + given["β-α"] * given["α"] * given["β"]),
            ((b - a) * (1 + sign * a * b), given["β-α"] + given["β-α"] * given["α"] * given["β"]),
        ],
    )


@claim.instances(
    "k ≤ 6, eleven levels: the library's probability of |Z| > k is 2α^(k+1)/(1+α), and rises from level to level",
    mutants={"|Z| ≥ k": {"least": 0}},
)
def by_library(least=1):
    for k in range(7):
        tails = []
        for alpha in [Fraction(t, 11) for t in range(11)]:
            x = UnboundedGeometric(alpha)
            found = x.at_least(0, k + least) + (1 - x.at_least(0, -k - least + 1))
            require(found == 2 * alpha ** (k + 1) / (1 + alpha), f"Pr[|Z| > {k}] is {found} at α = {alpha}")
            tails.append(found)
        require(all(x < y for x, y in pairwise(tails)), f"they do not rise: {tails}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
