"""Section 3: independent mechanisms together are private, with larger parameters; also with δ.

Given the first response y, let f(y) be the probability of the event for the second mechanism. Under x it is at most
min(1, t_2·g(y)) + δ_2, with g(y) that under x'. A function from 0 to 1 is a randomised test of the first response, so
its mean grows by at most the factor t_1 and δ_1. Both ε and δ add up, and neither sum can be less in general.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.cli import main

claim = Claim(
    id="lecture.section-3.composition",
    title="composition, also with δ",
    section="3",
    position=50,
    statement=(
        "Independent mechanisms on the same data that are (ε_j, δ_j)-DP, j = 1..k, are together (Σε_j, Σδ_j)-DP; for "
        "δ_j = 0 this is Lemma 3.3. With k runs of one mechanism ε grows in proportion to k. With δ_j = 0 the sum of "
        "the ε_j cannot be less. Where δ_j > 0, the least joint δ at Σε_j is 1 - Π(1-δ_j) for the mechanisms that "
        "reveal their input with probability δ_j and else run randomised response of level e^-ε_j: a little under "
        "Σδ_j."
    ),
    latex=r"P(S) \le e^{\varepsilon_1 + \varepsilon_2} Q(S) + \delta_1 + \delta_2, \qquad "
    r"1 - (1-\delta_1)(1-\delta_2) = \delta_1 + \delta_2 - \delta_1 \delta_2",
    domain="k ≥ 1, ε_j ≥ 0, 0 ≤ δ_j < 1, discrete responses",
    verdict="proved",
    scope="all k and all mechanisms, one mechanism after another; the least joint δ on the examples of two mechanisms",
)


@claim.proof(
    "given the first response y: with u = min(1, t_2·g), which is ≤ 1 and ≤ t_2·g, and f ≤ u + δ_2, the event's "
    "probability p·f is at most t_1·t_2·q·g + m + p·δ_2, where m = max(0, p - t_1·q)",
    mutants={"m left out": {"excess": 0}, "δ_2 twice": {"second": -1}, "t_1·t_1": {"square": True}},
)
def given_first(excess=1, second=1, square=False):
    # s and t are the factors of the two mechanisms; f = u + d - (slack ≥ 0), with d for δ_2.
    names = "p q s t f g u d m"
    assumed = Assumed(
        names,
        lambda *_: {},
        lambda p, q, s, t, f, g, u, d, m: {
            "p": p, "q": q, "s": s, "u": u, "1-u": 1 - u, "tg-u": t * g - u, "u+d-f": u + d - f, "m": m,
            "m-p+sq": m - p + s * q,
        },
        witness=[Fraction(1, 2), Fraction(1, 8), Fraction(2), Fraction(2), *[Fraction(1, 4)] * 5],
    )  # fmt: skip

    def pairs(given, p, q, s, *rest):
        t, f, g, _, d, m = rest
        both = s * s if square else s * t
        bound = both * q * g + excess * m + second * p * d
        yield (
            bound - p * f,
            (
                given["p"] * given["u+d-f"]
                + given["1-u"] * given["m"]
                + given["u"] * given["m-p+sq"]
                + given["s"] * given["q"] * given["tg-u"]
            ),
        )

    signs(assumed, pairs, strict=False)


@claim.proof(
    "summed over y, with Σm ≤ δ_1 and Σp ≤ 1: the bound is t_1·t_2·Q(S) + δ_1 + δ_2; one more y adds its terms to all "
    "sums",
    mutants={"Σp = 2": {"mass": 2}},
)
def summed(mass=1):
    assumed = Assumed(
        "M D P d",
        lambda *_: {},
        lambda M, D, P, d: {"δ_1-Σm": D - M, "1-Σp": mass - P, "δ_2": d},
        witness=[Fraction(1, 8), Fraction(1, 4), Fraction(1), Fraction(1, 4)],
    )

    def pairs(given, M, D, P, d):
        # What is left of the bound when the sum of t_1·t_2·q·g is taken away on both sides.
        yield (D + d) - (M + P * d), given["δ_1-Σm"] + given["1-Σp"] * given["δ_2"]

    signs(assumed, pairs, strict=False)


def revealing(alpha, delta):
    """Randomised response, or with probability δ the input itself: rows on the inputs 0 and 1."""
    high, low = (1 - delta) / (1 + alpha), (1 - delta) * alpha / (1 + alpha)
    return [[high, low, delta, Fraction(0)], [low, high, Fraction(0), delta]]


def joint(first, second):
    """The joint rows of two mechanisms."""
    return [[x * y for x in a for y in b] for a, b in zip(first, second, strict=True)]


def least_delta(rows, t):
    """The least δ at the factor t, in both orders of the two inputs."""
    return max(
        sum((max(Fraction(0), p - t * q) for p, q in zip(*order, strict=True)), Fraction(0))
        for order in (rows, rows[::-1])
    )


LEVELS = [Fraction(1, 3), Fraction(1, 2), Fraction(1)]
DELTAS = [Fraction(0), Fraction(1, 10), Fraction(1, 2)]


@claim.instances(
    "two such mechanisms, nine pairs of levels and nine of δ: each is (ε_j, δ_j)-DP and not for less δ, and together "
    "the least δ at ε_1+ε_2 is 1 - (1-δ_1)·(1-δ_2) ≤ δ_1+δ_2",
    mutants={"δ_1+δ_2 exactly": {"cross": 0}, "at ε_1": {"both": False}},
)
def examples(cross=1, both=True):
    for a, b in product(LEVELS, repeat=2):
        for d, e in product(DELTAS, repeat=2):
            first, second = revealing(a, d), revealing(b, e)
            require(least_delta(first, 1 / a) == d and least_delta(second, 1 / b) == e, "another δ alone")
            found = least_delta(joint(first, second), 1 / (a * b) if both else 1 / a)
            require(found == d + e - cross * d * e, f"levels {a}, {b} and δ = {d}, {e}: {found}")


@claim.instances(
    "at a factor just below t_1·t_2, randomised responses need δ > 0; three runs of one need 3ε",
    mutants={"a factor above": {"nearly": Fraction(101, 100)}},
)
def sum_needed(nearly=Fraction(99, 100)):
    for a, b in product(LEVELS[:2], repeat=2):
        rows = joint(revealing(a, Fraction(0)), revealing(b, Fraction(0)))
        require(least_delta(rows, nearly / (a * b)) > 0, f"{a}, {b}: less than the sum is enough")
        three = joint(rows, revealing(a, Fraction(0)))
        require(least_delta(three, nearly / (a * a * b)) > 0, f"{a}, {a}, {b}: less than the sum is enough")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
