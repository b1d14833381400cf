"""Parts of an undecided formula are evaluated; those that depend on what cannot be run through stay unknown."""

from fractions import Fraction
from typing import Any

import pytest

from exactdp.claims.checks.exploring import without_a_value
from exactdp.claims.statements.formulas import All, Largest, Some, Sum, between, indices, number, vectors
from exactdp.claims.statements.terms import Definition, Formula, If, as_number

i, k, n = indices("i k n")
u = number("u")
(f,) = vectors("f")
UNKNOWN = Some(u, u + 1 <= u)
BY_0 = 1 / as_number(n) <= 5
named = Definition("{0} has an inverse", (n,), BY_0)
AT: dict[str, Any] = {"n": 0, "f": (Fraction(0), Fraction(1))}


@pytest.mark.parametrize(
    "says",
    [
        UNKNOWN & BY_0,
        UNKNOWN | BY_0,
        UNKNOWN >> BY_0,
        ~(UNKNOWN & BY_0),
        Some(u, n <= u, BY_0),
        Some(u, named(n) & (u < 1)),
        All(k, between(0, k, 3), UNKNOWN | (1 / as_number(k - 2) <= 5)),
        Some(u, Sum(k, 0, 3, u / (k - 2)) <= 5),
        Some(u, Largest(k, n, -1, u) <= 5),
        Some(u, u * f[0] ** -1 <= 5),
        Some(u, If(u < 1, u, u / n) <= 5),
        Some(u, If(n == 0, u / n, u) <= 5),
        All(u, All(k, between(0, k, 3), u / (k - 2) <= 5)),
        All(u, All(k, between(0, k, 900), u / (k - 899) <= 5)),
        Some(u, Sum(k, 0, 900, u / k) <= 5),
    ],
)
def test_a_part_without_a_value_is_found(says: Formula) -> None:
    assert without_a_value(says, AT)


@pytest.mark.parametrize(
    "says",
    [
        UNKNOWN,
        (n < 1) | UNKNOWN | BY_0,
        (0 < n) & UNKNOWN & BY_0,
        (0 < n) >> (UNKNOWN & BY_0),
        Some(u, 1 / u <= 5),
        Some(u, u ** (n + 1) <= 5),
        Some(u, If(n == 0, u, u / n) <= 5),
        Some(u, Sum(k, 1, 3, u / k) <= 5),
        Some(u, Sum(k, 0, n - 1, u / k) <= 5),
        Some(u, u * f[7] <= 5),
        All(k, 1 <= k, k <= n * k),
        All(u, All(k, between(1, k, 3), u / k <= 5)),
    ],
)
def test_what_has_values_is_left_alone(says: Formula) -> None:
    assert without_a_value(says, AT) == ""
