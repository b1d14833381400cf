"""Every lemma about databases with two values in each row is a theorem with no debts, and no instance refutes it."""

import inspect
from collections.abc import Callable

import pytest

from exactdp.claims import binary_database_lemmas
from exactdp.claims.core import Theorem
from exactdp.claims.trials import refuted

LEMMAS = [
    each
    for each in vars(binary_database_lemmas).values()
    if hasattr(each, "cache_info") and each.__module__ == binary_database_lemmas.__name__
]


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 11


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    theorem = lemma()
    assert (theorem.words, theorem.coq, theorem.computed) == ((), (), ())
    trial = refuted(theorem.given, theorem.says)
    assert trial.counterexample is None
    assert trial.met, trial.reason
    assert inspect.getdoc(lemma)
