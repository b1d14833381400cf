"""Theorems about binomial coefficients, and about the number of ones among bits with the same probability."""

from functools import cache

from exactdp.claims.lemmas.number import between_each_other, index_order, quotient_order
from exactdp.claims.lemmas.power import power_nonnegative
from exactdp.claims.lemmas.query import next_mean
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.binomial import binomial, binomial_product
from exactdp.claims.vocabulary.query import chances, mean_of_ones

i, j, k, m, n, s = indices("i j k m n s")
low, high = indices("low high")
a, b, c, q, t = numbers("α β c q t")
(f,) = vectors("f")
x, y = numbers("x y")
W = matrix("W")


@cache
def equal_multiples() -> Theorem:
    """From α·t = β·t and t > 0: α = β."""
    proof = Proof([a * t == b * t, 0 < t], a == b)
    order = [proof.use(quotient_order(), x * t <= y * t, α=x, β=y) for x, y in ((a, b), (b, a))]
    return proof.use(between_each_other(), *order).theorem


@cache
def _cleared() -> Theorem:
    """From α = β·(c/t) and t > 0: α·t = β·c."""
    proof = Proof([a == b * (c / t), 0 < t], a * t == b * c)
    return proof.qed(c / t * t == c)


@cache
def next_binomial() -> Theorem:
    """For k ≥ 0: C(n,k+1)·(k+1) = C(n,k)·(n-k)."""
    proof = Proof([0 <= k])
    whole = proof.fact(core.split_range(binomial_product(n, k + 1), k))
    positive = proof.have(as_number(0) < k + 1, as_index(0) <= k)
    rest = n - as_number(k)
    quotient = proof.have(binomial(n, k + 1) == binomial(n, k) * (rest / (k + 1)), whole, positive)
    sides = {"α": binomial(n, k + 1), "β": binomial(n, k)}
    return proof.use(_cleared(), quotient, positive, c=rest, t=as_number(k + 1), **sides).theorem


@cache
def pascal() -> Theorem:
    """For k ≥ 0: C(n+1,k+1) = C(n,k) + C(n,k+1)."""
    proof = Proof([0 <= k], binomial(n + 1, k + 1) == binomial(n, k) + binomial(n, k + 1))
    goal = binomial(n + 1, k + 1) * (k + 1) == (n + 1) * binomial(n, k)

    def over(inner: Proof, left: Term, right: Term, *facts: Fact) -> Fact:
        positive = inner.have(as_number(0) < k + 1, as_index(0) <= k)
        scaled = inner.have(left * (k + 1) == right * (k + 1), *facts)
        return inner.use(equal_multiples(), scaled, positive, t=k + 1, α=left, β=right)

    def step(inner: Proof, before: Fact) -> Fact:
        later = inner.assuming(as_index(0) <= k + 1)
        upper, lower = later.use(next_binomial(), n=n + 1, k=k + 1), inner.use(next_binomial())
        left, right = substitute(goal, {"k": k + 1}).args
        return over(inner, left, right, upper, lower, before)

    first = proof.induction(goal, k, 0, [], step)
    return over(proof, *proof.goal.args, first, proof.use(next_binomial())).theorem


@cache
def all_of_all() -> Theorem:
    """For k ≥ 0: C(k,k) = 1 and C(k,k+1) = 0."""
    goal = binomial(k, k) == 1
    proof = Proof([0 <= k])

    def none(inner: Proof) -> Fact:
        positive = inner.have(as_number(0) < k + 1, as_index(0) <= k)
        zero = inner.have(binomial(k, k + 1) * (k + 1) == 0 * (k + 1), inner.use(next_binomial(), n=k))
        return inner.use(equal_multiples(), zero, positive, t=k + 1, α=binomial(k, k + 1), β=0)

    def step(inner: Proof, before: Fact) -> Fact:
        return inner.have(substitute(goal, {"k": k + 1}), inner.use(pascal(), n=k), before, none(inner))

    return proof.both(proof.induction(goal, k, 0, [], step), none(proof)).theorem


