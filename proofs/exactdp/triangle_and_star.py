"""Three users on a triangle and on a star: if the results are not a path, one mechanism need not serve all users.

Brenner & Nissim (Impossibility of differentially private universally optimal mechanisms, 2010) show: in essence, a
mechanism for all users exists only for single count queries, where the results are a path. On a triangle, or for three
neighbours of one result, let three users each hold two of the three. Up to a factor, a response costs them together
twice the least of its three probabilities plus the middle one. By privacy, this is more than the sum of the losses that
each needs alone. On the triangle this holds at every level between 0 and 1, on the star between 1/2 and 1.

The smallest case of two count queries is a triangle: is the row 1, and is it 2, for one row with the values 0, 1 and 2?
The results are (0,0), (1,0) and (0,1), and all databases of one row are neighbours (`two-queries-results`). Each user
alone loses α/(1+α) at best (`two-queries-least`, `two-queries-alone`), and no mechanism gives this to all three
(`two-queries-none`). So no mechanism is optimal for all three: another one is better for one of them (`two-queries`).
Two of the three users hold one result in common, and the mechanism that tells this result serves both.
Nothing smaller is a case: with two values, there are two databases. If a query tells them apart, the geometric
mechanism for the value in the row is a mechanism for both queries (`two-values-geometric`). For α < 1, every private
mechanism for both queries is a remap of it (`two-values`). So it serves all users, for any loss. If no query tells the
two values apart, the results reveal nothing. One count query is Theorem 3.1 of Ghosh et al.
"""

from fractions import Fraction
from functools import cache, reduce
from operator import or_

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.database import error, reading
from exactdp.claims.vocabulary.two_counts import (
    bit,
    by_value,
    ones_and_twos,
    private_on_triangle,
    private_on_two_counts,
    two_answers,
)

claim = Claim(
    "exactdp.triangle-and-star",
    "three users that no mechanism serves: on a triangle, and above the level 1/2 on a star",
    section="8",
    position=25,
    kept={
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the papers' levels"),
        **dict.fromkeys((f"{each} reads {{0..m}}" for each in "wzv"), "without it an error is not a probability"),
        **dict.fromkeys(("j ≤ s", "k ≤ s", "j ≤ 3", "k ≤ 3"), "the neighbours of 0"),
        **dict.fromkeys(("0 ≤ i", "i ≤ 2", "0 ≤ k", "k ≤ 2"), "the values of the row"),
    },
)

i, j, k, m, n, q, r, s = indices("i j k m n q r s")
a = number("α")
x = matrix("x")
readings = vectors("w z v")
f = variable("f", VECTOR)
as_answered = explained("id", (), function(r, as_number(r)))()

private_on_star = explained(
    "{0} is {1}-private on 0 and its neighbours {{1..{2}}} with responses {{0..{3}}}",
    (x, a, s, m),
    stochastic(x, s, m) & Every((r, 0, m), (i, 1, s), (a * x[0, r] <= x[i, r]) & (a * x[i, r] <= x[0, r])),
)


@generator(private_on_star)
def some_private_on_star(rng, turn, alpha, s, m):
    """Draw two answers, or two that tell one neighbour from another."""
    if m < 0 or s < 0 or not 0 <= alpha <= 1:
        return None
    if m < 1 or s < 2 or turn % 2:
        return two_answers(rng, alpha, s + 1, m)
    first, second = rng.sample(range(1, s + 1), 2)
    likely = {first: 1 - alpha / 2, second: alpha / 2}
    half = Fraction(1, 2)
    return tuple((likely.get(at, half), 1 - likely.get(at, half), *[Fraction(0)] * (m - 1)) for at in range(s + 1))


def total(terms):
    first, *others = terms
    return sum(others, first)


def pairs_of(three):
    first, second, third = three
    return (first, second), (first, third), (second, third)


TRIANGLE, STAR = (0, 1, 2), (1, 2, 3)
PRICES = {
    TRIANGLE: (3 * a * total([f[at] for at in TRIANGLE]), 1 + 2 * a),
    STAR: ((a**2 - 1) * f[0] + a * total([f[at] for at in STAR]), a),
}
"""The prices of a private column f, and how often its three smaller entries are counted."""


def nearness(three):
    neighbours = pairs_of(three) if three == TRIANGLE else [(0, at) for at in three]
    return [a * f[one] <= f[other] for pair in neighbours for one, other in (pair, pair[::-1])]


