"""Equations (7) and (8): the sums of rows i and i+1 of x, if row i of C has the pattern ↓…↓, one entry, ↑…↑.

They are (5) for the rows i and i+1. Four unknowns are left with two equations; privacy in column j then says how large
a and c can be. Both bounds come from the same combination of the two equations, and one of them is attained exactly if
C(i, j) is an arrow. So for every mechanism, if row i of C has no S, the ↓ hold 1/(1+α) of row i of x, and the ↑ hold
the rest.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import falls, pattern_at, rises

claim = Claim(
    "ghosh2009.lemma-5.6.equations-7-8",
    "equations (7) and (8)",
    section="5",
    position=81,
    kept={
        **KEPT,
        **dict.fromkeys(
            ("∀k with 0 ≤ k ≤ j-1: x[i+1,k] = α·x[i,k]", "∀k with j+1 ≤ k ≤ m: x[i,k] = α·x[i+1,k]"),
            "the pattern of row i; it also holds without",
        ),
    },
)

n, m, i, j, k = indices("n m i j k")
alpha, x = number("α"), matrix("x")
before, after = Sum(k, 0, j - 1, x[i, k]), Sum(k, j + 1, m, x[i, k])
here, below = x[i, j], x[i + 1, j]
rows = (private(x, alpha, n, m), 0 <= i, i < n, between(0, j, m))
pattern = pattern_at(x, alpha, i, j, m)
given, below_1 = (0 < alpha, *rows, pattern), (0 < alpha, alpha < 1, *rows, pattern)


def split(proof, row):
    """The sum of a row in three parts."""
    return proof.split(Sum(k, 0, m, x[row, k]), j - 1), proof.split(Sum(k, j, m, x[row, k]), j)


def ones(proof):
    return proof.parts(private(x, alpha, n, m))[-2]


claim.clause("7", *rows, before + here + after == 1)(lambda proof: proof.qed(*split(proof, i)))


@claim.clause("8", *given, alpha * before + below + after / alpha == 1)
def eight(proof):
    first = proof.termwise(k, 0, j - 1, x[i + 1, k] == alpha * x[i, k])
    last = proof.termwise(k, j + 1, m, x[i, k] == alpha * x[i + 1, k])
    parts = proof.have(
        alpha * before + below + Sum(k, j + 1, m, x[i + 1, k]) == 1, *split(proof, i + 1), ones(proof)(i + 1), first
    )
    return proof.qed(parts, proof.have(after / alpha == Sum(k, j + 1, m, x[i + 1, k]), last))


def equations(proof):
    near = proof.parts(private(x, alpha, n, m))[-1](i, j)
    return [*(proof.cite(f"ghosh2009.lemma-5.6.equations-7-8#{number}") for number in "78"), near]


claim.clause("above", *given, here - alpha * below == (1 - alpha) * (1 - (1 + alpha) * before))(
    lambda proof: proof.qed(*equations(proof))
)
claim.clause("below", *given, alpha * (below - alpha * here) == (1 - alpha) * (alpha - (1 + alpha) * after))(
    lambda proof: proof.qed(*equations(proof))
)


def differences(proof):
    return [proof.cite(f"ghosh2009.lemma-5.6.equations-7-8#{side}") for side in ("above", "below")]


def bound(proof):
    """Otherwise a product with 1-α is negative, and privacy in column j says that it is not."""
    facts = *differences(proof), proof.parts(private(x, alpha, n, m))[-1](i, j)
    return proof.indirect(proof.goal, *facts)


claim.clause("most-before", *below_1, (1 + alpha) * before <= 1)(bound)
claim.clause("most-after", *below_1, (1 + alpha) * after <= alpha)(bound)


# Either bound is met just where C(i, j) is an arrow or Z.
claim.clause("up-attains", *below_1, rises(x, alpha, i, j), (1 + alpha) * before == 1)(
    lambda proof: proof.indirect(proof.goal, *differences(proof))
)
claim.clause("attained-by-up", *given, (1 + alpha) * before == 1, rises(x, alpha, i, j))(
    lambda proof: proof.qed((1 - alpha) * (1 - (1 + alpha) * before) == 0, *differences(proof))
)


@claim.clause("down-attains", *below_1, falls(x, alpha, i, j), (1 + alpha) * after == alpha)
def down_attains(proof):
    return proof.indirect(proof.goal, alpha * (below - alpha * here) == 0, *differences(proof))


@claim.clause("attained-by-down", *given, (1 + alpha) * after == alpha, falls(x, alpha, i, j))
def attained_by_down(proof):
    zero = proof.have((1 - alpha) * (alpha - (1 + alpha) * after) == 0)
    product = proof.have(alpha * (below - alpha * here) == 0, zero, *differences(proof))
    return proof.qed(proof.indirect(below == alpha * here, product))
