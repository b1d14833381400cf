"""Lemma 2 at its edges: the privacy parameters 0 and 1, and the sizes with few columns.

At α = 0, G is the identity, and all three parts say that det G(k, x) = x_k. At α = 1 and n ≥ 2, at least two columns
of G' remain besides the replaced one, and all are (1, …, 1): every det G'(k, x) is 0. The columns of G(k, x) are those
of G'(k, x) times 1, 1/2 or 0. At n = 1 the lemma holds at α = 1 too; at n = 0, x_1 does not exist.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import (
    determinant_of_equal,
    determinant_of_scaled_columns,
    determinant_of_single_entry,
    ones_with_column,
    two_rows,
)

claim = Claim(
    "gupte2010.lemma-2.edges",
    "the edges of Lemma 2",
    section="3",
    position=54,
    printed="the three parts, with no condition on α or n",
    slip="statement",
    weight="edge",
    kept=KEPT,
)

n, i, k, r = indices("n i k r")
a = number("α")
x, X = variable("x", VECTOR), matrix("X")


def replaced(level, size, column):
    return equal_matrices(X, with_column(scaled_geometric(level), column, x), size, size)


def replaced_in_g(level, column=k):
    return equal_matrices(X, with_column(geometric_mechanism(n, level), column, x), n, n)


def closed(proof, found, value):
    same = proof.have(found.says.args[1] == value)
    return proof.replace(same, lambda each: determinant(each, X, n), found)


claim.clause("zero-scaled", 1 <= n, between(0, k, n), replaced(0, n, k), determinant(x[k], X, n))(
    lambda proof: closed(proof, proof.cite("gupte2010.lemma-2#all-parts", α=0), x[k])
)


@claim.clause("zero", 1 <= n, between(0, k, n), replaced_in_g(0), determinant(x[k], X, n))
def zero(proof):
    def part(name, column):
        # For any level, since a power of the level 0 has no normal form
        lemma = Proof([k == column, replaced_in_g(a)])
        renamed = lemma.for_all(replaced_in_g(a, column), lambda inner: inner.have(inner.goal)).theorem

        def step(case):
            given = case.use(renamed, α=0)
            return closed(case, case.cite(f"gupte2010.theorem-2.cramer#{name}", given, α=0), x[k])

        return step

    def inner(case):
        return closed(case, case.cite("gupte2010.theorem-2.cramer#inner", α=0), x[k])

    return proof.cases(proof.goal, (k == 0, part("first", 0)), (k == n, part("last", n)), (TRUE, inner))


@claim.clause("one-scaled", 2 <= n, between(0, k, n), replaced(1, n, k), determinant(0, X, n))
def one_scaled(proof):
    all_ones = with_column(function(i, r, as_number(1)), k, x)
    inner = proof.inside(equal_matrices(X, all_ones, n, n))
    equal = inner.closed(inner.have(inner.goal))
    return proof.use(determinant_of_equal(), equal, proof.use(ones_with_column(), r=k), d=0, A=all_ones)


@claim.clause("one", 2 <= n, between(0, k, n), replaced_in_g(1), determinant(0, X, n))
def one(proof):
    scaled = with_column(scaled_geometric(1), k, x)
    share = function(r, If(r == k, as_number(1), If((r == 0) | (r == n), "1/2", 0)))
    whole = proof.for_all(equal_matrices(scaled, scaled, n, n), lambda inner: inner.have(inner.goal))
    singular = proof.cite("gupte2010.lemma-2.edges#one-scaled", whole, X=scaled)

    def column(inner):
        return inner.have(inner.goal)

    columns = proof.for_all(Every((i, 0, n), (r, 0, n), scaled[i, r] * share[r] == X[i, r]), column)
    found = proof.use(determinant_of_scaled_columns(), singular, columns, d=0, A=scaled, s=share)
    return closed(proof, found, 0)


def two_results(column, value):
    def prove(proof):
        corner = 1 - column
        one = proof.have(X[corner, corner] == 1)
        found = proof.use(two_rows(), proof.alternative((X[0, 0] == 1) | (X[1, 1] == 1), one), A=X, n=1)
        return proof.replace(proof.have(found.says.args[1] == value), lambda each: determinant(each, X, 1), found)

    return prove


first, last = x[0] - a * x[1], x[1] - a * x[0]
claim.clause("two-results-first", replaced(a, 1, 0), determinant(first, X, 1))(two_results(0, first))
claim.clause("two-results-last", replaced(a, 1, 1), determinant(last, X, 1))(two_results(1, last))


@claim.clause("one-result", replaced(a, 0, 0), determinant(x[0], X, 0))
def one_result(proof):
    found = proof.use(determinant_of_single_entry(), A=X, n=0)
    return proof.replace(proof.have(X[0, 0] == x[0]), lambda each: determinant(each, X, 0), found)


levels = (1 <= n, 0 <= a, a <= 1, between(0, k, n), replaced(a, n, k))
difference = second_difference(x, a, n, k)
claim.printed_as("part-1", *levels, k == 0, difference > 0, ~determinant(0, X, n), instead="one-scaled")
claim.printed_as("part-2", *levels, k == n, difference > 0, ~determinant(0, X, n), instead="one-scaled")
claim.printed_as("part-3", *levels, 0 < k, k < n, difference < 0, ~determinant(0, X, n), instead="one-scaled")
