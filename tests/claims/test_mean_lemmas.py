"""Every lemma about two means is a theorem with no debts, and no instance refutes it."""

from collections.abc import Callable

import pytest

from exactdp.claims import mean_lemmas
from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import indices, numbers
from exactdp.claims.polynomials import Refused
from tests.claims.every_lemma import check, lemmas_of

LEMMAS = lemmas_of(mean_lemmas)


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 4


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[[], Theorem]) -> None:
    check(lemma)


def test_a_mean_above_1_bounds_no_product() -> None:
    (a, b), (c, d) = numbers("a b"), indices("c d")
    proof = Proof([1 <= c, 1 <= d, 1 < a, 0 <= b, c * a + d * b <= c + d + 1])
    with pytest.raises(Refused):
        proof.use(mean_lemmas.product_below_one())
