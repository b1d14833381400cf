"""The open question of section 7 for the two users of Theorem 6.3: how well can one mechanism serve both?

The gain of both users from a response r is largest for one of four pairs of readings. It is then at most Σ_d x_dr·(a
price of d), by privacy along the edges of the cube. So the sum of both losses is at least the sum of the prices. Losses
are linear in ε, and replacing ε by 1/2-ε exchanges the users. So between ε_1 and 1/2-ε_1 the losses are at least as
large as at the ends.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.cube import (
    EDGES,
    distance_loss,
    exchanged,
    first_user,
    private_on_cube,
    results,
    second_user,
    user_loss,
)

ID = "exactdp.two-users"
SOURCE = "ghosh2009.theorem-6.3"
claim = Claim(
    ID,
    "how well one mechanism serves the two users of Theorem 6.3",
    section="8",
    position=10,
    kept=KEPT
    | {
        **dict.fromkeys(("0 ≤ ε", "ε ≤ 1/2", "1 ≤ u"), "the users of Theorem 6.3"),
        **dict.fromkeys(("ε_1(α) ≤ ε", "ε ≤ 1/2 - ε_1(α)"), "where the bound is the largest"),
        "x is α-private on {0,1}³ with responses {0..3}": "no mechanism that is drawn loses less",
    },
)

i, m, r = indices("i m r")
a, b, e, u, w = numbers("α b ε u w")
x, T, U = matrices("x T U")
f = variable("f", VECTOR)
PAIRS = [pair for edge in EDGES for pair in (edge, edge[::-1])]
half = Fraction(1, 2)
whole = (1 + a) * (1 + a**2)


def loses(mechanism, user, at=e):
    return user_loss(user(at), distance_loss(u, w), mechanism)


def total(terms):
    first, *others = terms
    return sum(others, first)


common = explained("c({0},{1})", (a, e), (a * (3 + 2 * a + 3 * a**2) + 4 * (1 - a**2) * e) / (4 * whole))
"""The least common loss of both users, for ε ≤ ε_1."""
least = common(a, e)
first_end = explained("ε_1({0})", (a,), a * (1 - a) / (4 * (1 + a)))(a)

# The largest gain from a response: its entries are those of {1}, {2}, {1,3} and {2,3}

high = a * (1 + a + 2 * a**2) + 4 * (1 + a) * e
low = a * (2 * whole - high)
gains = {"1": (f[1] + f[2]) / 4, "first 2": e * f[5] + (half - e) * f[6], "second 2": (half - e) * f[5] + e * f[6]}
most = (2 * whole - low) * (f[1] + f[2]) + (2 * whole - high) * (f[5] + f[6])


def private_column(proof):
    """Return the slacks of the column between the databases that the users hold."""
    near = {pair: proof.know(a * f[pair[0]] <= f[pair[1]]) for pair in PAIRS}

    def along(*path):
        fact, power = near[path[0], path[1]], a
        for one, other in pairwise(path[1:]):
            step = proof.product(0 <= a, proof.have(f[one] - power * f[path[0]] >= 0, fact))
            power = a * power
            fact = proof.have(power * f[path[0]] <= f[other], step, near[one, other])
        return fact

    return {"pr": near[1, 5], "qs": near[2, 6], "rp": near[5, 1], "sq": near[6, 2]} | {
        "rs": along(5, 7, 6),
        "sr": along(6, 7, 5),
        "rq": along(5, 7, 6, 2),
        "sp": along(6, 7, 5, 1),
    }


@cache
def one_response():
    """Return that any readings of a response gain at most its prices, times 4·(1+α)(1+α²).

    Let p, q, r, s be the entries of {1}, {2}, {1,3} and {2,3}. A slack such as rs is s - α²·r, as {1,3} and {2,3} are
    at the distance 2. For each pair of readings, the prices less the gains are a sum of slacks, times the factors in
    `labels`, which are ≥ 0 for ε ≤ ε_1.
    """
    given = (
        *(0 <= a, a <= 1, 0 <= e, 4 * (1 + a) * e <= a * (1 - a)),
        *(0 <= f[each] for each in range(8)),
        *(a * f[one] <= f[other] for one, other in PAIRS),
    )
    proof = Proof(given)
    slack = private_column(proof)
    gap = proof.know(given[3])
    signs = {name: proof.have(each) for name, each in (("α", 0 <= a), ("1-α", 0 <= 1 - a), ("1+α", 0 <= 1 + a))}
    squares = proof.have(0 <= 1 + a**2)
    of_l = proof.have(0 <= 2 * (1 + a**2) + (a * (1 - a) - 4 * (1 + a) * e), squares)
    small = proof.product(signs["α"], signs["1+α"], 0 <= e)
    of_n = proof.have(0 <= 1 - a + 4 * a * (1 + a) * e, small)
    up = proof.product(signs["1+α"], squares)
    more = proof.have(0 <= (1 + a) * (1 + a**2) + (1 - a + 4 * a * (1 + a) * e), up, of_n)
    between_ = proof.have(
        0 <= (1 + a**2) * (2 - a + a**2) + (a * (1 - a) - 4 * (1 + a) * e) * (2 + a**2),
        proof.product(squares, 0 <= 2 - a + a * a),
        proof.product(gap, 0 <= 2 + a * a),
    )
    labels = {
        ("1", "1"): [(of_l, "pr"), (of_l, "qs")],
        ("first 2", "second 2"): [(more, "rp"), (more, "sq")],
        ("1", "second 2"): [(of_n, "rp"), (of_n, "rq"), (between_, "rs")],
        ("first 2", "1"): [(of_n, "sq"), (of_n, "sp"), (between_, "sr")],
    }
    found = {}
    for names, terms in labels.items():
        facts = [proof.product(price, slack[name]) for price, name in terms]
        if names == ("first 2", "second 2"):
            facts += [proof.product(signs["1-α"], signs["1+α"], gap, 0 <= f[each]) for each in (5, 6)]
        found[names] = proof.have(4 * whole * total([gains[each] for each in names]) <= most, *facts)
    return found


@lemma([0 <= a, 0 <= b, a + b <= 1, 0 <= u, u <= w])
def better_reading(proof):
    """For α, β ≥ 0 with α+β ≤ 1 and 0 ≤ u ≤ w: α·u + β·w ≤ w."""
    return proof.have(a * u + b * w <= w)


def by_results(proof, remap, user):
    """Return a lower bound on a user's loss, from its gain if it reads the result."""
    y = product(x, remap, m)
    at = e if user is first_user else half - e
    stochastic_ = proof.use(lemmas.product_stochastic(), T=remap, n=7, s=m, m=3)
    lost = proof.cite(f"{SOURCE}.uniqueness#by-results", stochastic_, x=y, ε=at)
    gained = Sum(r, 0, m, remap[r, 1] * (x[1, r] + x[2, r]) / 4 + remap[r, 2] * (at * x[5, r] + (half - at) * x[6, r]))
    same = proof.have(loses(y, user) == loses(y, first_user, at))
    return proof.opaque(1 - gained <= loses(y, user), lost.says.args[0] == 1 - gained, lost, same)


