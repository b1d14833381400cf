"""The proof that a mechanism is optimal: n+1 prices; for a Bayesian user there is only one candidate.

Each column of an α-private x costs at least its prices, and the rows of x sum to 1: so x loses at least all prices
together. The column (α^|i-k|)_i is private, so Σ_i w_i·α^|i-k| ≤ best_k for all prices w. The best remap of G loses
Σ_k s_k·best_k with every s_k > 0. If prices prove it optimal, all of these are equations, and only one w satisfies
them. Suppose that a column G·c were cheaper than these prices. A mechanism that uses a little of it, taking the part
δ·c_k of each response k, would lose less than G.
"""

from fractions import Fraction
from functools import cache

from exactdp.arithmetic.errors import InputError
from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.optima import least_on_private_columns
from exactdp.claims.vocabulary.remap import best, remap_is_optimal, share

claim = Claim(
    "exactdp.weak-duality",
    "prices that prove optimality, and the only candidate for them",
    section="6",
    position=20,
    kept={
        **dict.fromkeys(("p is a prior on {0..n}", "l ≥ 0 on {0..n} × {0..m}"), "the papers' users"),
        **dict.fromkeys(("0 ≤ α", "α < 1", "α ≤ 1"), "the papers' levels"),
        **dict.fromkeys(("1 ≤ n", "0 ≤ k", "k ≤ n", "0 ≤ m"), "inputs and responses of G"),
    },
)

i, j, k, m, n, r = indices("i j k m n r")
a, t = numbers("α t")
p, w, z, b = vectors("p w z b")
l, x, y, T = matrices("l x y T")  # noqa: E741 (the papers' letter for a loss)
S, f = variable("S", SET), variable("f", INDEX_MAP)


def cost_table(p, loss, n, m):
    """Return, for each response, what it costs on each input."""
    return [[entry(p, [i]) * entry(loss, [i, r]) for i in range(n + 1)] for r in range(m + 1)]


def are_prices(w, p, loss, *levels):
    alpha, n, m = levels
    slack = [[c - entry(w, [i]) for i, c in enumerate(each)] for each in cost_table(p, loss, n, m)]
    if n < 0 or (n and alpha > 1):
        return True
    return all(min(d) >= 0 if alpha <= 0 else least_on_private_columns(d, min(alpha, 1)) >= 0 for d in slack)


prices = Definition(
    "{0} are prices for {1}, {2} and {3} on {{0..{4}}} × {{0..{5}}}",
    (w, p, l, a, n, m),
    All(
        r,
        between(0, r, m),
        All(z, private_column(z, a, n), Sum(i, 0, n, w[i] * z[i]) <= Sum(i, 0, n, p[i] * l[i, r] * z[i])),
    ),
    decide=are_prices,
)


def candidate_prices(p, loss, alpha, n, m):
    if n < 1 or m < 0 or not 0 <= alpha < 1:
        raise InputError("there is a candidate for n ≥ 1, m ≥ 0 and 0 ≤ α < 1")
    table = cost_table(p, loss, n, m)
    best = [min(sum(c * alpha ** abs(i - k) for i, c in enumerate(each)) for each in table) for k in range(n + 1)]
    middle = [(1 + alpha**2) * best[k] - alpha * (best[k - 1] + best[k + 1]) for k in range(1, n)]
    ends = best[0] - alpha * best[1], best[n] - alpha * best[n - 1]
    return tuple(v / (1 - alpha**2) for v in (ends[0], *middle, ends[1]))


@generator(prices)
def some_prices(rng, turn, p, loss, *levels):
    """Draw the least costs of each input, or the candidate, and less at every third turn."""
    alpha, n, m = levels
    if n < 0 or m < 0 or not 0 <= alpha <= 1:
        return None
    found = [min(each) for each in zip(*cost_table(p, loss, n, m), strict=True)]
    if turn % 4 and n and alpha < 1:
        candidate = candidate_prices(p, loss, *levels)
        found = candidate if are_prices(candidate, p, loss, *levels) else found
    return tuple(v - Fraction(turn % 5 == 4, 2) for v in found)


