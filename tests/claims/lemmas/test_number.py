"""Every lemma about numbers is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import number
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import same
from exactdp.claims.statements.formulas import numbers
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(number, at_least=13)


def test_only_a_factor_from_0_keeps_an_inequality() -> None:
    a, b, t = numbers("a b t")
    proof = Proof([a <= b, 0 <= t])
    assert same(number.scaled(proof, t, proof.know(a <= b)).says, t * a <= t * b)
    with pytest.raises(Refused):
        number.scaled(Proof([a <= b]), t, Proof([a <= b]).know(a <= b))
