"""Observation 5.3: a vertex is the only α-private mechanism with its constraint matrix.

If y has the constraint matrix of x, the same constraints are tight at both. Then x + ε·(y-x) and x - ε·(y-x) are both
α-private for small ε > 0: what is tight at both stays tight, and what is slack at x stays slack. So x is halfway
between two mechanisms, and no vertex unless y = x. In other words, the tight constraints of a vertex have one solution.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from flint import fmpq, fmpq_mat

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.observation-5.3",
    title="a vertex is determined by its constraint matrix",
    section="5",
    position=50,
    statement=(
        "No α-private mechanism on {0..n} but a vertex itself has the constraint matrix of this vertex, nor all of its "
        "tight constraints. So different vertices have different constraint matrices, while two mechanisms that are "
        "none may share one."
    ),
    latex=r"C(x) = C(y),\ x \text{ a vertex} \ \Rightarrow\ x = y",
    domain="n ≥ 1, 0 < α < 1, any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms; the vertices themselves, one by one, for n ≤ 2",
    uses=("ghosh2009.section-5.encodes",),
)


@claim.proof(
    "a privacy constraint of x - ε·(y-x) is 1+ε times that of x less ε times that of y, and so 0 if it is tight at "
    "both; the same for an entry ≥ 0, while a row has the sum (1+ε)·1 - ε·1 = 1; x is halfway to x + ε·(y-x)",
    mutants={"x - ε·y": {"back": 0}, "ε·y - x": {"sign": -1}},
)
def beyond(back=1, sign=1):
    def pairs(a, e, i, r):
        x, y = entry("x", i, r), entry("y", i, r)
        under_x, under_y = entry("x", i + 1, r), entry("y", i + 1, r)

        def point(x, y, side):
            return sign * x + side * e * (y - back * x)

        one, other = point(x, y, -1), point(under_x, under_y, -1)
        yield other - a * one, (1 + e) * (under_x - a * x) - e * (under_y - a * y)
        yield one - a * other, (1 + e) * (x - a * under_x) - e * (y - a * under_y)
        yield one, (1 + e) * x - e * y
        yield one + point(x, y, 1), 2 * x
        yield point(number(1), number(1), -1), number(1)

    identity("a e", pairs, Domain("i r", lambda i, r: [i, r]))


@claim.proof(
    "a constraint or entry that is t > 0 at x and t' ≥ 0 at y is (1+ε)·t - ε·t' > 0 for ε ≤ t/(t+t'): it is t²/(t+t') "
    "at least; so the least of finitely many ε > 0 does for all",
    mutants={"t ≥ 0": {"slack": False}, "ε ≤ 2t/(t+t')": {"factor": 2}},
)
def still_slack(slack=True, factor=1):
    # With ε = c·t/(t+t') and 0 ≤ c ≤ 1.
    assumed = Assumed(
        "t u c",
        lambda t, u, c: {"t": t} if slack else {},
        lambda t, u, c: {"t'": u, "c": c, "1-c": 1 - c} | ({} if slack else {"t": t}),
        witness=[Fraction(1), Fraction(1), Fraction(1, 2)],
    )
    signs(
        assumed,
        lambda given, t, u, c: [
            (
                t * (t + u) + factor * c * t * (t - u),
                given["t"] * given["t"]
                + given["c"] * given["t"] * given["t"]
                + given["1-c"] * given["t"] * given["t'"],
            )
        ],
    )


@claim.instances(
    "mechanisms that are no vertices can share one: n = 1, α = 1/2, the rows (1/2, 1/2), (1/2, 1/2) and (1/2, 1/2), "
    "(2/5, 3/5), both with S S; the kernel accepts that both are halfway between two others",
    mutants={
        "G as one of them": {"rows": (("2/3", "1/3"), ("1/3", "2/3"))},
        "twice the same": {"rows": (("1/2", "1/2"),) * 2},
    },
)
def shared(rows=(("1/2", "1/2"), ("2/5", "3/5"))):
    first, second = Mechanism([["1/2", "1/2"]] * 2), Mechanism(rows)
    require(first.rows != second.rows, "they are equal")
    require(constraint_matrix(first, "1/2") == constraint_matrix(second, "1/2"), "their matrices differ")
    for each in (first, second):
        accepted(vertex(each, "1/2"), "not-vertex")


# The vertices by the definition, without constraint matrices.


def basic_solutions(n: int, alpha: Fraction, dropped: int) -> Iterator[Mechanism]:
    """The points of the polytope that are the only solution of (n+1)² tight constraints, the row sums among them."""
    size = n + 1
    cells = size * size
    level = fmpq(alpha.numerator, alpha.denominator)
    sums = [[fmpq(int(cell // size == i)) for cell in range(cells)] for i in range(size)]
    privacy = [
        tied(here * size + r, below * size + r, cells, level)
        for i, r in product(range(n), range(size))
        for here, below in ((i, i + 1), (i + 1, i))
    ]
    privacy = privacy[: len(privacy) - dropped]
    right = fmpq_mat([[fmpq(int(k < size))] for k in range(cells)])
    found = set()
    for tight in combinations(privacy, cells - size):
        system = fmpq_mat([*sums, *tight])
        if system.rank() < cells:
            continue
        point = system.solve(right)
        if all(sum((v * point[k, 0] for k, v in enumerate(row) if v), fmpq(0)) >= 0 for row in privacy):
            x = [Fraction(int(point[k, 0].p), int(point[k, 0].q)) for k in range(cells)]
            found.add(tuple(tuple(x[i * size : (i + 1) * size]) for i in range(size)))
    yield from map(Mechanism, sorted(found))


def tied(here: int, below: int, cells: int, level: fmpq) -> list[fmpq]:
    """The coefficients of one entry less α times another."""
    row = [fmpq(0)] * cells
    row[below], row[here] = fmpq(1), -level
    return row


def tight_rank(x: Mechanism, alpha: Fraction, read: str) -> int:
    """The rank of the equations that the row sums and these values of the constraint matrix say."""
    matrix = constraint_matrix(x, alpha)
    n, width = len(x) - 1, x.shape[1]
    cells = (n + 1) * width
    level = fmpq(alpha.numerator, alpha.denominator)
    rows = [[fmpq(int(cell // width == i)) for cell in range(cells)] for i in range(n + 1)]
    for i, r in product(range(n), range(width)):
        here, below = i * width + r, (i + 1) * width + r
        if matrix[i, r] in read:
            rows += [tied(here, below, cells, level)] if matrix[i, r] in "↓Z" else []
            rows += [tied(below, here, cells, level)] if matrix[i, r] in "↑Z" else []
    return fmpq_mat(rows).rank()


@claim.instances(
    "all vertices for n = 1 and 2 at three levels, found by their definition: 4 and 27, each accepted as a vertex, "
    "with 4 and 27 constraint matrices, the equations of each of which have the full rank (n+1)²",
    mutants={"without the last privacy constraint": {"dropped": 1}, "without the values Z": {"read": "↓↑"}},
)
def all_different(dropped=0, read="↓↑Z"):
    for n, count in ((1, 4), (2, 27)):
        for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
            size = (n + 1) ** 2
            found = list(basic_solutions(n, alpha, dropped))
            for x in found:
                accepted(vertex(x, alpha), "vertex")
                require(tight_rank(x, alpha, read) == size, f"the rank of {x.rows}")
            matrices = {constraint_matrix(x, alpha).entries for x in found}
            require(len(found) == len(matrices) == count, f"{len(found)} vertices have {len(matrices)} matrices")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
