"""Section 3.3: which ε is small; what ε = 1 and ε = 5 let a reader of the answer do.

For two neighbours and even odds, the reader who sees the response guesses the data with a probability of at most
1/(1+α), which randomised response attains. That is 0.731… at ε = 1 and 0.9933… at ε = 5. Which of these is acceptable
is a judgement; the numbers are not.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.privacy.level import level_of_epsilon

claim = Claim(
    id="lecture.section-3-3.small-epsilon",
    title="small ε",
    section="3.3",
    position=20,
    statement=(
        "That ε should be at most 1, and that ε > 5 calls for scepticism, is a judgement. What it rests on: of two "
        "neighbours with even odds, the response of an ε-DP mechanism is guessed back with probability at most 1/(1+α) "
        "= e^ε/(1+e^ε), and randomised response attains it. This is 0.731… at ε = 1, odds of 2.718… to 1, and 0.9933… "
        "at ε = 5, odds of 148.4… to 1."
    ),
    latex=r"\Pr[\text{guess right}] = \tfrac12 \sum_r \max(P_r, Q_r) \le \frac{1}{1+\alpha} = "
    r"\frac{e^\varepsilon}{1+e^\varepsilon}",
    domain="0 ≤ α ≤ 1, every pair of neighbours, discrete responses",
    verdict="proved",
    scope="the bound for all mechanisms and levels; the numbers by rational bounds on e^-1 and e^-5",
)


@claim.proof(
    "for one response: (p+q) - (1+α)·p = q - α·p ≥ 0, and so for q, hence (1+α)·max(p, q) ≤ p+q; over all responses "
    "p+q has the sum 2",
    mutants={"1/(1+2α)": {"factor": 2}},
)
def bound(factor=1):
    private = Assumed(
        "a p q",
        lambda *_: {},
        lambda a, p, q: {"q-αp": q - a * p, "p-αq": p - a * q},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def pairs(given, a, p, q):
        yield (p + q) - (1 + factor * a) * p, given["q-αp"]
        yield (p + q) - (1 + factor * a) * q, given["p-αq"]

    signs(private, pairs, strict=False)


def guessed(first, second):
    """The probability that the likelier of two rows, at even odds, is the true one."""
    return sum(map(max, first, second)) / 2


@claim.instances(
    "neighbours of G_{n,α}, n ≤ 4 and five levels: the guess is right with at most 1/(1+α); for n = 1, which is "
    "randomised response, with just that",
    mutants={"n = 2 attains it": {"attains": 2}},
)
def of_geometric(attains=1):
    for n in range(1, 5):
        for alpha in map(Fraction, ("0", "1/10", "1/2", "9/10", "1")):
            for first, second in pairwise(geometric(n=n, alpha=alpha).rows):
                found = guessed(first, second)
                require(found <= 1 / (1 + alpha), f"n = {n}, α = {alpha}: {found}")
                if n == attains:
                    require(found == 1 / (1 + alpha), f"n = {n}, α = {alpha}: only {found}")
    third = guessed(*geometric(n=2, alpha="1/2").rows[:2])
    require((third == Fraction(2, 3)) == (attains == 1), f"n = 2 has {third} as well")


@claim.instances(
    "e^-1 and e^-5 to 2^-32: 1/(1+α) begins with 0.731 and 0.9933, the odds 1/α with 2.718 and 148.4",
    mutants={"ε = 2 for 1": {"first": 2}, "ε = 4 for 5": {"second": 4}},
)
def numbers(first=1, second=5):
    for bound, places, guess, odds in ((first, 1000, 731, 2718), (second, 10000, 9933, 1484131)):
        # e^-ε lies between upper/(1 + 2^-32) and upper.
        upper = level_of_epsilon(bound)
        lower = upper / (1 + Fraction(1, 2**32))
        right = [places / (1 + alpha) for alpha in (upper, lower)]
        ratio = [places / alpha for alpha in (upper, lower)]
        require([x // 1 for x in right] == [guess, guess], f"ε = {bound}: {right}")
        require([x // 1 for x in ratio] == [odds, odds], f"ε = {bound}: {ratio}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
