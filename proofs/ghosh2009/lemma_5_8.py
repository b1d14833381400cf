"""Lemma 5.8: the constraint matrix of an optimal vertex has as many S entries as Z-columns.

s ≤ z holds at every vertex: of (n+1)² independent tight constraints n+1 are row sums and z(n+1) are entries 0, so that
(n+1)(n-z) others are needed, and each of these is a ↓ or a ↑. (The proof overlooks that the privacy constraints in the
Z-columns are tight as well; but there they follow from the entries 0 and don't count.) A second way: a column that is
not zero with s_k entries S falls into s_k + 1 blocks with one unknown each, and the n+1 row sums determine n+1 unknowns
at most. s ≥ z is Corollary 5.7, and fails with it.
"""

from fractions import Fraction
from itertools import product

from flint import fmpq, fmpq_mat

from exactdp.claims import Claim, Domain, accepted, entry, identity, require
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import optimal_vertex
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, table, threshold
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, proportional, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.8",
    title="as many S entries as Z-columns",
    section="5",
    position=100,
    statement=(
        "At every vertex of the polytope of α-private mechanisms on {0..n} with n+1 responses s ≤ z. If every row of "
        "the constraint matrix has the pattern of Lemma 5.5, s = z; so it is for every optimal vertex of a user with a "
        "strictly monotone loss and a prior of full support, and not for every optimal vertex of every user."
    ),
    latex=r"s \ \le\ n(n+1-z) - \big((n+1)^2 - (n+1) - z(n+1)\big) = n(n+1-z) - (n+1)(n-z) = z",
    domain="n ≥ 1, 0 < α < 1, vertices on {0..n} with the responses 0..n",
    every_n=True,
    verdict="corrected",
    scope="all n, α and vertices; that a vertex has as many independent tight constraints as variables is used",
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    uses=("ghosh2009.corollary-5.7",),
)


@claim.counterexample(
    "n = 2, α = 1/2, the prior 1/2, 1/2, 0 and |i-r|: an optimal vertex, as the kernel accepts, with s = 0 and z = 1",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "G": {"x": geometric(n=2, alpha="1/2")},
    },
)
def not_for_all_vertices(prior=("1/2", "1/2", 0), x=WITHOUT_PATTERN):
    found = optimal_vertex(Problem(BayesianUser(absolute(), prior), "1/2"), x)
    require((found.s, found.z) == (0, 1), f"s = {found.s} and z = {found.z}")


@claim.proof(
    "the account: (n+1)² - (n+1) - z(n+1) = (n+1)(n-z), and n(n+1-z) - (n+1)(n-z) = z",
    mutants={"n² variables": {"size": 0}, "n+1-z rows": {"rows": 1}},
)
def account(size=1, rows=0):
    def pairs(n, z):
        needed = (n + size) ** 2 - (n + 1) - z * (n + 1)
        yield needed, (n + 1) * (n - z)
        yield (n + rows) * (n + 1 - z) - (n + 1) * (n - z), z

    identity("n z", pairs)


@claim.proof(
    "in a Z-column the privacy constraints follow from the entries 0, each being one of these less α times another; "
    "and in another column an entry is not both ↓ and ↑: (x - α·y) + α·(y - α·x) = (1-α²)·x is not 0",
    mutants={"at α² = 1": {"square": 0}},
)
def unique_arrow(square=2):
    identity("a x y", lambda a, x, y: [((x - a * y) + a * (y - a * x), (1 - a**square) * x)])


@claim.proof(
    "the second way: a column with t entries S has t + 1 blocks, so that with every nonzero column the number of "
    "blocks less that of the S entries grows by 1; that of all n+1-z columns, n+1-z + s ≤ n+1, says that s ≤ z",
    mutants={"t + 2 blocks": {"more": 1}, "n+2 unknowns": {"unknowns": 2}},
)
def blocks(more=0, unknowns=1):
    def pairs(k):
        before, slack, t = entry("blocks", k), entry("S entries", k), entry("t", k)
        yield (before + t + 1 + more) - (slack + t), (before - slack) + 1

    identity("", pairs, Domain("k", lambda k: [k]))
    identity("n s z", lambda n, s, z: [((n + 1 - z + s) - (n + unknowns), s - z)])


