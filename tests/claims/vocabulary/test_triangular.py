"""The determinant as a name: of a table, and of drawn matrices."""

from fractions import Fraction

from exactdp.claims.checks.instances import instances
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import between, indices, matrix, number
from exactdp.claims.vocabulary import triangular
from exactdp.claims.vocabulary.geometric import scaled_geometric
from exactdp.claims.vocabulary.matrix import equal_matrices, stochastic
from exactdp.claims.vocabulary.triangular import determinant
from tests.claims.every_name import every_draw, every_name

# A determinant is decided for tables alone.
test_instances_of_a_name_are_found_and_satisfy_it = every_draw(triangular, but=frozenset({determinant}))
test_a_name_is_written_with_all_of_its_arguments = every_name(triangular, at_least=2)


def test_the_determinant_of_a_table() -> None:
    a, x, (n,) = number("α"), matrix("x"), indices("n")
    env = {"x": ((2, Fraction(1, 2), 7), (6, 1, 7), (1, 1, 1)), "n": 1}
    assert value(determinant(-1, x, n), env)
    assert not value(determinant(1, x, n), env)
    says = determinant(Fraction(9, 16), x, n)
    found = list(instances([equal_matrices(x, scaled_geometric(a), n, n), a == Fraction(1, 2), n == 2], says))
    assert found
    assert all(value(says, each) for each in found)


def test_the_draw_of_a_determinant() -> None:
    x, d, (n,) = matrix("x"), number("d"), indices("n")
    given = [stochastic(x, n, n), between(1, n, 2), determinant(d, x, n)]
    found = list(instances(given, given[2]))
    assert found
    assert all(value(given[2], each) for each in found)
