"""Section 3.1: the universe of d-bit strings, the k-way marginals, and the counting queries that they hold.

A k-way marginal is named by k of d attributes and is a table of 2^k counts. So the set of all k-way marginals has C(d,
k) tables and C(d, k)·2^k counting queries. Each record counts in C(d, k) of these queries, so one record moves all
answers together by C(d, k).
"""

from collections import Counter

from exactdp.claims.language import *
from exactdp.claims.lemmas.binomial import pascal
from exactdp.claims.vocabulary.binomial import binomial
from exactdp.claims.vocabulary.reconstruction import doubling
from exactdp.surveys.mwem import marginals

claim = Claim("dwork2013.section-3-1.marginals", "marginals and their counting queries", section="3.1", position=10)

d, j, k = indices("d j k")
two = as_number(2)
s = variable("s", INDEX_MAP)
size = computed(
    Definition("#Q({0},{1})", (d, k), None, NUMBER, decide=lambda d, k: len(marginals(d, k))),
    "the number of counting queries in all k-way marginals of d attributes",
)
"""The number of counting queries in all k-way marginals of d attributes."""
of_cells = computed(
    Definition(
        "each query of Q({0},{1}) sums {2} cells",
        (d, k, j),
        None,
        decide=lambda d, k, cells: {len(query.cells) for query in marginals(d, k)} == {cells},
    ),
    "Q lists the counting queries of all k-way marginals, each with its cells",
)
of_records = computed(
    Definition(
        "each record is counted by {2} queries of Q({0},{1})",
        (d, k, j),
        None,
        decide=lambda d, k, times: (
            set(Counter(x for query in marginals(d, k) for x in query.cells).values()) == {times}
        ),
    ),
    "Q lists the counting queries of all k-way marginals, each with its cells",
)


def small(formula):
    """Return the formula for all k-way marginals of up to 6 attributes, and of 7 and 8 up to k = 3."""
    return Every((d, 0, 8), (k, 0, If(d <= 6, d, 3)), formula)


# Each string becomes two with one more attribute.
@claim.clause("strings", 0 <= d, doubling(s, d), as_number(s[d]) == two**d)
def strings(proof):
    first, twice = proof.parts(doubling(s, d))[-2:]
    goal = as_number(s[k]) == two**k
    later, before = proof.inductive(goal, k, 0, [first], up_to=d)
    return later.closed(later.have(as_number(s[k + 1]) == two ** (k + 1), twice(k), before))


claim.clause("queries", small(size(d, k) == binomial(d, k) * two**k))(by_evaluation)
claim.clause("cells", small(All(j, between(1, j, 256), as_number(j) == two ** (d - k), of_cells(d, k, j))))(
    by_evaluation
)
claim.clause("records", small(All(j, between(1, j, 70), as_number(j) == binomial(d, k), of_records(d, k, j))))(
    by_evaluation
)
claim.clause("three-way", both(binomial(6, 3) == 20, size(6, 3) == 160, binomial(8, 3) == 56, size(8, 3) == 448))(
    by_evaluation
)


@claim.clause("pascal", binomial(d + 1, k + 1) == binomial(d, k) + binomial(d, k + 1))
def pascals_rule(proof):
    def below(case):
        return case.have(proof.goal)

    return proof.cases(proof.goal, (0 <= k, lambda case: case.use(pascal(), n=d)), (k == -1, below), (TRUE, below))


# Records, cells with records, and empty cells of the three data sets
claim.clause(
    "data-sets",
    both(two**6 - 22 == 42, two**8 - 91 == 165, two**6 - 63 == 1, as_number(22) <= 70, as_number(91) <= 665),
)(by_evaluation)
