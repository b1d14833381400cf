"""Mutants: each is stronger than the statement; instances refute most; one without a needless assumption survives."""

from fractions import Fraction
from time import process_time

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.instances import instances
from exactdp.claims.checks.mutants import mutants, surviving
from exactdp.claims.checks.trials import refuted
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import SET, same
from exactdp.claims.statements.formulas import All, Some, Sum, between
from exactdp.claims.statements.terms import TRUE, Definition, as_number, variable
from exactdp.claims.vocabulary import derivable, prior, private, stochastic
from tests.claims.small_statements import a, b, down, i, k, lemma_5_4, m, n, p, r, x

SUM = Sum(r, 0, m, down[r]) == 1 - a


def words(assumptions, goal):
    return [each.words for each in mutants(assumptions, goal)]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (a < b, ["β < α for α < β"]),
        (a <= b, ["α < β for α ≤ β", "β ≤ α for α ≤ β"]),
        (a <= 3, ["α < 3 for α ≤ 3", "3 ≤ α for α ≤ 3", "2 for 3"]),
        (a - 1 <= b, ["α - 1 < β for α - 1 ≤ β", "β ≤ α - 1 for α - 1 ≤ β", "α + 1 for α - 1", "α for α - 1"]),
        (a == 2, ["1 for 2", "3 for 2"]),
        (a**n == b, ["α^(n-1)", "α^(n+1)"]),
        ((a < 1) | (b < 1), ["α < 1 for α < 1 or β < 1", "β < 1 for α < 1 or β < 1"]),
        ((a < 1) >> (b < 1), ["β < 1 for"]),
        (Some(i, between(0, i, n), a < i), ["∀i with 0 ≤ i ≤ n"]),
        (derivable(x, a, n, m), ["n-1 for n", "n+1 for n", "m-1 for m", "m+1 for m"]),
    ],
    ids=str,
)
def test_changes_of_a_goal(goal, expected):
    found = words([], goal)
    for each in expected:
        assert any(each in said for said in found), (each, found)


@pytest.mark.parametrize(
    ("goal", "never"),
    [
        (a < b, "α ≤ β"),
        (a <= 3, "4 for 3"),
        (a >= 3, "2 for 3"),
        (a + 2 >= 3, "3 for 2"),
        (a - 2 <= 3, "3 for 2"),
        (All(i, between(0, i, n), a < b), "∃"),
        ((a < 1) & (b < 1), "for α < 1 and β < 1"),
    ],
    ids=str,
)
def test_no_change_that_the_statement_implies(goal, never):
    assert not any(never in each for each in words([], goal))


def test_bounds_of_quantifiers_are_widened_alone():
    found = words([], All(i, between(0, i, n), a < b))
    assert "n+1 for n" in " ".join(found) and "n-1 for n" not in " ".join(found)
    found = words([], Some(i, between(0, i, n), a < b))
    assert "n-1 for n" in " ".join(found) and "n+1 for n" not in " ".join(found)


def test_changes_of_assumptions():
    found = list(mutants([n >= 1, a > 0, private(x, a, n, m)], TRUE))
    said = [each.words for each in found]
    assert said[:4] == ["without 1 ≤ n", "n+1 ≥ 1 for 1 ≤ n", "without 0 < α", "0 ≤ α for 0 < α"]
    assert [each.dropped is not None for each in found] == [True, False, True, False, True, False, False, False, False]
    assert same(found[6].assumptions[-1], found[5].goal) is False
    assert all(len(each.assumptions) >= 2 for each in found)


def test_lemma_5_4():
    found = surviving(lemma_5_4, SUM)
    assert found.total == found.refuted + len(found.survivors) + found.unmet == 31
    assert [str(each) for each in found.needless] == ["0 < α", "α < 1"]
    # n ≥ 1 follows from 0 ≤ i < n, and x ≥ 0 from the inequalities of privacy for α < 1.
    assert found.unmet == 3
    assert "x[i,r] for x[i+1,r]" in found.survivors
    assert "without x is α-private" not in " ".join(found.survivors)


