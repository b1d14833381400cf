"""Theorems about the number of ones among independent bits: its distribution sums to 1, its mean and its variance."""

from collections.abc import Callable
from functools import cache

from exactdp.claims.lemmas.number import quotient_order
from exactdp.claims.lemmas.power import (
    power_at_least_one,
    power_at_most_one,
    power_falls,
    power_nonnegative,
    power_positive,
)
from exactdp.claims.lemmas.summation import scaled_sum
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.terms import Operand
from exactdp.claims.vocabulary.query import chances, hoeffding, mean_of_ones

i, k, m, n, s = indices("i k m n s")
f, g, q = vectors("f g q")
a, b, c, d, e, t = numbers("α β c d e t")
(W,) = matrices("W")

given = chances(W, q, n)


@cache
def shifted_sum() -> Theorem:
    """For k ≥ -1: the sum of f_(s-1) over 0 ≤ s ≤ k+1 is f_(-1) and the sum of f_s over 0 ≤ s ≤ k."""
    goal = Sum(s, 0, k + 1, f[s - 1]) == f[-1] + Sum(s, 0, k, f[s])
    proof = Proof([k >= -1])
    inner, before = proof.inductive(goal, k, -1, [])
    ends = inner.split(Sum(s, 0, k + 2, f[s - 1]), k + 1), inner.split(Sum(s, 0, k + 1, f[s]), k)
    return inner.closed(inner.have(substitute(goal, {"k": k + 1}), before, *ends)).theorem


@cache
def moved_sum() -> Theorem:
    """For k ≥ 1: the sum of f_(s-k) over k ≤ s ≤ 2k-1 is the sum of f_s over 0 ≤ s ≤ k-1."""
    proof = Proof([1 <= k])
    last = proof.assuming(between(k, s, 2 * k - 1)).split(Sum(i, 0, s - k, f[i]), s - k - 1)
    return proof.telescope(s, k, 2 * k - 1, f[s - k], lambda at: Sum(i, 0, at - k - 1, f[i]), last).theorem


@cache
def next_mean() -> Theorem:
    """For 0 ≤ k < n: the mean of f over k+1 bits, from those of f_(s+1) and of f over k bits."""
    later = function(s, f[s + 1])
    goal = mean_of_ones(W, f, k + 1) == q[k + 1] * mean_of_ones(W, later, k) + (1 - q[k + 1]) * mean_of_ones(W, f, k)
    proof = Proof([given, between(0, k, n - 1)], goal)
    edges, _, steps = proof.parts(given)[-3:]
    inner = proof.assuming(between(0, s, k + 1))
    each = inner.have(
        f[s] * W[k + 1, s] == q[k + 1] * (f[s] * W[k, s - 1]) + (1 - q[k + 1]) * (f[s] * W[k, s]), steps(k + 1)(s)
    )
    whole = proof.termwise(s, 0, k + 1, each.says, each)
    shift = proof.use(shifted_sum(), f=lambda v: f[v + 1] * W[k, v])
    return proof.qed(whole, shift, proof.split(Sum(s, 0, k + 1, f[s] * W[k, s]), k), *edges(k).parts())


def _moment(of: Term, value: Callable[[Term], Term], *others: Theorem) -> Theorem:
    """Return the mean of a function over k ≤ n bits, by induction on k and from other moments."""
    proof = Proof([given, 0 <= k, k <= n])
    goal = (k <= n) >> (mean_of_ones(W, of, k) == value(k))
    first = proof.parts(given)[-2]
    inner, before = proof.inductive(goal, k, 0, [first])
    further = inner.assuming(k + 1 <= n)
    facts = [further.use(each) for each in others]
    after = further.use(next_mean(), f=of)
    ends = further.split(Sum(i, 1, k + 1, q[i]), k), further.split(Sum(i, 1, k + 1, q[i] * (1 - q[i])), k)
    return proof.detach(
        inner.closed(
            inner.imply(
                k + 1 <= n,
                further.have(mean_of_ones(W, of, k + 1) == value(k + 1), after, further.detach(before), *facts, *ends),
            )
        )
    ).theorem


