"""Section 1.1: random queries, with more than a fifth of the answers arbitrary, and a linear program that decodes them.

The cited theorem is about growing databases; here all sizes are fixed. In `decoded` the attack runs on random
instances, and all arbitrary answers are those of the opposite database. It finds fractional bits with the least sum of
distances to the answers, and dual multipliers prove that they are optimal.

`any-answers` and `one-database` are about all arbitrary answers. Two databases that each explain all answers except k
have answers at most 2E apart to all queries except 2k. So if every two databases are farther apart on more than 2k
queries, only the true one explains all answers except k, whichever they are. An attack that tries all databases finds
it.
"""

import random
from fractions import Fraction
from functools import cache
from math import floor

from exactdp.claims.language import *
from exactdp.claims.vocabulary.reconstruction import query
from exactdp.linear_programs.linear_program import holds
from exactdp.surveys.linear_decoding import decoding_experiment

claim = Claim(
    "dwork2013.section-1-1.random-queries",
    "random queries and arbitrary answers",
    section="1.1",
    position=110,
    kept={
        **dict.fromkeys(("0 ≤ s", "s ≤ 5"), "the seeds that were tried"),
        **dict.fromkeys(
            (f"the bits {of} of n people explain all of the m answers r to H except k within E" for of in "cd"),
            "false for one query about one person, k = 0 and E = 0",
        ),
    },
)

k, m, n, s, y = indices("k m n s y")
u, v, w, E = numbers("u v w E")
c, d = (variable(name, INDEX_MAP) for name in "cd")
H, [r] = matrix("H"), vectors("r")


def _is_decoded(seed, people, queries, arbitrary):
    found = decoding_experiment(n=people, queries=queries, arbitrary=arbitrary, error=0, seed=seed)
    return holds(found.decoding.optimum) and found.decoding.bits == found.database


decoded = computed(
    Definition(
        "{0} is a seed of {1} people decoded from {2} answers with {3} of the opposite database",
        (s, n, m, k),
        None,
        decide=_is_decoded,
    ),
    "the queries have random weights 1 and -1; the linear program is solved exactly and finds the database of the seed",
)

claim.clause("a-fifth", (as_number(60) < 13 * as_number(5)) & (as_number(400) < 81 * as_number(5)))(by_evaluation)
claim.clause("decoded", All(s, between(0, s, 5), decoded(s, 10, 60, 13)))(by_evaluation)
claim.clause("too-many", Some(s, between(0, s, 5), ~decoded(s, 10, 60, 35)))(by_evaluation)


def far(first, second, distance):
    return If(abs(first - second) <= distance, as_number(0), 1)


explains = explained(
    "the bits {2} of {5} people explain all of the {4} answers {0} to {1} except {6} within {3}",
    (r, H, d, E, m, n, k),
    Sum(y, 0, m - 1, far(r[y], query(H, d, y, n), E)) <= as_number(k),
)
here, there = (query(H, of, y, n) for of in (c, d))


@claim.clause(
    "any-answers",
    *(explains(r, H, of, E, m, n, k) for of in (c, d)),
    Sum(y, 0, m - 1, far(here, there, 2 * E)) <= 2 * as_number(k),
)
def any_answers(proof):
    goal = far(u, v, 2 * E) <= far(w, u, E) + as_number(1) * far(w, v, E)
    triangle = Proof([abs(w - u) <= E, abs(w - v) <= E], abs(u - v) <= 2 * E).qed()

    def by_distance(step):
        return lambda case: case.cases(goal, (abs(u - v) <= 2 * E, lambda one: one.have(goal)), (TRUE, step))

    def missed(miss):
        return by_distance(lambda one: one.have(goal, miss))

    near_there = by_distance(lambda one: one.contradiction(goal, one.use(triangle, abs(w - u) <= E, abs(w - v) <= E)))

    def near_here(case):
        return case.cases(goal, (abs(w - v) <= E, near_there), (TRUE, missed(E < abs(w - v))))

    found = Proof([], goal)
    found = found.cases(goal, (abs(w - u) <= E, near_here), (TRUE, missed(E < abs(w - u))))
    each = proof.assuming(between(0, y, m - 1)).use(found.theorem, u=here, v=there, w=r[y])
    misses = [far(r[y], of, E) for of in (here, there)]
    both_sums = proof.use(
        lemmas.sum_of_two(), low=0, high=m - 1, f=function(y, misses[0]), g=function(y, misses[1]), t=1
    )
    return proof.qed(proof.termwise(y, 0, m - 1, each), both_sums)


def _is_apart(seed, people, queries, arbitrary, error):
    return _fewest_apart(seed, people, queries, floor(2 * error)) > 2 * arbitrary


@cache
def _fewest_apart(seed, people, queries, distance):
    """Return the least number of queries to which the answers of two databases are more than this distance apart."""
    generator = random.Random(seed)
    weights = [[2 * generator.getrandbits(1) - 1 for _ in range(queries)] for _ in range(people)]

    def fewest(person, answers, same):
        if person == people:
            return queries if same else sum(abs(answer) > distance for answer in answers)
        signs = (0, 1) if same else (0, 1, -1)  # of two opposite differences, one is enough
        return min(
            fewest(
                person + 1,
                [answer + sign * weight for answer, weight in zip(answers, weights[person], strict=True)],
                same and not sign,
            )
            for sign in signs
        )

    return fewest(0, [0] * queries, same=True)


apart = computed(
    Definition(
        "{0} is a seed of {2} queries that tell every two databases of {1} people apart despite {3} arbitrary "
        "answers and errors up to {4}",
        (s, n, m, k, E),
        None,
        decide=_is_apart,
    ),
    "the queries have random weights 1 and -1; for more than 2k of them, the two true answers are more than 2E apart",
)
claim.clause("one-database", All(s, between(0, s, 5), apart(s, 6, 400, 81, Fraction("0.49"))))(by_evaluation)