# Powers


@cache
def power_of_zero() -> Theorem:
    """For x = 0 and k ≥ 1: x^k = 0."""
    return Proof([x == 0, 1 <= k], x**k == 0).qed()


@cache
def equal_powers() -> Theorem:
    """From x = y and k ≥ 0: x^k = y^k."""
    proof = Proof([x == y, 0 <= k])
    return proof.replace(proof.know(x == y), lambda v: x**k == v**k, x**k == x**k).theorem


# Bits that are 1 with probability q

_bits = chances(W, function(i, q), n)


def _of_bits(k: Term, s: Term) -> Term:
    chance: Term = binomial(k, s) * q**s * (1 - q) ** (k - s)
    return chance


@cache
def chance_of_ones() -> Theorem:
    """For 0 ≤ s ≤ k ≤ n: s of the first k bits are ones with probability C(k,s)·q^s·(1-q)^(k-s)."""
    proof = Proof([_bits])
    edges, first, steps = proof.parts(_bits)[-3:]
    every = All(s, between(0, s, k), W[k, s] == _of_bits(k, s))
    goal = (k <= n) >> every

    only = proof.assuming(between(0, s, 0))
    begin = only.replace(only.have(as_index(0) == s), lambda v: W[0, v] == _of_bits(as_index(0), v), first)
    begun = proof.all(begin, s, between(0, s, 0))
    inner, before = proof.inductive(goal, k, 0, [begun])
    later = inner.assuming(k + 1 <= n)
    known = later.detach(before)
    begin, end = edges(k).parts()
    cell = later.assuming(between(0, s, k + 1))
    whole = substitute(every.args[2], {"k": k + 1})
    rule = cell.fact(steps(k + 1)(s))

    def none(case: Proof) -> Fact:
        zero = case.have(as_index(0) == s)
        at = case.fact(steps(k + 1)(0))
        here = case.have(W[k + 1, 0] == _of_bits(k + 1, as_index(0)), at, begin, known(0))
        return case.replace(zero, lambda v: W[k + 1, v] == _of_bits(k + 1, v), here)

    def all_ones(case: Proof) -> Fact:
        last = case.have(k + 1 == s)
        at = case.fact(steps(k + 1)(k + 1))
        counts = [each for of in (k, k + 1) for each in case.use(all_of_all(), k=of).parts()]
        here = case.have(W[k + 1, k + 1] == _of_bits(k + 1, k + 1), at, end, known(k), *counts)
        return case.replace(last, lambda v: W[k + 1, v] == _of_bits(k + 1, v), here)

    def between_them(case: Proof) -> Fact:
        return case.have(whole, rule, known(s - 1), known(s), case.use(pascal(), n=k, k=s - 1))

    found = cell.cases(whole, (s == 0, none), (s == k + 1, all_ones), (TRUE, between_them))
    every_k = inner.closed(inner.imply(k + 1 <= n, later.all(found, s, between(0, s, k + 1))))
    return proof.assuming(0 <= k, k <= n).detach(every_k)(s).theorem


@cache
def shifted_range() -> Theorem:
    """For low ≤ high+2: the sum of f_(s-1) over low+1 ≤ s ≤ high+1 is the sum of f_s over low ≤ s ≤ high."""
    goal = Sum(s, low + 1, low + k + 1, f[s - 1]) == Sum(s, low, low + k, f[s])

    def step(inner: Proof, before: Fact) -> Fact:
        ends = inner.split(Sum(s, low + 1, low + k + 2, f[s - 1]), low + k + 1)
        return inner.have(
            substitute(goal, {"k": k + 1}), before, ends, inner.split(Sum(s, low, low + k + 1, f[s]), low + k)
        )

    found = Proof([]).induction(goal, k, -1, [], step).with_(k=high - low)
    return Proof([low <= high + 1]).fact(found).theorem


