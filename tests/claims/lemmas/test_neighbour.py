"""Every lemma about neighbours is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import neighbour
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import SET
from exactdp.claims.statements.formulas import All, between, indices, numbers
from exactdp.claims.statements.terms import variable
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(neighbour, at_least=18)


def test_a_chain_does_not_lose_less_than_its_steps() -> None:
    k, (a,), (f,) = neighbour.k, numbers("α"), (neighbour.f,)
    chain = All(neighbour.j, between(0, neighbour.j, k - 1), a * f[neighbour.j + 1] <= f[0])
    proof = Proof([0 <= a, 0 <= k, chain])
    with pytest.raises(Refused):
        proof.detach(proof.use(neighbour.steps_of_a_chain()), proof.know(chain))


def test_an_event_outside_of_the_responses_is_not_accepted() -> None:
    (m, r), (u,), S = indices("m r"), numbers("u"), variable("S", SET)
    every = All(S, All(r, S[r], between(0, r, m)), 0 <= u)
    proof = Proof([every])
    with pytest.raises(Refused):
        neighbour.at_event(proof, proof.know(every), S)
