"""G serves every user with supermodular payoffs (Schmutte & Yoder, Information Design for Differential Privacy, 2022).

A payoff -l is supermodular if a larger response gains more on a larger input: then the loss l is submodular. For each
cut R ≤ r of a private x, take the threshold event of G that is as likely under the prior. It is at least as likely as
the cut on small inputs, and at most as likely on large ones (cut-events). The cost of the step from r to r+1 falls with
the input. So no step costs more. The thresholds grow with r: they are the cuts of G·T for one T, which depends on the
prior.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.concentration import (
    cut,
    event,
    never_increase,
    positive,
    private_event,
    submodular,
    threshold,
)
from exactdp.claims.vocabulary.remap import remap_is_optimal
from exactdp.model.geometric import geometric

claim = Claim(
    "exactdp.supermodular",
    "G is optimal for every user with supermodular payoffs",
    section="3",
    position=70,
    kept={
        **dict.fromkeys(("1 ≤ n", "0 ≤ m"), "inputs and responses of G"),
        **dict.fromkeys(("0 ≤ α", "0 < α", "α < 1"), "the papers' levels"),
        "p is a prior on {0..n}": "the user",
        "l is submodular on {0..n} × {0..m}": "exactdp.submodular-losses#crossing-not-enough has a loss that needs it",
    },
)

i, j, k, m, n, q, r = indices("i j k m n q r")
a = number("α")
l, x, w, T = matrices("l x w T")  # noqa: E741 (the papers' letter for a loss)
p, f, h, t, d = vectors("p f h t d")
(v,) = numbers("v")
kappa, theta = variable("κ", INDEX_MAP), variable("share", VECTOR)
G = geometric_mechanism(n, a)
level = (1 <= n, 0 < a, a < 1)


steps = function(i, l[i, r + 1] - l[i, r])


def cut_at(mechanism, at):
    return function(i, cut(mechanism, i, at))


def row(at):
    return function(k, w[at, k])


# Submodular losses


@claim.clause("steps", submodular(l, n, m), 0 <= r, r < m, never_increase(steps, n))
def steps_never_increase(proof):
    near = proof.know(submodular(l, n, m))
    inner = proof.assuming(between(0, j, n))
    goal = (k <= n) >> (steps[k] <= steps[j])
    case, before = inner.inductive(goal, k, j, [])
    here = case.assuming(k + 1 <= n)
    upwards = case.closed(case.imply(k + 1 <= n, here.have(steps[k + 1] <= steps[j], here.detach(before), near(k, r))))
    one = inner.assuming(between(j, k, n))
    return proof.qed(proof.every((j, 0, n), (k, j, n), one.detach(upwards)))


@claim.clause(
    "increments",
    *(submodular(l, n, m), 0 <= i, i <= j, j <= n, 0 <= r, r <= q, q <= m),
    l[i, r] + l[j, q] <= l[j, r] + l[i, q],
)
def increments(proof):
    """Add up the steps from r to q: each step costs j no more than i."""
    goal = (k <= m) >> (l[i, r] + l[j, k] <= l[j, r] + l[i, k])
    after = substitute(goal.args[1], {"k": k + 1})
    case, before = proof.inductive(goal, k, r, [])
    here = case.assuming(k + 1 <= m)
    next_one = here.cite("exactdp.supermodular#steps", r=k)(i, j)
    return proof.detach(case.closed(case.imply(k + 1 <= m, here.have(after, here.detach(before), next_one))).with_(k=q))


# The threshold event of G that is as likely under the prior as an event, and what both cost


def mean(events):
    return Sum(i, 0, n, p[i] * events[i])


mean_threshold = Definition(
    "{0} is a threshold on {{0..{3}}} whose event in G_({3},{2}) is as likely under {4} as {1}",
    (t, f, a, n, p),
    threshold(t, n) & (mean(event(t, n, a)) == mean(f)),
)
mean_thresholds = Definition(
    "the rows of {0} are thresholds as likely under {1} as the cuts of {2} on {{0..{4}}} × {{0..{5}}} at {3}",
    (w, p, x, a, n, m),
    All(r, between(0, r, m), mean_threshold(row(r), cut_at(x, r), a, n, p)),
)


@generator(mean_threshold)
def some_mean_threshold(rng, turn, f, *given):
    """Return the one threshold that there is."""
    alpha, n, p = given
    if n < 1 or not 0 < alpha < 1:
        return None
    left, found = sum((entry(p, [i]) * entry(f, [i]) for i in range(n + 1)), Fraction(0)), []
    rows = geometric(n=n, alpha=alpha).rows
    for k in range(n + 1):
        weight = sum(entry(p, [i]) * rows[i][k] for i in range(n + 1))
        found.append(min(Fraction(1), left / weight))
        left -= found[-1] * weight
    return tuple(found)


@generator(mean_thresholds)
def some_mean_thresholds(rng, turn, p, x, *levels):
    """Return the one matrix that there is."""
    alpha, n, m = levels
    cuts = [tuple(sum(entry(x, [i, q]) for q in range(r + 1)) for i in range(n + 1)) for r in range(m + 1)]
    rows = [some_mean_threshold(rng, turn, f, alpha, n, p) for f in cuts]
    return None if None in rows else tuple(rows)


g = event(t, n, a)


@cache
def crossing_sum():
    """What (h_j - f_j)·(d_j - v) ≥ 0 on each input comes to, where h and f have the same mean."""
    each = All(j, between(0, j, n), 0 <= p[j] * (h[j] - f[j]) * (d[j] - v))
    costs = [Sum(i, 0, n, p[i] * events[i] * d[i]) for events in (f, h)]
    proof = Proof([each, mean(h) == mean(f)], costs[0] <= costs[1])
    total = proof.termwise(j, 0, n, 0 <= p[j] * (h[j] - f[j]) * (d[j] - v), proof.know(each)(j))
    return proof.qed(total)


@claim.clause(
    "crossing",
    *(*level, prior(p, n), private_event(f, a, n), mean_threshold(t, f, a, n, p), never_increase(d, n)),
    Sum(i, 0, n, p[i] * f[i] * d[i]) <= Sum(i, 0, n, p[i] * g[i] * d[i]),
)
def crossing(proof):
    """Let k be the last input on which g is not below f, or 0. Then (g_j - f_j)·(d_j - d_k) ≥ 0 for each j."""
    falls = proof.know(never_increase(d, n))
    weights = proof.parts(prior(p, n))[-2]
    below = All(i, between(k + 1, i, n), g[i] < f[i])
    last = proof.witness(Some(k, between(0, k, n), below), n)
    first = proof.fact(core.least_index(last.theorem))
    *_, after, none = proof.let(first, k).parts()
    one = proof.assuming(between(0, j, n))
    goal = 0 <= p[j] * (g[j] - f[j]) * (d[j] - d[k])

    def product_of(case, *facts):
        return case.opaque(goal, *facts, case.fact(weights(j)), factors=3)

    def above(case, i_):
        here = case.cases(
            f[k] <= g[k],
            (i == k, lambda deep: deep.replace(deep.know(i == k), lambda at: f[at] <= g[at])),
            (TRUE, lambda deep: deep.contradiction(f[k] <= g[k], deep.fact(after(i)))),
        )
        less = case.cite("exactdp.cut-events#left", here, i=k)
        return product_of(case, less, case.fact(falls(j, k)))

    each = one.cases(
        goal,
        (k < j, lambda case: product_of(case, case.fact(after(j)), case.fact(falls(k, j)))),
        (j == k, lambda case: case.have(goal)),
        (TRUE, lambda case: case.obtain(case.fact(none(k - 1)), i, above)),
    )
    return proof.use(crossing_sum(), proof.all(each, j, between(0, j, n)), h=g, v=d[k])


# The remap whose cuts these events are

thresholds_for = explained(
    "{0} has the thresholds for the cuts of {2} under {1} at {3} on {{0..{4}}} × {{0..{5}}}",
    (w, p, x, a, n, m),
    both(prior(p, n), private(x, a, n, m), mean_thresholds(w, p, x, a, n, m)),
)
families = (*level, 0 <= m, thresholds_for(w, p, x, a, n, m))
remap = function(k, r, w[r, k] - If(r == 0, 0, w[r - 1, k]))
image = product(G, remap, n)
chance = function(k, Sum(i, 0, n, p[i] * G[i, k]))
"""How likely each response of G is under the prior."""


@lemma([*level, prior(p, n)], positive(chance, n))
def chances_are_positive(proof):
    """Some input has a positive weight, and all entries of G are positive."""
    weights, _one = proof.parts(prior(p, n))[-2:]
    some = proof.use(lemmas.some_positive_term(), Sum(i, 0, n, p[i]) > 0, low=0, high=n, f=p)
    inner = proof.assuming(between(0, k, n))
    each = inner.assuming(between(0, i, n))
    entry_of = each.have(0 < G[i, k], each.use(lemmas.power_positive(), k=abs(i - k)))
    term = inner.all(each.opaque(0 <= p[i] * G[i, k], weights(i), entry_of), i, between(0, i, n))

    def at(case, found):
        *_, weight = found.parts()
        above_0 = case.have(0 < G[j, k], case.use(lemmas.power_positive(), k=abs(j - k)))
        here = case.opaque(0 < p[j] * G[j, k], weight, above_0)
        return case.use(lemmas.positive_sum(), term, here, low=0, high=n, j=j, f=function(i, p[i] * G[i, k]))

    return proof.qed(proof.all(inner.obtain(some, j, at), k, between(0, k, n)))


@lemma([], Sum(k, 0, n, chance[k] * t[k]) == mean(g))
def mean_of_event(proof):
    """The chances of the responses, weighed by a threshold, are the mean of its event."""
    column = proof.assuming(between(0, k, n))
    cell = p[i] * G[i, k] * t[k]
    into = column.use(lemmas.scaled_sum(), low=0, high=n, t=t[k], f=function(i, p[i] * G[i, k]))
    same = column.termwise(i, 0, n, cell == t[k] * (p[i] * G[i, k]))
    goal = chance[k] * t[k] == Sum(i, 0, n, cell)
    each = column.opaque(goal, into, same)
    line = proof.assuming(between(0, i, n))
    out = line.use(lemmas.scaled_sum(), low=0, high=n, t=p[i], f=function(k, G[i, k] * t[k]))
    regrouped = line.termwise(k, 0, n, cell == p[i] * (G[i, k] * t[k]))
    goal = Sum(k, 0, n, cell) == p[i] * g[i]
    opened = line.have(g[i] == Sum(k, 0, n, G[i, k] * t[k]))
    back = line.opaque(goal, out, regrouped, opened)
    outer = proof.termwise(k, 0, n, each)
    return proof.qed(outer, proof.exchange(outer.says.args[1]), proof.termwise(i, 0, n, goal, back))


@lemma([1 <= n, 0 <= a, prior(p, n)], Sum(k, 0, n, chance[k]) == 1)
def chances_sum_to_one(proof):
    """As the rows of G do."""
    line = proof.assuming(between(0, i, n))
    out = line.use(lemmas.scaled_sum(), low=0, high=n, t=p[i], f=function(k, G[i, k]))
    rows = line.use(lemmas.geometric_rows())
    each = line.opaque(out.says.args[0] == p[i], out, rows)
    return proof.qed(proof.exchange(Sum(k, 0, n, chance[k])), proof.termwise(i, 0, n, each))


def mean_rises(proof, less, greater, each):
    """Return that the mean of an event is at most that of another, which is nowhere less likely."""
    inner = proof.assuming(between(0, i, n))
    weight = inner.know(prior(p, n)).parts()[-2](i)
    goal = p[i] * less[i] <= p[i] * greater[i]
    return proof.termwise(i, 0, n, goal, inner.opaque(goal, each(inner), weight))


@claim.clause("next", *families, 0 <= r, r < m, between(0, k, n), w[r, k] <= w[r + 1, k])
def next_threshold(proof):
    """The cut at r+1 is at least as likely as that at r, and thresholds are ordered by how likely they are."""
    rows = proof.know(mean_thresholds(w, p, x, a, n, m))
    nonneg = proof.parts(private(x, a, n, m))[-3]
    (*_, here), (*_, there) = rows(r).parts(), rows(r + 1).parts()
    cuts = cut_at(x, r), cut_at(x, r + 1)

    def grows(inner):
        split = inner.split(Sum(q, 0, r + 1, x[i, q]), r)
        return inner.have(cut(x, i, r) <= cut(x, i, r + 1), split, inner.fact(nonneg(i, r + 1)))

    more = mean_rises(proof, *cuts, grows)
    sums = [proof.use(mean_of_event(), t=row(at)) for at in (r, r + 1)]
    less = proof.opaque(sums[0].says.args[0] <= sums[1].says.args[0], here, there, more, *sums)
    proof.remember(*rows(r).parts(), *rows(r + 1).parts())
    positive_ones = proof.use(chances_are_positive())
    return proof.cite("exactdp.cut-events#weighed-in-order", positive_ones, less, s=chance, t=row(r), u=row(r + 1))


def sums_to(proof, at, of):
    """Return that the entries of row k of the remap up to r sum to the threshold's."""
    total = proof.telescope(q, 0, at, remap[of, q], lambda v: If(v == 0, 0, w[v - 1, of]))
    return proof.have(Sum(q, 0, at, remap[of, q]) == w[at, of], total)


