"""Trials of statements in the style of the papers: true ones pass; the smallest instance refutes each false one."""

from fractions import Fraction
from time import process_time

import pytest

from exactdp.claims.checks.trials import environment_text, refuted, telling
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.expressions import MATRIX, NUMBER, SET, VECTOR
from exactdp.claims.statements.formulas import All, Largest, Least, Some, Sum, between, function, matrices
from exactdp.claims.statements.terms import TRUE, Definition, If, as_number, variable
from exactdp.claims.vocabulary import (
    derivable,
    geometric_mechanism,
    monotone,
    prior,
    private,
    product,
    stochastic,
    three_entries,
)
from exactdp.claims.vocabulary.query import bits, chances
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level
from tests.claims.small_statements import T, a, b, c, down, i, k, lemma_5_4, m, n, p, r, w, x

S, l = variable("S", SET), variable("l", MATRIX)  # noqa: E741 (a loss, as in the papers)
HALF = Fraction(1, 2)
UNIT = [a >= 0, a <= 1]
G = geometric_mechanism(n, a)
CONDITION = All(k, between(1, k, n - 1), All(r, between(0, r, m), three_entries(x, a, k, r) >= 0))
INVERSE = function(
    k,
    r,
    If(
        k == 0,
        (x[0, r] - a * x[1, r]) / (1 - a),
        If(k == n, (x[n, r] - a * x[n - 1, r]) / (1 - a), three_entries(x, a, k, r) / ((1 - a) * (1 - a))),
    ),
)
"""T = G⁻¹·x, the witness of Theorem 2."""


def private_ones(alpha):
    """Return how many mechanisms on {0, 1} with entries in thirds are private at this level."""
    rows = [[Fraction(k, 3), Fraction(3 - k, 3)] for k in range(4)]
    return sum(level(Mechanism([first, second])).alpha >= alpha for first in rows for second in rows)


count = Definition("the number of {0}-private mechanisms in thirds", (a,), None, NUMBER, decide=private_ones)

TRUE_ONES = {
    "lemma 5.4, the sum": (lemma_5_4, Sum(r, 0, m, down[r]) == 1 - a),
    "lemma 5.4, not all down": (lemma_5_4, Some(r, between(0, r, m), down[r] > 0)),
    "the sum of the first n": ([n >= 0], Sum(k, 1, n, k) == as_number(n) * (n + 1) / 2),
    "a geometric sum": ([n >= 0, a != 1], Sum(k, 0, n, a**k) == (1 - a ** (n + 1)) / (1 - a)),
    "the level of a remap": (
        [n >= 0, *UNIT, private(x, a, n, m), stochastic(T, m, k)],
        private(product(x, T, m), a, n, k),
    ),
    "G is private": ([n >= 1, *UNIT], private(G, a, n, n)),
    "derivable is private": ([n >= 1, a >= 0, a < 1, derivable(x, a, n, m)], private(x, a, n, m)),
    "a private one for a larger level": ([n >= 0, a >= 0, a <= b, b <= 1, private(x, b, n, m)], private(x, a, n, m)),
    "an event": (
        [*UNIT, i >= 0, i < n, private(x, a, n, m)],
        All(
            S,
            All(r, S[r], between(0, r, m)),
            a * Sum(r, 0, m, If(S[r], x[i, r], 0)) <= Sum(r, 0, m, If(S[r], x[i + 1, r], 0)),
        ),
    ),
    "quantifiers in front": (
        [],
        All(n, n >= 0, All(x, stochastic(x, n, n), All(i, between(0, i, n), Largest(r, 0, n, x[i, r]) * (n + 1) >= 1))),
    ),
    "two quantifiers": (
        [n >= 0],
        All(p, prior(p, n), Least(i, 0, n, p[i]) <= 1) & All(x, stochastic(x, n, n), x[n, n] <= 1),
    ),
}


@pytest.mark.parametrize("name", TRUE_ONES)
def test_true_ones_stand(name):
    found = refuted(*TRUE_ONES[name])
    assert found.failure == "", found
    assert found.met >= 9 and found.telling >= found.met // 2 and not found.undecided


