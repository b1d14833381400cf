"""The words on the best remap of G: the shares and least costs are those of G and of the library's best remap."""

from fractions import Fraction
from typing import Any

import pytest

from exactdp.claims.vocabulary.remap import best, remap_is_optimal, share
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import interact
from tests.claims.small_statements import of

HALF = Fraction(1, 2)
ZERO_ONE = ((0, 1, 1), (1, 0, 1), (1, 1, 0))
CHANGED = ((0, 1, 1), (1, 0, 1), (0, 1, 0))
PRIOR = (Fraction(1, 4), HALF, Fraction(1, 4))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_g_is_a_power_times_the_share(alpha: Fraction) -> None:
    shares, rows = of(share, 3, alpha), geometric(n=3, alpha=alpha).rows
    assert all(rows[i][k] == alpha ** abs(i - k) * shares(k) for i in range(4) for k in range(4))


@pytest.mark.parametrize("loss", [ZERO_ONE, CHANGED])
def test_the_shares_times_the_least_costs_are_what_the_best_remap_loses(loss: Any) -> None:
    shares, costs = of(share, 2, HALF), of(best, PRIOR, loss, HALF, 2, 2)
    user = BayesianUser(table(loss), PRIOR)
    lost = interact(user, geometric(n=2, alpha=HALF), responses=range(3)).value
    assert sum(shares(k) * costs(k) for k in range(3)) == lost


@pytest.mark.parametrize(("loss", "expected"), [(ZERO_ONE, True), (CHANGED, False)])
def test_the_library_decides_whether_the_best_remap_is_optimal(loss: Any, expected: bool) -> None:
    assert remap_is_optimal.decide is not None
    assert remap_is_optimal.decide(PRIOR, loss, HALF, 2, 2) is expected
