"""The only remap T with G·T = x, in closed form, and what it says of derivability.

Let D_k = (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) for one column of x. In row i of G·T, times 1-α², the responses of G
contribute α^i·(x_0 - α·x_1), α^|i-k|·D_k for 0 < k < n, and α^(n-i)·(x_n - α·x_(n-1)). Each α^|i-k|·D_k is a difference
of two neighbours, so the sum has a closed form, and it ends at (1-α²)·x_i. T is the only one since det G ≠ 0 for α < 1.
"""

from fractions import Fraction

from exactdp.claims import (
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    three_term,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, inverse
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import cramer_remap, derive

claim = Claim(
    id="exactdp.remap-in-closed-form",
    title="the remap that takes G to a given matrix",
    section="1",
    position=10,
    statement=(
        "Let n ≥ 1 and 0 ≤ α < 1. For every matrix x with n+1 rows there is exactly one T with G_{n,α}·T = x. Its row "
        "0 is (x_0 - α·x_1)/(1-α), row n is (x_n - α·x_(n-1))/(1-α), and row k between them is ((1+α²)·x_k - "
        "α·(x_(k-1) + x_(k+1)))/(1-α)². If the rows of x sum to 1, so do those of T. So a mechanism is derivable from "
        "G if and only if these entries are ≥ 0; those of the rows 0 and n are, if it is α-private."
    ),
    latex=(
        r"T_{0r} = \frac{x_{0r} - \alpha x_{1r}}{1-\alpha}, \quad T_{kr} = \frac{(1+\alpha^2) x_{kr} - \alpha "
        r"(x_{(k-1)r} + x_{(k+1)r})}{(1-\alpha)^2}"
    ),
    domain="n ≥ 1, 0 ≤ α < 1, every matrix x with n+1 rows; at α = 1 all rows of G are equal, and T is not unique",
    every_n=True,
    verdict="proved",
    scope="all n, α and x",
    uses=("gupte2010.lemma-1",),
)

X = "x"


def contribution(a, n, i, k, power=2):
    """(1-α²)·G_ik·T_k, where the first factor of G_ik·T_k is α^|i-k|."""
    x = [entry(X, k + d) for d in (-1, 0, 1)] if 0 < k < n else []
    if k == 0:
        return scaled_geometric(a, i, k) * (entry(X, 0) - a * entry(X, 1))
    if k == n:
        return scaled_geometric(a, i, k) * (entry(X, n) - a * entry(X, n - 1))
    return scaled_geometric(a, i, k) * ((1 + a**power) * x[1] - a * (x[0] + x[2]))


def partial_sum(a, i, z):
    """The sum of the contributions before z, 0 < z ≤ n."""
    if z <= i:
        return a ** (i - z + 1) * (entry(X, z - 1) - a * entry(X, z))
    return (1 - a**2) * entry(X, i) - a ** (z - i) * (entry(X, z) - a * entry(X, z - 1))


@claim.proof(
    "(1-α²)·G_kz·T_z is α^|k-z| times the value that is divided in T_z: G has the factor (1-α)/(1+α) inside, where T "
    "is divided by (1-α)², and 1/(1+α) outside, where it is divided by 1-α",
    mutants={"(1-α) for (1-α)²": {"inside": 1}},
)
def scales(inside=2):
    def pairs(a, n, k, z):
        divisor = 1 - a if z in (0, n) else (1 - a) ** inside
        # (1+α)·G_kz times (1-α), and α^|k-z| times the divisor of T_z.
        yield geometric_times_one_plus_alpha(a, n, k, z) * (1 - a), scaled_geometric(a, k, z) * divisor

    identity("a", pairs, Domain("n k z", lambda n, k, z: [n - 1, k, n - k, z, n - z]))


@claim.proof(
    "the sum of these over all z is (1-α²)·x_i: partial sums for z = 1, their steps, and their end, for every column",
    mutants={"1+α for 1+α²": {"power": 1}, "the last row with x_n + α·x_(n-1)": {"last": 1}},
)
def product(power=2, last=-1):
    inside = Domain("n i", lambda n, i: [n - 1, i, n - i])
    steps = Domain("n i z", lambda n, i, z: [i, n - i, z - 1, n - 1 - z])
    identity("a", lambda a, n, i: [(partial_sum(a, i, 1), contribution(a, n, i, 0))], inside)

    def grows(a, n, i, z):
        # Settled before any entry is named, so that x_z and x_i are one symbol where z = i.
        at = i if z == i else z
        yield partial_sum(a, i, at + 1) - partial_sum(a, i, at), contribution(a, n, i, at, power)

    identity("a", grows, steps)

    def ends(a, n, i):
        i = n if i == n else i
        outer = a ** (n - i) * (entry(X, n) + last * a * entry(X, n - 1))
        yield partial_sum(a, i, n) + outer, (1 - a**2) * entry(X, i)

    identity("a", ends, inside)


@claim.proof(
    "for rows of x that sum to 1 the rows of T do: the same combinations of ones are 1-α and (1-α)²",
    mutants={"(1-α)² in the outer rows": {"outer": 2}},
)
def rows_sum_to_one(outer=1):
    identity(
        "a",
        lambda a, n, k: [
            (three_term(a, lambda i: number(1), n, k), (1 - a) ** (outer if k in (0, n) else 2)),
        ],
        Domain("n k", lambda n, k: [n - 1, k, n - k]),
    )


@claim.instances(
    "n ≤ 5, four levels, α-private mechanisms and others: the closed form is G⁻¹·x and what Cramer's rule gives, and "
    "the library's answer on derivability is its sign; the kernel accepts every answer",
    mutants={"x_2 for x_1 in row 0": {"neighbour": 2}},
)
def by_library(neighbour=1):
    for n in range(1, 6):
        for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10")):
            for x in samples(n, alpha):
                rows = [closed_row(x.rows, alpha, k, neighbour) for k in range(n + 1)]
                require(Matrix(rows) == inverse(n=n, alpha=alpha) @ Matrix(x.rows), f"n = {n}, α = {alpha}: not G⁻¹·x")
                require(Matrix(rows) == cramer_remap(x, alpha), f"n = {n}, α = {alpha}: not Cramer's quotients")
                found = derive(x, alpha)
                require(bool(found) == (min(min(row) for row in rows) >= 0), f"n = {n}, α = {alpha}: other signs")
                accepted(found)


def closed_row(rows, alpha, k, neighbour):
    """Row k of T."""
    n = len(rows) - 1
    if k in (0, n):
        beside = rows[min(neighbour, n)] if k == 0 else rows[n - 1]
        return [(x - alpha * y) / (1 - alpha) for x, y in zip(rows[k], beside, strict=True)]
    near = zip(rows[k - 1], rows[k], rows[k + 1], strict=True)
    return [((1 + alpha**2) * y - alpha * (x + z)) / (1 - alpha) ** 2 for x, y, z in near]


def samples(n, alpha):
    """The uniform mechanism, G turned around, one with a valley in its first column, and three responses."""
    size = n + 1
    yield Mechanism([[Fraction(1, size)] * size] * size)
    yield Mechanism([row[::-1] for row in geometric(n=n, alpha=alpha).rows])
    yield Mechanism([[Fraction(1 + i % 2, 3), Fraction(2 - i % 2, 3)] for i in range(size)])
    yield Mechanism([[Fraction(i + 1, n + 4), Fraction(1, n + 4), Fraction(n - i + 2, n + 4)] for i in range(size)])


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
