"""A step that finds no sum of products of facts says what it tried, and what most often helps."""

import pytest

from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.not_found import NotFound
from exactdp.claims.statements.formulas import Sum, indices, numbers, vectors
from exactdp.claims.statements.terms import Formula, If

i, k, n = indices("i k n")
a, b, c = numbers("a b c")
[f] = vectors("f")


def refusal(given: list[Formula], goal: Formula, factors: int = 2) -> str:
    with pytest.raises(NotFound) as refused:
        Proof(given).have(goal, factors=factors)
    return str(refused.value)


NOT_FOUND = "was not found as a sum of products of up to 2 of the facts"


@pytest.mark.parametrize(
    ("given", "goal", "says"),
    [
        ([0 <= a, 0 <= b], 0 <= a * b * c, f"a·b·c ≥ 0 {NOT_FOUND} (2 tried); no fact mentions c"),
        ([], a + b == f[k] + n, f"a + b = f[k] + n {NOT_FOUND} (0 tried); no fact mentions a, b, f[k]"),
        (
            [0 <= n],
            Sum(i, 0, n, f[i]) >= n,
            f"n ≤ Σ_{{i=0}}^{{n}} f[i] {NOT_FOUND} (1 tried); no fact mentions Σ_{{i=0}}^{{n}} f[i]",
        ),
        ([0 <= a, 0 <= b, 0 <= c], 0 <= a * b * c, f"a·b·c ≥ 0 {NOT_FOUND} (3 tried); factors=3 tries more products"),
        ([0 <= a], a == 0, f"a = 0 {NOT_FOUND} (1 tried)"),
        (
            [0 <= a, a <= 1],
            1 <= a / b,
            f"a/b ≥ 1 {NOT_FOUND} (2 tried); the goal divides by b: name a fact that implies b > 0 or b < 0",
        ),
        ([0 < b, b <= a], 1 < a / b, f"a/b > 1 {NOT_FOUND} (2 tried); factors=3 tries more products"),
    ],
)
def test_the_message_says_what_helps(given: list[Formula], goal: Formula, says: str) -> None:
    assert refusal(given, goal) == says


def test_the_most_factors_are_not_suggested_again() -> None:
    assert refusal([0 <= a], a <= 1, 3) == "a ≤ 1 was not found as a sum of products of up to 3 of the facts (1 tried)"


def test_the_message_names_the_case() -> None:
    case = "was not found in the case k < i, where it is a ≤ b, as a sum of products of up to 2 of the facts (2 tried)"
    assert refusal([a <= 1, 0 <= b], a <= If(i <= k, 1, b)) == (
        f"a ≤ {{1 if i ≤ k; b otherwise}} {case}; factors=3 tries more products"
    )