@cache
def chances_sum_to_1() -> Theorem:
    """The probabilities of the numbers of ones among k ≤ n bits sum to 1."""
    return _moment(function(s, as_number(1)), lambda v: as_number(1))


@cache
def mean_of_bits() -> Theorem:
    """The mean number of ones is the sum of the probabilities of the bits."""
    return _moment(function(s, as_number(s)), lambda v: Sum(i, 1, v, q[i]), chances_sum_to_1())


@cache
def square_of_bits() -> Theorem:
    """The mean of the square of the number of ones is the square of its mean and Σ q_i·(1-q_i)."""

    def value(v: Term) -> Term:
        return Sum(i, 1, v, q[i]) * Sum(i, 1, v, q[i]) + Sum(i, 1, v, q[i] * (1 - q[i]))

    return _moment(function(s, as_number(s) * s), value, chances_sum_to_1(), mean_of_bits())


@cache
def chances_positive() -> Theorem:
    """The probability of each number of ones is > 0, if that of each bit is neither 0 nor 1."""

    def at(k: Term | int) -> Formula:
        return All(s, between(0, s, k), 0 < W[k, s])

    rates = All(k, between(1, k, n), (0 < q[k]) & (q[k] < 1))
    proof = Proof([1 <= n, given, rates])
    edges, first, steps = proof.parts(given)[-3:]

    begun = proof.for_all(at(0), lambda one: one.have(one.goal, first))
    later, here = proof.inductive(at(k), k, 0, [begun], up_to=n)
    of_next = later.know(rates)(k + 1).parts()

    def entry(one: Proof) -> Fact:
        one_more = steps(k + 1)(s)
        ends = edges(k).parts()

        def zero(case: Proof) -> list[Fact]:
            return [case.product(here(s), case.have(0 < 1 - q[k + 1], *of_next))]

        def ones(case: Proof) -> list[Fact]:
            return [case.product(here(s - 1), of_next[0])]

        def shown(*by: Callable[[Proof], list[Fact]]) -> Callable[[Proof], Fact]:
            return lambda case: case.have(one.goal, one_more, *ends, *(fact for each in by for fact in each(case)))

        return one.cases(one.goal, (s == 0, shown(zero)), (s == k + 1, shown(ones)), (TRUE, shown(zero, ones)))

    return later.closed(later.for_all(at(k + 1), entry)).theorem


@cache
def _log_convex() -> Theorem:
    """For t > 0: (1 - α + α·t²·β)·(1 - α + α·β) ≤ (1+t)²/(4t)·(1 - α + α·t·β)²."""
    base = (1 + t) ** 2 / (4 * t)
    first, second, third = (1 - a + a * b * t**e for e in range(3))
    proof = Proof([0 < t], third * first <= base * second**2)
    # 4·x·y ≤ (x+y)² for x = 1 - α + α·β·t² and y = t·(1 - α + α·β)
    more = proof.have(4 * third * (t * first) <= (1 + t) ** 2 * second**2, squares=[third - t * first])
    scaled = proof.have(third * first * (4 * t) <= base * second**2 * (4 * t), more)
    return proof.use(quotient_order(), scaled, t=4 * t, α=third * first, β=base * second**2).theorem


@cache
def _next_ratio() -> Theorem:
    """From e·c ≤ β·d², d ≤ α·c, c > 0, β ≥ 0 and d ≥ 0: e ≤ α·β·d."""
    proof = Proof([0 < c, 0 <= b, 0 <= d, e * c <= b * d**2, d <= a * c], e <= a * b * d)
    more = proof.product(0 <= b, 0 <= d, d <= a * c)
    return proof.use(quotient_order(), proof.have(e * c <= a * b * d * c, more), t=c, α=e, β=a * b * d).theorem