@cache
def cheapest(three):
    """Return that the smaller entries of the three pairs cost the prices at least."""
    price, scale = PRICES[three]
    smaller = [If(f[one] <= f[other], f[one], f[other]) for one, other in pairs_of(three)]
    slacks = nearness(three)
    proof = Proof([0 <= a, a <= 1, *(0 <= f[at] for at in {0, *three}), *slacks])
    level, rest = proof.know(0 <= a), proof.know(a <= 1)
    known = [proof.know(slack) for slack in slacks]
    facts = known + [proof.product(level, each) for each in known]
    goal = price <= scale * total(smaller)

    def ordered(case, done, left):
        if not left:
            orders = [case.know(each) for each in done]
            return case.have(
                goal, *facts, *orders, *(case.product(by, each) for each in orders for by in (level, rest)), factors=1
            )
        (one, other), *others = left
        return case.cases(
            goal,
            (f[one] <= f[other], lambda deep: ordered(deep, [*done, f[one] <= f[other]], others)),
            (TRUE, lambda deep: ordered(deep, [*done, f[other] < f[one]], others)),
        )

    return ordered(proof, [], pairs_of(three)).theorem


errors = {
    three: [error(x, by, *held, m) for by, held in zip(readings, pairs_of(three), strict=True)]
    for three in (TRIANGLE, STAR)
}


def in_common(proof, three, near, least):
    """Return the goal, from what each response costs all three users."""
    one = proof.assuming(between(0, r, m))
    nonneg, rows = near(one)
    signs = [one.have(0 <= x[at, r], nonneg(at, r)) for at in {0, *three}]
    price, scale = (substitute(each, {"f": function(i, x[i, r])}) for each in PRICES[three])
    lemma = one.use(cheapest(three), *signs, *rows, f=function(i, x[i, r]))
    costs = []
    for (first, second), weights in zip(pairs_of(three), readings, strict=True):
        entries = x[first, r], x[second, r]
        bounds = one.know(reading(weights, m))(r).parts()
        less = If(entries[0] <= entries[1], *entries)
        spent = entries[0] * weights[r] + entries[1] * (1 - weights[r])
        costs.append(one.have(less <= spent, *bounds, *signs))
    marks = [each.says.args[0] for each in costs]
    spent = total([each.says.args[1] for each in costs])
    scaled = one.product(0 <= scale, one.opaque(total(marks) <= spent, *costs))
    each = one.opaque(price <= scale * spent, lemma, scaled)
    return proof.qed(proof.termwise(r, 0, m, each), *least)


@claim.clause(
    "triangle",
    *(0 <= a, a <= 1, private_on_triangle(x, a, m), *(reading(by, m) for by in readings)),
    9 * a <= 2 * (1 + 2 * a) * total(errors[TRIANGLE]),
)
def triangle(proof):
    nonneg, ones, close = proof.parts(private_on_triangle(x, a, m))[-3:]
    return in_common(proof, TRIANGLE, lambda one: (nonneg, close(r).parts()), map(ones, TRIANGLE))


def none_for_all(proof, three, alone, together):
    """Return that one of the users loses more than alone: what they lose together is too much for that."""
    most, scale = both(*(each <= alone for each in errors[three])), 2 * PRICES[three][1]
    inner = proof.otherwise()
    spent = inner.opaque(total(errors[three]) <= 3 * alone, *inner.parts(most))
    scaled = inner.product(0 <= scale, spent)
    return inner.absurd(inner.opaque(together.says.args[0] <= scale * 3 * alone, together, scaled))


claim.clause(
    "triangle-none",
    *(0 < a, a < 1, private_on_triangle(x, a, m), *(reading(by, m) for by in readings)),
    ~both(*(each <= a / (1 + a) for each in errors[TRIANGLE])),
)(lambda proof: none_for_all(proof, TRIANGLE, a / (1 + a), proof.cite("exactdp.triangle-and-star#triangle")))


def either_order(proof, one, other, *by):
    """Return the goal, where two inputs differ."""
    return proof.either(proof.know(one != other), *[lambda case: case.have(proof.goal, *by)] * 2)


answers = If(r == 0, as_number(1), If(r == 1, a, 0)) / (1 + a)
tells_one = explained("tells({0},{1})", (k, a), function(i, r, If(i == k, substitute(answers, {"r": 1 - r}), answers)))(
    k, a
)
"""Answers 1 on input k and 0 on the others, with probability 1/(1+α)."""

