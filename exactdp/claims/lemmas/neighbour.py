"""Theorems about two neighbouring databases: events, products of probabilities, and chains of neighbours."""

from functools import cache

from exactdp.claims.lemmas.determinant import product_of_ones
from exactdp.claims.lemmas.number import scaled
from exactdp.claims.lemmas.power import power_nonnegative
from exactdp.claims.lemmas.summation import one_term, scaled_sum, sum_of_two
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.expressions import key
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.matrix import stochastic
from exactdp.claims.vocabulary.neighbour import events, excess, in_a_row, indicator, near, near_in_a_row, probability

i, j, k, m, r, s, z = indices("i j k m r s z")
a, b, t = numbers("α β t")
e, f, g, p = vectors("e f g p")
P, Q = matrices("P Q")
S = variable("S", SET)


# Products of probabilities


@cache
def products_compare() -> Theorem:
    """From 0 ≤ e_j, 0 ≤ g_j and e_j·g_j ≤ f_j for 1 ≤ j ≤ k: 0 ≤ Π e_j, 0 ≤ Π g_j and Π e_j · Π g_j ≤ Π f_j."""
    terms = All(j, between(1, j, k), both(0 <= e[j], 0 <= g[j], e[j] * g[j] <= f[j]))
    E, F, G = (Product(j, 1, k, of[j]) for of in (e, f, g))
    goal = terms >> both(0 <= E, 0 <= G, E * G <= F)
    proof = Proof([k >= 0, terms], goal.args[1])
    inner, before = proof.inductive(goal, k, 0, [])
    more = All(j, between(1, j, k + 1), terms.args[2])
    further = inner.assuming(more)
    each = further.know(more)
    earlier = further.detach(before, further.for_all(terms, lambda one: each(j)))
    last = each(k + 1).parts()
    ends = [further.split(Product(j, 1, k + 1, of[j]), k) for of in (e, f, g)]
    found = further.use(
        one_more_factor(),
        *earlier.parts(),
        *last,
        **dict(zip("uvw", (E, F, G), strict=True)),
        **dict(zip("abc", (of[k + 1] for of in (e, f, g)), strict=True)),
    )
    return proof.detach(
        inner.closed(inner.imply(more, further.have(substitute(goal.args[1], {"k": k + 1}), found, *ends))),
        proof.know(terms),
    ).theorem


@cache
def one_more_factor() -> Theorem:
    """From u·w ≤ v and a·c ≤ b, with u, w, a, c ≥ 0: u·a ≥ 0, w·c ≥ 0 and (u·a)·(w·c) ≤ v·b."""
    u, v, w, a, b, c = numbers("u v w a b c")
    signs = [0 <= each for each in (u, w, a, c)]
    proof = Proof([*signs, u * w <= v, a * c <= b])
    product = proof.product(0 <= u * w, 0 <= b - a * c)
    other = proof.have(0 <= b, 0 <= a * c)
    return proof.both(
        proof.have(0 <= u * a), proof.have(0 <= w * c), proof.have(u * a * (w * c) <= v * b, product, other)
    ).theorem


# Events of two neighbours


@cache
def probability_of_one() -> Theorem:
    """The event of one response r in {0..m} has the probability p_r."""
    only = function(k, k == r)
    proof = Proof([between(0, r, m)], probability(p, indicator(only), m) == p[r])
    return proof.qed(proof.telescope(k, 0, m, p[k] * indicator(only)[k], lambda v: If(v <= r, 0, p[r])))


@cache
def probability_of_others() -> Theorem:
    """The event of all responses in {0..m} except r has the probability Σ_k p_k - p_r."""
    others = function(k, both(0 <= k, k <= m, k != r))
    proof = Proof([between(0, r, m)], probability(p, indicator(others), m) == Sum(k, 0, m, p[k]) - p[r])
    whole = proof.termwise(k, 0, m, p[k] * indicator(others)[k] + 1 * If(k == r, p[k], 0) == p[k])
    terms = {"f": lambda v: p[v] * indicator(others)[v], "g": lambda v: If(v == r, p[v], 0)}
    return proof.qed(
        whole, proof.use(sum_of_two(), t=1, low=0, high=m, **terms), proof.use(one_term(), low=0, high=m, j=r, f=p)
    )


