"""Lemma 5.4: no row of a constraint matrix is all ↓ or all ↑.

An entry is ↓ only where x_(i+1)r - α·x_ir is 0, and ↑ only where x_ir - α·x_(i+1)r is. Either difference, summed over
all responses, is 1-α, since both rows sum to 1. So for α < 1 not all differences are 0. In the Z-columns, which the
lemma leaves out, all differences are 0; there the proof's x_ir > x_(i+1)r is an equality. The proof needs the strict
inequality in only one column.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.lemma-5.4", "no row is all ↓ or all ↑", section="5", position=60)

n, m, i, r = indices("n m i r")
a, x = number("α"), matrix("x")
given = (0 <= i, i < n, private(x, a, n, m))

falls = function(r, x[i + 1, r] - a * x[i, r])
rises = function(r, x[i, r] - a * x[i + 1, r])


def rows_sum_to_one(proof):
    rows = proof.parts(private(x, a, n, m))[-2]
    return rows(i), rows(i + 1)


claim.clause("falls", *given, Sum(r, 0, m, falls[r]) == 1 - a)(lambda proof: proof.qed(*rows_sum_to_one(proof)))
claim.clause("rises", *given, Sum(r, 0, m, rises[r]) == 1 - a)(lambda proof: proof.qed(*rows_sum_to_one(proof)))


@claim.clause("not-all-down", *given, a < 1, Some(r, between(0, r, m), 0 < falls[r]))
def not_all_down(proof):
    total = proof.have(0 < Sum(r, 0, m, falls[r]), *rows_sum_to_one(proof))
    return proof.use(lemmas.some_positive_term(), total, low=0, high=m, f=falls)


@claim.clause("not-all-up", *given, a < 1, Some(r, between(0, r, m), 0 < rises[r]))
def not_all_up(proof):
    total = proof.have(0 < Sum(r, 0, m, rises[r]), *rows_sum_to_one(proof))
    return proof.use(lemmas.some_positive_term(), total, low=0, high=m, f=rises)