claim.clause(
    "triangle-alone",
    *(0 <= a, a <= 1, i != k),
    private_on_triangle(tells_one, a, 1) & (error(tells_one, as_answered, i, k, 1) == a / (1 + a)),
)(lambda proof: either_order(proof, i, k, 0 < 1 + a))


@claim.clause(
    "triangle-least",
    *(0 <= a, a <= 1, private_on_triangle(x, a, m), *(reading(by, m) for by in readings)),
    both(*(a / (1 + a) <= each for each in errors[TRIANGLE])),
)
def triangle_least(proof):
    """The loss is linear in each reading, so it is the least for a reading as one of the two."""
    _, ones, close = proof.parts(private_on_triangle(x, a, m))[-3:]
    one = proof.assuming(between(0, r, m))
    found = []
    for (first, second), weights in zip(pairs_of(TRIANGLE), readings, strict=True):
        entries = x[first, r], x[second, r]
        spent = entries[0] * weights[r] + entries[1] * (1 - weights[r])
        bounds = one.know(reading(weights, m))(r).parts()
        each = one.have(a * (entries[0] + entries[1]) <= (1 + a) * spent, *bounds, *close(r).parts())
        total_ = proof.termwise(r, 0, m, each)
        found.append(proof.have(a / (1 + a) <= error(x, weights, first, second, m), total_, ones(first), ones(second)))
    return proof.both(*found)


# Two count queries on one row

d, e = (variable(name, INDEX_MAP) for name in "de")
S, U = (variable(name, SET) for name in "SU")
y = variable("y", Function(3, NUMBER))


@claim.clause("one-row", neighbours(d, e, 1))
def one_row(proof):
    """They agree in all rows but the first, because no other row exists."""
    other = proof.assuming(between(0, k, 0), k != 0)
    alike = other.contradiction(d[k] == e[k], k != 0)
    return proof.witness(proof.goal, 0, proof.all(alike, k, between(0, k, 0), k != 0))


claim.clause("one-row-result", count(d, S, 1) == If(S[d[0]], as_number(1), 0))(by_arithmetic)


rows = by_value(y, S, U)


@claim.clause(
    "by-value",
    private_on_two_counts(y, a, S, U, 1, m, q),
    *(between(0, i, q), between(0, k, q)),
    both(All(r, between(0, r, m), both(0 <= rows[i, r], a * rows[i, r] <= rows[k, r])), Sum(r, 0, m, rows[i, r]) == 1),
)
def rows_by_value(proof):
    here, there = (function(j, at) for at in (i, k))
    for database, at in ((here, i), (there, k)):
        proof.remember(proof.have(values_up_to(database, 1, q)))
        for queried in (S, U):
            proof.remember(proof.have(count(database, queried, 1) == bit(queried[at])))
            proof.remember(proof.have(between(0, bit(queried[at]), 1)))
    proof.remember(proof.cite("exactdp.triangle-and-star#one-row", d=there, e=here))
    known = proof.know(private_on_two_counts(y, a, S, U, 1, m, q))
    nonneg, ones, near = known(here, bit(S[i]), bit(U[i])).parts()
    return proof.qed(nonneg, ones, near(there, bit(S[k]), bit(U[k])))


two = ones_and_twos
"""The two count queries: is the row 1, and is it 2?"""
asked = private_on_two_counts(y, a, *two, 1, m, 2)
rows_of_two = by_value(y, *two)
alone = explained("row({0})", (i,), function(j, i))
"""The database of one row with this value."""
row_of_i, row_of_k = alone(i), alone(k)


@claim.clause(
    "two-queries-results",
    *(between(0, i, 2), between(0, k, 2)),
    both(
        neighbours(row_of_i, row_of_k, 1),
        count(row_of_i, two[0], 1) == If(i == 1, as_number(1), 0),
        count(row_of_i, two[1], 1) == If(i == 2, as_number(1), 0),
    ),
)
def two_queries_results(proof):
    """The results of the values 0, 1 and 2 are (0,0), (1,0) and (0,1)."""
    near = proof.cite("exactdp.triangle-and-star#one-row", d=row_of_i, e=row_of_k)
    counts = [proof.cite("exactdp.triangle-and-star#one-row-result", d=row_of_i, S=queried) for queried in two]
    return proof.qed(near, *counts)