@claim.clause("remap", *families, stochastic(remap, n, m))
def is_remap(proof):
    """The last threshold is as likely as (1, …, 1), as the last cut is certain."""
    rows = proof.know(mean_thresholds(w, p, x, a, n, m))
    inner = proof.assuming(between(0, k, n), between(0, r, m))
    goal = 0 <= remap[k, r]
    entries = inner.cases(
        goal,
        (r == 0, lambda case: case.have(goal, case.fact(case.fact(rows(0)).parts()[-3])(k))),
        (TRUE, lambda case: case.have(goal, case.cite("exactdp.supermodular#next", r=r - 1))),
    )
    *_, size, _, reached = rows(m).parts()
    one = function(k, as_number(1))
    certain = proof.assuming(between(0, i, n))
    goal = p[i] * cut(x, i, m) == p[i]
    sure = proof.termwise(i, 0, n, goal, certain.have(goal))
    full = proof.termwise(k, 0, n, chance[k] * one[k] == chance[k])
    total = proof.use(mean_of_event(), t=row(m))
    facts = sure, full, total, reached, proof.use(chances_sum_to_one()), proof.parts(prior(p, n))[-1]
    less = proof.opaque(full.says.args[0] <= total.says.args[0], *facts)
    last = proof.assuming(between(0, k, n))
    last.remember(*(last.fact(each) for each in rows(m).parts()))
    order = {"s": chance, "t": one, "u": row(m)}
    full = last.cite(
        "exactdp.cut-events#weighed-in-order",
        less,
        proof.use(chances_are_positive()),
        proof.have(threshold(one, n)),
        **order,
    )
    ones = last.have(Sum(q, 0, m, remap[k, q]) == 1, sums_to(last, m, k), last.indirect(w[m, k] == 1, full, size(k)))
    return proof.qed(proof.every((k, 0, n), (r, 0, m), entries), proof.all(ones, k, between(0, k, n)))


