"""Section 2.2: an oblivious mechanism is a row of masses for each result, looked up at the true result.

A mechanism m on databases is oblivious if f(d) = f(e) implies that the rows of d and e are equal. Then the row of d is
x_f(d) for the average x_i of the rows of the databases with result i. This defines x_i for each i that is a result; a
constant predicate leaves the others open. The databases are numbered 0..q.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim("gupte2010.section-2-2.oblivious", "oblivious mechanisms", section="2.2", position=5)

m, q, d, e, g, i, r, z = indices("m q d e g i r z")
a = number("α")
x, y, M = matrices("x y M")
f = variable("f", INDEX_MAP)


def databases(d):
    return between(0, d, q)


same_rows = All(r, between(0, r, m), M[d, r] == M[e, r])
is_oblivious = explained(
    "{0} has equal rows where {1} is equal on {{0..{2}}} × {{0..{3}}}",
    (M, f, q, m),
    All(d, databases(d), All(e, databases(e) & (f[d] == f[e]), same_rows)),
)
oblivious = is_oblivious(M, f, q, m)


rows_of_results = explained(
    "{0} looks up its rows in {2} by {1} on {{0..{3}}} × {{0..{4}}}",
    (M, f, x, q, m),
    All(d, databases(d), All(r, between(0, r, m), M[d, r] == x[f[d], r])),
)


def looked_up(x):
    return rows_of_results(M, f, x, q, m)


def members(i):
    return function(g, If(f[g] == i, as_number(1), 0))


average = function(i, r, Sum(g, 0, q, members(i)[g] * M[g, r]) / Sum(g, 0, q, members(i)[g]))


@claim.clause("rows", oblivious, Some(x, looked_up(x)), witnesses={"x": average})
def rows(proof):
    p = proof.inside(looked_up(average))
    own = members(f[d])
    here = p.assuming(databases(e))
    goal = own[e] * M[e, r] == M[d, r] * own[e]

    each = here.have(goal, cases=[f[e] == f[d]])
    total = p.termwise(e, 0, q, goal, each)
    factor = p.use(lemmas.scaled_sum(), low=0, high=q, t=M[d, r], f=own)
    positive = p.use(lemmas.positive_sum(), low=0, high=q, j=d, f=own)
    return proof.witness(proof.goal, average, p.closed(p.have(p.goal, total, factor, positive)))


claim.clause("from-rows", looked_up(x), oblivious)(by_arithmetic)


@claim.clause(
    "unique", looked_up(x), looked_up(y), Some(d, databases(d), f[d] == i), between(0, r, m), x[i, r] == y[i, r]
)
def unique(proof):
    proof.let(proof.know(Some(d, databases(d), f[d] == i)), d)
    return proof.have(proof.goal, proof.know(looked_up(x))(d, r))


claim.clause(
    "geometric",
    *(0 <= a, a <= 1),
    f[d] == f[e],
    two_sided(a, z - f[d]) == two_sided(a, z - f[e]),
    kept={"0 ≤ α": "1 + α is a divisor", "α ≤ 1": "a level"},
)(by_arithmetic)

# Two rows with values 0 and 1, and the mechanism that releases the first row
first_row = named("first_row", table([[1, 0], [1, 0], [0, 1], [0, 1]]))
results = named("count", function(d, If(d == 0, 0, If(d == 3, 2, 1))))
claim.clause(
    "first-row",
    Some(d, between(0, d, 3), Some(e, between(0, e, 3), results[d] == results[e], first_row[d, 0] < first_row[e, 0])),
)(
    lambda proof: proof.witness(
        proof.goal,
        2,
        proof.witness(Some(e, between(0, e, 3), results[2] == results[e], first_row[2, 0] < first_row[e, 0]), 1),
    )
)


@claim.clause("one-row", All(d, databases(d), f[d] == d), oblivious)
def one_row(proof):
    own = proof.know(All(d, databases(d), f[d] == d))

    return proof.for_all(proof.goal, lambda p: p.knowing(p.have(d == e, own(d), own(e)), lambda c: c.have(p.goal)))
