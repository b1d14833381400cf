"""Table 1(b): the factor with access to the database, a multiple of G at another level than its caption's."""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.table-1b",
    title="the geometric factor of the optimal mechanism",
    section="2.5",
    position=20,
    statement="The printed matrix is 5/3 · G_{3,1/4}, where 5/3 = (1+α)/(1-α) for α = 1/4; the factor is G_{3,1/4}.",
    latex=r"\frac{5}{3} G_{3,1/4}",
    domain="the one matrix printed",
    verdict="corrected",
    scope="all 16 entries",
    printed="G_{3,1/2}, with rows that sum to 5/3",
    slip="print",
    finite=True,
    uses=("gupte2010.definition-4",),
)

PRINTED = [
    [Fraction(word) for word in line.split()]
    for line in ("4/3 1/4 1/16 1/48", "1/3 1 1/4 1/12", "1/12 1/4 1 1/3", "1/48 1/16 1/4 4/3")
]


@claim.counterexample(
    "its rows sum to 5/3, and no multiple of it is G_{3,1/2}: the first two entries have the ratio 16/3 and not 4",
    mutants={"G_{3,1/4} for the printed matrix": {"scale": Fraction(3, 5)}, "G_{3,1/4}": {"alpha": "1/4"}},
)
def not_as_called(scale=Fraction(1), alpha="1/2"):
    rows = [[scale * v for v in row] for row in PRINTED]
    require([sum(row) for row in rows] == [Fraction(5, 3)] * 4, f"the rows sum to {[sum(row) for row in rows]}")
    called = geometric(n=3, alpha=alpha)
    require(rows[0][0] / rows[0][1] != called[0, 0] / called[0, 1], "the ratios are the same")


@claim.proof(
    "entry by entry it is 5/3 · G_{3,1/4}",
    mutants={"G_{3,1/2}": {"alpha": Fraction(1, 2)}, "4/3 · G": {"factor": Fraction(4, 3)}},
)
def is_a_multiple(alpha=Fraction(1, 4), factor=Fraction(5, 3)):
    require(factor == (1 + Fraction(1, 4)) / (1 - Fraction(1, 4)), f"(1+α)/(1-α) is not {factor}")
    mechanism = geometric(n=3, alpha=alpha)
    for i in range(4):
        for r in range(4):
            require(PRINTED[i][r] == factor * mechanism[i, r], f"row {i}, column {r}: {factor * mechanism[i, r]}")


@claim.proof(
    "divided by 5/3 it is a mechanism of the exact level 1/4",
    mutants={"level 1/2": {"alpha": Fraction(1, 2)}},
)
def exact_level(alpha=Fraction(1, 4)):
    found = level(Mechanism([[v * Fraction(3, 5) for v in row] for row in PRINTED]))
    require(found.alpha == alpha, f"its level is {found.alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
