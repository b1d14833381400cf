"""The size of the matrices of section 3: Definition 4 makes them (n+1) × (n+1), and the text calls that size n.

On {0..n} there are n + 1 inputs and responses. Section 3 numbers rows and columns from 1 to n, and ends Table 2 at
α^(n-1). All its formulas hold for the mechanism on {0..n-1}; for Definition 4's n, each n in them is to be n + 1.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import to_fraction
from exactdp.claims import (
    Claim,
    Domain,
    determinant_formula,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import determinant, geometric, scaled_determinant
from exactdp.model.geometric import scaled_geometric as scaled_matrix
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.section-3.matrix-size",
    title="the size of the matrices",
    section="3",
    position=6,
    statement=(
        "For the query results {0..n} the matrices T, G and G' have n + 1 rows and columns. With s = n + 1 for the n "
        "of its formulas, section 3 is right: the last power is α^(s-1) = α^n, det G' = (1+α)²·((1+α)/(1-α))^(s-2)·det "
        "G and det G' = (1-α²)^(s-1) = (1-α²)^n. The first n columns of G alone are not generalized stochastic: row k "
        "of them sums to 1 - α^(n-k)/(1+α)."
    ),
    latex=r"\det G'_{n,\alpha} = (1+\alpha)^2 \Bigl(\frac{1+\alpha}{1-\alpha}\Bigr)^{n-1} \det G_{n,\alpha} = "
    r"(1-\alpha^2)^n",
    domain="n ≥ 1, 0 ≤ α < 1",
    every_n=True,
    verdict="corrected",
    scope="all n and α",
    printed=(
        "T is an n × n matrix, x a vector (x_1, …, x_n), and det G'_{n,α} = (1+α)²·((1+α)/(1-α))^(n-2)·det G_{n,α} = "
        "(1-α²)^(n-1), though Definition 4's range for the same n is {0..n}"
    ),
    slip="statement",
    uses=("gupte2010.definition-4", "gupte2010.lemma-1"),
)

ENTRIES = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])


@claim.counterexample(
    "n = 1, α = 1/2: G is 2 × 2 with rows that sum to 1, the first of its columns alone is 2/3, 1/3; det G' is 3/4 and "
    "not 1, and det G'/det G is 9/4 and not 3/4",
    mutants={"the printed n read as the size 2": {"size": 2}, "at α = 0": {"alpha": "0"}},
)
def smallest(size=1, alpha="1/2"):
    a = Fraction(alpha)
    g, scaled = geometric(n=1, alpha=a), scaled_matrix(n=1, alpha=a)
    require(g.shape == (2, 2) and all(sum(row[:1]) < 1 for row in g), f"row 0 of the first column is {g.rows[0][0]}")
    found = to_fraction(scaled.flint.det())
    require(found != (1 - a**2) ** (size - 1), f"det G' is the printed {found}")
    ratio = found / to_fraction(g.flint.det())
    require(ratio != (1 + a) ** 2 * ((1 + a) / (1 - a)) ** (size - 2), f"det G'/det G is the printed {ratio}")


@claim.proof(
    "the matrix of Table 2, with rows and columns 1 to s and the last power α^(s-1), is G' on {0..s-1}: an entry "
    "depends on the distance of its indices alone, the largest of which is s-1 = n",
    mutants={"the last power α^s": {"last": 0}, "columns counted from 0, rows from 1": {"shift": 0}},
)
def table(last=-1, shift=1):
    def pairs(a, n, i, j):
        yield scaled_geometric(a, i + 1, j + shift), scaled_geometric(a, i, j)

    identity("a", pairs, ENTRIES)
    identity("a", lambda a, n: [(scaled_geometric(a, 0, n), a ** (n + 1 + last))], Domain("n", lambda n: [n - 1]))


@claim.proof(
    "det G' = (1-α²)^n, written (1-α)^n·(1+α)^n, by column operations; its factor over det G is the product of the "
    "columns' factors, 1+α twice and (1+α)/(1-α) for the n-1 others",
    mutants={"the exponent n-1": {"shift": -1}, "n-2 inner columns": {"inner": -2}},
)
def determinants(shift=0, inner=-1):
    closed = determinant_formula(
        "a",
        lambda a, n, i, j: scaled_geometric(a, i, j),
        multiple=lambda a, n, j: -a,
        pivots=lambda a, n, z: number(1) if z == 0 else (1 - a) ** (z - 1) * (1 + a) ** (z - 1),
        formula=lambda a, n: (1 - a) ** (n + shift) * (1 + a) ** (n + shift),
    )

    def ratio(a, n):
        # det G = (1-α)^(2n-1)/(1+α) of Lemma 1, both sides times (1+α)·(1-α)^(n-1).
        left = closed.formula(a, n) * (1 + a) * (1 - a) ** (n - 1)
        yield left, (1 + a) ** 2 * (1 + a) ** (n + inner) * (1 - a) ** (2 * n - 1)

    identity("a", ratio, Domain("n", lambda n: [n - 1]))

    def factor(a, n, j):
        # Column j of G', times 1-α inside, is that of (1+α)·G.
        column = (number(1) if j in (0, n) else 1 - a) * scaled_geometric(a, 0, j)
        yield column, geometric_times_one_plus_alpha(a, n, 0, j)

    identity("a", factor, Domain("n j", lambda n, j: [n - 1, j, n - j]))


@claim.proof(
    "the first n columns of G: with F(z) = α^(k-z+1) for z ≤ k and 1+α-α^(z-k) for z > k, row k of (1+α)·G sums over "
    "columns 0 to z-1 to α^k + F(z) - F(1), which for z = n is 1+α-α^(n-k)",
    mutants={"1 - α^(n-k)": {"whole": 0}, "column 0 like the inner ones": {"first": 0}},
)
def first_columns(whole=1, first=1):
    def partial(a, k, z):
        return a ** (k - z + 1) if z <= k else 1 + a - a ** (z - k)

    def pairs(a, n, k, z):
        entry = geometric_times_one_plus_alpha(a, n, k, z)
        yield partial(a, k, z + 1) - partial(a, k, z), entry

    def total(a, n, k):
        start = geometric_times_one_plus_alpha(a, n, k, 0) * (first or 1 - a)
        yield start + partial(a, k, n) - partial(a, k, 1), 1 + whole * a - a ** (n - k)

    identity("a", pairs, Domain("n k z", lambda n, k, z: [n - 1, k, n - k, z - 1, n - 1 - z]))
    identity("a", total, Domain("n k", lambda n, k: [n - 1, k, n - k]))


@claim.instances(
    "for n ≤ 6 and three levels the library's G, G', G⁻¹·G and their determinants have the size n + 1",
    mutants={"the size n": {"more": 0}},
)
def by_library(more=1):
    for n in range(1, 7):
        size = n + more
        for a in map(Fraction, ("0", "1/3", "9/10")):
            g, scaled = geometric(n=n, alpha=a), scaled_matrix(n=n, alpha=a)
            remap = derive(g, a).remap
            require(all(each.shape == (size, size) for each in (g, scaled, remap)), f"the sizes at n = {n}")
            require(scaled_determinant(n=n, alpha=a) == (1 - a**2) ** (size - 1), f"det G' at n = {n}, α = {a}")
            factor = (1 + a) ** 2 * ((1 + a) / (1 - a)) ** (size - 2)
            require(
                determinant(n=n, alpha=a) * factor == scaled_determinant(n=n, alpha=a),
                f"the factor at n = {n}, α = {a}",
            )
            require(scaled[0, size - 1] == a ** (size - 1), f"the last power at n = {n}, α = {a}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
