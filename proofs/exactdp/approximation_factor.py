"""Bounds on how badly one mechanism must serve users with priors over databases, and on how badly it can.

A user with the weights 1/2 on two databases confuses them with the probability err. For an oblivious mechanism the
results k and k+1 are at the distance 1. For other mechanisms, two databases with these results can be at the distance
2k+1: obliviousness costs this user a factor α^-k. In {0,1}^3 there are four pairs of opposite databases. Randomized
response, which flips each row with probability α/(1+α), is the best mechanism for four users with one pair each.
Conversely, every column of an α-private mechanism sums to at most t^n times its least entry, for t = (α+m-1)/α. So
every user loses at least (m/t)^n times as much as with the best constant response.
"""

from functools import cache
from itertools import permutations

from exactdp.claims.language import *
from exactdp.claims.lemmas.binomial import equal_powers
from exactdp.claims.lemmas.database import sum_of_distances
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.cube import EDGES, private_on_cube
from exactdp.claims.vocabulary.database import as_answered, databases, error, private_by_distance, reading, walk

claim = Claim(
    "exactdp.approximation-factor",
    "common factors for many users, and for all",
    section="8",
    position=30,
    kept=KEPT
    | {
        "0 ≤ k": "there are 2k+1 rows",
        "0 < b": "b is 1/α",
        **dict.fromkeys(("0 ≤ i", "i ≤ N[n]-1"), "the databases with n rows are numbered from 0 to N[n]-1"),
        **dict.fromkeys(("D = distances(N,B,n,m)", "B = multiples(m;s)"), "the instances are drawn as databases"),
        **dict.fromkeys(
            (
                f"err(x,(r ↦ w[{u},r]);{first},{7 - first},m) ≤ b"
                for users in (range(4), (1, 2, 4))
                for u, first in enumerate(users)
            ),
            "no bound that is drawn is below all losses",
        ),
    },
)

i, j, k, m, n, r = indices("i j k m n r")
a, x = number("α"), matrix("x")
(w,) = vectors("w")
d, e = (variable(name, INDEX_MAP) for name in "de")

# One user holds the first and the last database of a walk, and reads response r as the last one with probability w_r


def as_second(row):
    return Sum(r, 0, m, x[row, r] * w[r])


def as_first(row):
    return Sum(r, 0, m, x[row, r] * (1 - w[r]))


def summed(proof, factor, inputs, weights, less):
    """Return factor·Σ x_high·weight ≤ Σ x_low·weight from the same of entries."""
    low, high = inputs
    inner = proof.assuming(between(0, r, m))
    bounds = inner.know(reading(w, m))(r).parts()
    each = inner.have(factor * (x[high, r] * weights[r]) <= x[low, r] * weights[r], less(inner), *bounds)
    return proof.have(
        factor * Sum(r, 0, m, x[high, r] * weights[r]) <= Sum(r, 0, m, x[low, r] * weights[r]),
        proof.termwise(r, 0, m, each),
    )


second, first = w, function(r, 1 - w[r])


def between_neighbours(proof, mechanism, at):
    """Return that reading two neighbours costs at least 2α/(1+α) in sum, times 1+α."""
    _, _rows, near = proof.parts(mechanism)[-3:]
    up = summed(proof, a, (at, at + 1), second, lambda inner: inner.fact(near(at, r)).parts()[0])
    down = summed(proof, a, (at + 1, at), first, lambda inner: inner.fact(near(at, r)).parts()[1])
    goal = 2 * a <= (1 + a) * (as_second(at) + as_first(at + 1))
    return proof.have(goal, up, down)


claim.clause(
    "oblivious",
    *(0 <= a, private(x, a, n, m), between(0, i, n - 1), reading(w, m)),
    a / (1 + a) <= error(x, w, i, i + 1, m),
)(lambda proof: proof.qed(between_neighbours(proof, private(x, a, n, m), i)))

last = 2 * k + 1


