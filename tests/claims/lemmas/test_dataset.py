"""Every lemma about the list of all datasets is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import dataset
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.vocabulary import values_up_to
from exactdp.claims.vocabulary.dataset import listed, powers
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(dataset, at_least=12)


def test_what_is_beyond_the_list_is_not_accepted() -> None:
    D, q, n, s, d = (getattr(dataset, name) for name in "Dqnsd")
    proof = Proof([0 <= n, 1 <= q, powers(s, q, n), listed(D, s, q, n), values_up_to(d, n, q)])
    with pytest.raises(Refused):
        proof.use(dataset.every_dataset_is_listed())
