"""Figure 2: a 1/2-private mechanism for n = 5, and the remap of the geometric mechanism that it is."""

from fractions import Fraction

from exactdp.claims import Claim, accepted, require
from exactdp.claims.examples import figure_2
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level, private

claim = Claim(
    id="ghosh2009.figure-2",
    title="an optimal mechanism for n = 5",
    section="5",
    position=20,
    statement=(
        "The printed matrix is a mechanism on {0..5}, 1/2-private, and private at no larger level. It is G_{5,1/2} "
        "followed by the remap that sends 1 to 2 and every other response to itself, and no other remap does this."
    ),
    latex=r"x = G_{5,1/2}\cdot y, \qquad y: 1 \mapsto 2, \ r \mapsto r \ (r \ne 1)",
    domain="the one matrix printed, α = 1/2",
    verdict="proved",
    scope="the printed matrix; that it is optimal for the user of the caption is another claim",
    finite=True,
    uses=("gupte2010.lemma-1",),
)

REMAP = (0, 2, 2, 3, 4, 5)


@claim.proof(
    "no entry is negative, every row sums to 1, and so the kernel finds too",
    mutants={"1/12 for 1/16 in the last row": {"changed": "1/16", "by": "1/12"}},
)
def stochastic(changed="", by=""):
    rows = figure_2(changed, by)
    for i, row in enumerate(rows):
        require(len(row) == len(rows) == 6, f"row {i} has {len(row)} entries")
        require(min(row) >= 0, f"row {i} has the entry {min(row)}")
        require(sum(row) == 1, f"row {i} sums to {sum(row)}")
    accepted(Mechanism(rows))


@claim.proof(
    "it is 1/2-private, and 1/2 is its exact level",
    mutants={
        "two entries of the last row exchanged": {"changed": "1/48 0 1/16 1/12", "by": "1/48 0 1/12 1/16"},
        "at the level 2/3": {"alpha": "2/3"},
        "at the level 1/3": {"alpha": "1/3"},
    },
)
def exact_level(changed="", by="", alpha="1/2"):
    mechanism = Mechanism(figure_2(changed, by))
    verdict, found = private(mechanism, alpha), level(mechanism)
    require(bool(verdict), f"it is not {alpha}-private: {verdict.violation}")
    require(found.alpha == Fraction(alpha), f"its exact level is {found.alpha}")
    accepted(verdict)
    accepted(found)


@claim.proof(
    "entry by entry it is the sum of the columns of G_{5,1/2} that the remap brings together, G being 2/3·2^-|i-j| in "
    "the columns 0 and 5 and 1/3·2^-|i-j| in the others",
    mutants={
        "1 to 0": {"remap": (0, 0, 2, 3, 4, 5)},
        "no response moved": {"remap": (0, 1, 2, 3, 4, 5)},
        "2 to 3 as well": {"remap": (0, 3, 3, 3, 4, 5)},
        "the outer columns like the inner ones": {"outer": Fraction(1, 3)},
    },
)
def merged(remap=REMAP, outer=Fraction(2, 3)):
    rows = figure_2()
    for i in range(6):
        for r in range(6):
            columns = [j for j in range(6) if remap[j] == r]
            total = sum((outer if j in (0, 5) else Fraction(1, 3)) / 2 ** abs(i - j) for j in columns)
            require(rows[i][r] == total, f"row {i}, column {r}: {rows[i][r]} is printed and {total} is the sum")


@claim.proof(
    "G⁻¹·x is exactly that remap, and the kernel accepts the derivation; as G has an inverse, there is no other",
    mutants={
        "from G_{5,1/3}": {"alpha": "1/3"},
        "from G_{5,2/3}": {"alpha": "2/3"},
        "1 to 0": {"remap": (0, 0, 2, 3, 4, 5)},
    },
)
def derived(alpha="1/2", remap=REMAP):
    found = derive(Mechanism(figure_2()), alpha)
    require(bool(found), f"it is not derivable from G at α = {alpha}")
    require(
        found.remap == deterministic(remap, responses=range(6)), f"it is derived from G at α = {alpha} by another remap"
    )
    accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
