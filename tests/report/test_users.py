"""Users in words: on one line, and with the losses that the library finds."""

from fractions import Fraction

import pytest

from exactdp import geometric
from exactdp.model.losses import absolute, power_loss, squared, table, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, expected_loss, uniform
from exactdp.report import users
from exactdp.report.document import Table
from exactdp.report.wording import number

USERS: list[tuple[User, str]] = [
    (BayesianUser(absolute(), ["1/2", 0, 0, "1/2"]), "Bayesian, loss |i-r|, prior 1/2, 0, 0, 1/2"),
    (BayesianUser(power_loss("3/2"), ["1/7", "2/7", "4/7"]), "Bayesian, loss |i-r|^(3/2), prior 1/7, 2/7, 4/7"),
    (BayesianUser(squared(), uniform(n=99)), "Bayesian, loss |i-r|^2, prior uniform on 100 inputs"),
    (MinimaxConsumer(squared(), inputs=range(4)), "minimax, loss |i-r|^2, side information {0..3}"),
    (
        MinimaxConsumer(zero_one(), inputs=range(3), side_information=[0, 2]),
        "minimax, loss [i ≠ r], side information {0, 2}",
    ),
    (
        MinimaxConsumer(table([[0, 1], [5, 0]]), inputs=range(2)),
        "minimax, losses in a table, side information {0, 1}",
    ),
]


@pytest.mark.parametrize(("user", "words"), USERS, ids=[words for _, words in USERS])
def test_a_user_is_one_line(user: User, words: str) -> None:
    assert users.user_words(user) == words
    assert users.user(user).topics[0].parts == (words,)


def test_side_information_has_the_labels_of_the_inputs() -> None:
    user = MinimaxConsumer(absolute(), inputs=range(3), side_information=[0, 2])
    assert users.user_words(user, ["low", "middle", "high"]) == "minimax, loss |i-r|, side information {low, high}"


@pytest.mark.parametrize("user", [user for user, _ in USERS if user.size < 10], ids=repr)
def test_the_report_of_a_loss_has_the_loss_of_every_input(user: User) -> None:
    mechanism = geometric(n=user.size - 1, alpha="1/3")
    found = expected_loss(user, mechanism)
    report = users.expected_loss(found, "G")
    assert report.values["value"] == found.value
    (rows,) = report.topics[2].parts
    assert isinstance(rows, Table)
    assert [row[-1] for row in rows.rows] == [number(each) for each in found.losses]
    if isinstance(user, BayesianUser):
        assert sum((p * each for p, each in zip(user.prior, found.losses, strict=True)), Fraction(0)) == found.value
    else:
        assert report.topics[1].parts[1] == f"attained on input{'s' * (len(found.worst) > 1)} " + ", ".join(
            str(i) for i in found.worst
        )