@claim.clause(
    "walk", *(0 <= a, 0 <= k, private(x, a, last, m), reading(w, m)), a ** (k + 1) / (1 + a) <= error(x, w, 0, last, m)
)
def along_a_walk(proof):
    mechanism = private(x, a, last, m)

    def far(lemma, start):
        return lambda inner: inner.detach(inner.use(lemma(), i=start, n=last))

    begin = summed(proof, a**k, (0, k), second, far(lemmas.entry_of_private_upwards, 0))
    end = summed(proof, a**k, (last, k + 1), first, far(lemmas.entry_of_private, k + 1))
    middle = proof.product(proof.use(lemmas.power_nonnegative()), between_neighbours(proof, mechanism, k))
    return proof.qed(*(proof.product(0 <= 1 + a, each) for each in (begin, end)), middle)


@claim.clause(
    "steps",
    between(0, j, n - 1),
    neighbours(function(i, If(i < j, e[i], d[i])), function(i, If(i < j + 1, e[i], d[i])), n),
)
def steps(proof):
    other = proof.assuming(between(0, i, n - 1), i != j)
    same = If(i < j, e[i], d[i]) == If(i < j + 1, e[i], d[i])
    each = other.either(other.know(i != j), *[lambda case: case.have(same)] * 2)
    return proof.witness(proof.goal, j, proof.all(each, i, between(0, i, n - 1), i != j))


def result(low, high):
    """Return the result of a database whose first k rows are `low` and whose other k+1 rows are `high`."""
    return count(function(i, If(i < k, low, high)), function(i, i == 1), last)


@claim.clause("results", 0 <= k, both(result(1, 0) == k, result(0, 1) == k + 1))
def results(proof):
    sums = []
    for low, high in ((1, 0), (0, 1)):
        row = If(If(i < k, as_index(low), as_index(high)) == 1, as_number(1), 0)
        ends = lambda v, low=low, high=high: If(v <= k, low * v, high * v + (low - high) * k)  # noqa: E731
        sums.append(proof.telescope(i, 0, last - 1, row, ends))
    return proof.qed(*sums)


attaining = walk(k, a)


@claim.clause("attained", 0 <= k, 0 <= a, a <= 1, private(attaining, a, last, 1))
def attained(proof):
    def powers(case, *exponents):
        scale, found = case.have(0 <= 1 - a * a), []
        for at in exponents:
            sides = case.use(lemmas.power_nonnegative(), k=at), case.use(lemmas.power_at_most_one(), k=at)
            found += [*sides, *(case.product(scale, each) for each in sides)]
        return found

    cell = proof.assuming(between(0, j, last), between(0, r, 1))
    sign = cell.cases(
        attaining[j, r] >= 0,
        (j <= k, lambda case: case.have(attaining[j, r] >= 0, *powers(case, k + 1 - j))),
        (TRUE, lambda case: case.have(attaining[j, r] >= 0, *powers(case, j - k))),
    )
    near = both(a * attaining[j + 1, r] <= attaining[j, r], a * attaining[j, r] <= attaining[j + 1, r])
    pair = proof.assuming(between(0, j, last - 1), between(0, r, 1))
    each = pair.cases(
        near,
        (j < k, lambda case: case.have(near, *powers(case, k - j, k - j - 1))),
        (j == k, lambda case: case.have(near)),
        (TRUE, lambda case: case.have(near, *powers(case, j - k))),
    )
    return proof.qed(
        proof.every((j, 0, last), (r, 0, 1), sign),
        proof.every((j, 0, last - 1), (r, 0, 1), each),
    )


claim.clause("sharp", 0 < a, (1 + 1 / a) * error(substitute(attaining, {"k": as_index(0)}), as_answered, 0, 1, 1) == 1)(
    by_arithmetic
)
claim.clause("attained-loss", 0 <= k, 0 <= a, error(attaining, as_answered, 0, last, 1) == a ** (k + 1) / (1 + a))(
    by_arithmetic
)


