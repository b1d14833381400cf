"""Every lemma about the list of all datasets is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims import dataset_lemmas
from exactdp.claims.dataset_words import listed, powers
from exactdp.claims.deriving import Proof
from exactdp.claims.polynomials import Refused
from exactdp.claims.vocabulary import values_up_to
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(dataset_lemmas, at_least=12)


def test_what_is_beyond_the_list_is_not_accepted() -> None:
    D, q, n, s, d = (getattr(dataset_lemmas, name) for name in "Dqnsd")
    proof = Proof([0 <= n, 1 <= q, powers(s, q, n), listed(D, s, q, n), values_up_to(d, n, q)])
    with pytest.raises(Refused):
        proof.use(dataset_lemmas.every_dataset_is_listed())
