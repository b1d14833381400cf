"""Theorems about noise: sums of powers with weights, limits of multiples, and the partial sums of e^ε."""

from functools import cache

from exactdp.claims.lemmas.convergence import limit, power_rates
from exactdp.claims.lemmas.neighbour import positive_product
from exactdp.claims.lemmas.number import quotient_order, scaled, scaled_inequality
from exactdp.claims.lemmas.power import power_nonnegative
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.convergence import tends
from exactdp.claims.vocabulary.gaussian import normal_tail, smaller_excess
from exactdp.claims.vocabulary.noise import near_power, series

i, j, k, n = indices("i j k n")
a, b, c, e, l, t, u, w, x = numbers("α β c ε λ t u w x")  # noqa: E741 (l is λ)
later, ratio, larger = numbers("ε' ρ ρ'")
f, g, q, r, places, v = vectors("f g q r u v")


@cache
def limit_times() -> Theorem:
    """If f goes to α and g(k) = t·f(k+i) for t ≥ 0 and i ≥ 0, g goes to t·α."""
    multiple = All(k, as_index(0) <= k, g[k] == t * f[k + i])
    proof = Proof([0 <= t, 0 <= i, tends(f, a), multiple], tends(g, t * a))

    def step(inner: Proof, bounded: Fact) -> Fact:
        each = inner.assuming(as_index(0) <= k)
        orders = (
            each.have(0 <= as_number(k + 1), as_index(0) <= k),
            each.have(0 <= as_number(i), as_index(0) <= i),
        )
        same = scaled(each, as_number(k + 1), each.know(multiple)(k))
        size = each.have((k + 1) * abs(f[k + i] - a) <= c, bounded(k + i), *orders, _size(each, f[k + i] - a))
        sides = [each.have((k + 1) * side <= c, size, *orders) for side in (f[k + i] - a, a - f[k + i])]
        errors = [each.product(0 <= t, side) for side in sides]
        return inner.witness(
            proof.goal,
            t * c,
            inner.all(each.have((k + 1) * abs(g[k] - t * a) <= t * c, same, *errors), k, as_index(0) <= k),
        )

    return proof.obtain(proof.know(tends(f, a)), c, step).theorem


def _size(proof: Proof, number: Term) -> Fact:
    return proof.have(0 <= abs(number))


@cache
def _small_sum(order: int) -> Theorem:
    """From 0 ≤ t·w, t·w·u ≤ β and u > 0: 0 ≤ t·(w/u^p) ≤ β/u^(p+1), where p is the order plus 1."""
    error = t * (w / u ** (order + 1))
    return Proof([0 <= t * w, t * w * u <= b, 0 < u]).have((0 <= error) & (error <= b / u ** (order + 2))).theorem


@cache
def weighted_powers(order: int) -> Theorem:
    """For 0 ≤ α < 1: the sum of j·α^j goes to α/(1-α)², and that of j²·α^j to α·(1+α)/(1-α)³."""
    u = 1 - a
    term, total = (as_number(j) * a**j, a) if order == 1 else (as_number(j) ** 2 * a**j, a * (1 + a))
    partial, to = function(k, Sum(j, 0, k, term)), total / u ** (order + 1)
    proof = Proof([0 <= a, a < 1], tends(partial, to))

    def rest(at: Term) -> Term:
        """Return the sum of the terms from this one on, times a power of 1-α."""
        if order == 1:
            return a**at * (at * u + a)
        return a**at * (as_number(at) ** 2 * u**2 + 2 * at * u * a + a * (1 + a))

    errors = function(k, rest(k + 1) / u ** (order + 1))

    def facts(inner: Proof) -> list[Fact]:
        whole = inner.telescope(j, 0, k, term, lambda v: -rest(v) / u ** (order + 1))
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        rates, weights = inner.use(power_rates(), k=k + 1).parts(), inner.use(power_nonnegative(), k=k + 1)
        v, weight = (k + 1) * u, a ** (k + 1)
        positive, other = inner.have(0 <= a), inner.have(0 <= u)
        least = inner.have(0 <= v, later)
        pairs = [(least,), (positive,), (positive, positive), (positive, least), (least, least)]
        sign = inner.have(0 <= (k + 1) * rest(k + 1), *(inner.product(weights, later, *each) for each in pairs))
        most = inner.have(weight * v <= 1, rates[0], inner.product(weights, other))
        bounds = [
            inner.have(weight * v**2 <= 2, rates[1]),
            inner.have(weight * v**3 <= 6, rates[2]),
            *(inner.have(a * each.says.args[0] <= 2, inner.product(positive, each)) for each in (rates[1], most)),
            inner.have(a * a * (weight * v) <= 1, most, inner.product(weights, least, 0 <= 1 - a * a)),
        ]
        small = inner.have((k + 1) * rest(k + 1) * u <= 12, *bounds)
        return [
            inner.have(to - partial[k] == errors[k], whole),
            *inner.use(_small_sum(order), sign, small, t=k + 1, w=rest(k + 1), u=u, β=12).parts(),
        ]

    return limit(proof, errors, 12 / u ** (order + 2), facts, f=partial, t=to).theorem