# The four users on {0,1}^3 who hold a database and its complement

PAIRS = [pair for edge in EDGES for pair in (edge, edge[::-1])]
f = variable("f", VECTOR)
turned = 3 * a**2 + a**3


def total(terms):
    first, *others = terms
    return sum(others, first)


def distance(one, other):
    return (one ^ other).bit_count()


@cache
def wrong_on(wrong):
    """Return that a response costs enough if it is wrong on these databases, one of each pair."""
    right = [7 - each for each in wrong]
    slacks = {(one, other): a * f[one] <= f[other] for one, other in PAIRS}
    proof = Proof([0 <= a, a <= 1, *(0 <= f[each] for each in range(8)), *slacks.values()])
    level, below, edge, far = (proof.have(each) for each in (0 <= a, 0 <= 1 - a, 0 <= 1 + 3 * a, 0 <= a + 3))
    two = proof.have(as_number(0) <= 2)
    layers = (two, level, far), (far, edge), (two, edge)
    center = [each for each in right if sum(distance(each, other) == 1 for other in right) == 3]
    if center:
        facts = [
            proof.product(*layers[distance(one, center[0])], proof.know(slack))
            for (one, other), slack in slacks.items()
            if distance(other, center[0]) > distance(one, center[0])
        ]
    else:
        own = next(
            dict(zip(right, each, strict=True))
            for each in permutations(wrong)
            if all(distance(*pair) == 1 for pair in zip(right, each, strict=True))
        )
        facts = [proof.product(edge, slacks[pair]) for pair in own.items()]
        facts += [proof.product(level, below, 0 <= 1 + a, 0 <= f[each]) for each in right]
    goal = turned * total([f[each] for each in right]) <= (1 + 3 * a) * total([f[each] for each in wrong])
    return proof.have(goal, *facts).theorem


HELD = {"three": ((1, 6), (2, 5), (4, 3)), "four": ((0, 7), (1, 6), (2, 5), (3, 4))}
"""The databases of each user."""
smaller = {users: [If(f[one] <= f[other], f[one], f[other]) for one, other in held] for users, held in HELD.items()}
PRICES = {
    "three": (a**2 * (2 * total([f[each] for each in range(1, 7)]) + 3 * (f[0] + f[7])), (1 + 2 * a) * (1 + a)),
    "four": (turned * total([f[each] for each in range(8)]), (1 + a) ** 3),
}


@cache
def column(users):
    """Return that the smaller entries of the pairs are enough of a private column."""
    slacks = [a * f[one] <= f[other] for one, other in PAIRS]
    proof = Proof([0 <= a, a <= 1, *(0 <= f[each] for each in range(8)), *slacks])
    level, below = proof.know(0 <= a), proof.have(0 <= 1 - a)
    facts = [proof.product(*[level] * k, proof.know(slack)) for k in range(3) for slack in slacks]
    facts += [proof.product(*[level] * k, below, 0 <= f[each]) for k in range(3) for each in range(8)]
    price, scale = PRICES[users]
    goal = price <= scale * total(smaller[users])

    def choose(inner, wrong):
        if len(wrong) == len(HELD[users]):
            known = [inner.use(wrong_on(tuple(wrong)))] if users == "four" else facts
            return inner.have(goal, *known)
        one, other = HELD[users][len(wrong)]
        sides = ((f[one] <= f[other], one), (TRUE, other))
        return inner.cases(goal, *((f_, lambda case, each=each: choose(case, [*wrong, each])) for f_, each in sides))

    return choose(proof, []).theorem


W = matrix("w")
b = number("b")
weights = [function(r, W[u, r]) for u in range(4)]


def positive(proof, scale):
    """Return that the scale is > 0, from its factors 1+α and 1+2α."""
    up, twice = proof.have(0 < 1 + a), proof.have(0 < 1 + 2 * a)
    factors = (up, up, up) if scale is PRICES["four"][1] else (twice, up)
    return proof.have(0 < scale, proof.product(*factors))


