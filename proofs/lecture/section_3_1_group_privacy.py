"""Section 3.1, group privacy: datasets that differ in k entries, by a chain of k neighbours.

Changing the k entries c_1, …, c_k one after another gives k steps between neighbours, and every step costs a factor α.
That is one mechanism on k+1 datasets, where composition is k mechanisms on two datasets; the two have only the bound in
common. P_j is the probability of an event on the j-th dataset of the chain.

The text says that two neighboring datasets differ in k entries. Neighbours differ in one: two datasets are meant.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import steps_of_a_chain
from exactdp.claims.statements.evaluation import entry

claim = Claim(
    "lecture.section-3-1.group-privacy",
    "group privacy",
    section="3.1",
    position=10,
    printed="two neighboring datasets differ in k entries",
    slip="print",
    kept={**KEPT, **dict.fromkeys(("d[0] ≤ 1", "e[0] ≤ 1", "r ≤ 1"), "a bit")},
)

i, j, k, l, n, r = indices("i j k l n r")  # noqa: E741
a, b = numbers("α β")
(P,) = vectors("P")
X = variable("X", Function(2, INDEX))
d, e, c = (variable(name, INDEX_MAP) for name in ("d", "e", "c"))
levels = (0 <= a, a <= 1)

differing = Sum(i, 0, n - 1, If(d[i] == e[i], as_index(0), 1))
claim.printed_as(
    "neighboring",
    1 <= k,
    k <= n,
    differing == k,
    neighbours(d, e, n),
    at={"n": 2, "k": 2, "d": (0, 0), "e": (1, 1)},
    instead=("one-step", "group"),
)


def row(j):
    return function(i, X[j, i])


chain = explained(
    "{0} goes from {1} towards {2} in {4} steps at the entries {3} of {5} rows",
    (X, d, e, c, k, n),
    All(i, between(0, i, n - 1), X[0, i] == d[i])
    & All(
        j,
        between(1, j, k),
        between(0, c[j], n - 1) & All(i, between(0, i, n - 1), X[j, i] == If(i == c[j], e[i], X[j - 1, i])),
    ),
)
"""X_0 is d, and X_j has the entry c_j of e, and otherwise the entries of X_(j-1)."""


@generator(chain)
def some_chain(rng, turn, *given):
    """Change the entries one after another."""
    first, last, changed, k, n = given
    rows = [[entry(first, [i]) for i in range(n)]]
    for j in range(1, k + 1):
        rows.append([entry(last, [i]) if i == entry(changed, [j]) else rows[-1][i] for i in range(n)])
    return tuple(map(tuple, rows))


steps = (0 <= k, chain(X, d, e, c, k, n))


def next_entries(proof, j):
    return proof.parts(chain(X, d, e, c, k, n))[-1](j).parts()


@claim.clause("one-step", *steps, between(1, j, k), neighbours(row(j), row(j - 1), n))
def one_step(proof):
    *_inside, changes = next_entries(proof, j)
    inner = proof.inside(All(l, between(0, l, n - 1), l != c[j], X[j, l] == X[j - 1, l]))
    sides = [lambda side: side.have(X[j, l] == X[j - 1, l], changes(l))] * 2
    same = inner.closed(inner.either(inner.know(l != c[j]), *sides))
    return proof.witness(proof.goal, c[j], same)


@claim.clause("equal-entries-stay", *steps, between(0, i, n - 1), d[i] == e[i], X[k, i] == e[i])
def equal_entries_stay(proof):
    goal = X[j, i] == e[i]
    first = proof.parts(chain(X, d, e, c, k, n))[-2](i)
    further, before = proof.inductive(goal, j, 0, [first], up_to=k)
    return further.closed(further.have(X[j + 1, i] == e[i], next_entries(further, j + 1)[-1](i), before))


@claim.clause("entries-are-changed", *steps, between(1, l, k), X[k, c[l]] == e[c[l]])
def entries_are_changed(proof):
    goal = X[j, c[l]] == e[c[l]]
    inside = next_entries(proof, l)[:-1]
    proof.remember(*inside)

    def step(further, before):
        at = further.have(between(0, c[l], n - 1), *inside)
        changes = further.knowing(at, lambda q: next_entries(q, j + 1)[-1](c[l]))
        return further.have(X[j + 1, c[l]] == e[c[l]], changes, before)

    changes = proof.knowing(proof.both(*inside), lambda q: next_entries(q, l)[-1](c[l]))
    return proof.induction(goal, j, l, [proof.have(X[l, c[l]] == e[c[l]], changes)], step, up_to=k)


probabilities = All(j, between(0, j, k - 1), both(a * P[j + 1] <= P[j], a * P[j] <= P[j + 1]))


@claim.clause("group", *levels, 0 <= k, probabilities, both(a**k * P[k] <= P[0], a**k * P[0] <= P[k]))
def group(proof):
    one = proof.know(probabilities)
    up = proof.for_all(
        All(j, between(0, j, k - 1), a * P[k - j - 1] <= P[k - j]), lambda inner: one(k - j - 1).parts()[1]
    )
    return proof.both(
        proof.detach(proof.use(steps_of_a_chain(), f=P)),
        proof.detach(proof.use(steps_of_a_chain(), f=lambda v: P[k - v]), up),
    )


G = geometric_mechanism(n, a)

claim.clause("attained", *levels, 1 <= n, between(0, k, n), b * G[0, 0] <= G[k, 0], b <= a**k)(by_arithmetic)

response = randomized_response(a)

claim.clause(
    "first-entry-only",
    *levels,
    between(0, d[0], 1),
    between(0, e[0], 1),
    between(0, r, 1),
    a * response[d[0], r] <= response[e[0], r],
)(by_arithmetic)
