"""Every lemma about answers to queries is a theorem with no debts, and no instance refutes it."""

from collections.abc import Callable

import pytest

from exactdp.claims import query_lemmas
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import as_number, function, indices
from exactdp.claims.polynomials import Refused
from tests.claims.every_lemma import check, lemmas_of

LEMMAS = lemmas_of(query_lemmas)


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 5


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    check(lemma)


def test_a_mean_that_is_not_shown_is_refused() -> None:
    k, n, s = indices("k n s")
    proof = Proof([query_lemmas.given, 0 <= k, k <= n])
    mean = query_lemmas.mean_of_ones(query_lemmas.W, function(s, as_number(s) + 1), k)
    with pytest.raises(Refused):
        proof.have(mean == 1, proof.use(query_lemmas.chances_sum_to_1()), proof.use(query_lemmas.mean_of_bits()))