@claim.clause(
    "least-sum",
    *(0 <= a, a <= 1, 0 <= e, 4 * (1 + a) * e <= a * (1 - a), 1 <= u, 0 <= m),
    *(private_on_cube(x, a, m), stochastic(T, m, 3), stochastic(U, m, 3)),
    least <= (loses(product(x, T, m), first_user) + loses(product(x, U, m), second_user)) / 2,
)
def least_sum(proof):
    """For each response, replace each user's reading by the better of 1 and 2. Sum the prices over the responses."""
    nonneg, _rows, near = proof.parts(private_on_cube(x, a, m))[-3:]
    one = proof.assuming(between(0, r, m))
    entries = [one.have(0 <= x[d, r], nonneg(d, r)) for d in range(8)]
    column = {"f": function(i, x[i, r])}
    gain = {name: substitute(value, column) for name, value in gains.items()}
    spent = substitute(most, column)
    signs = [proof.have(0 <= e), proof.have(0 <= half - e)]
    products = [one.product(sign, entries[d]) for sign in signs for d in (5, 6)]
    positive = {name: one.have(0 <= value, *entries, *products, factors=1) for name, value in gain.items()}
    scale = one.product(0 <= 4 * (1 + a), 0 <= 1 + a**2)
    read, values = [], []
    for remap, second in ((T, "first 2"), (U, "second 2")):
        cells, _ones = one.parts(stochastic(remap, m, 3))[-2:]
        known = [cells(r, k) for k in range(4)]
        read.append((second, [known[1], known[2]], one.have(remap[r, 1] + remap[r, 2] <= 1, *known)))
        values.append(remap[r, 1] * gain["1"] + remap[r, 2] * gain[second])
    goal = 4 * whole * total(values) <= spent

    def choose(case, chosen):
        if len(chosen) == 2:
            price = case.use(
                one_response()[tuple(name for name, _ in chosen)].theorem, *entries, *near(r).parts(), **column
            )
            less = [fact for _, fact in chosen]
            bound = case.opaque(total(values) <= gain[chosen[0][0]] + gain[chosen[1][0]], *less)
            return case.opaque(goal, price, case.product(scale, bound))
        second, cells, at_most_1 = read[len(chosen)]

        def better(names, cells):
            def found(inner):
                worse, best = names
                by = {"α": cells[0].says.args[1], "b": cells[1].says.args[1], "u": gain[worse], "w": gain[best]}
                bound = inner.use(better_reading(), *cells, at_most_1, positive[worse], **by)
                return choose(inner, [*chosen, (best, bound)])

            return found

        order = gain["1"] <= gain[second]
        return case.cases(goal, (order, better(("1", second), cells)), (TRUE, better((second, "1"), cells[::-1])))

    each = choose(one, [])
    sums = proof.termwise(r, 0, m, goal, each)
    priced = proof.have(Sum(r, 0, m, spent) == 8 * whole - 2 * (low + high))
    bounds = [by_results(proof, remap, user) for remap, user in ((T, first_user), (U, second_user))]
    lost = [loses(product(x, remap, m), user) for remap, user in ((T, first_user), (U, second_user))]
    gained = [Sum(r, 0, m, each) for each in values]
    apart = proof.have(Sum(r, 0, m, 4 * whole * total(values)) == 4 * whole * total(gained))
    enough = proof.opaque(4 * whole * total(gained) <= 8 * whole - 2 * (low + high), sums, priced, apart)
    least_gain = [proof.have(1 - each <= bound.says.args[1], bound) for each, bound in zip(gained, bounds, strict=True)]
    positive_whole = proof.product(0 < 1 + a, 0 < 1 + a**2)
    lost_more = [proof.product(positive_whole, each) for each in least_gain]
    final = proof.opaque(2 * (low + high) <= 4 * whole * total(lost), enough, *lost_more)
    names = numbers("y z")
    last = Proof([2 * (low + high) <= 4 * whole * total(names), 0 <= a])
    return proof.use(last.have(least <= total(names) / 2).theorem, final, y=lost[0], z=lost[1])


