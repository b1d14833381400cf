"""Lemma 2: the determinants of Cramer's rule, where a column of G is replaced by a vector x.

Let K be the tridiagonal matrix with 1+α² on the diagonal (1 at its two ends) and -α beside it. Then G'·K = (1-α²)·1 for
every n, so the solution of G'·y = x is y = K·x/(1-α²), and by Cramer's rule, with det G' = (1-α²)^n from Lemma 1,
det G'(k, x) = (1-α²)^(n-1)·(K·x)_k. The three parts of the lemma are k = 0, k = n and those between.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    banded_product,
    cramer_formula,
    determinant,
    determinant_formula,
    entry,
    identity,
    number,
    positive_number,
    require,
    scaled_geometric,
    signs,
    three_term,
    tridiagonal,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric

claim = Claim(
    id="gupte2010.lemma-2",
    title="the determinants of Cramer's rule",
    section="3",
    position=50,
    statement=(
        "On {0..n}, n ≥ 1, for 0 ≤ α < 1 and any vector x: det G'(0, x) = (1-α²)^(n-1)·(x_0 - α·x_1), det G'(n, x) = "
        "(1-α²)^(n-1)·(x_n - α·x_(n-1)) and, for 0 < k < n, det G'(k, x) = (1-α²)^(n-1)·((1+α²)·x_k - α·(x_(k-1) + "
        "x_(k+1))). So each is > 0, = 0 or < 0 together with its last factor, for G as for G'."
    ),
    latex=r"\det G'_{n,\alpha}(k,x) = (1-\alpha^2)^{n-1}\bigl((1+\alpha^2)x_k - \alpha(x_{k-1}+x_{k+1})\bigr)",
    domain="n ≥ 1, 0 ≤ α < 1, every vector x; the paper's n is the size n + 1, and its i is k + 1",
    every_n=True,
    verdict="corrected",
    scope="all n, α, k and x",
    printed=(
        "det G'(i, x) > 0 ⟺ x_i - α·x_(i-1) ≥ α·(x_(i+1) - α·x_i), the last line of part 3 of the proof, where the "
        "lemma itself has det ≥ 0"
    ),
    slip="scan",
    uses=("gupte2010.lemma-1",),
)

ENTRIES = Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k])
ROWS = Domain("n k", lambda n, k: [n - 1, k, n - k])


@claim.counterexample(
    "n = 2, α = 1/2, x = (5, 4, 5): the right side holds with equality, and the determinant is 0",
    mutants={"x = (5, 5, 5)": {"middle": 5}, "x = (5, 3, 5)": {"middle": 3}},
)
def strict_and_not_strict(middle=4):
    alpha, x = Fraction(1, 2), (5, middle, 5)
    require(x[1] - alpha * x[0] >= alpha * (x[2] - alpha * x[1]), "the right side does not hold")
    replaced = geometric(n=2, alpha=alpha).flint
    replaced = type(replaced)([[x[i] if k == 1 else replaced[i, k] for k in range(3)] for i in range(3)])
    require(replaced.det() == 0, "the determinant is not 0")


@claim.proof(
    "G'·K = K·G' = (1-α²)·1",
    mutants={"+α beside the diagonal": {"beside": -1}, "1-α on the right": {"power": 1}},
)
def inverse(beside=1, power=2):
    def entries(a, n, i, k):
        def k_matrix(j, m):
            return tridiagonal(a, n, j, m) * (1 if j == m else beside)

        unit = 1 - a**power if i == k else number(0)
        yield banded_product(lambda i, j: scaled_geometric(a, i, j), k_matrix, n, i, k), unit
        # G' and K are symmetric, so that row k of K times column i of G' is the same sum.
        yield banded_product(lambda i, j: scaled_geometric(a, j, i), lambda j, m: k_matrix(m, j), n, i, k), unit

    identity("a", entries, ENTRIES)


@claim.proof(
    "K·x has the entries x_0 - α·x_1, (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) and x_n - α·x_(n-1)",
    mutants={"x_k - α·x_(k+1) everywhere": {"inside": False}},
)
def entries_of_the_solution(inside=True):
    def entries(a, n, k):
        def x(i):
            return entry("x", i)

        near = [j for j in (k - 1, k, k + 1) if 0 <= j <= n]
        product = sum((tridiagonal(a, n, k, j) * x(j) for j in near), number(0))
        yield product, three_term(a, x, n, k) if inside or k == n else x(k) - a * x(k + 1)

    identity("a", entries, ROWS)


@claim.proof(
    "det G'(k, x) = (1-α²)^(n-1)·(K·x)_k for every n, k and x, by Cramer's rule and det G' = (1-α²)^n",
    mutants={"the exponent n, as for a size called n": {"shift": 0}, "G'·K = (1-α)·1": {"power": 1}},
)
def closed_form(shift=-1, power=2):
    scaled = determinant_formula(
        "a",
        lambda a, n, i, j: scaled_geometric(a, i, j),
        multiple=lambda a, n, j: -a,
        pivots=lambda a, n, z: number(1) if z == 0 else (1 - a**2) ** (z - 1),
        formula=lambda a, n: (1 - a**2) ** n,
    )
    cramer_formula(
        scaled,
        inverse=tridiagonal,
        scale=lambda a: 1 - a**power,
        formula=lambda a, x, n, k: (1 - a**2) ** (n + shift) * three_term(a, x, n, k),
    )


@claim.proof(
    "the determinants printed in the proof: |x_1 α; x_2 1|, |1 x_(n-1); α x_n| and the 3 × 3 one, which is "
    "(1-α²)·((1+α²)·x_i - α·(x_(i-1) + x_(i+1)))",
    mutants={"the exponent of 1-α²": {"exponent": 2}, "the sign in the middle": {"sign": -1}},
)
def printed_determinants(exponent=1, sign=1):
    def pairs(a):
        one, x, y, z = number(1), entry("x", 0), entry("x", 1), entry("x", 2)
        yield determinant([[x, a], [y, one]]), x - a * y
        yield determinant([[one, x], [a, y]]), y - a * x
        middle = (1 + a**2) * y - sign * a * (x + z)
        yield determinant([[one, x, a**2], [a, y, a], [a**2, z, one]]), (1 - a**2) ** exponent * middle

    identity("a", pairs)


@claim.proof(
    "(1-α²)^(n-1) is positive, so that the determinant has the sign of its last factor",
    mutants={"α < 1 forgotten": {"strict": False}},
)
def positive_factor(strict=True):
    positive = {"1-α": lambda a: 1 - a} if strict else {}
    assumed = Assumed(
        "a",
        lambda a: {name: value(a) for name, value in positive.items()},
        lambda a: {"α": a} | ({} if strict else {"1-α": 1 - a}),
        witness=[Fraction(1, 2)],
    )
    signs(assumed, lambda given, a: [(1 - a**2, given["1-α"] * (positive_number(1) + given["α"]))])


@claim.instances(
    "for n ≤ 9, deep n ≤ 12, elimination with a formal α and formal x gives the three formulas, in the columns at and "
    "near the ends and in the middle, and for n ≤ 7 in every column",
    mutants={"the exponent n, as for a size called n": {"shift": 1}},
    largest=12,
)
def by_elimination(shift=0, largest=9):
    for n in range(1, largest + 1):
        columns = range(n + 1) if n <= 7 else (0, 1, n // 2, n - 1, n)
        for k in columns:

            def pairs(a, n=n, k=k):
                rows = [
                    [entry("x", i) if j == k else scaled_geometric(a, i, j) for j in range(n + 1)] for i in range(n + 1)
                ]
                last = three_term(a, lambda i: entry("x", i), n, k)
                yield determinant(rows), (1 - a**2) ** (n - 1 + shift) * last

            identity("a", pairs)


@claim.instances(
    "at α = 1 and n ≥ 2 every such determinant of G is 0, so parts 1 and 2 need α < 1",
    mutants={"n = 1 as well": {"least": 1}, "at α = 9/10": {"alpha": "9/10"}},
)
def at_one(least=2, alpha="1"):
    for n in range(least, 6):
        for k in (0, n):
            whole = geometric(n=n, alpha=alpha).flint
            x = [1 if i == k else 0 for i in range(n + 1)]
            replaced = type(whole)([[x[i] if j == k else whole[i, j] for j in range(n + 1)] for i in range(n + 1)])
            require(replaced.det() == 0, f"the determinant at n = {n}, column {k}")


claim.theorem(
    "Determinants",
    "lemma_2",
    "the three parts of the lemma for every n ≥ 1, every rational 0 ≤ α < 1 and every rational x",
    r"""
    forall (n : nat) (alpha : Q) (x : nat -> Q), (1 <= n)%nat -> 0 <= alpha < 1 ->
      let replaced k := determinant (S n) (with_column k x (geometric n alpha)) in
      ((0 < replaced 0%nat)%R <-> alpha * x 1%nat < x 0%nat) /\
      ((0 < replaced n)%R <-> alpha * x (n - 1)%nat < x n) /\
      forall k, (0 < k < n)%nat ->
        ((0 <= replaced k)%R <-> alpha * (x (k + 1)%nat - alpha * x k) <= x k - alpha * x (k - 1)%nat)
    """,
    mutants={
        "> 0 in part 3, as its proof prints": ("(0 <= replaced k)%R", "(0 < replaced k)%R"),
        "at α = 1 as well": ("0 <= alpha < 1", "0 <= alpha <= 1"),
    },
)
claim.theorem(
    "Determinants",
    "determinant_scaled_with_column",
    "det G'(k, x) for every n ≥ 1, k ≤ n, every rational α with α² ≠ 1 and every rational x",
    """
    forall (n : nat) (alpha : Q) (k : nat) (x : nat -> Q), (1 <= n)%coq_nat -> (k <= n)%coq_nat ->
      ~ Qeq (alpha * alpha) 1 ->
      determinant (S n) (with_column k x (scaled_geometric alpha)) =
      rational (power (1 - alpha * alpha) n.-1 * second_difference n alpha x k)
    """,
    mutants={"the exponent n": ("n.-1", "n")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
