"""Theorems about numbers: their order, factors, absolute values, and indices as numbers."""

from functools import cache

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import By, Fact
from exactdp.claims.statements.formulas import *

i, j, k, low, high = indices("i j k low high")
a, b, t = numbers("α β t")
(f,) = vectors("f")
S = variable("S", SET)


@cache
def index_order() -> Theorem:
    """For indices j ≤ k: j ≤ k as numbers."""
    proof = Proof([j <= k], as_number(j) <= k)
    return proof.qed(j <= k)


@cache
def index_order_strictly() -> Theorem:
    """For indices j < k: j < k as numbers."""
    proof = Proof([j < k], as_number(j) < k)
    return proof.qed(j < k)


@cache
def distance_nonnegative() -> Theorem:
    """For an index k: |k| ≥ 0 as a number."""
    goal = as_number(0) <= as_number(abs(k))
    return (
        Proof([])
        .cases(
            goal,
            (as_index(0) <= k, lambda case: case.have(goal, as_index(0) <= k)),
            (k < as_index(0), lambda case: case.have(goal, k < as_index(0))),
            (TRUE, lambda case: case.have(goal)),
        )
        .theorem
    )


@cache
def equal_values() -> Theorem:
    """For i = j: both or neither of them are in the set."""
    proof = Proof([i == j])

    def bit(v: Term) -> Term:
        return If(S[v], as_number(1), 0)

    return core.replace(proof.know(i == j).theorem, proof.have(bit(i) == bit(i)).theorem, k, bit(i) == bit(k))


@cache
def not_in_set() -> Theorem:
    """If i is in the set and j is not: i ≠ j."""
    proof = Proof([S[i], ~S[j]], i != j)

    def bit(v: Term) -> Term:
        return If(S[v], as_number(1), 0)

    def equal(inner: Proof) -> Fact:
        return inner.contradiction(proof.goal, inner.use(equal_values()), bit(i) == 1, bit(j) == 0)

    return proof.cases(
        proof.goal,
        (i == j, equal),
        (i < j, lambda inner: inner.alternative(proof.goal, inner.know(i < j))),
        (TRUE, lambda inner: inner.alternative(proof.goal, inner.have(j < i))),
    ).theorem


@cache
def between_each_other() -> Theorem:
    """Two numbers are equal if neither is larger than the other."""
    proof = Proof([a <= b, b <= a], a == b)
    return proof.indirect(proof.goal).theorem


@cache
def scaled_equation() -> Theorem:
    """From α = β: t·α = t·β. The core then need not look into the terms."""
    return Proof([a == b], t * a == t * b).qed()


def scaled(proof: Proof, factor: Term, relation: Fact, *by: By) -> Fact:
    """Return an equation, or l ≤ r, with both sides times a factor, not expanded; for l ≤ r the factor is ≥ 0.

    >>> proof = Proof([f[0] == f[1] + 1])
    >>> scaled(proof, t, proof.know(f[0] == f[1] + 1))
    f[0] = f[1] + 1 ⊢ t·f[0] = t·(f[1] + 1)
    """
    (left, right), rule = relation.says.args, scaled_equation if relation.says.op == "=" else scaled_inequality
    return proof.use(rule(), relation, *by, t=factor, α=left, β=right)


@cache
def scaled_inequality() -> Theorem:
    """From α ≤ β and t ≥ 0: t·α ≤ t·β. The core then need not look into the terms."""
    return Proof([a <= b, 0 <= t], t * a <= t * b).qed()


@cache
def zero_factor() -> Theorem:
    """From α > 0 and α·β = 0: β = 0."""
    return Proof([0 < a, a * b == 0]).indirect(b == 0).theorem


@cache
def quotient_order() -> Theorem:
    """From t·α ≤ t·β, as α·t ≤ β·t, and t > 0: α ≤ β."""
    proof = Proof([a * t <= b * t, 0 < t], a <= b)
    return proof.by_contradiction(a <= b, lambda other: other.contradiction(a <= b)).theorem


@cache
def share_of() -> Theorem:
    """From t > 0 and 0 ≤ α ≤ t: 0 ≤ α/t ≤ 1, and t·(α/t) = α."""
    proof = Proof([0 < t, 0 <= a, a <= t])
    return proof.have((0 <= a / t) & (a / t <= 1) & (t * (a / t) == a)).theorem


@cache
def apart_at_most() -> Theorem:
    """|α-β| ≤ |α| + 1·|β|, with the factor that `sum_of_two` leaves."""
    return Proof([], abs(a - b) <= abs(a) + as_number(1) * abs(b)).qed()


@cache
def absolute_value(sign: int) -> Theorem:
    """|α| is α for α ≥ 0, and -α for α ≤ 0."""
    if sign > 0:
        return Proof([0 <= a]).have(abs(a) == a).theorem
    goal: Formula = abs(a) == -a

    def at_0(case: Proof) -> Fact:
        return case.have(goal, case.use(between_each_other(), α=a, β=0))

    return Proof([a <= 0]).cases(goal, (0 <= a, at_0), (TRUE, lambda case: case.have(goal))).theorem


@cache
def square_within() -> Theorem:
    """From α ≤ β and -α ≤ β: α² ≤ β²."""
    proof = Proof([a <= b, -a <= b], a**2 <= b**2)
    return proof.qed(proof.product(a <= b, -a <= b))


@cache
def least_of_positive() -> Theorem:
    """If every number of a range is > 0, so is the least of them."""
    terms = All(k, between(low, k, high), f[k] > 0)
    proof = Proof([low <= high, terms], Least(k, low, high, f[k]) > 0)
    some = proof.fact(core.attained(Least(k, low, high, f[k])))
    return proof.obtain(some, j, lambda inner, found: inner.have(proof.goal, inner.know(terms)(j), found)).theorem