FALSE_ONES = {
    "twice the sum": (
        lemma_5_4,
        Sum(r, 0, m, down[r]) == 2 * (1 - a),
        "n = 1, i = 0, m = 0, α = 1/2, x = [1; 1]: the left side is 1/2, the right side is 1",
    ),
    "off by one": (
        [n >= 0],
        as_number(n) * a**n == a**n * (n + 1),
        "n = 0, α = 0: the left side is 0, the right side is 1",
    ),
    "one response too few": (lemma_5_4, Sum(r, 0, m - 1, down[r]) == 1 - a, "n = 1, i = 0, m = 0, α = 1/2"),
    "one response too many": (lemma_5_4, Sum(r, 0, m + 1, down[r]) == 1 - a, r"x[i+1,r] is outside at [1, 1]"),
    "row n + 1": ([n >= 0, stochastic(x, n, m)], Sum(r, 0, m, x[n + 1, r]) == 1, "outside at [1, 0]"),
    "columns sum to 1": ([n >= 0, stochastic(x, n, n)], Sum(i, 0, n, x[i, 0]) == 1, "n = 1, x = ["),
    "an empty sum": (
        [n >= 0],
        Sum(k, 1, n, a) == a * n + If(n == 0, 1, 0),
        "n = 0, α = 0: the left side is 0, the right side is 1",
    ),
    "Σ of a constant below 0": (
        [],
        Sum(k, 0, n, a) == a * (n + 1),
        "n = -2, α = 1: the left side is 0, the right side is -1",
    ),
    "a number on the right": ([n >= 1], -as_number(n) >= 0, "n = 1: the left side is -1, the right side is 0"),
    "a sum at n = 1": ([n >= 1], Sum(k, 1, n - 1, 1) > 0, "n = 1: the left side is 0, the right side is 0"),
    "n = 0": ([n >= 0, *UNIT], private(G, a, n, n), "n = 0, α = 1: "),
    "α = 1": ([n >= 1, *UNIT], (1 - a ** (n + 1)) / (1 - a) >= 1, "n = 1, α = 1: (1 - α^(n+1))/(1 - α) divides by 0"),
    "α = 0": ([n >= 0, *UNIT], a ** (n - 1) >= 0, "n = 0, α = 0: α^(n-1) is 0 to the power -1"),
    "0 < α is needed": ([n >= 1, *UNIT], a**n > 0, "n = 1, α = 0: the left side is 0, the right side is 0"),
    "a strict sign": (
        [n >= 1, a > 0, a < 1, private(x, a, n, m)],
        a * x[1, 0] < x[0, 0],
        "n = 1, m = 1, α = 1/2, x = [",
    ),
    "outside of [0, 1]": ([], a * a <= a, "α = 2: the left side is 4, the right side is 2"),
    "every private one is derivable": (
        [n >= 1, a >= 0, a < 1, private(x, a, n, m)],
        derivable(x, a, n, m),
        "n = 2, m = 1, α = 1/2",
    ),
    "post-processing the inputs": (
        [n >= 0, *UNIT, private(x, a, n, n), stochastic(T, n, n)],
        private(product(T, x, n), a, n, n),
        "n = 2, ",
    ),
    "the order of quantifiers": (
        [n >= 1, stochastic(x, n, n)],
        Some(r, between(0, r, n), All(i, between(0, i, n), x[i, r] > 0)),
        "n = 1, x = [1 0; 0 1]",
    ),
    "a dropped assumption": (
        [n >= 1, *UNIT, stochastic(x, n, m)],
        a * x[1, 0] <= x[0, 0],
        "n = 1, m = 1, α = 1, x = [0 1; 1 0]",
    ),
    "a row for a column": (
        [n >= 1, *UNIT, private(x, a, n, n)],
        a * x[0, 1] <= x[0, 0],
        "n = 1, α = 1, x = [0 1; 0 1]",
    ),
    "a count at one level": (
        [a > 0, a < 1],
        count(a) == private_ones(HALF),
        "α = 51/100: the left side is 4, the right side is 6",
    ),
    "ties": (
        [n >= 1, prior(p, n)],
        Some(i, between(0, i, n), All(k, between(0, k, n) & (k < i), p[k] < p[i]) & (i > 0)),
        "n = 1, p = [1 0]",
    ),
    "a monotone loss is symmetric": ([n >= 1, monotone(l, n, n)], l[0, 1] == l[1, 0], "n = 1, l = ["),
    "no zero": ([n >= 1, prior(p, n)], p[0] > 0, "n = 1, p = [0 1]: the left side is 0, the right side is 0"),
    "a set that is not empty": (
        [n >= 0, All(r, S[r], between(0, r, n))],
        Sum(r, 0, n, If(S[r], 1, 0)) >= 1,
        "n = 0, S = {}",
    ),
    "a negation": ([n >= 0], ~S[n], "n = 0, S = {0, 1}: n ∈ S is true"),
    "any matrix": ([n >= 0], x[n, n] >= 0, "n = 0, x = {0,0: "),
}


