"""Instances: every one meets the assumptions, and sizes, edges, levels and vertices are among them."""

import sys
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.instances import (
    INSTANCES,
    LEVELS,
    Anywhere,
    Sampler,
    generator,
    instances,
    measure,
    prepared,
    with_entries,
)
from exactdp.claims.checks.trials import refuted
from exactdp.claims.statements.decisions import EndedInError
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import INDEX_MAP, MATRIX, SET
from exactdp.claims.statements.formulas import All, Some, Sum, between, vectors
from exactdp.claims.statements.terms import Definition, If, negation, variable
from exactdp.claims.vocabulary import derivable, monotone, nonnegative, prior, private, stochastic
from tests.claims.small_statements import T, a, b, c, i, k, lemma_5_4, m, n, p, r, w, x, y, z

S, f = variable("S", SET), variable("f", INDEX_MAP)
l = variable("l", MATRIX)  # noqa: E741 (a loss, as in the papers)
GOAL = n <= n + 1

STATEMENTS = [
    lemma_5_4,
    [n >= 1, a >= 0, a < 1, derivable(x, a, n, m)],
    [n >= 0, m >= 0, monotone(l, n, m), nonnegative(l, n, m), prior(p, n), stochastic(x, n, m)],
    [n >= 0, m >= 0, a >= 0, a <= b, b <= 1, private(x, b, n, m)],
    [n >= 0, All(r, S[r], between(0, r, n)), stochastic(x, n, n)],
    [n >= 0, All(i, between(0, i, n), between(0, f[i], n))],
    [n >= 1, m >= 0, All(i, (i >= 0) & (i < n), w[i] <= w[i + 1])],
    [n >= 0, stochastic(x, n, m), stochastic(T, m, k)],
    [n >= 0, a >= 0, a * n <= 1],
    [n >= 0, a > 0, All(i, between(0, i, n), w[i] > a)],
]


@pytest.mark.parametrize("assumptions", STATEMENTS, ids=str)
def test_assumptions_hold_at_every_instance_and_draws_repeat(assumptions):
    found = list(instances(assumptions, GOAL))
    assert len(found) >= 33
    assert all(value(each, env) for env in found for each in assumptions)
    again = list(instances(assumptions, GOAL))
    assert [{k: v for k, v in env.items() if not callable(v)} for env in found] == [
        {k: v for k, v in env.items() if not callable(v)} for env in again
    ]
    sizes = {env["n"] for env in found}
    assert {1, 2, 3} <= sizes


def without_functions(found):
    return [{name: v for name, v in env.items() if not callable(v)} for env in found]


def test_what_other_statements_have_cached_changes_no_draw(monkeypatch):
    at_least = [n >= 0, All(i, between(0, i, n), a <= w[i]), Sum(i, 0, n, w[i]) == 1, stochastic(x, n, m), b <= x[0, 0]]
    monkeypatch.setattr("exactdp.claims.checks.worst_case._infeasible", set())
    monkeypatch.setattr("exactdp.claims.checks.instances._lists", {})
    first, again = (without_functions(instances(at_least, GOAL, thorough=True)) for _ in range(2))
    assert first == again
    assert len(first) > INSTANCES / 2
    # There is no such w for larger α, and no such x for larger β.
    assert max(env["α"] for env in first) <= 1 and max(env["β"] for env in first) <= 1 < max(LEVELS)


def test_a_list_of_sizes_is_shared_only_by_statements_with_the_same_assumptions_on_them():
    bounded = [n >= 1, i >= 1, i <= n, k == i + n]
    found = [list(instances([*bounded, *more], GOAL)) for more in ([], [k <= 4], [a >= 0], [i < n], [])]
    assert {env["k"] for env in found[1]} == {2, 3, 4} < {env["k"] for env in found[0]}
    assert all(env["i"] < env["n"] for env in found[3])
    assert {(env["i"], env["n"]) for env in found[2]} == {(env["i"], env["n"]) for env in found[0]}
    assert found[0] == found[4]
    # An equation defines k here, and is an assumption on k where k has another definition.
    assert [env["k"] for env in instances([n >= 1, n <= 1, k == n + 1, k == n], GOAL)] == []


