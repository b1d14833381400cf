"""The draws of every generator satisfy its definition, and every definition is what the library decides."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims import vocabulary
from exactdp.claims.checks.agreement import disagreement
from exactdp.claims.checks.instances import instances
from exactdp.claims.discovery import discover
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import (
    INDEX,
    NUMBER,
    Definition,
    Expression,
    Term,
    between,
    indices,
    matrix,
    number,
)
from exactdp.claims.statements.notation import latex, text
from exactdp.claims.vocabulary import optimal, some_optimal
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem

a = number("α")
DEFINITIONS = [each for each in vars(vocabulary).values() if isinstance(each, Definition)]
# A limit is about infinitely many indices, which no instance can be tried at. What is optimal for a user is drawn once
# the user's prior is there: `test_polytope_words` draws both. A determinant is decided for tables alone.
ELSEWHERE = {vocabulary.tends, vocabulary.optimal, vocabulary.best_remap, vocabulary.determinant}
NAMED = [each for each in DEFINITIONS if each.sort == "truth" and each not in ELSEWHERE]


def bounds(definition: Definition) -> Iterator[object]:
    for each in definition.parameters:
        if each.sort == INDEX:
            yield between(1, each, 3)
        elif each.sort == NUMBER:
            yield between(Fraction(1, 4), each, Fraction(3, 4)) if each.args[0] == "α" else 0 <= each


def called(definition: Definition) -> Term:
    return definition(*definition.parameters)


@pytest.mark.parametrize("definition", NAMED, ids=lambda each: each.name[:40])
def test_instances_of_a_name_are_found_and_satisfy_it(definition: Definition) -> None:
    found = list(instances([*bounds(definition), called(definition)], called(definition), most=20))
    assert found
    if definition.decide is not None:
        assert not any(disagreement(called(definition), each) for each in found)


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda each: each.name[:40])
def test_a_name_is_written_with_all_of_its_arguments(definition: Definition) -> None:
    other = [Term("variable", f"other{k}", sort=each.sort) for k, each in enumerate(definition.parameters)]
    for k in range(len(other)):
        changed = [other[j] if j == k else each for j, each in enumerate(definition.parameters)]
        assert text(definition(*changed)) != text(called(definition))
        assert latex(definition(*changed)) != latex(called(definition))


def test_a_matrix_written_out() -> None:
    table = vocabulary.table([["1/2", "1/2"], [0, 1]])
    assert [value(table[i, r], {}) for i in range(3) for r in range(2)] == [Fraction(1, 2), Fraction(1, 2), 0, 1, 0, 0]
    assert text(table[0, 1]) == "[1/2 1/2; 0 1][0,1]"


def test_the_determinant_of_a_table() -> None:
    x, (n,) = matrix("x"), indices("n")
    env = {"x": ((2, Fraction(1, 2), 7), (6, 1, 7), (1, 1, 1)), "n": 1}
    assert value(vocabulary.determinant(-1, x, n), env)
    assert not value(vocabulary.determinant(1, x, n), env)
    with_another = [vocabulary.equal_matrices(x, vocabulary.scaled_geometric(a), n, n), a == Fraction(1, 2), n == 2]
    says = vocabulary.determinant(Fraction(9, 16), x, n)
    found = list(instances(with_another, says))
    assert found
    assert all(value(says, each) for each in found)


def test_the_draw_of_a_determinant() -> None:
    x, d, (n,) = matrix("x"), number("d"), indices("n")
    given = [vocabulary.stochastic(x, n, n), between(1, n, 2), vocabulary.determinant(d, x, n)]
    found = list(instances(given, given[2]))
    assert found
    assert all(value(given[2], each) for each in found)


def test_the_rate_of_a_limit_is_about_the_variable_of_its_function() -> None:
    """The name says C/(k+1), so a function of another variable would read as if k were something else."""
    found = 0
    for claim in discover():
        waiting: list[Any] = [f for each in (*claim.prints, *claim.clauses) for f in (*each.given, each.says)]
        while waiting:
            e = waiting.pop()
            if isinstance(e, Expression):
                waiting += e.args
                if e.op == "defined" and e.args[0] is vocabulary.tends and e.args[1].op == "function":
                    assert e.args[1].args[0].args[0] == "k", claim.id
                    found += 1
    assert found > 20


def test_a_problem_is_solved_once_and_its_optimum_is_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[Problem] = []

    def counted(problem: Problem) -> Any:
        solved.append(problem)
        return solve_polytope(problem)

    monkeypatch.setattr(vocabulary, "solve_polytope", counted)
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
