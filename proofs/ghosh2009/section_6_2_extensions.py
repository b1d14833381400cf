"""Section 6.2: how many priors on databases induce a given prior on results.

Let s values satisfy the predicate and t not. A database with one more row and the result i is one of two kinds. It has
the result i-1 and one of the s values, or the result i and one of the t others. So C(n,i)·s^i·t^(n-i) databases have
the result i, and only two ends can have a single one. p_i > 0 can be split among two or more databases in infinitely
many ways, because any part of a weight can be moved. With a single database there is only one way.
"""

import itertools

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.binomial import binomial_product
from exactdp.claims.vocabulary.polytope import maps_to
from exactdp.claims.vocabulary.result import induced

claim = Claim(
    "ghosh2009.section-6-2.extensions",
    "extending a prior on results to databases",
    section="6.2",
    position=5,
    kept={**KEPT, **dict.fromkeys(("0 ≤ s", "0 ≤ t", "1 ≤ s"), "a number of values")},
)

PASCAL = "dwork2013.section-3-1.marginals#pascal"

d, e, i, j, k, m, n, s, t = indices("d e i j k m n s t")
h = number("h")
N = variable("N", MATRIX)
f = variable("f", INDEX_MAP)
(w,) = vectors("w")

binomial = Definition("C({0},{1})", (n, k), Product(j, 1, k, (n + 1 - as_number(j)) / j))


def listed(table, n, s, t):
    """Say whether these are the numbers of databases, by a list of all of them."""
    found = [[0] * (k + 1) for k in range(n + 1)]
    for k in range(n + 1):
        for rows in itertools.product(range(s + t), repeat=k):
            found[k][sum(value < s for value in rows)] += 1
    return all(
        entry(table, (k, i)) == (found[k][i] if 0 <= i <= k else 0) for k in range(n + 1) for i in range(-1, k + 2)
    )


numbers_of_databases = explained(
    "{0} counts the databases of at most {1} rows by size and result, with {2} values that satisfy the "
    "predicate and {3} others",
    (N, n, s, t),
    All(k, between(0, k, n), both(N[k, -1] == 0, N[k, k + 1] == 0))
    & (N[0, 0] == 1)
    & Every((k, 0, n - 1), (i, 0, k + 1), N[k + 1, i] == s * N[k, i - 1] + t * N[k, i]),
    decide=listed,
)


@generator(numbers_of_databases)
def some_numbers(rng, turn, n, s, t):
    rows = [[1]]
    for _ in range(n):
        last = [0, *rows[-1], 0]
        rows.append([s * last[i] + t * last[i + 1] for i in range(len(last) - 1)])
    return lambda k, i: rows[k][i] if 0 <= k < len(rows) and 0 <= i <= k else 0


given = (0 <= s, 0 <= t, numbers_of_databases(N, n, s, t))
power = binomial(n, i) * as_number(s) ** i * as_number(t) ** (n - i)


@claim.clause("number", *given, between(0, i, n), N[n, i] == power)
def of_number(proof):
    edges, first, nexts = proof.parts(given[-1])[-3:]
    every = All(j, between(0, j, k), N[k, j] == binomial(k, j) * as_number(s) ** j * as_number(t) ** (k - j))
    later, before = proof.inductive(every, k, 0, [first], up_to=n)
    known = before
    outside = later.split(binomial_product(k, k + 1), k)
    outside = later.have(binomial(k, k + 1) == 0, outside)
    case = later.inside(substitute(every, {"k": k + 1}))
    facts = [nexts(k, j), *edges(k).parts()]

    def by(*more):
        return lambda side: side.have(case.goal, *facts, *(each(side) for each in more))

    def pascal(last):
        return lambda side: side.cite(PASCAL, d=k, k=last)

    first_one, last_one = by(lambda side: known(0)), by(lambda side: known(k), pascal(k), lambda side: outside)
    inside = by(lambda side: known(j), lambda side: known(j - 1), pascal(j - 1))
    return later.closed(
        case.closed(case.cases(case.goal, (j == 0, first_one), (j == k + 1, last_one), (TRUE, inside)))
    )(i)


values = (1 <= s, 1 <= t, given[-1])


def sizes(proof):
    return [proof.use(lemmas.index_order(), j=1, k=of) for of in (s, t)]


@claim.clause("some", *values, Every((k, 0, n), (j, 0, k), 1 <= N[k, j]))
def some(proof):
    edges, first, _nexts = proof.parts(given[-1])[-3:]
    every = All(j, between(0, j, k), 1 <= N[k, j])

    def step(inner, before):
        later = inner.assuming(k + 1 <= n)
        known, ends, size = later.detach(before), edges(k).parts(), sizes(later)
        case = later.inside(substitute(every, {"k": k + 1}))

        def first_one(side):
            return side.have(case.goal, side.have(N[k + 1, 0] == t * N[k, 0], ends[0]), known(0), *size)

        def last_one(side):
            last = side.have(N[k + 1, k + 1] == s * N[k, k], ends[1])
            return side.have(case.goal, last, known(k), *size)

        def inside(side):
            return side.have(case.goal, known(j), known(j - 1), *size)

        return inner.imply(
            k + 1 <= n, case.closed(case.cases(case.goal, (j == 0, first_one), (j == k + 1, last_one), (TRUE, inside)))
        )

    found = proof.induction((k <= n) >> every, k, 0, [first], step)
    inner = proof.assuming(between(0, k, n))
    return proof.all(inner.detach(found), k, between(0, k, n))


@claim.clause("two", *values, 0 < i, i < n, 2 <= N[n, i])
def two(proof):
    nexts = proof.parts(given[-1])[-1]
    return proof.qed(nexts(n - 1, i), *(proof.cite("#some")(n - 1, at) for at in (i - 1, i)), *sizes(proof))


