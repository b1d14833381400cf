"""Every lemma about remaps is a theorem with no debts, and no instance refutes it."""

from exactdp.claims.lemmas import remap
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(remap, at_least=9)
