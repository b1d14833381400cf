"""Lemma 5.8, the count of tight constraints in its proof: how many there are, and how many can be independent.

Column by column: one that is zero has its n+1 signs (6) tight, and all its 2n privacy constraints, which follow from
the signs; another with t entries S has n-t tight. With the n+1 sums (5), no more than (n+1)² + z - s are independent,
for any mechanism. A vertex has (n+1)² independent ones, so s ≤ z there. Without a vertex s > z occurs at n = 1, also
for the optimal mechanisms of a strict user: where G and a constant answer are both optimal, so is what lies between.
"""

from fractions import Fraction
from itertools import product

from flint import fmpq, fmpq_mat

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.8.counting",
    title="the count of tight constraints in the proof of Lemma 5.8",
    section="5",
    position=102,
    statement=(
        "At every α-private mechanism the n+1 constraints (5) are tight, z(n+1) of (6), and n(n+1-z) - s privacy "
        "constraints outside of Z-columns, one for each arrow; the 2nz in Z-columns are tight too and follow from (6). "
        "So at most (n+1)² + z - s are independent, and s ≤ z at a vertex. It has to be one: for n = 1, |i-r| and the "
        "prior 1/(1+α), α/(1+α), every mixture of G and the constant answer 0 is optimal, and has s = 1 and z = 0 "
        "unless it is one of the two."
    ),
    latex=r"\operatorname{rank} \ \le\ (n+1) + z(n+1) + n(n+1-z) - s \ =\ (n+1)^2 + z - s",
    domain="n ≥ 1, 0 < α < 1, all α-private mechanisms with the responses 0..n",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms; that a vertex has (n+1)² independent tight constraints is used",
    uses=("ghosh2009.lemma-5.8",),
)


@claim.proof(
    "column by column: with every Z-column z grows by 1 and the count by n+1 signs and 2n privacy constraints, with "
    "every other column of t entries S by n-t; for the counts less (n+1)·z, 2n·z and n·(columns without Z) - s nothing "
    "changes",
    mutants={"n signs": {"signs_tight": 0}, "n arrows, whatever t": {"counted": 0}},
)
def by_columns(signs_tight=1, counted=1):
    def pairs(n, k):
        z, other, s = entry("z", k), entry("other", k), entry("s", k)
        six, within, arrows, t = entry("six", k), entry("within", k), entry("arrows", k), entry("t", k)
        # A Z-column comes after column k.
        yield (six + n + signs_tight) - (n + 1) * (z + 1), six - (n + 1) * z
        yield (within + 2 * n) - 2 * n * (z + 1), within - 2 * n * z
        # Or another one does.
        yield (arrows + n - counted * t) - (n * (other + 1) - (s + t)), arrows - (n * other - s)

    identity("n", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "(n+1) + z(n+1) + n(n+1-z) - s is (n+1)² + z - s; so (n+1)² independent ones leave s ≤ z, and the paper's "
    "(n+1)(n-z) arrows at least are what (n+1)² - (n+1) - z(n+1) is, of n(n+1-z) - s that there are",
    mutants={"n·z signs": {"rows": 0}, "n² variables": {"size": 0}},
)
def total(rows=1, size=1):
    def pairs(n, s, z):
        bound = (n + 1) + z * (n + rows) + n * (n + 1 - z) - s
        yield bound, (n + 1) ** 2 + z - s
        yield (n + size) ** 2 - (n + 1) - z * (n + 1), (n + 1) * (n - z)
        yield bound - (n + 1) ** 2, (n * (n + 1 - z) - s) - (n + 1) * (n - z)

    identity("n s z", pairs)


def mixture(a, t, part):
    """(1+α) times the mixture of G with the part t and of the constant answer 0 with the rest, n = 1."""
    return [[t + part * (1 + a), t * a], [t * a + part * (1 + a), t]]


@claim.proof(
    "without a vertex, for all α: x_01 + α·x_10 ≥ α is x_01 ≥ α·x_11, so no loss is below α/(1+α); G and the answer 0 "
    "have this loss. For a mixture with 0 < t < 1, x_10 - α·x_00 = (1-t)(1-α) and x_00 - α·x_10 > 0, an S, and x_01 = "
    "α·x_11, an ↑",
    mutants={"t = 1 as well": {"open_end": False}, "the prior α/(1+α), 1/(1+α)": {"turned": True}},
)
def no_vertex(open_end=True, turned=False):
    def losses(a, t):
        x = mixture(a, t, 1 - t)
        weights = (a, 1) if turned else (1, a)
        # The loss times (1+α)², and the bound α/(1+α) as well.
        yield weights[0] * x[0][1] + weights[1] * x[1][0], a * (1 + a)
        yield x[0][1], a * x[1][1]

    identity("a t", losses)
    # x_01 and x_10 of any mechanism; its rows sum to 1.
    identity("a x y", lambda a, x, y: [(x + a * y - a, x - a * (1 - y))])
    assumed = Assumed(
        "a t u",
        lambda a, t, u: {"α": a, "1-α": 1 - a, "t": t} | ({"1-t": u} if open_end else {}),
        lambda a, t, u: {} if open_end else {"1-t": u},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )

    def slack(given, a, t, u):
        (x, _), (y, _) = mixture(a, t, u)
        one_plus = positive_number(1) + given["α"]
        yield y - a * x, given["1-t"] * given["1-α"] * one_plus
        yield x - a * y, given["1-α"] * one_plus * (given["t"] + given["1-t"])

    signs(assumed, slack)


