"""The names about rows of an optimal mechanism: the draws satisfy them, and all arguments are written."""

from exactdp.claims.vocabulary import row_pattern
from tests.claims.every_name import every_draw, every_name

test_instances_of_a_name_are_found_and_satisfy_it = every_draw(row_pattern)
test_a_name_is_written_with_all_of_its_arguments = every_name(row_pattern, at_least=3)
