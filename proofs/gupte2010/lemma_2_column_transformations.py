"""The proof of Lemma 2: the column transformations of its three cases, and the direction of each.

The step C_j ← C_j - α·C_(j-1), from the last column on, makes column j of G' 0 above the diagonal, and 1-α² on it. It
needs a column j-1 of G', so it works for the columns j > k + 1, after the replaced column k. The columns j < k - 1 need
its mirror image C_j ← C_j - α·C_(j+1), from the first column on, which makes column j 0 below the diagonal. The block
of the rows and columns k-1 to k+1 is left. Rows and columns are numbered from 0 to n; the paper numbers them from 1.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-2.column-transformations",
    "the column transformations of the proof of Lemma 2",
    section="3",
    position=53,
    printed=(
        "for i = n the same column transformations as for i = 1, and similarly for the i between; but only their "
        "mirror images make the rows n-1 and n of the other columns 0, which leaves |1 x_(n-1); α x_n|"
    ),
    slip="proof",
    weight="misprint",
    kept=KEPT,
)

n, i, j, k, r = indices("n i j k r")
a = number("α")
x, X = variable("x", VECTOR), matrix("X")
G = scaled_geometric(a)
after = G[i, j] - a * G[i, j - 1]
before = G[i, j] - a * G[i, j + 1]

claim.clause("after", after == If(i < j, 0, (1 - a * a) * a ** (i - j)))(by_arithmetic)
claim.clause("before", before == If(j < i, 0, (1 - a * a) * a ** (j - i)))(by_arithmetic)

# The blocks that are left: the rows and columns beside column k, with the entries of x in these rows.


def block(column, values, size):
    return equal_matrices(X, with_column(G, column, values), size, size)


def replaced(column):
    return equal_matrices(X, with_column(G, column, x), n, n)


first, last = function(r, x[r]), function(r, x[n - 1 + r])
middle = function(r, x[k - 1 + r])
falls, rises = x[0] - a * x[1], x[n] - a * x[n - 1]
difference = (1 + a * a) * x[k] - a * (x[k - 1] + x[k + 1])
given = (0 <= a, a < 1)


def closed(proof, found, value, size):
    same = proof.have(found.says.args[1] == value)
    return proof.replace(same, lambda each: determinant(each, X, size), found)


claim.clause("block-first", block(0, first, 1), determinant(falls, X, 1))(
    lambda proof: closed(proof, proof.cite("gupte2010.lemma-2.edges#two-results-first", x=first), falls, 1)
)
claim.clause("block-last", block(1, last, 1), determinant(rises, X, 1))(
    lambda proof: closed(proof, proof.cite("gupte2010.lemma-2.edges#two-results-last", x=last), rises, 1)
)


@claim.clause("block-middle", *given, block(1, middle, 2), determinant((1 - a * a) * difference, X, 2))
def block_middle(proof):
    found = proof.cite("gupte2010.lemma-2#part-3", x=middle, n=2, k=1)
    return closed(proof, found, (1 - a * a) * difference, 2)


claim.clause("first", *given, 1 <= n, replaced(0), determinant((1 - a * a) ** (n - 1) * falls, X, n))(
    lambda proof: proof.cite("gupte2010.lemma-2#part-1", k=0)
)
claim.clause("last", *given, 1 <= n, replaced(n), determinant((1 - a * a) ** (n - 1) * rises, X, n))(
    lambda proof: proof.cite("gupte2010.lemma-2#part-2", k=n)
)

power = (1 - a * a) ** (n - 2) * ((1 - a * a) * difference)

claim.clause("middle", *given, 0 < k, k < n, replaced(k), determinant(power, X, n))(
    lambda proof: closed(proof, proof.cite("gupte2010.lemma-2#part-3"), power, n)
)

# The columns 1 to n-2 are those before the block that have a column on their left.
claim.printed_as(
    "same-for-the-last-column",
    *(0 <= a, a < 1, 0 < j, j < n - 1, n - 1 <= i, i <= n),
    after == 0,
    at={"n": 3, "j": 1, "i": 2, "α": "1/2"},
    instead="before",
)
