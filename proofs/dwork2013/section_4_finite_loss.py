"""Section 4: what it excludes that the loss is finite.

A finite ε, that is a level α > 0, means that neighbours have the same possible responses. So a mechanism without coins
has one only if it answers all connected inputs alike, and neither an exact statistic nor a sample of rows published as
they are has any. How much more than this is excluded depends on α.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import replace_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import path
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-4.finite-loss",
    title="a finite loss",
    section="4",
    position=10,
    statement=(
        "On finitely many inputs and responses the privacy loss is finite exactly where neighbours have the same "
        "possible responses. So a finite loss excludes every deterministic mechanism that is not constant on connected "
        "inputs, in particular exact counts, and so pairs of these that differ in one person; and publishing a row "
        "chosen at random as it is. It does not bound what is learned: for every α > 0 the mechanism that tells the "
        "truth with probability 1/(1+α) on two inputs has finite loss, and is right but for α/(1+α)."
    ),
    latex=r"\alpha > 0 \iff \bigl(x_{ir} > 0 \Leftrightarrow x_{kr} > 0 \text{ for all neighbours } i, k "
    r"\text{ and all } r\bigr)",
    domain="all mechanisms with finitely many inputs and responses",
    verdict="proved",
    scope="the equivalence for all; counts, samples and the mechanism on two inputs as named",
)


@claim.proof(
    "if x_kr ≥ α·x_ir with α > 0, then x_ir > 0 gives x_kr > 0, as x_kr = (x_kr - αx_ir) + αx_ir; if both are "
    "positive, α = the least of finitely many ratios y/x is positive, and y - α·x ≥ 0 for α·x ≤ y",
    mutants={"with α = 0": {"positive": False}},
)
def equivalence(positive=True):
    level_ = {"α": lambda a: a} if positive else {}
    given = Assumed(
        "a x y",
        lambda a, x, y: {"x": x} | {name: value(a) for name, value in level_.items()},
        lambda a, x, y: {"y-αx": y - a * x} | ({} if positive else {"α": a}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(given, lambda known, a, x, y: [(y, known["y-αx"] + known["α"] * known["x"])])


@claim.instances(
    "all 27 deterministic mechanisms on the path 0, 1, 2 with three responses: only the three constant ones have a "
    "level above 0, and it is 1",
    mutants={"only the identity has level 0": {"others": 26}},
)
def deterministic_ones(others=3):
    levels = [
        level(deterministic((a, b, c), responses=range(3)), path(inputs=range(3))).alpha
        for a in range(3)
        for b in range(3)
        for c in range(3)
    ]
    require(sum(alpha > 0 for alpha in levels) == others, "another number of levels above 0")
    require(all(alpha in (0, 1) for alpha in levels), "a level between 0 and 1")


@claim.instances(
    "a row chosen at random and published as it is, for one to three rows with two values: level 0; with the row "
    "changed to the other value with probability 1/4, above 0",
    mutants={"a row that is changed with probability 1/4": {"change": Fraction(1, 4)}},
)
def sampled_row(change=Fraction(0)):
    def mechanism(databases, change):
        rows = []
        for member in databases.members:
            ones = Fraction(sum(value == databases.domain[1] for value in member), len(member))
            said = ones * (1 - change) + (1 - ones) * change
            rows.append([1 - said, said])
        return Mechanism(rows)

    for size in (1, 2, 3):
        databases = replace_one(n=size)
        require(level(mechanism(databases, change), databases.neighbours).alpha == 0, "a level above 0")
        require(level(mechanism(databases, Fraction(1, 4)), databases.neighbours).alpha > 0, "level 0")


@claim.instances(
    "α/(1+α) for a lie on two inputs: level exactly α for α = 1/2, 1/10, 10^-6, and right but for α/(1+α)",
    mutants={"a lie with probability α": {"share": False}},
)
def nearly_the_truth(share=True):
    for alpha in map(Fraction, ("1/2", "1/10", "1e-6")):
        lie = alpha / (1 + alpha) if share else alpha
        require(level(Mechanism([[1 - lie, lie], [lie, 1 - lie]])).alpha == alpha, "another level")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
