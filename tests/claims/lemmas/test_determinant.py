"""Every lemma about determinants is a theorem with no debts, and no instance refutes it."""

from fractions import Fraction

import pytest

from exactdp.claims.lemmas import determinant as determinant_lemmas
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import same
from exactdp.claims.statements.formulas import indices, number
from exactdp.claims.vocabulary import determinant, scaled_geometric
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(determinant_lemmas, at_least=20)


def test_the_value_of_a_lemma_is_that_of_the_library() -> None:
    (n,), a, x = indices("n"), number("α"), determinant_lemmas.X
    given = {"n": 2, "α": Fraction(1, 2), "X": ((1, Fraction(1, 2), Fraction(1, 4)),) * 2 + ((0, 0, 1),)}
    assert value(determinant(0, x, n), given)
    scaled = determinant_lemmas.factors_of_scaled_geometric().says
    assert same(scaled.args[1], (1 - a * a) ** n)
    assert same(scaled.args[2], scaled_geometric(a))


def test_what_is_no_product_is_refused() -> None:
    (n,), lemmas = indices("n"), determinant_lemmas
    proof = Proof([n >= 0])
    with pytest.raises(Refused):
        lemmas.factored(proof, lemmas.one, lemmas.A, (lemmas.I, lemmas.I))
