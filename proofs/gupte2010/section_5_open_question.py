"""Section 5 asks if one mechanism can serve all minimax consumers for several queries, or other queries: it cannot.

Let one row have the values 0, 1 and 2. A consumer knows that the value is one of two, and loses 1 for a wrong answer.
It interprets the responses as it likes, with the matrix T, U or V. No private mechanism makes it lose less than α/(1+α)
at worst (`least`), and one mechanism makes it lose only this (`alone`). But no private mechanism does so for the
consumers of all three pairs: for each mechanism, another one is better for one of them. This holds for the query for
the value, which is not a count (`other-query`). It also holds for the two count queries "is it 1?" and "is it 2?"
(`two-counts`). With only two values, one mechanism serves all users (exactdp.triangle-and-star#two-values).

The worst loss of a consumer is at least the mean of its two losses (`mean`), the loss of the Bayesian user of
exactdp.triangle-and-star who finds the two results equally likely. Brenner & Nissim (Impossibility of differentially
private universally optimal mechanisms, 2010) answer the question for histograms, sums and several count queries.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.database import error, reading
from exactdp.claims.vocabulary.two_counts import (
    bit,
    by_value,
    ones_and_twos,
    private_on_triangle,
    private_on_two_counts,
)

claim = Claim(
    id="gupte2010.section-5.open-question",
    title="no mechanism serves all minimax consumers of two counts on one row, or of a query with three values",
    section="5",
    position=20,
    kept={
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the papers' levels"),
        "α < 1": "at the level 1, no response says anything, and a fair coin is best for all three",
        **dict.fromkeys(
            (f"{each} is stochastic on {{0..m}} × {{0..2}}" for each in "TUV"), "the consumer's interaction"
        ),
    },
    uses=("exactdp.triangle-and-star",),
)

g, h, i, j, k, m, r, s, z = indices("g h i j k m r s z")
a = number("α")
x, u = matrices("x u")
interactions = matrices("T U V")
T = interactions[0]
y, other = (variable(name, Function(3, NUMBER)) for name in ("y", "y'"))
level = (0 < a, a < 1)
interact = tuple(stochastic(each, m, 2) for each in interactions)
alone = a / (1 + a)
PAIRS = (0, 1), (0, 2), (1, 2)


def lost(mechanism, at):
    return expected_loss(zero_one, mechanism, 2, at)


worst = explained("worst({0};{1},{2})", (x, j, k), If(lost(x, j) <= lost(x, k), lost(x, k), lost(x, j)))
"""The loss of a consumer who knows that the result is one of two, and who loses 1 for a wrong answer."""
of_three = [worst(product(x, by, m), *pair) for by, pair in zip(interactions, PAIRS, strict=True)]


def confused(by, first):
    """Return the probabilities with which an interaction does not answer the first result."""
    return function(r, 1 - by[r, first])


means = [error(x, confused(by, pair[0]), *pair, m) for by, pair in zip(interactions, PAIRS, strict=True)]


def mean_of_two(proof, by, pair, mean, most):
    """Return that a worst loss is at least the mean of the losses on the two results."""
    first, second = pair
    nonneg, ones = proof.parts(stochastic(x, 2, m))[-2:]
    entries, rows = proof.parts(stochastic(by, m, 2))[-2:]
    seen = product(x, by, m)
    known = []
    for at in pair:
        known.append(proof.use(lemmas.rows_of_product(), n=2, s=m, m=2, i=at, T=by))
        known.append(proof.use(lemmas.zero_one_loss(), n=2, x=seen, i=at))
    cell = proof.assuming(between(0, r, m))
    wrong = x[second, r] * (1 - confused(by, first)[r]) + x[second, r] * by[r, second] <= x[second, r]
    others = cell.have(
        wrong,
        cell.product(
            cell.have(0 <= x[second, r], nonneg(second, r)),
            cell.have(0 <= 1 - by[r, first] - by[r, second], rows(r), *(entries(r, at) for at in range(3))),
        ),
    )
    known.append(proof.termwise(r, 0, m, wrong, others))
    return proof.have(mean <= most, *known, ones(first), ones(second))


@claim.clause(
    "mean", stochastic(x, 2, m), *interact, both(*(mean <= most for mean, most in zip(means, of_three, strict=True)))
)
def means_of_two(proof):
    each = zip(interactions, PAIRS, means, of_three, strict=True)
    return proof.both(*(mean_of_two(proof, *parts) for parts in each))


# A query with three results, all of them neighbours


readings_of = dict(
    zip(("w", "z", "v"), (confused(by, first) for by, (first, _) in zip(interactions, PAIRS, strict=True)), strict=True)
)
on_triangle = (private_on_triangle(x, a, m), *interact)


def all_read(proof):
    """Return that the three interactions are readings of the responses."""
    for by, (first, _) in zip(interactions, PAIRS, strict=True):
        entries, _rows = proof.parts(stochastic(by, m, 2))[-2:]
        cell = proof.assuming(between(0, r, m))
        share = confused(by, first)[r]
        bounds = cell.have(both(0 <= share, share <= 1), *(entries(r, at) for at in range(3)))
        proof.remember(proof.have(reading(confused(by, first), m), proof.all(bounds, r, between(0, r, m))))


@claim.clause("least", 0 <= a, a <= 1, *on_triangle, both(*(alone <= most for most in of_three)))
def least_on_triangle(proof):
    all_read(proof)
    least = proof.cite("exactdp.triangle-and-star#triangle-least", **readings_of).parts()
    found = proof.cite("gupte2010.section-5.open-question#mean").parts()
    return proof.both(
        *(
            proof.opaque(alone <= most, *two)
            for most, mean, two in zip(of_three, means, zip(least, found, strict=True), strict=True)
        )
    )


at_k = If(r == k, as_number(1), If(r == i, a, 0)) / (1 + a)
elsewhere = If(r == i, as_number(1), If(r == k, a, 0)) / (1 + a)
tells = explained("tells({0},{1},{2})", (i, k, a), function(j, r, If(j == k, at_k, elsewhere)))
"""Answers k on the result k and i on the others with probability 1/(1+α), and otherwise the other one of the two."""


@claim.clause(
    "alone",
    0 <= a,
    a <= 1,
    both(*(both(private_on_triangle(tells(*pair, a), a, 2), worst(tells(*pair, a), *pair) == alone) for pair in PAIRS)),
)
def alone_on_triangle(proof):
    return proof.qed()


beats = explained(
    "{0} beats {1} ({2},{3},{4};{5})",
    (u, x, *interactions, m),
    (worst(u, *PAIRS[0]) < of_three[0]) | (worst(u, *PAIRS[1]) < of_three[1]) | (worst(u, *PAIRS[2]) < of_three[2]),
)
"""One of the three consumers is better off with another mechanism, even if it takes its responses at face value."""


some_better = Some(u, private_on_triangle(u, a, 2), beats(u, x, *interactions, m))


def for_who_loses_more(losses, mechanism, *at):
    """Return the mechanism for the first consumer who loses more than alone."""
    first, second, third = (mechanism(*pair, a)[at] for pair in PAIRS)
    return function(*at, If(alone < losses[0], first, If(alone < losses[1], second, third)))


def one_loses_more(proof, given, mechanism, facts):
    """Return the goal, that a mechanism for one of the consumers beats another: one of the means is above α/(1+α)."""
    compared = proof.cite("gupte2010.section-5.open-question#mean", x=given).parts()
    none = proof.cite("exactdp.triangle-and-star#triangle-none", x=given, **readings_of)

    def told(pair, mean, most, less):
        def step(case):
            own, *others = facts(case, pair)
            more = case.opaque(own.says.args[0] < most, own, alone < mean, less)
            return case.witness(proof.goal, mechanism(pair), more, *others)

        return step

    losses = [[substitute(each, {"x": given}) for each in of] for of in (means, of_three)]
    return proof.either(none, *map(told, PAIRS, *losses, compared))


@claim.clause(
    "other-query", *level, *on_triangle, some_better, witnesses={"u": for_who_loses_more(of_three, tells, j, r)}
)
def other_query(proof):
    all_read(proof)

    def facts(case, pair):
        best = tells(*pair, a)
        return [case.have(each) for each in (worst(best, *pair) == alone, private_on_triangle(best, a, 2))]

    return one_loses_more(proof, x, lambda pair: tells(*pair, a), facts)


# Two count queries on one row


counted = by_value(y, *ones_and_twos)
on_counts = (private_on_two_counts(y, a, *ones_and_twos, 1, m, 2), *interact)
at_value = (g == bit(ones_and_twos[0][k])) & (h == bit(ones_and_twos[1][k]))
tells_counts = explained("tells_counts({0},{1},{2})", (i, k, a), function(g, h, r, If(at_value, at_k, elsewhere)))
"""Answers like tells(i,k,α): the value of the row is k if the two counts are those of k."""
better_on_counts = Some(
    other,
    private_on_two_counts(other, a, *ones_and_twos, 1, 2, 2),
    beats(by_value(other, *ones_and_twos), counted, *interactions, m),
)


def at(place, pair):
    """Return that these are the two counts of the value that the mechanism for a pair tells from the others."""
    first, second = (bit(queried[as_index(pair[1])]) for queried in ones_and_twos)
    return (place[0] == first) & (place[1] == second)


@cache
def near_entries(pair):
    """Return that an entry is nonnegative, and at most 1/α times the entry at two other counts."""
    values = [substitute(each, {"i": as_index(pair[0]), "k": as_index(pair[1])}) for each in (at_k, elsewhere)]
    places = (g, h), (s, z)
    entries = [tells_counts(*pair, a)[*place, r] for place in places]
    proof = Proof([0 <= a, a <= 1], both(0 <= entries[0], a * entries[0] <= entries[1]))
    bounds = [proof.have(0 <= each) for each in values]
    bounds += [proof.have(a * one <= to) for one in values for to in values]

    def in_each_case(inner, left, done):
        if not left:
            return inner.opaque(proof.goal, *bounds, *done, terms=[*values, *entries])
        (place, entry), *others = left

        def equal_to(value):
            return lambda case: in_each_case(case, others, [*done, case.have(entry == value)])

        return inner.cases(proof.goal, (at(place, pair), equal_to(values[0])), (TRUE, equal_to(values[1])))

    return in_each_case(proof, list(zip(places, entries, strict=True)), []).theorem


@cache
def is_private(pair):
    """Return that the mechanism for a pair is private for both queries."""
    proof = Proof([0 <= a, a <= 1])

    def of_other(cell):
        _, one, two, _ = cell.goal.args[1].args
        return cell.use(near_entries(pair), g=i, h=j, s=one, z=two).parts()[1]

    inner = proof.inside(private_on_two_counts(tells_counts(*pair, a), a, *ones_and_twos, 1, 2, 2))
    nonneg, ones, near = conjuncts(inner.goal)
    return inner.closed(
        inner.both(
            inner.for_all(nonneg, lambda cell: cell.use(near_entries(pair), g=i, h=j).parts()[0]),
            inner.have(ones),
            inner.for_all(near, of_other),
        )
    ).theorem


@claim.clause(
    "two-counts",
    *level,
    *on_counts,
    better_on_counts,
    witnesses={
        "y'": for_who_loses_more([substitute(each, {"x": counted}) for each in of_three], tells_counts, g, h, r)
    },
)
def two_counts(proof):
    triangle = proof.cite("exactdp.triangle-and-star#two-queries-triangle")
    proof.remember(triangle)
    all_read(proof)

    def facts(case, pair):
        best = by_value(tells_counts(*pair, a), *ones_and_twos)
        return case.have(worst(best, *pair) == alone), case.use(is_private(pair))

    return one_loses_more(proof, counted, lambda pair: tells_counts(*pair, a), facts)
