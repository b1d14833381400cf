"""G' of section 3: G·D with the diagonal matrix D of 1+α at the two ends and (1+α)/(1-α) between, all > 0 for α < 1.

The determinants of G' and G differ by det D. In det G(k, x) column k is replaced and its factor lost, so that it and
det G'(k, x) differ by det D without its k-th factor. The signs agree, and with them Lemma 2 goes from G' to G.
"""

from fractions import Fraction

from flint import fmpq_mat

from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    determinant,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.geometric import scaled_geometric as scaled_matrix

claim = Claim(
    id="gupte2010.section-3.scaled",
    title="G' and G",
    section="3",
    position=14,
    statement=(
        "For n ≥ 1, 0 ≤ α < 1: G' = G·D with D = diag(d_0, …, d_n), d_0 = d_n = 1+α and d_k = (1+α)/(1-α) between. det "
        "G' = det D·det G and det D = (1+α)^(n+1)/(1-α)^(n-1); for every x, det G'(k, x) = det D/d_k·det G(k, x). All "
        "these factors are positive. Row k of T with G·T = M is d_k times that of the T' with G'·T' = M, so both are ≥ "
        "0 together, though the rows of T' sum to 1/d_k. G' is symmetric; G is not for n ≥ 2 and α > 0."
    ),
    latex=(
        r"G'_{n,\alpha} = G_{n,\alpha}\,\mathrm{diag}\Bigl(1+\alpha, \tfrac{1+\alpha}{1-\alpha}, \dots, "
        r"\tfrac{1+\alpha}{1-\alpha}, 1+\alpha\Bigr)"
    ),
    domain=(
        "n ≥ 1, 0 ≤ α < 1. At n = 1 there is no column between; at α = 0 all of D is 1 and G' = G is the identity; at "
        "α = 1 the factors between have no value, and G' = (α^|i-j|) is all ones, while inner columns of G are 0"
    ),
    every_n=True,
    verdict="proved",
    scope="all n, α, k and x",
    uses=("gupte2010.table-2",),
)

SIZES = Domain("n", lambda n: [n - 1])
ROWS = Domain("n k", lambda n, k: [n - 1, k, n - k])


def product(a, n, z):
    """The product of the first z of (1-α)/(1+α)·d_j, with 1-α in the columns 0 and n and 1 between."""
    if z == 0:
        return number(1)
    return (1 - a) ** 2 if z > n else 1 - a


@claim.proof(
    "det D, with (1-α)·d_j over 1+α, which is 1-α at the ends and 1 between: the first z multiply to 1-α, and all n+1 "
    "to (1-α)², so that det D = (1+α)^(n+1)·(1-α)²/(1-α)^(n+1)",
    mutants={"1-α at one end only": {"last": 0}},
)
def determinant_of_scaling(last=1):
    def along(a, n, z):
        factor = number(1)
        if z == 0:
            factor = 1 - a
        elif z == n:
            factor = (1 - a) ** last
        yield product(a, n, z + 1), product(a, n, z) * factor

    def closed(a, n):
        # (1-α)^(n+1)·det D = (1+α)^(n+1)·(1-α)² against the statement's (1+α)^(n+1)/(1-α)^(n-1).
        yield product(a, n, n + 1) * (1 - a) ** (n - 1), (1 - a) ** (n + 1)

    identity("a", along, Domain("n z", lambda n, z: [n - 1, z, n - z]))
    identity("a", closed, SIZES)


@claim.proof(
    "column by column, (1-α)·G' is (1+α)·G with 1-α at the ends and 1 between, and row k of T' takes the factor away: "
    "Σ_j G_ij·d_j·T'_jr has the summands of Σ_j G_ij·T_jr for T_jr = d_j·T'_jr",
    mutants={"the first column like the inner ones": {"first": True}},
)
def columns(first=False):
    def pairs(a, n, i, j):
        end = (j == 0 and not first) or j == n
        factor = 1 - a if end else number(1)
        yield (1 - a) * scaled_geometric(a, i, j), factor * geometric_times_one_plus_alpha(a, n, i, j)
        t = entry("T'", j)
        yield ((1 - a) * scaled_geometric(a, i, j)) * t, geometric_times_one_plus_alpha(a, n, i, j) * (factor * t)

    identity("a", pairs, Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j]))


