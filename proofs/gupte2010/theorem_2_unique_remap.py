"""Theorem 2: the matrix T with G·T = M exists, is the only one, and has rows that sum to 1, before its signs are known.

Let D be the diagonal matrix of 1/(1-α) in the outer rows and 1/(1-α)² inside. D·K is the inverse of G on both sides:
G·(D·K·M) = M, and G·T = M gives T = D·K·M. Its rows sum to 1 because D·K maps the column of ones, which is M·1, to
itself.
"""

from fractions import Fraction

from exactdp.claims import (
    Claim,
    Domain,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    three_term,
    tridiagonal,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import cramer_remap, tridiagonal_remap

claim = Claim(
    id="gupte2010.theorem-2.unique-remap",
    title="the only matrix T with G·T = M",
    section="3",
    position=42,
    statement=(
        "For 0 ≤ α < 1 and every matrix M with n + 1 rows, square or not, exactly one T has G_{n,α}·T = M. If the rows "
        "of M sum to 1, so do those of T. T is then a remap exactly where it is ≥ 0. At α = 1 and n ≥ 1 a T exists "
        "only where all rows of M are equal, and then it is not unique."
    ),
    latex=r"T = G_{n,\alpha}^{-1} M, \qquad T\mathbf 1 = G_{n,\alpha}^{-1} M\,\mathbf 1 = G_{n,\alpha}^{-1}\mathbf 1 = "
    r"\mathbf 1",
    domain="n ≥ 1, 0 ≤ α < 1, every M with rows that sum to 1; at n = 0, where G is the 1 × 1 identity, T = M",
    every_n=True,
    verdict="corrected",
    scope="all n, α and M; what happens at α = 1 is theorem-2.alpha-one",
    printed="M = G_{n,α}·T for some T, which is uniquely defined: with no word about α = 1, which Definition 2 allows",
    slip="statement",
    uses=("gupte2010.section-3.stochastic-group",),
)

ROWS = Domain("n k", lambda n, k: [n - 1, k, n - k])
ENTRIES = Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k])


@claim.counterexample(
    "α = 1, n = 1: G·G = G·1 = G, so that M = G has two T; and the truthful M has none, as all rows of G·T are equal",
    mutants={"at α = 1/2": {"alpha": "1/2"}},
)
def at_one(alpha="1"):
    g = geometric(n=1, alpha=alpha)
    require(
        g @ g == g and g @ truthful(inputs=range(2)) == g and g != truthful(inputs=range(2)),
        "G and 1 are not two remaps to G",
    )
    require(g.rows[0] == g.rows[1], "the rows of G differ")


@claim.proof(
    "one T at least: G·D·K = 1, entry by entry, both sides times (1+α)·(1-α)²",
    mutants={"+α beside the diagonal": {"beside": -1}, "1/(1-α) inside": {"inside": 1}},
)
def exists(beside=1, inside=2):
    def pairs(a, n, i, k):
        # Σ_j (1+α)·G_ij·D_j·K_jk over the j at and near k; D_j times (1-α)² is 1-α outside and 1 inside.
        near = [j for j in (k - 1, k, k + 1) if 0 <= j <= n]
        total = number(0)
        for j in near:
            scale = 1 - a if j in (0, n) else (1 - a) ** (2 - inside)
            band = tridiagonal(a, n, j, k) * (1 if j == k else beside)
            total += geometric_times_one_plus_alpha(a, n, i, j) * scale * band
        yield total, (1 + a) * (1 - a) ** 2 if i == k else number(0)

    identity("a", pairs, ENTRIES)


@claim.proof(
    "one at most: K·G is diagonal with 1-α in the outer rows and (1-α)² inside, so that (D·K)·(G·T) = T for every T",
    mutants={"(1-α)² in the outer rows": {"outer": 2}, "row i of G for column i": {"turned": True}},
)
def at_most_one(outer=1, turned=False):
    def pairs(a, n, i, k):
        def column(m):
            at = (i, m) if turned else (m, i)
            return geometric_times_one_plus_alpha(a, n, *at)

        scale = (1 - a) ** (outer if k in (0, n) else 2)
        yield three_term(a, column, n, k), (1 + a) * scale if i == k else number(0)

    identity("a", pairs, ENTRIES)


