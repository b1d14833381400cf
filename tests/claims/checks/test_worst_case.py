"""The worst matrix: a linear program decides a linear goal for all matrices of a size at once."""

from fractions import Fraction
from random import Random

import pytest

from exactdp.claims.checks import worst_case
from exactdp.claims.checks.trials import PROGRAMS_THOROUGH, WORST_CASES
from exactdp.claims.checks.worst_case import Affine, LinearStatement, NotLinear
from exactdp.claims.clause import Clause, run_clause
from exactdp.claims.statements.decisions import NoValue
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import NUMBER
from exactdp.claims.statements.formulas import All, Some, Sum, between, both, function
from exactdp.claims.statements.terms import TRUE, Definition, Formula, If
from exactdp.claims.vocabulary import prior, private, stochastic
from exactdp.claims.vocabulary.laplace import at_most_exponential
from tests.claims.small_statements import a, c, down, i, m, n, p, r, w, x

HALF = Fraction(1, 2)
SIZES = [
    {"n": last, "m": responses, "α": alpha, "i": 0}
    for last in (1, 2)
    for responses in (0, 1, 2)
    for alpha in (Fraction(0), HALF, Fraction(99, 100), Fraction(1))
]


def rows(entries, size):
    return tuple(tuple(entries.get((j, k), Fraction(0)) for k in range(size["m"] + 1)) for j in range(size["n"] + 1))


def worst(assumptions, goal, of, environment):
    return LinearStatement(assumptions, goal, of).worst(environment)


@pytest.mark.parametrize(
    "goal",
    [
        Sum(r, 0, m, down[r]) == 1 - a,
        Some(r, between(0, r, m), down[r] >= 0),
        All(r, between(0, r, m), down[r] >= 0) & (x[0, 0] <= 1),
        (x[0, 0] >= HALF) >> (x[1, 0] >= a / 2),
        (x[0, 0] < HALF) | (x[1, 0] >= a / 2),
    ],
    ids=str,
)
def test_no_private_matrix_refutes_what_is_true(goal):
    for size in SIZES:
        assert worst([private(x, a, n, m)], goal, x, size) is None


@pytest.mark.parametrize(
    "goal",
    [
        Sum(r, 0, m, down[r]) == 2 * (1 - a) + If(a == 1, 1, 0),
        x[0, 0] < 1,
        x[0, 0] + x[1, 0] > 0,
        All(i, between(0, i, n), x[i, m] * 2 <= 1),
        Some(r, between(0, r, m), x[0, r] > 1),
        (x[0, 0] >= HALF) >> (x[1, 0] > a * 2),
        Formula("not", x[0, 0] >= HALF, sort="truth"),
    ],
    ids=str,
)
def test_the_matrix_that_is_found_refutes(goal):
    found = 0
    for size in SIZES:
        entries = worst([private(x, a, n, m)], goal, x, size)
        if entries is not None:
            found += 1
            env = {**size, "x": rows(entries, size)}
            assert value(private(x, a, n, m), env)
            assert not value(goal, env)
    assert found >= len(SIZES) // 2


def test_weak_duality_needs_privacy():
    # The price of privacy between rows 0 and 1 is y: feasible for private matrices, and for no others.
    y = function(r, If(r == 0, 1, 0))
    prices = All(r, between(0, r, m), (w[0] - a * y[r] <= c[0, r]) & (w[1] + y[r] <= c[1, r]))
    cost = Sum(i, 0, n, Sum(r, 0, m, c[i, r] * x[i, r]))
    goal = w[0] + w[1] <= cost
    env = {"n": 1, "m": 1, "α": HALF, "w": (HALF, Fraction(0)), "c": ((0, HALF), (1, 0))}
    assert value(prices, env)
    assert worst([private(x, a, n, m)], goal, x, env) is None
    entries = worst([stochastic(x, n, m)], goal, x, env)
    assert not value(goal, {**env, "x": rows(entries, env)})


def test_one_index_is_enough_to_break_all_or_to_keep_some():
    assert worst([prior(p, n)], All(i, between(0, i, n), p[i] < 1), p, {"n": 1}) in (
        {(0,): 1, (1,): 0},
        {(0,): 0, (1,): 1},
    )
    some = Some(i, between(0, i, n), p[i] >= 1)
    assert worst([prior(p, n), some], p[0] >= 1, p, {"n": 1}) == {(0,): 0, (1,): 1}
    assert worst([prior(p, n), some], (p[0] >= 1) | (p[1] >= 1), p, {"n": 1}) is None


def test_strict_assumptions_are_kept():
    inside = [prior(p, n), All(i, between(0, i, n), p[i] > 0)]
    assert worst(inside, p[0] < 1, p, {"n": 1}) is None
    assert worst(inside, p[0] < HALF, p, {"n": 1}) is not None
    assert worst([p[0] > 0, p[0] < 0], p[0] > 5, p, {}) is None


def test_cases_of_an_assumption():
    either = [prior(p, n), (p[0] == 0) | (p[0] == 1)]
    assert worst(either, (p[0] <= 0) | (p[0] >= 1), p, {"n": 1}) is None
    assert worst(either, p[0] >= 1, p, {"n": 1})[(0,)] == 0
    many = All(i, between(0, i, n), (p[i] == 0) | (p[i] == 1))
    with pytest.raises(NotLinear):
        worst([many], p[0] >= 1, p, {"n": 9})