@claim.clause("two-queries-triangle", asked, private_on_triangle(rows_of_two, a, m))
def two_queries_triangle(proof):
    clause = "exactdp.triangle-and-star#by-value"
    row = proof.assuming(between(0, i, 2))
    signs, ones = row.cite(clause, S=two[0], U=two[1], q=2, k=0).parts()
    pairs = [(one, other) for one in range(3) for other in range(3) if one != other]
    cell = row.assuming(between(0, r, m))
    entries = row.all(cell.have(0 <= rows_of_two[i, r], signs(r)), r, between(0, r, m))
    near = [proof.cite(clause, S=two[0], U=two[1], q=2, i=one, k=other).parts()[0] for one, other in pairs]
    return proof.qed(proof.all(entries, i, between(0, i, 2)), proof.all(ones, i, between(0, i, 2)), *near)


two_errors = [error(rows_of_two, by, *held, m) for by, held in zip(readings, pairs_of(TRIANGLE), strict=True)]
two_queries = (asked, *(reading(by, m) for by in readings))


def on_triangle(clause):
    """Return the proof of a clause about the triangle for the rows of a mechanism for two queries."""
    return lambda proof: proof.cite(
        f"exactdp.triangle-and-star#{clause}",
        proof.cite("exactdp.triangle-and-star#two-queries-triangle"),
        x=rows_of_two,
    )


claim.clause("two-queries-least", 0 <= a, a <= 1, *two_queries, both(*(a / (1 + a) <= each for each in two_errors)))(
    on_triangle("triangle-least")
)
claim.clause("two-queries-none", 0 < a, a < 1, *two_queries, ~both(*(each <= a / (1 + a) for each in two_errors)))(
    on_triangle("triangle-none")
)

tells_result = explained(
    "tells_counts({0},{1},{2})",
    (k, s, a),
    function(i, j, r, If((i == k) & (j == s), substitute(answers, {"r": 1 - r}), answers)),
)(k, s, a)
"""Answers 1 if the two counts are these, and 0 otherwise, with probability 1/(1+α)."""
tells_value = explained(
    "tells_value({0},{1})", (k, a), substitute(tells_result, {"k": bit(two[0][k]), "s": bit(two[1][k])})
)(k, a)


@cache
def own_entries():
    """Return that two entries are nonnegative, and one at least the level times the other."""
    answered = [substitute(answers, {"r": 1 - r}), answers]
    entries = [tells_result[i, j, r], tells_result[n, q, r]]
    proof = Proof([0 <= a, a <= 1], both(0 <= entries[0], a * entries[0] <= entries[1]))
    bounds = [proof.have(0 <= each) for each in answered]
    bounds += [proof.have(a * one <= to) for one in answered for to in answered]

    def in_each_case(inner, left, done):
        if not left:
            return inner.opaque(proof.goal, *bounds, *done, terms=[*answered, *entries])
        ((first, second), entry), *others = left

        def equal_to(value):
            return lambda case: in_each_case(case, others, [*done, case.have(entry == value)])

        return inner.cases(
            proof.goal, ((first == k) & (second == s), equal_to(answered[0])), (TRUE, equal_to(answered[1]))
        )

    return in_each_case(proof, list(zip(((i, j), (n, q)), entries, strict=True)), []).theorem


@lemma([0 <= a, a <= 1])
def own_is_private(proof):
    """Return that the mechanism is private for any two queries on one row."""

    def of_other(cell):
        _, one, other, _ = cell.goal.args[1].args
        return cell.use(own_entries(), n=one, q=other).parts()[1]

    inner = proof.inside(private_on_two_counts(tells_result, a, S, U, 1, 1, q))
    nonneg, ones, near = conjuncts(inner.goal)
    return inner.closed(
        inner.both(
            inner.for_all(nonneg, lambda cell: cell.use(own_entries(), n=i, q=j).parts()[0]),
            inner.have(ones),
            inner.for_all(near, of_other),
        )
    )


