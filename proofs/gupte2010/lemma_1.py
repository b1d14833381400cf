"""Lemma 1: the determinant of the geometric mechanism is positive.

G' on {0..n} has the entries α^|i-j|. Subtracting α times each column from the next one, as the paper does for the
first two, leaves a lower triangle with the diagonal 1, 1-α², …, 1-α², so det G' = (1-α²)^n. (1+α)·G is G' with its
inner columns times 1-α, so (1+α)^(n+1)·det G = (1-α)^(n-1)·det G' and det G = (1-α)^(2n-1)/(1+α). That is positive
below α = 1, and 0 at α = 1.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import to_fraction
from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    determinant,
    determinant_formula,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import determinant as closed_form
from exactdp.model.geometric import geometric

claim = Claim(
    id="gupte2010.lemma-1",
    title="det G is positive",
    section="3",
    position=30,
    statement="For n ≥ 1 and 0 ≤ α < 1, G on {0..n} has det G = (1-α)^(2n-1)/(1+α) > 0, and det G' = (1-α²)^n.",
    latex=r"\det G_{n,\alpha} = \frac{(1-\alpha)^{2n-1}}{1+\alpha} > 0 \quad (0 \le \alpha < 1)",
    domain="n ≥ 1, 0 ≤ α < 1; the matrices on {0..n} have n + 1 rows, a size that the paper's proof calls n",
    every_n=True,
    verdict="corrected",
    scope="all n and α",
    printed="det G > 0, for every privacy parameter α ∈ [0, 1]",
    slip="statement",
)

SIZES = Domain("n", lambda n: [n - 1])
INDICES = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])


@claim.counterexample(
    "at α = 1 and n = 1, G has the rows (1/2, 1/2) twice, and its determinant is 0",
    mutants={"α = 1/2": {"alpha": "1/2"}},
)
def at_one(alpha="1"):
    require(geometric(n=1, alpha=alpha).flint.det() == 0, f"det G is not 0 at n = 1, α = {alpha}")


@claim.proof(
    "det G' = (1-α²)^n: after C_j ← C_j - α·C_(j-1) for every j ≥ 1 it is lower triangular, with the diagonal 1, 1-α², "
    "…, 1-α²",
    mutants={"C_j ← C_j + α·C_(j-1)": {"factor": 1}, "the exponent n - 1, as for a size called n": {"shift": -1}},
)
def scaled_determinant(factor=-1, shift=0):
    determinant_formula(
        "a",
        lambda a, n, i, j: scaled_geometric(a, i, j),
        multiple=lambda a, n, j: factor * a,
        pivots=lambda a, n, z: number(1) if z == 0 else (1 - a**2) ** (z - 1),
        formula=lambda a, n: (1 - a**2) ** (n + shift),
    )


@claim.proof(
    "(1-α²)^n = (1-α)^n·(1+α)^n, by induction on n",
    mutants={"without 1+α": {"both": False}},
)
def in_two_factors(both=True):
    def power(a, n):
        return (1 - a) ** n * ((1 + a) ** n if both else 1)

    identity("a", lambda a: [(power(a, 0), 1)])
    identity("a", lambda a, n: [(power(a, n + 1), power(a, n) * (1 - a**2))], Domain("n", lambda n: [n]))


@claim.proof(
    "the paper's step: after C_1 ← C_1 - α·C_2 the first column is (1-α², 0, …, 0), and without row and column 1 "
    "stands G' of one size less",
    mutants={"C_1 ← C_1 + α·C_2": {"factor": 1}, "1-α in the corner": {"power": 1}},
)
def expansion(factor=-1, power=2):
    def first_column(a, n, i):
        yield scaled_geometric(a, i, 0) + factor * a * scaled_geometric(a, i, 1), 1 - a**power if i == 0 else number(0)

    identity("a", first_column, Domain("n i", lambda n, i: [n - 1, i, n - i]))
    identity(
        "a",
        lambda a, n, i, j: [(scaled_geometric(a, i + 1, j + 1), scaled_geometric(a, i, j))],
        Domain("n i j", lambda n, i, j: [n - 1, i, n - 1 - i, j, n - 1 - j]),
    )


@claim.proof(
    "det G = (1-α)^(2n-1)/(1+α): (1+α)·G is G' with its n-1 inner columns times 1-α, so that det G' = "
    "(1+α)²·((1+α)/(1-α))^(n-1)·det G, as printed for n - 1",
    mutants={"(1-α)^(2n)": {"exponent": 0}, "1+α for 1-α inside": {"inner": 1}},
)
def scaling(exponent=-1, inner=-1):
    def times(a, n, j):
        return number(1) if j in (0, n) else 1 + inner * a

    def product(a, n, z):
        """The first z columns' factors multiplied."""
        return number(1) if z == 0 else (1 - a) ** (z - 1 if z <= n else n - 1)

    identity(
        "a",
        lambda a, n, i, j: [(geometric_times_one_plus_alpha(a, n, i, j), scaled_geometric(a, i, j) * times(a, n, j))],
        INDICES,
    )
    identity(
        "a",
        lambda a, n, z: [(product(a, n, z + 1), product(a, n, z) * times(a, n, z))],
        Domain("n z", lambda n, z: [n - 1, z, n - z]),
    )

    def closed(a, n):
        # det G = (1-α)^(2n-1)/(1+α), times (1+α)^(n+1).
        yield product(a, n, n + 1) * (1 - a) ** n * (1 + a) ** n, (1 - a) ** (2 * n + exponent) * (1 + a) ** n

    identity("a", closed, SIZES)


