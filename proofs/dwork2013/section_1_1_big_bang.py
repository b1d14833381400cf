"""Section 1.1, the Big Bang attack with one query per person, and the effect of small errors.

A query about one person has the value 0 or 1. With errors below 1/2 it is still known; with errors of 1/2 every answer
can be 1/2, which says nothing. So E = 1/2 is the least error that makes the answers about single people useless.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.reconstruction import fits, query

claim = Claim("dwork2013.section-1-1.big-bang", "k queries that describe one person each", section="1.1", position=40)

j, k, x, y = indices("j k x y")
E, half = number("E"), as_number("1/2")
c, d = (variable(name, INDEX_MAP) for name in "cd")
[r] = vectors("r")


@claim.clause("answers", between(0, j, k - 1), query(unit_matrix(), d, j, k) == d[j])
def answers(proof):
    each = proof.termwise(x, 0, k - 1, unit_matrix()[j, x] * as_number(d[x]) == If(x == j, as_number(d[x]), 0))
    return proof.qed(each, proof.use(lemmas.one_term(), low=0, high=k - 1, f=function(x, as_number(d[x]))))


@claim.clause(
    "below-one-half",
    values_up_to(c, k, 1),
    values_up_to(d, k, 1),
    fits(r, unit_matrix(), c, E, k, k),
    fits(r, unit_matrix(), d, E, k, k),
    E < half,
    between(0, j, k - 1),
    c[j] == d[j],
)
def below_one_half(proof):
    facts = [proof.know(fits(r, unit_matrix(), each, E, k, k))(j) for each in (c, d)]
    true = [proof.cite("#answers", d=each) for each in (c, d)]

    def less(smaller, larger):
        return smaller < larger, lambda case: case.contradiction(proof.goal, *facts, *true, smaller + 1 <= larger)

    return proof.cases(proof.goal, less(c[j], d[j]), less(d[j], c[j]), (TRUE, lambda case: case.have(proof.goal)))


@claim.clause("at-one-half", values_up_to(d, k, 1), fits(function(j, half), unit_matrix(), d, half, k, k))
def at_one_half(proof):
    inner = proof.inside()
    bits = inner.know(values_up_to(d, k, 1))(y)
    return inner.closed(inner.have(inner.goal, inner.cite("#answers", j=y), *bits.parts()))
