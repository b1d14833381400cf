"""What is given and known in a proof, and the parts of it."""

import pytest

from exactdp.claims.logic.known import Fact, Known
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.showing import Showing
from exactdp.claims.statements.expressions import same
from exactdp.claims.statements.formulas import All, Sum, between, indices, numbers, vectors
from exactdp.claims.statements.terms import Definition, Formula

i, n = indices("i n")
[t] = numbers("t")
[f] = vectors("f")


def shown(fact: Fact, goal: Formula, *given: Formula) -> None:
    """Check that the fact is the goal, from the given assumptions only."""
    assert same(fact.says, goal)
    assert all(any(same(each, known) for known in given) for each in fact.theorem.given)
    assert not fact.theorem.words


def test_what_is_given_is_taken_apart_and_used_about_terms() -> None:
    both = Definition("both of {0}, {1}", (f, n), All(i, between(0, i, n), 0 <= f[i]) & (Sum(i, 0, n, f[i]) == 1))
    proof = Known([both(f, n), 1 <= n])
    every, total = proof.parts(both(f, n))[-2:]
    shown(every(0), 0 <= f[0], *proof.given)
    shown(every(n), 0 <= f[n], *proof.given)
    assert same(total.says, Sum(i, 0, n, f[i]) == 1)
    # Outside of the range, the condition stays.
    assert any(same(each, n + 1 <= n) for each in every(n + 1).theorem.given)
    with pytest.raises(Refused, match="is not given"):
        proof.know(0 <= t)


def test_what_is_remembered_is_known_in_inner_proofs() -> None:
    proof = Showing([0 <= t], 0 <= t)
    proof.remember(proof.have(0 <= t * t * t, factors=3))
    shown(proof.assuming(0 <= n).know(0 <= t * t * t), 0 <= t * t * t, 0 <= t)
    # A fact of the inner proof stays there.
    proof.assuming(t <= 1).remember(proof.assuming(t <= 1).have(t * t <= 1))
    with pytest.raises(Refused, match="is not given"):
        proof.know(t * t <= 1)