candidate = Definition(
    "K_({2},{1})({0})",
    (b, a, n),
    function(
        k,
        If(k == 0, b[0] - a * b[1], If(k == n, b[n] - a * b[n - 1], (1 + a * a) * b[k] - a * (b[k - 1] + b[k + 1])))
        / (1 - a * a),
    ),
)
user_at = explained(
    "{0} is a prior and {1} nonnegative on {{0..{2}}} × {{0..{3}}}", (p, l, n, m), prior(p, n) & nonnegative(l, n, m)
)
user = (0 <= a, a <= 1, user_at(p, l, n, m))
level = (1 <= n, 0 <= a, a < 1)
at_level = (*level, 0 <= m, user_at(p, l, n, m))
paid = Sum(i, 0, n, w[i])


@claim.clause(
    "bound", user_at(p, l, n, m), private(x, a, n, m), prices(w, p, l, a, n, m), paid <= bayesian_loss(p, l, x, n, m)
)
def bound(proof):
    """Σ_i w_i = Σ_r Σ_i w_i·x_ir ≤ Σ_r Σ_i p_i·l(i,r)·x_ir: the rows sum to 1, and column r is a private column."""
    inner = proof.assuming(between(0, r, m))
    inner.remember(inner.use(lemmas.column_of_private()))
    costs = inner.know(prices(w, p, l, a, n, m))(r, function(i, x[i, r]))
    total = inner.termwise(r, 0, m, costs)
    left, right = (proof.exchange(side) for side in total.says.args)
    each = proof.termwise(i, 0, n, Sum(r, 0, m, w[i] * x[i, r]) == w[i])
    return proof.qed(total, left, right, each)


reached = paid == bayesian_loss(p, l, x, n, m)


@claim.clause("optimal", *user, private(x, a, n, m), prices(w, p, l, a, n, m), reached, optimal(x, p, l, a, n, m))
def proves_optimality(proof):
    inner = proof.assuming(private(y, a, n, m))
    less = inner.cite("exactdp.weak-duality#bound", x=y)
    return proof.qed(inner.have(bayesian_loss(p, l, x, n, m) <= bayesian_loss(p, l, y, n, m), less))


no_weight_outside = explained(
    "{0} is zero on {{0..{2}}} outside {1}", (p, S, n), All(i, between(0, i, n), S[i] | (p[i] == 0))
)
inside = no_weight_outside(p, S, n)


@claim.clause(
    "minimax",
    *(user_at(p, l, n, m), inside, private(x, a, n, m), prices(w, p, l, a, n, m), bounds_loss(t, l, x, S, n, m)),
    paid <= t,
)
def minimax(proof):
    """No input of S loses more than t, and p has no weight outside S: so the loss under p is at most t."""
    row = proof.assuming(between(0, i, n))
    loss = Sum(r, 0, m, x[i, r] * l[i, r])
    goal = p[i] * loss <= p[i] * t
    each = row.either(row.know(inside)(i), lambda case: case.have(goal), lambda case: case.have(goal))
    return proof.qed(proof.cite("exactdp.weak-duality#bound"), proof.termwise(i, 0, n, goal, each))


# The geometric mechanism is α^|i-k|·s_k

kernel = a ** abs(i - k)
s, costs = share(n, a), best(p, l, a, n, m)
lost = Sum(k, 0, n, s[k] * costs[k])


@cache
def weighing():
    """For every vector v, Σ_k s_k·Σ_i v_i·α^|i-k| is Σ_i v_i: the rows of G sum to 1."""
    G = geometric_mechanism(n, a)
    whole = Sum(k, 0, n, s[k] * Sum(i, 0, n, w[i] * kernel))
    proof = Proof([1 <= n, 0 <= a, a < 1], whole == paid)
    inner = proof.assuming(between(0, k, n))
    goal = s[k] * Sum(i, 0, n, w[i] * kernel) == Sum(i, 0, n, s[k] * (w[i] * kernel))
    outer = proof.termwise(
        k, 0, n, goal, inner.use(lemmas.scaled_sum(), low=0, high=n, t=s[k], f=function(i, w[i] * kernel))
    )
    row = proof.assuming(between(0, i, n))
    terms = row.termwise(k, 0, n, s[k] * (w[i] * kernel) == w[i] * G[i, k])
    factor = row.use(lemmas.scaled_sum(), low=0, high=n, t=w[i], f=function(k, G[i, k]))
    return proof.qed(
        outer,
        proof.exchange(outer.says.args[1]),
        proof.termwise(i, 0, n, terms.says.args[0] == w[i], terms, factor, row.use(lemmas.geometric_rows())),
    )