# What a mechanism costs, cut by cut


step_costs = Sum(i, 0, n, p[i] * cut(x, i, r) * (l[i, r + 1] - l[i, r]))
cut_by_cut = Sum(i, 0, n, p[i] * l[i, m]) - Sum(r, 0, m - 1, step_costs)


@claim.clause("by-cuts", 0 <= m, stochastic(x, n, m), bayesian_loss(p, l, x, n, m) == cut_by_cut)
def by_cuts(proof):
    """By parts in each row: Σ_r x_ir·l(i,r) = l(i,m) - Σ_{r<m} P(R ≤ r | i)·(l(i,r+1) - l(i,r))."""
    inner = proof.assuming(between(0, i, n))
    one_row = inner.cite(
        "exactdp.concentration-certifies#by-parts", k=m, e=function(r, x[i, r]), f=function(r, l[i, r])
    )
    rest = Sum(r, 0, m - 1, cut(x, i, r) * (l[i, r + 1] - l[i, r]))
    costs = Sum(r, 0, m, x[i, r] * l[i, r])
    one = inner.have(costs == l[i, m] - rest, one_row)
    cell = p[i] * cut(x, i, r) * (l[i, r + 1] - l[i, r])
    into = inner.use(
        lemmas.scaled_sum(), low=0, high=m - 1, t=p[i], f=function(r, cut(x, i, r) * (l[i, r + 1] - l[i, r]))
    )
    same = inner.termwise(r, 0, m - 1, cell == p[i] * (cut(x, i, r) * (l[i, r + 1] - l[i, r])))
    goal = p[i] * costs == p[i] * l[i, m] + -1 * Sum(r, 0, m - 1, cell)
    each = inner.opaque(goal, one, into, same)
    two = proof.use(
        lemmas.sum_of_two(), low=0, high=n, t=-1, f=function(i, p[i] * l[i, m]), g=function(i, Sum(r, 0, m - 1, cell))
    )
    turned = proof.exchange(Sum(i, 0, n, Sum(r, 0, m - 1, cell)))
    total = proof.termwise(i, 0, n, goal, each)
    marks = [side for fact in (total, turned) for side in fact.says.args] + [Sum(i, 0, n, p[i] * l[i, m])]
    found = proof.opaque(total.says.args[0] == cut_by_cut, total, two, turned, terms=marks)
    return proof.restated(found)


