"""Theorems about powers."""

from functools import cache

from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.statements.formulas import *

i, j, k = indices("i j k")
a, b, t = numbers("α β t")


@cache
def power_nonnegative() -> Theorem:
    """For α ≥ 0 and k ≥ 0: α^k ≥ 0."""
    proof = Proof([a >= 0, k >= 0], a**k >= 0)
    return proof.induction(a**k >= 0, k, 0, [], lambda inner, before: inner.have(a ** (k + 1) >= 0, before)).theorem


@cache
def power_positive() -> Theorem:
    """For α > 0 and k ≥ 0: α^k > 0."""
    proof = Proof([a > 0, k >= 0], a**k > 0)
    return proof.induction(a**k > 0, k, 0, [], lambda inner, before: inner.have(a ** (k + 1) > 0, before)).theorem


@cache
def power_at_most_one() -> Theorem:
    """For 0 ≤ α ≤ 1 and k ≥ 0: α^k ≤ 1."""
    proof = Proof([a >= 0, a <= 1, k >= 0])
    inner, before = proof.inductive(a**k <= 1, k, 0, [])
    # 1 - α^(k+1) = (1-α) + α·(1-α^k)
    return inner.closed(inner.have(a ** (k + 1) <= 1, before)).theorem


@cache
def power_falls() -> Theorem:
    """For 0 ≤ α ≤ 1 and 0 ≤ i ≤ k: α^k ≤ α^i."""
    proof = Proof([a >= 0, a <= 1, i >= 0, i <= k], a**k <= a**i)
    # α^i - α^k = α^i·(1 - α^(k-i))
    return proof.qed(proof.use(power_nonnegative(), k=i), proof.use(power_at_most_one(), k=k - i))


@cache
def power_below_one() -> Theorem:
    """For 0 ≤ α < 1 and k ≥ 1: α^k < 1."""
    proof = Proof([a >= 0, a < 1, k >= 1], a**k < 1)
    # 1 - α^k = (1-α) + α·(1-α^(k-1))
    return proof.qed(proof.use(power_at_most_one(), k=k - 1))


@cache
def power_of_one() -> Theorem:
    """For k ≥ 0: 1^k = 1."""
    one = term(1, NUMBER)
    proof = Proof([k >= 0], one**k == 1)
    return proof.induction(one**k == 1, k, 0, [], lambda inner, before: inner.have(one ** (k + 1) == 1, before)).theorem


@cache
def power_at_least_one() -> Theorem:
    """For t ≥ 1 and k ≥ 0: t^k ≥ 1."""
    proof = Proof([1 <= t, 0 <= k], 1 <= t**k)
    return proof.qed(proof.use(powers_rise(), α=1, β=t), proof.use(power_of_one()))


@cache
def powers_rise() -> Theorem:
    """For 0 ≤ α ≤ β and k ≥ 0: α^k ≤ β^k."""
    proof = Proof([a >= 0, a <= b, k >= 0])
    inner, before = proof.inductive(a**k <= b**k, k, 0, [])
    # β^(k+1) - α^(k+1) = β·(β^k - α^k) + (β-α)·α^k
    return inner.closed(
        inner.have(a ** (k + 1) <= b ** (k + 1), before, inner.use(power_nonnegative()), a <= b, b >= 0)
    ).theorem


@cache
def powers_rise_strictly() -> Theorem:
    """For 0 ≤ α < β and k ≥ 1: α^k < β^k."""
    proof = Proof([a >= 0, a < b, k >= 1], a**k < b**k)
    # β^k - α^k = (β-α)·β^(k-1) + α·(β^(k-1) - α^(k-1))
    positive = proof.use(power_positive(), b > 0, α=b, k=k - 1)
    return proof.qed(positive, proof.use(powers_rise(), k=k - 1), a >= 0, a < b)


@cache
def power_falls_strictly() -> Theorem:
    """For 0 < α < 1 and 0 ≤ i < k: α^k < α^i."""
    proof = Proof([a > 0, a < 1, i >= 0, i < k], a**k < a**i)
    return proof.qed(proof.use(power_positive(), k=i), proof.use(power_below_one(), k=k - i))


@cache
def geometric_sum() -> Theorem:
    """For k ≥ -1: (1-α)·(1 + α + … + α^k) = 1 - α^(k+1)."""
    proof = Proof([k >= -1], (1 - a) * Sum(j, 0, k, a**j) == 1 - a ** (k + 1))
    return proof.qed(proof.telescope(j, 0, k, -(1 - a) * a**j, lambda v: a**v))