@claim.clause("candidate-solves", *level, between(0, k, n), Sum(i, 0, n, candidate(b, a, n)[i] * kernel) == b[k])
def candidate_solves(proof):
    """K/(1-α²) is the inverse of the matrix (α^|i-k|)."""
    inverse = proof.use(lemmas.geometric_inverse(), x=lambda i, r: b[i], i=k, r=0)
    inner = proof.assuming(between(0, i, n))
    goal = candidate(b, a, n)[i] * kernel == substitute(inverse.says.args[0].args[3], {"z": i})
    return proof.qed(inverse, proof.termwise(i, 0, n, goal, inner.have(goal)))


solves = All(k, between(0, k, n), Sum(i, 0, n, w[i] * kernel) == b[k])


@claim.clause("candidate-only", *level, solves, between(0, k, n), w[k] == candidate(b, a, n)[k])
def candidate_only(proof):
    """With T_k = w_k/s_k the equations say that G maps T to b. Each entry of T comes from two or three entries of b."""
    G, T = geometric_mechanism(n, a), function(k, r, w[k] / s[k])
    row = proof.assuming(between(0, k, n))
    goal = Sum(i, 0, n, G[k, i] * T[i, 0]) == b[k]
    image = row.have(goal, row.termwise(i, 0, n, G[k, i] * T[i, 0] == w[i] * kernel))
    images = proof.all(image, k, between(0, k, n))

    def from_image(lemma, form, *near):
        def step(case):
            found = case.use(lemma(), T=T)
            return case.have(proof.goal, case.have(form == (1 - a * a) * w[k], found, *map(images, near)))

        return step

    return proof.cases(
        proof.goal,
        (k == 0, from_image(lemmas.first_entry_of_image, b[0] - a * b[1], 0, 1)),
        (k == n, from_image(lemmas.last_entry_of_image, b[n] - a * b[n - 1], n, n - 1)),
        (
            TRUE,
            from_image(lemmas.three_entries_of_image, (1 + a * a) * b[k] - a * (b[k - 1] + b[k + 1]), k - 1, k, k + 1),
        ),
    )


def sum_of(proof):
    """Return that Σ w_i is Σ_k s_k·b_k, where w solves the equations for b."""
    inner = proof.assuming(between(0, k, n))
    each = lemmas.scaled(inner, s[k], inner.know(solves)(k))
    return proof.have(paid == Sum(k, 0, n, s[k] * b[k]), proof.use(weighing()), proof.termwise(k, 0, n, each))


@cache
def sum_of_solution():
    return sum_of(Proof([*level, solves])).theorem


@claim.clause("candidate-sum", *level, Sum(k, 0, n, candidate(b, a, n)[k]) == Sum(k, 0, n, s[k] * b[k]))
def candidate_sum(proof):
    inner = proof.assuming(between(0, k, n))
    each = inner.cite("exactdp.weak-duality#candidate-solves")
    return proof.use(sum_of_solution(), each, w=candidate(b, a, n))


# What the best remap of G loses


def cost(at):
    """Return what the response k of G costs where it is read as r, over s_k."""
    return Sum(i, 0, n, p[i] * l[i, at] * kernel)


def weighed(proof):
    """Return that w_kr is s_k times the cost."""
    terms = proof.termwise(
        i, 0, n, p[i] * geometric_mechanism(n, a)[i, k] * l[i, r] == s[k] * (p[i] * l[i, r] * kernel)
    )
    return proof.have(
        terms.says.args[0] == s[k] * cost(r),
        terms,
        proof.use(lemmas.scaled_sum(), low=0, high=n, t=s[k], f=function(i, p[i] * l[i, r] * kernel)),
    )


remap = (1 <= n, 0 <= a, a <= 1, 0 <= m)
loss_of_remap = bayesian_loss(p, l, product(geometric_mechanism(n, a), T, n), n, m)


