"""Every lemma about databases with two values in each row is proved in the core alone, and no instance refutes it."""

from exactdp.claims.lemmas import binary_database
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(binary_database, at_least=13)
