"""Table 2: the matrices of G and of G', and how one becomes the other."""

from fractions import Fraction

from exactdp.claims import Claim, Domain, geometric_times_one_plus_alpha, identity, number, require, scaled_geometric
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.geometric import scaled_geometric as scaled_matrix

claim = Claim(
    id="gupte2010.table-2",
    title="the matrices G and G'",
    section="3",
    position=15,
    statement=(
        "The left matrix, with its factor (1-α)/(1+α), is G; the right one, with the entries α^|i-j|, is G'. The "
        "columns of G times 1+α (first and last) and (1+α)/(1-α) (the others) are those of G'. Both have n + 1 rows on "
        "{0..n}; the table, whose last power is α^(n-1), shows them for the range {0..n-1}."
    ),
    latex=r"G'_{n,\alpha} = (\alpha^{|i-j|})_{i,j}",
    domain="n ≥ 1, 0 ≤ α < 1 (at α = 1 the factor of the inner columns has a zero denominator)",
    every_n=True,
    verdict="corrected",
    scope="all n and α; the sign between the two matrices may be the scan's",
    printed="an equals sign between the left matrix, with its factor, and the right one",
    slip="scan",
)

ENTRIES = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])


@claim.counterexample("at n = 1 and α = 1/2 the first entries are 2/3 and 1", mutants={"at α = 0": {"alpha": "0"}})
def not_equal(alpha="1/2"):
    require(geometric(n=1, alpha=alpha)[0, 0] != scaled_matrix(n=1, alpha=alpha)[0, 0], "the two are equal")


@claim.proof(
    "the printed left matrix is G: (1-α) times its entries, α^|i-j| with 1/(1-α) in the outer columns, is (1+α)·G",
    mutants={"1/(1-α) in all columns": {"everywhere": True}},
)
def left_matrix(everywhere=False):
    def pairs(a, n, i, j):
        # Cleared of the denominator 1-α: the outer columns hold α^|i-j|, the others (1-α)·α^|i-j|.
        outer = j in (0, n) or everywhere
        yield scaled_geometric(a, i, j) * (number(1) if outer else 1 - a), geometric_times_one_plus_alpha(a, n, i, j)

    identity("a", pairs, ENTRIES)


@claim.proof(
    "the columns of (1+α)·G, times 1 (first and last) and 1/(1-α) (the others), are those of G'",
    mutants={"the first column scaled like the inner ones": {"first": 1}},
)
def column_scaling(first=0):
    def pairs(a, n, i, j):
        times = 1 - a if j not in (0, n) or (first and j == 0) else number(1)
        yield geometric_times_one_plus_alpha(a, n, i, j), times * scaled_geometric(a, i, j)

    identity("a", pairs, ENTRIES)


@claim.instances(
    "for n ≤ 6 and four levels the matrices built by the library are these",
    mutants={"the first column scaled like the inner ones": {"outer": 1}},
)
def by_entries(outer=0):
    for n in range(1, 7):
        for alpha in map(Fraction, ("0", "1/3", "1/2", "9/10")):
            whole, scaled = geometric(n=n, alpha=alpha), scaled_matrix(n=n, alpha=alpha)
            for i in range(n + 1):
                for j in range(n + 1):
                    factor = 1 + alpha if outer <= j <= 0 or j == n else (1 + alpha) / (1 - alpha)
                    require(whole[i, j] * factor == scaled[i, j] == alpha ** abs(i - j), f"entry {i}, {j} at n = {n}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