@claim.clause(
    "two-queries-alone",
    *(0 <= a, a <= 1, between(0, i, 2), between(0, k, 2), i != k),
    private_on_two_counts(tells_value, a, *two, 1, 1, 2)
    & (error(by_value(tells_value, *two), as_answered, i, k, 1) == a / (1 + a)),
)
def two_queries_alone(proof):
    of_value = {"k": bit(two[0][k]), "s": bit(two[1][k])}
    mechanism = proof.use(own_is_private(), S=two[0], U=two[1], q=2, **of_value)
    private_on_two, loss = proof.goal.args
    lost = proof.assuming(goal=loss)
    return proof.both(proof.restated(mechanism, private_on_two), either_order(lost, i, k, 0 < 1 + a))


other = variable("y'", Function(3, NUMBER))
three_errors = [error(x, by, *held, m) for by, held in zip(readings, pairs_of(TRIANGLE), strict=True)]
better = explained(
    "{1} beats {0} ({2},{3},{4};{5})",
    (x, variable("u", MATRIX), *readings, m),
    reduce(
        or_,
        (
            error(variable("u", MATRIX), as_answered, *held, 1) < lost
            for held, lost in zip(pairs_of(TRIANGLE), three_errors, strict=True)
        ),
    ),
)
"""One of the three users loses less with a mechanism with the responses 0 and 1, at face value."""
not_optimal = Some(
    other, private_on_two_counts(other, a, *two, 1, 1, 2), better(rows_of_two, by_value(other, *two), *readings, m)
)
tells_1, tells_2 = (substitute(tells_value, {"k": as_index(at)}) for at in (1, 2))


@claim.clause(
    "two-queries",
    *(0 < a, a < 1, *two_queries),
    not_optimal,
    witnesses={"y'": function(i, j, r, If(a / (1 + a) < two_errors[0], tells_1[i, j, r], tells_2[i, j, r]))},
)
def two_queries_not_optimal(proof):
    """For the users of 0 or 1 and 2, the mechanism that tells 2 is best, and for the other one that which tells 1."""

    def told(mechanism, first, second):
        def found(case):
            best = case.cite("exactdp.triangle-and-star#two-queries-alone", i=first, k=second).parts()
            return case.witness(proof.goal, mechanism, *best)

        return found

    least = proof.cite("exactdp.triangle-and-star#two-queries-none")
    return proof.either(least, told(tells_1, 0, 1), told(tells_2, 0, 2), told(tells_2, 1, 2))


by_geometric = explained(
    "geometric({0},{1},{2})", (S, U, a), substitute(tells_result, {"k": bit(S[1]), "s": bit(U[1])})
)(S, U, a)
"""Answers 1 if the two counts are those of the value 1, and 0 otherwise, with probability 1/(1+α)."""
by_first, by_second = ((of[0] & ~of[1]) | (~of[0] & of[1]) for of in (S, U))
tell_apart = explained("{0} or {1} tells 0 and 1 apart", (S, U), by_first | by_second)(S, U)


@claim.clause(
    "two-values-geometric",
    *(0 <= a, a <= 1, tell_apart),
    private_on_two_counts(by_geometric, a, S, U, 1, 1, 1)
    & equal_matrices(by_value(by_geometric, S, U), geometric_mechanism(1, a), 1, 1),
)
def two_values_geometric(proof):
    mechanism = proof.use(own_is_private(), q=1, k=bit(S[1]), s=bit(U[1]))

    def entry(i_, r_):
        return by_value(by_geometric, S, U)[i_, r_] == geometric_mechanism(1, a)[i_, r_]

    def known(case, goal, members):
        """Return the goal, from which of the two values each query counts."""
        if not members:
            return case.have(goal)
        first, *others = members
        return case.cases(goal, *((side, lambda deep: known(deep, goal, others)) for side in (first, TRUE)))

    def at(i_, r_, other):
        def found(case):
            shown = known(case, entry(as_index(i_), as_index(r_)), [other[v] for v in (0, 1)])
            shown = case.replace(case.have(as_index(i_) == i), lambda of: entry(of, as_index(r_)), shown)
            return case.replace(case.have(as_index(r_) == r), lambda of: entry(i, of), shown)

        return (i == i_) & (r == r_), found

    def told(other):
        entries = [at(i_, r_, other) for i_ in (0, 1) for r_ in (0, 1)]
        return lambda case: case.for_all(unfold(proof.goal.args[1]), lambda cell: cell.cases(cell.goal, *entries))

    def by_one(sides, other):
        return lambda case: case.either(case.know(sides), *[told(other)] * 2)

    entries = proof.either(proof.know(tell_apart), by_one(by_first, U), by_one(by_second, S))
    private_on_two, same = proof.goal.args
    return proof.both(proof.restated(mechanism, private_on_two), proof.restated(entries, same))