def rank_of_tight(x, alpha):
    """The rank of all tight constraints, and how many more there are in the Z-columns than entries 0."""
    size = len(x)
    cells = size * size
    level = fmpq(alpha.numerator, alpha.denominator)
    rows = [[fmpq(int(cell // size == i)) for cell in range(cells)] for i in range(size)]
    for i, r in product(range(size), repeat=2):
        if x[i, r] == 0:
            rows.append([fmpq(int(cell == i * size + r)) for cell in range(cells)])
        for k in (i - 1, i + 1):
            if 0 <= k < size and x[k, r] == alpha * x[i, r]:
                row = [fmpq(0)] * cells
                row[k * size + r], row[i * size + r] = fmpq(1), -level
                rows.append(row)
    return fmpq_mat(rows).rank()


def tables(n):
    """Losses of any shape, so that the optima are vertices of any kind."""
    for a, b, c in ((1, 3, 5), (2, 5, 7), (3, 4, 11), (5, 2, 13)):
        yield table(
            [[(a * i * i + b * i * r + c * r * r + r * 7 % 5) % 17 for r in range(n + 1)] for i in range(n + 1)]
        )


@claim.instances(
    "vertices of any kind, optimal for losses that are not monotone, n ≤ 5, three levels: the kernel accepts them as "
    "vertices, the tight constraints have the rank (n+1)², and s ≤ z; for some s < z",
    mutants={
        "halfway to the uniform distribution": {"mixed": True},
        "s = z": {"equal": True},
    },
)
def every_vertex(mixed=False, equal=False):
    smaller = 0
    for n in range(1, 6):
        for alpha, loss in product(map(Fraction, ("1/4", "1/2", "9/10")), tables(n)):
            x = solve_polytope(Problem(BayesianUser(loss, uniform(n=n)), alpha)).mechanism
            if mixed:
                x = Mechanism([[(v + Fraction(1, n + 1)) / 2 for v in row] for row in x])
            found = vertex(x, alpha)
            require(bool(found), f"{x.rows} is no vertex")
            accepted(found, "vertex")
            tight = constraint_matrix(x, alpha)
            require(rank_of_tight(x, alpha) == (n + 1) ** 2, f"the rank at {x.rows}")
            require(tight.s == tight.z if equal else tight.s <= tight.z, f"s = {tight.s} and z = {tight.z}")
            smaller += tight.s < tight.z
    require(smaller > 0, "s = z for all of them")


STRICT = (absolute(), squared(), power_loss("1/2"))


@claim.instances(
    "strict users: three losses, four priors of full support, n ≤ 5, three levels: s = z for the optimal vertex, as "
    "the kernel accepts it to be, and there are (n+1)(n-z) arrows",
    mutants={"the loss |i-r| > 2": {"losses": (threshold(2),)}, "n(n-z) arrows": {"rows": 0}},
)
def strict_users(losses=STRICT, rows=1):
    for n in range(1, 6):
        priors = ([1] * (n + 1), range(1, n + 2), [3**k for k in range(n + 1)], [9, *[1] * (n - 1), 9])
        for alpha, loss, weights in product(map(Fraction, ("1/4", "1/2", "9/10")), losses, priors):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            accepted(found, "optimal")
            tight = constraint_matrix(found.mechanism, alpha)
            require(tight.s == tight.z, f"n = {n}, α = {alpha}: s = {tight.s} and z = {tight.z}")
            arrows = tight.counts["↓"] + tight.counts["↑"]
            require(arrows == (n + rows) * (n - tight.z), f"n = {n}, α = {alpha}: {arrows} arrows")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
