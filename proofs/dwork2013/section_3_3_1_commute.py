"""Section 3.3.1: a median and a histogram of commute distances for each cell of homes.

A person lives in one cell, so one person more or less changes what one cell's mechanisms are given, and all cells
together promise what one does. A person replaced by one who lives elsewhere changes two cells: levels multiply once.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.privacy.level import level
from exactdp.surveys.dp_where import City, DPWhere, Levels, median_mechanism

claim = Claim(
    id="dwork2013.section-3-3-1.commute",
    title="one distribution of commutes for each cell",
    section="3.3.1",
    position=50,
    statement=(
        "Mechanisms that are α-private for one person more or less, one for each cell and each on the people who live "
        "there, are together α-private for one person more or less, whatever the number of cells, and α²-private for "
        "one replaced, who may move. So the medians of all cells cost a² and the histograms α, and together a²·α, or "
        "a⁴·α² with n known."
    ),
    latex=r"\prod_c P^{(c)}_{D_c}(r_c), \qquad D \,\triangle\, D' = \{p\} \ \Longrightarrow\ D_c = D'_c \text{ but for "
    r"one } c",
    domain="all numbers of cells, 0 ≤ α ≤ 1, all mechanisms",
    verdict="proved",
    scope="all mechanisms; the medians of two cells as one mechanism, and the ledger's totals, as instances",
    uses=("dwork2013.section-3-3-1.median",),
)


@claim.proof(
    "one factor changes for one person more: y·w - α·x·w = (y - αx)·w; two for one who moves: y·u - α²·x·v = (y - "
    "αx)·u + αx·(u - αv)",
    mutants={"two cells for one person more": {"other": 1}, "α for one who moves": {"power": 1}},
)
def factors(other=0, power=2):
    given = Assumed(
        "a x y u v w",
        lambda a, x, y, u, v, w: {},
        lambda a, x, y, u, v, w: {"α": a, "x": x, "u": u, "w": w, "y-αx": y - a * x, "u-αv": u - a * v},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 5,
    )

    def pairs(known, a, x, y, *rest):
        u, v, w = rest
        yield y * w - a * x * (v if other else w), known["y-αx"] * known["w"]
        yield y * u - a**power * x * v, known["y-αx"] * known["u"] + known["α"] * known["x"] * known["u-αv"]

    signs(given, pairs, strict=False)


@claim.instances(
    "two cells with three distances each and at most two people in all: for one person more the exact level of both "
    "medians together is that of one alone, and for one replaced it is at least its square",
    mutants={"the square for one person more": {"added": 2}, "the level of one for a replaced person": {"replaced": 1}},
)
def two_medians(added=1, replaced=2):
    a = Fraction(1, 2)
    cells = [counts for counts in product(range(3), repeat=3) if sum(counts) <= 2]
    both = [(first, second) for first in cells for second in cells if sum(first) + sum(second) <= 2]
    one = median_mechanism(cells, a)
    row = dict(zip(cells, one.rows, strict=True))
    joint = Mechanism([[p * q for p in row[first] for q in row[second]] for first, second in both])

    def next_to(listed, steps):
        flat = [tuple(x for part in entry for x in (part if isinstance(part, tuple) else (part,))) for entry in listed]
        pairs = [
            (k, i)
            for i, first in enumerate(flat)
            for k, second in enumerate(flat[:i])
            if sorted(x - y for x, y in zip(first, second, strict=True) if x != y) in steps
        ]
        return edges(pairs, inputs=range(len(listed)))

    alone = level(one, next_to(cells, ([1], [-1]))).alpha
    require(level(joint, next_to(both, ([1], [-1]))).alpha == alone**added, "another level for one person more")
    moved = level(joint, next_to(both, ([-1, 1],))).alpha
    require(moved >= alone**replaced, f"the level for a replaced person is {moved}")


@claim.instances(
    "the ledger of the pipeline with 1, 4 and 16 cells for commutes has one total for all three, which has a²·α for "
    "the commutes, and its square for one replaced",
    mutants={"a for the medians": {"median": 1}},
)
def in_the_ledger(median=2):
    for width in (1, 2, 4):
        levels = Levels("1/2", median="2/3", commute="3/4")
        model = DPWhere(City(4, days=1, hours=1, commute=width, cap=1, resolution=1), levels, 1)
        # Homes, works, calls, one iteration, cluster sizes and one hour besides, each with level 1/2.
        expected = Fraction(1, 2) ** 6 * Fraction(2, 3) ** median * Fraction(3, 4)
        require(model.ledger("add-remove").total().alpha == expected, f"another total for width {width}")
        require(model.ledger("replace-one").total().alpha == expected**2, "another total for one replaced")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