@claim.instances(
    "and by the kernel, at three levels: the mean of G and the answer 0 is optimal for this user, is halfway between "
    "two others, and has s = 1 and z = 0; the two ends are vertices with s = z",
    mutants={"G alone": {"part": Fraction(1)}, "the uniform prior": {"uniform": True}},
)
def by_kernel(part=Fraction(1, 2), uniform=False):
    for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
        prior = ["1/2", "1/2"] if uniform else [1 / (1 + alpha), alpha / (1 + alpha)]
        best = solve_polytope(Problem(BayesianUser(absolute(), prior), alpha))
        for t in (Fraction(0), part, Fraction(1)):
            x = Mechanism([[v / (1 + alpha) for v in row] for row in mixture(alpha, t, 1 - t)])
            accepted(Optimum(best.problem, best.value, best.dual, None, x), "optimal")
            found, tight = vertex(x, alpha), constraint_matrix(x, alpha)
            if t == part:
                require(not found, "it is a vertex")
                require((tight.s, tight.z) == (1, 0), f"s = {tight.s} and z = {tight.z}")
            accepted(found, "vertex" if found else "not-vertex")
            require(not found or tight.s == tight.z, f"s = {tight.s} and z = {tight.z}")


def tight_constraints(x, alpha):
    """The rows of all tight constraints, by their definitions: (5), (6), and privacy in Z-columns and in others."""
    size = len(x)
    level = fmpq(alpha.numerator, alpha.denominator)

    def row(terms):
        return [terms.get((i, r), fmpq(0)) for i, r in product(range(size), repeat=2)]

    sums = [row({(i, r): fmpq(1) for r in range(size)}) for i in range(size)]
    zeros = [row({(i, r): fmpq(1)}) for i, r in product(range(size), repeat=2) if x[i, r] == 0]
    within, arrows = [], []
    for i, r, step in product(range(size), range(size), (-1, 1)):
        if 0 <= i + step < size and x[i, r] == alpha * x[i + step, r]:
            tied = row({(i, r): fmpq(1), (i + step, r): -level})
            (within if all(x[k, r] == 0 for k in range(size)) else arrows).append(tied)
    return sums, zeros, within, arrows


@claim.instances(
    "deterministic maps of G, two levels, all for n ≤ 2 and some for n = 3, also mixed with G and with the uniform "
    "distribution: the numbers are those of the statement, the rank of all is that without the Z-columns' privacy and "
    "at most (n+1)² + z - s, and it is (n+1)² just for what the library finds to be a vertex",
    mutants={
        "an arrow for each S as well": {"per_s": 0},
        "n·z tight in Z-columns": {"twice": 1},
        "rank at most (n+1)² - s": {"zeros": 0},
    },
    every=1,
)
def counted(per_s=1, twice=2, zeros=1, every=7):
    for n, alpha in product((1, 2, 3), map(Fraction, ("1/4", "9/10"))):
        source, size = geometric(n=n, alpha=alpha), n + 1
        flat = [[Fraction(1, size)] * size] * size
        for images in list(product(range(size), repeat=size))[:: every if n == 3 else 1]:
            made = source @ deterministic(images, responses=range(size))
            for other in (made.rows, source.rows, flat):
                pairs = zip(made.rows, other, strict=True)
                x = Mechanism([[(u + v) / 2 for u, v in zip(*rows, strict=True)] for rows in pairs])
                c = constraint_matrix(x, alpha)
                parts = tight_constraints(x, alpha)
                expected = [size, c.z * size, twice * n * c.z, n * (size - c.z) - per_s * c.s]
                require([len(part) for part in parts] == expected, f"{x.rows}: {[len(part) for part in parts]}")
                sums, six, within, arrows = parts
                rank = fmpq_mat(sums + six + within + arrows).rank()
                require(rank == fmpq_mat(sums + six + arrows).rank(), "a privacy constraint in a Z-column counts")
                require(rank <= size**2 + zeros * c.z - c.s, f"{x.rows}: the rank is {rank}")
                require((rank == size**2) == bool(vertex(x, alpha)), f"{x.rows}: the rank is {rank}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
