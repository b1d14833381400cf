"""The proof that a mechanism is optimal: n+1 prices, of which a Bayesian user has one candidate only.

Each column of an α-private x costs at least its prices, and the rows of x sum to 1: so x loses at least all prices
together. The column (α^|i-k|)_i is private, so Σ_i w_i·α^|i-k| ≤ best_k for all prices w. The best remap of G loses
Σ_k s_k·best_k with every s_k > 0. If prices prove it optimal, all of these are equations, which one w satisfies.
"""

from fractions import Fraction
from functools import cache

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Claim, core
from exactdp.claims.deriving import Proof
from exactdp.claims.evaluation import entry
from exactdp.claims.formulas import (
    INDEX_MAP,
    SET,
    TRUE,
    All,
    Definition,
    If,
    Least,
    Some,
    Sum,
    as_number,
    between,
    both,
    function,
    indices,
    matrices,
    numbers,
    substitute,
    unfold,
    variable,
    vectors,
)
from exactdp.claims.instances import generator
from exactdp.claims.lemmas import (
    average_at_least,
    column_of_private,
    equal_terms,
    first_entry_of_image,
    geometric_inverse,
    geometric_rows,
    last_entry_of_image,
    one_term,
    power_nonnegative,
    remapped_loss,
    scaled,
    scaled_equation,
    scaled_inequality,
    scaled_sum,
    three_entries_of_image,
)
from exactdp.claims.names import explained
from exactdp.claims.optima import least_on_private_columns
from exactdp.claims.vocabulary import (
    bayesian_loss,
    bounds_loss,
    geometric_mechanism,
    nonnegative,
    optimal,
    prior,
    private,
    private_column,
    product,
    stochastic,
    weighed_loss,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    "exactdp.weak-duality",
    "prices that prove optimality, and the only candidate for them",
    section="6",
    position=20,
    kept={
        "p is a prior on {0..n}": "the papers' users",
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
    latex=r"{0} \text{{ prices for }} {1}, {2}, {3} \text{{ on }} \{{0..{4}\}} \times \{{0..{5}\}}",
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


share = Definition("s", (n, a), function(k, If(k == 0, 1, If(k == n, 1, 1 - a)) / (1 + a)), latex="s")
best = Definition(
    "best",
    (p, l, a, n, m),
    function(k, Least(r, 0, m, Sum(i, 0, n, p[i] * l[i, r] * a ** abs(i - k)))),
    latex=r"\mathrm{{best}}",
)
candidate = Definition(
    "(K·{0}/(1-{1}²))",
    (b, a, n),
    function(
        k,
        If(
            k == 0,
            b[0] - a * b[1],
            If(k == n, b[n] - a * b[n - 1], (1 + a * a) * b[k] - a * (b[k - 1] + b[k + 1])),
        )
        / (1 - a * a),
    ),
    latex=r"\left(K {0} / (1-{1}^2)\right)",
)
user_at = explained(
    "{0} is a prior and {1} ≥ 0 on {{0..{2}}} × {{0..{3}}}",
    (p, l, n, m),
    prior(p, n) & nonnegative(l, n, m),
    r"{0} \text{{ a prior and }} {1} \ge 0 \text{{ on }} \{{0..{2}\}} \times \{{0..{3}\}}",
)
user = (0 <= a, a <= 1, user_at(p, l, n, m))
level = (1 <= n, 0 <= a, a < 1)
at_level = (*level, 0 <= m, user_at(p, l, n, m))
paid = Sum(i, 0, n, w[i])


@claim.clause(
    "bound", user_at(p, l, n, m), private(x, a, n, m), prices(w, p, l, a, n, m), paid <= bayesian_loss(p, l, x, n, m)
)
def bound(proof):
    ones = proof.parts(private(x, a, n, m))[-2]
    inner = proof.assuming(between(0, r, m))
    inner.remember(inner.use(column_of_private()))
    costs = inner.know(prices(w, p, l, a, n, m))(r, function(i, x[i, r]))
    total = inner.termwise(r, 0, m, costs.says, costs)
    left, right = (proof.exchange(side) for side in total.says.args)
    row = proof.assuming(between(0, i, n))
    each = proof.termwise(
        i, 0, n, Sum(r, 0, m, w[i] * x[i, r]) == w[i], row.have(Sum(r, 0, m, w[i] * x[i, r]) == w[i], ones(i))
    )
    return proof.qed(total, left, right, each)


reached = paid == bayesian_loss(p, l, x, n, m)


@claim.clause("optimal", *user, private(x, a, n, m), prices(w, p, l, a, n, m), reached, optimal(x, p, l, a, n, m))
def proves_optimality(proof):
    inner = proof.assuming(private(y, a, n, m))
    less = inner.cite("exactdp.weak-duality#bound", x=y)
    return proof.qed(
        proof.all(
            inner.have(bayesian_loss(p, l, x, n, m) <= bayesian_loss(p, l, y, n, m), less), y, private(y, a, n, m)
        )
    )


no_weight_outside = explained(
    "{0} is 0 on {{0..{2}}} outside {1}",
    (p, S, n),
    All(i, between(0, i, n), S[i] | (p[i] == 0)),
    r"{0} = 0 \text{{ on }} \{{0..{2}\}} \text{{ outside }} {1}",
)
inside = no_weight_outside(p, S, n)


@claim.clause(
    "minimax",
    *(user_at(p, l, n, m), inside, private(x, a, n, m), prices(w, p, l, a, n, m), bounds_loss(t, l, x, S, n, m)),
    paid <= t,
)
def minimax(proof):
    weights, ones = proof.parts(prior(p, n))[-2:]
    row = proof.assuming(between(0, i, n))
    loss = Sum(r, 0, m, x[i, r] * l[i, r])
    goal = p[i] * loss <= p[i] * t
    each = row.either(
        row.know(inside)(i),
        lambda case: case.have(goal, weights(i), case.know(bounds_loss(t, l, x, S, n, m))(i)),
        lambda case: case.have(goal, case.know(p[i] == 0)),
    )
    return proof.qed(proof.cite("exactdp.weak-duality#bound"), proof.termwise(i, 0, n, goal, each), ones)


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
    into = inner.have(goal, inner.use(scaled_sum(), low=0, high=n, t=s[k], f=function(i, w[i] * kernel)))
    outer = proof.termwise(k, 0, n, goal, into)
    row = proof.assuming(between(0, i, n))
    terms = row.termwise(k, 0, n, s[k] * (w[i] * kernel) == w[i] * G[i, k])
    factor = row.use(scaled_sum(), low=0, high=n, t=w[i], f=function(k, G[i, k]))
    each = row.have(terms.says.args[0] == w[i], terms, factor, row.use(geometric_rows()))
    return proof.qed(outer, proof.exchange(outer.says.args[1]), proof.termwise(i, 0, n, each.says, each))


@claim.clause("candidate-solves", *level, between(0, k, n), Sum(i, 0, n, candidate(b, a, n)[i] * kernel) == b[k])
def candidate_solves(proof):
    inverse = proof.use(geometric_inverse(), x=lambda i, r: b[i], i=k, r=0)
    inner = proof.assuming(between(0, i, n))
    goal = candidate(b, a, n)[i] * kernel == substitute(inverse.says.args[0].args[3], {"z": i})
    return proof.qed(inverse, proof.termwise(i, 0, n, goal, inner.have(goal)))


solves = All(k, between(0, k, n), Sum(i, 0, n, w[i] * kernel) == b[k])


@claim.clause("candidate-only", *level, solves, between(0, k, n), w[k] == candidate(b, a, n)[k])
def candidate_only(proof):
    G, T = geometric_mechanism(n, a), function(k, r, w[k] / s[k])
    G, T = geometric_mechanism(n, a), function(k, r, w[k] / s[k])
    row = proof.assuming(between(0, k, n))
    goal = Sum(i, 0, n, G[k, i] * T[i, 0]) == b[k]
    image = row.have(goal, row.termwise(i, 0, n, G[k, i] * T[i, 0] == w[i] * kernel), row.know(solves)(k))
    images = proof.all(image, k, between(0, k, n))

    def from_image(lemma, form, *near):
        def step(case):
            found = case.use(lemma(), T=T, r=0)
            return case.have(proof.goal, case.have(form == (1 - a * a) * w[k], found, *map(images, near)))

        return step

    return proof.cases(
        proof.goal,
        (k == 0, from_image(first_entry_of_image, b[0] - a * b[1], 0, 1)),
        (k == n, from_image(last_entry_of_image, b[n] - a * b[n - 1], n, n - 1)),
        (TRUE, from_image(three_entries_of_image, (1 + a * a) * b[k] - a * (b[k - 1] + b[k + 1]), k - 1, k, k + 1)),
    )


def sum_of(proof):
    """Return that Σ w_i is Σ_k s_k·b_k, where w solves the equations for b."""
    inner = proof.assuming(between(0, k, n))
    each = scaled(inner, s[k], inner.know(solves)(k))
    return proof.have(
        paid == Sum(k, 0, n, s[k] * b[k]), proof.use(weighing()), proof.termwise(k, 0, n, each.says, each)
    )


@cache
def sum_of_solution():
    proof = Proof([*level, solves])
    return sum_of(proof).theorem


@claim.clause("candidate-sum", *level, Sum(k, 0, n, candidate(b, a, n)[k]) == Sum(k, 0, n, s[k] * b[k]))
def candidate_sum(proof):
    inner = proof.assuming(between(0, k, n))
    each = proof.all(inner.cite("exactdp.weak-duality#candidate-solves"), k, between(0, k, n))
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
        proof.use(scaled_sum(), low=0, high=n, t=s[k], f=function(i, p[i] * l[i, r] * kernel)),
    )


remap = (1 <= n, 0 <= a, a <= 1, 0 <= m)
loss_of_remap = bayesian_loss(p, l, product(geometric_mechanism(n, a), T, n), n, m)


@claim.clause("remap", *remap, stochastic(T, n, m), lost <= loss_of_remap)
def remap_loses(proof):
    entries, rows = proof.parts(stochastic(T, n, m))[-2:]
    row = proof.assuming(between(0, k, n))
    inner = row.assuming(between(0, r, m))
    W = weighed_loss(p, l, geometric_mechanism(n, a), n)
    least = inner.fact(core.bounds(unfold(costs)[k], r))
    each = inner.have(
        s[k] * costs[k] <= W[k, r],
        inner.use(scaled_inequality(), inner.have(0 <= s[k]), least, t=s[k], α=costs[k], β=cost(r)),
        weighed(inner),
    )
    chances = row.have(
        prior(function(r, T[k, r]), m), row.all(inner.fact(entries(k, r).theorem), r, between(0, r, m)), rows(k)
    )
    mean = row.use(
        average_at_least(),
        row.all(each, r, between(0, r, m)),
        chances,
        n=m,
        p=lambda r: T[k, r],
        f=lambda r: W[k, r],
        t=s[k] * costs[k],
    )
    return proof.qed(
        proof.use(remapped_loss(), x=geometric_mechanism(n, a), s=n), proof.termwise(k, 0, n, mean.says, mean)
    )


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
    def step(inner, fact):
        T = function(k, r, If(r == f[k], as_number(1), 0))
        row = inner.assuming(between(0, k, n))
        at = row.know(cheapest)(k)
        row.remember(at)
        W = weighed_loss(p, l, geometric_mechanism(n, a), n)
        one = row.use(one_term(), low=0, high=m, j=f[k], f=lambda r: as_number(1))
        terms = row.termwise(r, 0, m, T[k, r] * W[k, r] == If(r == f[k], W[k, r], 0))
        here = row.use(one_term(), low=0, high=m, j=f[k], f=lambda r: W[k, r])
        value = row.use(scaled_equation(), at.parts()[-1], t=s[k], α=costs[k], β=cost(f[k]))
        at_k = core.instance(weighed(row.assuming(between(0, f[k], m))).theorem, {"r": f[k]})
        each = row.have(terms.says.args[0] == s[k] * costs[k], terms, here, row.fact(at_k), value)
        entries = row.all(row.have(0 <= T[k, r]), r, between(0, r, m))
        whole = inner.have(
            stochastic(T, n, m) & (bayesian_loss(p, l, product(geometric_mechanism(n, a), T, n), n, m) == lost),
            inner.all(entries, k, between(0, k, n)),
            inner.all(row.have(Sum(r, 0, m, T[k, r]) == 1, one), k, between(0, k, n)),
            inner.use(remapped_loss(), x=geometric_mechanism(n, a), s=n, T=T),
            inner.termwise(k, 0, n, each.says, each),
        )
        return inner.witness(some_remap, T, whole)

    return proof.obtain(choose_cheapest(proof), f, step)


# The only candidate for prices

tight = Sum(i, 0, n, w[i] * kernel) == costs[k]


@claim.clause("tight", *at_level, prices(w, p, l, a, n, m), paid == lost, between(0, k, n), tight)
def candidate_is_tight(proof):
    row = proof.assuming(between(0, k, n))
    column = function(i, kernel)
    each = row.assuming(between(0, i, n))
    entry = each.have(0 <= kernel, each.use(power_nonnegative(), k=abs(i - k)))
    step = row.assuming(between(0, i, n - 1))
    powers = step.use(power_nonnegative(), k=abs(i - k)), step.use(power_nonnegative(), k=abs(i + 1 - k))
    goal = (a * column[i + 1] <= column[i]) & (a * column[i] <= column[i + 1])
    near = row.all(step.have(goal, *powers), i, between(0, i, n - 1))
    row.remember(row.have(private_column(column, a, n), row.all(entry, i, between(0, i, n)), near))
    least = row.fact(core.attained(unfold(costs)[k]))
    at_most = Sum(i, 0, n, w[i] * kernel) <= costs[k]

    def at(inner, fact):
        *_, value = fact.parts()
        return inner.have(at_most, inner.know(prices(w, p, l, a, n, m))(r, column), value)

    below = row.have(at_most & (0 < s[k]), row.obtain(least, r, at))
    terms = function(k, Sum(i, 0, n, w[i] * kernel))
    sums = proof.have(Sum(k, 0, n, s[k] * terms[k]) == lost, proof.use(weighing()))
    return proof.use(
        equal_terms(), proof.all(below, k, between(0, k, n)), sums, low=0, high=n, j=k, e=s, f=terms, g=costs
    )


passes = Definition(
    "the candidate for {0} and {1} passes the test at {2} on {{0..{3}}} × {{0..{4}}}",
    (p, l, a, n, m),
    prices(candidate(costs, a, n), p, l, a, n, m),
    latex=r"K\,\mathrm{{best}}/(1-{2}^2) \text{{ prices for }} {0}, {1} \text{{ on }} \{{0..{3}\}} \times \{{0..{4}\}}",
    decide=lambda p, loss, *levels: are_prices(candidate_prices(p, loss, *levels), p, loss, *levels),
)


@claim.clause("test", *at_level, passes(p, l, a, n, m), private(x, a, n, m), lost <= bayesian_loss(p, l, x, n, m))
def test_suffices(proof):
    found = proof.fact(core.restate(proof.know(passes(p, l, a, n, m)).theorem, unfold(passes(p, l, a, n, m))))
    total = proof.cite("exactdp.weak-duality#candidate-sum", b=costs)
    return proof.qed(proof.cite("exactdp.weak-duality#bound", found, w=candidate(costs, a, n)), total)


# The test is needed: a column that costs less than its prices makes a mechanism better than the best remap of G


def is_optimal(p, loss, alpha, n, m):
    """Say whether the best remap of G loses no more than the optimum."""
    user = BayesianUser(table([row[: m + 1] for row in loss[: n + 1]]), p[: n + 1])
    best = solve_polytope(Problem(user, alpha, responses=range(m + 1)))
    return best.value == interact(user, geometric(n=n, alpha=alpha), responses=range(m + 1)).value


remap_is_optimal = Definition(
    "the best remap of G is optimal for {0}, {1} and {2} on {{0..{3}}} × {{0..{4}}}",
    (p, l, a, n, m),
    All(x, private(x, a, n, m), lost <= bayesian_loss(p, l, x, n, m)),
    latex=r"G \text{{ optimal for }} {0}, {1}, {2} \text{{ on }} \{{0..{3}\}} \times \{{0..{4}\}}",
    decide=is_optimal,
)


claim.clause("test-needed", *at_level, remap_is_optimal(p, l, a, n, m), passes(p, l, a, n, m))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
