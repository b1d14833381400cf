"""The names about two count queries: the draws satisfy them, and they are written with all of their arguments."""

from exactdp.claims.vocabulary import two_counts
from tests.claims.every_name import every_draw, every_name

test_instances_of_a_name_are_found_and_satisfy_it = every_draw(two_counts)
test_a_name_is_written_with_all_of_its_arguments = every_name(two_counts, at_least=3)
