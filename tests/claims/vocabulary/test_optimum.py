"""Optimal mechanisms and best remaps as names; `test_polytope` draws optimal mechanisms."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims.vocabulary import optimum
from exactdp.claims.vocabulary.optimum import best_remap, optimal, some_optimal
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from tests.claims.every_name import every_draw, every_name

# What is optimal for a user is drawn once the user's prior is there.
test_instances_of_a_name_are_found_and_satisfy_it = every_draw(optimum, but=frozenset({optimal, best_remap}))
test_a_name_is_written_with_all_of_its_arguments = every_name(optimum, at_least=6)


def test_a_problem_is_solved_once_and_its_optimum_is_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[Problem] = []

    def counted(problem: Problem) -> Any:
        solved.append(problem)
        return solve_polytope(problem)

    monkeypatch.setattr(optimum, "solve_polytope", counted)
    zero_one, distance = (((0, 1), (1, 0)), ((0, 2), (2, 0)))
    prior = (Fraction(13, 29), Fraction(16, 29))
    users = [(prior, zero_one), (prior[::-1], zero_one), (prior, distance)]
    mechanisms = [some_optimal(Random(1), 0, *user, Fraction(5, 7), 1, 1) for user in users]
    mechanisms += [some_optimal(Random(1), 0, *users[0], alpha, 1, 1) for alpha in (Fraction(4, 7), Fraction(1))]
    assert len(solved) == 5
    for x, user in zip(mechanisms, users, strict=False):
        assert optimal.decide(x, *user, Fraction(5, 7), 1, 1)
        assert not optimal.decide(mechanisms[-1], *user, Fraction(5, 7), 1, 1)
    assert len(solved) == 5
