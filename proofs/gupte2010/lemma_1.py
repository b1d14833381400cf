"""Lemma 1: the determinant of the geometric mechanism is positive.

G' on {0..n} has the entries α^|i-j|. Subtracting α times each column from the next one, as the paper does for the
first two, is multiplying by U, the unit upper triangular matrix with -α above the diagonal. G'·U is lower triangular
with the diagonal 1, 1-α², …, 1-α², so det G' = (1-α²)^n. G is G' with its columns scaled by 1/(1+α), and by
(1-α)/(1+α) inside, so det G = (1-α)^(2n-1)/(1+α). That is positive below α = 1, and 0 at α = 1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, determinant, identity, number, require, scaled_geometric, signs
from exactdp.cli import main
from exactdp.geometric import determinant as closed_form
from exactdp.geometric import geometric

claim = Claim(
    id="gupte2010.lemma-1",
    title="det G is positive",
    section="3",
    position=30,
    statement="For n ≥ 1 and 0 ≤ α < 1, G on {0..n} has det G = (1-α)^(2n-1)/(1+α) > 0, and det G' = (1-α²)^n.",
    latex=r"\det G_{n,\alpha} = \frac{(1-\alpha)^{2n-1}}{1+\alpha} > 0 \quad (0 \le \alpha < 1)",
    domain="n ≥ 1, 0 ≤ α < 1; the matrices on {0..n} have n + 1 rows, a size that the paper's proof calls n",
    verdict="corrected",
    scope="all n and α",
    printed="det G > 0, for every privacy parameter α ∈ [0, 1]",
    slip="statement",
)

INDICES = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])


@claim.counterexample("at α = 1 and n = 1, G has the rows (1/2, 1/2) twice, and its determinant is 0")
def at_one():
    require(geometric(1, 1).flint.det() == 0, "det G is not 0 at n = 1, α = 1")


@claim.proof(
    "G'·U, with C_j ← C_j - α·C_(j-1) for every j ≥ 1, is lower triangular with the diagonal 1, 1-α², …, 1-α²",
    mutants={"the sign of α in U": {"factor": 1}, "1-α for 1-α²": {"power": 1}},
)
def triangular(factor=-1, power=2):
    def entries(a, n, i, j):
        product = scaled_geometric(a, i, j)
        if j >= 1:
            product += factor * a * scaled_geometric(a, i, j - 1)
        if i < j:
            yield product, number(0)
        elif i == j:
            yield product, number(1) if j == 0 else 1 - a**power
        else:
            # Below the diagonal anything may stand; what does is α^(i-j)·(1-α²), and α^i in column 0.
            yield product, scaled_geometric(a, i, j) * (number(1) if j == 0 else 1 - a**2)

    identity("a", entries, INDICES)


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
    "the columns of G times 1+α (first and last) and (1+α)/(1-α) (others) are those of G', so det G' = "
    "(1+α)²·((1+α)/(1-α))^(n-1)·det G and det G = (1-α)^(2n-1)/(1+α)",
    mutants={"(1-α)^(2n)": {"exponent": 0}},
)
def scaling(exponent=-1):
    # With m = n - 1 inner columns, cleared of denominators, for u = 1-α, v = 1+α, det G' = (u·v)^(m+1).
    identity(
        "u v",
        lambda u, v, m: [
            (v**2 * v**m * (u ** (m + 1) * u ** (m + 1 + exponent)), (u ** (m + 1) * v ** (m + 1)) * u**m * v)
        ],
        Domain("m", lambda m: [m]),
    )


@claim.proof("(1-α²)^n and (1-α)^(2n-1)/(1+α) are positive", mutants={"1-α > 0 forgotten": {"below_one": False}})
def positive(below_one=True):
    assumed = Assumed(
        "u v",
        lambda u, v: {"1-α": u, "1+α": v} if below_one else {"1+α": v},
        lambda u, v: {} if below_one else {"1-α": u},
        witness=[Fraction(2, 3), Fraction(4, 3)],
    )
    signs(
        assumed,
        lambda given, u, v, m: [
            (u ** (m + 1) * v ** (m + 1), given["1-α"] ** (m + 1) * given["1+α"] ** (m + 1)),
            (u ** (m + 1) * u**m, given["1-α"] ** (m + 1) * given["1-α"] ** m),
        ],
        Domain("m", lambda m: [m]),
    )


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


@claim.instances("for n ≤ 8 and six levels, FLINT's determinant of G itself is (1-α)^(2n-1)/(1+α)")
def by_flint():
    for n in range(1, 9):
        for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "99/100", "1")):
            found = geometric(n, alpha).flint.det()
            require(Fraction(int(found.p), int(found.q)) == closed_form(n, alpha), f"det G at n = {n}, α = {alpha}")
            require((found > 0) == (alpha < 1), f"the sign of det G at n = {n}, α = {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