@claim.clause("remap", *remap, stochastic(T, n, m), lost <= loss_of_remap)
def remap_loses(proof):
    """Row k of T is a mean of the costs of the readings r of the response k, and each is at least s_k·best_k."""
    row = proof.assuming(between(0, k, n))
    inner = row.assuming(between(0, r, m))
    W = weighed_loss(p, l, geometric_mechanism(n, a), n)
    least = inner.fact(core.bounds(unfold(costs)[k], r))
    each = inner.have(
        s[k] * costs[k] <= W[k, r],
        lemmas.scaled(inner, s[k], least),
        weighed(inner),
    )
    mean = row.use(
        lemmas.average_at_least(),
        row.all(each, r, between(0, r, m)),
        n=m,
        p=lambda r: T[k, r],
        f=lambda r: W[k, r],
        t=s[k] * costs[k],
    )
    return proof.qed(proof.use(lemmas.remapped_loss(), x=geometric_mechanism(n, a), s=n), proof.termwise(k, 0, n, mean))


cheapest = All(k, between(0, k, n), both(0 <= f[k], f[k] <= m, costs[k] == cost(f[k])))

first_cheapest = All(j, between(0, j, r - 1), costs[k] < cost(j)) & (cost(r) == costs[k])


def choose_cheapest(proof):
    """Return that there is a cheapest reading f(k) of each response k."""
    row = proof.assuming(between(0, k, n))
    some = row.fact(core.attained(unfold(costs)[k]))
    chosen = core.choose(proof.all(some, k, between(0, k, n)).theorem, "f")
    return proof.fact(core.restate(chosen, Some(f, cheapest)))


some_remap = Some(T, stochastic(T, n, m), loss_of_remap == lost)


@claim.clause("remap-attains", *remap, some_remap, witnesses={"T": function(k, r, as_number(If(first_cheapest, 1, 0)))})
def remap_attains(proof):
    """T reads each response k as f(k), a cheapest reading: its row k costs s_k·best_k."""
    proof.let(choose_cheapest(proof), f)
    T = function(k, r, If(r == f[k], as_number(1), 0))
    row = proof.assuming(between(0, k, n))
    at = row.know(cheapest)(k)
    row.remember(at)
    W = weighed_loss(p, l, geometric_mechanism(n, a), n)
    one = row.use(lemmas.one_term(), low=0, high=m, j=f[k], f=lambda r: as_number(1))
    terms = row.termwise(r, 0, m, T[k, r] * W[k, r] == If(r == f[k], W[k, r], 0))
    here = row.use(lemmas.one_term(), low=0, high=m, j=f[k], f=lambda r: W[k, r])
    at_k = core.instance(weighed(row.assuming(between(0, f[k], m))).theorem, {"r": f[k]})
    whole = proof.have(
        stochastic(T, n, m) & (bayesian_loss(p, l, product(geometric_mechanism(n, a), T, n), n, m) == lost),
        proof.all(row.have(Sum(r, 0, m, T[k, r]) == 1, one), k, between(0, k, n)),
        proof.use(lemmas.remapped_loss(), x=geometric_mechanism(n, a), s=n, T=T),
        proof.termwise(k, 0, n, terms.says.args[0] == s[k] * costs[k], terms, here, row.fact(at_k)),
    )
    return proof.witness(some_remap, T, whole)


# The only candidate for prices

tight = Sum(i, 0, n, w[i] * kernel) == costs[k]


@claim.clause("tight", *at_level, prices(w, p, l, a, n, m), paid == lost, between(0, k, n), tight)
def candidate_is_tight(proof):
    """The column (α^|i-k|)_i is private, so Σ_i w_i·α^|i-k| ≤ best_k. Weigh both sides by s_k > 0, and sum over k.

    The left side becomes Σ_i w_i, because Σ_k s_k·α^|i-k| = 1. By assumption it is the right side, Σ_k s_k·best_k. So
    all terms are equal.
    """
    row = proof.assuming(between(0, k, n))
    column = function(i, kernel)
    each = row.assuming(between(0, i, n))
    entry = each.have(0 <= kernel, each.use(lemmas.power_nonnegative(), k=abs(i - k)))
    step = row.assuming(between(0, i, n - 1))
    powers = step.use(lemmas.power_nonnegative(), k=abs(i - k)), step.use(lemmas.power_nonnegative(), k=abs(i + 1 - k))
    goal = (a * column[i + 1] <= column[i]) & (a * column[i] <= column[i + 1])
    near = row.all(step.have(goal, *powers), i, between(0, i, n - 1))
    row.remember(row.have(private_column(column, a, n), entry, near))
    least = row.fact(core.attained(unfold(costs)[k]))
    at_most = Sum(i, 0, n, w[i] * kernel) <= costs[k]

    def at(inner, fact):
        return inner.have(at_most, inner.know(prices(w, p, l, a, n, m))(r, column))

    below = row.have(at_most & (0 < s[k]), row.obtain(least, r, at))
    terms = function(k, Sum(i, 0, n, w[i] * kernel))
    sums = proof.have(Sum(k, 0, n, s[k] * terms[k]) == lost, proof.use(weighing()))
    return proof.use(
        lemmas.equal_terms(), proof.all(below, k, between(0, k, n)), sums, low=0, high=n, j=k, e=s, f=terms, g=costs
    )


