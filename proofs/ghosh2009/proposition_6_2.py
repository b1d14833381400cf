"""Proposition 6.2: averaged over the databases with one result, a mechanism stays private, and (9) does not rise.

Let E_de be 1 for neighbours, and 0 for others. All neighbours d, e with the results i and i+1 satisfy x_er ≥ α·x_dr. In
the sum over these pairs, each d of a class is counted equally often, and so is each e. So the sum is the number of
pairs times the inequality of the averages. Another claim shows that (9) does not rise.

A shorter way: take the rows of a chain of neighbours with the results 0..n. They are private, and (9) takes the worst
database for each result, so it does not rise. So an optimal mechanism on results minimizes (9).
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.polytope import within_level
from exactdp.claims.vocabulary.result import averaged, induced, loss_on, size

claim = Claim(
    "ghosh2009.proposition-6.2",
    "an oblivious mechanism minimizes the worst case over databases",
    section="6.2",
    position=10,
    kept={
        **KEPT,
        "c is a chain of neighbours by E on {0..n}": "no graph that is drawn is sparse enough",
        "x is α-private for the neighbours E on {0..q} with responses {0..n}": "no loss that is drawn is small enough",
    },
)

d, e, i, k, m, n, q, r = indices("d e i k m n q r")
a, b, s, t, u, g = numbers("α b s t u g")
c, f = (variable(name, INDEX_MAP) for name in "cf")
p, v = vectors("p v")
x, E, T, l = matrices("x E T l")  # noqa: E741 (the paper's name of a loss)

# The rows of a chain of neighbours

chain = function(i, r, x[c[i], r])
near = Every((d, 0, q), (e, 0, q), (r, 0, m), (0 < E[d, e]) >> within_level(x[d, r], x[e, r], a))
of_databases = explained(
    "{0} is {1}-private for the neighbours {2} on {{0..{3}}} with responses {{0..{4}}}",
    (x, a, E, q, m),
    stochastic(x, q, m) & near,
)
"""Privacy, where databases d and e are neighbours if E_de > 0."""
picks = explained(
    "{0} picks databases in {{0..{3}}} with the results {{0..{2}}} of {1}",
    (c, f, n, q),
    All(i, between(0, i, n), between(0, c[i], q)) & All(i, between(0, i, n), f[c[i]] == i),
)
linked = explained(
    "{0} is a chain of neighbours by {2} on {{0..{1}}}", (c, n, E), All(i, between(0, i, n - 1), 0 < E[c[i], c[i + 1]])
)


@generator(of_databases)
def some_private_for(rng, turn, alpha, *given):
    """Draw rows such that any two are within the factor α; databases without neighbours may have other rows."""
    near_by, q, m = given
    if not 0 <= alpha <= 1 or q < 0 or m < 0:
        return None
    rows = []
    for d in range(q + 1):
        if turn % 2 and all(entry(near_by, at) <= 0 for e in range(q + 1) if e != d for at in ((d, e), (e, d))):
            row = [Fraction(0), Fraction(1)] if m else [Fraction(1)]
            rows.append(tuple(row + [Fraction(0)] * (m + 1 - len(row))))
            continue
        first = (Fraction(1), alpha) if turn % 3 == 0 else rng.choice(((Fraction(1), alpha), (alpha, Fraction(1))))
        row = [each / (1 + alpha) for each in first] if m else [Fraction(1)]
        rows.append(tuple(row + [Fraction(0)] * (m + 1 - len(row))))
    return tuple(rows)


@generator(picks)
def some_picked(rng, turn, result, n, q):
    found = [[d for d in range(q + 1) if entry(result, (d,)) == i] for i in range(n + 1)]
    return tuple(map(rng.choice, found))


@claim.clause("chain-private", of_databases(x, a, E, q, m), picks(c, f, n, q), linked(c, n, E), private(chain, a, n, m))
def chain_private(proof):
    entries, ones = proof.parts(stochastic(x, q, m))[-2:]
    known = proof.know(of_databases(x, a, E, q, m)).parts()[-1]
    inside, linking = proof.parts(picks(c, f, n, q))[-2], proof.parts(linked(c, n, E))[-1]
    row = proof.assuming(between(0, i, n))
    row.remember(inside(i))
    sign = row.assuming(between(0, r, m))
    sign.remember(inside(i))
    sign = sign.have(0 <= x[c[i], r])
    total = row.have(Sum(r, 0, m, x[c[i], r]) == 1, ones(c[i]))

    entries = proof.every((i, 0, n), (r, 0, m), sign)
    inner = proof.inside(unfold(private(chain, a, n, m)).args[1])
    inner.remember(inside(i), inside(i + 1))
    steps = inner.closed(
        inner.have(inner.goal, *inner.detach(inner.fact(known)(c[i], c[i + 1], r), linking(i)).parts())
    )
    return proof.qed(entries, proof.all(total, i, between(0, i, n)), steps)


bounded = explained(
    "{0} bounds L({1}, {2}; {3}, {5}) on {{0..{4}}}",
    (v, l, x, f, q, m),
    All(d, between(0, d, q), loss_on(l, x, f, m)[d] <= v[f[d]]),
)
worst = Sum(i, 0, n, p[i] * v[i])


@claim.clause(
    "chain-loss", prior(p, n), picks(c, f, n, q), bounded(v, l, x, f, q, m), bayesian_loss(p, l, chain, n, m) <= worst
)
def chain_loss(proof):
    row = proof.assuming(between(0, i, n))
    inside, own = proof.parts(picks(c, f, n, q))[-2:]
    row.remember(inside(i))
    own, weights = row.fact(own(i)), proof.parts(prior(p, n))[-2]
    value = row.replace(own, lambda z: Sum(r, 0, m, x[c[i], r] * l[z, r]) <= v[z])
    each = lemmas.scaled(row, p[i], value, weights(i))
    return proof.restated(proof.termwise(i, 0, n, each))


user = explained(
    "{2} is best for the prior {0} and the monotone {1} on G_({4},{3})",
    (p, l, T, a, n),
    prior(p, n) & monotone(l, n, n) & best_remap(T, p, l, a, n),
)(p, l, T, a, n)
private_chain = explained(
    "{0} is a chain for {1} in the {3}-private {2} ({4}, {5}, {6})",
    (c, f, x, a, E, q, n),
    of_databases(x, a, E, q, n) & picks(c, f, n, q) & linked(c, n, E),
)(c, f, x, a, E, q, n)
remapped = product(geometric_mechanism(n, a), T, n)


@claim.clause(
    "minimum",
    *(1 <= n, 0 <= a, a <= 1, user, private_chain, bounded(v, l, x, f, q, n)),
    bayesian_loss(p, l, remapped, n, n) <= worst,
)
def minimum(proof):
    least = proof.cite("ghosh2009.theorem-3.1#best-remap", proof.cite("#chain-private", m=n), x=chain)
    most = proof.cite("#chain-loss", m=n)
    links = ("<=", bayesian_loss(p, l, chain, n, n), least), ("<=", worst, most)
    return proof.restated(proof.chain(bayesian_loss(p, l, remapped, n, n), *links))


# The averages over the classes

pair = If(both(f[d] == i, f[e] == i + 1), E[d, e], 0)
regular = explained(
    "{0} is regular from result {2} of {1} to {2}+1, with {4} pairs in {{0..{3}}}",
    (E, f, i, q, b),
    both(0 < b, 0 < size(f, q)[i], 0 < size(f, q)[i + 1])
    & Every((d, 0, q), (e, 0, q), 0 <= E[d, e])
    & All(d, between(0, d, q), Sum(e, 0, q, pair) == If(f[d] == i, b / size(f, q)[i], 0))
    & All(e, between(0, e, q), Sum(d, 0, q, pair) == If(f[e] == i + 1, b / size(f, q)[i + 1], 0)),
)
"""Each database of one class has equally many neighbours in the next one, and the other way round."""


@generator(regular)
def some_pairs(rng, turn, result, i, *given):
    """Draw all pairs of the two classes, with equal weights."""
    last, pairs = given
    found = [entry(result, (d,)) for d in range(last + 1)]
    weight = pairs / (found.count(i) * found.count(i + 1))
    here, there = (tuple(k for k, each in enumerate(found) if each == at) for at in (i, i + 1))
    return tuple(
        tuple(weight if d in here and e in there else 0 * weight for e in range(last + 1)) for d in range(last + 1)
    )


averages = averaged(x, f, q)


@claim.clause(
    "averages-private",
    *(regular(E, f, i, q, b), of_databases(x, a, E, q, m), between(0, r, m)),
    within_level(averages[i, r], averages[i + 1, r], a),
)
def averages_private(proof):
    signs, rows, columns = proof.parts(regular(E, f, i, q, b))[-3:]
    neighbours = proof.parts(of_databases(x, a, E, q, m))[-1]
    cell, row = proof.assuming(between(0, d, q), between(0, e, q)), proof.assuming(between(0, d, q))

    def all_pairs(at, first=d, second=e):
        return Sum(first, 0, q, Sum(second, 0, q, pair * x[at, r]))

    def of_average(at):
        """Return that the sum of x_r over all pairs, at one end, is b times the average."""
        other, index, sums = (e, i, rows) if at is d else (d, i + 1, columns)
        inner = proof.assuming(between(0, at, q))
        factor = inner.use(lemmas.scaled_sum(), low=0, high=q, t=x[at, r], f=function(other, pair))
        own, scale = If(f[at] == index, x[at, r], 0), b / size(f, q)[index]
        known, value = sums(at), factor.says.args[1] == scale * own
        sides = [(each, lambda case: case.have(value, known)) for each in (f[at] == index, TRUE)]
        turned = inner.termwise(other, 0, q, pair * x[at, r] == x[at, r] * pair)
        each = inner.chain(
            turned.says.args[0],
            (factor.says.args[0], turned),
            (factor.says.args[1], factor),
            (scale * own, inner.cases(value, *sides)),
        )
        total = proof.use(lemmas.scaled_sum(), low=0, high=q, t=scale, f=function(at, own))
        found = proof.chain(
            all_pairs(at, at, other), (total.says.args[0], proof.termwise(at, 0, q, each)), (total.says.args[1], total)
        )
        if at is e:
            whole = proof.exchange(all_pairs(e))
            found = proof.chain(all_pairs(e), (all_pairs(e, e, d), whole), (total.says.args[1], found))
        mean = Proof([u == b / s * t], u == b * (t / s)).qed()
        return proof.use(mean, found, u=all_pairs(at), s=size(f, q)[index], t=total.says.args[1].args[1])

    def ordered(one, other):
        """Return that α times the sum at the one end is at most that at the other."""
        goal = a * (pair * x[one, r]) <= pair * x[other, r]

        def linked_(case):
            bounds = case.detach(cell.fact(neighbours)(d, e, r)).parts()[-2:]
            return case.have(goal, *(case.product(0 < E[d, e], each) for each in bounds))

        def apart(case):
            none = case.use(lemmas.between_each_other(), signs(d, e), α=E[d, e], β=0)
            return case.have(goal, none)

        each = cell.cases(goal, (0 < E[d, e], linked_), (TRUE, apart))
        inner = row.use(lemmas.scaled_sum(), low=0, high=q, t=a, f=function(e, pair * x[one, r]))
        outer = proof.use(lemmas.scaled_sum(), low=0, high=q, t=a, f=function(d, inner.says.args[1].args[1]))
        smaller = row.termwise(e, 0, q, goal, each)
        smaller = row.chain(inner.says.args[1], (inner.says.args[0], inner), ("<=", smaller.says.args[1], smaller))
        total = proof.termwise(d, 0, q, smaller)
        return proof.have(a * all_pairs(one) <= all_pairs(other), outer, total)

    values, found = [(at, of_average(at)) for at in (d, e)], []
    for (one, first), (other, second) in (values[::-1], values):
        less, means = ordered(one, other), [each.says.args[1].args[1] for each in (first, second)]
        known = Proof([u == b * s, g == b * t, a * u <= g, 0 < b])
        goal = known.use(lemmas.quotient_order(), α=a * s, β=t, t=b)
        sizes = {"u": all_pairs(one), "g": all_pairs(other), "s": means[0], "t": means[1]}
        found.append(proof.use(goal.theorem, first, second, less, **sizes))
    return proof.restated(proof.both(*found))


@claim.clause(
    "averages-sum",
    *(stochastic(x, q, m), 0 < size(f, q)[i], between(0, r, m)),
    both(0 <= averages[i, r], Sum(k, 0, m, averages[i, k]) == 1),
)
def averages_sum(proof):
    total, scale = proof.termwise(d, 0, q, 0 <= If(f[d] == i, x[d, r], 0)), size(f, q)[i]
    positive = Proof([0 <= u, 0 < s], 0 <= u / s).qed()
    positive = proof.use(positive, total, u=total.says.args[1], s=scale)
    whole = proof.exchange(Sum(k, 0, m, Sum(d, 0, q, If(f[d] == i, x[d, k], 0))))
    goal = Sum(k, 0, m, If(f[d] == i, x[d, k], 0)) == If(f[d] == i, as_number(1), 0)

    sums = proof.have(whole.says.args[0] == scale, whole, proof.termwise(d, 0, q, goal))
    divided = Proof([], Sum(k, 0, m, v[k] / s) == 1 / s * Sum(k, 0, m, v[k])).qed()
    parts = proof.use(divided, s=scale, v=function(k, induced(function(d, x[d, k]), f, q)[i]))
    known = Proof([u == 1 / s * t, t == s, 0 < s], u == 1).qed()
    one = proof.use(known, sums, u=parts.says.args[0], t=whole.says.args[0], s=scale)
    return proof.restated(proof.both(positive, one))
