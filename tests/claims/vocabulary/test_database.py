"""Databases as numbers, against an enumeration of their rows."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, VECTOR, Function
from exactdp.claims.statements.formulas import matrix, number
from exactdp.claims.statements.terms import Term, as_index, variable
from exactdp.claims.vocabulary.database import (
    as_answered,
    databases,
    error,
    private_by_distance,
    reading,
    some_distances,
    some_multiples,
    some_private_by_distance,
    some_sizes,
    walk,
)
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.privacy.level import level

N, B = (variable(name, INDEX_MAP) for name in "NB")
D = variable("D", Function(3, INDEX))
LARGEST = 9


def space(n: int, m: int) -> dict[str, object]:
    multiples = some_multiples(Random(1), 0, m, LARGEST)
    sizes = some_sizes(Random(1), 0, multiples, n, LARGEST)
    return {"B": multiples, "N": sizes, "D": some_distances(Random(1), 0, sizes, multiples, n, m)}


def stated(n: int, m: int) -> Term:
    found: Term = databases(D, N, B, as_index(n), as_index(m), as_index(LARGEST))
    return found


@pytest.mark.parametrize(("n", "m"), [(0, 2), (1, 3), (2, 3), (3, 2), (2, 1)])
def test_distances_are_those_of_rows(n: int, m: int) -> None:
    given = space(n, m)
    assert value(stated(n, m), given)
    listed = list(product(range(m), repeat=n))
    assert value(N[n], given) == len(listed)
    apart = [[sum(x != y for x, y in zip(d, e, strict=True)) for e in listed] for d in listed]
    assert [[value(D[n, i, k], given) for k in range(len(listed))] for i in range(len(listed))] == apart


def test_other_distances_are_not_accepted() -> None:
    given = space(2, 2)
    assert not value(stated(2, 2), given | {"D": lambda k, i, d: abs(i - d)})
    assert not value(stated(2, 2), given | {"N": (1, 2, 3)})


def test_privacy_by_distance_is_that_of_rows() -> None:
    x, a = matrix("x"), number("α")
    half = Fraction(1, 2)
    given = space(2, 2) | {"α": half}
    drawn = [some_private_by_distance(Random(turn), turn, half, given["D"], 2, 3, 1) for turn in range(6)]
    private = private_by_distance(x, a, D, as_index(2), as_index(3), as_index(1))
    assert all(value(private, given | {"x": rows}) for rows in drawn)
    far = ((Fraction(1), Fraction(0)), (half, half), (half, half), (half, half))
    assert not value(private, given | {"x": far})


def test_an_error_is_what_a_user_reads_wrongly() -> None:
    x, w = matrix("x"), variable("w", VECTOR)
    rows = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 3), Fraction(2, 3)))
    given = {"x": rows, "w": (Fraction(0), Fraction(1))}
    assert value(reading(w, as_index(1)), given)
    assert not value(reading(w, as_index(1)), {"w": (Fraction(0), Fraction(2))})
    assert value(error(x, w, as_index(0), as_index(1), as_index(1)), given) == (Fraction(1, 4) + Fraction(1, 3)) / 2


@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_walk_is_the_best_mechanism_for_who_holds_its_ends(k: int) -> None:
    alpha, last = Fraction(1, 3), 2 * k + 1
    given = {"α": alpha}
    rows = [[value(walk(as_index(k), number("α"))[i, r], given) for r in (0, 1)] for i in range(last + 1)]
    assert [sum(row) for row in rows] == [1] * (last + 1)
    assert level(Mechanism(rows)).alpha == alpha
    held = error(walk(as_index(k), number("α")), as_answered, as_index(0), as_index(last), as_index(1))
    losses = table([[Fraction(int(i == last)), Fraction(int(i == 0))] for i in range(last + 1)])
    prior = [Fraction(int(i in (0, last)), 2) for i in range(last + 1)]
    best = solve_polytope(Problem(BayesianUser(losses, prior), alpha, responses=range(2)))
    assert isinstance(best, Optimum)
    assert value(held, given) == best.value