def costs_of_step(mechanism):
    return substitute(step_costs, {"x": mechanism})


@claim.clause(
    "no-worse", *families, submodular(l, n, m), bayesian_loss(p, l, image, n, m) <= bayesian_loss(p, l, x, n, m)
)
def no_worse(proof):
    """The cut R ≤ r of G·T is the event of the r-th threshold. On its step it saves at least as much as that of x."""
    rows = proof.know(mean_thresholds(w, p, x, a, n, m))
    made = proof.cite("exactdp.level-of-derivable#at-least", proof.cite("exactdp.supermodular#remap"), T=remap)
    inner = proof.assuming(between(0, r, m - 1))
    inner.remember(*(inner.fact(each) for each in (rows(r), inner.cite("exactdp.concentration#cuts"))))
    d_ = inner.cite("exactdp.supermodular#steps")
    crossed = inner.cite("exactdp.supermodular#crossing", d_, t=row(r), f=cut_at(x, r), d=steps)
    one = inner.assuming(between(0, i, n))
    same_cut = one.cite("exactdp.concentration#cuts-of-remap")
    goal = p[i] * event(row(r), n, a)[i] * steps[i] == p[i] * cut(image, i, r) * steps[i]
    same = inner.termwise(i, 0, n, goal, one.opaque(goal, same_cut))
    less = inner.opaque(costs_of_step(x) <= costs_of_step(image), crossed, same)
    total = proof.termwise(r, 0, m - 1, less)
    sums = [proof.cite("exactdp.supermodular#by-cuts", *of, x=at) for of, at in ((made.parts(), image), ((), x))]
    return proof.opaque(proof.goal, total, *sums).theorem