@claim.clause(
    "two-values",
    0 <= a,
    a < 1,
    private_on_two_counts(y, a, S, U, 1, m, 1),
    derivable(rows, a, 1, m),
    witnesses={"T": geometric_preimage(rows, a, 1)},
)
def two_values(proof):
    clause = "exactdp.triangle-and-star#by-value"
    row = proof.assuming(between(0, i, 1))
    signs, ones = row.cite(clause, q=1, k=0).parts()
    cell = row.assuming(between(0, r, m))
    entries = row.all(cell.have(0 <= rows[i, r], signs(r)), r, between(0, r, m))
    step = proof.assuming(between(0, i, 0))
    near = [step.cite(clause, q=1, i=one, k=other).parts()[0] for one, other in ((i, i + 1), (i + 1, i))]
    inner = step.assuming(between(0, r, m))
    pair = inner.have(
        both(a * rows[i + 1, r] <= rows[i, r], a * rows[i, r] <= rows[i + 1, r]), *(each(r) for each in near)
    )
    mechanism = proof.have(
        private(rows, a, 1, m),
        proof.all(entries, i, between(0, i, 1)),
        proof.all(ones, i, between(0, i, 1)),
        proof.every((i, 0, 0), (r, 0, m), pair),
    )
    return proof.cite("gupte2010.theorem-2.sufficiency#derivable", mechanism, x=rows, n=1)


@claim.clause(
    "star",
    *(0 <= a, a <= 1, 3 <= s, private_on_star(x, a, s, m), *(reading(by, m) for by in readings)),
    a * a + 3 * a - 1 <= 2 * a * total(errors[STAR]),
)
def star(proof):
    nonneg, ones, close = proof.parts(private_on_star(x, a, s, m))[-3:]

    def near(one):
        return nonneg, [part for at in STAR for part in close(r, at).parts()]

    return in_common(proof, STAR, near, map(ones, (0, *STAR)))


claim.clause(
    "star-none",
    *(2 * a > 1, a < 1, 3 <= s, private_on_star(x, a, s, m), *(reading(by, m) for by in readings)),
    ~both(*(each <= a / 2 for each in errors[STAR])),
)(lambda proof: none_for_all(proof, STAR, a / 2, proof.cite("exactdp.triangle-and-star#star")))

as_likely = If(i == j, a, If(i == k, 2 - a, 1)) / 2
tells_two = explained(
    "tells_two({0},{1},{2})", (j, k, a), function(i, r, If(r == 0, 1 - as_likely, If(r == 1, as_likely, 0)))
)(j, k, a)
"""Answers 0 or 1 by a fair coin, but on the inputs j and k as privacy allows."""

claim.clause(
    "star-alone",
    *(0 <= a, a <= 1, between(1, j, s), between(1, k, s), j != k),
    private_on_star(tells_two, a, s, 1) & (error(tells_two, as_answered, j, k, 1) == a / 2),
)(lambda proof: either_order(proof, j, k))

to_center = If(r == 0, 1 - 2 * a, If(r <= 3, a, 0))
to_neighbour = If(r == 0, a * (1 - 2 * a), If(r == i, as_number(1), If(r <= 3, a * a, 0)))
for_three = explained("star_{0}", (a,), function(i, r, If(i == 0, to_center, to_neighbour) / (1 + a)))(a)
"""Answers each of the three neighbours of 0, and 0 as often as the rows allow."""
reads_second = function(r, If(r == k, as_number(1), 0))


@claim.clause(
    "star-together",
    *(0 <= a, 2 * a <= 1, between(1, j, 3), between(1, k, 3), j != k),
    private_on_star(for_three, a, 3, 3) & (error(for_three, reads_second, j, k, 3) == a / 2),
)
def star_together(proof):
    level, half, rest = proof.have(0 <= a), proof.have(2 * a <= 1), proof.have(a <= 1)
    products = [proof.product(*factors) for factors in ((level, half), (level, level), (level, rest), (half, rest))]
    more = proof.product(half, rest, 0 <= 1 + a), proof.product(level, rest, 0 <= 1 + a)
    return either_order(proof, j, k, *products, *more, 0 < 1 + a)
