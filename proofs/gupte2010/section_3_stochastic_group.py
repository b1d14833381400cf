"""The generalized stochastic matrices: which of them form a group, by their row sums alone.

If the rows of B sum to 1, row i of A·B sums to what row i of A sums to: the sum over k of Σ_j a_ij·b_jk is Σ_j a_ij·1.
With A arbitrary that is closure. With A = B⁻¹ the rows of B⁻¹·B = 1 sum to 1, hence so do those of B⁻¹.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, determinant, entry, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, inverse
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import deterministic

claim = Claim(
    id="gupte2010.section-3.stochastic-group",
    title="the group of generalized stochastic matrices",
    section="3",
    position=40,
    statement=(
        "The nonsingular generalized stochastic matrices of one size form a group under multiplication. A product of "
        "any two generalized stochastic matrices is one, singular and not square ones included, if their sizes allow "
        "it. The stochastic ones are closed too, but form no group: with 2 rows or more some have an inverse with "
        "negative entries, such as G for 0 < α < 1, or none, such as G at α = 1."
    ),
    latex=r"A\mathbf 1 = \mathbf 1,\; B\mathbf 1 = \mathbf 1 \;\Rightarrow\; AB\,\mathbf 1 = \mathbf 1,\quad "
    r"A^{-1}\mathbf 1 = A^{-1}A\,\mathbf 1 = \mathbf 1",
    domain="every size ≥ 1",
    verdict="proved",
    scope=(
        "all sizes; that matrix multiplication is associative and a product of nonsingular matrices nonsingular is "
        "taken from linear algebra"
    ),
)


@claim.proof(
    "row sums of a product: with the partial sums B(z, w) of row z of B up to column w, a_z·B(z, w) grows by a_z·b_zw "
    "with w, as row sums of A·B do; and with B(z, all) = 1 the sum over rows grows by a_z with z, as that of A does",
    mutants={"rows of B that sum to 2": {"total": 2}, "b_wz for b_zw": {"turned": True}},
)
def row_sums(total=1, turned=False):
    def along(z, w):
        grown = entry("B up to w", z) + (entry("b", w, z) if turned else entry("b", z, w))
        yield entry("a", z) * grown, entry("a", z) * entry("B up to w", z) + entry("a", z) * entry("b", z, w)

    def down(z):
        # S is the sum of row i of A·B over all columns and the summands up to z, and equal to that of A so far.
        so_far = entry("S", 0)
        yield so_far + entry("a", z) * number(total), so_far + entry("a", z)

    identity("", along, Domain("z w", lambda z, w: [z, w]))
    identity("", down, Domain("z", lambda z: [z]))


def formal(name, size, total):
    """A matrix of unknown entries whose rows sum to this: the last entry of a row is what the others leave."""
    rows = []
    for i in range(size):
        row = [entry(name, i, j) for j in range(size - 1)]
        rows.append([*row, number(total) - sum(row, number(0))])
    return rows


def cofactor(rows, i, j):
    """The entry (j, i) of the adjugate."""
    minor = [[x for n, x in enumerate(row) if n != j] for m, row in enumerate(rows) if m != i]
    return determinant(minor) * (-1) ** (i + j)


@claim.proof(
    "without that argument, for sizes 1 to 4 and unknown entries: the rows of A·B sum to 1, and each row of the "
    "adjugate of A, which is det A times A⁻¹, sums to det A",
    mutants={"rows that sum to 2": {"total": 2}, "columns of the adjugate": {"turned": True}},
)
def small_sizes(total=1, turned=False):
    for size in range(1, 5):
        at = range(size)

        def inverted(size=size, at=at):
            rows = formal("a", size, total)
            for k in at:
                terms = (cofactor(rows, k, i) if turned else cofactor(rows, i, k) for i in at)
                yield sum(terms, number(0)), determinant(rows)

        def multiplied(size=size, at=at):
            first, second = formal("a", size, total), formal("b", size, total)
            for i in at:
                products = (first[i][j] * second[j][k] for j in at for k in at)
                yield sum(products, number(0)), number(1)

        identity("", inverted)
        identity("", multiplied)


@claim.instances(
    "products and inverses of G, n ≤ 5, and of remaps, α = 1/3 and 9/10, sum to 1 in every row; the inverse of G has "
    "negative entries for n ≥ 1, so that it is no stochastic matrix",
    mutants={"at α = 0, where G is its own inverse": {"levels": ("0",)}, "of G': no row sums of 1": {"scaled": True}},
)
def by_library(levels=("1/3", "9/10"), scaled=False):
    for n in range(1, 6):
        for alpha in map(Fraction, levels):
            g = Matrix(geometric(n=n, alpha=alpha))
            back = Matrix.from_flint(g.flint.inv())
            require(back == inverse(n=n, alpha=alpha), f"the inverse at n = {n}, α = {alpha}")
            merged = Matrix(deterministic([k // 2 for k in range(n + 1)], responses=range(n + 1)))
            if scaled:
                g = Matrix([[alpha ** abs(i - j) for j in range(n + 1)] for i in range(n + 1)])
            for each in (g, back, g @ g, back @ back, back @ merged, g @ merged @ back):
                require(all(sum(row) == 1 for row in each), f"a row of {each.rows}")
            require(min(min(row) for row in back) < 0, f"the inverse at n = {n}, α = {alpha} is stochastic")


@claim.instances(
    "at α = 1 and n ≥ 1, G is generalized stochastic and singular, outside the group; a merging remap likewise",
    mutants={"at α = 1/2": {"alpha": "1/2"}, "from n = 0, where G is 1": {"least": 0}},
)
def singular(alpha="1", least=1):
    for n in range(least, 5):
        merged = deterministic([0] * (n + 1), responses=range(n + 1))
        for each in (geometric(n=n, alpha=alpha), merged):
            require(all(sum(row) == 1 for row in each) and each.flint.det() == 0, f"the determinant at n = {n}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