# Every level: the best remap is optimal

some_remap = Some(T, stochastic(T, n, m), bayesian_loss(p, l, product(G, T, n), n, m) <= bayesian_loss(p, l, x, n, m))


at_every_level = (1 <= n, 0 <= a, a <= 1, 0 <= m, prior(p, n), submodular(l, n, m))


def by_thresholds(proof):
    """Return a remap for a level between 0 and 1: every cut is as likely under the prior as some threshold."""
    each = proof.assuming(between(0, r, m))
    line = each.assuming(between(0, i, n))
    size = each.cite("exactdp.concentration#cuts").parts()[-2]
    bounds = [line.fact(size(i).parts()[at]) for at in (0, 1)]
    low, high = (each.all(fact, i, between(0, i, n)) for fact in bounds)
    means = {"p": p, "f": cut_at(x, r)}
    ends = (
        each.use(lemmas.average_at_least(), low, t=0, **means),
        each.use(lemmas.average_at_most(), high, t=1, **means),
    )
    one, positive_ones = each.use(chances_sum_to_one()), each.use(chances_are_positive())
    most = each.opaque(ends[1].says.args[0] <= one.says.args[0], ends[1], one)
    reached = each.cite(
        "exactdp.cut-events#weighed-reached", positive_ones, ends[0], most, s=chance, v=mean(cut_at(x, r))
    )
    first = proof.fact(core.choose(proof.all(reached, r, between(0, r, m)).theorem, "κ"))

    def with_first(case, at):
        inner = case.assuming(between(0, r, m))
        some = inner.fact(at(r).parts()[-1])
        second = case.fact(core.choose(case.all(some, r, between(0, r, m)).theorem, "share"))
        return case.obtain(second, theta, lambda deep, shares: finish(deep, at, shares))

    def finish(case, at, shares):
        """The r-th threshold is 1 before κ_r, a share at κ_r, and 0 after it."""
        rows = function(r, k, If(k < kappa[r], as_number(1), If(k == kappa[r], theta[r], 0)))
        inner = case.assuming(between(0, r, m))
        *size, total = inner.fact(shares(r)).parts()
        pair = inner.assuming(between(0, k, n), between(k + 1, j, n))
        goal = (rows[r, k] == 1) | (rows[r, j] == 0)
        order = pair.cases(
            goal,
            (k < kappa[r], lambda deep: deep.alternative(goal, deep.have(goal.args[0]))),
            (TRUE, lambda deep: deep.alternative(goal, deep.have(goal.args[1]))),
        )
        ordered = inner.every((k, 0, n), (j, k + 1, n), order)
        mine = function(k, rows[r, k])
        shape = inner.have(threshold(mine, n), *size, ordered)
        event_of = inner.use(mean_of_event(), t=mine)
        goal = mean(event(mine, n, a)) == mean(cut_at(x, r))
        likely = inner.opaque(goal, event_of, total)
        one = inner.have(mean_threshold(mine, cut_at(x, r), a, n, p), shape, likely)
        found = case.all(one, r, between(0, r, m))
        known = case.have(mean_thresholds(rows, p, x, a, n, m), found)
        parts = [case.cite(f"exactdp.supermodular#{name}", known, w=rows) for name in ("remap", "no-worse")]
        return case.witness(some_remap, substitute(remap, {"w": rows}), *parts)

    return proof.obtain(first, kappa, with_first)