passes = Definition(
    "the candidate for {0} and {1} passes the test at {2} on {{0..{3}}} × {{0..{4}}}",
    (p, l, a, n, m),
    prices(candidate(costs, a, n), p, l, a, n, m),
    decide=lambda p, loss, *levels: are_prices(candidate_prices(p, loss, *levels), p, loss, *levels),
)


@claim.clause("test", *at_level, passes(p, l, a, n, m), private(x, a, n, m), lost <= bayesian_loss(p, l, x, n, m))
def test_suffices(proof):
    total = proof.cite("exactdp.weak-duality#candidate-sum", b=costs)
    return proof.qed(proof.cite("exactdp.weak-duality#bound", w=candidate(costs, a, n)), total)


# The test is needed: a column that costs less than its prices makes a mechanism better than the best remap of G


(d,), (c,) = numbers("δ"), vectors("c")
added = function(i, r, product(x, T, n)[i, r] + If(r == j, d * z[i], 0))
column = (private_column(z, a, n), between(0, j, m), 0 <= d)


@cache
def column_added():
    """A remap that leaves out as much as a column δ·z gives: with this column it is private."""
    left = Every((k, 0, n), (r, 0, m), 0 <= T[k, r])
    rows = All(i, between(0, i, n), Sum(k, 0, n, x[i, k] * Sum(r, 0, m, T[k, r])) == 1 - d * z[i])
    proof = Proof([0 <= a, private(x, a, n, n), left, rows, *column], private(added, a, n, m))
    near = proof.parts(private(x, a, n, n))[-1]
    steps = proof.parts(private_column(z, a, n))[-1]
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    entry = cell.termwise(k, 0, n, 0 <= x[i, k] * T[k, r])
    entry = cell.have(0 <= added[i, r], entry)
    row = proof.assuming(between(0, i, n))
    image = Sum(k, 0, n, x[i, k] * T[k, r])
    two = row.use(lemmas.sum_of_two(), low=0, high=m, f=function(r, image), g=function(r, If(r == j, d * z[i], 0)), t=1)
    one = row.use(lemmas.one_term(), low=0, high=m, f=lambda r: d * z[i])
    inner = row.assuming(between(0, k, n))
    factor = inner.use(lemmas.scaled_sum(), low=0, high=m, t=x[i, k], f=lambda r: T[k, r])
    turned = row.exchange(Sum(r, 0, m, image))
    same = row.termwise(r, 0, m, added[i, r] == image + 1 * If(r == j, d * z[i], 0))
    parts = row.termwise(k, 0, n, factor)
    known = same, two, one, turned, parts, row.know(rows)(i)
    goal = Sum(r, 0, m, added[i, r]) == 1
    total = row.opaque(goal, *known)
    pair = proof.assuming(between(0, i, n - 1), between(0, r, m))
    known = near(i, k), pair.know(left)(k, r)
    down = pair.termwise(k, 0, n, a * x[i, k] * T[k, r] <= x[i + 1, k] * T[k, r], *known)
    up = pair.termwise(k, 0, n, a * x[i + 1, k] * T[k, r] <= x[i, k] * T[k, r], *known)
    goal = (a * added[i + 1, r] <= added[i, r]) & (a * added[i, r] <= added[i + 1, r])
    return proof.qed(entry, total, pair.have(goal, down, up, steps(i)))


