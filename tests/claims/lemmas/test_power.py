"""Every lemma about powers is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import power
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import same
from exactdp.claims.statements.formulas import indices, numbers
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(power, at_least=11)


def test_a_lemma_is_used_about_other_terms() -> None:
    i, n = indices("i n")
    (b,) = numbers("β")
    proof = Proof([0 < b, 0 <= i, i <= n])
    found = proof.use(power.power_positive(), α=b, k=n - i)
    assert same(found.says, 0 < b ** (n - i))
    assert [each for each in found.theorem.given if not any(same(each, f) for f in proof.given)] == []


def test_a_lemma_is_refused_where_what_it_needs_does_not_follow() -> None:
    k, n = indices("k n")
    (b,) = numbers("β")
    with pytest.raises(Refused):
        Proof([0 <= b, 0 <= n]).use(power.power_positive(), α=b, k=n)
    with pytest.raises(Refused, match="has no variable"):
        Proof([0 < b, 0 <= n]).use(power.power_positive(), β=b, k=k)
