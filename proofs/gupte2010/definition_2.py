"""Definition 2: privacy of an oblivious mechanism, as ratios of adjacent entries of a column.

Neighbouring databases have results that are equal or adjacent. For adjacent ones the definition of section 2.1, with d1
and d2 in both orders, gives the two inequalities; equal results give nothing, since α ≤ 1. Along a chain of adjacent
results the factors α multiply. A constant predicate has one result, so privacy requires nothing.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.definition-2",
    "privacy for count queries",
    section="2.2",
    position=10,
    printed="the definition for databases can be rewritten so, for every predicate",
    slip="statement",
    weight="edge",
    kept=KEPT
    | {
        "0 ≤ j": "the rows of a database",
        "0 ≤ v": "the values of a row",
        "S is a constant predicate on {0..q}": "counterexamples need databases with different results",
        "count of d in S over n rows = i": "the result of the database",
        "count of (k ↦ {v if k = j; d[k] otherwise}) in S over n rows = z": "the result of the other database",
        "d has n rows with values in {0..q}": "the databases",
        "j ≤ n-1": "the rows of a database",
        "v ≤ q": "the values of a row",
    },
)

n, m, q, i, k, r, u, w = indices("n m q i k r u w")
a, x = number("α"), matrix("x")
S = variable("S", SET)
on_databases = private_on_databases(x, a, S, n, m, q)
near = (a * x[i + 1, r] <= x[i, r]) & (a * x[i, r] <= x[i + 1, r])
varying_predicate = explained(
    "{0} is a non-constant predicate on {{0..{1}}}",
    (S, q),
    Some(w, between(0, w, q), S[w]) & Some(w, between(0, w, q), ~S[w]),
)(S, q)
constant_predicate = explained(
    "{0} is a constant predicate on {{0..{1}}}",
    (S, q),
    All(w, between(0, w, q), S[w]) | All(w, between(0, w, q), ~S[w]),
)(S, q)
ghosh = "ghosh2009.section-2-1.oblivious"

claim.printed_as(
    "every-predicate",
    0 < a,
    a <= 1,
    0 <= q,
    stochastic(x, n, m),
    on_databases,
    between(0, i, n - 1),
    between(0, r, m),
    near,
    at={**{"n": 1, "m": 1, "q": 1, "i": 0, "r": 0, "α": "1/2"}, **{"x": ((1, 0), (0, 1)), "S": frozenset({0, 1})}},
    instead=("on-results", "constant"),
)

claim.clause("on-databases", 0 <= a, a <= 1, 0 <= n, private(x, a, n, m), on_databases)(
    lambda proof: proof.cite(f"{ghosh}#on-databases")
)


@claim.clause("on-results", varying_predicate, between(0, i, n - 1), between(0, r, m), on_databases, near)
def to_results(proof):
    yes, no = proof.parts(varying_predicate)[-2:]
    return proof.restated(
        proof.obtain(yes, u, lambda p, _: p.obtain(no, w, lambda last, _: last.cite(f"{ghosh}#on-results")))
    )


claim.clause("constant", a <= 1, 0 <= n, stochastic(x, n, m), constant_predicate, on_databases)(
    lambda proof: proof.cite(f"{ghosh}#trivial")
)

column = (private(x, a, n, m), between(0, i, n), between(0, k, n), between(0, r, m))

claim.clause("chain", 0 <= a, *column, a ** abs(k - i) * x[k, r] <= x[i, r])(
    lambda proof: proof.cite("ghosh2009.section-5.z-columns#bound")
)


@claim.clause("zeros", 0 < a, *column, x[i, r] == 0, x[k, r] == 0)
def zeros(proof):
    nonneg = proof.parts(private(x, a, n, m))[-3]

    def positive(p):
        return p.contradiction(proof.goal, p.cite("ghosh2009.section-5.z-columns#all-positive"))

    return proof.cases(
        proof.goal, (0 < x[k, r], positive), (x[k, r] <= 0, lambda p: p.indirect(proof.goal, nonneg(k, r)))
    )


claim.clause("ratio", 0 < a, 0 < x[i + 1, r], a * x[i, r] <= x[i + 1, r], x[i, r] / x[i + 1, r] <= 1 / a)(by_arithmetic)
