"""Section 1: the privacy that remains if the mechanism is a building block for several count queries.

Changing one row from a value v to w changes exactly the results of the queries whose predicates distinguish v from w,
each by 1. Each such query multiplies the ratio of the probabilities of an answer by α or 1/α, and the other queries
multiply it by 1. With the answers 0 and n, all such queries multiply it in the same way. So the exact level is α^d,
where d is the largest number of queries that distinguish two values.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.database import equal_indices, exact_levels_multiply, result_changes
from exactdp.claims.lemmas.neighbour import positive_product
from exactdp.claims.statements.evaluation import entry

claim = Claim(
    "gupte2010.section-1.several-queries",
    "several queries, one mechanism each",
    section="1",
    position=15,
    kept=KEPT
    | {
        **dict.fromkeys(("j ≤ n-1", "ρ is within {0..n} (m)"), "the rows and the answers"),
        **dict.fromkeys(("1 ≤ k", "k ≤ m", "1 ≤ i", "i ≤ m"), "the queries"),
        "∀s with 1 ≤ s ≤ m: (s = k or P[s,u] ≠ 1) and (s = i or P[s,v] ≠ 1)": "the instances have few queries",
    },
)

i, j, k, m, n, s, u, v, z = indices("i j k m n s u v z")
a, b = numbers("α β")
P = variable("P", Function(2, INDEX))
d, e, f, g, answers = (variable(name, INDEX_MAP) for name in ("d", "e", "f", "g", "ρ"))


def query(s):
    """Return the values that satisfy the predicate of query s."""
    return function(z, P[s, z] == 1)


one, other = P[s, u] == 1, P[s, v] == 1
differs = If(one, If(other, 0, 1), If(other, 1, 0))


tells_apart = explained(
    "{0} tells {2} from {3} by {1} ({4})",
    (e, P, u, v, m),
    (e[0] == 0) & All(s, between(1, s, m), e[s] == e[s - 1] + differs),
)
"""How many of the first queries tell u from v: those that just one of the two satisfies."""


def results_of(f, database):
    """Return that the result of query s is the number of rows whose values satisfy its predicate."""
    return All(s, between(1, s, m), between(0, f[s], n) & (count(database, query(s), n) == f[s]))


results = explained("{0} answers {1} on {2} ({3},{4})", (f, P, d, m, n), results_of(f, d))
results_after = explained(
    "{0} answers {1} on {2} with {4} at {3} ({5},{6})",
    (g, P, d, j, v, m, n),
    results_of(g, changed(d, j, v)),
)
"""The results after row j has got the value v."""
chance = explained(
    "Pr({0}|{1};{2},{3},{4})", (answers, f, m, n, a), Product(s, 1, m, geometric_mechanism(n, a)[f[s], answers[s]])
)
"""How likely the answers are, which are drawn independently for each query."""
in_range = explained(
    "{0} is within {{0..{2}}} ({1})", (answers, m, n), All(s, between(1, s, m), between(0, answers[s], n))
)


@generator(tells_apart)
def some_differences(rng, turn, predicates, *given):
    """Count the queries that tell one value from another."""
    first, second, queries = given
    found = [0]
    for at in range(1, queries + 1):
        found.append(found[-1] + ((entry(predicates, (at, first)) == 1) != (entry(predicates, (at, second)) == 1)))
    return tuple(found)


def satisfying(predicates, values, queries):
    """Count the values that satisfy each predicate."""
    return (0, *(sum(entry(predicates, (at, value)) == 1 for value in values) for at in range(1, queries + 1)))


@generator(results)
def some_results(rng, turn, predicates, *given):
    """Count the rows that satisfy each predicate."""
    database, queries, rows = given
    return satisfying(predicates, [entry(database, (row,)) for row in range(rows)], queries)


@generator(results_after)
def some_results_after(rng, turn, predicates, *given):
    """Count the rows that satisfy each predicate, with another value in one of them."""
    database, changed_row, value, queries, rows = given
    values = [value if row == changed_row else entry(database, (row,)) for row in range(rows)]
    return satisfying(predicates, values, queries)


G = geometric_mechanism(n, a)
telling = tells_apart(e, P, d[j], v, m)
by_value = substitute(differs, {"u": d[j]})
given = (
    *(0 <= a, a <= 1, 1 <= n, 0 <= m, between(0, j, n - 1)),
    telling,
    results(f, P, d, m, n),
    results_after(g, P, d, j, v, m, n),
)


def likely(of):
    return chance(answers, of, m, n, a)


def bit(s, value):
    return If(P[s, value] == 1, as_number(1), 0)


def result_after(proof):
    """Return how the result of a query changes, as numbers, and that both are in range."""
    before, after = (proof.know(each)(s).parts() for each in given[-2:])
    goal = as_number(g[s]) == f[s] + bit(s, v) - bit(s, d[j])
    by = proof.use(result_changes(), S=query(s)), before[-1], after[-1]
    return proof.opaque(goal, *by), [*before[:2], *after[:2]]


def by_change(proof, goal, step):
    """Return the goal, for a result that rises, falls or stays: the step gets the proof and by how much."""
    changes, within = result_after(proof)

    def with_(by):
        def found(case):
            number = case.have(as_number(g[s]) == as_number(f[s] + by), changes)
            known = [case.use(equal_indices(), number, i=g[s], j=f[s] + by), *within]
            result = step(case.assuming(*(each.says for each in known)), by)
            return case.fact(result, *known)

        return found

    def had(case, yes):
        return case.cases(goal, (P[s, v] == 1, with_(1 - yes)), (TRUE, with_(-yes)))

    return proof.cases(goal, (P[s, d[j]] == 1, lambda case: had(case, 1)), (TRUE, lambda case: had(case, 0)))


def counted(proof):
    """Return that the number of queries that tell the two values apart is at least 0."""
    return proof.cite("#at-most-all", s=m, u=d[j])


likely_in_turn = both(a ** e[m] * likely(f) <= likely(g), a ** e[m] * likely(g) <= likely(f))


@claim.clause("private", *given, in_range(answers, m, n), likely_in_turn, values=counted)
def private(proof):
    each = proof.assuming(between(1, s, m))
    within = each.know(in_range(answers, m, n))(s)
    near = each.cite("gupte2010.definition-4#private").parts()
    _start, counts = proof.parts(telling)[-2:]
    products = []
    for first, second in ((f, g), (g, f)):
        goal = both(0 <= G[first[s], answers[s]], a**by_value * G[first[s], answers[s]] <= G[second[s], answers[s]])

        def step(case, by, goal=goal):
            signs = [near[-3](of[s], answers[s]) for of in (f, g)]
            return case.have(goal, *(near[-1](f[s] + min(by, 0), answers[s]).parts() if by else ()), *signs)

        found = each.knowing(within, lambda inner, goal=goal, step=step: by_change(inner, goal, step))
        more = each.both(*found.parts(), each.have(e[s - 1] + by_value == e[s], counts(s)), each.have(0 <= by_value))
        terms = {"f": function(s, G[first[s], answers[s]]), "g": function(s, G[second[s], answers[s]])}
        every = proof.all(more, s, between(1, s, m))
        found = proof.use(lemmas.levels_multiply(), every, n=m, h=e, d=function(s, by_value), **terms)
        products.append(found.parts()[-1])
    return proof.restated(proof.both(*products))


told = (0 <= m, tells_apart(e, P, u, v, m))


def by_steps(goal, *assumption):
    """Return the proof of a bound on the count, by induction on the queries, perhaps from what is assumed of each."""

    def prove(proof):
        start, counts = proof.parts(told[-1])[-2:]

        def with_each(inner, goal, facts, by):
            if not facts:
                return inner.have(goal, *by)
            if facts[0].says.op == "or":
                return inner.either(facts[0], *[lambda case: with_each(case, goal, facts[1:], by)] * 2)
            return inner.knowing(facts[0], lambda case: with_each(case, goal, facts[1:], by))

        def step(inner, before):
            later = inner.assuming(s + 1 <= m)
            facts = [part for each in assumption for part in later.know(each)(s + 1).parts()]
            after = substitute(goal, {"s": s + 1})
            return inner.imply(s + 1 <= m, with_each(later, after, facts, (later.detach(before), counts(s + 1))))

        every = Proof(proof.given).induction((s <= m) >> goal, s, 0, [start], step)
        return proof.qed(proof.detach(every.with_(s=m))) if assumption else proof.detach(every)

    return prove


all_tell, none_tells, own = (
    All(s, between(1, s, m), each)
    for each in (one & (P[s, v] != 1), P[s, u] == P[s, v], ((s == k) | (P[s, u] != 1)) & ((s == i) | (P[s, v] != 1)))
)
claim.clause("at-most-all", *told, between(0, s, m), between(0, e[s], s))(by_steps(between(0, e[s], s)))
claim.clause("all", *told, all_tell, e[m] == m)(by_steps(e[s] == s, all_tell))
claim.clause("none", *told, none_tells, e[m] == 0)(by_steps(e[s] == 0, none_tells))


@claim.clause("one-each", *told, between(1, k, m), between(1, i, m), own, e[m] <= 2)
def one_each(proof):
    start, _counts = proof.parts(told[-1])[-2:]
    each = proof.assuming(between(1, s, m))
    places = [function(s, If(s == at, as_number(1), 0)) for at in (k, i)]
    bits = bit(s, u), bit(s, v)
    told_by = each.have(as_number(differs) <= bits[0] + bits[1])
    owned = [
        each.either(known, *[lambda case, less=(mark <= place[s]): case.have(less)] * 3)
        for known, mark, place in zip(each.know(own)(s).parts(), bits, places, strict=True)
    ]
    grows = as_number(e[s]) - e[s - 1]
    exact = each.have(grows == as_number(differs))
    terms = [as_number(differs), *bits, *(place[s] for place in places)]
    less = each.opaque(grows <= places[0][s] + 1 * places[1][s], exact, told_by, *owned, terms=terms)
    parts = proof.use(lemmas.sum_of_two(), low=1, high=m, f=places[0], g=places[1], t=1)
    ones = [proof.use(lemmas.one_term(), low=1, high=m, j=at, f=lambda v: as_number(1)) for at in (k, i)]
    total = proof.telescope(s, 1, m, grows, lambda v: as_number(e[v - 1]))
    few = proof.have(as_number(e[m]) <= 2, proof.termwise(s, 1, m, less), parts, *ones, total, start)

    def more(inner):
        return inner.contradiction(proof.goal, few, inner.use(lemmas.index_order(), j=3, k=e[m]))

    return proof.cases(proof.goal, (3 <= e[m], more), (TRUE, lambda inner: inner.have(proof.goal)))


ends = explained("ends({0},{1},{2},{3})", (P, d, j, n), function(s, If(P[s, d[j]] == 1, 0, n)))(P, d, j, n)
"""The answer 0 where the result may fall, and n where it may rise."""


def at_ends(of):
    return chance(ends, of, m, n, a)


@claim.clause("attained", *given, at_ends(f) == a ** e[m] * at_ends(g), values=counted)
def attained(proof):
    _start, counts = proof.parts(telling)[-2:]
    each = proof.assuming(between(1, s, m))
    goal = G[f[s], ends[s]] == a**by_value * G[g[s], ends[s]]
    here = by_change(each, goal, lambda case, by: case.have(goal))
    three = each.both(here, each.have(e[s - 1] + by_value == e[s], counts(s)), each.have(0 <= by_value))
    terms = {"f": lambda s: G[f[s], ends[s]], "g": lambda s: G[g[s], ends[s]], "e": function(s, by_value)}
    every = proof.all(three, s, between(1, s, m))
    return proof.restated(proof.use(exact_levels_multiply(), every, n=m, h=e, **terms))


@claim.clause("no-larger", 0 < a, a < 1, *given[2:], b * at_ends(g) <= at_ends(f), b <= a ** e[m])
def no_larger(proof):
    each = proof.assuming(between(1, s, m))
    power = each.use(lemmas.power_positive(), k=abs(g[s] - ends[s]))
    here = each.have(0 < G[g[s], ends[s]], power)
    positive = proof.detach(
        proof.use(positive_product(), f=lambda s: G[g[s], ends[s]], k=m), proof.all(here, s, between(1, s, m))
    )
    whole = at_ends(g)
    less = b * whole <= at_ends(f)
    terms = [whole, at_ends(f), a ** e[m]]
    most = proof.opaque(b * whole <= a ** e[m] * whole, proof.cite("#attained"), proof.know(less), terms=terms)
    return proof.use(lemmas.quotient_order(), most, proof.have(0 < whole, positive), t=whole, α=b, β=a ** e[m])
