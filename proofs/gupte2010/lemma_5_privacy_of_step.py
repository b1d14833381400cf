"""Lemma 5, the step's privacy: the four inequalities between the last moved row i and the row i+1 below it.

In column j the moved row grows: y_ij = x_ij + δ·x_ik. In column k it shrinks: y_ik = (1-δ)·x_ik. Column j needs
α·y_ij ≤ x_(i+1)j and column k needs y_ik ≥ α·x_(i+1)k, which bound δ. The other two hold for every δ ≥ 0.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-5.privacy-of-step",
    "the step keeps privacy between rows i and i+1",
    section="4.2",
    position=12,
    printed=(
        "y_im > x_im > α·x_(i+1)m = y_(i+1)m for m = j and m = k: but y_ik = (1-δ)·x_ik < x_ik, x_ij > α·x_(i+1)j may "
        "be an equality, and y_(i+1)m is x_(i+1)m, without α; α·y_ik < x_(i+1)k, which is listed as the use of the "
        "second assumption, needs no assumption on δ; and x is called M"
    ),
    slip="proof",
    kept={"0 ≤ α": "for α < 0 a large δ is a counterexample"},
)

n, m, i, j, k = indices("n m i j k")
a, d = numbers("α δ")
x = matrix("x")
given = (0 <= a, private(x, a, n, m), 0 <= i, i < n, between(0, j, m), between(0, k, m))
gap_j, gap_k = x[i + 1, j] - a * x[i, j], x[i, k] - a * x[i + 1, k]
grown, shrunk = x[i, j] + d * x[i, k], (1 - d) * x[i, k]

claim.clause("positive", 0 <= a, private(x, a, n, m), 0 <= i, i < n, between(0, k, m), 0 < gap_k, 0 < x[i, k])(
    lambda proof: proof.qed(proof.parts(private(x, a, n, m))[-3](i + 1, k))
)


def exactly(left, right):
    return (left >> right) & (right >> left)


claim.clause("bound-in-j", 0 < a, 0 < x[i, k], exactly(a * grown <= x[i + 1, j], d <= gap_j / (a * x[i, k])))(
    lambda proof: proof.qed(0 < a * x[i, k])
)
claim.clause("bound-in-k", 0 < x[i, k], exactly(a * x[i + 1, k] <= shrunk, d <= gap_k / x[i, k]))(by_arithmetic)
claim.clause(
    "bounds-positive", 0 < a, 0 < x[i, k], 0 < gap_j, 0 < gap_k, (0 < gap_j / (a * x[i, k])) & (0 < gap_k / x[i, k])
)(by_arithmetic)


@claim.clause("other-two", *given, 0 <= d, (a * x[i + 1, j] <= grown) & (a * shrunk <= x[i + 1, k]))
def other_two(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    return proof.qed(near(i, k), nonneg(i, k), factors=3)


# Entries of the rows i and i+1 in the columns j and k: p, q above u, v
p, q, u, v = numbers("p q u v")
in_j, in_k = (u - a * p) / a, q - a * v


@claim.clause(
    "small-enough",
    0 < a,
    0 <= v,
    a * p < u,
    a * v < q,
    Some(d, both(0 < d, d <= 1), (a * (p + d * q) <= u) & (a * v <= (1 - d) * q)),
    witnesses={"δ": If(in_j <= in_k, in_j, in_k) / q},
)
def small_enough(proof):
    facts = [proof.have(0 <= a * v), proof.have(0 < q)]
    return proof.cases(
        proof.goal,
        (in_j <= in_k, lambda case: case.witness(proof.goal, in_j / q, *facts)),
        (TRUE, lambda case: case.witness(proof.goal, in_k / q)),
    )


pair = (0 < a, a < 1, *given[1:], j < k, 0 < gap_j, 0 < gap_k)
claim.printed_as("grows-in-k", *pair, 0 < d, shrunk > x[i, k], instead="bound-in-k")
claim.printed_as("any-step", *pair, 0 < d, d <= 1, a * x[i + 1, k] <= shrunk, instead="small-enough")
claim.printed_as("strict-in-j", *pair, x[i, j] > a * x[i + 1, j], instead="other-two")
claim.printed_as("row-below", *pair, a * x[i + 1, j] == x[i + 1, j], instead="other-two")