@cache
def two_values_at_most() -> Theorem:
    """For 0 ≤ α ≤ 1, t > 0 and k ≥ 0: 0 < 1 - α + α·t^k ≤ H(α, t; k)."""
    base, mean = (1 + t) ** 2 / (4 * t), 1 - a + a * t
    proof = Proof([0 <= a, a <= 1, 0 < t])

    def value(at: Term | int) -> Term:
        return 1 - a + a * t**at

    def positive(inner: Proof, at: Term) -> Fact:
        power = inner.use(power_positive(), α=t, k=at)
        part = inner.product(0 <= a, power)

        def only(case: Proof) -> Fact:
            return case.have(0 < value(at), case.product(1 <= a, power), power)

        return inner.cases(0 < value(at), (a < 1, lambda case: case.have(0 < value(at), part)), (TRUE, only))

    def next_ratio(inner: Proof, before: Fact) -> Fact:
        convex = inner.use(_log_convex(), α=a, β=t**k)
        squares = inner.have(value(k + 2) * value(k) <= base * value(k + 1) ** 2, convex)
        signs = positive(inner, k), positive(inner, k + 1), inner.have(0 < base)
        values = {"c": value(k), "d": value(k + 1), "e": value(k + 2), "α": mean * base**k, "β": base}
        return inner.have(
            value(k + 2) <= mean * base ** (k + 1) * value(k + 1),
            inner.use(_next_ratio(), *signs, squares, before, **values),
        )

    ratio = proof.induction(value(k + 1) <= mean * base**k * value(k), k, 0, [], next_ratio)

    def next_value(inner: Proof, before: Fact) -> Fact:
        factor = inner.product(0 <= mean, inner.use(power_nonnegative(), 0 <= base, α=base, k=k))
        goal = value(k + 1) <= mean * base**k * hoeffding(a, t, k)
        less = inner.have(goal, inner.fact(ratio), inner.product(factor, before))
        whole = hoeffding(a, t, k + 1)
        return inner.have(value(k + 1) <= whole, less, inner.split(unfold(whole), k))

    bound = proof.induction(value(k) <= hoeffding(a, t, k), k, 0, [], next_value)
    last = Proof([0 <= a, a <= 1, 0 < t, 0 <= k])
    return last.both(positive(last, k), last.fact(bound)).theorem


single = All(i, between(1, i, n), between(0, q[i], 1))
"""The chances of the bits are in [0, 1]."""


@cache
def chances_nonnegative() -> Theorem:
    """The probabilities of the numbers of ones are ≥ 0 if those of the bits are in [0, 1]."""
    proof = Proof([0 <= n, given, single])
    edges, first, steps = proof.parts(given)[-3:]
    every = All(s, between(0, s, k), 0 <= W[k, s])
    later, before = proof.inductive(every, k, 0, [first], up_to=n)
    known, ends, range_of = before, edges(k).parts(), later.know(single)(k + 1)
    case = later.inside(substitute(every, {"k": k + 1}))

    def by(*places: Operand) -> Callable[[Proof], Fact]:
        return lambda side: side.have(case.goal, steps(k + 1, s), *ends, *range_of.parts(), *map(known, places))

    return later.closed(
        case.closed(case.cases(case.goal, (s == 0, by(0)), (s == k + 1, by(k)), (TRUE, by(s, s - 1))))
    ).theorem


