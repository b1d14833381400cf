"""Section 2.7: each paper's theorem about losses follows from the other's.

From minimax to Bayes: a user has an optimal mechanism x. Give the consumer with S = N the loss l(i,r) + K - L_i(x),
which is still monotone, and ≥ 0 for a large K. Under it x loses K on every input. So a remap of G that is as good as x
for this consumer loses no more than x on any input. So it loses no more for this user.

From Bayes to minimax: by the minimax theorem of finite games some remap T of G and prior on S are in balance. T is best
for the prior, and no input of S loses more than the mean. By the Bayesian theorem no private mechanism has a smaller
mean for this prior, and so none has a smaller maximum.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.lexicographic import loses_no_more, minimax_optimal

claim = Claim(
    "gupte2010.section-2-7.generalizes",
    "both optimality theorems follow from each other",
    section="2.7",
    position=30,
    kept={"∀i with 0 ≤ i ≤ n: i ∈ S or p[i] = 0": "the prior is on S"},
)

n, m, i, k, r = indices("n m i k r")
a, b, K = numbers("α b K")
x, y, z, l, T, U = matrices("x y z l T U")  # noqa: E741 (the papers' letter for a loss)
f, p = vectors("f p")
S = variable("S", SET)
G = geometric_mechanism(n, a)
remapped = product(G, T, n)
shifted = explained("shifted({0}; {1},{2},{3})", (l, x, K, m), function(i, r, l[i, r] + K - expected_loss(l, x, m, i)))
loss_2 = shifted(l, x, K, m)


def mean(mechanism):
    return bayesian_loss(p, l, mechanism, n, m)


# From minimax to Bayes


claim.clause("shifted-monotone", monotone(l, n, m), monotone(loss_2, n, m))(
    lambda proof: proof.have(proof.goal, proof.know(monotone(l, n, m))(i, r)(k))
)

claim.clause(
    "shifted-nonnegative",
    nonnegative(l, n, m),
    All(i, between(0, i, n), expected_loss(l, x, m, i) <= K),
    nonnegative(loss_2, n, m),
)(lambda proof: proof.qed(proof.know(proof.given[0])(i, r)))

claim.clause("shifted-loss", stochastic(x, n, m), between(0, i, n), expected_loss(loss_2, x, m, i) == K)(by_arithmetic)

inputs = Definition("N_{0}", (n,), function(i, between(0, i, n)))(n)


@claim.clause(
    "on-every-input",
    stochastic(x, n, m),
    stochastic(y, n, m),
    loses_no_more(y, x, loss_2, inputs, n, m),
    between(0, i, n),
    expected_loss(l, y, m, i) <= expected_loss(l, x, m, i),
)
def on_every_input(proof):
    proof.remember(proof.restated(proof.have(between(0, i, n)), inputs[i]))
    less = proof.know(loses_no_more(y, x, loss_2, inputs, n, m))(i)
    own = proof.have(expected_loss(loss_2, y, m, i) == expected_loss(l, y, m, i) + K - expected_loss(l, x, m, i))
    found = proof.let(less, k)
    same = proof.cite("gupte2010.section-2-7.generalizes#shifted-loss", i=k)
    return proof.opaque(proof.goal, own, same, found.parts()[-1])


@claim.clause(
    "to-bayesian",
    prior(p, n),
    monotone(l, n, m),
    private(y, a, n, m),
    optimal(x, p, l, a, n, m),
    loses_no_more(y, x, loss_2, inputs, n, m),
    optimal(y, p, l, a, n, m),
    kept={text(monotone(l, n, m)): "the paper's losses"},
)
def to_bayesian(proof):
    weights = proof.parts(prior(p, n))[-2]
    row = proof.assuming(between(0, i, n))
    less = row.cite("gupte2010.section-2-7.generalizes#on-every-input")
    each = row.opaque(p[i] * less.says.args[0] <= p[i] * less.says.args[1], less, weights(i))
    total = proof.termwise(i, 0, n, each)
    other = proof.assuming(private(z, a, n, m))
    best = other.fact(proof.parts(optimal(x, p, l, a, n, m))[-1](z))
    whole = other.have(mean(z) >= mean(y), other.have(mean(y) <= mean(z), total, best))
    return proof.qed(proof.all(whole, z, private(z, a, n, m)))


# From Bayes to minimax


@cache
def sum_of_gains():
    """If the weights sum to 1, Σ p_k·(b - f_k) = b - Σ p_k·f_k."""
    ones = Sum(k, 0, n, p[k]) == 1
    return Proof([ones], Sum(k, 0, n, p[k] * (b - f[k])) == b - Sum(k, 0, n, p[k] * f[k])).qed()


inside = All(i, between(0, i, n), S[i] | (p[i] == 0))
prior_on_s = explained("{0} is a prior on {1} within {{0..{2}}}", (p, S, n), prior(p, n) & inside)(p, S, n)
balanced = bounds_loss(mean(x), l, x, S, n, m)


@claim.clause(
    "to-minimax",
    prior_on_s,
    monotone(l, n, m),
    optimal(x, p, l, a, n, m),
    balanced,
    minimax_optimal(x, l, S, a, n, m),
    kept={text(monotone(l, n, m)): "the paper's losses"},
)
def to_minimax(proof):
    best = proof.parts(optimal(x, p, l, a, n, m))
    weights = proof.parts(prior(p, n))[-2]
    other = proof.assuming(private(y, a, n, m))

    mine, of_y = expected_loss(l, x, m, i), function(k, expected_loss(l, y, m, k))
    inner = other.inside(loses_no_more(x, y, l, S, n, m))
    # If every input of S lost less by y than i does by x, so would the mean: no input would have a weight.
    case = inner.otherwise()
    less = case.know(negation(inner.goal))
    row = case.assuming(between(0, k, n))
    gain = p[k] * (mine - of_y[k])

    def on_s(side):
        return side.opaque(0 <= gain, less(k), weights(k))

    def outside(side):
        return side.opaque(0 <= gain, p[k] == 0)

    terms = case.all(row.either(row.know(inside)(k), on_s, outside), k, between(0, k, n))
    parts = case.use(sum_of_gains(), f=of_y, b=mine)
    smaller = case.know(balanced)(i), case.fact(best[-1](y))
    total = Sum(k, 0, n, p[k] * of_y[k])
    sums = [Sum(k, 0, n, gain), total, mine, mean(x), mean(y)]
    below = case.opaque(Sum(k, 0, n, gain) <= 0, parts, *smaller, total == mean(y))
    above = case.have(0 <= Sum(k, 0, n, gain), case.termwise(k, 0, n, 0 <= gain, terms(k)))
    nothing = case.use(lemmas.between_each_other(), below, above, α=sums[0], β=0)
    zero = row.use(lemmas.terms_of_zero_sum(), terms, nothing, low=0, high=n, f=function(k, gain), j=k)

    def no_weight(side):
        apart = side.opaque(0 < mine - of_y[k], less(k))
        product_0 = side.opaque((mine - of_y[k]) * p[k] == 0, zero, terms=[p[k], mine, of_y[k]])
        return side.use(lemmas.zero_factor(), apart, product_0, α=mine - of_y[k], β=p[k])

    each = row.either(row.know(inside)(k), no_weight, lambda side: side.know(p[k] == 0))
    no_more = inner.closed(case.absurd(case.termwise(k, 0, n, p[k] == 0, each)))
    return proof.qed(proof.all(no_more, y, private(y, a, n, m)))


# So a best remap of G is as good as an optimum that can be derived from G


def direct(mechanism):
    return bayesian_loss(p, l, mechanism, n, n)


@claim.clause(
    "best-remap",
    0 <= a,
    prior(p, n),
    monotone(l, n, n),
    derivable(x, a, n, n),
    best_remap(T, p, l, a, n),
    direct(remapped) <= direct(x),
    kept={
        text(prior(p, n)): "the paper's users",
        text(monotone(l, n, n)): "the paper's losses",
        text(derivable(x, a, n, n)): "the identity can lose less",
    },
)
def best_is_as_good(proof):
    """Some remap U of G makes x, and T is at least as good as U."""
    least = proof.parts(best_remap(T, p, l, a, n))[-1]
    proof.let(proof.know(derivable(x, a, n, n)), U)
    by_u = product(G, U, n)
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    term = cell.have(by_u[i, r] * l[i, r] == x[i, r] * l[i, r])
    row = proof.assuming(between(0, i, n)).termwise(r, 0, n, term)
    same = proof.termwise(i, 0, n, p[i] * row.says.args[0] == p[i] * row.says.args[1], row)
    return proof.chain(direct(remapped), ("<=", direct(by_u), least(U)), (direct(x), same))