# The partial sums of e^ε


def series_term(at: Term, base: Term = e) -> Term:
    """Return ε^k/k! for an index k.

    >>> series_term(k)
    ε^k/(Π_{j=1}^{k} j)
    """
    return as_number(base**at / Product(j, 1, at, as_number(j)))


@cache
def next_term() -> Theorem:
    """For k ≥ 0: (k+1)·ε^(k+1)/(k+1)! = ε·ε^k/k!."""
    proof = Proof([k >= 0], (k + 1) * series_term(k + 1) == e * series_term(k))
    inner = proof.assuming(between(1, j, k))
    positive = inner.have(as_number(0) < j, as_index(1) <= j)
    size = proof.detach(
        proof.use(positive_product(), f=function(j, as_number(j))), proof.all(positive, j, between(1, j, k))
    )
    later = proof.have(as_number(0) < k + 1, as_index(0) <= k)
    return proof.qed(size, later, proof.split(Product(j, 1, k + 1, as_number(j)), k))


@cache
def terms_nonnegative() -> Theorem:
    """For ε ≥ 0 and k ≥ 0: ε^k/k! ≥ 0."""
    proof = Proof([0 <= e, k >= 0], 0 <= series_term(k))
    inner, before = proof.inductive(proof.goal, k, 0, [])
    later = inner.have(as_number(0) < k + 1, as_index(0) <= k)
    product = inner.have(0 <= series_term(k + 1) * (k + 1), inner.use(next_term()), inner.product(before, 0 <= e))
    return inner.closed(inner.use(quotient_order(), later, product, α=0, β=series_term(k + 1), t=k + 1)).theorem


@cache
def series_rises() -> Theorem:
    """For ε ≥ 0 and -1 ≤ i ≤ n: e_i(ε) ≤ e_n(ε)."""
    proof = Proof([0 <= e, -1 <= i, i <= n], series(e, i) <= series(e, n))
    inner, before = proof.inductive(proof.goal, n, i, [])
    last = inner.split(unfold(series(e, n + 1)), n)
    return inner.closed(
        inner.have(series(e, i) <= series(e, n + 1), before, last, inner.use(terms_nonnegative(), k=n + 1))
    ).theorem


@cache
def series_stays_below() -> Theorem:
    """For 0 ≤ ε ≤ 1 and 2 ≤ i ≤ n: e_n(ε) plus half of its last term is at most e_i(ε) plus half of its last term."""

    def bound(at: Term) -> Term:
        return as_number(series(e, at) + series_term(at) / 2)

    proof = Proof([0 <= e, e <= 1, 2 <= i, i <= n], bound(n) <= bound(i))
    inner, before = proof.inductive(proof.goal, n, i, [])
    whole = inner.split(unfold(series(e, n + 1)), n)
    last = inner.have(series(e, n + 1) == series(e, n) + series_term(n + 1), whole)
    ahead = inner.use(next_term(), k=n)
    signs = [inner.use(terms_nonnegative(), k=at) for at in (n, n + 1)]
    least = inner.product(inner.have(3 <= as_number(n + 1), 2 <= n), signs[1])
    less = inner.product(0 <= 1 - e, signs[0])
    terms = [series_term(n), series_term(n + 1), series(e, n), series(e, n + 1), bound(i)]
    small = inner.opaque(3 * series_term(n + 1) <= series_term(n), least, less, ahead, terms=terms)
    return inner.closed(inner.opaque(bound(n + 1) <= bound(i), before, last, small, terms=terms)).theorem