def test_all_small_sizes_the_edges_and_negative_indices():
    free = {(env["i"], env["n"]) for env in instances([], i <= n)}
    assert {(j, s) for j in range(4) for s in range(4)} <= free
    assert {(-1, 0), (0, -2)} <= free
    bounded = {(env["i"], env["n"]) for env in instances([i >= 0, i < n], i <= n)}
    assert min(bounded) == (0, 1) and max(s for _, s in bounded) == 5
    alone = [env["n"] for env in instances([n >= 0], GOAL)]
    assert alone == list(range(9))


def test_levels_lie_at_the_edges_and_far_apart():
    levels = {env["α"] for env in instances([a >= 0, a <= 1], a <= 1)}
    assert {Fraction(each) for each in ("0", "1", "1/20", "1/2", "51/100", "99/100")} <= levels
    anything = {env["α"] for env in instances([], a <= 1)}
    assert min(anything) < 0 and max(anything) > 1
    chains = list(instances([a > 0, a < b, b < 1], a < b))
    assert len(chains) == 10


def test_every_size_meets_every_edge():
    found = {(env["n"], env["α"]) for env in instances([n >= 0, n <= 3, a >= 0, a <= 1, private(x, a, n, n)], GOAL)}
    assert {(s, Fraction(e)) for s in range(4) for e in (0, 1)} <= found


def test_an_equation_defines_its_variable():
    found = list(instances([n >= 0, k == 2 * n + 1, b == a * a, a >= 0, a <= 1], k > n))
    assert all(env["k"] == 2 * env["n"] + 1 and env["β"] == env["α"] ** 2 for env in found)
    assert len(found) >= 60
    circle = list(instances([a == b, b == a], a <= b))
    assert circle and all(env["α"] == env["β"] for env in circle)
    late = list(instances([n >= 0, prior(p, n), a == Sum(i, 0, n, p[i] * i)], a <= n))
    assert len(late) == 60 and any(env["α"] not in (0, 1) for env in late)


def test_equations_define_the_entries_of_a_function():
    product = All(i, between(0, i, n), All(r, between(0, r, k), y[i, r] == Sum(z, 0, m, x[i, z] * T[z, r])))
    found = list(instances([n >= 0, stochastic(x, n, m), stochastic(T, m, k), product], stochastic(y, n, k)))
    assert len(found) == 60
    edges = [w[0] == 1, All(i, between(1, i, n), w[i] == If(i == n, a, 0))]
    assert all(env["w"](0) == 1 for env in instances([n >= 1, *edges], w[0] <= 1))


def test_vertices_of_the_polytope_come_with_the_generators_shape():
    found = [env["x"] for env in instances(lemma_5_4, GOAL)]
    assert all(isinstance(each, tuple) for each in found)
    flat = [[v for row in each for v in row] for each in found]
    assert any(each.count(0) >= 3 for each in flat)
    rows = list(instances([n >= 2, n <= 2, prior(p, n), p[0] >= p[1], p[1] >= p[2]], p[2] <= p[0]))
    assert len({env["p"] for env in rows}) >= 3


def test_strict_assumptions_hold_inside_the_polytope():
    found = list(instances([n >= 0, prior(p, n), All(i, between(0, i, n), p[i] > 0)], p[0] > 0))
    assert len(found) >= 20 and all(min(env["p"]) > 0 for env in found)


def test_functions_without_assumptions_are_defined_everywhere():
    env = next(instances([n >= 0], w[n] <= w[n + 7]))
    assert isinstance(env["w"], Anywhere) and env["w"](-3) == env["w"](-3)
    assert {type(env["S"]) for env in instances([n >= 0], S[n])} == {frozenset}


def test_a_generator_is_checked_and_may_fail():
    odd = Definition("{0} has an odd entry at {1}", (w, n), w[n] == 1)

    @generator(odd)
    def draw(rng, turn, n):
        if turn % 3 == 0:
            raise ValueError("none at this turn")
        return (Fraction(turn % 2),) * (n + 1) if turn % 5 else None

    found = list(instances([n >= 0, odd(w, n)], GOAL))
    assert found and all(value(w[n] == 1, env) for env in found)


def test_a_generator_that_ends_in_an_error_is_named():
    even = Definition("{0} has an even entry at {1}", (w, n), w[n] == 2)

    @generator(even)
    def draw(rng, turn, n):
        sys.exit(0)

    said = r"^the generator of “w has an even entry at n” ends in an error: SystemExit: 0$"
    with pytest.raises(EndedInError, match=said):
        list(instances([n >= 0, even(w, n)], GOAL))


