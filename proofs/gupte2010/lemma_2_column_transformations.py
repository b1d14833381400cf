"""The proof of Lemma 2: the column transformations of its three cases, and in which direction each is to be made.

C_j ← C_j - α·C_(j-1), from the last column on, makes column j of G' 0 above the diagonal, and 1-α² on it. That needs
column j-1 to be one of G', so it is made for the columns j > i + 1. For the columns j < i - 1 it is C_j ← C_j -
α·C_(j+1), from the first on, which makes column j 0 below the diagonal. The block of the rows and columns i-1 to i+1
is left.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, determinant, entry, identity, number, require, scaled_geometric
from exactdp.commands.cli import main
from exactdp.model.geometric import scaled_geometric as scaled_matrix

claim = Claim(
    id="gupte2010.lemma-2.column-transformations",
    title="the column transformations of the proof of Lemma 2",
    section="3",
    position=53,
    statement=(
        "Columns numbered from 1 to s, column i of G' replaced by x: C_j ← C_j - α·C_(j-1) for j = s, …, i+2 leaves 0 "
        "above row j and 1-α² in it, and C_j ← C_j - α·C_(j+1) for j = 1, …, i-2 leaves 0 below row j and 1-α² in it. "
        "So det G'(i, x) is (1-α²)^(s-2) times a 2 × 2 determinant for i = 1 and i = s, and (1-α²)^(s-3) times a 3 × 3 "
        "one, itself 1-α² times the difference, between. For i = s these are mirror images of those of i = 1; the same "
        "ones leave no such block."
    ),
    latex=r"\det G'(1,x) = (1-\alpha^2)^{s-2}\begin{vmatrix} x_1 & \alpha\\ x_2 & 1\end{vmatrix}, \qquad \det G'(i,x) "
    r"= (1-\alpha^2)^{s-3}\begin{vmatrix} 1 & x_{i-1} & \alpha^2\\ \alpha & x_i & \alpha\\ \alpha^2 & x_{i+1} & "
    r"1\end{vmatrix}",
    domain="every size s ≥ 2, for the 3 × 3 determinant s ≥ 3 and 1 < i < s; all α and x",
    verdict="corrected",
    scope="all sizes, i, α and x",
    printed=(
        "for i = n the same column transformations as for i = 1, and similarly for the i between; it is the mirror "
        "images of them that leave |1 x_(n-1); α x_n|"
    ),
    slip="proof",
    uses=("gupte2010.lemma-2",),
)

AFTER = Domain("n k i j", lambda n, k, i, j: [n - 1, k, j - k - 2, n - j, i, n - i])
BEFORE = Domain("n k i j", lambda n, k, i, j: [n - 1, n - k, j, k - j - 2, i, n - i])


def transformed(a, size, k, backwards):
    """G' with column k, from 0, replaced by x, after C_j ← C_j - α·C_(j-1) for the columns after k + 1.

    For those before k - 1 it is C_j ← C_j - α·C_(j+1), or, where not `backwards`, C_j ← C_j - α·C_(j-1) from j = 1 on.
    """
    at = range(size)
    columns = [[entry("x", i) if j == k else scaled_geometric(a, i, j) for i in at] for j in at]
    done = list(columns)
    for j in at:
        if j > k + 1:
            done[j] = [x - a * y for x, y in zip(columns[j], columns[j - 1], strict=True)]
        elif j < k - 1 and backwards:
            done[j] = [x - a * y for x, y in zip(columns[j], columns[j + 1], strict=True)]
        elif 0 < j < k and not backwards:
            done[j] = [x - a * y for x, y in zip(columns[j], columns[j - 1], strict=True)]
    return [[done[j][i] for j in at] for i in at]


@claim.counterexample(
    "size 3, i = 3: C_2 ← C_2 - α·C_1, as for i = 1, makes column 2 into (0, 1-α², α·(1-α²)), and the last rows and "
    "columns into 1-α², x_2; α·(1-α²), x_3, which is no block: at α = 1/2 it is not |1 x_2; α x_3|. Mirrored, it is",
    mutants={"C_1 ← C_1 - α·C_2": {"mirrored": True}},
)
def same_transformations(mirrored=False):
    a, g = Fraction(1, 2), scaled_matrix(n=2, alpha="1/2")
    columns = [list(g.column(j)) for j in range(3)]
    if mirrored:
        columns[0] = [x - a * y for x, y in zip(columns[0], columns[1], strict=True)]
    else:
        columns[1] = [x - a * y for x, y in zip(columns[1], columns[0], strict=True)]
    block = [columns[1][1:], columns[0][1:]]
    require(block != [[1, a], [0, 0]], "the last two rows are 0 in column 1 and 1, α in column 2")


@claim.proof(
    "after column i: C_j - α·C_(j-1) has 0 in the rows above j, and (1-α²)·α^(i-j) from row j on, for all sizes",
    mutants={"C_j + α·C_(j-1)": {"sign": 1}, "1-α on the diagonal": {"power": 1}},
)
def after(sign=-1, power=2):
    def pairs(a, n, k, i, j):
        value = scaled_geometric(a, i, j) + sign * a * scaled_geometric(a, i, j - 1)
        yield value, (1 - a**power) * a ** (i - j) if i >= j else number(0)

    identity("a", pairs, AFTER)


@claim.proof(
    "before it: C_j - α·C_(j+1) has 0 in the rows below j, and (1-α²)·α^(j-i) up to row j, for all sizes",
    mutants={"C_j - α·C_(j-1)": {"neighbour": -1}, "1-α on the diagonal": {"power": 1}},
)
def before(neighbour=1, power=2):
    def pairs(a, n, k, i, j):
        value = scaled_geometric(a, i, j) - a * scaled_geometric(a, i, j + neighbour)
        yield value, (1 - a**power) * a ** (j - i) if i <= j else number(0)

    identity("a", pairs, BEFORE)


@claim.proof(
    "the block that is left, rows and columns i-1 to i+1 of G' with x in the middle: its determinant is 1-α² times the "
    "difference of part 3, and at an end, with two rows, it is x_1 - α·x_2 or x_n - α·x_(n-1)",
    mutants={"(1-α²)²": {"power": 2}, "x_1 + α·x_2": {"sign": 1}},
)
def block(power=1, sign=-1):
    def whole(a, n, k, i, j):
        # The rows and columns k-1, k+1 of G' have the entries of those 0, 2 of the block.
        yield scaled_geometric(a, k - 1 + i, k - 1 + j), scaled_geometric(a, i, j)

    def pairs(a):
        one, x, y, z = number(1), entry("x", 0), entry("x", 1), entry("x", 2)
        middle = determinant([[one, x, a**2], [a, y, a], [a**2, z, one]])
        yield middle, (1 - a**2) ** power * ((y - a * x) - a * (z - a * y))
        yield determinant([[x, a], [y, one]]), x + sign * a * y
        yield determinant([[one, x], [a, y]]), y + sign * a * x

    identity("a", whole, Domain("n k i j", lambda n, k, i, j: [k - 1, n - 1 - k, i, 2 - i, j, 2 - j]))
    identity("a", pairs)


@claim.proof(
    "the exponents: s - i - 1 columns after and i - 2 before are left with 1-α², together s - 3; for i = 1 there are s "
    "- 2 after and none before, for i = s none after and s - 2 before",
    mutants={"columns from i + 1 on": {"from_the_next": 1}},
)
def exponents(from_the_next=0):
    def pairs(a, s, i):
        after_it = 1 - a**2 if from_the_next else number(1)
        yield (1 - a**2) ** (s - i - 1) * (1 - a**2) ** (i - 2) * after_it, (1 - a**2) ** (s - 3)

    identity("a", pairs, Domain("s i", lambda s, i: [i - 2, s - 1 - i]))


@claim.instances(
    "sizes 2 to 7 and every i, with a formal α and x: the transformed matrix has the determinant of the one before, "
    "and 0 in the rows i-1 to i+1 of each other column; so its determinant is that power times the block's",
    mutants={"C_j ← C_j - α·C_(j-1) before i as well": {"backwards": False}, "one power more": {"more": 1}},
)
def by_elimination(backwards=True, more=0):
    for size in range(2, 8):
        for k in range(size):

            def pairs(a, size=size, k=k):
                rows = transformed(a, size, k, backwards)
                near = [j for j in (k - 1, k, k + 1) if 0 <= j < size]
                for j in set(range(size)) - set(near):
                    for i in near:
                        yield rows[i][j], number(0)
                left = [[entry("x", i) if j == k else scaled_geometric(a, i, j) for j in near] for i in near]
                yield determinant(rows), (1 - a**2) ** (size - len(near) + more) * determinant(left)

            identity("a", pairs)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
