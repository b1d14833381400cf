"""An optimum stands in a proof only if the kernel accepts its certificate."""

from fractions import Fraction

import pytest

from exactdp.claims.evidence import Checked, Failed, collect
from exactdp.claims.optima import least_losses
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.problem import Constraint, Problem

USERS = [BayesianUser(absolute(), uniform(n=2)), MinimaxConsumer(absolute(), inputs=range(3))]
NEVER = Constraint({(0, 0): 1}, 2)


@pytest.mark.parametrize("user", USERS)
def test_both_losses_are_judged(user):
    evidence = collect()
    found, best = least_losses(Problem(user, "1/2"), geometric(n=2, alpha="1/2"))
    assert found == best and evidence == [Checked(certificates=1)] * 2
    assert least_losses(Problem(user, "1/2"), UnboundedGeometric(Fraction(1, 2))) == (found, best)
    worse, best = least_losses(Problem(user, "1/2"), geometric(n=2, alpha="3/4"))
    assert worse > best == found


def test_responses_are_those_of_the_problem():
    user = MinimaxConsumer(absolute(), inputs=range(3))
    assert least_losses(Problem(user, 0, responses=range(2)), geometric(n=2, alpha=0)) == (1, 1)


def test_no_optimum_fails():
    with pytest.raises(Failed, match="no optimum"):
        least_losses(Problem(USERS[0], "1/2", constraints=[NEVER]), geometric(n=2, alpha="1/2"))
