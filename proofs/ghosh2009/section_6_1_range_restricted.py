"""Section 6.1: which mechanisms serve all users, whatever their responses are.

G serves all users as x^G does. Let x be another α-private mechanism that does. A user with the uniform prior and the
0-1 loss has no optimal mechanism but G (Theorem 6.1), so some remap of x is G: column r of G is a sum of columns of x,
each times a weight > 0. Column r of G is (1, …) times α^|i-r|, and privacy binds it between all neighbours. So it binds
each part of such a sum, and each part is a multiple of column r. So every response of x belongs to one response of G.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.claims.enumeration import in_parts
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive_from

claim = Claim(
    id="ghosh2009.section-6-1.range-restricted",
    title="all mechanisms that serve every user",
    section="6.1",
    position=4,
    statement=(
        "x^G is not the only mechanism from which every user gets an optimal one: G is another. An α-private mechanism "
        "with a countable range is one, for all users with a monotone loss, exactly if it is G with its responses "
        "split: each of its responses k that ever comes belongs to one response r(k) of G and has the probability "
        "c_k·g_(i,r(k)) on every input i, where the c_k that belong to one r sum to 1. x^G is G with 0 split into 0, "
        "-1, -2, … and n into n, n+1, …, by c = (1-α)·α^t. With n+1 responses there are only permutations of G."
    ),
    latex=r"\alpha^{|i-r|} = \sum_k u_k(i), \ u_k \ge 0 \text{ private} \ \Rightarrow \ u_k(i) = u_k(r)\, "
    r"\alpha^{|i-r|}",
    domain="n ≥ 1, 0 ≤ α < 1; at α = 1 every mechanism that is private, hence constant, serves every user",
    every_n=True,
    verdict="proved",
    scope="all n, α and countable ranges, given Theorems 3.1 and 6.1",
    uses=("ghosh2009.theorem-3.1", "ghosh2009.theorem-6.1", "ghosh2009.section-3.range"),
)


@claim.proof(
    "a column of G is bound everywhere: where u + w = α^|i-r| for all i, the slacks u_(i+1) - α·u_i for i ≥ r, and u_i "
    "- α·u_(i+1) for i < r, of u and of w sum to 0. As both are ≥ 0 for private parts, both are 0",
    mutants={"from row r-1 down": {"first": 1}, "a column of G at the level α²": {"power": 2}},
)
def bound(first=0, power=1):
    def pairs(a, n, r, i):
        def parts(k):
            column = a ** (power * abs(k - r))
            return entry("u", k), column - entry("u", k)

        for near, far in zip(parts(i), parts(i + 1), strict=True):
            yield far - a * near if i >= r - first else near - a * far

    identity(
        "a",
        lambda a, n, r, i: [(sum(pairs(a, n, r, i), number(0)), number(0))],
        Domain("n r i", lambda n, r, i: [n - 1, r, n - r, i, n - 1 - i]),
    )


@claim.proof(
    "so a part u is u_r·α^|i-r|: going away from r each step multiplies by α; and it is no multiple of another column "
    "of G too: for d = |r-s| ≥ 1 the entries in the rows r and s have the determinant 1 - α^2d > 0, as 1 - α^(d+1) = "
    "(1-α) + α·(1-α^d)",
    mutants={"two steps at once": {"step": 2}, "α = 1": {"below": False}},
)
def one_column(step=1, below=True):
    identity("a", lambda a, d: [(a * a**d, a ** (d + step))], Domain("d", lambda d: [d]))
    # With p for α^d, where 1-p > 0 is carried on from d to d+1, first for p = α.
    assumed = Assumed(
        "a p",
        lambda a, p: {"1-α": 1 - a, "1-α^d": 1 - p},
        lambda a, p: {"α": a, "α^d": p},
        witness=[Fraction(1, 2) if below else Fraction(1)] * 2,
    )

    def positive(given, a, p):
        yield 1 - a * p, given["1-α"] + given["α"] * given["1-α^d"]
        yield 1 - p * p, given["1-α^d"] * (positive_number(1) + given["α^d"])

    signs(assumed, positive)


@claim.proof(
    "x^G is such a split: times 1+α, g_i0 = α^i gives (1-α)·α^(i+t) by c = (1-α)·α^t, likewise at n, and the c with t "
    "< m sum to 1 - α^m, hence all to 1",
    mutants={"c = α^t": {"scaled": 0}},
)
def unbounded(scaled=1):
    def pairs(a, n, i, t):
        c = (1 - a) ** scaled * a**t
        yield c * a**i, (1 - a) * a ** abs(i + t)
        yield c * a ** (n - i), (1 - a) * a ** abs(n + t - i)
        yield (1 - a ** (t + 1)) - (1 - a**t), c

    identity("a", pairs, Domain("n i t", lambda n, i, t: [n - 1, i, n - i, t]))


@claim.instances(
    "G_{n,1/2} is derivable from x = G_{n,1/2}·T, as the kernel accepts where it is, exactly if no column of T has two "
    "entries > 0, that is, if x is a split: all T in halves of 2 × 3, and in units of 3 × 3 and 3 × 4",
    mutants={"rows of T for columns": {"by_rows": True}, "α = 1": {"alpha": "1"}},
)
def splits(by_rows=False, alpha="1/2"):
    for n, width, steps in ((1, 3, 2), (2, 3, 1), (2, 4, 1)):
        deployed = geometric(n=n, alpha=alpha)
        for remap in in_parts(n + 1, width, steps):
            lines = remap if by_rows else zip(*remap, strict=True)
            expected = all(sum(value > 0 for value in line) <= 1 for line in lines)
            found = derive_from(deployed, Mechanism((deployed @ Mechanism(remap)).rows))
            require(bool(found) == expected, f"n = {n}, T = {remap}: derivable is {bool(found)}")
            accepted(found)


@claim.instances(
    "n ≤ 3, α = 1/3: nine users have the optimum, as the kernel accepts, on G, on x^G and on G with each response "
    "split in two unequal parts",
    mutants={"the answers 0 and 1 joined": {"joined": True}, "x^G at 1/2": {"unbounded": "1/2"}},
)
def served(joined=False, unbounded="1/3"):
    for n in range(1, 4):
        deployed = geometric(n=n, alpha="1/3")
        rows = [[c * value for value in row for c in (Fraction(1, 4), Fraction(3, 4))] for row in deployed.rows]
        if joined:
            rows = [[row[0] + row[1] + row[2] + row[3], *row[4:]] for row in rows]
        for loss in (absolute(), squared(), zero_one()):
            for weights in ([1] * (n + 1), range(1, n + 2), [2, *[0] * (n - 1), 3]):
                user = BayesianUser(loss, proportional(weights))
                best = solve_polytope(Problem(user, "1/3"))
                accepted(best)
                for x in (deployed, UnboundedGeometric(unbounded), Mechanism(rows)):
                    found = interact(user, x)
                    accepted(found)
                    require(found.value == best.value, f"n = {n}, {user}: {found.value} for {best.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
