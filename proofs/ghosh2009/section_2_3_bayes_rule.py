"""Section 2.3: the best of all remaps, randomized ones included, reads each response by Bayes' rule.

With w_kr = Σ_i p_i·x_ik·l(i, r), the loss of y∘x is Σ_k Σ_r y_kr·w_kr. This has one mean for each response k of x, and
each mean is at least the least of the w_kr. Up to the factor Pr[k] = Σ_i p_i·x_ik, w_kr is the posterior loss. If Pr[k]
is 0, all w_kr are 0: then the posterior is undefined, and every reading is optimal. Ties leave a choice as well.

The responses of x are {0..s}, and the readings {0..n}. The formulas of the passage, where both are called R, are a
claim of their own.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-2-3.bayes-rule", "the optimal remap by Bayes' rule", section="2.3", position=30)

n, s, i, j, k, r, z = indices("n s i j k r z")
(p,) = vectors("p")
x, T, l = matrices("x T l")  # noqa: E741 (the paper's name of a loss)
f = variable("f", INDEX_MAP)

w = weighed_loss(p, l, x, n)


def loss(remap):
    return bayesian_loss(p, l, product(x, remap, s), n, n)


@claim.clause("sum", loss(T) == Sum(k, 0, s, Sum(r, 0, n, T[k, r] * w[k, r])))
def total(proof):
    term = p[i] * x[i, k] * T[k, r] * l[i, r]
    within = proof.exchange(Sum(r, 0, n, Sum(k, 0, s, term)))
    rows = proof.termwise(i, 0, n, within)
    outside = proof.exchange(Sum(i, 0, n, Sum(k, 0, s, Sum(r, 0, n, term))))
    each = proof.exchange(Sum(i, 0, n, Sum(r, 0, n, term)))
    return proof.qed(rows, outside, proof.termwise(k, 0, s, each))


best = best_readings(f, w, s, n)


def read_as(proof):
    """Return that the response k, read as f(k), loses w_k,f(k)."""
    inner = proof.assuming(between(0, k, s))
    here = inner.know(best)(k).parts()
    one = inner.use(lemmas.one_term(), low=0, high=n, j=f[k], f=function(r, w[k, r]))
    same = inner.termwise(r, 0, n, reads(f)[k, r] * w[k, r] == If(r == f[k], w[k, r], 0))
    return inner, here, inner.have(Sum(r, 0, n, reads(f)[k, r] * w[k, r]) == w[k, f[k]], one, same)


@claim.clause("optimal", stochastic(T, s, n), best, loss(reads(f)) <= loss(T))
def optimal(proof):
    inner, here, chosen = read_as(proof)
    mean = inner.termwise(r, 0, n, T[k, r] * w[k, f[k]] <= T[k, r] * w[k, r], here[2](r))
    each = inner.have(Sum(r, 0, n, reads(f)[k, r] * w[k, r]) <= Sum(r, 0, n, T[k, r] * w[k, r]), mean, chosen)
    sums = [proof.cite("ghosh2009.section-2-3.bayes-rule#sum", T=remap) for remap in (T, reads(f))]
    return proof.qed(proof.termwise(k, 0, s, each), *sums)


claim.clause("exists", 0 <= n, Some(f, best))(
    lambda proof: proof.restated(proof.use(lemmas.best_readings_exist(), x=w))
)


@claim.clause(
    "value",
    0 <= n,
    best,
    loss(reads(f)) == Sum(k, 0, s, Least(r, 0, n, w[k, r])),
    kept={"0 ≤ n": "otherwise the minimum has no terms"},
)
def value(proof):
    inner, here, chosen = read_as(proof)
    least = Least(r, 0, n, w[k, r])
    below = inner.use(core.bounds(least, f[k]))
    above = inner.obtain(
        inner.fact(core.attained(least)), z, lambda case, attained: case.have(w[k, f[k]] <= least, here[2](z))
    )
    each = inner.have(Sum(r, 0, n, reads(f)[k, r] * w[k, r]) <= least, chosen, above)
    back = inner.have(least <= Sum(r, 0, n, reads(f)[k, r] * w[k, r]), chosen, below)
    same = inner.indirect(each.says.args[0] == least, each, back)
    total = proof.cite("ghosh2009.section-2-3.bayes-rule#sum", T=reads(f))
    return proof.qed(total, proof.termwise(k, 0, s, same))


v = matrices("w")[0]
ties_with = explained(
    "{0} ties with {1} by {2} on {{0..{3}}} × {{0..{4}}}",
    (T, f, v, s, n),
    Every((k, 0, s), (r, 0, n), (T[k, r] == 0) | (v[k, r] <= v[k, f[k]])),
)
ties = ties_with(T, f, w, s, n)


@claim.clause("ties", stochastic(T, s, n), best, ties, loss(T) == loss(reads(f)))
def tied(proof):
    inner, here, chosen = read_as(proof)
    at = inner.assuming(between(0, r, n))
    goal = T[k, r] * w[k, r] == T[k, r] * w[k, f[k]]

    def alike(case):
        return case.have(goal, case.indirect(w[k, r] == w[k, f[k]], here[2](r)))

    each = at.either(at.know(ties)(k)(r), lambda case: case.have(goal), alike)
    mean = inner.termwise(r, 0, n, goal, each)
    means = inner.have(Sum(r, 0, n, T[k, r] * w[k, r]) == Sum(r, 0, n, reads(f)[k, r] * w[k, r]), mean, chosen)
    sums = [proof.cite("ghosh2009.section-2-3.bayes-rule#sum", T=remap) for remap in (T, reads(f))]
    return proof.qed(proof.termwise(k, 0, s, means), *sums)


after = Sum(i, 0, n, posterior(p, x, n, k)[i] * l[i, r])

claim.clause("posterior", 0 < chance(p, x, n, k), after == w[k, r] / chance(p, x, n, k))(by_arithmetic)


@claim.clause("no-posterior", prior(p, n), nonnegative(x, n, s), between(0, k, s), w[k, r] != 0, 0 < chance(p, x, n, k))
def no_posterior(proof):
    row = proof.assuming(between(0, j, n))
    parts = proof.all(row.have(p[j] * x[j, k] >= 0), j, between(0, j, n))
    case = proof.otherwise()
    sign = case.use(lemmas.sum_nonnegative(), parts, low=0, high=n, f=function(i, p[i] * x[i, k]))
    none = case.indirect(chance(p, x, n, k) == 0, sign)
    inner = case.assuming(between(0, i, n))
    zero = inner.use(lemmas.terms_of_zero_sum(), none, low=0, high=n, j=i, f=function(i, p[i] * x[i, k]))
    all_0 = case.termwise(i, 0, n, p[i] * x[i, k] * l[i, r] == 0, zero)
    contradiction = [lambda side: side.contradiction(proof.goal, all_0)] * 2
    return case.closed(case.either(case.know(w[k, r] != 0), *contradiction))
