"""Section 3.3: privacy comes in degrees; a smaller ε is a stronger guarantee.

With α = e^-ε a smaller ε is a larger α. What is α-private is α'-private for every α' ≤ α, and randomised response of
level α' is not α-private for any larger α. So the guarantees are in one strict order, from α = 0 to α = 1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level, private

claim = Claim(
    id="lecture.section-3-3.quantitative",
    title="privacy in degrees",
    section="3.3",
    position=10,
    statement=(
        "Privacy is a quantity: ε-DP implies ε'-DP for every ε' ≥ ε, and (ε, δ)-DP implies (ε', δ')-DP for ε' ≥ ε and "
        "δ' ≥ δ. For ε < ε' the first is strictly stronger: randomised response of level e^-ε' is ε'-DP and not ε-DP. "
        "The ends are ε = 0, where the answer tells nothing, and no finite ε, as for the true answer."
    ),
    latex=r"\varepsilon \le \varepsilon' \iff \alpha = e^{-\varepsilon} \ge \alpha' = e^{-\varepsilon'}: \quad y \ge "
    r"\alpha x \Rightarrow y \ge \alpha' x",
    domain="0 ≤ α' ≤ α ≤ 1, 0 ≤ δ ≤ δ' < 1, every mechanism",
    verdict="proved",
    scope="all levels and mechanisms",
)


@claim.proof(
    "α-private is α'-private: y - α'·x = (y - α·x) + (α-α')·x; with δ, t'·q + δ' - p = (t·q + δ - p) + (t'-t)·q + "
    "(δ'-δ)",
    mutants={"a smaller ε' (α' ≥ α)": {"sign": -1}, "a smaller δ'": {"more": -1}},
)
def weaker(sign=1, more=1):
    levels = Assumed(
        "a b x y",
        lambda *_: {},
        lambda a, b, x, y: {"y-αx": y - a * x, "α-α'": a - b, "x": x},
        witness=[Fraction(1, 2), Fraction(1, 4), Fraction(1, 2), Fraction(1, 2)],
    )
    signs(
        levels,
        lambda given, a, b, x, y: [(y - a * x - sign * (b - a) * x, given["y-αx"] + given["α-α'"] * given["x"])],
        strict=False,
    )
    deltas = Assumed(
        "t u q p d e",
        lambda *_: {},
        lambda t, u, q, p, d, e: {"tq+δ-p": t * q + d - p, "t'-t": u - t, "q": q, "δ'-δ": e - d},
        witness=[Fraction(1), Fraction(2), *[Fraction(1, 4)] * 4],
    )

    def pairs(given, t, u, q, *rest):
        p, d, e = rest
        yield u * q + d + more * (e - d) - p, given["tq+δ-p"] + given["t'-t"] * given["q"] + given["δ'-δ"]

    signs(deltas, pairs, strict=False)


@claim.proof(
    "strictly: the rows (1, b) and (b, 1) over 1+b, with b = α' < α, have b·1 - b = 0 and 1 - b·b ≥ 0, and a violation "
    "α·1 - b > 0 of α-privacy",
    mutants={"the rows (1, α)": {"stronger": True}},
)
def strictly(stronger=False):
    identity("b", lambda b: [(b * number(1) - b, number(0)), (1 - b * b, (1 - b) * (1 + b))])
    assumed = Assumed("a b", lambda a, b: {"α-α'": a - b}, witness=[Fraction(1, 2), Fraction(1, 4)])
    signs(assumed, lambda given, a, b: [(a * 1 - (a if stronger else b), given["α-α'"])])


@claim.instances(
    "eleven levels from 0 to 1: randomised response of each has exactly this level, and is α-private for just the "
    "levels up to it; the true answer has level 0",
    mutants={"also the next one": {"next_too": 1}},
)
def in_order(next_too=0):
    levels = [Fraction(k, 10) for k in range(11)]
    for j, b in enumerate(levels):
        mechanism = Mechanism([[1 / (1 + b), b / (1 + b)], [b / (1 + b), 1 / (1 + b)]])
        require(level(mechanism).alpha == b, f"level {level(mechanism).alpha} and not {b}")
        for k, a in enumerate(levels):
            require(bool(private(mechanism, a)) == (k <= j + next_too), f"levels {a} and {b}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
