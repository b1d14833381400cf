"""Every lemma about two means is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import mean
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.formulas import indices, numbers
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(mean, at_least=4)


def test_a_mean_above_1_bounds_no_product() -> None:
    (a, b), (c, d) = numbers("a b"), indices("c d")
    proof = Proof([1 <= c, 1 <= d, 1 < a, 0 <= b, c * a + d * b <= c + d + 1])
    with pytest.raises(Refused):
        proof.use(mean.product_below_one())
