"""Theorems about max(0, u - t·v), the excess of a probability over t times another one."""

from functools import cache

from exactdp.claims.lemmas.number import between_each_other
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *

a, t, u, v = numbers("α t u v")


def part(a: Term, b: Term) -> Term:
    """Return max(0, a - t·b).

    >>> part(u, v)
    {u - t·v if t·v < u; 0 otherwise}
    """
    return If(t * b < a, a - t * b, 0)


@cache
def positive_part() -> Theorem:
    """From t·v ≤ u: max(0, u - t·v) = u - t·v."""
    goal = part(u, v) == u - t * v
    proof = Proof([t * v <= u])
    return proof.cases(
        goal,
        (t * v < u, lambda case: case.have(goal)),
        (TRUE, lambda case: case.have(goal, case.use(between_each_other(), α=u, β=t * v))),
    ).theorem


@cache
def no_part() -> Theorem:
    """From u ≤ t·v: max(0, u - t·v) = 0."""
    proof = Proof([u <= t * v])
    return proof.have(part(u, v) == 0).theorem


@cache
def scaled_part() -> Theorem:
    """For α ≥ 0: max(0, u·α - t·v·α) = α·max(0, u - t·v)."""
    goal = part(u * a, v * a) == a * part(u, v)
    proof = Proof([0 <= a], goal)

    def more(case: Proof) -> Fact:
        scaled = case.product(0 <= a, t * v < u)
        return case.have(goal, case.use(positive_part(), case.have(t * (v * a) <= u * a, scaled), u=u * a, v=v * a))

    def less(case: Proof) -> Fact:
        scaled = case.product(0 <= a, u <= t * v)
        return case.have(goal, case.use(no_part(), case.have(u * a <= t * (v * a), scaled), u=u * a, v=v * a))

    return proof.cases(goal, (t * v < u, more), (TRUE, less)).theorem