@pytest.mark.parametrize("name", FALSE_ONES)
def test_false_ones_fall_at_their_smallest_instance(name):
    assumptions, goal, words = FALSE_ONES[name]
    found = refuted(assumptions, goal)
    assert found.counterexample is not None
    assert words in found.failure
    assert "\n" not in found.failure
    assert all(value(each, found.counterexample.environment) for each in assumptions)
    assert not found.counterexample.by_witness


def test_a_witness_and_what_its_failure_means():
    given, goal = [n >= 1, a >= 0, a < 1, private(x, a, n, m), CONDITION], derivable(x, a, n, m)
    assert refuted(given, goal, witnesses={"T": INVERSE}).failure == ""
    without = refuted(given[:-1], goal, witnesses={"T": INVERSE})
    assert without.counterexample.by_witness
    assert "the witness fails: " in without.failure
    own = refuted(given[:-1], goal, witnesses={"T": INVERSE}, own_witnesses=True)
    assert not own.counterexample.by_witness and "the witness" not in own.failure
    middle = Some(b, a < b, b < 1)
    assert refuted([a >= 0, a < 1], middle, witnesses={"β": (a + 1) / 2}).failure == ""
    assert refuted([a >= 0, a < 1], middle, witnesses={"β": 2 * a}).failure.startswith("α = 0: the witness fails: ")


def test_what_cannot_be_evaluated_is_counted_and_refutes_nothing():
    found = refuted([a >= 0, a < 1], Some(b, a < b, b < 1))
    assert found.met == found.undecided > 0 and found.counterexample is None
    assert "no instance can be evaluated: β cannot be run through" in found.failure
    partly = refuted([n >= 0], (n > 3) | Some(b, b > n))
    assert 0 < partly.undecided < partly.met and partly.failure == ""


def test_no_instance_is_a_failure():
    assert refuted([n >= 1, n < 1], n < m).failure == "no instance meets the assumptions"
    unknown = refuted([n >= 0, Some(b, b > n) | (n < 0)], n >= 0)
    assert unknown.met == 0 and "β cannot be run through" in unknown.failure


def test_only_trivial_instances_are_a_failure():
    found = refuted([n >= 0], Sum(k, 1, 0, a) == 0)
    assert (found.met > 0, found.telling) == (True, 0)
    assert found.failure == "every instance is trivial: the goal compares 0 with 0, or nothing"
    assert refuted([n >= 0], All(i, (i >= 0) & (i < -n), a < 0)).telling == 0
    assert refuted([n >= 0], TRUE).failure.startswith("every instance is trivial")


@pytest.mark.parametrize(
    ("formula", "tells"),
    [
        (a == b, False),
        (a <= 1, True),
        ((a == b) & (n <= 1), True),
        ((a < b) >> (n <= 1), False),
        (All(i, between(1, i, n), i <= 1), False),
        (All(i, between(0, i, 1), i <= 1), True),
        (~stochastic(x, 0, 0), True),
        (Definition("given", (), None)(), True),
        (TRUE, False),
    ],
)
def test_what_tells(formula, tells):
    env = {"α": Fraction(0), "β": Fraction(0), "n": 0, "x": ((Fraction(1),),)}
    assert value(telling(formula), env) is tells


