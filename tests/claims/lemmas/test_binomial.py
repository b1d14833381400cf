"""Every lemma about binomial coefficients and equal bits is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import binomial as binomial_lemmas
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.formulas import indices
from exactdp.claims.vocabulary.binomial import binomial
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(binomial_lemmas, at_least=13)


def test_a_binomial_that_is_not_the_next_is_refused() -> None:
    k, n = indices("k n")
    proof = Proof([0 <= k])
    with pytest.raises(Refused):
        proof.have(binomial(n, k + 1) * k == binomial(n, k) * (n - k), proof.use(binomial_lemmas.next_binomial()))
