"""Every lemma about noise is a theorem with no debts, and no instance refutes it."""

import inspect
from collections.abc import Callable
from functools import partial

import pytest

from exactdp.claims import noise_lemmas
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Proof
from exactdp.claims.polynomials import Refused
from exactdp.claims.trials import refuted
from exactdp.claims.vocabulary import tends

LEMMAS = [
    each
    for each in vars(noise_lemmas).values()
    if hasattr(each, "cache_info") and each.__module__ == noise_lemmas.__name__
]
CASES = [each for each in LEMMAS if inspect.signature(each).parameters == {}]
CASES += [partial(each, order) for each in LEMMAS if each not in CASES for order in (1, 2)]


def test_all_are_found() -> None:
    assert len(CASES) >= 9


@pytest.mark.parametrize("lemma", CASES, ids=str)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    theorem = lemma()
    assert (theorem.words, theorem.coq, theorem.computed) == ((), (), ())
    trial = refuted(theorem.given, theorem.says)
    assert trial.counterexample is None
    # A limit that is given is about all k.
    assert trial.met or "cannot be run through" in trial.reason
    assert inspect.getdoc(getattr(lemma, "func", lemma))


def test_another_limit_is_refused() -> None:
    proof = Proof([0 <= noise_lemmas.a, noise_lemmas.a < 1])
    whole = proof.use(noise_lemmas.weighted_powers(1))
    with pytest.raises(Refused):
        proof.have(tends(whole.says.args[1], 0), whole)
