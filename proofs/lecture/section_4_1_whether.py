"""Section 4.1, what is random in randomised response: not whether one answers, but whether one tells the truth.

Who keeps silent sometimes, and else tells the truth, is not private: the answer 1 never comes from a person with 0. In
the mechanism everybody answers. It is the same as telling the truth with probability 2ε and tossing a fair coin else.
"""

from fractions import Fraction

from exactdp.claims import Claim, identity, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-4-1.whether",
    title="what is random in randomised response",
    section="4.1",
    position=10,
    statement=(
        "In randomised response everybody responds, and decides at random whether the response is the true bit: with "
        "probability 2ε it is, else a fair coin is told, which together is the true bit with probability 1/2 + ε. To "
        "decide at random whether to respond at all, and then truthfully, has the level 0 for every probability p > 0 "
        "of a response; it is (ε, δ)-DP with δ = p, and with no smaller δ for any ε."
    ),
    latex=r"2\varepsilon + (1 - 2\varepsilon) \cdot \tfrac12 = \tfrac12 + \varepsilon",
    domain="0 < ε ≤ 1/2; 0 < p ≤ 1 for keeping silent",
    verdict="corrected",
    scope="all ε; keeping silent at p = 1/10, 1/2, 1",
    printed="one decides at random whether to respond",
    slip="statement",
)


def sometimes_silent(p):
    """Rows on the bits 0 and 1, the responses 0, 1 and silence."""
    return Mechanism([[p, 0, 1 - p], [0, p, 1 - p]])


@claim.counterexample(
    "a truthful response with probability 1/2, and silence else: the level is 0, for the response 1 has probability 0 "
    "on the bit 0 and 1/2 on the bit 1",
    mutants={"the other bit half of the time when one responds": {"truth": Fraction(1, 4)}},
)
def silent(truth=Fraction(1, 2)):
    rest = Fraction(1, 2) - truth
    mechanism = Mechanism([[truth, rest, "1/2"], [rest, truth, "1/2"]])
    require(level(mechanism, complete(inputs=range(2))).alpha == 0, "the level is above 0")


@claim.proof(
    "truth with probability 2ε and a fair coin else: the true bit comes with 2ε + (1-2ε)/2 = 1/2 + ε, the other one "
    "with (1-2ε)/2 = 1/2 - ε",
    mutants={"the truth with probability ε": {"truth": 1}, "a coin that shows 1/3": {"coin": Fraction(1, 3)}},
)
def truth_or_coin(truth=2, coin=Fraction(1, 2)):
    def pairs(e):
        yield truth * e + (1 - truth * e) * coin, Fraction(1, 2) + e
        yield (1 - truth * e) * (1 - coin), Fraction(1, 2) - e

    identity("e", pairs)


@claim.instances(
    "p = 1/10, 1/2, 1 and the factors t = 1, 10, 1000: the least δ is p, whatever t is",
    mutants={"p²": {"power": 2}},
)
def least_delta(power=1):
    for p in map(Fraction, ("1/10", "1/2", "1")):
        first, second = sometimes_silent(p).rows
        for t in (1, 10, 1000):
            found = sum(max(Fraction(0), x - t * y) for x, y in zip(first, second, strict=True))
            require(found == p**power, f"p = {p}, t = {t}: δ = {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
