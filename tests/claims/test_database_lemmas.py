"""Every lemma about databases is a theorem with no debts, and no instance refutes it."""

import pytest

from exactdp.claims import database_lemmas
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import between
from exactdp.claims.polynomials import Refused
from exactdp.claims.vocabulary import changed, count
from tests.claims.every_lemma import every_lemma

D = database_lemmas.d

# The lemmas about g_e = β^e assume that for all e; the claims that use them try instances.
test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(
    database_lemmas, at_least=9, undecided="j cannot be run through in ∀j ≥ 0: g[j+1] = β·g[j]"
)


def test_a_result_that_changes_by_more_is_refused() -> None:
    j, v = database_lemmas.j, database_lemmas.v
    proof = Proof([between(0, j, database_lemmas.n - 1)])
    results = [count(each, database_lemmas.S, database_lemmas.n) for each in (D, changed(D, j, v))]
    with pytest.raises(Refused):
        proof.have(results[1] + 1 <= results[0], proof.use(database_lemmas.result_changes()))
