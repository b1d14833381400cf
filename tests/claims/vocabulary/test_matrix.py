"""The names about matrices: the draws satisfy them, and they are written with all of their arguments."""

from fractions import Fraction

import pytest

from exactdp.claims.statements.evaluation import OutsideTable, value
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary import matrix
from tests.claims.every_name import every_draw, every_name

test_instances_of_a_name_are_found_and_satisfy_it = every_draw(matrix)
test_a_name_is_written_with_all_of_its_arguments = every_name(matrix, at_least=8)


def test_a_matrix_written_out() -> None:
    table = matrix.table([["1/2", "1/2"], [0, 1]])
    assert [value(table[i, r], {}) for i in range(2) for r in range(2)] == [Fraction(1, 2), Fraction(1, 2), 0, 1]
    with pytest.raises(OutsideTable):
        value(table[2, 0], {})
    assert text(table[0, 1]) == "[1/2 1/2; 0 1][0,1]"
