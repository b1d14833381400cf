"""Section 2: what an analyst knows besides the answer does not change the privacy of the mechanism.

The coins of M are drawn independently of all else. So if another data set gives z with probability w_z, the same on D
and D', the pair (z, answer) has probability w_z·P_r or w_z·Q_r, and the ratio is that of P_r and Q_r. Where z itself
depends on the row, that release has a level of its own, and the two compose.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-2.linkage",
    title="an analyst who knows other data sets",
    section="2",
    position=10,
    statement=(
        "Let M be α-private and z be known from elsewhere, independently of M's coins and with probabilities that are "
        "the same on D and D'. Then the pair of z and M's answer is α-private with exactly M's level, and so is M's "
        "answer given any z that has positive probability. If z is the output of another release of level β about the "
        "same row, the pair has a level of at least αβ, and it can be αβ: linkage with a data set that shows the row "
        "outright, β = 0, is not prevented, but M adds no more than the factor 1/α."
    ),
    latex=r"w_z P_r - \alpha\, w_z Q_r = w_z\,(P_r - \alpha Q_r) \ge 0",
    domain="0 ≤ α, β ≤ 1, all discrete mechanisms and knowledge",
    verdict="proved",
    scope="all levels and mechanisms with countably many responses",
    uses=("dwork2013.section-2-2.composition",),
)


@claim.proof(
    "w·P - α·w·Q = w·(P - α·Q); and for two releases P·p - αβ·Q·q = (P-αQ)·p + αQ·(p-βq)",
    mutants={"the level α for both": {"power": 0}, "knowledge that depends on the row": {"same": 0}},
)
def joint(power=1, same=1):
    given = Assumed(
        "a b w P Q p q",
        lambda *bases: {"α": bases[0]},
        lambda a, *rest: {
            "w": rest[1],
            "Q": rest[3],
            "p": rest[4],
            "P-αQ": rest[2] - a * rest[3],
            "p-βq": rest[4] - rest[0] * rest[5],
        },
        witness=[Fraction(1, 2)] * 2 + [Fraction(1)] * 5,
    )

    def pairs(known, a, *rest):
        b, w, P, Q, p, q = rest
        yield w * P - a * (w if same else p) * Q, known["w"] * known["P-αQ"]
        yield P * p - a * b**power * Q * q, known["P-αQ"] * known["p"] + known["α"] * known["Q"] * known["p-βq"]

    signs(given, pairs, strict=False)


@claim.instances(
    "x^G of n = 1, 2, 3 at α = 1/2, 9/10 together with independent knowledge of 1, 2 or 3 values: the level is α; "
    "with a copy of itself α²; with the row itself 0",
    mutants={
        "knowledge that depends on the input": {
            "weights": lambda i, z, count: Fraction(1 + i * z, sum(1 + i * y for y in range(count)))
        }
    },
)
def with_knowledge(weights=lambda i, z, count: Fraction(2 * (z + 1), count * (count + 1))):
    for n in range(1, 4):
        for alpha in (Fraction(1, 2), Fraction(9, 10)):
            x = geometric(n=n, alpha=alpha)
            for count in range(1, 4):
                known = [[weights(i, z, count) * p for z in range(count) for p in row] for i, row in enumerate(x.rows)]
                require(level(Mechanism(known)).alpha == alpha, f"the level is not {alpha} with {count} values")
            twice = Mechanism([[p * q for p in row for q in row] for row in x.rows])
            require(level(twice).alpha == alpha**2, "the level of two copies is not α²")
            shown = [[p * (z == i) for z in range(n + 1) for p in row] for i, row in enumerate(x.rows)]
            require(level(Mechanism(shown)).alpha == 0, "the row itself leaves a level above 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
