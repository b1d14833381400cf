"""The lexicographic optimum (L, L') of Lemma 5."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, InputError, MinimaxConsumer, absolute, certify, uniform
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.constraints import constraint_matrix, patterns
from tests.strategies import INSIDE, monotone_losses, share_of


def error(mechanism) -> Fraction:
    return sum(p * abs(i - r) for i, row in enumerate(mechanism.rows) for r, p in enumerate(row))


@share_of(50)
@given(st.integers(2, 4), INSIDE, st.data())
def test_it_is_optimal_has_least_error_and_the_rows_of_lemma_5(size: int, alpha, data: st.DataObject) -> None:
    inside = data.draw(st.sets(st.integers(0, size - 1), min_size=1))
    user = MinimaxConsumer(data.draw(monotone_losses(size)), inputs=range(size), side_information=inside)
    first = optimal(Problem(user, alpha))
    found = lexicographic(first)
    assert certify(found).kind == "optimal"
    rows = found.mechanism.rows
    worst = max(sum(p * user.loss(i, r) for r, p in enumerate(rows[i])) for i in inside)
    assert worst == first.value
    assert found.value * size == error(found.mechanism) <= error(first.mechanism)
    assert error(found.mechanism) <= error(solve_polytope(Problem(user, alpha)).mechanism)
    held = {pattern.lemma: bool(pattern) for pattern in patterns(constraint_matrix(found.mechanism, alpha))}
    assert held["5.5"]


def test_only_a_minimax_consumer_has_one() -> None:
    best = optimal(Problem(BayesianUser(absolute(), uniform(n=1)), "1/2"))
    with pytest.raises(InputError, match="is a minimax consumer's"):
        lexicographic(best)
