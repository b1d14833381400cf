"""Section 4.2: the sensitivity of the fraction p, and of n·p.

One replaced bit changes the number of ones by at most 1, so p by at most 1/n and n·p by at most 1. Where a person is
added or removed n changes as well: p changes by at most 1/n, with n the larger number of persons. Here person j is
replaced, or removed, and the others keep their bits.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.query import bits

claim = Claim(
    "lecture.section-4-2.fraction",
    "the sensitivity of a fraction",
    section="4.2",
    position=20,
    kept={**KEPT, **dict.fromkeys(("1 ≤ j", "j ≤ n"), "a person")},
)

i, j, n = indices("i j n")
x, y = vectors("x y")
others = All(i, between(1, i, n), i != j, x[i] == y[i])
replaced = (between(1, j, n), bits(x, n), bits(y, n), others)


def count(of):
    return Sum(i, 1, n, of[i])


def change(proof):
    """Return that the counts differ by x_j - y_j, which is at least -1 and at most 1."""
    inner = proof.assuming(between(1, i, n))
    goal = x[i] - y[i] == If(i == j, x[j] - y[j], 0)

    def here(case):
        return case.have(goal)

    def elsewhere(case):
        return case.have(goal, case.know(others)(i))

    places = proof.termwise(i, 1, n, goal, inner.cases(goal, (i == j, here), (TRUE, elsewhere)))
    only = proof.use(lemmas.one_term(), low=1, high=n, f=lambda k: x[j] - y[j])
    ranges = [range_of_bit(proof, of) for of in (x, y)]
    return places, only, *(part for each in ranges for part in each.parts())


def range_of_bit(proof, of):
    goal = between(0, of[j], 1)
    return proof.either(proof.parts(bits(of, n))[-1](j), *[lambda case: case.have(goal)] * 2)


claim.clause("count", *replaced, abs(count(x) - count(y)) <= 1)(lambda proof: proof.qed(*change(proof)))
claim.clause("fraction", *replaced, abs(count(x) / n - count(y) / n) <= as_number(1) / n)(
    lambda proof: proof.qed(*change(proof))
)

nobody, one = function(i, as_number(0)), function(i, If(i == j, as_number(1), 0))


def the_one(proof):
    return proof.use(lemmas.one_term(), low=1, high=n, f=lambda k: as_number(1))


claim.clause("attained", between(1, j, n), count(one) - count(nobody) == 1)(lambda proof: proof.qed(the_one(proof)))

removed = (2 <= n, between(1, j, n), bits(x, n))
rest = count(x) - x[j]

claim.clause("count-without-one", *removed, abs(count(x) - rest) <= 1)(lambda proof: proof.qed(range_of_bit(proof, x)))


@claim.clause("fraction-without-one", *removed, abs(count(x) / n - rest / (n - 1)) <= as_number(1) / n)
def fraction_without_one(proof):
    inner = proof.assuming(between(1, i, n))
    bit = inner.parts(bits(x, n))[-1](i)
    signs = [inner.either(bit, *[lambda case, goal=goal: case.have(goal)] * 2) for goal in (0 <= x[i], 0 <= 1 - x[i])]
    least = proof.use(lemmas.term_at_most_sum(), proof.all(signs[0], i, between(1, i, n)), low=1, high=n, f=x)
    most = proof.use(
        lemmas.term_at_most_sum(), proof.all(signs[1], i, between(1, i, n)), low=1, high=n, f=lambda k: 1 - x[k]
    )
    return proof.qed(least, most, range_of_bit(proof, x))


if_one = count(one) - one[j]

claim.clause("attained-without-one", 2 <= n, between(1, j, n), count(one) / n - if_one / (n - 1) == as_number(1) / n)(
    lambda proof: proof.qed(proof.have(count(one) == 1, the_one(proof)))
)