@cache
def near_events() -> Theorem:
    """α·Pr(w; p) ≤ Pr(w; q) and α·Pr(w; q) ≤ Pr(w; p) for weights w ≥ 0, where p and q are within the factor α."""
    weights = All(r, between(0, r, m), 0 <= f[r])
    P, Q = probability(p, f, m), probability(g, f, m)
    proof = Proof([near(p, g, a, m), weights], both(a * P <= Q, a * Q <= P))
    facts = (*proof.parts(near(p, g, a, m))[-1](r).parts(), proof.know(weights)(r))
    less = [proof.termwise(r, 0, m, a * (u[r] * f[r]) <= v[r] * f[r], *facts) for u, v in ((p, g), (g, p))]
    apart = [proof.use(scaled_sum(), t=a, low=0, high=m, f=lambda v, of=of: of[v] * f[v]) for of in (p, g)]
    return proof.qed(*less, *apart)


def at_event(proof: Proof, every: Fact, event: Term) -> Fact:
    """Return a statement about every event in {0..m}, for an event whose responses are known to lie there.

    >>> every = All(S, All(r, S[r], between(0, r, m)), 0 <= f[0])
    >>> proof = Proof([every])
    >>> at_event(proof, proof.know(every), function(k, between(1, k, m))).says
    f[0] ≥ 0
    """
    found = every(event).theorem
    inside = [each for each in found.given if each.op == "all" and each.args[1].op != "true"]
    return proof.fact(
        core.cut(found, *(proof.have(each).theorem for each in inside if key(each) not in map(key, proof.given)))
    )


@cache
def product_of_products() -> Theorem:
    """For k ≥ 0: Π_j (f_j·g_j) = Π_j f_j · Π_j g_j."""
    F, G, both_of = (Product(j, 1, k, each) for each in (f[j], g[j], f[j] * g[j]))
    proof = Proof([k >= 0])
    inner, before = proof.inductive(both_of == F * G, k, 0, [])
    ends = [inner.split(Product(j, 1, k + 1, each), k) for each in (f[j], g[j], f[j] * g[j])]
    return inner.closed(
        inner.have(substitute(both_of == F * G, {"k": k + 1}), scaled(inner, f[k + 1] * g[k + 1], before), *ends)
    ).theorem


@cache
def steps_of_a_chain() -> Theorem:
    """From α·f_(j+1) ≤ f_j for 0 ≤ j < k: α^k·f_k ≤ f_0."""
    goal = All(j, between(0, j, k - 1), a * f[j + 1] <= f[j]) >> (a**k * f[k] <= f[0])
    proof = Proof([a >= 0, k >= 0])
    inner, before = proof.inductive(goal, k, 0, [])
    more = substitute(goal.args[0], {"k": k + 1})
    further = inner.assuming(more)
    each = further.know(more)
    earlier = further.detach(before, further.for_all(goal.args[0], lambda one: each(j)))
    last = further.have(a ** (k + 1) * f[k + 1] <= f[0], earlier, each(k), further.use(power_nonnegative()))
    return inner.closed(inner.imply(more, last)).theorem


@cache
def sequences_compare() -> Theorem:
    """The events of sequences of k answers are within the product of the factors of the single answers."""
    given = near_in_a_row(P, Q, e, k, s)
    level = Product(j, 1, k, e[j])
    totals = [Sum(z, 1, s, in_a_row(of, z, k)) for of in (P, Q)]
    proof = Proof([k >= 0, given], both(level * totals[0] <= totals[1], level * totals[1] <= totals[0]))
    inner = proof.assuming(between(1, z, s))
    found = []
    for of, to in ((P, Q), (Q, P)):
        one = inner.assuming(between(1, j, k))
        three = one.have(
            both(0 <= e[j], 0 <= of[z, j], e[j] * of[z, j] <= to[z, j]), *one.parts(given)[-1](z)(j).parts()
        )
        every = inner.all(three, j, between(1, j, k))
        terms = {"f": lambda v, to=to: to[z, v], "g": lambda v, of=of: of[z, v]}
        less = inner.use(products_compare(), every, **terms).parts()[-1]
        whole = proof.termwise(
            z,
            1,
            s,
            level * in_a_row(of, z, k) <= in_a_row(to, z, k),
            inner.have(level * in_a_row(of, z, k) <= in_a_row(to, z, k), less),
        )
        found.append(proof.have(level * Sum(z, 1, s, in_a_row(of, z, k)) <= Sum(z, 1, s, in_a_row(to, z, k)), whole))
    return proof.qed(*found)