@cache
def loss_of_added():
    """Its loss: the loss of the remap, plus the cost of the column."""
    costs = Sum(i, 0, n, p[i] * l[i, j] * z[i])
    rest = bayesian_loss(p, l, product(x, T, n), n, m)
    proof = Proof([between(0, j, m)], bayesian_loss(p, l, added, n, m) == rest + d * costs)
    row = proof.assuming(between(0, i, n))
    image = product(x, T, n)
    two = row.use(
        lemmas.sum_of_two(),
        low=0,
        high=m,
        f=function(r, image[i, r] * l[i, r]),
        g=function(r, If(r == j, d * z[i] * l[i, j], 0)),
        t=1,
    )
    one = row.use(lemmas.one_term(), low=0, high=m, f=lambda r: d * z[i] * l[i, j])
    same = row.termwise(r, 0, m, added[i, r] * l[i, r] == image[i, r] * l[i, r] + 1 * If(r == j, d * z[i] * l[i, j], 0))
    lost_in_row, before = (Sum(r, 0, m, of[i, r] * l[i, r]) for of in (added, image))
    goal = p[i] * lost_in_row == p[i] * before + d * (p[i] * l[i, j] * z[i])
    return proof.qed(proof.termwise(i, 0, n, goal, row.opaque(goal, same, two, one)))


G = geometric_mechanism(n, a)
left_out = function(k, r, If(r == f[k], 1 - d * c[k], as_number(0)))
turned = All(i, between(0, i, n), Sum(k, 0, n, G[i, k] * c[k]) == z[i])
prices_of_best = candidate(costs, a, n)
given = (*level, 0 <= m, cheapest, turned)
weight = s[k] * costs[k]


@lemma([*given, between(0, i, n)], Sum(k, 0, n, G[i, k] * Sum(r, 0, m, left_out[k, r])) == 1 - d * z[i])
def rows_left(proof):
    """The remainder of each row of G is 1 - δ·z_i."""
    inner = proof.assuming(between(0, k, n))
    inner.remember(inner.know(cheapest)(k))
    one = inner.use(lemmas.one_term(), low=0, high=m, j=f[k], f=lambda r: 1 - d * c[k])
    goal = G[i, k] * Sum(r, 0, m, left_out[k, r]) == G[i, k] + -d * (G[i, k] * c[k])
    each = inner.opaque(goal, one)
    two = proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(k, G[i, k]), g=function(k, G[i, k] * c[k]), t=-d)
    known = proof.termwise(k, 0, n, goal, each), two, proof.use(lemmas.geometric_rows()), proof.know(turned)(i)
    return proof.opaque(proof.goal, *known)


@cache
def loss_of_left():
    """The remap loses Σ_k s_k·best_k, less δ·c_k of each term."""
    part = Sum(k, 0, n, c[k] * weight)
    proof = Proof([*given], bayesian_loss(p, l, product(G, left_out, n), n, m) == lost - d * part)
    row = proof.assuming(between(0, k, n))
    at = row.know(cheapest)(k)
    row.remember(at)
    W = weighed_loss(p, l, G, n)
    goal = left_out[k, r] * W[k, r] == If(r == f[k], (1 - d * c[k]) * W[k, r], 0)
    terms = row.termwise(r, 0, m, goal)
    here = row.use(lemmas.one_term(), low=0, high=m, j=f[k], f=lambda r: (1 - d * c[k]) * W[k, r])
    value = row.use(lemmas.scaled_equation(), t=s[k], α=costs[k], β=cost(f[k]))
    at_k = row.fact(core.instance(weighed(row.assuming(between(0, f[k], m))).theorem, {"r": f[k]}))
    whole = terms.says.args[0]
    goal = whole == weight + -d * (c[k] * weight)
    opened = row.have(W[k, f[k]] == at_k.says.args[0])
    known = terms, here, value, at_k, opened
    each = row.opaque(goal, *known)
    two = proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(k, weight), g=function(k, c[k] * weight), t=-d)
    known = proof.use(lemmas.remapped_loss(), x=G, s=n, T=left_out), proof.termwise(k, 0, n, goal, each), two
    return proof.opaque(proof.goal, *known).theorem


