"""Section 2: exact answers reveal everything, even with fewer queries than people.

One query per person suffices. A weighing design needs fewer: the three sets {0, 1, 3}, {0, 2, 3}, {1, 2, 3} distinguish
any two databases of four people, and no two sets do. For two or three people no design saves a query.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.query import answer

claim = Claim(
    "lecture.section-2.exact-answers",
    "exact answers to one query per person",
    section="2",
    position=20,
    kept={
        "ones(d; {integer x: x ≠ 2}, 4) = ones(e; {integer x: x ≠ 2}, 4)": "two queries are too few, by #four-people",
        "∀ integer x ∈ S: 0 ≤ x ≤ 1": "the query is about two people",
    },
)

i, j, n, x = indices("i j n x")
(c,) = vectors("c")
d, e = (variable(name, INDEX_MAP) for name in "de")
S, T, U = (variable(name, SET) for name in "STU")
person = explained("singleton({0})", (j,), function(i, If(i == j, as_number(1), 0)))


@claim.clause("one-person", between(1, j, n), answer(c, person(j), n) == c[j])
def one_person(proof):
    same = proof.termwise(i, 1, n, c[i] * person(j)[i] == If(i == j, c[i], 0))
    return proof.qed(same, proof.use(lemmas.one_term(), low=1, high=n, f=c))


counted = explained("ones({0}; {1}, {2})", (d, S, n), Sum(x, 0, n - 1, If(S[x], as_number(d[x]), 0)))
"""The exact answer to the query about the people in a set: how many of them have the bit 1."""


same_answers = both(*(counted(d, of, n) == counted(e, of, n) for of in (S, T, U)))
told_apart = explained(
    "{0}, {1} and {2} tell {3} bits apart",
    (S, T, U, n),
    All(
        d,
        values_up_to(d, n, 1),
        All(e, values_up_to(e, n, 1), same_answers, All(x, between(0, x, n - 1), d[x] == e[x])),
    ),
)
"""No two databases of n bits have the same answers to these three queries."""


def any_subset(of, people, body):
    return All(of, All(x, of[x], between(0, x, people - 1)), body)


design = [function(x, x != left_out) for left_out in (2, 1, 0)]
claim.clause("three-queries", told_apart(*design, 4))(by_evaluation)
claim.clause("two-people", any_subset(S, 2, ~told_apart(S, S, S, 2)))(by_evaluation)
for name, people in (("three-people", 3), ("four-people", 4)):
    claim.clause(name, any_subset(S, people, any_subset(T, people, ~told_apart(S, T, T, people))))(by_evaluation)