@cache
def series_below_fraction() -> Theorem:
    """For ε ≥ 0 and n ≥ 1: e_n(ε)·(2-ε) ≤ 2+ε, with room for ε times the last term."""
    goal = series(e, n) * (2 - e) + e * series_term(n) <= 2 + e
    proof = Proof([0 <= e, 1 <= n], goal)
    inner, before = proof.inductive(goal, n, 1, [])
    whole = inner.split(unfold(series(e, n + 1)), n)
    last = inner.have(series(e, n + 1) == series(e, n) + series_term(n + 1), whole)
    terms = [series_term(n), series_term(n + 1), series(e, n), series(e, n + 1)]
    more = inner.product(inner.have(0 <= as_number(n - 1), 1 <= n), inner.use(terms_nonnegative(), k=n + 1))
    return inner.closed(
        inner.opaque(substitute(goal, {"n": n + 1}), before, last, more, inner.use(next_term(), k=n), terms=terms)
    ).theorem


@cache
def product_of_powers() -> Theorem:
    """If h(k) is the sum of d up to k, and all are ≥ 0: the product of the f(k) = c^d(k) is c^h(n)."""
    d, h = (variable(name, INDEX_MAP) for name in "dh")
    each = All(k, between(1, k, n), both(h[k - 1] + d[k] == h[k], 0 <= d[k], f[k] == c ** d[k]))
    proof = Proof([0 <= n, h[0] == 0, each])

    def whole(at: Term) -> Term:
        return Product(k, 1, at, f[k])

    zero = proof.have(as_index(0) == h[0])
    begun = proof.replace(zero, lambda at: whole(as_index(0)) == c**at, whole(as_index(0)) == c ** as_index(0))
    goal = both(0 <= h[i], whole(i) == c ** h[i])
    later, before = proof.inductive(goal, i, 0, [proof.have(0 <= h[0]), begun], up_to=n)
    size, same = before.parts()
    total, more, factor = later.know(each)(i + 1).parts()
    last = later.fact(core.split_range(whole(i + 1), i))
    within = later.assuming(size.says, more.says)
    parts = last, scaled(within, whole(i), factor), scaled(within, c ** d[i + 1], same)
    value = within.have(whole(i + 1) == c ** (h[i] + d[i + 1]), *parts)
    value = later.fact(value, size, more)
    value = later.replace(total, lambda at: whole(i + 1) == c**at, value)
    return later.closed(later.both(later.have(0 <= h[i + 1], total, size, more), value)).parts()[-1].theorem


@cache
def signed_terms() -> Theorem:
    """For ε ≥ 0 and k ≥ 0: (-ε)^k/k! is between -ε^k/k! and ε^k/k!."""
    here = series_term

    def other(at: Term) -> Term:
        return series_term(at, -e)

    def bounds(at: Term) -> Formula:
        return both(other(at) <= here(at), -here(at) <= other(at))

    proof = Proof([0 <= e, k >= 0])
    inner, before = proof.inductive(bounds(k), k, 0, [])
    low, high = before.parts()
    later = inner.have(as_number(0) < k + 1, as_index(0) <= k)
    nexts = inner.use(next_term()), inner.use(next_term(), ε=-e)
    products = [inner.product(0 <= e, each) for each in (low, high)]
    terms = [here(k), here(k + 1), other(k), other(k + 1)]
    found = []
    for left, right in ((other(k + 1), here(k + 1)), (-here(k + 1), other(k + 1))):
        less = inner.opaque(left * (k + 1) <= right * (k + 1), *nexts, *products, terms=terms)
        found.append(inner.use(quotient_order(), less, later, α=left, β=right, t=k + 1))
    return inner.closed(inner.both(*found)).theorem