# From ε_1 to 1/2-ε_1 a loss is at least as large as at the ends, because it is linear in ε

y = matrix("y")
t = number("t")


@cache
def linear(user):
    """Return that the loss at ε lies between those at t and 1/2-t as ε does."""
    ends = (half - t - e) * loses(y, user, t) + (e - t) * loses(y, user, half - t)
    return Proof([]).have(ends == (half - 2 * t) * loses(y, user)).theorem


@cache
def at_least_as_at_the_ends():
    """For a mean L of A and B with weights p, q ≥ 0 that are not both 0: if v ≤ A and v ≤ B, then v ≤ L."""
    A, B, L, p, q, v = numbers("A B L p q v")
    proof = Proof([0 <= p, 0 <= q, 0 < p + q, v <= A, v <= B, p * A + q * B == (p + q) * L])
    return proof.use(lemmas.quotient_order(), v * (p + q) <= L * (p + q), t=p + q, α=v, β=L).theorem


def by_ends(proof, end, values, less):
    """Return a/(1+a) ≤ a loss at ε, from the loss at t, 1/2-t and ε, and the facts about the first two."""
    weights = half - end - e, e - end
    signs = [proof.have(0 <= each) for each in weights]
    some = proof.have(0 < weights[0] + weights[1])
    line = proof.have(weights[0] * values[0] + weights[1] * values[1] == (weights[0] + weights[1]) * values[2])
    by = dict(zip(("A", "B", "L", "p", "q"), (*values, *weights), strict=True))
    return proof.use(at_least_as_at_the_ends(), *signs, some, *less[:2], line, v=a / (1 + a), **by)


