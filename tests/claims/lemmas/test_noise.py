"""Every lemma about noise is a theorem with no debts, and no instance refutes it."""

import inspect
from collections.abc import Callable
from functools import partial

import pytest

from exactdp.claims.lemmas import noise as noise_lemmas
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.vocabulary import tends
from tests.claims.every_lemma import check, lemmas_of

LEMMAS = lemmas_of(noise_lemmas)
CASES = [pytest.param(each, id=each.__name__) for each in LEMMAS if not inspect.signature(each).parameters]
CASES += [
    pytest.param(partial(each, order), id=f"{each.__name__}-{order}")
    for each in LEMMAS
    if inspect.signature(each).parameters
    for order in (1, 2)
]


def test_all_are_found() -> None:
    assert len(CASES) >= 9


@pytest.mark.parametrize("lemma", CASES)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    # A limit that is given is about all k.
    check(lemma, "cannot be run through")


def test_another_limit_is_refused() -> None:
    proof = Proof([0 <= noise_lemmas.a, noise_lemmas.a < 1])
    whole = proof.use(noise_lemmas.weighted_powers(1))
    with pytest.raises(Refused):
        proof.have(tends(whole.says.args[1], 0), whole)