def cubed(proof):
    """Return that (1+α)³ > 0."""
    return proof.have(0 < (1 + a) ** 3, proof.product(*[proof.have(0 < 1 + a)] * 3))


def together(users, bound):
    """Add the clause that one of the users loses so much."""
    price, scale = PRICES[users]
    size = len(HELD[users])
    errors = [error(x, by, *held, m) for by, held in zip(weights, HELD[users], strict=False)]
    read = All(i, between(0, i, size - 1), reading(function(r, W[i, r]), m))

    @claim.clause(
        f"{users}-users",
        *(0 <= a, a <= 1, private_on_cube(x, a, m), read, *(each <= b for each in errors)),
        bound / scale <= b,
    )
    def lose(proof):
        nonneg, _rows, near = proof.parts(private_on_cube(x, a, m))[-3:]
        one = proof.assuming(between(0, r, m))
        entries = [one.have(0 <= x[each, r], nonneg(each, r)) for each in range(8)]
        at_r = {"f": function(i, x[i, r])}
        least = one.use(column(users), *entries, *near(r).parts(), **at_r)
        costs = []
        for u, (smallest, held) in enumerate(zip(smaller[users], HELD[users], strict=True)):
            cost = x[held[0], r] * W[u, r] + x[held[1], r] * (1 - W[u, r])
            costs.append(one.have(substitute(smallest, at_r) <= cost, *one.know(read)(u)(r).parts(), *entries))
        marks = [each.says.args[0] for each in costs]
        spent, needed = total([each.says.args[1] for each in costs]), substitute(price, at_r)
        scaled = one.product(positive(one, scale), one.opaque(total(marks) <= spent, *costs))
        each = one.opaque(needed <= scale * spent, least, scaled)
        sums = proof.termwise(r, 0, m, each)
        whole = proof.have(Sum(r, 0, m, needed) == 2 * size * bound)
        most = proof.have(2 * size * bound <= scale * (2 * total(errors)), sums, whole)
        above = positive(proof, scale)
        limits = [proof.product(above, each <= b) for each in errors]
        return proof.have(proof.goal, proof.opaque(bound <= scale * b, most, *limits), above)


together("three", 3 * a**2)
together("four", turned)
bits = [
    If((i == one) | (i == two) | (i == three) | (i == 7), 1, 0) for one, two, three in ((1, 3, 5), (2, 3, 6), (4, 5, 6))
]
rows_turned = explained(
    "turned({0},{1})", (i, r), as_index(total([abs(each - substitute(each, {"i": r})) for each in bits]))
)
"""In how many rows two of the databases 0 to 7 differ: {}, {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3}."""
response = explained("RR_({0},3)", (a,), function(i, r, a ** rows_turned(i, r) / (1 + a) ** 3))(a)
"""Randomized response on each row: it is turned with the probability α/(1+α)."""


@claim.clause("response", 0 <= a, a <= 1, private_on_cube(response, a, 7))
def response_is_private(proof):
    powers = [proof.use(lemmas.power_nonnegative(), k=k) for k in range(4)]
    facts = [*powers, *(proof.product(each, 0 <= 1 - a * a) for each in powers), cubed(proof)]
    cell = proof.assuming(between(0, i, 7), between(0, r, 7))
    any_power = Proof([0 <= a, 0 <= k])
    parts = any_power.use(lemmas.power_nonnegative()), cubed(any_power)
    positive = any_power.have(0 <= a**k / (1 + a) ** 3, *parts).theorem
    known = cell.use(positive, 0 <= rows_turned(i, r), k=rows_turned(i, r))
    sign = cell.restated(known, response[i, r] >= 0)
    row = proof.assuming(between(0, i, 7))
    ones = Sum(r, 0, 7, response[i, r]) == 1
    each = row.cases(ones, *((i == at, lambda case: case.have(ones)) for at in range(8)))
    answer = proof.assuming(between(0, r, 7))
    goal = unfold(proof.goal).args[1].args[2]
    near = answer.cases(goal, *((r == at, lambda case: case.have(goal, *facts)) for at in range(8)))
    return proof.qed(
        proof.every((i, 0, 7), (r, 0, 7), sign),
        proof.all(each, i, between(0, i, 7)),
        proof.all(near, r, between(0, r, 7)),
    )


