"""No private mechanism is more concentrated than G·T, if the rows of the remap T are in order.

The cuts of such a G·T are threshold events. If one threshold event is likelier than another on some input, its
threshold is larger. Let the responses be 0, …, n and the modes μ(i) = i. Then a cut after r < n separates the inputs r
and r+1. So if one such mechanism is more concentrated than another, both have the same cuts (`no-two`). Any private
mechanism has an ordered remap of G that is at least as concentrated (exactdp.concentration). So a private mechanism
that is at least as concentrated as one of them is equal to it (`no-private`).
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import (
    concentrated,
    cut,
    event,
    never_decrease,
    ordered_remap,
    rows_in_order,
    threshold,
)

claim = Claim(
    "exactdp.undominated",
    "no private mechanism is more concentrated around the true result than an ordered remap of G",
    section="4",
    position=30,
    kept={
        "0 ≤ r": "without it the cut is empty",
        "0 ≤ α": "the papers' levels",
        "1 ≤ n": "G is defined for n ≥ 1",
        "α < 1": "at α = 1 the rows of G are equal",
        **dict.fromkeys((f"{of} is stochastic on {{0..n}} × {{0..n}}" for of in "TU"), "false if it is not a remap"),
    },
)

i, j, k, n, q, r = indices("i j k n q r")
a = number("α")
f, g = vectors("f g")
T, U, y = matrices("T U y")
G = geometric_mechanism(n, a)
level = (1 <= n, 0 < a, a < 1)
modes = function(i, i)


def up_to(of, at):
    """Return, for each row of a remap, the probability of a response up to r."""
    return function(k, cut(of, k, at))


@claim.clause("cuts", 0 <= a, cut(product(G, T, n), i, r) == event(up_to(T, r), n, a)[i])
def cuts_of_remap(proof):
    goal = Sum(q, 0, r, G[i, k] * T[k, q]) == G[i, k] * cut(T, k, r)
    return proof.qed(proof.exchange(Sum(q, 0, r, Sum(k, 0, n, G[i, k] * T[k, q]))), proof.termwise(k, 0, n, goal))


@claim.clause("thresholds", *(ordered_remap(T, n, n), 0 <= r, r <= n), threshold(up_to(T, r), n))
def cuts_are_thresholds(proof):
    """If a later row gives a response up to r, no earlier row gives a response beyond r."""
    entries, ones = proof.parts(stochastic(T, n, n))[-2:]
    row = proof.assuming(between(0, k, n))
    below, above = row.assuming(between(0, q, r)), row.assuming(between(r + 1, q, n))
    parts = (
        row.split(Sum(q, 0, n, T[k, q]), r),
        ones(k),
        row.termwise(q, 0, r, 0 <= T[k, q], below.fact(entries(k, q))),
        row.termwise(q, r + 1, n, 0 <= T[k, q], above.fact(entries(k, q))),
    )
    size = row.have((0 <= cut(T, k, r)) & (cut(T, k, r) <= 1), *parts)
    pair = row.assuming(between(k + 1, j, n))
    goal = (cut(T, k, r) == 1) | (cut(T, j, r) == 0)

    def some(case):
        found = case.use(lemmas.some_positive_term(), low=0, high=r, f=lambda q: T[j, q])
        case.let(found, q)
        beyond = case.assuming(between(r + 1, i, n))
        order = beyond.parts(rows_in_order(T, n, n))[0](k, j, q, i)
        nothing = beyond.either(
            order, lambda one: one.know(T[k, i] == 0), lambda other: other.contradiction(T[k, i] == 0)
        )
        rest = case.termwise(i, r + 1, n, T[k, i] == 0, nothing)
        full = case.have(cut(T, k, r) == 1, rest, case.split(Sum(q, 0, n, T[k, q]), r))
        return case.alternative(goal, full)

    def none(case):
        later = case.assuming(between(0, q, r))
        least = case.termwise(q, 0, r, 0 <= T[j, q], later.fact(entries(j, q)))
        return case.alternative(goal, case.indirect(cut(T, j, r) == 0, least))

    order = pair.cases(goal, (0 < Sum(q, 0, r, T[j, q]), some), (TRUE, none))
    ordered = proof.every((k, 0, n), (j, k + 1, n), order)
    return proof.qed(proof.all(size, k, between(0, k, n)), ordered)


ordered_remaps = explained(
    "{0} and {1} are ordered remaps of {{0..{2}}}", (T, U, n), ordered_remap(T, n, n) & ordered_remap(U, n, n)
)
more_concentrated = concentrated(product(G, U, n), product(G, T, n), modes, n, n)
pair = (*level, ordered_remaps(T, U, n), more_concentrated)


@claim.clause("same-cuts", *(*pair, between(0, k, n), 0 <= r, r < n), cut(U, k, r) == cut(T, k, r))
def same_cuts(proof):
    both = [proof.cite("exactdp.undominated#thresholds", T=of) for of in (T, U)]

    def compared(at, side, less, more):
        known = [proof.cite("exactdp.undominated#cuts", T=of, i=at) for of in (T, U)]
        said = proof.detach(proof.fact(proof.parts(more_concentrated)[0](at, r)).parts()[side])
        values = [event(up_to(of, r), n, a)[at] for of in (less, more)]
        return proof.opaque(values[0] <= values[1], said, *known)

    at_r = compared(r, 0, T, U)
    at_next = compared(r + 1, 1, U, T)
    up = proof.cite("exactdp.cut-events#in-order", *both, at_r, i=r, t=up_to(T, r), u=up_to(U, r))
    down = proof.cite("exactdp.cut-events#in-order", *both, at_next, i=r + 1, t=up_to(U, r), u=up_to(T, r))
    return proof.indirect(proof.goal, up, down)


claim.clause("no-two", *pair, equal_matrices(U, T, n, n))(lambda proof: proof.for_all(proof.goal, in_entry))


def in_entry(proof):
    def same(case, at):
        return case.cite("exactdp.undominated#same-cuts", k=i, r=at)

    def last(case):
        ones = [case.parts(stochastic(of, n, n))[-1](i) for of in (T, U)]
        whole = [case.split(Sum(q, 0, n, of[i, q]), n - 1) for of in (T, U)]
        return case.have(proof.goal, *ones, *whole, same(case, n - 1))

    def between_cuts(case):
        cuts = [case.split(Sum(q, 0, r, of[i, q]), r - 1) for of in (T, U)]
        return case.have(proof.goal, *cuts, same(case, r), same(case, r - 1))

    first = (r == 0, lambda case: case.have(proof.goal, same(case, r)))
    return proof.cases(proof.goal, (r == n, last), first, (TRUE, between_cuts))


given = (*level, ordered_remap(T, n, n), private(y, a, n, n), concentrated(y, product(G, T, n), modes, n, n))


@cache
def entry_of_cuts(first):
    """Two rows with the same cuts up to a response, and before it, give it with the same probability."""
    sums = [[Sum(q, 0, at, of[q]) for of in (f, g)] for at in (r, r - 1)]
    if first:
        return Proof([r == 0, sums[0][0] == sums[0][1]], f[r] == g[r]).qed()
    proof = Proof([1 <= r, *(one == other for one, other in sums)], f[r] == g[r])
    return proof.qed(*(proof.split(whole, r - 1) for whole in sums[0]))


@claim.clause("no-private", *given, equal_matrices(y, product(G, T, n), n, n))
def no_private(proof):
    """Some ordered remap U is at least as concentrated as y, so U is T, and y is between two equal mechanisms."""
    cuts = proof.all(proof.assuming(between(0, r, n)).cite("exactdp.concentration#cuts", x=y, m=n), r, between(0, r, n))
    remap = proof.cite("exactdp.concentration#remap", cuts, never_decrease(modes, n), x=y, m=n, μ=modes)
    return proof.obtain(remap, U, between_equals)


def between_equals(proof, found):
    """Return the goal, if G·U is at least as concentrated as y, and y as G·T."""
    least, most = product(G, T, n), product(G, U, n)
    above = found.parts()[-1]
    below = proof.parts(concentrated(y, least, modes, n, n))[-1]
    cell = proof.assuming(between(0, i, n), between(0, r, n))

    def chain(case, at, side):
        """Return what the cuts of G·T, y and G·U are, in this order on side 0 and in the reverse order on side 1."""
        return [case.detach(case.fact(each(i, at)).parts()[side]) for each in (below, above)]

    def ends(case, side):
        first, second = chain(case, r, side)
        less, least_ = (first, second) if side == 0 else (second, first)
        return case.opaque(less.says.args[0] <= least_.says.args[1], first, second)

    orders = [cell.imply(at, ends(cell.assuming(at), side)) for side, at in enumerate((i <= r, r < i))]
    more = proof.have(
        concentrated(most, least, modes, n, n),
        proof.every((i, 0, n), (r, 0, n), cell.both(*orders)),
    )
    proof.remember(more, proof.have(ordered_remaps(T, U, n)))
    equal = proof.cite("exactdp.undominated#no-two")

    def same_cut(inner, at):
        """Return that y and G·T have the same cut after a response."""
        column = inner.assuming(between(0, q, at))
        row = column.assuming(between(0, k, n))
        entry = row.opaque(G[i, k] * U[k, q] == G[i, k] * T[k, q], row.fact(equal(k, q)))
        columns = column.have(most[i, q] == least[i, q], column.termwise(k, 0, n, entry.says, entry))
        cuts = inner.termwise(q, 0, at, columns.says, columns)
        values = [cut(of, i, at) for of in (most, least, y)]
        cuts = inner.have(values[0] == values[1], cuts)
        goal = values[2] == values[1]

        def squeezed(side):
            def step(case):
                bounds = [
                    case.opaque(low <= high, *chain(case, at, side), cuts)
                    for low, high in ((values[2], values[1]), (values[1], values[2]))
                ]
                return case.use(lemmas.between_each_other(), *bounds, α=values[2], β=values[1])

            return step

        found_ = inner.cases(goal, (i <= at, squeezed(0)), (TRUE, squeezed(1)))
        return inner.have(Sum(q, 0, at, y[i, q]) == Sum(q, 0, at, least[i, q]), found_)

    goal = y[i, r] == least[i, r]
    rows = {"f": function(q, y[i, q]), "g": function(q, least[i, q])}

    def entry_of(*cuts):
        return lambda case: case.use(entry_of_cuts(len(cuts) == 1), *(same_cut(case, at) for at in cuts), **rows)

    each = cell.cases(goal, (r == 0, entry_of(r)), (TRUE, entry_of(r, r - 1)))
    return proof.restated(proof.every((i, 0, n), (r, 0, n), each), equal_matrices(y, least, n, n))
