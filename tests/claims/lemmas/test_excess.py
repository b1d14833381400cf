"""Every lemma about what exceeds t times another probability is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import excess
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(excess, at_least=3)


def test_a_part_that_may_be_0_is_not_the_difference() -> None:
    with pytest.raises(Refused):
        Proof([]).use(excess.positive_part())
