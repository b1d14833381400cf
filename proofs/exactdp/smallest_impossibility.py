"""When one mechanism serves all users with priors over databases, and when no mechanism serves even two simple users.

Suppose that databases with the results i and i+1 are always neighbours. This is the case for one row (`one-row`), and
for two rows with the values 0 and 1 (`two-rows`). Then the best rows for each result make a mechanism on results that
loses no more. So no mechanism loses less than the best mechanism on results. In all other cases take two users with
weights 1/2 on opposite corners of a square of databases, or of two squares side by side in a cube. Alone, each loses
α/2 (`square-alone`, `square-attained`) or α²/(1+α) (`cube-alone`, exactdp.approximation-factor#attained-loss). Together
they lose 2/(1+α) times as much (`square`, `cube`, `factor`): the cost of a response for both users is least for one of
four pairs of readings, and is then a sum of slacks of neighbours.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.database import result_changes
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.cube import EDGES, private_on_cube
from exactdp.claims.vocabulary.database import as_answered, error, reading
from exactdp.model.losses import table as loss_table
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    "exactdp.smallest-impossibility",
    "the smallest databases on which no mechanism serves all users",
    section="8",
    position=20,
    kept=KEPT
    | {
        **dict.fromkeys(("p is a prior on {0..s}", "p is a prior on {0..3}"), "the user"),
        **dict.fromkeys(("0 ≤ j", "j ≤ n-1"), "a row"),
        "∀ integer d, i, r with 0 ≤ d ≤ s, 0 ≤ i ≤ s, 0 ≤ r ≤ m: α·x[d,r] ≤ x[i,r]": "no drawn mechanism loses less",
        "c has results 0, 1 on {0..s}": "the results of one row",
    },
)

d, i, j, k, m, n, r, v = indices("d i j k m n r v")
a, b = numbers("α b")
x = matrix("x")
w, z = vectors("w z")
f = variable("f", VECTOR)
S, e = variable("S", SET), variable("e", INDEX_MAP)


def total(terms):
    first, *others = terms
    return sum(others, first)


# The square: the databases 0 to 3 are d_00, d_10 with the result k, and d_01, d_11 with the result k+1

SQUARE = [(0, 1), (2, 3), (0, 2), (1, 3)]
private_on_square = explained(
    "{0} is {1}-private on a square with responses {{0..{2}}}",
    (x, a, m),
    stochastic(x, 3, m)
    & All(
        r,
        between(0, r, m),
        both(*(a * x[one, r] <= x[other, r] for edge in SQUARE for one, other in (edge, edge[::-1]))),
    ),
)


HELD = {"square": ((0, 3), (1, 2)), "cube": ((1, 6), (2, 5))}
PRICES = {"square": (a * total([f[at] for at in range(4)]), 1 + a)}
PRICES["cube"] = (a**2 * total([*(f[at] for at in (1, 2, 5, 6)), 2 * f[0], 2 * f[4]]), (1 + a) ** 2)
NEAR, SIZES = {"square": SQUARE, "cube": EDGES}, {"square": 4, "cube": 8}


@cache
def cheapest(where):
    """Return that the smaller entries of the two pairs that the users hold are enough of a private column."""
    pairs = [pair for edge in NEAR[where] for pair in (edge, edge[::-1])]
    slacks = [a * f[one] <= f[other] for one, other in pairs]
    price, scale = PRICES[where]
    smaller = [If(f[one] <= f[other], f[one], f[other]) for one, other in HELD[where]]
    proof = Proof([0 <= a, a <= 1, *(0 <= f[at] for at in range(SIZES[where])), *slacks])
    level = proof.know(0 <= a)
    facts = [each for slack in slacks for each in (proof.know(slack), proof.product(level, proof.know(slack)))]
    facts += [proof.product(level, level, proof.know(slack)) for slack in slacks]
    goal = price <= scale * total(smaller)

    def by_second(case):
        order = f[HELD[where][1][0]] <= f[HELD[where][1][1]]
        return case.cases(goal, *((each, lambda last: last.have(goal, *facts)) for each in (order, TRUE)))

    order = f[HELD[where][0][0]] <= f[HELD[where][0][1]]
    return proof.cases(goal, (order, by_second), (TRUE, by_second)).theorem


def cost(held, weights):
    """Return what a user spends on a response that is read as the second of its databases with this weight."""
    return x[held[0], r] * weights[r] + x[held[1], r] * (1 - weights[r])


def in_common(proof, where, mechanism, least):
    """Return the least sum of both errors."""
    nonneg, rows, near = proof.parts(mechanism)[-3:]
    one = proof.assuming(between(0, r, m))
    size = SIZES[where]
    entries = [one.have(0 <= x[at, r], nonneg(at, r)) for at in range(size)]
    column = {"f": function(i, x[i, r])}
    price, scale = (substitute(each, column) for each in PRICES[where])
    lemma = one.use(cheapest(where), *entries, *near(r).parts(), **column)
    costs = []
    for held, weights in zip(HELD[where], (w, z), strict=True):
        bounds = one.know(reading(weights, m))(r).parts()
        first, second = (x[at, r] for at in held)
        less = If(first <= second, first, second)
        costs.append(one.have(less <= cost(held, weights), *bounds, *entries))
    marks = [each.says.args[0] for each in costs]
    spent = total([each.says.args[1] for each in costs])
    scaled = one.product(0 <= scale, one.opaque(total(marks) <= spent, *costs))
    each = one.opaque(price <= scale * spent, lemma, scaled)
    sums = proof.termwise(r, 0, m, each)
    errors = total([error(x, weights, *held, m) for held, weights in zip(HELD[where], (w, z), strict=True)])
    known = proof.have(least[0] <= scale * errors, sums, *(rows(at) for at in range(size)))
    return proof.have(least[1] <= errors, known)


readings = (reading(w, m), reading(z, m))

claim.clause(
    "square",
    *(0 <= a, a <= 1, private_on_square(x, a, m), *readings),
    2 * a / (1 + a) <= error(x, w, 0, 3, m) + error(x, z, 1, 2, m),
)(lambda proof: in_common(proof, "square", private_on_square(x, a, m), (2 * a, 2 * a / (1 + a))))

claim.clause(
    "cube",
    *(0 <= a, a <= 1, private_on_cube(x, a, m), *readings),
    4 * a**2 / (1 + a) ** 2 <= error(x, w, 1, 6, m) + error(x, z, 2, 5, m),
)(lambda proof: in_common(proof, "cube", private_on_cube(x, a, m), (4 * a**2, 4 * a**2 / (1 + a) ** 2)))


# One user alone: along a walk of two or three steps between the databases it holds


@claim.clause("square-alone", *(0 <= a, private(x, a, 2, m), reading(w, m)), a / 2 <= error(x, w, 0, 2, m))
def square_alone(proof):
    _, rows, near = proof.parts(private(x, a, 2, m))[-3:]
    one = proof.assuming(between(0, r, m))
    bounds = one.know(reading(w, m))(r).parts()
    first, second = near(0, r).parts()[0], near(1, r).parts()[1]
    less = a * x[1, r] <= x[0, r] * w[r] + x[2, r] * (1 - w[r])
    signs = one.have(0 <= w[r]), one.have(0 <= 1 - w[r])
    parts = one.product(signs[0], first), one.product(signs[1], second)
    return proof.qed(proof.termwise(r, 0, m, less, one.have(less, *parts, *bounds)), rows(1))


claim.clause("cube-alone", *(0 <= a, private(x, a, 3, m), reading(w, m)), a**2 / (1 + a) <= error(x, w, 0, 3, m))(
    lambda proof: proof.cite("exactdp.approximation-factor#walk", k=1)
)

turned = If(i == 0, a, If(i == 1, as_number(1), 2 - a)) / 2
for_two = explained("walk_2({0})", (a,), function(i, r, If(r == 1, turned, If(r == 0, 1 - turned, 0))))(a)
"""Answers 1 with probability α/2, 1/2 or 1-α/2, as none, one or both of two rows are those of the second database."""

claim.clause(
    "square-attained", *(0 <= a, a <= 1), private(for_two, a, 2, 1) & (error(for_two, as_answered, 0, 2, 1) == a / 2)
)(by_arithmetic)


# Both users by one mechanism: on the square each reads by the result, in {0,1}^3 by row 3 and by how many of 1, 2 fit

factor = 2 / (1 + a)
claim.clause(
    "factor",
    *(0 < a, a < 1),
    both(
        2 * a / (1 + a) == factor * (2 * (a / 2)),
        4 * a**2 / (1 + a) ** 2 == factor * (2 * (a**2 / (1 + a))),
        1 < factor,
    ),
)(lambda proof: proof.qed(0 < (1 + a) ** 2))

by_result = explained(
    "y_{0}", (a,), function(i, r, If(r == 0, If(i <= 1, as_number(1), a), If(r == 1, If(i <= 1, a, 1), 0)) / (1 + a))
)(a)
"""Answers 0 or 1 as the result is the lower or the higher one, with probability 1/(1+α): G for n = 1."""

claim.clause(
    "square-together",
    *(0 <= a, a <= 1),
    both(
        private_on_square(by_result, a, 1),
        error(by_result, as_answered, 0, 3, 1) == a / (1 + a),
        error(by_result, as_answered, 1, 2, 1) == a / (1 + a),
    ),
)(by_arithmetic)


def geometric_entry(first, second):
    """Return the product of an entry of G for n = 1 and one for n = 2, times (1+α)²."""
    power = abs(first[0] - first[1]) + abs(second[0] - second[1])
    found = (as_number(1), a, a**2, a**3)[power]
    return found * (1 - a) if second[1] == 1 else found


entries_of = [
    [geometric_entry((d_ // 4, r_ // 3), ((1 - d_ % 2) + d_ // 2 % 2, r_ % 3)) for r_ in range(6)] for d_ in range(8)
]
body = as_number(0)
for d_ in reversed(range(8)):
    row = as_number(0)
    for r_ in reversed(range(6)):
        row = If(r == r_, entries_of[d_][r_] / (1 + a) ** 2, row)
    body = If(i == d_, row, body)
by_rows = explained("x_{0}", (a,), function(i, r, body))(a)
"""Answers 3u+v: u as G tells row 3, and v as G tells how many of the rows 1 and 2 are like those of {2}."""
reads = [
    function(r, If(high, as_number(1), 0)) for high in ((r == 2) | (r == 5) | (r == 4), (r == 0) | (r == 3) | (r == 4))
]
"""Who holds {1} and {2,3}, and who holds {2} and {1,3}, reads v = 0 and v = 2 as its two databases, v = 1 as row 3."""


@claim.clause("cube-private", 0 <= a, a <= 1, private_on_cube(by_rows, a, 5))
def cube_private(proof):
    level, below = proof.have(0 <= a), proof.have(0 <= 1 - a)
    exponents = [(one, other) for one in range(4) for other in range(3) if one or other]
    facts = [proof.product(*[level] * one, *[below] * other) for one, other in exponents]
    facts.append(proof.product(0 < 1 + a, 0 < 1 + a))
    row = proof.assuming(between(0, i, 7))
    cell = row.assuming(between(0, r, 5))
    sign = by_rows[i, r] >= 0
    each = cell.cases(sign, *((i == d_, lambda case: case.have(sign, *facts)) for d_ in range(8)))
    answer = proof.assuming(between(0, r, 5))
    goal = unfold(proof.goal).args[1].args[2]
    near = answer.cases(goal, *((r == r_, lambda case: case.have(goal, *facts)) for r_ in range(6)))
    return proof.qed(proof.every((i, 0, 7), (r, 0, 5), each), proof.all(near, r, between(0, r, 5)))


together = [
    error(by_rows, by, *held, 5) == 2 * a**2 / (1 + a) ** 2 for by, held in zip(reads, HELD["cube"], strict=True)
]
claim.clause("cube-together", 0 <= a, both(*together))(by_arithmetic)


# When one mechanism serves all users: a mechanism that is best for results is best for databases

l, y = matrix("l"), matrix("y")  # noqa: E741 (the papers' letter for a loss)
p, q = vectors("p q")


def least_on_results(alpha, weights, losses, *sizes):
    """Return the least loss of an α-private mechanism on results, by the library."""
    last, responses = sizes
    costs = loss_table([[entry(losses, (i_, r_)) for r_ in range(responses + 1)] for i_ in range(last + 1)])
    user = BayesianUser(costs, [entry(weights, (i_,)) for i_ in range(last + 1)])
    return solve_polytope(Problem(user, alpha, responses=range(responses + 1))).value


best_on_results = explained(
    "{0} bounds {1}-private losses for {3} and {4} ({2},{5})",
    (b, a, n, q, l, m),
    All(y, private(y, a, n, m), b <= bayesian_loss(q, l, y, n, m)),
    decide=lambda bound, alpha, last, weights, losses, responses: (
        bound <= least_on_results(alpha, weights, losses, last, responses)
    ),
)
"""No mechanism on the results 0 to n is better for a user with a prior and a loss."""


@generator(best_on_results)
def some_bound(rng, turn, alpha, last, *given):
    """Compute the least loss."""
    weights, losses, responses = given
    return least_on_results(alpha, weights, losses, last, responses) if 0 <= alpha <= 1 and responses >= 0 else None


result = variable("c", INDEX_MAP)
(s,) = indices("s")
on_databases = Sum(d, 0, s, p[d] * Sum(r, 0, m, x[d, r] * l[result[d], r]))


def induced(at):
    """Return the weight of a result."""
    return Sum(d, 0, s, If(result[d] == at, p[d], 0))


in_two = explained(
    "{0} has results 0, 1 on {{0..{1}}}", (result, s), All(d, between(0, d, s), between(0, result[d], 1))
)(result, s)
every_pair = explained(
    "{0} is {1}-private on neighbours {{0..{2}}} with responses {{0..{3}}}",
    (x, a, s, m),
    stochastic(x, s, m) & Every((d, 0, s), (i, 0, s), (r, 0, m), a * x[d, r] <= x[i, r]),
)(x, a, s, m)
"""For n = 1, all databases are neighbours of all."""
induced_prior = explained("q", (p, result, s), function(i, induced(i)))(p, result, s)
best_for_one_row = best_on_results(b, a, 1, induced_prior, l, m)


@claim.clause(
    "one-row", *(0 <= a, a <= 1, 0 <= s, every_pair, prior(p, s), in_two), best_for_one_row, b <= on_databases
)
def one_row(proof):
    entries, _rows, near = proof.parts(every_pair)[-3:]
    weights = proof.parts(prior(p, s))[-2]

    def lost(at, value):
        return Sum(r, 0, m, x[at, r] * l[value, r])

    least = [Least(d, 0, s, lost(d, as_index(value))) for value in (0, 1)]
    found_first = proof.let(proof.fact(core.attained(least[0])), j)

    def second(deep, found_second):
        rows_of = function(i, r, If(i == 0, x[j, r], x[k, r]))
        cell = deep.assuming(between(0, r, m))
        facts = [entries(at, r) for at in (j, k)] + [near(*pair)(r) for pair in ((j, k), (k, j))]
        pair = deep.assuming(between(0, i, 0), between(0, r, m))
        near_ = both(a * rows_of[i + 1, r] <= rows_of[i, r], a * rows_of[i, r] <= rows_of[i + 1, r])
        known = pair.have(near_, *(pair.fact(each) for each in facts))
        row = deep.assuming(between(0, i, 1))
        one = Sum(r, 0, m, rows_of[i, r]) == 1
        ones = row.cases(one, (i == 0, lambda last: last.have(one)), (TRUE, lambda last: last.have(one)))
        sign = deep.assuming(between(0, i, 1), between(0, r, m))
        signs = sign.have(0 <= rows_of[i, r])
        mechanism = deep.have(
            private(rows_of, a, 1, m),
            deep.every((i, 0, 1), (r, 0, m), signs),
            deep.all(ones, i, between(0, i, 1)),
            deep.every((i, 0, 0), (r, 0, m), known),
        )
        best = deep.fact(deep.know(best_for_one_row)(rows_of), mechanism)
        A, B = lost(j, as_index(0)), lost(k, as_index(1))
        parts = [function(d, If(result[d] == value, p[d], 0)) for value in (0, 1)]
        cell = deep.assuming(between(0, d, s))
        lows = [cell.fact(core.bounds(each, d)) for each in least]
        goal = A * parts[0][d] + 1 * (B * parts[1][d]) <= p[d] * lost(d, result[d])

        def with_result(value, attained):
            def found(inner):
                same = inner.have(as_index(value) == result[d])
                own = lost(d, as_index(value))
                mine = (A, B)[value]
                less = inner.opaque(mine <= own, lows[value], attained)
                scaled_ = inner.product(weights(d), less)
                whole = inner.opaque(mine * p[d] <= p[d] * own, scaled_)
                at_result = inner.replace(same, lambda v: mine * p[d] <= p[d] * lost(d, v), whole)
                values = [inner.have(parts[at][d] == (p[d] if at == value else 0)) for at in (0, 1)]
                return inner.opaque(goal, at_result, *values)

            return found

        last_of = found_first.parts()[-1], found_second.parts()[-1]
        each = cell.knowing(
            cell.know(in_two)(d),
            lambda inner: inner.cases(
                goal, (result[d] == 0, with_result(0, last_of[0])), (TRUE, with_result(1, last_of[1]))
            ),
        )
        sums = deep.termwise(d, 0, s, goal, each)
        apart = deep.use(
            lemmas.sum_of_two(), low=0, high=s, f=function(d, A * parts[0][d]), g=function(d, B * parts[1][d]), t=1
        )
        scaled_sums = [
            deep.use(lemmas.scaled_sum(), low=0, high=s, t=of, f=part) for of, part in ((A, parts[0]), (B, parts[1]))
        ]
        totals = [induced(at) for at in (0, 1)]
        value = deep.have(best.says.args[1] == totals[0] * A + totals[1] * B)
        return deep.opaque(proof.goal, best, value, sums, apart, *scaled_sums)

    return proof.obtain(proof.fact(core.attained(least[1])), k, second)


two_rows = (p[0], p[1] + p[2], p[3])
on_four = total([p[d_] * Sum(r, 0, m, x[d_, r] * l[value, r]) for d_, value in enumerate((0, 1, 1, 2))])
from_priors = function(i, If(i == 0, two_rows[0], If(i == 1, two_rows[1], two_rows[2])))


@claim.clause(
    "two-rows",
    *(0 <= a, a <= 1, private_on_square(x, a, m), prior(p, 3), best_on_results(b, a, 2, from_priors, l, m)),
    b <= on_four,
)
def all_of_two_rows(proof):
    nonneg, rows, near = proof.parts(private_on_square(x, a, m))[-3:]
    weights = proof.parts(prior(p, 3))[-2]
    best = proof.know(best_on_results(b, a, 2, from_priors, l, m))
    lost = [Sum(r, 0, m, x[at, r] * l[value, r]) for at, value in enumerate((0, 1, 1, 2))]

    def with_middle(at):
        def found(case):
            rows_of = function(i, r, If(i == 0, x[0, r], If(i == 1, x[at, r], x[3, r])))
            cell, row = case.assuming(between(0, i, 2), between(0, r, m)), case.assuming(between(0, i, 2))
            places = (i == 0, 0), (i == 1, at), (TRUE, 3)
            sign, one = 0 <= rows_of[i, r], Sum(r, 0, m, rows_of[i, r]) == 1
            signs = cell.cases(sign, *((f_, lambda last, d_=d_: last.have(sign, nonneg(d_, r))) for f_, d_ in places))
            ones = row.cases(one, *((f_, lambda last, d_=d_: last.have(one, rows(d_))) for f_, d_ in places))
            step = case.assuming(between(0, i, 1), between(0, r, m))
            pair = both(a * rows_of[i + 1, r] <= rows_of[i, r], a * rows_of[i, r] <= rows_of[i + 1, r])
            facts = near(r).parts()
            pairs = step.cases(
                pair, (i == 0, lambda last: last.have(pair, *facts)), (TRUE, lambda last: last.have(pair, *facts))
            )
            mechanism = case.have(
                private(rows_of, a, 2, m),
                case.every((i, 0, 2), (r, 0, m), signs),
                case.all(ones, i, between(0, i, 2)),
                case.every((i, 0, 1), (r, 0, m), pairs),
            )
            least = case.fact(best(rows_of), mechanism)
            value = case.have(
                least.says.args[1] == two_rows[0] * lost[0] + two_rows[1] * lost[at] + two_rows[2] * lost[3]
            )
            other = case.product(weights(3 - at), 0 <= lost[3 - at] - lost[at])
            return case.opaque(proof.goal, least, value, other)

        return found

    return proof.cases(proof.goal, (lost[1] <= lost[2], with_middle(1)), (TRUE, with_middle(2)))


alike = (S[v] & S[e[j]]) | (~S[v] & ~S[e[j]])


@claim.clause("same-result", between(0, j, n - 1), alike, count(changed(e, j, v), S, n) == count(e, S, n))
def same_result(proof):
    changes = proof.use(result_changes(), d=e)
    return proof.either(proof.know(alike), *[lambda case: case.have(proof.goal, changes)] * 2)


claim.clause("next-result", between(0, j, n - 1), S[v], ~S[e[j]], count(changed(e, j, v), S, n) == count(e, S, n) + 1)(
    lambda proof: proof.qed(proof.use(result_changes(), d=e))
)


@claim.clause("neighbours", between(0, j, n - 1), neighbours(e, changed(e, j, v), n))
def changed_row(proof):
    other = proof.assuming(between(0, k, n - 1), k != j)
    same = e[k] == If(k == j, v, e[k])
    each = other.either(other.know(k != j), *[lambda case: case.have(same)] * 2)
    return proof.witness(proof.goal, j, proof.all(each, k, between(0, k, n - 1), k != j))


h = variable("h", INDEX_MAP)
unlike = explained("unlike({0},{1},{2})", (e, h, n), Sum(i, 0, n - 1, If(e[i] == h[i], as_number(0), 1)))
"""In how many rows two databases differ."""
other_row = changed(e, j, v)


@claim.clause(
    "rows-alike",
    between(0, j, n - 1),
    both(unlike(other_row, h, n) <= unlike(e, h, n) + 1, unlike(e, h, n) <= unlike(other_row, h, n) + 1),
)
def rows_alike(proof):
    """So the mechanisms for one user, which depend only on how many rows are alike, are private on databases."""
    row = proof.assuming(between(0, i, n - 1))
    here = If(i == j, as_number(1), 0)
    bit = If(k == d, as_number(0), 1)
    bits = Proof([]).have(both(0 <= bit, bit <= 1)).theorem
    found = []
    for one, other in ((other_row, e), (e, other_row)):
        first, second = (If(of[i] == h[i], as_number(0), 1) for of in (one, other))
        goal = first <= second + 1 * here
        terms = [first, second, here]

        def in_row(case, goal=goal, terms=terms, rows=(one, other)):
            sizes = [part for of in rows for part in case.use(bits, k=of[i], d=h[i]).parts()]
            return case.opaque(goal, *sizes, here == 1, terms=terms)

        def elsewhere(case, goal=goal, terms=terms, rows=(one, other)):
            same = case.have(rows[0][i] == rows[1][i])
            equal = case.replace(same, lambda k: terms[0] <= If(k == h[i], as_number(0), 1))
            return case.opaque(goal, equal, here == 0)

        each = row.cases(goal, (i == j, in_row), (TRUE, elsewhere))
        parts = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, f=function(i, second), g=function(i, here), t=1)
        ones = proof.use(lemmas.one_term(), low=0, high=n - 1, f=lambda _: as_number(1))
        found.append(
            proof.have(
                unlike(one, h, n) <= unlike(other, h, n) + 1, proof.termwise(i, 0, n - 1, goal, each), parts, ones
            )
        )
    return proof.qed(*found)
