"""A term about indices and numbers alone must be shown to have a value: a search finds too few of its poles."""

from collections.abc import Callable
from typing import Any

import pytest

from exactdp.claims.checks.shown_values import without_shown_value
from exactdp.claims.clause import Clause, derived, run_clause
from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, by_arithmetic
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Product,
    Some,
    Sum,
    between,
    indices,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import TRUE, Formula, If, as_number, term
from tests.claims.checks.test_poles import by_0

i, k, n, r, z = indices("i k n r z")
a, b, u, x, y = numbers("a b u x y")
(f,) = vectors("f")
GIVEN = (0 <= n,)


def first_side(proof: Proof) -> core.Theorem:
    """Show that y = 0, or else that x·x - 2 is 0, and so its inverse."""
    equal = x * x - 2 == 0

    def inverse(case: Proof) -> Any:
        is_0 = case.by_contradiction(
            equal,
            lambda no: no._on_each_side(
                equal,
                no.know((x * x - 2 < 0) | (0 < x * x - 2)),
                lambda side: side.contradiction(equal, *map(side.know, side.given)),
            ),
        )
        divisor = by_0().says.args[0].args[1]
        same = core.combine(divisor == x * x - 2, [(-1, [is_0.theorem])])
        return case.alternative(proof.goal, case.fact(core.replace(same, by_0(), u, 1 / u == 0)))

    at_0 = lambda case: case.alternative(proof.goal, case.know(y == 0))  # noqa: E731
    return proof.cases(proof.goal, (y == 0, at_0), (TRUE, inverse)).theorem


ALL_ARE_1 = All(k, between(0, k, n), as_number(k - 1000) / as_number(k - 1000) == 1)


def below_1000(proof: Proof) -> core.Theorem:
    """Show n < 1000, as 0/0 would be 1 at k = 1000, and the core has the value 0 for it."""
    is_0 = core.combine(b / a == 0, [(1 / a, [core.assume(b == 0)])])
    by_k = core.instance(is_0, {"a": as_number(k - 1000), "b": as_number(k - 1000)})
    at_1000 = core.cut(core.instance(by_k, {"k": term(1000)}), core.combine(as_number(0) == 0))

    def step(case: Proof) -> Any:
        one = core.specialise(core.assume(ALL_ARE_1), 1000)
        return case.contradiction(n < 1000, case.fact(core.replace(at_1000, one, u, u == 1)))

    return proof.by_contradiction(n < 1000, step).theorem


FALSE: dict[str, tuple[tuple[Formula, ...], Formula, Callable[[Proof], Any], str]] = {
    "at the root of 2": (((x * x - 2) * y == 0,), (y == 0) | (1 / (x * x - 2) == 0), first_side, "1/(x·x - 2)"),
    "in an assumption about all k": ((*GIVEN, ALL_ARE_1), n < 1000, below_1000, "(k-1000)/(k-1000)"),
    # The least solution of n·n - 991·k·k = 1 with k ≥ 1 has 30 digits.
    "at solutions far away": (
        (0 <= n, 1 <= k),
        0 / as_number(n * n - 991 * k * k - 1) == 0,
        by_arithmetic,
        "0/(n·n-991k·k-1)",
    ),
    "at a root of degree 3": ((0 < a,), 0 / (a**3 - a - 1) == 0, by_arithmetic, "0/(a³ - a - 1)"),
    "between two powers": ((0 < a, a < b), 0 / (a**7 - b**5 / 3) == 0, by_arithmetic, "0/(a⁷ - b⁵/3)"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_statement_without_a_value_at_values_that_no_search_finds_is_refused(name: str) -> None:
    given, says, prove, shown = FALSE[name]
    clause = Clause("false", given, says, prove)
    assert derived(clause) is not None
    ran = run_clause(clause)
    said = f"{shown} is not shown to have a value: exclude the values at which it has none"
    assert (ran.evidence, ran.failure) == (None, said)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((0 < a, a < 1), a / (1 - a * a) + 1 / (1 + a) <= 1 / (1 - a)),
        ((0 <= a, a <= 1), a / (1 + a + a**2 - a**3) <= 1),
        ((0 < a, a <= x, b == x / a, x < 1), 0 / (1 - a * b) == 0),
        ((0 <= i, i <= n), 0 <= a ** abs(n - i) * a ** (n - i)),
        (GIVEN, All(i, between(0, i, n), 0 / as_number(n - i + 1) == 0)),
        (GIVEN, Largest(k, 0, n, 1 / as_number(k + 1)) <= 1),
        ((0 < a, *GIVEN), 1 / Sum(k, 0, n, a**k) <= 1),
        (GIVEN, 0 / Sum(k, 0, n, If(k == n, 1, 0) / Product(i, 1, k, i)) == 0),
        ((0 <= k,), 0 / (1 - 1 / as_number(k + 2)) == 0),
        ((0 <= k,), 0 / (1 + (as_number(2) ** k - 1) * (1 + a * a)) == 0),
        ((0 <= i, 0 <= k), If(i == k, 1, a ** (abs(i - k) - 1)) == 1),
        ((), (a == 3) | (0 / (a - 3) == 0)),
        ((), (0 < a) >> (0 / a == 0)),
        ((), Some(a, 1 <= a, 1 / a == 1)),
        ((1 / a <= 2,), a <= a + 1),
        # For functions there is only the search.
        ((), 0 / f[0] == 0),
    ],
)
def test_what_has_a_value_is_shown_to_have_one(given: tuple[Formula, ...], says: Formula) -> None:
    assert without_shown_value(given, says) is None


@pytest.mark.parametrize(
    ("given", "says", "shown"),
    [
        ((0 <= a, a <= 1), 0 / (1 - a) == 0, "0/(1 - a)"),
        (GIVEN, Sum(k, 0, n, 0 / as_number(k)) == 0, "0/k"),
        (GIVEN, Largest(k, 1, n, k) <= n, "max_{1≤k≤n} k"),
        (GIVEN, 0 / Sum(k, 1, n, 1) == 0, "0/(Σ_{k=1}^{n} 1)"),
        ((0 <= i, 0 <= k), a ** (abs(i - k) - 1) == 1, "a^(|i-k|-1)"),
        (((1 / a <= 2) | (n == 0),), 0 <= n * n, "1/a"),
        ((All(u, 1 / u <= 2),), 0 <= n * n, "1/u"),
        ((), Some(a, 0 <= a, 1 / a == 1), "1/a"),
        ((), (0 / a == 0) | (a == 0), "0/a"),
    ],
)
def test_what_may_lack_a_value_is_found(given: tuple[Formula, ...], says: Formula, shown: str) -> None:
    assert str(without_shown_value(given, says)) == shown


def test_a_bound_variable_is_not_the_free_one_of_its_name() -> None:
    """That the free k is not 0 says nothing of the k of the sum."""
    assert str(without_shown_value((0 <= n, k == 1), Sum(k, 0, n, 0 / as_number(k)) == 0)) == "0/k'"
    assert number("k").sort != k.sort
