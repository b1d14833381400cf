"""Equation (1): the expected loss over the mechanism and the prior.

Databases are numbered 0..s, and database d has the weight q_d and the result f(d). The weights of the databases with
the result i sum to p_i. So the expected loss over databases is (1), for every prior on databases that induces p. A sum
over an infinite range has terms ≥ 0: its partial sums rise, to a number or to ∞.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import induced_prior, maps_to

claim = Claim("ghosh2009.section-2-2.equation-1", "the expected loss of a user", section="2.2", position=3)

n, m, s, i, j, k, r, d = indices("n m s i j k r d")
a, t = numbers("α t")
x, y, z, l = matrices("x y z l")  # noqa: E741 (the paper's name of a loss)
p, q = vectors("p q")
f = variable("f", INDEX_MAP)

results, induced = maps_to(f, s, n), induced_prior(q, f, s)


def by_result(proof, loss):
    """Return that q_d times the loss at f(d), summed over all databases, is the same sum result by result."""
    inside = proof.assuming(between(0, d, s))
    here = function(i, q[d] * loss[i])
    one = inside.use(lemmas.one_term(), low=0, high=n, j=f[d], f=here)
    grouped = proof.termwise(d, 0, s, Sum(i, 0, n, If(i == f[d], here[i], 0)) == here[f[d]], one)
    exchanged = proof.exchange(grouped.says.args[0])
    row = proof.assuming(between(0, i, n))
    same = row.termwise(d, 0, s, If(i == f[d], here[i], 0) == loss[i] * If(f[d] == i, q[d], 0))
    factor = row.use(lemmas.scaled_sum(), low=0, high=s, t=loss[i], f=function(d, If(f[d] == i, q[d], 0)))
    each = row.chain(same.says.args[0], (same.says.args[1], same), (induced[i] * loss[i], factor))
    return grouped, exchanged, proof.termwise(i, 0, n, each)


claim.clause(
    "databases", results, Sum(d, 0, s, q[d] * expected_loss(l, x, m, f[d])) == bayesian_loss(induced, l, x, n, m)
)(lambda proof: proof.qed(*by_result(proof, function(i, expected_loss(l, x, m, i)))))


@claim.clause("induced", prior(q, s), results, prior(induced, n))
def induced_prior(proof):
    part = function(d, If(f[d] == i, q[d], 0))
    row = proof.assuming(between(0, i, n))
    parts = row.restated(row.use(lemmas.sum_nonnegative(), low=0, high=s, f=part), induced[i] >= 0)
    total = proof.have(Sum(i, 0, n, induced[i]) == 1, *by_result(proof, function(i, as_number(1))))
    return proof.qed(parts, total)


mixture = mixed_matrices(y, x, t)

claim.clause(
    "linear",
    bayesian_loss(p, l, mixture, n, m) == t * bayesian_loss(p, l, x, n, m) + (1 - t) * bayesian_loss(p, l, y, n, m),
)(by_arithmetic)


alike = All(i, between(0, i, n), i != j, All(r, between(0, r, m), x[i, r] == y[i, r]))


@claim.clause("weight-0", p[j] == 0, alike, bayesian_loss(p, l, x, n, m) == bayesian_loss(p, l, y, n, m))
def weightless(proof):
    def part(mechanism):
        return p[i] * expected_loss(l, mechanism, m, i)

    def inside(case):
        return case.have(part(x) == part(y))

    def outside(case):
        same = proof.know(alike)(i)
        row = case.termwise(r, 0, m, x[i, r] * l[i, r] == y[i, r] * l[i, r], same(r))
        return case.have(part(x) == part(y), row)

    each = proof.assuming(between(0, i, n)).cases(part(x) == part(y), (i == j, inside), (TRUE, outside))
    return proof.qed(proof.termwise(i, 0, n, each))


claim.clause(
    "terms",
    prior(p, n),
    nonnegative(x, n, m),
    nonnegative(l, n, m),
    between(0, i, n),
    between(0, r, m),
    0 <= p[i] * x[i, r] * l[i, r],
)(lambda proof: proof.qed(factors=3))


@claim.clause(
    "infinite",
    0 < a,
    a < 1,
    0 <= k,
    Sum(r, i - k, i + k, two_sided(a, r - i) / a ** abs(i - r)) == (2 * k + 1) * (1 - a) / (1 + a),
    kept={"α < 1": "the paper's levels"},
)
def infinite(proof):
    mass = (1 - a) / (1 + a)
    inside = proof.assuming(between(i - k, r, i + k))
    each = inside.have(two_sided(a, r - i) / a ** abs(i - r) == mass)
    return proof.qed(proof.termwise(r, i - k, i + k, each))
