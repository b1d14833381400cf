"""Section 1.1: random queries, with more than a fifth of the answers arbitrary, and a linear program that decodes them.

The cited theorem is about growing databases. Here the attack runs on random instances: it finds fractional bits with
the least sum of distances to the answers, and dual multipliers prove that they are optimal.
"""

from exactdp.claims.language import *
from exactdp.linear_programs.linear_program import holds
from exactdp.surveys.linear_decoding import decoding_experiment

claim = Claim(
    "dwork2013.section-1-1.random-queries",
    "random queries and arbitrary answers",
    section="1.1",
    position=110,
    kept=dict.fromkeys(("0 ≤ s", "s ≤ 5"), "the seeds that were tried"),
)

k, m, n, s = indices("k m n s")


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

claim.clause("a-fifth", as_number(60) < 13 * as_number(5))(by_evaluation)
claim.clause("decoded", All(s, between(0, s, 5), decoded(s, 10, 60, 13)))(by_evaluation)
claim.clause("too-many", Some(s, between(0, s, 5), ~decoded(s, 10, 60, 35)))(by_evaluation)
