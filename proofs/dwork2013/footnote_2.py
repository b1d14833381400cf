"""Section 2.2 and its footnote: learning a complaint without re-identifying a record.

A table has k records for each of the complaints 0..m, and every way to assign its records to as many people is equally
likely. Then each record that is not ruled out is equally likely to be the neighbour's. If all complaints except one are
ruled out, the complaint is certain, but each of its k records has only the probability 1/k.
"""

from exactdp.claims.language import *

claim = Claim("dwork2013.footnote-2", "a complaint learned without re-identification", section="2.2", position=15)

c, k, m, r, z = indices("c k m r z")
S = variable("S", SET)
"""The complaints that are not ruled out."""

left = explained("left({0}; {1}, {2})", (S, k, m), Sum(z, 0, m, If(S[z], as_number(k), 0)))
"""How many of the records are not ruled out."""
record = explained("record({1}; {0}, {2}, {3})", (S, z, k, m), If(S[z], as_number(1), 0) / left(S, k, m))
complaint = explained("complaint({1}; {0}, {2}, {3})", (S, z, k, m), Sum(r, 1, k, record(S, z, k, m)))
everything, only = function(z, between(0, z, m)), function(z, z == c)


@claim.clause(
    "before",
    1 <= k,
    0 <= m,
    between(0, z, m),
    both(
        record(everything, z, k, m) == 1 / (as_number(k) * (m + 1)),
        complaint(everything, z, k, m) == 1 / as_number(m + 1),
    ),
)
def before(proof):
    sizes = [proof.use(lemmas.index_order_strictly(), j=0, k=of) for of in (k, m + 1)]
    inner = proof.assuming(between(0, r, m))
    one = inner.have(If(everything[r], as_number(k), 0) == as_number(k))
    whole = proof.have(left(everything, k, m) == as_number(k) * (m + 1), proof.termwise(r, 0, m, one))
    return proof.qed(whole, *sizes)


@claim.clause(
    "after", 1 <= k, between(0, c, m), both(record(only, c, k, m) == 1 / as_number(k), complaint(only, c, k, m) == 1)
)
def after(proof):
    size = proof.use(lemmas.index_order_strictly(), j=0, k=k)
    whole = proof.have(
        left(only, k, m) == as_number(k), proof.use(lemmas.one_term(), low=0, high=m, j=c, f=function(z, as_number(k)))
    )
    return proof.qed(whole, size)
