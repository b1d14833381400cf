"""The user-specific LP (2)-(6): it has a feasible point, and its objective has bounds.

Equal rows of 1/(n+1) keep every constraint. The objective is a mean of losses, with the weights p_i·x_ir, so it is
between 0 and the largest loss; no condition on α or on the shape of the loss is needed. The R below the sum in (5) is
N: a larger R would leave responses without costs and without privacy.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import LinearProgram, solve
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.polytope import linear_program, solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.section-5.linear-program",
    title="the LP is feasible and bounded",
    section="5",
    position=10,
    statement=(
        "For every n ≥ 0, 0 ≤ α ≤ 1, every prior and every loss l ≥ 0, equal rows 1/(n+1) are feasible, and the "
        "objective is between 0 and max l on all feasible points. There are (n+1)² variables, 2n(n+1) constraints (3) "
        "and (4), n+1 equations (5) and (n+1)² signs (6). The R in (5) is N."
    ),
    latex=r"0 \le \sum_{i,r} p_i\, x_{ir}\, l(i,r) \le \max_{i,r} l(i,r)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every prior and every loss ≥ 0, monotone or not",
    every_n=True,
    verdict="proved",
    scope="all n, α, priors and losses; (3) and (4) are read for i < n and all r",
    uses=("ghosh2009.section-5.equations-3-4",),
)


@claim.proof(
    "equal rows are feasible: for an entry u = 1/(n+1) the left of (3) is (1-α)·u ≥ 0, and that of (4) is -(1-α)·u",
    mutants={"(3) with 1+α": {"sign": 1}},
)
def feasible(sign=-1):
    assumed = Assumed(
        "a u", lambda a, u: {"u": u}, lambda a, u: {"1-α": 1 - a}, witness=[Fraction(1, 2), Fraction(1, 3)]
    )
    signs(assumed, lambda given, a, u: [(u + sign * a * u, given["1-α"] * given["u"])], strict=False)
    identity("a u", lambda a, u: [(a * u - u, -((1 - a) * u))])


CELLS = Domain("i r", lambda i, r: [i, r])


@claim.proof(
    "bounded: run through all i and r. With the weight w = p_i·x_ir, the sum of l·w begins with 0 and grows by l·w ≥ "
    "0, and L·(sum of w) less that sum, where L is the largest loss, by (L-l)·w ≥ 0; the sum of w ends with 1",
    mutants={"L is another loss": {"largest": False}, "losses of any sign": {"positive": False}},
)
def bounded(largest=True, positive=True):
    def hypotheses(p, x, loss, top):
        found = {"p": p, "x": x}
        if positive:
            found["l"] = loss
        if largest:
            found["L-l"] = top - loss
        return found

    assumed = Assumed(
        "p x l L",
        lambda *_: {},
        hypotheses,
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1), Fraction(2)],
    )

    def grows(given, p, x, loss, top):
        weight = given["p"] * given["x"]
        yield p * x * loss, weight * (given["l"] if positive else given["p"])
        yield top * p * x - p * x * loss, weight * (given["L-l"] if largest else given["x"])

    signs(assumed, grows, strict=False)


@claim.proof(
    "the weights sum to 1: within row i to p_i·1, and over the rows to 1; here the partial sums",
    mutants={"weights p_r·x_ir": {"prior": "r"}},
)
def weights(prior="i"):
    def pairs(i, r):
        p = entry("p", i if prior == "i" else r)
        x, before = entry("x", i, r), entry("sum of x", i, r)
        # The sum of p·x up to r is p_i times that of x, if it is so before r.
        yield entry("p", i) * before + p * x, entry("p", i) * (before + x)

    identity("", pairs, CELLS)


@claim.proof(
    "the numbers, at n = 0 and from n to n+1: one more row and column bring 2n+3 cells, and n+2 pairs of cells of the "
    "rows n and n+1 and n pairs in the new column, each with (3) and (4)",
    mutants={"2n² for 2n(n+1)": {"shift": 0}, "n+1 new pairs between the rows": {"between": 1}},
)
def counted(shift=1, between=2):
    def pairs(n):
        def privacy(n):
            return 2 * n * (n + shift)

        yield (n + 2) ** 2 - (n + 1) ** 2, 2 * n + 3
        yield privacy(n + 1) - privacy(n), 2 * ((n + between) + n)
        yield privacy(0 * n), 0 * n

    identity("n", pairs)


LOSSES = (absolute(), zero_one(), None)


def users(n):
    """Users for n, some with a prior of 0 in places and some with a loss that is not monotone."""
    for loss in LOSSES:
        rows = [[(2 * i + 3 * r) % 4 for r in range(n + 1)] for i in range(n + 1)]
        for prior in (uniform(n=n), proportional([1, *[0] * n]), point_mass(n=n, i=n // 2)):
            yield BayesianUser(loss or table(rows), prior)


@claim.instances(
    "n ≤ 3, levels 0, 1/3, 9/10, 1, nine users: the library's program has these sizes (at α = 0, where they are (6) "
    "again, it leaves out (3) and (4)); its optimum is certified and, computed by (2), is at least 0 and at most that "
    "of equal rows, which are a private mechanism and lose at most max l",
    mutants={"the smallest loss as the bound": {"bound": min}, "n+1 pairs of rows": {"pairs": 1}},
    largest=5,
)
def by_library(bound=max, pairs=0, largest=3):
    for n in range(largest + 1):
        cells = list(product(range(n + 1), repeat=2))
        for alpha in map(Fraction, ("0", "1/3", "9/10", "1")):
            for user in users(n):
                problem = Problem(user, alpha)
                program = linear_program(problem)
                require(program.variables == len(cells), f"{program.variables} variables at n = {n}")
                privacy = 2 * (n + pairs) * (n + 1) if alpha else 0
                require(len(program.rows) - len(program.equalities) == privacy, f"the rows of (3), (4) at n = {n}")
                require(len(program.equalities) == n + 1, f"{len(program.equalities)} equations at n = {n}")
                require(not program.free, "a variable may have any sign")
                found = solve_polytope(problem)
                accepted(found)
                equal_rows = Mechanism([[Fraction(1, n + 1)] * (n + 1)] * (n + 1))
                require(bool(private(equal_rows, alpha)), f"equal rows are not {alpha}-private")
                x = found.mechanism
                value = sum(user.prior[i] * x[i, r] * user.loss(i, r) for i, r in cells)
                by_equal_rows = sum(user.prior[i] * equal_rows[i, r] * user.loss(i, r) for i, r in cells)
                require(value == found.value, f"(2) is {value}, and the optimum is said to be {found.value}")
                top = bound(user.loss(i, r) for i, r in cells)
                require(0 <= value <= by_equal_rows <= top, f"{value}, {by_equal_rows} and {top} at n = {n}, {user}")


@claim.instances(
    "the R in (5) has to be N: with one more response in R, that has no costs, signs or privacy but x ≥ 0, the optimum "
    "is 0, for |i-r|, a uniform prior and α = 1/2, n = 1, 2, 3; with N it is not",
    mutants={"R is N": {"more": 0}},
)
def range_of_the_sum(more=1):
    for n in range(1, 4):
        width, alpha = n + 1 + more, Fraction(1, 2)
        cost = {i * width + r: Fraction(abs(i - r), n + 1) for i, r in product(range(n + 1), repeat=2)}
        sums = [{i * width + r: Fraction(1) for r in range(width)} for i in range(n + 1)]
        privacy = [
            {x * width + r: Fraction(1), y * width + r: -alpha}
            for r in range(n + 1)
            for i in range(n)
            for x, y in ((i, i + 1), (i + 1, i))
        ]
        right = [*[Fraction(1)] * (n + 1), *[Fraction(0)] * len(privacy)]
        program = LinearProgram(width * (n + 1), cost, (*sums, *privacy), tuple(right), frozenset(range(n + 1)))
        value = solve(program).value
        require(value == 0, f"the optimum at n = {n} is {value}")
        best = solve_polytope(Problem(BayesianUser(absolute(), uniform(n=n)), alpha)).value
        require(best > 0, f"with N the optimum at n = {n} is {best}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
