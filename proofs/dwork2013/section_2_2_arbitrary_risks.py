"""Section 2.2: consequences of the answer are protected as the answer is.

What follows from an answer, a decision or a harm, is a function of the answer and of other coins: a remap. Column by
column y = x·T satisfies the same inequalities as x, and so does the expectation of every harm that is ≥ 0.
"""

import itertools
from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-2-2.arbitrary-risks",
    title="consequences of an answer",
    section="2.2",
    position=10,
    statement=(
        "Whatever is computed from an α-private mechanism's answer, with other coins and other knowledge but without "
        "the rows, is α-private. In particular the probability of any consequence, such as being refused insurance, "
        "changes by a factor between α and 1/α when one row is added or removed, and so does the expectation of every "
        "harm ≥ 0. The level of the result may be larger than that of the answer, and is the same if the answer can be "
        "had back. For harms of both signs only differences within (1/α-1)·E|harm| are promised."
    ),
    latex=r"E[h(M(D))] = \sum_r h_r x_{Dr} \ge \alpha \sum_r h_r x_{D'r}, \qquad h \ge 0",
    domain="0 ≤ α ≤ 1, all mechanisms with countably many responses, all remaps and harms ≥ 0",
    verdict="proved",
    scope="all levels, mechanisms, remaps and harms, by induction on the number of responses",
    uses=("dwork2013.definition-1", "dwork2013.section-2.linkage"),
)


@claim.proof(
    "one response more: the sum Σ h_r·(x_r - α·y_r) gains h·(x - αy) ≥ 0; with h_r = T_rs for a column of a remap it "
    "is the inequality for the remapped answer",
    mutants={"the level α²": {"power": 2}, "a harm below 0": {"sign": -1}},
)
def sums(power=1, sign=1):
    def pairs(a, k):
        before, other = entry("Σhx", k), entry("Σhy", k)
        h, x, y = entry("h", k), entry("x", k), entry("y", k)
        yield (before + h * x) - a**power * (other + h * y), (before - a * other) + h * (x - a * y)

    identity("a", pairs, Domain("k", lambda k: [k]))
    given = Assumed(
        "a h x y", lambda *bases: {}, lambda a, h, x, y: {"h": h, "x-αy": x - a * y}, witness=[Fraction(1, 2), 1, 1, 1]
    )
    signs(given, lambda known, a, h, x, y: [(sign * h * (x - a * y), known["h"] * known["x-αy"])], strict=False)


@claim.proof(
    "a harm of both signs, h = g - l with g, l ≥ 0: the change of its expectation is at most (1/α-1)·(g+l) times the "
    "mass, as α(x-y) ≤ (1-α)·y, and y - x ≤ (1-α)·y",
    mutants={"α(x-y) ≤ (1-α)²·y": {"power": 2}},
)
def both_signs(power=1):
    given = Assumed(
        "a x y",
        lambda *bases: {},
        lambda a, x, y: {"y-αx": y - a * x, "x-αy": x - a * y},
        witness=[Fraction(1, 2), 1, 1],
    )

    def pairs(known, a, x, y):
        yield (1 - a) ** power * y - a * (x - y), known["y-αx"]
        yield (1 - a) ** power * y - (y - x), known["x-αy"]

    signs(given, pairs, strict=False)


REMAPS = (
    deterministic([0, 0, 1], responses=range(2)),
    deterministic([2, 0, 1], responses=range(3)),
    Mechanism([["1/2", "1/2"], ["1/3", "2/3"], [0, 1]]),
    Mechanism([[1], [1], [1]]),
)


@claim.instances(
    "x^G of n = 2 at three levels and four remaps: the level is at least α, α for an invertible one and 1 for a "
    "constant one; and the expected harms 0, 1, 5 are within α",
    mutants={"a remap that looks at the row": {"looks": True}, "harms -1, 0, 1": {"harms": (-1, 0, 1)}},
)
def remapped(looks=False, harms=(0, 1, 5)):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        x = geometric(n=2, alpha=alpha)
        levels = [level(x @ remap).alpha for remap in REMAPS]
        if looks:
            levels.append(level(Mechanism([[*row[1:], row[0]] if i else row for i, row in enumerate(x.rows)])).alpha)
        require(all(each >= alpha for each in levels), f"the levels are {levels} at α = {alpha}")
        require(levels[1] == alpha and levels[3] == 1, "another level for the invertible or the constant remap")
        expected = [sum(h * p for h, p in zip(harms, row, strict=True)) for row in x.rows]
        for first, second in itertools.pairwise(expected):
            require(alpha * first <= second and alpha * second <= first, f"expected harms {first} and {second}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
