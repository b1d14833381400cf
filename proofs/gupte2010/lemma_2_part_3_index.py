"""Lemma 2, part 3: which three entries of x decide about the determinant in which column i is replaced.

They are x_(i-1), x_i and x_(i+1), the rows next to the replaced column's number. The lemma writes x_1, x_2, x_3 for
every i, which is right for i = 2 only, its rows and columns being numbered from 1.
"""

from fractions import Fraction
from itertools import product

from flint import fmpq_mat

from exactdp.arithmetic.exact import to_fmpq
from exactdp.claims import (
    Claim,
    Domain,
    determinant,
    entry,
    identity,
    number,
    require,
    scaled_geometric,
    three_term,
    tridiagonal,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric

claim = Claim(
    id="gupte2010.lemma-2.part-3-index",
    title="the entries that part 3 is about",
    section="3",
    position=52,
    statement=(
        "With rows and columns numbered from 1 to s, s ≥ 3 and 0 ≤ α < 1: det G(i, x) ≥ 0 if and only if x_i - "
        "α·x_(i-1) ≥ α·(x_(i+1) - α·x_i), for every 2 ≤ i ≤ s-1. No other entry of x has any effect on it. For s = 3 "
        "only i = 2 is left, and the printed x_1, x_2, x_3 are these; for s ≥ 4 and i ≥ 3 they are not."
    ),
    latex=r"\det G_{n,\alpha}(i,x) \ge 0 \iff x_i - \alpha x_{i-1} \ge \alpha(x_{i+1} - \alpha x_i), \quad 2 \le i \le "
    r"s-1",
    domain="every size s = n + 1 ≥ 3, 2 ≤ i ≤ s-1, 0 ≤ α < 1, every x; with α = 0 it says x_i ≥ 0",
    every_n=True,
    verdict="corrected",
    scope="all sizes, i, α and x; that the factor (1-α²)^(n-1) is positive is Lemma 2",
    printed=(
        "(x_2 - α·x_1) ≥ α·(x_3 - α·x_2) for every 2 ≤ i ≤ n-1; and where the lemma stands a second time, the scan has "
        "x_3 - α·x_1 for the last bracket, 2 < i < n-1 for the range, and no minus signs"
    ),
    slip="print",
    uses=("gupte2010.lemma-2",),
)


def replaced(n, alpha, k, x):
    """det G(k, x) on {0..n}."""
    matrix = fmpq_mat(geometric(n=n, alpha=alpha).flint)
    for i, value in enumerate(x):
        matrix[i, k] = to_fmpq(Fraction(value))
    return matrix.det()


@claim.counterexample(
    "size 4, i = 3, α = 1/2: x = (0, 0, 0, 1) meets x_2 - α·x_1 ≥ α·(x_3 - α·x_2), and the determinant is below 0; x = "
    "(1, 0, 1, 0) does not, and it is above 0",
    mutants={"i = 2": {"i": 2}, "at α = 0": {"alpha": "0"}},
)
def other_entries(i=3, alpha="1/2"):
    a = Fraction(alpha)
    for x, holds in (((0, 0, 0, 1), True), ((1, 0, 1, 0), False)):
        require((x[1] - a * x[0] >= a * (x[2] - a * x[1])) == holds, f"the printed condition at x = {x}")
        require((replaced(3, a, i - 1, x) >= 0) != holds, f"the determinant at x = {x} agrees")


@claim.counterexample(
    "the second form's last bracket: size 3, i = 2, α = 1/2, x = (3, 1, 0): x_2 - α·x_1 ≥ α·(x_3 - α·x_1) holds, and "
    "the determinant is below 0",
    mutants={"x_3 - α·x_2": {"last": 1}},
)
def second_form(last=0):
    a, x = Fraction(1, 2), (3, 1, 0)
    require(x[1] - a * x[0] >= a * (x[2] - a * x[last]), "the condition does not hold")
    require(replaced(2, a, 1, x) < 0, "the determinant is not below 0")


@claim.counterexample(
    "the second form's range: 2 < i < n-1 leaves no i at the sizes 3 and 4, where part 3 has 1 and 2 columns",
    mutants={"2 ≤ i ≤ n-1": {"closed": 1}},
)
def range_of_i(closed=0):
    for size in (3, 4):
        inside = [i for i in range(1, size + 1) if 2 - closed < i < size - 1 + closed]
        require(not inside, f"the columns {inside} are in the range")


@claim.proof(
    "the solution of G'·y = x in row k, for 0 < k < n: G'·K = (1-α²)·1 holds column by column, and row k of K has "
    "entries in the columns k-1, k and k+1 only; its product with x is (x_k - α·x_(k-1)) - α·(x_(k+1) - α·x_k)",
    mutants={"x_0, x_1, x_2 for every k": {"fixed": True}, "x_(k+1) - α·x_(k-1)": {"last": -1}},
)
def three_entries(fixed=False, last=0):
    def x(m):
        return entry("x", m)

    def pairs(a, n, k):
        row = sum((tridiagonal(a, n, k, j) * x(j) for j in (k - 1, k, k + 1)), number(0))
        at = 1 if fixed else k
        yield row, (x(at) - a * x(at - 1)) - a * (x(at + 1) - a * x(at + last))

    def outside(a, n, k, j):
        yield tridiagonal(a, n, k, j), number(0)

    identity("a", pairs, Domain("n k", lambda n, k: [n - 2, k - 1, n - 1 - k]))
    for names in (lambda k, j: j - k - 2, lambda k, j: k - j - 2):
        at = lambda n, k, j, names=names: [n - 2, k - 1, n - 1 - k, j, n - j, names(k, j)]  # noqa: E731
        identity("a", outside, Domain("n k j", at))


@claim.instances(
    "for n ≤ 6 and all 0 < k < n, elimination with a formal α and x: det G'(k, x) = (1-α²)^(n-1) times the difference "
    "of the entries at k-1, k and k+1, numbered from 0",
    mutants={"the entries 0, 1 and 2": {"fixed": True}, "also k = 0": {"least": 0}},
)
def by_elimination(fixed=False, least=1):
    for n in range(2, 7):
        for k in range(least, n):

            def pairs(a, n=n, k=k):
                rows = [
                    [entry("x", i) if j == k else scaled_geometric(a, i, j) for j in range(n + 1)] for i in range(n + 1)
                ]
                at = 1 if fixed else k
                last = three_term(a, lambda m: entry("x", at - 1 + m), 2, 1)
                yield determinant(rows), (1 - a**2) ** (n - 1) * last

            identity("a", pairs)


@claim.instances(
    "sizes 3 to 5, all i, α = 1/3 and 9/10 and all x with the entries 0, 1, 2: det G(i, x) ≥ 0 exactly where the "
    "corrected condition holds",
    mutants={"x_(i+1) - α·x_(i-1)": {"last": -1}, "the printed entries": {"fixed": True}},
)
def by_determinants(last=0, fixed=False):
    for size in range(3, 6):
        for a in map(Fraction, ("1/3", "9/10")):
            for i in range(2, size):
                for x in product(range(3), repeat=size):
                    at = 1 if fixed else i - 1
                    holds = x[at] - a * x[at - 1] >= a * (x[at + 1] - a * x[at + last])
                    require((replaced(size - 1, a, i - 1, x) >= 0) == holds, f"i = {i}, α = {a}, x = {x}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
