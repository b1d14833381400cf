"""Lemma 1: where the induction starts, and which matrix is of the size that the text calls 1 or 2.

The text's G'_{2,α} has two rows, (1, α) and (α, 1), and belongs to the results {0, 1}. The induction could start one
size below, at the 1 × 1 matrix (1) with the determinant (1-α²)^0. The scaling from G, which has two outer columns,
starts at size 2: one column cannot be first and last with a factor 1+α for each.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import to_fraction
from exactdp.claims import (
    Claim,
    Domain,
    determinant,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import determinant as closed_determinant
from exactdp.model.geometric import geometric, scaled_determinant
from exactdp.model.geometric import scaled_geometric as scaled_matrix

claim = Claim(
    id="gupte2010.lemma-1.base-case",
    title="the start of the induction",
    section="3",
    position=32,
    statement=(
        "det G' = 1-α² for G' with the rows (1, α) and (α, 1), the results {0, 1}. From that start the step det G'_n = "
        "(1-α²)·det G'_(n-1) gives (1-α²)^n on {0..n}; starting from {0}, where G' is (1) and det G' = 1, it gives the "
        "same. On {0, 1}, det G = (1-α)/(1+α), and det G'/det G = (1+α)² as the scaling says. On {0} Definition 4's "
        "formula is (1/(1+α)), for which det G'/det G is 1+α, and not (1+α)²·((1+α)/(1-α))^(-1) = 1-α²."
    ),
    latex=r"\det\begin{pmatrix}1 & \alpha\\ \alpha & 1\end{pmatrix} = 1-\alpha^2",
    domain="all α for the determinants, 0 ≤ α < 1 for the scaling; the results {0}, {0, 1} and {0, 1, 2}",
    verdict="corrected",
    scope="all α; the step from n-1 to n for all n",
    printed="G'_{2,α} = 1-α², where det G' must be meant, and a matrix on {0, 1}, which is G'_{1,α} by Definition 4",
    slip="print",
    uses=("gupte2010.lemma-1", "gupte2010.section-3.matrix-size"),
)


def rows(a, n, scaled=True):
    """G' on {0..n}, or (1+α)·G."""
    at = range(n + 1)
    if scaled:
        return [[scaled_geometric(a, i, j) for j in at] for i in at]
    return [[geometric_times_one_plus_alpha(a, n, i, j) for j in at] for i in at]


@claim.counterexample(
    "α = 1/2: G' on {0, 1, 2}, which is G'_{2,α} for Definition 4's n, has the determinant 9/16 and not 3/4",
    mutants={"on {0, 1}": {"n": 1}, "at α = 0": {"alpha": "0"}},
)
def three_rows(n=2, alpha="1/2"):
    found = to_fraction(scaled_matrix(n=n, alpha=alpha).flint.det())
    require(found != 1 - Fraction(alpha) ** 2, f"det G' is {found}")


@claim.proof(
    "det G' by elimination with a formal α: 1 on {0}, 1-α² on {0, 1} and (1-α²)² on {0, 1, 2}",
    mutants={"1-α on {0, 1}": {"power": 1}, "the exponents 0, 0, 1": {"shift": -1}},
)
def determinants(power=2, shift=0):
    for n in range(3):
        identity("a", lambda a, n=n: [(determinant(rows(a, n)), (1 - a**power) ** max(n + shift, 0))])


@claim.proof(
    "the step for all n: the power of 1-α² grows by one, from 1 at n = 0 as from 1-α² at n = 1; after C_1 ← C_1 - "
    "α·C_2 the first column is (1-α², 0, …, 0), and for n = 1 the rest is the 1 × 1 matrix (1)",
    mutants={"C_1 ← C_1 - C_2": {"multiple": 0}, "from 1-α² at n = 0": {"start": 1}},
)
def step(multiple=1, start=0):
    def first_column(a, n, i):
        yield scaled_geometric(a, i, 0) - a**multiple * scaled_geometric(a, i, 1), 1 - a**2 if i == 0 else number(0)

    identity("a", first_column, Domain("n i", lambda n, i: [n - 1, i, n - i]))
    identity("a", lambda a: [(determinant([[scaled_geometric(a, 1, 1)]]), determinant(rows(a, 0)))])
    identity("a", lambda a: [((1 - a**2) ** start, determinant(rows(a, 0)))])
    identity(
        "a",
        lambda a, n: [((1 - a**2) ** (n + start), (1 - a**2) * (1 - a**2) ** (n - 1 + start))],
        Domain("n", lambda n: [n - 1]),
    )


@claim.proof(
    "the scaling: on {0, 1} (1+α)·G is G', so that det G' = (1+α)²·det G; on {0, 1, 2} det(1+α)·G is (1-α)·det G', so "
    "that det G' = (1+α)³/(1-α)·det G; on {0} G' = (1) is (1+α) times the formula's entry",
    mutants={"on {0, 1} with one more factor": {"extra": 1}},
)
def scaling(extra=0):
    def pairs(a):
        yield determinant(rows(a, 0)), number(1)
        yield determinant(rows(a, 1)) * (1 - a) ** extra, determinant(rows(a, 1, scaled=False))
        yield determinant(rows(a, 2)) * (1 - a), determinant(rows(a, 2, scaled=False))

    identity("a", pairs)


@claim.instances(
    "the library on {0}, {0, 1} and {0, 1, 2}, five levels: det G' = (1-α²)^n, det G = (1-α)^(2n-1)/(1+α) for n ≥ 1, "
    "and the scaling holds, with n-1 for the printed n-2; not at n = 0, where the library's G, like G', is (1)",
    mutants={"the scaling at n = 0": {"least": 0}, "the exponent n-1": {"shift": -1}},
)
def by_library(least=1, shift=0):
    for n in range(3):
        for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "99/100")):
            scaled = to_fraction(scaled_matrix(n=n, alpha=alpha).flint.det())
            whole = to_fraction(geometric(n=n, alpha=alpha).flint.det())
            require(
                scaled == scaled_determinant(n=n, alpha=alpha) == (1 - alpha**2) ** (n + shift), f"det G' at n = {n}"
            )
            require(whole == closed_determinant(n=n, alpha=alpha), f"det G at n = {n}, α = {alpha}")
            if n >= least:
                factor = (1 + alpha) ** 2 * ((1 + alpha) / (1 - alpha)) ** (n - 1)
                require(scaled == factor * closed_determinant(n=n, alpha=alpha), f"the scaling at n = {n}, α = {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
