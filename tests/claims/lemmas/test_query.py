"""Every lemma about answers to queries is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import query
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.formulas import function, indices
from exactdp.claims.statements.terms import as_number
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(query, at_least=5)


def test_a_mean_that_is_not_shown_is_refused() -> None:
    k, n, s = indices("k n s")
    proof = Proof([query.given, 0 <= k, k <= n])
    mean = query.mean_of_ones(query.W, function(s, as_number(s) + 1), k)
    with pytest.raises(Refused):
        proof.have(mean == 1, proof.use(query.chances_sum_to_1()), proof.use(query.mean_of_bits()))
