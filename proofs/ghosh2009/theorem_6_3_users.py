"""Theorem 6.3, the two users: their priors over databases, what these induce on results, and the loss.

Exchanging rows 1 and 2 turns ε on {1,3} and 1/2-ε on {2,3} into each other, which is to exchange ε and 1/2-ε. The
results of the databases stay, so that both users have the same prior on results, 1/2 on 1 and on 2.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import Shape, power_loss, table

claim = Claim(
    id="ghosh2009.theorem-6.3.users",
    title="the two users of the proof",
    section="6.2",
    position=42,
    statement=(
        "Both are priors on the eight databases for 0 ≤ ε ≤ 1/2; they are distinct unless ε = 1/4, and both induce 1/2 "
        "on each of the results 1 and 2: oblivious mechanisms serve the two users alike. The second user at ε is the "
        "first at 1/2-ε. The loss |i-r|^(1-δ) is 0, 1, 2^(1-δ), 3^(1-δ), so it is monotone for δ ≤ 1, with 0 for r = i."
    ),
    latex=r"\tfrac14 + \tfrac14 + (\tfrac12 - \varepsilon) + \varepsilon = 1, \qquad p_1 = p_2 = \tfrac12",
    domain="databases of {0,1}^3, 0 ≤ ε ≤ 1/2, δ ≤ 1",
    verdict="proved",
    scope="all ε; a power of 1, 2, 3 with an exponent ≥ 0 does not fall, and the library's losses show it for some δ",
)

WEIGHTS = {"1": ("1/4", 0), "2": ("1/4", 0), "23": ("1/2", -1), "13": (0, 1)}
"""The first user's prior, by the constant and the coefficient of ε."""


def exchanged(key, first="1", second="2"):
    """The database with two rows exchanged."""
    return "".join(sorted({first: second, second: first}.get(row, row) for row in key))


@claim.proof(
    "each prior sums to 1 and has no negative weight for 0 ≤ ε ≤ 1/2, and induces 1/2 on the results 1 and 2",
    mutants={
        "1/4 on {2,3}": {"weights": {**WEIGHTS, "23": ("1/4", -1)}},
        "1/2-ε on {1,2,3}": {"weights": {"1": ("1/4", 0), "2": ("1/4", 0), "123": ("1/2", -1), "13": (0, 1)}},
        "ε up to 1": {"largest": 1},
    },
)
def priors(weights=WEIGHTS, largest="1/2"):
    for turned in (False, True):
        held = {exchanged(key) if turned else key: weight for key, weight in weights.items()}
        require(len(held) == 4, "two databases are one")

        def pairs(e, held=held):
            value = {key: number(Fraction(constant)) + slope * e for key, (constant, slope) in held.items()}
            yield value["1"] + value["2"], number(Fraction(1, 2))
            yield sum((each for key, each in value.items() if len(key) == 2), number(0)), number(Fraction(1, 2))
            yield sum(value.values(), number(0)), number(1)

        identity("e", pairs)
    ends = Assumed("e", lambda e: {}, lambda e: {"ε": e, "1/2-ε": Fraction(largest) - e}, witness=[Fraction(1, 4)])
    signs(ends, lambda given, e: [(e, given["ε"]), (Fraction(1, 2) - e, given["1/2-ε"])], strict=False)


@claim.proof(
    "with rows 1 and 2 exchanged the weights of {2,3} and {1,3} are exchanged, so that the two priors differ by 1/2-2ε "
    "there and 0 elsewhere, and the second is the first with 1/2-ε for ε",
    mutants={"rows 1 and 3 exchanged": {"rows": ("1", "3")}, "1/4-ε for ε": {"turn": "1/4"}},
)
def second_user(rows=("1", "2"), turn="1/2"):
    def weight(key, e):
        constant, slope = WEIGHTS.get(key, (0, 0))
        return number(Fraction(constant)) + slope * e

    def pairs(e):
        for key in ("", "1", "2", "12", "3", "13", "23", "123"):
            second = weight(exchanged(key, *rows), e)
            sign = {"23": 1, "13": -1}.get(key, 0)
            yield weight(key, e) - second, sign * (Fraction(1, 2) - 2 * e)
            yield second, weight(key, Fraction(turn) - e)

    identity("e", pairs)


@claim.instances(
    "by the library the losses with 1-δ = 1, 1/2 and 0 are monotone, and the one with 1-δ = -1 is not",
    mutants={"the power -1 as well": {"powers": ("1", "0", "-1")}},
)
def loss(powers=("1", "1/2", "0")):
    for power in powers:
        require(shape(power) is Shape.MONOTONE, f"the power {power} is {shape(power)}")
    require(shape("-1") is not Shape.MONOTONE, "the power -1 is monotone")


def shape(power):
    """The shape of |i-r|^power on {0..3}, with 0 for r = i."""
    exponent = Fraction(power)
    if exponent > 0:
        return power_loss(exponent).shape(4, 4)
    rows = [[0 if i == r else Fraction(abs(i - r)) ** int(exponent) for r in range(4)] for i in range(4)]
    return table(rows).shape(4, 4)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
