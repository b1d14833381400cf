"""The words about databases and their results, against sums over the databases of each result."""

from fractions import Fraction

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import INDEX_MAP
from exactdp.claims.statements.formulas import indices, matrices, vectors
from exactdp.claims.statements.terms import variable
from exactdp.claims.vocabulary.polytope import maps_to
from exactdp.claims.vocabulary.result import averaged, induced, loss_on, size

i, m, n, q, r = indices("i m n q r")
f = variable("f", INDEX_MAP)
(w,) = vectors("w")
x, l = matrices("x l")  # noqa: E741 (a loss)

RESULTS = (0, 1, 1, 2)
ROWS = ((1, 0), (Fraction(1, 2), Fraction(1, 2)), (0, 1), (Fraction(1, 4), Fraction(3, 4)))
LOSSES = ((0, 1), (2, 3), (5, 7))
GIVEN = {"f": RESULTS, "w": (3, 5, 7, 11), "x": ROWS, "l": LOSSES}


def classes(of):
    return [[each for each, result in zip(of, RESULTS, strict=True) if result == k] for k in range(3)]


def test_weights_and_rows_are_summed_over_the_databases_of_a_result() -> None:
    assert [value(induced(w, f, 3)[k], GIVEN) for k in range(3)] == [sum(each) for each in classes(GIVEN["w"])]
    assert [value(size(f, 3)[k], GIVEN) for k in range(3)] == [1, 2, 1]
    for k, rows in enumerate(classes(ROWS)):
        means = [Fraction(sum(row[z] for row in rows)) / len(rows) for z in (0, 1)]
        assert [value(averaged(x, f, 3)[k, z], GIVEN) for z in (0, 1)] == means


def test_the_loss_on_a_database_is_that_of_its_result() -> None:
    found = [value(loss_on(l, x, f, 1)[d], GIVEN) for d in range(4)]
    assert found == [0, Fraction(5, 2), 3, Fraction(5, 4) + Fraction(21, 4)]


def test_a_result_outside_is_not_accepted() -> None:
    assert value(maps_to(f, 3, 2), GIVEN)
    assert not value(maps_to(f, 3, 1), GIVEN)
