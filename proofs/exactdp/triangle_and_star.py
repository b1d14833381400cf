"""Three users on a triangle and on a star: if the results are not a path, one mechanism need not serve all users.

Brenner & Nissim (Impossibility of differentially private universally optimal mechanisms, 2010) show: in essence, a
mechanism for all users exists only for single count queries, where the results are a path. On a triangle, or for three
neighbours of one result, let three users each hold two of the three. Up to a factor, a response costs them together
twice the least of its three probabilities plus the middle one. By privacy, this is more than the sum of the losses that
each needs alone. On the triangle this holds at every level between 0 and 1, on the star between 1/2 and 1.

A triangle is the smallest case of two count queries: whether one row is 1, and whether it is 2, for a row with the
values 0, 1 and 2, each a neighbour of the others. A row with two values has two results, and one user.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.database_words import error, reading
from exactdp.claims.language import *
from exactdp.claims.vocabulary import stochastic

claim = Claim(
    "exactdp.triangle-and-star",
    "three users that no mechanism serves: on a triangle, and above the level 1/2 on a star",
    section="8",
    position=25,
    kept={
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the papers' levels"),
        **dict.fromkeys((f"{each} reads {{0..m}}" for each in "wzv"), "without it an error is no probability"),
        **dict.fromkeys(("j ≤ s", "k ≤ s", "j ≤ 3", "k ≤ 3"), "the neighbours of 0"),
    },
)

i, j, k, m, r, s = indices("i j k m r s")
a = number("α")
x = matrix("x")
readings = vectors("w z v")
f = variable("f", VECTOR)
as_answered = explained("id", (), function(r, as_number(r)), r"\mathrm{{id}}")()

private_on_triangle = explained(
    "{0} is {1}-private on a triangle with responses {{0..{2}}}",
    (x, a, m),
    stochastic(x, 2, m)
    & All(
        r,
        between(0, r, m),
        both(*(a * x[one, r] <= x[other, r] for one in range(3) for other in range(3) if one != other)),
    ),
    r"{0}\ {1}\text{{-private on a triangle with responses }} \{{0..{2}\}}",
)
private_on_star = explained(
    "{0} is {1}-private on 0 and its neighbours {{1..{2}}} with responses {{0..{3}}}",
    (x, a, s, m),
    stochastic(x, s, m)
    & All(r, between(0, r, m), All(i, between(1, i, s), (a * x[0, r] <= x[i, r]) & (a * x[i, r] <= x[0, r]))),
    r"{0}\ {1}\text{{-private on }} 0 \text{{ and its neighbours }} \{{1..{2}\}} \times \{{0..{3}\}}",
)


def two_answers(rng, alpha, inputs, m):
    """Give one of two responses to some inputs, and the other to the rest, as far as privacy of neighbours allows."""
    one, other = rng.randrange(m + 1), rng.randrange(m + 1)
    rows = []
    for _ in range(inputs):
        row = [Fraction(0)] * (m + 1)
        likely = rng.random() < 0.5
        row[one] += (1 if likely else alpha) / (1 + alpha)
        row[other] += (alpha if likely else 1) / (1 + alpha)
        rows.append(tuple(row))
    return tuple(rows)


@generator(private_on_triangle)
def some_private_on_triangle(rng, turn, alpha, m):
    """Draw two answers, or the input itself, which is likelier than each other one by 1/α."""
    if m < 0 or not 0 <= alpha <= 1:
        return None
    if m < 2 or turn % 2:
        return two_answers(rng, alpha, 3, m)
    rest = [Fraction(0)] * (m - 2)
    return tuple(tuple([(1 if at == to else alpha) / (1 + 2 * alpha) for to in range(3)] + rest) for at in range(3))


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
    scaled = one.product(one.have(0 <= scale), one.opaque(total(marks) <= spent, *costs, terms=marks))
    each = one.opaque(price <= scale * spent, lemma, scaled, terms=marks)
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
    terms = [*errors[three], alone]

    def step(inner):
        spent = inner.opaque(total(errors[three]) <= 3 * alone, *inner.parts(most), terms=terms)
        scaled = inner.product(inner.have(0 <= scale), spent)
        found = inner.opaque(together.says.args[0] <= scale * 3 * alone, together, scaled, terms=terms)
        return inner.contradiction(proof.goal, found)

    return proof.by_contradiction(proof.goal, step)


claim.clause(
    "triangle-none",
    *(0 < a, a < 1, private_on_triangle(x, a, m), *(reading(by, m) for by in readings)),
    ~both(*(each <= a / (1 + a) for each in errors[TRIANGLE])),
)(lambda proof: none_for_all(proof, TRIANGLE, a / (1 + a), proof.cite("exactdp.triangle-and-star#triangle")))


def either_order(proof, one, other, *by):
    """Return the goal, where two inputs differ."""
    return proof.either(proof.know(one != other), *[lambda case: case.have(proof.goal, *by)] * 2)


answers = If(r == 0, as_number(1), If(r == 1, a, 0)) / (1 + a)
tells_one = explained(
    "tells_{0},{1}",
    (k, a),
    function(i, r, If(i == k, substitute(answers, {"r": 1 - r}), answers)),
    r"\mathrm{{tells}}_{{ {0}, {1} }}",
)(k, a)
"""Answers 1 on input k and 0 on the others, with probability 1/(1+α)."""

claim.clause(
    "triangle-alone",
    *(0 <= a, a <= 1, i != k),
    private_on_triangle(tells_one, a, 1) & (error(tells_one, as_answered, i, k, 1) == a / (1 + a)),
)(lambda proof: either_order(proof, i, k, 0 < 1 + a))


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
    "tells_{0},{1},{2}",
    (j, k, a),
    function(i, r, If(r == 0, 1 - as_likely, If(r == 1, as_likely, 0))),
    r"\mathrm{{tells}}_{{ {0}, {1}, {2} }}",
)(j, k, a)
"""Answers 0 or 1 by a fair coin, but on the inputs j and k as privacy allows."""

claim.clause(
    "star-alone",
    *(0 <= a, a <= 1, between(1, j, s), between(1, k, s), j != k),
    private_on_star(tells_two, a, s, 1) & (error(tells_two, as_answered, j, k, 1) == a / 2),
)(lambda proof: either_order(proof, j, k))

to_center = If(r == 0, 1 - 2 * a, If(r <= 3, a, 0))
to_neighbour = If(r == 0, a * (1 - 2 * a), If(r == i, as_number(1), If(r <= 3, a * a, 0)))
for_three = explained(
    "star_{0}", (a,), function(i, r, If(i == 0, to_center, to_neighbour) / (1 + a)), r"\mathrm{{star}}_{{ {0} }}"
)(a)
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
    more = proof.product(half, rest, proof.have(0 <= 1 + a)), proof.product(level, rest, proof.have(0 <= 1 + a))
    return either_order(proof, j, k, *products, *more, 0 < 1 + a)