@cache
def one_part_compares() -> Theorem:
    """From α·g_i ≤ f_i, and f_j = g_j for all other j ≤ k, where 0 ≤ α and all are ≥ 0: α·Π g_j ≤ Π f_j."""
    others = All(j, between(1, j, k), both(0 <= g[j], (j != i) >> (f[j] == g[j])))
    F, G = (Product(j, 1, k, of[j]) for of in (f, g))
    proof = Proof([0 <= a, between(1, i, k), others, a * g[i] <= f[i]], a * G <= F)
    levels = function(j, If(j == i, a, 1))
    one = proof.assuming(between(1, j, k))
    sign, same = one.know(others)(j).parts()
    goal = both(0 <= levels[j], 0 <= g[j], levels[j] * g[j] <= f[j])

    def here(case: Proof) -> Fact:
        return case.have(goal, sign, case.replace(case.have(j == i), lambda v: v == i))

    def elsewhere(case: Proof) -> Fact:
        return case.have(goal, sign, case.detach(same))

    three = one.cases(goal, (j == i, here), (TRUE, elsewhere))
    less = proof.use(products_compare(), proof.all(three, j, between(1, j, k)), e=levels)
    return proof.qed(less, proof.use(one_level()))


@cache
def one_level() -> Theorem:
    """A product over 1 ≤ j ≤ k whose factors are α at i and 1 elsewhere is α."""
    levels = function(j, If(j == i, a, 1))
    proof = Proof([between(1, i, k)], Product(j, 1, k, levels[j]) == a)
    ones = [
        proof.have(
            Product(j, first, last, levels[j]) == 1,
            proof.termwise(j, first, last, levels[j] == 1, op="product"),
            proof.use(product_of_ones(), low=first, k=last - first + 1),
        )
        for first, last in ((1, i - 1), (i + 1, k))
    ]
    rest = proof.split(Product(j, i, k, levels[j]), i)
    return proof.qed(*ones, proof.split(Product(j, 1, k, levels[j]), i - 1), rest)


@cache
def one_part_exactly() -> Theorem:
    """From f_i = α·g_i, and f_j = g_j for all other j ≤ k: Π f_j = α·Π g_j."""
    others = All(j, between(1, j, k), (j != i) >> (f[j] == g[j]))
    levels = function(j, If(j == i, a, 1))
    F, G = (Product(j, 1, k, of[j]) for of in (f, g))
    proof = Proof([between(1, i, k), others, f[i] == a * g[i]], F == a * G)
    one = proof.assuming(between(1, j, k))
    goal = f[j] == levels[j] * g[j]

    def here(case: Proof) -> Fact:
        return case.have(goal, case.replace(case.have(i == j), lambda v: f[v] == a * g[v]))

    same = one.cases(goal, (j == i, here), (TRUE, lambda case: case.have(goal, case.detach(case.know(others)(j)))))
    whole = proof.termwise(j, 1, k, goal, same, op="product")
    return proof.qed(whole, proof.use(product_of_products(), f=levels), proof.use(one_level()))


@cache
def positive_product() -> Theorem:
    """From f_j > 0 for 1 ≤ j ≤ k: Π f_j > 0."""
    goal = All(j, between(1, j, k), 0 < f[j]) >> (0 < Product(j, 1, k, f[j]))
    proof = Proof([k >= 0])
    inner, before = proof.inductive(goal, k, 0, [])
    more = substitute(goal.args[0], {"k": k + 1})
    further = inner.assuming(more)
    each = further.know(more)
    earlier = further.detach(before, further.for_all(goal.args[0], lambda one: each(j)))
    last = further.split(Product(j, 1, k + 1, f[j]), k)
    return inner.closed(
        inner.imply(more, further.have(0 < Product(j, 1, k + 1, f[j]), earlier, each(k + 1), last))
    ).theorem


@cache
def near_remapped() -> Theorem:
    """After a remap, the probabilities are within the same factor as before."""
    entries = Every((k, 0, m), (z, 0, s), 0 <= P[k, z])
    images = [function(z, Sum(k, 0, m, of[k] * P[k, z])) for of in (p, g)]
    proof = Proof([near(p, g, a, m), entries], near(*images, a, s))
    inner = proof.inside()
    one = inner.assuming(between(0, k, m))
    facts = (*one.parts(near(p, g, a, m))[-1](k).parts(), one.know(entries)(k)(r))
    x, y = p[k] * P[k, r], g[k] * P[k, r]
    less = [one.have(each, *facts) for each in (0 <= x, 0 <= y, a * x <= y, a * y <= x)]
    return inner.closed(inner.qed(*(inner.termwise(k, 0, m, each.says, each) for each in less))).theorem


# (ε, δ)-privacy: t stands for e^ε


@cache
def excess_of_worst_event() -> Theorem:
    """The responses with p_r > t·g_r are an event whose probability exceeds t times the other by the excess."""
    worst = indicator(function(k, both(0 <= k, k <= m, t * g[k] < p[k])))
    over = function(k, If(t * g[k] < p[k], p[k] - t * g[k], 0))
    proof = Proof([], probability(p, worst, m) == t * probability(g, worst, m) + excess(p, g, t, m))
    same = proof.termwise(r, 0, m, over[r] + t * (g[r] * worst[r]) == p[r] * worst[r])
    apart = proof.use(sum_of_two(), low=0, high=m, f=over, g=lambda v: g[v] * worst[v])
    return proof.qed(same, apart)


