"""Section 2: how much better than a coin an analyst can guess which of two neighbours is the data set.

Deciding for D where P > Q is right with probability 1/2 + TV/2, TV = Σ max(0, P-Q). For an α-private pair TV is at most
(1-α)/(1+α) = tanh(ε/2), as the chance of being right, given each response, is at most 1/(1+α).
"""

from fractions import Fraction

from flint import arb, ctx, fmpq

from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric

claim = Claim(
    id="dwork2013.section-2.advantage",
    title="the advantage in telling D from D'",
    section="2",
    position=20,
    statement=(
        "Where D and D' are equally likely, every way to guess from the answer is right with probability at most "
        "1/(1+α), α = e^-ε. That is a coin's 1/2 plus (1-α)/(2(1+α)) = tanh(ε/2)/2, which is at most ε/4; right less "
        "wrong is at most tanh(ε/2) ≤ ε/2. So the advantage is at most ε in either sense, and the constants 1/4 and "
        "1/2 are the best. Randomised response attains both."
    ),
    latex=(
        r"\Pr[\text{right}] - \frac12 \le \frac{1-\alpha}{2(1+\alpha)} = \frac12\tanh\frac{\varepsilon}{2} \le "
        r"\frac{\varepsilon}{4}"
    ),
    domain="ε ≥ 0, all (ε, 0)-differentially private mechanisms",
    verdict="proved",
    scope="all ε and mechanisms with countably many responses; the instances by exact sums and balls of 128 bits",
)


@claim.proof(
    "response by response: guessing D gains (P-Q)/2 over a coin, and ((1-α)(P+Q) - (1+α)(P-Q))/2 = Q - αP ≥ 0; summed "
    "over the responses, P and Q sum to 1, so that the gain is at most (1-α)/(1+α)·1/2; it is 1/(1+α) - 1/2",
    mutants={"(1-α)/(2+2α)": {"half": 2}, "Q - α²P": {"power": 2}},
)
def gain(half=1, power=1):
    given = Assumed(
        "a P Q",
        lambda a, P, Q: {"α": a},
        lambda a, P, Q: {"Q-αP": Q - a**power * P},
        witness=[Fraction(1, 2), 1, 1],
    )
    signs(
        given,
        lambda known, a, P, Q: [((1 - a) * (P + Q) - half * (1 + a) * (P - Q), positive_number(2) * known["Q-αP"])],
        strict=False,
    )
    # Times 2(1+α).
    identity("a", lambda a: [(2 - (1 + a), 1 - a)])


@claim.proof(
    "tanh(ε/2) ≤ ε/2, that is ln y ≥ 2(y-1)/(y+1) for y = e^ε ≥ 1: equal at y = 1, and the derivative of the "
    "difference is (y-1)²/(y(y+1)²)",
    mutants={"tanh(ε/2) ≤ ε/4": {"factor": 4}},
)
def below_half(factor=2):
    # 1/y - 2·factor/(y+1)², times y(y+1)².
    identity("y", lambda y: [((y + 1) ** 2 - 2 * factor * y, (y - 1) ** 2)])


@claim.instances(
    "x^G on neighbours 0 and 1 of n = 1 at three levels: the best guess of all events is right with probability "
    "1/(1+α); the quotient of its advantage and ε is below 1/4 and at ε = 1/100 above 0.2499",
    mutants={"the level α² claimed": {"power": 2}, "1/5": {"constant": "1/5"}},
)
def best_guess(power=1, constant="1/4"):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        P, Q = geometric(n=1, alpha=alpha).rows
        best = max(sum((P if bits >> r & 1 else Q)[r] for r in range(2)) / 2 for bits in range(4))
        require(best == 1 / (1 + alpha**power), f"the best guess is right with probability {best}")
    with ctx.workprec(128):
        epsilon = arb(fmpq(1, 100))
        quotient = (epsilon / 2).tanh() / 2 / epsilon
        bound = Fraction(constant)
        require(quotient < arb(fmpq(bound.numerator, bound.denominator)), "the quotient is above the constant")
        require(quotient > arb(fmpq(2499, 10000)), "the quotient is smaller")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