nearer = function(r, If(rows_turned(7 - i, r) <= 1, as_number(1), 0))
loss = error(response, nearer, i, 7 - i, 7) == turned / (1 + a) ** 3

claim.clause("response-loss", 0 <= a, between(0, i, 3), loss)(
    lambda proof: proof.cases(loss, *((i == at, lambda case: case.have(loss)) for at in range(4)))
)

factor = (3 + a) / (1 + a) ** 2
claim.clause("factor", 0 < a, a < 1, both(turned / (1 + a) ** 3 == factor * (a**2 / (1 + a)), 1 < factor))(
    by_arithmetic
)


# Any user: no entry of a column is much less than the others, so that no response tells much

N, B = (variable(name, INDEX_MAP) for name in "NB")
D = variable("D", Function(3, INDEX))
q, s, u = indices("q s u")
c, t = numbers("c t")
l, p = matrix("l"), variable("p", VECTOR)  # noqa: E741 (the papers' letter for a loss)
space = (1 <= m, 0 <= n, databases(D, N, B, n, m, s))
end = N[n] - 1


@claim.clause(
    "distances", *space, 0 < b, t == 1 + (m - 1) * b, between(0, i, end), Sum(k, 0, end, b ** D[n, i, k]) == t**n
)
def distances(proof):
    return proof.restated(proof.use(sum_of_distances(), k=n, β=b, g=lambda e: b**e)(i))


costs = explained(
    "constants cost at least {0} for nonnegative {1} and {2} on {{0..{3}}} × {{0..{4}}}",
    (c, p, l, u, q),
    both(
        0 <= c,
        All(i, between(0, i, u), 0 <= p[i]),
        nonnegative(l, u, q),
        All(r, between(0, r, q), c <= Sum(i, 0, u, p[i] * l[i, r])),
    ),
)
"""At most the least loss of a user who learns nothing; the weights need not sum to 1."""


@generator(costs)
def some_costs(rng, turn, weights, losses, *last):
    """Compute the least loss of a constant response."""
    inputs, responses = last
    if inputs < 0 or responses < 0:
        return None
    return min(
        sum(entry(weights, (d_,)) * entry(losses, (d_, r_)) for d_ in range(inputs + 1)) for r_ in range(responses + 1)
    )


given = (
    *(*space, 0 < a, a <= 1, t == (a + m - 1) / a),
    private_by_distance(x, a, D, n, end, q),
    costs(c, p, l, end, q),
)
user = bayesian_loss(p, l, x, end, q)
(g,) = vectors("g")


@cache
def inverse_power():
    """From α^e·x ≤ y, α > 0 and e ≥ 0: x ≤ (1/α)^e·y."""
    e, (y, z) = indices("e")[0], numbers("y z")
    proof = Proof([0 < a, 0 <= e, a**e * z <= y])
    back = proof.use(lemmas.power_nonnegative(), α=1 / a, k=e)
    unit = proof.use(equal_powers(), x=a * (1 / a), y=1, k=e)
    known = proof.product(back, a**e * z <= y)
    return proof.have(z <= (1 / a) ** e * y, known, unit).theorem


