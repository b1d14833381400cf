"""Every lemma about databases is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims.lemmas import database
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.formulas import between
from exactdp.claims.vocabulary import changed, count
from tests.claims.every_lemma import every_lemma

D = database.d

# The lemmas about g_e = β^e assume that for all e; the claims that use them try instances.
test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(
    database, at_least=9, undecided="j cannot be run through in ∀j ≥ 0: g[j+1] = β·g[j]"
)


def test_a_result_that_changes_by_more_is_refused() -> None:
    j, v = database.j, database.v
    proof = Proof([between(0, j, database.n - 1)])
    results = [count(each, database.S, database.n) for each in (D, changed(D, j, v))]
    with pytest.raises(Refused):
        proof.have(results[1] + 1 <= results[0], proof.use(database.result_changes()))
