"""Theorem 2.2, the last line of its proof: the second half is about the people whose bit is 1.

The text prints I_0 both times, which would twice bound the differences where d is 0, and never those where d is 1.
Where d is all ones and c has k zeros, the mean of the true answers on c and d is within k/2 of both, for every subset.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.query import answer, bits, fits_both, wrong_in_subset

claim = Claim(
    "lecture.theorem-2-2.second-half",
    "the symmetric argument is about I_1",
    section="2",
    position=60,
    printed="a symmetric argument states that c and d differ by at most 2E entries for I_0, for the second time",
    slip="print",
    kept={
        **dict.fromkeys(("c has n bits", "d has n bits"), "the lecture's databases"),
        "k ≤ n": "it also holds for k > n",
    },
)

i, k, n = indices("i k n")
E, u, v = numbers("E u v")
c, d, s = vectors("c d s")
zeros, everyone = function(i, 1 - d[i]), function(i, as_number(1))
databases = (bits(c, n), bits(d, n))

claim.printed_as(
    "where-d-is-1",
    *databases,
    fits_both(u, zeros, E, c, d, n),
    wrong_in_subset(c, d, zeros, n) <= 2 * E,
    wrong_in_subset(c, d, d, n) <= 2 * E,
)
claim.clause("where-d-is-1", *databases, fits_both(v, d, E, c, d, n), wrong_in_subset(c, d, d, n) <= 2 * E)(
    lambda proof: proof.cite("lecture.theorem-2-2#where-d-is-1")
)

last = function(i, If(i <= k, as_number(0), 1))
mean = (answer(last, s, n) + answer(everyone, s, n)) / 2


def ones_of_last(proof):
    """Return Σ (1 - last_i) = k."""
    return proof.telescope(i, 1, n, 1 - last[i], lambda w: If(w <= k, as_number(w - 1), k))


@claim.clause("k-places-are-wrong", between(0, k, n), wrong_in_subset(last, everyone, everyone, n) == k)
def k_places_are_wrong(proof):
    def difference(w):
        return abs(w - everyone[i]) * everyone[i] == 1 - w

    def at(bit):
        value = as_number(bit)
        return lambda case: case.replace(
            case.have(value == last[i]), difference, case.fact(core.evaluate(difference(value)))
        )

    inner = proof.assuming(between(1, i, n))
    places = inner.cases(difference(last[i]), (i <= k, at(0)), (TRUE, at(1)))
    return proof.qed(proof.termwise(i, 1, n, places), ones_of_last(proof))


@claim.clause("still-fits", between(0, k, n), bits(s, n), fits_both(mean, s, as_number(k) / 2, last, everyone, n))
def still_fits(proof):
    inner = proof.assuming(between(1, i, n))
    bit = inner.parts(bits(s, n))[-1](i)
    part = (1 - last[i]) * s[i]
    bounds = []
    for goal in (0 <= part, part <= 1 - last[i]):
        each = inner.either(bit, *[lambda case, goal=goal: case.have(goal)] * 2)
        bounds.append(proof.termwise(i, 1, n, goal, each))
    apart = proof.use(
        lemmas.sum_of_two(), t=-1, low=1, high=n, f=lambda w: everyone[w] * s[w], g=lambda w: last[w] * s[w]
    )
    same = proof.termwise(i, 1, n, part == everyone[i] * s[i] + -1 * (last[i] * s[i]))
    return proof.qed(*bounds, ones_of_last(proof), apart, same)
