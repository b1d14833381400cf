"""Instances are proposed where the entries of a fact are those of the goal, and only if their conditions follow."""

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.matching import CHOICES, PROPOSED, entries, instances
from exactdp.claims.statements.expressions import key, same
from exactdp.claims.statements.formulas import All, Sum, between, indices, matrix, vectors
from exactdp.claims.statements.terms import Formula

i, k, m, n, r = indices("i k m n r")
f, g = vectors("f g")
x = matrix("x")


def proposed(universal: Formula, *places: Formula, refused: tuple[Formula, ...] = ()) -> list[Formula]:
    def follows(f: Formula) -> Theorem | None:
        return None if any(same(f, each) for each in refused) else core.assume(f)

    return [t.says for t in instances([core.assume(universal)], places, follows)]


def are(found: list[Formula], *wanted: Formula) -> bool:
    return list(map(key, found)) == list(map(key, wanted))


def test_the_index_is_solved_for() -> None:
    rises = All(i, between(0, i, n), f[i] <= f[i + 1])
    assert are(proposed(rises, f[k + 3] == 0), f[k + 3] <= f[k + 4], f[k + 2] <= f[k + 3])
    assert are(proposed(All(i, f[3 - i] <= 0), f[k] == 0), f[k] <= 0)
    assert are(proposed(All(i, f[2 * i] <= 0), f[2 * k] == 0))


def test_indices_of_two_quantifiers_are_found_at_one_entry_or_at_two() -> None:
    signs = All(i, All(r, x[i, r] >= 0))
    assert are(proposed(signs, x[k, k + 1] == 0), x[k, k + 1] >= 0)
    assert are(proposed(All(i, All(r, f[i] <= g[r])), f[1] == g[k]), f[1] <= g[k])
    assert are(proposed(signs, f[k] == 0))


def test_an_index_that_a_sum_binds_is_no_value() -> None:
    rows = All(i, Sum(r, 0, m, x[i, r]) == 1)
    assert are(proposed(rows, Sum(k, 0, n, x[m, k]) <= 2), Sum(r, 0, m, x[m, r]) == 1)
    assert are(proposed(rows, Sum(k, 0, n, x[k, m]) <= 2))
    assert [each.bound for each in entries(Sum(k, 0, n, f[k]))] == [{"k"}]


def test_conditions_must_follow() -> None:
    zero = All(i, i < n, (0 <= i) >> (f[i] == 0))
    assert are(proposed(zero, f[k] == 1), f[k] == 0)
    assert are(proposed(zero, f[k] == 1, refused=(k < n,)))
    assert are(proposed(zero, f[k] == 1, refused=(0 <= k,)))


def test_there_are_not_too_many() -> None:
    goal = Sum(k, 0, 0, sum(f[each] * g[each] for each in range(2 * PROPOSED))) == 0
    assert len(proposed(All(i, f[i] >= 0), goal)) == CHOICES
    assert len(instances([core.assume(All(i, each[i] >= 0)) for each in (f, g)], [goal], core.assume)) == PROPOSED