@claim.proof(
    "(1-α)^n·(1+α)^n and (1-α)^(2n-1) are positive, and so is 1+α",
    mutants={"α ≤ 1 for α < 1": {"below_one": False}},
)
def positive(below_one=True):
    level = Assumed(
        "a",
        lambda a: {"1-α": 1 - a} if below_one else {},
        lambda a: {"α": a} if below_one else {"α": a, "1-α": 1 - a},
        witness=[Fraction(1, 3)],
    )

    def products(given, a, n):
        below, above = given["1-α"], positive_number(1) + given["α"]
        yield (1 - a) ** n * (1 + a) ** n, below**n * above**n
        yield (1 - a) ** (2 * n - 1), below ** (2 * n - 1)
        yield 1 + a, above

    signs(level, products, SIZES)


@claim.instances(
    "for n ≤ 12, the determinant of G' by elimination with a formal α is (1-α²)^n",
    mutants={"the exponent n - 1, as for a size called n": {"shift": -1}},
)
def by_elimination(shift=0):
    for n in range(13):
        rows = range(n + 1)
        identity(
            "a",
            lambda a, n=n, rows=rows: [
                (
                    determinant([[scaled_geometric(a, i, j) for j in rows] for i in rows]),
                    (1 - a**2) ** max(n + shift, 0),
                )
            ],
        )


@claim.instances(
    "for n ≤ 8 and six levels, FLINT's determinant of G itself is (1-α)^(2n-1)/(1+α), as the library's closed form is",
    mutants={"(1-α)^(2n)": {"exponent": 0}, "(1+α)² below": {"below": 2}},
)
def by_flint(exponent=-1, below=1):
    for n in range(1, 9):
        for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "99/100", "1")):
            found = geometric(n=n, alpha=alpha).flint.det()
            said = (1 - alpha) ** (2 * n + exponent) / (1 + alpha) ** below
            require(to_fraction(found) == said == closed_form(n=n, alpha=alpha), f"det G at n = {n}, α = {alpha}")
            require((found > 0) == (alpha < 1), f"the sign of det G at n = {n}, α = {alpha}")


claim.theorem(
    "Determinants",
    "lemma_1",
    "det G for every n ≥ 1 and every rational 0 ≤ α < 1, by the determinants of Mathematical Components",
    r"""
    forall (n : nat) (alpha : Q), (1 <= n)%nat -> 0 <= alpha < 1 ->
      determinant (S n) (geometric n alpha) = rational (power (1 - alpha) (2 * n - 1) / (1 + alpha)) /\
      (0 < determinant (S n) (geometric n alpha))%R
    """,
    mutants={
        "at α = 1 as well": ("0 <= alpha < 1", "0 <= alpha <= 1"),
        "(1-α)^(2n)": ("2 * n - 1", "2 * n"),
    },
)
claim.theorem(
    "Determinants",
    "scaled_determinant",
    "det G' = (1-α²)^n for every n and every α of every commutative ring",
    r"""
    forall (R : comRingType) (a : R) (n : nat),
      (\det (\matrix_(i < n.+1, k < n.+1) a ^+ distance i k) = (1 - a ^+ 2) ^+ n)%R
    """,
    mutants={"the exponent n + 1": ("2) ^+ n)", "2) ^+ n.+1)")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
