"""Losses at many levels, compared with other computations of the same values."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, geometric, interact, phase_diagram, verify
from exactdp.answers.loss_curve import loss_curve
from exactdp.model.losses import absolute, power_loss, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, uniform
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.report.pictures.drawing import knowledge
from tests.report.pictures.reading import words
from tests.strategies import INSIDE, share_of, users

LEVELS = [Fraction(k, 8) for k in range(9)]


@given(st.integers(2, 4).flatmap(users), st.lists(INSIDE, min_size=1, max_size=3))
@share_of(15)
def test_what_g_costs_is_never_less_than_what_it_is_worth(user: User, levels: list[Fraction]) -> None:
    found = loss_curve(user, levels)
    assert [each.alpha for each in found.points] == sorted(set(levels))
    for each in found.points:
        assert each.least <= interact(user, geometric(n=user.size - 1, alpha=each.alpha)).value <= each.unread
        assert verify(each.verified.certificate).digest == each.verified.digest


@pytest.mark.parametrize(
    "user", [MinimaxConsumer(absolute(), inputs=range(4)), BayesianUser(absolute(), ["1/2", 0, "1/6", "1/3"])]
)
def test_values_are_those_of_the_phase_diagram(user: User) -> None:
    diagram = phase_diagram(user)
    assert isinstance(diagram, PhaseDiagram)
    for each in loss_curve(user, LEVELS).points:
        assert each.least == diagram.loss_at(each.alpha)


def test_example_2_2_of_the_bayesian_paper() -> None:
    # Prior 1/2 on 0 and on n, n odd: 2α/(1+α) without and α^((n+1)/2)/(1+α) with a remap. On {0..n} the 2 goes: what
    # lies beyond the range is clamped to the truth.
    user = BayesianUser(zero_one(), ["1/2", 0, 0, "1/2"])
    for each in loss_curve(user, LEVELS[1:-1]).points:
        assert each.unread == each.alpha / (1 + each.alpha)
        assert each.least == each.alpha**2 / (1 + each.alpha)


def test_irrational_losses_are_drawn_where_they_are() -> None:
    found = loss_curve(BayesianUser(power_loss("1/2"), ["1/3"] * 3), ["1/2", "1"])
    values = found.plot().axes[0].lines[1].get_ydata()
    # On inputs 0 and 2, G_{2,1/2} answers at distance 1 and 2 with probability 1/6; on 1, at distance 1 with 2/3.
    assert values[0] == pytest.approx((2 * (1 + 2**0.5) / 6 + 2 / 3) / 3)
    assert "expected loss, |i-r|^(1/2)" in words(found.plot())


def test_what_is_drawn() -> None:
    found = loss_curve(MinimaxConsumer(absolute(), inputs=range(4)), LEVELS)
    picture = found.plot()
    best, unread = picture.axes[0].lines
    assert best.get_xydata().tolist() == [[float(each.alpha), float(each.least)] for each in found.points]
    assert unread.get_xydata().tolist() == [[float(each.alpha), float(each.unread)] for each in found.points]
    assert {"worst-case expected loss, |i-r|", "optimal", "G at face value"} <= set(words(picture))


def test_what_a_user_knows_is_told_apart_and_has_room() -> None:
    users = [
        BayesianUser(absolute(), uniform(n=3)),
        BayesianUser(absolute(), [1, 0, 0, 0]),
        BayesianUser(absolute(), [0, 1, 0, 0]),
        MinimaxConsumer(absolute(), inputs=range(4)),
        MinimaxConsumer(absolute(), inputs=range(5)),
        MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 3]),
    ]
    assert len({knowledge(user) for user in users}) == len(users)
    long = [
        BayesianUser(absolute(), ["1/100"] * 50 + ["1/98"] * 49),
        MinimaxConsumer(absolute(), inputs=range(999), side_information=range(0, 999, 2)),
    ]
    assert [knowledge(user) for user in long[1:]] == [
        "n = 998, side information {0, 2, 4, 6, 8, 10, …, 988, 990, 992, 994, 996, 998}"
    ]
    assert all("…" in knowledge(user) and len(knowledge(user)) < 80 for user in long)


def test_what_is_no_curve() -> None:
    with pytest.raises(InputError, match="n = 0: write a database size of at least 1"):
        loss_curve(MinimaxConsumer(absolute(), inputs=range(1)), LEVELS)
    with pytest.raises(InputError, match=r"α = 2 is outside \[0, 1\]"):
        loss_curve(MinimaxConsumer(absolute(), inputs=range(3)), ["1/2", 2])
