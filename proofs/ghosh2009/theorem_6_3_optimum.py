"""Theorem 6.3: the optimal mechanisms of the two users at α = 1/2, for all small ε.

A response other than the result costs 1 at least, so that a mechanism is judged by how likely the results are. Weak
duality bounds that: the privacy constraints between {}, {1}, {2}, {2,3}, … with suitable weights give 13/48 + ε/2. What
loses no more makes these constraints tight, and with them all eight rows.
"""

from fractions import Fraction
from itertools import chain

from exactdp.claims import Claim, core
from exactdp.claims.cube_words import (
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
from exactdp.claims.deriving import by_evaluation
from exactdp.claims.formulas import All, Sum, between, indices, matrix, numbers, unfold
from exactdp.commands.cli import main

claim = Claim("ghosh2009.theorem-6.3.optimum", "the optimal mechanisms of the two users", section="6.2", position=45)

i, r = indices("i r")
e, u, w = numbers("ε u w")
x = matrix("x")
half, least = Fraction(1, 2), Fraction(13, 48)
best = best_for_first
private = private_on_cube(x, half, 3)
losses = (1 <= u, 1 <= w)


def loses(mechanism, user=first_user):
    return user_loss(user(e), distance_loss(u, w), mechanism)


claim.clause("private", private_on_cube(best, half, 3))(by_evaluation)


@claim.clause("loss", loses(best) == least + e / 2)
def loss(proof):
    return proof.qed()


# How likely the results are, weighed by the priors with ε = 0 and with ε = 1/8
at_0 = (x[1, 1] + x[2, 1] + 2 * x[6, 2]) / 4
at_eighth = (2 * (x[1, 1] + x[2, 1]) + x[5, 2] + 3 * x[6, 2]) / 8
small = (0 <= e, e <= Fraction(1, 8), *losses, private)


def constraints(proof):
    """Return the privacy constraints of the responses 1 and 2, and that their sums are at most 1."""
    nonneg, rows, near = proof.parts(private)[-3:]
    within = [proof.have(x[d, 1] + x[d, 2] <= 1, rows(d), nonneg(d, 0), nonneg(d, 3)) for d in range(8)]
    return [*within, *near(1).parts(), *near(2).parts()]


@claim.clause("at-0", private, at_0 <= Fraction(35, 48))
def bound_at_0(proof):
    return proof.qed(*constraints(proof), factors=1)


@claim.clause("at-eighth", private, at_eighth <= Fraction(2, 3))
def bound_at_eighth(proof):
    return proof.qed(*constraints(proof), factors=1)


def lost(proof):
    """Return that the loss is at least 1 less how likely the results are."""
    nonneg, rows = proof.parts(private)[-3:-1]
    own = []
    for d, result in ((1, 1), (2, 1), (5, 2), (6, 2)):
        rest = sum(
            (x[d, k] * distance_loss(u, w)[result, k] for k in range(1, 4)), x[d, 0] * distance_loss(u, w)[result, 0]
        )
        more = [proof.product(proof.have(0 <= each - 1), nonneg(d, k)) for each in (u, w) for k in (0, 3)]
        signs = [nonneg(d, k) for k in range(4)]
        own.append(proof.have(1 - x[d, result] <= rest, rows(d), *more, *signs, factors=1))
    weights = [proof.have(0 <= e), proof.have(0 <= half - e)]
    weighed = [proof.product(weight, fact) for weight, fact in zip(weights, own[2:], strict=True)]
    least = 1 - (x[1, 1] + x[2, 1]) / 4 - e * x[5, 2] - (half - e) * x[6, 2]
    return proof.have(least <= loses(x), *own[:2], *weighed, factors=1)


def weighed_bounds(proof):
    """Return the bounds at 0 and 1/8, times 1/8-ε and ε."""
    bounds = [proof.cite(f"ghosh2009.theorem-6.3.optimum#{name}") for name in ("at-0", "at-eighth")]
    weights = [proof.have(0 <= Fraction(1, 8) - e), proof.know(0 <= e)]
    return [proof.product(*each) for each in zip(weights, bounds, strict=True)]


@claim.clause("best", *small, least + e / 2 <= loses(x))
def no_better(proof):
    return proof.qed(lost(proof), *weighed_bounds(proof), factors=1)


@claim.clause("middle", *(Fraction(1, 8) <= e, e <= Fraction(3, 8), *losses, private), Fraction(1, 3) <= loses(x))
def middle(proof):
    """Between 1/8 and 3/8 the bound at 1/8 and, with rows 1 and 2 exchanged, the one at 3/8 have weights ≥ 0."""
    turned = proof.cite("ghosh2009.theorem-6.3.optimum#exchanged-private")
    bounds = [
        proof.cite("ghosh2009.theorem-6.3.optimum#at-eighth", *by, x=of) for of, *by in ((x,), (exchanged(x), turned))
    ]
    weights = [proof.have(0 <= Fraction(3, 8) - e), proof.have(0 <= e - Fraction(1, 8))]
    return proof.qed(lost(proof), *(proof.product(*each) for each in zip(weights, bounds, strict=True)), factors=1)


@claim.clause(
    "only-one",
    *(0 <= e, e < Fraction(1, 8), *losses, private, loses(x) <= least + e / 2),
    All(i, between(0, i, 7), (x[i, 1] == best[i, 1]) & (x[i, 2] == best[i, 2])),
)
def only_one(proof):
    """The bound at 0 has the weight 1/8-ε > 0, so that it is attained: all of these constraints are tight."""
    weight, room = Fraction(1, 8) - e, Fraction(35, 48) - at_0
    none = proof.have(weight * room <= 0, lost(proof), weighed_bounds(proof)[1], factors=1)

    def below(case):
        return case.contradiction(room <= 0, case.product(case.have(0 < weight), case.know(0 < room)), none)

    tight = proof.by_contradiction(room <= 0, below)
    nonneg, rows, near = proof.parts(private)[-3:]
    others = [nonneg(d, k) for d in range(8) for k in (0, 3)], near(0).parts(), near(3).parts()
    facts = [tight, *map(rows, range(8)), *near(1).parts(), *near(2).parts(), *chain(*others)]
    known = [[proof.equal(x[d, k] == best[d, k], *facts, factors=1) for k in (1, 2)] for d in range(8)]
    row = proof.assuming(between(0, i, 7))
    here = (x[i, 1] == best[i, 1]) & (x[i, 2] == best[i, 2])
    every = row.cases(here, *((i == d, lambda case, d=d: case.have(here, *known[d])) for d in range(8)))
    return proof.all(every, i, between(0, i, 7))


@claim.clause("beyond", Fraction(1, 8) < e, loses(by_count) < loses(best))
def beyond(proof):
    return proof.qed()


claim.clause("beyond-private", private_on_cube(by_count, half, 3))(by_evaluation)


@claim.clause(
    "at-the-end",
    *losses,
    user_loss(first_user(Fraction(1, 8)), distance_loss(u, w), by_count) == least + Fraction(1, 16),
)
def at_the_end(proof):
    return proof.qed()


@claim.clause("exchanged-private", private, private_on_cube(exchanged(x), half, 3))
def exchanged_private(proof):
    nonneg, rows, near = proof.parts(private)[-3:]
    response = between(0, r, 3)
    row, sign = (proof.assuming(between(0, i, 7), *more) for more in ((), (response,)))
    for inner in (row, sign):
        inner.remember(inner.have(between(0, other_database(i), 7)))
    turned = exchanged(x)
    cell = core.restate(sign.fact(nonneg(other_database(i), r).theorem).theorem, turned[i, r] >= 0)
    total = core.restate(row.fact(rows(other_database(i)).theorem).theorem, Sum(r, 0, 3, turned[i, r]) == 1)
    entries = proof.all(proof.all(proof.fact(cell), r, response), i, between(0, i, 7))
    sums = proof.all(proof.fact(total), i, between(0, i, 7))
    at = proof.assuming(response)
    pairs = unfold(proof.goal).args[1].args[2]
    return proof.qed(entries, sums, proof.all(at.have(pairs, *near(r).parts()), r, response))


@claim.clause("exchanged-loss", loses(x, second_user) == loses(exchanged(x)))
def exchanged_loss(proof):
    return proof.qed()


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
