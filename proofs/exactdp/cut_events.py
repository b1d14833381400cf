"""Events "the remapped response is below a cut" of G: their probabilities change as fast as privacy allows.

A threshold t = (1, …, 1, θ, 0, …, 0) weighs the responses of G. Let g = G·t. If t is 1 up to i, 1-g grows from i to i+1
by the factor 1/α; if t is 0 beyond i, g falls by the factor α. So take an event of any private mechanism that has the
probability g on some input. Its probability is at least g on the inputs to the right, and at most g on the inputs to
the left. All entries of G are positive, so the larger of two thresholds has the likelier event on every input.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import event, positive, private_event, threshold

claim = Claim(
    "exactdp.cut-events",
    "the threshold events of G are the steepest",
    section="4",
    position=5,
    kept={
        **dict.fromkeys(("0 ≤ α", "0 < α", "α < 1"), "the papers' levels"),
        **dict.fromkeys(("0 ≤ i", "i < n"), "the steps between inputs"),
    },
)

i, j, k, n, z = indices("i j k n z")
a, b, v = numbers("α θ v")
s, t, u, f = vectors("s t u f")
G, g, h = geometric_mechanism(n, a), event(t, n, a), event(u, n, a)
level = (1 <= n, 0 < a, a < 1)
step = (*level, 0 <= i, i < n)
ones, zeros = All(k, between(0, k, i), t[k] == 1), All(k, between(i + 1, k, n), t[k] == 0)


@claim.clause("falls", 0 <= a, zeros, g[i + 1] == a * g[i])
def falls(proof):
    inner = proof.assuming(between(0, k, n))
    goal = G[i + 1, k] * t[k] == a * (G[i, k] * t[k])
    each = inner.cases(
        goal, (k <= i, lambda case: case.have(goal)), (TRUE, lambda case: case.opaque(goal, case.know(zeros)(k)))
    )
    return proof.qed(
        proof.termwise(k, 0, n, goal, each),
        proof.use(lemmas.scaled_sum(), low=0, high=n, t=a, f=function(k, G[i, k] * t[k])),
    )


def complement(proof, at):
    """Return that 1 - g is Σ_k G_ik·(1 - t_k)."""
    rest = Sum(k, 0, n, G[at, k] * (1 - t[k]))
    apart = proof.use(lemmas.sum_of_two(), low=0, high=n, t=-1, f=function(k, G[at, k]), g=function(k, G[at, k] * t[k]))
    inner = proof.assuming(between(0, k, n))
    goal = G[at, k] * (1 - t[k]) == G[at, k] + -1 * (G[at, k] * t[k])
    same = proof.termwise(k, 0, n, goal, inner.opaque(goal))
    return proof.have(1 - g[at] == rest, apart, same, proof.use(lemmas.geometric_rows(), i=at))


@claim.clause("rises", 1 <= n, 0 < a, 0 <= i, i < n, ones, 1 - g[i] == a * (1 - g[i + 1]))
def rises(proof):
    inner = proof.assuming(between(0, k, n))
    goal = G[i, k] * (1 - t[k]) == a * (G[i + 1, k] * (1 - t[k]))
    each = inner.cases(
        goal, (i < k, lambda case: case.have(goal)), (TRUE, lambda case: case.opaque(goal, case.know(ones)(k)))
    )
    factor = proof.use(lemmas.scaled_sum(), low=0, high=n, t=a, f=function(k, G[i + 1, k] * (1 - t[k])))
    return proof.qed(complement(proof, i), complement(proof, i + 1), proof.termwise(k, 0, n, goal, each), factor)


either = (1 - g[i] == a * (1 - g[i + 1])) | (g[i + 1] == a * g[i])


@claim.clause("steepest", *step, threshold(t, n), either)
def steepest(proof):
    order = proof.parts(threshold(t, n))[-1]

    def at_one(case):
        full = case.indirect(t[i] == 1, at_most)
        before = case.assuming(between(0, k, i))
        goal = t[k] == 1
        each = before.cases(
            goal,
            (k == i, lambda same: same.have(goal, full)),
            (
                TRUE,
                lambda left: left.either(
                    order(k, i), lambda one: one.know(t[k] == 1), lambda zero: zero.contradiction(goal)
                ),
            ),
        )
        return case.alternative(either, case.cite("exactdp.cut-events#rises", each))

    def below_one(case):
        after = case.assuming(between(i + 1, k, n))
        goal = t[k] == 0
        each = after.either(order(i, k), lambda one: one.contradiction(goal), lambda zero: zero.know(t[k] == 0))
        return case.alternative(either, case.cite("exactdp.cut-events#falls", each))

    at_most = proof.parts(threshold(t, n))[-2](i)

    return proof.cases(either, (t[i] < 1, below_one), (TRUE, at_one))


private_one = private_event(f, a, n)


def divided(proof, less, greater, *by):
    """Return less ≤ greater from α times both."""
    both = proof.opaque(less * a <= greater * a, *by)
    return proof.use(lemmas.quotient_order(), both, α=less, β=greater, t=a)


@claim.clause("right", 0 < a, a < 1, threshold(t, n), private_one, 0 <= i, g[i] <= f[i], i <= j, j <= n, g[j] <= f[j])
def right(proof):
    near = proof.parts(private_one)[-1]
    goal = g[k] <= f[k]
    here, before = proof.inductive(goal, k, i, [proof.know(g[i] <= f[i])], up_to=j)
    less, parts = before, near(k).parts()
    return here.closed(
        here.either(
            here.cite("exactdp.cut-events#steepest", i=k),
            lambda case: divided(case, g[k + 1], f[k + 1], less, parts[3], case.know(case.given[-1])),
            lambda case: case.opaque(g[k + 1] <= f[k + 1], less, parts[0], case.given[-1], 0 < a),
        )
    )


@claim.clause("left", 0 < a, a < 1, threshold(t, n), private_one, i <= n, f[i] <= g[i], 0 <= j, j <= i, f[j] <= g[j])
def left(proof):
    near = proof.parts(private_one)[-1]
    goal = (0 <= i - k) >> (f[i - k] <= g[i - k])
    inner, before = proof.inductive(goal, k, 0, [proof.know(f[i] <= g[i])])
    here = inner.assuming(0 <= i - k - 1)
    at = i - k - 1
    less, parts = here.detach(before), near(at).parts()
    found = here.either(
        here.cite("exactdp.cut-events#steepest", i=at),
        lambda case: case.opaque(f[at] <= g[at], less, parts[3], case.given[-1], 0 < a),
        lambda case: divided(case, f[at], g[at], less, parts[0], case.know(case.given[-1])),
    )
    return proof.detach(inner.closed(inner.imply(0 <= i - k - 1, found)).with_(k=i - j))


# The thresholds are in the order of their probabilities, for any positive weights and so for the rows of G


weights = positive(s, n)
total, of_other = (Sum(k, 0, n, s[k] * each[k]) for each in (t, u))
pair = (threshold(t, n), threshold(u, n))


@claim.clause("weighed-in-order", weights, *pair, total <= of_other, between(0, k, n), t[k] <= u[k])
def weighed_in_order(proof):
    """Were u_k < t_k, then t_j = 1 for j < k and u_j = 0 for j > k: no u_j were above t_j."""
    range_t, order_t = proof.parts(threshold(t, n))[-2:]
    range_u, order_u = proof.parts(threshold(u, n))[-2:]
    other = proof.otherwise(t[k] <= u[k])
    less = other.know(u[k] < t[k])
    inner = other.assuming(between(0, j, n))
    goal = u[j] <= t[j]
    bounds = (*range_t(k).parts(), *range_u(k).parts())

    def before(case):
        return case.have(goal, order_t(j, k), less)

    def after(case):
        return case.either(
            order_u(k, j), lambda one: one.contradiction(goal, *bounds), lambda zero: zero.have(goal, range_t(j))
        )

    smaller = inner.cases(goal, (j < k, before), (j == k, lambda case: case.have(goal, less)), (TRUE, after))
    term = inner.have(0 <= s[j] * (t[j] - u[j]), smaller)
    form = function(j, s[j] * (t[j] - u[j]))
    more = other.use(lemmas.positive_sum(), other.all(term, j, between(0, j, n)), low=0, high=n, j=k, f=form)
    return other.absurd(more)


def row_of_g(proof):
    """Return that row i of G is positive."""
    inner = proof.assuming(between(0, k, n))
    entry = inner.have(0 < G[i, k], inner.use(lemmas.power_positive(), k=abs(i - k)))
    return proof.have(positive(function(k, G[i, k]), n), proof.all(entry, k, between(0, k, n)))


claim.clause("in-order", 0 < a, a < 1, *pair, g[i] <= h[i], between(0, k, n), t[k] <= u[k])(
    lambda proof: proof.cite("exactdp.cut-events#weighed-in-order", row_of_g(proof), s=row)
)


# Every probability is the probability of exactly one threshold

written = function(j, If(j < k, as_number(1), If(j == k, b, 0)))


def some_threshold(reached):
    return Some(k, between(0, k, n), Some(b, (0 <= b) & (b <= 1), reached))


share = (v - Sum(z, 0, k - 1, s[z])) / s[k]
is_total = Sum(z, 0, n, s[z] * written[z]) == v
some_weighed = some_threshold(is_total)


@claim.clause(
    "weighed-reached",
    *(0 <= n, weights, 0 <= v, v <= Sum(z, 0, n, s[z])),
    some_weighed,
    witnesses={"θ": share},
    kept={"0 ≤ n": "without it there is no weight"},
)
def weighed_reached(proof):
    """Let κ be the first index up to which the weights sum to at least v."""
    below = Sum(z, 0, k, s[z])
    enough = Some(k, between(0, k, n), v <= below)
    last = proof.witness(enough, n)
    first = proof.fact(core.least_index(last.theorem))
    found = proof.let(first, k)
    *_, _, none = found.parts()
    before = Sum(z, 0, k - 1, s[z])
    goal = before <= v
    less = proof.have(goal, none(k - 1), cases=[k == 0])
    above_0 = proof.know(weights)(k)
    whole = proof.split(below, k - 1)
    rest = proof.have((0 <= v - before) & (v - before <= s[k]), less, whole)
    size = proof.use(lemmas.share_of(), above_0, rest, α=v - before, t=s[k])
    marks = substitute(written, {"θ": share})
    left = proof.termwise(z, 0, k - 1, s[z] * marks[z] == s[z])
    right = proof.termwise(z, k + 1, n, s[z] * marks[z] == 0)
    here = proof.have(s[k] * marks[k] == v - before)
    body = function(z, s[z] * marks[z])
    parts = proof.split(Sum(z, 0, n, body[z]), k - 1), proof.split(Sum(z, k, n, body[z]), k)
    single = proof.have(Sum(z, k, k, body[z]) == body[k])
    sums = [Sum(z, *ends, body[z]) for ends in ((0, n), (0, k - 1), (k, n), (k, k), (k + 1, n))]
    found = proof.opaque(Sum(z, 0, n, body[z]) == v, *parts, left, right, single, here, terms=[*sums, before, body[k]])
    return proof.witness(some_weighed, k, proof.witness(some_weighed.args[2], share, size, found))


reached = some_threshold(event(written, n, a)[i] == v)
row = function(k, G[i, k])


@claim.clause(
    "reached", *level, between(0, i, n), 0 <= v, v <= 1, reached, witnesses={"θ": substitute(share, {"s": row})}
)
def is_reached(proof):
    most = proof.have(v <= Sum(z, 0, n, G[i, z]), proof.use(lemmas.geometric_rows()))
    return proof.restated(proof.cite("exactdp.cut-events#weighed-reached", row_of_g(proof), most, s=row))
