"""Lemma 2: the determinants of Cramer's rule, where a column of G is replaced by a vector x.

Let K be the tridiagonal matrix with 1+α² on the diagonal (1 at its two ends) and -α beside it. Then G'·K = (1-α²)·1 for
every n, so the solution of G'·y = x is y = K·x/(1-α²), and by Cramer's rule, with det G' = (1-α²)^n from Lemma 1,
det G'(k, x) = (1-α²)^(n-1)·(K·x)_k. The three parts of the lemma are k = 0, k = n and those between. The determinants
for G are those of gupte2010.theorem-2.cramer.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import determinant_of_equal, determinant_with_column

claim = Claim(
    "gupte2010.lemma-2",
    "the determinants of Cramer's rule",
    section="3",
    position=50,
    printed=(
        "det G'(i, x) > 0 ⟺ (x_2 - α·x_1) ≥ α·(x_3 - α·x_2), the last line of part 3 of the proof, where the lemma "
        "itself has det ≥ 0; x_1, x_2, x_3 stand for x_(i-1), x_i, x_(i+1)"
    ),
    slip="scan",
    kept=KEPT,
)

n, k = indices("n k")
a = number("α")
x, X = variable("x", VECTOR), matrix("X")
replaced = with_column(scaled_geometric(a), k, x)
given = (1 <= n, 0 <= a, a < 1, between(0, k, n), equal_matrices(X, replaced, n, n))
factor = (1 - a * a) ** (n - 1)
first, last = x[0] - a * x[1], x[n] - a * x[n - 1]
middle = (1 + a * a) * x[k] - a * (x[k - 1] + x[k + 1])


@claim.clause("all-parts", *given, determinant(factor * second_difference(x, a, n, k), X, n))
def all_parts(proof):
    value = factor * second_difference(x, a, n, k)
    return proof.use(determinant_of_equal(), proof.use(determinant_with_column()), d=value, A=replaced)


def part(closed):
    def prove(proof):
        value = proof.have(factor * second_difference(x, a, n, k) == factor * closed)
        return proof.replace(value, lambda each: determinant(each, X, n), proof.cite("gupte2010.lemma-2#all-parts"))

    return prove


claim.clause("part-1", *given, k == 0, determinant(factor * first, X, n))(part(first))
claim.clause("part-2", *given, k == n, determinant(factor * last, X, n))(part(last))
claim.clause("part-3", *given, 0 < k, k < n, determinant(factor * middle, X, n))(part(middle))
claim.clause("positive", 1 <= n, 0 <= a, a < 1, factor > 0)(
    lambda proof: proof.qed(proof.use(lemmas.power_positive(), 0 < 1 - a * a, k=n - 1, α=1 - a * a))
)

claim.printed_as(
    "strict",
    *(*given, 0 < k, k < n, middle >= 0),
    ~determinant(0, X, n),
    at={**{"n": 2, "k": 1, "α": "1/2", "x": (1, "4/5", 1)}, "X": ((1, 1, "1/4"), ("1/2", "4/5", "1/2"), ("1/4", 1, 1))},
    instead="part-3",
)
