"""Every lemma about the geometric mechanism is a theorem with no debts, and no instance refutes it."""

from exactdp.claims.lemmas import geometric
from tests.claims.every_lemma import every_lemma

test_a_lemma_owes_nothing_and_no_instance_refutes_it = every_lemma(geometric, at_least=9)
