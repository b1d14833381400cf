"""Section 2.1: different predicates give different count queries.

On the database whose n rows all have the value u the count is n if u satisfies the predicate, and 0 otherwise. So for n
≥ 1 the query determines the predicate.
"""

from exactdp.claims.language import *

claim = Claim("gupte2010.section-2-1.predicates", "as many count queries as predicates", section="2.1", position=12)

n, j, u = indices("n j u")
d = variable("d", INDEX_MAP)
S, T = variable("S", SET), variable("T", SET)
constant = function(j, u)

claim.clause("satisfied", 0 <= n, S[u], count(constant, S, n) == n)(by_arithmetic)
claim.clause("not-satisfied", ~S[u], count(constant, S, n) == 0)(by_arithmetic)


@claim.clause("different", 1 <= n, S[u], ~T[u], count(constant, T, n) < count(constant, S, n))
def different(proof):
    clauses = "gupte2010.section-2-1.predicates"
    return proof.qed(proof.cite(f"{clauses}#satisfied"), proof.use(lemmas.index_order(), j=1, k=n))


@claim.clause("negation", 0 <= n, count(d, S, n) + Sum(j, 0, n - 1, If(~S[d[j]], as_number(1), 0)) == n)
def negation(proof):
    bit, other = If(S[d[j]], as_number(1), 0), If(~S[d[j]], as_number(1), 0)
    split = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, f=function(j, bit), g=function(j, other), t=1)
    return proof.qed(proof.termwise(j, 0, n - 1, bit + 1 * other == 1), split)


claim.clause("no-rows", count(d, S, 0) == 0)(by_arithmetic)