def by_itself(proof, same):
    """Return that x is a remap of G for itself, as G·x is x."""
    inner = proof.assuming(between(0, i, n), between(0, r, m))
    goal = product(G, x, n)[i, r] * l[i, r] == x[i, r] * l[i, r]
    each = inner.opaque(goal, same(inner))
    line = proof.assuming(between(0, i, n))
    rows = line.termwise(r, 0, m, goal, line.assuming(between(0, r, m)).fact(each))
    goal = p[i] * rows.says.args[0] == p[i] * rows.says.args[1]
    total = proof.termwise(i, 0, n, goal, line.opaque(goal, rows))
    less = bayesian_loss(p, l, product(G, x, n), n, m) <= bayesian_loss(p, l, x, n, m)
    return proof.witness(some_remap, x, proof.have(less, total))


@claim.clause("optimal", *at_every_level, remap_is_optimal(p, l, a, n, m))
def is_served(proof):
    def at_zero(row):
        return row.replace(
            row.indirect(as_number(0) == a),
            lambda at: product(geometric_mechanism(n, at), x, n)[i, r] == x[i, r],
            row.cite("exactdp.universal-optimality#identity-at-zero"),
        )

    def at_one(row):
        return row.cite("exactdp.universal-optimality#equal-rows-at-one", row.indirect(a == 1))

    def compared(inner, found):
        least = inner.cite("exactdp.weak-duality#remap")
        loss = bayesian_loss(p, l, product(G, T, n), n, m)
        terms = [least.says.args[0], loss, bayesian_loss(p, l, x, n, m)]
        return inner.opaque(terms[0] <= terms[2], least, found.parts()[-1])

    def step(inner):
        found = inner.cases(
            some_remap,
            (a <= 0, lambda case: by_itself(case, at_zero)),
            (1 <= a, lambda case: by_itself(case, at_one)),
            (TRUE, by_thresholds),
        )
        return inner.obtain(found, T, compared)

    return proof.for_all(proof.goal, step)
