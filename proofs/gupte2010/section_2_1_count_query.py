"""Section 2.1: the result of a count query is in N = {0..n}, and one row changes it by at most 1.

The result is a sum of bits, one for each row: Ghosh, Roughgarden & Sundararajan 2009 have the same setting. If k rows
differ, each of them changes one bit at most.
"""

from exactdp.claims.language import *

claim = Claim("gupte2010.section-2-1.count-query", "count queries", section="2.1", position=10)

n, i, j, u, v = indices("n i j u v")
d, e = (variable(name, INDEX_MAP) for name in ("d", "e"))
S = variable("S", SET)
ghosh = "ghosh2009.section-2-1.count-query"

claim.clause("in-n", 0 <= n, Some(i, between(0, i, n), count(d, S, n) == i))(
    lambda proof: proof.cite(f"{ghosh}#values")
)
claim.clause("one-row", neighbours(d, e, n), abs(count(d, S, n) - count(e, S, n)) <= 1)(
    lambda proof: proof.cite(f"{ghosh}#neighbours")
)
claim.clause("every-result", S[u], ~S[v], between(0, i, n), count(function(j, If(j < i, u, v)), S, n) == i)(
    lambda proof: proof.cite(f"{ghosh}#every-value")
)


def bit(database):
    return If(S[database[j]], as_number(1), 0)


differing = Sum(j, 0, n - 1, If(d[j] == e[j], as_number(0), 1))


def apart(first, second):
    """The result of the one is at most so much larger as rows differ."""
    return count(first, S, n) <= count(second, S, n) + differing


@claim.clause("rows", abs(count(d, S, n) - count(e, S, n)) <= differing)
def rows(proof):
    row = proof.assuming(between(0, j, n - 1))
    sides = []
    for first, second in ((d, e), (e, d)):
        goal = bit(first) <= bit(second) + 1 * If(d[j] == e[j], as_number(0), 1)

        def alike(p, goal=goal):
            return p.have(goal, p.use(lemmas.equal_values(), i=d[j], j=e[j]))

        each = row.cases(goal, (d[j] == e[j], alike), (TRUE, lambda p, goal=goal: p.have(goal)))
        terms = {"f": function(j, bit(second)), "g": function(j, If(d[j] == e[j], as_number(0), 1)), "t": 1}
        split = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, **terms)
        sides.append(proof.have(apart(first, second), proof.termwise(j, 0, n - 1, goal, each), split))
    return proof.qed(*sides)