@cache
def mean_of_power_at_most() -> Theorem:
    """For 0 ≤ 1 - q_i + q_i·t ≤ f_i: the mean of t^s over the number s of ones among n bits is at most Π f_i."""
    factor = function(i, 1 - q[i] + q[i] * t)
    factors = All(i, between(1, i, n), both(0 <= factor[i], factor[i] <= f[i]))
    proof = Proof([0 <= n, given, factors])
    power = function(s, t**s)
    goal = between(0, mean_of_ones(W, power, k), Product(i, 1, k, f[i]))
    later, before = proof.inductive(goal, k, 0, [proof.parts(given)[-2]], up_to=n)
    mean, after = mean_of_ones(W, power, k), mean_of_ones(W, power, k + 1)
    shifted = later.termwise(s, 0, k, t ** (s + 1) * W[k, s] == t * (t**s * W[k, s]))
    scale = later.use(scaled_sum(), low=0, high=k, t=t, f=lambda at: t**at * W[k, at])
    whole = later.have(after == factor[k + 1] * mean, later.use(next_mean(), f=power), shifted, scale)
    signs, least = later.know(factors)(k + 1).parts(), before.parts()
    known = Proof([0 <= a, a <= b, 0 <= c, c <= d], both(0 <= a * c, a * c <= b * d))
    product = known.have(a * c <= b * c, known.product(known.know(a <= b), known.know(0 <= c)))
    more = known.product(known.have(0 <= b), known.know(c <= d))
    values = {"α": factor[k + 1], "β": f[k + 1], "c": mean, "d": Product(i, 1, k, f[i])}
    sides = later.use(known.qed(product, more), *signs, *least, **values).parts()
    last = later.split(Product(i, 1, k + 1, f[i]), k)
    return later.closed(
        later.both(
            later.have(0 <= after, whole, sides[0]),
            later.have(after <= Product(i, 1, k + 1, f[i]), whole, sides[1], last),
        )
    ).theorem


bounds = Product(i, 1, n, hoeffding(q[i], t, k))
"""The bound on the mean of (t^k)^s over the number s of ones."""


@cache
def mean_at_most() -> Theorem:
    """For t > 0 and k ≥ 0: the mean of (t^k)^s over the number s of ones among n bits is at most Π H(q_i, t; k)."""
    proof = Proof([0 <= n, given, single, 0 < t, 0 <= k], mean_of_ones(W, function(s, (t**k) ** s), n) <= bounds)
    one = proof.assuming(between(1, i, n))
    least, most = one.use(two_values_at_most(), *one.know(single)(i).parts(), α=q[i]).parts()
    factors = one.both(one.have(0 <= 1 - q[i] + q[i] * t**k, least), most)
    known = proof.all(factors, i, between(1, i, n))
    return proof.qed(proof.use(mean_of_power_at_most(), known, t=t**k, f=lambda at: hoeffding(q[at], t, k)).parts()[1])


@cache
def tail_at_most(above: int) -> Theorem:
    """For k, m ≥ 0 and t ≥ 1: (t^k)^m times the probability of m ones or more is at most Π H(q_i, t; k).

    With 0 instead of 1: for 0 < t ≤ 1, the same of m ones or fewer.
    """
    power, ends = t**k, [1 <= t, m <= s] if above else [t <= 1, s <= m]
    event = function(s, If(ends[1], as_number(1), 0))
    goal = power**m * mean_of_ones(W, event, n) <= bounds
    proof = Proof([0 <= n, given, single, 0 < t, ends[0], 0 <= k, 0 <= m], goal)
    if above:
        rising = Proof([1 <= b, 0 <= m, m <= s], b**m <= b**s)
        least = rising.use(power_nonnegative(), rising.have(0 <= b), α=b, k=m)
        order = rising.qed(rising.use(power_at_least_one(), t=b, k=s - m), least)
        size = proof.use(power_at_least_one())
    else:
        order = Proof([0 <= b, b <= 1, 0 <= s, s <= m]).use(power_falls(), α=b, i=s, k=m).theorem
        size = proof.use(power_at_most_one(), α=t)

    inner = proof.assuming(between(0, s, n))
    sign, chance = proof.use(power_positive(), α=t, k=k), inner.use(chances_nonnegative())(s)
    unlikely = inner.product(inner.use(power_positive(), sign, α=power, k=s), chance)
    less = power**m * (event[s] * W[n, s]) <= power**s * W[n, s]

    def counted(case: Proof) -> Fact:
        return case.have(less, case.product(case.use(order, size, sign, β=power), chance))

    each = inner.cases(less, (ends[1], counted), (TRUE, lambda case: case.have(less, unlikely)))
    scale = proof.use(scaled_sum(), low=0, high=n, t=power**m, f=lambda at: event[at] * W[n, at])
    return proof.qed(proof.termwise(s, 0, n, each), scale, proof.use(mean_at_most()))
