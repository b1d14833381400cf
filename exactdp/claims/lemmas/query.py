"""Theorems about the number of ones among independent bits: its distribution sums to 1, its mean and its variance."""

from collections.abc import Callable
from functools import cache

from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Fact, Proof
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.query import chances, mean_of_ones

i, k, n, s = indices("i k n s")
f, g, q = vectors("f g q")
(W,) = matrices("W")

given = chances(W, q, n)


@cache
def shifted_sum() -> Theorem:
    """For k ≥ -1: the sum of f_(s-1) over 0 ≤ s ≤ k+1 is f_(-1) and the sum of f_s over 0 ≤ s ≤ k."""
    goal = Sum(s, 0, k + 1, f[s - 1]) == f[-1] + Sum(s, 0, k, f[s])
    proof = Proof([k >= -1])

    def step(inner: Proof, before: Fact) -> Fact:
        ends = inner.split(Sum(s, 0, k + 2, f[s - 1]), k + 1), inner.split(Sum(s, 0, k + 1, f[s]), k)
        return inner.have(substitute(goal, {"k": k + 1}), before, *ends)

    return proof.induction(goal, k, -1, [], step).theorem


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

    def step(inner: Proof, before: Fact) -> Fact:
        further = inner.assuming(k + 1 <= n)
        facts = [further.use(each) for each in others]
        after = further.use(next_mean(), f=of)
        ends = further.split(Sum(i, 1, k + 1, q[i]), k), further.split(Sum(i, 1, k + 1, q[i] * (1 - q[i])), k)
        return inner.imply(
            k + 1 <= n,
            further.have(mean_of_ones(W, of, k + 1) == value(k + 1), after, further.detach(before), *facts, *ends),
        )

    return proof.detach(proof.induction(goal, k, 0, [first], step)).theorem


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

    def step(later: Proof, here: Fact) -> Fact:
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

        return later.for_all(at(k + 1), entry)

    begun = proof.for_all(at(0), lambda one: one.have(one.goal, first))
    return proof.induction(at(k), k, 0, [begun], step, up_to=n).theorem
