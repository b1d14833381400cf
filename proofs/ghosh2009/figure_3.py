"""Figure 3: the constraint matrix of the mechanism of Figure 2."""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.claims.examples import figure_2
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.constraints import constraint_matrix, patterns

claim = Claim(
    id="ghosh2009.figure-3",
    title="the constraint matrix of Figure 2",
    section="5",
    position=30,
    statement=(
        "The printed 5 × 6 matrix is the constraint matrix of Figure 2's mechanism at α = 1/2. It has the patterns of "
        "Lemmas 5.4 to 5.9, one S and one Z-column."
    ),
    latex=r"s = z = 1",
    domain="the one matrix printed, α = 1/2",
    verdict="proved",
    scope="all 30 printed entries",
    finite=True,
    uses=("ghosh2009.figure-2",),
)

PRINTED = """
    ↓ Z ↑ ↑ ↑ ↑
    ↓ Z S ↑ ↑ ↑
    ↓ Z ↓ ↑ ↑ ↑
    ↓ Z ↓ ↓ ↑ ↑
    ↓ Z ↓ ↓ ↓ ↑
"""


def table(text):
    """The words of a printed table, row by row."""
    return tuple(tuple(line.split()) for line in text.strip().splitlines())


@claim.proof(
    "every printed entry is what the definition says of the two rows above and below it",
    mutants={
        "↑ and ↓ exchanged": {"printed": PRINTED.translate(str.maketrans("↑↓", "↓↑"))},
        "↓ for S": {"printed": PRINTED.replace("S", "↓")},
        "at α = 1/3": {"alpha": Fraction(1, 3)},
    },
)
def by_definition(printed=PRINTED, alpha=Fraction(1, 2)):
    x = figure_2()
    marks = table(printed)
    require([len(row) for row in marks] == [6] * 5, "the printed matrix is not 5 × 6")
    for i in range(5):
        for r in range(6):
            here, below = x[i][r], x[i + 1][r]
            expected = {
                "Z": here == below == 0,
                "↓": here != 0 and below != 0 and alpha * here == below,
                "↑": here != 0 and below != 0 and here == alpha * below,
                "S": here != 0 and below != 0 and alpha * here != below and here != alpha * below,
            }
            require(sum(expected.values()) == 1, f"row {i}, column {r}: the definition gives no single entry")
            require(expected[marks[i][r]], f"row {i}, column {r}: {marks[i][r]} is printed for {here} above {below}")


@claim.proof(
    "the library's constraint matrix is the printed one, has all patterns of Lemmas 5.4 to 5.9, and s = z = 1",
    mutants={
        "G itself, with the columns 1 and 2 apart": {"mechanism": geometric(n=5, alpha="1/2")},
        "s = 2": {"slack": 2},
        "z = 0": {"zero": 0},
    },
)
def by_library(mechanism=None, slack=1, zero=1):
    found = constraint_matrix(mechanism or Mechanism(figure_2()), "1/2")
    require(found.entries == table(PRINTED), f"the constraint matrix is\n{found}")
    for pattern in patterns(found):
        require(bool(pattern), f"Lemma {pattern.lemma}: {pattern.witness}")
    require((found.s, found.z) == (slack, zero), f"s = {found.s} and z = {found.z}")
    require(found.zero_columns == (1,), f"the Z-columns are {found.zero_columns}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
