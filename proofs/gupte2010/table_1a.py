"""Table 1(a): the optimal mechanism of one consumer, which is printed rounded and is then no mechanism."""

from fractions import Fraction

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, power_loss
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import uniqueness

claim = Claim(
    id="gupte2010.table-1a",
    title="the optimal mechanism of one consumer",
    section="2.5",
    position=10,
    statement=(
        "For n = 3, α = 1/4, the loss |i-r| and S = {0..3} there is exactly one optimal mechanism, of worst-case loss "
        "168/415; times 1660 its first two rows are 1088, 489, 66, 17 and 272, 1056, 264, 68, and the other two are "
        "their mirror images."
    ),
    latex=(
        r"\frac{1}{1660}\begin{bmatrix} 1088 & 489 & 66 & 17 \\ 272 & 1056 & 264 & 68 \\ 68 & 264 & 1056 & 272 \\ 17 & "
        r"66 & 489 & 1088 \end{bmatrix}"
    ),
    domain="the one consumer of the table",
    verdict="corrected",
    scope="all 16 entries, the optimum and its uniqueness",
    printed="2/3, 5/17, 1/25, 1/98 and 1/6, 7/11, 7/44, 2/49 for the first two rows",
    slip="print",
    finite=True,
)

PRINTED = [
    [Fraction(word) for word in line.split()]
    for line in ("2/3 5/17 1/25 1/98", "1/6 7/11 7/44 2/49", "2/49 7/44 7/11 1/6", "1/98 1/25 5/17 2/3")
]
EXACT = ((1088, 489, 66, 17), (272, 1056, 264, 68), (68, 264, 1056, 272), (17, 66, 489, 1088))
PROBLEM = Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4")


@claim.counterexample(
    "no row of the printed matrix sums to 1: the first is 1373/124950 too much, the second 19/6468",
    mutants={"the exact matrix": {"rows": [[Fraction(v, 1660) for v in row] for row in EXACT]}},
)
def sums(rows=PRINTED):
    over = [sum(row) - 1 for row in rows]
    expected = [Fraction(1373, 124950), Fraction(19, 6468), Fraction(19, 6468), Fraction(1373, 124950)]
    require(over == expected, f"the rows are too much by {over}")


@claim.counterexample(
    "it is not 1/4-private either: 1/4 · 1/6 > 2/49 in the first column, and so in its mirror image, but nowhere else",
    mutants={"at the level 6/25": {"alpha": Fraction(6, 25)}, "3/49 for 2/49": {"entry": Fraction(3, 49)}},
)
def privacy(alpha=Fraction(1, 4), entry=Fraction(2, 49)):
    rows = [[entry if v == Fraction(2, 49) else v for v in row] for row in PRINTED]
    broken = [
        (i, k, r)
        for i in range(4)
        for k in (i - 1, i + 1)
        if 0 <= k < 4
        for r in range(4)
        if alpha * rows[i][r] > rows[k][r]
    ]
    require(broken == [(1, 2, 0), (2, 1, 3)], f"privacy fails at {broken}")


@claim.proof(
    "the exact matrix is the only optimal mechanism, with the value 168/415: the kernel accepts both",
    mutants={
        "the printed value of its first input": {"value": sum(v * r for r, v in enumerate(PRINTED[0]))},
        "489 and 66 exchanged": {"rows": ((1088, 66, 489, 17), *EXACT[1:])},
        "at α = 1/3": {"alpha": "1/3"},
    },
)
def exact(value=Fraction(168, 415), rows=EXACT, alpha="1/4"):
    found = optimal(Problem(PROBLEM.user, alpha))
    require(found.value == value, f"the value is {found.value}")
    mechanism = Mechanism([[Fraction(v, 1660) for v in row] for row in rows])
    require(found.mechanism == mechanism, "the optimal mechanism is another")
    accepted(Optimum(found.problem, found.value, found.dual, None, mechanism))
    alone = uniqueness(found)
    require(bool(alone), "it is not the only one")
    accepted(alone)


@claim.proof(
    "a second way: the general linear program over all 1/4-private mechanisms has the same vertex",
    mutants={"the loss (i-r)²": {"power": 2}},
)
def general(power=1):
    found = solve_polytope(Problem(MinimaxConsumer(power_loss(power), inputs=range(4)), "1/4"))
    expected = [[Fraction(v, 1660) for v in row] for row in EXACT]
    require([list(row) for row in found.mechanism.rows] == expected, "the linear program finds another mechanism")


@claim.proof(
    "the printed entries are off by at most 14/1245 (2/3 for 272/415), and the other fifteen by at most 7/2490",
    mutants={"2/3 as well": {"skip": ()}},
)
def rounding(skip=((0, 0), (3, 3))):
    off = {(i, r): abs(PRINTED[i][r] - Fraction(EXACT[i][r], 1660)) for i in range(4) for r in range(4)}
    require(max(off.values()) == Fraction(14, 1245), f"the largest difference is {max(off.values())}")
    rest = max(v for at, v in off.items() if at not in skip)
    require(rest == Fraction(7, 2490), f"the next is {rest}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
