"""Every lemma about what exceeds t times another probability is a theorem with no debts, and no instance refutes it."""

from collections.abc import Callable

import pytest

from exactdp.claims import excess_lemmas
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Proof
from exactdp.claims.polynomials import Refused
from tests.claims.every_lemma import check, lemmas_of

LEMMAS = lemmas_of(excess_lemmas)


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 3


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    check(lemma)


def test_a_part_that_may_be_0_is_not_the_difference() -> None:
    with pytest.raises(Refused):
        Proof([]).use(excess_lemmas.positive_part())