@claim.clause("only-one", 1 <= n, *values, between(0, i, n), N[n, i] == 1, both(i == n, s == 1) | both(i == 0, t == 1))
def only_one(proof):
    _, (edges, _, nexts) = proof.know(N[n, i] == 1), proof.parts(given[-1])[-3:]

    def end(of, at, before, edge, side):
        """Return that a single database at an end needs a single value."""

        def more(case):
            last = case.have(N[n, at] == of * N[n - 1, before], nexts(n - 1, at), edge)
            least, two = case.cite("#some")(n - 1, before), case.use(lemmas.index_order(), j=2, k=of)
            return case.contradiction(of <= 1, last, least, two)

        return lambda case: case.alternative(proof.goal, case.have(side, case.by_contradiction(of <= 1, more)))

    last, first = proof.goal.args
    edge = edges(n - 1).parts()
    return proof.cases(
        proof.goal,
        (i == 0, end(t, 0, 0, edge[0], first)),
        (i == n, end(s, n, n - 1, edge[1], last)),
        (TRUE, lambda case: case.contradiction(proof.goal, case.cite("#two"))),
    )


# Priors on the databases 0..m with the results f


@claim.clause("induced", prior(w, m), maps_to(f, m, n), prior(induced(w, f, m), n))
def is_induced(proof):
    result, cell = proof.assuming(between(0, i, n)), proof.assuming(between(0, i, n), between(0, d, m))
    term = If(f[d] == i, w[d], 0)
    sign = result.have(0 <= induced(w, f, m)[i], result.termwise(d, 0, m, 0 <= term, cell.have(0 <= term)))
    row = proof.assuming(between(0, d, m))
    one = row.use(lemmas.one_term(), low=0, high=n, j=f[d], f=function(i, w[d]))
    turned = row.termwise(i, 0, n, term == If(i == f[d], w[d], 0))
    each = row.chain(turned.says.args[0], (one.says.args[0], turned), (w[d], one))
    whole = proof.exchange(Sum(i, 0, n, Sum(d, 0, m, term)))
    return proof.qed(proof.all(sign, i, between(0, i, n)), whole, proof.termwise(d, 0, m, each))


shifted = explained(
    "{0} with {1} moved from {3} to {2}", (w, h, d, e), function(k, If(k == d, w[k] + h, If(k == e, w[k] - h, w[k])))
)
alike = (between(0, d, m), between(0, e, m), d != e, f[d] == f[e])


@claim.clause("many", *alike, induced(shifted(w, h, d, e), f, m)[i] == induced(w, f, m)[i])
def many(proof):
    moved = If(f[d] == i, h, 0)
    old, gained, lost = (
        function(k, part) for part in (If(f[k] == i, w[k], 0), If(k == d, moved, 0), If(k == e, moved, 0))
    )
    cell = proof.assuming(between(0, k, m))
    new = If(f[k] == i, shifted(w, h, d, e)[k], 0)
    goal = new == old[k] + 1 * (gained[k] + -1 * lost[k])
    each = cell.either(cell.know(d != e), *[lambda case: case.have(goal)] * 2)
    sums = [
        proof.use(lemmas.sum_of_two(), low=0, high=m, t=1, f=old, g=function(k, gained[k] + -1 * lost[k])),
        proof.use(lemmas.sum_of_two(), low=0, high=m, t=-1, f=gained, g=lost),
        *(proof.use(lemmas.one_term(), low=0, high=m, j=at, f=function(k, moved)) for at in (d, e)),
    ]
    return proof.qed(proof.termwise(k, 0, m, goal, each), *sums)


@claim.clause(
    "other", *alike[:3], prior(w, m), 0 < h, h <= w[e], prior(shifted(w, h, d, e), m) & (w[d] < shifted(w, h, d, e)[d])
)
def other(proof):
    after = shifted(w, h, d, e)

    gained, lost = (function(k, If(k == at, h, 0)) for at in (d, e))
    cell = proof.assuming(between(0, k, m))
    goal = after[k] == w[k] + 1 * (gained[k] + -1 * lost[k])
    each = cell.either(cell.know(d != e), *[lambda case: case.have(goal)] * 2)
    sums = [
        proof.use(lemmas.sum_of_two(), low=0, high=m, t=1, f=w, g=function(k, gained[k] + -1 * lost[k])),
        proof.use(lemmas.sum_of_two(), low=0, high=m, t=-1, f=gained, g=lost),
        *(proof.use(lemmas.one_term(), low=0, high=m, j=at, f=function(k, h)) for at in (d, e)),
    ]
    return proof.qed(All(i, between(0, i, m), 0 <= after[i]), proof.termwise(k, 0, m, goal, each), *sums)


alone = All(k, between(0, k, m), k != d, f[k] != i)


@claim.clause("one-way", between(0, d, m), f[d] == i, alone, w[d] == induced(w, f, m)[i])
def one_way(proof):
    cell = proof.assuming(between(0, k, m))

    goal = If(f[k] == i, w[k], 0) == If(k == d, w[k], 0)

    def elsewhere(case):
        return case.either(case.know(alone)(k), *[lambda side: side.have(goal)] * 2)

    def here(case):
        same = case.replace(case.have(d == k), lambda v: f[v] == i)
        return case.knowing(same, lambda side: side.have(goal))

    each = cell.cases(goal, (k == d, here), (TRUE, elsewhere))
    return proof.qed(proof.termwise(k, 0, m, each), proof.use(lemmas.one_term(), low=0, high=m, j=d, f=w))
