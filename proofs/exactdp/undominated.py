"""No private mechanism is more concentrated than G·T, if the rows of the remap T are in order.

The cuts of such a G·T are threshold events. If one threshold event is likelier than another on some input, its
threshold is larger. Let the responses be 0, …, n and the modes μ(i) = i. Then a cut after r < n separates the inputs r
and r+1. So if one such mechanism is more concentrated than another, both have the same cuts.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import equal_matrices, geometric_mechanism, product, stochastic
from exactdp.claims.vocabulary.concentration import concentrated, cut, event, ordered_remap, rows_in_order, threshold

claim = Claim(
    "exactdp.undominated",
    "no ordered remap of G is more concentrated than another",
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
T, U = matrices("T U")
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
        row.termwise(q, 0, r, 0 <= T[k, q], below.fact(entries(k, q).theorem)),
        row.termwise(q, r + 1, n, 0 <= T[k, q], above.fact(entries(k, q).theorem)),
    )
    size = row.have((0 <= cut(T, k, r)) & (cut(T, k, r) <= 1), *parts)
    pair = row.assuming(between(k + 1, j, n))
    goal = (cut(T, k, r) == 1) | (cut(T, j, r) == 0)

    def some(case):
        found = case.use(lemmas.some_positive_term(), low=0, high=r, f=lambda q: T[j, q])

        def at(deep, given):
            beyond = deep.assuming(between(r + 1, i, n))
            order = beyond.parts(rows_in_order(T, n, n))[0](k, j, q, i)
            nothing = beyond.either(
                order, lambda one: one.know(T[k, i] == 0), lambda other: other.contradiction(T[k, i] == 0)
            )
            rest = deep.termwise(i, r + 1, n, T[k, i] == 0, nothing)
            full = deep.have(cut(T, k, r) == 1, rest, deep.split(Sum(q, 0, n, T[k, q]), r))
            return deep.alternative(goal, full)

        return case.obtain(found, q, at)

    def none(case):
        later = case.assuming(between(0, q, r))
        least = case.termwise(q, 0, r, 0 <= T[j, q], later.fact(entries(j, q).theorem))
        return case.alternative(goal, case.indirect(cut(T, j, r) == 0, least))

    order = pair.cases(goal, (0 < Sum(q, 0, r, T[j, q]), some), (TRUE, none))
    ordered = proof.all(row.all(order, j, between(k + 1, j, n)), k, between(0, k, n))
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
        said = proof.detach(proof.fact(proof.parts(more_concentrated)[0](at, r).theorem).parts()[side])
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
