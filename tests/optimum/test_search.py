"""All methods of the search find an optimum."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import absolute, asymmetric, certify, complete, geometric, interact, table, threshold
from exactdp.arithmetic.errors import Undecided
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum import search
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import NoMechanism, Problem, loss_at_most
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import uniqueness
from tests.strategies import LEVELS, losses, share_of, users


@share_of(100)
@given(st.integers(1, 5), LEVELS, st.data())
def test_monotone_users_do_as_well_with_g(size: int, alpha: Fraction, data: st.DataObject) -> None:
    user = data.draw(users(size))
    problem = Problem(user, alpha)
    found = optimal(problem)
    assert certify(found).kind == "optimal"
    assert found.value == solve_polytope(problem).value
    assert found.value == interact(user, geometric(n=size - 1, alpha=alpha)).value
    if 0 < alpha < 1 and size > 1:
        assert found.remap is not None


@share_of(60)
@given(st.integers(1, 5), st.integers(1, 6), LEVELS, st.data())
def test_other_losses_and_responses_are_solved_all_the_same(
    size: int, responses: int, alpha: Fraction, data: st.DataObject
) -> None:
    problem = Problem(data.draw(users(size, losses(size, responses))), alpha, responses=range(responses))
    found = optimal(problem)
    assert certify(found).kind == "optimal"
    assert found.value == solve_polytope(problem).value


@pytest.mark.parametrize("loss", [asymmetric(2, 1), asymmetric(0, 3), threshold(9)], ids=str)
def test_unimodal_losses_and_thresholds_beyond_n(loss) -> None:
    for user in (BayesianUser(loss, uniform(n=3)), MinimaxConsumer(loss, inputs=range(4))):
        found = optimal(Problem(user, "1/3"))
        assert found.remap is not None
        assert found.value == solve_polytope(Problem(user, "1/3")).value
        certify(found)
        for responses in (range(2), range(7)):
            other = optimal(Problem(user, "1/3", responses=responses))
            assert other.remap is not None
            assert certify(uniqueness(other)).kind in ("only-optimal", "not-only-optimal")


def test_absolute_privacy_and_none() -> None:
    user = BayesianUser(table([[0, 5, 1], [9, 1, 1], [0, 0, 2]]), ["1/2", "1/4", "1/4"])
    assert optimal(Problem(user, 1)).value == min(Fraction(9, 4), Fraction(11, 4), Fraction(5, 4))
    assert optimal(Problem(user, 0)).value == Fraction(1, 4)
    assert optimal(Problem(MinimaxConsumer(user.loss, inputs=range(3)), 0)).dual.prior == (0, 1, 0)


def test_limits_are_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    found = optimal(Problem(BayesianUser(absolute(), uniform(n=300)), "1/2", complete(n=300)))
    assert "more than 125,000 inequalities" in found.reason

    def fail(*arguments: object) -> None:
        raise Undecided

    monkeypatch.setattr(search, "least_favourable", fail)
    problem = Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2")
    assert optimal(problem).value == Fraction(4, 7)
    assert isinstance(optimal(Problem(MinimaxConsumer(absolute(), inputs=range(260)), "1/2")), Unsolved)


def test_no_mechanism() -> None:
    problem = Problem(
        BayesianUser(absolute(), uniform(n=1)), "1/2", constraints=[loss_at_most(absolute(), 0, -1, responses=range(2))]
    )
    assert isinstance(optimal(problem), NoMechanism)
