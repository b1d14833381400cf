"""Section 2.4: the expected privacy loss.

For an α-private pair P, Q the loss ln(P/Q) lies in [-ε, ε]. Its expectation under P is the expectation of x·ln x under
Q, where x = P/Q has mean 1 and lies in [α, 1/α]. As x·ln x is convex it is below its chord, and the chord at 1 is
ε·(1-α)/(1+α) = ε·tanh(ε/2), which randomised response attains. That is below ε²/2, a quarter of the printed bound.
"""

from fractions import Fraction

from flint import ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs, square
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.expected-loss",
    title="the expected privacy loss",
    section="2.4",
    position=60,
    statement=(
        "For neighbours of an (ε, 0)-differentially private mechanism the expected privacy loss is at most "
        "ε·(e^ε-1)/(e^ε+1) = ε·tanh(ε/2), and randomised response with the probabilities 1/(1+α), α/(1+α), α = e^-ε, "
        "attains this. For every ε > 0, not only for ε < 1, it is below ε²/2, hence below 2ε², and at most ε·(e^ε-1). "
        "The constant 1/2 is the best: the quotient by ε² goes to 1/2 as ε goes to 0. At ε = 0 the loss is 0 and not "
        "below 2ε²."
    ),
    latex=(
        r"E_P\Bigl[\ln\frac PQ\Bigr] \le \varepsilon\,\frac{e^\varepsilon - 1}{e^\varepsilon + 1} = \varepsilon "
        r"\tanh\frac{\varepsilon}{2} < \frac{\varepsilon^2}{2} < 2\varepsilon^2"
    ),
    domain="ε > 0, all (ε, 0)-differentially private mechanisms",
    verdict="proved",
    scope="all ε and all mechanisms, from the convexity of x·ln x; instances by balls of 128 bits",
    uses=("dwork2013.section-2-4.advanced-composition",),
)


@claim.proof(
    "x·ln x is convex, its second derivative being 1/x > 0, so below the chord from α to 1/α, whose values there are "
    "-α·ε and ε/α; 1 divides α..1/α in the ratio that makes the chord ε·(1-α)/(1+α) there",
    mutants={"ε·(1-α)": {"bottom": 0}, "the values -ε and ε": {"power": 0}},
)
def chord(bottom=1, power=1):
    # 1 is (1-α)/(1-α²) of α and α(1-α)/(1-α²) of 1/α; both sides times (1-α²)·(1+α), over ε.
    def pairs(a):
        left, right = (1 - a) * -(a**power), (1 - a) * a ** (1 - power)
        yield (left + right) * (1 + a), (1 - bottom * a) * (1 - a**2)

    identity("a", pairs)


@claim.proof(
    "randomised response attains it: its loss is ε with probability 1/(1+α) and -ε with α/(1+α)",
    mutants={"loss 0 instead of -ε": {"other": 0}},
)
def attained(other=-1):
    # Times (1+α), over ε.
    identity("a", lambda a: [(1 + other * a, 1 - a)])


@claim.proof(
    "tanh(ε/2) < ε/2, that is ln y > 2(y-1)/(y+1) for y = e^ε > 1: equal at y = 1, and the derivative of the "
    "difference, 1/y - 4/(y+1)², is (y-1)²/(y(y+1)²); (e^ε-1)/(e^ε+1) ≤ e^ε-1; ε²/2 < 2ε²",
    mutants={"2(y-1)/y": {"shift": 0}, "3 in place of 2": {"factor": Fraction(3)}},
)
def below_half(shift=1, factor=Fraction(2)):
    given = Assumed(
        "y e",
        lambda y, e: {"y": y, "y-1": y - 1, "ε": e},
        witness=[Fraction(2), Fraction(1)],
    )

    def pairs(known, y, e):
        # The derivative of factor·(y-1)/(y+shift) is factor·(1+shift)/(y+shift)²; times y(y+shift)².
        yield (y + shift) ** 2 - factor * (1 + shift) * y, square(y - 1)
        # (y-1)·(y+1) - (y-1)
        yield (y - 1) * (y + 1) - (y - 1), known["y-1"] * known["y"]
        yield 2 * (2 * e**2) - e**2, positive_number(3) * known["ε"] ** 2

    signs(given, pairs, strict=False)


@claim.instances(
    "the enclosed expected losses of 3-answer mechanisms at α = 1/3, 1/2, 9/10 are between 0 and the bound, that of "
    "randomised response is the bound, and at ε = 1/1000 it is above 0.4999·ε²",
    mutants={"half the bound": {"part": Fraction(1, 2)}, "0.51·ε²": {"constant": Fraction(51, 100)}},
)
def enclosed(part=Fraction(1), constant=Fraction(4999, 10000)):
    with ctx.workprec(128):
        for alpha in (Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)):
            epsilon = -to_arb(alpha).log()
            bound = to_arb(part * (1 - alpha) / (1 + alpha)) * epsilon
            response = [1 / (1 + alpha), alpha / (1 + alpha)]
            size = 1 + alpha + alpha**2
            for P, Q in (
                (response, response[::-1]),
                ([1 / size, alpha / size, alpha**2 / size], [alpha / size, 1 / size, alpha**2 / size]),
            ):
                require(all(alpha * max(p, q) <= min(p, q) for p, q in zip(P, Q, strict=True)), "not α-private")
                expected = sum(to_arb(p) * to_arb(p / q).log() for p, q in zip(P, Q, strict=True))
                require(expected > 0, "the expected loss is not positive")
                require(not expected > bound, f"the expected loss {expected} is above the bound at α = {alpha}")
        epsilon = to_arb(Fraction(1, 1000))
        require(epsilon * (epsilon / 2).tanh() > to_arb(constant) * epsilon**2, "the constant is smaller")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