@claim.clause(
    "middle-sum",
    *(0 <= a, a <= 1, first_end <= e, e <= half - first_end, 1 <= u, 0 <= m),
    *(private_on_cube(x, a, m), stochastic(T, m, 3), stochastic(U, m, 3)),
    a / (1 + a) <= (loses(product(x, T, m), first_user) + loses(product(x, U, m), second_user)) / 2,
)
def middle_sum(proof):
    """At ε_1 the sum is at least α/(1+α), and so it is at 1/2-ε_1, where the users have exchanged their priors."""
    small = proof.have(0 <= first_end), proof.have(4 * (1 + a) * first_end <= a * (1 - a))
    given_ = [proof.cite("#least-sum", *small, ε=first_end, T=one, U=other) for one, other in ((T, U), (U, T))]
    first, second, mirrored = product(x, T, m), product(x, U, m), half - first_end

    def mean(at):
        return (loses(first, first_user, at) + loses(second, second_user, at)) / 2

    turned = [
        proof.have(loses(second, first_user, first_end) == loses(second, second_user, mirrored)),
        proof.have(loses(first, second_user, first_end) == loses(first, first_user, mirrored)),
    ]
    lines = [proof.use(linear(user), t=first_end, y=of) for user, of in ((first_user, first), (second_user, second))]
    value = proof.have(substitute(least, {"ε": first_end}) == a / (1 + a))
    atoms = [
        loses(of, user, at)
        for of in (first, second)
        for user in (first_user, second_user)
        for at in (first_end, mirrored, e)
    ]
    terms = [*atoms, value.says.args[0], value.says.args[1]]
    ends = [
        proof.opaque(value.says.args[1] <= mean(at), fact, value, *turned, terms=terms)
        for at, fact in zip((first_end, mirrored), given_, strict=True)
    ]
    weights = half - first_end - e, e - first_end
    whole_line = proof.opaque(
        weights[0] * mean(first_end) + weights[1] * mean(mirrored) == (half - 2 * first_end) * mean(e), *lines
    )
    return by_ends(proof, first_end, (mean(first_end), mean(mirrored), mean(e)), [*ends, whole_line])


@claim.clause(
    "middle-one",
    *(0 < a, a < 1, a / 4 <= e, e <= half - a / 4, 1 <= u, private_on_cube(x, a, 3)),
    a / (1 + a) <= loses(x, first_user),
)
def middle_one(proof):
    end, mirrored = a / 4, half - a / 4
    other = proof.cite(f"{SOURCE}.optimum#exchanged-private")
    values = loses(x, first_user, end), loses(x, first_user, mirrored), loses(x, first_user)
    bounds = [
        proof.cite(f"{SOURCE}.uniqueness#best", 0 <= end, 4 * end <= a, *more, x=of, ε=end)
        for of, *more in ((x,), (exchanged(x), other))
    ]
    same = proof.have(values[1] == bounds[1].says.args[1])
    level = proof.have(bounds[0].says.args[0] == a / (1 + a))
    terms = [*values, bounds[1].says.args[1], *level.says.args]
    ends = [
        proof.opaque(level.says.args[1] <= value, bound, level, same, terms=terms)
        for value, bound in zip(values, bounds, strict=False)
    ]
    return by_ends(proof, end, values, [*ends, proof.use(linear(first_user), t=end, y=x)])


# A mechanism that attains the sum up to ε_1, and its answers: both read 0 as 1; they read 2 as 1 and 2, 3 as 2 and 1

POWERS = {
    "": ((1, 1, -1, 1), (0, 0, 1), (0, 0, 1)),
    "1": ((1, 0, 1), (0, 1), (0, 0, 0, 1)),
    "2": ((1, 0, 1), (0, 0, 0, 1), (0, 1)),
    "12": ((1, 1, -1, 1), (0, 0, 1), (0, 0, 1)),
    "3": ((1, -1, 1, 1), (0, 1), (0, 1)),
    "13": ((0, 1, 0, 1), (1,), (0, 0, 1)),
    "23": ((0, 1, 0, 1), (0, 0, 1), (1,)),
    "123": ((1, -1, 1, 1), (0, 1), (0, 1)),
}
"""By databases, for the answers 0, 2 and 3: the coefficients of 1, α, α², α³."""
POLYNOMIAL = (as_number(1), a, a**2, a**3)


def numerator(coefficients):
    """Return a polynomial whose coefficients are 0, 1 and -1."""
    return total([-each if sign < 0 else each for sign, each in zip(coefficients, POLYNOMIAL, strict=False) if sign])


