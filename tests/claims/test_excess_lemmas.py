"""Every lemma about what exceeds t times another probability is a theorem with no debts, and no instance refutes it."""

import inspect
from collections.abc import Callable

import pytest

from exactdp.claims import excess_lemmas
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Proof
from exactdp.claims.polynomials import Refused
from exactdp.claims.trials import refuted

LEMMAS = [
    each
    for each in vars(excess_lemmas).values()
    if hasattr(each, "cache_info") and each.__module__ == excess_lemmas.__name__
]


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 3


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    theorem = lemma()
    assert (theorem.words, theorem.coq, theorem.computed) == ((), (), ())
    trial = refuted(theorem.given, theorem.says)
    assert trial.counterexample is None
    assert trial.met
    assert inspect.getdoc(lemma)


def test_a_part_that_may_be_0_is_not_the_difference() -> None:
    with pytest.raises(Refused):
        Proof([]).use(excess_lemmas.positive_part())