@pytest.mark.parametrize(
    "goal",
    [
        x[0, 0] * x[1, 0] <= 1,
        x[0, 0] ** 2 <= 1,
        1 / x[0, 0] >= 1,
        If(x[0, 0] <= 1, 1, 0) >= 1,
        x[0, 0] / x[0, 1] <= 1,
    ],
    ids=str,
)
def test_not_linear(goal):
    with pytest.raises(NotLinear):
        worst([stochastic(x, n, m)], goal, x, {"n": 1, "m": 1})
    assert LinearStatement([stochastic(x, n, m)], TRUE, x).is_linear({"n": 1, "m": 1})
    assert not LinearStatement([goal], TRUE, x).is_linear({})


def test_a_function_never_gets_an_entry_that_is_not_found():
    """A function that catches all errors would take an entry without a value for a number."""
    unknown = Affine(Fraction(0), {(0,): Fraction(1)})
    called = []
    twice = Definition("twice({0})", (a,), None, NUMBER, decide=lambda x: called.append(x) or 2 * x)
    for says in (at_most_exponential(w[0], a), 1 <= twice(w[0])):
        with pytest.raises(NoValue):
            value(says, {"α": HALF, "w": (unknown, unknown)})
    assert not called
    found = run_clause(Clause("twice", (prior(p, n),), twice(p[0]) <= 2))
    assert (found.evidence, found.failure) == ("verified", None)


def test_some_of_the_ways_to_fail():
    statement = LinearStatement([prior(p, n)], (p[0] <= 2) & (p[1] <= 2) & (p[2] <= 0) & (p[3] <= 2), p)
    env = {"n": 3}
    assert statement.worst(env)[(2,)] > 0
    assert [statement.worst(env, 1, first) is not None for first in range(5)] == [False, False, True, False, False]
    assert [statement.worst(env, 2, first) is not None for first in range(3)] == [True, False, True]


@pytest.mark.parametrize("ways", [1, 7, 8, 12, 50, 64])
def test_a_thorough_run_tries_all_ways_at_eight_instances_together(ways, monkeypatch):
    tried = []
    monkeypatch.setattr(worst_case, "_point", tried.extend)
    at_most = LinearStatement([], both(*(p[k] <= k for k in range(ways))), p)
    for turn in range(WORST_CASES):
        assert at_most.worst({}, PROGRAMS_THOROUGH, turn) is None
    assert {at for each in tried for at in each.difference.coefficients} == {(k,) for k in range(ways)}
    assert len(tried) == WORST_CASES * min(ways, PROGRAMS_THOROUGH)


def test_unbounded_is_refuted_too():
    assert worst([p[0] >= 0], p[0] <= 1, p, {})[(0,)] > 1
    assert worst([], p[3] == 0, p, {})[(3,)] != 0


def test_vertices_keep_the_assumptions():
    rng = Random(1)
    statement = LinearStatement([private(x, a, n, m)], TRUE, x)
    found = set()
    size = {"n": 2, "m": 2, "α": HALF}
    for _ in range(12):
        found.add(rows(statement.vertex(size, rng), size))
    assert len(found) >= 6
    assert all(value(private(x, a, n, m), {**size, "x": each}) for each in found)
    assert LinearStatement([p[0] > 1, p[0] < 1], TRUE, p).vertex({}, rng) is None
    assert LinearStatement([n < 0], TRUE, p).vertex({"n": 0}, rng) is None
    inside = LinearStatement([prior(p, n), p[0] > 0, p[1] > 0], TRUE, p).vertex({"n": 1}, rng)
    assert min(inside.values()) > 0


def test_a_vertex_satisfies_any_number_of_alternatives():
    each = [(w[k] == 0) | (w[k] == 1 + k) for k in range(9)]
    statement, rng = LinearStatement(each, TRUE, w), Random(1)
    with pytest.raises(NotLinear):
        statement.worst({})
    found = {tuple(statement.vertex({}, rng)[k,] for k in range(9)) for _ in range(9)}
    assert len(found) > 6
    assert all(v in (0, 1 + k) for each in found for k, v in enumerate(each))
    assert LinearStatement([*each, (w[0] < 0) | (w[0] > 1)], TRUE, w).vertex({}, rng) is None


def test_a_polytope_without_a_point_is_solved_once(monkeypatch):
    solved = []
    monkeypatch.setattr(worst_case, "_infeasible", set())
    monkeypatch.setattr(worst_case, "_shared_point", lambda written, direction: solved.append(written))
    for size in (1, 1, 2, 1, 2):
        assert LinearStatement([prior(p, n), p[n] > 1], TRUE, p).vertex({"n": size}, Random(size), shared=True) is None
    assert len(solved) == len(set(solved)) == 2


def test_the_ways_to_satisfy_an_assumption_depend_on_the_values_of_its_variables():
    at_least = [a <= w[0], w[0] <= 9]
    for alpha in (HALF, Fraction(3), HALF, Fraction(10)):
        found = LinearStatement(at_least, a <= HALF, w).worst({"α": alpha})
        assert (found is None) == (alpha in (HALF, 10))
        assert found is None or 3 <= found[0,] <= 9


def test_affine_terms():
    one = Fraction(1)
    e = Affine(one, {(0,): one})
    assert (e + e).coefficients == {(0,): 2} and (e - e) == 0 and (e * 0) == 0
    assert (3 - e).constant == 2 and (e / 2).coefficients == {(0,): HALF}
    for wrong in (lambda: e * e, lambda: e < 1, lambda: e == 1, lambda: 1 / e, lambda: e**2, lambda: bool(e)):
        with pytest.raises(NotLinear):
            wrong()
