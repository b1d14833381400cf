"""A column of an α-private mechanism is all zero or nowhere zero, if α > 0.

By induction on the distance, x_i ≥ α^|k-i|·x_k: an entry is at least α times its neighbour's. So where one entry of a
column is positive all are, and where one is 0 all are; then every entry of C in this column is Z, or none is.
"""

from fractions import Fraction
from itertools import product

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.section-5.z-columns",
    title="Z-columns",
    section="5",
    position=44,
    statement=(
        "In an α-private mechanism with 0 < α < 1, x_ij = 0 makes x_kj = 0 for all k, since x_ij ≥ α^|k-i|·x_kj. So a "
        "column of the constraint matrix is all Z or has no Z. At α = 0 this fails: the identity is 0-private."
    ),
    latex=r"x_{ij} \ge \alpha^{|k-i|}\, x_{kj}",
    domain="n ≥ 1, 0 < α ≤ 1 (α < 1 where there is a constraint matrix), all i, k ≤ n and every column",
    every_n=True,
    verdict="proved",
    scope="all n, α, rows and mechanisms",
)

# Rows i and i+d of a column, d ≥ 0, on an otherwise free column.
ROWS = Domain("n i d", lambda n, i, d: [i, d, n - 1 - i])


@claim.proof(
    "the induction: α^(d+1)·x_(i+d+1) - x_i is α^d·(α·x_(i+d+1) - x_(i+d)) + (α^d·x_(i+d) - x_i), neither of which "
    "privacy and the step before let be positive; the same for the rows i+d+1 and i exchanged; it begins with d = 0",
    mutants={"α^d for α^(d+1)": {"more": 0}, "begins with α·x_i": {"first": 1}},
)
def induction(more=1, first=0):
    def pairs(a, n, i, d):
        x, y, z = entry("x", i), entry("x", i + d), entry("x", i + d + 1)
        yield a ** (d + more) * z - x, a**d * (a * z - y) + (a**d * y - x)
        yield a ** (d + more) * x - z, a * (a**d * x - y) + (a * y - z)
        yield a**first * x, entry("x", i)

    identity("a", pairs, ROWS)


@claim.proof(
    "so by sign: a column with x_k > 0 has x_i ≥ α^d·x_k > 0, with d = |k-i|; α > 0 is needed as soon as d > 0",
    mutants={"α ≥ 0": {"positive": False}, "x_k ≥ 0": {"zero": True}},
)
def positive_entries(positive=True, zero=False):
    assumed = Assumed(
        "a x",
        lambda a, x: ({"α": a} if positive else {}) | ({} if zero else {"x": x}),
        lambda a, x: ({} if positive else {"α": a}) | ({"x": x} if zero else {}),
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, x, i, k: [(a ** abs(k - i) * x, given["α"] ** abs(k - i) * given["x"])],
        Domain("i k", lambda i, k: [i, k]),
    )


@claim.proof(
    "the bound is sharp, in both directions: it is an equality in the columns n and 0 of G, here times 1+α",
    mutants={"α^(|k-i|+1)": {"more": 1}},
)
def sharp(more=0):
    def pairs(a, n, i, k):
        # The entries of row i in the columns n and 0.
        high, low = a ** (n - i), a**i
        if i <= k:
            yield high, a ** (k - i + more) * a ** (n - k)
        else:
            yield low, a ** (i - k + more) * a**k

    identity("a", pairs, Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k]))


@claim.instances(
    "at α = 0 it fails, as for n ≤ 4: the identity is 0-private, and each of its columns has one positive entry and n "
    "times 0; it is private at no positive level, and has no constraint matrix at α = 0",
    mutants={"at α = 1/100": {"alpha": "1/100"}, "no entry 0": {"zeros": 0}},
)
def at_zero(alpha="0", zeros=1):
    for n in range(1, 5):
        x = Mechanism([[int(i == r) for r in range(n + 1)] for i in range(n + 1)])
        require(bool(private(x, alpha)), f"it is not {alpha}-private")
        require(not private(x, "1/10000"), "it is 1/10000-private")
        for r in range(n + 1):
            require([x[i, r] for i in range(n + 1)].count(0) == zeros * n, f"column {r} has other entries")
        try:
            constraint_matrix(x, alpha)
        except InputError:
            continue
        require(False, "there is a constraint matrix")


@claim.instances(
    "every deterministic map of G for n ≤ 3, at three levels: a column of the library's constraint matrix has Z where "
    "no response goes, in all n rows, and no Z elsewhere; and all pairs of rows keep the bound",
    mutants={"one Z in a column": {"rows": 1}, "α^|k-i| one power larger": {"power": -1}},
)
def by_library(rows=None, power=0):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
            for images in product(range(n + 1), repeat=n + 1):
                x = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                found = constraint_matrix(Mechanism(x.rows), alpha)
                for r in range(n + 1):
                    expected = 0 if r in images else n if rows is None else rows
                    require(found.column(r).count("Z") == expected, f"column {r} reads {found.column(r)}")
                    for i, k in product(range(n + 1), repeat=2):
                        bound = alpha ** (abs(k - i) + power) * x[k, r] if i != k else x[k, r]
                        require(x[i, r] >= bound, f"x_{i}{r} is smaller")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
