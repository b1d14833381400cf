"""Theorems about limits, and how fast powers go to 0."""

from collections.abc import Callable, Sequence
from functools import cache

from exactdp.claims.lemmas.power import power_falls, power_nonnegative
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Argument, Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.convergence import tends

(k,) = indices("k")
a, b, t = numbers("α β t")
f, g = vectors("f g")


@cache
def power_times_cubic() -> Theorem:
    """For 0 ≤ α ≤ 1, u = 1-α and k ≥ 0: α^k·(1 + k·u + k(k+1)/2·u² + k(k+1)(k+2)/6·u³) ≤ 1.

    The factor is the beginning of the binomial series of (1-u)^(-k). The step to k+1 loses α^k·u⁴·(k+1)(k+2)(k+3)/6.
    """
    u, c = 1 - a, as_number(k)
    proof = Proof([a >= 0, a <= 1, k >= 0])

    def value(v: Term) -> Term:
        return a**v * (1 + v * u + v * (v + 1) / 2 * u**2 + v * (v + 1) * (v + 2) / 6 * u**3)

    inner, before = proof.inductive(value(k) <= 1, k, 0, [])
    power = inner.use(power_nonnegative())
    size = inner.have(as_number(0) <= (c + 1) * (c + 2) * (c + 3), as_index(0) <= k, factors=3)
    lost = inner.have(0 <= a**k * ((c + 1) * (c + 2) * (c + 3)), power, size)
    four = inner.have(0 <= u**4, squares=[u * u])
    lost = inner.have(0 <= a**k * ((c + 1) * (c + 2) * (c + 3)) * u**4, lost, four)
    return inner.closed(inner.have(value(k + 1) <= 1, before, lost)).theorem


@cache
def power_rates() -> Theorem:
    """For 0 ≤ α ≤ 1, u = 1-α and k ≥ 0: α^k·(k+1)·u ≤ 1, α^k·(k·u)² ≤ 2 and α^k·(k·u)³ ≤ 6."""
    u, v = 1 - a, k * (1 - a)
    proof = Proof([a >= 0, a <= 1, k >= 0], (a**k * (k + 1) * u <= 1) & (a**k * v**2 <= 2) & (a**k * v**3 <= 6))
    signs = [proof.use(power_nonnegative()), proof.have(u >= 0), proof.have(v >= 0, as_index(0) <= k)]
    terms = (v, v * v, v * u, v**3, v * v * u, v * u * u, a)
    parts = [proof.have(a**k * each >= 0, *signs, factors=4) for each in terms]
    return proof.qed(proof.use(power_times_cubic()), *parts, *signs, factors=1)


@cache
def limit_from_below() -> Theorem:
    """If t - f(k) = g(k) and 0 ≤ (k+1)·g(k) ≤ β for every k ≥ 0, f(k) goes to t."""
    step = both(t - f[k] == g[k], 0 <= (k + 1) * g[k], (k + 1) * g[k] <= b)
    errors = All(k, as_index(0) <= k, step)
    proof = Proof([errors], tends(f, t))
    inner = proof.assuming(as_index(0) <= k)
    error, *bounds = proof.know(errors)(k).parts()
    size = inner.have((k + 1) * abs(f[k] - t) <= b, inner.have((k + 1) * (t - f[k]) == (k + 1) * g[k], error), *bounds)
    return proof.qed(proof.witness(unfold(tends(f, t)), b, proof.all(size, k, as_index(0) <= k)))


def limit(proof: Proof, errors: Term, bound: Term, facts: Callable[[Proof], Sequence[Fact]], **terms: Argument) -> Fact:
    """Return that f(k) goes to t, by `limit_from_below`: the three facts are shown for k ≥ 0.

    >>> error, zero = function(k, t - t), as_number(0)
    >>> three = [t - t == error[k], 0 <= (k + 1) * error[k], (k + 1) * error[k] <= 0]
    >>> limit(Proof([]), error, zero, lambda inner: [*map(inner.have, three)], f=function(k, t)).says
    (k ↦ t) → t, with an error of at most C/(k+1) for a constant C
    """
    inner = proof.assuming(as_index(0) <= k)
    each = proof.all(inner.both(*facts(inner)), k, as_index(0) <= k)
    return proof.use(limit_from_below(), each, g=errors, β=bound, **terms)


@cache
def _twice_a_rate() -> Theorem:
    """From 0 ≤ c·(2·u - v) and c·u ≤ t: c·v ≤ 2·t."""
    c, u, v = numbers("c u v")
    return Proof([0 <= c * (2 * u - v), c * u <= t], c * v <= 2 * t).qed()


def limit_by_powers(
    proof: Proof, terms: Term, to: Term, exponents: Sequence[Term], total: Callable[[Proof], Fact]
) -> Fact:
    """Return that the terms go to a limit: the error is the sum of one or two powers of α, over 1+α.

    The exponents are at least k, and 0 ≤ α < 1. `total` shows the values of the terms. The bound is 2·(1/(1-α)).

    >>> values, proof = function(k, 1 - a**k / (1 + a)), Proof([a >= 0, a < 1])
    >>> one = as_number(1)
    >>> limit_by_powers(proof, values, one, [k], lambda inner: inner.have(one - values[k] == a**k / (1 + a))).says
    (k ↦ 1 - α^k/(1 + α)) → 1, with an error of at most C/(k+1) for a constant C
    """
    error = sum((a**each for each in exponents[1:]), a ** exponents[0]) / (1 + a)

    def facts(inner: Proof) -> list[Fact]:
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        smaller = [inner.use(power_falls(), i=k, k=at) for at in exponents]
        powers = [inner.use(power_nonnegative(), k=at) for at in (k, *exponents)]
        least = inner.product(later, inner.have(0 <= 2 * a**k - error, *smaller, *powers))
        rate = inner.have((k + 1) * a**k <= 1 / (1 - a), inner.use(power_rates()).parts()[0])
        small = inner.use(_twice_a_rate(), least, rate, c=k + 1, u=a**k, v=error, t=1 / (1 - a))
        return [
            inner.have(to - terms[k] == error, total(inner)),
            inner.product(later, inner.have(0 <= error, *powers)),
            small,
        ]

    return limit(proof, function(k, error), 2 * (1 / (1 - a)), facts, f=terms, t=to)
