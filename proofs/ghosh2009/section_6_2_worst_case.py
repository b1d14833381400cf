"""Section 6.2: (9), the worst-case expected loss over all priors on databases that induce the user's prior on results.

The databases are numbered from 0 to q, and f maps them onto the results {0..n}. The databases with the result i share
its prior p_i, in any way, and the loss is linear in their shares. So in the worst case, a database that loses most has
all of p_i. For every split, the averages x' of x lose what x loses if each p_i is split evenly. So the worst-case loss
of x' is at most that of x. The text says that it is smaller. It is not if for every result, all databases lose equally
much. And it cannot be, as x minimizes (9).
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.polytope import maps_to
from exactdp.claims.vocabulary.result import averaged, induced, loss_on, size

claim = Claim(
    "ghosh2009.section-6-2.worst-case",
    "the worst prior on databases",
    section="6.2",
    position=30,
    printed="x' has better worst case expected loss than x, which minimizes (9)",
    slip="print",
    kept={
        **KEPT,
        "i ≤ n": "the results are {0..n}",
        "f maps {0..q} to {0..n}": "the results are {0..n}",
        "p is a prior on {0..n}": "the user's prior",
        "p[f[j]] > 0": "where p is 0, the loss does not count",
    },
)

d, i, j, k, m, n, q, r = indices("d i j k m n q r")
c, f = (variable(name, INDEX_MAP) for name in "cf")
g, h, p, v, w = vectors("g h p v w")
a, b, t, u = numbers("α b t u")
x, l = matrices("x l")  # noqa: E741 (the paper's name of a loss)

loss = loss_on(l, x, f, m)
onto = explained(
    "{0} maps {{0..{1}}} onto {{0..{2}}}",
    (f, q, n),
    maps_to(f, q, n) & All(i, between(0, i, n), 0 < size(f, q)[i]),
)
worst = explained(
    "{0} has the largest L({1}, {2}; {3}, {6}) for results {{0..{5}}} on {{0..{4}}}",
    (v, l, x, f, q, n, m),
    All(d, between(0, d, q), loss_on(l, x, f, m)[d] <= v[f[d]])
    & All(i, between(0, i, n), Some(d, between(0, d, q), f[d] == i, loss_on(l, x, f, m)[d] == v[i])),
)


@generator(worst)
def some_worst(rng, turn, losses, mechanism, *given):
    result, q, n, m = given
    found = [[] for _ in range(n + 1)]
    for d in range(q + 1):
        i = entry(result, (d,))
        found[i].append(sum(entry(mechanism, (d, r)) * entry(losses, (i, r)) for r in range(m + 1)))
    return tuple(max(each) for each in found)


@lemma([maps_to(f, q, n)], Sum(d, 0, q, w[d] * v[f[d]]) == Sum(i, 0, n, induced(w, f, q)[i] * v[i]))
def by_classes(proof):
    """Σ_d w_d·v(f(d)) is the sum over the classes of what their weights sum to, times v_i."""
    row, cell = proof.assuming(between(0, i, n)), proof.assuming(between(0, d, q))
    part = If(f[d] == i, w[d], 0)
    factor = row.use(lemmas.scaled_sum(), low=0, high=q, t=v[i], f=function(d, part))
    one = cell.use(lemmas.one_term(), low=0, high=n, j=f[d], f=function(i, w[d] * v[i]))
    turned = cell.termwise(i, 0, n, v[i] * part == If(i == f[d], w[d] * v[i], 0))
    each = cell.have(turned.says.args[0] == w[d] * v[f[d]], turned, one)
    whole = proof.exchange(Sum(i, 0, n, Sum(d, 0, q, v[i] * part)))
    rows = proof.termwise(i, 0, n, factor)
    columns = proof.termwise(d, 0, q, each)
    total = proof.termwise(i, 0, n, induced(w, f, q)[i] * v[i] == v[i] * induced(w, f, q)[i])
    return proof.have(columns.says.args[1] == total.says.args[0], columns, whole, rows)


weights = All(d, between(0, d, q), 0 <= w[d])
classes = (onto(f, q, n), worst(v, l, x, f, q, n, m))


@claim.clause("bound", *classes, weights, Sum(d, 0, q, w[d] * loss[d]) <= Sum(i, 0, n, induced(w, f, q)[i] * v[i]))
def bound(proof):
    cell = proof.assuming(between(0, d, q))
    each = cell.have(w[d] * loss[d] <= w[d] * v[f[d]])
    return proof.qed(proof.termwise(d, 0, q, each), proof.use(by_classes()))


on_one = explained("{0} gathered on {1} by {2}", (p, c, f), function(d, If(c[f[d]] == d, p[f[d]], 0)))
"""The prior on databases with all of p_i on the database c(i)."""
attaining = explained(
    "{0} chooses databases in {{0..{4}}} with L({7}, {2}; {3}, {6}) as in {1} for {{0..{5}}}",
    (c, v, x, f, q, n, m, l),
    All(i, between(0, i, n), both(between(0, c[i], q), f[c[i]] == i, loss_on(l, x, f, m)[c[i]] == v[i])),
)


@generator(attaining)
def some_attaining(rng, turn, values, mechanism, *given):
    result, q, n, m, losses = given
    of = [[] for _ in range(n + 1)]
    for d in range(q + 1):
        i = entry(result, (d,))
        lost = sum(entry(mechanism, (d, r)) * entry(losses, (i, r)) for r in range(m + 1))
        if lost == entry(values, (i,)):
            of[i].append(d)
    return tuple(map(rng.choice, of))


split = on_one(p, c, f)


@claim.clause(
    "attained",
    *classes,
    attaining(c, v, x, f, q, n, m, l),
    Sum(d, 0, q, split[d] * loss[d]) == Sum(i, 0, n, p[i] * v[i]),
)
def attained(proof):
    cell = proof.assuming(between(0, d, q))
    inside = cell.parts(classes[0])[-2](d)
    goal = split[d] * loss[d] == split[d] * v[f[d]]

    each = cell.knowing(inside, lambda known: known.have(goal))
    total = proof.termwise(d, 0, q, goal, each)
    row = proof.assuming(between(0, i, n))
    sums = lemmas.scaled(row, v[i], row.cite("#induces"))
    return proof.qed(total, proof.use(by_classes(), w=split), proof.termwise(i, 0, n, sums))


@claim.clause("induces", *classes, attaining(c, v, x, f, q, n, m, l), between(0, i, n), induced(split, f, q)[i] == p[i])
def induces(proof):
    *place, own, _ = proof.know(attaining(c, v, x, f, q, n, m, l))(i).parts()
    cell = proof.assuming(between(0, d, q))
    goal = If(f[d] == i, split[d], 0) == If(d == c[i], p[i], 0)

    def elsewhere(case):
        def not_it(side):
            same = side.replace(side.have(c[i] == d), lambda u: f[u] == i, own)
            return side.knowing(same, lambda inner: inner.have(goal))

        return case.cases(goal, (d == c[i], not_it), (TRUE, lambda side: side.have(goal)))

    each = cell.cases(goal, (f[d] == i, lambda case: case.have(goal)), (TRUE, elsewhere))
    one = proof.use(lemmas.one_term(), *place, low=0, high=q, j=c[i], f=function(d, p[i]))
    return proof.qed(proof.termwise(d, 0, q, goal, each), one)


# The averages x' of each class

averages = averaged(x, f, q)


def lost(i):
    return expected_loss(l, averages, m, i)


mean = induced(loss, f, q)


@claim.clause("averages", between(0, i, n), 0 < size(f, q)[i], lost(i) == mean[i] / size(f, q)[i])
def loss_of_averages(proof):
    term = If(f[d] == i, x[d, r], 0)
    row = proof.assuming(between(0, r, m))
    factor = row.use(lemmas.scaled_sum(), low=0, high=q, t=l[i, r], f=function(d, term))
    rows = proof.termwise(r, 0, m, factor)
    whole = proof.exchange(Sum(r, 0, m, Sum(d, 0, q, l[i, r] * term)))
    goal = Sum(r, 0, m, l[i, r] * term) == If(f[d] == i, loss[d], 0)

    columns = proof.termwise(d, 0, q, goal)
    steps = (rows.says.args[0], rows), (whole.says.args[1], whole), (columns.says.args[1], columns)
    total = proof.chain(rows.says.args[1], *steps)
    divided = Proof([], Sum(r, 0, m, (g[r] / b) * h[r]) == 1 / b * Sum(r, 0, m, h[r] * g[r])).qed()
    scale = size(f, q)[i]
    known = Proof([u == 1 / b * t, t == a], u == a / b).qed()
    lhs = proof.use(divided, b=scale, g=function(r, Sum(d, 0, q, term)), h=function(r, l[i, r]))
    found = proof.use(known, total, u=lhs.says.args[0], t=total.says.args[0], b=scale, α=total.says.args[1])
    return proof.restated(found)


claim.clause(
    "every-split", onto(f, q, n), Sum(d, 0, q, w[d] * lost(f[d])) == Sum(i, 0, n, induced(w, f, q)[i] * lost(i))
)(lambda proof: proof.use(by_classes(), v=function(i, lost(i))))

totals = [Sum(i, 0, n, p[i] * each) for each in (lost(i), v[i])]


def at_most(proof):
    """Return that the averages lose at most v_i on each result."""
    row, cell = proof.assuming(between(0, i, n)), proof.assuming(between(0, i, n), between(0, d, q))
    goal = If(f[d] == i, loss[d], 0) <= v[i] * If(f[d] == i, as_number(1), 0)

    def inside(case):
        most = proof.parts(classes[1])[-2](d)
        return case.have(goal, case.replace(case.have(f[d] == i), lambda u: loss[d] <= v[u], case.fact(most)))

    each = cell.cases(goal, (f[d] == i, inside), (TRUE, lambda case: case.have(goal)))
    factor = row.use(lemmas.scaled_sum(), low=0, high=q, t=v[i], f=function(d, If(f[d] == i, as_number(1), 0)))
    total = row.termwise(d, 0, q, goal, each)
    scale, sign = size(f, q)[i], proof.parts(classes[0])[-1](i)
    most = Proof([u <= t * b, 0 < b], u / b <= t).qed()
    whole = row.chain(mean[i], ("<=", factor.says.args[0], total), (factor.says.args[1], factor))
    least = row.use(most, whole, sign, u=mean[i], t=v[i], b=scale)
    return row.have(
        lost(i) <= v[i], row.chain(lost(i), (mean[i] / scale, row.cite("#averages", sign)), ("<=", v[i], least))
    )


@claim.clause("no-more", *classes, prior(p, n), totals[0] <= totals[1])
def no_more(proof):
    row = proof.assuming(between(0, i, n))
    each = lemmas.scaled(row, p[i], at_most(proof), proof.parts(prior(p, n))[-2](i))
    return proof.restated(proof.termwise(i, 0, n, each))


third = Fraction(1, 3)
claim.printed_as(
    "better",
    *(*classes, prior(p, n)),
    totals[0] < totals[1],
    at={
        **{"n": 1, "m": 1, "q": 1, "f": function(d, d), "p": ("1/2", "1/2"), "l": ((0, 1), (1, 0))},
        **{"x": ((2 * third, third), (third, 2 * third)), "v": (third, third)},
    },
    instead="no-more",
)


@claim.clause("equal", *classes, prior(p, n), totals[0] == totals[1], between(0, j, q), 0 < p[f[j]], loss[j] == v[f[j]])
def equal(proof):
    weights, inside = proof.parts(prior(p, n))[-2], proof.parts(classes[0])[-2](j)
    proof.remember(*inside.parts())
    row = proof.assuming(between(0, i, n))
    terms = function(i, p[i] * (v[i] - lost(i)))
    sign = proof.all(row.product(weights(i), at_most(proof)), i, between(0, i, n))
    apart = Proof([], Sum(i, 0, n, p[i] * (g[i] - h[i])) == Sum(i, 0, n, p[i] * g[i]) - Sum(i, 0, n, p[i] * h[i])).qed()
    apart = proof.use(apart, g=v, h=function(i, lost(i)))
    sums = [apart.says.args[0], *totals]
    none = proof.opaque(sums[0] == 0, apart, totals[0] == totals[1])
    none = proof.use(lemmas.terms_of_zero_sum(), sign, none, low=0, high=n, j=f[j], f=terms)
    none = proof.use(lemmas.zero_factor(), none, α=p[f[j]], β=v[f[j]] - lost(f[j]))
    own, scale = proof.cite("#averages", proof.parts(classes[0])[-1](f[j]), i=f[j]), size(f, q)[f[j]]
    whole = Proof([t - u == 0, u == a / b, 0 < b], a == t * b).qed()
    whole = proof.use(
        whole, none, own, proof.parts(classes[0])[-1](f[j]), t=v[f[j]], u=lost(f[j]), α=mean[f[j]], b=scale
    )
    gap, ones, losses = (function(k, If(f[k] == f[j], each, 0)) for each in (v[f[j]] - loss[k], as_number(1), loss[k]))
    cell = proof.assuming(between(0, k, q))
    sums = [
        proof.termwise(k, 0, q, gap[k] == v[f[j]] * ones[k] + -1 * losses[k]),
        proof.use(lemmas.sum_of_two(), low=0, high=q, t=-1, f=function(k, v[f[j]] * ones[k]), g=losses),
        proof.use(lemmas.scaled_sum(), low=0, high=q, t=v[f[j]], f=ones),
    ]
    total = proof.have(Sum(k, 0, q, gap[k]) == 0, *sums, whole)

    def smaller(case):
        def inside_of(side):
            return side.have(0 <= gap[k])

        return case.cases(0 <= gap[k], (f[k] == f[j], inside_of), (TRUE, lambda side: side.have(0 <= gap[k])))

    signs = proof.all(smaller(cell), k, between(0, k, q))
    return proof.qed(proof.use(lemmas.terms_of_zero_sum(), signs, total, low=0, high=q, f=gap))


alike = explained(
    "each database in {{0..{0}}} with positive {2} has L({3}, {4}; {5}, {6}) as in {1}",
    (q, v, p, l, x, f, m),
    All(d, between(0, d, q), (0 < p[f[d]]) >> (loss_on(l, x, f, m)[d] == v[f[d]])),
)(q, v, p, l, x, f, m)


@claim.clause("equal-if", *classes, prior(p, n), alike, totals[0] == totals[1])
def equal_if(proof):
    row, cell = proof.assuming(between(0, i, n)), proof.assuming(between(0, i, n), 0 < p[i], between(0, d, q))
    goal = p[i] * lost(i) == p[i] * v[i]

    def some(case):
        each = cell.cases(term, (f[d] == i, inside), (TRUE, lambda side: side.have(term)))
        factor = case.use(lemmas.scaled_sum(), low=0, high=q, t=v[i], f=function(d, If(f[d] == i, as_number(1), 0)))
        total = case.termwise(d, 0, q, term, each)
        whole = case.have(mean[i] == factor.says.args[1], total, factor)
        same = Proof([u == a / b, a == t * b, 0 < b], u == t).qed()
        own, scale = case.cite("#averages", proof.parts(classes[0])[-1](i)), size(f, q)[i]
        found = case.use(same, own, whole, proof.parts(classes[0])[-1](i), u=lost(i), α=mean[i], t=v[i], b=scale)
        return lemmas.scaled(case, p[i], found)

    term = If(f[d] == i, loss[d], 0) == v[i] * If(f[d] == i, as_number(1), 0)

    def inside(case):
        same = case.detach(case.know(alike)(d))
        return case.have(term, case.replace(case.have(f[d] == i), lambda u: loss[d] == v[u], same))

    def none(case):
        return case.opaque(goal, case.use(lemmas.between_each_other(), α=p[i], β=0))

    each = row.cases(goal, (0 < p[i], some), (TRUE, none))
    return proof.restated(proof.termwise(i, 0, n, goal, each))
