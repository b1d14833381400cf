"""Section 1.1, smoking causes cancer: what a survey teaches changes beliefs about people who are not in it.

Two hypotheses give smokers different probabilities of illness. Whoever learns something about the hypotheses from a
survey of other smokers changes the belief about this one. By the same computation, taking part or not makes no
difference beyond 1/α if the answer is α-private.
"""

from fractions import Fraction
from math import comb

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import identity as truthful

claim = Claim(
    id="dwork2013.section-1-1.smoking",
    title="smoking causes cancer",
    section="1.1",
    position=130,
    statement=(
        "Let a smoker be ill with probability a under one hypothesis and b ≠ a under another, 0 < prior < 1. A "
        "response of a survey of other smokers leaves the belief that this one is ill unchanged if and only if it is "
        "equally likely under both hypotheses. So if every response leaves every such belief unchanged, the survey "
        "teaches nothing about the hypotheses. A private answer changes it too, in the instances tried less than an "
        "exact one."
    ),
    latex=r"\Pr[\text{ill} \mid r] - \Pr[\text{ill}] = \frac{p(1-p)(a-b)(f_1 - f_0)}{p f_1 + (1-p) f_0}",
    domain="0 < p < 1, 0 ≤ a, b ≤ 1, all surveys of others",
    verdict="proved",
    scope="all two hypotheses and surveys; surveys of up to 3 smokers, exact and private, as instances",
)


@claim.proof(
    "with f_1, f_0 the response's probabilities and g = p·f_1 + (1-p)·f_0: the belief after it, times g, less that "
    "before it, times g, is p(1-p)(a-b)(f_1-f_0); and p(1-p) > 0",
    mutants={"p² in place of p(1-p)": {"square": True}, "(a+b)": {"sign": 1}},
)
def change(square=False, sign=-1):
    def sides(p, a, b, *rest):
        f, h = rest
        after = p * f * a + (1 - p) * h * b
        before = (p * a + (1 - p) * b) * (p * f + (1 - p) * h)
        yield after - before, p * (p if square else 1 - p) * (a + sign * b) * (f - h)

    identity("p a b f h", sides)
    inside = Assumed("p", lambda p: {"p": p, "1-p": 1 - p}, witness=[Fraction(1, 2)])
    signs(inside, lambda known, p: [(p * (1 - p), known["p"] * known["1-p"])])


@claim.instances(
    "surveys of 1 to 3 other smokers, a = 3/4, b = 1/4, p = 1/3: a response that tells the hypotheses apart changes "
    "the belief; the most that an answer of G at 1/2 changes it is less than that of the exact one",
    mutants={"hypotheses that agree": {"b": Fraction(3, 4)}},
)
def surveys(a=Fraction(3, 4), b=Fraction(1, 4), p=Fraction(1, 3)):
    for n in (1, 2, 3):
        most = []
        for mechanism in (truthful(n=n), geometric(n=n, alpha="1/2")):
            changes = []
            for r in range(n + 1):
                f, h = (
                    sum(comb(n, i) * ill**i * (1 - ill) ** (n - i) * mechanism[i, r] for i in range(n + 1))
                    for ill in (a, b)
                )
                after = (p * f * a + (1 - p) * h * b) / (p * f + (1 - p) * h)
                changes.append(abs(after - (p * a + (1 - p) * b)))
                require((changes[-1] == 0) == (f == h), f"n = {n}, r = {r}: a change of {changes[-1]}")
            most.append(max(changes))
        require(0 < most[1] < most[0], f"n = {n}: the changes are {most}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