def test_an_assumption_that_something_exists_is_drawn():
    twice = Some(k, k >= 0, n == 2 * k)
    assert {env["n"] for env in instances([twice], GOAL)} >= {0, 2, 4}


def test_no_instance_and_limits():
    assert list(instances([n >= 1, n < 1], GOAL)) == []
    assert list(instances([a > 0, a < 0], GOAL)) == []
    assert list(instances([a - a > 1], GOAL)) == []
    assert len(list(instances([n >= 0, stochastic(x, n, m)], GOAL, most=7))) == 7
    assert len(list(instances([n >= 0, stochastic(x, n, m)], GOAL, thorough=True))) == 60
    undefined = Sampler(prepared([1 / (a - a) > 0, a >= 0], GOAL))
    assert list(undefined.environments()) == []


def test_smaller_environments_and_their_measure():
    made = Sampler(prepared([n >= 0, stochastic(x, n, m)], GOAL))
    start = {"n": 1, "m": 1, "x": ()}
    found = list(made.environments(50, start))
    assert found and all(max(env["n"], env["m"]) <= 1 for env in found)
    assert measure({"n": 0, "α": Fraction(1, 2)}, ["n"]) < measure({"n": 0, "α": Fraction(51, 100)}, ["n"])


def test_known_entries_replace_those_of_a_table():
    assert with_entries(((1, 2), (3, 4)), {(0, 1): 9, (5, 5): 7}) == ((1, 9), (3, 4))
    assert with_entries((), {}) == ()
    assert c.sort == MATRIX


def test_an_index_map_that_is_partly_known_has_indices_elsewhere() -> None:
    known = [n >= 1, All(i, between(0, i, n), f[i] == i + 1)]
    drawn = [env["f"] for env in instances(known, f[n + 1] <= f[n + 2])]
    assert drawn
    assert {type(each(at)) for each in drawn for at in range(-1, 12)} == {int}


odd_map = Definition("{0} is drawn on {{0..{1}}}", (f, n), All(i, between(0, i, n), f[i] >= 0))
odd_set = Definition("{0} is drawn from {{0..{1}}}", (S, n), All(i, S[i], i <= n))
odd_vector = Definition("{0} is drawn on {{0..{1}}}", (p, n), All(i, between(0, i, n), p[i] >= 0))


@generator(odd_map)
def halves(rng, turn, n):
    return (Fraction(1, 2),) * (n + 1)


@generator(odd_set)
def a_half(rng, turn, n):
    return frozenset({Fraction(1, 2)})


@generator(odd_vector)
def not_numbers(rng, turn, n):
    return (Decimal("NaN"),) * (n + 1)


@pytest.mark.parametrize(
    ("given", "goal", "said"),
    [
        (odd_map(f, n), 2 * f[0] == 1, r"draws the Fraction 1/2 at \[0\]: return an integer"),
        (odd_set(S, n), All(i, S[i], 2 * i == 1), r"draws the frozenset .*: return a set of integers"),
        (odd_vector(p, n), p[0] == p[0], r"draws the Decimal NaN at \[0\]: return an exact number"),
    ],
)
def test_no_script_draws_values_that_a_function_cannot_have(given, goal, said):
    """With them, "2f[0] = 1" was verified for functions to integers, and "2f[0] ≠ 1" refuted."""
    for says in (goal, negation(goal)):
        with pytest.raises((InputError, EndedInError), match=said):
            refuted([0 <= n, given], says)


def test_no_script_draws_for_what_has_a_generator() -> None:
    with pytest.raises(InputError, match=r"private on .* has a generator"):
        generator(private)(lambda rng, turn, *levels: ((1,),))


def test_a_function_that_is_drawn_answers_alike_at_every_call() -> None:
    """A function with a new value at each call refuted f[0] = f[0]."""
    answers = iter(range(10**6))
    (f,) = vectors("f")
    drawn_at_random = Definition("{0} is drawn at random", (f,), f[0] == f[0])

    @generator(drawn_at_random)
    def draw(rng: Random, turn: int) -> Any:
        return lambda k: Fraction(next(answers))

    found = list(instances([drawn_at_random(f)], f[0] == f[0], most=3))
    assert len(found) == 3
    for env in found:
        assert env["f"](0) == env["f"](0)
