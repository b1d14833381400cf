"""Section 4.1: how many persons a standard error needs, and that more privacy needs more persons.

The variance (1-4ε²)/(16ε²·n) is at most s² for exactly the n from (1-4ε²)/(16ε²·s²) on. This rises as ε falls, since
(1-4ε²)/(16ε²) = 1/(16ε²) - 1/4. The standard error is the number e ≥ 0 whose square is the variance.
"""

from exactdp.claims.language import *

claim = Claim(
    "lecture.section-4-1.samples",
    "more privacy, more samples",
    section="4.1",
    position=80,
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1/2"), "the lecture's ε")},
)

(n,) = indices("n")
a, b, e, s, t = numbers("α β e s ε")
levels = (0 < t, t <= "1/2", 0 < s)
variance = (1 - 4 * t**2) / (16 * t**2 * n)


def needed(t):
    return (1 - 4 * t**2) / (16 * t**2 * s**2)


def by_level(a):
    return a / ((1 - a) ** 2 * s**2)


error = (1 <= n, 0 <= e, e**2 == variance)
of_one, size = (1 - 4 * t**2) / (16 * t**2), as_number(n)


def sizes(proof):
    """Return the variance and the number of persons, from the variance of one."""
    order = proof.use(lemmas.index_order(), j=1, k=n)
    return [proof.have(e**2 * size == of_one), proof.have(needed(t) * s**2 == of_one), proof.have(0 < size, order)]


@claim.clause("enough", *levels, *error, needed(t) <= n, e <= s)
def enough(proof):
    facts = sizes(proof)
    square = proof.opaque(
        e**2 * size <= s**2 * size,
        *facts,
        needed(t) <= n,
        0 < s**2,
        terms=[size, needed(t), of_one],
    )
    less = proof.use(lemmas.quotient_order(), square, facts[-1], t=size, α=e**2, β=s**2)
    case = proof.otherwise(e <= s)
    return case.absurd(less, case.product(s < e, 0 < s + e))


@claim.clause("no-fewer", *levels, *error, e <= s, needed(t) <= n)
def no_fewer(proof):
    facts = sizes(proof)
    square = proof.have(e**2 <= s**2, proof.product(0 <= s - e, 0 <= s + e))
    less = proof.opaque(needed(t) * s**2 <= size * s**2, *facts, square, terms=[size, needed(t), of_one])
    return proof.use(lemmas.quotient_order(), less, 0 < s**2, t=s**2, α=needed(t), β=size)


claim.clause("by-the-level", *levels, a == (1 - 2 * t) / (1 + 2 * t), needed(t) == by_level(a))(
    lambda proof: proof.qed(0 < 1 - a)
)


@claim.clause("rises", 0 < s, 0 <= a, a < b, b < 1, by_level(a) < by_level(b))
def rises(proof):
    cross = proof.have(a * (1 - b) ** 2 < b * (1 - a) ** 2, proof.product(0 < b - a, 0 < 1 - a * b))
    return proof.qed(cross)


claim.clause("about", *levels, 1 / (16 * t**2 * s**2) - needed(t) == 1 / (4 * s**2))(by_arithmetic)
claim.clause("half-the-parameter", *levels, 4 * needed(t) < needed(t / 2))(by_arithmetic)


@claim.clause("error-below-a-half", *levels, t < "1/2", *error, 0 < e)
def error_below_a_half(proof):
    positive = proof.have(0 < e**2, 0 < variance)
    case = proof.otherwise(0 < e)
    return case.absurd(positive, case.product(0 <= e, 0 <= -e))


claim.clause("no-error-at-a-half", *error, t == "1/2", e == 0)(lambda proof: proof.indirect(proof.goal))