@pytest.mark.parametrize(
    ("assumptions", "goal", "needed"),
    [
        ([n >= 0], Sum(k, 1, n, k) == as_number(n) * (n + 1) / 2, 1),
        ([n >= 0, a != 1], Sum(k, 0, n, a**k) == (1 - a ** (n + 1)) / (1 - a), 2),
        ([n >= 1, prior(p, n)], p[0] <= 1, 1),
        ([n >= 1, a >= 0, a < 1, derivable(x, a, n, m)], private(x, a, n, m), 1),
        ([a > 0, a <= b, b < 1, n >= 0], a**n <= b**n, 3),
    ],
    ids=str,
)
def test_what_a_true_statement_needs(assumptions, goal, needed):
    assert refuted(assumptions, goal).failure == ""
    found = surviving(assumptions, goal)
    assert len(assumptions) - len(found.needless) >= needed
    assert found.refuted >= found.total // 3


def test_a_dropped_assumption_that_survives_is_really_needless():
    found = surviving([n >= 0, a >= 0, a <= 1, stochastic(x, n, m)], x[n, 0] <= 1)
    kept = [f for f in (n >= 0, a >= 0, a <= 1, stochastic(x, n, m)) if str(f) not in map(str, found.needless)]
    assert [str(each) for each in found.needless] == ["0 ≤ α", "α ≤ 1"]
    assert refuted(kept, x[n, 0] <= 1).failure == ""


def test_survivors_hold_at_the_instances():
    environments = list(instances(lemma_5_4, SUM))
    found = surviving(lemma_5_4, SUM, environments)
    goals = [each for each in mutants(lemma_5_4, SUM) if each.goal is not SUM]
    left = [each for each in goals if each.words in found.survivors]
    assert len(left) == 2 and all(value(each.goal, env) for each in left for env in environments)


def test_a_changed_conclusion_that_cannot_be_evaluated_is_counted_as_such():
    def at_most_four(n):
        if n > 4:
            raise InputError(f"n = {n} takes too long")
        return n

    counted = Definition("count", (n,), None, sort="number", decide=at_most_four)
    found = surviving([], counted(4) == 4)
    assert "5 for 4" in words([], counted(4) == 4)
    assert (found.total, found.refuted, found.survivors, found.unmet) == (4, 3, (), 1)


def test_a_function_that_ends_in_an_error_at_a_changed_value_does_not_end_the_run():
    inverse = Definition("inverse", (n,), None, sort="number", decide=lambda n: Fraction(4, 5 - n))
    found = surviving([], inverse(4) == 4)
    assert "5 for 4" in words([], inverse(4) == 4)
    assert (found.survivors, found.unmet) == ((), 1)
    found = surviving([n <= 4, 0 <= n], inverse(n) <= 4)
    assert found.unmet >= 1


def test_a_changed_conclusion_that_tries_too_many_sets_is_counted_as_such():
    S, T = variable("S", SET), variable("T", SET)
    inside = [All(k, each[k], between(0, k, n)) for each in (S, T)]
    at_most_11 = Some(S, inside[0], Some(T, inside[1], n <= 11))
    # "n < 11" is false at n = 11, so all pairs would be tried there.
    found = surviving([], at_most_11, [{"n": 11}])
    assert "n < 11 for n ≤ 11" in words([], at_most_11) and "n < 11 for n ≤ 11" not in found.survivors
    alone = found.unmet
    found = surviving([], at_most_11, [{"n": 11}, {"n": 1}])
    assert "n < 11 for n ≤ 11" in found.survivors and found.unmet < alone


def test_goal_mutants_in_time():
    environments = list(instances(lemma_5_4, SUM))
    surviving([], SUM, environments)
    began = process_time()
    found = surviving([], SUM, environments)
    assert found.total == 16 and len(found.survivors) == 2
    assert process_time() - began < 0.1
