"""Relations are found as sums of products of facts, in cases: what follows is found, and what does not is refused."""

import pytest

from exactdp.claims.logic import core
from exactdp.claims.logic.context import Context
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import CASES, arithmetic, in_cases, of_indices, relation
from exactdp.claims.statements.expressions import key
from exactdp.claims.statements.formulas import Sum, indices, matrix, numbers
from exactdp.claims.statements.terms import Formula, If

i, k, m, n, r = indices("i k m n r")
a, b, c = numbers("a b c")
x = matrix("x")


def found(goal: Formula, *facts: Formula, factors: int = 2) -> Theorem:
    """The relation from facts that are assumed."""
    return relation(goal, [core.assume(each) for each in facts], [], factors)


def owes_only(t: Theorem, *given: Formula) -> bool:
    """Whether the theorem depends only on the given facts."""
    return {key(f) for f in t.given} <= {key(f) for f in given} and not (t.words or t.coq or t.computed)


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        (a <= c, (a <= b, b <= c)),
        (a < c, (a < b, b <= c)),
        (a * b <= 1, (0 <= a, 0 <= b, a <= 1, b <= 1)),
        (a == c, (a == b, b == c)),
        (a * a == b * b, (a == b,)),
        (0 < 1 / a, (0 < a,)),
        (a / b <= 1, (0 < b, a <= b)),
        (x[0, 0] + a * x[1, 0] == 1, (x[0, 0] == 1 - a * x[1, 0],)),
    ],
)
def test_what_follows_is_found(goal: Formula, facts: tuple[Formula, ...]) -> None:
    theorem = found(goal, *facts)
    assert key(theorem.says) == key(goal) and owes_only(theorem, *facts)


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        (a < c, (a <= b, b <= c)),
        (a <= c, (a <= b,)),
        (a == b, (a <= b,)),
        (a * b <= 1, (a <= 1, b <= 1)),
        # At b = 0, a/b is 0.
        (1 <= a / b, (0 <= b, b <= a)),
    ],
)
def test_what_does_not_follow_is_refused(goal: Formula, facts: tuple[Formula, ...]) -> None:
    with pytest.raises(Refused):
        found(goal, *facts)


def test_no_more_facts_are_multiplied_than_allowed() -> None:
    facts = (0 <= a, 0 <= b)
    assert owes_only(found(0 <= a * b, *facts), *facts)
    with pytest.raises(Refused, match="of up to 1 of the facts"):
        found(0 <= a * b, *facts, factors=1)


def test_what_is_given_of_numbers_is_a_fact() -> None:
    assert owes_only(relation(a <= c, [core.assume(a <= b)], [b <= c, i <= k], 2), a <= b, b <= c, i <= k)


def test_relations_of_indices() -> None:
    assert [of_indices(each) for each in (i < k, i == k, a < b, (i < k) & (k < n))] == [True, True, False, False]
    theorem = arithmetic(i + 1 <= n, [i < k, k <= n, 0 < a])
    assert owes_only(theorem, i < k, k <= n)
    with pytest.raises(Refused, match="not decided"):
        arithmetic(i < n, [i < k])


def test_a_choice_is_split_into_cases() -> None:
    size = If(i < 0, -i, If(k < i, i, i + 1))
    theorem = in_cases(0 <= size, [], lambda given: arithmetic(0 <= size, given))
    assert key(theorem.says) == key(0 <= size) and owes_only(theorem)
    with pytest.raises(Refused):
        in_cases(1 <= size, [], lambda given: arithmetic(1 <= size, given))


def test_a_case_that_cannot_be_needs_no_proof() -> None:
    def never(given: list[Formula]) -> Theorem:
        raise AssertionError(given)

    assert owes_only(in_cases(a < b, [i < k, k < i], never), i < k, k < i)


def test_two_bounds_that_meet_are_an_equation() -> None:
    """Then x[i,0] and x[k,0] are one number, which the order of i and k alone does not say."""
    given = [i <= k, k <= i]
    theorem = in_cases(x[i, 0] == x[k, 0], given, lambda facts: relation(x[i, 0] == x[k, 0], [], facts, 1))
    assert owes_only(theorem, *given)


def test_too_many_cases_are_refused() -> None:
    letters = indices(" ".join(f"i{at}" for at in range(9)))
    total = sum((If(each < 0, a, b) for each in letters), a)
    with pytest.raises(Refused, match=f"splits into more than {CASES} cases"):
        in_cases(total < total + 1, [], lambda given: relation(total < total + 1, [], given, 1))
    few = sum((If(each < 0, a, b) for each in letters[:3]), a)
    assert owes_only(in_cases(few < few + 1, [], lambda given: relation(few < few + 1, [], given, 1)))


def test_a_choice_inside_of_a_sum_is_not_split() -> None:
    def hangs(given: list[Formula]) -> Theorem:
        Context(given).normal(If(r_inside < 0, a, b))
        raise AssertionError("the choice is open")

    (r_inside,) = [core.Term("variable", "~r", sort="index")]
    with pytest.raises(Refused, match="depends on the index of a sum"):
        in_cases(Sum(r, 0, m, x[r, 0]) == a, [], hangs)