def test_the_worst_matrix_is_looked_for():
    # Weak duality needs privacy: without it, prices that are feasible for private matrices bound no cost.
    spread = [n == 1, m == 1, a == HALF, stochastic(x, n, m)]
    cost = 64 * x[0, 0] - 33 * x[1, 0]
    assert refuted([*spread, private(x, a, n, m)], cost >= -1).failure == ""
    by_instances = refuted(spread, 200 * x[0, 0] + 199 * x[0, 1] + x[1, 1] > 199, worst_cases=0)
    by_worst_case = refuted(spread, 200 * x[0, 0] + 199 * x[0, 1] + x[1, 1] > 199)
    assert by_worst_case.counterexample.environment["x"] == ((0, 1), (1, 0))
    assert by_instances.met


def weak_duality(mechanism):
    """The bound Σ w_i on the cost, for prices u and d of the two inequalities of privacy."""
    u, d = matrices("u d")
    prices = w[i] + If(i < n, u[i, r] - a * d[i, r], 0) + If(i > 0, d[i - 1, r] - a * u[i - 1, r], 0) <= c[i, r]
    given = [
        n >= 0,
        m >= 0,
        a > 0,
        a < 1,
        mechanism,
        All(i, between(0, i, n), All(r, between(0, r, m), prices)),
        All(i, (i >= 0) & (i < n), All(r, between(0, r, m), (u[i, r] >= 0) & (d[i, r] >= 0))),
    ]
    return refuted(given, Sum(i, 0, n, w[i]) <= Sum(i, 0, n, Sum(r, 0, m, c[i, r] * x[i, r])))


def test_weak_duality_needs_privacy():
    assert weak_duality(private(x, a, n, m)).failure == ""
    found = weak_duality(stochastic(x, n, m))
    assert found.failure.startswith("n = 1, m = ") and found.met == 60


def test_environments_in_words():
    assert environment_text({"S": frozenset({2, 0}), "p": (HALF, HALF), "x": ()}) == "S = {0, 2}, p = [1/2 1/2], x = []"


def test_a_function_on_all_integers_is_shown_where_it_was_read() -> None:
    q, W = variable("q", VECTOR), variable("W", MATRIX)
    found = refuted([n == 1, bits(q, n), chances(W, q, n)], W[n, 0] == 2).counterexample
    assert found is not None
    assert "W = {0,-1: 0, 0,0: 1, 0,1: 0, 1,-1: 0, 1,0: 1, 1,1: 0, 1,2: 0}" in found.words


def test_first_ends_at_the_first():
    found = refuted(lemma_5_4, Sum(r, 0, m, down[r]) == 2 * (1 - a), first=True)
    assert found.met == 1 and found.counterexample is not None


def test_lemma_5_4_in_time():
    refuted(*TRUE_ONES["lemma 5.4, the sum"])
    began = process_time()
    for _ in range(5):
        assert refuted(*TRUE_ONES["lemma 5.4, the sum"]).met == 60
    assert process_time() - began < 5 * 0.2


def test_a_definition_that_differs_from_the_library_is_a_failure():
    below = Definition("{0} is below {1}", (i, n), i < n, decide=lambda i, n: i <= n)
    found = refuted([i >= 0, i <= n], below(i, n + 1))
    assert found.failure == ""
    wrong = refuted([i >= 0, below(i, n + 1)], i <= n)
    assert wrong.failure == "" and wrong.counterexample is None
    seen = refuted([i >= 0, i <= n], All(k, between(0, k, i), below(k, n) | (k == n)))
    assert "is False by its definition, and True by the library" in seen.failure
    hidden = Definition("{0} is inside {1}", (i, n), below(i, n) | (i == n))
    assert "by the library" in refuted([i >= 0, i <= n], hidden(i, n)).failure
