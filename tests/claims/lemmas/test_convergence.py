"""Every lemma about limits is a theorem with no debts, and no instance refutes it."""

from exactdp.claims.lemmas import convergence
from tests.claims.every_lemma import every_lemma

# A limit that is given is about all k.
test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(
    convergence, at_least=4, undecided="cannot be run through"
)
