"""Section 3.3.1, commute distance: the exponential mechanism for a median, whose exponent lacks its minus.

Let k of the n distances lie below a point, so that |k-m| with m = n/2 is half of z = |2k-n|. One person more makes 2k-n
larger or smaller by exactly 1, so every weight a^z with a < 1 changes by the factor a or 1/a, and so does, at most,
their integral. With the printed e^|k-m| the median is the least likely point.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.neighbours import edges
from exactdp.privacy.level import level
from exactdp.surveys.dp_where import median_mechanism

claim = Claim(
    id="dwork2013.section-3-3-1.median",
    title="the private median of commute distances",
    section="3.3.1",
    position=30,
    statement=(
        "With a weight a^(2|k-m|), a < 1, in place of e^|k-m|, times the length of I_k, the release is a²-private when "
        "one person is added or removed, where m = n/2; the level a² cannot be raised. For a replaced person it is "
        "a⁴-private. With a = e^(-ε/2) that is (ε, 0)-differential privacy, for weights e^(-ε|k-m|). With the printed "
        "weights the interval at the median is the least likely for its length, and no ε enters."
    ),
    latex=r"\Pr[x \in I_k] \propto (x_{k+1} - x_k)\, e^{-\varepsilon |k - m|}, \qquad m = n/2",
    domain="all n and all distances of n people in a bounded range, 0 < a < 1",
    every_n=True,
    verdict="corrected",
    scope="privacy for all n, distances and a; that a² cannot be raised by a family of pairs of databases",
    printed="I_k is selected with probability proportional to (x_{k+1} - x_k)·e^|k-m|",
    slip="print",
)


@claim.counterexample(
    "two distances 1 and 2 in the range from 0 to 3, so m = 1 and all three intervals have length 1: the weights are "
    "e, 1 and e, and the interval between the two is the least likely",
    mutants={"a minus in the exponent": {"sign": -1}},
)
def printed_sign(sign=1):
    exponents = [sign * abs(k - 1) for k in range(3)]
    # e > 1; over the least power, which is e^-1 at worst, all exponents are at least 0.
    shifted = [exponent - min(exponents) for exponent in exponents]
    base = Assumed("e", lambda e: {"e-1": e - 1}, witness=[Fraction(2)])
    require(shifted[0] == shifted[2], "the outer intervals differ")
    require(shifted[0] > shifted[1], "the interval at the median is not less likely than the outer ones")
    signs(base, lambda given, e: [(e ** shifted[0] - e ** shifted[1], given["e-1"])])


@claim.proof(
    "one person more: where that one is nearer than the point, 2k-n becomes 2(k+1)-(n+1), and otherwise 2k-(n+1); the "
    "power a^|2k-n| is multiplied by a if its exponent moves away from 0, and divided by a if it moves towards it",
    mutants={"k as well as n grow by 2": {"more": 2}, "the median stays at n/2": {"people": 0}},
)
def one_more(more=1, people=1):
    def pairs(a, n, k):
        z = 2 * k - n
        farther, nearer = 2 * k - (n + people), 2 * (k + more) - (n + people)
        before = a ** abs(z)
        if z >= 0:
            yield a ** abs(nearer), a * before
        else:
            yield a * a ** abs(nearer), before
        if z <= 0:
            yield a ** abs(farther), a * before
        else:
            yield a * a ** abs(farther), before

    identity("a", pairs, Domain("n k", lambda n, k: [k, n - k]))


@claim.proof(
    "a density w/W becomes w'/W' with w' ≥ aw and W ≥ aW', hence w'W - a²wW' = (w'-aw)W + aw(W-aW') ≥ 0; the other "
    "direction is the same, as w ≥ aw' and W' ≥ aW hold too",
    mutants={"the level a": {"power": 1}},
)
def normalised_weights(power=2):
    # w, w' the weights of a point, V, V' the integrals.
    given = Assumed(
        "a w x V W",
        lambda a, w, x, V, W: {"a": a, "w": w, "W": W, "V": V, "x": x},
        lambda a, w, x, V, W: {"x-aw": x - a * w, "V-aW": V - a * W},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 4,
    )
    signs(
        given,
        lambda known, a, w, x, V, W: [
            (x * V - a**power * w * W, known["x-aw"] * known["V"] + known["a"] * known["w"] * known["V-aW"])
        ],
        strict=False,
    )


@claim.instances(
    "all histograms of at most 4 people over three units: the exact level of the drawn unit is between a² and a for "
    "one person more, and between a⁴ and a² for one replaced; a = 1/5, 1/2, 9/10",
    mutants={"the level a for one person more": {"added": 1}, "a² for one replaced": {"replaced": 2}},
)
def exact_levels(added=2, replaced=4):
    found = [counts for counts in product(range(5), repeat=3) if sum(counts) <= 4]
    for a in map(Fraction, ("1/5", "1/2", "9/10")):
        mechanism = median_mechanism(found, a)
        for steps, power in (([[-1], [1]], added), ([[-1, 1]], replaced)):
            pairs = []
            for i, first in enumerate(found):
                for k, second in enumerate(found[:i]):
                    if sorted(x - y for x, y in zip(first, second, strict=True) if x != y) in steps:
                        pairs.append((k, i))
            exact = level(mechanism, edges(pairs, inputs=range(len(found)))).alpha
            require(a**power <= exact < a ** (power // 2), f"the level {exact} is outside of the bounds")


@claim.instances(
    "a² cannot be raised: someone at distance 0, and one at L-1 added, in a range of L units: the level is "
    "a²·L/(L-1+a²), which falls to a² as L grows; L = 2, 10, 50",
    mutants={"a limit above a²": {"limit": Fraction(11, 10)}},
    sizes=(2, 10, 50, 500),
)
def not_raised(sizes=(2, 10, 50), limit=Fraction(1)):
    for a in map(Fraction, ("1/5", "1/2", "9/10")):
        levels = []
        for length in sizes:
            one = [1] + [0] * (length - 1)
            mechanism = median_mechanism([one, [*one[:-1], 1]], a)
            levels.append(level(mechanism).alpha)
            require(levels[-1] == a**2 * length / (length - 1 + a**2), f"the level is {levels[-1]}")
        require(levels[-1] < a**2 * limit * (1 + Fraction(10, sizes[-1]) / a**2), "the level stays away from a²")
        require(levels[-1] > a**2 * limit, "the level falls below the limit")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