@cache
def chances_nonnegative() -> Theorem:
    """For 0 ≤ q ≤ 1 and 0 ≤ s ≤ k ≤ n: the probability of s ones is ≥ 0."""
    proof = Proof([0 <= q, q <= 1, _bits, 0 <= s, s <= k, k <= n], 0 <= W[k, s])
    count = proof.use(binomial_nonnegative(), n=k, k=s)
    rest = proof.have(0 <= 1 - q)
    powers = proof.use(power_nonnegative(), α=q, k=s), proof.use(power_nonnegative(), rest, α=1 - q, k=k - s)
    return proof.qed(proof.use(chance_of_ones()), proof.product(proof.product(count, powers[0]), powers[1]))


@cache
def binomial_nonnegative() -> Theorem:
    """For 0 ≤ k ≤ n: C(n,k) ≥ 0."""
    goal = (k <= n) >> (0 <= binomial(n, k))

    def step(inner: Proof, before: Fact) -> Fact:
        later = inner.assuming(k + 1 <= n)
        positive = later.have(as_number(0) < k + 1, as_index(0) <= k)
        rest = later.have(as_number(0) <= n - as_number(k), later.use(index_order(), j=k + 1, k=n))
        scaled = later.have(
            0 * (k + 1) <= binomial(n, k + 1) * (k + 1), later.use(next_binomial()), later.detach(before), rest
        )
        found = later.use(quotient_order(), scaled, positive, t=k + 1, α=0, β=binomial(n, k + 1))
        return inner.imply(k + 1 <= n, found)

    return Proof([0 <= k, k <= n]).detach(Proof([]).induction(goal, k, 0, [], step)).theorem


@cache
def next_tail() -> Theorem:
    """For 1 ≤ m ≤ k+1 ≤ n: the probability of m ones or more among k+1 bits, from those among k bits."""
    proof = Proof([_bits, 1 <= m, m <= k + 1, k + 1 <= n])
    edges, _, steps = proof.parts(_bits)[-3:]
    whole = proof.termwise(s, m, k + 1, W[k + 1, s] == q * W[k, s - 1] + (1 - q) * W[k, s], steps(k + 1)(s))
    shift = proof.use(shifted_range(), low=m - 1, high=k, f=lambda v: W[k, v])
    last = proof.split(Sum(s, m, k + 1, W[k, s]), k)
    goal = Sum(s, m, k + 1, W[k + 1, s]) == q * Sum(s, m - 1, k, W[k, s]) + (1 - q) * Sum(s, m, k, W[k, s])
    return proof.have(goal, whole, shift, last, *edges(k).parts()).theorem


@cache
def mean_of_powers() -> Theorem:
    """For 0 ≤ k ≤ m and k ≤ n: the mean of α^(m-s) over the number s of ones among k bits is α^(m-k)·(q+(1-q)·α)^k."""
    proof = Proof([_bits])
    _, first, _ = proof.parts(_bits)[-3:]
    each = mean_of_ones(W, function(s, a ** (m - s)), k) == a ** (m - k) * (q + (1 - q) * a) ** k
    every = All(m, k <= m, each)

    begin = proof.assuming(as_index(0) <= m)
    base = proof.all(begin.have(substitute(each, {"k": as_index(0)}), first), m, as_index(0) <= m)
    inner, before = proof.inductive((k <= n) >> every, k, 0, [base])
    later = inner.assuming(k + 1 <= n, k + 1 <= m)
    known = later.detach(before)
    rule = later.use(next_mean(), f=function(s, a ** (m - s)), q=lambda v: q)
    found = later.have(substitute(each, {"k": k + 1}), rule, known(m - 1), known(m))
    every_k = inner.closed(inner.imply(k + 1 <= n, inner.assuming(k + 1 <= n).all(found, m, k + 1 <= m)))
    return proof.assuming(0 <= k, k <= n).detach(every_k)(m).theorem
