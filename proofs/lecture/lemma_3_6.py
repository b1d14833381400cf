"""Lemma 3.6, post-processing: what is computed from the response of a private mechanism is as private.

An event of f(M) is an event of M, for a mapping f. A randomised f gives each response r of M a weight between 0 and 1
for the event, so that its probability changes by Σ_r w_r·(P_r - t·Q_r), which is at most the sum of positive parts.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.lemma-3.6",
    title="post-processing",
    section="3.2",
    position=10,
    statement=(
        "If M is (ε, δ)-DP, so is f∘M for every mapping f of its responses, and for every randomised one whose coins "
        "are independent of the data. The level may rise: a constant f makes it 1, and a one-to-one f leaves it as it "
        "was. An f that looks at the data again may leave nothing of it."
    ),
    latex=r"\sum_s \max\Bigl(0, \sum_r (P_r - e^\varepsilon Q_r)\, f_{rs}\Bigr) \le \sum_r \max(0, P_r - e^\varepsilon "
    r"Q_r)",
    domain="every ε ≥ 0 and 0 ≤ δ < 1, every mechanism and mapping with countably many responses, randomised or not",
    verdict="proved",
    scope="all mechanisms and mappings; every mapping between up to 4 responses for some mechanisms",
)


@claim.proof(
    "the event has the weight w from 0 to 1 given response r of M, w = 0 or 1 for a mapping: w·(p - t·q) ≤ m "
    "where m ≥ 0 and m ≥ p - t·q; and for δ = 0, t·q - p ≥ 0 gives w·(t·q - p) ≥ 0",
    mutants={"weights up to 2": {"most": 2}, "the coins see the data": {"other": True}},
)
def randomised(most=1, other=False):
    assumed = Assumed(
        "p q t m w v",
        lambda *_: {},
        lambda p, q, t, m, w, v: {"m": m, "m-p+tq": m - p + t * q, "w": w, "1-w": most - w, "tq-p": t * q - p},
        witness=[Fraction(1, 4), Fraction(1, 4), Fraction(2), *[Fraction(1, 2)] * 3],
    )

    def pairs(given, p, q, t, *rest):
        m, w, v = rest
        there = v if other else w
        yield m - w * p + there * t * q, given["w"] * given["m-p+tq"] + given["1-w"] * given["m"]
        yield there * t * q - w * p, given["w"] * given["tq-p"]

    signs(assumed, pairs, strict=False)


def parts(first, second, t):
    """The least δ from one row to another at the factor t."""
    return sum((max(Fraction(0), p - t * q) for p, q in zip(first, second, strict=True)), Fraction(0))


MECHANISMS = [
    geometric(n=2, alpha="1/2"),
    geometric(n=3, alpha="1/3"),
    Mechanism([["1/2", "1/3", "1/6"], ["1/3", "1/6", "1/2"]]),
    Mechanism([["9/10", "1/10", 0], ["1/10", "4/5", "1/10"]]),
]


@claim.instances(
    "four mechanisms, every mapping to as many responses: the least δ at t = 1, 3/2, 2 doesn't rise, the level doesn't "
    "fall, and for one-to-one mappings both stay",
    mutants={"every mapping keeps the level": {"every": True}},
)
def mappings(every=False):
    for mechanism in MECHANISMS:
        size = mechanism.shape[1]
        for images in product(range(size), repeat=size):
            after = mechanism @ deterministic(images, responses=range(size))
            before_level, after_level = level(mechanism).alpha, level(after).alpha
            require(after_level >= before_level, f"{images}: the level falls to {after_level}")
            if every or len(set(images)) == size:
                require(after_level == before_level, f"{images}: the level rises to {after_level}")
            for t in map(Fraction, ("1", "3/2", "2")):
                deltas = [parts(x.rows[0], x.rows[1], t) for x in (mechanism, after)]
                require(deltas[1] <= deltas[0], f"{images}, t = {t}: δ rises to {deltas[1]}")


@claim.instances(
    "the same mechanisms, each of them, where sizes fit, as a randomised mapping too: δ doesn't rise and the level "
    "doesn't fall",
    mutants={"a mapping that looks at the data": {"looks": True}},
)
def random_mappings(looks=False):
    remaps = [
        Mechanism([row[::-1] for row in geometric(n=n, alpha=alpha).rows]) for n in (2, 3) for alpha in ("1/5", "4/5")
    ]
    for mechanism, remap in product(MECHANISMS, remaps):
        if len(remap) == mechanism.shape[1]:
            after = mechanism @ remap
            if looks:
                after = Mechanism([[1, 0], [0, 1]])
            require(level(after).alpha >= level(mechanism).alpha, f"the level falls to {level(after).alpha}")
            for t in map(Fraction, ("1", "3/2", "2")):
                rise = parts(*after.rows[:2], t) - parts(*mechanism.rows[:2], t)
                require(rise <= 0, f"t = {t}: δ rises by {rise}")


@claim.instances(
    "a constant mapping of randomised response has the level 1, and an f that answers the data itself the level 0",
    mutants={"the constant for both": {"answers": (0, 0)}},
)
def extremes(answers=(0, 1)):
    response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    require(level(response @ deterministic((0, 0), responses=range(2))).alpha == 1, "a constant tells something")
    require(level(Mechanism([[int(r == x) for r in range(2)] for x in answers])).alpha == 0, "the data stays hidden")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
