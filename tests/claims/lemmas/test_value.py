"""Conditions under which terms have values: each is a theorem of the core, and assumes only what is given."""

from itertools import product
from typing import Any

import pytest

from exactdp.claims.checks.trials import refuted
from exactdp.claims.lemmas import value
from exactdp.claims.lemmas.value import shown
from exactdp.claims.logic.core import Theorem
from exactdp.claims.statements.expressions import SET, key
from exactdp.claims.statements.formulas import All, Product, Sum, between, indices, numbers, vectors
from exactdp.claims.statements.terms import Formula, If, as_number, variable

i, k, n = indices("i k n")
a, b, x = numbers("a b x")
f, g = vectors("f g")
S = variable("S", SET)
POSITIVE = All(k, between(0, k, n), 0 < f[k])


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ((), as_number(2) != 0),
        ((i < k,), 0 <= k - i),
        ((i <= k,), (0 <= k - i) | (a != 0)),
        ((a < 0,), (0 <= i) | (a != 0)),
        ((a < 0,), a != 0),
        ((0 < a, 0 <= b), a + b != 0),
        ((0 <= a,), a + 1 != 0),
        ((b < a,), a - b != 0),
        ((b * 2 < a,), a - b * 2 != 0),
        ((k < i,), as_number(i) - k != 0),
        ((0 < a, b < 0), a * b / a != 0),
        ((1 <= i,), as_number(i) != 0),
        ((a != 0,), a**i != 0),
        ((i == 0,), a**i != 0),
        ((0 < a, 0 <= i), a**i + a**2 != 0),
        ((), a * a + 1 != 0),
        ((), a**2 + 1 != 0),
        ((a == 2,), a != 0),
        ((2 <= a,), a != 0),
        ((0 < a, i <= k), If(i == k, a, a + 1) != 0),
        ((0 < x, S[i]), If(S[i], x, as_number(0)) != 0),
        ((POSITIVE, 0 <= n), Sum(k, 0, n, f[k]) != 0),
        ((POSITIVE, 0 <= i, i <= n), Sum(k, 0, n, If(k == i, f[k], as_number(0))) != 0),
        ((All(k, 0 <= f[k]), 0 < f[i], 0 <= i, i <= n), Sum(k, 0, n, f[k]) != 0),
        ((POSITIVE,), Product(k, 0, n, f[k]) != 0),
        ((All(k, 0 <= f[k]),), Product(k, 0, n, f[k]) + 1 != 0),
        ((POSITIVE, 0 <= i, i <= n), f[i] != 0),
        (((a < 0) | (0 < a),), a != 0),
        (((b < a) | (b == a - 1), 0 < b), a != 0),
        ((0 <= n,), as_number(1) / 2 <= as_number(3) ** n),
        ((0 < b, a < x * b), a / b < x),
        ((a * b < x, 0 < a, 0 < b), x != 0),
        ((i < 0, 0 <= i), a - i != 0),
        ((S[i],), S[i]),
        ((S[i],), S[k] | S[i]),
    ],
    ids=str,
)
def test_the_theorem_is_the_goal_and_assumes_only_conditions(given: tuple[Formula, ...], goal: Formula) -> None:
    found = shown(goal, given)
    assert isinstance(found, Theorem)
    assert key(found.says) == key(goal)
    assert {key(each) for each in found.given} <= {key(each) for each in given}
    assert (found.words, found.coq, found.computed) == ((), (), ())


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ((), a != 0),
        ((0 <= a,), a != 0),
        ((i <= k,), 0 <= k - i - 1),
        ((0 <= a, i < 0), (0 <= i) | (a != 0)),
        ((0 < a,), If(S[i], a, as_number(0)) != 0),
        ((POSITIVE,), Sum(k, 0, n, f[k]) != 0),
        ((POSITIVE, 0 <= n), Sum(k, 0, n, g[k]) != 0),
        ((POSITIVE, 0 <= i), f[i] != 0),
        ((0 < b,), a * a - b != 0),
        ((), S[i]),
        ((S[n],), S[i] | S[k]),
        ((a < 1,), a - 1 <= b),
    ],
    ids=str,
)
def test_no_theorem_is_found_for_what_does_not_follow(given: tuple[Formula, ...], goal: Formula) -> None:
    assert shown(goal, given) is None
    assert refuted(given, goal).counterexample is not None


SIGNS = ("<", "<="), ("=", "<=", "<"), (True, False)
LEMMAS: list[tuple[Any, tuple[Any, ...]]] = [
    *((value._combined, ("+", *signs)) for signs in ((True, False), (False, True), (False, False))),
    *((value._combined, ("*", strict, strict)) for strict in (True, False)),
    *((value._combined, ("/", strict, True)) for strict in (True, False)),
    *((each, (strict,)) for each in (value._difference, value._quotient_below) for strict in (True, False)),
    *((value._product_over_range, (strict,)) for strict in (True, False)),
    *((value._above, (sign, "=", sign == "<", flipped)) for sign in ("<", "<=") for flipped in (True, False)),
    *((value._above, (*each, "<" in each, False)) for each in product(("<", "<="), ("<=", "<"))),
    *((value._above, (*each, False, False)) for each in product(("<", "<="), ("<=", "<"))),
    *((value._even_power, (exponent,)) for exponent in (0, 2, 4)),
    *((value._product_differs_from_0, (op,)) for op in "*/"),
    *((each, ()) for each in (value._weaker, value._weaker_order, value._at_most, value._power_of_0)),
    *((each, ()) for each in (value._index_differs_from_0, value._power_differs_from_0)),
]


@pytest.mark.parametrize(("lemma", "at"), LEMMAS, ids=lambda each: getattr(each, "__name__", str(each)))
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Any, at: tuple[Any, ...]) -> None:
    theorem = lemma(*at)
    assert (theorem.words, theorem.coq, theorem.computed) == ((), (), ())
    trial = refuted(theorem.given, theorem.says)
    assert trial.met
    assert trial.counterexample is None
