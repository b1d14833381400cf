"""Lemma 6: averaging over the databases of one result makes a mechanism oblivious, and no worse.

Each database of E(k) has A neighbours in E(k+1), and each of E(k+1) has B neighbours in E(k), so A·|E(k)| = B·|E(k+1)|.
The sum of all the inequalities x_d'r - α·x_dr ≥ 0 over the pairs is a multiple of the difference of the averages. A
class's average loss is at most its worst loss. The databases are numbered 0..q, and e_dd' is 1 where d and d' are
neighbours and 0 elsewhere. For an infinite D, take the databases of two values only.

`oblivious` puts the parts together for all such e. That the databases of n rows have such an e is in another claim,
lemma-6.neighbours, which counts the neighbours. With `exists`, some optimal mechanism is oblivious.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.lexicographic import best_lexicographic, lexicographically_optimal, minimax_optimal

claim = Claim(
    "gupte2010.lemma-6",
    "some optimal mechanism is oblivious",
    section="A",
    position=10,
    kept={"e is regular between the results k and k+1 of f on {0..q}": "counterexamples are rare"},
)

n, m, q, d, g, h, i, j, k, r = indices("n m q d g h i j k r")
a, b, c, t = numbers("α b c t")
e, l, x, z = matrices("e l x z")  # noqa: E741 (the paper's letter for a loss)
u, w, y = vectors("u w y")
f = variable("f", INDEX_MAP)
S = variable("S", SET)


def weight(u, y):
    return Sum(d, 0, q, u[d] * y[d])


def total(u):
    return Sum(d, 0, q, u[d])


# Classes with weights u and w: of two classes, these are 1 on the class and 0 elsewhere.
regular = (
    All(d, between(0, d, q), u[d] * Sum(h, 0, q, e[d, h] * w[h]) == c * u[d]),
    All(h, between(0, h, q), w[h] * Sum(d, 0, q, e[d, h] * u[d]) == b * w[h]),
)
signs = (All(d, between(0, d, q), (0 <= u[d]) & (0 <= w[d])),)
near = Every((d, 0, q), (h, 0, q), a * e[d, h] * y[d] <= e[d, h] * y[h])
regular_classes = explained(
    "classes {1} and {2} are regular in {0} with degrees {3} and {4} on {{0..{5}}}", (e, u, w, c, b, q), both(*regular)
)
private_for_neighbours = explained("{0} is {2}-private for the neighbours {1} on {{0..{3}}}", (y, e, a, q), near)


@generator(regular_classes)
def some_regular(rng, turn, u, w, *degrees):
    """Draw equal weights for all pairs, where the degrees allow it."""
    c, b, q = degrees
    first, second = (sum(entry(each, (d,)) for d in range(q + 1)) for each in (u, w))
    weight = c / second if second else Fraction(turn)
    return ((weight,) * (q + 1),) * (q + 1) if weight * second == c and weight * first == b else None


def sides(proof, value_above, value_below):
    """Return Σ over pairs, written as a sum over the one class and over the other, with these values."""
    first = proof.termwise(d, 0, q, u[d] * Sum(h, 0, q, e[d, h] * w[h]) * value_above(d) == c * u[d] * value_above(d))
    second = proof.termwise(h, 0, q, w[h] * Sum(d, 0, q, e[d, h] * u[d]) * value_below(h) == b * w[h] * value_below(h))
    return first, second


@claim.clause("pairs", regular_classes(e, u, w, c, b, q), c * total(u) == b * total(w))
def pairs(proof):
    both_ways = proof.exchange(Sum(d, 0, q, Sum(h, 0, q, u[d] * e[d, h] * w[h])))
    return proof.qed(*sides(proof, lambda d: 1, lambda h: 1), both_ways)


@claim.clause(
    "summed",
    regular_classes(e, u, w, c, b, q),
    *signs,
    private_for_neighbours(y, e, a, q),
    a * c * weight(u, y) <= b * weight(w, y),
)
def summed(proof):
    inner, sign = proof.assuming(between(0, d, q), between(0, h, q)), proof.know(signs[0])
    each = inner.have(
        u[d] * w[h] * (a * e[d, h] * y[d]) <= u[d] * w[h] * (e[d, h] * y[h]),
        inner.product(sign(d).parts()[0], sign(h).parts()[1]),
    )
    rows = proof.assuming(between(0, d, q)).termwise(h, 0, q, each)
    whole = proof.termwise(d, 0, q, rows)
    both_ways = proof.exchange(Sum(d, 0, q, Sum(h, 0, q, u[d] * e[d, h] * w[h] * y[h])))
    return proof.qed(*sides(proof, lambda d: y[d], lambda h: y[h]), whole, both_ways)


# The classes of the results k and k+1


def members(k):
    return function(d, If(f[d] == k, as_number(1), 0))


average = explained("avg_({1},{2})({0},{3})", (y, f, k, q), weight(members(k), y) / total(members(k)))
"""The mean of y over the databases of the result k."""


def above(d):
    """The number of neighbours of d with the result k+1."""
    return Sum(h, 0, q, e[d, h] * members(k + 1)[h])


def below(h):
    """The number of neighbours of h with the result k."""
    return Sum(d, 0, q, e[d, h] * members(k)[d])


def of_result(d, k):
    return between(0, d, q) & (f[d] == k)


alike = explained(
    "{0} is regular between the results {2} and {2}+1 of {1} on {{0..{3}}}",
    (e, f, k, q),
    All(d, of_result(d, k), All(g, of_result(g, k), above(d) == above(g)))
    & All(h, of_result(h, k + 1), All(g, of_result(g, k + 1), below(h) == below(g)))
    & Every((d, 0, q), (h, 0, q), (e[d, h] == e[h, d]) & (0 <= e[d, h])),
)
"""All databases of the one result have equally many neighbours of the other, and conversely; neighbours are mutual."""


@generator(alike)
def some_neighbours(rng, turn, f, k, q):
    """Draw equal weights for all pairs, and pairs of results that are 1 apart."""
    results = [entry(f, (d,)) for d in range(q + 1)]
    return tuple(tuple(Fraction(turn % 3 > 0 or abs(one - other) == 1) for other in results) for one in results)


classes = (alike(e, f, k, q), of_result(i, k), of_result(j, k + 1), 0 < e[i, j])


def positive(proof, i, k):
    """Return that the class of database i is not empty."""
    return proof.use(lemmas.positive_sum(), low=0, high=q, j=i, f=members(k))


def divided():
    """For 0 < c, c·t = b·s and α·c·p ≤ b·o: α·p/t ≤ o/s."""
    p, o, s = numbers("p o s")
    goal = a * (p / t) <= o / s
    proof = Proof([0 < c, 0 < t, 0 < s, c * t == b * s, a * c * p <= b * o])
    return proof.have(goal, proof.indirect(a * p * s <= o * t)).theorem


def averages(proof, one, other, terms):
    """Return α·average ≤ average for the results of two databases, each given with its result."""
    to_above, to_below, _ = proof.parts(alike(e, f, k, q))[-3:]
    facts = []
    for each, (at, of) in zip(regular, (one, other), strict=True):
        v = each.args[0]
        alike_ = to_above if of is k else to_below

        def step(p, v=v, at=at, of=of, alike_=alike_):
            return p.have(p.goal, cases=[f[v] == of])

        facts.append(proof.for_all(substitute(each, terms), step))
    facts += [proof.have(substitute(each, terms)) for each in signs]
    facts.append(proof.have(substitute(near, terms)))
    sums = [proof.cite(f"gupte2010.lemma-6#{clause}", *facts, **terms) for clause in ("summed", "pairs")]
    sizes = {"t": total(terms["u"]), "s": total(terms["w"]), "p": weight(terms["u"], y), "o": weight(terms["w"], y)}
    parts = [positive(proof, *each) for each in (one, other)]
    return proof.use(divided(), *sums, *parts, c=terms["c"], b=terms["b"], **sizes)


def has_neighbour(proof, value, at):
    """Return that a database has a neighbour of a result, from the values of all databases and where one is > 0."""
    return proof.use(lemmas.positive_sum(), low=0, high=q, j=at, f=value)


means = average(y, f, k, q), average(y, f, k + 1, q)


@claim.clause("averages-up", *classes, private_for_neighbours(y, e, a, q), a * means[0] <= means[1])
def averages_up(proof):
    proof.remember(has_neighbour(proof, lambda h: e[i, h] * members(k + 1)[h], j))
    terms = {"u": members(k), "w": members(k + 1), "c": above(i), "b": below(j)}
    return proof.restated(averages(proof, (i, k), (j, k + 1), terms))


@claim.clause("averages-down", *classes, private_for_neighbours(y, e, a, q), a * means[1] <= means[0])
def averages_down(proof):
    proof.remember(has_neighbour(proof, lambda d: e[d, j] * members(k)[d], i))
    turned = {"e": function(d, h, e[h, d])}
    terms = {"u": members(k + 1), "w": members(k), "c": below(j), "b": above(i)}
    return proof.restated(averages(proof, (j, k + 1), (i, k), {**terms, **turned}))


row = function(r, average(function(d, x[d, r]), f, k, q))
rows_of_x = stochastic(x, q, m)


def weighed(proof, i, values):
    """Return that averaging before and after the sum over responses is the same, with these values of responses."""
    whole = Sum(r, 0, m, weight(u, function(d, x[d, r])) / total(u) * w[r])
    inner = Proof([0 < total(u)], whole == Sum(d, 0, q, u[d] * Sum(r, 0, m, x[d, r] * w[r])) / total(u))
    same = inner.qed(inner.exchange(Sum(r, 0, m, Sum(d, 0, q, u[d] * x[d, r] * w[r]))))
    return proof.use(same, positive(proof, i, k), u=members(k), w=values)


@claim.clause("rows", of_result(i, k), rows_of_x, Sum(r, 0, m, row[r]) == 1)
def rows(proof):
    own = members(k)
    whole = proof.termwise(d, 0, q, own[d] * Sum(r, 0, m, x[d, r] * as_number(1)) == own[d])
    return proof.qed(whole, weighed(proof, i, function(r, as_number(1))), positive(proof, i, k))


losses = All(d, of_result(d, k), Sum(r, 0, m, x[d, r] * l[k, r]) <= t)


@claim.clause("loss", of_result(i, k), losses, Sum(r, 0, m, row[r] * l[k, r]) <= t)
def loss(proof):
    own = members(k)
    here = proof.assuming(between(0, d, q))
    goal = own[d] * Sum(r, 0, m, x[d, r] * l[k, r]) <= t * own[d]
    inside = (f[d] == k, lambda p: p.have(goal))
    each = here.cases(goal, inside, (TRUE, lambda p: p.have(goal)))
    whole = proof.termwise(d, 0, q, goal, each)
    factor = proof.use(lemmas.scaled_sum(), low=0, high=q, f=own)
    return proof.qed(whole, factor, weighed(proof, i, function(r, l[k, r])), positive(proof, i, k))


# The whole mechanism of averages

every_result = explained(
    "{0} takes the results {{0..{1}}} on {{0..{2}}}",
    (f, n, q),
    All(d, between(0, d, q), between(0, f[d], n)) & All(k, between(0, k, n), Some(i, of_result(i, k), TRUE)),
)
to_next = All(
    k, between(0, k, n - 1), alike(e, f, k, q) & Some(i, of_result(i, k), Some(j, of_result(j, k + 1), 0 < e[i, j]))
)
joined = explained(
    "{0} joins the results {{0..{2}}} of {1} regularly on {{0..{3}}}",
    (e, f, n, q),
    both(every_result(f, n, q), to_next),
)


@generator(every_result)
def some_results(rng, turn, n, q):
    """Count the ones of the binary digits, where all the results occur."""
    results = tuple(min(d.bit_count() if turn % 2 else d, n) for d in range(q + 1))
    return results if set(results) == set(range(n + 1)) else None


@generator(joined)
def some_joined(rng, turn, f, n, q):
    """Draw equal weights for pairs of results that are 1 apart."""
    return some_neighbours(rng, 3, f, 0, q)


each_column = All(r, between(0, r, m), private_for_neighbours(function(d, x[d, r]), e, a, q))
private_on_databases = explained(
    "{0} is {2}-private for the neighbours {1} on {{0..{3}}} × {{0..{4}}}",
    (x, e, a, q, m),
    both(rows_of_x, each_column),
)(x, e, a, q, m)
losses_of_all = explained(
    "{0} bounds the loss {1} of {2} where {3} is in {4} ({5}, {6}, {7})",
    (t, l, x, f, S, n, q, m),
    All(k, between(0, k, n) & S[k], losses),
)(t, l, x, f, S, n, q, m)
averages_of_x = function(k, r, row[r])
some_oblivious = explained(
    "some {0}-private mechanism has no loss {1} above {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (a, l, t, S, n, m),
    Some(z, private(z, a, n, m), bounds_loss(t, l, z, S, n, m)),
)(a, l, t, S, n, m)


@claim.clause(
    "oblivious",
    *(joined(e, f, n, q), private_on_databases, losses_of_all),
    some_oblivious,
    kept=dict.fromkeys(
        (
            "e joins the results {0..n} of f regularly on {0..q}",
            "∀r with 0 ≤ r ≤ m: (d ↦ x[d,r]) is α-private for the neighbours e on {0..q}",
        ),
        "false for two databases, of results 0 and 1, answered exactly, α = 1/2, t = 0, and l[0,1] = l[1,0] = 1",
    ),
    witnesses={"z": averages_of_x},
)
def oblivious(proof):
    some = proof.know(every_result(f, n, q)).parts()[-1]
    of_k = proof.assuming(between(0, k, n))
    of_entry = of_k.assuming(between(0, r, m))

    def sign(one, member):
        size, here = positive(one, i, k), one.assuming(between(0, d, q))
        own, goal = here.parts(rows_of_x)[-2](d)(r), 0 <= members(k)[d] * x[d, r]
        each = here.cases(goal, (f[d] == k, lambda p: p.have(goal, own)), (TRUE, lambda p: p.have(goal)))
        return one.have(0 <= row[r], one.termwise(d, 0, q, goal, each), size)

    def of_member(inner, step):
        return inner.obtain(some(k), i, step)

    signs = proof.every((k, 0, n), (r, 0, m), of_member(of_entry, sign))
    sums = proof.every((k, 0, n), of_member(of_k, lambda one, member: one.cite("#rows", rows_of_x)))
    of_next = proof.assuming(between(0, k, n - 1), between(0, r, m))
    *between_them, pair = proof.know(to_next)(k).parts()

    def near_rows(one, member):
        def of_both(two, edge):
            known = two.know(each_column)(r)
            column = {"y": function(d, x[d, r])}
            return two.both(*(two.cite(f"#averages-{way}", *between_them, known, **column) for way in ("down", "up")))

        return one.obtain(member.parts()[-1], j, of_both)

    privacy = proof.every((k, 0, n - 1), (r, 0, m), of_next.obtain(pair, i, near_rows))
    of_input = of_k.assuming(S[k])
    known = of_input.know(losses_of_all)(k)
    small = of_member(of_input, lambda one, member: one.cite("#loss", known))
    return proof.witness(proof.goal, averages_of_x, signs, sums, privacy, proof.all(small, k, between(0, k, n), S[k]))


least = lexicographically_optimal(x, l, S, a, n, n)


@claim.clause(
    "exists",
    *(0 <= n, 0 <= a, a <= 1, Some(x, minimax_optimal(x, l, S, a, n, n))),
    witnesses={"x": best_lexicographic(l, S, a, n, n)},
)
def exists(proof):
    z = matrix("z")
    best, other = minimax_optimal(x, l, S, a, n, n), private(z, a, n, n)
    least = proof.let(proof.cite("gupte2010.lemma-5#exists"), x).parts()[-1]
    no_more = proof.all(proof.fact(core.part(least(z).theorem, 0)), z, other)
    return proof.witness(proof.goal, x, proof.have(best, no_more))
