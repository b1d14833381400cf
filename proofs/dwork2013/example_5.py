"""Example 5: a counting query.

Adding a row changes the count by 1 if the row is counted and by 0 if not. So the sensitivity is 1 if some possible row
is counted, and 0 otherwise. If one row is replaced, the sensitivity is 1 if some possible row is counted and another is
not.
"""

from exactdp.claims.language import *

claim = Claim("dwork2013.example-5", "the sensitivity of a count", section="2.3", position=40, kept=KEPT)

j, n, r, s, t = indices("j n r s t")
a, b = numbers("α β")
d, e = (variable(name, INDEX_MAP) for name in "de")
S = variable("S", SET)

claim.clause("one-more", 0 <= n, count(d, S, n + 1) - count(d, S, n) == If(S[d[n]], as_number(1), 0))(
    lambda proof: proof.qed(proof.split(unfold(count(d, S, n + 1)), n - 1))
)
claim.clause("replaced", neighbours(d, e, n), abs(count(d, S, n) - count(e, S, n)) <= 1)(
    lambda proof: proof.cite("ghosh2009.section-2-1.count-query#neighbours")
)

others = All(j, between(0, j, n - 1), d[j] == e[j])


@claim.clause("replaced-attained", 0 <= n, others, S[d[n]], ~S[e[n]], count(d, S, n + 1) - count(e, S, n + 1) == 1)
def replaced_attained(proof):
    inner = proof.assuming(between(0, j, n - 1))
    same = inner.use(lemmas.equal_values(), inner.know(others)(j), i=d[j], j=e[j])
    last = [proof.split(unfold(count(of, S, n + 1)), n - 1) for of in (d, e)]
    return proof.qed(proof.termwise(j, 0, n - 1, same), *last)


noise = [two_sided(a, r - of) for of in (s, t)]


@claim.clause("geometric", 0 <= a, a <= 1, abs(s - t) <= 1, both(a * noise[0] <= noise[1], a * noise[1] <= noise[0]))
def geometric(proof):
    found = []
    for here, there in ((s, t), (t, s)):
        near = proof.have(abs(r - there) <= abs(r - here) + 1)
        size = proof.have(0 <= abs(r - there))
        falls = proof.use(lemmas.power_falls(), near, size, i=abs(r - there), k=abs(r - here) + 1)
        found.append(proof.product(0 <= (1 - a) / (1 + a), falls))
    return proof.qed(*found)


@claim.clause("no-larger-level", 0 < a, a < 1, b * two_sided(a, 0) <= two_sided(a, 1), b <= a)
def no_larger_level(proof):
    size = proof.have(0 < two_sided(a, 0))
    return proof.use(
        lemmas.quotient_order(), b * two_sided(a, 0) <= a * two_sided(a, 0), size, α=b, β=a, t=two_sided(a, 0)
    )