entries_of = [[as_number(0)] * 4 for _ in POWERS]
for d, row in enumerate(POWERS.values()):
    for answer, coefficients in zip((0, 2, 3), row, strict=True):
        entries_of[d][answer] = numerator(coefficients) / whole
body = as_number(0)
for d in reversed(range(8)):
    row = as_number(0)
    for k in reversed(range(4)):
        row = If(r == k, entries_of[d][k], row)
    body = If(i == d, row, body)
best = explained("x_{0}", (a,), function(i, r, body))(a)
first_reads = named("T_1", table([[0, 1, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 1, 0]]))
second_reads = named("T_2", table([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 0, 0]]))


def positive_whole(proof):
    return proof.product(0 < 1 + a, 0 < 1 + a**2)


@claim.clause("attained-private", 0 <= a, a <= 1, private_on_cube(best, a, 3))
def attained_private(proof):
    level, below = proof.have(0 <= a), proof.have(0 <= 1 - a)
    facts = [proof.product(*[level] * k, *[below] * (5 - k)) for k in range(6)]
    facts.append(positive_whole(proof))
    row = proof.assuming(between(0, i, 7))
    cell = row.assuming(between(0, r, 3))
    sign = best[i, r] >= 0
    each = cell.cases(sign, *((i == d, lambda case: case.have(sign, *facts)) for d in range(8)))
    answer = proof.assuming(between(0, r, 3))
    goal = unfold(proof.goal).args[1].args[2]
    near = answer.cases(goal, *((r == k, lambda case: case.have(goal, *facts)) for k in range(4)))
    return proof.qed(proof.every((i, 0, 7), (r, 0, 3), each), proof.all(near, r, between(0, r, 3)))


for name, remap, user in (("first", first_reads, first_user), ("second", second_reads, second_user)):
    claim.clause(f"attained-{name}", 0 <= a, loses(product(best, remap, 3), user) == least)(by_arithmetic)

# Oblivious mechanisms

by_result = function(i, r, x[results[i], r])


@claim.clause(
    "oblivious", *(0 <= a, 0 <= e, e <= half, 1 <= u, private(x, a, 3, 3)), a / (1 + a) <= loses(by_result, first_user)
)
def oblivious(proof):
    """The loss is at least 1 - (x_11 + x_22)/2. By privacy between the results 1 and 2 it is at least α/(1+α)."""
    nonneg, rows, near = proof.parts(private(x, a, 3, 3))[-3:]
    row, cell = proof.assuming(between(0, i, 7)), proof.assuming(between(0, i, 7), between(0, r, 3))
    for inner in (row, cell):
        inner.remember(inner.have(between(0, results[i], 3)))
    sign = cell.restated(cell.fact(nonneg(results[i], r)), by_result[i, r] >= 0)
    one = row.restated(row.fact(rows(results[i])), Sum(r, 0, 3, by_result[i, r]) == 1)
    entries = proof.every((i, 0, 7), (r, 0, 3), sign)
    lost = proof.cite(f"{SOURCE}.uniqueness#by-results", entries, proof.all(one, i, between(0, i, 7)), x=by_result)
    rest = [proof.have(x[at, 1] + x[at, 2] <= 1, rows(at), nonneg(at, 0), nonneg(at, 3)) for at in (1, 2)]
    facts = *rest, *near(1, 1).parts(), *near(1, 2).parts()
    scaled = proof.have(2 * a <= (1 + a) * (2 - x[1, 1] - x[2, 2]), *facts)
    names = numbers("y z")
    last = Proof([2 * a <= (1 + a) * (2 - names[0] - names[1]), 0 <= a])
    quotient = last.have(a / (1 + a) <= 1 - (names[0] + names[1]) / 2).theorem
    return proof.opaque(proof.goal, lost, proof.use(quotient, scaled, y=x[1, 1], z=x[2, 2]))


best_by_result = explained(
    "y_{0}",
    (a,),
    function(i, r, If(r == 1, If(results[i] <= 1, 1, a) / (1 + a), If(r == 2, If(results[i] <= 1, a, 1) / (1 + a), 0))),
)(a)

claim.clause("oblivious-private", 0 <= a, a <= 1, private_on_cube(best_by_result, a, 3))(by_arithmetic)

for name, user in (("first", first_user), ("second", second_user)):
    claim.clause(f"oblivious-{name}", 0 <= a, loses(best_by_result, user) == a / (1 + a))(by_arithmetic)