@cache
def prices_of_column():
    """The prices of the column z are Σ_k c_k·s_k·best_k, for all prices that solve the equations."""
    paid_for = Sum(i, 0, n, w[i] * z[i])
    proof = Proof([*level, turned, solves], Sum(k, 0, n, c[k] * (s[k] * b[k])) == paid_for)
    inner = proof.assuming(between(0, k, n))
    cell = c[k] * s[k] * (w[i] * kernel)
    into = inner.use(lemmas.scaled_sum(), low=0, high=n, t=c[k] * s[k], f=function(i, w[i] * kernel))
    goal = c[k] * (s[k] * b[k]) == Sum(i, 0, n, cell)
    solved = inner.know(solves)(k)
    each = inner.opaque(goal, into, solved)
    outer = proof.termwise(k, 0, n, goal, each)
    row = proof.assuming(between(0, i, n))
    same = row.termwise(k, 0, n, cell == w[i] * (G[i, k] * c[k]))
    factor = row.use(lemmas.scaled_sum(), low=0, high=n, t=w[i], f=function(k, G[i, k] * c[k]))
    goal = same.says.args[0] == w[i] * z[i]
    image = row.know(turned)(i)
    back = row.opaque(goal, same, factor, image)
    return proof.qed(outer, proof.exchange(outer.says.args[1]), proof.termwise(i, 0, n, goal, back))


of_column = Sum(i, 0, n, prices_of_best[i] * z[i]) <= Sum(i, 0, n, p[i] * l[i, j] * z[i])
is_best = remap_is_optimal(p, l, a, n, m)
small = All(k, between(0, k, n), d * c[k] <= 1)
best_prices = All(k, between(0, k, n), Sum(i, 0, n, prices_of_best[i] * kernel) == costs[k])


@cache
def column_pays():
    """Were the column cheaper than its prices, the mechanism with a little of it would lose less than the remap."""
    known = private(G, a, n, n), best_prices, is_best
    proof = Proof([*given, *known, private_column(z, a, n), between(0, j, m), 0 < d, small], of_column)
    rows = proof.assuming(between(0, i, n)).use(rows_left())
    added_to = {"x": G, "T": left_out}
    private_one = proof.use(column_added(), rows, **added_to)
    proof.remember(private_one)
    least = proof.parts(is_best)[-1](private_one.says.args[1])
    loss = proof.use(loss_of_added(), **added_to)
    pays = proof.use(prices_of_column(), w=prices_of_best, b=costs)
    known = least, loss, proof.use(loss_of_left()), pays
    paid, costs_of_column = of_column.args
    less = proof.opaque(paid * d <= costs_of_column * d, *known)
    return proof.use(lemmas.quotient_order(), less, α=paid, β=costs_of_column, t=d).theorem


def step_for(largest):
    """Return a step that is small enough for numbers up to this one."""
    return 1 / (1 + largest * largest)


@cache
def small_step():
    """1/(1+t²) is > 0, and times a number up to t at most 1."""
    step, size = step_for(t), 1 + t * t
    proof = Proof([d <= t], (0 < step) & (step * d <= 1))
    positive = proof.have(0 < size, squares=(t,))
    most = proof.have(d <= size, squares=(t, t - 1))
    whole = proof.have(step * d * size == d, positive)
    less = proof.use(
        lemmas.quotient_order(), proof.have(step * d * size <= 1 * size, whole, most), positive, α=step * d, β=1, t=size
    )
    return proof.qed(proof.have(0 < step, positive), less)


@claim.clause("test-needed", *at_level, is_best, passes(p, l, a, n, m))
def test_is_needed(proof):
    """Let z be G·c, and δ so small that no δ·c_k is larger than 1."""
    image = geometric_preimage(function(i, r, z[i]), a, n)
    largest = Largest(k, 0, n, image[k, 0])
    mine = proof.cite("gupte2010.definition-4#private")
    solved = proof.assuming(between(0, k, n)).cite("exactdp.weak-duality#candidate-solves", b=costs)

    def at_column(inner):
        row = inner.assuming(between(0, i, n))
        same = row.use(lemmas.geometric_inverse(), x=lambda i, r: z[i], r=0)
        cell = inner.assuming(between(0, k, n))
        below = cell.fact(core.bounds(largest, k))
        fits = cell.use(small_step(), below, δ=image[k, 0], t=largest).parts()[-1]
        positive = inner.use(small_step(), δ=largest - 1, t=largest).parts()[0]
        known = mine, solved, same, fits, positive
        return inner.use(column_pays(), *known, c=function(k, image[k, 0]), δ=step_for(largest), j=r)

    goal = unfold(passes(p, l, a, n, m))

    return proof.restated(proof.obtain(choose_cheapest(proof), f, lambda inner, _: inner.for_all(goal, at_column)))