@claim.proof(
    "the rows of T: if the first z entries of the rows of M sum to X, K·X sums the first z entries of K·M, by "
    "induction on z; and with X = 1 it is 1-α outside and (1-α)² inside, the divisor of T = D·K·M",
    mutants={"rows of M that sum to 2": {"total": 2}, "(1-α)² everywhere": {"outer": 2}},
)
def rows_sum_to_one(total=1, outer=1):
    def along(a, n, k):
        def grown(m):
            return entry("X", m) + entry("next", m)

        before, new = (three_term(a, lambda m, name=name: entry(name, m), n, k) for name in ("X", "next"))
        yield three_term(a, grown, n, k), before + new

    def all_columns(a, n, k):
        value = three_term(a, lambda m: number(total), n, k)
        yield value, (1 - a) ** (outer if k in (0, n) else 2)

    identity("a", along, ROWS)
    identity("a", all_columns, ROWS)


def samples(n):
    """Mechanisms with 1, 2 and n + 3 responses, singular and not, private or not."""
    size = n + 1
    yield Mechanism([[1]] * size)
    yield Mechanism([[Fraction(i, n), 1 - Fraction(i, n)] for i in range(size)])
    yield truthful(inputs=range(size))
    weights = [[(3 * i + 5 * r) % 7 + 1 for r in range(n + 3)] for i in range(size)]
    yield Mechanism([[Fraction(w, sum(row)) for w in row] for row in weights])


@claim.instances(
    "for n ≤ 4, three levels and four mechanisms M of 1 to n + 3 responses: FLINT's solution of G·T = M, the closed "
    "form and Cramer's rule are one T, with rows that sum to 1, and G·T is M",
    mutants={"the transpose of G": {"turned": True}},
)
def by_library(turned=False):
    for n in range(1, 5):
        for alpha in map(Fraction, ("0", "1/3", "9/10")):
            g = Matrix(geometric(n=n, alpha=alpha))
            for mechanism in samples(n):
                source = g.flint.transpose() if turned else g.flint
                solved = Matrix.from_flint(source.solve(mechanism.flint))
                require(all(sum(row) == 1 for row in solved), f"a row of T at n = {n}, α = {alpha}")
                require(solved == tridiagonal_remap(mechanism, alpha), f"the closed form at n = {n}, α = {alpha}")
                require(solved == cramer_remap(mechanism, alpha), f"Cramer's rule at n = {n}, α = {alpha}")
                require(g @ solved == Matrix(mechanism), f"G·T is not M at n = {n}, α = {alpha}")


claim.theorem(
    "Geometric",
    "geometric_inverse",
    "for every n ≥ 1, every rational 0 ≤ α < 1 and every rational matrix: G times this T is the matrix",
    """
    forall (n responses : nat) (alpha : Q) (x : matrix), (1 <= n)%nat -> 0 <= alpha < 1 ->
      same (S n) responses x (product (S n) (geometric n alpha) (inverse_remap n alpha x))
    """,
    mutants={"at α = 1 as well": ("0 <= alpha < 1", "0 <= alpha <= 1")},
)
claim.theorem(
    "Geometric",
    "inverse_geometric",
    "for every n ≥ 1, every rational 0 ≤ α < 1 and every rational T: no other T gives the same matrix",
    """
    forall (n : nat) (alpha : Q) (t : matrix) (k r : nat), (1 <= n)%nat -> 0 <= alpha < 1 -> (k <= n)%nat ->
      inverse_remap n alpha (product (S n) (geometric n alpha) t) k r == t k r
    """,
    mutants={"at n = 0 as well": ("(1 <= n)%nat", "(0 <= n)%nat")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