@claim.proof(
    "1+α, 1-α and their powers are positive, so that all the factors are",
    mutants={"α ≤ 1 for α < 1": {"below_one": False}},
)
def positive(below_one=True):
    assumed = Assumed(
        "a",
        lambda a: {"1+α": 1 + a} | ({"1-α": 1 - a} if below_one else {}),
        lambda a: {} if below_one else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )

    def pairs(given, a, n):
        yield (1 + a) ** (n + 1) * (1 - a) ** (n - 1), given["1+α"] ** (n + 1) * given["1-α"] ** (n - 1)

    signs(assumed, pairs, SIZES)
    signs(assumed, lambda given, a: [((1 + a) * (1 - a), given["1+α"] * given["1-α"])])


@claim.proof(
    "G' is symmetric; in (1+α)·G the entries (0, 1) and (1, 0) are (1-α)·α and α for n ≥ 2, which differ by α²",
    mutants={"at n = 1": {"least": 1}},
)
def symmetric(least=2):
    identity(
        "a",
        lambda a, n, i, j: [(scaled_geometric(a, i, j), scaled_geometric(a, j, i))],
        Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j]),
    )

    def pairs(a, n):
        first, second = geometric_times_one_plus_alpha(a, n, 1, 0), geometric_times_one_plus_alpha(a, n, 0, 1)
        yield first - second, a**2

    identity("a", pairs, Domain("n", lambda n: [n - least]))


@claim.instances(
    "for n ≤ 4 and every k, elimination with a formal α and x: det G'(k, x) times (1-α)^(n-1) for k = 0 and n, and "
    "(1-α)^(n-2) between, is (1+α)^n·det G(k, x)",
    mutants={"with d_k as well": {"own": True}},
)
def replaced_columns(own=False):
    for n in range(1, 5):
        for k in range(n + 1):

            def pairs(a, n=n, k=k):
                def replaced(at):
                    return determinant(
                        [[entry("x", i) if j == k else at(i, j) for j in range(n + 1)] for i in range(n + 1)]
                    )

                inner = n - 1 if own or k in (0, n) else n - 2
                left = replaced(lambda i, j: scaled_geometric(a, i, j)) * (1 - a) ** inner
                yield left, replaced(lambda i, j: geometric_times_one_plus_alpha(a, n, i, j))

            identity("a", pairs)


def solved(matrix, right):
    """The entries of the solution of matrix·T = right."""
    return [[to_fraction(x) for x in row] for row in matrix.solve(right).tolist()]


@claim.instances(
    "for n ≤ 5 and four levels: det G'/det G is det D, and with M the mechanism that answers 0 or n, the first with "
    "probability i/n, T_k = d_k·T'_k and the rows of T' sum to 1/d_k",
    mutants={"d_k = 1-α between": {"inner": -1}, "n-2 columns between": {"fewer": 1}},
)
def by_library(inner=1, fewer=0):
    for n in range(1, 6):
        for alpha in map(Fraction, ("0", "1/3", "1/2", "9/10")):
            g, scaled = geometric(n=n, alpha=alpha).flint, scaled_matrix(n=n, alpha=alpha).flint
            between = (1 + alpha) / (1 - alpha) ** inner
            d = [1 + alpha, *[between] * (n - 1), 1 + alpha]
            whole = (1 + alpha) ** (n + 1) / (1 - alpha) ** (n - 1 - fewer)
            require(to_fraction(scaled.det() / g.det()) == whole, f"det D at n = {n}, α = {alpha}")
            m = fmpq_mat([[to_fmpq(Fraction(i, n)), to_fmpq(1 - Fraction(i, n))] for i in range(n + 1)])
            for k, (t, u) in enumerate(zip(solved(g, m), solved(scaled, m), strict=True)):
                require(t == [d[k] * x for x in u], f"row {k} of T at n = {n}, α = {alpha}")
                require(sum(u) == 1 / d[k], f"row {k} of T' sums to {sum(u)} at n = {n}, α = {alpha}")


@claim.instances(
    "at α = 1 and n = 2, G' is all ones and the middle column of G is 0, which no factor takes to ones",
    mutants={"at α = 1/2": {"alpha": "1/2"}},
)
def at_one(alpha="1"):
    require(set(scaled_matrix(n=2, alpha=alpha).column(1)) == {1}, "G' is not all ones")
    require(set(geometric(n=2, alpha=alpha).column(1)) == {0}, "the middle column of G is not 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
