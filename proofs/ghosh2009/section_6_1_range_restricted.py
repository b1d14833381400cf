"""Section 6.1: which mechanisms serve all users, whatever their responses are.

G serves all users as x^G does. Let x be another α-private mechanism that serves all users. For a user with the uniform
prior and the 0-1 loss, G is the only optimal mechanism. So a remap T makes G from x: column r of G is a weighted sum of
columns of x. Column r of G is α^|i-r| times a constant, so its privacy constraints are tight between all neighbours. So
they are tight for each part of the sum, and each part is a multiple of column r. So every response of x belongs to one
response of G. Conversely a user loses the same by x·T as by G, whatever remap follows. At α = 1 every private
mechanism serves all users, and with n+1 responses only permutations of G do: Theorem 6.1 has both.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.statements.terms import conjuncts
from exactdp.model.geometric import geometric

claim = Claim(
    "ghosh2009.section-6-1.range-restricted",
    "all mechanisms that serve every user",
    section="6.1",
    position=4,
    kept={**KEPT, "T is stochastic on {0..m} × {0..n}": "a remap"},
)

i, j, k, m, n, r, s, z = indices("i j k m n r s z")
a, b, t, v = numbers("α b t v")
c, p, u, w = vectors("c p u w")
x, T, U, l = matrices("x T U l")  # noqa: E741 (the paper's name of a loss)
h = variable("h", INDEX_MAP)

G = geometric_mechanism(n, a)
level = (1 <= n, 0 <= a, a < 1)

# A part of a column of G

part = explained(
    "{0} and {1} are {2}-private columns on {{0..{4}}}, with the sum {5} times the geometric column {3}",
    (u, w, a, r, n, b),
    private_column(u, a, n) & private_column(w, a, n) & All(i, between(0, i, n), u[i] + w[i] == b * a ** abs(i - r)),
)(u, w, a, r, n, b)
place = (between(0, r, n), between(0, i, n))


@claim.clause("part-of-a-column", 0 <= a, *place, part, u[i] == u[r] * a ** abs(i - r))
def part_of_a_column(proof):
    steps = [proof.parts(private_column(of, a, n))[-1] for of in (u, w)]
    sums = proof.parts(part)[-1]

    def away(at):
        """Return that the entry k steps away is α^k times that at r."""
        goal = both(0 <= at(k), at(k) <= n) >> (u[at(k)] == u[r] * a**k)
        inner, before = proof.inductive(goal, k, 0, [])
        more = inner.assuming(0 <= at(k + 1), at(k + 1) <= n)
        here, there = at(k), at(k + 1)
        near = [each for of in steps for each in of(here if at is up else there).parts()]
        known = [more.detach(before), *near, sums(here), sums(there)]
        return inner.closed(
            inner.imply(both(0 <= at(k + 1), at(k + 1) <= n), more.indirect(u[there] == u[r] * a ** (k + 1), *known))
        )

    def up(k):
        return r + k

    sides = [
        (f, lambda case, at=at, steps=steps: case.have(proof.goal, case.detach(away(at).with_(k=steps))))
        for f, at, steps in ((r <= i, up, i - r), (TRUE, lambda k: r - k, r - i))
    ]
    return proof.cases(proof.goal, *sides)


# Responses that a remap turns into those of G

makes = explained(
    "{1} turns the private {0} into G_({3},{2}), {{0..{4}}}",
    (x, T, a, n, m),
    private(x, a, n, m) & equal_matrices(product(x, T, m), G, n, n),
)


@generator(makes)
def some_split(rng, turn, remap, alpha, *sizes):
    """Draw G with its responses split among those that a remap surely reads as them."""
    n, m = sizes
    if n < 1 or not 0 <= alpha < 1:
        return None
    read_as = [[r for r in range(n + 1) if entry(remap, (k, r)) == 1] for k in range(m + 1)]
    rows, shares = geometric(n=n, alpha=alpha).rows, [Fraction(rng.choice((0, 1, 1, 2))) for _ in read_as]
    totals = [sum(share for share, of in zip(shares, read_as, strict=True) if at in of) for at in range(n + 1)]
    parts = [[(r, share / totals[r]) for r in of] for share, of in zip(shares, read_as, strict=True)]
    return tuple(tuple(sum((row[r] * part for r, part in of), Fraction(0)) for of in parts) for row in rows)


made = (*level, stochastic(T, m, n), makes(x, T, a, n, m))
response = (between(0, k, m), between(0, r, n), 0 < T[k, r])


@claim.clause("multiple", *made, *response, between(0, i, n), x[i, k] == x[r, k] * a ** abs(i - r))
def multiple(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    weights, whole = proof.parts(stochastic(T, m, n))[-2], proof.know(equal_matrices(product(x, T, m), G, n, n))
    rest = function(j, z, If(z == k, 0, x[j, z] * T[z, r]))
    own, other = function(j, x[j, k] * T[k, r]), function(j, Sum(z, 0, m, rest[j, z]))
    row, step = proof.assuming(between(0, j, n)), proof.assuming(between(0, j, n - 1))
    entry_of, step_of = row.assuming(between(0, z, m)), step.assuming(between(0, z, m))
    sign = entry_of.have(0 <= rest[j, z], nonneg(j, z), weights(z, r))
    signs = [row.have(0 <= own[j], nonneg(j, k)), row.have(0 <= other[j], row.termwise(z, 0, m, sign))]
    steps = [step.have(both(a * own[j + 1] <= own[j], a * own[j] <= own[j + 1]), near(j, k))]
    sides = []
    for here, there in ((j + 1, j), (j, j + 1)):
        each = step_of.have(a * rest[here, z] <= rest[there, z], near(j, z), weights(z, r))
        factor = step.use(lemmas.scaled_sum(), low=0, high=m, t=a, f=function(z, rest[here, z]))
        sides.append(step.have(a * other[here] <= other[there], step.termwise(z, 0, m, each), factor))
    steps.append(step.both(*sides))
    chosen = function(z, If(z == k, x[j, z] * T[z, r], 0))
    apart = row.use(lemmas.sum_of_two(), low=0, high=m, t=1, f=chosen, g=function(z, rest[j, z]))
    one = row.use(lemmas.one_term(), low=0, high=m, j=k, f=function(z, x[j, z] * T[z, r]))
    sums = row.termwise(z, 0, m, x[j, z] * T[z, r] == chosen[z] + 1 * rest[j, z]), apart, one, whole(j, r)
    total = row.have(own[j] + other[j] == G[r, r] * a ** abs(j - r), *sums)
    facts = [proof.all(each, j, between(0, j, n)) for each in (*signs, total)]
    facts += [proof.all(each, j, between(0, j, n - 1)) for each in steps]
    found = proof.cite("#part-of-a-column", *facts, u=own, w=other, b=G[r, r])
    difference = x[i, k] - x[r, k] * a ** abs(i - r)
    none = proof.have(T[k, r] * difference == 0, found)
    return proof.qed(proof.use(lemmas.zero_factor(), none, α=T[k, r], β=difference))


comes = (between(0, j, n), 0 < x[j, k])


@claim.clause("one-response", *made, *response, *comes, between(0, s, n), r != s, T[k, s] == 0)
def one_response(proof):
    weights = proof.parts(stochastic(T, m, n))[-2]
    power = a ** (2 * abs(r - s))

    def step(case):
        there, back = case.cite("#multiple", i=s), case.cite("#multiple", r=s, i=r)
        room = case.have(0 < 1 - power, case.use(lemmas.power_below_one(), k=2 * abs(r - s)))
        none = case.have((1 - power) * x[r, k] == 0, there, back)
        nothing = case.use(lemmas.zero_factor(), none, room, α=1 - power, β=x[r, k])
        return case.contradiction(T[k, s] <= 0, nothing, case.cite("#multiple", i=j))

    def side(case):
        return case.indirect(proof.goal, case.by_contradiction(T[k, s] <= 0, step), weights(k, s))

    return proof.either(proof.know(r != s), side, side)


@claim.clause("certain", *made, *response, *comes, T[k, r] == 1)
def certain(proof):
    row = proof.assuming(between(0, s, n))

    def other(case):
        return case.have(T[k, s] == If(s == r, T[k, r], 0), case.cite("#one-response"))

    def same(case):
        return case.have(T[k, s] == If(s == r, T[k, r], 0))

    goal = T[k, s] == If(s == r, T[k, r], 0)
    each = row.cases(goal, (s == r, same), (s < r, other), (TRUE, other))
    one = proof.use(lemmas.one_term(), low=0, high=n, j=r, f=function(s, T[k, r]))
    return proof.qed(proof.termwise(s, 0, n, goal, each), one)


@claim.clause("shares", *made, between(0, r, n), Sum(k, 0, m, T[k, r] * (x[r, k] / G[r, r])) == 1)
def shares(proof):
    own, size = proof.know(equal_matrices(product(x, T, m), G, n, n))(r, r), proof.have(0 < G[r, r])
    total = proof.have(Sum(k, 0, m, T[k, r] * (x[r, k] / b)) == 1 / b * product(x, T, m)[r, r])
    known = Proof([t == 1 / b * v, v == b, 0 < b], t == 1)
    return proof.use(
        known.qed(), total.with_(b=G[r, r]), own, size, t=proof.goal.args[0], v=own.says.args[0], b=G[r, r]
    )


# Who is served


def times(proof, equation, factor):
    """Return an equation with both sides times a factor, as they stand."""
    left, right = equation.says.args
    return proof.use(Proof([b == v], b * t == v * t).qed(), equation, b=left, v=right, t=factor)


def loss(mechanism):
    return bayesian_loss(p, l, mechanism, n, n)


@claim.clause("serves", *made, loss(product(product(x, T, m), U, n)) == loss(product(G, U, n)))
def serves(proof):
    whole = proof.know(equal_matrices(product(x, T, m), G, n, n))
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    each = times(cell.assuming(between(0, z, n)), whole(i, z), U[z, r])
    same = times(cell, cell.termwise(z, 0, n, each), l[i, r])
    row = proof.assuming(between(0, i, n))
    weighed = lemmas.scaled(row, p[i], row.termwise(r, 0, n, same))
    return proof.restated(proof.termwise(i, 0, n, weighed))


uniform = function(i, 1 / as_number(n + 1))


def errors(mechanism):
    return bayesian_loss(uniform, zero_one, mechanism, n, n)


no_worse = explained(
    "{1} with responses {{0..{4}}} and the remap {0} loses no more than G_({3},{2}) for the uniform prior and l_bin",
    (T, x, a, n, m),
    errors(product(x, T, m)) <= errors(G),
)


@generator(no_worse)
def likeliest(rng, turn, mechanism, alpha, *sizes):
    """Read each response as the input on which it is the likeliest."""
    n, m = sizes
    best = [max(range(n + 1), key=lambda i, k=k: entry(mechanism, (i, k))) for k in range(m + 1)]
    return tuple(tuple(Fraction(r == at) for r in range(n + 1)) for at in best)


@claim.clause(
    "only-if", *(*level, private(x, a, n, m), stochastic(T, m, n), no_worse(T, x, a, n, m)), makes(x, T, a, n, m)
)
def only_if(proof):
    remapped = proof.use(lemmas.post_processing(), s=m, m=n)
    return proof.qed(proof.cite("ghosh2009.theorem-6.1#only-optimum", remapped, x=product(x, T, m)))


shares_of = explained(
    "{0} are shares of {{0..{2}}} by {1} on {{0..{3}}}",
    (c, h, n, m),
    All(k, between(0, k, m), 0 <= c[k]) & All(r, between(0, r, n), Sum(k, 0, m, If(h[k] == r, c[k], 0)) == 1),
)
split = explained(
    "{0} is G_({4},{3}) split by {1} and {2} into {{0..{5}}}",
    (x, c, h, a, n, m),
    Every((k, 0, m), (i, 0, n), x[i, k] == c[k] * G[i, h[k]]),
)(x, c, h, a, n, m)


@generator(split.args[0])
def some_parts(rng, turn, shares, *given):
    read_as, alpha, n, m = given
    rows = geometric(n=n, alpha=alpha).rows
    return tuple(tuple(entry(shares, (k,)) * row[entry(read_as, (k,))] for k in range(m + 1)) for row in rows)


@generator(shares_of)
def some_shares(rng, turn, read_as, n, m):
    """Draw shares, often 0, that sum to 1 for each response."""
    parts = [Fraction(rng.choice((0, 1, 1, 2))) for _ in range(m + 1)]
    totals = [sum(part for k, part in enumerate(parts) if entry(read_as, (k,)) == r) for r in range(n + 1)]
    return tuple(part / totals[entry(read_as, (k,))] if part else part for k, part in enumerate(parts))


read_as = All(k, between(0, k, m), between(0, h[k], n))


@claim.clause("if", *level, read_as, shares_of(c, h, n, m), split, makes(x, reads(h), a, n, m))
def is_split(proof):
    signs, sums = proof.parts(shares_of(c, h, n, m))[-2:]
    cells = proof.know(split)
    nonneg, rows, near = proof.cite("gupte2010.definition-4#private").parts()[-3:]
    column = proof.assuming(between(0, i, n), between(0, r, n))
    goal = x[i, k] * reads(h)[k, r] == G[i, r] * If(h[k] == r, c[k], 0)

    each = column.assuming(between(0, k, m))
    each = each.have(goal, cases=[h[k] == r])
    factor = column.use(lemmas.scaled_sum(), low=0, high=m, t=G[i, r], f=function(k, If(h[k] == r, c[k], 0)))
    value, whole = lemmas.scaled(column, G[i, r], sums(r)), column.termwise(k, 0, m, goal, each)
    links = (factor.says.args[0], whole), (factor.says.args[1], factor), (G[i, r], value)
    made = column.chain(whole.says.args[0], *links)
    # Privacy: each column is a multiple of a column of G, and the rows have the same sums as those of G.
    row, at = proof.assuming(between(0, i, n)), proof.assuming(between(0, i, n), between(0, k, m))
    total, inside = row.termwise(r, 0, n, made), at.know(read_as)(k).parts()
    one = at.use(lemmas.sum_of_reading(), *inside, x=function(k, r, x[i, k]))
    swapped = at.termwise(r, 0, n, x[i, k] * reads(h)[k, r] == reads(h)[k, r] * x[i, k])
    one = at.have(swapped.says.args[0] == x[i, k], swapped, one)
    ones = row.termwise(k, 0, m, one)
    turned = row.exchange(Sum(r, 0, n, Sum(k, 0, m, x[i, k] * reads(h)[k, r])))
    whole_row = row.have(Sum(k, 0, m, x[i, k]) == 1, ones, turned, total, rows(i))

    def entry_of(inner):
        inner.remember(*inner.know(read_as)(r).parts())
        return inner.have(inner.goal, inner.product(signs(r), nonneg(i, h[r])))

    def step_of(inner):
        inner.remember(*inner.know(read_as)(r).parts())
        sides = [lemmas.scaled(inner, c[r], each, signs(r)) for each in near(i, h[r]).parts()]
        known = *sides, cells(r, i), cells(r, i + 1)
        return inner.both(*(inner.opaque(f, *known) for f in conjuncts(inner.goal)))

    private_ = [proof.for_all(Every((i, 0, n), (r, 0, m), 0 <= x[i, r]), entry_of)]
    private_.append(proof.all(whole_row, i, between(0, i, n)))
    near_goal = unfold(private(x, a, n, m)).args[1]
    private_.append(proof.for_all(near_goal, step_of))
    image = column.restated(made, product(x, reads(h), m)[i, r] == G[i, r])
    return proof.qed(*private_, proof.every((i, 0, n), (r, 0, n), image))


# x^G is G with 0 split into 0, -1, -2, … and n into n, n+1, …

answers = (*level, between(0, i, n))

claim.clause("unbounded-below", *answers, r <= 0, two_sided(a, r - i) == (1 - a) * a ** (-r) * G[i, 0])(by_arithmetic)
claim.clause("unbounded-above", *answers, n <= r, two_sided(a, r - i) == (1 - a) * a ** (r - n) * G[i, n])(
    by_arithmetic
)
claim.clause(
    "unbounded-shares", 0 <= a, a < 1, tends(function(k, Sum(r, 0, k, (1 - a) * a**r)), 1), witnesses={"C": 1 / (1 - a)}
)(lambda proof: proof.cite("ghosh2009.section-3.range#spread"))
