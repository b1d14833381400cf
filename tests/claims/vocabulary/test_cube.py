"""The words of the claims about {0,1}³, against the library's levels on the cube and its exact optimum."""

from fractions import Fraction
from random import Random

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import matrix, number
from exactdp.claims.statements.terms import expand
from exactdp.claims.vocabulary.cube import (
    best_for_first,
    by_count,
    distance_loss,
    exchanged,
    first_user,
    private_on_cube,
    results,
    second_user,
    some_private_on_cube,
    user_loss,
)
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem

HALF = Fraction(1, 2)
SMALL = Fraction(1, 10)
x, e = matrix("x"), number("ε")


def rows_of(mechanism):
    return tuple(tuple(value(mechanism[d, r], {}) for r in range(4)) for d in range(8))


def test_the_result_is_the_number_of_rows() -> None:
    assert [value(results[d], {}) for d in range(8)] == [d.bit_count() for d in range(8)]


@pytest.mark.parametrize(("mechanism", "level"), [(best_for_first, HALF), (by_count, HALF)])
def test_privacy_by_the_library_is_the_formula(mechanism, level) -> None:
    rows = rows_of(mechanism)
    for alpha in (level, level + Fraction(1, 100)):
        at = {"x": rows, "α": alpha}
        says = private_on_cube(x, number("α"), 3)
        assert value(says, at) is value(expand(says), at) is (alpha <= level)


@pytest.mark.parametrize("broken", [((0, 1), 1), ((7, 0), -1)], ids=["a sum above 1", "below 0"])
def test_what_is_no_mechanism_is_not_private(broken) -> None:
    (d, r), by = broken
    rows = [list(row) for row in rows_of(by_count)]
    rows[d][r] += by
    at = {"x": tuple(map(tuple, rows)), "α": Fraction(0)}
    says = private_on_cube(x, number("α"), 3)
    assert value(says, at) is value(expand(says), at) is False


@pytest.mark.parametrize("alpha", [Fraction(0), HALF, Fraction(1)])
def test_what_is_drawn_is_private(alpha: Fraction) -> None:
    for turn in range(12):
        at = {"x": some_private_on_cube(Random(turn), turn, alpha, 3), "α": alpha}
        assert value(private_on_cube(x, number("α"), 3), at)


@pytest.mark.parametrize("outside", [(HALF, -1), (Fraction(3, 2), 3), (Fraction(-1), 3)])
def test_nothing_is_drawn_for_sizes_and_levels_that_no_mechanism_has(outside) -> None:
    assert some_private_on_cube(Random(1), 0, *outside) is None


def test_the_first_users_optimum_is_the_librarys() -> None:
    weights = [value(first_user(e)[d], {"ε": SMALL}) for d in range(8)]
    rows = [[abs(d.bit_count() - r) for r in range(4)] for d in range(8)]
    problem = Problem(BayesianUser(table(rows), weights), HALF, hypercube(inputs=range(8)), responses=range(4))
    found = solve_polytope(problem)
    lost = user_loss(first_user(e), distance_loss(2, 3), x)
    own = value(lost, {"ε": SMALL, "x": rows_of(best_for_first)})
    assert found.value == own == Fraction(13, 48) + SMALL / 2
    assert found.mechanism == Mechanism(rows_of(best_for_first))


def test_the_second_user_is_the_first_with_rows_exchanged() -> None:
    at = {"ε": SMALL, "x": some_private_on_cube(Random(5), 4, HALF, 3)}
    first, second = (
        user_loss(of(e), distance_loss(2, 3), y) for of, y in ((first_user, exchanged(x)), (second_user, x))
    )
    assert value(first, at) == value(second, at)
    turned = [value(exchanged(x)[d, 1], at) for d in range(8)]
    assert turned == [at["x"][d][1] for d in (0, 2, 1, 3, 4, 6, 5, 7)]
