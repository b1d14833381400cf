"""Section 3: independent mechanisms together are private, with larger parameters; also with δ.

Given the first response y, let f(y) and g(y) be the probabilities of the event for the second mechanism under x and x'.
Then f ≤ δ_2 + (1-δ_2)·h with h = min(1, t_2·g/(1-δ_2)). As h lies between 0 and 1, it is a randomised test of the first
response, so its mean grows by at most the factor t_1 and δ_1. The ε add up, and the 1-δ multiply.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.composition import basic_composition, promise, together
from exactdp.privacy.privacy_curve import privacy_curve

claim = Claim(
    id="lecture.section-3.composition",
    title="composition, also with δ",
    section="3",
    position=50,
    statement=(
        "Independent mechanisms on the same data that are (ε_j, δ_j)-DP, j = 1..k, are together (Σε_j, Σδ_j)-DP, and "
        "more sharply (Σε_j, 1 - Π(1-δ_j))-DP; for δ_j = 0 this is Lemma 3.3. With k runs of one mechanism ε grows in "
        "proportion to k. Neither can be less in general: mechanisms that reveal their input with probability δ_j, and "
        "else run randomised response of level e^-ε_j, attain both, for two of them at all levels tried."
    ),
    latex=r"P(S) \le e^{\varepsilon_1 + \varepsilon_2} Q(S) + \delta, \qquad \delta = 1 - (1-\delta_1)(1-\delta_2) = "
    r"\delta_1 + \delta_2 - \delta_1 \delta_2",
    domain="k ≥ 1, ε_j ≥ 0, 0 ≤ δ_j < 1, discrete responses",
    verdict="proved",
    scope="all k and all mechanisms, one mechanism after another; the least joint δ on the examples of two mechanisms",
)


@claim.proof(
    "given the first response y: with h = min(1, t_2·g/(1-δ_2)), which is ≤ 1 and ≤ t_2·g/(1-δ_2), and f ≤ δ_2 + "
    "(1-δ_2)·h, the event's probability p·f is at most t_1·t_2·q·g + (1-δ_2)·m + p·δ_2, where m = max(0, p - t_1·q)",
    mutants={"m left out": {"excess": 0}, "-p·δ_2": {"second": -1}, "t_1·t_1": {"squared": True}},
)
def given_first(excess=1, second=1, squared=False):
    # s and t are the factors of the two mechanisms, and d is δ_2.
    assumed = Assumed(
        "p q s t f g h d m",
        lambda *_: {},
        lambda p, q, s, t, f, g, h, d, m: {
            "q": q,
            "s": s,
            "p": p,
            "h": h,
            "1-h": 1 - h,
            "1-d": 1 - d,
            "tg-(1-d)h": t * g - (1 - d) * h,
            "d+(1-d)h-f": d + (1 - d) * h - f,
            "m": m,
            "m-p+sq": m - p + s * q,
        },
        witness=[Fraction(1, 2), Fraction(1, 8), Fraction(2), Fraction(2), *[Fraction(1, 4)] * 5],
    )

    def pairs(given, p, q, s, *rest):
        t, f, g, _, d, m = rest
        both = s * s if squared else s * t
        bound = both * q * g + excess * (1 - d) * m + second * p * d
        yield (
            bound - p * f,
            (
                given["p"] * given["d+(1-d)h-f"]
                + given["1-d"] * given["1-h"] * given["m"]
                + given["1-d"] * given["h"] * given["m-p+sq"]
                + given["s"] * given["q"] * given["tg-(1-d)h"]
            ),
        )

    signs(assumed, pairs, strict=False)


@claim.proof(
    "why f ≤ δ_2 + (1-δ_2)·h: where h = 1 the right side is 1, and else it is δ_2 + t_2·g; and 1-δ multiply: "
    "(1-δ_2)·δ_1 + δ_2 = 1 - (1-δ_1)·(1-δ_2) = δ_1 + δ_2 - δ_1·δ_2",
    mutants={"h = t_2·g": {"less": 0}, "δ_1 + δ_2": {"cross": 0}},
)
def joint_delta(less=1, cross=1):
    def pairs(d, e, x, u):
        # u is t_2·g, and x is h with (1-δ_2)·h = u.
        yield d + (1 - d) * 1, 1 + 0 * d
        yield d + (1 - less * d) * x - (d + u), (1 - d) * x - u
        yield (1 - d) * e + d, e + d - cross * d * e

    identity("d e x u", pairs)


@claim.proof(
    "summed over y, with Σm ≤ δ_1 and Σp ≤ 1: (1-δ_2)·Σm + Σp·δ_2 ≤ (1-δ_2)·δ_1 + δ_2, and this is at most δ_1 + δ_2",
    mutants={"Σp = 2": {"mass": 2}},
)
def summed(mass=1):
    assumed = Assumed(
        "M D P d",
        lambda *_: {},
        lambda M, D, P, d: {"δ_1-Σm": D - M, "δ_1": D, "1-Σp": mass - P, "δ_2": d, "1-δ_2": 1 - d},
        witness=[Fraction(1, 8), Fraction(1, 4), Fraction(1), Fraction(1, 4)],
    )

    def pairs(given, M, D, P, d):
        least = (1 - d) * D + d
        yield least - ((1 - d) * M + P * d), given["1-δ_2"] * given["δ_1-Σm"] + given["1-Σp"] * given["δ_2"]
        yield (D + d) - least, given["δ_1"] * given["δ_2"]

    signs(assumed, pairs, strict=False)


def revealing(alpha, delta):
    """Randomised response, or with probability δ the input itself: rows on the inputs 0 and 1."""
    high, low = (1 - delta) / (1 + alpha), (1 - delta) * alpha / (1 + alpha)
    return Mechanism([[high, low, delta, 0], [low, high, 0, delta]])


LEVELS = [Fraction(1, 3), Fraction(1, 2), Fraction(1)]
DELTAS = [Fraction(0), Fraction(1, 10), Fraction(1, 2)]


@claim.instances(
    "two such mechanisms, nine pairs of levels and nine of δ: each is (ε_j, δ_j)-DP and not for less δ, and by the "
    "library's curve of both together the least δ at ε_1+ε_2 is 1 - (1-δ_1)·(1-δ_2), which it promises too",
    mutants={"δ_1+δ_2 exactly": {"cross": 0}, "at ε_1": {"both": False}},
)
def examples(cross=1, both=True):
    for a, b in product(LEVELS, repeat=2):
        for d, e in product(DELTAS, repeat=2):
            first, second = revealing(a, d), revealing(b, e)
            alone = [privacy_curve(first).at(1 / a), privacy_curve(second).at(1 / b)]
            require(alone == [d, e], f"levels {a}, {b}: δ = {alone} alone")
            found = privacy_curve(together(first, second)).at(1 / (a * b) if both else 1 / a)
            require(found == d + e - cross * d * e, f"levels {a}, {b} and δ = {d}, {e}: {found}")
            promised = basic_composition([promise(a, d), promise(b, e)])
            require((promised.alpha, promised.delta) == (a * b, found), f"the library promises {promised}")


@claim.instances(
    "at a factor just below t_1·t_2, randomised responses need δ > 0; three runs of one need 3ε",
    mutants={"a factor above": {"nearly": Fraction(101, 100)}},
)
def sum_needed(nearly=Fraction(99, 100)):
    for a, b in product(LEVELS[:2], repeat=2):
        first, second = revealing(a, Fraction(0)), revealing(b, Fraction(0))
        curve = privacy_curve(together(first, second))
        require(curve.at(nearly / (a * b)) > 0, f"{a}, {b}: less than the sum is enough")
        three = privacy_curve(together(first, first, first))
        require(three.at(nearly / a**3) > 0, f"three times {a}: less than the sum is enough")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
