"""From the lemmas to Theorem 3.1: a strict user has an optimal mechanism made from G, and all others by continuity.

For a strict user some optimal vertex x is made from G. This follows from Lemma 5.11, and also from the pattern of Lemma
5.5 alone (footnote 4); this proof uses the pattern. For any user let p_ε = (1-ε)·p + ε·uniform and l_ε = l + ε·|i-r|:
this user is strict. The loss of every mechanism changes by at most C·ε, with the same C for all mechanisms. Take a best
remap of G for p and l. For every ε > 0 it loses at most 2C·ε more than any mechanism. So it loses no more than any
mechanism, although some optimal vertex of this user may not be made from G.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.polytope import (
    balanced,
    columns_before,
    induced_remap,
    slack,
    slacks_before,
    strictly_monotone,
)

claim = Claim(
    "ghosh2009.lemma-5.11.conclusion",
    "from the lemmas to Theorem 3.1",
    section="5",
    position=132,
    printed="S_i + 1 responses of G are mapped to k_i",
    slip="scan",
)

n, i, k, q, r = indices("n i k q r")
a, c, d, e, u, w, D, M, N, P = numbers("α c d ε u w D M N P")
x, y, T, U, l = matrices("x y T U l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")
ME = "ghosh2009.lemma-5.11.conclusion#"
level = (1 <= n, 0 < a, a < 1)
LEVEL = dict.fromkeys(("0 < α", "α < 1"), "the paper's levels")
users = (*level, prior(p, n), monotone(l, n, n))
G = geometric_mechanism(n, a)


def loss(mechanism, p=p, l=l):  # noqa: E741
    return bayesian_loss(p, l, mechanism, n, n)


# The responses that are mapped to a column

start = columns_before(x, r) + slacks_before(x, a, n, r)
end = columns_before(x, r) + slacks_before(x, a, n, r + 1)
taken = as_number(If((0 < x[0, r]) & (start <= k) & (k < end + 1), 1, 0))
mapped = Sum(k, 0, n, induced_remap(x, a, n)[k, r])
column = (*level, balanced(x, a, n), between(0, r, n), 0 < x[0, r])
slacks_of_column = Definition(
    "the number of slack entries in column {3} of C_({0},{1}) with {2} rows",
    (x, a, n, r),
    Sum(i, 0, n - 1, If(slack(x, a, i, r), 1, 0)),
)(x, a, n, r)
F, S = variable("F", VECTOR), variable("S", SET)
s, t = indices("s t")


@cache
def whole_sum():
    """A sum of integers is one."""
    integers = All(i, between(s, i, t), Some(k, F[i] == k))
    goal = Some(k, Sum(i, s, t, F[i]) == k)
    proof = Proof([integers, s <= t + 1], goal)
    so_far = Some(k, Sum(i, s, q, F[i]) == k)

    first = substitute(so_far, {"q": s - 1})
    p, before = proof.inductive((q <= t) >> so_far, q, s - 1, [proof.witness(first, 0)])
    inner = p.assuming(q + 1 <= t)

    def both(deep, first):
        deep.let(deep.fact(deep.know(integers)(q + 1)), r)
        rows = deep.split(Sum(i, s, q + 1, F[i]), q)
        return deep.witness(substitute(so_far, {"q": q + 1}), k + r, rows)

    found = p.closed(p.imply(q + 1 <= t, inner.obtain(inner.detach(before), k, both)))
    return proof.detach(proof.fact(core.instance(found.theorem, {"q": t}))).theorem


@cache
def whole_count():
    """The number of members of a set in a range is an integer."""
    bit = as_number(If(S[i], 1, 0))
    proof = Proof([s <= t + 1], Some(k, Sum(i, s, t, bit) == k))
    one = Some(k, bit == k)
    inner = proof.assuming(between(s, i, t))
    each = inner.cases(one, (S[i], lambda p: p.witness(one, 1)), (TRUE, lambda p: p.witness(one, 0)))
    return proof.use(whole_sum(), proof.all(each, i, between(s, i, t)), F=function(i, bit)).theorem


def slack_bit(k):
    return as_number(If(slack(x, a, i, k), 1, 0))


def row_count(r):
    return Sum(k, 0, r - 1, slack_bit(k))


def integers(proof):
    """The numbers of columns before r, and of slack entries before r and before r+1, are integers."""
    row = proof.assuming(between(0, i, n - 1))
    columns = proof.use(whole_count(), s=0, t=r - 1, S=function(k, 0 < x[0, k]))
    yield columns
    for last in (r - 1, r):
        of_row = row.use(whole_count(), s=0, t=last, S=function(k, slack(x, a, i, k)))
        rows = proof.all(of_row, i, between(0, i, n - 1))
        yield proof.use(whole_sum(), rows, s=0, t=n - 1, F=function(i, row_count(last + 1)))


@claim.clause("responses", *column, mapped == slacks_of_column + 1, kept=LEVEL | {"1 ≤ n": "the paper's sizes"})
def responses(proof):
    order = proof.cite("ghosh2009.lemma-5.11#ends").parts()
    row = proof.assuming(between(0, i, n - 1))
    of_row = row.have(row_count(r + 1) == row_count(r) + Fraction(1) * slack_bit(r), row.split(row_count(r + 1), r - 1))
    rows = proof.termwise(i, 0, n - 1, of_row)
    more = proof.use(
        lemmas.sum_of_two(), low=0, high=n - 1, f=function(i, row_count(r)), g=function(i, slack_bit(r)), t=1
    )
    more = proof.have(end == start + slacks_of_column, rows, more)
    b, c, d = indices("b c d")
    first, second, third = integers(proof)

    def with_ends(q, *known):
        low, high = b + c, b + d
        at_low, at_high = q.have(start == low), q.have(end == high)
        numbers = q.both(*order, at_low, at_high)

        def as_indices(f):
            """Return a relation of indices: its negation contradicts the relation of the numbers."""
            smaller, larger = f.args
            no = q.otherwise(f)
            less = no.use(lemmas.index_order_strictly(), j=larger, k=smaller)
            return no.absurd(less, *numbers.parts())

        bounds = [as_indices(f) for f in (term(0) <= low, low <= high, high <= n)]
        cell = q.assuming(between(0, k, n), *(f.says for f in bounds))
        inside = If((low <= k) & (k <= high), as_number(1), 0)
        goal = taken == inside
        compared = expand(start <= k), expand(k < end + 1)

        def here(case):
            orders = (
                case.use(lemmas.index_order(), j=low, k=k),
                case.use(lemmas.index_order_strictly(), j=k, k=high + 1),
            )
            return case.decided(goal, *[case.have(f, *orders, *numbers.parts()) for f in compared])

        def before(case):
            less = case.use(lemmas.index_order_strictly(), j=k, k=low)
            return case.decided(goal, case.have(negation(compared[0]), less))

        def beyond(case):
            less = case.use(lemmas.index_order(), j=high + 1, k=k)
            return case.decided(goal, case.have(negation(compared[1]), less))

        each = cell.cases(goal, (k < low, before), (high < k, beyond), (TRUE, here))
        each = q.fact(each, *bounds)
        terms = q.termwise(k, 0, n, goal, each)
        terms = q.restated(terms, mapped == terms.says.args[1])

        def reached(v):
            return If(v <= low, 0, If(v <= high + 1, as_number(v - low), as_number(high + 1 - low)))

        counts = q.assuming(*(f.says for f in bounds)).telescope(k, 0, n, inside, reached)
        counts = q.fact(counts, *bounds)
        total = q.assuming(*(f.says for f in bounds)).have(counts.says.args[1] == high + 1 - as_number(low))
        total = q.fact(total, *bounds)
        return q.have(
            proof.goal,
            q.chain(
                terms.says.args[0],
                (terms.says.args[1], terms),
                (counts.says.args[1], counts),
                (high + 1 - as_number(low), total),
            ),
            more,
        )

    def with_third(q, *known):
        return q.obtain(third, d, lambda e, last: with_ends(e, *known, last))

    return proof.obtain(first, b, lambda q, one: q.obtain(second, c, lambda e, two: with_third(e, one, two)))


claim.printed_as(
    "responses",
    *column,
    mapped == slacks_before(x, a, n, r + 1) + 1,
    at={"n": 2, "α": "1/2", "r": 2, "x": (("5/6", 0, "1/6"), ("2/3", 0, "1/3"), ("1/3", 0, "2/3"))},
)


# All users, by continuity


def same_loss(proof, x, image):
    """Mechanisms with the same entries lose the same."""
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, r, n))
    cost = [each[i, r] * l[i, r] for each in (image, x)]
    of_row = row.termwise(r, 0, n, cost[0] == cost[1], cell.have(cost[0] == cost[1]))
    weighed = [p[i] * each for each in of_row.says.args]
    rows = proof.termwise(i, 0, n, weighed[0] == weighed[1], row.have(weighed[0] == weighed[1], of_row))
    return proof.have(loss(image) == loss(x), rows)


weights = function(i, (1 - e) * p[i] + e / as_number(n + 1))
p_near = explained("near_{1}({0}; {2})", (p, e, n), weights)(p, e, n)
costs = function(i, r, l[i, r] + e * as_number(abs(i - r)))
l_near = explained("near_{1}({0})", (l, e), costs)(l, e)
small = (0 < e, e <= 1)
bounded = explained(
    "{0} is bounded by {1} on {{0..{2}}} × {{0..{2}}}",
    (l, M, n),
    Every((i, 0, n), (r, 0, n), between(-M, l[i, r], M)),
)(l, M, n)


@claim.clause("near-prior", 0 <= n, prior(p, n), *small, prior(p_near, n) & (0 < p_near[0]) & (0 < p_near[n]))
def near_prior(proof):
    share = proof.have(0 < e / as_number(n + 1))
    entry = proof.assuming(between(0, i, n))
    old = (1 - e) * p[i]

    def every(sign):
        found = entry.opaque(sign(weights[i]), 0 <= old, share)
        return proof.all(entry.restated(found, sign(p_near[i])), i, between(0, i, n))

    positive, weak = every(lambda t: 0 < t), every(lambda t: 0 <= t)
    return proof.qed(weak, positive(0), positive(n))


@claim.clause(
    "near-loss",
    *(monotone(l, n, n), 0 < e),
    monotone(l_near, n, n) & All(i, between(0, i, n), strictly_monotone(l_near, i, n)),
)
def near_loss(proof):

    def at_least(q):
        return q.have(q.goal, q.use(lemmas.index_order(), j=abs(i - r), k=abs(i - k)))

    def strictly(q):
        q.remember(q.have(abs(i - r) <= abs(i - k)))
        return q.have(q.goal, q.use(lemmas.index_order_strictly(), j=abs(i - r), k=abs(i - k)))

    first, second = proof.goal.args
    return proof.both(proof.for_all(first, at_least), proof.for_all(second, strictly))


factor = as_number(n) + 2 * M


@cache
def change_of_row():
    """How much less or more one input loses, for its mean loss c and its mean distance d."""
    weight = (1 - e) * P + N
    given = [0 <= P, 0 <= N, *small, -M <= c, c <= M, 0 <= d, d <= D]
    least, most = P * c - N * M - e * P * M, P * c + N * M + e * P * M + weight * e * D
    proof = Proof(given, between(least, weight * (c + e * d), most))
    near, shift = proof.have(0 <= weight * e, factors=3), proof.have(0 <= P * e)
    known = [proof.have(f) for f in (0 <= N * (M - c), 0 <= N * (M + c))]
    known += [proof.have(0 <= P * e * f, shift) for f in (M - c, M + c)]
    known += [proof.have(0 <= weight * e * f, near) for f in (d, D - d)]
    return proof.qed(*known)


@claim.clause(
    "change",
    *(1 <= n, prior(p, n), stochastic(x, n, n), bounded, *small),
    between(-factor * e, loss(x, p_near, l_near) - loss(x), factor * e),
    kept={"1 ≤ n": "the paper's range", "ε ≤ 1": "otherwise near_ε(p; n) may have negative weights"},
)
def change(proof):
    nonneg, ones = proof.parts(stochastic(x, n, n))[-2:]
    signs = proof.parts(prior(p, n))[-2]
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, r, n))
    far = as_number(abs(i - r))
    cost, way = Sum(r, 0, n, x[i, r] * l[i, r]), Sum(r, 0, n, x[i, r] * far)
    terms = x[i, r] * costs[i, r], x[i, r] * l[i, r] + e * (x[i, r] * far)
    same = row.termwise(r, 0, n, terms[0] == terms[1])
    two = row.use(
        lemmas.sum_of_two(), low=0, high=n, f=function(r, x[i, r] * l[i, r]), g=function(r, x[i, r] * far), t=e
    )
    whole_row = row.chain(same.says.args[0], (same.says.args[1], same), (cost + e * way, two))

    def average(lemma, f, bound, fact):
        each = row.all(fact, r, between(0, r, n))
        return row.use(lemma, each, nonneg(i), ones(i), p=function(r, x[i, r]), f=function(r, f), t=bound)

    at = cell.know(bounded)(i)(r).parts()
    order = cell.use(lemmas.index_order(), j=abs(i - r), k=n)
    bounds = [
        average(lemmas.average_at_least(), l[i, r], -M, cell.have(-M <= l[i, r])),
        average(lemmas.average_at_most(), l[i, r], M, cell.have(l[i, r] <= M, *at)),
        average(lemmas.average_at_least(), far, as_number(0), cell.use(lemmas.distance_nonnegative(), k=i - r)),
        average(lemmas.average_at_most(), far, as_number(n), order),
    ]
    part = e / as_number(n + 1)
    values = {"P": p[i], "N": part, "c": cost, "d": way, "D": as_number(n)}
    change = row.use(change_of_row(), *bounds, signs(i), **values)
    loses = weights[i] * whole_row.says.args[0]
    exact = lemmas.scaled(row, weights[i], whole_row)
    parts = change.parts()
    limits = [part.says.args[0] if at == 0 else part.says.args[1] for at, part in enumerate(parts)]
    below = row.chain(limits[0], ("<=", parts[0].says.args[1], parts[0]), (loses, exact))
    above = row.chain(loses, (exact.says.args[1], exact), ("<=", limits[1], parts[1]))
    lower, upper = (proof.termwise(i, 0, n, each) for each in (below, above))
    least, most, near_loss = lower.says.args[0], upper.says.args[1], loss(x, weights, costs)
    lower = proof.restated(lower, least <= near_loss)
    upper = proof.restated(upper, near_loss <= most)
    values = [proof.have(least == loss(x) - 2 * M * e), proof.have(most == loss(x) + factor * e)]
    positive = proof.have(0 <= as_number(n) * e, proof.use(lemmas.index_order(), j=0, k=n))
    known = (lower, upper, *values, positive)
    terms = [least, most, near_loss, loss(x)]
    goal = between(-factor * e, near_loss - loss(x), factor * e)
    return proof.restated(proof.both(*(proof.opaque(each, *known) for each in conjuncts(goal))))


chosen, other = product(G, T, n), product(G, U, n)
remapped = (*users, best_remap(T, p, l, a, n), private(y, a, n, n))


def near(proof):
    """If l is bounded by M and 0 < ε ≤ 1, the remap of G loses at most 2·(n + 2M)·ε more than y."""
    user = proof.cite(ME + "near-prior"), proof.cite(ME + "near-loss")
    strict = user[1].parts()[-1]
    as_near = {"p": p_near, "l": l_near}

    def with_optimum(q, found):
        vertex, least = found.parts()[0], found.parts()[-1]
        q.remember(vertex)
        made = q.cite("ghosh2009.footnote-4#strict-users", *user, strict(0), strict(n), p=p_near, loss=l_near)
        return q.obtain(made, U, lambda deep, remap: with_remap(deep, least))

    def with_remap(q, least):
        same = same_loss(q, x, other)
        remaps = q.parts(best_remap(T, p, l, a, n))[-1](U)
        changes = [part for each in (x, y) for part in q.cite(ME + "change", x=each).parts()]
        known = q.fact(remaps), same, q.fact(least(y))
        return q.opaque(loss(chosen) <= loss(y) + 2 * factor * e, *known, *changes)

    return proof.obtain(proof.cite("exactdp.best-vertex#of-all", m=n, **as_near), x, with_optimum)


@cache
def some_bound():
    """A loss on {0..n} × {0..n} has a bound."""
    whole = Largest(i, 0, n, Largest(r, 0, n, abs(l[i, r])))
    proof = Proof([0 <= n], Some(M, 0 <= M, bounded))
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    row = core.bounds(whole, i)
    facts = cell.fact(row), cell.fact(core.bounds(row.says.args[0], r))
    below = cell.chain(abs(l[i, r]), ("<=", facts[1].says.args[1], facts[1]), ("<=", whole, facts[0]))
    two = Proof([abs(u) <= w]).have(between(-w, u, w))
    entry = cell.use(two.theorem, below, u=l[i, r], w=whole)
    every, values = (proof.every((i, 0, n), (r, 0, n), f) for f in (entry, below))
    positive = proof.chain(0, ("<=", whole, values(0, 0)))
    return proof.witness(proof.goal, whole, positive, every).theorem


@cache
def no_gap():
    """If u ≤ w + 2·M·ε for the ε made from the gap u - w, the gap is 0."""
    near = All(e, *small, u <= w + 2 * M * e)
    proof = Proof([near, 0 <= M], u <= w)
    p = proof.otherwise()
    share = (u - w) / (2 * M + u - w)
    at = p.have(0 < share), p.have(share <= 1)
    p.remember(*at)
    return p.absurd(p.fact(p.know(near)(share))).theorem


@claim.clause("users", *remapped, loss(chosen) <= loss(y), kept={"1 ≤ n": "G is defined for n ≥ 1", **LEVEL})
def all_users(proof):
    proof.let(proof.use(some_bound()), M)
    every = proof.all(near(proof.assuming(*small)), e, *small)
    size = proof.have(0 <= factor, proof.use(lemmas.index_order(), j=0, k=n))
    return proof.use(no_gap(), every, size, **{"u": loss(chosen), "w": loss(y), "M": factor})
