"""The words about lists of datasets and sequences of outputs, against enumerations."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, Function
from exactdp.claims.statements.formulas import indices, matrix, vectors
from exactdp.claims.statements.terms import variable
from exactdp.claims.vocabulary.dataset import (
    all_answers,
    conditional,
    listed,
    ones,
    outputs,
    powers,
    subset,
    the_chances,
    the_list,
)
from exactdp.claims.vocabulary.reconstruction import wrong
from exactdp.model.neighbours import hypercube

(z,) = indices("z")
s, x, y = (variable(name, INDEX_MAP) for name in "sxy")
D, P, W = variable("D", Function(2, INDEX)), variable("P", Function(3, NUMBER)), matrix("W")
c, d, u = vectors("c d u")


@pytest.mark.parametrize(("q", "n"), [(1, 2), (2, 0), (2, 3), (3, 2)])
def test_the_list_has_every_dataset_once(q: int, n: int) -> None:
    given = {"s": tuple(q**j for j in range(n + 1)), "D": the_list(Random(1), 0, (), q, n)}
    assert value(powers(s, q, n), given)
    assert value(listed(D, s, q, n), given)
    assert sorted(given["D"]) == sorted(product(range(q), repeat=n))


def test_no_other_order_is_a_list() -> None:
    rows = ((0, 0), (0, 1), (1, 0), (1, 1))
    assert not value(listed(D, s, 2, 2), {"s": (1, 2, 4), "D": rows})
    assert not value(powers(s, 2, 2), {"s": (1, 2, 3)})


def test_neighbours_in_the_list_of_bits_are_those_of_the_hypercube() -> None:
    rows = the_list(Random(1), 0, (), 2, 3)
    one = {(i, k) for i in range(8) for k in range(8) if value(wrong(x, y, 3), {"x": rows[i], "y": rows[k]}) == 1}
    assert one == set(hypercube(inputs=range(8)).both_ways())


def test_a_dataset_of_bits_is_a_subset_of_people_from_1() -> None:
    given = {"D": the_list(Random(1), 0, (), 2, 2), "c": (0, 1, 0), "d": (0, 1, 1), "u": (0, 1, Fraction(1, 2), 1)}
    assert [value(subset(D, 1)[i], given) for i in (1, 2)] == [1, 0]
    assert [value(ones(1, 3)[i], given) for i in range(1, 5)] == [0, 1, 1, 0]
    assert value(all_answers(u, D, 4, 1, c, d, 2), given)
    assert value(all_answers(u, D, 3, "1/2", c, d, 2), given)
    assert not value(all_answers(u, D, 4, "1/2", c, d, 2), given)


def test_chances_of_sequences_are_products_and_sum_to_1() -> None:
    def chance(j: int, z: int, r: int) -> Fraction:
        one = Fraction(z + 1, 2 * z + j + 2)
        return one if r else 1 - one

    given = {"s": (1, 2, 4), "P": chance, "W": the_chances(Random(1), 0, chance, (1, 2, 4), 1, 2)}
    assert value(outputs(W, P, s, 1, 2), given)
    assert value(conditional(P, s, 1, 2), given)
    assert not value(conditional(P, s, 1, 2), given | {"P": lambda j, z, r: Fraction(1, 3)})
    assert sum(value(W[2, z], given) for z in range(4)) == 1
    for first, second in product((0, 1), repeat=2):
        assert value(W[2, first + 2 * second], given) == chance(0, 0, first) * chance(1, first, second)
    assert not value(outputs(W, P, s, 1, 2), given | {"W": lambda j, z: Fraction(1, 2**j)})
