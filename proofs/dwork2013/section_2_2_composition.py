"""Section 2.2: two computations, on the same or on overlapping databases, and the sum of their losses.

Independent coins multiply probabilities: x_r·y_s on (D, E). Adding a person changes D, or E, or both, by one row each.
So the product changes by at most αβ in ratio. The second may depend on the first answer: y_s then is one for each r.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import complete, edges
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-2-2.composition",
    title="the sum of two privacy losses",
    section="2.2",
    position=30,
    statement=(
        "If x is α-private and y is β-private, on the same or on different databases, with independent coins, then the "
        "pair of answers is αβ-private for a person who takes part in both: losses add up, ε_1 + ε_2. It is α-private, "
        "or β-private, for one who takes part in the first, or the second, only. The second mechanism may also be "
        "chosen by the first answer. The sum is attained by two geometric mechanisms on one database. Coins that are "
        "not independent can give level 0: one-time-pad shares of a bit are each of level 1."
    ),
    latex=(
        r"x_{Dr}\,y_{Es} - \alpha\beta\, x_{D'r}\,y_{E's} = (x_{Dr} - \alpha x_{D'r})\,y_{Es} + \alpha "
        r"x_{D'r}\,(y_{Es} - \beta y_{E's}) \ge 0"
    ),
    domain="0 ≤ α, β ≤ 1, all mechanisms with countably many responses and independent coins",
    verdict="proved",
    scope="all levels and mechanisms, also chosen by the first answer; attained in the instances",
)


@claim.proof(
    "the product: xy - αβ·x'y' = (x-αx')·y + αx'·(y-βy'), with y, y' those for the first answer at hand; a person in "
    "the first only: xy - α·x'y = (x-αx')·y",
    mutants={"the smaller loss only": {"power": 0}, "the mean of the levels": {"mean": True}},
)
def products(power=1, mean=False):
    given = Assumed(
        "a b x X y Y",
        lambda a, b, *rest: {"α": a, "β": b},
        lambda a, b, *rest: {"X": rest[1], "y": rest[2], "x-αX": rest[0] - a * rest[1], "y-βY": rest[2] - b * rest[3]},
        witness=[Fraction(1, 2)] * 2 + [Fraction(1)] * 4,
    )

    def pairs(known, a, b, *rest):
        x, X, y, Y = rest
        both = Fraction(1, 2) * (a + b) if mean else a * b**power
        yield x * y - both * X * Y, known["x-αX"] * known["y"] + known["α"] * known["X"] * known["y-βY"]
        yield x * y - a * X * y, known["x-αX"] * known["y"]

    signs(given, pairs, strict=False)


def joint(first, second, databases):
    """The pair of answers on pairs of inputs."""
    return Mechanism([[p * q for p in first.rows[i] for q in second.rows[k]] for i, k in databases])


@claim.instances(
    "x^G of n = 2 at α and β in 1/4, 1/2, 9/10: on one database the level is αβ; on two it is αβ where a person is in "
    "both, α or β where in one",
    mutants={"one database has its level α": {"power": 0}, "a person in one only, counted in both": {"both": True}},
)
def overlapping(power=1, both=False):
    for alpha in map(Fraction, ("1/4", "1/2", "9/10")):
        for beta in map(Fraction, ("1/4", "1/2", "9/10")):
            x, y = geometric(n=2, alpha=alpha), geometric(n=2, alpha=beta)
            same = joint(x, y, [(i, i) for i in range(3)])
            require(level(same).alpha == alpha * beta**power, "another level on one database")
            pairs = [(i, k) for i in range(3) for k in range(3)]
            for di, dk, expected in ((1, 1, alpha * beta), (1, 0, alpha), (0, 1, beta)):
                step = (1, 1) if both else (di, dk)
                moves = [
                    (p, q)
                    for p, (i, k) in enumerate(pairs)
                    for q, other in enumerate(pairs)
                    if other == (i + step[0], k + step[1])
                ]
                found = level(joint(x, y, pairs), edges(moves, inputs=range(9))).alpha
                require(found == expected, f"the level for the step {di}, {dk} is {found}")


@claim.instances(
    "a second mechanism chosen by the first answer, of level 1/2 for one and 9/10 for the other, after randomised "
    "response of level 1/3: the level is 1/3·1/2",
    mutants={"the second always the one of 9/10": {"chosen": False}},
)
def chosen_by_the_answer(chosen=True):
    first, strong, weak = geometric(n=1, alpha="1/3"), geometric(n=1, alpha="9/10"), geometric(n=1, alpha="1/2")
    rows = [
        [p * q for r, p in enumerate(first.rows[i]) for q in (weak if r and chosen else strong).rows[i]]
        for i in range(2)
    ]
    found = level(Mechanism(rows)).alpha
    require(found == Fraction(1, 6), f"the level is {found}")


@claim.instances(
    "shares of a bit, a coin and the coin plus the bit: each has level 1, both together 0; with two coins the pair "
    "has level 1",
    mutants={"two coins": {"independent": True}},
)
def shared_coins(independent=False):
    coins = [(c, d) for c in range(2) for d in range(2) if independent or c == d]
    rows = [[Fraction(0)] * 4 for _ in range(2)]
    for bit in range(2):
        for c, d in coins:
            # The shares are the coin c, and the coin d plus the bit.
            rows[bit][2 * c + (d + bit) % 2] += Fraction(1, len(coins))
    both = Mechanism(rows)
    for share in ([0, 0, 1, 1], [0, 1, 0, 1]):
        require(level(both @ deterministic(share, responses=range(2))).alpha == 1, "a share has a level below 1")
    require(level(both, complete(inputs=range(2))).alpha == 0, "both shares have a level above 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