# The common factor: the quotient of `least`, or α/(1+α), and what one user loses alone

alone = a * (3 + a**2) / (4 * (1 + a)) + (1 - a) * e
highest = (3 + 2 * a + 3 * a**2) / ((1 + a**2) * (3 + a**2))


def at(formula, **values):
    return substitute(formula, {{"a": "α", "e": "ε"}[name]: as_number(value) for name, value in values.items()})


claim.clause("borders", 0 <= a, both(at(least, e=first_end) == a / (1 + a), at(alone, e=a / 4) == a / (1 + a)))(
    by_arithmetic
)
claim.clause(
    "at-zero", 0 <= a, both(at(least, e=0) == highest * at(alone, e=0), a / (1 + a) == 4 / (3 + a**2) * at(alone, e=0))
)(by_arithmetic)
claim.clause(
    "at-half",
    both(at(least, a=half, e=0) == "19/60", at(alone, a=half, e=0) == "13/48", at(highest, a=half) == "76/65"),
)(by_evaluation)


@claim.clause("factor-falls", 0 < a, a < 1, e < t, at(least, e=t) * alone < least * at(alone, e=t))
def factor_falls(proof):
    signs = [proof.have(0 < each) for each in (a, a, 1 - a, 1 + a, 1 + a, t - e)]
    return proof.qed(proof.product(*signs))


@claim.clause("better-than-oblivious", 0 < a, a < 1, 4 * (1 + a) * e < a * (1 - a), least < a / (1 + a))
def better_than_oblivious(proof):
    return proof.qed()


top, bottom = 3 + 2 * a + 3 * a**2, (1 + a**2) * (3 + a**2)
claim.clause("highest-level", at(highest, a="459/1000") > "117/100")(by_evaluation)


@claim.clause("at-every-level", 0 <= a, highest < "1171/1000")
def at_every_level(proof):
    near = a - Fraction("0.4595")
    below = proof.have(top < Fraction("1.171") * bottom, squares=[near, near * a, near * (1 + a)])
    return proof.have(proof.goal, below)


turning = (
    6
    - 3 * (a + b) * (4 + a**2 + b**2)
    - 8 * a * b
    - 2 * a * b * (a**2 + a * b + b**2)
    + 3 * (a + b) * (3 - a**2 * b**2)
)
"""The difference of the factors at two levels, times both denominators, divided by the difference of the levels."""


@cache
def compared(sign):
    """Return the factor at α < β is smaller, or larger, where `turning` is > 0, or < 0."""
    proof = Proof([0 <= a, a < b, 0 < sign * turning])
    other = {"α": b}
    goal = 0 < sign * (substitute(top, other) * bottom - top * substitute(bottom, other))
    return proof.have(goal).theorem


MONOMIALS = ((1, 0), (0, 1), (1, 1), (3, 0), (2, 1), (1, 2), (0, 3), (3, 1), (2, 2), (1, 3), (3, 2), (2, 3))


def by_turning(proof, sign, end):
    """Return which of two levels on one side of the end has the larger factor."""
    bound = as_number(Fraction(end))
    order = (lambda low, high: low <= high) if sign > 0 else (lambda low, high: high <= low)
    powers = {}
    for k in range(4):
        for name, level in (("a", a), ("b", b)):
            ends = {"α": level, "β": bound} if sign > 0 else {"α": bound, "β": level}
            powers[name, k] = proof.use(lemmas.powers_rise(), k=k, **ends)
    signs = {
        (name, k): proof.use(lemmas.power_nonnegative(), 0 <= level, α=level, k=k)
        for name, level in (("a", a), ("b", b))
        for k in range(4)
    }
    facts = []
    for i_, j_ in MONOMIALS:
        parts = proof.product(signs["b", j_], powers["a", i_]), powers["b", j_]
        facts.append(proof.have(order(a**i_ * b**j_, bound ** (i_ + j_)), *parts))
    return proof.qed(proof.use(compared(sign), proof.have(0 < sign * turning, *facts)))


other_level = at(highest, a=b)
claim.clause("rises-in-level", 0 <= a, a < b, b <= "459/1000", highest < other_level)(
    lambda proof: by_turning(proof, 1, "459/1000")
)
claim.clause("falls-in-level", "46/100" <= a, a < b, other_level < highest)(
    lambda proof: by_turning(proof, -1, "46/100")
)