@cache
def excess_bounds_tests() -> Theorem:
    """Pr(w; p) ≤ t·Pr(w; g) + excess, for a test with weights 0 ≤ w ≤ 1."""
    weights = All(r, between(0, r, m), (0 <= f[r]) & (f[r] <= 1))
    over = function(k, If(t * g[k] < p[k], p[k] - t * g[k], 0))
    proof = Proof([weights], probability(p, f, m) <= t * probability(g, f, m) + excess(p, g, t, m))
    signs = proof.know(weights)(r).parts()
    inner = proof.assuming(between(0, r, m))
    goal = p[r] * f[r] <= over[r] + t * (g[r] * f[r])

    def positive(case: Proof) -> Fact:
        return case.have(goal, *signs, t * g[r] < p[r])

    less = inner.cases(
        goal, (t * g[r] < p[r], positive), (TRUE, lambda case: case.have(goal, *signs, p[r] <= t * g[r]))
    )
    apart = proof.use(sum_of_two(), low=0, high=m, f=over, g=lambda v: g[v] * f[v])
    return proof.qed(proof.termwise(r, 0, m, goal, less), apart)


@cache
def excess_of_events() -> Theorem:
    """If P(S) ≤ t·Q(S) + α for all events S, the excess is at most α."""
    every = events(p, g, t, a, m)
    proof = Proof([every], excess(p, g, t, m) <= a)
    worst = function(k, both(0 <= k, k <= m, t * g[k] < p[k]))
    return proof.qed(proof.use(excess_of_worst_event()), at_event(proof, proof.know(every), worst))


@cache
def remapped_test() -> Theorem:
    """A test after a remap is a test before it, with the mean weights."""
    image, weights = function(z, Sum(k, 0, m, p[k] * P[k, z])), function(k, Sum(z, 0, s, P[k, z] * f[z]))
    proof = Proof([], probability(image, f, s) == probability(p, weights, m))
    return proof.qed(proof.exchange(Sum(z, 0, s, Sum(k, 0, m, p[k] * P[k, z] * f[z]))))


@cache
def remapped_events() -> Theorem:
    """A remap of the response keeps P(S) ≤ t·Q(S) + α for all events S."""
    images = [function(z, Sum(k, 0, m, of[k] * P[k, z])) for of in (p, g)]
    proof = Proof([events(p, g, t, a, m), stochastic(P, m, s)], events(*images, t, a, s))
    weights = function(k, Sum(z, 0, s, P[k, z] * indicator(S)[z]))
    inner = proof.inside()
    one = inner.assuming(between(0, k, m))
    entries, rows = (each(k) for each in one.parts(stochastic(P, m, s))[-2:])
    cell, part = one.assuming(between(0, z, s)), P[k, z] * indicator(S)[z]
    low, high = (cell.have(each, entries(z)) for each in (0 <= part, part <= P[k, z]))
    bounds = one.both(
        one.have(0 <= weights[k], one.termwise(z, 0, s, low.says, low)),
        one.have(weights[k] <= 1, one.termwise(z, 0, s, high.says, high), rows),
    )
    test = inner.all(bounds, k, between(0, k, m))
    tests = [inner.use(remapped_test(), p=of, f=indicator(S)) for of in (p, g)]
    return inner.closed(
        inner.qed(*tests, inner.use(excess_bounds_tests(), test, f=weights), inner.use(excess_of_events()))
    ).theorem


@cache
def times_size() -> Theorem:
    """From α ≤ β and -α ≤ β: α·t ≤ β·|t|."""
    goal = a * t <= b * abs(t)
    proof = Proof([a <= b, -a <= b])
    positive = proof.assuming(0 <= t).have(goal, proof.have(0 <= b - a))
    negative = proof.assuming(t < 0).have(goal, proof.have(0 <= b + a))
    return proof.cases(goal, (0 <= t, lambda case: positive), (TRUE, lambda case: negative)).theorem


@cache
def close_quotients() -> Theorem:
    """From α·u ≤ v and α·t ≤ s, where α, u ≥ 0 and s, t > 0: α²·(u/s) ≤ v/t."""
    u, v, s = numbers("u v s")
    proof = Proof([a >= 0, u >= 0, a * u <= v, a * t <= s, s > 0, t > 0], a**2 * (u / s) <= v / t)
    return proof.qed(proof.have(a * a * u * t <= v * s, a * u * s <= v * s, proof.product(0 <= a * u, a * t <= s)))