@cache
def from_least_entries():
    """Return the bound, where g_r is at most each entry of column r, whose sum is at most t times g_r."""
    least = Every((r, 0, q), (i, 0, end), g[r] <= x[i, r])
    sums = All(r, between(0, r, q), Sum(i, 0, end, x[i, r]) <= t * g[r])
    signs = All(r, between(0, r, q), 0 <= g[r])
    proof = Proof([0 <= N[n], 0 <= t, *given[-2:], signs, least, sums])
    rows = proof.parts(given[-2])[-2]
    weights, losses, _best = proof.parts(given[-1])[-3:]
    columns = proof.termwise(r, 0, q, sums.args[2])
    whole = proof.exchange(Sum(r, 0, q, Sum(i, 0, end, x[i, r])))
    one = proof.assuming(between(0, i, end)).fact(rows(i))
    ones = proof.termwise(i, 0, end, one)
    size = proof.have(N[n] <= t * Sum(r, 0, q, g[r]), columns, whole, ones)
    cell = proof.assuming(between(0, i, end), between(0, r, q))
    smaller_ = cell.product(0 <= x[i, r] - g[r], losses(i, r), weights(i))
    row = proof.assuming(between(0, i, end))
    inner = row.termwise(r, 0, q, p[i] * g[r] * l[i, r] <= p[i] * x[i, r] * l[i, r], smaller_)
    lost = proof.termwise(i, 0, end, inner)
    turned_ = proof.exchange(Sum(i, 0, end, Sum(r, 0, q, p[i] * g[r] * l[i, r])))
    paid = proof.termwise(r, 0, q, c * g[r] <= g[r] * Sum(i, 0, end, p[i] * l[i, r]))
    lower = proof.have(c * Sum(r, 0, q, g[r]) <= user, lost, turned_, paid)
    facts = proof.product(0 <= c, size), proof.product(0 <= t, lower)
    return proof.opaque(c * N[n] <= t * user, *facts).theorem


@claim.clause("constants", *given, c * N[n] <= t**n * user)
def no_user_learns_much(proof):
    least = function(r, Least(i, 0, end, x[i, r]))
    values = proof.have(0 < (a + m - 1) / a, proof.use(lemmas.index_order(), j=1, k=m))
    level = proof.have(0 < t, values)
    size = proof.use(lemmas.power_nonnegative(), level, α=t, k=n)
    apart = proof.have(t == 1 + (m - 1) * (1 / a))
    entries, _, near = proof.parts(given[-2])[-3:]
    signs = proof.parts(databases(D, N, B, n, m, s))[-3]

    def none(case):
        few = case.use(lemmas.index_order(), j=N[n], k=0)
        less = case.product(0 <= c, few)
        return case.opaque(proof.goal, case.have(c * N[n] <= 0, less), user == 0, terms=[user, t**n])

    def some(case):
        column = case.assuming(between(0, r, q))
        below = column.assuming(between(0, i, end)).fact(core.bounds(least[r], i))
        lowest = column.all(below, i, between(0, i, end))

        def at(deep, found):
            same = found.parts()[-1]
            cell = deep.assuming(between(0, i, end))
            far, close = cell.fact(signs(n)(j)(i)), near(j, i, r)
            more = cell.use(inverse_power(), far, close, e=D[n, j, i], z=x[i, r], y=x[j, r])
            total_ = deep.cite("#distances", apart, 0 < 1 / a, b=1 / a, i=j)
            power = (1 / a) ** D[n, j, i]
            factor_ = deep.use(lemmas.scaled_sum(), low=0, high=end, t=x[j, r], f=function(i, power))
            sums = deep.termwise(i, 0, end, x[i, r] <= x[j, r] * power, more)
            terms = [*sums.says.args, factor_.says.args[1].args[1], t**n, least[r], x[j, r]]
            column_ = deep.opaque(sums.says.args[0] <= t**n * least[r], sums, factor_, total_, same, terms=terms)
            sign = deep.have(0 <= least[r], entries(j, r))
            return deep.both(column_, sign, deep.fact(lowest))

        parts = column.obtain(column.fact(core.attained(least[r])), j, at).parts()
        facts = [case.all(each, r, between(0, r, q)) for each in parts]
        return case.use(from_least_entries(), *facts, size, t=t**n, g=least)

    return proof.cases(proof.goal, (end < 0, none), (TRUE, some))