@cache
def odd_part_rises() -> Theorem:
    """For ε ≥ 0 and -1 ≤ i ≤ n: 0 ≤ (e_n(ε) - e_n(-ε)) - (e_i(ε) - e_i(-ε)) ≤ 2·(e_n(ε) - e_i(ε))."""

    def odd(at: Term) -> Term:
        return as_number(series(e, at) - series(-e, at))

    goal = both(odd(i) <= odd(n), odd(n) <= odd(i) + 2 * (series(e, n) - series(e, i)))
    proof = Proof([0 <= e, -1 <= i, i <= n])
    inner, before = proof.inductive(goal, n, i, [])
    last = [
        inner.have(
            series(of, n + 1) == series(of, n) + series_term(n + 1, of), inner.split(unfold(series(of, n + 1)), n)
        )
        for of in (e, -e)
    ]
    terms = [series(of, at) for of in (e, -e) for at in (i, n, n + 1)] + [
        series_term(n + 1),
        series_term(n + 1, -e),
    ]
    parts = *before.parts(), *inner.use(signed_terms(), k=n + 1).parts()
    return inner.closed(inner.opaque(substitute(goal, {"n": n + 1}), *last, *parts, terms=terms)).theorem


@cache
def power_of_e_at_most_one() -> Theorem:
    """For c > 0 with the bounds of e^-x, x ≥ 0: c ≤ 1."""
    proof = Proof([0 < c, 0 <= x, near_power(c, x)], c <= 1)
    return proof.qed(proof.product(0 < c, 0 <= x), *proof.parts(near_power(c, x)))


@cache
def normal_tail_at_most() -> Theorem:
    """For x ≥ 0 and λ ≤ x²/2, in sums: the normal tail beyond x is at most e^-λ times that beyond 0."""
    proof = Proof([0 <= x, l <= x**2 / 2], normal_tail(x, l))
    inner = proof.inside()
    points, weights, powers = inner.given[-3:]
    one = inner.assuming(between(0, k, n))
    distance, weight = one.know(points)(k), one.know(weights)(k)
    exponent = ((x + v[k]) ** 2 - v[k] ** 2) / 2 - l
    least = one.have(0 <= exponent, one.product(0 <= x, distance))
    factor = one.use(power_of_e_at_most_one(), least, *one.know(powers)(k).parts(), c=g[k], x=exponent)
    return inner.closed(inner.termwise(k, 0, n, one.have(f[k] * g[k] <= f[k], one.product(weight, factor)))).theorem


@cache
def _excess_rises() -> Theorem:
    """For α, β > 0 with the bounds of e^-t and e^-w, w ≥ 0 where t > 0: max(0, 1-α) ≤ max(0, 1-α·β)."""
    first, second = near_power(a, t), near_power(b, w)
    excess = [If(share <= 1, 1 - share, 0) for share in (a, a * b)]
    proof = Proof([0 < a, 0 < b, first, second, (0 < t) >> (0 <= w)], excess[0] <= excess[1])

    def rises(case: Proof) -> Fact:
        apart = case.detach(case.know((0 < t) >> (0 <= w)), case.have(0 < t, *case.parts(first)))
        factor = case.use(power_of_e_at_most_one(), apart, c=b, x=w)
        return case.have(proof.goal, case.have(a * b <= a, case.product(0 < a, factor)))

    return proof.cases(proof.goal, (a < 1, rises), (TRUE, lambda case: case.have(proof.goal))).theorem


@cache
def smaller_excess_if() -> Theorem:
    """If the loss at ρ' is as much above ε' as that at ρ above ε, or more, where this is > 0: the least δ is larger."""

    def above(epsilon: Term, of: Term, at: Term) -> Term:
        return of * at + of**2 / 2 - epsilon

    known = All(t, (0 < above(e, ratio, t)) >> (above(e, ratio, t) <= above(later, larger, t)))
    proof = Proof([known], smaller_excess(e, ratio, later, larger))
    inner = proof.inside()
    weights, *powers = inner.given[-3:]
    one = inner.assuming(between(0, k, n))
    here = above(e, ratio, places[k])
    apart = above(later, larger, places[k]) - here
    case = one.assuming(0 < here)
    rising = one.imply(0 < here, case.have(0 <= apart, case.detach(case.know(known)(places[k]))))
    bounds = [part for each in powers for part in one.know(each)(k).parts()]
    less = one.use(_excess_rises(), *bounds, rising, α=q[k], β=r[k], t=here, w=apart)
    smaller, more = less.says.args
    weight = one.know(weights)(k)
    return inner.closed(
        inner.termwise(k, 0, n, one.use(scaled_inequality(), less, weight, t=f[k], α=smaller, β=more))
    ).theorem
