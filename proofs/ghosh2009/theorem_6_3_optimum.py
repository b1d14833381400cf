"""Theorem 6.3: the optimal mechanisms of the two users at α = 1/2, for all small ε.

A response other than the result costs at least 1, so the loss depends on the probabilities of the true results. Weak
duality bounds these probabilities, by the privacy constraints between {1}, {2}, {2,3}, … with suitable weights. Below ε
= 1/8 the bound is the one for every level; from 1/8 to 3/8 it follows from a bound for both users at 1/8.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.cube import (
    best_for_first,
    by_count,
    distance_loss,
    exchanged,
    first_user,
    other_database,
    private_on_cube,
    second_user,
    user_loss,
)

claim = Claim(
    "ghosh2009.theorem-6.3.optimum",
    "the optimal mechanisms of the two users",
    section="6.2",
    position=45,
    kept={
        **dict.fromkeys(("0 ≤ ε", "1 ≤ u", "1 ≤ w"), "the users of the proof"),
        "x is (1/2)-private on {0,1}³ with responses {0..3}": "no mechanism that is drawn loses less",
    },
)

i, r = indices("i r")
a, e, u, w = numbers("α ε u w")
x = matrix("x")
half, least = Fraction(1, 2), Fraction(13, 48)
best = best_for_first
private = private_on_cube(x, half, 3)
losses = (1 <= u, 1 <= w)


def loses(mechanism, user=first_user):
    return user_loss(user(e), distance_loss(u, w), mechanism)


claim.clause("private", private_on_cube(best, half, 3))(by_evaluation)
claim.clause("loss", loses(best) == least + e / 2)(by_arithmetic)


# How likely the results are, weighed by the prior with ε = 1/8
at_eighth = (2 * (x[1, 1] + x[2, 1]) + x[5, 2] + 3 * x[6, 2]) / 8
small = (0 <= e, e <= Fraction(1, 8), *losses, private)
every_level = "ghosh2009.theorem-6.3.uniqueness"


@claim.clause("at-eighth", private, at_eighth <= Fraction(2, 3))
def bound_at_eighth(proof):
    nonneg = proof.parts(private)[-3]
    within = [proof.have(x[d, 1] + x[d, 2] <= 1, nonneg(d, 0), nonneg(d, 3)) for d in range(8)]
    return proof.qed(*within, factors=1)


claim.clause("best", *small, least + e / 2 <= loses(x))(
    lambda proof: proof.opaque(proof.goal, proof.cite(f"{every_level}#best", α=half), terms=[loses(x)])
)


@claim.clause("middle", *(Fraction(1, 8) <= e, e <= Fraction(3, 8), *losses, private), Fraction(1, 3) <= loses(x))
def middle(proof):
    """Between 1/8 and 3/8 the bound at 1/8 and, with rows 1 and 2 exchanged, the one at 3/8 have weights ≥ 0."""
    turned = proof.cite("ghosh2009.theorem-6.3.optimum#exchanged-private", α=half)
    bounds = [
        proof.cite("ghosh2009.theorem-6.3.optimum#at-eighth", *by, x=of) for of, *by in ((x,), (exchanged(x), turned))
    ]
    weights = [proof.have(0 <= Fraction(3, 8) - e), proof.have(0 <= e - Fraction(1, 8))]
    weighed = [proof.product(*each) for each in zip(weights, bounds, strict=True)]
    return proof.qed(proof.cite(f"{every_level}#by-results"), *weighed, factors=1)


@claim.clause(
    "only-one",
    *(0 <= e, e < Fraction(1, 8), *losses, private, loses(x) <= least + e / 2),
    All(i, between(0, i, 7), (x[i, 1] == best[i, 1]) & (x[i, 2] == best[i, 2])),
)
def only_one(proof):
    found = proof.cite(f"{every_level}#only-one", α=half)
    row = proof.assuming(between(0, i, 7))
    here = (x[i, 1] == best[i, 1]) & (x[i, 2] == best[i, 2])
    every = row.cases(here, *((i == d, lambda case, d=d: case.have(here, found(d))) for d in range(8)))
    return proof.all(every, i, between(0, i, 7))


claim.clause("beyond", Fraction(1, 8) < e, loses(by_count) < loses(best))(by_arithmetic)
claim.clause("beyond-private", private_on_cube(by_count, half, 3))(by_evaluation)

claim.clause(
    "at-the-end",
    *losses,
    user_loss(first_user(Fraction(1, 8)), distance_loss(u, w), by_count) == least + Fraction(1, 16),
)(by_arithmetic)


@claim.clause("exchanged-private", private_on_cube(x, a, 3), private_on_cube(exchanged(x), a, 3))
def exchanged_private(proof):
    nonneg, rows, near = proof.parts(private_on_cube(x, a, 3))[-3:]
    response = between(0, r, 3)
    row, sign = (proof.assuming(between(0, i, 7), *more) for more in ((), (response,)))
    for inner in (row, sign):
        inner.remember(inner.have(between(0, other_database(i), 7)))
    turned = exchanged(x)
    cell = core.restate(sign.fact(nonneg(other_database(i), r)).theorem, turned[i, r] >= 0)
    total = core.restate(row.fact(rows(other_database(i))).theorem, Sum(r, 0, 3, turned[i, r]) == 1)
    entries = proof.fact(cell)
    sums = proof.fact(total)
    at = proof.assuming(response)
    return proof.qed(entries, sums, at.have(unfold(proof.goal).args[1].args[2], *near(r).parts()))


claim.clause("exchanged-loss", loses(x, second_user) == loses(exchanged(x)))(by_arithmetic)
