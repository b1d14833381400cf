"""Every lemma about databases with two values in each row is proved in the core alone, and no instance refutes it."""

from collections.abc import Callable

import pytest

from exactdp.claims import binary_database_lemmas
from exactdp.claims.core import Theorem
from tests.claims.every_lemma import check, lemmas_of

LEMMAS = lemmas_of(binary_database_lemmas)


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 13


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    check(lemma)
