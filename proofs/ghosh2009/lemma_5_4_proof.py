"""Lemma 5.4, its proof: the sum of a row that is α times, or 1/α times, another row.

If row i of C were all ↓, row i+1 of x would be α times row i, and sum to α; if it were all ↑, α times its sum would be
1. The proof says that x_ir > x_(i+1)r for all r. This fails in Z-columns, which the section ignores: there both entries
   are 0. Let the columns with ↓ sum to A in row i, and so to α·A in row i+1. The other columns sum to 1-A in row i and
   to 1-α·A in row i+1. By privacy α·(1-α·A) ≤ 1-A, so A ≤ 1/(1+α).
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import down, falls, rises, up

claim = Claim("ghosh2009.lemma-5.4.proof", "the proof of Lemma 5.4", section="5", position=62)

n, m, i, r = indices("n m i r")
a, x = number("α"), matrix("x")
KEPT = {text(private(x, a, n, m)): "the lemma is about mechanisms"}
row = (0 <= i, i < n, private(x, a, n, m))
given = (0 < a, a < 1, *row)

claim.clause("larger-above", a < 1, 0 < x[i, r], falls(x, a, i, r), x[i + 1, r] < x[i, r])(by_arithmetic)


@claim.clause("zero-columns", *row, Some(r, between(0, r, m), 0 < x[i, r]))
def some_column(proof):
    return proof.use(lemmas.some_positive_term(), 0 < Sum(r, 0, m, x[i, r]), low=0, high=m, f=lambda r: x[i, r])


claim.clause(
    "all-down", Sum(r, 0, m, x[i, r]) == 1, All(r, between(0, r, m), falls(x, a, i, r)), Sum(r, 0, m, x[i + 1, r]) == a
)(lambda proof: proof.qed(proof.termwise(r, 0, m, x[i + 1, r] == a * x[i, r])))

claim.clause(
    "all-up",
    Sum(r, 0, m, x[i, r]) == 1,
    All(r, between(0, r, m), rises(x, a, i, r)),
    a * Sum(r, 0, m, x[i + 1, r]) == 1,
)(lambda proof: proof.qed(proof.termwise(r, 0, m, x[i, r] == a * x[i + 1, r])))


def held(arrow):
    """The sum of row i over the columns with this arrow."""
    return Sum(r, 0, m, If(arrow(x, a, i, r), x[i, r], 0))


def largest_part(proof, part, row, other):
    """(1+α)·Σ part ≤ 1 for parts of the entries of a row; α times each part is the same part of the other row."""
    rest = proof.termwise(r, 0, m, a * x[other, r] + -(a * a) * part <= x[row, r] + -1 * part)
    sums = [
        proof.use(lemmas.sum_of_two(), low=0, high=m, f=function(r, first), g=function(r, part), t=t)
        for first, t in ((a * x[other, r], -(a * a)), (x[row, r], -1))
    ]
    goal = (1 + a) * Sum(r, 0, m, part) <= 1
    # Otherwise (1-α)·((1+α)·A - 1) > 0.
    return proof.by_contradiction(goal, lambda no: no.contradiction(goal, rest, *sums))


claim.clause("held-by-down", *given, (1 + a) * held(down) <= 1, kept=KEPT | {"0 < α": "the paper's levels"})(
    lambda proof: largest_part(proof, If(down(x, a, i, r), x[i, r], 0), i, i + 1)
)


@claim.clause("held-by-up", *given, (1 + a) * held(up) <= a, kept=KEPT)
def held_by_up(proof):
    below = If(up(x, a, i, r), x[i + 1, r], 0)
    largest = largest_part(proof, below, i + 1, i)
    scaled = proof.use(lemmas.sum_of_two(), low=0, high=m, f=lambda r: 0, g=function(r, below), t=a)
    above = proof.termwise(r, 0, m, If(up(x, a, i, r), x[i, r], 0) == 0 + a * below)
    return proof.qed(largest, scaled, above)


G = geometric_mechanism(n, a)

claim.clause(
    "attained-by-g",
    0 <= i,
    i < n,
    0 < a,
    a < 1,
    (1 + a) * Sum(r, 0, i, G[i, r]) == 1,
    kept=dict.fromkeys(("0 < α", "α < 1"), "the paper's levels"),
)(lambda proof: proof.qed(proof.telescope(r, 0, i, G[i, r], lambda r: If(r == 0, 0, a ** (i + 1 - r) / (1 + a)))))
